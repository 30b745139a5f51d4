"""How fast the rules replay a session, at each level of entry a game offers."""

import random
from collections.abc import Iterator
from dataclasses import replace as with_changes
from typing import Any, Final

from scoring.game import AnyGame
from scoring.games import GAMES
from scoring.replay import replay
from tests.benchmarks.measure import Row, at_least, best
from tests.strategies import first_options, random_session

NEEDED: Final = {"counts": 50_000, "cards": 20_000}
"""Events a second: at the first level of entry, and card by card."""

GROWTH: Final = 1.5
"""How much dearer an event may be in a whole session than in its first half; 1 is independent of the length."""


def rows(quick: bool) -> Iterator[Row]:
    """Rate and growth for every game and level."""
    for game in GAMES:
        for level, options in _levels(game):
            yield from _measured(game, level, options, times=5 if quick else 25)


def _measured(game: AnyGame, level: str, options: Any, times: int) -> Iterator[Row]:
    journal = random_session(game, random.Random(7), players=game.players[0], options=options)
    half = journal[: len(journal) // 2 + 1]
    late = best(lambda: replay(game, journal), times) / len(journal)
    early = best(lambda: replay(game, half), times) / len(half)
    name = f"{game.key}, {level}"
    yield at_least(f"replay of a whole session: {name}", 1 / late, NEEDED[level])
    figure = f"{late * 1e6:.1f} us : {early * 1e6:.1f} us an event, {len(journal)} events"
    yield Row(f"a whole session against its first half: {name}", figure, late / early, GROWTH)


def _levels(game: AnyGame) -> Iterator[tuple[str, Any]]:
    plain = first_options(game, game.players[0])
    yield "counts", plain
    level = getattr(plain, "level", None)
    if level is not None and "cards" in type(level).__members__.values():
        yield "cards", with_changes(plain, level=type(level)("cards"))
