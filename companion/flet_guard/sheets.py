"""Which sheets are open above a page."""

from collections.abc import Callable
from typing import Any

import flet as ft


def count_sheets(page: ft.Page) -> int:
    """How many sheets and messages are open."""
    return sum(bool(dialog.open) for dialog in page._dialogs.controls)


def find_close(page: ft.Page) -> Callable[[], Any] | None:
    """What closes the sheet on top (`companion.ui.panel.sheet` keeps it in `data`); None where none is open."""
    sheets = (dialog for dialog in reversed(page._dialogs.controls) if dialog.open)
    return next((dialog.data for dialog in sheets if isinstance(dialog, ft.BottomSheet)), None)
