"""How often and how well players play: the list of all players, and the record of one."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, func, select
from sqlmodel import Session

from scoring.contract.names import name_key
from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.models import PLAY, PLAYER
from storage.sessions.players import Player, is_listed, make_player
from storage.statistics.limits import NO_LIMIT, reading_limited


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player in the list; `last_played_at` is None without plays. For contested plays see `PlayTotals`."""

    player: Player
    plays: int = 0
    wins: int = 0
    contested: int = 0
    contested_wins: int = 0
    last_played_at: datetime | None = None

    @property
    def rate(self) -> float | None:
        """The share of contested plays won; None if there are none."""
        return _divide(self.contested_wins, self.contested)


@dataclass(frozen=True, slots=True)
class PlayTotals:
    """Sums over some plays.

    A play with more than one side is contested; only in these does a win mean something. `expected_wins` are the wins
    by chance, `beaten` and `lost` the sides ranked below and above. `points` are summed over the `scored` plays,
    `seconds` over the `timed` ones, because not every play has them.
    """

    plays: int = 0
    wins: int = 0
    contested: int = 0
    contested_wins: int = 0
    expected_wins: float = 0.0
    ranks: int = 0
    beaten: int = 0
    lost: int = 0
    points: float = 0
    scored: int = 0
    seconds: int = 0
    timed: int = 0

    @property
    def rate(self) -> float | None:
        """The share of contested plays won; None if there are none."""
        return _divide(self.contested_wins, self.contested)

    @property
    def chance(self) -> float | None:
        """The share of contested plays won by chance alone; None if there are none. Partners are one side."""
        return _divide(self.expected_wins, self.contested)

    @property
    def rank(self) -> float | None:
        """The average rank in contested plays; None if there are none."""
        return _divide(self.ranks, self.contested)

    @property
    def score(self) -> float | None:
        """The average points of the plays that have points; None if there are none."""
        return _divide(self.points, self.scored)


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """The plays of one player in total, by game (most played first) and by number of sides.

    `partnered` are the numbers of sides for which some plays had partners.
    """

    total: PlayTotals
    by_game: Mapping[str, PlayTotals]
    by_sides: Mapping[int, PlayTotals]
    partnered: frozenset[int] = frozenset()


def list_player_summaries(database: Database, limit: SessionFilter = NO_LIMIT) -> tuple[PlayerSummary, ...]:
    """All players, including archived ones: by last play, newest first, then those without plays by name."""
    with reading_limited(database, limit) as db:
        players = list(map(make_player, db.execute(_PLAYERS)))
        sums = {player_id: numbers for player_id, *numbers in db.execute(_PLAYED)}
    summaries = [PlayerSummary(player, *sums.get(player.id, ())) for player in players]
    summaries.sort(key=lambda summary: (name_key(summary.player.name), summary.player.id))
    summaries.sort(
        key=lambda summary: summary.last_played_at.timestamp() if summary.last_played_at else 0, reverse=True
    )
    return tuple(summaries)


def query_player_record(db: Session, player_id: str) -> PlayerRecord:
    """Sum all plays of a player."""
    by_game: dict[str, list[PlayTotals]] = defaultdict(list)
    by_sides: dict[int, list[PlayTotals]] = defaultdict(list)
    partnered: set[int] = set()
    for game, sides, *sums, partnered_plays in db.execute(_RECORD, {"player": player_id}):
        totals = _make_totals(sides, *sums)
        partnered |= {sides} if partnered_plays else set()
        by_game[game].append(totals)
        by_sides[sides].append(totals)
    summed = {game: _sum(parts) for game, parts in by_game.items()}
    order = sorted(summed, key=lambda game: (-summed[game].plays, game))
    return PlayerRecord(
        _sum(summed.values()),
        {game: summed[game] for game in order},
        {sides: _sum(by_sides[sides]) for sides in sorted(by_sides)},
        frozenset(partnered),
    )


def _make_totals(sides: int, plays: int, wins: int, *sums: int) -> PlayTotals:
    ranks, beaten, lost, points, scored, seconds, timed = sums
    others = {"points": points, "scored": scored, "seconds": seconds, "timed": timed}
    if sides < 2:
        return PlayTotals(plays, wins, **others)
    return PlayTotals(plays, wins, plays, wins, plays / sides, ranks, beaten, lost, **others)


def _sum(parts: Iterable[PlayTotals]) -> PlayTotals:
    parts = tuple(parts)
    return PlayTotals(**{field.name: sum(getattr(part, field.name) for part in parts) for field in fields(PlayTotals)})


def _divide(value: float, of: int) -> float | None:
    return value / of if of else None


def belongs_to_player(plays: Any = PLAY) -> ColumnElement[bool]:
    """The condition that a row belongs to the player bound as `player`, or to a player merged with them."""
    merged = select(PLAYER.c.id).where(PLAYER.c.counts_as == bindparam("player"))
    condition: ColumnElement[bool] = plays.c.player_id.in_(merged)
    return condition


_PLAYERS: Final = select(PLAYER).where(PLAYER.c.counts_as == PLAYER.c.id, is_listed())
IS_CONTESTED: Final = PLAY.c.sides > 1
_PLAYED: Final = (
    select(
        *(PLAYER.c.counts_as, func.count(), func.count().filter(PLAY.c.won)),
        *(func.count().filter(IS_CONTESTED), func.count().filter(IS_CONTESTED, PLAY.c.won)),
        func.max(PLAY.c.finished_at),
    )
    .join_from(PLAY, PLAYER, PLAYER.c.id == PLAY.c.player_id)
    .group_by(PLAYER.c.counts_as)
)
_RECORD: Final = (
    select(
        *(PLAY.c.game, PLAY.c.sides, func.count(), func.count().filter(PLAY.c.won)),
        *(func.sum(PLAY.c.rank), func.sum(PLAY.c.behind), func.sum(PLAY.c.ahead)),
        *(func.coalesce(func.sum(PLAY.c.points), 0), func.count(PLAY.c.points)),
        *(func.coalesce(func.sum(PLAY.c.seconds), 0), func.count(PLAY.c.seconds)),
        func.count().filter(PLAY.c.players > PLAY.c.sides),
    )
    .where(belongs_to_player())
    .group_by(PLAY.c.game, PLAY.c.sides)
)
