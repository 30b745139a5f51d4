"""What was played: searched, filtered, month by month, a page at a time."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, Final

import flet as ft

from companion.flet_guard.guard import is_open
from companion.history.history_state import HistoryState, labels, name_lookup
from companion.parts.box import search_box
from companion.parts.navigation import with_navigation
from companion.parts.panel import card, empty, flow, heading, note, sheet
from companion.parts.press import Act, Tone, chip, icon_button, quiet
from companion.parts.renewing_strip import RenewingStrip
from companion.parts.session_row import session_row
from companion.screens.history.filters import FilterSheet
from companion.text import counted, listed, month
from companion.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from companion.window.state import House, history_of
from scoring.game import AnyGame
from storage.errors import StorageError
from storage.history.session_filter import Wanted
from storage.store import SessionHead

_LOOK_EVERY: Final = 0.8
"""Seconds between two looks at whether somebody has written."""

_PAUSE: Final = 0.2
"""Seconds without a letter after which the words are looked for."""

_NEAR: Final = 900
"""Pixels before the end of the list at which the next page is read."""


@ft.component
def HistoryScreen() -> ft.View:
    """Every session that is kept, the latest first."""
    house, window, look = use_house(), use_window(), use_look()
    past = history_of(house, window)
    _, bump = ft.use_state(0)
    filtering, filter_now = ft.use_state(False)
    names, titles = name_lookup(house.store), house.store.titles()

    def draw() -> None:
        bump(lambda n: n + 1)

    def want(wanted: Wanted) -> None:
        past.apply_filters(wanted)
        draw()

    page = ft.context.page

    async def look_around() -> None:
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            with suppress(StorageError):  # looked at again the next time
                if past.is_stale and is_open(page):
                    draw()

    ft.use_effect(look_around, [], cleanup=lambda: None)
    past.refresh()

    def close() -> None:
        filter_now(False)

    dialog = None
    if filtering:
        asked = FilterSheet(house, look, past, titles, want, close, key="filters")
        dialog = sheet(look, f"{_number(past)}: which ones?", asked, close)
    ft.use_dialog(dialog)

    told = labels(past.wanted, titles, names)
    top: list[ft.Control] = [
        ft.Row(
            [
                Search(look, past.wanted.words, lambda words: want(replace(past.wanted, words=words)), key="search"),
                icon_button("history.filter", ft.Icons.FILTER_LIST_ROUNDED, "Filter", lambda: filter_now(True)),
                icon_button("history.bin", ft.Icons.DELETE_OUTLINE_ROUNDED, "Bin", lambda: go("/bin")),
                icon_button(
                    "history.exchange", ft.Icons.IMPORT_EXPORT_ROUNDED, "Import and export", lambda: go("/exchange")
                ),
            ],
            key="search row",
            spacing=4,
        ),
        ft.Container(_dropped(look, past, told, want), key="set"),
    ]
    body = ft.Column(
        [
            RenewingStrip(),
            ft.Container(ft.Column(top, spacing=8, tight=True), padding=ft.Padding.only(left=16, right=8, top=10)),
            Sessions(house, look, past, titles, told, want, draw, key="sessions"),
        ],
        spacing=6,
        expand=True,
    )
    return with_navigation(look, window, "/history", "History", _number(past), body)


@ft.component
def Search(look: Look, words: str, search: Callable[[str], None], key: str | None = None) -> ft.Control:
    """The search box: looks for the words once nothing was typed for a moment, or at Enter."""
    typed, put = ft.use_state(words)
    sent, send = ft.use_state(words)

    def drop() -> None:
        if words != sent:  # the filter was dropped, or another one came with its words
            put(words)
            send(words)

    async def later() -> None:
        if typed != sent:
            await asyncio.sleep(_PAUSE)
            send(typed)
            search(typed)

    ft.use_effect(drop, [words])
    ft.use_effect(later, [typed], cleanup=lambda: None)
    return search_box(look, "history.search", "Name, place, note", typed, put, expand=True)


@ft.component
def Sessions(
    house: House,
    look: Look,
    past: HistoryState,
    titles: Mapping[str, str],
    told: Mapping[str, str],
    want: Callable[[Wanted], None],
    draw: Act,
    key: str | None = None,
) -> ft.Control:
    """The list itself; rows that are there already are not made again."""
    ends: Any = ft.use_ref(0.0)
    kept: Any = ft.use_ref(None)
    first: Any = ft.use_ref(None)  # the list as it came onto the screen: the one that can be told to scroll
    left_at = ft.use_memo(lambda: past.offset, [])

    async def return_there() -> None:
        if first.current is not None and left_at > 0:
            with suppress(RuntimeError, TimeoutError):  # the window was closed, or nobody answers
                await asyncio.wait_for(first.current.scroll_to(offset=left_at), 2)

    ft.use_effect(return_there, [], cleanup=lambda: None)

    def read_on() -> None:
        past.load_more()
        draw()

    def scrolled(e: ft.OnScrollEvent) -> None:
        past.offset = e.pixels
        if past.next_page and e.pixels > e.max_scroll_extent - _NEAR and e.max_scroll_extent != ends.current:
            ends.current = e.max_scroll_extent  # the list is longer before the next page is asked for
            read_on()

    if not past.heads:
        nobody = "No session yet. What you play is listed here."
        nothing = _nothing(look, house, past, told, want) if past.wanted.given else None
        return ft.Container(nothing or empty(look, ft.Icons.HISTORY_ROUNDED, nobody), key="nothing", expand=True)
    games = {game.key: game for game in house.store.games}
    words = past.wanted.folded
    given = (look, titles, words)
    known: dict[SessionHead, ft.Control] = kept.current[1] if kept.current and kept.current[0] == given else {}
    drawn = {head: known.get(head) or _row(look, games, titles, words, head) for head in past.heads}
    kept.current = given, drawn
    rows: list[ft.Control] = []
    for title, heads in groupby(past.heads, key=lambda head: month(head.opened_at)):
        rows.append(_month(look, title, past.months.get(title, 0)))
        rows += [drawn[head] for head in heads]
    if past.next_page:
        rows.append(quiet(look, "history.more", "Show more", read_on))
    padding = ft.Padding.only(left=16, right=16, top=2, bottom=16)
    listing = ft.ListView(
        rows, key="list", expand=True, spacing=8, padding=padding, on_scroll=scrolled, scroll_interval=150
    )
    if first.current is None:
        first.current = listing
    return listing


def _row(
    look: Look, games: Mapping[str, AnyGame], titles: Mapping[str, str], words: tuple[str, ...], head: SessionHead
) -> ft.Control:
    return session_row(look, games, titles, head, partial(go, f"/session/{head.id}"), words=words)


def _month(look: Look, title: str, number: int) -> ft.Control:
    """The heading of a month, with how many of its sessions are wanted."""
    count = ft.Text(counted(number, "session"), style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT))
    row = ft.Row([ft.Container(heading(look, title), expand=True), count])
    return ft.Container(row, key=f"month {title}", padding=ft.Padding.only(top=6))


def _number(past: HistoryState) -> str:
    """How many there are, under the title."""
    return f"{past.total:,} session{'' if past.total == 1 else 's'}{' found' if past.wanted.given else ''}"


def _dropped(look: Look, past: HistoryState, told: Mapping[str, str], want: Callable[[Wanted], None]) -> ft.Control:
    """The filters that are set; a tap drops one."""
    cross = ft.Icons.CLOSE_ROUNDED
    chips: list[ft.Control] = [
        chip(
            look,
            f"drop.{name}",
            words,
            partial(want, past.wanted.without(name)),
            tone=Tone.CHOSEN,
            says=f"Drop {words}",
            mark=ft.Icon(cross, size=16, color=look.on_accent),
            small=True,
        )
        for name, words in told.items()
        if name != "words"
    ]
    return flow(chips)


def _nothing(
    look: Look, house: House, past: HistoryState, told: Mapping[str, str], want: Callable[[Wanted], None]
) -> ft.Control:
    """Nothing was found: which filter to drop for how many sessions."""
    ways = [(name, number) for name, number in house.store.missed(past.wanted).items() if number]
    rows: list[ft.Control] = [heading(look, f"Nothing fits {listed(list(told.values()))}")]
    hint = "Drop one of these and there is something:" if ways else "Nor is there anything with one of these less."
    rows.append(note(look, hint))
    for name, number in ways:
        words = f"Without {told[name]}: {counted(number, 'session')}"
        rows.append(quiet(look, f"without.{name}", words, partial(want, past.wanted.without(name))))
    if not ways or len(told) > 1:
        rows.append(quiet(look, "history.all", "Show every session", partial(want, Wanted())))
    inside = ft.Column(rows, spacing=10, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Column([ft.Container(card(inside), padding=16)], scroll=ft.ScrollMode.AUTO)
