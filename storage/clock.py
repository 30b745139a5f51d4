"""The clock of the store, passed as a parameter so that tests can set the time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

Clock = Callable[[], datetime]

_MAX_OFFSET: Final = 24 * 60 - 1  # minutes; Python knows no other time zones


def utc_now() -> datetime:
    """The current time, aware, in UTC."""
    return datetime.now(UTC)


def format_utc(at: datetime) -> str:
    """Format a time as session files do: "2026-01-02T20:00:00.000000Z"."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def later_than(previous: datetime | None, at: datetime) -> datetime:
    """`at`, or the least time after `previous` if the clock was set back since."""
    return at if previous is None else max(at, previous + timedelta(microseconds=1))


def offset_minutes(at: datetime) -> int:
    """The offset of this device's time zone at that time, in minutes east of UTC."""
    return (at.astimezone().utcoffset() or timedelta()) // timedelta(minutes=1)


def at_table(at: datetime, offset: int) -> datetime:
    """A time on the clock at the table, `offset` minutes east of UTC. Never fails for a year that sessions may have."""
    return at.astimezone(timezone(timedelta(minutes=max(-_MAX_OFFSET, min(offset, _MAX_OFFSET)))))
