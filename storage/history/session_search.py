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
from storage.history.session_filter import SessionFilter
from storage.history.session_list import Cursor, MatchCache, Page

T = TypeVar("T")

Span = tuple[datetime, datetime]
"""A time range: from (inclusive), to (exclusive)."""

EVERYTHING: Final = SessionFilter()


class SessionSearchStore(OnDatabase):
    """The part of the store for searching sessions."""

    games: Sequence[AnyGame]
    _cached_matches: tuple[tuple[int, int], MatchCache] | None = None

    def search(self, filters: SessionFilter = EVERYTHING, *, after: Cursor | None = None, limit: int = 30) -> Page:
        """A page of the matching sessions, newest first; every page takes the same time."""
        with self.database.reading() as db:
            return session_list.load_page(db, filters, self._titles(db, filters), after, limit)

    def count_sessions(self, filters: SessionFilter = EVERYTHING) -> int:
        """The number of matching sessions."""
        return self._run(session_list.count_sessions, filters)

    def count_by_span(self, filters: SessionFilter, spans: Iterable[Span]) -> tuple[int, ...]:
        """The number of matching sessions opened in each time range."""
        with self.database.reading() as db:
            return session_list.count_by_span(db, filters, self._titles(db, filters), tuple(spans))

    def load_first_page(
        self, filters: SessionFilter, limit: int, span_of: Callable[[datetime], Span] | None = None
    ) -> tuple[Page, int, dict[Span, int]]:
        """The first page, the number of matching sessions, and their number in each time range on that page."""
        cache = self._match_cache()
        with self.database.reading() as db:
            matches = session_list.find_matches(db, filters, self._titles(db, filters), cache)
            page = session_list.load_matches_page(db, filters, matches, None, limit)
            total = session_list.count_matches(db, filters, matches) if page.more else len(page.sessions)
            spans = tuple(dict.fromkeys(span_of(head.opened_at) for head in page.sessions)) if span_of else ()
            numbers = session_list.count_matches_by_span(db, filters, matches, spans)
        return page, total, dict(zip(spans, numbers, strict=True))

    def count_without_filters(self, filters: SessionFilter) -> dict[str, int]:
        """The number of sessions that match without each of the filters, highest first; for searches without hits."""
        cache = self._match_cache()
        with self.database.reading() as db:
            counts = session_list.count_without_filters(db, filters, self._titles(db, filters), cache)
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    def count_by_game(self, filters: SessionFilter = EVERYTHING) -> dict[str, int]:
        """The number of matching sessions by game key, highest first."""
        return self._run(session_list.count_by_game, filters)

    def count_by_size(self, filters: SessionFilter = EVERYTHING) -> dict[int, int]:
        """The number of matching sessions by number of players, fewest players first."""
        return self._run(session_list.count_by_size, filters)

    def count_by_player(self, filters: SessionFilter = EVERYTHING) -> dict[str, int]:
        """The number of matching sessions by canonical player id, highest first."""
        return self._run(session_list.count_by_player, filters)

    def count_by_winner(self, filters: SessionFilter = EVERYTHING) -> dict[str, int]:
        """The number of wins in matching sessions by canonical player id, highest first."""
        return self._run(session_list.count_by_winner, filters)

    def find_first_opened(self) -> datetime | None:
        """When the oldest session was opened; None if there are no sessions."""
        with self.database.reading() as db:
            return session_list.find_first_opened(db)

    def list_places(self, limit: int = 12) -> tuple[str, ...]:
        """The places of sessions, most recently used first."""
        with self.database.reading() as db:
            return session_list.list_places(db, limit)

    def load_titles(self) -> dict[str, str]:
        """The titles of all games by key, including imported games."""
        with self.database.reading() as db:
            return self._all_titles(db)

    def _match_cache(self) -> MatchCache:
        """The cache for the current version of the file. Call it before reading, so that it is never too new."""
        version = self.database.version()
        if self._cached_matches is None or self._cached_matches[0] != version:
            self._cached_matches = version, MatchCache()
        return self._cached_matches[1]

    def _run(self, query: Callable[[Connection, SessionFilter, Mapping[str, str]], T], filters: SessionFilter) -> T:
        with self.database.reading() as db:
            return query(db, filters, self._titles(db, filters))

    def _titles(self, db: Connection, filters: SessionFilter) -> Mapping[str, str]:
        """The titles to match search words with; empty if there are no words."""
        return self._all_titles(db) if filters.search_words else {}

    def _all_titles(self, db: Connection) -> dict[str, str]:
        return imported_sessions.load_titles(db) | titles_of(self.games)
