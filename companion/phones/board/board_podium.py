"""The end on the board: the winners on their steps, everybody else below, the curve and the awards beside them."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Final

import flet as ft

from companion.open_session.table_session import TableSession
from companion.open_session.telling.awards import Award
from companion.phones.board.board_frame import (
    SMALLEST,
    Frame,
    Piece,
    break_lines,
    clamp,
    figure_width,
    line_height,
    text_width,
)
from companion.phones.board.board_middle import curve_card, least_curve, paper
from companion.phones.board.board_rows import seat_badge
from companion.ui.chips_and_buttons import identified
from companion.ui.marks import crown, number_text
from companion.ui.theme import mix
from scoring.contract.names import join_words
from scoring.contract.scores import Outcome, Place

_STEPS: Final = {1: 1.0, 2: 0.72, 3: 0.5}  # height of each step, as a share of the highest
_WIDEST: Final = 400  # width of a step; all in units
_CROWN: Final = 130
_BADGE: Final = 80
_NAME: Final = 58
_SPACE: Final = 12
_LOWEST: Final = 70  # minimum height of a step
_HIGHEST: Final = 640  # its maximum
_GAP: Final = 18
_LINE: Final = 66  # height of a line below

_FEW: Final = 4
"""With more places than this below the podium three stand in a line, if no name loses more than `_CUT` takes."""

_CUT: Final = 1.2

_POINTS: Final = (64, 120)  # smallest and largest font size of points on a step


def podium(frame: Frame, desk: TableSession, outcome: Outcome, width: float, height: float) -> ft.Control:
    beside = width * 0.36 if desk.shown.ledger else 0
    left = width - beside - _GAP if beside else width
    early = desk.shown.unranked  # below the steps, whatever their rank
    best = [place for place in desk.shown.standings if place.rank in _STEPS and place.side[0] not in early]
    below = _rest(frame, desk, [place for place in desk.shown.standings if place not in best], left)
    steps = _steps(frame, desk, outcome, best, left, height - len(below) * (_LINE + _GAP))
    column = ft.Column([steps, *below], spacing=frame.px(_GAP), alignment=ft.MainAxisAlignment.END)
    inside: list[ft.Control] = [ft.Container(column, width=frame.px(left))]
    if beside:
        inside.append(ft.Container(_beside(frame, desk, beside, height), width=frame.px(beside)))
    return ft.Row(inside, spacing=frame.px(_GAP), expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _steps(
    frame: Frame, desk: TableSession, outcome: Outcome, places: Sequence[Place], width: float, height: float
) -> ft.Control:
    step = min(_WIDEST, (width - _GAP * (len(places) - 1)) / len(places))
    order = [*reversed(places[1::2]), *places[::2]]
    drawn = [_step(frame, desk, outcome, place, step, height) for place in order]
    return ft.Row(
        drawn,
        spacing=frame.px(_GAP),
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )


def _step(frame: Frame, desk: TableSession, outcome: Outcome, place: Place, width: float, height: float) -> ft.Control:
    names = desk.shown.table.names
    won = bool(set(place.side) & set(outcome.winners))
    above: list[ft.Control] = [crown(frame.look, frame.px(_CROWN * 0.8))] if won else []
    badges: list[ft.Control] = [seat_badge(frame, seat, _BADGE) for seat in place.side]
    above.append(ft.Row(badges, spacing=frame.px(_GAP), alignment=ft.MainAxisAlignment.CENTER))
    above += [_name(frame, names[seat], width, bold=won) for seat in place.side]
    tallest = height - _CROWN - _BADGE - len(place.side) * line_height(_NAME) - (3 + len(place.side)) * _SPACE
    stone = _stone(frame, place, width, clamp(tallest, _LOWEST / _STEPS[3], _HIGHEST))
    column = ft.Column(
        [*above, stone], spacing=frame.px(_SPACE), tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )
    return identified(f"board.place[{place.side[0]}]", ft.Container(column, width=frame.px(width)))


def _stone(frame: Frame, place: Place, width: float, tallest: float) -> ft.Control:
    look, points, rank = frame.look, number_text(place.points), f"{place.rank}."
    colour = look.gold if place.rank == 1 else look.cloth
    ink = "#171412" if place.rank == 1 and look.dark else "#ffffff"
    size = clamp(tallest * _STEPS[3] * 0.6, _POINTS[0], _POINTS[1])
    share = min(1.0, width * 0.9 / (figure_width(points, size) + figure_width(rank, size * 0.6) + _GAP))
    texts = [frame.figure(points, max(SMALLEST, size * share), color=ink)]
    if size * share > SMALLEST:  # where many share a place, the steps are narrow
        texts.insert(0, frame.figure(rank, max(SMALLEST, size * 0.6 * share), color=ink))
    inside = ft.Row(list(texts), spacing=frame.px(_GAP * share), alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(
        inside,
        height=frame.px(tallest * _STEPS[place.rank]),
        width=frame.px(width),
        border_radius=ft.BorderRadius.only(top_left=frame.px(24), top_right=frame.px(24)),
        gradient=ft.LinearGradient(
            begin=ft.Alignment.TOP_CENTER,
            end=ft.Alignment.BOTTOM_CENTER,
            colors=[colour, mix(colour, "#000000", 0.28)],
        ),
        alignment=ft.Alignment.CENTER,
    )


def _name(frame: Frame, name: str, width: float, *, bold: bool) -> ft.Control:
    """A name as large as fits and is readable."""
    size = clamp(_NAME * width / max(text_width(name, _NAME, bold=bold), 1), SMALLEST + 4, _NAME)
    words = frame.text(name, size, bold=bold, text_align=ft.TextAlign.CENTER)
    return ft.Container(words, height=frame.px(line_height(_NAME)), alignment=ft.Alignment.CENTER)


def _rest(frame: Frame, desk: TableSession, places: Sequence[Place], width: float) -> list[ft.Control]:
    needed = max((_below(frame, desk, place).width for place in places), default=0)
    thirds = (width - 4 * _GAP) / 3
    crowded = len(places) > _FEW and needed <= thirds * _CUT
    most = thirds if crowded else (width - 2 * _GAP) / 2 if len(places) > 1 else width
    cells = [_below(frame, desk, place, most) for place in places]
    evenly = ft.MainAxisAlignment.SPACE_EVENLY
    return [frame.row(line, 2 * _GAP, alignment=evenly) for line in break_lines(cells, width, 2 * _GAP)]


def _below(frame: Frame, desk: TableSession, place: Place, room: float = inf) -> Piece:
    names = join_words([desk.shown.table.names[seat] for seat in place.side])
    words = f"{names}, left early" if place.side[0] in desk.shown.left else names
    parts = [
        frame.figure_piece(f"{place.rank}.", 44, color=ft.Colors.ON_SURFACE_VARIANT),
        *(Piece(56, seat_badge(frame, seat, 56)) for seat in place.side),
        frame.text_piece(words, 44, expand=True),
        frame.figure_piece(number_text(place.points), 48),
    ]
    cell = frame.pill(parts, 14, 5, _LINE, room=room)
    return replace(cell, control=identified(f"board.place[{place.side[0]}]", cell.control))


def _beside(frame: Frame, desk: TableSession, width: float, height: float) -> ft.Control:
    course, names = desk.shown.course, desk.shown.table.names
    lines: list[ft.Control] = []
    used: float = 36
    for award in desk.shown.awards:
        two = text_width(award.sentence, SMALLEST) > width - 36
        needed = (3 if two else 2) * line_height(SMALLEST) + 22
        if used + needed > height - least_curve(len(names)) - _GAP:
            break
        used += needed
        lines.append(_award(frame, desk, award))
    above = height - (used + _GAP if lines else 0)
    inside: list[ft.Control] = [curve_card(frame, course, names, width, above)] if course else []
    if lines:
        inside.append(paper(frame, ft.Column(lines, spacing=frame.px(20), tight=True), used))
    return ft.Column(inside, spacing=frame.px(_GAP))


def _award(frame: Frame, desk: TableSession, award: Award) -> ft.Control:
    star = ft.Icon(ft.Icons.STAR_ROUNDED, size=frame.px(SMALLEST), color=frame.look.gold)
    side = next(place.side for place in desk.shown.standings if award.seat in place.side)
    names = join_words([desk.shown.table.names[seat] for seat in side])
    title = frame.text(f"{award.title}: {names}", bold=True, expand=True)
    head = ft.Row([star, title], spacing=frame.px(10))
    sentence = frame.text(award.sentence, color=ft.Colors.ON_SURFACE_VARIANT, max_lines=2)
    return ft.Column([head, sentence], spacing=0, tight=True)
