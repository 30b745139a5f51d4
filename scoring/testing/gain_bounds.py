"""Whether the bounds of a game hold over one event: what it gives, and what can be gained after it."""

from math import inf
from typing import Any

from scoring.contract.game import Agreement, AnyGame, Gain
from scoring.contract.scores import Side, totals
from scoring.insight.chase import gain_of


def is_foreseen(event: Any) -> bool:
    """Whether the bounds hold over this event: the table neither agrees on anything nor begins a round again."""
    return not isinstance(event, Agreement) and not event.begins_again


def find_reach_fault(game: AnyGame, before: Any, event: Any, after: Any) -> str:
    """Why `after` lies outside of what `before` said can still be gained; empty if it does not, or nothing is said."""
    reach = None if before.stopped or not is_foreseen(event) else game.reach(before)
    if reach is None:
        return ""
    then = None if after.stopped else game.reach(after)
    if then is None and game.outcome(after) is None and not after.stopped and after.round == before.round:
        return "does not know any more what can still be gained, in the middle of a round"
    seats = before.table.seats
    old, new = totals(before.ledger, seats), totals(after.ledger, seats)
    for side in dict.fromkeys((*((seat,) for seat in seats), *_sides(game, before))):
        low, high = _limits(gain_of(reach, side))
        low_then, high_then = _limits(gain_of(then, side)) if then else (0, 0)
        gained = sum(new[seat] - old[seat] for seat in side)
        if not low <= gained + low_then <= gained + high_then <= high:
            now = f"{low} to {high}, gained {gained}, then {low_then} to {high_then}"
            return f"leaves what {before.table.join_names(side)} can still gain: {now}"
    return ""


def _sides(game: AnyGame, state: Any) -> tuple[Side, ...]:
    """The sides of several players; those who left are none."""
    return tuple(place.side for place in game.standings(state) if len(place.side) > 1)


def _limits(gain: Gain) -> tuple[float, float]:
    low, high = gain
    return low, inf if high is None else high
