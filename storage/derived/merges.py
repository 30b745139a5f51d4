"""Merges of players who are the same person, and the canonical ids derived from them.

Players who sat at one table are never one person: such a merge is refused, and undone when an import brings a session
in which they sit together.

A player's `counts_as` is their canonical id: their own, or that of the player they were merged with.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Self
from uuid import uuid4

from sqlmodel import Session, col, func, or_, select, update

from storage.clock import later_than
from storage.derived.pipeline import mark_changed, update_plays
from storage.errors import StorageError
from storage.file.store_part import StorePart
from storage.models import PLAY, PLAYER, SEAT, MergeRow, PlayerRow, SeatRow
from storage.sessions.players import Player, find_player, get_canonical_id, get_player, insert_player


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


class MergeStore(StorePart):
    def preview(self, player_id: str, into_id: str) -> MergePreview:
        """What `merge` would do; nothing is written."""
        with self.database.reading() as db:
            player, target = get_player(db, player_id), get_player(db, into_id)
            plays = _count_plays(db, player_id), _count_plays(db, into_id)
            return MergePreview(player, target, *plays, _reason_not_to_merge(db, player, target))

    def merge(self, player_id: str, into_id: str) -> str:
        """Let a player count as another; returns the id of the merge, for `undo`. Raises StorageError."""
        with self.database.writing() as db:
            last = db.exec(select(func.max(MergeRow.merged_at))).one()
            return merge_players(db, player_id, into_id, later_than(last, self.now()))

    def undo(self, merge_id: str) -> None:
        """Undo a merge: both players have their own plays again."""
        with self.database.writing() as db:
            if merge := db.get(MergeRow, merge_id):
                merge.undone = True
            _recompute_canonical_ids(db)

    def list_active(self, player_id: str = "") -> tuple[Merge, ...]:
        """The active merges, newest first; only those of one canonical player if `player_id` is given."""
        query = select(MergeRow).where(~col(MergeRow.undone)).order_by(col(MergeRow.merged_at).desc(), MergeRow.id)
        if player_id:
            query = query.join(PLAYER, PLAYER.c.id == MergeRow.player_id).where(PLAYER.c.counts_as == player_id)
        with self.database.reading() as db:
            return tuple(
                Merge(row.id, get_player(db, row.player_id), get_player(db, row.into_id), row.merged_at)
                for row in db.exec(query).all()
            )


def merge_players(db: Session, player_id: str, into_id: str, at: datetime) -> str:
    """Merge two players inside the caller's transaction; returns the id of the merge. Raises StorageError."""
    refusal = _reason_not_to_merge(db, get_player(db, player_id), get_player(db, into_id))
    if refusal:
        raise StorageError(refusal)
    merge_id = str(uuid4())
    db.add(MergeRow(id=merge_id, player_id=get_canonical_id(db, player_id), into_id=into_id, merged_at=at))
    _recompute_canonical_ids(db)
    return merge_id


def join_merges(db: Session, merges: Iterable[MergeRow]) -> tuple[str, ...]:
    """Import the merges of another device; returns a sentence for each merge that is undone.

    A merge that was undone anywhere stays undone. Of two contradictory ones, the later one counts.
    """
    rows = _load_merges(db)
    _join(rows, merges)
    db.add_all(rows.values())
    _recompute_canonical_ids(db)
    return separate_players(db, find_shared_seats(db))


def find_changed(db: Session, merges: Iterable[MergeRow], sessions: Iterable[Sequence[str]]) -> list[MergeRow]:
    """Those of another device that are new here, or undone there and active here once these sessions are stored."""
    stored = {row.id: row.undone for row in db.execute(select(MergeRow.id, MergeRow.undone))}
    stored |= dict.fromkeys(ActiveMerges.load(db).separate(sessions), True)
    return [row for row in merges if (stored.get(row.id) is False if row.undone else row.id not in stored)]


def load_joined(db: Session, merges: Iterable[MergeRow], sessions: Iterable[Sequence[str]]) -> "ActiveMerges":
    """The active merges once these sessions of player ids are stored, and then those of another device imported."""
    rows = _load_merges(db)
    db.expunge_all()  # nothing is written
    for merge_id in ActiveMerges(rows.values()).separate(sessions):
        rows[merge_id].undone = True
    _join(rows, merges)
    return ActiveMerges(rows.values())


def preview_join(
    db: Session, merges: Iterable[MergeRow], sessions: Mapping[str, Sequence[str]]
) -> Iterable[tuple[str, str]]:
    """The two players of each merge that `join_merges` would undo, once these sessions of player ids are stored too."""
    seats: dict[str, Sequence[str]] = {}
    for session_id, player_id in db.execute(select(SEAT.c.session_id, SEAT.c.player_id).order_by(SEAT.c.seat)):
        seats[session_id] = [*seats.get(session_id, ()), player_id]
    seats |= sessions
    joined = load_joined(db, merges, sessions.values())
    return joined.separate(seats[session_id] for session_id in sorted(seats)).values()


def _load_merges(db: Session) -> dict[str, MergeRow]:
    return {row.id: row for row in db.exec(select(MergeRow)).all()}


def _join(rows: dict[str, MergeRow], merges: Iterable[MergeRow]) -> None:
    """Add merges to these, and undo those that a later one contradicts: of the same player, or in a circle."""
    for merge in merges:
        rows.setdefault(merge.id, merge).undone |= merge.undone
    kept: dict[str, str] = {}
    for row in sorted(rows.values(), key=lambda row: (row.merged_at, row.id), reverse=True):
        if row.undone:
            continue
        end = row.into_id
        while end in kept:
            end = kept[end]
        if row.player_id in kept or end == row.player_id:
            row.undone = True
        else:
            kept[row.player_id] = row.into_id


def merge_matched(db: Session, pairs: Iterable[tuple[str, str]], at: datetime) -> dict[str, str]:
    """Merge the new players of an import, inside its transaction. They count as last used when they last played.

    Returns why by the id of each player who cannot be merged, because they sit together by now.
    """
    refused: dict[str, str] = {}
    for player_id, into_id in pairs:
        try:
            merge_players(db, player_id, into_id, at)
        except StorageError as error:
            if get_canonical_id(db, player_id) != get_canonical_id(db, into_id):  # else they were matched before
                refused[player_id] = str(error)
            continue
        used_at = db.execute(select(PLAYER.c.used_at).where(PLAYER.c.id == player_id)).scalar_one()
        target = PLAYER.c.id == get_canonical_id(db, into_id)
        db.execute(update(PLAYER).where(target, PLAYER.c.used_at < used_at).values(used_at=used_at))
    return refused


def _reason_not_to_merge(db: Session, player: Player, target: Player) -> str:
    """Why two players cannot be merged; "" if they can."""
    canonical_ids = get_canonical_id(db, player.id), get_canonical_id(db, target.id)
    if canonical_ids[0] == canonical_ids[1]:
        return f"{player.name} and {target.name} are already the same player."
    if _have_played_together(db, *canonical_ids):
        return describe_refusal(player.name, target.name)
    return ""


def describe_refusal(name: str, other: str) -> str:
    """Why two players who sat together cannot be merged."""
    return f"{name} and {other} played in the same game; they cannot be the same person."


def describe_separation(name: str, other: str) -> str:
    """Why a merge was undone."""
    who = f"Two players called {name}" if name == other else f"{name} and {other}"
    return f"{who} sat at one table, so they count as two people again."


def _count_plays(db: Session, player_id: str) -> int:
    query = select(func.count()).select_from(PLAY).join(PLAYER, PLAYER.c.id == PLAY.c.player_id)
    number: int = db.execute(query.where(PLAYER.c.counts_as == get_canonical_id(db, player_id))).scalar_one()
    return number


def _have_played_together(db: Session, one: str, other: str) -> bool:
    """Whether two canonical players, or players merged with them, have seats in the same session."""
    query = select(SEAT.c.session_id).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    query = query.where(PLAYER.c.counts_as.in_([one, other])).group_by(SEAT.c.session_id)
    return db.execute(query.having(func.count(PLAYER.c.counts_as.distinct()) > 1).limit(1)).first() is not None


class ActiveMerges:
    """The merges that were not undone, in memory."""

    def __init__(self, merges: Iterable[MergeRow]) -> None:
        rows = sorted((row for row in merges if not row.undone), key=lambda row: (row.merged_at, row.id))
        self._merges = {row.player_id: (row.into_id, number, row.id) for number, row in enumerate(rows)}

    @classmethod
    def load(cls, db: Session) -> Self:
        """The stored ones."""
        return cls(_load_merges(db).values())

    @property
    def player_ids(self) -> list[str]:
        """The merged players."""
        return list(self._merges)

    def find_canonical_id(self, player_id: str) -> str:
        """The id of the player this one counts as."""
        return self._merges[chain[-1]][0] if (chain := self._list_chain(player_id)) else player_id

    def add(self, player_id: str, into_id: str) -> None:
        """Merge a player who was not merged yet."""
        self._merges[player_id] = (into_id, len(self._merges), "")

    def separate(self, sessions: Iterable[Iterable[str]]) -> dict[str, tuple[str, str]]:
        """Undo merges, newest first, until no two players of a session count as one.

        Returns the two players by the id of each undone merge.
        """
        parted: dict[str, tuple[str, str]] = {}
        for session in sessions:
            while pair := self._find_pair(session):
                chains = map(self._list_chain, pair)
                between = set(next(chains)).symmetric_difference(next(chains))
                newest = max(between, key=lambda player_id: self._merges[player_id][1])
                parted[self._merges.pop(newest)[2]] = pair
        return parted

    def _find_pair(self, session: Iterable[str]) -> tuple[str, str] | None:
        """Two players of a session who count as one."""
        seated: dict[str, str] = {}
        for player_id in session:
            other = seated.setdefault(self.find_canonical_id(player_id), player_id)
            if other != player_id:
                return other, player_id
        return None

    def _list_chain(self, player_id: str) -> list[str]:
        """The merged players from this one to the last before the canonical one."""
        chain: list[str] = []
        while player_id in self._merges:
            chain.append(player_id)
            player_id = self._merges[player_id][0]
        return chain


def find_shared_seats(db: Session, session_ids: Sequence[str] | None = None) -> tuple[str, ...]:
    """The sessions, of these or of all, in which one person has several seats."""
    query = select(SEAT.c.session_id).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    if session_ids is not None:
        query = query.where(SEAT.c.session_id.in_(session_ids))
    query = query.group_by(SEAT.c.session_id, PLAYER.c.counts_as).having(func.count() > 1)
    return tuple(dict.fromkeys(db.execute(query.order_by(SEAT.c.session_id)).scalars()))


def separate_players(db: Session, session_ids: Sequence[str]) -> tuple[str, ...]:
    """Undo the merges of players who sit together in one of these sessions; returns a sentence for each."""
    shared = set(find_shared_seats(db, session_ids))
    if not shared:
        return ()
    seats = (_load_seats(db, session_id) for session_id in session_ids if session_id in shared)
    parted = ActiveMerges.load(db).separate([row.player_id for row in rows] for rows in seats)
    for merge_id in parted:
        db.get_one(MergeRow, merge_id).undone = True
    _recompute_canonical_ids(db)
    return tuple(
        describe_separation(*(get_player(db, player_id).name for player_id in pair)) for pair in parted.values()
    )


def separate_everybody(db: Session, at: datetime) -> None:
    """Make sure that nobody has two seats in a session: undo merges, and give the second seat a new player."""
    separate_players(db, find_shared_seats(db))
    for session_id in find_shared_seats(db):
        seen: set[str] = set()
        for row in _load_seats(db, session_id):
            if row.player_id in seen:
                new_id = insert_player(db, _find_free_name(db, row.name), at)
                row.player_id, row.changed_at = new_id, at
                db.flush()
            seen.add(row.player_id)
        update_plays(db, [session_id])


def _find_free_name(db: Session, name: str) -> str:
    """The name, with a number if another player has it."""
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(free for free in names if find_player(db, free) is None)


def _load_seats(db: Session, session_id: str) -> Sequence[SeatRow]:
    return db.exec(select(SeatRow).where(SeatRow.session_id == session_id).order_by(col(SeatRow.seat))).all()


def _recompute_canonical_ids(db: Session) -> None:
    """Recompute every player's canonical id from the active merges. There are few merges, so recompute them all."""
    active = ActiveMerges.load(db)
    merged = or_(PLAYER.c.id.in_(active.player_ids), PLAYER.c.counts_as != PLAYER.c.id)
    for player in db.exec(select(PlayerRow).where(merged)).all():
        canonical_id = active.find_canonical_id(player.id)
        if canonical_id != player.counts_as:
            player.counts_as = canonical_id
            mark_changed(db)
    db.flush()
