"""Optional questions beside the main one, in slim rows above the buttons: the spinner, a pass."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import flet as ft

from companion.desk.desk import Desk
from companion.flet_guard.painted import Painted
from companion.flet_guard.redrawing import Keep, drawn_once, use_keep
from companion.forms import field_views
from companion.forms.form import use_form
from companion.table.meanings import list_meanings, meanings_button, meanings_key
from companion.ui.panel import label
from companion.ui.press import quiet
from companion.ui.theme import Look
from companion.window.messages import go
from scoring.contract.prompts import Prompt, Role
from scoring.engine import agreements


class SlimRowFacts(NamedTuple):
    """What a slim row shows; `number` is that of the entry it records."""

    desk: Desk
    look: Look
    prompt: Prompt
    number: int
    painted: Painted


def slim_rows(
    look: Look, desk: Desk, painted: Painted, open_sheet: Callable[[str], None], keep: Keep
) -> list[ft.Control]:
    """The optional questions of this moment."""
    return [
        keep(f"beside.{prompt.kind}", SlimRowFacts(desk, look, prompt, desk.number, painted), _slim_row, open_sheet)
        for prompt in desk.prompts
        if prompt.role is Role.BESIDE
    ]


def _slim_row(facts: SlimRowFacts, open_sheet: Callable[[str], None]) -> ft.Control:
    row: ft.Control = Beside(facts, open_sheet, key=facts.prompt.kind)
    return row


@drawn_once
@ft.component
def Beside(facts: SlimRowFacts, open_sheet: Callable[[str], None], key: str | None = None) -> ft.Control:
    """An optional prompt beside the main one, in a slim row."""
    desk, look, prompt, _, painted = facts
    form, keep = use_form(desk, prompt, painted=painted), use_keep(desk)

    def send() -> None:
        form.send()
        if agreements.outcome(desk.game, desk.state) is not None:
            go(f"/result/{desk.session_id}")

    if not prompt.fields:
        return ft.Row([quiet(look, prompt.kind, prompt.confirm, send)], alignment=ft.MainAxisAlignment.CENTER)
    rows = [_name(look, prompt, open_sheet)]
    rows += [field_views.bare(field, form.bind(look, field, keep)) for field in form.prompt.fields]
    if not prompt.instant:
        rows.append(quiet(look, prompt.kind, form.gaps[0].text if form.gaps else prompt.confirm, send))
    rows += form.message_line(look)
    return ft.Column(rows, spacing=4, tight=True)


def _name(look: Look, prompt: Prompt, open_sheet: Callable[[str], None]) -> ft.Control:
    """The title of a slim row, with the key to what its choices mean."""
    name = label(look, prompt.title)
    if not list_meanings(prompt):
        return name
    name.expand = True
    return ft.Row([name, meanings_button(prompt.kind, partial(open_sheet, meanings_key(prompt)))], spacing=4)
