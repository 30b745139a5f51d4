"""The column of the table on a phone: players, prompt and board scroll; the dock below stays in sight.

On a phone held sideways the players are at the left; the question and the dock are at the right of them. A number pad
has the whole width.
"""

from functools import partial
from typing import Final, NamedTuple

import flet as ft

from companion.forms.player_rows import has_pad
from companion.open_session.table_session import TableSession
from companion.open_session.telling.round_summary import CROWN, RoundSummary
from companion.open_session.turn_clock_strip import clock_strip
from companion.table.header import overflow
from companion.table.layout import is_tight_pad
from companion.table.middle import Choose, middle_view
from companion.table.more_below import SCROLL_INTERVAL, MoreBelow, use_more_below
from companion.table.notices import NoticeStrip
from companion.table.rows.seats import OpenSheet
from companion.table.undo_redo import has_summary_below
from companion.ui.chips_and_buttons import icon_button, identified, press
from companion.ui.cited_rules import Cited
from companion.ui.dock import band, message, scrolling
from companion.ui.marks import ICONS, crown, pill
from companion.ui.panel import inset
from companion.ui.theme import Look
from companion.window.hooks import use_window
from companion.window.messages import go
from companion.window.state import Window
from scoring.contract.prompts import Card, Field, Grid, OnBoard, Prompt, Role

_SHARE: Final = 0.5  # share of the window's height for the dock above its buttons
_SHARE_OF_CARDS: Final = 0.57  # the same for a whole deck of cards
_TAKEN: Final = 152  # height of header and buttons on a phone held sideways
_TEXT_TAKEN: Final = 24  # height of the text in them
_LINE: Final = 24  # height of the line below the buttons
_NOTICE: Final = 60  # height of a notice
_PANE: Final = 0.56  # share of the width for the right side on a phone held sideways
_PANE_BESIDE_KEYS: Final = 352  # its width in pixels where the players' rows have keys
LEFT_WIDE: Final = 600  # width of the playing side in a wide window
_ON_EDGE: Final = -15  # pixels from the top of the dock to that of a line on its edge
_SIDES: Final = 24  # pixels beside a scrolling part
_AROUND: Final = ft.Margin.only(left=12, right=12, top=8)  # margin of a scrolling part
_ABOVE_THUMB: Final = ft.Margin.only(left=12, right=12, top=8, bottom=8)  # the same for one with a number pad


class TableColumn(NamedTuple):
    """The column, and its parts that scroll: with the players and with the question, often the same one."""

    control: ft.Row | ft.Column
    rows: ft.Control
    question: ft.Control
    scrolled: MoreBelow  # of the part with the question


def table_column(
    look: Look,
    desk: TableSession,
    open_sheet: OpenSheet,
    *,
    rows: list[ft.Control],
    question: list[ft.Control],
    foot: list[ft.Control],
    main: Prompt | None = None,
    choose: Choose | None = None,
    is_long: bool = False,
    below: ft.Control | None = None,
) -> TableColumn:
    """The players' `rows`, the `question` of the prompt `main` and the board, with the notices and `foot` in the dock
    and the line `below` its buttons.

    A question that `is_long` is placed above the players. In a wide window the board is beside the table.
    """
    window = use_window()
    middle: list[ft.Control] = []
    if (window.low or not window.wide) and not asks_for(main, OnBoard):
        middle = middle_view(look, desk, choose)
    clock = clock_strip(look, desk, partial(open_sheet, "clock"), _column_width(window, main, question))
    status, more = [*_status(look, desk), *clock, *_hold_line(look, desk)], overflow(look, desk)
    hint = use_more_below(desk.session_id)
    is_tight = is_tight_pad(main, window, look)
    is_low_pad = is_tight and window.low
    notices = _notice_parts(look, desk)
    is_at_thumb = main is not None and has_pad(main) and not (window.wide or window.low)
    if window.low and not is_tight and not _is_in_rows(main, question):  # beside the question, which needs the height
        rows, notices = [*notices, *rows], []
    if is_at_thumb:  # the dock keeps its height, and the keys on it their places
        rows, notices, foot = [*notices, *rows, *foot[:-1]], [], foot[-1:]
    share = _share_above(look, main, notices=len(notices), has_line=below is not None)
    dock = _dock_parts(notices, foot, None if is_tight else below, share=share)
    if window.low and not is_low_pad:
        left = _scrolling_part("upper", [*status, *rows, *middle, *more], None if question else hint)
        right = _scrolling_part("question", question, hint if question else None)
        is_cut = hint.is_cut and not look.is_large  # in large text the words would cover a number
        pane = ft.Container(
            ft.Column([right, *_with_more_line(look, dock, is_cut=is_cut and bool(question))], spacing=0),
            width=_pane_width(window, main, question),
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        )
        players = ft.Stack([left, *_more_line(look, bottom=3)] if is_cut and not question else [left], expand=True)
        players.fit = ft.StackFit.EXPAND
        side_by_side = ft.Row([players, pane], spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
        return TableColumn(side_by_side, left, right if question else left, hint)
    if asks_for(main, OnBoard) or is_long or is_low_pad:  # the question itself shows the board, or the players
        content = [*question, *rows, *middle]
    elif is_at_thumb:
        content, more = [*rows, *middle, *more, *question], []
    elif asks_for(main, Card):  # the card goes to those in the middle
        content = [*middle, *rows, *question]
    else:
        content = [*rows, *question, *middle]
    upper = _scrolling_part("upper", [*status, *content, *more], hint)
    if is_at_thumb:
        upper.alignment, upper.margin = ft.MainAxisAlignment.END, _ABOVE_THUMB
    column = ft.Column([upper, *_with_more_line(look, dock, is_cut=hint.is_cut and not is_tight)], spacing=0)
    return TableColumn(column, upper, upper, hint)


def _pane_width(window: Window, main: Prompt | None, question: list[ft.Control]) -> float:
    return _PANE_BESIDE_KEYS if _is_in_rows(main, question) else window.width * _PANE


def _is_in_rows(main: Prompt | None, question: list[ft.Control]) -> bool:
    """Whether all that is asked is in the players' rows."""
    return not question and asks_for(main, Grid)


def _column_width(window: Window, main: Prompt | None, question: list[ft.Control]) -> float:
    """The inner width of the players' side."""
    if window.low:
        return window.width - _pane_width(window, main, question) - _SIDES
    return (LEFT_WIDE if window.wide else min(window.width, ft.context.page.width or window.width)) - _SIDES


def room_for_players(window: Window) -> float:
    """The width of the players' part of the table, in pixels, where a question is below or beside it."""
    return _column_width(window, None, [])


def _notice_parts(look: Look, desk: TableSession) -> list[ft.Control]:
    parts: list[ft.Control] = []
    summary, notices = desk.shown.round_summary, desk.shown.view.notices
    if summary is not None:
        moved = next((notice for notice in notices if notice.moves == CROWN and summary.has_moved), None)
        notices = tuple(notice for notice in notices if notice is not moved)
        if not has_summary_below(desk):
            line = _summary_line(look, summary)
            parts.append(line if moved is None else Cited(look, desk.game, moved.rule, line, key="told"))
    if notices and not desk.shown.stopped:
        parts.append(NoticeStrip(look, desk.game, notices, key="notices"))
    return parts


def _dock_parts(
    notices: list[ft.Control], foot: list[ft.Control], below: ft.Control | None, *, share: float
) -> list[ft.Control]:
    """The dock: the notices, which come and go without moving what is above, the question and the buttons."""
    parts = [*notices]
    if foot:  # a phone that waits may have nothing to take back
        *above, buttons = foot
        if above:
            scrolls = scrolling(above, share)
            scrolls.key = "above"
            parts.append(scrolls)
        parts += [buttons, below] if below else [buttons]
    return [band(parts)] if parts else []


def _share_above(look: Look, main: Prompt | None, *, notices: int, has_line: bool) -> float:
    """The share of the window's height for the dock above its buttons; sideways, all that is left."""
    height = ft.context.page.height or 0
    if not use_window().low or not height:
        return _SHARE_OF_CARDS if asks_for(main, Card) else _SHARE
    taken = _TAKEN + look.box(_TEXT_TAKEN) - _TEXT_TAKEN + _LINE * has_line + _NOTICE * notices
    return max(0.3, 1 - taken / height)


def _summary_line(look: Look, summary: RoundSummary) -> ft.Control:
    """The round just scored, until the next entry."""
    words = ft.Text(summary.text, style=look.text(16, bold=True), expand=True)
    sign = ft.Semantics(content=crown(look), exclude_semantics=True)  # the sentence says whose it is
    line = ft.Row([sign, words] if summary.has_moved else [words], spacing=10)
    inside = inset(line, padding=ft.Padding.symmetric(horizontal=12, vertical=8))
    return identified("told", inside, live_region=True)


def asks_for(prompt: Prompt | None, kind: type[Field]) -> bool:
    return prompt is not None and any(isinstance(field, kind) for field in prompt.fields)


def aside_button(desk: TableSession, open_sheet: OpenSheet) -> ft.Control:
    """Opens the menu of everything that happens beside the game."""
    return icon_button("asides", ft.Icons.MORE_VERT, aside_title(desk), lambda: open_sheet("asides"))


def aside_title(desk: TableSession) -> str:
    """The title of that menu: "Special cards and more" where a card is on offer, else "More"."""
    menus = [prompt.menu for prompt in desk.prompts if prompt.role is Role.ASIDE]
    cards = next((menu for menu in menus if "card" in menu.lower()), "")
    return f"{cards} and more" if cards else "More"


def aside_buttons(desk: TableSession, open_sheet: OpenSheet) -> list[ft.Control]:
    """The button of the menu where there is something in it: a phone may have none."""
    has_asides = any(prompt.role is Role.ASIDE for prompt in desk.prompts)
    return [aside_button(desk, open_sheet)] if has_asides else []


def _status(look: Look, desk: TableSession) -> list[ft.Control]:
    """Whose turn it is and how far secret answers are; nothing without phones."""
    if not (text := desk.status):
        return []
    is_turn, waits = desk.is_turn, ft.Icons.HOURGLASS_EMPTY_ROUNDED
    icon = ft.Icons.TOUCH_APP_ROUNDED if is_turn else ICONS["out"] if desk.has_left else waits
    ink = look.accent if is_turn else ft.Colors.ON_SURFACE_VARIANT
    words = ft.Text(text, style=look.text(17 if is_turn else 15, color=ink, bold=is_turn), expand=True)
    line = ft.Row([ft.Icon(icon, size=20, color=ink), words], spacing=8)
    inside = ft.Container(line, padding=ft.Padding.symmetric(horizontal=4, vertical=4))
    return [identified("status", inside, live_region=True)]


def _hold_line(look: Look, desk: TableSession) -> list[ft.Control]:
    """The entries on hold; a tap opens the log."""
    if not desk.hold:
        return []
    line = message(look, desk.hold, bad=True)
    if not desk.is_host:
        return [line]
    open_log = partial(go, f"/table/{desk.session_id}/log")
    return [press("hold", line, open_log, padding=ft.Padding.symmetric(vertical=15))]


def _scrolling_part(name: str, parts: list[ft.Control], hint: MoreBelow | None) -> ft.Column:
    if hint is None:
        return ft.Column(parts, spacing=5, scroll=ft.ScrollMode.AUTO, expand=True, margin=_AROUND, key=name)
    return ft.Column(
        [ft.Column(parts, spacing=5, on_size_change=hint.on_content)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        margin=_AROUND,
        on_size_change=hint.on_view,
        on_scroll=hint.on_scroll,
        scroll_interval=SCROLL_INTERVAL,
        key=name,
    )


def _with_more_line(look: Look, dock: list[ft.Control], *, is_cut: bool) -> list[ft.Control]:
    """The dock, with "More below" on the edge between it and what scrolls above it."""
    lines = _more_line(look, top=_ON_EDGE) if is_cut else []
    return [ft.Stack([*dock, *lines], clip_behavior=ft.ClipBehavior.NONE)] if dock else []


def _more_line(look: Look, *, top: float | None = None, bottom: float | None = None) -> list[ft.Control]:
    """ "More below", which lets taps through."""
    words = pill(look, "More below", icon=ft.Icons.EXPAND_MORE_ROUNDED, fill=ft.Colors.SURFACE_CONTAINER_HIGHEST)
    line = ft.Row([identified("more.below", words)], alignment=ft.MainAxisAlignment.CENTER)
    return [ft.Container(line, left=0, right=0, top=top, bottom=bottom, ignore_interactions=True)]
