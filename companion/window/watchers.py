"""The one way to tell windows that something changed."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

log = logging.getLogger("companion")


class Watchable:
    """Calls its watchers after every change, in the order in which they were added."""

    def __init__(self) -> None:
        self._calls: dict[Callable[[], Any], None] = {}

    @property
    def is_watched(self) -> bool:
        return bool(self._calls)

    def watch(self, wake: Callable[[], Any]) -> Callable[[], None]:
        """Call `wake` after every change; returns the function that ends it."""
        self._calls[wake] = None
        return lambda: self._calls.pop(wake, None)

    def silence(self) -> None:
        """End every watch: what was watched is gone."""
        self._calls.clear()

    def wake(self) -> None:
        """Call all watchers; those added or removed during the calls count from the next change on.

        What one of them raises is logged: it is no failure of the change, nor of the others.
        """
        for call in tuple(self._calls):
            try:
                call()
            except Exception:
                log.exception("a watcher failed")


def use_subscription(subscribe: Callable[[], Callable[[], Any]], dependencies: Sequence[Any]) -> None:
    """Subscribe while a component is shown. `subscribe` returns the function that ends the subscription."""
    end: Any = ft.use_ref(None)

    def begin() -> None:
        end.current = subscribe()

    ft.use_effect(begin, dependencies, cleanup=lambda: end.current and end.current())
