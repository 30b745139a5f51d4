"""The actions on a player: name, colour and symbol, archive, merge, and undo of a merge."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import flet as ft

from companion.history.session_row import list_row
from companion.history.shared_filters import show_in_history
from companion.ui.box import search_box, text_box
from companion.ui.chips_and_buttons import Act, identified, press, quiet
from companion.ui.dock import confirm, message
from companion.ui.panel import cut_text, flow, label, letters_note, note, section, sheet, stacked, stretched
from companion.ui.people import INITIAL, SYMBOLS, face
from companion.ui.player_colours import COLOURS
from companion.ui.text import counted, on, within
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_window
from companion.window.messages import tell
from companion.window.state import House, Window
from scoring.contract.names import LONGEST_TYPED_NAME, name_key
from storage.clock import utc_now
from storage.derived.merges import Merge
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter
from storage.sessions.players import Player
from storage.text_folding import fold

_SHOWN: Final = 30

MERGES_SHOWN: Final = 3
"""Merged players listed before the list is expanded."""


@ft.component
def PlayerActions(house: House, look: Look, player: Player, key: str | None = None) -> ft.Control:
    """The buttons, and below them the players who were merged into this one."""
    opened, open_ = ft.use_state("")
    window = use_window()

    close = partial(open_, "")

    def done() -> None:
        close()
        window.revision += 1

    def archive() -> None:
        tell(_error_of(partial(house.store.players.archive, player.id, archived=not player.archived)))
        window.revision += 1

    ft.use_dialog(_sheet(house, look, player, opened, done, close))
    evenings = partial(show_in_history, window, SessionFilter(players=(player.id,)))
    buttons = [
        quiet(look, "player.evenings", "All games", evenings, icon=ft.Icons.HISTORY_ROUNDED),
        quiet(look, "player.style", "Name, colour, symbol", partial(open_, "style"), icon=ft.Icons.PALETTE_OUTLINED),
        quiet(look, "player.merge", "Merge with another player", partial(open_, "merge"), icon=ft.Icons.MERGE_ROUNDED),
        quiet(
            look,
            "player.archive",
            "Bring back" if player.archived else "Archive",
            archive,
            icon=ft.Icons.UNARCHIVE_OUTLINED if player.archived else ft.Icons.ARCHIVE_OUTLINED,
        ),
    ]
    rows: list[ft.Control] = [flow(buttons)]
    merges = house.store.merges.list_active(player.id)
    if merges:
        shown = merges if opened == "merges" else merges[:MERGES_SHOWN]
        inside = [_merge(house, window, look, merge) for merge in shown]
        if len(merges) > len(shown):
            inside.append(quiet(look, "merges.all", f"Show all {len(merges)}", partial(open_, "merges")))
        rows.append(section(look, "Counts as this player", *inside))
    return stretched(rows, 14)


def _sheet(house: House, look: Look, player: Player, opened: str, done: Act, close: Act) -> ft.BottomSheet | None:
    if opened == "style":
        form = PlayerStyle(house, look, player, done, key="style")
        return sheet(look, "Name, colour and symbol", form, close)
    if opened == "merge":
        merging = MergeWith(house, look, player, done, key="merge")
        return sheet(look, f"The same person as {player.name}", merging, close)
    return None


def _merge(house: House, window: Window, look: Look, merge: Merge) -> ft.Control:
    def unmerge() -> None:
        tell(_error_of(partial(house.store.merges.undo, merge.id)))
        window.revision += 1

    name = cut_text(merge.player.name, look.text(16, bold=True))
    words = stacked([name, note(look, f"since {within(on(merge.at, utc_now()))}")])
    button = quiet(look, f"unmerge[{merge.player.id}]", "Undo the merge", unmerge, icon=ft.Icons.CALL_SPLIT_ROUNDED)
    return ft.Row([face(look, merge.player, 40), words, button], spacing=10)


def _error_of(act: Callable[[], Any]) -> str:
    """Run `act`; returns the message of a StorageError, empty if there was none."""
    try:
        act()
    except StorageError as error:
        return str(error)
    return ""


# Name, colour, symbol ----------------------------------------------------------------------------------------------


@ft.component
def PlayerStyle(house: House, look: Look, player: Player, done: Act, key: str | None = None) -> ft.Control:
    """The form for name, colour and symbol, with a preview of the badge."""
    name, put_name = ft.use_state(player.name)
    colour, put_colour = ft.use_state(player.colour)
    symbol, put_symbol = ft.use_state(player.symbol)
    error, set_error = ft.use_state("")
    shown = replace(player, colour=colour, symbol=symbol)

    def save() -> None:
        try:
            if name != player.name:
                house.store.players.rename(player.id, name)
            house.store.players.set_look(player.id, colour=colour, symbol=symbol)
        except StorageError as failure:
            set_error(str(failure))
        else:
            done()

    colours = [_colour(look, value, name, partial(put_colour, value), chosen=colour) for value, name in COLOURS.items()]
    symbols = [_symbol(look, shown, INITIAL, "Initial", partial(put_symbol, INITIAL))]
    symbols += [_symbol(look, shown, key, name, partial(put_symbol, key)) for key, (name, _) in SYMBOLS.items()]
    box = text_box(look, "player.name", "Name", name, put_name, longest=LONGEST_TYPED_NAME, submit=save, expand=True)
    return stretched(
        [
            ft.Row([face(look, shown, 60), box], spacing=12),
            *letters_note(look, name),
            label(look, "Colour"),
            flow(colours),
            label(look, "Symbol"),
            flow(symbols),
            ft.Container(message(look, error, bad=True) if error else None, key="error"),
            ft.Row([confirm(look, "player.save", "Save", "" if name.strip() else "A player needs a name", save)]),
        ],
        12,
    )


def _colour(look: Look, colour: str, words: str, act: Act, *, chosen: str) -> ft.Control:
    return _swatch(
        f"colour:{words.lower()}",
        ft.Icon(ft.Icons.CHECK_ROUNDED, color="#ffffff", size=24) if colour == chosen else None,
        words,
        act,
        chosen=colour == chosen,
        border_radius=TOUCH / 2,
        bgcolor=colour,
        border=ft.Border.all(*((3, ft.Colors.ON_SURFACE) if colour == chosen else (1.5, ft.Colors.OUTLINE_VARIANT))),
    )


def _symbol(look: Look, player: Player, symbol: str, words: str, act: Act) -> ft.Control:
    chosen = player.symbol == symbol
    ink = look.on_tint if chosen else ft.Colors.ON_SURFACE
    inside: ft.Control = (
        ft.Icon(SYMBOLS[symbol][1], color=ink, size=24)
        if symbol
        else ft.Text(player.name[:1].upper(), style=look.figure(20, color=ink))
    )
    return _swatch(
        f"symbol:{symbol or 'initial'}",
        inside,
        words,
        act,
        chosen=chosen,
        border_radius=14,
        bgcolor=look.tint if chosen else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1.5, look.accent if chosen else ft.Colors.OUTLINE_VARIANT),
    )


def _swatch(
    name: str, inside: ft.Control | None, words: str, act: Act, *, chosen: bool, **container: Any
) -> ft.Control:
    return press(
        name,
        inside,
        act,
        selected=chosen,
        tooltip=words,  # it is read, too
        width=TOUCH,
        height=TOUCH,
        alignment=ft.Alignment.CENTER,
        **container,
    )


# Merging -----------------------------------------------------------------------------------------------------------


@ft.component
def MergeWith(house: House, look: Look, player: Player, done: Act, key: str | None = None) -> ft.Control:
    """Choose the other player, then confirm the merge."""
    chosen, choose = ft.use_state("")
    if chosen:
        return MergePlan(house, look, player, chosen, lambda: choose(""), done, key="plan")
    return Candidates(house, look, player, choose, key="candidates")


@ft.component
def Candidates(
    house: House, look: Look, player: Player, choose: Callable[[str], None], key: str | None = None
) -> ft.Control:
    """The other players, those last seen first; players with a similar name come before them."""
    query, search = ft.use_state("")
    others = [other for other in house.store.players.list_recent(1000, archived=True) if other.id != player.id]
    matching = [other for other in others if fold(query) in fold(other.name)]
    matching.sort(key=lambda other: name_key(other.name)[:2] != name_key(player.name)[:2])
    words = f"Choose the player who is the same person as {player.name}. Nothing is lost, and it can be undone."
    rows: list[ft.Control] = [
        note(look, words),
        search_box(look, "merge.search", "Search", query, search),
    ]
    rows += [
        list_row(
            f"merge[{other.id}]",
            partial(choose, other.id),
            [face(look, other, 36)],
            [cut_text(other.name, look.text(16, bold=True))],
            [ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED)],
        )
        for other in matching[:_SHOWN]
    ]
    if not matching:
        rows.append(note(look, f"There is no player called “{query}”." if query else "There is no other player."))
    return stretched(rows, 8)


@ft.component
def MergePlan(
    house: House, look: Look, player: Player, chosen: str, back: Act, done: Act, key: str | None = None
) -> ft.Control:
    """Which player stays, what changes for both, and the buttons; they can be swapped.

    Whoever has more games is proposed to stay: the other name is more likely the mistake.
    """
    merges = house.store.merges
    first = ft.use_memo(lambda: merges.preview(chosen, player.id), [])
    kept, keep = ft.use_state(chosen if first.plays > first.target_plays else player.id)
    merged = player.id if kept == chosen else chosen
    plan = merges.preview(merged, kept)
    other, into = plan.player, plan.target

    def merge() -> None:
        tell(_error_of(partial(merges.merge, merged, kept)))
        done()

    arrow = ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, color=ft.Colors.ON_SURFACE_VARIANT)
    faces = [face(look, other, 44), arrow, face(look, into, 60)]
    row = ft.Row(faces, spacing=12, alignment=ft.MainAxisAlignment.CENTER)
    other_player = quiet(look, "merge.back", "Another player", back)
    if plan.refusal:
        return ft.Column([row, message(look, plan.refusal, bad=True), ft.Row([other_player])], spacing=12, tight=True)
    total = plan.target_plays + plan.plays
    summary = f"{into.name} stays: {plan.target_plays} + {plan.plays} games become {total}."
    if total in (plan.target_plays, plan.plays):
        summary = f"{into.name} stays, with {counted(total, 'game')}."
    after = (
        f"Every game of {other.name} counts for {into.name} and shows that name, colour and symbol. "
        f"{other.name} is no longer listed. The merge can be undone at the end of {into.name}'s page."
    )
    icon = ft.Icons.SWAP_HORIZ_ROUNDED
    instead = quiet(look, "merge.swap", f"Keep {other.name} instead", partial(keep, merged), icon=icon)
    rows: list[ft.Control] = [
        row,
        identified("merge.summary", ft.Text(summary, style=look.text(17, bold=True))),
        note(look, after),
        *letters_note(look, into.name, is_named=True),
        flow([instead, other_player]),
        ft.Row([confirm(look, "merge.confirm", f"Merge into {into.name}", "", merge)]),
    ]
    return ft.Column(rows, spacing=12, tight=True)
