"""The cost of recording an entry, of pages about the past with a filter, and of an import."""

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from scoring.engine.journal import Record
from scoring.games import GAMES
from scoring.testing.walks import random_session
from storage.store import Store
from tests.benchmarks import past
from tests.benchmarks.measure import Row, seconds

RECORDED: Final = 0.005
"""Seconds an entry may take until it is on the disk."""


def rows(quick: bool) -> Iterator[Row]:
    """Recording, then pages with a filter, then an import."""
    with TemporaryDirectory() as folder:
        took = median(_recorded(Path(folder), 60 if quick else 400))
    figure = f"{took * 1000:.2f} ms, {RECORDED * 1000:.0f} ms allowed"
    yield Row("recording one entry, durable", figure, took / RECORDED, 1.0)
    yield from past.limited(quick)
    yield from past.imports(quick)


def _recorded(folder: Path, entries: int) -> list[float]:
    game = GAMES[0]
    journal = random_session(game, random.Random(7), players=4)
    took = []
    with Store(folder / "ours.sqlite") as store:
        session = store.sessions.open(game, journal[0].event)
        for number in range(1, entries + 1):
            entry = Record(journal[1 + (number - 1) % (len(journal) - 1)].event)
            took.append(seconds(lambda n=number, e=entry: store.sessions.append(session, n, game, e)))
    return took
