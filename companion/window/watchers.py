"""The one way to tell windows that something changed."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft


class Watchable:
    """Something that windows follow: it calls them after every change, in the order in which they came."""

    def __init__(self) -> None:
        self._calls: dict[Callable[[], Any], None] = {}

    @property
    def is_watched(self) -> bool:
        """Whether anybody follows it."""
        return bool(self._calls)

    def watch(self, wake: Callable[[], Any]) -> Callable[[], None]:
        """Call `wake` after every change; returns the function that ends it."""
        self._calls[wake] = None
        return lambda: self._calls.pop(wake, None)

    def wake(self) -> None:
        """Call everybody; who comes or goes meanwhile counts from the next change on."""
        for call in tuple(self._calls):
            call()


def use_subscription(subscribe: Callable[[], Callable[[], Any]], dependencies: Sequence[Any]) -> None:
    """Subscribe while a component is shown; what `subscribe` returns ends it, also when a dependency changes."""
    end: Any = ft.use_ref(None)

    def begin() -> None:
        end.current = subscribe()

    ft.use_effect(begin, dependencies, cleanup=lambda: end.current and end.current())
