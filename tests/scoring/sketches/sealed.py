"""Night Market, a sketch: secret bids turned over together, ties broken by cards of a small deck."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.contract.board import Board, Marker, Shape, Tile, Zone
from scoring.contract.cards import Deck, PlayingCard, Suit, count_left
from scoring.contract.game import (
    Box,
    Event,
    Fact,
    Game,
    Measure,
    MeasureKind,
    Measures,
    OptionField,
    Preset,
    RoundHead,
    Stopped,
    Table,
    TableView,
    by_points,
)
from scoring.contract.prompts import Card, Cell, Choice, Count, Draft, Grid, Pick, Prompt, Sealed
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Ledger, Outcome, PerSeat, ScoreLine, Seat, Term
from scoring.kit.seats import check_one_each

ONE_BID: Final = Rule("SK-102", "Each of two to five seals one bid from nothing to the top coin.", "Sketch")
HIGHEST: Final = Rule("SK-103", "The highest bid takes the lot and is paid; nobody else pays.", "Sketch")
TIE_CARDS: Final = Rule(
    "SK-104", "Those tied for the highest bid turn over a card; the higher rank takes it.", "Sketch"
)
GONE: Final = Rule("SK-107", "A card turned over is out until the deck is shuffled.", "Sketch")
WINNER: Final = Rule("SK-108", "Most points after the last lot; equal totals share the win.", "Sketch")

SUN: Final = Suit("sun", "Suns", "circle", "orange")
MOON: Final = Suit("moon", "Moons", "crescent", "blue")
SUITS: Final = (SUN, MOON)
TIE_DECK: Final[Deck] = tuple(
    PlayingCard(f"{suit.key}{n}", f"{n} of {suit.name.lower()}", suit.key, n, str(n))
    for suit in SUITS
    for n in (1, 2, 3)
)
WORTH: Final = (5, 8, 6, 9, 4, 10)
TOP_COIN: Final = 3


class Sealing(StrEnum):
    """How bids are entered."""

    TOGETHER = "together"
    ONE_BY_ONE = "one_by_one"


@dataclass(frozen=True, slots=True)
class Options:
    """How many lots, and how bids are sealed."""

    lots: int = 3
    sealing: Sealing = Sealing.TOGETHER
    top: int = TOP_COIN


@dataclass(frozen=True, slots=True)
class Bidding:
    """Bids come in; `sealed` are those on the phone already."""

    sealed: PerSeat = ()


@dataclass(frozen=True, slots=True)
class Tied:
    """Some share the highest bid and turn over cards."""

    seats: tuple[Seat, ...]
    bid: int
    again: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The market is over."""


Phase = Bidding | Tied | Closed


@dataclass(frozen=True, slots=True)
class Market:
    """The state of a session."""

    table: Table
    options: Options
    round: int = 1
    phase: Phase = Bidding()
    used: tuple[str, ...] = ()
    ledger: Ledger = ()
    stopped: Stopped | None = None


def open_market(table: Table, options: Options) -> Market:
    require(2 <= len(table.names) <= 5, ONE_BID, "Two to five players can bid.", field="names")
    require(1 <= options.lots <= len(WORTH), ONE_BID, f"Between 1 and {len(WORTH)} lots.", field="lots")
    require(1 <= options.top <= 9, ONE_BID, "The top coin is between 1 and 9.", field="top")
    return Market(table, options)


@dataclass(frozen=True, slots=True)
class BidsTurned(Event[Market]):
    """All bids of a lot at once."""

    bids: PerSeat

    def apply(self, state: Market, waived: Collection[str]) -> Market:
        waiting = isinstance(state.phase, Bidding) and state.options.sealing is Sealing.TOGETHER
        require(waiting, ONE_BID, "No bids are turned over now.", field="bids")
        require(state.table.has_all_seats(self.bids), ONE_BID, "Everybody seals exactly one bid.", field="bids")
        for seat, bid in self.bids:
            _check_bid(state, seat, bid, f"bids[{seat}]")
        return _settled(state, self.bids)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Bids: {table.list_numbers(self.bids)}"


@dataclass(frozen=True, slots=True)
class BidSealed(Event[Market]):
    """One player's bid; `round` tells a sealed bid from those of earlier lots."""

    round: int
    seat: Seat
    bid: int

    def apply(self, state: Market, waived: Collection[str]) -> Market:
        match state.phase:
            case Bidding(sealed) if state.options.sealing is Sealing.ONE_BY_ONE:
                require(self.round == state.round, ONE_BID, f"Lot {state.round} is being sold.", field="round")
                turn = _order(state)[len(sealed)]
                require(self.seat == turn, ONE_BID, f"{state.table.names[turn]} seals a bid now.", field="seat")
                _check_bid(state, self.seat, self.bid, "bid")
                bids = (*sealed, (self.seat, self.bid))
                return (
                    _settled(state, bids)
                    if len(bids) == len(state.table.names)
                    else replace(state, phase=Bidding(bids))
                )
            case _:
                raise RuleViolation(ONE_BID, "No bid is sealed now.")

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} {'has sealed a bid' if 'bid' in veiled else f'bid {self.bid}'}"

    def veiled(self, state: Market) -> frozenset[str]:
        """The bid, until the last one of its lot is in."""
        is_open = isinstance(state.phase, Bidding) and self.round == state.round
        return frozenset({"bid"}) if is_open or self.round > state.round else frozenset()


def _check_bid(state: Market, seat: Seat, bid: int, field: str) -> None:
    name = state.table.names[seat]
    require(0 <= bid <= state.options.top, ONE_BID, f"{name} can bid 0 to {state.options.top}.", field=field)


def _settled(state: Market, bids: PerSeat) -> Market:
    highest = max(bid for _, bid in bids)
    best = tuple(sorted(seat for seat, bid in bids if bid == highest))
    return _awarded(state, best[0], highest) if len(best) == 1 else _tied(state, best, highest, again=False)


def _tied(state: Market, seats: tuple[Seat, ...], bid: int, *, again: bool) -> Market:
    shuffled = len(TIE_DECK) - len(state.used) < len(seats)
    used = () if shuffled else state.used
    return replace(state, phase=Tied(seats, bid, again), used=used)


@dataclass(frozen=True, slots=True)
class CardsTurned(Event[Market]):
    """The tie-break cards of the tied players."""

    cards: tuple[tuple[Seat, str], ...]

    def apply(self, state: Market, waived: Collection[str]) -> Market:
        match state.phase:
            case Tied(seats, bid, again):
                _check_cards(state, seats, self.cards)
                ranks = {card.code: card.rank for card in TIE_DECK}
                highest = max(ranks[code] for _, code in self.cards)
                best = tuple(sorted(seat for seat, code in self.cards if ranks[code] == highest))
                turned = replace(state, used=(*state.used, *(code for _, code in self.cards)))
                if len(best) == 1:
                    return _awarded(turned, best[0], bid)
                return _next_lot(turned) if again else _tied(turned, best, bid, again=True)
            case Bidding() | Closed():
                raise RuleViolation(TIE_CARDS, "Nobody is tied now.", field="cards")

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        names = {card.code: card.name for card in TIE_DECK}
        return "Turned over: " + ", ".join(f"{table.names[seat]} {names[code]}" for seat, code in self.cards)


def _check_cards(state: Market, seats: tuple[Seat, ...], cards: tuple[tuple[Seat, str], ...]) -> None:
    names = state.table.join_names(seats)
    check_one_each(cards, seats, TIE_CARDS, f"Exactly {names} turn over a card.", field="cards")
    codes, left = [code for _, code in cards], count_left(TIE_DECK, state.used)
    for seat, code in cards:
        there = left.get(code, 0) >= codes.count(code)
        require(there, GONE, "Every card of the deck comes once.", field=f"cards[{seat}]")


def _awarded(state: Market, seat: Seat, bid: int) -> Market:
    line = ScoreLine(state.round, seat, HIGHEST, (Term("lot", WORTH[state.round - 1]), Term("paid", -bid)))
    return _next_lot(replace(state, ledger=(*state.ledger, line)))


def _next_lot(state: Market) -> Market:
    if state.round == state.options.lots:
        return replace(state, phase=Closed())
    return replace(state, round=state.round + 1, phase=Bidding())


def _order(state: Market) -> tuple[Seat, ...]:
    return state.table.clockwise_from(state.round - 1)


def prompts(state: Market) -> tuple[Prompt, ...]:
    match state.phase:
        case Bidding(sealed) if state.options.sealing is Sealing.ONE_BY_ONE:
            seat = _order(state)[len(sealed)]
            name = state.table.names[seat]
            given = (("round", state.round), ("seat", seat))
            return (Prompt(BidSealed.kind, f"{name} bids", (_sealed(state),), rule=ONE_BID, seat=seat, given=given),)
        case Bidding():
            field = state.table.ask_each_seat("bids", "Bids", _sealed(state), seats=_order(state))
            return (
                Prompt(BidsTurned.kind, f"Bids for lot {state.round}", (field,), rule=ONE_BID, confirm="Turn over"),
            )
        case Tied(seats, bid):
            cells = tuple(
                Cell(seat, state.table.names[seat], Card("card", "Card", TIE_DECK, state.used), f"bid {bid}")
                for seat in seats
            )
            title = f"{state.table.join_names(seats)} turn over a card"
            return (Prompt(CardsTurned.kind, title, (Grid("cards", "Cards", cells, seats=True),), rule=TIE_CARDS),)
        case Closed():
            return ()


def _sealed(state: Market) -> Sealed:
    choices = tuple(Choice(n, str(n) if n else "Nothing", icon="coin") for n in range(state.options.top + 1))
    return Sealed("bid", "Bid", Pick("bid", "Bid", choices))


def form(state: Market, prompt: Prompt, draft: Draft) -> Prompt:
    if prompt.kind != CardsTurned.kind:
        return prompt
    taken = dict(map(tuple, draft.get("cards", ())))
    (grid,) = prompt.fields
    return replace(prompt, fields=(replace(grid, cells=tuple(_open_cards(state, cell, taken) for cell in grid.cells)),))


def _open_cards(state: Market, cell: Cell, taken: dict[Seat, str]) -> Cell:
    assert isinstance(cell.field, Card)
    barred = tuple((code, f"{state.table.names[seat]} has it.") for seat, code in taken.items() if seat != cell.key)
    return replace(cell, field=replace(cell.field, barred=barred))


def outcome(state: Market) -> Outcome | None:
    if not isinstance(state.phase, Closed):
        return None
    first = tuple(place for place in by_points(state) if place.rank == 1)
    winners = tuple(seat for place in first for seat in place.side)
    names = state.table.join_names(winners)
    verb = "lead" if len(winners) > 1 else "leads"
    return Outcome(WINNER, winners, f"{names} {verb} with {first[0].points} after the last lot.")


def rounds(state: Market) -> tuple[RoundHead, ...]:
    return tuple(
        RoundHead(n, f"Lot {n}", "lot", WORTH[n - 1], starter=_order(state)[0]) for n in range(1, state.round + 1)
    )


def facts(state: Market) -> tuple[Fact, ...]:
    return (
        Fact("round", "Lot", f"{state.round} of {state.options.lots}"),
        Fact("worth", "Worth", str(WORTH[state.round - 1]), rule=HIGHEST),
        Fact("opens", "Opens", state.table.names[_order(state)[0]]),
    )


def board(state: Market) -> Board:
    lot = Tile(f"lot{state.round}", f"Lot {state.round}", numbers=(("worth", WORTH[state.round - 1]),))
    middle = Zone("market", "Market", (lot,), count=f"{state.options.lots - state.round} to come")
    sealed = state.phase.sealed if isinstance(state.phase, Bidding) else ()
    coins = tuple(
        Zone(f"bid{seat}", "Bid", (Tile(f"coin{seat}", "Bid", up=False, owner=seat, shape=Shape.TOKEN),), seat)
        for seat, _ in sealed
    )
    return Board((middle, *coins), (Marker(_order(state)[0], "leads", "Opens"),))


def measures(state: Market) -> tuple[Measure, ...]:
    return tuple(Measure(line.round, line.seat, "lots", 1, 1) for line in state.ledger if line.rule is HIGHEST)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    ways = (Choice("together", "All at once"), Choice("one_by_one", "One by one, passed on"))
    return (
        OptionField(Count("lots", "Lots", 1, len(WORTH), likely=options.lots), "How long the market is.", ONE_BID),
        OptionField(
            Pick("sealing", "Bids are entered", ways, likely=options.sealing.value), "Who holds the phone.", ONE_BID
        ),
        OptionField(Count("top", "Top coin", 1, 9, likely=options.top), "The highest bid.", ONE_BID, house=True),
    )


def presets(players: int) -> tuple[Preset[Options], ...]:
    return (
        Preset("printed", "As printed", Options()),
        Preset(
            "sealed", "Sealed on this phone", Options(sealing=Sealing.ONE_BY_ONE), "Everybody holds the phone once."
        ),
    )


GAME: Final[Game[Options, Market, BidsTurned | BidSealed | CardsTurned]] = Game(
    key="sk_sealed",
    box=Box(
        title="Night Market",
        tagline="Secret bids for six lots.",
        colour="#7a4f9a",
        players=range(2, 6),
        minutes=(5, 10),
        suits=SUITS,
    ),
    format=1,
    events=(BidsTurned, BidSealed, CardsTurned),
    options=Options,
    rules=(ONE_BID, HIGHEST, TIE_CARDS, GONE, WINNER),
    option_fields=option_fields,
    open=open_market,
    prompts=prompts,
    outcome=outcome,
    rounds=rounds,
    view=lambda state: TableView(facts(state), board(state)),
    presets=presets,
    form=form,
    measures=Measures((MeasureKind("lots", "Lots taken"),), measures),
)
