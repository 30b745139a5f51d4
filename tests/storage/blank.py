"""Speed up new database files in tests: create the tables from recorded statements, share compiled ones, skip fsync."""

from functools import cache
from typing import Any, Final

import pytest
from sqlalchemy import Connection, Dialect, Engine, create_engine

from storage import migrations
from storage.file import database

UPGRADE: Final = migrations.upgrade
FIRST: Final = migrations.NEWEST
CONFIGURE: Final = database._configure
CHANGES: Final = ("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE")
COMPILED: Final[dict[Any, Any]] = {}
DIALECTS: Final[dict[str, Dialect]] = {}


def speed_up_files(monkeypatch: pytest.MonkeyPatch, *, opening: bool = True) -> None:
    """Make database files fast for this test; without `opening` they are created and synced as in the app."""
    monkeypatch.setattr(database, "create_engine", create_cached_engine)
    if opening:
        monkeypatch.setattr(migrations, "upgrade", fast_upgrade)
        monkeypatch.setattr(database, "_configure", configure_without_sync)


def fast_upgrade(db: Connection, target: str = "") -> None:
    """Do what `migrations.upgrade` does, ten times as fast for an empty file."""
    (tables,) = db.exec_driver_sql("SELECT count(*) FROM sqlite_master").one()
    if tables or (target or migrations.NEWEST) != FIRST:
        UPGRADE(db, target)
        return
    for statement in record_migrations():
        db.exec_driver_sql(statement)


@cache
def record_migrations() -> tuple[str, ...]:
    """The statements that the migrations execute, in order, so that every table gets the same page."""
    statements: list[str] = []
    engine = create_engine(database.MEMORY)
    with engine.begin() as db:
        driver: Any = db.connection.driver_connection
        driver.set_trace_callback(statements.append)
        UPGRADE(db)
        driver.set_trace_callback(None)
    engine.dispose()
    return tuple(statement for statement in statements if statement.lstrip().startswith(CHANGES))


def configure_without_sync(driver: Any, record: Any) -> None:
    """Configure a connection as in the app, but without waiting for the disk."""
    driver.execute("PRAGMA synchronous = OFF")
    CONFIGURE(driver, record)
    driver.execute("PRAGMA synchronous = OFF")


def create_cached_engine(*args: Any, **options: Any) -> Engine:
    """Create an engine that shares its dialect and its compiled statements with all others."""
    engine = create_engine(*args, **options)
    engine.dialect = DIALECTS.setdefault(engine.name, engine.dialect)
    engine.update_execution_options(compiled_cache=COMPILED)
    return engine
