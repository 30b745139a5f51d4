"""Match the players of an imported file with known ones; preview and import get the same answer."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import select
from sqlmodel import Session

from scoring.contract.names import name_key
from storage.derived.merges import ActiveMerges, describe_refusal, describe_separation, merge_matched
from storage.models import PLAYER, SEAT

SEPARATE: Final = ""
"""The choice not to merge a player of the file with anybody."""


class ImportAction(StrEnum):
    """What the import does with a play or a player.

    KNOWN: already stored and left unchanged. MERGED applies to players only: a new player who counts as another one.
    """

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """A player of the file; `merged_into` is the id of the player they count as, or SEPARATE.

    `plays` is the number of sessions of the file in which they have a seat.
    """

    id: str
    name: str
    action: ImportAction
    plays: int
    merged_into: str = SEPARATE
    merged_into_name: str = ""


@dataclass(frozen=True, slots=True)
class FileSession:
    """A valid session of a file: the id and the name of each player, and whether the import writes it."""

    seats: tuple[tuple[str, str], ...]
    is_written: bool

    @property
    def ids(self) -> list[str]:
        return [player_id for player_id, _ in self.seats]


@dataclass(slots=True)
class FilePlayers:
    """The players of a file, and a sentence for each merge it undoes and for each refused choice."""

    reports: list[PlayerReport] = field(default_factory=list)
    parted: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def merge(self, db: Session, at: datetime) -> None:
        """Merge those matched as MERGED, inside the caller's transaction, except who cannot be merged by now."""
        merged = [(player.id, player.merged_into) for player in self.reports if player.action is ImportAction.MERGED]
        reasons = merge_matched(db, merged, at)
        for number, player in enumerate(self.reports):
            if reason := reasons.get(player.id):
                self.refused.append(f"{player.name} as {player.merged_into_name}: {reason}")
                self.reports[number] = PlayerReport(player.id, player.name, ImportAction.NEW, player.plays)


class PlayerMatching:
    """The known players and those of the sessions of a file, updated with every match.

    Players of one session are never merged, and stored merges of players who sit together in the file are undone.
    `anonymous` players are merged by choice only. `namesakes_differ`: namesakes in the file are different people, and
    so is a known player of that name who is also in it. Players added at `added_at`, before this import was
    interrupted, count as new. `also_in_file` are players in the file who are in none of its sessions. `joined` are the
    merges once those of the file are imported.
    """

    def __init__(
        self,
        db: Session,
        sessions: Sequence[FileSession],
        *,
        namesakes_differ: bool,
        added_at: datetime | None,
        anonymous: Collection[str] = (),
        also_in_file: Collection[str] = (),
        joined: ActiveMerges | None = None,
    ) -> None:
        rows = db.execute(select(PLAYER).order_by(PLAYER.c.created_at, PLAYER.c.id)).all()
        self._stored: dict[str, Any] = {row.id: row for row in rows}
        self._known = {row.id for row in rows if row.created_at != added_at or row.counts_as != row.id}
        stored = ActiveMerges.load(db)
        self._active = joined or stored
        self._anonymous, self._namesakes_differ = anonymous, namesakes_differ
        parted = stored.separate(session.ids for session in sessions if session.is_written)
        self._matched = FilePlayers(
            parted=[describe_separation(*map(self._name_stored, pair)) for pair in parted.values()]
        )
        self._names: dict[str, str] = {}
        self._plays: Counter[str] = Counter()
        self._written: set[str] = set()
        self._sessions: dict[str, set[int | str]] = defaultdict(set)  # of the file and here, by canonical id
        for number, session in enumerate(sessions):
            for player_id, name in session.seats:
                self._names.setdefault(player_id, name)
                self._sessions[self._active.find_canonical_id(player_id)].add(number)
            self._plays.update(session.ids)
            self._written.update(session.ids if session.is_written else ())
        self._in_file = {*self._sessions, *map(self._active.find_canonical_id, also_in_file)}
        for session_id, player_id in db.execute(select(SEAT.c.session_id, SEAT.c.player_id)):
            self._sessions[self._active.find_canonical_id(player_id)].add(session_id)
        self._name_counts = Counter(map(name_key, self._names.values()))
        self._namesakes: dict[str, list[str]] = defaultdict(list)
        for row in rows:
            if row.id in self._known and self._active.find_canonical_id(row.id) == row.id:
                self._namesakes[row.name_key].append(row.id)

    def match(self, choices: Mapping[str, str]) -> FilePlayers:
        """Decide for everybody in the sessions: known, merged or new.

        `choices` maps ids of new players to the id of the player they are merged with, or to SEPARATE. A player without
        a choice is merged with their namesake.
        """
        for player_id in self._names:
            self._match(player_id, choices.get(player_id))
        return self._matched

    def _match(self, player_id: str, choice: str | None) -> None:
        name, plays = self._names[player_id], self._plays[player_id]
        if player_id in self._known:
            self._matched.reports.append(PlayerReport(player_id, name, ImportAction.KNOWN, plays))
        elif player_id in self._written or player_id in self._stored:  # others play only in sessions that stay
            target = self._find_namesake(player_id) if choice is None else choice
            merged_into = self._merge(player_id, target)
            action = ImportAction.MERGED if merged_into else ImportAction.NEW
            into = (target, merged_into) if merged_into else (SEPARATE, "")
            self._matched.reports.append(PlayerReport(player_id, name, action, plays, *into))

    def _find_namesake(self, player_id: str) -> str:
        """The known player to merge a new one with by default, or SEPARATE."""
        key = name_key(self._names[player_id])
        if player_id in self._anonymous or (self._namesakes_differ and self._name_counts[key] > 1):
            return SEPARATE
        found = self._namesakes[key]
        if self._namesakes_differ:
            return next((other for other in found if other not in self._in_file), SEPARATE)
        return next((other for other in found if not self._sit_together(player_id, other)), SEPARATE)

    def _merge(self, player_id: str, target: str) -> str:
        """Merge a new player; returns the name of the target, or "" if they stay separate."""
        name, target_name = self._names[player_id], self._name_stored(target) or self._names.get(target, "")
        own_id, canonical_id = map(self._active.find_canonical_id, (player_id, target))
        if not target_name or canonical_id == own_id:
            if not self._namesakes_differ:
                self._namesakes[name_key(name)].append(player_id)
            return ""
        if self._sit_together(own_id, canonical_id):
            self._matched.refused.append(f"{name} as {target_name}: {describe_refusal(name, target_name)}")
            return ""
        self._active.add(own_id, canonical_id)
        self._sessions[canonical_id] |= self._sessions[own_id]
        return target_name

    def _sit_together(self, one: str, other: str) -> bool:
        return not self._sessions[one].isdisjoint(self._sessions[other])

    def _name_stored(self, player_id: str) -> str:
        return self._stored[player_id].name if player_id in self._stored else ""
