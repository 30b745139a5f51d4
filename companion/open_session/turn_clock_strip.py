"""The turn clock at the table: whose turn it is and how long it takes, and how long everybody's turns took.

It is drawn once; every second only its one text changes, and only while the page is in view.
"""

import asyncio
from typing import Final, NamedTuple

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.table_session import TableSession
from companion.open_session.turn_clock import IDLE
from companion.ui.chips_and_buttons import Act, icon_button, identified, press, quiet
from companion.ui.marks import badge
from companion.ui.panel import cut_text, note
from companion.ui.text import hours, stopwatch
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_changes, use_redraw, use_window
from companion.window.messages import tell
from storage.sessions.turn_clocks import TABLE, ClockState

TITLE: Final = "Time per player"

_HEAD: Final = 24  # height of the line with the turn
_LINE: Final = 18  # height of a line of sums
_AROUND: Final = 8  # height of the padding
_MOST_LINES: Final = 3  # sums that need more lines are in the sheet alone
_LETTER: Final = 6.3  # width of a letter of the sums
_TIME_LETTERS: Final = 8  # letters a time may take: "Ana 12:34 · "
_SIDE: Final = TOUCH + 24  # width of what is beside the sums
_LETTER_OF_TURN: Final = 8.6  # width of a letter of the turn
_LEAST_OF_NAME: Final = 4  # a name is cut to no fewer letters, so that the times stay in sight
_NAME_LETTERS_OF_SUMS: Final = 10  # letters of a name beside its sums

_NO_BREAK: Final = "\u00a0"
_EVERYBODY: Final = "Everybody"

_WHY: Final = {
    ClockState.ASLEEP: "Paused: app was out of view",
    ClockState.IDLE: f"Paused: nothing entered for {hours(IDLE.total_seconds())}",
}
"""What the strip says where it paused by itself; it has to fit into a narrow window with large letters."""


class SeatTime(NamedTuple):
    """How long the turns of a player took, in milliseconds; `seat` is None for what counts for nobody."""

    seat: int | None
    name: str
    milliseconds: int


def list_times(desk: TableSession) -> tuple[SeatTime, ...]:
    """The time of each player, by seat, and of the table if it has any; empty if the clock was never on."""
    if desk.clock.clock is None:
        return ()
    sums, names = desk.clock.count_sums(), desk.shown.table.names
    seats = zip(desk.shown.table.seats, desk.clock.players, strict=False)
    times = tuple(SeatTime(seat, names[seat], sums.get(player, 0)) for seat, player in seats)
    table = (SeatTime(None, "The table", sums[TABLE]),) if sums.get(TABLE) else ()
    return (*times, *table)


def tell_times(desk: TableSession) -> str:
    """The time of each player in a sentence; empty if the clock counted nothing for any of them."""
    times = list_times(desk)
    if not any(time.milliseconds >= 1000 for time in times if time.seat is not None):
        return ""
    words = [f"{time.name if time.seat is not None else 'the table'} {stopwatch(time.milliseconds)}" for time in times]
    return f"{TITLE}: {', '.join(words)}."


def times_line(look: Look, desk: TableSession) -> list[ft.Control]:
    """The time per player under a result; nothing where the clock counted none."""
    sentence = tell_times(desk)
    return [identified("times", ft.Text(sentence, style=look.text(16)))] if sentence else []


def clock_strip(look: Look, desk: TableSession, open_sheet: Act, width: float) -> list[ft.Control]:
    """The strip above the players in a column of this width; nothing where the clock is off."""
    if not desk.shows_clock:
        return []
    lines, letters = _count_lines(look, desk, width), int((width - _SIDE) / look.box(_LETTER_OF_TURN))
    height = max(TOUCH, look.box(_HEAD) + look.box(_LINE) * max(lines, 1) + _AROUND)
    words = press(
        "clock",
        ClockText(look, desk, lines, letters, key="clock.text"),
        open_sheet,
        height=height,
        padding=ft.Padding.only(left=4 if desk.is_host else 12, right=8),
        alignment=ft.Alignment.CENTER_LEFT,
        border_radius=16,
    )
    words.expand = True
    inside: list[ft.Control] = [words]
    if isinstance(desk, Desk):
        is_running = desk.clock.is_running
        icon = ft.Icons.PAUSE if is_running else ft.Icons.PLAY_ARROW
        says = "Pause the turn clock" if is_running else "Go on with the turn clock"
        inside.insert(0, icon_button("clock.pause", icon, says, lambda: tell(desk.toggle_clock()), color=look.accent))
    strip = ft.Container(
        ft.Row(inside, spacing=0),
        height=height,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=16,
        key="clock",
    )
    return [strip]


def _count_lines(look: Look, desk: TableSession, width: float) -> int:
    """The lines that the sums may need; 0 if too many."""
    room, used, lines = width - _SIDE, 0.0, 1
    for name in desk.shown.table.names:
        wide = look.box(_LETTER) * (len(_shorten(name, _NAME_LETTERS_OF_SUMS)) + _TIME_LETTERS)
        if used and used + wide > room:
            lines, used = lines + 1, 0.0
        used += wide
    return lines if lines <= _MOST_LINES else 0


def _use_seconds(desk: TableSession) -> None:
    window, redraw, is_running = use_window(), use_redraw(), desk.clock.is_running

    async def tick() -> None:
        while is_running:
            await asyncio.sleep(desk.clock.seconds_to_next())
            if window.visibility.is_visible:
                redraw()

    ft.use_effect(tick, [is_running], cleanup=lambda: None)


@ft.component
def ClockText(look: Look, desk: TableSession, lines: int, letters: int, key: str | None = None) -> ft.Control:
    """Whose turn it is, how long it has taken, and the sums: one text.

    `lines` are those that the sums have room for, 0 where they have none; `letters` those of the line above them.
    """
    use_changes(desk.watch, desk.session_id)
    _use_seconds(desk)
    style = look.text(13, color=ft.Colors.ON_SURFACE_VARIANT)
    turn, is_sentence = _tell_turn(desk, letters), desk.clock.look()[0].state in _WHY
    spans = [
        ft.TextSpan(turn, style=look.text(14 if is_sentence else 16, bold=not is_sentence)),
        ft.TextSpan(f"\n{_tell_sums(desk) if lines else TITLE + ' …'}", style=style),
    ]
    return ft.Text(spans=spans, max_lines=1 + max(lines, 1), overflow=ft.TextOverflow.ELLIPSIS)


def _tell_turn(desk: TableSession, letters: int) -> str:
    """Whose turn it is and for how long, or why the clock is paused."""
    clock, _ = desk.clock.look()
    if clock.state in _WHY:
        return _WHY[clock.state]
    name = _EVERYBODY if clock.seat is None else desk.shown.table.names[clock.seat]
    paused, time = "" if clock.since is not None else "Paused: ", stopwatch(desk.clock.count_turn())
    room = letters - len(paused) - len(time) - 1
    return f"{paused}{_shorten(name, max(room, _LEAST_OF_NAME))} {time}"


def _tell_sums(desk: TableSession) -> str:
    return " · ".join(
        f"{_shorten(time.name, _NAME_LETTERS_OF_SUMS)} {stopwatch(time.milliseconds)}".replace(" ", _NO_BREAK)
        for time in list_times(desk)
        if time.seat is not None
    )


def _shorten(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


@ft.component
def ClockSheet(desk: TableSession, look: Look, close: Act) -> ft.Control:
    """The time of each player and of the table, and how to switch the clock off."""
    _use_seconds(desk)
    rows = [_row(look, time) for time in list_times(desk)]
    words = note(look, "Counted while the app is in view. It is no rule and changes no score.")

    if isinstance(desk, Desk):

        def switch() -> None:
            tell(desk.switch_clock())
            close()

        off = quiet(look, "clock.off", "Switch the turn clock off", switch, icon=ft.Icons.TIMER_OUTLINED)
        return ft.Column([*rows, words, off], spacing=10, tight=True)
    return ft.Column([*rows, words], spacing=10, tight=True)


def _row(look: Look, time: SeatTime) -> ft.Control:
    mark: ft.Control = badge(look, time.seat, 26) if time.seat is not None else ft.Container(width=26)
    name = cut_text(time.name, look.text(16, bold=True), expand=True)
    figure = ft.Text(stopwatch(time.milliseconds), style=look.figure(18), no_wrap=True)
    inside = ft.Row([mark, name, figure], spacing=10)
    return ft.Semantics(identifier=f"clock[{'table' if time.seat is None else time.seat}]", content=inside)
