"""Which sessions somebody wants to see: the words, people, game, days and winner they look for."""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Final, Self

from storage.derived.results import Status
from storage.text_folding import fold


@dataclass(frozen=True, slots=True)
class Wanted:
    """Everything that is given must hold; an empty one wants every session that does not lie in the bin.

    `words`: each of them is part of a player's name, the game's title, the place or the note. `players`: ids of those
    who all sat at the table. `seats`: how many played. `since` and `until`: opened from the one to before the other.
    `winner`: the id of somebody who won. `statuses`: any of these.
    """

    words: str = ""
    game: str | None = None
    players: tuple[str, ...] = ()
    seats: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    winner: str | None = None
    statuses: tuple[Status, ...] = ()
    binned: bool = False

    @property
    def given(self) -> tuple[str, ...]:
        """The filters that are set; from and to are one, the bin is none."""
        return tuple(name for name in FILTERS if any(getattr(self, part) for part in FILTERS[name]))

    def without(self, name: str) -> Self:
        """The same without one filter."""
        return replace(self, **{part: _EMPTY[part] for part in FILTERS[name]})

    @property
    def folded(self) -> tuple[str, ...]:
        """The words as they are compared."""
        return tuple(dict.fromkeys(fold(self.words).split()))


FILTERS: Final = {
    "words": ("words",),
    "game": ("game",),
    "players": ("players",),
    "seats": ("seats",),
    "date": ("since", "until"),
    "winner": ("winner",),
    "status": ("statuses",),
}
"""What can be set and dropped, with the fields it stands for."""

_EMPTY: Final[dict[str, Any]] = {each.name: each.default for each in fields(Wanted)}
