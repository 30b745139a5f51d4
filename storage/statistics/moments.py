"""What stands out in the past of a player: streaks, the best and the worst evening, the biggest comeback."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from sqlalchemy import Connection, Integer, and_, bindparam, func, literal_column, select, type_coerce

from storage.models import EVENING_SUM, PLAY, RESULT
from storage.statistics.people import counting, of_player
from storage.statistics.records import WHOLE


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row: now, and the most ever; 0 where there are not two, for one is not a streak."""

    current: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """One date at the table: what was played and won, and how many sides were left behind and were ahead."""

    day: date
    plays: int
    wins: int
    beaten: int
    lost: int


@dataclass(frozen=True, slots=True)
class Evenings:
    """How many there were, the best and the worst of them; neither before there are two to choose from."""

    number: int
    best: Evening | None = None
    worst: Evening | None = None


@dataclass(frozen=True, slots=True)
class Comeback:
    """From which rank halfway to which at the end; the session it happened in."""

    session_id: str
    game: str
    day: date
    halfway: int
    rank: int


def streaks_of(db: Connection, player_id: str) -> Streaks:
    """The streaks of a player over all games, in the order in which they ended."""
    return streaks(db.execute(_WON, {"player": player_id}).scalars())


def streaks(won: Iterable[int]) -> Streaks:
    """The streaks in a row of plays, 1 being a win and 0 none."""
    wins = [sum(run) for _, run in groupby(won)]  # 0 for a run without wins
    return Streaks(*(length if length > 1 else 0 for length in (wins[-1] if wins else 0, max(wins, default=0))))


def evenings_of(db: Connection, player_id: str) -> Evenings:
    """The evening with the most sides left behind, less those ahead; the latest of several. And the opposite."""
    rows = db.execute(_EVENINGS, {"player": player_id}).all()
    if len(rows) < 2:
        return Evenings(len(rows))
    best, worst = max(rows), max(rows, key=lambda row: (-row[0], row[1]))
    return Evenings(len(rows), *(Evening(date.fromisoformat(row[1]), *row[2:]) for row in (best, worst)))


def comeback_of(db: Connection, player_id: str) -> Comeback | None:
    """The whole play in which a player made up most ranks after halfway, as for records; the latest of several."""
    people = db.execute(counting(), {"player": player_id}).scalars().all()
    rows = [row for person in people for row in db.execute(_COMEBACK, {"person": person})]
    if not rows:
        return None
    rows.sort(key=lambda row: row.session_id)
    row = max(rows, key=lambda row: (row.climb, row.finished_at))  # the first of equals
    return Comeback(row.session_id, row.game, date.fromisoformat(row.evening), row.halfway, row.rank)


_WON: Final = (
    select(type_coerce(PLAY.c.won, Integer)).where(of_player()).order_by(PLAY.c.finished_at, PLAY.c.session_id)
)
_EVENINGS: Final = (
    select(
        *(func.sum(EVENING_SUM.c.beaten) - func.sum(EVENING_SUM.c.lost), EVENING_SUM.c.evening),
        *(func.sum(EVENING_SUM.c[name]) for name in ("count", "wins", "beaten", "lost")),
    )
    .where(of_player(EVENING_SUM))
    .group_by(EVENING_SUM.c.evening)
    .having(func.sum(EVENING_SUM.c.count) > 0)
)
_COMEBACK: Final = (
    select(
        PLAY.c.session_id, PLAY.c.game, PLAY.c.evening, PLAY.c.halfway, PLAY.c.rank, PLAY.c.climb, PLAY.c.finished_at
    )
    .join_from(PLAY, RESULT, and_(RESULT.c.session_id == PLAY.c.session_id, WHOLE))
    .where(PLAY.c.player_id == bindparam("person"), PLAY.c.climb > literal_column("0"))
    .order_by(PLAY.c.climb.desc(), PLAY.c.finished_at.desc(), PLAY.c.session_id)
    .limit(1)
)
