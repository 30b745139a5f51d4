"""The score lines of one player, round by round, with their working and rule."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.sources import Sources, find_sources
from companion.open_session.table_session import TableSession
from companion.ui.chips_and_buttons import Act, icon_button, identified, quiet
from companion.ui.cited_rules import Cited
from companion.ui.marks import number_text, points_text, working_text
from companion.ui.panel import card, note, sheet
from companion.ui.theme import Look
from companion.window.messages import go
from scoring.contract.game import AnyGame
from scoring.contract.names import join_words
from scoring.contract.scores import ScoreLine, Seat
from scoring.engine.agreements import BY_AGREEMENT


def line_view(
    look: Look, game: AnyGame, line: ScoreLine, names: Sequence[str], key: str, whose: str = ""
) -> ft.Control:
    """One score line: the working, the rule and its number; a tap opens the rule's text. `whose` stands before it."""
    working = f"{whose}{working_text(line)}{_counterpart(line, names)}"
    texts: list[ft.Control] = [
        ft.Text(working, style=look.text(15, bold=True)),
        ft.Text(line.rule.text, style=look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)),
        ft.Text(line.rule.source, style=look.text(12, color=look.accent)),
    ]
    points = ft.Text(points_text(line.points), style=look.figure(20, color=look.points_ink(line.points)))
    words = ft.Container(ft.Column(texts, spacing=1, tight=True), expand=True)
    row = ft.Row([words, points], spacing=12, vertical_alignment=ft.CrossAxisAlignment.START)
    return Cited(look, game, line.rule, row, key=key)


def _counterpart(line: ScoreLine, names: Sequence[str]) -> str:
    """The other player of a transfer, unless the working names them: ", from Ana"."""
    if line.other is None or any(term.label.endswith(f" {names[line.other]}") for term in line.terms):
        return ""
    return f", {'from' if line.points > 0 else 'to'} {names[line.other]}"


def lines_sheet(
    look: Look,
    desk: TableSession,
    root: str,
    seat: int,
    close: Act,
    round_: int | None = None,
    open_round: Callable[[int], None] = lambda number: None,
) -> ft.DialogControl | None:
    """The score lines of a seat, or of one of its rounds with the ways to correct them in the log below `root`.

    Where all rounds are shown, `open_round` opens one that has several ways. None if the seat no longer exists.
    """
    shown = desk.shown
    if seat not in shown.table.seats:
        return None
    lines = _seat_lines(look, desk, root, seat, round_, open_round)
    decided = shown.tell_decided(Seat(seat)) if round_ is None else ""
    if decided:
        words = identified("decided", ft.Text(decided, style=look.text(16)))
        lines = ft.Column([words, lines], spacing=10, tight=True)
    who = join_words(shown.table.names[scorer] for scorer in shown.list_scorers(Seat(seat)))
    return sheet(look, f"{who}: where the points come from", lines, close)


def _seat_lines(
    look: Look, desk: TableSession, root: str, seat: int, round_: int | None, open_round: Callable[[int], None]
) -> ft.Control:
    """The score lines of a seat, latest round first; only those of `round_` if given, each with its correction."""
    game, shown = desk.game, desk.shown
    names, scorers = shown.table.names, shown.list_scorers(Seat(seat))
    ledger = [line for line in shown.provisional if line.seat in scorers]

    def whose(line: ScoreLine) -> str:
        return f"{names[line.seat]}: " if len(scorers) > 1 and line.rule == BY_AGREEMENT else ""

    def correct(entry: int) -> Act:
        """Open an entry in the log, ready for this player's number."""
        return partial(go, f"{root}/log/{entry}/{seat}")

    titles = {row.number: row.title for row in shown.rows}
    numbers = sorted({line.round for line in ledger if round_ in (None, line.round)}, reverse=True)
    if not numbers:
        return note(look, f"No points yet. Once a {game.box.round} is scored, they appear here with an explanation.")
    blocks: list[ft.Control] = []
    for number in numbers:
        lines = [line for line in ledger if line.round == number]
        total = sum(line.points for line in lines)
        title = ft.Text(titles[number], style=look.figure(16), expand=True)
        head = ft.Row([title, ft.Text(number_text(total), style=look.figure(16))])
        views = [line_view(look, game, line, names, f"{number}.{n}", whose(line)) for n, line in enumerate(lines)]
        sources = find_sources(desk, number, Seat(seat)) if isinstance(desk, Desk) else Sources()
        if round_ is not None:
            views = [*_with_ways(look, views, sources, correct)]
        elif sources.of_lines or sources.others:
            is_one = len(sources.others) == 1 and not sources.of_lines
            act = correct(sources.others[0][1]) if is_one else partial(open_round, number)
            words = f"Correct this {game.box.round}"
            head.controls.append(icon_button(f"round.correct[{number}]", ft.Icons.EDIT_ROUNDED, words, act))
        blocks.append(card(ft.Column([head, *views], spacing=8, tight=True)))
    return ft.Column(blocks, spacing=10, tight=True)


def _with_ways(
    look: Look, lines: Sequence[ft.Control], sources: Sources, correct: Callable[[int], Act]
) -> Iterator[ft.Control]:
    for number, (line, entry) in enumerate(zip_longest(lines, sources.of_lines[: len(lines)])):
        if entry is not None:
            act = correct(entry)
            pencil = icon_button(f"line.correct[{number}]", ft.Icons.EDIT_ROUNDED, "Correct this line", act)
            line = ft.Row([ft.Container(line, expand=True), pencil], spacing=4)
        yield line
    for number, (words, entry) in enumerate(sources.others):
        name = f"lines.correct[{number}]" if number else "lines.correct"
        yield quiet(look, name, words, correct(entry), icon=ft.Icons.EDIT_ROUNDED)
