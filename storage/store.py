"""The store: everything in one database file, by parts."""

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy.exc import IntegrityError

from scoring.contract.game import AnyGame
from scoring.games import GAMES, Shelf
from storage.bin import BinStore
from storage.clock import Clock, utc_now
from storage.derived import rebuilding
from storage.derived.merges import MergeStore
from storage.file.database import Database, damaged
from storage.file.write_batches import Steps, finish
from storage.history.import_log import ImportLog
from storage.history.named_games import TitleStore
from storage.history.session_search import SessionSearch
from storage.recording import SessionStore
from storage.sessions.drafts import DraftStore
from storage.sessions.known_cards import CardStore
from storage.sessions.phones import PhoneStore
from storage.sessions.players import PlayerStore
from storage.sessions.settings import SettingStore
from storage.sessions.turn_clocks import ClockStore


class Store:
    """Everything in one database file.

    `path` is a file, or `storage.file.database.MEMORY`. When a method returns, its change is on disk; when it raises
    StorageError, nothing has changed. `patience` is how many seconds to wait for another program that is writing.
    With `rebuild=False`, rows that another version of the app derived stay outdated until `rebuild_in_steps` is called.
    """

    def __init__(
        self,
        path: str | Path,
        games: Iterable[AnyGame] = GAMES,
        *,
        now: Clock = utc_now,
        patience: float = 5.0,
        rebuild: bool = True,
    ) -> None:
        self.database = database = Database(path, patience)
        self.now = now
        self.games = games if isinstance(games, Shelf) else tuple(games)
        common = database, now, self.games
        self.sessions = SessionStore(*common)
        self.bin = BinStore(*common)
        self.players = PlayerStore(*common)
        self.merges = MergeStore(*common)
        self.drafts = DraftStore(*common)
        self.clocks = ClockStore(*common)
        self.phones = PhoneStore(*common)
        self.cards = CardStore(*common)
        self.settings = SettingStore(*common)
        self.history = SessionSearch(*common)
        self.titles = TitleStore(*common)
        self.imports = ImportLog(*common)
        try:
            if rebuild and self.is_outdated():
                finish(self.rebuild_in_steps())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def version(self) -> tuple[int, int]:
        """A number pair that changes with every write, of this process or another; cheap enough to poll."""
        return self.database.version()

    def rebuild(self) -> tuple[str, ...]:
        """Rebuild everything derived from the journals; returns the ids of unreadable sessions.

        Raises Damaged if a row refers to a missing row.
        """
        rebuilding.restart(self.database)
        return finish(self.rebuild_in_steps())

    def rebuild_in_steps(self) -> Steps[tuple[str, ...]]:
        """Rebuild outdated derived rows; see `storage/derived/rebuilding.py`. Raises Damaged like `rebuild`."""
        try:
            return (yield from rebuilding.rebuild_in_steps(self.database, self.games))
        except IntegrityError as error:
            raise damaged(self.database.path, "a row refers to a missing row") from error

    def is_outdated(self) -> bool:
        """Whether statistics may be incomplete until `rebuild_in_steps` has finished."""
        return rebuilding.is_due(self.database)
