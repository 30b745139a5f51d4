"""Where a session was played, and a note about it."""

from functools import partial
from typing import Final

import flet as ft

from companion.ui.box import text_box
from companion.ui.chips_and_buttons import chip, identified
from companion.ui.panel import cut_text, flow, stretched
from companion.ui.theme import Look
from companion.window.state import House
from scoring.contract.names import LONGEST_NAME
from storage.history.session_list import SessionHead
from storage.valid_values import LONGEST_NOTE

_PLACES: Final = 6
_LINES: Final = 4  # of a long note


@ft.component
def Described(look: Look, house: House, head: SessionHead, name: str, key: str | None = None) -> ft.Control:
    """Place and note, saved as they are typed; the places of other sessions are suggested."""
    place, put_place = ft.use_state(head.place)
    note_text, put_note = ft.use_state(head.note)
    known = ft.use_memo(lambda: house.store.history.list_places(_PLACES + 1), [])

    def describe_place(text: str) -> None:
        put_place(text)
        house.store.sessions.set_details(head.id, place=text)

    def describe_note(text: str) -> None:
        put_note(text)
        house.store.sessions.set_details(head.id, note=text)

    suggested = [other for other in known if other != place][:_PLACES]
    chips = [chip(look, f"place:{other}", other, partial(describe_place, other), small=True) for other in suggested]
    rows: list[ft.Control] = [
        text_box(look, f"{name}.place", "Place", place, describe_place, longest=LONGEST_NAME),
        ft.Container(flow(chips), key="places"),
        text_box(look, f"{name}.note", "Note", note_text, describe_note, lines=True, longest=LONGEST_NOTE),
    ]
    return stretched(rows, 10)


def place_and_note(look: Look, head: SessionHead) -> list[ft.Control]:
    """Place and note as quiet lines; nothing without them."""
    style = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
    lines: list[ft.Control] = [cut_text(text, style, _LINES) for text in (head.place, head.note) if text.strip()]
    return [identified("described", ft.Column(lines, spacing=2, tight=True))] if lines else []
