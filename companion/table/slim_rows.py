"""Optional questions beside the main one, in slim rows above the buttons: the spinner, a pass."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.desk.table_session import TableSession
from companion.forms import field_views
from companion.forms.form import use_form
from companion.table.sheets.meanings import list_meanings, meanings_button, meanings_key
from companion.ui.panel import label
from companion.ui.press import quiet
from companion.ui.theme import Look
from companion.window.hooks import drawn_once
from companion.window.messages import go
from scoring.contract.prompts import Prompt, Role


def slim_rows(look: Look, desk: TableSession, open_sheet: Callable[[str], None]) -> list[ft.Control]:
    """The optional questions of this moment."""
    return [
        Beside(desk, look, prompt, desk.number, open_sheet, key=f"beside.{prompt.kind}")
        for prompt in desk.prompts
        if prompt.role is Role.BESIDE
    ]


@drawn_once
@ft.component
def Beside(
    desk: TableSession,
    look: Look,
    prompt: Prompt,
    number: int,
    open_sheet: Callable[[str], None],
    key: str | None = None,
) -> ft.Control:
    """An optional prompt beside the main one, in a slim row; `number` is that of the entry it records."""
    form = use_form(desk, prompt)

    def send() -> None:
        form.send()
        if desk.shown.outcome is not None:
            go(f"/result/{desk.session_id}")

    if not prompt.fields:
        button = quiet(look, prompt.kind, prompt.confirm, send)
        return ft.Row([button], alignment=ft.MainAxisAlignment.CENTER, key=form.button_key)
    rows = [_name(look, prompt, open_sheet)]
    rows += [field_views.bare(field, form.bind(look, field)) for field in form.prompt.fields]
    if not prompt.instant:
        button = quiet(look, prompt.kind, form.gaps[0].text if form.gaps else prompt.confirm, send)
        rows.append(ft.Container(button, key=form.button_key))
    rows += form.message_line(look)
    return ft.Column(rows, spacing=4, tight=True)


def _name(look: Look, prompt: Prompt, open_sheet: Callable[[str], None]) -> ft.Control:
    """The title of a slim row, with the key to what its choices mean."""
    name = label(look, prompt.title)
    if not list_meanings(prompt):
        return name
    name.expand = True
    return ft.Row([name, meanings_button(prompt.kind, partial(open_sheet, meanings_key(prompt)))], spacing=4)
