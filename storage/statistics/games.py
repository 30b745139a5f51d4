"""Statistics about one game: plays, records, scores, times, turn order, variants and rounds.

Stopped sessions count as plays and wins. Records, scores and times come from finished sessions only.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Final

from sqlalchemy import and_, bindparam, func, select
from sqlmodel import Session

from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.models import PLAY, PLAYER, RESULT, SESSION
from storage.statistics import game_sums
from storage.statistics.game_sums import Extremes, RoundSum, ScoreCount, TableSum, TimeCount, TurnCount, VariantCount
from storage.statistics.limits import NO_LIMIT, reading_limited
from storage.statistics.people import WON
from storage.statistics.records import FINISHED, GameRecord, query_records

MIN_CHAMPION_PLAYS: Final = 3
"""Plays a player needs to appear among the champions of a game."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in the list of games; `seconds` sums the playing time of the `timed` sessions whose time is known."""

    game: str
    plays: int
    last_played_at: datetime
    timed: int
    seconds: int


@dataclass(frozen=True, slots=True)
class TableSize:
    """Statistics by number of players. `plays` and `total_seconds` include stopped sessions, all others do not.

    `seconds` and `rounds` are sums over the `finished` sessions, of which `timed` have a known time. `high` and `low`
    are the most and least points in a round, `climb` the most ranks made up after halfway, `most` and `least` the
    highest and lowest final score of players who stayed to the end; None if unknown.
    """

    players: int
    plays: int
    total_seconds: int
    finished: int
    timed: int
    seconds: int
    shortest: int | None
    longest: int | None
    rounds: int
    high: int | None
    low: int | None
    lead: int | None
    climb: int | None
    most: int | None
    least: int | None


@dataclass(frozen=True, slots=True)
class TurnShare:
    """Plays and wins by turn order; `expected` is the average share of wins at tables of the same sizes."""

    turn: int
    plays: int
    wins: int
    expected: float


@dataclass(frozen=True, slots=True)
class Champion:
    """A player with the most wins at a game."""

    player_id: str
    name: str
    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class GamePage:
    """Everything the page about a game shows. `baseline` counts all finished sessions, to compare variants with."""

    game: str
    sizes: tuple[TableSize, ...]
    scores: tuple[ScoreCount, ...]
    times: tuple[TimeCount, ...]
    turns: tuple[TurnCount, ...]
    baseline: VariantCount
    variants: tuple[VariantCount, ...]
    rounds: tuple[RoundSum, ...]
    records: tuple[GameRecord, ...]
    champions: tuple[Champion, ...]

    @property
    def plays(self) -> int:
        return sum(size.plays for size in self.sizes)


def list_games(database: Database, limit: SessionFilter = NO_LIMIT) -> tuple[GameSummary, ...]:
    """The games that were played, most played first."""
    with reading_limited(database, limit) as db:
        return query_games(db)


def load_game_page(database: Database, game: str, limit: SessionFilter = NO_LIMIT) -> GamePage:
    """All statistics of a game, read in one transaction; all empty if it was never played.

    Remembered, because with thousands of sessions its rounds take a third of a second to add up.
    """
    if limit.active:
        limit = replace(limit, game=game)

    def query() -> GamePage:
        with reading_limited(database, limit) as db:
            return _query_page(db, game)

    return database.remember(("game page", game, limit), query)


def query_games(db: Session) -> tuple[GameSummary, ...]:
    """The same as `list_games`, inside the caller's transaction."""
    return tuple(GameSummary(*row) for row in db.execute(_GAMES))


def _query_page(db: Session, game: str) -> GamePage:
    tables = game_sums.load_table_sums(db, game)
    sizes = _query_sizes(db, game, tables)
    scores = game_sums.load_score_counts(db, game)
    return GamePage(
        game=game,
        sizes=sizes,
        scores=scores,
        times=game_sums.load_time_counts(db, game),
        turns=game_sums.load_turn_counts(db, game),
        baseline=_compute_baseline(tables),
        variants=game_sums.load_variant_sums(db, game),
        rounds=game_sums.load_round_sums(db, game),
        records=tuple(query_records(db, game, _find_record_values(sizes))),
        champions=tuple(Champion(*row) for row in db.execute(_CHAMPIONS, {"game": game})),
    )


def _query_sizes(db: Session, game: str, tables: Iterable[TableSum]) -> tuple[TableSize, ...]:
    extremes = game_sums.load_extremes(db, game)
    return tuple(
        _make_size(players, tuple(group), extremes.get(players, Extremes()))
        for players, group in groupby(tables, lambda table: table.players)
    )


def _make_size(players: int, tables: tuple[TableSum, ...], extremes: Extremes) -> TableSize:
    finished = [table for table in tables if table.status == FINISHED]
    return TableSize(
        players=players,
        plays=sum(table.count for table in tables),
        total_seconds=sum(table.seconds for table in tables),
        finished=sum(table.count for table in finished),
        timed=sum(table.timed for table in finished),
        seconds=sum(table.seconds for table in finished),
        rounds=sum(table.rounds for table in finished),
        **asdict(extremes),
    )


def _compute_baseline(tables: Iterable[TableSum]) -> VariantCount:
    finished = [table for table in tables if table.status == FINISHED]
    counts = (
        sum(getattr(table, name) for table in finished) for name in ("count", "timed", "seconds", "scored", "top")
    )
    return VariantCount("", "", *counts)


def compute_turn_shares(counts: Iterable[TurnCount]) -> tuple[TurnShare, ...]:
    """Wins by turn order over all table sizes, counted from the player who started. Unknown turns are left out."""
    known = [count for count in counts if count.turn and count.plays]
    win_rates = {players: _win_rate(group) for players, group in groupby(known, lambda count: count.players)}
    shares = []
    for turn in sorted({count.turn for count in known}):
        at_turn = [count for count in known if count.turn == turn]
        plays = sum(count.plays for count in at_turn)
        expected = sum(count.plays * win_rates[count.players] for count in at_turn) / plays
        shares.append(TurnShare(turn, plays, sum(count.wins for count in at_turn), expected))
    return tuple(shares)


def _win_rate(counts: Iterable[TurnCount]) -> float:
    counts = list(counts)
    return sum(count.wins for count in counts) / sum(count.plays for count in counts)


def _find_record_values(sizes: Iterable[TableSize]) -> dict[str, int]:
    """The values of the records by key, without records that nobody has set."""
    sizes = tuple(sizes)
    values = {
        "most_points": max((size.most for size in sizes if size.most is not None), default=None),
        "least_points": min((size.least for size in sizes if size.least is not None), default=None),
        "best_round": max((size.high for size in sizes if size.high is not None), default=None),
        "worst_round": min((size.low for size in sizes if size.low is not None), default=None),
        "clearest": max((size.lead for size in sizes if size.lead is not None), default=None),
        "comeback": max((size.climb for size in sizes if size.climb is not None), default=None),
        "longest": max((size.longest for size in sizes if size.longest is not None), default=None),
        "shortest": min((size.shortest for size in sizes if size.shortest is not None), default=None),
    }
    return {key: value for key, value in values.items() if value is not None and (key != "comeback" or value > 0)}


# Queries -----------------------------------------------------------------------------------------------------------


_PLAYS: Final = func.count()
_GAMES: Final = (
    select(
        *(RESULT.c.game, _PLAYS, func.max(RESULT.c.finished_at)),
        *(func.count(RESULT.c.seconds), func.coalesce(func.sum(RESULT.c.seconds), 0)),
    )
    .join(SESSION, and_(SESSION.c.id == RESULT.c.session_id, SESSION.c.binned_at.is_(None)))
    .group_by(RESULT.c.game)
    .order_by(_PLAYS.desc(), RESULT.c.game)
)
_PLAYED: Final = (
    select(PLAY.c.player_id, func.count().label("plays"), func.sum(WON).label("wins"))
    .where(PLAY.c.game == bindparam("game"))
    .group_by(PLAY.c.player_id)
    .subquery()
)
_SEATED: Final = PLAYER.alias("seated")
_CHAMPIONS: Final = (
    select(PLAYER.c.id, PLAYER.c.name, func.sum(_PLAYED.c.plays), func.sum(_PLAYED.c.wins))
    .join_from(_PLAYED, _SEATED, _SEATED.c.id == _PLAYED.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SEATED.c.counts_as)
    .group_by(PLAYER.c.id, PLAYER.c.name)
    .having(func.sum(_PLAYED.c.plays) >= MIN_CHAMPION_PLAYS)
    .order_by(func.sum(_PLAYED.c.wins).desc(), func.sum(_PLAYED.c.plays).desc(), PLAYER.c.name, PLAYER.c.id)
    .limit(5)
)
