"""Where a session was played, and a note about it."""

from functools import partial
from typing import Final

import flet as ft

from companion.ui.box import text_box
from companion.ui.chips_and_buttons import chip
from companion.ui.panel import flow, stretched
from companion.ui.theme import Look
from companion.window.state import House
from scoring.contract.names import LONGEST_NAME
from storage.history.session_list import SessionHead
from storage.valid_values import LONGEST_NOTE

_PLACES: Final = 6


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
