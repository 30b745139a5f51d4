"""The end on the board: the winners on their steps, everybody else below, the curve and the awards beside them."""

from collections.abc import Sequence
from typing import Final

import flet as ft

from companion.parts.marks import crown, number_text
from companion.parts.press import identified
from companion.screens.phones.board_frame import (
    SMALLEST,
    Frame,
    break_lines,
    clamp,
    figure_width,
    line_height,
    text_width,
)
from companion.screens.phones.board_middle import curve_card, paper
from companion.screens.phones.board_rows import seat_badge
from companion.session.awards import Award, awards
from companion.session.desk import Desk
from companion.text import listed
from companion.theme import mix
from scoring import agreements
from scoring.scores import Outcome, Place
from storage.derived.results import derive

_STEPS: Final = {1: 1.0, 2: 0.72, 3: 0.5}
"""The height of each step, as a share of the highest."""

_WIDEST: Final = 400
_GAP: Final = 18
_LINE: Final = 66
"""The width of a step, gaps, and the height of a line below, in units."""

_CURVE_OF_ONE: Final = 64
"""What each badge of the curve needs."""


def podium(frame: Frame, desk: Desk, outcome: Outcome, width: float, height: float) -> ft.Control:
    """Who won, and how it went."""
    places = agreements.standings(desk.game, desk.state)
    beside = width * 0.36 if desk.state.ledger else 0
    left = width - beside - _GAP if beside else width
    inside: list[ft.Control] = [
        ft.Container(_steps_and_rest(frame, desk, outcome, places, left, height), width=frame.px(left))
    ]
    if beside:
        inside.append(ft.Container(_beside(frame, desk, beside, height), width=frame.px(beside)))
    return ft.Row(inside, spacing=frame.px(_GAP), expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _steps_and_rest(
    frame: Frame, desk: Desk, outcome: Outcome, places: Sequence[Place], width: float, height: float
) -> ft.Control:
    best = [place for place in places if place.rank in _STEPS]
    rest = [place for place in places if place.rank not in _STEPS]
    below = _rest(frame, desk, rest, width)
    room = height - len(below) * (_LINE + _GAP)
    steps = _steps(frame, desk, outcome, best, width, room)
    return ft.Column([steps, *below], spacing=frame.px(_GAP), alignment=ft.MainAxisAlignment.END)


def _steps(
    frame: Frame, desk: Desk, outcome: Outcome, places: Sequence[Place], width: float, height: float
) -> ft.Control:
    """The first three places, the best in the middle."""
    step = min(_WIDEST, (width - _GAP * (len(places) - 1)) / len(places))
    order = [*reversed(places[1::2]), *places[::2]]
    drawn = [_step(frame, desk, outcome, place, step, height) for place in order]
    return ft.Row(
        drawn,
        spacing=frame.px(_GAP),
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )


def _step(frame: Frame, desk: Desk, outcome: Outcome, place: Place, width: float, height: float) -> ft.Control:
    look, names = frame.look, desk.state.table.names
    won = bool(set(place.side) & set(outcome.winners))
    figure = number_text(place.points)
    total = clamp(width * 0.9 / max(figure_width(figure, 100), 1) * 100, SMALLEST, 100)
    name_size = clamp(height * 0.07, 44, 60)
    above: list[ft.Control] = [crown(look, frame.px(110))] if won else []
    above += [
        ft.Row(
            [seat_badge(frame, seat, 80) for seat in place.side],
            spacing=frame.px(_GAP),
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        *(_name(frame, names[seat], name_size, seat in outcome.winners) for seat in place.side),
    ]
    taken = 132 * won + 80 + len(place.side) * line_height(name_size) + 60
    tallest = height - 132 - 80 - max(len(place.side), 1) * line_height(name_size) - 60
    block = clamp(tallest * _STEPS[place.rank], total * 1.3, height - taken)
    paper_colour = look.gold if place.rank == 1 else look.cloth
    ink = "#171412" if place.rank == 1 and look.dark else "#ffffff"
    inside: list[ft.Control] = [frame.figure(figure, total, color=ink)]
    if block > total * 1.15 + 2 * SMALLEST * 1.3:
        inside.append(frame.figure(f"{place.rank}.", min(90, (block - total * 1.2) * 0.6), color=ink))
    stone = ft.Container(
        ft.Column(
            inside,
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        height=frame.px(block),
        width=frame.px(width),
        border_radius=ft.BorderRadius.only(top_left=frame.px(24), top_right=frame.px(24)),
        gradient=ft.LinearGradient(
            begin=ft.Alignment.TOP_CENTER,
            end=ft.Alignment.BOTTOM_CENTER,
            colors=[paper_colour, mix(paper_colour, "#000000", 0.28)],
        ),
        alignment=ft.Alignment.CENTER,
    )
    column = ft.Column(
        [*above, stone],
        spacing=frame.px(12),
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return identified(f"board.place[{place.side[0]}]", ft.Container(column, width=frame.px(width)))


def _name(frame: Frame, name: str, size: float, bold: bool) -> ft.Control:
    return frame.text(name, size, bold=bold, text_align=ft.TextAlign.CENTER)


def _rest(frame: Frame, desk: Desk, places: Sequence[Place], width: float) -> list[ft.Control]:
    """Everybody else, several in a line."""
    cells: list[ft.Control] = []
    widths: list[float] = []
    most = (width - _GAP) / 2 if len(places) > 1 else width
    for place in places:
        names = listed([desk.state.table.names[seat] for seat in place.side])
        rank, points = f"{place.rank}.", number_text(place.points)
        fixed = figure_width(rank, 44) + figure_width(points, 48) + len(place.side) * 66 + 5 * 14 + 40
        wide = min(most, fixed + text_width(names, 44))
        parts: list[ft.Control] = [
            frame.figure(rank, 44, color=ft.Colors.ON_SURFACE_VARIANT),
            *(seat_badge(frame, seat, 56) for seat in place.side),
            frame.text(names, 44, expand=True, expand_loose=True),
            frame.figure(points, 48),
        ]
        row = ft.Row(parts, spacing=frame.px(14), vertical_alignment=ft.CrossAxisAlignment.CENTER)
        cell = ft.Container(row, width=frame.px(wide), height=frame.px(_LINE))
        cells.append(identified(f"board.place[{place.side[0]}]", cell))
        widths.append(wide)
    return [
        ft.Row([cells[cell] for cell in line], spacing=frame.px(2 * _GAP), alignment=ft.MainAxisAlignment.SPACE_EVENLY)
        for line in break_lines(widths, width, 2 * _GAP)
    ]


def _beside(frame: Frame, desk: Desk, width: float, height: float) -> ft.Control:
    """The curve, and below it the awards that fit."""
    least = max(360, _CURVE_OF_ONE * len(desk.state.table.names) + 60)
    derived = derive(desk.game, desk.run)
    given = awards(derived.result, desk.game.measured, desk.game.best) if derived and derived.result else ()
    lines: list[ft.Control] = []
    used: float = 36
    for award in given:
        two = text_width(award.sentence, SMALLEST) > width - 36
        needed = (3 if two else 2) * line_height(SMALLEST) + 22
        if used + needed > height - least - _GAP:
            break
        used += needed
        lines.append(_award(frame, desk, award))
    above = height - (used + _GAP if lines else 0)
    inside: list[ft.Control] = [curve_card(frame, desk, width, above)]
    if lines:
        inside.append(paper(frame, ft.Column(lines, spacing=frame.px(20), tight=True), used))
    return ft.Column(inside, spacing=frame.px(_GAP))


def _award(frame: Frame, desk: Desk, award: Award) -> ft.Control:
    star = ft.Icon(ft.Icons.STAR_ROUNDED, size=frame.px(SMALLEST), color=frame.look.gold)
    title = frame.text(f"{award.title}: {desk.state.table.names[award.seat]}", bold=True, expand=True)
    head = ft.Row([star, title], spacing=frame.px(10))
    sentence = frame.text(award.sentence, color=ft.Colors.ON_SURFACE_VARIANT, max_lines=2)
    return ft.Column([head, sentence], spacing=0, tight=True)
