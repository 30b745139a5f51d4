"""Compare the schema of a file with the one that the migrations create."""

import re
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, create_engine

from storage import migrations

Shape = tuple[Any, ...]
"""The definition of a table, index or trigger; equal for equal objects."""

_SPECIAL: Final = re.compile(r"\b(CHECK|COLLATE|GENERATED|STRICT|AUTOINCREMENT|WITHOUT)\b", re.IGNORECASE)
"""Keywords in the definition of a table that no PRAGMA reports."""


def schema_faults(db: Connection, revision: str) -> tuple[str, ...]:
    """The differences from the schema of this revision, as clauses of a sentence."""
    expected, present = _load_expected(revision), _load_objects(db)
    return (
        *(f"the {kind} {name} is missing" for kind, name in expected if (kind, name) not in present),
        *(f"the {kind} {name} is not one of this app" for kind, name in present if (kind, name) not in expected),
        *(
            f"the {kind} {name} is not as this app makes it"
            for (kind, name), shape in expected.items()
            if (kind, name) in present and present[kind, name] != shape
        ),
    )


@cache
def _load_expected(revision: str) -> dict[tuple[str, str], Shape]:
    engine = create_engine("sqlite://")
    with engine.begin() as db:
        migrations.upgrade(db, revision)
        objects = _load_objects(db)
    engine.dispose()
    return objects


def _load_objects(db: Connection) -> dict[tuple[str, str], Shape]:
    """All tables, indexes, triggers and views, by type and name, without SQLite's internal ones."""
    listed = db.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    return {
        (kind, name): _load_table(db, name, sql) if kind == "table" else (" ".join(sql.replace('"', "").split()),)
        for kind, name, sql in sorted(map(tuple, listed))
    }


def _load_table(db: Connection, name: str, sql: str) -> Shape:
    """A table as SQLite parsed it; its SQL may differ after columns were added or renamed."""
    columns = db.exec_driver_sql("SELECT * FROM pragma_table_xinfo(?) ORDER BY cid", (name,))
    foreign = db.exec_driver_sql(
        'SELECT "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY 2', (name,)
    )
    unique = db.exec_driver_sql(
        "SELECT list.origin, info.seqno, info.name FROM pragma_index_list(?) AS list"
        " JOIN pragma_index_info(list.name) AS info WHERE list.origin <> 'c' ORDER BY 1, 2, 3",
        (name,),
    )
    special = sorted(word.upper() for word in _SPECIAL.findall(sql))
    return tuple(map(tuple, columns)), tuple(map(tuple, foreign)), tuple(map(tuple, unique)), tuple(special)
