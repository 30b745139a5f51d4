"""Ten thousand evenings in a file: a few really played, the rest the same under other numbers."""

import random
import sqlite3
from pathlib import Path
from typing import Any
from uuid import uuid4

from scoring.game import AnyGame
from scoring.games import GAMES
from scoring.journal import Record
from scoring.replay import extend, replay
from storage.results import derive
from storage.store import Store
from tests.strategies import random_session


def play(store: Store, game: AnyGame, journal: tuple[Record[Any], ...], upto: int | None = None) -> str:
    """Record a session entry by entry, results included, as the app does; gives its id."""
    session = store.open_session(game, journal[0].event)
    run = replay(game, journal[:1])
    for number, entry in enumerate(journal[1:upto], start=1):
        run = extend(game, run, number, entry.event, entry.waived)
        store.append(session, number, game, entry, derive(game, run))
    return session


def fill(path: Path, sessions: int, played: int = 10) -> None:
    """Bring the file to so many sessions."""
    rng = random.Random(11)
    with Store(path) as store:
        models = [play(store, game, random_session(game, rng)) for game in GAMES for _ in range(played)]
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous = OFF")
    for number in range(sessions - len(models)):
        _copy(db, models[number % len(models)], number + 1)
    db.commit()
    db.close()


def _copy(db: sqlite3.Connection, model: str, days: int) -> None:
    """One more session like `model`, so many hours earlier; parents before children, entries in order."""
    new = str(uuid4())
    for table, key in (("session", "id"), *((name, "session_id") for name in _children(db))):
        names = [f'"{row[1]}"' for row in db.execute(f"PRAGMA table_info({table})")]
        taken = [_value(name, key, days) for name in names]
        order = "ORDER BY number" if table == "entry" else ""
        db.execute(
            f"INSERT INTO {table} SELECT {', '.join(taken)} FROM {table} WHERE {key} = :model {order}",
            {"new": new, "model": model},
        )


def _value(name: str, key: str, hours: int) -> str:
    if name == f'"{key}"':
        return ":new"
    if name in ('"opened_at"', '"changed_at"', '"finished_at"'):
        return f"strftime('%Y-%m-%d %H:%M:%f000', {name}, '-{hours} hours')"
    return name


def _children(db: sqlite3.Connection) -> list[str]:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")]
    return [table for table in tables if "session_id" in {row[1] for row in db.execute(f"PRAGMA table_info({table})")}]
