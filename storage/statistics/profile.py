"""The pages about one player, each asked in one look at the data."""

from dataclasses import dataclass

from storage.file.database import Database
from storage.statistics.measures import Counted, measures_of
from storage.statistics.moments import Comeback, Evenings, Streaks, comeback_of, evenings_of, streaks_of
from storage.statistics.people import Record, record_of


@dataclass(frozen=True, slots=True)
class Overview:
    """What there is to say of a player at a glance."""

    record: Record
    streaks: Streaks
    evenings: Evenings
    comeback: Comeback | None


@dataclass(frozen=True, slots=True)
class ByGame:
    """A player game by game: results, and what each game counts of its own."""

    record: Record
    measures: dict[str, tuple[Counted, ...]]


def overview(database: Database, player_id: str) -> Overview:
    """The first page about a player."""
    with database.reading() as db:
        return Overview(
            record_of(db, player_id),
            streaks_of(db, player_id),
            evenings_of(db, player_id),
            comeback_of(db, player_id),
        )


def by_game(database: Database, player_id: str) -> ByGame:
    """The page about a player's games."""
    with database.reading() as db:
        return ByGame(record_of(db, player_id), measures_of(db, player_id))
