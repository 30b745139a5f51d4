"""How fast the rules replay a session, explanations included, at each level of entry."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import process_time
from typing import Any, Final

from scoring.contract.game import AnyGame
from scoring.engine.journal import Record
from scoring.engine.replay import replay
from scoring.games import GAMES
from scoring.testing.walks import Stuck, first_options, play_on, rolled, start
from tests.benchmarks.measure import Row, at_least

NEEDED: Final = 30_000
"""Events per second on one core."""

LONGEST: Final = 300
"""The longest session in events, because random play hardly ever ends Loot & Recruit."""

SEEDS: Final = (7, 8, 9)
NEVER: Final = 10**9


def rows(quick: bool) -> Iterator[Row]:
    """The rate for every game and level."""
    for game in GAMES:
        options = first_options(game, game.box.players[0])
        levels = tuple(type(options.level)) if hasattr(options, "level") else (None,)
        for level in levels:
            yield from _measured(game, level, SEEDS[:1] if quick else SEEDS, 1_000 if quick else 100_000)


def _measured(game: AnyGame, level: Any, seeds: Sequence[int], events: int) -> Iterator[Row]:
    """Replay the sessions of one level until enough events were judged."""
    journals = [session_at(game, level, players, seed) for players in _tables(game) for seed in seeds]
    times = events // sum(map(len, journals)) + 1
    name = f"{game.key}, {level}" if level else game.key
    yield at_least(f"replay of whole sessions: {name}", 1 / cost(game, journals, times), NEEDED)


def cost(game: AnyGame, journals: Sequence[Sequence[Record[Any]]], times: int) -> float:
    """The least CPU seconds per event."""
    events = sum(map(len, journals))
    return cheapest(lambda: [replay(game, journal) for journal in journals], times) / events


def cheapest(act: Callable[[], object], times: int) -> float:
    """The least CPU seconds of one call; other load on the machine does not count."""
    return min(_processor_seconds(act) for _ in range(times))


def _processor_seconds(act: Callable[[], object]) -> float:
    begun = process_time()
    act()
    return process_time() - begun


def _tables(game: AnyGame) -> tuple[int, int]:
    """The smallest table and the largest."""
    return game.box.players[0], game.box.players[-1]


def session_at(game: AnyGame, level: Any, players: int, seed: int) -> tuple[Record[Any], ...]:
    """A session entered at this level from start to end, without asides, which could change the level."""
    options = first_options(game, players)
    walk = start(game, players, replace(options, level=level) if level else options)
    try:
        play_on(walk, rolled(random.Random(seed)), bound=LONGEST, aside=NEVER)
    except Stuck:
        assert len(walk.records) >= LONGEST, "a session ends, or goes on"
    return walk.journal
