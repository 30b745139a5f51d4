"""The state of the history screen: filters, the sessions loaded so far, and the counts. No Flet here.

It outlives the screen, so that the list is unchanged when a player comes back from a session. Months and days are
in the device's time zone, as everywhere on the screen; the sessions of a year are those of its evenings.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final

from companion.ui.text import counted, month
from companion.window.state import Window
from scoring.contract.names import join_words
from storage.derived.results import Status
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter
from storage.history.session_list import Cursor, Page, SessionHead
from storage.history.session_search import EVERYTHING, Span
from storage.store import Store
from storage.valid_values import is_local_year

PAGE: Final = 30
STATUSES: Final = {
    Status.FINISHED: "Finished",
    Status.OPEN: "Open",
    Status.STOPPED: "Stopped",
}


class HistoryState:
    """The filtered list of sessions, loaded page by page and reread after every write to the store."""

    def __init__(self, store: Store, wanted: SessionFilter = EVERYTHING, size: int = PAGE) -> None:
        self._store = store
        self._size = size
        self.offset = 0.0
        """The scroll position in pixels."""
        self.wanted = wanted
        self.heads: tuple[SessionHead, ...] = ()
        self.next_page: Cursor | None = None
        self.total = 0
        self.months: dict[str, int] = {}
        self._seen: tuple[int, int] | None = None

    def apply_filters(self, wanted: SessionFilter) -> None:
        """Change the filters and start again at the first page."""
        if wanted != self.wanted:
            self.wanted, self.offset, self.heads, self._seen = wanted, 0.0, (), None

    def refresh(self) -> bool:
        """Reread the list if the store was written to since the last time; True if it was."""
        version = self._store.version()
        if version == self._seen:
            return False
        page = self._store.history.search(self.wanted, limit=max(self._size, len(self.heads)))
        self.heads, self.next_page, self._seen = page.sessions, page.more, version
        self.total = self._store.history.count(self.wanted) if page.more else len(page.sessions)
        self.months = {}
        self._count_months(page)
        return True

    def load_more(self) -> None:
        """Load the next page; costs as much as the first."""
        if self.next_page is None:
            return
        page = self._store.history.search(self.wanted, after=self.next_page, limit=self._size)
        self.heads, self.next_page = (*self.heads, *page.sessions), page.more
        self._count_months(page)

    def _count_months(self, page: Page) -> None:
        """Count the sessions of the months that are new on this page."""
        spans = {month(head.opened_at): month_of(head.opened_at) for head in page.sessions}
        new = {title: span for title, span in spans.items() if title not in self.months}
        self.months |= dict(zip(new, self._store.history.count_by_span(self.wanted, new.values()), strict=True))


def history_of(window: Window) -> HistoryState:
    """The state of this window's history screen: of the sample while it is shown."""
    memory = window.sample.memory if window.sample is not None else window.memory
    assert memory is not None, "only windows of the house show the past"
    return memory[HistoryState]


def month_of(moment: datetime) -> Span:
    """The start and end of the month that contains a moment."""
    first = moment.astimezone().date().replace(day=1)
    return midnight(first), midnight((first + timedelta(days=32)).replace(day=1))


def midnight(day: date) -> datetime:
    """The start of a day in the device's time zone, also of one whose summer time begins at midnight."""
    start = datetime.combine(day, time()).astimezone()
    return start if start.date() == day else datetime.combine(day, time(fold=1)).astimezone()


def span_title(since: datetime | None, until: datetime | None) -> str:
    """A span in words: "November 2026", "1 Nov 2026 to 5 Dec 2026", "since 1 Nov 2026"."""
    if since and until:
        if (since, until) == month_of(since):
            return month(since)
        return f"{_day(since)} to {_last_day(until)}"
    if since:
        return f"since {_day(since)}"
    return f"until {_last_day(until)}" if until else "any day"


def parse_day(text: str) -> date | None:
    """Parse "2026-11-06", "6.11.2026", "6/11/2026" or "6 Nov 2026"; None if it is not a date."""
    tidy = " ".join(text.split())
    for shape in ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d %b %Y", "%d %B %Y"):
        try:
            day = datetime.strptime(tidy, shape).date()
        except ValueError:
            continue
        return day if is_local_year(day.year) else None
    return None


def labels(wanted: SessionFilter, titles: Mapping[str, str], name_of: Callable[[str], str]) -> dict[str, str]:
    """The chip text of each active filter, by field name."""
    texts = {
        "words": f"“{' '.join(wanted.words.split())}”",
        "game": titles.get(wanted.game or "", wanted.game or ""),
        "players": join_words([name_of(player) for player in wanted.players]),
        "seats": counted(wanted.seats or 0, "player"),
        "date": span_title(wanted.since, wanted.until) if wanted.year is None else str(wanted.year),
        "place": wanted.place,
        "winner": f"{name_of(wanted.winner or '')} won",
        "status": " or ".join(STATUSES[status] for status in wanted.statuses),
    }
    return {name: texts[name] for name in wanted.active}


def name_lookup(store: Store) -> Callable[[str], str]:
    """A function from player id to name; "somebody" for an unknown id."""

    def name_of(player_id: str) -> str:
        try:
            return store.players.get(player_id).name
        except StorageError:
            return "somebody"

    return name_of


def between(wanted: SessionFilter, since: date | None, until: date | None) -> SessionFilter:
    """The filters limited to these days, the last one included."""
    last = midnight(until + timedelta(days=1)) if until else None
    return replace(wanted, since=midnight(since) if since else None, until=last, year=None)


def _day(moment: datetime) -> str:
    local = moment.astimezone()
    return f"{local.day} {local:%b %Y}"


def _last_day(until: datetime) -> str:
    """The day that ends at `until`."""
    return _day(until.astimezone() - timedelta(seconds=1))
