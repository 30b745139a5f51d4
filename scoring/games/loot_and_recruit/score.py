"""Points at the three checkpoints, and who wins."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.contract.game import Reach, by_points
from scoring.contract.names import count_of
from scoring.contract.rulebook import Rule
from scoring.contract.scores import (
    Ledger,
    Outcome,
    ScoreLine,
    Seat,
    Standings,
    Term,
    break_ties,
    tie_break_by_count,
    totals,
)
from scoring.contract.tapes import Tape, list_terms
from scoring.games.loot_and_recruit.options import Level, TieWin
from scoring.games.loot_and_recruit.state import CHECKPOINTS, Flip, Goblin, Over, State
from scoring.kit.seats import list_tied

COUNTS: Final = Rule("LR-091", "All goblins on your platforms count, at any height.", "Scoring")
WINNER: Final = Rule("LR-094", "The highest final score wins.", "Scoring")
SANITY: Final = Rule("LR-096", "A checkpoint may score less than the one before, but never less than 0.", "Follows")
TIE: Final = Rule("LR-R05", "Equal scores share the win, or the last checkpoint or most goblins decide.", "Our ruling")


def count_line(state: State, seat: Seat, points: Tape) -> ScoreLine:
    """The points the table counted on a player's platforms."""
    return ScoreLine(state.round, seat, COUNTS, list_terms(points, "on the platforms"))


def checkpoint_lines(state: State) -> Ledger:
    return tuple(_stack_line(state, seat) for seat in state.table.seats)


def provisional(state: State) -> Ledger:
    """The ledger as if the next checkpoint were now; right after a checkpoint nothing is added."""
    return (*state.ledger, *checkpoint_lines(state)) if _has_unscored_stacks(state) else state.ledger


def _has_unscored_stacks(state: State) -> bool:
    if state.level is Level.CHECKPOINTS or isinstance(state.phase, Over):
        return False
    return not (isinstance(state.phase, Flip) and state.number - 1 in CHECKPOINTS)


def platform_points(state: State, seat: Seat) -> int:
    return sum(goblin.vp for stack in state.stacks[seat] for goblin in stack)


def _goblins(state: State, seat: Seat) -> list[Goblin]:
    """The goblins on a player's platforms, without Shield Bearers."""
    return [card for stack in state.stacks[seat] for card in stack if not card.bearer]


def _stack_line(state: State, seat: Seat) -> ScoreLine:
    copies = Counter((goblin.name, goblin.vp) for goblin in _goblins(state, seat))
    terms = tuple(Term(name, vp, times) for (name, vp), times in copies.items())
    return ScoreLine(state.round, seat, COUNTS, terms or (Term("on the platforms", 0),))


def finish(state: State) -> State:
    """End the game after the last checkpoint, counting goblins if they break a tie."""
    decide = state.options.tie_win is TieWin.MOST_GOBLINS
    seats = [place.side[0] for place in by_points(state) if decide and place.rank == 1]
    return replace(state, phase=Over(tuple((seat, len(_goblins(state, seat))) for seat in seats)))


def tied_leaders(state: State) -> tuple[Seat, ...]:
    """The players who share the highest score, if nobody who left has more."""
    return tuple(seat for (seat,) in list_tied(by_points(state), state.rivals))


def standings(state: State) -> Standings:
    """The players by points; at the end, the house ruling breaks ties."""
    places = by_points(state)
    if not isinstance(state.phase, Over):
        return places
    match state.options.tie_win:
        case TieWin.SHARED:
            return places
        case TieWin.LAST_CHECKPOINT:
            last = (line for line in state.ledger if line.rule is COUNTS and line.round == state.round)
            words = "at the last checkpoint"
            return break_ties(places, tie_break_by_count(totals(last, state.table.seats), words, words))
        case TieWin.MOST_GOBLINS:
            return break_ties(places, tie_break_by_count(dict(state.phase.goblins), "goblin", "goblins"))


_LEVEL_TOO: Final[Mapping[TieWin, str]] = {
    TieWin.SHARED: "",
    TieWin.LAST_CHECKPOINT: ", are level at the last checkpoint",
    TieWin.MOST_GOBLINS: ", have as many goblins",
}
"""What did not break a tie."""


def outcome(state: State) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    first = [place for place in standings(state) if place.rank == 1]
    winners = tuple(seat for place in first for seat in place.side)
    rule = TIE if tied_leaders(state) else WINNER
    if len(winners) == 1:
        because = f"; the tie is broken by {first[0].because}" if first[0].because else ""
        return Outcome(rule, winners, f"The highest final score: {first[0].points}{because}.")
    names, points = state.names(winners), count_of(first[0].points, "point")
    is_uncounted = state.options.tie_win is TieWin.MOST_GOBLINS and not set(winners) <= dict(state.phase.goblins).keys()
    level_too = "" if is_uncounted else _LEVEL_TOO[state.options.tie_win]  # points by agreement may make a tie later
    return Outcome(rule, winners, f"{names} have {points} each{level_too} and share the win.")


def reach(state: State) -> Reach | None:
    """Nothing or more at every checkpoint that is left; None before the first, when nobody has points yet.

    There is no upper bound: points are printed on the cards alone, and a turn recruits as many goblins as its power
    pays for. Nor is what stands on a platform certain, because it can be trashed before it counts.
    """
    if isinstance(state.phase, Over) or state.number <= CHECKPOINTS[0]:
        return None
    return Reach(((0, None),) * state.players)
