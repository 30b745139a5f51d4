"""How much of the game is entered, and the piles counted anew: to join late, to enter more, or to set a count right."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.faction_wars import passes
from scoring.faction_wars.battle import NEVER_EMPTY
from scoring.faction_wars.cards import BOX, PASS_CARDS
from scoring.faction_wars.options import Level
from scoring.faction_wars.passes import ASIDE, PASSES, RECRUIT_DECK
from scoring.faction_wars.state import (
    CONSCRIPT_CARDS,
    Battle,
    Bidding,
    BreakingTie,
    CountingBonuses,
    CountingCards,
    Event,
    Holding,
    LiningUp,
    Over,
    Resolving,
    State,
    Stock,
    Stocktaking,
)
from scoring.game import Table
from scoring.prompts import Cell, Choice, Count, Flag, Grid, Pick, Prompt, Role
from scoring.rulebook import require
from scoring.scores import PerSeat, Seat

LEVELS: Final = (
    (Level.FINAL, "Final score", "Everybody's cards, counted once at the end."),
    (Level.ROUNDS, "Rounds", "Bids, battles and the cards collected."),
    (Level.REFEREE, "Referee", "The line-up as well: every card that comes."),
)
_LABELS: Final = {level: label for level, label, _ in LEVELS}
_DEPTH: Final = tuple(level for level, _, _ in LEVELS)
MOST_ROUNDS: Final = 90
_MOST_OWN: Final = 61
_GROUP: Final = "Piles"
_BEFORE_BIDS: Final = "With the line-up laid. Cards never entered by name are counted at the end."
_IN_BATTLE: Final = "Cards shown in this battle are discards already; the line-up belongs to no pile."


# More or less -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """How much is entered from here on."""

    kind: ClassVar[str] = "level_chosen"
    level: Level

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_choose(state), BOX, "The last round has been played; what is left is counting.")
        require(self.level is not state.level, BOX, "That is how the game is entered already.", field="level")
        changed = replace(state, level=self.level)
        if self.level is Level.FINAL:
            return passes.finish(replace(changed, partial=True))
        if state.level is Level.FINAL:
            return replace(changed, phase=Stocktaking())
        lower = _DEPTH.index(self.level) < _DEPTH.index(state.level)
        return passes.refilled(replace(changed, lineup=())) if lower and isinstance(state.phase, LiningUp) else changed

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Entered from here on: {_LABELS[self.level]}"


def can_choose(state: State) -> bool:
    """Whether another level may be chosen: during the rounds, or before anything was counted."""
    if not passes.is_counting(state):
        return True
    return state.phase == CountingCards() and state.level is Level.FINAL and not state.past


def level_question(state: State) -> Prompt:
    """The form of the level."""
    levels = tuple(
        Choice(level.value, label, "Chosen already." if level is state.level else "", text=text)
        for level, label, text in LEVELS
    )
    return Prompt(
        LevelChosen.kind,
        "Enter more or less",
        (Pick("level", "What is entered", levels),),
        rule=BOX,
        role=Role.ASIDE,
        confirm="Change",
        help="Less at once; the line-up from the next one on.",
        group="This game",
    )


# The piles ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PilesCounted:
    """Every pile on the table as it lies before the bids of round `next_round`, or in a battle of it."""

    kind: ClassVar[str] = "piles_counted"
    next_round: int
    decks: PerSeat  # battle decks
    discards: PerSeat  # their discard piles
    recruit_deck: int
    recruit_discard: int
    passes: int  # how often the recruit deck has been begun
    war: bool  # whether War is Over has been drawn

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_count(state), RECRUIT_DECK, "Piles are counted before the bids, or while a battle goes on.")
        _check_round(state, self)
        _check_each(state, self.decks, "decks")
        _check_each(state, self.discards, "discards")
        _check_decks(state, self)
        _check_recruit_deck(state, self)
        discards = dict(self.discards)
        holdings = tuple(_held(state, seat, deck, discards[seat]) for seat, deck in self.decks)
        joined = self.next_round - 1 if is_fresh(state) else state.joined
        after = replace(
            state,
            round=self.next_round,
            holdings=holdings,
            stock=Stock(self.recruit_deck, self.recruit_discard, self.passes, state.stock.shuffled_in),
            last_round=(state.last_round or self.next_round) if self.war else 0,
            partial=any(held.unnamed for held in holdings) or joined > 0,
            joined=joined,
        )
        if isinstance(state.phase, Stocktaking):
            return replace(after, phase=Bidding(passes.positions(state)))
        return after

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        decks = f"battle decks {table.list_numbers(self.decks)}; discard piles {table.list_numbers(self.discards)}"
        return f"Piles before round {self.next_round}: {decks}; recruit deck {self.recruit_deck}"


def can_count(state: State) -> bool:
    """Whether the piles may be counted now."""
    match state.phase:
        case Stocktaking():
            return True
        case Bidding(sealed=sealed):
            return not sealed
        case Resolving(pending=(Battle(), *_)):
            return True
        case _:
            return False


def is_fresh(state: State) -> bool:
    """Whether no round was entered yet, so that the companion may have come late."""
    return not state.past and not isinstance(state.phase, Resolving)


def piles_question(state: State) -> Prompt:
    """The form of all piles, with what is thought to lie there."""
    seats = state.table.seats
    decks = tuple(
        Cell(seat, state.name(seat), _own("decks", state.holdings[seat].deck, int(not _may_be_empty(state, seat))))
        for seat in seats
    )
    discards = tuple(Cell(seat, state.name(seat), _own("discards", state.holdings[seat].discard, 0)) for seat in seats)
    stock, most = state.stock, PASS_CARDS + 1
    last = passes.passes(state.players)
    not_laid = _lying(state) if isinstance(state.phase, Stocktaking) else 0
    fields = (
        Grid("decks", "Battle deck", decks, seats=True),
        Grid("discards", "Its discards", discards, seats=True),
        Count("recruit_deck", "Recruit deck", 0, most, likely=max(0, stock.deck - not_laid)),
        Count("recruit_discard", "Its discard pile", 0, most, likely=stock.discard),
        Count("passes", "Time through the recruit deck", 1, last, likely=min(stock.passes, last)),
        Flag("war", "War is Over has been drawn", likely=bool(state.last_round)),
    )
    fresh = is_fresh(state)
    number = Count("next_round", "The next round is", 1, MOST_ROUNDS, likely=state.round)
    return Prompt(
        PilesCounted.kind,
        "Count the piles",
        (number, *fields) if fresh else fields,
        rule=RECRUIT_DECK,
        role=Role.MAIN if isinstance(state.phase, Stocktaking) else Role.ASIDE,
        given=() if fresh else (("next_round", state.round),),
        confirm="Go on from here",
        help=_IN_BATTLE if isinstance(state.phase, Resolving) else _BEFORE_BIDS,
        group="" if isinstance(state.phase, Stocktaking) else _GROUP,
    )


def _may_be_empty(state: State, seat: Seat) -> bool:
    """Whether somebody's battle deck may be empty: in a battle, when no card is to be revealed from it now."""
    match state.phase:
        case Resolving(pending=(Battle() as battle, *_)) as phase:
            reveals = seat in battle.fighting and seat not in dict(battle.shown)
            return seat in phase.bidders(battle.position) and not reveals
        case _:
            return False


def _lying(state: State) -> int:
    """Cards that lie in the line-up."""
    match state.phase:
        case Bidding(positions=positions):
            return positions
        case Resolving() as phase:
            return phase.positions - len(phase.gone)
        case LiningUp() | Stocktaking() | CountingCards() | CountingBonuses() | BreakingTie() | Over():
            return passes.positions(state)


def _own(name: str, likely: int, low: int) -> Count:
    return Count(name, "", low, _MOST_OWN, likely=max(likely, low))


def _held(state: State, seat: Seat, deck: int, discard: int) -> Holding:
    known = state.holdings[seat].cards
    return Holding(deck, discard, known, deck + discard - CONSCRIPT_CARDS - len(known))


def _check_round(state: State, event: PilesCounted) -> None:
    if is_fresh(state):
        message = f"The next round is a number from 1 to {MOST_ROUNDS}."
        require(1 <= event.next_round <= MOST_ROUNDS, RECRUIT_DECK, message, field="next_round")
    else:
        message = f"Round {state.round} is being played."
        require(event.next_round == state.round, RECRUIT_DECK, message, field="next_round")


def _check_each(state: State, numbers: PerSeat, name: str) -> None:
    complete = tuple(seat for seat, _ in numbers) == state.table.seats
    require(complete, RECRUIT_DECK, "Every player needs one number of cards.", field=name)
    for seat, cards in numbers:
        path = f"{name}[{seat}]"
        message = f"{state.name(seat)} cannot have {cards} cards there."
        require(cards >= 0, RECRUIT_DECK, message, field=path, code="NEGATIVE")
        require(cards <= _MOST_OWN, RECRUIT_DECK, message, field=path)


def _check_decks(state: State, event: PilesCounted) -> None:
    discards = dict(event.discards)
    for seat, deck in event.decks:
        name, path = state.name(seat), f"decks[{seat}]"
        empty = f"{name}'s battle deck is empty: shuffle the discard pile first."
        require(deck > 0 or _may_be_empty(state, seat), NEVER_EMPTY, empty, field=path, code="NO_CARDS_IN_DECK")
        least = CONSCRIPT_CARDS + len(state.holdings[seat].cards)
        message = f"{name} owns {least} cards at least: the conscripts and what was entered."
        require(deck + discards[seat] >= least, NEVER_EMPTY, message, field=path)


def _check_recruit_deck(state: State, event: PilesCounted) -> None:
    for name in ("recruit_deck", "recruit_discard"):
        number = getattr(event, name)
        require(number >= 0, RECRUIT_DECK, "A pile has 0 cards or more.", field=name, code="NEGATIVE")
    last = passes.passes(state.players)
    message = f"The recruit deck is gone through {last} times."
    require(1 <= event.passes <= last, PASSES, message, field="passes")
    early = f"War is Over comes in time {last} through the deck."
    require(not event.war or event.passes == last, ASIDE, early, field="war", code="WAR_TOO_EARLY")
    hidden = event.passes == last and not event.war
    missing = "War is Over lies in the recruit deck, so that deck has a card at least."
    require(event.recruit_deck > 0 or not hidden, ASIDE, missing, field="recruit_deck")
    owned = sum(cards for _, cards in (*event.decks, *event.discards)) - CONSCRIPT_CARDS * state.players
    lying = _lying(state)
    total = owned + lying + event.recruit_deck + event.recruit_discard - hidden
    message = f"With {lying} in the line-up that makes {total} cards of the recruit deck; the box has {PASS_CARDS}."
    require(total <= PASS_CARDS, BOX, message, field="recruit_deck", code="TOO_MANY_OF_KIND")


EVENTS: Final[tuple[type[Event], ...]] = (LevelChosen, PilesCounted)
