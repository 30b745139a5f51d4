"""Optional questions beside the main one, in slim rows above the buttons: the spinner, a pass."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.forms import field_views
from companion.forms.form import use_form
from companion.open_session.table_session import TableSession
from companion.table.sheets.meanings import list_meanings, meanings_button, meanings_key
from companion.ui.chips_and_buttons import identified, quiet
from companion.ui.panel import inset, label
from companion.ui.theme import Look
from companion.window.hooks import drawn_once
from scoring.contract.prompts import Prompt, Role

LONGEST_LOOK: Final = 8  # seconds


def slim_rows(look: Look, desk: TableSession, open_sheet: Callable[[str], None]) -> list[ft.Control]:
    """What this phone's player may look at again, and the optional questions of this moment."""
    own = [OwnSecret(desk, look, key="own_secret")] if desk.has_own_secret else []
    optional = (prompt for prompt in desk.prompts if prompt.role is Role.BESIDE)
    drops = any(desk.draft(main.kind) for main in desk.mains if not main.instant)
    beside = (Beside(desk, look, one, desk.number, open_sheet, drops, key=f"beside.{one.kind}") for one in optional)
    return [*own, *beside]


def are_buttons(desk: TableSession) -> bool:
    """Whether the slim rows of this moment are buttons alone."""
    return not desk.has_own_secret and not any(prompt.fields for prompt in desk.prompts if prompt.role is Role.BESIDE)


@drawn_once
def Beside(
    desk: TableSession,
    look: Look,
    prompt: Prompt,
    number: int,
    open_sheet: Callable[[str], None],
    drops: bool,
    key: str | None = None,
) -> ft.Control:
    """An optional prompt beside the main one, in a slim row; `number` is that of the entry it records.

    `drops`: the main form is half filled, and a button that goes on without it says so.
    """
    form = use_form(desk, prompt)

    if not prompt.fields:
        words = f"{prompt.confirm} (drops what is filled in)" if drops else prompt.confirm
        button = quiet(look, prompt.kind, words, form.send)
        return ft.Row([button], alignment=ft.MainAxisAlignment.CENTER, key=form.button_key)
    rows = [*form.message_line(look), _name(look, prompt, open_sheet)]
    rows += [field_views.bare(field, form.bind(look, field)) for field in form.prompt.fields]
    if not prompt.instant:
        button = quiet(look, prompt.kind, form.gaps[0].text if form.gaps else prompt.confirm, form.send)
        rows.append(ft.Container(button, key=form.button_key))
    return ft.Column(rows, spacing=4, tight=True)


def _name(look: Look, prompt: Prompt, open_sheet: Callable[[str], None]) -> ft.Control:
    """The title, and the button for the meanings of the choices."""
    name = label(look, prompt.title)
    if not list_meanings(prompt):
        return name
    name.expand = True
    return ft.Row([name, meanings_button(prompt.kind, partial(open_sheet, meanings_key(prompt)))], spacing=4)


@ft.component
def OwnSecret(desk: TableSession, look: Look, key: str | None = None) -> ft.Control:
    """What was sealed on this phone, as long as its player holds it, and no longer than a few seconds."""
    words, show = ft.use_state("")

    async def cover_in_time() -> None:
        if words:
            await asyncio.sleep(LONGEST_LOOK)  # the end of the hold is not heard where the line is lost
            show("")

    ft.use_effect(cover_in_time, [words])  # a new look stops the clock of the last one

    face = ft.Row(
        [
            ft.Icon(ft.Icons.VISIBILITY_OUTLINED if words else ft.Icons.LOCK_ROUNDED, size=20),
            ft.Text(words or "Hold to see what you sealed", style=look.text(15, bold=True), expand=True),
        ],
        spacing=8,
    )
    hold = ft.GestureDetector(
        inset(face, padding=ft.Padding.symmetric(horizontal=16, vertical=12)),
        on_long_press_start=lambda _: show(desk.reveal_own_secret()),
        on_long_press_end=lambda _: show(""),
    )
    return identified("own_secret", hold)
