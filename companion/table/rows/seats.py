"""The players' rows at the table, and the numbers asked in them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import flet as ft

from companion.forms.form import Form
from companion.forms.numbers import is_large
from companion.forms.player_rows import KEYS, KEYS_WIDE, Question, grids_in_rows, key_lines, list_questions
from companion.open_session.table_session import TableSession
from companion.table.rows.seat_row import SeatFacts, seat_head, seat_row
from companion.ui.chips_and_buttons import identified
from companion.ui.marks import number_text
from companion.ui.theme import Look
from companion.window.hooks import drawn_once, use_window
from scoring.contract.names import join_words
from scoring.contract.prompts import UNSET, Answer, Count, Draft, Grid, Prompt
from scoring.contract.scores import Ledger, Seat, Side, as_points, by_round, totals
from scoring.engine.drafts import collect_answers

_FEW: Final = 6  # keys that fit beside a name, in a wide window with many players
_KEY: Final = 50  # width of such a key
_KEYS_OF_SIGNS: Final = 2  # keys of a number with signs
_NARROW: Final = 400  # a narrower window has little room for a name
_CROWD: Final = 6  # with more players the rows are closer together
_CROWD_WIDE: Final = 4  # with more players in a wide window, a few keys go beside the name

OpenSheet = Callable[[str], None]
"""Opens a sheet above the table: "asides", "lines.2" for a seat, "lines.2.5" for its round 5; "" closes it."""


def seat_rows(
    look: Look, desk: TableSession, form: Form | None, in_rows: tuple[Grid, ...], open_sheet: OpenSheet
) -> list[ft.Control]:
    """A row for each player; the cells of `in_rows` are asked in it."""
    after = preview_ledger(desk, form) if form else None
    wrong = form.memory.framed if form else ""
    players = len(desk.shown.table.names)
    rows: list[ft.Control] = []
    for facts in seat_facts(desk, form.prompt if form else None, after):
        questions = tuple(list_questions(look, form, in_rows, facts.seat)) if form else ()
        is_wrong = wrong in {f"{field.name}[{facts.seat}]" for field in in_rows}
        rows.append(SeatRow(look, facts, questions, is_wrong, players, open_sheet, key=f"seat.{facts.seat}"))
    if after is not None and after != desk.shown.ledger:
        rows += _preview_partners(look, desk, after)
    return rows


def preview_ledger(desk: TableSession, form: Form) -> Ledger | None:
    """The score lines after a complete form, or after what is entered of it where the game scores parts; else None."""
    prompt, draft = form.prompt, form.draft
    if prompt.instant:
        return None
    if not form.gaps:
        return desk.ledger_after(prompt, collect_answers(prompt, draft))
    if not (prompt.shown.so_far and draft):
        return None
    return desk.ledger_after(replace(prompt, kind=prompt.shown.so_far), _fill_up(prompt, draft))


def _fill_up(prompt: Prompt, draft: Draft) -> dict[str, Answer]:
    """The answers so far; the lowest number where there is none."""
    grids = (field for field in prompt.fields if isinstance(field, Grid))
    return {
        grid.name: [
            [cell.key, cell.field.low if value.answer is UNSET else value.answer]
            for cell, value in grid.get_cells(draft)
            if isinstance(cell.field, Count)
        ]
        for grid in grids
    }


def _preview_partners(look: Look, desk: TableSession, after: Ledger) -> list[ft.Control]:
    """The totals of partners after a complete form: "Ana and Cleo: 37 → 49"."""
    sides = desk.shown.sides
    if sides == desk.shown.scoring_sides:
        return []
    names, seats = desk.shown.table.names, desk.shown.table.seats
    ledgers = (desk.shown.ledger, after)

    def add_up(side: Side) -> tuple[str, float, float]:
        was, now = (sum(totals(ledger, seats)[seat] for seat in side) for ledger in ledgers)
        return join_words(names[seat] for seat in side), was, now

    lines: list[ft.Control] = [
        ft.Row(
            [
                ft.Text(f"{together} together", style=look.text(14, bold=True), expand=True),
                ft.Text(f"{number_text(was)} → {number_text(now)}", style=look.figure(16)),
            ],
            spacing=8,
        )
        for together, was, now in map(add_up, sides)
    ]
    padding = ft.Padding.symmetric(horizontal=12, vertical=4)
    return [identified("together", ft.Container(ft.Column(lines, spacing=4, tight=True), padding=padding))]


@drawn_once
def SeatRow(
    look: Look,
    seat: SeatFacts,
    questions: tuple[Question, ...],
    is_wrong: bool,
    players: int,
    open_sheet: OpenSheet,
    key: str | None = None,
) -> ft.Control:
    """One player's row with the keys asked there; `is_wrong` frames it, many `players` make it lower."""
    is_crowded, window = players > _CROWD, use_window()
    wide = window.wide
    room = _FEW if window.low and wide else KEYS_WIDE if wide else KEYS
    lines = key_lines(look, seat.name, questions, room, window.width)
    below: ft.Control | None = ft.Column(lines, spacing=4, tight=True) if lines else None
    beside: ft.Container | None = None
    keys = _count_keys(questions)
    is_beside = players > _CROWD_WIDE and keys <= _FEW
    if wide and (is_beside or (window.low and len(lines) == 1 and not is_large(questions[0].field))):
        below, beside = None, ft.Container(lines[0], width=min(keys, _FEW) * _KEY)
    open_lines = partial(open_sheet, f"lines.{seat.seat}")
    head = seat_head(
        look, seat, open_lines, beside, is_narrow=window.width < _NARROW, is_brief=window.low or look.is_large
    )
    return seat_row(look, seat, open_lines, below=below, beside=beside, wrong=is_wrong, crowd=is_crowded, head=head)


def _count_keys(questions: tuple[Question, ...]) -> int:
    """The keys of one line that may stand beside the name; more than fit if the line has labels."""
    if len(questions) == 1 and not questions[0].label:
        return len(questions[0].field.numbers)
    if questions and all(question.field.signs for question in questions):
        return sum(min(_KEYS_OF_SIGNS, len(question.field.signs)) for question in questions)
    return _FEW + 1


def seat_facts(desk: TableSession, prompt: Prompt | None, after: Ledger | None = None) -> list[SeatFacts]:
    """The facts of every seat; on a player's own phone theirs come first.

    `change` is that of the last scored round, or that of the running round for players it changed already. With the
    score lines `after` a complete form that scores, it is what that form would change.
    """
    shown, board = desk.shown, desk.shown.view.board
    previewed = _previewed(desk, after) if after else {}
    is_summarized = shown.round_summary is not None and not (prompt is not None and desk.draft(prompt.kind))
    is_counting = prompt is not None and bool(grids_in_rows(prompt)) and not is_summarized
    changes = previewed or _changes(desk, is_counting=is_counting)
    waited_for = shown.awaited if prompt is None and desk.status else frozenset()
    seats = shown.seats_in_order
    if desk.seat in seats:
        own = seats.index(desk.seat)
        seats = seats[own:] + seats[:own]

    def change_of(seat: Seat) -> float | None:
        known = [changes[scorer] for scorer in shown.list_scorers(seat) if scorer in changes]
        return as_points(sum(known)) if known else None

    return [
        SeatFacts(
            seat,
            shown.table.names[seat],
            as_points(sum(shown.totals[scorer] for scorer in shown.list_scorers(seat))),
            change_of(seat),
            tuple(sign for sign in board.markers if sign.seat == seat),
            tuple(zone for zone in board.zones if zone.seat == seat),
            seat in waited_for or (prompt is not None and prompt.seat == seat),
            desk.game.box.suits,
            is_preview=bool(previewed),
            is_summarized=is_summarized,
        )
        for seat in seats
    ]


def _previewed(desk: TableSession, after: Ledger) -> dict[int, float]:
    """The change of each total by a form that scores; none for a form like a bid."""
    ledger, seats = desk.shown.ledger, desk.shown.table.seats
    if after == ledger:
        return {}
    before, then = totals(ledger, seats), totals(after, seats)
    scored = {line.seat for line in after[len(ledger) :]}
    changes = {seat: then[seat] - before[seat] for seat in seats}
    return {seat: change for seat, change in changes.items() if change or seat in scored}


def _changes(desk: TableSession, *, is_counting: bool) -> dict[int, float]:
    """The last change of each total.

    In a running round, players it has not changed yet keep the change of the round before, but not while a form is
    counting that will score: there the change would be read as what the form gives.
    """
    shown, cells = desk.shown, by_round(desk.shown.ledger)
    goes_on = shown.outcome is None
    scored = max((number for number, _ in cells if not (goes_on and number == shown.round)), default=None)
    now = {seat: points for (number, seat), points in cells.items() if goes_on and number == shown.round}
    before = (
        {}
        if scored is None or is_counting
        else {seat: cells.get((scored, seat), 0) for seat in shown.list_players_of(scored)}
    )
    return before | now
