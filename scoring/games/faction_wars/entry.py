"""Changing the level, and counting the piles: to join late, to enter more, or to correct a count."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Count, Field, Flag, Prompt
from scoring.contract.rulebook import refuse_if, require
from scoring.contract.scores import PerSeat, Seat
from scoring.games.faction_wars import passes, phases, steps
from scoring.games.faction_wars.battle import NEVER_EMPTY
from scoring.games.faction_wars.cards import BOX, PASS_CARDS
from scoring.games.faction_wars.options import Level
from scoring.games.faction_wars.state import CONSCRIPT_CARDS, Holding, State, Stock
from scoring.kit.levels import Levels, why_not_again
from scoring.kit.seats import check_one_each

LEVELS: Final = Levels(
    (
        (Level.FINAL, "Count at the end", "Everybody's cards, counted once at the end."),
        (Level.ROUNDS, "Round by round", "Bids, battles and the cards collected."),
        (Level.REFEREE, "Every card", "The line-up as well."),
    )
)
MOST_ROUNDS: Final = 90
_MOST_OWN: Final = 61
_GROUP: Final = "Piles"
_BEFORE_BIDS: Final = "Fill the line-up first. Cards never entered by name are counted at the end."
_IN_BATTLE: Final = "Cards shown in this battle are already discards; the line-up belongs to no pile."


@dataclass(frozen=True, slots=True)
class LevelChosen(Event[State]):
    """The level from here on."""

    level: Level

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_change_level(state), BOX, "The last round has been played; only the counting is left.")
        refuse_if(why_not_again(state.level, self.level), BOX, field="level")
        changed = replace(state, level=self.level)
        if self.level is Level.FINAL:
            return passes.finish_rounds(replace(changed, partial=True))
        if state.level is Level.FINAL:
            return replace(changed, phase=phases.Stocktaking(), recruits=())
        if isinstance(state.phase, phases.LiningUp) and LEVELS.is_more(state.level, self.level):
            return passes.refill(replace(changed, lineup=()))
        return changed

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Entered from here on: {LEVELS.label(self.level)}"


def can_change_level(state: State) -> bool:
    """Whether the level may change: during the rounds, or before anything was counted."""
    if not passes.is_counting(state):
        return True
    return state.phase == phases.CountingCards() and state.level is Level.FINAL and is_fresh(state)


def level_question(state: State) -> Prompt:
    when = "Less takes effect at once; every card is entered from the next line-up on."
    return LEVELS.ask_change(LevelChosen.kind, partial(why_not_again, state.level), rule=BOX, help=when)


@dataclass(frozen=True, slots=True)
class PilesCounted(Event[State]):
    """The size of every pile before the bids of round `next_round`, or during a battle in it."""

    next_round: int
    decks: PerSeat  # battle decks
    discards: PerSeat  # their discard piles
    recruit_deck: int
    recruit_discard: int
    passes: int  # which pass through the recruit deck it is
    war: bool  # whether War is Over has been drawn

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_count_piles(state), passes.RECRUIT_DECK, "Piles are counted before the bids or during a battle.")
        _check_round(state, self)
        decks, discards = dict(self.decks), dict(self.discards)
        _check_sizes(state, self.decks, "decks", state.table.seats)
        _check_sizes(state, self.discards, "discards", tuple(decks), in_order=True)
        _check_decks(state, self)
        _check_recruit_deck(state, self)
        holdings = tuple(_holding(state, seat, decks[seat], discards[seat]) for seat in state.table.seats)
        joined = self.next_round - 1 if is_fresh(state) else state.joined
        after = replace(
            state,
            round=self.next_round,
            holdings=holdings,
            stock=Stock(self.recruit_deck, self.recruit_discard, self.passes, state.stock.shuffled_in),
            last_round=(state.last_round or self.next_round) if self.war else 0,
            partial=any(own.unnamed for own in holdings) or joined > 0,
            joined=joined,
        )
        if isinstance(state.phase, phases.Stocktaking):
            return replace(after, phase=phases.Bidding(passes.positions(state)))
        return after

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        decks = f"battle decks {table.list_numbers(self.decks)}; discard piles {table.list_numbers(self.discards)}"
        return f"Piles before round {self.next_round}: {decks}; recruit deck {self.recruit_deck}"


def can_count_piles(state: State) -> bool:
    match state.phase:
        case phases.Stocktaking():
            return True
        case phases.Bidding(sealed=sealed):
            return not sealed
        case phases.Resolving(pending=(steps.Battle(), *_)):
            return True
        case _:
            return False


def is_fresh(state: State) -> bool:
    """Whether no round was entered yet, so that earlier ones may have been played without the app."""
    return not state.entered


def piles_question(state: State) -> Prompt:
    """The sizes of all piles; what the app has counted is the likely answer."""
    is_main, fresh = isinstance(state.phase, phases.Stocktaking), is_fresh(state)
    number = Count("next_round", "The next round is", 1, MOST_ROUNDS, likely=state.round)
    fields = (*_own_piles(state), *_recruit_piles(state))
    return Prompt(
        PilesCounted.kind,
        "Count the piles",
        (number, *fields) if fresh else fields,
        rule=passes.RECRUIT_DECK,
        given=() if fresh else (("next_round", state.round),),
        confirm="Go on from here",
        help=_IN_BATTLE if isinstance(state.phase, phases.Resolving) else _BEFORE_BIDS,
        menu="" if is_main else _GROUP,
    )


def _own_piles(state: State) -> Iterator[Field]:
    def deck(seat: Seat) -> Count:
        low = 0 if _may_be_empty(state, seat) else 1
        return Count("decks", "", low, _MOST_OWN, likely=max(state.holdings[seat].deck, low))

    def discard(seat: Seat) -> Count:
        return Count("discards", "", 0, _MOST_OWN, likely=state.holdings[seat].discard)

    yield state.table.ask_each_seat("decks", "Battle deck", deck)
    yield state.table.ask_each_seat("discards", "Its discards", discard)


def _recruit_piles(state: State) -> Iterator[Field]:
    stock, most, last = state.stock, PASS_CARDS + 1, passes.pass_count(state.starters)
    in_lineup = _lineup_size(state) if isinstance(state.phase, phases.Stocktaking) else 0
    yield Count("recruit_deck", "Recruit deck", 0, most, likely=max(0, stock.deck - in_lineup))
    yield Count("recruit_discard", "Its discard pile", 0, most, likely=stock.discard)
    yield Count("passes", "Pass through the recruit deck", 1, last, likely=min(stock.passes, last))
    yield Flag("war", "War is Over has been drawn", likely=bool(state.last_round))


def _may_be_empty(state: State, seat: Seat) -> bool:
    """A battle deck may only be empty in a battle, if its owner need not reveal a card now."""
    match state.phase:
        case phases.Resolving(pending=(steps.Battle() as battle, *_)) as phase:
            return seat in phase.bidders(battle.position) and seat not in battle.missing
        case _:
            return False


def _lineup_size(state: State) -> int:
    if isinstance(state.phase, phases.Resolving):
        return state.phase.positions - len(state.phase.emptied)
    return state.phase.positions if isinstance(state.phase, phases.Bidding) else passes.positions(state)


def _holding(state: State, seat: Seat, deck: int, discard: int) -> Holding:
    known = state.holdings[seat].cards
    return Holding(deck, discard, known, deck + discard - CONSCRIPT_CARDS - len(known))


def _check_round(state: State, event: PilesCounted) -> None:
    if is_fresh(state):
        message = f"The next round is a number from 1 to {MOST_ROUNDS}."
        require(1 <= event.next_round <= MOST_ROUNDS, passes.RECRUIT_DECK, message, field="next_round")
    else:
        message = f"Round {state.round} is being played."
        require(event.next_round == state.round, passes.RECRUIT_DECK, message, field="next_round")


def _check_sizes(state: State, numbers: PerSeat, name: str, seats: Sequence[Seat], *, in_order: bool = False) -> None:
    message = "Every player needs one number of cards."
    check_one_each(numbers, seats, passes.RECRUIT_DECK, message, field=name, in_order=in_order)
    for seat, cards in numbers:
        path = f"{name}[{seat}]"
        message = f"{state.name(seat)} cannot have {cards} cards there."
        require(cards >= 0, passes.RECRUIT_DECK, message, field=path, code="NEGATIVE")
        require(cards <= _MOST_OWN, passes.RECRUIT_DECK, message, field=path)


def _check_decks(state: State, event: PilesCounted) -> None:
    discards = dict(event.discards)
    for seat, deck in event.decks:
        name, path = state.name(seat), f"decks[{seat}]"
        empty = f"{name}'s battle deck is empty: shuffle the discard pile first."
        require(deck > 0 or _may_be_empty(state, seat), NEVER_EMPTY, empty, field=path, code="NO_CARDS_IN_DECK")
        least = CONSCRIPT_CARDS + len(state.holdings[seat].cards)
        message = f"{name} owns at least {least} cards: the conscripts and the cards entered."
        require(deck + discards[seat] >= least, NEVER_EMPTY, message, field=path)


def _check_recruit_deck(state: State, event: PilesCounted) -> None:
    for name in ("recruit_deck", "recruit_discard"):
        number = getattr(event, name)
        require(number >= 0, passes.RECRUIT_DECK, "A pile has 0 cards or more.", field=name, code="NEGATIVE")
    last = passes.pass_count(state.starters)
    message = f"There are {last} passes through the recruit deck."
    require(1 <= event.passes <= last, passes.PASSES, message, field="passes")
    message = f"War is Over comes in pass {last} through the deck."
    require(not event.war or event.passes == last, passes.ASIDE, message, field="war", code="WAR_TOO_EARLY")
    hidden = event.passes == last and not event.war
    message = "War is Over is in the recruit deck, so it has at least one card."
    require(event.recruit_deck > 0 or not hidden, passes.ASIDE, message, field="recruit_deck")
    owned = sum(cards for _, cards in (*event.decks, *event.discards)) - CONSCRIPT_CARDS * state.players
    lineup = _lineup_size(state)
    total = owned + lineup + event.recruit_deck + event.recruit_discard - hidden
    message = f"With {lineup} in the line-up that makes {total} cards of the recruit deck; the box has {PASS_CARDS}."
    require(total <= PASS_CARDS, BOX, message, field="recruit_deck", code="TOO_MANY_OF_KIND")
