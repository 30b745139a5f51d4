"""Search, filter and count past sessions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeVar

from sqlalchemy import Connection

from scoring.game import AnyGame
from scoring.games import titles_of
from storage.derived import imported_sessions
from storage.file.database import OnDatabase
from storage.history import session_list
from storage.history.session_filter import Wanted
from storage.history.session_list import Cursor, Page

T = TypeVar("T")

Span = tuple[datetime, datetime]
"""A time range: from (inclusive), to (exclusive)."""

EVERYTHING: Final = Wanted()


class History(OnDatabase):
    """The part of the store for searching sessions."""

    games: Sequence[AnyGame]

    def history(self, wanted: Wanted = EVERYTHING, *, after: Cursor | None = None, limit: int = 30) -> Page:
        """A page of the matching sessions, newest first; every page takes the same time."""
        with self.database.reading() as db:
            return session_list.page(db, wanted, self._titles(db, wanted), after, limit)

    def count(self, wanted: Wanted = EVERYTHING) -> int:
        """The number of matching sessions."""
        return self._asked(session_list.count, wanted)

    def counts(self, wanted: Wanted, spans: Iterable[Span]) -> tuple[int, ...]:
        """The number of matching sessions opened in each time range."""
        with self.database.reading() as db:
            return session_list.counts(db, wanted, self._titles(db, wanted), tuple(spans))

    def first_page(
        self, wanted: Wanted, limit: int, span_of: Callable[[datetime], Span] | None = None
    ) -> tuple[Page, int, dict[Span, int]]:
        """The first page, the number of matching sessions, and their number in each time range on that page."""
        with self.database.reading() as db:
            titles = self._titles(db, wanted)
            page = session_list.page(db, wanted, titles, None, limit)
            found = session_list.count(db, wanted, titles) if page.more else len(page.sessions)
            spans = tuple(dict.fromkeys(span_of(head.opened_at) for head in page.sessions)) if span_of else ()
            numbers = session_list.counts(db, wanted, titles, spans)
        return page, found, dict(zip(spans, numbers, strict=True))

    def missed(self, wanted: Wanted) -> dict[str, int]:
        """The number of sessions that match without each of the filters, highest first; for searches without hits."""
        with self.database.reading() as db:
            titles = self._titles(db, wanted)
            found = {name: session_list.count(db, wanted.without(name), titles) for name in wanted.given}
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def by_game(self, wanted: Wanted = EVERYTHING) -> dict[str, int]:
        """The number of matching sessions by game key, highest first."""
        return self._asked(session_list.by_game, wanted)

    def by_size(self, wanted: Wanted = EVERYTHING) -> dict[int, int]:
        """The number of matching sessions by number of players, fewest players first."""
        return self._asked(session_list.by_size, wanted)

    def by_player(self, wanted: Wanted = EVERYTHING) -> dict[str, int]:
        """The number of matching sessions by canonical player id, highest first."""
        return self._asked(session_list.by_player, wanted)

    def by_winner(self, wanted: Wanted = EVERYTHING) -> dict[str, int]:
        """The number of wins in matching sessions by canonical player id, highest first."""
        return self._asked(session_list.by_winner, wanted)

    def first_opened(self) -> datetime | None:
        """When the oldest session was opened; None if there are no sessions."""
        with self.database.reading() as db:
            return session_list.first_opened(db)

    def places(self, limit: int = 12) -> tuple[str, ...]:
        """The places of sessions, most recently used first."""
        with self.database.reading() as db:
            return session_list.places(db, limit)

    def titles(self) -> dict[str, str]:
        """The titles of all games by key, including imported games."""
        with self.database.reading() as db:
            return self._all_titles(db)

    def _asked(self, question: Callable[[Connection, Wanted, Mapping[str, str]], T], wanted: Wanted) -> T:
        with self.database.reading() as db:
            return question(db, wanted, self._titles(db, wanted))

    def _titles(self, db: Connection, wanted: Wanted) -> Mapping[str, str]:
        """The titles to match search words with; empty if there are no words."""
        return self._all_titles(db) if wanted.folded else {}

    def _all_titles(self, db: Connection) -> dict[str, str]:
        return imported_sessions.titles(db) | titles_of(self.games)
