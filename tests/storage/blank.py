"""Speed up new database files in tests: copy one that the app made, share compiled statements, skip fsync."""

import sqlite3
from contextlib import closing
from functools import cache
from typing import Any, Final

import pytest
from sqlalchemy import Dialect, Engine, create_engine

from storage import migrations
from storage.file import database
from storage.store import Store

FIRST: Final = migrations.NEWEST
CONFIGURE: Final = database._configure
PREPARE: Final = database.Database._prepare
COMPILED: Final[dict[Any, Any]] = {}
DIALECTS: Final[dict[str, Dialect]] = {}


def speed_up_files(monkeypatch: pytest.MonkeyPatch, *, opening: bool = True) -> None:
    """Make database files fast for this test; without `opening` they are created and synced as in the app."""
    monkeypatch.setattr(database, "create_engine", create_cached_engine)
    if opening:
        monkeypatch.setattr(database.Database, "_prepare", copy_new_file)
        monkeypatch.setattr(database, "_configure", configure_copy)


@cache
def new_file() -> sqlite3.Connection:
    """A database in memory as the app lays it out, without a session."""
    template = sqlite3.connect(":memory:", check_same_thread=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database.Database, "_prepare", PREPARE)
        patch.setattr(database, "_configure", CONFIGURE)
        with Store(database.MEMORY, ()) as store, store.database.reading() as db:
            driver: Any = db.connection().connection.driver_connection
            driver.backup(template)
    return template


def copy_new_file(self: database.Database) -> str | None:
    """Prepare a database as the app does; where there is none yet, begin with a copy of a new file."""
    revision = PREPARE(self)
    if revision is not None or migrations.NEWEST != FIRST:
        return revision
    if self.path is not None:
        with closing(sqlite3.connect(self.path)) as file:
            new_file().backup(file)
    return FIRST


def configure_copy(driver: Any, record: Any) -> None:
    """Configure a connection as in the app, but without waiting for the disk; in memory, with a copy of a new file."""
    if driver.execute("PRAGMA page_count").fetchone() == (0,) and migrations.NEWEST == FIRST:
        new_file().backup(driver)
    driver.execute("PRAGMA synchronous = OFF")
    CONFIGURE(driver, record)
    driver.execute("PRAGMA synchronous = OFF")


def create_cached_engine(*args: Any, **options: Any) -> Engine:
    """Create an engine that shares its dialect and its compiled statements with all others."""
    engine = create_engine(*args, **options)
    engine.dialect = DIALECTS.setdefault(engine.name, engine.dialect)
    engine.update_execution_options(compiled_cache=COMPILED)
    return engine
