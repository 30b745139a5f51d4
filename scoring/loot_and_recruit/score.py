"""Points at the three checkpoints, and who wins."""

from typing import Final

from scoring.changing import replace
from scoring.loot_and_recruit.options import Level, TieWin
from scoring.loot_and_recruit.state import CHECKPOINTS, Flip, Over, State
from scoring.rulebook import Rule
from scoring.scores import (
    Ledger,
    Outcome,
    ScoreLine,
    Seat,
    Standings,
    Term,
    break_ties,
    rank,
    solo_sides,
    tie_break_by_count,
    totals,
)

COUNTS: Final = Rule("LR-091", "All goblins on one's platforms count, at any height.", "Scoring")
STAY: Final = Rule("LR-092", "Points of an earlier checkpoint stay, whatever happens to the goblins.", "Scoring")
FINAL: Final = Rule("LR-093", "The final score is the sum of the three checkpoints.", "Scoring")
WINNER: Final = Rule("LR-094", "The highest final score wins.", "Scoring")
SANITY: Final = Rule("LR-096", "A checkpoint may bring less than the one before, but never less than 0.", "Follows")
TIE: Final = Rule("LR-R05", "Equal scores share the win, or the last checkpoint or most goblins decide.", "Our ruling")
POINTS_DECIDE: Final = Rule("LR-R11", "Points decide, not the number of goblins.", "Our reading")


def counted(state: State, seat: Seat, points: int) -> ScoreLine:
    """The points a table counted on somebody's platforms."""
    return ScoreLine(state.round, seat, COUNTS, (Term("on the platforms", points),))


def checkpoint(state: State) -> Ledger:
    """The points of everybody's stacks now."""
    return tuple(_standing(state, seat) for seat in state.table.seats)


def provisional(state: State) -> Ledger:
    """The ledger as if the next checkpoint were now; right after one nothing counts a second time."""
    return (*state.ledger, *checkpoint(state)) if _is_on_platforms(state) else state.ledger


def _is_on_platforms(state: State) -> bool:
    """Whether stacks are entered whose points no checkpoint has scored in this part of the day."""
    if state.level is Level.CHECKPOINTS or isinstance(state.phase, Over):
        return False
    return not (isinstance(state.phase, Flip) and state.number - 1 in CHECKPOINTS)


def points(state: State, seat: Seat) -> int:
    """The points on a player's platforms."""
    return sum(goblin.vp for stack in state.stacks[seat] for goblin in stack)


def goblins(state: State, seat: Seat) -> int:
    """The goblins on a player's platforms; a Shield Bearer is none."""
    return sum(not goblin.bearer for stack in state.stacks[seat] for goblin in stack)


def _standing(state: State, seat: Seat) -> ScoreLine:
    there = [goblin for stack in state.stacks[seat] for goblin in stack if not goblin.bearer]
    names = dict.fromkeys((goblin.name, goblin.vp) for goblin in there)
    terms = [Term(name, vp, sum((g.name, g.vp) == (name, vp) for g in there)) for name, vp in names]
    return ScoreLine(state.round, seat, COUNTS, tuple(terms) or (Term("on the platforms", 0),))


# The end ------------------------------------------------------------------------------------------------------------


def finish(state: State) -> State:
    """The state after the last checkpoint of entered stacks."""
    seats = tied(state) if state.options.tie_win is TieWin.MOST_GOBLINS else ()
    return replace(state, phase=Over(tuple((seat, goblins(state, seat)) for seat in seats)))


def tied(state: State) -> tuple[Seat, ...]:
    """Everybody who has the highest score, if several have it."""
    first = tuple(place.side[0] for place in _by_points(state) if place.rank == 1)
    return first if len(first) > 1 else ()


def _by_points(state: State) -> Standings:
    return rank(totals(state.ledger, state.table.seats), solo_sides(state.table.seats))


def standings(state: State) -> Standings:
    """Everybody by points; where the game is over, equal ones parted as ruled."""
    places = _by_points(state)
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


def outcome(state: State) -> Outcome | None:
    """Who won, once the last checkpoint is scored."""
    if not isinstance(state.phase, Over):
        return None
    first = [place for place in standings(state) if place.rank == 1]
    winners = tuple(seat for place in first for seat in place.side)
    reasons = {place.because for place in first}
    because = f", parted by {first[0].because}" if len(reasons) == 1 and first[0].because else ""
    shared = "Equal scores" if len(winners) > 1 else "The highest final score"
    return Outcome(WINNER, winners, f"{shared}: {first[0].points}{because}.")
