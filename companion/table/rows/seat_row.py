"""The row of one player at the table: name, markers, bid, total and last change."""

from dataclasses import dataclass
from math import inf
from typing import Final

import flet as ft

from companion.forms.board_view import token
from companion.ui.chips_and_buttons import Act, press
from companion.ui.marks import badge, markers, number_text, points_text, sign_icon
from companion.ui.panel import cut_text
from companion.ui.theme import TOUCH, Look
from scoring.contract.board import Marker, Shape, Zone
from scoring.contract.cards import Suit

_HIGH: Final = 46  # height of a total with its change below, at the normal text size
_WIDE: Final = 62  # width of the same
_FRAME: Final = 17  # height of the frame around a previewed change

_MANY_TOKENS: Final = 3
"""From this many on, tokens are small and markers are icons alone, so that the row stays as high as it was; with larger
text, and in a narrow window, tokens have a line of their own."""

_MANY_LETTERS: Final = 16  # with more letters in markers and counts, a narrow window has no room for the name
_LETTERS: Final = 20  # letters between badge and total in a window of 360 pixels
_ICON: Final = 3  # letters an icon takes the room of
_TOKEN: Final = 5  # letters a short token takes the room of
_LETTERS_BY_KEYS: Final = 41  # letters between badge and token in a wide window, where keys are beside the name
_LETTER: Final = 10  # pixels of keys that take the room of a letter


@dataclass(frozen=True)
class SeatFacts:
    seat: int
    name: str
    total: float
    change: float | None  # of the last scored round, or of the filled-in form; None before the first
    signs: tuple[Marker, ...]
    zones: tuple[Zone, ...]  # the seat's own, tokens and counts
    turn: bool
    suits: tuple[Suit, ...] = ()  # of the game
    is_preview: bool = False  # the change is not recorded yet
    is_summarized: bool = False  # the change is that of the round just scored, which the table reads aloud


def seat_row(
    look: Look,
    facts: SeatFacts,
    open_lines: Act,
    *,
    below: ft.Control | None = None,
    beside: ft.Container | None = None,
    wrong: bool = False,
    crowd: bool = False,
    head: ft.Control | None = None,
) -> ft.Control:
    """The row; `below` or `beside` carries the chips of a form, `crowd` saves height, `head` is its first line."""
    head = head or seat_head(look, facts, open_lines, beside)
    edge = look.bad if wrong else look.accent if facts.turn else ft.Colors.OUTLINE_VARIANT
    air = 2 if beside or not (crowd or below) else 0  # a total is as high as a thumb needs
    inside: list[ft.Control] = [head] if below is None else [head, below]
    return ft.Container(
        ft.Column(inside, spacing=0, tight=True),
        key=ft.ScrollKey(scroll_key(facts.seat)),  # type: ignore[call-arg]  # Flet hides its fields
        padding=ft.Padding.only(left=9, right=5, top=air, bottom=8 if below else air),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if facts.turn else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1.6 if facts.turn or wrong else 1, edge),
        border_radius=16,
        animate=ft.Animation(180, ft.AnimationCurve.EASE_OUT),
    )


def scroll_key(seat: int) -> str:
    """By what the table scrolls to a player's row."""
    return f"row.{seat}"


def seat_head(
    look: Look,
    facts: SeatFacts,
    open_lines: Act,
    beside: ft.Container | None = None,
    *,
    is_narrow: bool = False,
    is_brief: bool = False,
) -> ft.Control:
    """The line with the name, the markers, the tokens and the total; whose turn it is shows on the row around it.

    If it `is_brief` the markers are icons alone.
    In a narrow window words beside the name and a token would leave no room for it: tokens then go below.
    Beside keys the markers lose their words where those would cut the name, and go below it where even the icons would.
    """
    count, is_small_text = count_tokens(facts), not look.is_large
    is_many = count >= _MANY_TOKENS and is_small_text and not is_narrow
    slot = ft.Container(beside, key=f"slot[{facts.seat}]")  # always there, so that what follows keeps its place
    is_long = len(facts.name) + _letters_beside(facts) > _LETTERS
    is_cut = is_narrow and (is_long or any(sign.short for sign in facts.signs))  # the same beside every name
    room = _LETTERS_BY_KEYS - (beside.width or 0) // _LETTER - len(facts.name) if beside else inf
    is_cut = is_cut or sum(len(sign.label) + _ICON for sign in facts.signs) > room
    is_below = len(facts.signs) * _ICON > room
    name = _name(look, facts, is_brief=is_brief or is_many or is_cut, is_below=is_below)
    middle = ft.Row([name, slot], spacing=0, expand=True)
    number, score = badge(look, facts.seat, 32), _score(look, facts, open_lines)
    shown = tokens(look, facts, small=is_many)
    if is_many:
        return ft.Row([number, middle, ft.Row(shown, spacing=2, tight=True), score], spacing=9)
    words = sum(len((is_cut and sign.short) or sign.label) for sign in facts.signs)
    words += sum(len(zone.count) for zone in facts.zones)
    is_tall = count >= _MANY_TOKENS or (bool(shown) and (not is_small_text or (is_narrow and words > _MANY_LETTERS)))
    if not is_tall:
        return ft.Row([number, middle, *shown, score], spacing=9)
    below = ft.Container(ft.Row(shown, spacing=6), padding=ft.Padding.only(left=41, bottom=6))
    return ft.Column([ft.Row([number, middle, score], spacing=9), below], spacing=0, tight=True)


def _letters_beside(facts: SeatFacts) -> int:
    """Letters of the name whose room markers and tokens take."""
    tokens = sum(max(_TOKEN, len(words) + _ICON) for words, _ in _list_tokens(facts))
    return sum(len(sign.label) + _ICON for sign in facts.signs) + tokens


def _name(look: Look, facts: SeatFacts, *, is_brief: bool, is_below: bool) -> ft.Control:
    """The name with the markers after it, or below it."""
    name = cut_text(facts.name, look.text(17, bold=True), expand=True, expand_loose=True)
    signs = [sign_icon(look, sign) for sign in facts.signs] if is_brief else markers(look, facts.signs)
    if is_below:
        name.expand = False
        return ft.Column([name, ft.Row(signs, spacing=6)], spacing=-2, tight=True, expand=True)
    return ft.Row([name, *signs], spacing=6, expand=True)


def tokens(look: Look, facts: SeatFacts, *, small: bool = False) -> list[ft.Control]:
    """The tokens in front of a player: bids, counts."""
    suits = {suit.key: suit for suit in facts.suits}
    return [token(look, words, suits.get(suit), small=small) for words, suit in _list_tokens(facts)]


def count_tokens(facts: SeatFacts) -> int:
    return len(_list_tokens(facts))


def _list_tokens(facts: SeatFacts) -> list[tuple[str, str]]:
    """The text and suit key of each token."""
    shown: list[tuple[str, str]] = []
    for zone in facts.zones:
        if zone.count:  # "1 of 2" says what the token says, and more
            shown.append((zone.count, ""))
        else:
            shown += [(tile.name, tile.suit) for tile in zone.tiles if tile.shape is Shape.TOKEN]
    return shown


def _score(look: Look, facts: SeatFacts, open_lines: Act) -> ft.Control:
    """The total above its last change; a tap opens the score lines."""
    change = facts.change
    total = number_text(facts.total)
    words: list[ft.Control] = [ft.Text(total, style=look.figure(21), no_wrap=True)]
    if change is not None:
        words.append(change_text(look, change, is_preview=facts.is_preview))
    column = ft.Column(
        words,
        spacing=-3,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return press(
        f"total[{facts.seat}]",
        column,
        open_lines,
        width=max(_WIDE, look.box(_WIDE - 6)),
        height=max(TOUCH, look.box(_HIGH)),
        padding=ft.Padding.only(right=6),
        alignment=ft.Alignment.CENTER_RIGHT,
        border_radius=10,
    )


def change_text(look: Look, change: float, *, is_preview: bool) -> ft.Control:
    """The change of a total; framed like an answer that is only likely, if it is not recorded yet."""
    return ft.Container(
        cut_text(points_text(change), look.figure(12, color=look.points_ink(change))),
        height=look.box(_FRAME) if is_preview else None,
        padding=ft.Padding.symmetric(horizontal=5) if is_preview else None,
        border=ft.Border.all(1, look.accent) if is_preview else None,
        border_radius=8,
    )
