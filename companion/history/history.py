"""The history screen: sessions by month, searched, filtered and loaded page by page."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any, Final

import flet as ft

from companion.history.history_filters import FilterSheet
from companion.history.history_state import HistoryState, history_of, labels, name_lookup
from companion.history.sample import empty_page
from companion.history.session_row import session_row
from companion.history.shared_filters import ApplyFilter, active_filter_chips
from companion.repair.rebuild_strip import RebuildStrip
from companion.ui.box import search_box
from companion.ui.chips_and_buttons import Act, icon_button, quiet
from companion.ui.panel import card, flow, heading, note, sheet, stretched
from companion.ui.text import counted, month
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_redraw, use_window
from companion.window.messages import go
from companion.window.navigation import with_navigation
from companion.window.routes import year_path
from companion.window.state import House
from scoring.contract.names import join_words
from storage.history.session_filter import SessionFilter
from storage.history.session_list import SessionHead

_PAUSE: Final = 0.2
"""Seconds without typing after which the search starts."""

_NEAR: Final = 900
"""Pixels before the end of the list at which the next page is loaded."""


@ft.component
def HistoryScreen() -> ft.View:
    """All sessions, latest first."""
    house, window, look = use_house(), use_window(), use_look()
    past = history_of(window)
    draw = use_redraw()
    filtering, set_filtering = ft.use_state(False)

    def apply_filter(wanted: SessionFilter) -> None:
        past.apply_filters(wanted)
        draw()

    past.refresh()

    dialog = None
    if filtering:
        close = partial(set_filtering, False)
        filters = FilterSheet(past, apply_filter, close, key="filters")
        dialog = sheet(look, f"{_number(past)}: which ones?", filters, close)
    ft.use_dialog(dialog)

    texts = labels(past.wanted, house.store.titles.load(), name_lookup(house.store))
    shown = {name: words for name, words in texts.items() if name != "words"}
    chips = active_filter_chips(look, "drop", shown, lambda name: apply_filter(past.wanted.without(name)))
    if year := past.wanted.year:
        to_year = partial(go, year_path(year))
        chips.append(quiet(look, "history.year", f"The year {year}", to_year, icon=ft.Icons.CALENDAR_MONTH))
    search_row = _search_row(look, past, apply_filter, lambda: set_filtering(True))
    top: list[ft.Control] = [search_row, ft.Container(flow(chips), key="set")]
    body = ft.Column(
        [
            RebuildStrip(),
            ft.Container(ft.Column(top, spacing=8, tight=True), padding=ft.Padding.only(left=16, right=8, top=10)),
            Sessions(past, texts, apply_filter, draw, key="sessions"),
        ],
        spacing=6,
        expand=True,
    )
    return with_navigation(look, window, "/history", "History", _number(past), body)


def _search_row(look: Look, past: HistoryState, apply_filter: ApplyFilter, open_filters: Act) -> ft.Control:
    exchange = ft.Icons.FOLDER_OPEN
    search = Search(
        look, past.wanted.words, lambda words: apply_filter(replace(past.wanted, words=words)), key="search"
    )
    buttons = [
        icon_button("history.filter", ft.Icons.FILTER_LIST_ROUNDED, "Filter", open_filters),
        icon_button("history.bin", ft.Icons.DELETE_OUTLINE_ROUNDED, "Bin", lambda: go("/bin")),
        icon_button("history.exchange", exchange, "Import and export", lambda: go("/exchange")),
    ]
    if look.is_large:
        return ft.Column([ft.Row([search]), ft.Row(buttons, spacing=4)], spacing=4, tight=True, key="search row")
    return ft.Row([search, *buttons], key="search row", spacing=4)


@ft.component
def Search(look: Look, words: str, search: Callable[[str], None], key: str | None = None) -> ft.Control:
    """The search box, debounced: it searches after a pause in typing."""
    typed, put = ft.use_state(words)
    sent, send = ft.use_state(words)

    def follow_filter() -> None:
        if words != sent:  # the filter was removed or replaced elsewhere
            put(words)
            send(words)

    async def search_later() -> None:
        if typed != sent:
            await asyncio.sleep(_PAUSE)
            send(typed)
            search(typed)

    ft.use_effect(follow_filter, [words])
    ft.use_effect(search_later, [typed], cleanup=lambda: None)
    return search_box(look, "history.search", "Search", typed, put, expand=True)


@ft.component
def Sessions(
    past: HistoryState, texts: Mapping[str, str], apply_filter: ApplyFilter, draw: Act, key: str | None = None
) -> ft.Control:
    """The list of sessions; it reuses the rows of the last redraw."""
    house, window, look = use_house(), use_window(), use_look()
    loaded_to: Any = ft.use_ref(0.0)  # the extent at which the next page was loaded last

    def load_more() -> None:
        past.load_more()
        draw()

    def scrolled(e: ft.OnScrollEvent) -> None:
        past.offset = e.pixels
        if past.next_page and e.pixels > e.max_scroll_extent - _NEAR and e.max_scroll_extent != loaded_to.current:
            loaded_to.current = e.max_scroll_extent  # load each page once
            load_more()

    rows = _use_rows(house, look, past)
    if past.next_page:
        rows.append(quiet(look, "history.more", "Show more", load_more))
    padding = ft.Padding.only(left=16, right=16, top=2, bottom=16)
    listing = ft.ListView(
        rows, key="list", expand=True, spacing=8, padding=padding, on_scroll=scrolled, scroll_interval=150
    )
    _use_scroll_position(past, listing)
    if past.heads:
        return listing
    nobody = "Every game you play is listed here, with its score sheet."
    nothing = _nothing(look, house, past, texts, apply_filter) if past.wanted.active else None
    return ft.Container(
        nothing or empty_page(look, house, window, ft.Icons.HISTORY_ROUNDED, nobody), key="nothing", expand=True
    )


def _use_rows(house: House, look: Look, past: HistoryState) -> list[ft.Control]:
    """The loaded sessions under their months; a row is reused unless the look, the titles or the search changed."""
    words, games, titles = past.wanted.search_words, house.store.titles.load_games(), house.store.titles.load()
    drawn: dict[SessionHead, ft.Control] = ft.use_memo(lambda: {}, [look, titles, words, date.today()])
    for gone in drawn.keys() - set(past.heads):
        del drawn[gone]
    rows: list[ft.Control] = []
    for title, heads in groupby(past.heads, key=lambda head: month(head.opened_at)):
        rows.append(_month(look, title, past.months.get(title, 0)))
        for head in heads:
            if head not in drawn:
                open_it = partial(go, f"/session/{head.id}")
                drawn[head] = session_row(look, games, titles, head, open_it, words=words)
            rows.append(drawn[head])
    return rows


def _use_scroll_position(past: HistoryState, listing: ft.ListView) -> None:
    """Scroll back to where the list was left, once."""
    first: Any = ft.use_ref(None)  # the list first mounted: only that object can be told to scroll
    left_at = ft.use_memo(lambda: past.offset, [])

    async def scroll_back() -> None:
        if first.current is not None and left_at > 0:
            with suppress(RuntimeError, TimeoutError):  # the window may be closed or not answer
                await asyncio.wait_for(first.current.scroll_to(offset=left_at), 2)

    ft.use_effect(scroll_back, [], cleanup=lambda: None)
    if first.current is None and past.heads:
        first.current = listing


def _month(look: Look, title: str, number: int) -> ft.Control:
    count = ft.Text(counted(number, "game"), style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT))
    row = ft.Row([ft.Container(heading(look, title), expand=True), count])
    return ft.Container(row, key=f"month {title}", padding=ft.Padding.only(top=6))


def _number(past: HistoryState) -> str:
    return f"{past.total:,} game{'' if past.total == 1 else 's'}{' found' if past.wanted.active else ''}"


def _nothing(
    look: Look, house: House, past: HistoryState, texts: Mapping[str, str], apply_filter: ApplyFilter
) -> ft.Control:
    ways = [(name, number) for name, number in house.store.history.count_without_filters(past.wanted).items() if number]
    rows: list[ft.Control] = [heading(look, f"Nothing matches {join_words(list(texts.values()))}")]
    hint = "Remove one of these filters to find something:" if ways else "Removing a single filter does not help."
    rows.append(note(look, hint))
    for name, number in ways:
        words = f"Without {texts[name]}: {counted(number, 'game')}"
        rows.append(quiet(look, f"without.{name}", words, partial(apply_filter, past.wanted.without(name))))
    if not ways or len(texts) > 1:
        rows.append(quiet(look, "history.all", "Show every game", partial(apply_filter, SessionFilter())))
    inside = stretched(rows, 10)
    return ft.Column([ft.Container(card(inside), padding=16)], scroll=ft.ScrollMode.AUTO)
