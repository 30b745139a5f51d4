"""Head to head: the nemesis, the favourite victim, and every other opponent."""

from functools import partial

import flet as ft

from companion.history.shared_filters import show_in_history
from companion.ui.charts import unknown
from companion.ui.chips_and_buttons import Act, icon_button, press, quiet
from companion.ui.panel import card, cut_text, note, section, stretched
from companion.ui.people import face
from companion.ui.text import counted, share
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_window
from companion.window.messages import go
from companion.window.state import House
from storage.sessions.players import Player
from storage.statistics.limits import add_player
from storage.statistics.rivals import MIN_MEETINGS, Rival, load_rivals

_PAGE = 25


@ft.component
def HeadToHead(house: House, look: Look, player: Player, width: float, key: str | None = None) -> ft.Control:
    """The nemesis and the favourite victim, then all opponents, the most frequent ones first."""
    shown, show = ft.use_state(_PAGE)
    window = use_window()

    def show_meetings(other: str) -> None:
        show_in_history(window, add_player(add_player(window.limit, player.id), other))

    rivals = load_rivals(house.store.database, player.id, window.limit)
    first = _favourite(look, "Nemesis", "ahead", "behind", rivals.nemesis, rivals.nemesis.lost if rivals.nemesis else 0)
    second = _favourite(
        look, "Favourite victim", "behind", "ahead", rivals.victim, rivals.victim.beaten if rivals.victim else 0
    )
    rows: list[ft.Control] = []
    if rivals.everybody:
        rows.append(note(look, "Ahead (+), level (=) and behind (−) in the games against each other."))
    else:
        rows.append(unknown(look, "Shown after the first finished game with others."))
    rows += [_rival(look, rival, width, partial(show_meetings, rival.player.id)) for rival in rivals.everybody[:shown]]
    if len(rivals.everybody) > shown:
        rows.append(quiet(look, "rivals.more", "Show more", lambda: show(shown + _PAGE)))
    pair: list[ft.Control] = [first, second]
    top = ft.Row(pair, spacing=10, intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    return stretched([top, section(look, "Everybody", *rows, spacing=10, stretch=True)], 14)


def _favourite(look: Look, title: str, often: str, seldom: str, rival: Rival | None, times: int) -> ft.Control:
    grey = ft.Colors.ON_SURFACE_VARIANT
    rows: list[ft.Control] = [ft.Text(title, style=look.text(14, bold=True, color=grey))]
    if rival is None:
        icon = ft.Icon(ft.Icons.HOURGLASS_EMPTY_ROUNDED, size=30, color=grey)
        text = f"nobody yet: at least {MIN_MEETINGS} meetings, more often {often} than {seldom}"
        rows += [icon, ft.Text(text, style=look.text(13, color=grey), text_align=ft.TextAlign.CENTER)]
    else:
        rows += [
            face(look, rival.player, 56),
            cut_text(rival.player.name, look.text(17, bold=True)),
            ft.Text(share(times / rival.meetings), style=look.figure(26)),
            ft.Text(
                f"was {often} in {times} of {counted(rival.meetings, 'meeting')}",
                style=look.text(13, color=grey),
                text_align=ft.TextAlign.CENTER,
            ),
        ]
    inside = ft.Column(rows, spacing=4, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    name = title.rsplit(maxsplit=1)[-1].lower()
    return ft.Semantics(identifier=name, expand=1, content=card(inside))


def _rival(look: Look, rival: Rival, width: float, meetings: Act) -> ft.Control:
    grey = ft.Colors.ON_SURFACE_VARIANT
    parts = [counted(rival.meetings, "meeting")] if rival.meetings else []
    if rival.together:
        parts.append(f"{rival.won_together} of {rival.together} won as partners")
    rows: list[ft.Control] = [
        cut_text(rival.player.name, look.text(16, bold=True)),
        ft.Text(" · ".join(parts), style=look.text(12, color=grey)),
    ]
    if rival.meetings:
        rows.append(_parts(look, rival, width - 52 - TOUCH - 4))
    summary = f"{rival.player.name}: {rival.beaten} ahead, {rival.ties} level, {rival.lost} behind"
    return press(
        f"rival[{rival.player.id}]",
        ft.Row(
            [
                face(look, rival.player, 40),
                ft.Column(rows, spacing=4, tight=True, expand=True),
                icon_button(
                    f"meetings[{rival.player.id}]",
                    ft.Icons.HISTORY_ROUNDED,
                    f"All games with {rival.player.name}",
                    meetings,
                    color=ft.Colors.ON_SURFACE_VARIANT,
                ),
            ],
            spacing=8,
        ),
        lambda: go(f"/player/{rival.player.id}"),
        tooltip=summary,
        padding=ft.Padding.symmetric(vertical=4),
        border_radius=12,
    )


def _parts(look: Look, rival: Rival, width: float) -> ft.Control:
    """The meetings as a bar in three parts, each with its number if it fits."""
    parts = (
        ("+", rival.beaten, look.good, ft.Colors.SURFACE),
        ("=", rival.ties, ft.Colors.SURFACE_CONTAINER_HIGHEST, ft.Colors.ON_SURFACE),
        ("−", rival.lost, look.bad, ft.Colors.SURFACE),
    )
    cells: list[ft.Control] = []
    for sign, number, fill, ink in parts:
        if number:
            wide = width * number / rival.meetings
            words = f"{sign}{number}" if wide > look.size(30) else ""
            cells.append(
                ft.Container(
                    ft.Text(words, style=look.text(12, bold=True, color=ink), no_wrap=True),
                    expand=number,
                    height=look.size(20),
                    alignment=ft.Alignment.CENTER,
                    bgcolor=fill,
                )
            )
    return ft.Container(
        ft.Row(cells, spacing=2), border_radius=6, clip_behavior=ft.ClipBehavior.ANTI_ALIAS, height=look.size(20)
    )
