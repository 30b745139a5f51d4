"""The one way to tell windows that something changed."""

from collections.abc import Callable
from typing import Any


class Watchers:
    """Who is called after every change, in the order in which they came."""

    def __init__(self) -> None:
        self._calls: dict[Callable[[], Any], None] = {}

    def watch(self, wake: Callable[[], Any]) -> Callable[[], None]:
        """Call `wake` after every change; returns the function that ends it."""
        self._calls[wake] = None
        return lambda: self._calls.pop(wake, None)

    def wake(self) -> None:
        """Call everybody; whoever comes or goes meanwhile counts from the next change on."""
        for call in tuple(self._calls):
            call()

    def __bool__(self) -> bool:
        return bool(self._calls)
