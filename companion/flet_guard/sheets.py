"""Which sheets are open above a page."""

import flet as ft


def count_sheets(page: ft.Page) -> int:
    """How many sheets are open."""
    return sum(bool(dialog.open) for dialog in page._dialogs.controls)
