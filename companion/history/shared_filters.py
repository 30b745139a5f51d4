"""The filters that the history and the statistics share: dates, places and players."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any, Final, Literal

import flet as ft

from companion.history.history_state import between, history_of, midnight, month_of, parse_day
from companion.ui.box import search_box, text_box
from companion.ui.chips_and_buttons import Tone, chip, choice_chip, quiet
from companion.ui.dock import message
from companion.ui.panel import card, flow, label
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look
from companion.window.messages import go
from companion.window.state import House, Window
from storage.clock import utc_now
from storage.history.session_filter import SessionFilter
from storage.history.session_search import Span
from storage.sessions.players import Player
from storage.text_folding import fold

OFFERED: Final = 12
"""Most players, places or imported games shown before a name is typed."""

ApplyFilter = Callable[[SessionFilter], None]


@ft.component
def Pickers(
    field: Literal["players", "winner"],
    title: str,
    wanted: SessionFilter,
    apply_filter: ApplyFilter,
    key: str | None = None,
) -> ft.Control:
    """Players: the chosen ones, those who played last, and a search for the others."""
    house, look = use_house(), use_look()
    people = ft.use_memo(lambda: house.store.players.list_recent(1000, archived=True), [])
    typed, put = ft.use_state("")
    chosen = wanted.players if field == "players" else tuple(filter(None, [wanted.winner]))

    def tap(player: Player) -> None:
        put("")
        if field == "winner":
            apply_filter(replace(wanted, winner=None if player.id in chosen else player.id))
        else:
            others = tuple(other for other in chosen if other != player.id)
            apply_filter(replace(wanted, players=others if player.id in chosen else (*chosen, player.id)))

    first = [player for player in people if player.id in chosen]
    others = [player for player in people if player.id not in chosen and fold(typed) in fold(player.name)]
    chips = [
        choice_chip(look, f"{field}:{player.name}", player.name, partial(tap, player), chosen=player.id in chosen)
        for player in (*first, *others[:OFFERED])
    ]
    rows: list[ft.Control] = [flow(chips)]
    if len(people) > OFFERED:
        rows.append(search_box(look, f"{field}.find", f"Find a player ({title.lower()})", typed, put))
    return filter_block(look, title, *rows)


@ft.component
def Places(wanted: SessionFilter, apply_filter: ApplyFilter, key: str | None = None) -> ft.Control:
    """The places where sessions were played, the last ones first; an empty control without any."""
    house, look = use_house(), use_look()
    known = ft.use_memo(lambda: house.store.history.list_places(OFFERED), [])
    places = [*known, *([wanted.place] if wanted.place and wanted.place not in known else [])]
    if not places:
        return ft.Container(key="places")
    chips = [value_chip(look, "place", place, place, wanted, apply_filter) for place in places]
    return filter_block(look, "Where", flow(chips))


@ft.component
def Days(wanted: SessionFilter, apply_filter: ApplyFilter, key: str | None = None) -> ft.Control:
    """This month, a year, a month of a year, or from one day to another."""
    house, look, now = use_house(), use_look(), utc_now()
    this_year = now.astimezone().year
    years = ft.use_memo(lambda: _list_years(house, this_year), [])
    own, open_own = ft.use_state(False)

    def dates_chip(name: str, words: str, dates: SessionFilter) -> ft.Control:
        chosen = wanted == dates
        return choice_chip(
            look, name, words, lambda: apply_filter(wanted.without("date") if chosen else dates), chosen=chosen
        )

    def month_chip(name: str, words: str, span: Span) -> ft.Control:
        return dates_chip(name, words, replace(wanted, since=span[0], until=span[1], year=None))

    chips = [month_chip("date:month", "This month", month_of(now))]
    chips += [
        dates_chip(
            f"date:{year}",
            "This year" if year == this_year else str(year),
            replace(wanted, since=None, until=None, year=year),
        )
        for year in years
    ]
    year = _year_in(wanted)
    begun = range(1, (now.astimezone().month if year == this_year else 12) + 1)
    months = [] if year is None else [date(year, number, 1) for number in begun]
    month_chips = [
        month_chip(f"date:{first.year}-{first.month}", f"{first:%b}", month_of(midnight(first))) for first in months
    ]
    days: ft.Control = quiet(
        look, "date.own", "Between two days", lambda: open_own(True), icon=ft.Icons.DATE_RANGE_ROUNDED
    )
    if own:
        days = OwnDays(look, wanted, apply_filter, key="own")
    return filter_block(
        look,
        "When",
        flow(chips),
        ft.Container(flow(month_chips), key="months"),  # always there: inserting a control would drop a tap
        ft.Container(days, key="days"),
    )


@ft.component
def OwnDays(look: Look, wanted: SessionFilter, apply_filter: ApplyFilter, key: str | None = None) -> ft.Control:
    """Two days, typed in any usual form; one of them may be left out."""
    begun, ended = _first_and_last(wanted)
    since, put_since = ft.use_state(begun)
    until, put_until = ft.use_state(ended)
    error, set_error = ft.use_state("")

    def apply() -> None:
        first, last = parse_day(since), parse_day(until)
        wrong = next((text for text, day in ((since, first), (until, last)) if text.strip() and day is None), "")
        if wrong:
            set_error(f"“{wrong}” is not a date; write it like 6 Nov 2026 or 6.11.2026.")
        elif first and last and last < first:
            set_error("The last day is before the first one.")
        else:
            set_error("")
            apply_filter(between(wanted, first, last))

    rows: list[ft.Control] = [
        ft.Row(
            [
                text_box(look, "date.since", "From", since, put_since, longest=20, submit=apply, expand=True),
                text_box(look, "date.until", "To", until, put_until, longest=20, submit=apply, expand=True),
                quiet(look, "date.apply", "Set", apply),
            ],
            spacing=8,
        ),
        ft.Container(message(look, error, bad=True) if error else None, key="error"),
    ]
    return ft.Column(rows, spacing=6, tight=True)


def value_chip(
    look: Look, field: str, value: Any, words: str, wanted: SessionFilter, apply_filter: ApplyFilter
) -> ft.Control:
    """A chip that filters by this value of a field; tapped again, it drops the filter."""
    chosen = getattr(wanted, field) == value
    after = wanted.without(field) if chosen else replace(wanted, **{field: value})
    return choice_chip(look, f"{field}:{value}", words, partial(apply_filter, after), chosen=chosen)


def active_filter_chips(
    look: Look, prefix: str, texts: Mapping[str, str], drop: Callable[[str], None]
) -> list[ft.Control]:
    """A chip for each active filter; a tap drops it by its field name."""
    return [
        chip(
            look,
            f"{prefix}.{name}",
            words,
            partial(drop, name),
            tone=Tone.CHOSEN,
            says=f"Drop {words}",
            mark=ft.Icon(ft.Icons.CLOSE_ROUNDED, size=16, color=look.on_tint),
            small=True,
        )
        for name, words in texts.items()
    ]


def show_in_history(window: Window, wanted: SessionFilter) -> None:
    history_of(window).apply_filters(wanted)
    go("/history")


def filter_block(look: Look, title: str, *inside: ft.Control) -> ft.Control:
    return card(ft.Column([label(look, title), *inside], spacing=8, tight=True), padding=12)


def _list_years(house: House, this_year: int) -> list[int]:
    """This year and all earlier years with sessions, latest first."""
    return [this_year, *(year for year in house.store.history.list_years() if year < this_year)]


def _year_in(wanted: SessionFilter) -> int | None:
    """The year whose months are shown: the chosen one, or the year of the chosen month."""
    if wanted.since is None or (wanted.since, wanted.until) != month_of(wanted.since):
        return wanted.year
    return wanted.since.astimezone().year


def _first_and_last(wanted: SessionFilter) -> tuple[str, str]:
    if wanted.year is not None:
        return _written(date(wanted.year, 1, 1)), _written(date(wanted.year, 12, 31))
    since = wanted.since.astimezone().date() if wanted.since else None
    until = wanted.until.astimezone().date() - timedelta(days=1) if wanted.until else None
    return _written(since), _written(until)


def _written(day: date | None) -> str:
    return f"{day.day} {day:%b %Y}" if day else ""
