"""Insert many rows of one table quickly, to keep the write lock short."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Dialect, Table
from sqlmodel import Session


def insert_rows(db: Session, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same columns; three times as fast as SQLAlchemy's `insert`."""
    if not rows:
        return
    names = tuple(rows[0])
    columns = [
        [row[name] for row in rows] if to_stored is None else [to_stored(row[name]) for row in rows]
        for name, to_stored in _converters(table, names, db.connection().dialect)
    ]
    db.connection().exec_driver_sql(
        f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
        list(zip(*columns, strict=True)),
    )


@cache
def _converters(table: Table, names: tuple[str, ...], dialect: Dialect) -> tuple[tuple[str, Any], ...]:
    """The conversion of each column's values; None for columns that need none."""
    types = ((name, table.columns[name].type) for name in names)
    return tuple((name, kind.dialect_impl(dialect).bind_processor(dialect)) for name, kind in types)
