"""Column types: times, whole numbers and points."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import DateTime, Dialect, Integer, TypeDecorator

from scoring.contract.scores import HALF, are_points, as_points
from storage.errors import DamagedValue

_LAST_YEAR: Final = 9998  # in other time zones, the last hours of 9999 are in the year 10000, which is not supported
_SHORTEST: Final = len("2026-01-02 20:00:00")


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, stored as text in UTC."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def result_processor(self, *_: object) -> Callable[[Any], datetime | None]:
        """Parse a stored time; raises DamagedValue."""
        return _parse_time


class Whole(TypeDecorator[int]):
    """A whole number. Any other value, which SQLite would accept, raises DamagedValue."""

    impl = Integer
    cache_ok = True

    def result_processor(self, *_: object) -> Callable[[Any], int | None]:
        """Check a stored number; raises DamagedValue."""
        return _check_number


def _check_number(stored: Any) -> int | None:
    """Return a stored whole number or None; raises DamagedValue for anything else."""
    if stored is not None and type(stored) is not int:
        raise DamagedValue(f"{stored!r} is not a number")
    number: int | None = stored
    return number


class HalfOrWhole(TypeDecorator[float]):
    """Points: whole, or halves, which a column for whole numbers keeps as they are. Others raise DamagedValue."""

    impl = Integer
    cache_ok = True

    def result_processor(self, *_: object) -> Callable[[Any], float | None]:
        """Check stored points or a sum of them; raises DamagedValue."""
        return _check_points


def _check_points(stored: Any) -> float | None:
    points = as_points(stored) if isinstance(stored, float) else stored
    if points is not None and not are_points(points, HALF):
        raise DamagedValue(f"{stored!r} is not a number of points")
    number: float | None = points
    return number


def _parse_time(stored: object) -> datetime | None:
    """Parse a time stored as text in UTC, or None; raises DamagedValue for anything else."""
    if stored is None:
        return None
    try:
        at = datetime.fromisoformat(f"{stored}+00:00")
    except ValueError as error:
        raise DamagedValue(f"{stored!r} is not a time") from error
    if at.year > _LAST_YEAR or len(str(stored)) < _SHORTEST:
        raise DamagedValue(f"{stored!r} is not a time")
    return at
