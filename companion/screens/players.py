"""Everybody who ever sat at the table: who they are, how often they played and won, and when last."""

from datetime import UTC, datetime

import flet as ft

from companion.parts.box import text_box
from companion.parts.navigation import with_navigation
from companion.parts.panel import empty
from companion.parts.people import face
from companion.parts.press import Act, press, quiet
from companion.text import counted, on, share
from companion.theme import TOUCH, Look
from companion.window import go, use_house, use_look, use_window
from storage.players import name_key
from storage.statistics.people import Person, people

_PAGE = 30


@ft.component
def PlayersScreen() -> ft.View:
    """The list, with a search; those who are archived stand folded at its end."""
    house, window, look = use_house(), use_window(), use_look()
    sought, seek = ft.use_state("")
    shown, show = ft.use_state(_PAGE)
    unfolded, unfold = ft.use_state(False)
    found = [each for each in people(house.store.database) if name_key(sought) in name_key(each.player.name)]
    here = [each for each in found if not each.player.archived]
    archived = [each for each in found if each.player.archived]
    opened = unfolded or bool(sought)

    rows = [_row(look, each) for each in here[:shown]]
    if len(here) > shown:
        rows.append(quiet(look, "players.more", "Show more", lambda: show(shown + _PAGE)))
    if archived:
        rows.append(_fold(look, len(archived), opened=opened, act=lambda: unfold(not unfolded)))
    if opened:
        rows += [_row(look, each) for each in archived]
    words = f"Nobody is called {sought!r}." if sought else "Nobody yet. Whoever sits down at the table is listed here."
    listing: ft.Control = (
        ft.ListView(rows, expand=True, spacing=8, padding=ft.Padding.only(left=16, right=16, bottom=16))
        if rows
        else empty(look, ft.Icons.GROUPS_OUTLINED, words)
    )
    box = text_box(look, "players.search", "Search", sought, seek, icon=ft.Icons.SEARCH_ROUNDED, expand=True)
    body = ft.Column(
        [
            ft.Container(ft.Row([box]), padding=ft.Padding.only(left=16, right=16, top=14)),
            ft.Container(listing, expand=True),
        ],
        spacing=12,
        expand=True,
    )
    under = f"{counted(len(here), 'player')} of your evenings" if here else "Who sat at the table"
    return with_navigation(look, window, "/players", "Players", under, body)


def _row(look: Look, person: Person) -> ft.Control:
    player = person.player
    if person.last is None:
        told = "No finished game yet"
    else:
        told = f"{counted(person.plays, 'play')} · {counted(person.wins, 'win')} · {on(person.last, datetime.now(UTC))}"
    words = ft.Column(
        [
            ft.Text(player.name, style=look.text(17, bold=True), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
            ft.Text(
                told,
                style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT),
                max_lines=1,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
        ],
        spacing=1,
        expand=True,
        tight=True,
    )
    row: list[ft.Control] = [face(look, player), words]
    if person.rate is not None:
        won = ft.Text(share(person.rate), style=look.figure(20), no_wrap=True)
        under = ft.Text("won", style=look.text(11, color=ft.Colors.ON_SURFACE_VARIANT))
        row.append(ft.Column([won, under], spacing=-3, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END))
    row.append(ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=ft.Colors.ON_SURFACE_VARIANT))
    return press(
        f"player[{player.id}]",
        ft.Row(row, spacing=12),
        lambda: go(f"/player/{player.id}"),
        padding=ft.Padding.symmetric(horizontal=12, vertical=10),
        border_radius=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW if player.archived else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def _fold(look: Look, number: int, *, opened: bool, act: Act) -> ft.Control:
    ink = ft.Colors.ON_SURFACE_VARIANT
    icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.EXPAND_MORE_ROUNDED
    row = ft.Row(
        [ft.Text(f"Archived ({number})", style=look.text(15, bold=True, color=ink), expand=True), ft.Icon(icon)]
    )
    return press(
        "players.archived",
        row,
        act,
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=12),
        border_radius=12,
    )
