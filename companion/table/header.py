"""The header of the table: the title, the facts of the moment, and the buttons beside them.

It is as high as it ever was while the game went on: a line of facts that was needed once stays, and facts that find no
room in its lines are shown below the players, so that nothing moves under the thumb when one more is known.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.table_session import TableSession
from companion.table.fact_pills import FactLines, facts_lines, fit_facts, more_facts
from companion.table.layout import HIGH
from companion.ui.chips_and_buttons import Act, icon_button, identified, press, quiet
from companion.ui.marks import badge
from companion.ui.panel import TITLE_LETTER, cloth_row, note, sheet, woven
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import drawn_once, use_window
from companion.window.messages import go
from scoring.contract.cards import Suit
from scoring.contract.scores import Seat

OWNER: Final = "owner"  # the sheet that says whose phone it is
_LINES: Final = 2  # lines of facts in a narrow window
_LINES_WIDE: Final = 1  # the same in a wide window
_BUTTON: Final = 50  # width of a button
_EDGES: Final = 30  # width left free beside the facts


class HeaderFacts(NamedTuple):
    look: Look
    title: str
    session_id: str
    has_home: bool  # a player's own phone has only the table
    can_invite: bool
    has_invited: bool  # phones are invited to this table
    has_words: bool  # in a wide window the way to the phones is more than a picture
    is_low: bool  # the facts are beside the title
    owner: tuple[Seat | None, str] | None  # whose phone it is; None where the table is held


def use_fact_lines(look: Look, desk: TableSession) -> FactLines:
    """The game's facts of the moment as they fit into this window."""
    window = use_window()
    room = min(window.width, ft.context.page.width or window.width) - _EDGES
    if window.low:
        buttons = 3 + window.can_invite + desk.is_host
        room -= _BUTTON * buttons + look.box(TITLE_LETTER) * len(desk.title)
    lines = _LINES_WIDE if (window.wide and not window.low) or look.is_large else _LINES
    facts = desk.shown.view.facts
    if desk.shown.stopped:
        facts = (*facts[:1], *(fact for fact in facts[1:] if fact.group))  # nothing is drawn or named any more
    has_no_line = look.is_large and (window.low or (ft.context.page.height or HIGH) < HIGH)
    return FactLines((), facts) if has_no_line else fit_facts(look, facts, room, lines)


def use_header_facts(look: Look, desk: TableSession) -> HeaderFacts:
    """What the header of this window shows of a session beside the facts of the moment."""
    window = use_window()
    return HeaderFacts(
        look,
        desk.title,
        desk.session_id,
        has_home=desk.is_host,
        can_invite=window.can_invite,
        has_invited=isinstance(desk, Desk) and desk.invited is not None,
        has_words=window.wide and not window.low,
        is_low=window.low,
        owner=None if desk.give_away is None else (desk.seat, _owner_name(desk)),
    )


def _owner_name(desk: TableSession) -> str:
    return "Watching" if desk.seat is None else desk.shown.table.names[desk.seat]


def owner_sheet(look: Look, desk: TableSession, close: Act) -> ft.BottomSheet | None:
    """Whose phone this is, and the way to another seat; None where the table is held."""
    give_away = desk.give_away
    if give_away is None:
        return None

    def give() -> None:
        close()
        give_away()

    is_watching = desk.seat is None
    words = "It only shows the table." if is_watching else "What you enter counts for this seat."
    to = "Take a seat with this phone" if is_watching else "Give this phone to another seat"
    inside = ft.Column([note(look, words), quiet(look, "owner.other", to, give)], spacing=12, tight=True)
    title = "This phone is only watching" if is_watching else f"This is {_owner_name(desk)}'s phone"
    return sheet(look, title, inside, close)


@drawn_once
def Header(
    facts: HeaderFacts,
    lines: FactLines,
    suits: tuple[Suit, ...],
    open_sheet: Callable[[str], None],
    key: str | None = None,
) -> ft.Control:
    """The title, the game's current facts, and the buttons for sheet, log and rules; on a phone whose it is."""
    look = facts.look
    most: Any = ft.use_ref(0)
    most.current = max(most.current, sum(map(bool, lines.placed)))
    strip = facts_lines(look, lines.placed[: most.current], {suit.key: suit for suit in suits})
    if facts.is_low:
        return woven(look, [TitleRow(facts, open_sheet, strip, key="title")], left=6, bottom=6)
    return woven(look, [TitleRow(facts, open_sheet, key="title"), strip], left=6)


def overflow(look: Look, desk: TableSession) -> list[ft.Control]:
    """The facts for which the header has no room."""
    facts = use_fact_lines(look, desk).more
    return [more_facts(look, facts, {suit.key: suit for suit in desk.game.box.suits})] if facts else []


@drawn_once
def TitleRow(
    facts: HeaderFacts,
    open_sheet: Callable[[str], None],
    beside: ft.Control | None = None,
    key: str | None = None,
) -> ft.Control:
    """The title with the buttons, and what is `beside` it in a low window."""
    look, session_id = facts.look, facts.session_id

    def link(name: str, icon: ft.IconData, says: str) -> ft.Control:
        return icon_button(f"open.{name}", icon, says, lambda: go(f"/table/{session_id}/{name}"), color="#ffffff")

    actions = [
        link("sheet", ft.Icons.GRID_ON_ROUNDED, "Score sheet"),
        link("log", ft.Icons.HISTORY_ROUNDED, "Log"),
        link("rules", ft.Icons.MENU_BOOK_ROUNDED, "Rules"),
    ]
    invite, icon = "Invite phones", ft.Icons.PHONELINK_RING_ROUNDED
    if facts.has_invited:
        invite, icon = "Phones are invited", ft.Icons.DEVICES_ROUNDED
    if facts.can_invite and facts.has_words:
        words = ft.TextButton(
            invite,
            icon=icon,
            style=ft.ButtonStyle(color="#ffffff", icon_color="#ffffff", text_style=look.text(15, bold=True)),
            height=TOUCH,
            on_click=lambda _: go(f"/table/{session_id}/phones"),
        )
        actions.insert(0, identified("open.phones", words))
    elif facts.can_invite:
        actions.insert(0, link("phones", icon, invite))
    back = (lambda: go("/")) if facts.has_home else None
    if facts.owner is not None:
        seat, name = facts.owner
        sign = ft.Icon(ft.Icons.VISIBILITY_OUTLINED, color="#ffffff") if seat is None else badge(look, seat, 32)
        says = "This phone is only watching" if seat is None else f"This is {name}'s phone"
        open_owner = partial(open_sheet, OWNER)
        lead = press("owner", sign, open_owner, width=TOUCH, height=TOUCH, alignment=ft.Alignment.CENTER, tooltip=says)
        return cloth_row(look, name, under=facts.title, actions=actions, beside=beside, lead=lead)
    row = cloth_row(look, facts.title, back=back, actions=actions, beside=beside)
    if facts.has_home:
        return row
    return ft.Container(row, padding=ft.Padding.only(left=10))  # as far in as the facts below
