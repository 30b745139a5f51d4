"""Search, filter and count past sessions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Final

from sqlalchemy import Connection

from scoring.contract.game import AnyGame
from scoring.games import titles_of
from storage.derived import imported_sessions
from storage.file.database import OnDatabase
from storage.history import named_games, session_list
from storage.history.session_filter import SessionFilter
from storage.history.session_list import Cursor, Page
from storage.history.session_matches import Conditions, list_conditions

Span = tuple[datetime, datetime]
"""A time range: from (inclusive), to (exclusive)."""

EVERYTHING: Final = SessionFilter()


class SessionSearchStore(OnDatabase):
    """The part of the store for searching sessions."""

    games: Sequence[AnyGame]

    def search(self, filters: SessionFilter = EVERYTHING, *, after: Cursor | None = None, limit: int = 30) -> Page:
        """A page of the matching sessions, newest first."""
        with self._reading_matches(filters) as (db, conditions):
            return session_list.load_page(db, conditions, after, limit)

    def count_sessions(self, filters: SessionFilter = EVERYTHING) -> int:
        """The number of matching sessions."""
        with self._reading_matches(filters) as (db, conditions):
            return session_list.count_matches(db, conditions)

    def count_by_span(self, filters: SessionFilter, spans: Iterable[Span]) -> tuple[int, ...]:
        """The number of matching sessions opened in each time range."""
        with self._reading_matches(filters) as (db, conditions):
            return session_list.count_by_span(db, conditions, tuple(spans))

    def load_first_page(
        self, filters: SessionFilter, limit: int, span_of: Callable[[datetime], Span] | None = None
    ) -> tuple[Page, int, dict[Span, int]]:
        """The first page, the number of matching sessions, and their number in each time range on that page."""
        with self._reading_matches(filters) as (db, conditions):
            page = session_list.load_page(db, conditions, None, limit)
            total = session_list.count_matches(db, conditions) if page.more else len(page.sessions)
            spans = tuple(dict.fromkeys(span_of(head.opened_at) for head in page.sessions)) if span_of else ()
            numbers = session_list.count_by_span(db, conditions, spans)
        return page, total, dict(zip(spans, numbers, strict=True))

    def count_without_filters(self, filters: SessionFilter) -> dict[str, int]:
        """The number of sessions that match without each of the filters, highest first; for searches without hits."""
        counts = {name: self.count_sessions(filters.without(name)) for name in filters.active}
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    def count_by_game(self, filters: SessionFilter = EVERYTHING) -> dict[str, int]:
        """The number of matching sessions by game key, highest first."""
        with self._reading_matches(filters) as (db, conditions):
            return session_list.count_by_game(db, conditions)

    def count_by_size(self, filters: SessionFilter = EVERYTHING) -> dict[int, int]:
        """The number of matching sessions by number of players, fewest players first."""
        with self._reading_matches(filters) as (db, conditions):
            return session_list.count_by_size(db, conditions)

    def find_first_evening(self) -> date | None:
        """The evening of the oldest session; None if there are no sessions."""
        with self.database.reading() as db:
            return session_list.find_first_evening(db)

    def list_places(self, limit: int = 12) -> tuple[str, ...]:
        """The places of sessions, most recently used first."""
        with self.database.reading() as db:
            return session_list.list_places(db, limit)

    def load_titles(self) -> dict[str, str]:
        """The titles of all games by key, including imported games."""
        with self.database.reading() as db:
            return self._all_titles(db)

    @contextmanager
    def _reading_matches(self, filters: SessionFilter) -> Iterator[tuple[Connection, Conditions]]:
        """Read with the conditions of the sessions that match."""
        with self.database.reading() as db:
            titles = self._all_titles(db) if filters.search_words else {}
            yield db, list_conditions(db, filters, titles)

    def _all_titles(self, db: Connection) -> dict[str, str]:
        return named_games.load_titles(db) | imported_sessions.load_titles(db) | titles_of(self.games)
