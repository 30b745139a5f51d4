"""The bin: what was thrown away, until it is deleted for ever."""

from contextlib import suppress
from functools import partial

import flet as ft

from companion.history.history_state import PAGE
from companion.parts.bin_actions import take_out
from companion.parts.binned import deletion_text
from companion.parts.panel import cloth, empty, note, page, sheet
from companion.parts.press import Act, icon_button, primary, quiet
from companion.parts.session_row import session_row
from companion.parts.view import use_view
from companion.text import counted
from companion.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, tell
from storage.errors import StorageError
from storage.history.session_filter import Wanted
from storage.store import BIN_DAYS, SessionHead

_BINNED = Wanted(binned=True)


@ft.component
def BinScreen() -> ft.View:
    """Sessions that were put into the bin, the latest first; each can be taken out or deleted for ever."""
    house, window, look = use_house(), use_window(), use_look()
    shown, show = ft.use_state(PAGE)
    asked, ask = ft.use_state("")
    _, bump = ft.use_state(0)

    def tidy() -> None:
        with suppress(StorageError):  # what is too old goes another time
            house.store.purge_old()

    ft.use_effect(tidy, [])
    heads, number, _ = house.store.first_page(_BINNED, shown)

    def close() -> None:
        ask("")

    def delete() -> None:
        ask("")
        try:
            if asked == _ALL:
                tell(f"{counted(house.store.empty_bin(), 'session')} deleted for ever.")
            else:
                house.store.purge(asked)
                tell("The session is deleted for ever.")
        except StorageError as error:
            tell(str(error))
        bump(lambda n: n + 1)

    ft.use_dialog(_question(look, asked, number, delete, close))
    games, titles = {game.key: game for game in house.store.games}, house.store.titles()

    def row(head: SessionHead) -> ft.Control:
        ends: list[ft.Control] = [
            quiet(look, f"restore[{head.id}]", "Take it out", partial(take_out, house, window, head.id)),
            icon_button(
                f"purge[{head.id}]",
                ft.Icons.DELETE_FOREVER_ROUNDED,
                "Delete it for ever",
                partial(ask, head.id),
                color=look.bad,
            ),
        ]
        when = note(look, f"It is {deletion_text(head.binned_at)}." if head.binned_at else "")
        below = ft.Row([ft.Container(when, expand=True), *ends], spacing=4)
        shown_row = session_row(look, games, titles, head, partial(go, f"/session/{head.id}"))
        return ft.Column([shown_row, below], spacing=2, tight=True, key=head.id)

    rows: list[ft.Control] = [
        ft.Row(
            [
                ft.Container(note(look, f"Kept for {BIN_DAYS} days, then deleted for ever."), expand=True),
                quiet(
                    look, "bin.empty", "Empty the bin", partial(ask, _ALL), icon=ft.Icons.DELETE_SWEEP_ROUNDED, bad=True
                ),
            ],
            spacing=8,
            key="all",
        )
    ]
    rows += [row(head) for head in heads.sessions]
    if heads.more:
        rows.append(quiet(look, "bin.more", "Show more", lambda: show(shown + PAGE)))
    told = f"{counted(number, 'session')}" if number else "Nothing thrown away"
    body = page(rows, min(window.width, 900)) if number else empty(look, ft.Icons.DELETE_OUTLINE_ROUNDED, _EMPTY)
    return use_view([cloth(look, "Bin", under=told, back=lambda: go("/history")), ft.Container(body, expand=True)])


_ALL = "all"
_EMPTY = f"The bin is empty. What you throw away lies here for {BIN_DAYS} days."


def _question(look: Look, asked: str, number: int, delete: Act, close: Act) -> ft.DialogControl | None:
    """Asked once before anything is gone for ever."""
    if not asked:
        return None
    one = "this session" if asked != _ALL else counted(number, "session")
    words = f"Delete {one} for ever? Every entry goes with it; nothing brings it back."
    buttons = ft.Row(
        [
            quiet(look, "delete.cancel", "Keep", close),
            primary(look, "delete.now", f"Delete {one} for ever", delete, icon=ft.Icons.DELETE_FOREVER_ROUNDED),
        ],
        spacing=8,
    )
    inside = ft.Column([ft.Text(words, style=look.text(16)), buttons], spacing=14, tight=True)
    return sheet(look, "Empty the bin" if asked == _ALL else "Delete for ever", inside, close)
