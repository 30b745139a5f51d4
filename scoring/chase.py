"""Who can still be caught: each side's points, with what it can still gain at best and at worst.

Sound by `Game.reach`: what is said here comes true whatever happens, as long as nobody gives points by agreement.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring import agreements
from scoring.game import AnyGame
from scoring.names import join_words
from scoring.regrouping import list_unranked
from scoring.scores import Best, Seat, Side


@dataclass(frozen=True, slots=True)
class Runner:
    """A side: its points now, and the least and most it can end with, in the points of the game."""

    side: Side
    points: int
    low: int
    high: int


def find_runners(game: AnyGame, state: Any) -> tuple[Runner, ...]:
    """The sides, best first; none where it is not known what can still be gained."""
    reach = None if state.stopped is not None else game.reach(state)
    if reach is None:
        return ()
    runners = []
    for place in agreements.standings(game, state):
        if place.side[0] in list_unranked(state):
            continue
        low, high = (sum(reach.ranges[seat][end] for seat in place.side) for end in (0, 1))
        runners.append(Runner(place.side, place.points, place.points + low, place.points + high))
    return tuple(runners)


def find_safe(runners: tuple[Runner, ...], best: Best) -> Runner | None:
    """The side that will have the best points alone, whatever happens; None: nobody yet."""
    return next(
        (runner for runner in runners if all(_is_out(other, runner, best) for other in runners if other is not runner)),
        None,
    )


def tell_seat(game: AnyGame, state: Any, seat: Seat) -> str:
    """Where a seat's side stands in the race, and what it can still reach; empty where that is not known."""
    runners = find_runners(game, state)
    own = next((runner for runner in runners if seat in runner.side), None)
    return " ".join(_tell(game, state, runners, own)) if own is not None else ""


def _tell(game: AnyGame, state: Any, runners: tuple[Runner, ...], own: Runner) -> Iterator[str]:
    names, many = _names(state, own), len(own.side) > 1
    left = game.reach(state)
    assert left is not None, "there are no runners without a reach"
    first, best = runners[0], game.best_in(state)
    if find_safe(runners, best) is own:
        yield f"{names} cannot be caught any more."
    elif any(_is_out(own, other, best) for other in runners if other is not own):
        yield f"{names} cannot catch up any more."
    elif own.points != first.points:
        more = "more" if best is Best.HIGH else "fewer"
        verb = "need" if many else "needs"
        yield f"{names} {verb} {abs(first.points - own.points)} {more} than {_names(state, first)} in {left.left}."
    low, high = own.low - own.points, own.high - own.points
    yield f"Still to come: {low:+} to {high:+}, so {own.low} to {own.high} in the end."


def _is_out(one: Runner, other: Runner, best: Best) -> bool:
    """Whether a side stays behind another one even if all goes well for it and nothing for the other."""
    return one.high < other.low if best is Best.HIGH else one.low > other.high


def _names(state: Any, runner: Runner) -> str:
    names = state.table.names
    return join_words(names[seat] for seat in runner.side)
