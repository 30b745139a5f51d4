"""The highlights of a player: streaks, the best and worst evening, the biggest comeback."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from sqlalchemy import and_, func, literal_column, select
from sqlmodel import Session

from storage.clock import at_table
from storage.derived.results import Status
from storage.models import PLAY, RESULT, SESSION
from storage.statistics.player_totals import IS_CONTESTED, belongs_to_player


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row, now and at most. A single win is not a streak and gives 0."""

    current: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """The plays and wins of one evening; `beaten` and `lost` sum the sides ranked below and above the player."""

    day: date
    plays: int
    wins: int
    beaten: int
    lost: int


@dataclass(frozen=True, slots=True)
class Evenings:
    """The number of evenings, and the best and worst one if there are at least two."""

    number: int
    best: Evening | None = None
    worst: Evening | None = None


@dataclass(frozen=True, slots=True)
class Comeback:
    """The rank halfway through a session and the rank at its end."""

    session_id: str
    game: str
    day: date
    halfway: int
    rank: int


def query_streaks(db: Session, player_id: str) -> Streaks:
    """The streaks of a player over the contested plays of all games, in the order in which they ended."""
    return compute_streaks(db.execute(_WON, {"player": player_id}).scalars())


def compute_streaks(won: Iterable[bool]) -> Streaks:
    """The streaks in a sequence of plays, given by whether each was won."""
    wins = [sum(run) for _, run in groupby(won)]  # 0 for a run without wins
    return Streaks(*(length if length > 1 else 0 for length in (wins[-1] if wins else 0, max(wins, default=0))))


def query_evenings(db: Session, player_id: str) -> Evenings:
    """The best evening has the highest `beaten - lost`, the worst the lowest; of equal ones the latest is taken.

    Neither is named where all are equal.
    """
    rows = db.execute(_EVENINGS, {"player": player_id}).all()
    if len({row[0] for row in rows}) < 2:
        return Evenings(len(rows))
    best, worst = max(rows), max(rows, key=lambda row: (-row[0], row[1]))
    return Evenings(len(rows), *(Evening(date.fromisoformat(row[1]), *row[2:]) for row in (best, worst)))


def query_comeback(db: Session, player_id: str) -> Comeback | None:
    """The finished play in which a player made up the most ranks after halfway; of equal ones the latest."""
    row = db.execute(_COMEBACK, {"player": player_id}).first()
    if row is None:
        return None
    day = at_table(row.opened_at, row.utc_offset).date()
    return Comeback(row.session_id, row.game, day, row.halfway, row.rank)


_WON: Final = (
    select(PLAY.c.won).where(belongs_to_player(), IS_CONTESTED).order_by(PLAY.c.finished_at, PLAY.c.session_id)
)
_BEATEN: Final = func.sum(PLAY.c.behind)
_LOST: Final = func.sum(PLAY.c.ahead)
_EVENINGS: Final = (
    select(_BEATEN - _LOST, PLAY.c.evening, func.count(), func.count().filter(PLAY.c.won, IS_CONTESTED), _BEATEN, _LOST)
    .where(belongs_to_player())
    .group_by(PLAY.c.evening)
)
_COMEBACK: Final = (
    select(PLAY.c.session_id, PLAY.c.game, SESSION.c.opened_at, SESSION.c.utc_offset, PLAY.c.halfway, PLAY.c.rank)
    .join_from(PLAY, RESULT, and_(RESULT.c.session_id == PLAY.c.session_id, RESULT.c.status == Status.FINISHED.value))
    .join(SESSION, SESSION.c.id == PLAY.c.session_id)
    .where(belongs_to_player(), PLAY.c.climb > literal_column("0"))
    .order_by(PLAY.c.climb.desc(), PLAY.c.finished_at.desc(), PLAY.c.session_id)
    .limit(1)
)
