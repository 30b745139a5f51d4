"""A progress bar on stderr, for commands that may take minutes."""

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from storage.file.write_batches import Step

_WIDTH: Final = 30
_MIN_INTERVAL: Final = 0.1  # seconds between two updates


class ProgressBar:
    """The progress of long work, drawn on a terminal only and removed when a stage is complete."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._drawn_at: float | None = None

    def show(self, step: Step) -> None:
        """Draw the bar after a step, unless it was just drawn."""
        if not self._out.isatty():
            return
        now, (stage, done, total) = self._clock(), step
        if done >= total:
            self.clear()
        elif self._drawn_at is None or now - self._drawn_at >= _MIN_INTERVAL:
            self._drawn_at = now
            filled = _WIDTH * done // total
            bar = "#" * filled + "-" * (_WIDTH - filled)
            self._out.write(f"\r\x1b[K{stage} [{bar}] {done:,} of {total:,} sessions")
            self._out.flush()

    def clear(self) -> None:
        """Remove the bar from the terminal, also if its stage ended early."""
        if self._drawn_at is not None:
            self._drawn_at = None
            self._out.write("\r\x1b[K")
            self._out.flush()
