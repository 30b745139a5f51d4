"""The state of one window, and what all windows of a process share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import flet as ft

from companion.desk.desk import Desks
from companion.device.device import Device
from companion.past.history_state import HistoryState
from companion.phones.invitation import Invitation, Phone
from companion.phones.phone_access import PhoneAccess
from companion.phones.seat_desk import SeatDesk
from companion.repair.background_rebuild import BackgroundRebuild
from companion.repair.data_check import DataCheck
from companion.ui.theme import COMPACT, WIDE
from companion.window.keys import Keys
from companion.window.sight import Sight
from storage.file.csv_text import COMMA
from storage.history.session_filter import SessionFilter
from storage.statistics.limits import NO_LIMIT
from storage.store import Store


@ft.observable
@dataclass
class Window:
    """The state of one window; components that read it are redrawn when it changes."""

    width: float = 412
    low: bool = False  # a phone held sideways
    dark: bool = False
    theme: str = "system"  # system, light, dark
    scale: float = 1.0
    letters: bool = False
    awake: bool = True
    separator: str = COMMA  # of cells in tables for spreadsheets
    missed: tuple[str, int] = ("", 0)  # session and entry that another window recorded first
    recorded: set[tuple[str, int]] = field(default_factory=set)  # sessions and entries that this window recorded
    revision: int = 0  # incremented to make screens reread the store
    past: HistoryState | None = None  # kept while other screens are shown
    limit: SessionFilter = NO_LIMIT  # what pages of statistics count
    sample: "Sampled | None" = None  # shown instead of the user's own sessions
    sight: Sight | None = None  # whether somebody may be looking
    keys: Keys = field(default_factory=Keys)  # who takes what is typed on a keyboard

    @property
    def wide(self) -> bool:
        return self.width >= WIDE

    @property
    def compact(self) -> bool:
        return self.width < COMPACT


@dataclass(frozen=True)
class House:
    """What all windows of a process share."""

    store: Store
    desks: Desks
    background_rebuild: BackgroundRebuild
    device: Device
    phones: PhoneAccess | None = None  # None where no phone can be invited
    is_sample: bool = False  # made-up evenings in a file of their own
    data_check: DataCheck = field(default_factory=DataCheck)


@dataclass(frozen=True)
class Sampled:
    """The sample that a window shows, and how to delete it."""

    house: House
    close: Callable[[], None]


@dataclass(frozen=True)
class Guest:
    """The phone at the table that looks at a window; such a window has no house."""

    invitation: Invitation
    phone: Phone
    desk: SeatDesk


HouseContext: Any = ft.create_context(None)

GuestContext: Any = ft.create_context(None)

WindowContext: Any = ft.create_context(None)

LineContext: Any = ft.create_context(None)


def history_of(house: House, window: Window) -> HistoryState:
    """The state of this window's history screen, created on the first call."""
    if window.past is None:
        window.past = HistoryState(house.store)
    return window.past
