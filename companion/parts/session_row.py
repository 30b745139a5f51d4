"""A session in a list: the game, who won, who played with how many points, when, how long and where."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import flet as ft

from companion.parts.marks import crown, number_text
from companion.parts.press import Act, press
from companion.text import day, hours, listed
from companion.theme import Look
from scoring.game import AnyGame
from storage.results import Status
from storage.store import SessionHead

IMPORTED: Final = ft.Icons.EXTENSION_OUTLINED
"""The sign of a game that only another app knows."""


def told_of(head: SessionHead) -> str:
    """How a session stands or ended: "Ana and Ben won", "Open", "Stopped", "Stopped, Ana won".

    A finished one without any rank came from another app that does not count it.
    """
    won = f"{listed(head.winners)} won" if head.winners else ""
    match head.status:
        case Status.OPEN:
            return "Open"
        case Status.STOPPED:
            return f"Stopped, {won}" if won else "Stopped"
        case Status.FINISHED:
            counts = any(seated.rank is not None for seated in head.seats)
            return won or ("Nobody won" if counts else "Does not count")


def players_of(head: SessionHead) -> str:
    """Who played: with their points, the best first, once the session counts; else in the order they sit."""
    ranked = sorted(head.seats, key=lambda seated: seated.rank or 0)
    told = [
        seated.player.name if seated.points is None else f"{seated.player.name} {number_text(seated.points)}"
        for seated in ranked
    ]
    return " · ".join(told)


def when_of(head: SessionHead) -> str:
    """When it was, how long it took and where: "Fri 6 Nov 20:15 · 1 h 20 min · Café"."""
    lasted = "" if head.seconds is None else hours(head.seconds)
    return " · ".join(filter(None, (day(head.opened_at, datetime.now(UTC)), lasted, head.place)))


def session_row(
    look: Look,
    games: Mapping[str, AnyGame],
    titles: Mapping[str, str],
    head: SessionHead,
    open_it: Act,
    *,
    name: str = "session",
    end: ft.Control | None = None,
) -> ft.Control:
    """The whole row is the way to the session; `end` stands at its right."""
    grey = ft.Colors.ON_SURFACE_VARIANT
    title = titles.get(head.game, head.game)
    lines: list[ft.Control] = [
        _line(look, f"{title} · {told_of(head)}", 16, bold=True),
        _line(look, players_of(head), 14),
        _line(look, when_of(head) + ("" if head.game in games else " · imported"), 13, color=grey),
    ]
    if head.note:
        lines.append(_line(look, head.note, 13, color=grey))
    inside: list[ft.Control] = [
        game_mark(look, games.get(head.game)),
        ft.Column(lines, spacing=1, expand=True, tight=True),
    ]
    if head.winners and end is None:
        inside.append(ft.Semantics(exclude_semantics=True, content=crown(look, 20)))
    if end is not None:
        inside.append(end)
    return press(
        f"{name}[{head.id}]",
        ft.Row(inside, spacing=12),
        open_it,
        padding=12,
        border_radius=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def game_mark(look: Look, game: AnyGame | None, size: float = 40) -> ft.Control:
    """The picture of a game on its cloth; a plain one for a game that only another app knows."""
    cloth = Look(look.dark, look.scale, game.colour) if game else look
    picture: ft.Control = (
        ft.Image(src=f"{game.key}/icon.svg", width=size * 0.58, height=size * 0.58, color="#ffffff")
        if game
        else ft.Icon(IMPORTED, size=size * 0.55, color="#ffffff", semantics_label="imported")
    )
    return ft.Container(
        picture, width=size, height=size, gradient=cloth.weave, border_radius=12, alignment=ft.Alignment.CENTER
    )


def _line(look: Look, words: str, size: float, *, bold: bool = False, color: str | None = None) -> ft.Control:
    style = look.text(size, bold=bold, color=color)
    return ft.Text(words, style=style, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
