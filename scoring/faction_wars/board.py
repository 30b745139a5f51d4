"""What lies on the table, the facts at the top, and every entry as a sentence of the log."""

from collections.abc import Iterator
from typing import Final

from scoring.board import Board, Marker, Tile, Zone
from scoring.faction_wars import battle, counting, passes
from scoring.faction_wars.cards import TITLES, Card
from scoring.faction_wars.entry import LEVELS
from scoring.faction_wars.events import (
    ActionDone,
    BidSealed,
    BidsTurned,
    BonusesDisplayed,
    BonusesScored,
    BystanderGiven,
    CardCollected,
    CardDrawn,
    CardLaid,
    CardRevealed,
    CardsCounted,
    DeckEmptied,
    Event,
    LevelChosen,
    PerSeat,
    PilesCounted,
    RecruitRemoved,
    RecruitsCounted,
    Robbed,
    WarDrawn,
)
from scoring.faction_wars.state import Battle, Bidding, Resolving, State, Stocktaking
from scoring.game import Fact, Table
from scoring.scores import Seat

_LEVELS: Final = {level: label for level, label, _ in LEVELS}


# The board ----------------------------------------------------------------------------------------------------------


def board(state: State) -> Board:
    """The line-up with the bids, the running battle, everybody's battle deck."""
    if passes.is_counting(state):
        return Board(_bonuses(state))
    places = tuple(zone for seat in state.table.seats for zone in _place(state, seat))
    return Board((*places, *_bonuses(state), *_line_up(state), *_battle(state)), _markers(state))


def _place(state: State, seat: Seat) -> Iterator[Zone]:
    match state.phase:
        case Bidding(sealed=sealed) if seat in dict(sealed):
            yield Zone(f"bid-{seat}", "Bid", seat=seat, count="sealed")
        case Resolving(bids=bids):
            yield Zone(f"bid-{seat}", "Bid", seat=seat, count=f"→ {dict(bids)[seat]}")
        case _:
            return


def _bonuses(state: State) -> tuple[Zone, ...]:
    if not state.displayed:
        return ()
    tiles = tuple(Tile(f"bonus-{n}", bonus.card, badge=bonus.text) for n, bonus in enumerate(state.displayed))
    return (Zone("bonuses", "Bonus cards", tiles),)


def _line_up(state: State) -> tuple[Zone, ...]:
    gone = passes.gone(state)
    laid = {n: card for n, card in enumerate(state.lineup, 1) if n not in gone}
    match state.phase:
        case Resolving(positions=positions) as phase:
            open_ = [n for n in range(1, positions + 1) if n not in gone and (n in laid or phase.bidders(n))]
            tiles = tuple(_position(n, laid.get(n), state, phase.bidders(n)) for n in open_)
        case _:
            tiles = tuple(_position(n, card, state, ()) for n, card in laid.items())
    return (Zone("line-up", "Line-up", tiles),) if tiles else ()


def _position(n: int, card: Card | None, state: State, bidders: tuple[Seat, ...]) -> Tile:
    badge = state.names(bidders) if bidders else ""
    if card is None:
        return Tile(f"position-{n}", f"Position {n}", badge=badge)
    numbers = () if badge else (("value", card.value), ("points", card.points))
    return Tile(f"position-{n}", f"{n} {card.name}", card.suit, numbers, badge=badge)


def _battle(state: State) -> tuple[Zone, ...]:
    match state.phase:
        case Resolving(pending=(Battle(before=before, shown=shown) as fought, *_)) if before or shown:
            tiles = tuple(
                Tile(f"shown-{n}", "Kunoichi" if card == battle.HER else card, owner=seat, badge=state.name(seat))
                for n, (seat, card) in enumerate((*before, *shown))
            )
            return (Zone("battle", f"Battle for {fought.position}: {state.names(fought.fighting)}", tiles),)
        case _:
            return ()


def _markers(state: State) -> tuple[Marker, ...]:
    """Everybody's battle deck and discard pile (FW-039)."""
    if isinstance(state.phase, Stocktaking):
        return ()
    return tuple(
        Marker(Seat(seat), "deck", f"deck {held.deck}, pile {held.discard}") for seat, held in enumerate(state.holdings)
    )


# The facts ----------------------------------------------------------------------------------------------------------


def facts(state: State) -> tuple[Fact, ...]:
    """The round, how often the deck was begun, and the cards left in it."""
    if passes.is_counting(state):
        return (Fact("round", "", "Final count", rule=counting.WINNER),)
    stock, last = state.stock, passes.passes(state.players)
    rounds = Fact("round", "Round", f"{state.round}, the last" if state.last_round else f"{state.round}")
    return (
        rounds,
        Fact("pass", "Pass", f"{min(stock.passes, last)} of {last}", rule=passes.PASSES),
        Fact("cards", "Deck", f"{stock.deck}", rule=passes.RECRUIT_DECK),
    )


# The log ------------------------------------------------------------------------------------------------------------


def veil(state: State, event: Event) -> frozenset[str]:
    """A sealed bid is secret until the last one of its round is in (FW-020)."""
    match event, state.phase:
        case BidSealed(round=number), Bidding() if number == state.round:
            return frozenset({"bid"})
        case _:
            return frozenset()


def sentence(table: Table, event: Event, veiled: frozenset[str]) -> str:
    """An entry as the log tells it."""
    match event:
        case CardRevealed(position=position, seat=seat, card=card):
            shown = "Kunoichi" if card == battle.HER else f"a {card}"
            return f"{table.names[seat]} reveals {shown} for position {position}"
        case BidsTurned(bids=bids):
            return f"Bids: {_each(table, bids)}"
        case BidSealed(seat=seat):
            return f"{table.names[seat]} {'has sealed a bid' if veiled else f'bid {event.bid}'}"
        case CardLaid(position=position, card=card):
            return f"Position {position}: {card.name.strip()}"
        case CardCollected(seat, card):
            return f"{table.names[seat]} collects {card.name.strip()}"
        case CardDrawn(seat, card):
            return f"{table.names[seat]} draws {card.name.strip()}"
        case RecruitRemoved(_, victim, None):
            return f"{table.names[victim]} has no recruit that could be removed"
        case Robbed(seat, victim, card):
            name = table.names[seat]
            if victim is None:
                return f"{name} takes nothing: nobody has a recruit"
            return f"{name} takes {card or 'a recruit'} from {table.names[victim]}"
        case RecruitRemoved(_, victim, card):
            return f"{card or 'A recruit'} of {table.names[victim]} is discarded"
        case BystanderGiven(seat, to):
            return f"{table.names[seat]} hands a bystander to {table.names[to]}"
        case ActionDone():
            return _action(table, event)
        case WarDrawn():
            return "War is Over is drawn: the last round"
        case DeckEmptied():
            return "The recruit deck has run out and is made anew"
        case BonusesDisplayed() | LevelChosen() | PilesCounted() | CardsCounted() | BonusesScored() | RecruitsCounted():
            return _counted(table, event)


def _counted(
    table: Table,
    event: LevelChosen | PilesCounted | BonusesDisplayed | CardsCounted | BonusesScored | RecruitsCounted,
) -> str:
    match event:
        case LevelChosen(level):
            return f"Entered from here on: {_LEVELS[level]}"
        case PilesCounted():
            decks = f"battle decks {_each(table, event.decks)}; discard piles {_each(table, event.discards)}"
            return f"Piles before round {event.next_round}: {decks}; recruit deck {event.recruit_deck}"
        case BonusesDisplayed(bonuses):
            return f"Bonus cards: {', '.join(bonus.card.strip() for bonus in bonuses)}"
        case CardsCounted(seat, recruits, berserkers, bystanders):
            parts = f"recruits {recruits}, Berserkers {berserkers}, bystanders {abs(bystanders)}"
            return f"{table.names[seat]}: {parts}"
        case BonusesScored():
            return _bonus(table, event)
        case RecruitsCounted(recruits):
            return f"Recruits: {_each(table, recruits)}"


def _action(table: Table, event: ActionDone) -> str:
    brought = [f"{event.drawn} drawn"] if event.drawn else []
    brought += [f"position {n}" for n in event.positions]
    brought += [f"{_recruits(n)} from {table.names[seat]}" for seat, n in event.robbed if n]
    brought += [f"{_recruits(n)} of {table.names[seat]} removed" for seat, n in event.removed if n]
    told = ", ".join(brought) or event.note.strip() or "done"
    return f"{table.names[event.seat]} carries out an action: {told}"


def _recruits(n: int) -> str:
    return "a recruit" if n == 1 else f"{n} recruits"


def _bonus(table: Table, event: BonusesScored) -> str:
    named = [f"{TITLES[card]} {_each(table, counts)}" for card, counts in event.counts]
    others = ", ".join(f"{table.names[seat]} {n}" for seat, n in event.points if n)
    return f"Bonuses: {'; '.join((*named, *((others,) if others else ()))) or 'none'}"


def _each(table: Table, numbers: PerSeat) -> str:
    return ", ".join(f"{table.names[seat]} {n}" for seat, n in numbers)
