"""Players: names, colours and symbols, last use, and seats. For merges see `storage/derived/merges.py`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update
from sqlmodel import Session

from scoring.contract.names import name_key, tidy
from storage.errors import StorageError
from storage.file.store_part import StorePart
from storage.models import MERGE, PLAY, PLAYER, SEAT, SESSION, PlayerRow, SeatRow, SettingRow
from storage.sessions.later_edit_wins import mark_edited
from storage.sessions.settings import load_setting
from storage.valid_values import check_name


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `id` is a UUID. Archived players are not suggested for seats."""

    id: str
    name: str
    colour: str = ""
    symbol: str = ""
    archived: bool = False


class UnknownPlayer(StorageError):
    """There is no player with this id."""


class PlayerStore(StorePart):
    def list_recent(self, limit: int = 50, *, archived: bool = False) -> tuple[Player, ...]:
        """Players by last use, newest first, then by number of plays, then by name; archived ones only if asked for."""
        query = select(PLAYER).where(PLAYER.c.counts_as == PLAYER.c.id, is_listed())
        plays = select(func.count()).where(PLAY.c.player_id == PLAYER.c.id).scalar_subquery()
        query = query.order_by(PLAYER.c.used_at.desc(), plays.desc(), PLAYER.c.name, PLAYER.c.id)
        if not archived:
            query = query.where(PLAYER.c.archived_at.is_(None))
        with self.database.reading() as db:
            return tuple(map(make_player, db.execute(query.limit(limit))))

    def get(self, player_id: str) -> Player:
        """The player with this id; raises UnknownPlayer."""
        with self.database.reading() as db:
            return get_player(db, player_id)

    def get_canonical(self, player_id: str) -> Player:
        """The player this one counts as: themselves unless they were merged; raises UnknownPlayer."""
        with self.database.reading() as db:
            get_player(db, player_id)
            return get_player(db, get_canonical_id(db, player_id))

    def create(self, name: str) -> Player:
        """Add a player; raises StorageError if the name is empty or taken."""
        with self.database.writing() as db:
            _check_name(db, name)
            return get_player(db, insert_player(db, name, self.now()))

    def rename(self, player_id: str, name: str) -> None:
        """Rename a player, in past sessions too; raises StorageError if the name is empty or taken."""
        with self.database.writing() as db:
            _check_name(db, name, except_id=player_id)
            self._update(db, player_id, "name", name=tidy(name), name_key=name_key(name))

    def set_look(self, player_id: str, *, colour: str, symbol: str) -> None:
        """Set the colour and the symbol of a player."""
        with self.database.writing() as db:
            self._update(db, player_id, "look", colour=colour, symbol=symbol)

    def archive(self, player_id: str, *, archived: bool = True) -> None:
        """Archive a player, or bring them back. Past sessions do not change."""
        with self.database.writing() as db:
            self._update(db, player_id, "archived", archived_at=self.now() if archived else None)

    def _update(self, db: Session, player_id: str, part: str, **values: Any) -> None:
        at, row = self.now(), _get_row(db, player_id)
        before = make_player(row)
        row.sqlmodel_update(values | {"changed_at": at})
        if make_player(row) != before:
            db.flush()
            mark_edited(db, PLAYER, [player_id], [part], at)


def insert_player(
    db: Session, name: str, at: datetime, *, player_id: str | None = None, used_at: datetime | None = None
) -> str:
    """Insert a player inside the caller's transaction, last used at `used_at`, or now; returns the id."""
    new_id = player_id or str(uuid4())
    row = PlayerRow(
        id=new_id,
        name=tidy(name),
        name_key=name_key(name),
        counts_as=new_id,
        created_at=at,
        changed_at=at,
        used_at=used_at or at,
    )
    db.add(row)
    db.flush()
    return new_id


def find_player(db: Session, name: str) -> str | None:
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
    merged = select(MERGE.c.id).where(MERGE.c.into_id == PLAYER.c.id, ~MERGE.c.undone)
    came = SESSION.alias("came")
    imported = select(came.c.id).where(came.c.imported_at == PLAYER.c.created_at)
    return or_(
        PLAYER.c.counts_as != PLAYER.c.id,
        PLAYER.c.changed_at != PLAYER.c.created_at,
        ~imported.correlate(PLAYER).exists(),
        sessions.correlate(PLAYER).exists(),
        merged.correlate(PLAYER).exists(),
    )


def find_players_imported_with(db: Session, session_id: str) -> tuple[str, ...]:
    """The players of this session who were added by the same import and never edited."""
    query = select(PLAYER.c.id).join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    query = query.join(SESSION, SESSION.c.id == SEAT.c.session_id)
    unedited = (PLAYER.c.created_at == SESSION.c.imported_at, PLAYER.c.changed_at == PLAYER.c.created_at)
    return tuple(db.execute(query.where(SEAT.c.session_id == session_id, *unedited)).scalars())


def delete_unused_players(db: Session, player_ids: Iterable[str]) -> None:
    """Delete those of the players who have no seat left and were never merged by the user."""
    for player_id in player_ids:
        import_merges = (
            MERGE.c.player_id == player_id,
            MERGE.c.merged_at == select(PLAYER.c.created_at).where(PLAYER.c.id == player_id).scalar_subquery(),
            ~MERGE.c.undone,
        )
        involved = or_(MERGE.c.player_id == player_id, MERGE.c.into_id == player_id)
        seats = select(SEAT.c.session_id).where(SEAT.c.player_id == player_id).limit(1)
        user_merges = select(MERGE.c.id).where(involved, ~and_(*import_merges)).limit(1)
        if db.execute(seats).first() or db.execute(user_merges).first():
            continue
        db.execute(delete(MERGE).where(*import_merges))
        db.execute(delete(PLAYER).where(PLAYER.c.id == player_id))


def seat_players(
    db: Session,
    session_id: str,
    names: Sequence[str],
    ids: Sequence[str | None],
    at: datetime,
    *,
    restores: bool = False,
) -> None:
    """Assign the seats of a session. A player is found by id, by their name in this session, or by name, else added.

    With `restores`, names are also those of players whose seat was given away: an undo brings back the same people.
    Raises StorageError as `check_seat_names`, and UnknownPlayer for an unknown id; nothing is written then.
    """
    query = select(SeatRow).where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat)
    rows = {row.seat: row for row in db.execute(query).scalars()}
    seated = {name_key(row.name): row.player_id for row in rows.values()}
    check_seat_names(names, {key: get_player(db, get_canonical_id(db, seated[key])).name for key in seated})
    gone: dict[str, str] = load_setting(db, gone_setting(session_id), {})
    ids_here = {key: gone[key] for key in gone if restores and db.get(PlayerRow, gone[key]) is not None} | seated
    assigned: list[str] = []
    for seat, name in enumerate(names):
        player_id = ids[seat] if seat < len(ids) else None
        if player_id is not None:
            get_player(db, player_id)
        elif seat in rows and rows[seat].name == name:
            continue
        player_id = (
            player_id
            or ids_here.get(name_key(name))
            or find_player(db, name)
            or _find_merged(db, session_id, seat, names, ids)
            or insert_player(db, name, at)
        )
        if seat not in rows:
            rows[seat] = SeatRow(session_id=session_id, seat=seat, player_id="", name="", created_at=at, changed_at=at)
        rows[seat].sqlmodel_update({"player_id": player_id, "name": name, "changed_at": at})
        db.add(rows[seat])
        assigned.append(player_id)
    keys = set(map(name_key, names))
    left = {key: player_id for key, player_id in (gone | seated).items() if key not in keys}
    if left != gone:
        db.merge(SettingRow(key=gone_setting(session_id), value=left))
    db.flush()
    canonical_ids = select(PLAYER.c.counts_as).where(PLAYER.c.id.in_(assigned))
    used = PLAYER.c.id.in_(assigned) | PLAYER.c.id.in_(canonical_ids)
    db.execute(update(PLAYER).where(used, PLAYER.c.used_at < at).values(used_at=at))
    db.execute(delete(SEAT).where(SEAT.c.session_id == session_id, SEAT.c.seat >= len(names)))
    resized = SESSION.c.id == session_id, SESSION.c.size != len(names)
    db.execute(update(SESSION).where(*resized).values(size=len(names)))


def gone_setting(session_id: str) -> str:
    """The key of the setting with the players of a session whose seat was given away, by the key of their name."""
    return f"storage.gone.{session_id}"


def check_seat_names(names: Sequence[str], current_names: Mapping[str, str] | None = None) -> None:
    """Raise StorageError if a name is empty, used twice or not allowed.

    `current_names` are those of the players who sit here, by the key of the name they have in this session.
    """
    keys = [name_key(name) for name in names]
    if "" in keys:
        raise StorageError(f"Seat {keys.index('') + 1} needs a name.")
    duplicate = next((name for i, name in enumerate(names) if keys[i] in keys[:i]), None)
    for name in names:
        check_name(name)
    if duplicate is not None:
        current = (current_names or {}).get(name_key(duplicate), duplicate)
        if name_key(current) != name_key(duplicate):
            raise StorageError(f"{current} began this game as {duplicate}; add an initial to the other {duplicate}.")
        raise StorageError(f"Two players are called {duplicate}; add an initial to tell them apart.")


def check_one_seat_each(db: Session, session_id: str) -> None:
    """Raise StorageError if one person has two seats in a session: under an earlier name, or as a merged player."""
    query = select(PLAYER.c.counts_as, SEAT.c.name).join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    names: dict[str, str] = {}
    for person, name in db.execute(query.where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat)):
        if person in names:
            raise StorageError(f"{name} already sits at this table as {names[person]}; choose another name.")
        names[person] = name


def _find_merged(
    db: Session, session_id: str, seat: int, names: Sequence[str], ids: Sequence[str | None]
) -> str | None:
    """The merged player with the name of this seat, unless their canonical player is in this session too."""
    db.flush()
    known = {find_player(db, name) for name in names} | set(ids)
    others = select(SEAT.c.player_id).where(SEAT.c.session_id == session_id, SEAT.c.seat != seat)
    in_session = PLAYER.c.id.in_(others) | PLAYER.c.id.in_([player_id for player_id in known if player_id])
    query = select(PLAYER.c.id).where(
        PLAYER.c.name_key == name_key(names[seat]),
        PLAYER.c.counts_as.not_in(select(PLAYER.c.counts_as).where(in_session)),
    )
    return db.execute(query.order_by(PLAYER.c.created_at, PLAYER.c.id).limit(1)).scalar_one_or_none()


def get_canonical_id(db: Session, player_id: str) -> str:
    """The id of the player this one counts as: their own unless they were merged."""
    canonical_id: str = db.execute(select(PLAYER.c.counts_as).where(PLAYER.c.id == player_id)).scalar_one()
    return canonical_id


def _check_name(db: Session, name: str, except_id: str = "") -> None:
    if not name_key(name):
        raise StorageError("A player needs a name.")
    check_name(name)
    if find_player(db, name) not in (None, except_id):
        raise StorageError(f"There is already a player called {tidy(name)}; add an initial to tell them apart.")


def get_player(db: Session, player_id: str) -> Player:
    """The player with this id; raises UnknownPlayer."""
    return make_player(_get_row(db, player_id))


def _get_row(db: Session, player_id: str) -> PlayerRow:
    row = db.get(PlayerRow, player_id, populate_existing=True)
    if row is None:
        raise UnknownPlayer("This player no longer exists; they may have been deleted in another window.")
    return row


def make_player(row: Any) -> Player:
    """Convert a row of the `player` table."""
    return Player(row.id, row.name, row.colour, row.symbol, row.archived_at is not None)


def load_players(db: Session) -> dict[str, Player]:
    """All players by id, also those who count as another one."""
    return {row.id: make_player(row) for row in db.execute(select(PLAYER))}
