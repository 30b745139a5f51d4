"""A progress bar on stderr, for commands that may take minutes."""

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

_WIDTH: Final = 30
_MIN_INTERVAL: Final = 0.1  # seconds between two updates


class ProgressBar:
    """The progress of a command's stages, drawn on a terminal only and removed when a stage is complete."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._title = ""
        self._drawn_at: float | None = None

    def start(self, title: str) -> Callable[[int, int], None]:
        """Begin a stage; returns the function to call with the sessions done and their total."""
        self.clear()
        self._title = title
        return self._update

    def _update(self, done: int, total: int) -> None:
        if not self._out.isatty():
            return
        now = self._clock()
        if done >= total:
            self.clear()
        elif self._drawn_at is None or now - self._drawn_at >= _MIN_INTERVAL:
            self._drawn_at = now
            filled = _WIDTH * done // total
            bar = "#" * filled + "-" * (_WIDTH - filled)
            self._out.write(f"\r\x1b[K{self._title} [{bar}] {done:,} of {total:,} sessions")
            self._out.flush()

    def clear(self) -> None:
        """Remove the bar from the terminal, also if its stage ended early."""
        if self._drawn_at is not None:
            self._drawn_at = None
            self._out.write("\r\x1b[K")
            self._out.flush()
