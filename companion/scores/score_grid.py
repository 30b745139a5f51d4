"""The score sheet: rounds down, seats across; every cell opens its score lines, and may have a note below its points.

Partners stand beside each other, with what they have together below their totals. Where only the first of them scores,
because the table enters numbers for the side, the side has one column.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import flet as ft

from companion.ui.marks import badge, number_text, points_text
from companion.ui.panel import note
from companion.ui.press import identified
from companion.ui.text import listed
from companion.ui.theme import TOUCH, Look
from scoring.contract.game import AnyGame, CellNote, RoundHead, State, Table
from scoring.contract.scores import Best, Ledger, Side, by_round, totals
from scoring.engine import agreements
from scoring.engine.regrouping import find_first_round

_HEAD = 78
_CELL = 56
_LETTER = 6.5  # pixels of a character of a note, at most


class SheetFacts(NamedTuple):
    """What the score sheet and the curve show."""

    look: Look
    table: Table
    ledger: Ledger
    rounds: tuple[RoundHead, ...]
    best: Best
    width: float  # in pixels
    sides: tuple[Side, ...]  # who stands together, by lowest seat
    notes: tuple[CellNote, ...]  # below the points
    legend: str  # what they mean
    since: tuple[int, ...]  # the first round of each seat

    @property
    def has_partners(self) -> bool:
        """Whether some side has several players."""
        return any(len(side) > 1 for side in self.sides)

    @property
    def columns(self) -> tuple[Side, ...]:
        """Whose points each column adds up: a player's, or a side's that scores as one."""
        scorers = {line.seat for line in self.ledger}
        if scorers and scorers <= {side[0] for side in self.sides}:
            return self.sides
        return tuple((seat,) for side in self.sides for seat in side)


class _Cells(NamedTuple):
    """What stands in each cell, by round and seat, and what a tap on it opens."""

    points: Mapping[tuple[int, int], int]
    notes: Mapping[tuple[int, int], str]
    open: Callable[[int, int], None]


def sheet_facts(look: Look, game: AnyGame, state: State, width: float) -> SheetFacts:
    """What sheet and curve show of this state; points agreed before the first round get a row above it."""
    ledger: Ledger = game.provisional(state)
    rounds = game.rounds(state)
    known = {head.number for head in rounds}
    before = sorted({round_ for round_, _ in by_round(ledger)} - known)
    heads = (*(RoundHead(number, "Before") for number in before), *rounds)
    sides = agreements.list_sides(game, state)
    view = game.view(state)
    since = tuple(find_first_round(state, seat) for seat in state.table.seats)
    best = game.best(state)
    return SheetFacts(look, state.table, ledger, heads, best, width, sides, view.notes, view.legend, since)


def score_grid(facts: SheetFacts, open_cell: Callable[[int, int], None]) -> ft.Control:
    """Rounds by seats with the totals below; it scrolls sideways if it is wider than the screen."""
    look, columns = facts.look, facts.columns
    cells = _Cells(by_round(facts.ledger), {(one.round, one.seat): one.text for one in facts.notes}, open_cell)
    longest = max((len(one.text) for one in facts.notes), default=0)
    cell = max(_CELL, look.box(_LETTER) * longest + 6, (facts.width - _HEAD) / len(columns))
    rows: list[ft.Control] = [_names(look, facts.table.names, columns, cell)]
    rows += [_round(look, head, columns, cells, cell) for head in facts.rounds]
    sums = totals(facts.ledger, facts.table.seats)
    of_sides = [sum(sums[seat] for seat in side) for side in facts.sides]
    if columns == facts.sides:
        rows.append(_totals(look, "Total", of_sides, [cell] * len(of_sides), facts.best))
    else:
        rows.append(_totals(look, "Total", [sums[seat] for (seat,) in columns], [cell] * len(columns), None))
        rows.append(_totals(look, "Together", of_sides, [cell * len(side) for side in facts.sides], facts.best))
    grid = ft.Row([ft.Column(rows, spacing=0, tight=True)], scroll=ft.ScrollMode.AUTO)
    return ft.Column([grid, note(look, facts.legend)], spacing=6, tight=True) if facts.notes else grid


def _names(look: Look, names: Sequence[str], columns: Sequence[Side], cell: float) -> ft.Control:
    heads: list[ft.Control] = [ft.Container(width=_HEAD)]
    for column in columns:
        name = listed([names[seat] for seat in column])
        text = ft.Text(
            name,
            style=look.text(12, bold=True),
            max_lines=len(column),
            overflow=ft.TextOverflow.ELLIPSIS,
            text_align=ft.TextAlign.CENTER,
        )
        badges = [badge(look, seat, 24) for seat in column]
        inside = ft.Column(
            [ft.Row(badges, spacing=2, alignment=ft.MainAxisAlignment.CENTER), text],
            spacing=2,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        heads.append(
            ft.Container(
                inside,
                width=cell,
                padding=ft.Padding.symmetric(horizontal=2, vertical=6),
                alignment=ft.Alignment.CENTER,
            )
        )
    return ft.Row(heads, spacing=0, tight=True)


def _round(
    look: Look,
    head: RoundHead,
    columns: Sequence[Side],
    cells: _Cells,
    width: float,
) -> ft.Control:
    words: list[ft.Control] = [
        ft.Text(head.title, style=look.text(13, bold=True), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
    ]
    soft = look.text(12, color=ft.Colors.ON_SURFACE_VARIANT)
    if head.name:
        words.append(ft.Text(head.name, style=soft, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS))
    if head.size:
        size = f"{head.size} card{'s' if head.size > 1 else ''}"
        words.append(ft.Text(size, style=soft, no_wrap=True))
    title = ft.Container(ft.Column(words, spacing=0, tight=True), width=_HEAD, padding=ft.Padding.only(left=4))
    drawn = [_cell(look, head.number, seat, cells, width) for seat, *_ in columns]
    return ft.Container(
        ft.Row([title, *drawn], spacing=0, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        border=ft.Border(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
    )


def _cell(look: Look, round_: int, seat: int, cells: _Cells, width: float) -> ft.Control:
    points = cells.points.get((round_, seat))
    if points is None:
        dash = ft.Text("·", style=look.figure(16, color=ft.Colors.OUTLINE))
        return ft.Container(dash, width=width, height=TOUCH, alignment=ft.Alignment.CENTER)
    inside: ft.Control = ft.Text(
        points_text(points), style=look.figure(16, color=look.points_ink(points)), no_wrap=True
    )
    if said := cells.notes.get((round_, seat)):
        below = ft.Text(said, style=look.text(12, color=ft.Colors.ON_SURFACE_VARIANT), no_wrap=True)
        inside = ft.Column(
            [inside, below],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
    return identified(
        f"cell[{round_}][{seat}]",
        ft.Container(
            inside,
            width=width,
            height=max(TOUCH, look.box(TOUCH)),
            alignment=ft.Alignment.CENTER,
            ink=True,
            border_radius=8,
            on_click=lambda _: cells.open(round_, seat),
        ),
    )


def _totals(look: Look, title: str, sums: Sequence[int], widths: Sequence[float], best: Best | None) -> ft.Control:
    """A line of sums in cells of these widths; the leading one bold, and the others softer, unless `best` is None."""
    leading = max(sums, key=lambda total: best.sign * total) if best is not None else None
    cells: list[ft.Control] = [
        ft.Container(ft.Text(title, style=look.text(14, bold=True)), width=_HEAD, padding=ft.Padding.only(left=4))
    ]
    for total, width in zip(sums, widths, strict=True):
        is_leading = total == leading
        ink = ft.Colors.ON_SURFACE if is_leading or leading is None else ft.Colors.ON_SURFACE_VARIANT
        text = ft.Text(number_text(total), style=look.figure(20, bold=is_leading, color=ink), no_wrap=True)
        cells.append(ft.Container(text, width=width, height=TOUCH, alignment=ft.Alignment.CENTER))
    return ft.Container(
        ft.Row(cells, spacing=0, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        border=ft.Border(top=ft.BorderSide(2, ft.Colors.OUTLINE)),
    )
