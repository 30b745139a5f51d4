"""Queries for which SQLAlchemy is too slow: it takes longer to convert a small value than SQLite to find it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection


def fetch_rows(db: Connection, sql: str, values: Sequence[Any] = ()) -> Sequence[Any]:
    """Run SQL with `?` for its values on the driver; the rows hold values as SQLite has them."""
    cursor = db.connection.cursor()
    try:
        cursor.execute(sql, values)
        return cursor.fetchall()
    finally:
        cursor.close()
