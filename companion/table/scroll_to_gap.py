"""Scrolling to a question that is still open: at a tap on the button that names it, or when an answer has opened it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import flet as ft

from companion.forms.cells import has_scroll_key
from companion.forms.form import Form
from companion.table.rows.seat_row import scroll_key
from companion.table.table_column import TableColumn
from companion.window.hooks import scroll
from scoring.contract.prompts import Field, Grid, Source

_SCROLL: Final = 250  # ms to scroll to an open field
_AT_ONCE: Final = 0  # ms to scroll to a key: an animated target is missing in the tree of a screen reader
_DRAWN: Final = 0.1  # seconds until the browser has drawn a question that an answer opened
# Where to look first if a sum does not come out
_OPENNESS: Final = (Source.MISSING, Source.LIKELY, Source.SOLVED, Source.ENTERED)


async def scroll_to_gap(
    page: ft.Page, parts: TableColumn, rows: Sequence[Grid], above: Sequence[Field], form: Form, path: str
) -> None:
    """Scroll to the field that is still open: to its player's row, or to its place in the question."""
    name, _, rest = path.partition("[")
    row_field = next((field for field in rows if field.name == name), None)
    field = next((field for field in above if field.name == name), None)
    if row_field is not None:
        cells = row_field.get_cells(form.draft)
        first = min(cells, key=lambda row: _OPENNESS.index(row[1].source))[0].key
        seat = rest.partition("]")[0]
        key = scroll_key(int(seat) if seat.isdigit() else int(first))
        await scroll(page, parts.rows, scroll_key=key, duration=_AT_ONCE)
    elif field is not None and has_scroll_key(field):
        await scroll(page, parts.question, scroll_key=f"{form.prompt.kind}.{name}", duration=_AT_ONCE)
    elif field is not None:
        is_first = above[0].name == name and len(above) > 1
        await scroll(page, parts.question, offset=0 if is_first else -1, duration=_SCROLL)


def use_opened_gap(form: Form, above: Sequence[Field], follow_to: Callable[[str], None]) -> None:
    """Call `follow_to` with the name of a field that an answer has opened, once the browser has drawn it."""
    known: Any = ft.use_ref(None)
    page = ft.context.page
    names = {field.name for field in above if has_scroll_key(field)}
    paths = tuple(gap.path for gap in form.gaps if gap.path.partition("[")[0] in names)

    async def follow_later(path: str) -> None:
        await asyncio.sleep(_DRAWN)
        follow_to(path.partition("[")[0])

    def compare() -> None:
        key, before = known.current or (None, ())
        known.current = form.memory.key, paths
        opened = [path for path in paths if path not in before]
        if key == form.memory.key and opened:
            page.run_task(follow_later, opened[0])

    ft.use_effect(compare, [form.memory.key, paths])


def use_top(page: ft.Page, parts: TableColumn, question: object, *, is_there: bool) -> None:
    """Scroll back to the top for another `question` if it `is_there`; nothing is sent where nothing can be scrolled.

    How far it is scrolled says nothing: a tap right after the finger's last move comes before the offset.
    """

    async def to_top() -> None:
        if is_there and parts.scrolled.content > parts.scrolled.view > 0:
            await scroll(page, parts.question, offset=0, duration=_AT_ONCE)

    ft.use_effect(to_top, [question])
