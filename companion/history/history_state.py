"""What a window shows of the past: the filters, the sessions read so far and their numbers. No Flet here.

It outlives the screen, so that whoever opens a session finds the list as they left it. Months and days are those of
the clock of this device, as everywhere on the screen.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final

from companion.text import counted, listed, month
from storage.derived.results import Status
from storage.errors import StorageError
from storage.history.session_filter import Wanted
from storage.history.session_list import Cursor, SessionHead
from storage.history.session_search import EVERYTHING, Span
from storage.store import Store

PAGE: Final = 30
STATUSES: Final = {
    Status.FINISHED: "Finished",
    Status.OPEN: "Open",
    Status.STOPPED: "Stopped",
}


class Past:
    """A list that is read page by page and read again when somebody writes."""

    def __init__(self, store: Store, wanted: Wanted = EVERYTHING, size: int = PAGE) -> None:
        self._store = store
        self._size = size
        self.offset = 0.0
        """How far the list was scrolled, in pixels."""
        self.wanted = wanted
        self.heads: tuple[SessionHead, ...] = ()
        self.more: Cursor | None = None
        self.found = 0
        self.months: dict[str, int] = {}
        self._seen: tuple[int, int] | None = None

    def want(self, wanted: Wanted) -> None:
        """Look for something else, from the first page on."""
        if wanted != self.wanted:
            self.wanted, self.offset, self.heads, self._seen = wanted, 0.0, (), None

    @property
    def stale(self) -> bool:
        """Whether somebody has written since it was read."""
        return self._store.version() != self._seen

    def refresh(self) -> bool:
        """Read what is shown, where it was not read yet or somebody has written since; whether it was read."""
        seen = self._store.version()
        if seen == self._seen:
            return False
        page, self.found, months = self._store.first_page(self.wanted, max(self._size, len(self.heads)), month_of)
        self.heads, self.more, self._seen = page.sessions, page.more, seen
        self.months = {month(since): number for (since, _), number in months.items()}
        return True

    def read_on(self) -> None:
        """The next page, at the price of the first."""
        if self.more is None:
            return
        page = self._store.history(self.wanted, after=self.more, limit=self._size)
        self.heads, self.more = (*self.heads, *page.sessions), page.more
        spans = {month(head.opened_at): month_of(head.opened_at) for head in page.sessions}
        new = {title: span for title, span in spans.items() if title not in self.months}
        if new:
            self.months |= dict(zip(new, self._store.counts(self.wanted, new.values()), strict=True))


def month_of(moment: datetime) -> Span:
    """The month of a moment."""
    first = moment.astimezone().date().replace(day=1)
    return midnight(first), midnight((first + timedelta(days=32)).replace(day=1))


def year_of(year: int) -> Span:
    """A whole year."""
    return midnight(date(year, 1, 1)), midnight(date(year + 1, 1, 1))


def midnight(day: date) -> datetime:
    """When a day begins here."""
    return datetime.combine(day, time()).astimezone()


def span_title(since: datetime | None, until: datetime | None) -> str:
    """A span in words: "2025", "November 2026", "1 Nov 2026 to 5 Dec 2026", "since 1 Nov 2026"."""
    if since and until:
        if (since, until) == year_of(since.astimezone().year):
            return str(since.astimezone().year)
        if (since, until) == month_of(since):
            return month(since)
        return f"{_day(since)} to {_last(until)}"
    if since:
        return f"since {_day(since)}"
    return f"until {_last(until)}" if until else "any day"


def parsed_day(text: str) -> date | None:
    """A day as people write it, the year first or last: "2026-11-06", "6.11.2026", "6 Nov 2026"; None for no day."""
    tidy = " ".join(text.split())
    for shape in ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d %b %Y", "%d %B %Y"):
        try:
            return datetime.strptime(tidy, shape).date()
        except ValueError:
            continue
    return None


def labels(wanted: Wanted, titles: Mapping[str, str], name_of: Callable[[str], str]) -> dict[str, str]:
    """Each filter that is set, in the words of its chip."""
    told = {
        "words": f"“{' '.join(wanted.words.split())}”",
        "game": titles.get(wanted.game or "", wanted.game or ""),
        "players": listed([name_of(player) for player in wanted.players]),
        "seats": counted(wanted.seats or 0, "player"),
        "date": span_title(wanted.since, wanted.until),
        "winner": f"{name_of(wanted.winner or '')} won",
        "status": " or ".join(STATUSES[status] for status in wanted.statuses),
    }
    return {name: told[name] for name in wanted.given}


def names_from(store: Store) -> Callable[[str], str]:
    """What a player is called, by id."""

    def name_of(player_id: str) -> str:
        try:
            return store.player(player_id).name
        except StorageError:
            return "somebody"

    return name_of


def between(wanted: Wanted, since: date | None, until: date | None) -> Wanted:
    """The same on these days only, the last one included."""
    last = midnight(until + timedelta(days=1)) if until else None
    return replace(wanted, since=midnight(since) if since else None, until=last)


def _day(moment: datetime) -> str:
    local = moment.astimezone()
    return f"{local.day} {local:%b %Y}"


def _last(until: datetime) -> str:
    """The last day before a moment."""
    return _day(until.astimezone() - timedelta(seconds=1))
