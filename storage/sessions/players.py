"""Players: names, colours and symbols, last use, and merges of players who are the same person.

A player's `counts_as` is their canonical id: their own, or that of the player they were merged with.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    ScalarSelect,
    Select,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from scoring.names import name_key, tidy
from storage.errors import StorageError
from storage.file.database import OnDatabase
from storage.models import ARRIVAL, MERGE, PLAY, PLAYER, RATING, SEAT, SESSION


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `id` is a UUID. Archived players are not suggested for seats."""

    id: str
    name: str
    colour: str = ""
    symbol: str = ""
    archived: bool = False


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


class UnknownPlayer(StorageError):
    """There is no player with this id."""


class PlayerStore(OnDatabase):
    """The part of the store for players."""

    def recent_players(self, limit: int = 50, *, archived: bool = False) -> tuple[Player, ...]:
        """Players by last use, newest first, then by number of plays; archived ones are left out unless asked for."""
        query = select(PLAYER).where(PLAYER.c.counts_as == PLAYER.c.id, is_listed())
        plays = select(func.count()).where(PLAY.c.player_id == PLAYER.c.id).scalar_subquery()
        query = query.order_by(PLAYER.c.used_at.desc(), plays.desc(), PLAYER.c.id)
        if not archived:
            query = query.where(PLAYER.c.archived_at.is_(None))
        with self.database.reading() as db:
            return tuple(make_player(row) for row in db.execute(query.limit(limit)).mappings())

    def player(self, player_id: str) -> Player:
        """The player with this id; raises UnknownPlayer."""
        with self.database.reading() as db:
            return _load_player(db, player_id)

    def canonical_player(self, player_id: str) -> Player:
        """The player this one counts as: themselves unless they were merged; raises UnknownPlayer."""
        with self.database.reading() as db:
            _load_player(db, player_id)
            return _load_player(db, _load_canonical_id(db, player_id))

    def create_player(self, name: str, *, colour: str = "", symbol: str = "") -> Player:
        """Add a player; raises StorageError if the name is empty or taken."""
        with self.database.writing() as db:
            _check_name(db, name)
            player_id = insert_player(db, name, self.now(), colour=colour, symbol=symbol)
            return _load_player(db, player_id)

    def rename_player(self, player_id: str, name: str) -> None:
        """Rename a player, in past sessions too; raises StorageError if the name is empty or taken."""
        with self.database.writing() as db:
            _check_name(db, name, except_id=player_id)
            self._update(db, player_id, name=tidy(name), name_key=name_key(name))

    def style_player(self, player_id: str, *, colour: str, symbol: str) -> None:
        """Set the colour and the symbol of a player."""
        with self.database.writing() as db:
            self._update(db, player_id, colour=colour, symbol=symbol)

    def archive_player(self, player_id: str, *, archived: bool = True) -> None:
        """Archive a player, or bring them back. Past sessions do not change."""
        with self.database.writing() as db:
            self._update(db, player_id, archived_at=self.now() if archived else None)

    def preview_merge(self, player_id: str, into_id: str) -> MergePreview:
        """What `merge_players` would do; nothing is written."""
        with self.database.reading() as db:
            player, target = _load_player(db, player_id), _load_player(db, into_id)
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
                Merge(row.id, _load_player(db, row.player_id), _load_player(db, row.into_id), row.merged_at)
                for row in db.execute(query)
            )

    def _update(self, db: Connection, player_id: str, **values: Any) -> None:
        changed = db.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(changed_at=self.now(), **values))
        if changed.rowcount != 1:
            raise UnknownPlayer("This player no longer exists; they may have been deleted in another window.")


def insert_player(
    db: Connection, name: str, at: datetime, *, player_id: str | None = None, colour: str = "", symbol: str = ""
) -> str:
    """Insert a player inside the caller's transaction; returns the id."""
    new_id = player_id or str(uuid4())
    row = {"name": tidy(name), "name_key": name_key(name), "colour": colour, "symbol": symbol}
    times = {"created_at": at, "changed_at": at, "used_at": at}
    db.execute(insert(PLAYER).values(id=new_id, counts_as=new_id, **row, **times))
    return new_id


def find_player(db: Connection, name: str) -> str | None:
    """The id of the player with this name, ignoring case; None if there is none. Merged players are not found."""
    query = select(PLAYER.c.id).where(PLAYER.c.name_key == name_key(name), PLAYER.c.counts_as == PLAYER.c.id)
    return db.execute(query.order_by(PLAYER.c.created_at, PLAYER.c.id).limit(1)).scalar_one_or_none()


def is_listed() -> ColumnElement[bool]:
    """The condition that a player is shown in lists.

    Hidden are players added by an import, never edited, and left with nothing but sessions in the bin. The condition
    holds for all merged players.
    """
    alias = PLAYER.alias("same")
    sessions = select(SEAT.c.session_id).join(SESSION, SESSION.c.id == SEAT.c.session_id)
    sessions = sessions.join(alias, alias.c.id == SEAT.c.player_id)
    sessions = sessions.where(alias.c.counts_as == PLAYER.c.id, SESSION.c.binned_at.is_(None))
    merged = select(MERGE.c.id).where(MERGE.c.into_id == PLAYER.c.id, MERGE.c.undone_at.is_(None))
    imported = select(ARRIVAL.c.session_id).where(ARRIVAL.c.at == PLAYER.c.created_at)
    return or_(
        PLAYER.c.counts_as != PLAYER.c.id,
        PLAYER.c.changed_at != PLAYER.c.created_at,
        ~imported.correlate(PLAYER).exists(),
        sessions.correlate(PLAYER).exists(),
        merged.correlate(PLAYER).exists(),
    )


def find_players_imported_with(db: Connection, session_id: str) -> tuple[str, ...]:
    """The players of this session who were added by the same import and never edited."""
    query = select(PLAYER.c.id).join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    query = query.join(ARRIVAL, ARRIVAL.c.session_id == SEAT.c.session_id)
    unedited = (PLAYER.c.created_at == ARRIVAL.c.at, PLAYER.c.changed_at == PLAYER.c.created_at)
    return tuple(db.execute(query.where(SEAT.c.session_id == session_id, *unedited)).scalars())


def delete_unused_players(db: Connection, player_ids: Iterable[str]) -> None:
    """Delete those of the players who have no seat left and whom the user has not merged with anybody."""
    for player_id in player_ids:
        import_merges = (
            MERGE.c.player_id == player_id,
            MERGE.c.merged_at == _select_created_at(player_id),
            MERGE.c.undone_at.is_(None),
        )
        involved = or_(MERGE.c.player_id == player_id, MERGE.c.into_id == player_id)
        seats = select(SEAT.c.session_id).where(SEAT.c.player_id == player_id).limit(1)
        user_merges = select(MERGE.c.id).where(involved, ~and_(*import_merges)).limit(1)
        if db.execute(seats).first() or db.execute(user_merges).first():
            continue
        db.execute(delete(MERGE).where(*import_merges))
        db.execute(delete(RATING).where(RATING.c.player_id == player_id))
        db.execute(delete(PLAYER).where(PLAYER.c.id == player_id))


def _select_created_at(player_id: str) -> ScalarSelect[Any]:
    return select(PLAYER.c.created_at).where(PLAYER.c.id == player_id).scalar_subquery()


def seat_players(
    db: Connection, session_id: str, names: Sequence[str], ids: Sequence[str | None], at: datetime
) -> None:
    """Assign the seats of a session. A player is found by id, by their name in this session, or by name, else added.

    Raises StorageError as `check_seat_names`, and UnknownPlayer for an unknown id; nothing is written then.
    """
    check_seat_names(names)
    query = select(SEAT).where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat)
    current = {row.seat: (row.player_id, row.name) for row in db.execute(query)}
    ids_here = {name_key(name): player_id for player_id, name in current.values()}
    known = {find_player(db, name) for name in names} | set(ids)
    for seat, name in enumerate(names):
        player_id = ids[seat] if seat < len(ids) else None
        if player_id is not None:
            _load_player(db, player_id)
        elif current.get(seat, ("", ""))[1] == name:
            continue
        player_id = (
            player_id
            or ids_here.get(name_key(name))
            or find_player(db, name)
            or _find_merged(db, session_id, seat, name, known)
        )
        _assign_seat(db, session_id, seat, player_id or insert_player(db, name, at), name, at)
    db.execute(delete(SEAT).where(SEAT.c.session_id == session_id, SEAT.c.seat >= len(names)))


def check_seat_names(names: Sequence[str]) -> None:
    """Raise StorageError if a name is empty or used twice."""
    keys = [name_key(name) for name in names]
    if "" in keys:
        raise StorageError(f"Seat {keys.index('') + 1} needs a name.")
    duplicate = next((name for i, name in enumerate(names) if keys[i] in keys[:i]), None)
    if duplicate is not None:
        raise StorageError(f"Two players are called {duplicate}; add an initial to tell them apart.")


def merge_players(db: Connection, player_id: str, into_id: str, at: datetime) -> str:
    """Merge two players inside the caller's transaction; returns the id of the merge. Raises StorageError."""
    refusal = _reason_not_to_merge(db, _load_player(db, player_id), _load_player(db, into_id))
    if refusal:
        raise StorageError(refusal)
    merge_id = str(uuid4())
    player, target = _load_canonical_id(db, player_id), _load_canonical_id(db, into_id)
    db.execute(insert(MERGE).values(id=merge_id, player_id=player, into_id=into_id, merged_at=at))
    db.execute(update(PLAYER).where(PLAYER.c.counts_as == player).values(counts_as=target))
    return merge_id


def _reason_not_to_merge(db: Connection, player: Player, target: Player) -> str:
    """Why two players cannot be merged; "" if they can."""
    canonical_ids = _load_canonical_id(db, player.id), _load_canonical_id(db, target.id)
    if canonical_ids[0] == canonical_ids[1]:
        return f"{player.name} and {target.name} are already the same player."
    if _have_played_together(db, *canonical_ids):
        return f"{player.name} and {target.name} played in the same session; they cannot be the same person."
    return ""


def _count_plays(db: Connection, player_id: str) -> int:
    """The number of plays of the canonical player."""
    query = select(func.count()).select_from(PLAY).join(PLAYER, PLAYER.c.id == PLAY.c.player_id)
    number: int = db.execute(query.where(PLAYER.c.counts_as == _load_canonical_id(db, player_id))).scalar_one()
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


def _find_merged(db: Connection, session_id: str, seat: int, name: str, known: set[str | None]) -> str | None:
    """The merged player with this name, unless their canonical player is in this session too."""
    others = select(SEAT.c.player_id).where(SEAT.c.session_id == session_id, SEAT.c.seat != seat)
    in_session = PLAYER.c.id.in_(others) | PLAYER.c.id.in_([player_id for player_id in known if player_id])
    query = select(PLAYER.c.id).where(
        PLAYER.c.name_key == name_key(name), PLAYER.c.counts_as.not_in(select(PLAYER.c.counts_as).where(in_session))
    )
    return db.execute(query.order_by(PLAYER.c.created_at, PLAYER.c.id).limit(1)).scalar_one_or_none()


def _load_canonical_id(db: Connection, player_id: str) -> str:
    canonical_id: str = db.execute(select(PLAYER.c.counts_as).where(PLAYER.c.id == player_id)).scalar_one()
    return canonical_id


def _recompute_canonical_ids(db: Connection) -> None:
    """Recompute every player's canonical id from the active merges. There are few merges, so recompute them all."""
    query = select(MERGE.c.player_id, MERGE.c.into_id).where(MERGE.c.undone_at.is_(None))
    targets = {row.player_id: row.into_id for row in db.execute(query)}
    unmerged = PLAYER.c.counts_as != PLAYER.c.id, PLAYER.c.id.not_in(targets)
    db.execute(update(PLAYER).where(*unmerged).values(counts_as=PLAYER.c.id))
    for player_id in targets:
        canonical_id = player_id
        while canonical_id in targets:
            canonical_id = targets[canonical_id]
        outdated = PLAYER.c.id == player_id, PLAYER.c.counts_as != canonical_id
        db.execute(update(PLAYER).where(*outdated).values(counts_as=canonical_id))


def _assign_seat(db: Connection, session_id: str, seat: int, player_id: str, name: str, at: datetime) -> None:
    where = (SEAT.c.session_id == session_id, SEAT.c.seat == seat)
    updated = db.execute(update(SEAT).where(*where).values(player_id=player_id, name=name, changed_at=at))
    if not updated.rowcount:
        row = {"session_id": session_id, "seat": seat, "player_id": player_id, "name": name}
        db.execute(insert(SEAT).values(created_at=at, changed_at=at, **row))
    used = {player_id, _load_canonical_id(db, player_id)}
    db.execute(update(PLAYER).where(PLAYER.c.id.in_(used), PLAYER.c.used_at < at).values(used_at=at))


def _check_name(db: Connection, name: str, except_id: str = "") -> None:
    if not tidy(name):
        raise StorageError("A player needs a name.")
    if find_player(db, name) not in (None, except_id):
        raise StorageError(f"There is already a player called {tidy(name)}; add an initial to tell them apart.")


def _load_player(db: Connection, player_id: str) -> Player:
    row = db.execute(select(PLAYER).where(PLAYER.c.id == player_id)).mappings().one_or_none()
    if row is None:
        raise UnknownPlayer("This player no longer exists; they may have been deleted in another window.")
    return make_player(row)


def make_player(row: RowMapping) -> Player:
    """Convert a row of the `player` table."""
    return Player(row["id"], row["name"], row["colour"], row["symbol"], row["archived_at"] is not None)
