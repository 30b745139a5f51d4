"""Surfaces: the header, bottom sheets, sections, rows of chips, empty states, notes."""

from collections.abc import Sequence
from typing import Any, Final

import flet as ft

from companion.device.machine_fonts import letters_without_font
from companion.ui.chips_and_buttons import Act, icon_button, press
from companion.ui.text import counted
from companion.ui.theme import DAY, NIGHT, Look

GAP: Final = 6  # pixels between chips
_MOST: Final = 0.78  # share of the window's height for the content of a sheet
_MOST_WIDE: Final = 0.86  # the same in a window that is wider than high, and at least this high
_HIGH: Final = 720


def flow(chips: Sequence[ft.Control]) -> ft.Control:
    """Chips in a row that wraps."""
    return ft.Row(list(chips), wrap=True, spacing=GAP, run_spacing=GAP)


def buttons(ways: Sequence[ft.Control], **more: Any) -> ft.Row:
    """Buttons in a row that wraps, farther apart than chips."""
    return ft.Row(list(ways), wrap=True, spacing=8, run_spacing=8, **more)


def stacked(lines: Sequence[ft.Control], spacing: float = 0) -> ft.Column:
    """Lines of text one below the other, as wide as the rest of their row leaves them."""
    return ft.Column(list(lines), spacing=spacing, tight=True, expand=True)


def stretched(rows: Sequence[ft.Control], spacing: float) -> ft.Column:
    """Rows one below the other, each as wide as the place they are in."""
    return ft.Column(list(rows), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def centred(rows: Sequence[ft.Control], spacing: float) -> ft.Column:
    """Rows one below the other, each in the middle of the widest."""
    return ft.Column(list(rows), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def heading(look: Look, text: str) -> ft.Control:
    """The title of a section, a heading to screen readers."""
    return ft.Semantics(heading_level=2, content=ft.Text(text, style=look.figure(18)))


def label(look: Look, text: str) -> ft.Control:
    return ft.Text(text, style=look.text(14, bold=True, color=ft.Colors.ON_SURFACE_VARIANT))


def note(look: Look, text: str, *, bad: bool = False) -> ft.Control:
    """A secondary sentence."""
    return ft.Text(text, style=look.text(14, color=look.bad if bad else ft.Colors.ON_SURFACE_VARIANT))


def cut_text(text: str, style: ft.TextStyle, lines: int = 1, **more: Any) -> ft.Text:
    """A text that ends in an ellipsis where it needs more lines."""
    return ft.Text(text, style=style, max_lines=lines, overflow=ft.TextOverflow.ELLIPSIS, **more)


def selectable(name: str, text: str, style: ft.TextStyle, *, says: str = "") -> ft.Control:
    """A text that can be copied; a screen reader reads its name and the text, or what it `says` instead."""
    shown = ft.Text(text, style=style, selectable=True)
    return ft.Semantics(label=f"{name}: {says or text}", exclude_semantics=True, content=shown)


def card(content: ft.Control, *, padding: float = 14) -> ft.Control:
    """A raised surface."""
    return ft.Container(
        content=content,
        padding=padding,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=18,
    )


def card_button(name: str, content: ft.Control, act: Act, *, padding: ft.PaddingValue, **more: Any) -> ft.Control:
    """A raised surface that can be pressed."""
    edge = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    paper = ft.Colors.SURFACE_CONTAINER_LOWEST
    return press(name, content, act, padding=padding, bgcolor=paper, border=edge, border_radius=18, **more)


def inset(content: ft.Control, *, padding: ft.PaddingValue) -> ft.Control:
    """A surface set off from what is around it: a reminder, the text of a rule."""
    return ft.Container(content, padding=padding, border_radius=12, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH)


def section(look: Look, title: str, *rows: ft.Control, spacing: float = 8, stretch: bool = False) -> ft.Control:
    """A card with a heading. `stretch` makes every row as wide as the card."""
    place = ft.CrossAxisAlignment.STRETCH if stretch else ft.CrossAxisAlignment.START
    return card(ft.Column([heading(look, title), *rows], spacing=spacing, tight=True, horizontal_alignment=place))


def page(inside: Sequence[ft.Control], width: float, key: str | None = None) -> ft.Control:
    """The scrolling body of a screen, at most `width` wide, centred in a wide window; another key begins at its top."""
    column = ft.Column(list(inside), spacing=14, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Column(
        [ft.Container(column, padding=16, width=width)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        key=key,
    )


def columns(stacks_of_cards: Sequence[Sequence[ft.Control]]) -> ft.Control:
    """Columns of cards side by side, with equal widths."""
    stretched = ft.CrossAxisAlignment.STRETCH
    stacks: list[ft.Control] = [
        ft.Column(list(cards), spacing=14, tight=True, expand=1, horizontal_alignment=stretched)
        for cards in stacks_of_cards
    ]
    return ft.Row(stacks, spacing=14, vertical_alignment=ft.CrossAxisAlignment.START)


def cloth(
    look: Look,
    title: str,
    *,
    under: str = "",
    back: Act | None = None,
    actions: Sequence[ft.Control] = (),
) -> ft.Control:
    """The header: title, back button and actions on the game's cloth."""
    return woven(look, [cloth_row(look, title, under=under, back=back, actions=actions)], left=6 if back else 18)


TITLE_LETTER: Final = 11.3  # width of a letter of the title
_BUTTON: Final = 50  # width of a button beside it
_EDGE: Final = 20  # width around them


def cloth_row(
    look: Look,
    title: str,
    *,
    under: str = "",
    back: Act | None = None,
    actions: Sequence[ft.Control] = (),
    beside: ft.Control | None = None,
    lead: ft.Control | None = None,
) -> ft.Row:
    """The first row of the header; `beside` fills the room after the title, `lead` is a button before it."""
    room = (ft.context.page.width or 412) - _BUTTON * (len(actions) + sum(x is not None for x in (back, lead))) - _EDGE
    fits = look.box(TITLE_LETTER) * len(title) <= room
    longest = max(map(len, title.split()), default=1)
    if fits:
        points = look.held(21)
    elif under:
        points = look.held(15)
    else:
        points = min(look.held(16), round(16 * room / (look.box(TITLE_LETTER * 16 / 21) * longest)))
    style = look.figure(points, color="#ffffff")
    text = cut_text(title, style, 1 if fits or under else 2)
    words: list[ft.Control] = [ft.Semantics(heading_level=1, content=text)]
    if under:
        words.append(cut_text(under, look.text(13, color="#ccffffff")))
    row: list[ft.Control] = [ft.Column(words, spacing=0, expand=beside is None, tight=True)]
    if beside is not None:
        row.append(ft.Container(beside, expand=True))
    if back:
        row.insert(0, icon_button("back", ft.Icons.ARROW_BACK_ROUNDED, "Back", back, color="#ffffff"))
    if lead is not None:
        row.insert(0, lead)
    row.extend(actions)
    return ft.Row(row, spacing=2)


def woven(look: Look, rows: Sequence[ft.Control], *, left: float, bottom: float = 12) -> ft.Control:
    return ft.Container(
        content=ft.SafeArea(ft.Column(list(rows), spacing=4, tight=True), avoid_intrusions_bottom=False),
        gradient=look.weave,
        padding=ft.Padding.only(left=left, right=6, top=6, bottom=bottom),
    )


@ft.control("BottomSheet", isolated=True)  # type: ignore[arg-type]  # Flet's overloads confuse mypy
class _Sheet(ft.BottomSheet):
    """Stays as it is while another sheet slides away or a message appears.

    Otherwise Flet draws its components anew then, without telling the browser, whose taps and sizes get lost.
    """


def sheet(look: Look, title: str, content: ft.Control, close: Act) -> ft.BottomSheet:
    """A bottom sheet with a title and a close button."""
    head = ft.Row(
        [
            ft.Container(heading(look, title), expand=True),
            icon_button("sheet.close", ft.Icons.CLOSE_ROUNDED, "Close", close),
        ]
    )
    return _Sheet(
        content=ft.Container(
            ft.Column([head, Fitted(content)], tight=True, spacing=10),
            padding=ft.Padding.only(left=16, right=12, top=6, bottom=16),
        ),
        on_dismiss=lambda _: close(),
        data=close,  # for the back gesture: Flet puts a handler of its own in the place of that one
        scrollable=True,
        show_drag_handle=False,
        use_safe_area=True,
        size_constraints=ft.BoxConstraints(max_width=620),
        bgcolor=(NIGHT if look.dark else DAY)["surface"],  # the theme's own is not there yet right after a reload
    )


def share_of_sheet() -> float:
    """The most that the content of a sheet takes of the window's height; more where no camera is above it."""
    width, height = ft.context.page.width or 0, ft.context.page.height or 0
    return _MOST_WIDE if width > height >= _HIGH else _MOST


@ft.component
def Fitted(
    content: ft.Control, most: float | None = None, *, is_typed_in: bool = True, key: str | None = None
) -> ft.Control:
    """As tall as its content, up to a share `most` of the window's height, as in a sheet; taller content scrolls.

    If it `is_typed_in` it always has a height: without one at first, it would be built anew as soon as it scrolls, and
    the text box in it would lose the keyboard.
    """
    height, put = ft.use_state(0.0)
    limit = (ft.context.page.height or 800) * (share_of_sheet() if most is None else most)

    def on_resize(e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        if abs(e.height - height) > 1 and (is_typed_in or e.height > limit or height > limit):
            put(e.height)

    measure = ft.Container(content, on_size_change=on_resize)
    has_height = height > (0 if is_typed_in else limit)
    return ft.Container(
        ft.Column([measure], scroll=ft.ScrollMode.AUTO), height=min(height, limit) if has_height else None
    )


def empty(look: Look, picture: ft.IconData, text: str) -> ft.Control:
    """An empty state: a picture, and what will appear here."""
    icon, style = ft.Icon(picture, size=48, color=ft.Colors.OUTLINE), look.text(15, color=ft.Colors.ON_SURFACE_VARIANT)
    words = ft.Text(text, style=style, text_align=ft.TextAlign.CENTER)
    return ft.Container(centred([icon, words], 10), padding=32, alignment=ft.Alignment.CENTER)


def letters_note(look: Look, text: str, of: str = "this name", *, is_named: bool = False) -> list[ft.Control]:
    """A sentence below a text that would be shown with boxes, else nothing; if it `is_named` it repeats the text."""
    missing = "" if text.isascii() else letters_without_font(text)
    if not missing:
        return []
    boxes = counted(len(missing), "letter")
    words = f"No font of this device has all letters of {of}; it shows boxes for {boxes}. Files and messages keep them."
    line = note(look, f"{text}: {words}" if is_named else words)
    return [ft.Semantics(identifier="letters", live_region=True, content=line)]
