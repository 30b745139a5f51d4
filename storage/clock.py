"""Where moments come from: the only clock of the app's memory, handed in so that tests can stop it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Now, aware, in UTC."""
    return datetime.now(UTC)


def offset_minutes(at: datetime) -> int:
    """Minutes east of UTC on this device at that moment."""
    return (at.astimezone().utcoffset() or timedelta()) // timedelta(minutes=1)
