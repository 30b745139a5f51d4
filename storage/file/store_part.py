"""What the parts of the store have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.contract.game import AnyGame
from storage.clock import Clock
from storage.file.database import Database


@dataclass(eq=False)
class StorePart:
    """A part of the store, such as `store.players`: the database file, the clock and the games of the store."""

    database: Database
    now: Clock
    games: Sequence[AnyGame]
