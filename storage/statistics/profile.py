"""Load the statistics pages of a player, each in one transaction."""

from dataclasses import dataclass

from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.statistics.limits import NO_LIMIT, limit_to_player, reading_limited
from storage.statistics.measures import MeasureTotal, query_measures
from storage.statistics.moments import Comeback, Evenings, Streaks, query_comeback, query_evenings, query_streaks
from storage.statistics.people import PlayerRecord, query_player_record


@dataclass(frozen=True, slots=True)
class Overview:
    """The first page about a player."""

    record: PlayerRecord
    streaks: Streaks
    evenings: Evenings
    comeback: Comeback | None


@dataclass(frozen=True, slots=True)
class ByGame:
    """The page about a player's games; `measures` are the games' own, by game."""

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
        return ByGame(query_player_record(db, player_id), query_measures(db, player_id))
