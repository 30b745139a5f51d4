"""Merges of players who are the same person, and the canonical ids derived from them.

A player's `counts_as` is their canonical id: their own, or that of the player they were merged with.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, Select, func, insert, or_, select, update

from storage.derived.pipeline import mark_player_outdated
from storage.errors import StorageError
from storage.file.database import OnDatabase
from storage.models import MERGE, PLAY, PLAYER, SEAT
from storage.sessions.players import Player, get_canonical_id, get_player


@dataclass(frozen=True, slots=True)
class Merge:
    """`player` counts as `target`; can be undone by its `id`."""

    id: str
    player: Player
    target: Player
    at: datetime


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would do: both players and their current numbers of plays. `refusal` is "" if it is allowed."""

    player: Player
    target: Player
    plays: int
    target_plays: int
    refusal: str = ""


class MergeStore(OnDatabase):
    """The part of the store for merges of players."""

    def preview_merge(self, player_id: str, into_id: str) -> MergePreview:
        """What `merge_players` would do; nothing is written."""
        with self.database.reading() as db:
            player, target = get_player(db, player_id), get_player(db, into_id)
            plays = _count_plays(db, player_id), _count_plays(db, into_id)
            return MergePreview(player, target, *plays, _reason_not_to_merge(db, player, target))

    def merge_players(self, player_id: str, into_id: str) -> str:
        """Let a player count as another; returns the id of the merge, for `unmerge_players`. Raises StorageError."""
        with self.database.writing() as db:
            return merge_players(db, player_id, into_id, self.now())

    def unmerge_players(self, merge_id: str) -> None:
        """Undo a merge: both players have their own plays again."""
        with self.database.writing() as db:
            db.execute(
                update(MERGE).where(MERGE.c.id == merge_id, MERGE.c.undone_at.is_(None)).values(undone_at=self.now())
            )
            _recompute_canonical_ids(db)

    def merges(self, player_id: str = "") -> tuple[Merge, ...]:
        """The active merges, newest first; only those of one canonical player if `player_id` is given."""
        query = select(MERGE).where(MERGE.c.undone_at.is_(None)).order_by(MERGE.c.merged_at.desc(), MERGE.c.id)
        if player_id:
            query = query.join(PLAYER, PLAYER.c.id == MERGE.c.player_id).where(PLAYER.c.counts_as == player_id)
        with self.database.reading() as db:
            return tuple(
                Merge(row.id, get_player(db, row.player_id), get_player(db, row.into_id), row.merged_at)
                for row in db.execute(query)
            )


def merge_players(db: Connection, player_id: str, into_id: str, at: datetime) -> str:
    """Merge two players inside the caller's transaction; returns the id of the merge. Raises StorageError."""
    refusal = _reason_not_to_merge(db, get_player(db, player_id), get_player(db, into_id))
    if refusal:
        raise StorageError(refusal)
    merge_id = str(uuid4())
    ids = {"player_id": get_canonical_id(db, player_id), "into_id": into_id}
    db.execute(insert(MERGE).values(id=merge_id, merged_at=at, **ids))
    _recompute_canonical_ids(db)
    return merge_id


def _reason_not_to_merge(db: Connection, player: Player, target: Player) -> str:
    """Why two players cannot be merged; "" if they can."""
    canonical_ids = get_canonical_id(db, player.id), get_canonical_id(db, target.id)
    if canonical_ids[0] == canonical_ids[1]:
        return f"{player.name} and {target.name} are already the same player."
    if _have_played_together(db, *canonical_ids):
        return f"{player.name} and {target.name} played in the same session; they cannot be the same person."
    return ""


def _count_plays(db: Connection, player_id: str) -> int:
    """The number of plays of the canonical player."""
    query = select(func.count()).select_from(PLAY).join(PLAYER, PLAYER.c.id == PLAY.c.player_id)
    number: int = db.execute(query.where(PLAYER.c.counts_as == get_canonical_id(db, player_id))).scalar_one()
    return number


def _have_played_together(db: Connection, one: str, other: str) -> bool:
    """Whether two canonical players, or players merged with them, have seats in the same session."""

    def sessions(player_id: str) -> Select[Any]:
        return (
            select(SEAT.c.session_id)
            .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
            .where(PLAYER.c.counts_as == player_id)
        )

    return db.execute(sessions(one).intersect(sessions(other)).limit(1)).first() is not None


def _recompute_canonical_ids(db: Connection) -> None:
    """Recompute every player's canonical id from the active merges. There are few merges, so recompute them all."""
    query = select(MERGE.c.player_id, MERGE.c.into_id).where(MERGE.c.undone_at.is_(None))
    targets = {row.player_id: row.into_id for row in db.execute(query)}
    merged = or_(PLAYER.c.id.in_(targets), PLAYER.c.counts_as != PLAYER.c.id)
    for player_id, counts_as in db.execute(select(PLAYER.c.id, PLAYER.c.counts_as).where(merged)).all():
        canonical_id = player_id
        while canonical_id in targets:
            canonical_id = targets[canonical_id]
        if canonical_id != counts_as:
            db.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(counts_as=canonical_id))
            mark_player_outdated(db, player_id)
