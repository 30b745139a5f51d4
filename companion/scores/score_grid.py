"""The grid of the score sheet: rounds down, seats across, totals below.

Every cell opens its score lines, and may have a note below its points.
Partners stand beside each other, with what they have together below their totals. Where only the first of them scores,
because the table enters numbers for the side, the side has one column.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import flet as ft

from companion.open_session.shown_table import ShownTable
from companion.ui.chips_and_buttons import press
from companion.ui.marks import badge, number_text, points_text
from companion.ui.panel import centred, cut_text, note
from companion.ui.text import counted
from companion.ui.theme import DAY, NIGHT, TOUCH, Look
from scoring.contract.game import CellNote, RoundHead, Table
from scoring.contract.names import join_words
from scoring.contract.scores import Ledger, Seat, Side, by_round, totals

_HEAD = 66  # least width of the titles of the rounds
_HEAD_LETTER = 9  # pixels of a letter of a title, at most
_HEAD_LETTERS = 7.5  # and of one in a whole title
_HEAD_WIDEST = 120
_CELL = 46  # width of the narrowest column
_NAMES = 56  # height of the names in one line
_NAME_LINE = 16  # and of a second one
_NAME_LETTER = 7  # pixels of a character of a name
_PADDING = 2  # beside them
_SHORT = 9  # characters of a round's name that fit on one line beside it
_EDGE = 28  # width of the edge that says that more players follow

_LETTER = 6.5  # pixels of a character of a note, at most
_FIGURE = 9  # and of the points
_TOTAL = 13  # and of the totals, with the gap between them


class SheetFacts(NamedTuple):
    look: Look
    table: Table
    ledger: Ledger
    rounds: tuple[RoundHead, ...]
    width: float  # in pixels
    sides: tuple[Side, ...]  # who stands together, by lowest seat
    notes: tuple[CellNote, ...]  # below the points
    legend: str  # what they mean
    columns: tuple[Side, ...]  # whose points each column adds up
    total: str = "Total"  # the title of the last row
    running: bool = False  # the cells show the totals after each round
    unranked: frozenset[Seat] = frozenset()  # who left and leads no more, whatever the points


class _Cells(NamedTuple):
    names: Sequence[str]  # of the players, for somebody who does not see the head of the column
    points: Mapping[tuple[int, int], float]
    notes: Mapping[tuple[int, int], str]
    open: Callable[[int, int], None]
    is_running: bool = False  # the points are totals, the notes their changes
    note_lines: int = 1


def sheet_facts(look: Look, shown: ShownTable, width: float) -> SheetFacts:
    ledger = shown.provisional
    return SheetFacts(
        look,
        shown.table,
        tuple(replace(line, seat=shown.list_scorers(line.seat)[0]) for line in ledger),
        shown.rows,
        width,
        shown.sides,
        shown.view.notes,
        shown.view.legend,
        shown.scoring_sides,
        "Total" if len(ledger) == len(shown.ledger) else "As it stands",  # with the round that is being played
        unranked=shown.unranked,
    )


def score_grid(facts: SheetFacts, open_cell: Callable[[int, int], None]) -> ft.Control:
    """Rounds by seats with the totals below; if it is wider than the screen, the players scroll beside the rounds."""
    look, columns = facts.look, facts.columns
    points = by_round(facts.ledger)
    notes: dict[tuple[int, int], str] = {(one.round, one.seat): one.text for one in facts.notes}
    if facts.running:
        notes = {cell: points_text(change) for cell, change in points.items()}
        points = _add_up(facts)
    names = facts.table.names
    titles = _title_width(look, facts.rounds)
    room = (facts.width - titles) / len(columns)
    is_torn = look.box(_LETTER) * max(map(len, notes.values()), default=0) + 6 > max(room, look.box(_CELL))
    parts = [part for text in notes.values() for part in (text.split() if is_torn else [text])]
    cells = _Cells(names, points, notes, open_cell, is_running=facts.running, note_lines=1 + is_torn)
    sums = totals(facts.ledger, facts.table.seats)
    figures = max(len(points_text(number)) for number in (*points.values(), *sums.values()))
    cell = max(
        look.box(_CELL),
        look.box(_LETTER) * max(map(len, parts), default=0) + 6,
        look.box(_FIGURE) * figures,
        room,
    )
    longest = max(len(_name(names, column)) for column in columns)
    name_lines = 1 + (look.box(_NAME_LETTER) * longest > cell - 2 * _PADDING)
    top = look.box(_NAMES + _NAME_LINE * (name_lines - 1))
    heads: list[ft.Control] = [ft.Container(height=top)]
    rows: list[ft.Control] = [_names(look, names, columns, cell, name_lines, top)]
    for head in facts.rounds:
        height = _height(look, head, cells.note_lines)
        heads.append(_round_title(look, head, height))
        drawn = [_cell(look, head, column, cells, cell) for column in columns]
        rows.append(_line(drawn, height, ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)))
    below = [(facts.total, columns)]
    if columns != facts.sides:
        below.append(("Together", facts.sides))
    for title, sides in below:
        heads.append(_total_title(look, title))
        numbers = [sum(sums[seat] for seat in side) for side in sides]
        widths = [cell if sides == columns else cell * len(side) for side in sides]
        said = [_name(names, side) for side in sides]
        leading = _list_leading(facts, numbers) if sides == facts.sides else None
        rows.append(_totals(look, said, numbers, widths, leading))
    needed = cell * len(columns)
    grid = Beside(look, heads, rows, titles, needed > facts.width - titles + 1, key="grid")
    has_legend = bool(facts.notes) and not facts.running
    return ft.Column([grid, note(look, facts.legend)], spacing=6, tight=True) if has_legend else grid


@ft.component
def Beside(
    look: Look, heads: list[ft.Control], rows: list[ft.Control], titles: float, is_wider: bool, key: str | None = None
) -> ft.Control:
    """The rows beside their heads, which are `titles` wide and stay.

    If the rows are wider than the screen, an edge says so until their end.
    """
    is_end, put_end = ft.use_state(False)

    def on_scroll(e: ft.OnScrollEvent) -> None:
        put_end(e.pixels >= e.max_scroll_extent - 4)

    column = ft.Column(rows, spacing=0, tight=True)
    scrolled = ft.Row([column], scroll=ft.ScrollMode.HIDDEN if is_wider else None, on_scroll=on_scroll)
    inside: list[ft.Control] = [scrolled]
    if is_wider and not is_end:
        paper = (NIGHT if look.dark else DAY)["surface_container_lowest"]
        edge = ft.Container(
            ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, size=20, color=look.accent, semantics_label="More players follow"),
            width=_EDGE,
            top=0,
            bottom=0,
            right=0,
            alignment=ft.Alignment.CENTER_RIGHT,
            ignore_interactions=True,
            gradient=ft.LinearGradient(
                begin=ft.Alignment.CENTER_LEFT, end=ft.Alignment.CENTER_RIGHT, colors=[f"#00{paper[1:]}", paper]
            ),
        )
        inside.append(edge)
    return ft.Row(
        [ft.Column(heads, spacing=0, tight=True, width=titles), ft.Container(ft.Stack(inside), expand=True)], spacing=0
    )


def _add_up(facts: SheetFacts) -> dict[tuple[int, int], float]:
    points = by_round(facts.ledger)
    sums: dict[Seat, float] = dict.fromkeys(facts.table.seats, 0)
    running: dict[tuple[int, int], float] = {}
    for head in facts.rounds:
        for seat in facts.table.seats:
            if (head.number, seat) in points:
                sums[seat] += points[head.number, seat]
                running[head.number, seat] = sums[seat]
    return running


def _names(
    look: Look, names: Sequence[str], columns: Sequence[Side], cell: float, lines: int, height: float
) -> ft.Control:
    heads: list[ft.Control] = []
    for column in columns:
        text = cut_text(_name(names, column), look.text(12, bold=True), lines, text_align=ft.TextAlign.CENTER)
        badges = [badge(look, seat, 24) for seat in column]
        inside = centred([ft.Row(badges, spacing=2, alignment=ft.MainAxisAlignment.CENTER), text], 2)
        padding = ft.Padding.symmetric(horizontal=_PADDING)
        heads.append(ft.Container(inside, width=cell, padding=padding, alignment=ft.Alignment.CENTER))
    return _line(heads, height)


def _name(names: Sequence[str], side: Side) -> str:
    return join_words([names[seat] for seat in side])


def _line(cells: list[ft.Control], height: float, top: ft.BorderSide | None = None) -> ft.Control:
    row = ft.Row(cells, spacing=0, tight=True)
    return ft.Container(row, height=height, border=ft.Border(top=top) if top else None)


def _height(look: Look, head: RoundHead, note_lines: int) -> float:
    lines = bool(head.size) + (0 if not head.name else 1 if len(head.name) <= _SHORT else 2)
    return max(_cell_height(look, note_lines), look.box(24 + 16 * lines)) + 1  # and the line above


def _cell_height(look: Look, note_lines: int) -> float:
    return max(TOUCH, look.box(TOUCH), look.box(28 + 16 * note_lines))


def _title_width(look: Look, rounds: Sequence[RoundHead]) -> float:
    """Wide enough for the longest word of a title, which is not torn apart, and for a title that has one line."""
    word = max((len(word) for head in rounds for word in head.title.split()), default=0)
    line = max((len(head.title) for head in rounds if head.name or head.size), default=0)
    return min(max(_HEAD, look.box(_HEAD_LETTER) * word + 4, look.box(_HEAD_LETTERS) * line + 4), _HEAD_WIDEST)


def _round_title(look: Look, head: RoundHead, height: float) -> ft.Control:
    lines = 1 if head.name or head.size else 2
    words: list[ft.Control] = [cut_text(head.title, look.text(13, bold=True), lines)]
    soft = look.text(12, color=ft.Colors.ON_SURFACE_VARIANT)
    if head.name:
        words.append(cut_text(head.name, soft, 2))
    if head.size:
        words.append(ft.Text(counted(head.size, "card"), style=soft, no_wrap=True))
    return ft.Container(
        ft.Column(words, spacing=0, tight=True),
        height=height,
        padding=ft.Padding.only(left=4),
        alignment=ft.Alignment.CENTER_LEFT,
        border=ft.Border(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
    )


def _cell(look: Look, head: RoundHead, column: Side, cells: _Cells, width: float) -> ft.Control:
    round_, seat = head.number, column[0]
    points = cells.points.get((round_, seat))
    if points is None:
        dash = ft.Text("·", style=look.figure(16, color=ft.Colors.OUTLINE))
        return ft.Container(dash, width=width, height=TOUCH, alignment=ft.Alignment.CENTER)
    ink = ft.Colors.ON_SURFACE if cells.is_running else look.points_ink(points)
    text = number_text(points) if cells.is_running else points_text(points)
    inside: ft.Control = ft.Text(text, style=look.figure(16, color=ink), no_wrap=True)
    if said := cells.notes.get((round_, seat)):
        if cells.note_lines > 1 and min(map(len, said.split())) > 2:  # "0/1 0/0" would touch its neighbours
            said = said.replace(" ", "\n")
        soft = look.text(12, color=ft.Colors.ON_SURFACE_VARIANT)
        below = ft.Text(said, style=soft, no_wrap=cells.note_lines == 1, text_align=ft.TextAlign.CENTER)
        inside = ft.Column(
            [inside, below],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
    return press(
        f"cell[{round_}][{seat}]",
        inside,
        partial(cells.open, round_, seat),
        label=_name(cells.names, column),
        width=width,
        height=_cell_height(look, cells.note_lines),
        alignment=ft.Alignment.CENTER,
        border_radius=8,
    )


def _total_title(look: Look, title: str) -> ft.Control:
    return ft.Container(
        ft.Text(title, style=look.text(13, bold=True)),
        height=look.box(TOUCH) + 2,
        padding=ft.Padding.only(left=4),
        alignment=ft.Alignment.CENTER_LEFT,
        border=ft.Border(top=ft.BorderSide(2, ft.Colors.OUTLINE)),
    )


def _list_leading(facts: SheetFacts, sums: Sequence[float]) -> frozenset[int]:
    """The places in `facts.sides` of those with the best sum; not of those who left and are last."""
    sign = facts.look.best.sign
    ranked = {at: sign * sums[at] for at, side in enumerate(facts.sides) if not facts.unranked.issuperset(side)}
    return frozenset(at for at, total in ranked.items() if total == max(ranked.values()))


def _totals(
    look: Look, names: Sequence[str], sums: Sequence[float], widths: Sequence[float], leading: frozenset[int] | None
) -> ft.Control:
    """A line of sums; the leading ones bold, the others softer, unless `leading` is None."""
    longest = max(len(number_text(total)) for total in sums)
    size = 19 if look.box(_TOTAL) * longest <= min(widths) else 16
    cells: list[ft.Control] = []
    for at, (name, total, width) in enumerate(zip(names, sums, widths, strict=True)):
        is_leading = leading is not None and at in leading
        ink = ft.Colors.ON_SURFACE if is_leading or leading is None else ft.Colors.ON_SURFACE_VARIANT
        text = ft.Text(number_text(total), style=look.figure(size, bold=is_leading, color=ink), no_wrap=True)
        cells.append(ft.Container(ft.Semantics(label=name, content=text), width=width, alignment=ft.Alignment.CENTER))
    return _line(cells, look.box(TOUCH) + 2, ft.BorderSide(2, ft.Colors.OUTLINE))
