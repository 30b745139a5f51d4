"""The page of an evening: who won it, its players and its games."""

from datetime import date
from functools import partial
from typing import Final

import flet as ft

from companion.history.session_row import end_figure, list_row, session_row
from companion.repair.rebuild_strip import RebuildStrip
from companion.statistics.limit_strip import limit_bar
from companion.statistics.retrospect_text import at_the_table, tell_evening
from companion.ui.chips_and_buttons import identified, quiet
from companion.ui.marks import crown
from companion.ui.panel import buttons, centred, cloth, columns, cut_text, empty, note, page, section
from companion.ui.people import face
from companion.ui.text import against, counted, dated
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, go_back
from companion.window.routes import evening_path, parse_day, year_path
from companion.window.state import House
from companion.window.view import use_view
from storage.clock import at_table
from storage.statistics.evenings_and_years import EveningPage, Standing, load_evening

UNTIL_MORNING: Final = "What begins before 5 in the morning belongs to the evening before."

_WIDEST: Final = 1160
_NARROW: Final = 760


@ft.component
def EveningScreen() -> ft.View:
    """Who won the evening, and what was played."""
    house, window, look = use_house(), use_window(), use_look()
    day = parse_day(ft.use_route_params()["day"])
    evening = load_evening(house.store.database, day, window.limit)
    number = len(evening.sessions)
    parts = [counted(number, "game"), at_the_table(evening.seconds, evening.timed)]
    head = cloth(look, dated(day), under=" · ".join(filter(None, parts)), back=partial(go_back, "/games"))
    days = ((dated(day), evening_path(day)) if day else None for day in (evening.before, evening.after))
    neighbour_links = neighbours(look, "evening", *days)
    width = min(window.width, _WIDEST if window.wide else _NARROW)
    within = " within this limit" if window.limit.without("date").active else ""
    inside: ft.Control = empty(look, ft.Icons.EVENT, f"Nothing was finished on this evening{within}.")
    if evening.sessions:
        headline, because = tell_evening(evening.standings, number)
        won = winner_head(look, "evening.winner", headline, 28, because)
        left = [won, standings_card(look, evening.standings)]
        right = [section(look, "Games", *_games(look, house, day, evening)), _ways(look, day)]
        inside = columns([left, right]) if window.wide else ft.Column([*left, *right], spacing=14, tight=True)
    return use_view([head, RebuildStrip(), limit_bar(width, dated=False), page([neighbour_links, inside], width)])


def neighbours(look: Look, name: str, before: tuple[str, str] | None, after: tuple[str, str] | None) -> ft.Control:
    """Buttons to the pages before and after this one, each with its words and its route."""
    targets = (("before", before, ft.Icons.CHEVRON_LEFT), ("after", after, ft.Icons.CHEVRON_RIGHT_ROUNDED))
    ways = [
        quiet(look, f"{name}.{side}", target[0], partial(go, target[1]), icon=icon)
        for side, target, icon in targets
        if target is not None
    ]
    return buttons(ways, key="neighbours")


def winner_head(look: Look, name: str, headline: str, size: float, because: str) -> ft.Control:
    """A crown above who won, and why."""
    rows: list[ft.Control] = [
        crown(look, 54),
        identified(name, ft.Text(headline, style=look.figure(size), text_align=ft.TextAlign.CENTER)),
        ft.Container(width=72, height=3, bgcolor=look.gold, border_radius=2),
    ]
    if because:
        rows.append(ft.Text(because, style=look.text(16), text_align=ft.TextAlign.CENTER))
    return ft.Container(centred(rows, 6), alignment=ft.Alignment.CENTER, padding=8)


def standings_card(look: Look, standings: tuple[Standing, ...]) -> ft.Control:
    """The players by games won; a tap opens a player's page."""
    words = "Most games won against others; if equal, more often ahead of others than behind them, over all games."
    rows = [_standing(look, standing) for standing in standings]
    return section(look, "Players", note(look, words), *rows, spacing=6, stretch=True)


def _standing(look: Look, standing: Standing) -> ft.Control:
    player = standing.player
    below = against(standing.beaten, standing.lost)
    if standing.evenings > 1:
        below = f"{standing.evenings_won} of {standing.evenings} evenings won · {below}"
    name = cut_text(player.name, look.text(17, bold=standing.rank == 1))
    small = ft.Text(below, style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT))
    before = [ft.Text(f"{standing.rank}.", style=look.figure(18), width=30), face(look, player, 40)]
    won = [end_figure(look, f"{standing.wins} of {standing.plays}", "won")] if standing.plays else []
    return list_row(f"standing[{player.id}]", partial(go, f"/player/{player.id}"), before, [name, small], won)


def _games(look: Look, house: House, day: date, evening: EveningPage) -> list[ft.Control]:
    games, titles = house.store.titles.load_games(), house.store.titles.load()
    rows: list[ft.Control] = [
        session_row(look, games, titles, head, partial(go, f"/session/{head.id}"), name="played")
        for head in evening.sessions
    ]
    if any(at_table(head.opened_at, head.utc_offset).date() > day for head in evening.sessions):
        rows.append(note(look, UNTIL_MORNING))
    return rows


def _ways(look: Look, day: date) -> ft.Control:
    share, year = partial(go, f"{evening_path(day)}/share"), partial(go, year_path(day.year))
    ways = [
        quiet(look, "evening.share", "Share the evening", share, icon=ft.Icons.IOS_SHARE_ROUNDED),
        quiet(look, "evening.year", f"The year {day.year}", year, icon=ft.Icons.CALENDAR_MONTH),
    ]
    return buttons(ways)
