"""The games on Home, and the sheet in which a table arranges them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

import flet as ft

from companion.history.sample import sample_offer
from companion.history.session_row import game_mark
from companion.home.shelf_order import (
    SETTING,
    Arrangement,
    Sorting,
    arrange,
    format_arrangement,
    parse_arrangement,
    sort_as_arranged,
)
from companion.ui.chips_and_buttons import Act, Tone, chip, icon_button, primary, quiet
from companion.ui.panel import card_button, cut_text, flow, heading, note, sheet, stacked
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_memory, use_window
from companion.window.messages import go, tell
from companion.window.state import House, Window
from scoring.contract.game import AnyGame
from scoring.games import Shelf
from storage.errors import StorageError

_SORTED = {Sorting.ARRANGED: "In your order", Sorting.LAST_PLAYED: "Last played first"}
_ROW = 60
_SHORT = 76
"""Heights of a row of the sheet, and of a short tile: two lines of a title and one below."""

Put = Callable[[Arrangement], None]


@ft.component
def Games(*, is_short: bool, key: str | None = None) -> ft.Control:
    """A tile for each game, with a way to arrange them. Short tiles stand two in a row on a phone, without tagline."""
    house, window, look = use_house(), use_window(), use_look()
    wanted, set_wanted = use_memory(SETTING, lambda: parse_arrangement(house.store.settings.get(SETTING)))
    arranging, set_arranging = ft.use_state(False)
    unfolded, unfold = ft.use_state(False)
    games = {game.key: game for game in house.store.games}

    def put(arrangement: Arrangement) -> None:
        try:
            house.store.settings.put(SETTING, format_arrangement(arrangement))
        except StorageError as error:
            tell(f"Not saved. {error}")
        else:
            set_wanted(arrangement)

    close = partial(set_arranging, False)
    inside = ArrangeSheet(look, tuple(games.values()), wanted, put, close, key="arrange") if arranging else None
    ft.use_dialog(sheet(look, "Arrange the games", inside, close) if inside else None)
    last_played = _find_last_played(house, games) if wanted.sorting is Sorting.LAST_PLAYED else {}
    shown, hidden = arrange(games, wanted, last_played)
    keys = (*shown, *(hidden if unfolded else ()))
    is_short = is_short and window.compact and not look.is_large
    tiles = [_tile(look, games[key], is_short=is_short) for key in keys]
    rows: list[ft.Control] = [
        _head(look, house, window, lambda: set_arranging(True)),
        ft.ResponsiveRow(tiles, key="tiles"),
    ]
    if hidden and not unfolded:
        words = f"Show {counted(len(hidden), 'hidden game')}"
        rows.append(quiet(look, "home.hidden", words, lambda: unfold(True)))
    shelf = house.store.games
    rows += [note(look, str(game)) for game in shelf.others.unusable] if isinstance(shelf, Shelf) else []
    return ft.Column(rows, spacing=10, tight=True)


def _find_last_played(house: House, games: dict[str, AnyGame]) -> dict[str, datetime]:
    """When each game was played last, under its own title or under one that a table gave it."""
    last: dict[str, datetime] = {}
    for key, game in house.store.titles.load_games().items():
        for head in house.store.history.list_sessions(limit=1, game=key).sessions:
            if game.key in games:
                last[game.key] = max(head.opened_at, last.get(game.key, head.opened_at))
    return last


def _head(look: Look, house: House, window: Window, arrange_games: Act) -> ft.Control:
    statistics = quiet(look, "home.games", "Statistics", lambda: go("/games"), icon=ft.Icons.INSIGHTS_ROUNDED)
    way = [*sample_offer(look, house, window), statistics][0]  # without a session there are no statistics
    button = icon_button("home.arrange", ft.Icons.SWAP_VERT, "Arrange the games", arrange_games)
    return ft.Row([ft.Container(heading(look, "New game"), expand=True), button, way], spacing=4, key="head")


def _tile(look: Look, game: AnyGame, *, is_short: bool) -> ft.Control:
    players = f"{game.box.players[0]}–{game.box.players[-1]} players"
    minutes = f"{game.box.minutes[0]}–{game.box.minutes[1]} min" if game.box.minutes[1] else ""
    figures = players if is_short else " · ".join(filter(None, (players, minutes)))
    grey, side = ft.Colors.ON_SURFACE_VARIANT, 40 if is_short else 58
    words: list[ft.Control] = [
        ft.Text(game.box.title, style=look.figure(16 if is_short else 19)),
        ft.Text(figures, style=look.text(13, color=grey)),
    ]
    if not is_short:
        words.insert(1, ft.Text(game.box.tagline, style=look.text(14, color=grey)))
    tile = card_button(
        f"new.{game.key}",
        ft.Row([game_mark(look, game, side), stacked(words, 1)], spacing=10 if is_short else 14),
        lambda: go(f"/new/{game.key}"),
        padding=ft.Padding.symmetric(horizontal=10) if is_short else 14,
        height=_SHORT if is_short else None,
    )
    return ft.Container(tile, col={"xs": 6 if is_short else 12, "md": 6}, key=game.key)


@ft.component
def ArrangeSheet(
    look: Look, games: tuple[AnyGame, ...], wanted: Arrangement, put: Put, close: Act, key: str | None = None
) -> ft.Control:
    """What comes first; each game can be dragged, pinned to the top and hidden. A tap takes effect at once."""
    by_key = {game.key: game for game in games}
    keys = sort_as_arranged(by_key, wanted)

    def move(e: ft.OnReorderEvent) -> None:
        order = list(keys)
        order.insert(e.new_index or 0, order.pop(e.old_index or 0))
        put(replace(wanted, order=tuple(order)))

    sortings = [
        chip(
            look,
            f"arrange.{sorting.value}",
            words,
            partial(put, replace(wanted, sorting=sorting)),
            tone=Tone.CHOSEN if sorting is wanted.sorting else Tone.OPEN,
        )
        for sorting, words in _SORTED.items()
    ]
    rows = [_row(look, by_key[key], wanted, put) for key in keys]
    # The browser moves dragged rows itself; a patch of the old list would move them twice.
    games_list = ft.ReorderableListView(
        rows, key="arrange." + ".".join(keys), on_reorder=move, height=_ROW * len(rows), show_default_drag_handles=True
    )
    return ft.Column([flow(sortings), games_list, primary(look, "arrange.done", "Done", close)], spacing=12, tight=True)


def _row(look: Look, game: AnyGame, wanted: Arrangement, put: Put) -> ft.Control:
    pinned, hidden = game.key in wanted.pinned, game.key in wanted.hidden
    pin = icon_button(
        f"pin[{game.key}]",
        ft.Icons.STAR if pinned else ft.Icons.STAR_BORDER,
        f"{game.box.title} stays on top: let it go" if pinned else f"Keep {game.box.title} on top",
        partial(put, replace(wanted, pinned=wanted.pinned ^ {game.key})),
        color=look.accent if pinned else None,
    )
    hide = icon_button(
        f"hide[{game.key}]",
        ft.Icons.VISIBILITY_OFF if hidden else ft.Icons.VISIBILITY,
        f"Show {game.box.title} again" if hidden else f"Hide {game.box.title}",
        partial(put, replace(wanted, hidden=wanted.hidden ^ {game.key})),
    )
    ink = ft.Colors.ON_SURFACE_VARIANT if hidden else ft.Colors.ON_SURFACE
    title = cut_text(game.box.title, look.text(16, bold=True, color=ink), expand=True)
    row = ft.Row([title, pin, hide, ft.Container(width=36)], spacing=4)
    return ft.Container(row, height=_ROW, key=f"game.{game.key}", bgcolor=ft.Colors.SURFACE)
