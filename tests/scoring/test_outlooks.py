"""What a number makes sure before the rest of its round is counted: it comes true, and it is told in plain words."""

import random
from typing import Any

import pytest

from scoring import agreements
from scoring.codec import encode
from scoring.game import AGREEMENTS, AnyGame, Table
from scoring.games import GAMES
from scoring.outlooks import Outlook, is_foreseeable, list_sure, tell_outlooks, try_outlooks
from scoring.prompts import Role, find_prompt
from scoring.replay import Replay, replay
from scoring.scores import Seat, Side
from scoring.tapes import add_up
from scoring.testing.walks import random_session
from scoring.what_if import find_numbers, settles_round
from tests.scoring.recruit.table import GAME as RECRUIT
from tests.seeds import over_seeds

TABLE = Table(("Ana", "Ben", "Cleo", "Dov"))
ANA, BEN, CLEO, DOV = TABLE.seats
FIRST: Side = (ANA, CLEO)
SECOND: Side = (BEN, DOV)


def outlook(tricks: int, safe: Side | None, *out: Side) -> Outlook:
    return Outlook({FIRST: tricks, SECOND: 13 - tricks}, safe, frozenset(out))


def test_what_is_sure_is_told_with_its_numbers() -> None:
    outlooks = [
        *(outlook(n, SECOND, FIRST) for n in range(3)),
        *(outlook(n, None) for n in range(3, 9)),
        *(outlook(n, FIRST, SECOND) for n in range(9, 14)),
    ]
    assert tell_outlooks(TABLE, outlooks, "tricks") == (
        (
            FIRST,
            "Ana and Cleo cannot be caught any more with at least 9 tricks together, "
            "nor catch up any more with at most 2 tricks together.",
        ),
        (
            SECOND,
            "Ben and Dov cannot be caught any more with at least 11 tricks together, "
            "nor catch up any more with at most 4 tricks together.",
        ),
    )


def test_where_the_number_does_not_matter_none_is_told() -> None:
    outlooks = [outlook(n, FIRST, SECOND) for n in range(14)]
    assert tell_outlooks(TABLE, outlooks, "tricks") == (
        (FIRST, "Ana and Cleo cannot be caught any more."),
        (SECOND, "Ben and Dov cannot catch up any more."),
    )


def test_what_depends_on_others_is_not_told() -> None:
    assert tell_outlooks(TABLE, [outlook(4, FIRST), outlook(4, None)], "tricks") == ()
    assert tell_outlooks(TABLE, [], "tricks") == ()


def told(game: AnyGame, run: Replay[Any, Any]) -> list[tuple[Any, dict[Seat, int], list[Outlook]]]:
    """Each answer after which more of its round is counted, its numbers, and every way it could have been answered."""
    found = []
    before = run.opening
    for step in run.steps:
        prompt = None if isinstance(step.event, AGREEMENTS) else find_prompt(game.prompts(before), step.event.kind)
        if prompt is not None and prompt.role is Role.MAIN and is_foreseeable(game, before, prompt):
            grid = find_numbers(prompt)
            assert grid is not None
            if not settles_round(game, before, prompt):
                payload = encode(game, step.event).payload[grid.name]
                numbers = {Seat(seat): add_up(number) for seat, number in payload}
                found.append((step.state, numbers, list(filter(None, try_outlooks(game, before, prompt, {})))))
        before = step.state
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@over_seeds(2, long=12, deep=30)
def test_what_was_sure_comes_true(game: AnyGame, seed: int) -> None:
    run = replay(game, random_session(game, random.Random(seed), game.players[seed % len(game.players)]))
    changed = [step for step in run.steps if isinstance(step.event, (*AGREEMENTS, *game.restarts))]
    if changed or agreements.outcome(game, run.state) is None:
        return
    first = {place.side for place in agreements.standings(game, run.state) if place.rank == 1}
    for _, numbers, outlooks in told(game, run):
        for side in outlooks[0].numbers if outlooks else ():
            safe, out = list_sure(side, outlooks)
            own = sum(numbers.get(seat, 0) for seat in side)
            assert own not in safe or first == {side}
            assert own not in out or side not in first


@pytest.mark.long
def test_something_is_told_at_recruit() -> None:
    """Without this the test above could pass with nothing said."""
    sure = 0
    for seed in range(12):
        run = replay(RECRUIT, random_session(RECRUIT, random.Random(seed), 2 + seed % 3))
        for state, _, outlooks in told(RECRUIT, run):
            sure += bool(tell_outlooks(state.table, outlooks, "tricks"))
    assert sure
