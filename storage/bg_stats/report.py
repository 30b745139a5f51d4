"""What importing a BG Stats file changes. A preview and the import itself return the same report."""

from dataclasses import dataclass
from datetime import datetime

from storage.history.player_matching import ImportAction, PlayerReport


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
class ImportReport:
    """What importing a file changes."""

    plays: tuple[PlayReport, ...]
    players: tuple[PlayerReport, ...]
    games: tuple[str, ...]  # titles of new games
    places: tuple[str, ...]  # names of new places
    skipped: tuple[str, ...]  # why parts of the file are not imported: "Play 3: it is damaged."
    parted: tuple[str, ...]  # merges it undoes, a sentence each
    changed: tuple[str, ...]  # a sentence for each stored object with a new name, and each game that changes who won
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
        plays = self.count(ImportAction.NEW) + self.count(ImportAction.CHANGED)
        return not (plays or self.changed or self.deleted)
