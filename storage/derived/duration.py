"""How long an evening took, told by its entries: a long silence is a pause, not play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

PAUSE: Final = timedelta(minutes=15)
"""A gap between two entries that is longer than this was a pause."""


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds at play and seconds of pauses."""

    played: int
    paused: int


def duration(times: Sequence[datetime]) -> Duration:
    """What the moments of the entries tell, in the order they were made; a clock set back counts as no time."""
    gaps = [max(later - earlier, timedelta()) for earlier, later in pairwise(times)]
    played = sum((gap for gap in gaps if gap <= PAUSE), timedelta())
    paused = sum((gap for gap in gaps if gap > PAUSE), timedelta())
    return Duration(played // timedelta(seconds=1), paused // timedelta(seconds=1))
