"""How values lie in the file: moments, references to sessions, words of a short list. Small, because there are many."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, SmallInteger, TypeDecorator
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.elements import ColumnElement

from storage.errors import DamagedValue

_LAST_YEAR: Final = 9998  # clocks elsewhere show the last hours of the next one as a year that has no date
_SHORTEST: Final = len("2026-01-02 20:00:00")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: aware in Python, UTC at rest, as text."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def result_processor(self, *_: object) -> Callable[[Any], datetime | None]:
        """Read a stored moment; DamagedValue where something else stands in its place."""
        return _stored_moment_or_none


class Microseconds(TypeDecorator[datetime]):
    """A moment: aware in Python, at rest the microseconds since 1970, a third of the text."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> int | None:
        return None if value is None else (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: Any, _: Dialect) -> datetime | None:
        """Read a stored moment; DamagedValue where something else stands in its place."""
        try:
            at = None if value is None else _EPOCH + timedelta(microseconds=value)
        except (TypeError, OverflowError) as error:
            raise DamagedValue(f"{value!r} stands where a moment should") from error
        if at is not None and at.year > _LAST_YEAR:
            raise DamagedValue(f"{value!r} stands where a moment should")
        return at


class Whole(TypeDecorator[int]):
    """A whole number; DamagedValue where something else stands in its place, for SQLite takes anything anywhere."""

    impl = Integer
    cache_ok = True

    def result_processor(self, *_: object) -> Callable[[Any], int | None]:
        """Read a stored number."""
        return stored_number


class SessionKey(TypeDecorator[str]):
    """A reference to a session: its public id in Python, its integer key at rest. SQLite looks one up by the other."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: str | None, _: Dialect) -> Any:
        return value

    def bind_expression(self, bindvalue: Any) -> ColumnElement[Any]:
        """The key of the session with this id; NULL where there is none."""
        return _KeyOf(bindvalue)

    def column_expression(self, column: Any) -> ColumnElement[Any]:
        """The id of the session with this key."""
        return _IdOf(column)


class Word(TypeDecorator[str]):
    """One of a few words, at rest its place in their list, which is only ever added to."""

    impl = SmallInteger
    cache_ok = True

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: str | None, _: Dialect) -> int | None:
        return None if value is None else self.words.index(value)

    def process_result_value(self, value: Any, _: Dialect) -> str | None:
        """The word; what somebody else has written there as it is."""
        known = isinstance(value, int) and 0 <= value < len(self.words)
        return self.words[value] if known else None if value is None else str(value)


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


def stored_number(stored: Any) -> int | None:
    """A whole number as it stands in a row, or None; DamagedValue for anything else."""
    if stored is not None and type(stored) is not int:
        raise DamagedValue(f"{stored!r} stands where a number should")
    number: int | None = stored
    return number


def stored_moment(stored: object) -> datetime:
    """A moment as it stands in a row; DamagedValue for anything else."""
    try:
        at = datetime.fromisoformat(f"{stored}+00:00")
    except ValueError as error:
        raise DamagedValue(f"{stored!r} stands where a moment should") from error
    if at.year > _LAST_YEAR or len(str(stored)) < _SHORTEST:
        raise DamagedValue(f"{stored!r} stands where a moment should")
    return at


def _stored_moment_or_none(stored: object) -> datetime | None:
    return None if stored is None else stored_moment(stored)
