"""Who plays: names, colours and symbols, the order of last use, and who is the same person as whom."""

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
    """Somebody who plays; `id` is a UUID. `archived`: no longer offered when seats are filled."""

    id: str
    name: str
    colour: str = ""
    symbol: str = ""
    archived: bool = False


class UnknownPlayer(StorageError):
    """There is no such player."""


class People(OnDatabase):
    """The part of the store for everybody who ever sat at the table."""

    def recent_players(self, limit: int = 50, *, archived: bool = False) -> tuple[Player, ...]:
        """Players in order of last use, of one table the most plays first; archived ones only if asked for."""
        query = select(PLAYER).where(PLAYER.c.counts_as == PLAYER.c.id, is_listed())
        plays = select(func.count()).where(PLAY.c.player_id == PLAYER.c.id).scalar_subquery()
        query = query.order_by(PLAYER.c.used_at.desc(), plays.desc(), PLAYER.c.id)
        if not archived:
            query = query.where(PLAYER.c.archived_at.is_(None))
        with self.database.reading() as db:
            return tuple(player_of(row) for row in db.execute(query.limit(limit)).mappings())

    def player(self, player_id: str) -> Player:
        """The player with this id; UnknownPlayer where there is none."""
        with self.database.reading() as db:
            return get_player(db, player_id)

    def person(self, player_id: str) -> Player:
        """Whom somebody counts as: themselves, unless they were merged; UnknownPlayer."""
        with self.database.reading() as db:
            get_player(db, player_id)
            return get_player(db, canonical_id(db, player_id))

    def create_player(self, name: str, *, colour: str = "", symbol: str = "") -> Player:
        """Somebody new; StorageError if the name is empty or taken."""
        with self.database.writing() as db:
            _refuse_taken(db, name)
            player_id = add(db, name, self.now(), colour=colour, symbol=symbol)
            return get_player(db, player_id)

    def rename_player(self, player_id: str, name: str) -> None:
        """A new name for all evenings, past ones included; StorageError if it is empty or taken."""
        with self.database.writing() as db:
            _refuse_taken(db, name, besides=player_id)
            self._change(db, player_id, name=tidy(name), name_key=name_key(name))

    def dress_player(self, player_id: str, *, colour: str, symbol: str) -> None:
        """The colour and the symbol that tell a player apart."""
        with self.database.writing() as db:
            self._change(db, player_id, colour=colour, symbol=symbol)

    def archive_player(self, player_id: str, *, archived: bool = True) -> None:
        """No longer (or again) offer somebody; nothing of the past changes."""
        with self.database.writing() as db:
            self._change(db, player_id, archived_at=self.now() if archived else None)

    def _change(self, db: Connection, player_id: str, **values: Any) -> None:
        changed = db.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(changed_at=self.now(), **values))
        if changed.rowcount != 1:
            raise UnknownPlayer("There is no such player; they may have been removed in another window.")


def add(
    db: Connection, name: str, at: datetime, *, player_id: str | None = None, colour: str = "", symbol: str = ""
) -> str:
    """A new player, inside the caller's transaction; gives the id."""
    new_id = player_id or str(uuid4())
    row = {"name": tidy(name), "name_key": name_key(name), "colour": colour, "symbol": symbol}
    moments = {"created_at": at, "changed_at": at, "used_at": at}
    db.execute(insert(PLAYER).values(id=new_id, counts_as=new_id, **row, **moments))
    return new_id


def find(db: Connection, name: str) -> str | None:
    """The id of the player of this name, without regard to case; None where there is none."""
    query = select(PLAYER.c.id).where(PLAYER.c.name_key == name_key(name), PLAYER.c.counts_as == PLAYER.c.id)
    return db.execute(query.order_by(PLAYER.c.created_at, PLAYER.c.id).limit(1)).scalar_one_or_none()


def is_listed() -> ColumnElement[bool]:
    """Not somebody who came in a file, is as they came, and has nothing left but what lies in the bin.

    It does not ask those who count as somebody else.
    """
    same = PLAYER.alias("same")
    left = select(SEAT.c.session_id).join(SESSION, SESSION.c.id == SEAT.c.session_id)
    left = left.join(same, same.c.id == SEAT.c.player_id)
    left = left.where(same.c.counts_as == PLAYER.c.id, SESSION.c.binned_at.is_(None))
    merged = select(MERGE.c.id).where(MERGE.c.into_id == PLAYER.c.id, MERGE.c.undone_at.is_(None))
    came = select(ARRIVAL.c.session_id).where(ARRIVAL.c.at == PLAYER.c.created_at)
    return or_(
        PLAYER.c.counts_as != PLAYER.c.id,
        PLAYER.c.changed_at != PLAYER.c.created_at,
        ~came.correlate(PLAYER).exists(),
        left.correlate(PLAYER).exists(),
        merged.correlate(PLAYER).exists(),
    )


def brought_with(db: Connection, session_id: str) -> tuple[str, ...]:
    """Those at this table who came in the same file and are as they came."""
    query = select(PLAYER.c.id).join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    query = query.join(ARRIVAL, ARRIVAL.c.session_id == SEAT.c.session_id)
    as_came = (PLAYER.c.created_at == ARRIVAL.c.at, PLAYER.c.changed_at == PLAYER.c.created_at)
    return tuple(db.execute(query.where(SEAT.c.session_id == session_id, *as_came)).scalars())


def forget_unused(db: Connection, player_ids: Iterable[str]) -> None:
    """Delete those of these players who sit nowhere any more, unless somebody has merged them with another."""
    for player_id in player_ids:
        own = (MERGE.c.player_id == player_id, MERGE.c.merged_at == _created(player_id), MERGE.c.undone_at.is_(None))
        kept = or_(MERGE.c.player_id == player_id, MERGE.c.into_id == player_id)
        sits = select(SEAT.c.session_id).where(SEAT.c.player_id == player_id).limit(1)
        others = select(MERGE.c.id).where(kept, ~and_(*own)).limit(1)
        if db.execute(sits).first() or db.execute(others).first():
            continue
        db.execute(delete(MERGE).where(*own))
        db.execute(delete(RATING).where(RATING.c.player_id == player_id))
        db.execute(delete(PLAYER).where(PLAYER.c.id == player_id))


def _created(player_id: str) -> ScalarSelect[Any]:
    return select(PLAYER.c.created_at).where(PLAYER.c.id == player_id).scalar_subquery()


def seat_players(
    db: Connection, session_id: str, names: Sequence[str], ids: Sequence[str | None], at: datetime
) -> None:
    """Seat everybody: by id where one is given, then who sat here under that name, then by name.

    StorageError, and nobody sits, where a name is missing or given twice; UnknownPlayer for an id nobody has.
    """
    refuse_unseatable(names)
    query = select(SEAT).where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat)
    taken = {row.seat: (row.player_id, row.name) for row in db.execute(query)}
    sat = {name_key(name): player_id for player_id, name in taken.values()}
    known = {find(db, name) for name in names} | set(ids)
    for seat, name in enumerate(names):
        given = ids[seat] if seat < len(ids) else None
        if given is not None:
            get_player(db, given)
        elif taken.get(seat, ("", ""))[1] == name:
            continue
        player_id = given or sat.get(name_key(name)) or find(db, name) or _merged(db, session_id, seat, name, known)
        _sit_down(db, session_id, seat, player_id or add(db, name, at), name, at)
    db.execute(delete(SEAT).where(SEAT.c.session_id == session_id, SEAT.c.seat >= len(names)))


def refuse_unseatable(names: Sequence[str]) -> None:
    """StorageError where a name is missing or given twice."""
    keys = [name_key(name) for name in names]
    if "" in keys:
        raise StorageError(f"Whoever sits on seat {keys.index('') + 1} needs a name.")
    twice = next((name for i, name in enumerate(names) if keys[i] in keys[:i]), None)
    if twice is not None:
        raise StorageError(f"Two seats are called {twice}; add an initial to tell them apart.")


def _merged(db: Connection, session_id: str, seat: int, name: str, known: set[str | None]) -> str | None:
    """Who went by this name and counts as somebody else now, unless that one is at this table too."""
    others = select(SEAT.c.player_id).where(SEAT.c.session_id == session_id, SEAT.c.seat != seat)
    here = PLAYER.c.id.in_(others) | PLAYER.c.id.in_([each for each in known if each])
    query = select(PLAYER.c.id).where(
        PLAYER.c.name_key == name_key(name), PLAYER.c.counts_as.not_in(select(PLAYER.c.counts_as).where(here))
    )
    return db.execute(query.order_by(PLAYER.c.created_at, PLAYER.c.id).limit(1)).scalar_one_or_none()


def canonical_id(db: Connection, player_id: str) -> str:
    found: str = db.execute(select(PLAYER.c.counts_as).where(PLAYER.c.id == player_id)).scalar_one()
    return found


def _sit_down(db: Connection, session_id: str, seat: int, player_id: str, name: str, at: datetime) -> None:
    where = (SEAT.c.session_id == session_id, SEAT.c.seat == seat)
    moved = db.execute(update(SEAT).where(*where).values(player_id=player_id, name=name, changed_at=at))
    if not moved.rowcount:
        row = {"session_id": session_id, "seat": seat, "player_id": player_id, "name": name}
        db.execute(insert(SEAT).values(created_at=at, changed_at=at, **row))
    people = {player_id, canonical_id(db, player_id)}
    db.execute(update(PLAYER).where(PLAYER.c.id.in_(people), PLAYER.c.used_at < at).values(used_at=at))


def _refuse_taken(db: Connection, name: str, besides: str = "") -> None:
    if not tidy(name):
        raise StorageError("A player needs a name.")
    if find(db, name) not in (None, besides):
        raise StorageError(f"There is a player {tidy(name)} already; add an initial to tell them apart.")


def get_player(db: Connection, player_id: str) -> Player:
    row = db.execute(select(PLAYER).where(PLAYER.c.id == player_id)).mappings().one_or_none()
    if row is None:
        raise UnknownPlayer("There is no such player; they may have been removed in another window.")
    return player_of(row)


def player_of(row: RowMapping) -> Player:
    """A row of `player` as everybody else sees it."""
    return Player(row["id"], row["name"], row["colour"], row["symbol"], row["archived_at"] is not None)
