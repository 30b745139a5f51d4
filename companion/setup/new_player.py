"""The text box for new players, which loses no letter of fast typing, and whom a typed name means."""

import asyncio
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

import flet as ft

from companion.ui.box import text_box
from companion.ui.chips_and_buttons import quiet
from companion.ui.theme import Look
from companion.window.hooks import find_live, use_redraw
from scoring.contract.names import LONGEST_TYPED_NAME, name_key, tidy
from storage.text_folding import fold

_TYPING: Final = 0.3
"""Seconds without a letter after which the box for names is emptied."""


class TypedNames:
    """The text of the box for new names, one per line.

    When the app sets the text of the box, this reaches the browser a moment later and overwrites what was typed until
    then. Those letters are kept here.
    """

    def __init__(self) -> None:
        self.text = ""
        """Everything typed since the box was emptied."""
        self.waiting: str | None = None
        """What to put into the box when it is drawn the next time."""
        self._lines = 0  # of the text, read already
        self._seen = ""  # what the browser showed last
        self._put = ""  # what the app put into the box last
        self._before = ""  # what the browser shows until that arrives
        self._lost = ""  # what was typed until then

    @property
    def unfinished(self) -> str:
        """The name after which nobody has pressed Enter yet."""
        return self.text.rpartition("\n")[2]

    @property
    def may_tidy(self) -> bool:
        """Whether the unfinished name should be put into the box now.

        Not while the browser shows the beginning of it: what is typed then could not be told apart.
        """
        is_wanted = self._lost or not self.unfinished
        return bool(is_wanted) and not self._before and not self.unfinished.startswith(self._seen)

    def read(self, seen: str) -> list[str]:
        """Take what the browser shows now; returns the names that were finished since the last time."""
        finished = "".join(f"{line}\n" for line in self.text.split("\n")[: self._lines])
        if self._before and seen.startswith(self._before):
            self._lost = seen.removeprefix(self._before)
            self.text = self._put + self._lost
        else:
            self._before = ""
            if not seen.startswith(self._put):  # corrected
                self._put = self._lost = ""
            self.text = self._put + self._lost + seen.removeprefix(self._put)
        self._seen = seen
        if not self.text.startswith(finished):  # replaced
            self._lines = 0
        fresh = self.text.split("\n")[self._lines : -1]
        self._lines += len(fresh)
        return fresh

    def put(self, text: str) -> None:
        """Put this into the box in place of what was typed."""
        self._before, self._put, self._lost = self._seen, text, ""
        self.text = self.waiting = text
        self._lines = 0

    def take(self) -> str | None:
        """What to put into the box now; None to leave it as it is."""
        text, self.waiting = self.waiting, None
        return text


def split_names(typed: str) -> list[str]:
    """The names in "Ana, Ben and Cleo"; "Tom & Tina" is one name."""
    return [name for name in re.split(r",| and ", typed) if name.strip()] or [""]


def find_spelling(typed: str, known: Iterable[str]) -> str:
    """How the player whom a typed name means is spelled: "bea" is Bea, and "jose" is José if nobody else is so near.

    A name that is known itself stays as it is, also one of a file that is longer than those on a screen.
    """
    spellings, name = set(known), tidy(typed)
    if name not in spellings:
        name = tidy(name[:LONGEST_TYPED_NAME])  # as it is stored
    same = {other for other in spellings if name_key(other) == name_key(name)} or {
        other for other in spellings if fold(other) == fold(name)
    }
    return next(iter(same)) if len(same) == 1 and name not in same else name


@ft.component
def NewPlayer(
    look: Look,
    add: Callable[[str], bool],
    is_seated: Callable[[str], bool],
    *,
    autofocus: bool = False,
    key: str | None = None,
) -> ft.Control:
    """The box for the name of a new player; a name that is taken stays there, to be given an initial.

    Several names may be typed at once: "Ana, Ben and Cleo".

    The Enter key adds the name and leaves its letters in the box, as the line before, until nobody has typed for a
    moment: emptied at once, the box would lose what was typed meanwhile. After the button the next name can be typed.
    """
    draw = use_redraw()
    names: TypedNames = ft.use_memo(TypedNames, [])
    box: ft.Ref[ft.TextField] = ft.use_memo(ft.Ref, [])
    page = ft.context.page

    def put(text: str) -> None:
        names.put(text)
        draw()

    async def tidy_later(text: str) -> None:
        await asyncio.sleep(_TYPING)
        if names.text == text and names.may_tidy:
            put(names.unfinished)

    def add_each(typed: str) -> bool:
        return [add(name) for name in split_names(typed)][-1]

    def change(seen: str) -> None:
        for name in names.read(seen):
            if is_seated(name) and not names.unfinished:
                put(name)
            add_each(name)
        if names.may_tidy:
            page.run_task(tidy_later, names.text)

    def enter() -> bool:
        name = names.unfinished
        put(name if is_seated(name) else "")
        return add_each(name)

    async def type_on() -> None:
        field = find_live(page, box.current) if box.current else None
        if isinstance(field, ft.TextField):
            with suppress(RuntimeError, TimeoutError):  # the page was left
                await field.focus()  # type: ignore[no-untyped-call]  # Flet left it untyped

    def press_add() -> None:
        enter()
        page.run_task(type_on)

    shown = names.take()
    if shown is None:
        shown = (box.current.value or "") if box.current else ""  # as the browser said last: it may be ahead of us
    field = text_box(
        look,
        "new.player",
        "New player",
        shown,
        change,
        submit=enter,
        keeps_focus=True,
        expand=True,
        autofocus=autofocus,
        ref=box,
    )
    return ft.Row([field, quiet(look, "new.player.add", "Add", press_add)], spacing=8)
