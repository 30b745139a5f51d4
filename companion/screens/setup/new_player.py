"""The box for the names of new players, which loses no letter of those who type fast."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import flet as ft

from companion.parts.box import text_box
from companion.parts.press import quiet
from companion.theme import Look

_TYPING: Final = 0.3
"""Seconds without a letter after which the box for names is emptied."""


@dataclass
class TypedNames:
    """What stands in the box for new names, a name a line."""

    text: str = ""
    _read: int = 0  # so many lines
    _cleared: str = ""  # what the browser may still show

    @property
    def unfinished(self) -> str:
        """The name after which nobody has pressed Enter yet."""
        return self.text.rpartition("\n")[2]

    def read(self, text: str) -> list[str]:
        """Take what the browser shows now; returns the names that are finished since the last time."""
        if self._cleared and text.startswith(self._cleared):  # typed before the browser had emptied the box
            text = text.removeprefix(self._cleared)
        else:
            self._cleared = ""
        fresh = text.split("\n")[self._read : -1]
        self.show(text)
        return fresh

    def show(self, text: str) -> None:
        """Put this text into the box."""
        self.text, self._read = text, text.count("\n")

    def clear(self) -> None:
        """Empty the box; the browser may not have done so when the next letter is typed."""
        self._cleared = self.text
        self.show("")


@ft.component
def NewPlayer(
    look: Look, add: Callable[[str], bool], is_seated: Callable[[str], bool], key: str | None = None
) -> ft.Control:
    """The box for the name of a new player; a name that is taken stays there, to be given an initial.

    The Enter key adds the name and leaves its letters in the box, as the line before, until nobody has typed for a
    moment: emptied at once, the box would lose what was typed meanwhile.
    """
    _, draw = ft.use_state("")
    box: TypedNames = ft.use_memo(TypedNames, [])
    page = ft.context.page

    def show(text: str) -> None:
        box.show(text)
        draw(text)

    async def clear_later(text: str) -> None:
        await asyncio.sleep(_TYPING)
        if box.text == text:
            box.clear()
            draw("")

    def change(text: str) -> None:
        fresh = box.read(text)
        draw(box.text)
        for name in fresh:
            if is_seated(name) and not box.unfinished:
                show(name)
            add(name)
        if fresh and not box.unfinished:
            page.run_task(clear_later, box.text)

    def enter() -> bool:
        name = box.unfinished
        show(name if is_seated(name) else "")
        return add(name)

    field = text_box(look, "new.player", "New player", box.text, change, submit=enter, keeps_focus=True, expand=True)
    return ft.Row([field, quiet(look, "new.player.add", "Add", enter)], spacing=8)
