"""What each player needs from the open question, in a sheet above the table."""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

import flet as ft

from companion.open_session.desk import Desk
from companion.ui.chips_and_buttons import quiet
from companion.ui.marks import badge
from companion.ui.panel import heading, note
from companion.ui.theme import Look
from companion.window.long_work import collect
from scoring.contract.prompts import Prompt
from scoring.contract.scores import Side
from scoring.insight.chase import tell_decided
from scoring.insight.what_if import find_numbers, has_too_many_ways, name_counted, tell_needs, try_answers

log = logging.getLogger("companion")

TITLE: Final = "What does each player need?"
TRYING: Final = "Trying every way in which this can end …"
TOO_MANY: Final = "There are too many ways in which this can end. Enter the first answers, then look again."
NOT_YET: Final = "More is counted in this {} afterwards, so nobody can say yet what each player needs."
NO_WAY: Final = "No answer fits what is entered. Check the numbers, then look again."
SO_FAR: Final = "Counted from what is entered so far."
FAILED: Final = "This cannot be worked out here."


class Needs(NamedTuple):
    """A sentence for each side, or why there is none. `heading` says when they come true."""

    reason: str
    heading: str = ""
    sentences: tuple[tuple[Side, str], ...] = ()


def needs_link(look: Look, number: int, open_sheet: Callable[[str], None]) -> ft.Control:
    """The line under the players that opens the sheet of entry `number`."""
    button = quiet(look, "needs", TITLE, lambda: open_sheet(needs_key(number)))
    return ft.Row([button], alignment=ft.MainAxisAlignment.CENTER, key="needs")


def needs_key(number: int) -> str:
    """The name of the sheet: once something is recorded, it is not the open one any more."""
    return f"needs.{number}"


@ft.component
def NeedsOfAll(desk: Desk, look: Look, prompt: Prompt) -> ft.Control:
    """A sentence for each side, from every way in which the question can still be answered."""
    needs, put_needs = ft.use_state(Needs(TRYING))

    async def work() -> None:
        if not desk.settles_round(prompt):
            return
        try:
            put_needs(await _work_out(desk, prompt))
        except Exception:  # whatever went wrong, nobody waits for it
            log.exception("what each player needs could not be worked out")
            put_needs(Needs(FAILED))

    ft.use_effect(work, [desk.number], cleanup=lambda: None)
    tried = [_tried(look, needs)] if desk.settles_round(prompt) else []
    return ft.Column([*tried, *_decided(look, desk)], spacing=14, tight=True)


async def _work_out(desk: Desk, prompt: Prompt) -> Needs:
    narrowed, draft = desk.narrowed(prompt, {}), desk.draft(prompt.kind)
    cases = await collect(try_answers(desk.game, desk.state, narrowed, draft))
    if not cases:
        return Needs(TOO_MANY if has_too_many_ways(narrowed, draft) else NO_WAY)
    grid = find_numbers(narrowed)
    sentences = tell_needs(desk.shown.table, cases, name_counted(grid) if grid else "")
    if not sentences:
        return Needs(NOT_YET.format(desk.game.box.round))
    return Needs("", "" if all(case.final for case in cases) else f"After this {desk.game.box.round}", sentences)


def _tried(look: Look, needs: Needs) -> ft.Control:
    if needs.reason:
        return note(look, needs.reason)
    title = [heading(look, needs.heading)] if needs.heading else []
    rows = [_row(look, side, sentence) for side, sentence in needs.sentences]
    return ft.Column([*title, *rows, note(look, SO_FAR)], spacing=10, tight=True)


def _decided(look: Look, desk: Desk) -> list[ft.Control]:
    """Who cannot be caught any more, and who cannot catch up; nothing while everybody can still win."""
    sides = sorted(place.side for place in desk.shown.standings)
    sentences = [(side, tell_decided(desk.game, desk.state, side[0])) for side in sides]
    rows = [_row(look, side, sentence) for side, sentence in sentences if sentence]
    if not rows:
        return []
    words = note(look, "By the rules alone; points by agreement and tie-breaks are not in it.")
    return [ft.Column([heading(look, "Until the end"), *rows, words], spacing=10, tight=True, key="decided")]


def _row(look: Look, side: Side, sentence: str) -> ft.Control:
    words = ft.Text(sentence, style=look.text(16), expand=True)
    badges = [badge(look, seat, 26) for seat in side]
    return ft.Row([*badges, words], spacing=10, vertical_alignment=ft.CrossAxisAlignment.START)
