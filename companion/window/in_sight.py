"""Whether somebody may be looking at a window: its page is connected, and neither hidden nor behind another app."""

from typing import Any, Final

import flet as ft

from companion.flet_guard.guard import is_open
from companion.window.watchers import Watchable

_HIDDEN: Final = (ft.AppLifecycleState.HIDE, ft.AppLifecycleState.PAUSE)


class Sight(Watchable):
    """Whether one page is in view; its watchers are called when it is shown again."""

    def __init__(self, page: ft.Page) -> None:
        super().__init__()
        self._page, self._is_hidden = page, False
        page.on_app_lifecycle_state_change = self._follow

    @property
    def is_in_view(self) -> bool:
        """Whether the page is connected and not hidden."""
        return not self._is_hidden and is_open(self._page)

    def reconnect(self) -> None:
        """The browser connected again, perhaps after it had put the hidden page away."""
        self._is_hidden = False

    def _follow(self, e: Any) -> None:
        was_hidden, self._is_hidden = self._is_hidden, e.state in _HIDDEN
        if was_hidden and not self._is_hidden:
            self.wake()
