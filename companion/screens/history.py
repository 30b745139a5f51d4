"""What was played: by month, a page at a time, and the bin."""

from datetime import UTC, datetime
from itertools import groupby

import flet as ft

from companion.parts.marks import badge
from companion.parts.navigation import with_navigation
from companion.parts.panel import empty, heading
from companion.parts.press import press, quiet
from companion.text import day, listed, month
from companion.theme import Look
from companion.window import go, use_house, use_look, use_window
from scoring.game import AnyGame
from storage.results import Status
from storage.store import SessionHead

_PAGE = 30


@ft.component
def HistoryScreen() -> ft.View:
    """Every session that is kept, the latest first."""
    house, window, look = use_house(), use_window(), use_look()
    binned, show_bin = ft.use_state(False)
    shown, show = ft.use_state(_PAGE)
    page = house.store.sessions(limit=shown, binned=binned)
    rows: list[ft.Control] = []
    for title, heads in groupby(page.sessions, key=lambda head: month(head.opened_at)):
        rows.append(heading(look, title))
        rows += [_session(look, house.store.games, head) for head in heads]
    if page.more:
        rows.append(quiet(look, "history.more", "Show more", lambda: show(shown + _PAGE)))
    words = "The bin is empty." if binned else "No session yet. What you play is listed here."
    listing: ft.Control = (
        ft.ListView(rows, expand=True, spacing=8, padding=16) if rows else empty(look, ft.Icons.HISTORY_ROUNDED, words)
    )
    switch = quiet(
        look,
        "history.bin",
        "Back to the sessions" if binned else "Bin",
        lambda: show_bin(not binned),
        icon=None if binned else ft.Icons.DELETE_OUTLINE_ROUNDED,
    )
    body = ft.Column(
        [
            ft.Container(
                ft.Row([switch], alignment=ft.MainAxisAlignment.END), padding=ft.Padding.only(left=16, right=16, top=10)
            ),
            ft.Container(listing, expand=True),
        ],
        spacing=0,
        expand=True,
    )
    return with_navigation(
        look,
        window,
        "/history",
        "Bin" if binned else "History",
        "Kept for 30 days" if binned else "Every evening, the latest first",
        body,
    )


def _session(look: Look, games: tuple[AnyGame, ...], head: SessionHead) -> ft.Control:
    title = next((game.title for game in games if game.key == head.game), head.game)
    names = [seated.player.name for seated in head.seats]
    winners = [seated.player.name for seated in head.seats if seated.won]
    unfinished = "Open" if head.status is Status.OPEN else "Stopped"
    told = f"{listed(winners)} won" if winners else unfinished
    words = ft.Column(
        [
            ft.Text(
                f"{title} · {told}", style=look.text(16, bold=True), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS
            ),
            ft.Text(listed(names), style=look.text(14), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
            ft.Text(
                " · ".join(filter(None, (day(head.opened_at, datetime.now(UTC)), head.place))),
                style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT),
            ),
        ],
        spacing=1,
        expand=True,
        tight=True,
    )
    won = [badge(look, seat, 26) for seat, seated in enumerate(head.seats) if seated.won]
    return press(
        f"session[{head.id}]",
        ft.Row([words, *won], spacing=8),
        lambda: go(f"/session/{head.id}"),
        padding=12,
        border_radius=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        key=head.id,
    )


def span(first: datetime, last: datetime) -> str:
    """How long it took: "1 h 20 min", "35 min"."""
    minutes = round((last - first).total_seconds() / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
