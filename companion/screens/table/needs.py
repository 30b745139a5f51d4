"""What each player needs from the open question, in a sheet above the table."""

from collections.abc import Callable
from typing import Final, NamedTuple

import flet as ft

from companion.parts.marks import badge
from companion.parts.panel import heading, note
from companion.parts.press import quiet
from companion.session.desk import Desk
from companion.text import counted, true_minus
from companion.theme import Look
from companion.window.slices import collect
from scoring.chase import tell_seat
from scoring.prompts import Prompt
from scoring.scores import Seat
from scoring.what_if import chances, describe, try_answers

TITLE: Final = "What does each player need?"


class Needs(NamedTuple):
    """A sentence for each player, from so many ways to answer; `None` for the ways while they are still tried."""

    ways: int | None
    sentences: tuple[tuple[Seat, str], ...] = ()


class NeedsLinkFacts(NamedTuple):
    """The line under the players that opens the sheet of entry `number`."""

    look: Look
    number: int


def needs_link(facts: NeedsLinkFacts, open_sheet: Callable[[str], None]) -> ft.Control:
    """The button that opens the sheet."""
    button = quiet(facts.look, "needs", TITLE, lambda: open_sheet(needs_key(facts.number)))
    return ft.Row([button], alignment=ft.MainAxisAlignment.CENTER)


def needs_key(number: int) -> str:
    """The name of the sheet: once something is recorded, it is not the open one any more."""
    return f"needs.{number}"


@ft.component
def NeedsOfAll(desk: Desk, look: Look, prompt: Prompt) -> ft.Control:
    """A sentence for each player, from every way in which the question can still be answered."""
    needs, put_needs = ft.use_state(Needs(None))
    narrowed = desk.narrowed(prompt, {})

    async def work() -> None:
        cases = await collect(try_answers(desk.game, desk.state, narrowed, desk.draft(prompt.kind)))
        table, seats = desk.state.table, desk.state.table.seats if cases else ()
        put_needs(Needs(len(cases), tuple((seat, describe(table, seat, chances(cases, seat))) for seat in seats)))

    ft.use_effect(work, [desk.number], cleanup=lambda: None)
    blocks = [_tried(look, needs), *_to_the_end(look, desk)]
    return ft.Column(blocks, spacing=14, tight=True)


def _tried(look: Look, needs: Needs) -> ft.Control:
    """What each player needs from the open question."""
    if needs.ways is None:
        return note(look, "Trying every way in which this can end …")
    if not needs.ways:
        return note(look, "There are too many ways in which this can end. Enter the first answers, then look again.")
    tried = note(look, f"{counted(needs.ways, 'way')} to answer, each tried on the rules.")
    rows = [_row(look, seat, sentence) for seat, sentence in needs.sentences]
    return ft.Column([*rows, tried], spacing=10, tight=True)


def _to_the_end(look: Look, desk: Desk) -> list[ft.Control]:
    """What each player can still gain until the end, and who can be caught; nothing where that is not known."""
    sentences = [(seat, true_minus(tell_seat(desk.game, desk.state, seat))) for seat in desk.state.table.seats]
    rows = [_row(look, seat, sentence) for seat, sentence in sentences if sentence]
    if not rows:
        return []
    words = note(look, "By the rules alone; points by agreement and tie-breaks are not in it.")
    return [ft.Column([heading(look, "Until the end"), *rows, words], spacing=10, tight=True, key="outlook")]


def _row(look: Look, seat: Seat, sentence: str) -> ft.Control:
    words = ft.Text(sentence, style=look.text(16), expand=True)
    return ft.Row([badge(look, seat, 26), words], spacing=10, vertical_alignment=ft.CrossAxisAlignment.START)
