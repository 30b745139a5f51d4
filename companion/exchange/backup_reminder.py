"""Whether the device promises to keep the database, and when to remind of a backup if it does not."""

from functools import partial
from typing import Final

import flet as ft

from companion.ui.chips_and_buttons import identified, quiet
from companion.ui.panel import note
from companion.ui.theme import Look
from companion.window.hooks import use_house
from companion.window.messages import go
from companion.window.state import House
from storage.derived.results import Status
from storage.history.session_filter import SessionFilter

_BACKED_UP: Final = "backed_up"
"""The setting that has the number of finished sessions at the last backup."""

_SESSIONS: Final = 5
"""Finished sessions without a backup, after which the app reminds of one."""

_FINISHED: Final = SessionFilter(statuses=(Status.FINISHED,))

_NOT_KEPT: Final = (
    "This browser may delete your games if the device runs out of storage, or after weeks without a visit."
    " Add the companion to the home screen, and open it there."
)
_NO_BACKUP: Final = "Several games were played since the last backup, and this browser does not promise to keep them."


def use_is_persistent() -> bool:
    """Whether the system promises not to delete the database; True until the device has answered."""
    device = use_house().device
    is_persistent, put = ft.use_state(True)

    async def ask() -> None:
        if not await device.is_persistent():
            put(False)

    ft.use_effect(ask, [], cleanup=lambda: None)
    return is_persistent


def backup_reminder(house: House, look: Look, *, is_empty: bool, is_persistent: bool) -> list[ft.Control]:
    """What the first screen says where the system may delete the database; nothing where it promises to keep it."""
    if is_persistent:
        return []
    if is_empty:
        return [identified("home.not_kept", note(look, _NOT_KEPT))]
    finished = house.store.history.count(_FINISHED)
    if finished - int(house.store.settings.get(_BACKED_UP, 0)) < _SESSIONS:
        return []
    icon, open_exchange = ft.Icons.INVENTORY_2_OUTLINED, partial(go, "/exchange")
    save = quiet(look, "home.backup", "Save a backup", open_exchange, icon=icon)
    return [identified("home.not_backed_up", note(look, _NO_BACKUP)), save]


def note_backup(house: House) -> None:
    """Remember that a backup was saved just now."""
    house.store.settings.put(_BACKED_UP, house.store.history.count(_FINISHED))
