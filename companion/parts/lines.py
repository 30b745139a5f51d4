"""The score lines of one player, round by round, with their working and rule."""

from collections.abc import Sequence

import flet as ft

from companion.parts.marks import number_text, points_text
from companion.parts.panel import card, note, sheet
from companion.parts.press import Act, identified
from companion.parts.rule_text import Cited
from companion.text import true_minus
from companion.theme import Look
from scoring.chase import tell_seat
from scoring.game import AnyGame, State
from scoring.scores import ScoreLine, Seat


def line_view(look: Look, game: AnyGame, line: ScoreLine, names: Sequence[str], key: str) -> ft.Control:
    """One score line: the working, the rule and its number; a tap opens the rule's text."""
    ink = look.good if line.points > 0 else look.bad if line.points < 0 else ft.Colors.ON_SURFACE_VARIANT
    other = _counterpart(line, names)
    texts: list[ft.Control] = [
        ft.Text(line.working.replace("-", "−").replace(" x ", " × ") + other, style=look.text(15, bold=True)),
        ft.Text(line.rule.text, style=look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)),
        ft.Text(line.rule.source, style=look.text(12, color=look.accent)),
    ]
    points = ft.Text(points_text(line.points), style=look.figure(20, color=ink))
    words = ft.Container(ft.Column(texts, spacing=1, tight=True), expand=True)
    row = ft.Row([words, points], spacing=12, vertical_alignment=ft.CrossAxisAlignment.START)
    return Cited(look, game, line.rule, row, key=key)


def _counterpart(line: ScoreLine, names: Sequence[str]) -> str:
    """The other player of a transfer, unless the working already names them: ", from Ana"."""
    if line.other is None or any(term.label.endswith(f" {names[line.other]}") for term in line.terms):
        return ""
    return f", {'from' if line.points > 0 else 'to'} {names[line.other]}"


def lines_sheet(
    look: Look, game: AnyGame, state: State, seat: int, close: Act, round_: int | None = None
) -> ft.DialogControl | None:
    """A sheet with the score lines of a seat; None if the seat no longer exists."""
    if seat not in state.table.seats:
        return None
    lines = seat_lines(look, game, state, seat, round_)
    outlook = tell_seat(game, state, Seat(seat)) if round_ is None else ""
    if outlook:
        words = identified("outlook", ft.Text(true_minus(outlook), style=look.text(16)))
        lines = ft.Column([words, lines], spacing=10, tight=True)
    return sheet(look, f"{state.table.names[seat]}: where the points come from", lines, close)


def seat_lines(look: Look, game: AnyGame, state: State, seat: int, round_: int | None = None) -> ft.Control:
    """The score lines of a seat, latest round first; only those of `round_` if given."""
    ledger = game.provisional(state)
    titles = {head.number: head.title for head in game.rounds(state)}
    numbers = sorted(
        {line.round for line in ledger if line.seat == seat and round_ in (None, line.round)}, reverse=True
    )
    if not numbers:
        return note(look, "No points yet. Once a round is scored, they appear here with an explanation.")
    blocks: list[ft.Control] = []
    for number in numbers:
        lines = [line for line in ledger if line.seat == seat and line.round == number]
        total = sum(line.points for line in lines)
        head = ft.Row(
            [
                ft.Text(titles.get(number, "Before"), style=look.figure(16), expand=True),
                ft.Text(number_text(total), style=look.figure(16)),
            ]
        )
        names = state.table.names
        views = [line_view(look, game, line, names, key=f"{number}.{n}") for n, line in enumerate(lines)]
        blocks.append(card(ft.Column([head, *views], spacing=8, tight=True)))
    return ft.Column(blocks, spacing=10, tight=True)
