"""Who is the same person as whom: merges, and `player.counts_as`, which is derived from them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, Select, func, insert, or_, select, update

from storage.derived.pipeline import mark_player
from storage.errors import StorageError
from storage.file.database import OnDatabase
from storage.models import MERGE, PLAY, PLAYER, SEAT
from storage.sessions.players import Player, canonical_id, get_player


@dataclass(frozen=True, slots=True)
class Merge:
    """`player` was found to be the same person as `into`; can be taken back by its `id`."""

    id: str
    player: Player
    into: Player
    at: datetime


@dataclass(frozen=True, slots=True)
class MergePlan:
    """What a merge would do: the plays that count for both now; `refused` says why it cannot be, empty: it can."""

    player: Player
    into: Player
    plays: int
    into_plays: int
    refused: str = ""


class Merges(OnDatabase):
    """The part of the store for players who are one person."""

    def merge_plan(self, player_id: str, into_id: str) -> MergePlan:
        """What `merge_players` would do, without doing it."""
        with self.database.reading() as db:
            one, other = get_player(db, player_id), get_player(db, into_id)
            return MergePlan(one, other, _plays(db, player_id), _plays(db, into_id), _why_not(db, one, other))

    def merge_players(self, player_id: str, into_id: str) -> str:
        """All plays of one count for the other from now on; the id takes it back with `unmerge_players`."""
        with self.database.writing() as db:
            return merge(db, player_id, into_id, self.now())

    def unmerge_players(self, merge_id: str) -> None:
        """Take a merge back: everybody has their own plays again."""
        with self.database.writing() as db:
            db.execute(
                update(MERGE).where(MERGE.c.id == merge_id, MERGE.c.undone_at.is_(None)).values(undone_at=self.now())
            )
            _recompute(db)

    def merges(self, person: str = "") -> tuple[Merge, ...]:
        """The merges that hold, the latest first; those of one person if asked."""
        query = select(MERGE).where(MERGE.c.undone_at.is_(None)).order_by(MERGE.c.merged_at.desc(), MERGE.c.id)
        if person:
            query = query.join(PLAYER, PLAYER.c.id == MERGE.c.player_id).where(PLAYER.c.counts_as == person)
        with self.database.reading() as db:
            return tuple(
                Merge(row.id, get_player(db, row.player_id), get_player(db, row.into_id), row.merged_at)
                for row in db.execute(query)
            )


def merge(db: Connection, player_id: str, into_id: str, at: datetime) -> str:
    """Record that two players are one, inside the caller's transaction; gives the id of the merge."""
    refused = _why_not(db, get_player(db, player_id), get_player(db, into_id))
    if refused:
        raise StorageError(refused)
    merge_id = str(uuid4())
    into = {"player_id": canonical_id(db, player_id), "into_id": into_id}
    db.execute(insert(MERGE).values(id=merge_id, merged_at=at, **into))
    _recompute(db)
    return merge_id


def _why_not(db: Connection, one: Player, other: Player) -> str:
    """Why two players cannot be merged; empty: they can."""
    finals = canonical_id(db, one.id), canonical_id(db, other.id)
    if finals[0] == finals[1]:
        return f"{one.name} and {other.name} are one player already."
    if _sat_together(db, *finals):
        return f"{one.name} and {other.name} sat at one table; they cannot be the same person."
    return ""


def _plays(db: Connection, player_id: str) -> int:
    """How many plays count for the person somebody is."""
    query = select(func.count()).select_from(PLAY).join(PLAYER, PLAYER.c.id == PLAY.c.player_id)
    number: int = db.execute(query.where(PLAYER.c.counts_as == canonical_id(db, player_id))).scalar_one()
    return number


def _sat_together(db: Connection, one: str, other: str) -> bool:
    """Whether two players, with all who count as them, ever sat in one session."""

    def sessions(player_id: str) -> Select[Any]:
        return (
            select(SEAT.c.session_id)
            .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
            .where(PLAYER.c.counts_as == player_id)
        )

    return db.execute(sessions(one).intersect(sessions(other)).limit(1)).first() is not None


def _recompute(db: Connection) -> None:
    """Recompute every player's canonical id from the active merges. There are few merges, so recompute them all."""
    query = select(MERGE.c.player_id, MERGE.c.into_id).where(MERGE.c.undone_at.is_(None))
    into = {row.player_id: row.into_id for row in db.execute(query)}
    merged = or_(PLAYER.c.id.in_(into), PLAYER.c.counts_as != PLAYER.c.id)
    for player_id, counts_as in db.execute(select(PLAYER.c.id, PLAYER.c.counts_as).where(merged)).all():
        final = player_id
        while final in into:
            final = into[final]
        if final != counts_as:
            db.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(counts_as=final))
            mark_player(db, player_id)
