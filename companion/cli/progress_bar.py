"""A progress bar on stderr, for commands that may take minutes."""

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

_WIDTH: Final = 30
_MIN_INTERVAL: Final = 0.1  # seconds between two updates


class ProgressBar:
    """A progress bar, drawn on a terminal only and removed when complete."""

    def __init__(self, title: str, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._title = title
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._drawn_at: float | None = None

    def update(self, done: int, total: int) -> None:
        """Show that `done` of `total` sessions are done."""
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
        """Remove the bar from the terminal."""
        if self._drawn_at is not None:
            self._drawn_at = None
            self._out.write("\r\x1b[K")
            self._out.flush()


class StageBars:
    """The progress bars of a command with several stages, one at a time."""

    def __init__(self) -> None:
        self._bar: ProgressBar | None = None

    def start(self, title: str) -> Callable[[int, int], None]:
        """Begin a stage; returns what is called with the sessions done and their total."""
        self.clear()
        self._bar = ProgressBar(title)
        return self._bar.update

    def clear(self) -> None:
        """Remove the bar of a stage that ended early."""
        if self._bar is not None:
            self._bar.clear()
