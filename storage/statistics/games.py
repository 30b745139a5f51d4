"""Statistics about one game: plays, records, scores, times, turn order, variants and rounds.

Stopped sessions count as plays and wins. Records, scores and times come from finished sessions only.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from statistics import fmean
from typing import Any, Final

from sqlalchemy import and_, bindparam, func, select
from sqlmodel import Session

from storage.derived.results import Status
from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.models import PLAY, PLAYER, RESULT, SESSION
from storage.statistics import game_sums
from storage.statistics.game_records import GameRecord, query_records
from storage.statistics.game_sums import RoundSum, ScoreCount, TurnCount, VariantCount
from storage.statistics.limits import NO_LIMIT, reading_limited
from storage.statistics.player_totals import IS_CONTESTED

MINUTE_STEP: Final = 5
"""Playing times are counted in steps of this many minutes."""

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

    `seconds` is the sum over the `finished` sessions, of which `timed` have a known time; `rounds` is their average
    number of rounds, where it is known.
    """

    players: int
    plays: int
    total_seconds: int
    finished: int
    timed: int
    seconds: int
    shortest: int | None
    longest: int | None
    rounds: float | None


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
    """What the page about a game shows, besides its rounds.

    `times` are numbers of sessions by minutes, rounded down to `MINUTE_STEP`. `baseline` counts all finished sessions
    whose options are known, to compare variants with.
    """

    game: str
    sizes: tuple[TableSize, ...]
    scores: tuple[ScoreCount, ...]
    times: Mapping[int, int]
    turns: tuple[TurnCount, ...]
    baseline: VariantCount
    variants: tuple[VariantCount, ...]
    records: tuple[GameRecord, ...]
    champions: tuple[Champion, ...]

    @property
    def plays(self) -> int:
        return sum(size.plays for size in self.sizes)


def list_games(database: Database, limit: SessionFilter = NO_LIMIT) -> tuple[GameSummary, ...]:
    """The games that were played: most played first, then played last."""
    with reading_limited(database, limit) as db:
        return query_games(db)


def load_game_page(database: Database, game: str, limit: SessionFilter = NO_LIMIT) -> GamePage:
    """The statistics of a game, read in one transaction; all empty if it was never played."""
    with reading_limited(database, limit) as db:
        return _query_page(db, game)


def load_rounds(database: Database, game: str, limit: SessionFilter = NO_LIMIT) -> tuple[RoundSum, ...]:
    """The sums over all rounds of a game. Remembered: with thousands of sessions they take a third of a second."""

    def query() -> tuple[RoundSum, ...]:
        with reading_limited(database, limit) as db:
            return game_sums.load_round_sums(db, game)

    return database.remember(("rounds", game, limit), query)


def query_games(db: Session) -> tuple[GameSummary, ...]:
    """The same as `list_games`, inside the caller's transaction."""
    return tuple(GameSummary(*row) for row in db.execute(_GAMES))


def _query_page(db: Session, game: str) -> GamePage:
    results = db.execute(_RESULTS, {"game": game}).all()
    finished = [row for row in results if row.status == Status.FINISHED]
    by_players = groupby(sorted(results, key=lambda row: row.players), key=lambda row: row.players)
    return GamePage(
        game=game,
        sizes=tuple(_make_size(players, list(group)) for players, group in by_players),
        scores=game_sums.load_score_counts(db, game),
        times=Counter(row.seconds // 60 // MINUTE_STEP * MINUTE_STEP for row in finished if row.seconds is not None),
        turns=tuple(TurnCount(*row) for row in db.execute(game_sums.TURNS, {"game": game})),
        baseline=_count_all([row for row in finished if row.entries]),  # nobody knows how imported plays were played
        variants=tuple(VariantCount(*row) for row in db.execute(game_sums.CHOICES, {"game": game})),
        records=tuple(query_records(db, finished)),
        champions=tuple(Champion(*row) for row in db.execute(_CHAMPIONS, {"game": game})),
    )


def _make_size(players: int, results: Sequence[Any]) -> TableSize:
    finished = [row for row in results if row.status == Status.FINISHED]
    times = [row.seconds for row in finished if row.seconds is not None]
    rounds = [row.rounds for row in finished if row.rounds]  # most imported plays have none
    return TableSize(
        players=players,
        plays=len(results),
        total_seconds=sum(row.seconds or 0 for row in results),
        finished=len(finished),
        timed=len(times),
        seconds=sum(times),
        shortest=min(times, default=None),
        longest=max(times, default=None),
        rounds=fmean(rounds) if rounds else None,
    )


def _count_all(finished: Sequence[Any]) -> VariantCount:
    times = [row.seconds for row in finished if row.seconds is not None]
    tops = [row.top for row in finished if row.top is not None]
    return VariantCount("", "", len(finished), len(times), sum(times), len(tops), sum(tops))


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


# Queries -----------------------------------------------------------------------------------------------------------


_COUNTED: Final = and_(SESSION.c.id == RESULT.c.session_id, SESSION.c.binned_at.is_(None))
_PLAYS: Final = func.count()
_WINS: Final = func.count().filter(PLAY.c.won)
_GAMES: Final = (
    select(
        *(RESULT.c.game, _PLAYS, func.max(RESULT.c.finished_at)),
        *(func.count(RESULT.c.seconds), func.coalesce(func.sum(RESULT.c.seconds), 0)),
    )
    .join(SESSION, _COUNTED)
    .group_by(RESULT.c.game)
    .order_by(_PLAYS.desc(), func.max(RESULT.c.finished_at).desc(), RESULT.c.game)
)
_RESULTS: Final = (
    select(RESULT, SESSION.c.entries)
    .join(SESSION, _COUNTED)
    .where(RESULT.c.game == bindparam("game"))
    .order_by(RESULT.c.finished_at, RESULT.c.session_id)
)
_SEATED: Final = PLAYER.alias("seated")
_CHAMPIONS: Final = (
    select(PLAYER.c.id, PLAYER.c.name, _PLAYS, _WINS)
    .join_from(PLAY, _SEATED, _SEATED.c.id == PLAY.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SEATED.c.counts_as)
    .where(PLAY.c.game == bindparam("game"), IS_CONTESTED)
    .group_by(PLAYER.c.id)
    .having(_PLAYS >= MIN_CHAMPION_PLAYS)
    .order_by(_WINS.desc(), _PLAYS.desc(), PLAYER.c.name, PLAYER.c.id)
    .limit(5)
)
