"""What the evenings so far tell about a game: plays, records, scores, times, seats, variants, rounds of every sort.

A session that was stopped counts as a play and for whoever won it; records, scores and times are those of whole ones.
"""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Select, and_, bindparam, func, select

from storage.derived import game_sums
from storage.derived.game_sums import Extreme, RoundSum, ScoreCount, TableSum, TurnCount
from storage.file.database import Database
from storage.models import PLAY_SUM, PLAYER, RESULT, SESSION, TABLE_SUM
from storage.statistics.records import FINISHED, WHOLE, Record, records_of

MINUTES: Final = game_sums.TIME_STEP // 60
"""Times are counted in steps of so many minutes."""

_HIGHEST: Final = ("rounds", "high", "low", "lead", "climb")

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
    tables = game_sums.tables_of(db, game)
    sizes = _sizes(db, game, tables)
    scores = game_sums.scores_of(db, game)
    return GamePage(
        game=game,
        sizes=sizes,
        scores=scores,
        times=tuple(
            TimeCount(players, seconds // 60, count) for players, seconds, count in game_sums.times_of(db, game)
        ),
        turns=game_sums.turns_of(db, game),
        usual=_usual(tables),
        variants=tuple(VariantCount(*astuple(choice)) for choice in game_sums.choices_of(db, game)),
        rounds=game_sums.rounds_of(db, game),
        records=tuple(records_of(db, game, _extremes(sizes, scores))),
        champions=tuple(Champion(*row) for row in db.execute(_CHAMPIONS, {"game": game})),
    )


def _sizes(db: Connection, game: str, tables: Iterable[TableSum]) -> tuple[TableSize, ...]:
    """The table sizes at which a game was played, the fewest players first."""
    extremes = {(extreme.players, extreme.column): extreme for extreme in game_sums.extremes_of(db, game)}
    return tuple(
        _size(db, game, players, tuple(group), {key: extremes.get((players, key)) for key in _HIGHEST})
        for players, group in groupby(tables, lambda table: table.players)
    )


def _size(
    db: Connection, game: str, players: int, tables: tuple[TableSum, ...], extremes: Mapping[str, Extreme | None]
) -> TableSize:
    whole = [table for table in tables if table.status == FINISHED]
    most = {key: extreme.most if extreme else None for key, extreme in extremes.items()}
    low = extremes["low"]
    of = {"game": game, "players": players}
    return TableSize(
        players=players,
        plays=sum(table.count for table in tables),
        spent=sum(table.seconds for table in tables),
        whole=sum(table.count for table in whole),
        timed=sum(table.timed for table in whole),
        seconds=sum(table.seconds for table in whole),
        shortest=db.execute(_SHORTEST, of).scalar_one_or_none(),
        longest=db.execute(_LONGEST, of).scalar_one_or_none(),
        rounds=sum(table.rounds for table in whole),
        most_rounds=most["rounds"],
        high=most["high"],
        low=low.least if low else None,
        lead=most["lead"],
        climb=most["climb"],
    )


def _usual(tables: Iterable[TableSum]) -> VariantCount:
    """All finished sessions, to compare those with a variant with."""
    whole = [table for table in tables if table.status == FINISHED]
    counts = (sum(getattr(table, name) for table in whole) for name in ("count", "timed", "seconds", "scored", "top"))
    return VariantCount("", "", *counts)


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


_NEWEST: Final = (
    select(RESULT.c.finished_at)
    .join(SESSION, and_(SESSION.c.id == RESULT.c.session_id, SESSION.c.binned_at.is_(None)))
    .where(RESULT.c.game == TABLE_SUM.c.game)
    .order_by(RESULT.c.finished_at.desc())
    .limit(1)
    .correlate(TABLE_SUM)
    .scalar_subquery()
)
_PLAYS: Final = func.sum(TABLE_SUM.c.count)
_GAMES: Final = (
    select(TABLE_SUM.c.game, _PLAYS, _NEWEST, func.sum(TABLE_SUM.c.timed), func.sum(TABLE_SUM.c.seconds))
    .group_by(TABLE_SUM.c.game)
    .having(_PLAYS > 0)
    .order_by(_PLAYS.desc(), TABLE_SUM.c.game)
)


def _seconds(order: Any) -> Select[Any]:
    """The first time of finished sessions in this order, at tables of one size."""
    return (
        select(RESULT.c.seconds)
        .join(SESSION, and_(SESSION.c.id == RESULT.c.session_id, SESSION.c.binned_at.is_(None)))
        .where(RESULT.c.game == bindparam("game"), RESULT.c.players == bindparam("players"), WHOLE)
        .where(RESULT.c.seconds.is_not(None))
        .order_by(order)
        .limit(1)
    )


_SHORTEST: Final = _seconds(RESULT.c.seconds)
_LONGEST: Final = _seconds(RESULT.c.seconds.desc())
_PLAYED: Final = (
    select(
        *(PLAY_SUM.c.player_id, func.sum(PLAY_SUM.c.count).label("plays"), func.sum(PLAY_SUM.c.wins).label("wins")),
    )
    .where(PLAY_SUM.c.game == bindparam("game"))
    .group_by(PLAY_SUM.c.player_id)
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
