"""The filters of the history: game, dates, place, players, winner, number of players, status."""

from dataclasses import replace
from functools import partial
from typing import Final

import flet as ft

from companion.history.history_state import STATUSES, HistoryState
from companion.history.shared_filters import OFFERED, ApplyFilter, Days, Pickers, Places, filter_block, value_chip
from companion.ui.box import search_box
from companion.ui.chips_and_buttons import Act, choice_chip, primary, quiet
from companion.ui.panel import Fitted, flow, note, stretched
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look
from companion.window.state import House
from storage.history.session_filter import SessionFilter
from storage.text_folding import fold

_MOST: Final = 0.6
"""Share of the window's height for the filters above the buttons."""

_FEW: Final = 6
"""Up to this many imported games are shown beside the app's own; more are folded."""

_NO_GAME: Final = "There is no imported game of that name."

_NONE: Final = "There is nothing to choose from; drop another filter first."


@ft.component
def FilterSheet(past: HistoryState, apply_filter: ApplyFilter, close: Act, key: str | None = None) -> ft.Control:
    """All filters; a tap takes effect at once, and the button says how many sessions are left."""
    house, look, wanted = use_house(), use_look(), past.wanted
    blocks: list[ft.Control] = [
        GamePicker(wanted, apply_filter, key="games"),
        Days(wanted, apply_filter, key="days"),
        Places(wanted, apply_filter, key="places"),
        Pickers("players", "Players", wanted, apply_filter, key="players"),
        Pickers("winner", "Won by", wanted, apply_filter, key="winner"),
        filter_block(look, "How many players", _sizes(house, look, wanted, apply_filter)),
        filter_block(look, "Status", _statuses(look, wanted, apply_filter)),
    ]
    buttons: list[ft.Control] = [
        quiet(look, "filter.clear", "Drop all filters", lambda: apply_filter(SessionFilter(words=wanted.words))),
        primary(look, "filter.show", f"Show {counted(past.total, 'game')}", close, ready=past.total > 0),
    ]
    inside = [Fitted(stretched(blocks, 12), _MOST, key="blocks"), ft.Row(buttons, spacing=8)]
    return stretched(inside, 12)


@ft.component
def GamePicker(wanted: SessionFilter, apply_filter: ApplyFilter, key: str | None = None) -> ft.Control:
    """The app's own games, then the imported ones; many imported ones are folded and can be searched."""
    house, look = use_house(), use_look()
    opened, unfold = ft.use_state(False)
    typed, put = ft.use_state("")
    counts = house.store.history.count_by_game(wanted.without("game"))
    keys = [*counts, *([wanted.game] if wanted.game and wanted.game not in counts else [])]
    if not keys:
        return filter_block(look, "Game", note(look, _NONE))
    titles, shelf = house.store.titles.load(), house.store.titles.load_games()
    own = shelf.keys() | house.store.titles.load_uninstalled()
    imported = [game for game in keys if game not in own]
    few = len(imported) <= _FEW
    first = [game for game in keys if game in own] + [game for game in imported if few or game == wanted.game]

    def apply_and_clear(after: SessionFilter) -> None:
        put("")
        apply_filter(after)

    def game_chip(game: str) -> ft.Control:
        words = f"{titles.get(game, game)} · {counts.get(game, 0)}"
        return value_chip(look, "game", game, words, wanted, apply_and_clear)

    rows: list[ft.Control] = [flow([game_chip(game) for game in first])]
    if not few:
        words = "Hide the imported games" if opened else f"{len(imported)} imported games"
        icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.EXPAND_MORE_ROUNDED
        rows.append(quiet(look, "games.imported", words, lambda: unfold(not opened), icon=icon))
    if opened and not few:
        hidden = (game for game in imported if game not in first)
        others = [game for game in hidden if fold(typed) in fold(titles.get(game, game))]
        rows.append(search_box(look, "games.find", "Find an imported game", typed, put))
        rows.append(flow([game_chip(game) for game in others[:OFFERED]]) if others else note(look, _NO_GAME))
    return filter_block(look, "Game", *rows)


def _sizes(house: House, look: Look, wanted: SessionFilter, apply_filter: ApplyFilter) -> ft.Control:
    counts = house.store.history.count_by_size(wanted.without("seats"))
    sizes = sorted({*counts, *([wanted.seats] if wanted.seats else [])})
    chips = [
        value_chip(look, "seats", size, f"{counted(size, 'player')} · {counts.get(size, 0)}", wanted, apply_filter)
        for size in sizes
    ]
    return flow(chips) if chips else note(look, _NONE)


def _statuses(look: Look, wanted: SessionFilter, apply_filter: ApplyFilter) -> ft.Control:
    chips = []
    for status, words in STATUSES.items():
        chosen = status in wanted.statuses
        after = tuple(other for other in STATUSES if (other in wanted.statuses) != (other is status))
        act = partial(apply_filter, replace(wanted, statuses=after, counts=None))
        chips.append(choice_chip(look, f"status:{status.value}", words, act, chosen=chosen))
    return flow(chips)
