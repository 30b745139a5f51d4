"""Compact column types: times, references to sessions, and enumerated strings."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, SmallInteger, TypeDecorator
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.elements import ColumnElement

from storage.errors import DamagedValue

_LAST_YEAR: Final = 9998  # in other time zones, the last hours of 9999 are in the year 10000, which is not supported
_SHORTEST: Final = len("2026-01-02 20:00:00")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, stored as text in UTC."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def result_processor(self, *_: object) -> Callable[[Any], datetime | None]:
        """Parse a stored time; raises DamagedValue."""
        return _parse_optional_time


class Microseconds(TypeDecorator[datetime]):
    """An aware time, stored as microseconds since 1970, which takes a third of the space of text."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> int | None:
        return None if value is None else (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: Any, _: Dialect) -> datetime | None:
        """Convert a stored time; raises DamagedValue."""
        try:
            at = None if value is None else _EPOCH + timedelta(microseconds=value)
        except (TypeError, OverflowError) as error:
            raise DamagedValue(f"{value!r} is not a time") from error
        if at is not None and at.year > _LAST_YEAR:
            raise DamagedValue(f"{value!r} is not a time")
        return at


class Whole(TypeDecorator[int]):
    """A whole number. Any other value, which SQLite would accept, raises DamagedValue."""

    impl = Integer
    cache_ok = True

    def result_processor(self, *_: object) -> Callable[[Any], int | None]:
        """Check a stored number; raises DamagedValue."""
        return check_number


class SessionKey(TypeDecorator[str]):
    """A reference to a session: its public id in Python, its integer key in the file. SQLite converts between them."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: str | None, _: Dialect) -> Any:
        return value

    def bind_expression(self, bindvalue: Any) -> ColumnElement[Any]:
        """The key of the session with this id; NULL if there is none."""
        return _KeyOf(bindvalue)

    def column_expression(self, column: Any) -> ColumnElement[Any]:
        """The id of the session with this key."""
        return _IdOf(column)


class Word(TypeDecorator[str]):
    """One of a list of strings, stored as its position. The list may only grow at the end."""

    impl = SmallInteger
    cache_ok = True

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: str | None, _: Dialect) -> int | None:
        return None if value is None else self.words.index(value)

    def process_result_value(self, value: Any, _: Dialect) -> str | None:
        """The string; an unknown value is converted to text, so that reading the entry fails with its value."""
        if value is None:
            return None
        is_known = isinstance(value, int) and 0 <= value < len(self.words)
        return self.words[value] if is_known else str(value)


KEY_OF_ID: Final = "(SELECT key FROM session WHERE id = ({}))"


class _KeyOf(ColumnElement[Any]):
    inherit_cache = False

    def __init__(self, value: Any) -> None:
        self.value = value
        self.type = Integer()


class _IdOf(ColumnElement[Any]):
    inherit_cache = False

    def __init__(self, column: Any) -> None:
        self.column = column
        self.type = Integer()


@compiles(_KeyOf)
def _compile_key(element: _KeyOf, compiler: Any, **options: Any) -> str:
    return KEY_OF_ID.format(compiler.process(element.value, **options))


@compiles(_IdOf)
def _compile_id(element: _IdOf, compiler: Any, **options: Any) -> str:
    return f"(SELECT id FROM session WHERE key = {compiler.process(element.column, **options)})"


def check_number(stored: Any) -> int | None:
    """Return a stored whole number or None; raises DamagedValue for anything else."""
    if stored is not None and type(stored) is not int:
        raise DamagedValue(f"{stored!r} is not a number")
    number: int | None = stored
    return number


def parse_time(stored: object) -> datetime:
    """Parse a time stored as text in UTC; raises DamagedValue for anything else."""
    try:
        at = datetime.fromisoformat(f"{stored}+00:00")
    except ValueError as error:
        raise DamagedValue(f"{stored!r} is not a time") from error
    if at.year > _LAST_YEAR or len(str(stored)) < _SHORTEST:
        raise DamagedValue(f"{stored!r} is not a time")
    return at


def format_time(at: datetime) -> str:
    """A time as it is stored as text."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def _parse_optional_time(stored: object) -> datetime | None:
    return None if stored is None else parse_time(stored)
