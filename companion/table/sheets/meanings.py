"""What the choices of a question mean, to be read before a tap records one of them."""

from typing import Final

import flet as ft

from companion.ui.chips_and_buttons import Act, icon_button
from companion.ui.panel import sheet
from companion.ui.theme import Look
from scoring.contract.prompts import Choice, Pick, Prompt, Subset

_FEW: Final = 3  # fewer explained choices need no sheet

_SHEET: Final = "meanings."


def list_meanings(prompt: Prompt) -> tuple[Choice, ...]:
    """The explained choices of a question that records at a tap; empty where a form shows what was chosen."""
    if not prompt.instant:
        return ()
    choices = (choice for field in prompt.fields if isinstance(field, Pick | Subset) for choice in field.choices)
    explained = tuple(choice for choice in choices if choice.text)
    return explained if len(explained) >= _FEW else ()


def meanings_key(prompt: Prompt) -> str:
    """The key of the sheet for `OpenSheet`."""
    return f"{_SHEET}{prompt.kind}"


def meanings_button(prompt_kind: str, open_meanings: Act) -> ft.Control:
    """Opens the sheet, at the end of the question's title."""
    return icon_button(f"{_SHEET}{prompt_kind}", ft.Icons.HELP_OUTLINE_ROUNDED, "What they mean", open_meanings)


def meanings_sheet(look: Look, prompt: Prompt, close: Act) -> ft.DialogControl:
    rows = [
        ft.Column(
            [
                ft.Text(choice.label, style=look.text(16, bold=True)),
                ft.Text(f"{choice.text[0].upper()}{choice.text[1:]}", style=look.text(15)),
            ],
            spacing=0,
            tight=True,
        )
        for choice in list_meanings(prompt)
    ]
    return sheet(look, "What they mean", ft.Column(list[ft.Control](rows), spacing=12, tight=True), close)
