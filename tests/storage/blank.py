"""Files for tests at a stroke: tables made once by the migrations, statements compiled once, no wait for the disk."""

from functools import cache
from typing import Any, Final

import pytest
from sqlalchemy import Connection, Dialect, Engine, create_engine

from storage import migrations
from storage.file import database

UPGRADE: Final = migrations.upgrade
FIRST: Final = migrations.NEWEST
SET_UP: Final = database._set_up
CHANGES: Final = ("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE")
COMPILED: Final[dict[Any, Any]] = {}
DIALECTS: Final[dict[str, Dialect]] = {}


def at_a_stroke(monkeypatch: pytest.MonkeyPatch, *, opening: bool = True) -> None:
    """From now on files open like this; without `opening` they are made and kept as in the app."""
    monkeypatch.setattr(database, "create_engine", speaking_as_before)
    if opening:
        monkeypatch.setattr(migrations, "upgrade", laid_out)
        monkeypatch.setattr(database, "_set_up", in_no_fear)


def laid_out(db: Connection, target: str = "") -> None:
    """Does what `migrations.upgrade` does, in a tenth of the time where there is nothing yet."""
    (tables,) = db.exec_driver_sql("SELECT count(*) FROM sqlite_master").one()
    if tables or (target or migrations.NEWEST) != FIRST:
        UPGRADE(db, target)
        return
    for statement in statements():
        db.exec_driver_sql(statement)


@cache
def statements() -> tuple[str, ...]:
    """What the migrations say to SQLite, in their order: every table lies on the page where they put it."""
    told: list[str] = []
    engine = create_engine(database.MEMORY)
    with engine.begin() as db:
        driver: Any = db.connection.driver_connection
        driver.set_trace_callback(told.append)
        UPGRADE(db)
        driver.set_trace_callback(None)
    engine.dispose()
    return tuple(statement for statement in told if statement.lstrip().startswith(CHANGES))


def in_no_fear(driver: Any, record: Any) -> None:
    """As in the app, but a power cut is not waited for."""
    driver.execute("PRAGMA synchronous = OFF")
    SET_UP(driver, record)
    driver.execute("PRAGMA synchronous = OFF")


def speaking_as_before(*args: Any, **options: Any) -> Engine:
    """An engine that knows the statements any other compiled; they are kept by dialect, so it is always the same."""
    engine = create_engine(*args, **options)
    engine.dialect = DIALECTS.setdefault(engine.name, engine.dialect)
    engine.update_execution_options(compiled_cache=COMPILED)
    return engine
