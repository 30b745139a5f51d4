"""Whether the bounds of a game hold over one event: what it gives, and what can be gained after it."""

from typing import Any

from scoring.game import AnyGame
from scoring.scores import totals


def find_reach_fault(game: AnyGame, before: Any, after: Any) -> str:
    """Why `after` lies outside of what `before` said can still be gained; empty if it does not, or nothing is said."""
    reach = None if before.stopped else game.reach(before)
    if reach is None:
        return ""
    then = None if after.stopped else game.reach(after)
    seats = before.table.seats
    old, new = totals(before.ledger, seats), totals(after.ledger, seats)
    for seat in seats:
        low, high = reach.ranges[seat]
        low_then, high_then = then.ranges[seat] if then else (0, 0)
        gained = new[seat] - old[seat]
        if not low <= gained + low_then <= gained + high_then <= high:
            now = f"{low} to {high}, gained {gained}, then {low_then} to {high_then}"
            return f"leaves what {before.table.names[seat]} can still gain: {now}"
    return ""
