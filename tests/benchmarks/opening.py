"""What it costs to open a session that was kept: read from the file, decoded, replayed, asked for what comes next."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.session.desk import Desk
from scoring.game import AnyGame
from scoring.games import GAMES
from scoring.journal import Amend, Entry
from storage.store import Store
from tests.benchmarks.measure import Row
from tests.benchmarks.rules import cheapest, session_at

ENTRIES: Final = 300
NEEDED: Final = 0.010
"""Seconds of the processor until the desk of a session of so many entries knows what to ask."""


def rows(quick: bool) -> Iterator[Row]:
    """One row for every game, entered in full by as many as can play."""
    with TemporaryDirectory() as folder, Store(Path(folder) / "sessions.sqlite") as store:
        for game in GAMES:
            session = _kept(store, game)
            seconds = cheapest(lambda key=session: _open(store, key), 10 if quick else 60)
            figure = f"{seconds * 1000:.2f} ms, {NEEDED * 1000:.0f} ms at most"
            yield Row(f"opening a session of {ENTRIES} entries: {game.key}", figure, seconds / NEEDED, 1.0)


def _open(store: Store, session: str) -> None:
    """Everything between the tap on a session and its first drawing."""
    desk = Desk(store, session)
    assert (desk.number, desk.run.waiting) == (ENTRIES, ())
    assert desk.prompts
    assert desk.board is not None


def _kept(store: Store, game: AnyGame) -> str:
    journal = _journal(game)
    session = store.open_session(game, journal[0].event)
    for number, entry in enumerate(journal[1:], start=1):
        store.append(session, number, game, entry)
    return session


def _journal(game: AnyGame) -> tuple[Any, ...]:
    """A session at the last level of entry; where it ends before, its first entries are corrected to the same again."""
    level = tuple(type(game.options().level))[-1]
    records = session_at(game, level, game.players[-1], 7)[:ENTRIES]
    missing = range(1, ENTRIES - len(records) + 1)
    corrections: tuple[Entry[Any], ...] = tuple(Amend(n, records[n].event) for n in missing)
    return (*records, *corrections)
