"""What taking a file of BG Stats in changes, told: the same before it is applied and after."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

APART: Final = ""
"""The choice that a player of the file is somebody of their own."""


class Fate(StrEnum):
    """What becomes of a play or a player of a file."""

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class PlayTaken:
    """A play of the file that can be understood: what it is called in lists, and what becomes of it."""

    session_id: str
    fate: Fate
    game: str
    at: datetime  # by the clock on the wall
    names: tuple[str, ...]
    winners: tuple[str, ...]
    counts: bool


@dataclass(frozen=True, slots=True)
class PlayerTaken:
    """A player of the file who played; `into` is the player here whom they count as, if they are merged."""

    id: str
    name: str
    fate: Fate
    plays: int
    into: str = APART
    into_name: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of the file that is not taken in, and why, as a sentence."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Report:
    """What taking a file in changes; the same before it is applied and after."""

    plays: tuple[PlayTaken, ...]
    players: tuple[PlayerTaken, ...]
    games: tuple[str, ...]  # titles of those that are new here
    places: tuple[str, ...]  # names of those that are new here
    left_out: tuple[LeftOut, ...]
    deleted: tuple[str, ...]  # sessions here that the file says were deleted: they go into the bin

    def count(self, fate: Fate) -> int:
        """How many plays have this fate."""
        return sum(play.fate is fate for play in self.plays)

    @property
    def ignored(self) -> int:
        """How many plays are taken in but do not count, as BG Stats has it."""
        return sum(not play.counts for play in self.plays if play.fate in (Fate.NEW, Fate.CHANGED))

    @property
    def new(self) -> tuple[str, ...]:
        """The sessions it brings."""
        return tuple(play.session_id for play in self.plays if play.fate is Fate.NEW)

    @property
    def nothing(self) -> bool:
        """Whether taking it in would change nothing."""
        return not (self.count(Fate.NEW) or self.count(Fate.CHANGED) or self.deleted)
