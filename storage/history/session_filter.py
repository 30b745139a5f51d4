"""The filters of the session list: words, players, game, dates, place, winner and status."""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Final, Self

from storage.derived.results import Status
from storage.text_folding import fold


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """A combination of filters, all of which must match. The default matches every session outside the bin.

    `words`: each must occur in a player's name, the game's title, the place or the note. `players`: ids of players who
    all took part. `seats`: the number of players. `since` (inclusive) and `until` (exclusive): when it was opened.
    `year`: that of its evening, at the table's own offset from UTC. `winner`: the id of a player who won. `statuses`:
    any of these. `counts`: whether it has a result, which a stopped session may have. `binned`: search the bin instead.
    `place`: compared without case and accents. `game` and `rules`: as in `SessionHead`.
    """

    words: str = ""
    game: str | None = None
    players: tuple[str, ...] = ()
    seats: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    winner: str | None = None
    statuses: tuple[Status, ...] = ()
    counts: bool | None = None
    binned: bool = False
    place: str = ""
    year: int | None = None
    rules: str | None = None

    @property
    def active(self) -> tuple[str, ...]:
        """The names of the filters that are set, as in `FILTERS`."""
        return tuple(name for name in FILTERS if any(getattr(self, part) for part in FILTERS[name]))

    def without(self, name: str) -> Self:
        """A copy without one filter; `name` as in `FILTERS`."""
        return replace(self, **{part: _EMPTY[part] for part in FILTERS[name]})

    @property
    def search_words(self) -> tuple[str, ...]:
        """The search words, folded for comparison, without duplicates."""
        return tuple(dict.fromkeys(fold(self.words).split()))


FILTERS: Final = {
    "words": ("words",),
    "game": ("game",),
    "players": ("players",),
    "seats": ("seats",),
    "date": ("since", "until", "year"),
    "place": ("place",),
    "winner": ("winner",),
    "status": ("statuses", "counts"),
}
"""The filters a user can set or drop, and the fields of each."""

_EMPTY: Final[dict[str, Any]] = {field.name: field.default for field in fields(SessionFilter)}
