"""What can be shared of a session: picture, grid, text, score sheet, and a link to BG Stats."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.device.device import Device
from companion.device.downloads import SENT_AS, OutgoingFile, file_name
from companion.open_session.desk_hooks import use_desk
from companion.sharing import bg_stats_link, picture, result_text, sheet_export
from companion.sharing.qr_code import draw_code, fits_code
from companion.sharing.story import Story, build_story
from companion.ui.chips_and_buttons import Act, identified, press, quiet
from companion.ui.marks import number_text
from companion.ui.panel import buttons, centred, cloth, note, page, section, selectable
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.long_work import collect
from companion.window.messages import ABOVE_DOCK, go, tell
from companion.window.state import House
from companion.window.view import use_view
from scoring.contract.game import MeasureKind
from storage.errors import StorageError
from storage.store import Store
from storage.transfer import session_export

_WIDEST: Final = 760
_SQUARE: Final = 15
_PAPER: Final = "#ffffff"
_INK: Final = "#2a211a"
_EDGE: Final = 8
"""Pixels around the enlarged code, besides its own quiet zone."""
_BELOW: Final = 90
"""Pixels for the text below it."""
log = logging.getLogger("companion")

_AFTER: Final = 0.1
"""Seconds before the drawing begins, so that the page is sent first."""
_TOO_LONG: Final = (
    "These names are too long for a QR code. Copy the link and send it to the phone that has BG Stats: opened there, it"
    " fills in the play, to be checked and saved."
)
_TINTS: Final = {
    result_text.BEST: "#3f9a58",
    result_text.BETWEEN: "#e0b23a",
    result_text.LAST: "#3a342d",
    result_text.NOTHING: "#d9cab0",
}

_part = partial(section, spacing=10)
"""A card with one thing to share."""

JSON_LINES: Final = "application/x-ndjson"

HandOver = Callable[[OutgoingFile], Awaitable[str]]
"""Saves or sends a file; returns the message about it."""

Give = Callable[[Callable[[], OutgoingFile]], object]
"""Makes a file in the background and hands it to the user."""


@ft.component
def ShareScreen() -> ft.View:
    """The share screen of a session; "back" leads to the screen that opened it."""
    session_id = unquote(ft.use_route_params()["session"])
    back = ft.use_route_location().removesuffix("/share")
    desk, house, window = use_desk(session_id), use_house(), use_window()
    look = use_look(desk.game.box.colour)
    near_wins, put_near_wins = ft.use_state(tuple[str, ...]())

    async def find_near() -> None:
        put_near_wins(tuple(await collect(desk.shown.tell_near_wins())))

    ft.use_effect(find_near, [desk.number], cleanup=lambda: None)
    story = build_story(desk, house.store.sessions.load_head(session_id), near_wins)
    width = min(window.width, _WIDEST)
    give = file_giver(house.device.deliver_file, house.device)
    send = file_giver(house.device.send_file, house.device)
    send_picture = send if house.device.has_share_sheet else None
    inside: list[ft.Control] = []
    if story.result is not None:
        says = f"{story.title}: {story.headline}. {story.because}"
        inside += [
            picture_part(
                look, lambda: picture.draw(story).png(), story, says, _name(story, "png"), width, give, send_picture
            ),
            _part(look, "The grid", _grid(look, story, width - 60)),
        ]
    inside += [
        text_part(look, result_text.as_text(story)),
        _part(look, "The score sheet", _sheets(look, story, window.separator, give)),
    ]
    if story.result is not None:
        inside.append(_part(look, "BG Stats", _bg_stats(look, story, width - 60)))
    else:
        inside.append(note(look, "Picture, grid and the link to BG Stats come with the result."))
    inside.append(_part(look, "The session", _session(look, story, house, session_id, send)))
    head = cloth(look, "Share", under=f"{desk.title} · {story.day}", back=lambda: go(back))
    return use_view([head, page(inside, width)])


@ft.component
def Drawn(draw: Callable[[], bytes], of: Any, width: float, says: str, key: str | None = None) -> ft.Control:
    """A picture drawn in the background, and again when `of` changes; a sentence if it cannot be drawn."""
    device, look = use_house().device, use_look()
    done, put = ft.use_state(b"")
    failed, put_failed = ft.use_state(False)

    async def work() -> None:
        await asyncio.sleep(_AFTER)
        put_failed(False)
        try:
            put(await device.run_in_background(draw))
        except Exception:  # any failure; the screen then offers the text instead
            log.warning("a picture could not be drawn", exc_info=True)
            put_failed(True)

    ft.use_effect(work, [of], cleanup=lambda: None)
    if failed:
        return ft.Container(note(look, "This cannot be drawn. Share the text instead."), width=width)
    if not done:
        return ft.Container(ft.ProgressRing(), width=width, height=width, alignment=ft.Alignment.CENTER)
    return ft.Image(src=done, width=width, border_radius=14, semantics_label=says, gapless_playback=True)


def picture_part(
    look: Look,
    draw: Callable[[], bytes],
    of: Any,
    says: str,
    name: str,
    width: float,
    give: Give,
    send: Give | None = None,
) -> ft.Control:
    """The picture as it will be shared, drawn again when `of` changes, with the buttons that save and send it."""
    shown = Drawn(draw, of, min(width - 60, 360), says, key="picture")

    def make() -> OutgoingFile:
        return OutgoingFile(name, "image/png", draw())

    ways = [quiet(look, "share.picture", "Save the picture", partial(give, make), icon=ft.Icons.IMAGE_ROUNDED)]
    if send is not None:
        send_it = partial(send, make)
        ways.insert(0, quiet(look, "share.send", "Send the picture", send_it, icon=ft.Icons.IOS_SHARE_ROUNDED))
    frame = ft.Container(shown, border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT), border_radius=15)
    row = buttons(ways, alignment=ft.MainAxisAlignment.CENTER)
    column = ft.Column([row, frame], spacing=12, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    return _part(look, "The picture", column)


def _grid(look: Look, story: Story, width: float) -> ft.Control:
    """The squares as they will be pasted; drawn, because our fonts have no coloured squares."""
    kind = result_text.main_measure(story)
    meanings = result_text.legend(story, kind)
    rows = [_row(look, story, seat, kind, width) for place in story.places for seat in place.side]
    meant = [
        ft.Row(
            [_square(mark), ft.Text(text, style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT))],
            spacing=4,
            tight=True,
        )
        for mark, text in meanings
    ]
    copy = _copy_button(look, "share.grid", "Copy the grid", result_text.as_grid(story))
    return ft.Column([*rows, ft.Row(list(meant), spacing=12, wrap=True), copy], spacing=6)


def _row(look: Look, story: Story, seat: int, kind: MeasureKind | None, width: float) -> ft.Control:
    who = f"{story.names[seat]} {number_text(story.totals[seat])}"
    marks = result_text.squares(story, seat, kind)
    counts = (f"{text}: {marks.count(mark)}" for mark, text in result_text.legend(story, kind))
    squares = [_square(mark) for mark in marks]
    name = ft.Text(f" {who}", style=look.text(14, bold=True))
    row = ft.Row([*squares, name], spacing=2, run_spacing=2, wrap=True, width=width)
    return ft.Semantics(label=f"{who}; {', '.join(counts)}", exclude_semantics=True, content=row)


def _square(mark: str) -> ft.Control:
    return ft.Container(width=_SQUARE, height=_SQUARE, bgcolor=_TINTS[mark], border_radius=3)


def text_part(look: Look, text: str) -> ft.Control:
    """The text as it will be shared, and the button that copies it."""
    shown = selectable("The text", text, look.text(14))
    return _part(
        look, "The text", ft.Column([shown, _copy_button(look, "share.text", "Copy the text", text)], spacing=10)
    )


def _sheets(look: Look, story: Story, separator: str, give: Give) -> ft.Control:
    table, paper = _name(story, "csv"), _name(story, "html")
    ways = [
        quiet(
            look,
            "share.csv",
            "For a spreadsheet (CSV)",
            lambda: give(lambda: OutgoingFile(table, "text/csv; charset=utf-8", sheet_export.to_csv(story, separator))),
            icon=ft.Icons.GRID_ON_ROUNDED,
        ),
        quiet(
            look,
            "share.print",
            "To print",
            lambda: give(
                lambda: OutgoingFile(paper, "text/html; charset=utf-8", sheet_export.to_page(story), is_page=True)
            ),
            icon=ft.Icons.PRINT_ROUNDED,
        ),
    ]
    return buttons(ways)


def _session(look: Look, story: Story, house: House, session_id: str, send: Give) -> ft.Control:
    ending, mime = SENT_AS if house.device.has_share_sheet else ("jsonl", JSON_LINES)

    make = partial(make_session_file, house.store, session_id, _name(story, ending), mime)
    words = "Another phone or computer with Table Companion imports it, with everything entered."
    icon = ft.Icons.IOS_SHARE_ROUNDED
    button = quiet(look, "share.session", "Send to another device", partial(send, make), icon=icon)
    return ft.Column([note(look, words), button], spacing=10)


def make_session_file(store: Store, session_id: str, name: str, mime: str = JSON_LINES) -> OutgoingFile:
    """A session with everything entered, as a file."""
    lines = session_export.export_session(store, session_id)
    return OutgoingFile(name, mime, "".join(f"{line}\n" for line in lines).encode())


def _bg_stats(look: Look, story: Story, width: float) -> ft.Control:
    """The link as a QR code if it fits into one, a button that opens it, and one that copies it."""
    address = bg_stats_link.link(story)
    ways = [
        _linked(look, "share.open", "Open BG Stats here", ft.Icons.OPEN_IN_NEW_ROUNDED, ft.OpenUrl(address)),
        _copy_button(look, "share.link", "Copy the link", address),
    ]
    if not fits_code(address):
        return ft.Column([note(look, _TOO_LONG), buttons(ways)], spacing=12)
    words = "Scan this with the phone that has BG Stats: the game is filled in there, to be checked and saved."
    return ft.Column([note(look, words), Code(look, address, min(width, 520), key="code"), buttons(ways)], spacing=12)


@ft.component
def Code(look: Look, address: str, side: float, key: str | None = None) -> ft.Control:
    """The QR code on white; a tap enlarges it, another tap closes it."""
    large, enlarge = ft.use_state(False)
    window = ft.context.page
    most = max(side, min((window.width or 412) - 2 * _EDGE, (window.height or 915) - _BELOW))

    put_back = partial(enlarge, False)
    dialog = None
    if large:
        inside: list[ft.Control] = [
            _code(address, most, "share.code.large", "make it small again", put_back),
            ft.Container(
                ft.Text("Tap to go back", style=look.text(14, color=_INK)), padding=ft.Padding.only(bottom=12)
            ),
        ]
        dialog = ft.AlertDialog(
            content=centred(inside, 0),
            bgcolor=_PAPER,
            content_padding=0,
            inset_padding=_EDGE,
            shape=ft.RoundedRectangleBorder(radius=12),
            on_dismiss=lambda _: put_back(),
        )
    ft.use_dialog(dialog)
    shown: list[ft.Control] = [_code(address, side, "share.code", "make it larger", lambda: enlarge(True))]
    shown.append(note(look, "Tap the code to make it larger."))
    return ft.Column(shown, spacing=4, tight=True)


def _code(address: str, side: float, name: str, hint: str, act: Act) -> ft.Control:
    """The code; the frame has its label, because browsers drop a label when the content changes."""
    drawn = Drawn(partial(draw_code, address, round(side * 2)), address, side, "", key=name)
    return press(
        name,
        ft.Semantics(exclude_semantics=True, content=drawn),
        act,
        label=f"QR code with the link that opens BG Stats: {hint}",
        button=True,
        width=side,
        height=side,
        bgcolor=_PAPER,
        border_radius=12,
    )


def _copy_button(look: Look, name: str, label: str, text: str) -> ft.Control:
    """Copies within the tap, as browsers require."""
    return _linked(look, name, label, ft.Icons.COPY_ROUNDED, ft.CopyToClipboard(text), "Copied.")


def _linked(
    look: Look, name: str, label: str, icon: ft.IconData, action: ft.ClientAction, done: str = ""
) -> ft.Control:
    """A button whose action runs in the browser; `done` is the message after it."""
    style = ft.ButtonStyle(color=look.accent, icon_color=look.accent)
    button = ft.OutlinedButton(label, icon=icon, height=48, style=style, action=action)
    button.on_click = lambda _: tell(done, above=ABOVE_DOCK)
    return identified(name, button)


def file_giver(hand_over: HandOver, device: Device) -> Give:
    """A function that makes a file in the background and hands it over to the user of the window that is drawn.

    Its message may still be shown on the result, to which one goes back.
    """

    async def give(make: Callable[[], OutgoingFile]) -> None:
        try:
            tell(await hand_over(await device.run_in_background(make)), above=ABOVE_DOCK)
        except (StorageError, OSError, RuntimeError, TimeoutError) as error:
            tell(f"The file could not be saved: {error}", above=ABOVE_DOCK)

    window = ft.context.page
    return lambda make: window.run_task(give, make)


def _name(story: Story, ending: str) -> str:
    return file_name(f"{story.title} {story.at:%Y-%m-%d}", ending)
