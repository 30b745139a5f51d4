"""Check that stored values have the types of their columns, which SQLite itself does not enforce."""

from collections.abc import Iterator
from typing import Any, Final

from sqlmodel import Session

from storage.models import PRIMARY

_DAY: Final = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
_TIME: Final = f"{_DAY} [0-9][0-9]:[0-9][0-9]:[0-9][0-9]"
_VALID: Final = {
    "VARCHAR": "typeof({0}) = 'text' AND is_utf8(CAST({0} AS BLOB))",
    "INTEGER": "typeof({0}) = 'integer'",
    "JSON": "typeof({0}) <> 'blob' AND json_valid({0}) AND is_utf8(CAST({0} AS BLOB))",
    "DATETIME": (
        f"typeof({{0}}) = 'text' AND {{0}} GLOB '{_TIME}*' AND length({{0}}) IN (19, 26)"
        " AND substr({0}, 1, 4) < '9999'"
        " AND date(substr({0}, 1, 10)) IS substr({0}, 1, 10) AND time(substr({0}, 12, 8)) IS substr({0}, 12, 8)"
    ),
}
"""The condition of a valid value, by the declared type of its column."""


def decode_text(raw: bytes) -> str:
    """A text of the file, with a mark for each damaged byte, so that one letter never keeps a list from opening."""
    return raw.decode("utf-8", "replace")


def damaged_values(db: Session) -> Iterator[str]:
    """The columns of primary tables with values of the wrong type, as clauses of a sentence."""
    driver: Any = db.connection().connection.driver_connection
    driver.create_function("is_utf8", 1, _is_utf8, deterministic=True)
    for table in PRIMARY:
        columns = db.connection().exec_driver_sql("SELECT name, type FROM pragma_table_info(?)", (table.name,)).all()
        checked = [(name, _VALID[kind].format(f'"{name}"')) for name, kind in columns if kind in _VALID]
        if not checked:
            continue
        counts = ", ".join(f'COALESCE(SUM("{name}" IS NOT NULL AND NOT ({valid})), 0)' for name, valid in checked)
        damaged = db.connection().exec_driver_sql(f'SELECT {counts} FROM "{table.name}"').one()
        for (name, _), count in zip(checked, damaged, strict=True):
            if count:
                yield f"{name} of {table.name} is damaged in {count} row{'s' if count > 1 else ''}"


def _is_utf8(raw: bytes | None) -> bool:
    try:
        (raw or b"").decode()
    except UnicodeDecodeError:
        return False
    return True
