"""The cost of recording an entry compared with a bare insert of equal durability, and the pages about the past."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scoring.engine.journal import Record
from scoring.games import GAMES
from scoring.testing.walks import random_session
from storage.store import Store
from tests.benchmarks import past
from tests.benchmarks.measure import Row, against, seconds

BARE_TABLE: Final = """CREATE TABLE entry (session_id TEXT NOT NULL, number INTEGER NOT NULL, action TEXT NOT NULL,
    target INTEGER, kind TEXT, format INTEGER, payload TEXT, waived TEXT, entered_at TEXT NOT NULL,
    PRIMARY KEY (session_id, number))"""


def rows(quick: bool) -> Iterator[Row]:
    """Recording and a bare insert, timed alternately, so that a busy disk affects both; then the pages of the past."""
    with TemporaryDirectory() as folder:
        ours, bare = _timed(Path(folder), 60 if quick else 400)
    yield against("recording one entry, durable", ours, bare, 3.0)
    yield from past.in_storage(quick)
    yield from past.imports(quick)
    yield from past.upkeep(quick)


def _timed(folder: Path, entries: int) -> tuple[list[float], list[float]]:
    game = GAMES[0]
    journal = random_session(game, random.Random(7), players=4)
    plain = _bare(folder / "bare.sqlite")
    ours, bare = [], []
    with Store(folder / "ours.sqlite") as store:
        session = store.sessions.open(game, journal[0].event)
        for number in range(1, entries + 1):
            entry = Record(journal[1 + (number - 1) % (len(journal) - 1)].event)
            ours.append(seconds(lambda n=number, e=entry: store.sessions.append(session, n, game, e)))
            bare.append(seconds(lambda n=number: _insert(plain, session, n)))
    plain.close()
    return ours, bare


def _bare(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        db.execute(f"PRAGMA {pragma}")
    db.execute(BARE_TABLE)
    return db


def _insert(db: sqlite3.Connection, session: str, number: int) -> None:
    payload = '{"seat": 1, "bid": 2, "suit": "hearts"}'
    row = (session, number, "record", None, "bid_placed", 1, payload, "[]", "2026-01-01 20:00:00")
    db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    db.commit()
