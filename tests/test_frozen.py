"""What freezes with 1.0 is listed on one page; a change of it fails here until the page says so."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from sqlmodel import SQLModel

from companion.ui.people import SYMBOLS
from scoring.contract.game import CONTRACT
from scoring.games import GAMES
from storage import migrations, models
from storage.transfer import card_file, session_file

PAGE: Final = (Path(__file__).parent.parent / "storage" / "README.md").read_text("utf-8")


def fingerprint(names: Iterable[str]) -> str:
    """Eight hex digits of a list of names."""
    return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:8]


def columns() -> Iterable[str]:
    """Every column that holds what somebody entered."""
    for table in models.PRIMARY:
        yield from (f"{table.name}.{column.name} {column.type!r} {column.nullable}" for column in table.columns)


FROZEN: Final = {
    "contract of games": f"{CONTRACT}",
    f"entries of {', '.join(game.box.title for game in GAMES)}": ", ".join(f"{game.format}" for game in GAMES),
    "database file": migrations.NEWEST,
    "its columns": fingerprint(columns()),
    "session file": f"{session_file.FORMAT}",
    "its header": fingerprint(session_file.Header.model_fields),
    "file of remembered cards": f"{card_file.FORMAT}",
    "symbols of players": fingerprint(SYMBOLS),
}


@pytest.mark.parametrize("what", FROZEN)
def test_the_page_says_what_is_frozen(what: str) -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|", PAGE.split("## What 1.0 freezes")[1], flags=re.MULTILINE))
    assert rows[what] == FROZEN[what]


def test_every_table_that_cannot_be_derived_is_in_the_fingerprint() -> None:
    assert {table.name for table in models.PRIMARY} <= set(SQLModel.metadata.tables)
