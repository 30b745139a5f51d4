"""What the evenings so far tell about a game: plays, records, scores, times, seats, variants, rounds of every sort.

A session that was stopped counts as a play and for whoever won it; records, scores and times are those of whole ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, String, bindparam, case, func, literal, select

from storage import sums
from storage.database import Database
from storage.models import CHOICE, PLAY, PLAYER, RESULT, SESSION
from storage.statistics.records import COUNTS, WHOLE, Record, records_of
from storage.sums import RoundSum, ScoreCount, TurnCount

MINUTES: Final = 5
"""Times are counted in steps of so many minutes."""

CHAMPION_FROM: Final = 3
"""Plays it takes to be called the champion of a game."""


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game in the list of games; `seconds` at play where somebody knows, over `timed` sessions."""

    game: str
    plays: int
    last: datetime
    timed: int
    seconds: int


@dataclass(frozen=True, slots=True)
class TableSize:
    """All plays of so many players and the seconds they took; the rest is of the `whole` ones, None without any."""

    players: int
    plays: int
    spent: int
    whole: int
    timed: int
    seconds: int
    shortest: int | None
    longest: int | None
    rounds: int
    most_rounds: int | None
    high: int | None
    low: int | None
    lead: int | None
    climb: int | None


@dataclass(frozen=True, slots=True)
class TimeCount:
    """How many sessions took from `minutes` to less than `MINUTES` more."""

    players: int
    minutes: int
    count: int


@dataclass(frozen=True, slots=True)
class TurnShare:
    """A place at tables of all sizes: the share that won, and the one that everybody at such tables had."""

    turn: int
    plays: int
    wins: int
    expected: float


@dataclass(frozen=True, slots=True)
class VariantCount:
    """The whole sessions with an option that is not as printed; `top` sums the winners' points of `scored`."""

    name: str
    value: str
    plays: int
    timed: int
    seconds: int
    scored: int
    top: int


@dataclass(frozen=True, slots=True)
class Champion:
    """Somebody's record at a game."""

    player_id: str
    name: str
    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class GamePage:
    """Everything a page about a game needs."""

    game: str
    sizes: tuple[TableSize, ...]
    scores: tuple[ScoreCount, ...]
    times: tuple[TimeCount, ...]
    turns: tuple[TurnCount, ...]
    usual: VariantCount
    variants: tuple[VariantCount, ...]
    rounds: tuple[RoundSum, ...]
    records: tuple[Record, ...]
    champions: tuple[Champion, ...]

    @property
    def plays(self) -> int:
        return sum(size.plays for size in self.sizes)


def games(database: Database) -> tuple[GameHead, ...]:
    """The games that were played, in one look at the data."""
    with database.reading() as db:
        return games_of(db)


def game_page(database: Database, game: str) -> GamePage:
    """Everything about a game, in one look at the data."""
    with database.reading() as db:
        return page_of(db, game)


def games_of(db: Connection) -> tuple[GameHead, ...]:
    """The games that were played, the most played first."""
    return tuple(GameHead(*row) for row in db.execute(_GAMES))


def page_of(db: Connection, game: str) -> GamePage:
    """Everything about a game; all empty for one that nobody has played."""
    of = {"game": game}
    sizes = tuple(TableSize(*row) for row in db.execute(_SIZES, of))
    scores = sums.scores_of(db, game)
    all_, *variants = (VariantCount(*row) for row in (*db.execute(_ALL, of), *db.execute(_VARIANTS, of)))
    return GamePage(
        game=game,
        sizes=sizes,
        scores=scores,
        times=tuple(TimeCount(*row) for row in db.execute(_TIMES, of)),
        turns=sums.turns_of(db, game),
        usual=all_,
        variants=tuple(variants),
        rounds=sums.rounds_of(db, game),
        records=tuple(records_of(db, game, _extremes(sizes, scores))),
        champions=tuple(Champion(*row) for row in db.execute(_CHAMPIONS, of)),
    )


def by_turn(counts: Iterable[TurnCount]) -> tuple[TurnShare, ...]:
    """The places of all table sizes together: chance is what everybody at the same tables had."""
    known = [each for each in counts if each.turn and each.plays]
    whole = {players: _sum(group) for players, group in groupby(known, lambda each: each.players)}
    found = []
    for turn in sorted({each.turn for each in known}):
        at = [each for each in known if each.turn == turn]
        plays = sum(each.plays for each in at)
        chance = sum(each.plays * whole[each.players] for each in at) / plays
        found.append(TurnShare(turn, plays, sum(each.wins for each in at), chance))
    return tuple(found)


def _sum(counts: Iterable[TurnCount]) -> float:
    together = list(counts)
    return sum(each.wins for each in together) / sum(each.plays for each in together)


def _extremes(sizes: Iterable[TableSize], scores: Iterable[ScoreCount]) -> dict[str, int]:
    """The values of the records by key, without those nobody can hold."""
    known = tuple(sizes)
    points = [each.points for each in scores]
    values = {
        "most_points": max(points, default=None),
        "least_points": min(points, default=None),
        "best_round": max((each.high for each in known if each.high is not None), default=None),
        "worst_round": min((each.low for each in known if each.low is not None), default=None),
        "clearest": max((each.lead for each in known if each.lead is not None), default=None),
        "comeback": max((each.climb for each in known if each.climb is not None), default=None),
        "longest": max((each.longest for each in known if each.longest is not None), default=None),
        "shortest": min((each.shortest for each in known if each.shortest is not None), default=None),
    }
    return {key: value for key, value in values.items() if value is not None and (key != "comeback" or value > 0)}


# Queries ------------------------------------------------------------------------------------------------------------


def _of_whole(column: Any) -> Any:
    return case((WHOLE, column))


_GAMES: Final = (
    select(
        *(RESULT.c.game, func.count(), func.max(RESULT.c.finished_at), func.count(RESULT.c.seconds)),
        func.coalesce(func.sum(RESULT.c.seconds), 0),
    )
    .where(RESULT.c.session_id.not_in(select(SESSION.c.id).where(SESSION.c.binned_at.is_not(None))))
    .group_by(RESULT.c.game)
    .order_by(func.count().desc(), RESULT.c.game)
)
_SIZES: Final = (
    select(
        RESULT.c.players,
        *(func.count(), func.coalesce(func.sum(RESULT.c.seconds), 0)),
        *(func.count(_of_whole(1)), func.count(_of_whole(RESULT.c.seconds))),
        func.coalesce(func.sum(_of_whole(RESULT.c.seconds)), 0),
        *(func.min(_of_whole(RESULT.c.seconds)), func.max(_of_whole(RESULT.c.seconds))),
        *(func.coalesce(func.sum(_of_whole(RESULT.c.rounds)), 0), func.max(_of_whole(RESULT.c.rounds))),
        *(func.max(_of_whole(RESULT.c.high)), func.min(_of_whole(RESULT.c.low))),
        *(func.max(_of_whole(RESULT.c.lead)), func.max(_of_whole(RESULT.c.climb))),
    )
    .where(COUNTS)
    .group_by(RESULT.c.players)
    .order_by(RESULT.c.players)
)
_TIMES: Final = (
    select(RESULT.c.players, (RESULT.c.seconds // (60 * MINUTES) * MINUTES).label("minutes"), func.count())
    .where(COUNTS, WHOLE, RESULT.c.seconds.is_not(None))
    .group_by(RESULT.c.players, "minutes")
    .order_by(RESULT.c.players, "minutes")
)
_SUMS: Final = (
    *(func.count(), func.count(RESULT.c.seconds), func.coalesce(func.sum(RESULT.c.seconds), 0)),
    *(func.count(RESULT.c.top), func.coalesce(func.sum(RESULT.c.top), 0)),
)
_NOTHING: Final = literal("", String)
_ALL: Final = select(_NOTHING.label("name"), _NOTHING.label("value"), *_SUMS).where(COUNTS, WHOLE)
_VARIANTS: Final = (
    select(CHOICE.c.name, CHOICE.c.value, *_SUMS)
    .join_from(RESULT, CHOICE, CHOICE.c.session_id == RESULT.c.session_id)
    .where(COUNTS, WHOLE)
    .group_by(CHOICE.c.name, CHOICE.c.value)
    .order_by(CHOICE.c.name, CHOICE.c.value)
)
_PLAYED: Final = (
    select(PLAY.c.player_id, func.count().label("plays"), func.sum(case((PLAY.c.won, 1), else_=0)).label("wins"))
    .where(PLAY.c.game == bindparam("game"))
    .group_by(PLAY.c.player_id)
    .subquery()
)
_SAT: Final = PLAYER.alias("sat")
_CHAMPIONS: Final = (
    select(PLAYER.c.id, PLAYER.c.name, func.sum(_PLAYED.c.plays), func.sum(_PLAYED.c.wins))
    .join_from(_PLAYED, _SAT, _SAT.c.id == _PLAYED.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SAT.c.counts_as)
    .group_by(PLAYER.c.id, PLAYER.c.name)
    .having(func.sum(_PLAYED.c.plays) >= CHAMPION_FROM)
    .order_by(func.sum(_PLAYED.c.wins).desc(), func.sum(_PLAYED.c.plays).desc(), PLAYER.c.name, PLAYER.c.id)
    .limit(5)
)
