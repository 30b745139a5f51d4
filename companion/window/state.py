"""The state of one window, and what all windows of a process share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import flet as ft

from companion.device.device import Device
from companion.ui.theme import COMPACT, WIDE
from companion.window.keys import Keys
from companion.window.visibility import Visibility
from storage.file.csv_text import COMMA
from storage.history.session_filter import SessionFilter
from storage.statistics.limits import NO_LIMIT
from storage.store import Store

T = TypeVar("T")


class Memory:
    """State that features keep beside their screens: one object a class, created from the store on first access."""

    def __init__(self, store: Store, *objects: Any) -> None:
        self._store = store
        self._objects: dict[type, Any] = {type(value): value for value in objects}

    def __getitem__(self, kind: type[T]) -> T:
        if kind not in self._objects:
            self._objects[kind] = kind(self._store)  # type: ignore[call-arg]
        value: T = self._objects[kind]
        return value


@dataclass
class Taps:
    """What forms remember of the taps in a window while other screens are shown. No screen is drawn again for it."""

    last: Any = None  # what recorded the last entry
    at: float = 0.0  # when, in seconds
    undoable: dict[Any, list[Any]] = field(default_factory=dict)  # in half-filled forms, by the key of the form
    undone: str = ""  # the path of the answer that undo changed, until a number pad is drawn
    pad: tuple[Any, Any] = ("", None)  # where a number pad is, and the pad with what is typed


@ft.observable
@dataclass
class Window:
    """The state of one window; components that read it are redrawn when it changes."""

    width: float = 412
    low: bool = False  # a phone held sideways
    dark: bool = False
    theme: str = "system"  # system, light, dark
    scale: float = 1.0
    enlarged: float = 1.0  # by how much the browser enlarges text
    letters: bool = False
    awake: bool = True
    is_told_dark: bool = False  # that this browser cannot keep the screen on
    separator: str = COMMA  # of cells in tables for spreadsheets
    missed: tuple[str, int] = ("", 0)  # session and entry that another window recorded first
    recorded: set[tuple[str, int]] = field(default_factory=set)  # sessions and entries that this window recorded
    taps: Taps = field(default_factory=Taps)
    revision: int = 0  # incremented to make screens reread the store
    is_phone: bool = False  # a phone at a table that another device holds
    can_invite: bool = False  # phones to a table of this device
    memory: Memory | None = None  # of the user's own sessions, kept while other screens are shown
    limit: SessionFilter = NO_LIMIT  # what pages of statistics count
    sample: "Sampled | None" = None  # shown instead of the user's own sessions
    visibility: Visibility = field(default_factory=Visibility)  # whether somebody may be looking
    keys: Keys = field(default_factory=Keys)  # handlers of keyboard keys

    @property
    def wide(self) -> bool:
        return self.width >= WIDE

    @property
    def compact(self) -> bool:
        return self.width < COMPACT


STORED: Final = ("theme", "scale", "letters", "awake", "separator")
"""The fields of `Window` that are settings of the device: stored under their names, set by every new window."""


@dataclass(frozen=True)
class House:
    """What all windows of a process share."""

    store: Store
    device: Device
    shared: Memory
    is_sample: bool = False  # made-up evenings in a file of their own


@dataclass(frozen=True)
class Sampled:
    """The sample that a window shows instead of its `own` sessions, and how to delete it."""

    own: House
    house: House
    memory: Memory
    close: Callable[[], None]


HouseContext: Any = ft.create_context(None)

WindowContext: Any = ft.create_context(None)

LineContext: Any = ft.create_context(None)
