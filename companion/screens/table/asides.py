"""What happens beside the game: special cards, shields, notes, stopping; one menu for all of it."""

from collections.abc import Callable
from itertools import groupby
from typing import Final

import flet as ft

from companion.fields.form import use_form
from companion.parts.dock import Above, confirm
from companion.parts.panel import heading, label, note
from companion.parts.press import Act, press, quiet
from companion.parts.rule_text import Ruled
from companion.session.desk import Desk, Recorded, Verdict
from companion.theme import TOUCH, Look
from scoring.prompts import Answer, Prompt, Role, find_prompt

_MOST: Final = 0.6
"""The share of a window's height that questions may take above their button: less than a sheet has."""


@ft.component
def AsideMenu(desk: Desk, look: Look, close: Act, key: str | None = None) -> ft.Control:
    """First the list, then the form of what was chosen."""
    kind, choose = ft.use_state("")
    prompt = find_prompt(desk.prompts, kind)
    if prompt is not None:
        return AsideForm(desk, look, prompt, close, lambda: choose(""), key=kind)
    asides = sorted((p for p in desk.prompts if p.role is Role.ASIDE), key=lambda p: _order(p.group))
    blocks: list[ft.Control] = []
    for group, prompts in groupby(asides, key=lambda p: p.group):
        if group:
            blocks.append(label(look, group))
        blocks += [_entry(look, each, choose) for each in prompts]
    return ft.Column(blocks, spacing=6, tight=True)


@ft.component
def AsideForm(desk: Desk, look: Look, prompt: Prompt, close: Act, back: Act, key: str | None = None) -> ft.Control:
    """One question from the menu; recorded, the sheet closes by itself."""
    number = desk.number

    def submit(asked: Prompt, payload: dict[str, Answer], waived: tuple[str, ...]) -> Verdict:
        verdict = desk.record(asked, payload, number, waived)
        if isinstance(verdict, Recorded):
            close()
        return verdict

    form = use_form(desk, prompt, submit=submit)
    rows: list[ft.Control] = [_headed(look, desk, form.prompt)]
    if form.prompt.help:
        rows.append(note(look, form.prompt.help))
    rows += form.views(look)
    foot: list[ft.Control] = [Above(ft.Column(rows, spacing=12, tight=True), _MOST)]
    foot += form.message_line(look)
    missing = form.gaps
    last: list[ft.Control] = [quiet(look, "aside.back", "Back", back)]
    if not form.prompt.instant:
        last.append(confirm(look, "aside.confirm", form.prompt.confirm, missing[0].text if missing else "", form.send))
    foot.append(ft.Row(last, spacing=8, key="aside.last"))
    return ft.Column(foot, spacing=12, tight=True)


def _headed(look: Look, desk: Desk, prompt: Prompt) -> ft.Control:
    """What is asked, with its rule at hand."""
    words = heading(look, prompt.title)
    return Ruled(look, desk.game, prompt.rule, words, key="head") if prompt.rule else words


def _entry(look: Look, prompt: Prompt, choose: Callable[[str], None]) -> ft.Control:
    row = ft.Row(
        [
            ft.Text(prompt.title, style=look.text(16, bold=True), expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=ft.Colors.ON_SURFACE_VARIANT),
        ]
    )
    return press(
        f"aside.{prompt.kind}",
        row,
        lambda: choose(prompt.kind),
        height=TOUCH,
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=12),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
    )


def _order(group: str) -> tuple[bool, str]:
    """The game's own groups first, the session's agreements last."""
    return group == "This session", group
