"""Evenings of several games, and the evenings of a year: the games, who won most of them, the time at the table.

The winner of an evening is the player who won most of its games; if several did, the one with the higher difference of
rivals beaten and rivals ahead. Games without an opponent count neither as plays nor as wins.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, Final

from sqlalchemy import TextClause, func, select, text
from sqlmodel import Session

from scoring.contract.names import name_key
from storage.derived.evening_date import EVENING
from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.history.session_list import SessionHead, load_head
from storage.models import PLAY, PLAYER
from storage.sessions.players import Player, load_players
from storage.statistics.games import GameSummary, query_games
from storage.statistics.limits import NO_LIMIT, reading_limited
from storage.statistics.player_totals import IS_CONTESTED


@dataclass(frozen=True, slots=True)
class Standing:
    """A player over one evening or more. `beaten` and `lost` sum the sides ranked below and above.

    `evenings` is the number of evenings with a play, `evenings_won` of those won, alone or with others.
    """

    rank: int
    player: Player
    plays: int
    wins: int
    beaten: int
    lost: int
    evenings: int = 1
    evenings_won: int = 0


@dataclass(frozen=True, slots=True)
class EveningPage:
    """The finished and stopped sessions of an evening, in the order in which they began, and the players, best first.

    `seconds` is the playing time of the `timed` sessions. `before` and `after` are the next evenings with a session.
    """

    day: date
    sessions: tuple[SessionHead, ...]
    standings: tuple[Standing, ...]
    timed: int
    seconds: int
    before: date | None
    after: date | None


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """An evening in a list: its sessions by game key, and who won it."""

    day: date
    games: Mapping[str, int]
    winners: tuple[Player, ...]

    @property
    def plays(self) -> int:
        return sum(self.games.values())


@dataclass(frozen=True, slots=True)
class YearPage:
    """A year: its games (most played first), players (best first) and evenings (newest first).

    `months` are the sessions of the evenings of each month.
    """

    games: tuple[GameSummary, ...]
    standings: tuple[Standing, ...]
    evenings: tuple[EveningSummary, ...]
    months: tuple[int, ...]

    @property
    def plays(self) -> int:
        return sum(game.plays for game in self.games)

    @property
    def seconds(self) -> int:
        return sum(game.seconds for game in self.games)


def load_evening(database: Database, day: date, limit: SessionFilter = NO_LIMIT) -> EveningPage:
    """The page of an evening; the dates of `limit` are ignored, `day` takes their place."""
    with reading_limited(database, limit.without("date")) as db:
        ids = db.execute(_SESSIONS, {"day": day.isoformat()}).scalars().all()
        heads = tuple(load_head(db, session_id) for session_id in ids)
        rows = db.execute(_PLAYED.where(PLAY.c.session_id.in_(ids))).mappings().all() if ids else []
        timed = [head.seconds for head in heads if head.seconds is not None]
        return EveningPage(
            day,
            heads,
            _rank(rows, load_players(db), _find_winners(rows)),
            timed=len(timed),
            seconds=sum(timed),
            before=_query_day(db, _BEFORE, day=day.isoformat()),
            after=_query_day(db, _AFTER, day=day.isoformat()),
        )


def find_evening(database: Database, session_id: str) -> tuple[date, int] | None:
    """The evening of a session and the number of its sessions; None if the session does not count."""
    with database.reading() as db:
        day = _query_day(db, _DAY_OF, session=session_id)
        return (day, len(db.execute(_SESSIONS, {"day": day.isoformat()}).all())) if day else None


def find_last_evening(database: Database) -> date | None:
    """The last evening with a session that counts."""
    with reading_limited(database, NO_LIMIT) as db:
        return _query_day(db, _LAST)


def load_year(database: Database, limit: SessionFilter) -> YearPage:
    """The page of the year that `limit` names."""
    with reading_limited(database, limit) as db:
        rows = db.execute(_PLAYED).mappings().all()
        sessions = db.execute(_SESSION_EVENINGS).all()
        players = load_players(db)
        games = query_games(db)
    won = _find_winners(rows)
    by_evening: dict[str, Counter[str]] = defaultdict(Counter)
    for evening, game in sessions:
        by_evening[evening][game] += 1
    months = Counter(date.fromisoformat(evening).month for evening, _ in sessions)
    return YearPage(
        games,
        _rank(rows, players, won),
        tuple(
            EveningSummary(
                date.fromisoformat(evening),
                dict(by_evening[evening].most_common()),
                tuple(sorted((players[player_id] for player_id in won.get(evening, ())), key=_by_name)),
            )
            for evening in sorted(by_evening, reverse=True)
        ),
        tuple(months[number] for number in range(1, 13)),
    )


def _rank(rows: Iterable[Any], players: Mapping[str, Player], won: Mapping[str, Sequence[str]]) -> tuple[Standing, ...]:
    """The players best first; those with equal wins and an equal difference share a rank."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        sums[row["player"]].update({name: row[name] for name in _SUMMED})
        sums[row["player"]]["evenings"] += 1
    for winners in won.values():
        for player_id in winners:
            sums[player_id]["evenings_won"] += 1
    order = sorted(sums, key=lambda player_id: (_rank_key(sums[player_id]), _by_name(players[player_id])))
    keys = [_rank_key(sums[player_id]) for player_id in order]
    return tuple(Standing(1 + keys.index(key), players[one], **sums[one]) for one, key in zip(order, keys, strict=True))


def _find_winners(rows: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """The ids of the winners of each evening; none of an evening on which nobody won against others."""
    winners: dict[str, tuple[str, ...]] = {}
    for evening, group in groupby(rows, lambda row: str(row["evening"])):
        night = list(group)
        best = min(map(_rank_key, night))
        if best[0] < 0:
            winners[evening] = tuple(row["player"] for row in night if _rank_key(row) == best)
    return winners


def _rank_key(sums: Mapping[str, int]) -> tuple[int, int]:
    """The lower, the better: wins, then rivals beaten less rivals ahead."""
    return -sums["wins"], sums["lost"] - sums["beaten"]


def _by_name(player: Player) -> tuple[str, str]:
    return name_key(player.name), player.id


def _query_day(db: Session, query: TextClause, **values: str) -> date | None:
    value = db.execute(query, values).scalar_one_or_none()
    return date.fromisoformat(value) if value else None


# Queries -----------------------------------------------------------------------------------------------------------

_FROM: Final = "FROM result JOIN session ON session.id = result.session_id WHERE session.binned_at IS NULL"
_SESSIONS: Final = text(
    f"SELECT session.id {_FROM} AND session.opened_at BETWEEN date(:day, '-2 days') AND date(:day, '+4 days')"
    f" AND {EVENING} = :day ORDER BY session.opened_at, session.id"
)
_BEFORE: Final = text(f"SELECT MAX({EVENING}) {_FROM} AND {EVENING} < :day")
_AFTER: Final = text(f"SELECT MIN({EVENING}) {_FROM} AND {EVENING} > :day")
_DAY_OF: Final = text(f"SELECT {EVENING} {_FROM} AND session.id = :session")
_LAST: Final = text(f"SELECT MAX({EVENING}) {_FROM}")
_SUMMED: Final = ("plays", "wins", "beaten", "lost")
_PLAYED: Final = (
    select(
        PLAY.c.evening,
        PLAYER.c.counts_as.label("player"),
        func.count().filter(IS_CONTESTED).label("plays"),
        func.count().filter(PLAY.c.won, IS_CONTESTED).label("wins"),
        func.sum(PLAY.c.behind).label("beaten"),
        func.sum(PLAY.c.ahead).label("lost"),
    )
    .join_from(PLAY, PLAYER, PLAYER.c.id == PLAY.c.player_id)
    .group_by(PLAY.c.evening, PLAYER.c.counts_as)
    .order_by(PLAY.c.evening)
)
_SESSION_EVENINGS: Final = text(f"SELECT {EVENING}, result.game {_FROM}")
