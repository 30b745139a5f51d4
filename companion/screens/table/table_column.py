"""The column of the table on a phone: notices, players, prompt and board scroll; the dock below stays in sight."""

from typing import NamedTuple

import flet as ft

from companion.flet_guard.redrawing import Keep, Parts
from companion.parts.dock import band, message, scrolling
from companion.parts.notices import NoticeStrip
from companion.parts.press import icon_button, press
from companion.phones.invitation import Invitation
from companion.phones.rights import describe_waiting, secrets_open
from companion.screens.table.middle import Choose, middle_view
from companion.screens.table.seats import OpenSheet
from companion.session.desk import Desk
from companion.text import counted
from companion.theme import Look
from companion.window.hooks import use_guest, use_house, use_window
from companion.window.messages import go
from scoring.game import AnyGame, Notice
from scoring.prompts import Card, Field, OnBoard, Prompt, Role


class NoticeFacts(NamedTuple):
    """What the notices above the table show."""

    look: Look
    game: AnyGame
    notices: tuple[Notice, ...]


class HoldFacts(NamedTuple):
    """What the line about entries on hold shows."""

    look: Look
    session_id: str
    text: str
    may_correct: bool


class DockFacts(NamedTuple):
    """What is above the buttons of the dock; it may take a share of the window's height."""

    window_height: float | None
    parts: Parts


def table_column(
    look: Look,
    desk: Desk,
    keep: Keep,
    *,
    rows: list[ft.Control],
    question: list[ft.Control],
    foot: list[ft.Control],
    main: Prompt | None = None,
    choose: Choose | None = None,
    is_long: bool = False,
    below: ft.Control | None = None,
) -> ft.Column:
    """Notices, the players' `rows`, the `question` of the prompt `main` and the board, with `foot` in the dock and
    the line `below` its buttons.

    A question that `is_long` is placed above the players. In a wide window the board is beside the table.
    """
    middle: list[ft.Control] = []
    if not use_window().wide and not asks_for(main, OnBoard):
        middle = middle_view(look, desk, choose, keep)
    if asks_for(main, OnBoard) or is_long:  # the question itself shows the board
        content = [*question, *rows, *middle]
    elif asks_for(main, Card):  # the card goes to those in the middle
        content = [*middle, *rows, *question]
    else:
        content = [*rows, *question, *middle]
    upper = keep("upper", Parts([*_status(look, desk, keep), *_warnings(look, desk, keep), *content]), _scrolling_part)
    if not foot:  # a phone that waits and has nothing to take back
        return ft.Column([upper], spacing=0)
    *above, buttons = foot
    dock = [buttons, below] if below else [buttons]
    if above:
        dock.insert(0, keep("above", DockFacts(ft.context.page.height, Parts(above)), _above_buttons))
    return ft.Column([upper, keep("dock", Parts(dock), _dock)], spacing=0)


def asks_for(prompt: Prompt | None, kind: type[Field]) -> bool:
    """Whether one of the prompt's fields is of this kind."""
    return prompt is not None and any(isinstance(field, kind) for field in prompt.fields)


def aside_button(desk: Desk, open_sheet: OpenSheet) -> ft.Control:
    """Opens the menu of everything that happens beside the game."""
    return icon_button("asides", ft.Icons.ADD_CIRCLE_OUTLINE_ROUNDED, aside_title(desk), lambda: open_sheet("asides"))


def aside_title(desk: Desk) -> str:
    """The title of that menu: "Special cards and more" where a card is on offer, else "More"."""
    groups = [prompt.group for prompt in desk.prompts if prompt.role is Role.ASIDE]
    cards = next((group for group in groups if "card" in group.lower()), "")
    return f"{cards} and more" if cards else "More"


class AsideFacts(NamedTuple):
    """What the button of the menu says."""

    desk: Desk
    title: str


def aside_buttons(desk: Desk, open_sheet: OpenSheet, keep: Keep) -> list[ft.Control]:
    """The button of the menu where there is something in it: a phone may have none."""
    has_asides = any(prompt.role is Role.ASIDE for prompt in desk.prompts)
    return [keep("asides", AsideFacts(desk, aside_title(desk)), _asides, open_sheet)] if has_asides else []


def _asides(facts: AsideFacts, open_sheet: OpenSheet) -> ft.Control:
    return aside_button(facts.desk, open_sheet)


class StatusFacts(NamedTuple):
    """The first line on a phone at the table, and how far secret answers are where the table is held."""

    look: Look
    text: str
    is_turn: bool = False


def _status(look: Look, desk: Desk, keep: Keep) -> list[ft.Control]:
    """Whose turn it is; nothing on a device that holds a table without phones."""
    guest, house = use_guest(), use_house()
    if guest is not None:
        facts = StatusFacts(look, guest.desk.status, guest.desk.is_turn)
    else:
        invitation = house.phones.invitation if house is not None and house.phones is not None else None
        is_here = invitation is not None and invitation.desk is desk
        facts = _host_status(look, desk, invitation) if invitation is not None and is_here else StatusFacts(look, "")
    return [keep("status", facts, _status_line)] if facts.text else []


def _host_status(look: Look, desk: Desk, invitation: Invitation) -> StatusFacts:
    """Whose question it is where phones are invited, and who is still to choose in secret."""
    secret = describe_waiting(desk.game, desk.state) if secrets_open(desk.game, desk.state) else ""
    seat = desk.main.seat if desk.main is not None else None
    if seat is None:
        return StatusFacts(look, secret)
    name = desk.state.table.names[seat]
    if seat == invitation.host_seat:
        return StatusFacts(look, f"Your turn, {name}. {secret}" if secret else f"Your turn, {name}", is_turn=True)
    if invitation.has_phone(seat):
        return StatusFacts(look, secret or f"{name} is asked on their own phone. You may answer here as well.")
    return StatusFacts(look, secret)


def _status_line(facts: StatusFacts) -> ft.Control:
    look, text, is_turn = facts
    icon = ft.Icons.TOUCH_APP_ROUNDED if is_turn else ft.Icons.HOURGLASS_EMPTY_ROUNDED
    ink = look.accent if is_turn else ft.Colors.ON_SURFACE_VARIANT
    words = ft.Text(text, style=look.text(17 if is_turn else 15, color=ink, bold=is_turn), expand=True)
    line = ft.Row([ft.Icon(icon, size=20, color=ink), words], spacing=8)
    inside = ft.Container(line, padding=ft.Padding.symmetric(horizontal=4, vertical=4))
    return ft.Semantics(identifier="status", live_region=True, content=inside)


def _warnings(look: Look, desk: Desk, keep: Keep) -> list[ft.Control]:
    """The game's notices, and whether entries of the log do not count."""
    shown: list[ft.Control] = []
    if desk.notices:
        shown.append(keep("notices", NoticeFacts(look, desk.game, desk.notices), _notices))
    if desk.run.violation:
        facts = HoldFacts(look, desk.session_id, _describe_hold(desk), desk.may_correct)
        shown.append(keep("hold", facts, _hold))
    return shown


def _describe_hold(desk: Desk) -> str:
    """What is on hold and why."""
    assert desk.run.violation is not None, "asked where entries are on hold"
    first, *others = desk.run.waiting
    more = f" and {counted(len(others), 'entry', 'entries')} after it" if others else ""
    return f"On hold: {desk.describe(first)}{more}. {desk.run.violation.message}"


def _hold(facts: HoldFacts) -> ft.Control:
    """The message; a tap opens the log."""
    line = message(facts.look, facts.text, bad=True)
    if not facts.may_correct:
        return line
    return press("hold", line, lambda: go(f"/table/{facts.session_id}/log"), padding=ft.Padding.symmetric(vertical=8))


def _notices(facts: NoticeFacts) -> ft.Control:
    return NoticeStrip(facts.look, facts.game, facts.notices, key="notices")


def _scrolling_part(parts: Parts) -> ft.Control:
    scroll = ft.Column(list(parts), spacing=5, scroll=ft.ScrollMode.AUTO, expand=True)
    return ft.Container(scroll, expand=True, padding=ft.Padding.only(left=12, right=12, top=8))


def _above_buttons(facts: DockFacts) -> ft.Control:
    return scrolling(facts.parts)


def _dock(parts: Parts) -> ft.Control:
    return band(list(parts))
