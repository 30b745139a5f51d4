"""Who can still be caught: each side's points, with what it can still gain at best and at worst.

Sound by `Game.reach`: what is said here comes true whatever happens, as long as nobody gives points by agreement and no
round is begun again.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Any

from scoring.contract.game import AnyGame, Gain, Reach
from scoring.contract.scores import Best, Seat, Side
from scoring.engine import agreements
from scoring.engine.regrouping import list_unranked


@dataclass(frozen=True, slots=True)
class Runner:
    """A side: its points now, and the least and most it can end with; None: there is no upper bound."""

    side: Side
    points: float
    low: float
    high: float | None


def find_runners(game: AnyGame, state: Any) -> tuple[Runner, ...]:
    """The sides, best first; none where it is not known what can still be gained."""
    reach = None if state.stopped is not None else game.reach(state)
    if reach is None:
        return ()
    runners = []
    for place in agreements.standings(game, state):
        if place.side[0] in list_unranked(state):
            continue
        low, high = gain_of(reach, place.side)
        runners.append(Runner(place.side, place.points, place.points + low, _add(place.points, high)))
    return tuple(runners)


def gain_of(reach: Reach, side: Side) -> Gain:
    for narrower, gain in reach.sides:
        if narrower == side:
            return gain
    lows, highs = zip(*(reach.ranges[seat] for seat in side), strict=True)
    return sum(lows), reduce(_add, highs)


def find_safe(runners: tuple[Runner, ...], best: Best) -> Runner | None:
    """The side that will have the best points alone, whatever happens; None: nobody yet."""
    return next(
        (runner for runner in runners if all(is_out(other, runner, best) for other in runners if other is not runner)),
        None,
    )


def tell_decided(game: AnyGame, state: Any, seat: Seat) -> str:
    """That a seat's side cannot be caught any more, or cannot catch up; empty while neither is sure."""
    runners, best = find_runners(game, state), game.best(state)
    own = next((runner for runner in runners if seat in runner.side), None)
    if own is None:
        return ""
    if find_safe(runners, best) is own:
        return f"{state.table.join_names(own.side)} cannot be caught any more."
    if any(is_out(own, other, best) for other in runners if other is not own):
        return f"{state.table.join_names(own.side)} cannot catch up any more."
    return ""


def is_out(one: Runner, other: Runner, best: Best) -> bool:
    """Whether a side stays behind another one even if all goes well for it and nothing for the other."""
    behind, ahead = (one, other) if best is Best.HIGH else (other, one)
    return behind.high is not None and behind.high < ahead.low


def _add(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other
