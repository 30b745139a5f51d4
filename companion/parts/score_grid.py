"""The score sheet: rounds down, seats across; every cell opens its score lines."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import flet as ft

from companion.parts.marks import badge, number_text, points_text
from companion.parts.press import identified
from companion.theme import TOUCH, Look
from scoring.game import AnyGame, RoundHead, State, Table
from scoring.scores import Best, Ledger, by_round, totals

_HEAD = 78
_CELL = 56


class SheetFacts(NamedTuple):
    """What the score sheet and the curve show."""

    look: Look
    table: Table
    ledger: Ledger
    rounds: tuple[RoundHead, ...]
    best: Best
    width: float  # in pixels


def sheet_facts(look: Look, game: AnyGame, state: State, width: float) -> SheetFacts:
    """What sheet and curve show of this state; points agreed before the first round get a row above it."""
    ledger: Ledger = game.provisional(state)
    rounds = game.rounds(state)
    known = {head.number for head in rounds}
    before = sorted({round_ for round_, _ in by_round(ledger)} - known)
    heads = (*(RoundHead(number, "Before") for number in before), *rounds)
    return SheetFacts(look, state.table, ledger, heads, game.best_in(state), width)


def score_grid(facts: SheetFacts, open_cell: Callable[[int, int], None]) -> ft.Control:
    """Rounds by seats with the totals below; it scrolls sideways if it is wider than the screen."""
    look, table, ledger, rounds, best, width = facts
    sums = by_round(ledger)
    cell = max(_CELL, (width - _HEAD) / len(table.names))
    rows: list[ft.Control] = [_names(look, table.names, cell)]
    rows += [_round(look, head, table.seats, sums, cell, open_cell) for head in rounds]
    rows.append(_totals(look, [*totals(ledger, table.seats).values()], best, cell))
    return ft.Row([ft.Column(rows, spacing=0, tight=True)], scroll=ft.ScrollMode.AUTO)


def _names(look: Look, names: Sequence[str], cell: float) -> ft.Control:
    heads: list[ft.Control] = [ft.Container(width=_HEAD)]
    for seat, name in enumerate(names):
        text = ft.Text(name, style=look.text(12, bold=True), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
        inside = ft.Column(
            [badge(look, seat, 24), text], spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
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
    seats: Sequence[int],
    sums: Mapping[tuple[int, int], int],
    cell: float,
    open_cell: Callable[[int, int], None],
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
    cells = [_cell(look, head.number, seat, sums.get((head.number, seat)), cell, open_cell) for seat in seats]
    return ft.Container(
        ft.Row([title, *cells], spacing=0, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        border=ft.Border(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
    )


def _cell(
    look: Look, round_: int, seat: int, points: int | None, width: float, open_cell: Callable[[int, int], None]
) -> ft.Control:
    if points is None:
        dash = ft.Text("·", style=look.figure(16, color=ft.Colors.OUTLINE))
        return ft.Container(dash, width=width, height=TOUCH, alignment=ft.Alignment.CENTER)
    ink = look.good if points > 0 else look.bad if points < 0 else ft.Colors.ON_SURFACE_VARIANT
    return identified(
        f"cell[{round_}][{seat}]",
        ft.Container(
            ft.Text(points_text(points), style=look.figure(16, color=ink), no_wrap=True),
            width=width,
            height=TOUCH,
            alignment=ft.Alignment.CENTER,
            ink=True,
            border_radius=8,
            on_click=lambda _: open_cell(round_, seat),
        ),
    )


def _totals(look: Look, sums: Sequence[int], best: Best, cell: float) -> ft.Control:
    leading = max(sums, key=lambda total: best.sign * total)
    cells: list[ft.Control] = [
        ft.Container(ft.Text("Total", style=look.text(14, bold=True)), width=_HEAD, padding=ft.Padding.only(left=4))
    ]
    for total in sums:
        ink = look.accent if total == leading else None
        text = ft.Text(number_text(total), style=look.figure(20, color=ink), no_wrap=True)
        cells.append(ft.Container(text, width=cell, height=TOUCH, alignment=ft.Alignment.CENTER))
    return ft.Container(
        ft.Row(cells, spacing=0, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        border=ft.Border(top=ft.BorderSide(2, ft.Colors.OUTLINE)),
    )
