"""Search, filter and count past sessions."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, literal_column, select
from sqlmodel import Session

from storage.derived.evening_date import EVENING
from storage.file.store_part import StorePart
from storage.history import named_games, session_list
from storage.history.filter_conditions import Conditions, list_conditions
from storage.history.session_filter import SessionFilter
from storage.history.session_list import Cursor, Page
from storage.models import SESSION
from storage.text_folding import fold

Span = tuple[datetime, datetime]
"""A time range: from (inclusive), to (exclusive)."""

EVERYTHING: Final = SessionFilter()


class SessionSearch(StorePart):
    def search(self, filters: SessionFilter = EVERYTHING, *, after: Cursor | None = None, limit: int = 30) -> Page:
        """A page of the matching sessions, newest first."""
        with self._reading_matches(filters) as (db, conditions):
            return session_list.load_page(db, conditions, after, limit)

    def list_sessions(self, *, limit: int = 20, game: str | None = None, binned: bool = False) -> Page:
        """The newest sessions, newest first, optionally of one game."""
        return self.search(SessionFilter(game=game, binned=binned), limit=limit)

    def count(self, filters: SessionFilter = EVERYTHING) -> int:
        """The number of matching sessions."""
        with self._reading_matches(filters) as (db, conditions):
            number: int = db.execute(select(func.count()).select_from(SESSION).where(*conditions)).scalar_one()
            return number

    def count_by_span(self, filters: SessionFilter, spans: Collection[Span]) -> tuple[int, ...]:
        """The number of matching sessions opened in each time range."""
        if not spans:
            return ()
        at = SESSION.c.opened_at
        counts = [func.count().filter(at >= since, at < until) for since, until in spans]
        within = (at >= min(since for since, _ in spans), at < max(until for _, until in spans))
        with self._reading_matches(filters) as (db, conditions):
            return tuple(db.execute(select(*counts).select_from(SESSION).where(*within, *conditions)).one())

    def count_without_filters(self, filters: SessionFilter) -> dict[str, int]:
        """The number of sessions that match without each of the filters, highest first; for searches without hits."""
        counts = {name: self.count(filters.without(name)) for name in filters.active}
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    def count_by_game(self, filters: SessionFilter = EVERYTHING) -> dict[str, int]:
        """The number of matching sessions by game key, highest first."""
        with self._reading_matches(filters) as (db, conditions):
            query = select(SESSION.c.game, func.count()).where(*conditions).group_by(SESSION.c.game)
            return {row.game: row[1] for row in db.execute(query.order_by(func.count().desc(), SESSION.c.game))}

    def count_by_size(self, filters: SessionFilter = EVERYTHING) -> dict[int, int]:
        """The number of matching sessions by number of players, fewest players first."""
        with self._reading_matches(filters) as (db, conditions):
            query = select(SESSION.c.size, func.count()).where(*conditions).group_by(SESSION.c.size)
            return {row.size: row[1] for row in db.execute(query.order_by(SESSION.c.size))}

    def list_years(self) -> tuple[int, ...]:
        """The years with sessions, by their evenings, latest first."""
        with self.database.reading() as db:
            year: ColumnElement[str] = literal_column(f"substr({EVENING}, 1, 4)")
            query: Select[Any] = select(year).select_from(SESSION).where(SESSION.c.binned_at.is_(None)).distinct()
            return tuple(map(int, db.execute(query.order_by(year.desc())).scalars()))

    def list_places(self, limit: int = 12) -> tuple[str, ...]:
        """The places of sessions, most recently used first. Spellings with other case or accents are the same place."""
        with self.database.reading() as db:
            query = select(SESSION.c.place).where(SESSION.c.place != "").group_by(SESSION.c.place)
            query = query.order_by(func.max(SESSION.c.opened_at).desc(), SESSION.c.place)
            spellings: dict[str, str] = {}
            for place in db.execute(query).scalars():
                spellings.setdefault(fold(place), place)
        return tuple(spellings.values())[:limit]

    @contextmanager
    def _reading_matches(self, filters: SessionFilter) -> Iterator[tuple[Session, Conditions]]:
        """Read with the conditions of the sessions that match."""
        with self.database.reading() as db:
            titles = named_games.load_all_titles(db, self.games) if filters.search_words else {}
            yield db, tuple(list_conditions(db, filters, titles))
