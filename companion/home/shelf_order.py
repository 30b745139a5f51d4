"""The order of the games: as arranged or last played first; some pinned, some hidden."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

SETTING: Final = "shelf"


class Sorting(StrEnum):
    """What comes first below the pinned games."""

    ARRANGED = "arranged"
    LAST_PLAYED = "last_played"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The stored order: `order` has keys of games; games that are not in it come last."""

    order: tuple[str, ...] = ()
    pinned: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    sorting: Sorting = Sorting.ARRANGED


def arrange(
    keys: Iterable[str], wanted: Arrangement, last_played: Mapping[str, datetime]
) -> tuple[tuple[str, ...], ...]:
    """The shown games in their order, and the hidden ones; `last_played` only counts if the last played come first."""
    ordered = sort_as_arranged(keys, wanted)
    if wanted.sorting is Sorting.LAST_PLAYED:
        ordered.sort(key=lambda key: -last_played[key].timestamp() if key in last_played else 0.0)
    ordered.sort(key=lambda key: key not in wanted.pinned)
    shown = tuple(key for key in ordered if key not in wanted.hidden)
    return shown, tuple(key for key in ordered if key in wanted.hidden)


def sort_as_arranged(keys: Iterable[str], wanted: Arrangement) -> list[str]:
    """All games in the order that was arranged by hand."""
    places = {key: place for place, key in enumerate(wanted.order)}
    return sorted(keys, key=lambda key: places.get(key, len(places)))


def parse_arrangement(value: Any) -> Arrangement:
    """The arrangement in a stored setting; the default if it is invalid."""
    try:
        return _ADAPTER.validate_python(value)
    except ValidationError:
        return Arrangement()


def format_arrangement(wanted: Arrangement) -> Any:
    """The JSON value to store."""
    return _ADAPTER.dump_python(wanted, mode="json")


_ADAPTER: Final = TypeAdapter(Arrangement)
