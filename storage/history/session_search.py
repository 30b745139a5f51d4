"""The past as it is looked through: searched, filtered, counted, and why nothing was found."""

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
"""From one moment to before another."""

EVERYTHING: Final = Wanted()


class History(OnDatabase):
    """The part of the store that looks through sessions."""

    games: Sequence[AnyGame]

    def history(self, wanted: Wanted = EVERYTHING, *, after: Cursor | None = None, limit: int = 30) -> Page:
        """The sessions that are wanted, newest first, a page at a time; each page costs the same."""
        with self.database.reading() as db:
            return session_list.page(db, wanted, self._titles(db, wanted), after, limit)

    def count(self, wanted: Wanted = EVERYTHING) -> int:
        """How many sessions are wanted."""
        return self._asked(session_list.count, wanted)

    def counts(self, wanted: Wanted, spans: Iterable[Span]) -> tuple[int, ...]:
        """How many of those wanted were opened from one moment to before another, for each of these spans."""
        with self.database.reading() as db:
            return session_list.counts(db, wanted, self._titles(db, wanted), tuple(spans))

    def first_page(
        self, wanted: Wanted, limit: int, span_of: Callable[[datetime], Span] | None = None
    ) -> tuple[Page, int, dict[Span, int]]:
        """A page, how many are wanted in all, and how many in the spans (months) that are on it: one look at all."""
        with self.database.reading() as db:
            titles = self._titles(db, wanted)
            page = session_list.page(db, wanted, titles, None, limit)
            found = session_list.count(db, wanted, titles) if page.more else len(page.sessions)
            spans = tuple(dict.fromkeys(span_of(head.opened_at) for head in page.sessions)) if span_of else ()
            numbers = session_list.counts(db, wanted, titles, spans)
        return page, found, dict(zip(spans, numbers, strict=True))

    def missed(self, wanted: Wanted) -> dict[str, int]:
        """Where nothing is found: how many sessions there are without each of the filters, the most first."""
        with self.database.reading() as db:
            titles = self._titles(db, wanted)
            found = {name: session_list.count(db, wanted.without(name), titles) for name in wanted.given}
        return dict(sorted(found.items(), key=lambda each: -each[1]))

    def by_game(self, wanted: Wanted = EVERYTHING) -> dict[str, int]:
        """How many of those wanted were played of each game, by its key, the most first."""
        return self._asked(session_list.by_game, wanted)

    def by_size(self, wanted: Wanted = EVERYTHING) -> dict[int, int]:
        """How many of those wanted had so many players, the fewest players first."""
        return self._asked(session_list.by_size, wanted)

    def by_player(self, wanted: Wanted = EVERYTHING) -> dict[str, int]:
        """At how many of those wanted each player sat, by id, the most first."""
        return self._asked(session_list.by_player, wanted)

    def by_winner(self, wanted: Wanted = EVERYTHING) -> dict[str, int]:
        """How many of those wanted each player won, by id, the most first."""
        return self._asked(session_list.by_winner, wanted)

    def first_opened(self) -> datetime | None:
        """When the oldest session was opened; None where there is none."""
        with self.database.reading() as db:
            return session_list.first_opened(db)

    def places(self, limit: int = 12) -> tuple[str, ...]:
        """Where sessions were, the latest place first."""
        with self.database.reading() as db:
            return session_list.places(db, limit)

    def titles(self) -> dict[str, str]:
        """What every game is called, those of imported sessions included, by the key sessions are kept under."""
        with self.database.reading() as db:
            return self._all_titles(db)

    def _asked(self, question: Callable[[Connection, Wanted, Mapping[str, str]], T], wanted: Wanted) -> T:
        with self.database.reading() as db:
            return question(db, wanted, self._titles(db, wanted))

    def _titles(self, db: Connection, wanted: Wanted) -> Mapping[str, str]:
        """The titles that words may mean; not looked up where there are no words."""
        return self._all_titles(db) if wanted.folded else {}

    def _all_titles(self, db: Connection) -> dict[str, str]:
        return imported_sessions.titles(db) | titles_of(self.games)
