"""Whether the device promises to keep the database, and when to remind of a backup if it does not."""

from typing import Final

import flet as ft

from companion.window.hooks import use_house
from companion.window.state import House
from storage.derived.results import Status
from storage.history.session_filter import SessionFilter

_BACKED_UP: Final = "backed_up"
"""The setting that has the number of finished sessions at the last backup."""

_SESSIONS: Final = 5
"""Finished sessions without a backup, after which the app reminds of one."""

_FINISHED: Final = SessionFilter(statuses=(Status.FINISHED,))


def use_is_persistent() -> bool:
    """Whether the system promises not to delete the database; True until the device has answered."""
    device = use_house().device
    is_persistent, put = ft.use_state(True)

    async def ask() -> None:
        if not await device.is_persistent():
            put(False)

    ft.use_effect(ask, [], cleanup=lambda: None)
    return is_persistent


def needs_backup(house: House) -> bool:
    """Whether several sessions were finished since the last backup."""
    return house.store.history.count(_FINISHED) - int(house.store.settings.get(_BACKED_UP, 0)) >= _SESSIONS


def note_backup(house: House) -> None:
    """Remember that a backup was saved just now."""
    house.store.settings.put(_BACKED_UP, house.store.history.count(_FINISHED))
