"""Last-writer-wins for what people may change on several devices.

`edits` of a session or a player has the time and the device of the last change of each part. A change is later than the
one it replaces, whatever the clock says.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from sqlalchemy import Table, select, update
from sqlmodel import Session

from storage.clock import format_utc, later_than
from storage.models import PLAYER, SESSION, SettingRow
from storage.sessions.settings import load_setting
from storage.valid_values import is_time

Edit = tuple[str, str]
"""When something was changed, as session files write times, and on which device."""

Edits = Mapping[str, Edit]

DEVICE: Final = "storage.device"
"""The key of the setting with the name that a device has in files."""

PARTS: Final[Mapping[Table, Mapping[str, tuple[str, ...]]]] = {
    SESSION: {"place": ("place",), "note": ("note",), "bin": ("binned_at",)},
    PLAYER: {"name": ("name",), "look": ("colour", "symbol"), "archived": ("archived_at",)},
}
"""The columns of each part that can be changed."""

_NEVER: Final[Edit] = ("", "")


def find_device(db: Session) -> str | None:
    """The name of this device in files; None before anything was changed on it."""
    device: str | None = load_setting(db, DEVICE)
    return device


def _get_device(db: Session) -> str:
    """The name of this device; generated on first use."""
    name = find_device(db)
    if name is None:
        name = uuid4().hex[:8]
        db.add(SettingRow(key=DEVICE, value=name))
    return name


def mark_edited(db: Session, table: Table, ids: Iterable[str], parts: Iterable[str], at: datetime) -> None:
    """Mark parts of sessions or players as changed now, inside the transaction that changes them."""
    parts, device = tuple(parts), _get_device(db)
    for row_id, edits in db.execute(select(table.c.id, table.c.edits).where(table.c.id.in_(list(ids)))).all():
        marks = {part: [_format_later(at, edits.get(part, _NEVER)), device] for part in parts}
        db.execute(update(table).where(table.c.id == row_id).values(edits=edits | marks))


def find_later(table: Table, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of our row, with `edits`, that the other device changed later than we did.

    Both have the columns of `PARTS` and `edits`. Parts that were never changed there stay.
    """
    values: dict[str, Any] = {}
    edits: dict[str, Edit] = {}
    for part, columns in PARTS[table].items():
        edit = theirs["edits"].get(part, _NEVER)
        here = (*ours["edits"].get(part, _NEVER), *(str(ours[name] or "") for name in columns))
        if tuple(edit) != _NEVER and (*edit, *(str(theirs[name] or "") for name in columns)) > here:
            values |= {name: theirs[name] for name in columns}
            edits[part] = edit
    return values | {"edits": {**ours["edits"], **{part: list(edit) for part, edit in edits.items()}}} if edits else {}


def _format_later(at: datetime, previous: Edit) -> str:
    """The time of a change: after the one it replaces, unless that would be after the last valid year."""
    before = datetime.fromisoformat(previous[0]) if previous[0] else None
    later = later_than(before, at)
    return format_utc(later if is_time(later) else at)
