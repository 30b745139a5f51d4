"""The bin: sessions that can be restored until they are deleted for ever."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

import flet as ft

from companion.history.bin_actions import BACK, deletion_text
from companion.history.history_state import PAGE
from companion.history.session_row import session_row
from companion.open_session.bin_moves import restore
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

_BINNED = SessionFilter(binned=True)


@ft.component
def BinScreen() -> ft.View:
    """Sessions in the bin, latest first; each can be restored or deleted for ever."""
    house, window, look = use_house(), use_window(), use_look()
    shown, show = ft.use_state(PAGE)
    doomed, ask = ft.use_state(_NOTHING)

    def purge_old() -> None:
        with suppress(StorageError):  # tried again the next time
            house.store.bin.purge_old()

    ft.use_effect(purge_old, [])
    heads, number = house.store.history.search(_BINNED, limit=shown), house.store.history.count(_BINNED)

    close = partial(ask, _NOTHING)

    def delete() -> None:
        try:
            tell(f"{counted(house.store.bin.empty(doomed), 'game')} deleted for ever.")
        except StorageError as error:
            tell(str(error))
        house.shared[Desks].look()
        close()

    ft.use_dialog(_confirmation(look, len(doomed), delete, close) if doomed else None)
    rows = [_explanation(look, lambda: ask(house.store.bin.list_ids()))]
    rows += _rows(house, window, look, heads.sessions, ask)
    if heads.more:
        rows.append(quiet(look, "bin.more", "Show more", lambda: show(shown + PAGE)))
    under = counted(number, "game") if number else "Nothing in the bin"
    body = page(rows, min(window.width, 900)) if number else empty(look, ft.Icons.DELETE_OUTLINE_ROUNDED, _EMPTY)
    return use_view([cloth(look, "Bin", under=under, back=lambda: go("/history")), ft.Container(body, expand=True)])


_NOTHING: Sequence[str] = ()
_EMPTY = f"The bin is empty. Deleted games stay here for {BIN_DAYS} days."


def _explanation(look: Look, empty_bin: Act) -> ft.Control:
    icon = ft.Icons.DELETE_SWEEP_ROUNDED
    words = note(look, f"Kept for {BIN_DAYS} days, then deleted for ever.")
    button = quiet(look, "bin.empty", "Empty the bin", empty_bin, icon=icon, bad=True)
    return ft.Row([ft.Container(words, expand=True), button], spacing=8, key="all")


def _rows(
    house: House, window: Window, look: Look, heads: Iterable[SessionHead], ask: Callable[[Sequence[str]], None]
) -> Iterator[ft.Control]:
    games, titles = house.store.titles.load_games(), house.store.titles.load()
    icon, says = ft.Icons.DELETE_FOREVER_ROUNDED, "Delete it for ever"
    for head in heads:
        when = note(look, f"It is {deletion_text(head.binned_at)}." if head.binned_at else "")
        back = quiet(look, f"restore[{head.id}]", "Restore", partial(restore, house, window, head.id, BACK))
        delete = icon_button(f"purge[{head.id}]", icon, says, partial(ask, (head.id,)), color=look.bad)
        row = session_row(look, games, titles, head, partial(go, f"/session/{head.id}"))
        below = ft.Row([ft.Container(when, expand=True), back, delete], spacing=4)
        yield ft.Column([row, below], spacing=6, tight=True, key=head.id)


def _confirmation(look: Look, number: int, delete: Act, close: Act) -> ft.DialogControl:
    games = "this game" if number == 1 else counted(number, "game")
    buttons = ft.Row(
        [
            quiet(look, "delete.cancel", "Keep", close),
            primary(look, "delete.now", f"Delete {games} for ever", delete, icon=ft.Icons.DELETE_FOREVER_ROUNDED),
        ],
        spacing=8,
    )
    words = ft.Text(f"Delete {games} for ever? This cannot be undone.", style=look.text(16))
    return sheet(look, "Delete for ever", ft.Column([words, buttons], spacing=14, tight=True), close)
