"""A session in a list: game, outcome, players with points, date, duration and place."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import flet as ft

from companion.device.paths import assets_of
from companion.history.search_hits import Pieces, excerpt, pieces_of
from companion.ui.chips_and_buttons import Act, press
from companion.ui.cited_rules import marked
from companion.ui.marks import number_text
from companion.ui.panel import cut_text, stacked
from companion.ui.text import day, hours
from companion.ui.theme import Look
from scoring.contract.game import AnyGame
from scoring.contract.names import join_words
from scoring.games import KEYS
from storage.clock import utc_now
from storage.derived.results import Status
from storage.history.session_list import Seated, SessionHead
from storage.text_folding import fold

PAPER: Final = ft.Colors.SURFACE_CONTAINER_LOWEST
"""The fill of a framed row."""

IMPORTED: Final = ft.Icons.EXTENSION_OUTLINED
"""The icon of a game that only another app knows."""

MISSING: Final = ft.Icons.EXTENSION_OFF_OUTLINED
NOT_INSTALLED: Final = "Game not installed"
"""The icon of a game whose package is not installed, and what is said of its sessions."""

_PLAIN: Final = ft.Icons.STYLE_OUTLINED
"""The icon of a game whose package brings no picture."""

_MOST: Final = 4
"""Lines shown of each text."""


def outcome_text(head: SessionHead) -> str:
    """The status or outcome of a session: "Ana and Ben won", "Open", "Stopped", "Stopped, Ana won".

    A finished session without ranks was imported as one that does not count.
    """
    won = f"{join_words(head.winners)} won" if head.winners else ""
    match head.status:
        case Status.OPEN:
            return "Open"
        case Status.STOPPED:
            return f"Stopped, {won}" if won else "Stopped"
        case Status.FINISHED:
            counts = any(seated.rank is not None for seated in head.seats)
            return won or ("Nobody won" if counts else "Does not count")


def players_text(head: SessionHead) -> str:
    """The sides, best first with their points; the players in seat order if the session has no ranks."""
    sides: dict[int, list[Seated]] = {}
    for seat, seated in enumerate(head.seats):
        sides.setdefault(seat if seated.side is None else seated.side, []).append(seated)
    return " · ".join(map(_side_text, sorted(sides.values(), key=lambda side: side[0].rank or 0)))


def _side_text(side: Sequence[Seated]) -> str:
    names, points = join_words([seated.player.name for seated in side]), side[0].points
    return names if points is None else f"{names} {number_text(points)}"


def session_row(
    look: Look,
    games: Mapping[str, AnyGame],
    titles: Mapping[str, str],
    head: SessionHead,
    open_it: Act,
    *,
    words: tuple[str, ...] = (),
    name: str = "session",
    end: ft.Control | None = None,
) -> ft.Control:
    """A row that opens the session; `end` is placed under its text, at the right.

    `words` are the folded search words: their hits are marked and never cut off.
    """
    title = titles.get(head.game, head.game)
    is_missing = bool(head.rules) and head.rules not in games
    origin = NOT_INSTALLED if is_missing else "Imported" if head.from_file or not head.rules else ""
    lines = _lines(look, title, head, words, origin)
    if end is not None:
        lines[-1].expand = True
        lines[-1] = ft.Row([lines[-1], end], spacing=8)
    mark = game_mark(look, games.get(head.game), is_missing=is_missing)
    return list_row(f"{name}[{head.id}]", open_it, [mark], lines, fill=PAPER)


def list_row(
    name: str,
    open_it: Act,
    before: Sequence[ft.Control],
    lines: Sequence[ft.Control],
    after: Sequence[ft.Control] = (),
    *,
    fill: str = "",
) -> ft.Control:
    """A row of a list that opens something: lines of text between other controls. With a `fill` it is framed."""
    inside = ft.Row([*before, stacked(lines, 1), *after], spacing=10)
    if not fill:
        return press(name, inside, open_it, padding=ft.Padding.symmetric(vertical=8), border_radius=12)
    edge = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    return press(name, inside, open_it, padding=12, border_radius=16, bgcolor=fill, border=edge)


def end_figure(look: Look, figure: str, under: str) -> ft.Control:
    """A figure at the end of a row, with a word below it."""
    number = ft.Text(figure, style=look.figure(20), no_wrap=True)
    small = ft.Text(under, style=look.text(11, color=ft.Colors.ON_SURFACE_VARIANT), no_wrap=True)
    return ft.Column([number, small], spacing=-3, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)


def _lines(look: Look, title: str, head: SessionHead, words: tuple[str, ...], origin: str) -> list[ft.Control]:
    """The lines of a row. Hits that are not shown, such as the name of a merged player, get lines of their own."""
    grey, people = ft.Colors.ON_SURFACE_VARIANT, players_text(head)
    unbroken = people.replace(" ", "\N{NO-BREAK SPACE}").replace("·\N{NO-BREAK SPACE}", "· ")  # wraps between players
    lines: list[ft.Control] = [
        _line(look, (*pieces_of(title, words), (f" · {outcome_text(head)}", False)), 16, bold=True),
        _line(look, pieces_of(unbroken, words), 14),
        _line(look, _when_and_where(head, words, origin), 13, color=grey),
    ]
    if head.note:
        lines.append(_line(look, excerpt(head.note, words), 13, color=grey))
    shown = fold(" ".join((title, people, head.place, head.note)))
    missing = (word for word in words if word not in shown)
    earlier = "“{}”: an earlier name of a player"  # of one who was merged into another
    return lines + [_line(look, pieces_of(earlier.format(word), (word,)), 13, color=grey) for word in missing]


def game_mark(look: Look, game: AnyGame | None, size: float = 40, *, is_missing: bool = False) -> ft.Control:
    """A game's icon on its cloth; a plain icon if the game was imported or is not installed."""
    cloth = Look(look.dark, look.scale, game.box.colour) if game else look
    icon, says = (MISSING, NOT_INSTALLED.lower()) if is_missing else (IMPORTED, "imported")
    picture: ft.Control = (
        game_icon(game, size * 0.58) if game else ft.Icon(icon, size=size * 0.55, color="#ffffff", semantics_label=says)
    )
    return ft.Container(
        picture,
        width=size,
        height=size,
        gradient=cloth.weave,
        border_radius=size * 0.28,
        alignment=ft.Alignment.CENTER,
    )


def game_icon(game: AnyGame, size: float) -> ft.Control:
    """The picture of a game in white, `size` wide and high."""
    if game.key in KEYS:
        return ft.Image(src=f"{game.key}/icon.svg", width=size, height=size, color="#ffffff")
    drawing = draw_icon(game.key)
    if not drawing:
        return ft.Icon(_PLAIN, size=size, color="#ffffff")
    return ft.Image(src=drawing, width=size, height=size, color="#ffffff")


@cache
def draw_icon(key: str) -> str:
    """The SVG text of a game of another package, which the server does not serve; empty if there is none."""
    file = assets_of(key) / "icon.svg"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _when_and_where(head: SessionHead, words: tuple[str, ...], origin: str) -> Pieces:
    """The origin, date, duration and place: "Imported · Fri 6 Nov 20:15 · 35 min · Café"."""
    parts: list[Pieces] = [((origin, False),)] if origin else []
    parts.append(((day(head.opened_at, utc_now()), False),))
    if head.seconds is not None:
        parts.append(((hours(head.seconds), False),))
    if head.place:
        parts.append(pieces_of(head.place, words))
    return tuple(piece for part in parts for piece in ((" · ", False), *part))[1:]


def _line(look: Look, pieces: Pieces, size: float, *, bold: bool = False, color: str | None = None) -> ft.Control:
    style, text = look.text(size, bold=bold, color=color), "".join(piece for piece, _ in pieces)
    if not any(hit for _, hit in pieces):
        return cut_text(text, style, _MOST)
    spans = [
        ft.TextSpan(piece, style=marked(look, look.text(size, bold=True)) if hit else style) for piece, hit in pieces
    ]
    return ft.Text(spans=spans, semantics_label=text, max_lines=_MOST, overflow=ft.TextOverflow.ELLIPSIS)
