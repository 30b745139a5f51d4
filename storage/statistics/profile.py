"""Load the statistics pages of a player, each in one transaction."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import and_, exists, func, select
from sqlmodel import Session

from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.models import MEASURE, PLAY
from storage.statistics.limits import NO_LIMIT, reading_limited
from storage.statistics.player_highlights import (
    Comeback,
    Evenings,
    Streaks,
    query_comeback,
    query_evenings,
    query_streaks,
)
from storage.statistics.player_totals import PlayerRecord, belongs_to_player, query_player_record


class MeasureTotal(NamedTuple):
    """A measure summed over plays and rounds: `value` out of `of`; `of` is 0 if the measure is not a share."""

    value: int
    of: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured in `plays` of a game, by the key of the measure; none of it in them is a key less."""

    plays: int
    totals: dict[str, MeasureTotal]


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
    measures: dict[str, Measured]


def load_overview(database: Database, player_id: str, limit: SessionFilter = NO_LIMIT) -> Overview:
    """Load the first page about a player."""
    with reading_limited(database, limit) as db:
        return Overview(
            query_player_record(db, player_id),
            query_streaks(db, player_id),
            query_evenings(db, player_id),
            query_comeback(db, player_id),
        )


def load_games(database: Database, player_id: str, limit: SessionFilter = NO_LIMIT) -> ByGame:
    """Load the page about a player's games."""
    with reading_limited(database, limit) as db:
        return ByGame(query_player_record(db, player_id), _query_measures(db, player_id))


def _query_measures(db: Session, player_id: str) -> dict[str, Measured]:
    player = {"player": player_id}
    measured = {game: Measured(plays, {}) for game, plays in db.execute(_MEASURED, player)}
    for game, key, value, of in db.execute(_MEASURES, player):
        measured[game].totals[key] = MeasureTotal(value, of)
    return measured


_MEASURED: Final = (
    select(PLAY.c.game, func.count())
    .where(belongs_to_player(), exists().where(MEASURE.c.session_id == PLAY.c.session_id))
    .group_by(PLAY.c.game)
)
_MEASURES: Final = (
    select(PLAY.c.game, MEASURE.c.key, func.sum(MEASURE.c.value), func.sum(MEASURE.c.of))
    .join_from(PLAY, MEASURE, and_(MEASURE.c.session_id == PLAY.c.session_id, MEASURE.c.seat == PLAY.c.seat))
    .where(belongs_to_player())
    .group_by(PLAY.c.game, MEASURE.c.key)
)
