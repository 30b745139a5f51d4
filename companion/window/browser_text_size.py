"""The browser's own text size: people who see badly set it to 150 or 200 %.

Flutter enlarges the text with it, but not the boxes that have a width or a height, and Flet does not tell the app. So
a letter that nobody sees is measured.
"""

from typing import Final

import flet as ft

from companion.ui.fonts import TEXT
from companion.window.state import Window

_HEIGHT: Final = 100  # line height of the letter in pixels, unless the browser enlarges it
_STEP: Final = 20  # text sizes are measured in twentieths


def watch_text_size(page: ft.Page, window: Window) -> None:
    """Keep `window.enlarged` up to date."""

    def update(e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        enlarged = round(e.height / _HEIGHT * _STEP) / _STEP
        if enlarged != window.enlarged:
            window.enlarged = enlarged

    style = ft.TextStyle(size=_HEIGHT, height=1.0, font_family=TEXT)
    letter = ft.Container(ft.Text(" ", style=style, max_lines=1), on_size_change=update)
    unread = ft.Semantics(exclude_semantics=True, content=letter)
    page.overlay.append(ft.Container(unread, left=0, top=0, opacity=0, ignore_interactions=True))
