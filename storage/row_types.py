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
        """Parse a stored time, more strictly than SQLAlchemy; raises DamagedValue."""
        return _parse_time


class Whole(TypeDecorator[int]):
    """A whole number. Any other value, which SQLite would accept, raises DamagedValue."""

    impl = Integer
    cache_ok = True

    def process_result_value(self, value: int | None, _: Dialect) -> int | None:
        if value is not None and type(value) is not int:
            raise DamagedValue(f"{value!r} is not a number")
        return value


class HalfOrWhole(TypeDecorator[float]):
    """Points: whole, or halves, which a column for whole numbers keeps as they are. Others raise DamagedValue."""

    impl = Integer
    cache_ok = True

    def process_result_value(self, value: float | None, _: Dialect) -> float | None:
        points = as_points(value) if isinstance(value, float) else value
        if points is not None and not are_points(points, HALF):
            raise DamagedValue(f"{value!r} is not a number of points")
        return points


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
