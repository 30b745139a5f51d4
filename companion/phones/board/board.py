"""The board for a television: everything the table may see, large enough for three metres, and nothing to tap."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import flet as ft

from companion.open_session.desk_hooks import use_table, use_table_look
from companion.open_session.table_session import TableSession
from companion.phones.board.board_frame import (
    SMALLEST,
    Frame,
    Piece,
    break_lines,
    frame_for,
    line_height,
    text_width,
)
from companion.phones.board.board_middle import Middle
from companion.phones.board.board_podium import podium
from companion.phones.board.board_rows import player_rows
from companion.phones.phone_context import use_guest
from companion.table.rows.seats import seat_facts
from companion.ui.chips_and_buttons import identified
from companion.ui.marks import ICONS, suit_mark
from companion.ui.text import true_minus, who_wins
from companion.ui.theme import Look
from companion.window.hooks import use_awake
from companion.window.view import use_view
from scoring.contract.cards import Suit
from scoring.contract.game import Fact
from scoring.contract.scores import Outcome

_MARGIN: Final = 24
_GAP: Final = 12
_TITLE: Final = 62
_FACT: Final = 40
_FACT_HEIGHT: Final = 64
_HEAD_PADDING: Final = 18
_HEAD_LINES: Final = 2  # lines of facts at the top; the rest is beside the players
_FOOT: Final = 116  # height of the line at the bottom
_FOOT_SIZES: Final = (60, 54, 48, 42)  # its font sizes: the largest that fits
_PANE: Final = 0.34  # share of the width for the middle of the table and the curve
_OPENING: Final = (1920.0, 1080.0)  # size of a window that does not know its own yet


@ft.component
def BoardScreen() -> ft.View:
    """The table as everybody in the room sees it, and after the end the winners."""
    guest = use_guest()
    desk = use_table(guest.table.session_id)
    frame, measure = _use_frame(use_table_look(desk))
    use_awake()
    outcome = desk.shown.outcome
    head, head_height, rest = _head(frame, desk)
    width = frame.width - 2 * _MARGIN
    height = frame.height - head_height - _FOOT - 2 * _MARGIN
    if outcome is None:
        body = _playing(frame, desk, rest, width, height)
        sentence = desk.shown.waiting
    else:
        body = podium(frame, desk, outcome, width, height)
        sentence = _ending(frame, desk, outcome)
    middle = ft.Container(body, padding=frame.px(_MARGIN), expand=True)
    surface = ft.Container(
        ft.Column([head, middle, _foot(frame, sentence)], spacing=0),
        expand=True,
        bgcolor=ft.Colors.SURFACE,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        on_size_change=measure,
    )
    return use_view([surface])


def _use_frame(look: Look) -> tuple[Frame, Callable[[Any], None]]:
    """The frame of this window, and the handler of its size."""
    page = ft.context.page
    size, put = ft.use_state((page.width or _OPENING[0], page.height or _OPENING[1]))

    def measure(e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        if e.width and e.height and (e.width, e.height) != size:
            put((e.width, e.height))

    return frame_for(look, *size), measure


def _playing(frame: Frame, desk: TableSession, rest: Sequence[Fact], width: float, height: float) -> ft.Control:
    shown = desk.shown
    seats = [replace(facts, turn=facts.seat in shown.awaited) for facts in seat_facts(desk, None)]
    middle = Middle(frame, desk, rest, width * _PANE, height)
    room = width - middle.width - _MARGIN if middle.is_filled else width
    rows = player_rows(frame, seats, shown.standings, room, height, ranked=bool(shown.ledger))
    inside: list[ft.Control] = [ft.Container(rows, width=frame.px(room))]
    if middle.is_filled:
        inside.append(middle.draw())
    return ft.Row(inside, spacing=frame.px(_MARGIN), vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _head(frame: Frame, desk: TableSession) -> tuple[ft.Control, float, Sequence[Fact]]:
    """The game and its facts; its height in units, and the facts without room."""
    suits = {suit.key: suit for suit in desk.game.box.suits}
    facts: tuple[Fact, ...] = desk.shown.view.facts
    title = frame.figure_piece(desk.title, _TITLE, color="#ffffff")
    room = frame.width - 3 * _MARGIN - title.width
    pieces = [_fact(frame, fact, suits.get(fact.suit), room) for fact in facts]
    lines = break_lines(pieces, room, _GAP)[:_HEAD_LINES]
    rows = max(len(lines), 1)
    height = 2 * _HEAD_PADDING + rows * _FACT_HEIGHT + (rows - 1) * _GAP
    named = ft.Container(ft.Semantics(heading_level=1, content=title.control), width=frame.px(title.width))
    shown: list[ft.Control] = [frame.row(line, _GAP, height=frame.px(_FACT_HEIGHT)) for line in lines]
    inside = [Piece(title.width, named), Piece(room, ft.Column(shown, spacing=frame.px(_GAP), tight=True))]
    band = ft.Container(
        frame.row(inside, _MARGIN),
        gradient=frame.look.weave,
        height=frame.px(height),
        padding=ft.Padding.symmetric(horizontal=frame.px(_MARGIN)),
    )
    return band, height, facts[sum(map(len, lines)) :]


def _fact(frame: Frame, fact: Fact, suit: Suit | None, room: float) -> Piece:
    inside: list[Piece] = []
    if suit is not None:
        mark = suit_mark(frame.look, suit, frame.px(SMALLEST))
        side = frame.px(_FACT + 12)
        plate = ft.Container(mark, width=side, height=side, bgcolor=ft.Colors.SURFACE, border_radius=side / 2)
        plate.alignment = ft.Alignment.CENTER
        inside.append(Piece(_FACT + 12, plate))
    elif fact.key in ICONS:
        inside.append(Piece(_FACT, ft.Icon(ICONS[fact.key], size=frame.px(_FACT), color="#ccffffff")))
    inside.append(frame.text_piece(fact.text, _FACT, bold=True, color="#ffffff", expand=True))
    pill = frame.pill(inside, 10, 20, _FACT_HEIGHT, room=room, border_radius=frame.px(32), bgcolor="#38000000")
    return replace(pill, control=identified(f"board.fact.{fact.key}", pill.control))


def _ending(frame: Frame, desk: TableSession, outcome: Outcome) -> str:
    """Who won and why; only why if both are too long for a line, because the podium shows who."""
    because = true_minus(outcome.because)
    both = f"{who_wins([desk.shown.table.names[seat] for seat in outcome.winners])}. {because}"
    return both if text_width(both, _FOOT_SIZES[-2], bold=True) <= frame.width - 2 * _MARGIN - 20 else because


def _foot(frame: Frame, sentence: str) -> ft.Control:
    room = frame.width - 2 * _MARGIN - 20
    size = next((size for size in _FOOT_SIZES if text_width(sentence, size, bold=True) <= room), SMALLEST + 2)
    lines = int((_FOOT - 12) // line_height(size))
    words = frame.text(
        sentence, size, bold=True, color="#ffffff", max_lines=lines, text_align=ft.TextAlign.CENTER, expand=True
    )
    return identified(
        "board.waiting",
        ft.Container(
            ft.Row([words]),
            height=frame.px(_FOOT),
            padding=ft.Padding.symmetric(horizontal=frame.px(_MARGIN)),
            gradient=frame.look.weave,
        ),
    )
