"""Ratings of players with their uncertainty, derived from the ranks of all plays.

A rating follows from all earlier plays, in the order in which they ended. `storage/derived/pipeline.py` records from
which time on the stored ratings are outdated; `recompute` recomputes those, with the same result as from scratch.
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

from storage.derived.pipeline import Progress, ignore_progress
from storage.file.bulk_insert import insert_rows
from storage.file.database import Database
from storage.file.write_batches import Pace
from storage.models import PLAY, PLAYER, RATING, RATING_STATE

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

ALL: Final = ""
"""The key for all games together."""

SHOWN_FROM: Final = 5
"""The number of plays from which on a rating is shown."""

DOUBT: Final = 2
"""The width of the band to either side, in sigma; it contains about 19 of 20 true values."""

_SCALE: Final = 40  # a new player starts at 1000
_POINTS: Final = 120  # in a curve; no screen can show more
_BATCH: Final = 5000
_PROGRESS_STEP: Final = 200  # sessions between two reports of progress
_MOMENT: Final = timedelta(microseconds=1)

_EVER: Final = datetime.min.replace(tzinfo=UTC)
_NEVER: Final = datetime.max.replace(tzinfo=UTC)

_RECOMPUTING: Final = Lock()


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player after a number of plays. `value`, `low` and `high` are in points around 1000."""

    plays: int
    mu: float
    sigma: float

    @property
    def shown(self) -> bool:
        return self.plays >= SHOWN_FROM

    @property
    def value(self) -> int:
        return round(self.mu * _SCALE)

    @property
    def doubt(self) -> int:
        """The width of the band to either side, in points."""
        return round(DOUBT * self.sigma * _SCALE)

    @property
    def low(self) -> int:
        return self.value - self.doubt

    @property
    def high(self) -> int:
        return self.value + self.doubt


@dataclass(frozen=True, slots=True)
class PlayerRatings:
    """The current ratings of a player by game, `ALL` first; `old` if newer ones have not been computed yet."""

    ratings: dict[str, Rating]
    old: bool


class _Seat(NamedTuple):
    player_id: str
    side: int
    rank: int


class _Session(NamedTuple):
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


def are_outdated(database: Database) -> bool:
    """Whether any plays changed since the ratings were last computed."""
    with database.reading() as db:
        return _are_outdated(db)


def load_player_ratings(database: Database, player_id: str) -> PlayerRatings:
    """The ratings of a player, over all games and in each game."""
    with database.reading() as db:
        current = {
            row.game: Rating(row.number, row.mu, row.sigma) for row in db.execute(_LATEST, {"player": player_id})
        }
        return PlayerRatings(current, _are_outdated(db))


def load_ratings(database: Database, game: str = ALL) -> dict[str, Rating]:
    """The ratings of all players in one game, by player id."""
    with database.reading() as db:
        rows = db.execute(_PRESENT, {"game": game})
        return {row.player_id: Rating(row.number, row.mu, row.sigma) for row in rows}


def load_curve(database: Database, player_id: str, game: str = ALL) -> tuple[Rating, ...]:
    """A player's ratings from the first one shown to the current one; thinned out to about 120 points."""
    with database.reading() as db:
        plays = db.execute(_COUNT, {"player": player_id, "game": game}).scalar_one() or 0
        step = max(1, plays // _POINTS)
        values = {"player": player_id, "game": game, "step": step, "phase": plays % step, "from": SHOWN_FROM}
        return tuple(Rating(row.number, row.mu, row.sigma) for row in db.execute(_CURVE, values))


def recompute(database: Database, progress: Progress = ignore_progress) -> bool:
    """Recompute all outdated ratings; returns whether there were any. Slow, so call it from a thread.

    The write lock is only taken to store the results, in small transactions. If plays change in the meantime, it starts
    again from the first change.
    """
    with _RECOMPUTING:
        done = False
        while not _recompute_once(database, progress):
            done = True
        return done


def reset(db: Connection) -> None:
    """Delete all ratings and mark them as outdated, inside the caller's transaction; see `recompute`."""
    db.execute(delete(RATING))
    changes = db.execute(select(func.max(RATING_STATE.c.changes))).scalar() or 0
    db.execute(delete(RATING_STATE))
    db.execute(insert(RATING_STATE).values(id=1, changes=changes + 1, rated=changes, since=_EVER))


def are_right(db: Connection, progress: Progress = ignore_progress) -> bool:
    """Whether the stored ratings match the plays; ratings known to be outdated are not checked."""
    state = db.execute(select(RATING_STATE)).one_or_none()
    if state is None:
        return False
    end = _NEVER if state.changes == state.rated else state.since or _EVER
    stored = db.execute(select(RATING).order_by(RATING.c.finished_at)).yield_per(_BATCH)
    stored_by_time = _group_by_time((_Row(*row) for row in stored), end)
    fresh_by_time = _group_by_time(_compute(_report(_load_sessions(db, _EVER), progress), {}), end)
    nothing: list[_Row] = []
    return all(starmap(_are_same, zip_longest(stored_by_time, fresh_by_time, fillvalue=nothing)))


def _group_by_time(rows: Iterable[_Row], end: datetime) -> Iterator[list[_Row]]:
    """The ratings before `end`, grouped by time and sorted within a group, because they are stored in no order."""
    for at, together in groupby(rows, key=lambda row: row.finished_at):
        if at < end:
            yield sorted(together)


def _are_same(stored: list[_Row], fresh: list[_Row]) -> bool:
    """Compare ratings, except for the last digits, which differ between machines."""
    return len(stored) == len(fresh) and all(
        row[:4] == other[:4] and isclose(row.mu, other.mu) and isclose(row.sigma, other.sigma)
        for row, other in zip(stored, fresh, strict=True)
    )


def _report(sessions: Sequence[_Session], progress: Progress) -> Iterator[_Session]:
    """Report progress while the sessions are used."""
    for done, session in enumerate(sessions, start=1):
        yield session
        if done % _PROGRESS_STEP == 0 or done == len(sessions):
            progress(done, len(sessions))


def _recompute_once(database: Database, progress: Progress) -> bool:
    """One attempt to recompute, in small transactions from the oldest rating on; True if nothing was left to do.

    After each transaction the ratings before `since` are right, so an interrupted run can continue from there.
    """
    with database.reading() as db:
        state = db.execute(select(RATING_STATE)).one()
        if state.changes == state.rated:
            return True
        latest = _load_latest(db, state.since)
        sessions = _load_sessions(db, state.since)
    pace, since = Pace(), state.since
    batch: list[_Row] = []
    for at, rows in groupby(_compute(_report(sessions, progress), latest), key=lambda row: row.finished_at):
        batch += rows
        if len(batch) >= pace.rows:
            upto = at + _MOMENT
            if not _write(database, pace, state.changes, batch, since, upto):
                return False
            batch, since = [], upto
    _write(database, pace, state.changes, batch, since, None)
    return False


def _are_outdated(db: Connection) -> bool:
    return bool(db.execute(select(RATING_STATE.c.changes != RATING_STATE.c.rated)).scalar_one())


def _load_latest(db: Connection, since: datetime) -> dict[tuple[str, str], _Row]:
    """The last rating before a time, by game and player."""
    last = (
        select(RATING.c.game, RATING.c.player_id, func.max(RATING.c.number).label("number"))
        .where(RATING.c.finished_at < since)
        .group_by(RATING.c.game, RATING.c.player_id)
        .subquery()
    )
    same = and_(*(RATING.c[name] == last.c[name] for name in ("game", "player_id", "number")))
    return {(row.game, row.player_id): _Row(*row) for row in db.execute(select(RATING).join(last, same))}


def _load_sessions(db: Connection, since: datetime) -> list[_Session]:
    """The sessions from a time on, in order, with canonical players."""
    query = (
        select(PLAY.c.finished_at, PLAY.c.session_id, PLAY.c.game, PLAYER.c.counts_as, PLAY.c.side, PLAY.c.rank)
        .join(PLAYER, PLAYER.c.id == PLAY.c.player_id)
        .where(PLAY.c.sides > 1, PLAY.c.finished_at >= since)
        .order_by(PLAY.c.finished_at, PLAY.c.session_id, PLAY.c.seat)
    )
    together = groupby(db.execute(query), key=lambda row: (row.finished_at, row.session_id, row.game))
    return [_Session(at, game, tuple(_Seat(*row[3:]) for row in rows)) for (at, _, game), rows in together]


def _compute(sessions: Iterable[_Session], latest: dict[tuple[str, str], _Row]) -> Iterator[_Row]:
    """The ratings after each session, over all games and in its own game, starting from the latest ones."""
    current = dict(latest)
    for session in sessions:
        for game in (ALL, session.game):
            for row in _rate(session, game, current):
                current[game, row.player_id] = row
                yield row


def _rate(session: _Session, game: str, current: dict[tuple[str, str], _Row]) -> Iterator[_Row]:
    """The new ratings of a session's players. A player with two seats counts once, at the first one."""
    sides: dict[int, list[tuple[str, PlackettLuceRating]]] = defaultdict(list)
    ranks: dict[int, int] = {}
    for player_id, side, rank in {seat.player_id: seat for seat in reversed(session.seats)}.values():
        sides[side].append((player_id, _make_rating(current.get((game, player_id)))))
        ranks[side] = rank
    if len(sides) < 2:
        return
    order = sorted(sides)
    teams = [[rating for _, rating in sorted(sides[side], key=lambda pair: pair[0])] for side in order]
    for side, team in zip(order, _model().rate(teams, ranks=[ranks[side] for side in order]), strict=True):
        players = sorted(player_id for player_id, _ in sides[side])
        for player_id, rating in zip(players, team, strict=True):
            number = current[game, player_id].number + 1 if (game, player_id) in current else 1
            yield _Row(game, player_id, number, session.at, rating.mu, rating.sigma)


def _make_rating(latest: _Row | None) -> "PlackettLuceRating":
    return _model().rating() if latest is None else _model().rating(mu=latest.mu, sigma=latest.sigma)


@cache
def _model() -> "PlackettLuce":
    """The rating model, imported when it is first used; see `companion/lazy_modules.py`."""
    model: PlackettLuce = import_module("openskill.models").PlackettLuce()
    return model


def _write(
    database: Database, pace: Pace, changes: int, rows: Sequence[_Row], since: datetime, upto: datetime | None
) -> bool:
    """Replace the ratings from `since` to before `upto`, None meaning the end; False if plays changed in the meantime.

    Outdated later ratings that have the numbers of new ones are replaced, too.
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
"""The games with ratings, each found by an index lookup instead of a scan of all ratings."""

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
    .group_by(PLAYER.c.id)  # makes SQLite look up each player in the index instead of scanning all ratings
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
