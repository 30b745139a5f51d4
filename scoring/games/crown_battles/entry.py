"""The level of entry, and joining a game after its first rounds."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Count, Field, Flag, Prompt
from scoring.contract.rulebook import require
from scoring.contract.scores import ScoreLine, Seat, Term
from scoring.games.crown_battles import trick_position, tricks
from scoring.games.crown_battles.dealing import begin_round, first_phase, is_untouched
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.order import ORDER
from scoring.games.crown_battles.rounds import wagering
from scoring.games.crown_battles.state import STEP, ByCards, ByCounts, ByTricks, Drawing, State, Trick, Trickwise, Used
from scoring.games.crown_battles.trick_rules import BOMB
from scoring.games.crown_battles.winning import FIVES, RUNNING_TOTAL, sole_leader
from scoring.kit.levels import CURRENT, Levels, why_not_again
from scoring.kit.trick_taking import Level

GROUP: Final = "This game"
LEVELS: Final = Levels(
    (
        (Level.COUNTS, "Counts", "Bids, and the tricks at the end."),
        (Level.TRICKS, "Tricks", "The winner of every trick."),
        (Level.CARDS, "Cards", "Every card; winners and leaders follow from them."),
    )
)
_MOST: Final = 9995  # a limit for typing; twenty rounds may bring thousands
_ENTERED: Final = {Level.COUNTS: "by counting", Level.TRICKS: "trick by trick", Level.CARDS: "card by card"}


@dataclass(frozen=True, slots=True)
class LevelChosen(Event[State]):
    """Another level of entry: from this round on if it is untouched, else from the next one.

    `at_once`: a simpler level already counts for the rest of a round that has begun.
    """

    level: Level
    at_once: bool = False

    def apply(self, state: State, waived: Collection[str]) -> State:
        is_now = self.at_once and _may_simplify(state, self.level)
        require(is_now or self.level is not state.level, ORDER, CURRENT, field="level")
        if not is_untouched(state):
            later = replace(state, level=self.level)
            return _simplify_round(later, self.level) if is_now else later
        again = replace(state.deal, level=self.level)
        phase = state.phase if isinstance(state.phase, Drawing) else first_phase(again)
        return replace(state, level=self.level, deal=again, phase=phase)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Rounds are entered {_ENTERED[self.level]}"


def _may_simplify(state: State, level: Level) -> bool:
    """Whether a level is simpler than that of a round that has begun and is not yet played."""
    is_running = not is_untouched(state) and not trick_position.are_all_played(state)
    return is_running and LEVELS.is_more(state.deal.level, than=level)


def _simplify_round(state: State, level: Level) -> State:
    """The rest of the round at a simpler level; bids, used cards and finished tricks are kept."""
    if isinstance(state.phase, ByCards) and state.phase.named is not None:  # a Bomb has destroyed the running trick
        bombed = Trick(None, state.deal.trump, BOMB)
        state = tricks.finish_trick(state, state.phase, bombed, state.phase.named)
    deal, phase = replace(state.deal, level=level), state.phase
    if not isinstance(phase, Trickwise):
        return replace(state, deal=deal)
    trump = deal.trump if phase.coming is None else phase.coming
    used = _list_used(phase, level)
    if level is Level.COUNTS:
        part = trick_position.possible_tricks(state, after_trick=True)[0].part or 0
        counted = ByCounts(phase.bids, used, phase.owned[:part], phase.owned)
        return replace(state, deal=replace(deal, trump=trump), phase=counted)
    simpler = ByTricks(phase.bids, phase.leader, phase.owned, used, phase.tricks, phase.coming)
    return replace(state, deal=deal, phase=simpler)


def _list_used(phase: Trickwise, level: Level) -> tuple[Used, ...]:
    """The used cards: with the Bomb of a trick the table gave to nobody, and to be counted without a void one."""
    is_used = any(used.card is Special.BOMB for used in phase.used)
    for number, trick in enumerate(phase.tricks, start=1):
        if trick.winner is None and not is_used:
            seats = {play.card: play.seat for play in trick.plays}
            seat = seats.get(Special.BOMB, trick.plays[0].seat)
            return (*phase.used, Used(Special.BOMB, seat, copied=False, part=trick.part or 0, tricks=(number,)))
    is_void = level is Level.COUNTS and all(trick.winner is not None for trick in phase.tricks)
    return tuple(used for used in phase.used if not is_void or used.card is not Special.BOMB)


@dataclass(frozen=True, slots=True)
class JoinedLate(Event[State]):
    """The session begins with round `next_round`; `pot` is what earlier Wagering rounds left (CB-289)."""

    next_round: int
    totals: tuple[tuple[Seat, int], ...]
    pot: int = 0

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(is_fresh(state), RUNNING_TOTAL, "Enter totals of earlier rounds before anything else.")
        _check_joining(state, self)
        number = self.next_round
        ledger = tuple(
            ScoreLine(number - 1, seat, RUNNING_TOTAL, (Term("so far", points),))
            for seat, points in sorted(self.totals)
        )
        joined = replace(state, ledger=ledger, joined=number - 1, pot=self.pot)
        return begin_round(replace(joined, crown=sole_leader(joined.totals)), number)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        left = f"; {self.pot} in the pot" if self.pot else ""
        return f"Joined at round {self.next_round}: {table.list_numbers(self.totals)}{left}"


def is_fresh(state: State) -> bool:
    """Whether nothing but the level was entered yet."""
    return state.round == 1 and not state.ledger and not state.drawn and is_untouched(state)


def asides(state: State) -> tuple[Prompt, ...]:
    level = _level_prompt(state)
    return (level, _join_prompt(state)) if is_fresh(state) and len(state.schedule) > 1 else (level,)


def _level_prompt(state: State) -> Prompt:
    """Offers another level; in a round that has begun, a simpler one may count at once."""
    prompt = LEVELS.ask_change(
        LevelChosen.kind,
        lambda level: "" if _may_simplify(state, level) else why_not_again(state.level, level),
        rule=ORDER,
        help="From this round on." if is_untouched(state) else "From the next round on.",
        group=GROUP,
    )
    if not _may_simplify(state, Level.COUNTS):
        return replace(prompt, given=(("at_once", False),))
    at_once = Flag("at_once", "Enter less already in this round", likely=True)
    help = "Less at once, and what was entered is kept; more from the next round on."
    return replace(prompt, fields=(*prompt.fields, at_once), help=help)


def _join_prompt(state: State) -> Prompt:
    points = Count("points", "", -_MOST, _MOST, step=STEP)
    fields: tuple[Field, ...] = (
        Count("next_round", "Next round", 2, len(state.schedule)),
        state.table.ask_each_seat("totals", "Totals so far", points),
    )
    stakes = RoundType.WAGERING in state.options.pool
    return Prompt(
        JoinedLate.kind,
        "We have played some rounds",
        (*fields, wagering.open_pot_field(state)) if stakes else fields,
        rule=RUNNING_TOTAL,
        given=() if stakes else (("pot", 0),),
        confirm="Go on from there",
        help="The first dealer in the set-up is the dealer of round 1.",
        menu=GROUP,
    )


def _check_joining(state: State, event: JoinedLate) -> None:
    last = len(state.schedule)
    message = f"Choose the round you are about to play, at most round {last}; the first one needs no totals."
    require(2 <= event.next_round <= last, RUNNING_TOTAL, message, field="next_round")
    complete = state.table.has_all_seats(event.totals)
    require(complete, RUNNING_TOTAL, "Every player needs a total; enter 0 if there is none.", field="totals")
    for seat, points in event.totals:
        path = f"totals[{seat}]"
        message = f"{state.name(seat)}'s total must be a multiple of 5, not {points}."
        require(points % STEP == 0, FIVES, message, field=path)
        message = f"{state.name(seat)}'s total must be between {-_MOST} and {_MOST}."
        require(abs(points) <= _MOST, RUNNING_TOTAL, message, field=path)
    wagering.check_open_pot(state, event.pot, event.next_round - 1)
