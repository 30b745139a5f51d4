"""Five Tricks, a sketch: partners, the dealer's variations of one hand, counts hidden until it ends."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.cards import FRENCH_SUITS, KnownCard
from scoring.contract.game import (
    Box,
    Event,
    Fact,
    Game,
    Measure,
    MeasureKind,
    Measures,
    OptionField,
    RoundHead,
    Stopped,
    Table,
    TableView,
)
from scoring.contract.prompts import Bid, Cell, Choice, Count, Draft, Field, Grid, Group, Known, Pick, Prompt, Subset
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Ledger, Outcome, ScoreLine, Seat, Side, Standings, Term, rank, solo_sides, totals

HANDS: Final = Rule("SK-302", "Two to four players; one to four hands, the deal moving clockwise.", "Sketch")
DECLARED: Final = Rule("SK-303", "The dealer declares the variations and the patron of a hand.", "Sketch")
BIDDING: Final = Rule("SK-305", "Bids go round; the dealer may not let them add up to the tricks.", "Sketch")
TRICKS: Final = Rule("SK-306", "A hand has five tricks, and somebody takes each of them.", "Sketch")
MET: Final = Rule("SK-307", "A bid met scores 10 and 2 a trick, a double bid half of it.", "Sketch")
MISSED: Final = Rule("SK-308", "A bid missed loses 3 for every trick away from it.", "Sketch")
FACES: Final = Rule("SK-309", "Collected faces lie face down and cost 1 each once the hand is over.", "Sketch")
PATRON: Final = Rule("SK-310", "Whoever takes most tricks alone receives the gift of the patron.", "Sketch")
WINNER: Final = Rule("SK-313", "The best side after the last hand wins; equal sides share it.", "Sketch")

SIZE: Final = 5
SOUTH: Final = Seat(0)
PER_FACE: Final = 4


class Variation(StrEnum):
    """What a dealer may declare."""

    KEEPER = "keeper"
    PASSER = "passer"
    GENTLE = "gentle"


@dataclass(frozen=True, slots=True)
class Options:
    """How many hands, and who deals the first."""

    hands: int = 2
    dealer: Seat = SOUTH
    gentle_dealers: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class HandDeclared(Event["Hands"]):
    """The dealer's variations and the patron of the hand."""

    dealer: Seat
    variations: tuple[Variation, ...]
    patron: KnownCard

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        words = ", ".join(word.name.title() for word in self.variations) or "no variation"
        return f"{table.names[self.dealer]} dealt with {words}; patron {self.patron.name}"


@dataclass(frozen=True, slots=True)
class BidPlaced(Event["Hands"]):
    """A number of tricks, or two in a row."""

    seat: Seat
    bid: tuple[int, ...]

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} bid {' or '.join(map(str, self.bid))}"


@dataclass(frozen=True, slots=True)
class FaceNoted(Event["Hands"]):
    """Somebody collected a face; secret until hand `round` is over."""

    round: int
    seat: Seat
    suit: str

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        if "suit" in veiled:
            return "A face was collected"
        suits = {suit.key: suit.name for suit in FRENCH_SUITS}
        return f"{table.names[self.seat]} collected a face of {suits[self.suit].lower()}"

    def veiled(self, state: "Hands") -> frozenset[str]:
        """Who collected what, until the hand is over."""
        is_running = isinstance(state.phase, Declaring | Bidding | Playing) and self.round >= state.round
        return frozenset({"seat", "suit"}) if is_running else frozenset()


@dataclass(frozen=True, slots=True)
class Haul:
    """One player's collected cards."""

    jacks: int
    kings: int


@dataclass(frozen=True, slots=True)
class HandPlayed(Event["Hands"]):
    """Tricks and faces of everybody."""

    tricks: tuple[tuple[Seat, int], ...]
    faces: tuple[tuple[Seat, Haul], ...]

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "Tricks: " + ", ".join(f"{table.names[seat]} {n}" for seat, n in self.tricks)


HandEvent = HandDeclared | BidPlaced | FaceNoted | HandPlayed


@dataclass(frozen=True, slots=True)
class Declaring:
    """The dealer deals."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """Bids go round from the dealer's left."""

    variations: tuple[Variation, ...]
    patron: KnownCard
    bids: tuple[tuple[Seat, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Playing:
    """The tricks are played; `noted` are faces seen on the way."""

    variations: tuple[Variation, ...]
    patron: KnownCard
    bids: tuple[tuple[Seat, tuple[int, ...]], ...]
    noted: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """After the last hand."""


Phase = Declaring | Bidding | Playing | Finished


@dataclass(frozen=True, slots=True)
class Hands:
    """The state of a session."""

    table: Table
    options: Options
    round: int = 1
    phase: Phase = Declaring()
    measured: tuple[Measure, ...] = ()
    ledger: Ledger = ()
    stopped: Stopped | None = None

    @property
    def dealer(self) -> Seat:
        return self.table.left_of(self.options.dealer, self.round - 1)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The dealer's left first, the dealer last."""
        return self.table.clockwise_from(self.dealer + 1)


def open_hands(table: Table, options: Options) -> Hands:
    require(2 <= len(table.names) <= 4, HANDS, "Two to four players can play.", field="names")
    require(1 <= options.hands <= 4, HANDS, "Between 1 and 4 hands.", field="hands")
    require(options.dealer in table.seats, HANDS, "The first dealer sits at this table.", field="dealer")
    known = set(options.gentle_dealers) <= set(table.seats)
    require(known, DECLARED, "Gentle dealers sit at this table.", field="gentle_dealers")
    return Hands(table, options)


def sides(table: Table) -> tuple[Side, ...]:
    if len(table.names) == 4:
        return ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
    return solo_sides(table.seats)


def apply(state: Hands, event: HandEvent, waived: Collection[str]) -> Hands:
    match state.phase, event:
        case Declaring(), HandDeclared():
            return _declared(state, event)
        case Bidding() as bidding, BidPlaced():
            return _bid(state, bidding, event)
        case Playing() as playing, FaceNoted():
            return _noted(state, playing, event)
        case Playing() as playing, HandPlayed():
            return _played(state, playing, event)
        case _:
            raise RuleViolation(DECLARED, "That is not what happens now.")


def _declared(state: Hands, event: HandDeclared) -> Hands:
    dealer = state.table.names[state.dealer]
    require(event.dealer == state.dealer, DECLARED, f"{dealer} deals this hand.", field="dealer", code="NOT_DEALER")
    once = len(set(event.variations)) == len(event.variations)
    require(once, DECLARED, "Each variation is declared at most once.", field="variations")
    both = {Variation.KEEPER, Variation.PASSER} <= set(event.variations)
    message = "Keeper and Passer exclude each other; choose one of them."
    require(not both, DECLARED, message, field="variations", code="KEEPER_AND_PASSER")
    printed = [label for label, _ in event.patron.numbers] == ["gift"]
    require(printed and bool(event.patron.name.strip()), PATRON, "The patron has a name and a gift.", field="patron")
    require(0 <= event.patron.number("gift") <= 9, PATRON, "A gift is between 0 and 9.", field="patron")
    return replace(state, phase=Bidding(event.variations, event.patron))


def _bid(state: Hands, bidding: Bidding, event: BidPlaced) -> Hands:
    turn = state.order[len(bidding.bids)]
    require(event.seat == turn, BIDDING, f"{state.table.names[turn]} bids now.", field="seat")
    single_or_double = len(event.bid) == 1 or (len(event.bid) == 2 and event.bid[1] == event.bid[0] + 1)
    require(single_or_double, BIDDING, "One number, or two in a row.", field="bid")
    within = all(0 <= n <= SIZE for n in event.bid)
    require(within, BIDDING, f"A bid is between 0 and {SIZE}.", field="bid")
    barred = dict(_barred(state, bidding))
    why = next((barred[n] for n in event.bid if n in barred), "")
    require(not why, BIDDING, why or "This bid is open.", field="bid")
    bids = (*bidding.bids, (event.seat, event.bid))
    if len(bids) < len(state.table.names):
        return replace(state, phase=replace(bidding, bids=bids))
    return replace(state, phase=Playing(bidding.variations, bidding.patron, bids))


def _barred(state: Hands, bidding: Bidding) -> tuple[tuple[int, str], ...]:
    """The number the last bidder may not bid."""
    if len(bidding.bids) < len(state.table.names) - 1:
        return ()
    rest = SIZE - sum(bid[0] for _, bid in bidding.bids)
    return ((rest, f"With {rest} the bids would add up to {SIZE}."),) if 0 <= rest <= SIZE else ()


def _noted(state: Hands, playing: Playing, event: FaceNoted) -> Hands:
    require(event.round == state.round, FACES, f"Hand {state.round} is being played.", field="round")
    require(event.seat in state.table.seats, FACES, "Choose one of the players.", field="seat")
    there = event.suit in {suit.key for suit in FRENCH_SUITS}
    require(there, FACES, "Choose one of the four suits.", field="suit")
    require(len(playing.noted) < 2 * PER_FACE, FACES, "There are no more faces.")
    return replace(state, phase=replace(playing, noted=(*playing.noted, (event.seat, event.suit))))


def _played(state: Hands, playing: Playing, event: HandPlayed) -> Hands:
    everybody = list(state.table.seats)
    counted = sorted(seat for seat, _ in event.tricks) == everybody == sorted(seat for seat, _ in event.faces)
    require(counted, TRICKS, "Count the tricks and faces of everybody.", field="tricks")
    require(all(n >= 0 for _, n in event.tricks), TRICKS, "Nobody takes less than no tricks.", field="tricks")
    taken = sum(n for _, n in event.tricks)
    require(taken == SIZE, TRICKS, f"The tricks add up to {taken}, but {SIZE} were played.", field="tricks")
    valid = all(n >= 0 for _, haul in event.faces for n in (haul.jacks, haul.kings))
    require(valid, FACES, "Nobody collects less than no faces.", field="faces")
    jacks = sum(haul.jacks for _, haul in event.faces)
    kings = sum(haul.kings for _, haul in event.faces)
    most = jacks <= PER_FACE and kings <= PER_FACE
    require(most, FACES, f"There are {PER_FACE} jacks and {PER_FACE} kings.", field="faces", code="RANK_SUM")
    return _next_hand(_scored(state, playing, event))


def _scored(state: Hands, playing: Playing, event: HandPlayed) -> Hands:
    tricks, faces = dict(event.tricks), dict(event.faces)
    gentle = Variation.GENTLE in playing.variations
    bids = (_bid_line(state.round, seat, bid, tricks[seat]) for seat, bid in playing.bids)
    hauls = () if gentle else tuple(_face_line(state.round, seat, faces[seat]) for seat in state.table.seats)
    paid = tuple(line for line in hauls if line.points)
    met = tuple(Measure(state.round, seat, "met", int(tricks[seat] in bid), 1) for seat, bid in playing.bids)
    lines = (*bids, *paid, *_gift(state, playing.patron, tricks))
    return replace(state, ledger=(*state.ledger, *lines), measured=(*state.measured, *met))


def _bid_line(round: int, seat: Seat, bid: tuple[int, ...], tricks: int) -> ScoreLine:
    if tricks in bid:
        terms = (Term("base", 10), Term("tricks", 2, tricks))
        return ScoreLine(round, seat, MET, terms if len(bid) == 1 else (Term("base", 5), Term("tricks", 1, tricks)))
    away = min(abs(tricks - n) for n in bid)
    return ScoreLine(round, seat, MISSED, (Term("tricks away", -3, away),))


def _face_line(round: int, seat: Seat, haul: Haul) -> ScoreLine:
    return ScoreLine(round, seat, FACES, (Term("jacks", -1, haul.jacks), Term("kings", -1, haul.kings)))


def _gift(state: Hands, patron: KnownCard, tricks: dict[Seat, int]) -> Ledger:
    most = [seat for seat in state.table.seats if tricks[seat] == max(tricks.values())]
    if len(most) > 1:
        return ()
    return (ScoreLine(state.round, most[0], PATRON, (Term(f"gift of {patron.name}", patron.number("gift")),)),)


def _next_hand(state: Hands) -> Hands:
    if state.round == state.options.hands:
        return replace(state, phase=Finished())
    return replace(state, round=state.round + 1, phase=Declaring())


def prompts(state: Hands) -> tuple[Prompt, ...]:
    match state.phase:
        case Declaring():
            return (_declare_prompt(state),)
        case Bidding() as bidding:
            seat = state.order[len(bidding.bids)]
            field = Bid("bid", "Bid", 0, SIZE, barred=_barred(state, bidding))
            title = f"{state.table.names[seat]} bids"
            return (
                Prompt(BidPlaced.kind, title, (field,), rule=BIDDING, seat=seat, given=(("seat", seat),), instant=True),
            )
        case Playing() as playing:
            return (_count_prompt(state, playing), _note_prompt(state))
        case Finished():
            return ()


def _declare_prompt(state: Hands) -> Prompt:
    gentle = state.dealer in state.options.gentle_dealers
    words = (
        Choice("keeper", "Keeper", text="Everybody keeps the cards."),
        Choice("passer", "Passer", text="Cards are passed to the left."),
        Choice("gentle", "Gentle", text="Faces cost nothing."),
    )
    fields = (
        Subset("variations", "Variations", words, likely=("gentle",) if gentle else ()),
        Known("patron", "Patron", "patron", (Count("gift", "Gift", 0, 9),), ("Saint Nobody",)),
    )
    title = f"{state.table.names[state.dealer]} deals hand {state.round}"
    given = (("dealer", state.dealer),)
    return Prompt(HandDeclared.kind, title, fields, rule=DECLARED, seat=state.dealer, given=given, confirm="Deal")


def _count_prompt(state: Hands, playing: Playing) -> Prompt:
    bids = dict(playing.bids)
    rows = tuple((seat, state.table.names[seat], f"bid {' or '.join(map(str, bids[seat]))}") for seat in state.order)
    likely = {seat: bids[seat][0] for seat in state.order}
    haul = (Count("jacks", "Jacks", 0, PER_FACE, likely=0), Count("kings", "Kings", 0, PER_FACE, likely=0))
    fields: tuple[Field, ...] = (
        Grid(
            "tricks",
            "Tricks",
            tuple(
                Cell(seat, name, Count("n", "Tricks", 0, SIZE, likely=likely[seat]), note) for seat, name, note in rows
            ),
            totals=(SIZE,),
            seats=True,
        ),
        Grid("faces", "Faces", tuple(Cell(s, name, Group("haul", "Faces", haul)) for s, name, _ in rows), seats=True),
    )
    return Prompt(HandPlayed.kind, f"Count hand {state.round}", fields, rule=TRICKS, confirm="Score the hand")


def _note_prompt(state: Hands) -> Prompt:
    players = tuple(Choice(seat, name) for seat, name in enumerate(state.table.names))
    suits = tuple(Choice(suit.key, suit.name, suit=suit.key) for suit in FRENCH_SUITS)
    fields = (Pick("seat", "Who", players, seats=True), Pick("suit", "Suit", suits))
    given = (("round", state.round),)
    title = "Note a collected face"
    return Prompt(FaceNoted.kind, title, fields, rule=FACES, given=given, menu="Notes", confirm="Note")


def form(state: Hands, prompt: Prompt, draft: Draft) -> Prompt:
    match prompt.fields:
        case (Subset() as subset, Known() as patron):
            chosen = set(draft.get("variations", ()))
            words = tuple(_excluded(choice, chosen) for choice in subset.choices)
            return replace(prompt, fields=(replace(subset, choices=words), patron))
        case _:
            return prompt


def _excluded(choice: Choice, chosen: set[str]) -> Choice:
    other = {"keeper": "passer", "passer": "keeper"}.get(str(choice.value))
    if other in chosen and choice.value not in chosen:
        return replace(choice, why_not=f"{other.title()} is declared; they exclude each other.")
    return choice


def standings(state: Hands) -> Standings:
    return rank(totals(state.ledger, state.table.seats), sides(state.table))


def outcome(state: Hands) -> Outcome | None:
    if not isinstance(state.phase, Finished):
        return None
    first = tuple(place for place in standings(state) if place.rank == 1)
    winners = tuple(seat for place in first for seat in place.side)
    names = " and ".join(state.table.names[seat] for seat in winners)
    return Outcome(WINNER, winners, f"{names}: {first[0].points} points after hand {state.round}.")


def rounds(state: Hands) -> tuple[RoundHead, ...]:
    return tuple(RoundHead(n, f"Hand {n}", "hand", SIZE, starter=starter(state)) for n in range(1, state.round + 1))


def facts(state: Hands) -> tuple[Fact, ...]:
    hand = Fact("round", "Hand", f"{state.round} of {state.options.hands}")
    dealer = Fact("dealer", "Dealer", state.table.names[state.dealer])
    match state.phase:
        case Bidding(variations, patron) | Playing(variations, patron):
            words = ", ".join(word.name.title() for word in variations) or "none"
            return (hand, dealer, Fact("variations", "Variations", words, rule=DECLARED), _patron_fact(patron))
        case Declaring() | Finished():
            return (hand, dealer)


def _patron_fact(patron: KnownCard) -> Fact:
    return Fact("patron", "Patron", f"{patron.name}, gift {patron.number('gift')}", rule=PATRON)


def board(state: Hands) -> Board:
    markers = (Marker(state.dealer, "dealer", "Deals"),)
    match state.phase:
        case Bidding(patron=patron):
            return Board((_middle(patron),), markers)
        case Playing(patron=patron, noted=noted):
            return Board((_middle(patron), *(_collected(state, seat, noted) for seat in state.table.seats)), markers)
        case Declaring() | Finished():
            return Board((), markers)


def _middle(patron: KnownCard) -> Zone:
    return Zone("patron", "Patron", (Tile("patron", patron.name, numbers=patron.numbers),))


def _collected(state: Hands, seat: Seat, noted: tuple[tuple[Seat, str], ...]) -> Zone:
    faces = tuple(
        Tile(f"face{n}", "Face", suit, up=False, owner=seat) for n, (who, suit) in enumerate(noted) if who == seat
    )
    return Zone(f"collected{seat}", "Collected", faces, seat, str(len(faces)), stacked=True)


def starter(state: Hands) -> Seat:
    return state.order[0]


def measures(state: Hands) -> tuple[Measure, ...]:
    return state.measured


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    players = tuple(Choice(seat, name) for seat, name in enumerate(table.names))
    dealer = Pick("dealer", "First dealer", players, likely=options.dealer, by_chance="Draw", seats=True)
    gentle = Subset("gentle_dealers", "Gentle dealers", players, likely=options.gentle_dealers)
    return (
        OptionField(Count("hands", "Hands", 1, 4, likely=options.hands), "How many hands are dealt.", HANDS),
        OptionField(dealer, "Who deals hand 1.", HANDS),
        OptionField(gentle, "Whose hands begin as gentle ones.", DECLARED, section="At our table", house=True),
    )


GAME: Final[Game[Options, Hands, HandEvent]] = Game(
    key="sk_variations",
    box=Box(
        title="Five Tricks",
        tagline="Two partners, five tricks, and the dealer decides how.",
        colour="#8a5a2b",
        players=range(2, 5),
        minutes=(15, 25),
        suits=FRENCH_SUITS,
    ),
    format=1,
    events=(HandDeclared, BidPlaced, FaceNoted, HandPlayed),
    options=Options,
    rules=(HANDS, DECLARED, BIDDING, TRICKS, MET, MISSED, FACES, PATRON, WINNER),
    option_fields=option_fields,
    open=open_hands,
    apply=apply,
    prompts=prompts,
    standings=standings,
    outcome=outcome,
    rounds=rounds,
    view=lambda state: TableView(facts(state), board(state)),
    form=form,
    measures=Measures((MeasureKind("met", "Bids met", share=True),), measures),
)
