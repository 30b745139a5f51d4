"""The menu of everything beside the game: special cards, shields, notes, stopping."""

from functools import partial
from itertools import groupby
from typing import Final

import flet as ft

from companion.forms.form import use_form
from companion.open_session.bin_moves import move_to_bin
from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Recorded, Verdict
from companion.open_session.table_session import TableSession
from companion.ui.chips_and_buttons import Act, press, quiet
from companion.ui.cited_rules import Ruled
from companion.ui.dock import confirm
from companion.ui.panel import Fitted, heading, label, note, share_of_sheet
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_house, use_window
from companion.window.messages import go, tell
from companion.window.state import House, Window
from scoring.contract.prompts import Answer, Known, Prompt, Role, Text, find_prompt

_FOOT: Final = 0.1  # share of the window's height for the buttons below the fields of a sheet


@ft.component
def AsideMenu(desk: TableSession, look: Look, close: Act) -> ft.Control:
    """The list, then the form of what was chosen."""
    house, window = use_house(), use_window()
    kind, choose = ft.use_state("")
    prompt = find_prompt(desk.prompts, kind)
    if prompt is not None:
        return AsideForm(desk, look, prompt, close, lambda: choose(""), key=kind)
    asides = sorted((prompt for prompt in desk.prompts if prompt.role is Role.ASIDE), key=_order)
    blocks: list[ft.Control] = []
    for menu, prompts in groupby(asides, key=lambda prompt: prompt.menu):
        blocks.append(label(look, menu))
        for entry in prompts:
            act, icon = partial(choose, entry.kind), ft.Icons.CHEVRON_RIGHT_ROUNDED
            blocks.append(_line(look, entry.kind, entry.title, icon, act))
    if isinstance(desk, Desk) and desk.main is not None:
        blocks.append(_clock_entry(look, desk, close))
    if desk.is_host:
        to_setup = partial(go, f"/table/{desk.session_id}/setup")
        blocks.append(_line(look, "setup", "Correct the set-up", ft.Icons.TUNE_ROUNDED, to_setup))
    if isinstance(desk, Desk):
        drop = partial(_drop, house, window, desk)
        blocks.append(_line(look, "bin", "Throw this game away", ft.Icons.DELETE_OUTLINE_ROUNDED, drop))
    return ft.Column(blocks, spacing=6, tight=True)


@ft.component
def AsideForm(
    desk: TableSession, look: Look, prompt: Prompt, close: Act, back: Act, key: str | None = None
) -> ft.Control:
    """The form of one prompt of the menu; the sheet closes when it is recorded."""
    number = desk.number

    def submit(answered: Prompt, payload: dict[str, Answer], waived: tuple[str, ...]) -> Verdict:
        verdict = desk.record(answered, payload, number, waived)
        if isinstance(verdict, Recorded):
            close()
        return verdict

    form = use_form(desk, prompt, submit=submit)
    rows: list[ft.Control] = [_title(look, desk, form.prompt)]
    if form.prompt.help:
        rows.append(note(look, form.prompt.help))
    rows += form.views(look)
    is_typed_in = any(isinstance(field, Text | Known) for field in form.prompt.fields)
    most = share_of_sheet() - _FOOT
    foot = [*form.message_line(look)]  # above the fields, which it does not move
    foot.append(Fitted(ft.Column(rows, spacing=12, tight=True), most, is_typed_in=is_typed_in, key="aside.fields"))
    missing = form.gaps[0].text if form.gaps else ""
    buttons: list[ft.Control] = [quiet(look, "aside.back", "Back", back)]
    if not form.prompt.instant:
        buttons.append(confirm(look, "aside.confirm", form.prompt.confirm, missing, form.send))
    foot.append(ft.Row(buttons, spacing=8, key="aside.buttons"))
    return ft.Column(foot, spacing=12, tight=True)


def _title(look: Look, desk: TableSession, prompt: Prompt) -> ft.Control:
    words = heading(look, prompt.title)
    return Ruled(look, desk.game, prompt.rule, words, key="head") if prompt.rule else words


def _clock_entry(look: Look, desk: Desk, close: Act) -> ft.Control:
    def switch() -> None:
        tell(desk.switch_clock())
        close()

    title = "Switch the turn clock off" if desk.clock.is_on else "Switch the turn clock on"
    return _line(look, "clock", title, ft.Icons.TIMER_OUTLINED, switch)


def _drop(house: House, window: Window, desk: Desk) -> None:
    go("/")
    move_to_bin(house, window, desk.session_id)


def _line(look: Look, name: str, title: str, icon: ft.IconData, act: Act) -> ft.Control:
    row = ft.Row(
        [
            ft.Text(title, style=look.text(16, bold=True), expand=True),
            ft.Icon(icon, color=ft.Colors.ON_SURFACE_VARIANT),
        ]
    )
    return press(
        f"aside.{name}",
        row,
        act,
        height=TOUCH,
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=12),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
    )


def _order(prompt: Prompt) -> tuple[bool, str]:
    """The game's own headings first, the session's agreements last."""
    return prompt.menu == "This game", prompt.menu
