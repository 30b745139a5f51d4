"""Search, filter and count past sessions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Final

from sqlmodel import Session

from scoring.contract.game import AnyGame
from storage.derived.results import Status
from storage.file.database import Database
from storage.history import named_games, session_list
from storage.history.session_filter import SessionFilter
from storage.history.session_list import Cursor, Page
from storage.history.session_matches import Conditions, list_conditions

Span = tuple[datetime, datetime]
"""A time range: from (inclusive), to (exclusive)."""

EVERYTHING: Final = SessionFilter()


class SessionSearch:
    """The part of the store for searching sessions."""

    def __init__(self, database: Database, games: Sequence[AnyGame]) -> None:
        self.database = database
        self.games = games

    def search(self, filters: SessionFilter = EVERYTHING, *, after: Cursor | None = None, limit: int = 30) -> Page:
        """A page of the matching sessions, newest first."""
        with self._reading_matches(filters) as (db, conditions):
            return session_list.load_page(db, conditions, after, limit)

    def list_sessions(
        self,
        *,
        after: Cursor | None = None,
        limit: int = 20,
        game: str | None = None,
        player: str | None = None,
        status: Status | None = None,
        binned: bool = False,
    ) -> Page:
        """A page of sessions, newest first, optionally of one game, player or status."""
        players = () if player is None else (player,)
        filters = SessionFilter(game=game, players=players, statuses=(status,) if status else (), binned=binned)
        return self.search(filters, after=after, limit=limit)

    def count(self, filters: SessionFilter = EVERYTHING) -> int:
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
        counts = {name: self.count(filters.without(name)) for name in filters.active}
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

    @contextmanager
    def _reading_matches(self, filters: SessionFilter) -> Iterator[tuple[Session, Conditions]]:
        """Read with the conditions of the sessions that match."""
        with self.database.reading() as db:
            titles = named_games.load_all_titles(db, self.games) if filters.search_words else {}
            yield db, list_conditions(db, filters, titles)
