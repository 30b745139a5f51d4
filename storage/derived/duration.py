"""The playing time of a session, computed from the times of its entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

PAUSE: Final = timedelta(minutes=15)
"""A longer gap between two entries counts as a pause."""


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds of play and of pauses."""

    played: int
    paused: int


def compute_duration(times: Sequence[datetime]) -> Duration:
    """The duration of a session from the times of its entries, in order. A clock set back counts as no time."""
    gaps = [max(later - earlier, timedelta()) for earlier, later in pairwise(times)]
    played = sum((gap for gap in gaps if gap <= PAUSE), timedelta())
    paused = sum((gap for gap in gaps if gap > PAUSE), timedelta())
    return Duration(played // timedelta(seconds=1), paused // timedelta(seconds=1))
