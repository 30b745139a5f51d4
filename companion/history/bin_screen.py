"""The bin: sessions that can be restored until they are deleted for ever."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import flet as ft

from companion.history.bin_actions import deletion_text, restore
from companion.history.history_state import PAGE
from companion.history.session_row import session_row
from companion.open_session.desks import Desks
from companion.ui.chips_and_buttons import Act, icon_button, primary, quiet
from companion.ui.panel import cloth, empty, note, page, sheet
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, tell
from companion.window.state import House, Window
from companion.window.view import use_view
from storage.bin import BIN_DAYS
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter
from storage.history.session_list import SessionHead
from storage.store import Store

_BINNED = SessionFilter(binned=True)


@ft.component
def BinScreen() -> ft.View:
    """Sessions in the bin, latest first; each can be restored or deleted for ever."""
    house, window, look = use_house(), use_window(), use_look()
    shown, show = ft.use_state(PAGE)
    target, set_target = ft.use_state(_NOTHING)

    def purge_old() -> None:
        with suppress(StorageError):  # tried again the next time
            house.store.bin.purge_old()

    ft.use_effect(purge_old, [])
    heads, number = house.store.history.search(_BINNED, limit=shown), house.store.history.count(_BINNED)

    close = partial(set_target, _NOTHING)

    def delete() -> None:
        _delete(house.store, target)
        house.shared[Desks].look()
        close()

    def ask_to_empty() -> None:
        set_target(_Target(binned=house.store.bin.list_ids()))

    def ask_to_delete(session_id: str) -> None:
        set_target(_Target(session_id))

    ft.use_dialog(_confirmation(look, target, delete, close) if target != _NOTHING else None)
    rows = [_explanation(look, ask_to_empty), *_rows(house, window, look, heads.sessions, ask_to_delete)]
    if heads.more:
        rows.append(quiet(look, "bin.more", "Show more", lambda: show(shown + PAGE)))
    under = counted(number, "game") if number else "Nothing in the bin"
    body = page(rows, min(window.width, 900)) if number else empty(look, ft.Icons.DELETE_OUTLINE_ROUNDED, _EMPTY)
    return use_view([cloth(look, "Bin", under=under, back=lambda: go("/history")), ft.Container(body, expand=True)])


class _Target(NamedTuple):
    """What is to be deleted: one session, or all that were in the bin when this was asked."""

    session_id: str = ""
    binned: Sequence[str] = ()


_NOTHING = _Target()
_EMPTY = f"The bin is empty. Deleted games stay here for {BIN_DAYS} days."


def _delete(store: Store, target: _Target) -> None:
    try:
        if target.binned:
            tell(f"{counted(store.bin.empty(target.binned), 'game')} deleted for ever.")
        else:
            store.bin.purge(target.session_id)
            tell("The game is deleted for ever.")
    except StorageError as error:
        tell(str(error))


def _explanation(look: Look, empty_bin: Act) -> ft.Control:
    icon = ft.Icons.DELETE_SWEEP_ROUNDED
    words = note(look, f"Kept for {BIN_DAYS} days, then deleted for ever.")
    button = quiet(look, "bin.empty", "Empty the bin", empty_bin, icon=icon, bad=True)
    return ft.Row([ft.Container(words, expand=True), button], spacing=8, key="all")


def _rows(
    house: House, window: Window, look: Look, heads: Iterable[SessionHead], ask_to_delete: Callable[[str], None]
) -> Iterator[ft.Control]:
    games, titles = house.store.titles.load_games(), house.store.titles.load()
    icon, says = ft.Icons.DELETE_FOREVER_ROUNDED, "Delete it for ever"
    for head in heads:
        when = note(look, f"It is {deletion_text(head.binned_at)}." if head.binned_at else "")
        back = quiet(look, f"restore[{head.id}]", "Restore", partial(restore, house, window, head.id))
        delete = icon_button(f"purge[{head.id}]", icon, says, partial(ask_to_delete, head.id), color=look.bad)
        row = session_row(look, games, titles, head, partial(go, f"/session/{head.id}"))
        below = ft.Row([ft.Container(when, expand=True), back, delete], spacing=4)
        yield ft.Column([row, below], spacing=6, tight=True, key=head.id)


def _confirmation(look: Look, target: _Target, delete: Act, close: Act) -> ft.DialogControl:
    one = counted(len(target.binned), "game") if target.binned else "this game"
    words = f"Delete {one} for ever? This cannot be undone."
    buttons = ft.Row(
        [
            quiet(look, "delete.cancel", "Keep", close),
            primary(look, "delete.now", f"Delete {one} for ever", delete, icon=ft.Icons.DELETE_FOREVER_ROUNDED),
        ],
        spacing=8,
    )
    inside = ft.Column([ft.Text(words, style=look.text(16)), buttons], spacing=14, tight=True)
    return sheet(look, "Empty the bin" if target.binned else "Delete for ever", inside, close)
