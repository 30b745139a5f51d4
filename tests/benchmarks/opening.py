"""The cost of opening a stored session: read the file, decode, replay, ask for the next prompts."""

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.open_session.desk import Desk
from companion.testing.random_sessions import keep_journal
from scoring.contract.game import AnyGame
from scoring.engine.journal import Amend, Entry
from scoring.games import GAMES
from scoring.testing.walks import first_options
from storage.store import Store
from tests.benchmarks.measure import Row
from tests.benchmarks.rules import cheapest, session_at

ENTRIES: Final = 300
NEEDED: Final = 0.050
"""CPU seconds to open the desk of a session with this many entries."""


def rows(quick: bool) -> Iterator[Row]:
    """One row per game, at the most detailed level with the most players."""
    with TemporaryDirectory() as folder, Store(Path(folder) / "sessions.sqlite") as store:
        for game in GAMES:
            session = keep_journal(store, game, _journal(game))
            seconds = cheapest(lambda key=session: _open(store, key), 3 if quick else 60)
            figure = f"{seconds * 1000:.2f} ms, {NEEDED * 1000:.0f} ms at most"
            yield Row(f"opening a session of {ENTRIES} entries: {game.key}", figure, seconds / NEEDED, 1.0)


def _open(store: Store, session: str) -> None:
    """Everything between the tap on a session and its first drawing."""
    desk = Desk(store, session)
    assert (desk.number, desk.run.waiting) == (ENTRIES, ())
    assert desk.prompts
    assert desk.shown.view.board is not None


def _journal(game: AnyGame) -> tuple[Any, ...]:
    """A session at the most detailed level, if the game has levels; no-op corrections make a short one longer."""
    options = first_options(game, game.box.players[-1])
    level = tuple(type(options.level))[-1] if hasattr(options, "level") else None
    records = session_at(game, level, game.box.players[-1], 7)[:ENTRIES]
    numbers = islice(cycle(range(1, len(records))), ENTRIES - len(records))
    corrections: tuple[Entry[Any], ...] = tuple(Amend(n, records[n].event) for n in numbers)
    return (*records, *corrections)
