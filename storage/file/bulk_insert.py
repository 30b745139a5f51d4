"""Many rows of one table at a time, for work that has to be quick because nobody else can write meanwhile."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Dialect, Table

from storage.row_types import KEY_OF_ID, SessionKey


def insert_rows(db: Connection, table: Table, rows: Sequence[Mapping[str, Any]], *, replace: bool = False) -> None:
    """Insert rows that all name the same columns; three times as fast as an `insert` of SQLAlchemy.

    With `replace` rows that have the same key give way.
    """
    if not rows:
        return
    names = tuple(rows[0])
    convert = _converters(table, names, db.dialect)
    values = [
        tuple([row[name] if to_stored is None else to_stored(row[name]) for name, to_stored in convert]) for row in rows
    ]
    holes = ", ".join(
        KEY_OF_ID.format("?") if isinstance(table.columns[name].type, SessionKey) else "?" for name in names
    )
    db.exec_driver_sql(
        f"{'INSERT OR REPLACE' if replace else 'INSERT'} INTO {table.name} ({', '.join(names)}) VALUES ({holes})",
        values,
    )


@cache
def _converters(table: Table, names: tuple[str, ...], dialect: Dialect) -> tuple[tuple[str, Any], ...]:
    """How a value of each column is stored; None where it is stored as it is."""
    return tuple((name, table.columns[name].type.dialect_impl(dialect).bind_processor(dialect)) for name in names)
