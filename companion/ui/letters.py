"""What to say where a name or a note has letters that no font of this device can show."""

import flet as ft

from companion.device.machine_fonts import letters_without_font
from companion.ui.panel import note
from companion.ui.text import counted
from companion.ui.theme import Look


def letters_note(look: Look, text: str, of: str = "this name", *, is_named: bool = False) -> list[ft.Control]:
    """A sentence below a text that would be shown with boxes, else nothing; if it `is_named` it repeats the text."""
    missing = "" if text.isascii() else letters_without_font(text)
    if not missing:
        return []
    boxes = counted(len(missing), "letter")
    words = f"No font of this device has all letters of {of}; it shows boxes for {boxes}. Files and messages keep them."
    line = note(look, f"{text}: {words}" if is_named else words)
    return [ft.Semantics(identifier="letters", live_region=True, content=line)]
