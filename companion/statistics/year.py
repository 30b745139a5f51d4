"""The page of a year: its players, games, months and evenings."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import flet as ft

from companion.history.session_row import list_row
from companion.history.shared_filters import show_in_history
from companion.repair.rebuild_strip import RebuildStrip
from companion.statistics.evening import UNTIL_MORNING, neighbours, standings_card, winner_head
from companion.statistics.game_charts import bar_chart
from companion.statistics.limit_strip import limit_bar
from companion.statistics.retrospect_text import at_the_table, tell_year
from companion.ui.charts import Bar
from companion.ui.chips_and_buttons import Act, quiet
from companion.ui.panel import buttons, cloth, columns, cut_text, empty, note, page, section
from companion.ui.text import counted, dated, hours
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, go_back
from companion.window.routes import evening_path, parse_year, year_path
from companion.window.state import House
from companion.window.view import use_view
from scoring.contract.names import join_words
from storage.clock import utc_now
from storage.history.session_filter import SessionFilter
from storage.statistics.evenings_and_years import EveningSummary, YearPage, load_year

_WIDEST: Final = 1160
_NARROW: Final = 900
_PAGE: Final = 10
"""Evenings shown before the list is expanded."""
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def year_limit(year: int, limit: SessionFilter) -> SessionFilter:
    """The limit of the window with this year as its dates."""
    return replace(limit, since=None, until=None, year=year)


@ft.component
def YearScreen() -> ft.View:
    house, window, look = use_house(), use_window(), use_look()
    year = parse_year(ft.use_route_params()["year"])
    shown, show = ft.use_state(_PAGE)
    limit = year_limit(year, window.limit)
    year_page = load_year(house.store.database, limit)
    parts = [counted(year_page.plays, "game"), counted(len(year_page.evenings), "evening")]
    parts.append(at_the_table(year_page.seconds, sum(game.timed for game in year_page.games)))
    head = cloth(look, f"The year {year}", under=" · ".join(filter(None, parts)), back=partial(go_back, "/games"))
    width = min(window.width, _WIDEST if window.wide else _NARROW)
    inner = (width - 46) / 2 - 32 if window.wide else width - 64

    within = " within this limit" if window.limit.without("date").active else ""
    inside: ft.Control = empty(look, ft.Icons.CALENDAR_MONTH, f"Nothing was finished in {year}{within}.")
    if year_page.plays:
        headline, because = tell_year(year_page.standings, year)
        won = winner_head(look, "year.winner", headline, 26, because)
        left = [won, standings_card(look, year_page.standings)]
        right = [
            _games(look, house, year_page, inner),
            _months(look, year_page, inner),
            _evenings(look, house, year_page.evenings, shown, lambda: show(shown + _PAGE)),
            _buttons(look, year, partial(show_in_history, window, limit)),
        ]
        inside = columns([left, right]) if window.wide else columns([[*left, *right]])
    body = page([_neighbours(look, house, year), inside], width)
    return use_view([head, RebuildStrip(), limit_bar(width, dated=False), body])


def _buttons(look: Look, year: int, sessions: Act) -> ft.Control:
    share = partial(go, f"{year_path(year)}/share")
    return buttons(
        [
            quiet(look, "year.share", "Share the year", share, icon=ft.Icons.IOS_SHARE_ROUNDED),
            quiet(look, "year.sessions", "All games of this year", sessions, icon=ft.Icons.HISTORY_ROUNDED),
        ]
    )


def _neighbours(look: Look, house: House, year: int) -> ft.Control:
    """Buttons to the years before and after, from the first evening to this year."""
    last = utc_now().astimezone().year
    years = range(min(house.store.history.list_years(), default=last), last + 1)
    others = ((str(other), year_path(other)) if other in years else None for other in (year - 1, year + 1))
    return neighbours(look, "year", *others)


def _games(look: Look, house: House, year_page: YearPage, width: float) -> ft.Control:
    titles = house.store.titles.load()
    rows = []
    for game in year_page.games:
        plays, time = str(game.plays), hours(game.seconds) if game.timed else "–"
        rows.append((Bar(titles.get(game.game, game.game), game.plays, plays), (plays, time)))
    chart = bar_chart(look, width, "year.games", "Games", ("Game", "Played", "Time"), rows)
    return section(look, "Games", chart, stretch=True)


def _months(look: Look, year_page: YearPage, width: float) -> ft.Control:
    months = zip(_MONTHS, year_page.months, strict=True)
    rows = [(Bar(name, number, str(number)), (str(number),)) for name, number in months]
    title = "Month by month"
    return section(look, title, bar_chart(look, width, "year.months", title, ("Month", "Games"), rows), stretch=True)


def _evenings(look: Look, house: House, evenings: Sequence[EveningSummary], shown: int, more: Act) -> ft.Control:
    titles = house.store.titles.load()
    rows = [_evening(look, titles, evening) for evening in evenings[:shown]]
    if len(evenings) > shown:
        rows.append(quiet(look, "year.more", "Show more", more))
    return section(look, "Evenings", *rows, note(look, UNTIL_MORNING), spacing=4, stretch=True)


def _evening(look: Look, titles: dict[str, str], evening: EveningSummary) -> ft.Control:
    games = [f"{titles.get(game, game)}{f' ×{number}' if number > 1 else ''}" for game, number in evening.games.items()]
    grey = ft.Colors.ON_SURFACE_VARIANT
    rows: list[ft.Control] = [
        ft.Text(dated(evening.day), style=look.text(15, bold=True)),
        cut_text(", ".join(games), look.text(13, color=grey), 2),
    ]
    if evening.winners:
        names = join_words([player.name for player in evening.winners])
        rows.append(ft.Text(f"Won by {names}", style=look.text(13, color=grey)))
    chevron = ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=grey)
    return list_row(f"evening[{evening.day.isoformat()}]", partial(go, evening_path(evening.day)), [], rows, [chevron])
