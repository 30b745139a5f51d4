"""Whether the page of a window is visible: connected, and neither hidden nor behind another app."""

from typing import Any, Final

import flet as ft

from companion.flet_guard.guard import is_open
from companion.window.watchers import Watchable

_HIDDEN: Final = (ft.AppLifecycleState.HIDE, ft.AppLifecycleState.PAUSE)


class Visibility(Watchable):
    """Whether a page is visible, as it is without one; the watchers are called when it is shown again."""

    def __init__(self, page: ft.Page | None = None) -> None:
        super().__init__()
        self._page, self._is_hidden = page, False
        if page is not None:
            page.on_app_lifecycle_state_change = self._follow

    @property
    def is_visible(self) -> bool:
        """Whether the page is connected and not hidden."""
        return not self._is_hidden and (self._page is None or is_open(self._page))

    def reconnect(self) -> None:
        """The browser connected again, perhaps after it had put the hidden page away."""
        self._is_hidden = False

    def _follow(self, e: Any) -> None:
        was_hidden, self._is_hidden = self._is_hidden, e.state in _HIDDEN
        if was_hidden and not self._is_hidden:
            self.wake()
