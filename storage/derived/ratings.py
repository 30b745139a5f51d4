"""What players are worth, with the doubt there is about it: derived from who came out ahead of whom.

A rating follows from all plays before it, in the order in which they ended. `storage/derived/pipeline.py`
notes from which moment on the kept ones are old; from there on they are made again, and equal those made from scratch.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from itertools import groupby, starmap, zip_longest
from math import isclose
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from storage.file.bulk_insert import insert_rows
from storage.file.database import Database
from storage.file.write_batches import Pace
from storage.models import PLAY, PLAYER, RATING, RATING_STATE

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

ALL: Final = ""
"""Stands for all games together where a game is asked for."""

SHOWN_FROM: Final = 5
"""Plays it takes until a rating says more than it hides."""

DOUBT: Final = 2
"""How many times sigma the band reaches to either side: about 19 of 20 true values lie within."""

_SCALE: Final = 40  # so that somebody new stands at 1000, and whole numbers are fine enough
_POINTS: Final = 120  # of a curve: more than that no screen can show
_BATCH: Final = 5000
_MOMENT: Final = timedelta(microseconds=1)

_EVER: Final = datetime.min.replace(tzinfo=UTC)
_NEVER: Final = datetime.max.replace(tzinfo=UTC)

_ONE_AT_A_TIME: Final = Lock()


@dataclass(frozen=True, slots=True)
class Rating:
    """What somebody is worth after so many plays, in points around 1000; the truth lies most likely in the band."""

    plays: int
    mu: float
    sigma: float

    @property
    def shown(self) -> bool:
        """Whether there are enough plays to show it."""
        return self.plays >= SHOWN_FROM

    @property
    def value(self) -> int:
        return round(self.mu * _SCALE)

    @property
    def doubt(self) -> int:
        """How far the band reaches to either side, in the same points."""
        return round(DOUBT * self.sigma * _SCALE)

    @property
    def low(self) -> int:
        return self.value - self.doubt

    @property
    def high(self) -> int:
        return self.value + self.doubt


@dataclass(frozen=True, slots=True)
class Rated:
    """The present ratings of a player by game, `ALL` first, and whether newer ones are still being worked out."""

    ratings: dict[str, Rating]
    old: bool


class _Seat(NamedTuple):
    person: str
    side: int
    rank: int


class _Evening(NamedTuple):
    at: datetime
    game: str
    seats: tuple[_Seat, ...]


class _Row(NamedTuple):
    game: str
    player_id: str
    number: int
    finished_at: datetime
    mu: float
    sigma: float


def are_old(database: Database) -> bool:
    """Whether anything changed since ratings were last made."""
    with database.reading() as db:
        return _are_old(db)


def of_player(database: Database, player_id: str) -> Rated:
    """What a player is worth, over all games and in each."""
    with database.reading() as db:
        found = {row.game: Rating(row.number, row.mu, row.sigma) for row in db.execute(_LATEST, {"player": player_id})}
        return Rated(found, _are_old(db))


def of_everybody(database: Database, game: str = ALL) -> dict[str, Rating]:
    """What everybody is worth who was ever rated, by the id of the player."""
    with database.reading() as db:
        rows = db.execute(_PRESENT, {"game": game})
        return {row.player_id: Rating(row.number, row.mu, row.sigma) for row in rows}


def curve(database: Database, player_id: str, game: str = ALL) -> tuple[Rating, ...]:
    """How a rating came about, from the play it is shown from to the last; thinned out where there are many."""
    with database.reading() as db:
        plays = db.execute(_COUNT, {"player": player_id, "game": game}).scalar_one() or 0
        step = max(1, plays // _POINTS)
        asked = {"player": player_id, "game": game, "step": step, "phase": plays % step, "from": SHOWN_FROM}
        return tuple(Rating(row.number, row.mu, row.sigma) for row in db.execute(_CURVE, asked))


def renew(database: Database) -> bool:
    """Make all ratings anew that are old, and tell whether there were any; takes its time, so call it from a thread.

    Nobody waits for the arithmetic: only what it gives is written, in small transactions, and when something changed
    meanwhile it is done once more from there.
    """
    with _ONE_AT_A_TIME:
        done = False
        while not _renewed(database):
            done = True
        return done


def reset(db: Connection) -> None:
    """Mark all ratings as old, inside the caller's transaction; `renew` makes them again."""
    db.execute(delete(RATING))
    changes = db.execute(select(func.max(RATING_STATE.c.changes))).scalar() or 0
    db.execute(delete(RATING_STATE))
    db.execute(insert(RATING_STATE).values(id=1, changes=changes + 1, rated=changes, since=_EVER))


def are_right(db: Connection) -> bool:
    """Whether the kept ratings are those that follow from all plays; those that are old already do not count."""
    state = db.execute(select(RATING_STATE)).one_or_none()
    if state is None:
        return False
    end = _NEVER if state.changes == state.rated else state.since or _EVER
    kept = db.execute(select(RATING).order_by(RATING.c.finished_at)).yield_per(_BATCH)
    kept_by_moment = _by_moment((_Row(*row) for row in kept), end)
    fresh_by_moment = _by_moment(_rated(_evenings(db, _EVER), {}), end)
    nothing: list[_Row] = []
    return all(starmap(_are_same, zip_longest(kept_by_moment, fresh_by_moment, fillvalue=nothing)))


def _by_moment(rows: Iterable[_Row], end: datetime) -> Iterator[list[_Row]]:
    """The ratings before `end`, moment by moment: what was rated at one moment is kept in no order."""
    for at, together in groupby(rows, key=lambda row: row.finished_at):
        if at < end:
            yield sorted(together)


def _are_same(kept: list[_Row], fresh: list[_Row]) -> bool:
    """Whether these are the same ratings; machines differ in their last digits."""
    return len(kept) == len(fresh) and all(
        row[:4] == other[:4] and isclose(row.mu, other.mu) and isclose(row.sigma, other.sigma)
        for row, other in zip(kept, fresh, strict=True)
    )


def _renewed(database: Database) -> bool:
    """One attempt, in small transactions from the oldest moment to the newest; True when nothing is left to do.

    After each transaction the ratings before `since` are right, so what was broken off goes on there.
    """
    with database.reading() as db:
        state = db.execute(select(RATING_STATE)).one()
        if state.changes == state.rated:
            return True
        kept = _before(db, state.since)
        evenings = _evenings(db, state.since)
    pace, since = Pace(), state.since
    batch: list[_Row] = []
    for at, rows in groupby(_rated(evenings, kept), key=lambda row: row.finished_at):
        batch += rows
        if len(batch) >= pace.rows:
            upto = at + _MOMENT
            if not _write(database, pace, state.changes, batch, since, upto):
                return False
            batch, since = [], upto
    _write(database, pace, state.changes, batch, since, None)
    return False


def _are_old(db: Connection) -> bool:
    return bool(db.execute(select(RATING_STATE.c.changes != RATING_STATE.c.rated)).scalar_one())


def _before(db: Connection, since: datetime) -> dict[tuple[str, str], _Row]:
    """The last rating before a moment, by game and player."""
    last = (
        select(RATING.c.game, RATING.c.player_id, func.max(RATING.c.number).label("number"))
        .where(RATING.c.finished_at < since)
        .group_by(RATING.c.game, RATING.c.player_id)
        .subquery()
    )
    same = and_(*(RATING.c[name] == last.c[name] for name in ("game", "player_id", "number")))
    return {(row.game, row.player_id): _Row(*row) for row in db.execute(select(RATING).join(last, same))}


def _evenings(db: Connection, since: datetime) -> list[_Evening]:
    """Every play from a moment on, in order, with all who count as somebody else under that one."""
    query = (
        select(PLAY.c.finished_at, PLAY.c.session_id, PLAY.c.game, PLAYER.c.counts_as, PLAY.c.side, PLAY.c.rank)
        .join(PLAYER, PLAYER.c.id == PLAY.c.player_id)
        .where(PLAY.c.sides > 1, PLAY.c.finished_at >= since)
        .order_by(PLAY.c.finished_at, PLAY.c.session_id, PLAY.c.seat)
    )
    together = groupby(db.execute(query), key=lambda row: (row.finished_at, row.session_id, row.game))
    return [_Evening(at, game, tuple(_Seat(*row[3:]) for row in rows)) for (at, _, game), rows in together]


def _rated(evenings: Iterable[_Evening], kept: dict[tuple[str, str], _Row]) -> Iterator[_Row]:
    """The ratings after each evening: over all games, and in the game that was played."""
    now = dict(kept)
    for evening in evenings:
        for game in (ALL, evening.game):
            for row in _after(evening, game, now):
                now[game, row.player_id] = row
                yield row


def _after(evening: _Evening, game: str, now: dict[tuple[str, str], _Row]) -> Iterator[_Row]:
    """Who sat at the table, as they stand after it; who sat twice counts once, at their first seat."""
    sides: dict[int, list[tuple[str, PlackettLuceRating]]] = defaultdict(list)
    ranks: dict[int, int] = {}
    for person, side, rank in {seat.person: seat for seat in reversed(evening.seats)}.values():
        before = now.get((game, person))
        sides[side].append((person, _rating(before)))
        ranks[side] = rank
    if len(sides) < 2:
        return
    order = sorted(sides)
    teams = [[rating for _, rating in sorted(sides[side], key=lambda each: each[0])] for side in order]
    for side, team in zip(order, _model().rate(teams, ranks=[ranks[side] for side in order]), strict=True):
        people = sorted(person for person, _ in sides[side])
        for person, rating in zip(people, team, strict=True):
            number = now[game, person].number + 1 if (game, person) in now else 1
            yield _Row(game, person, number, evening.at, rating.mu, rating.sigma)


def _rating(before: _Row | None) -> "PlackettLuceRating":
    return _model().rating() if before is None else _model().rating(mu=before.mu, sigma=before.sigma)


@cache
def _model() -> "PlackettLuce":
    """The arithmetic of ratings, loaded when some are made; see `companion/lazy_modules.py`."""
    model: PlackettLuce = import_module("openskill.models").PlackettLuce()
    return model


def _write(
    database: Database, pace: Pace, changes: int, rows: Sequence[_Row], since: datetime, upto: datetime | None
) -> bool:
    """Replace the ratings from one moment to before another, None being the end; False where plays changed meanwhile.

    Old ratings of later moments may have the numbers of new ones and give way to them.
    """
    with pace.writing(database, len(rows)) as db:
        if db.execute(select(RATING_STATE.c.changes)).scalar_one() != changes:
            return False
        old = RATING.c.finished_at >= since
        db.execute(delete(RATING).where(old if upto is None else old & (RATING.c.finished_at < upto)))
        insert_rows(db, RATING, [row._asdict() for row in rows], replace=True)
        done = {"since": upto} if upto else {"since": None, "rated": changes}
        db.execute(update(RATING_STATE).values(done))
    return True


_MINE: Final = (RATING.c.player_id == bindparam("player"), RATING.c.game == bindparam("game"))
_RATED: Final = select(func.min(RATING.c.game).label("game")).cte("rated", recursive=True)
_NEXT: Final = select(func.min(RATING.c.game)).where(RATING.c.game > _RATED.c.game).correlate(_RATED).scalar_subquery()
_GAMES: Final = _RATED.union_all(select(_NEXT).where(_RATED.c.game.is_not(None)))
"""The games there are ratings of, each found by a look into the key instead of a walk through all ratings."""

_NUMBERS: Final = select(
    _GAMES.c.game,
    select(func.max(RATING.c.number))
    .where(RATING.c.game == _GAMES.c.game, RATING.c.player_id == bindparam("player"))
    .correlate(_GAMES)
    .scalar_subquery()
    .label("number"),
).subquery()
_LATEST: Final = (
    select(RATING.c.game, RATING.c.number, RATING.c.mu, RATING.c.sigma)
    .join(_NUMBERS, (RATING.c.game == _NUMBERS.c.game) & (RATING.c.number == _NUMBERS.c.number))
    .where(RATING.c.player_id == bindparam("player"))
    .order_by(RATING.c.game)
)
_LAST: Final = (
    select(
        PLAYER.c.id,
        select(func.max(RATING.c.number))
        .where(RATING.c.game == bindparam("game"), RATING.c.player_id == PLAYER.c.id)
        .scalar_subquery()
        .label("number"),
    )
    .group_by(PLAYER.c.id)  # asked player by player, each answered by the key, not by a walk through all ratings
    .subquery()
)
_PRESENT: Final = select(RATING.c.player_id, RATING.c.number, RATING.c.mu, RATING.c.sigma).join_from(
    _LAST,
    RATING,
    and_(RATING.c.game == bindparam("game"), RATING.c.player_id == _LAST.c.id, RATING.c.number == _LAST.c.number),
)
_COUNT: Final = select(func.max(RATING.c.number)).where(*_MINE)
_CURVE: Final = (
    select(RATING.c.number, RATING.c.mu, RATING.c.sigma)
    .where(*_MINE, RATING.c.number >= bindparam("from"), RATING.c.number % bindparam("step") == bindparam("phase"))
    .order_by(RATING.c.number)
)
