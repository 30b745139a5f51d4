"""The numbers by which the objects of a BG Stats file refer to each other."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from storage.play_file.reading import GAMES, PLACES, PLAYERS

LISTS_BY_KEY: Final[Mapping[str, str]] = {
    "playerRefId": PLAYERS,
    "meRefId": PLAYERS,
    "gameRefId": GAMES,
    "locationRefId": PLACES,
    "tagRefId": "tags",
    "groupRefId": "groups",
}
"""The list each reference key points into."""

LARGEST: Final = 2**53 - 1
"""The largest number that every JSON reader keeps exactly. Larger ones of a file are replaced."""


def parse_reference(value: Any) -> int | None:
    """A reference number, of any size; None if it is not a whole number. Some apps write 3 as 3.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def replace_references(value: Any, refs: Mapping[str, Mapping[int, int | str]]) -> Any:
    """Copy a value with its references replaced; `refs` maps numbers to numbers or ids by list. Unknown ones stay."""
    match value:
        case dict():
            return {key: _replace_value(key, item, refs) for key, item in value.items()}
        case list():
            return [replace_references(item, refs) for item in value]
        case _:
            return value


def _replace_value(key: str, value: Any, refs: Mapping[str, Mapping[int, int | str]]) -> Any:
    number = parse_reference(value) if key in LISTS_BY_KEY else None
    return replace_references(value, refs) if number is None else refs[LISTS_BY_KEY[key]].get(number, value)


class ReferenceNumbers:
    """The reference numbers in use in one list."""

    def __init__(self, used: Iterable[int] = ()) -> None:
        self._used = set(used)
        self._last = 0

    def allocate(self, preferred: int | None = None) -> int:
        """Reserve the preferred number; if there is none, or it is taken or too large, a free one."""
        is_free = preferred is not None and preferred not in self._used and abs(preferred) <= LARGEST
        number = preferred if preferred is not None and is_free else self._find_free()
        self._used.add(number)
        return number

    def _find_free(self) -> int:
        if not self._last:  # above the largest one, unless that leaves no room
            self._last = max((number for number in self._used if 0 < number <= LARGEST // 2), default=0)
        self._last += 1
        while self._last in self._used:
            self._last += 1
        return self._last
