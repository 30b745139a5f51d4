"""Load the statistics pages of a player, each in one transaction."""

from dataclasses import dataclass

from storage.file.database import Database
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


def load_overview(database: Database, player_id: str) -> Overview:
    """Load the first page about a player."""
    with database.reading() as db:
        return Overview(
            query_player_record(db, player_id),
            query_streaks(db, player_id),
            query_evenings(db, player_id),
            query_comeback(db, player_id),
        )


def load_games(database: Database, player_id: str) -> ByGame:
    """Load the page about a player's games."""
    with database.reading() as db:
        return ByGame(query_player_record(db, player_id), query_measures(db, player_id))
