"""What importing a BG Stats file changes. A preview and the import itself return the same report."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

SEPARATE: Final = ""
"""The choice not to merge a player of the file with anybody."""


class ImportAction(StrEnum):
    """What the import does with a play or a player.

    KNOWN: already stored and left unchanged. MERGED applies to players only: a new player who counts as a known one.
    """

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class PlayReport:
    """A valid play of the file, as lists show it, and what the import does with it."""

    session_id: str
    action: ImportAction
    game: str  # title
    at: datetime  # local time, without a time zone
    names: tuple[str, ...]
    winners: tuple[str, ...]
    counts: bool  # False if statistics ignore the play


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """A player of the file; `merged_into` is the id of the player they count as, or SEPARATE."""

    id: str
    name: str
    action: ImportAction
    plays: int
    merged_into: str = SEPARATE
    merged_into_name: str = ""


@dataclass(frozen=True, slots=True)
class SkippedItem:
    """A part of the file that is not imported; `reason` is a clause with a full stop that follows "Play 3: "."""

    item: str
    reason: str

    def __str__(self) -> str:
        return f"{self.item}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What importing a file changes."""

    plays: tuple[PlayReport, ...]
    players: tuple[PlayerReport, ...]
    games: tuple[str, ...]  # titles of new games
    places: tuple[str, ...]  # names of new places
    skipped: tuple[SkippedItem, ...]
    deleted: tuple[str, ...]  # stored sessions that were deleted in BG Stats and go into the bin

    def count(self, action: ImportAction) -> int:
        """The number of plays with this action."""
        return sum(play.action is action for play in self.plays)

    @property
    def ignored(self) -> int:
        """The number of new or changed plays that statistics ignore, as in BG Stats."""
        return sum(not play.counts for play in self.plays if play.action in (ImportAction.NEW, ImportAction.CHANGED))

    @property
    def new_session_ids(self) -> tuple[str, ...]:
        """The ids of the sessions the import adds."""
        return tuple(play.session_id for play in self.plays if play.action is ImportAction.NEW)

    @property
    def is_empty(self) -> bool:
        """Whether the import changes nothing."""
        return not (self.count(ImportAction.NEW) or self.count(ImportAction.CHANGED) or self.deleted)
