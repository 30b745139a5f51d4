"""The clock of the store, passed as a parameter so that tests can set the time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The current time, aware, in UTC."""
    return datetime.now(UTC)


def offset_minutes(at: datetime) -> int:
    """The offset of this device's time zone at that time, in minutes east of UTC."""
    return (at.astimezone().utcoffset() or timedelta()) // timedelta(minutes=1)
