"""The settings of this device, and where its data is."""

from functools import partial
from typing import Any

import flet as ft

from companion.exchange.backup_reminder import use_is_persistent
from companion.repair.data_check_card import DataCheckRows
from companion.ui.chips_and_buttons import Act, choice_chip, icon_button, identified, quiet, switch
from companion.ui.dock import message
from companion.ui.panel import flow, label, note, page, section, selectable, stacked
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import GOES_DARK, is_plain, use_house, use_look, use_redraw, use_window
from companion.window.messages import go, tell
from companion.window.navigation import with_navigation
from companion.window.state import House, Window
from scoring.contract.cards import KnownCard
from scoring.contract.errors import GameFailed
from scoring.contract.game import AnyGame
from scoring.contract.prompts import Count
from storage.errors import StorageError
from storage.file.csv_text import COMMA, SEMICOLON
from storage.transfer.card_file import export_cards, import_cards
from storage.transfer.results_csv import SEPARATOR_SETTING

_THEMES = (("system", "As the device"), ("light", "Light"), ("dark", "Dark"))
_SIZES = ((0.9, "Small"), (1.0, "Normal"), (1.15, "Large"), (1.3, "Very large"))
_SEPARATORS = ((COMMA, "Comma"), (SEMICOLON, "Semicolon"))
_SUITS = ((False, "Shape and colour"), (True, "With a letter"))

_NOT_KEPT = (
    "The browser may delete it if the device runs out of storage, or after weeks without a visit."
    " Add the companion to the home screen, and save a backup now and then."
)


@ft.component
def SettingsScreen() -> ft.View:
    """All settings; a change takes effect at once.

    Windows opened later have it too if its key is in `STORED` of `companion/window/state.py`.
    """
    house, window, look = use_house(), use_window(), use_look()
    is_kept = use_is_persistent()

    def put(key: str, value: Any) -> None:
        try:
            house.store.settings.put(key, value)
        except StorageError as error:
            tell(f"Not saved. {error}")
        else:
            setattr(window, key, value)

    words = "Keep the screen awake while a game is open"
    inside = [
        section(
            look,
            "Look",
            *_choice(look, window, put, "theme", "Theme", _THEMES),
            *_choice(look, window, put, "scale", "Text size", _SIZES),
            *_choice(look, window, put, "letters", "Suits", _SUITS),
        ),
        section(
            look,
            "At the table",
            switch(look, "setting.awake", words, window.awake, partial(put, "awake")),
            *([note(look, GOES_DARK)] if window.is_told_dark or is_plain(ft.context.page.url or "") else []),
        ),
        section(
            look,
            "Tables for spreadsheets (CSV)",
            *_choice(look, window, put, SEPARATOR_SETTING, "Between cells", _SEPARATORS),
            note(look, "Choose the semicolon where a spreadsheet puts a whole row into one cell."),
        ),
        _data_section(look, house, is_kept=is_kept),
        RememberedCards(look, key="cards"),
    ]
    return with_navigation(look, window, "/settings", "Settings", "This device", page(inside, min(window.width, 760)))


def _data_section(look: Look, house: House, *, is_kept: bool) -> ft.Control:
    icon = ft.Icons.FOLDER_OPEN
    path = selectable("Where it is kept", house.device.describe_location(house.store.database.path), look.text(14))
    return section(
        look,
        "Data",
        label(look, "Everything is kept in one file on this device"),
        identified("setting.path", path),
        *([] if is_kept else [identified("setting.not_kept", note(look, _NOT_KEPT))]),
        DataCheckRows(look, key="check"),
        quiet(look, "setting.exchange", "Import, export and backup", partial(go, "/exchange"), icon=icon),
    )


@ft.component
def RememberedCards(look: Look, key: str | None = None) -> ft.Control:
    """Remembered cards by game: list, delete, export to a file and import."""
    store = use_house().store
    text, show = ft.use_state("")
    opened, open_ = ft.use_state("")  # the game whose cards are listed
    draw = use_redraw()
    games = {game.key: game for game in store.games}
    titles = {key: game.box.title for key, game in games.items()}

    async def save(game: str) -> None:
        content = export_cards(store, game).encode()
        await ft.FilePicker().save_file(file_name=f"{game}-cards.json", src_bytes=content)

    async def add() -> None:
        for file in await ft.FilePicker().pick_files(with_data=True):
            try:
                done = import_cards(store, (file.bytes or b"").decode("utf-8", "replace"))
            except StorageError as error:
                show(str(error))
            else:
                show(f"{titles[done.game]}: {done.new} new, {done.corrected} corrected, {done.known} already known.")

    def change(act: Act) -> None:
        try:
            act()
        except StorageError as error:
            tell(f"Not saved. {error}")
        draw()

    def forget(game: str, shelf: str, card: KnownCard) -> None:
        change(partial(store.cards.forget, game, shelf, card.name))
        bring_back = partial(store.cards.remember, game, shelf, card.name, card.numbers)
        tell(f"{card.name} is deleted.", "Undo", partial(change, bring_back))

    run = ft.context.page.run_task
    rows: list[ft.Control] = [note(look, "Numbers printed on cards are typed once, then suggested by the card's name.")]
    for game, number in store.cards.count_by_game().items():
        if game in titles:
            is_open = game == opened
            rows.append(
                quiet(
                    look,
                    f"cards.show.{game}",
                    f"{titles[game]}: {counted(number, 'card')}",
                    partial(open_, "" if is_open else game),
                    icon=ft.Icons.EXPAND_LESS_ROUNDED if is_open else ft.Icons.EXPAND_MORE_ROUNDED,
                )
            )
            shelves = store.cards.load_all(game) if is_open else {}
            rows += [
                _card_row(look, games[game], shelf, card, partial(forget, game, shelf, card))
                for shelf, cards in shelves.items()
                for card in cards
            ]
            words = f"{titles[game]}: save as a file"
            rows.append(
                quiet(look, f"cards.save.{game}", words, partial(run, save, game), icon=ft.Icons.SAVE_ALT_ROUNDED)
            )
    rows.append(quiet(look, "cards.add", "Import a file of cards", partial(run, add), icon=ft.Icons.FILE_OPEN_OUTLINED))
    if text:
        rows.append(message(look, text, bad=False))
    return section(look, "Remembered cards", *rows)


def _card_row(look: Look, game: AnyGame, shelf: str, card: KnownCard, forget: Act) -> ft.Control:
    """A remembered card with its numbers; typing it anew at the table corrects it."""
    try:
        counts = {count.name: count for count in game.card_numbers(shelf, card)}
    except GameFailed:  # its cards are listed all the same
        counts = {}
    numbers = note(look, ", ".join(_number_text(counts.get(name), name, number) for name, number in card.numbers))
    words = stacked([ft.Text(card.name, style=look.text(15, bold=True)), numbers])
    name, says = f"cards.forget[{shelf}:{card.name}]", f"Delete {card.name}"
    return ft.Row([words, icon_button(name, ft.Icons.DELETE_OUTLINE_ROUNDED, says, forget)], key=name)


def _number_text(count: Count | None, name: str, number: int) -> str:
    """A printed number in the words of its game; under its stored name if the game does not know it (any more)."""
    return f"{name} {number}" if count is None else f"{count.label}: {count.label_of(number) or number}"


def _choice(
    look: Look, window: Window, put: Any, key: str, words: str, values: tuple[tuple[Any, str], ...]
) -> list[ft.Control]:
    chosen = getattr(window, key)
    chips = [
        choice_chip(look, f"setting.{key}={value}", name, partial(put, key, value), chosen=chosen == value)
        for value, name in values
    ]
    return [label(look, words), flow(chips)]
