"""Load the statistics pages of a player, each in one transaction."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, func, select
from sqlmodel import Session

from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.models import MEASURE, PLAY
from storage.statistics.limits import NO_LIMIT, limit_to_player, reading_limited
from storage.statistics.moments import Comeback, Evenings, Streaks, query_comeback, query_evenings, query_streaks
from storage.statistics.player_totals import PlayerRecord, belongs_to_player, query_player_record


@dataclass(frozen=True, slots=True)
class MeasureTotal:
    """A measure summed over plays and rounds: `value` out of `of`; `of` is 0 if the measure is not a share."""

    key: str
    plays: int
    rounds: int
    value: int
    of: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The first page about a player."""

    record: PlayerRecord
    streaks: Streaks
    evenings: Evenings
    comeback: Comeback | None


@dataclass(frozen=True, slots=True)
class ByGame:
    """The page about a player's games; `measures` are the games' own, such as bids met, by game."""

    record: PlayerRecord
    measures: dict[str, tuple[MeasureTotal, ...]]


def load_overview(database: Database, player_id: str, limit: SessionFilter = NO_LIMIT) -> Overview:
    """Load the first page about a player."""
    with reading_limited(database, limit_to_player(limit, player_id)) as db:
        return Overview(
            query_player_record(db, player_id),
            query_streaks(db, player_id),
            query_evenings(db, player_id),
            query_comeback(db, player_id),
        )


def load_games(database: Database, player_id: str, limit: SessionFilter = NO_LIMIT) -> ByGame:
    """Load the page about a player's games."""
    with reading_limited(database, limit_to_player(limit, player_id)) as db:
        return ByGame(query_player_record(db, player_id), _query_measures(db, player_id))


def _query_measures(db: Session, player_id: str) -> dict[str, tuple[MeasureTotal, ...]]:
    totals: dict[str, tuple[MeasureTotal, ...]] = {}
    for game, *numbers in db.execute(_MEASURES, {"player": player_id}):
        totals[game] = (*totals.get(game, ()), MeasureTotal(*numbers))
    return totals


_MEASURES: Final = (
    select(
        *(PLAY.c.game, MEASURE.c.key, func.count(PLAY.c.session_id.distinct()), func.count()),
        *(func.sum(MEASURE.c.value), func.sum(MEASURE.c.of)),
    )
    .join_from(PLAY, MEASURE, and_(MEASURE.c.session_id == PLAY.c.session_id, MEASURE.c.seat == PLAY.c.seat))
    .where(belongs_to_player())
    .group_by(PLAY.c.game, MEASURE.c.key)
    .order_by(PLAY.c.game, MEASURE.c.key)
)
