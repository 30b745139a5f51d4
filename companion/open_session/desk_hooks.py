"""Hooks for the screens of a session: its desk, and the look of its table."""

from dataclasses import replace
from typing import Any, Protocol

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.table_session import TableSession
from companion.ui.player_colours import initials, seat_colours
from companion.ui.text import true_minus
from companion.ui.theme import Look
from companion.window.first_picture import use_first_picture
from companion.window.hooks import use_changes, use_look


class Tables(Protocol):
    """The tables that a window may show: all of this device, or on a phone the one it was let in at."""

    def desk(self, session_id: str) -> TableSession:
        """The table of a session. Raises UnknownSession or NeedsGame."""

    def opened(self, session_id: str) -> TableSession | None:
        """The table of a session if it is open."""


TablesContext: Any = ft.create_context(None)


def use_tables() -> Tables:
    tables: Tables = ft.use_context(TablesContext)
    return tables


def use_table(session_id: str) -> TableSession:
    """The table of a session; the component is redrawn after every change, also by other windows."""
    table = use_tables().desk(session_id)
    use_changes(table.watch, session_id)
    return table


def use_desk(session_id: str) -> Desk:
    """The desk of a session, on screens that only the device that holds the table has; redrawn as by `use_table`."""
    desk = use_table(session_id)
    assert isinstance(desk, Desk), "a phone has no such screen"
    return desk


def use_table_look(desk: TableSession) -> Look:
    """The look of a session's table: its game's cloth, its players' colours, and which points are good there."""
    names = desk.shown.table.names
    seats = ft.use_memo(lambda: seat_colours(list(desk.players)), [desk.session_id, names])
    return replace(use_look(desk.game.box.colour), seats=seats, initials=initials(names), best=desk.shown.best)


def use_table_picture(desk: TableSession) -> None:
    """Show the scores of a table at the next start, until the app is there: what everybody may see of it."""
    shown = desk.shown
    names, points = shown.table.names, shown.totals
    facts = [fact.text for fact in shown.view.facts[:1]]
    line = shown.won or " · ".join(filter(None, [*facts, shown.waiting]))
    rows = [(names[seat], true_minus(str(points[seat])), "") for seat in shown.seats_in_order]
    use_first_picture(desk.title, line, rows)
