"""How the app looks and behaves on this device, and where its data lies."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import flet as ft

from companion.parts.dock import message
from companion.parts.navigation import with_navigation
from companion.parts.panel import card, flow, heading, label, note, page
from companion.parts.press import Tone, chip, identified, quiet, switch
from companion.text import counted
from companion.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from companion.window.state import Window
from storage.errors import StorageError
from storage.transfer.card_file import export_cards, import_cards

_THEMES = (("system", "As the device"), ("light", "Light"), ("dark", "Dark"))
_SIZES = ((0.9, "Small"), (1.0, "Normal"), (1.15, "Large"), (1.3, "Very large"))
_SUITS = ((False, "Shape and colour"), (True, "With a letter"))

_NOT_KEPT = (
    "The browser may delete it when the device runs out of room, or after weeks without a visit."
    " Add the companion to the home screen, and save a backup now and then."
)


@ft.component
def SettingsScreen() -> ft.View:
    """Everything that can be set; it counts at once and for every window opened later."""
    house, window, look = use_house(), use_window(), use_look()

    def put(key: str, value: Any) -> None:
        house.store.put_setting(key, value)
        setattr(window, key, value)

    is_kept, put_kept = ft.use_state(True)

    async def ask_kept() -> None:
        put_kept(await house.device.is_persistent())

    ft.use_effect(ask_kept, [], cleanup=lambda: None)
    words = "Keep the screen awake while a session is open"
    awake = switch(look, "setting.awake", words, window.awake, partial(put, "awake"))
    path = ft.Text(house.device.describe_location(house.store.database.path), style=look.text(14), selectable=True)
    inside = [
        _section(
            look,
            "Look",
            *_choice(look, window, put, "theme", "Theme", _THEMES),
            *_choice(look, window, put, "scale", "Text size", _SIZES),
            *_choice(look, window, put, "letters", "Suits", _SUITS),
        ),
        _section(look, "At the table", awake),
        _section(
            look,
            "Data",
            label(look, "Everything is kept in one file on this device"),
            identified("setting.path", path),
            *([] if is_kept else [identified("setting.not_kept", note(look, _NOT_KEPT))]),
            *([note(look, "A check of it: companion doctor.")] if house.device.has_shell else []),
            quiet(
                look,
                "setting.exchange",
                "Import, export and backup",
                lambda: go("/exchange"),
                icon=ft.Icons.IMPORT_EXPORT_ROUNDED,
            ),
        ),
    ]
    inside.append(RememberedCards(look, key="cards"))
    body = page(inside, min(window.width, 760))
    return with_navigation(look, window, "/settings", "Settings", "This device", body)


@ft.component
def RememberedCards(look: Look, key: str | None = None) -> ft.Control:
    """Cards typed once: how many there are, and their way to another group as a small file."""
    store = use_house().store
    told, tell = ft.use_state("")
    titles = {game.key: game.title for game in store.games}

    async def save(game: str) -> None:
        text = export_cards(store, game)
        await ft.FilePicker().save_file(file_name=f"{game}-cards.json", src_bytes=text.encode())

    async def take_in() -> None:
        for file in await ft.FilePicker().pick_files(with_data=True):
            try:
                done = import_cards(store, (file.bytes or b"").decode("utf-8", "replace"))
            except StorageError as error:
                tell(str(error))
            else:
                tell(f"{titles[done.game]}: {done.new} new, {done.corrected} corrected, {done.known} known already.")

    def do(act: Callable[..., Coroutine[Any, Any, None]], *given: str) -> None:
        ft.context.page.run_task(act, *given)

    rows: list[ft.Control] = [note(look, "Numbers printed on cards are typed once and offered again by name.")]
    for game, number in store.card_counts().items():
        if game in titles:
            words = f"{titles[game]}: save {counted(number, 'card')} as a file"
            rows.append(
                quiet(look, f"cards.save.{game}", words, partial(do, save, game), icon=ft.Icons.SAVE_ALT_ROUNDED)
            )
    rows.append(
        quiet(look, "cards.take", "Take in a file of cards", partial(do, take_in), icon=ft.Icons.FILE_OPEN_OUTLINED)
    )
    if told:
        rows.append(message(look, told, bad=False))
    return _section(look, "Remembered cards", *rows)


def _section(look: Look, title: str, *rows: ft.Control) -> ft.Control:
    return card(ft.Column([heading(look, title), *rows], spacing=8, tight=True))


def _choice(
    look: Look, window: Window, put: Any, key: str, words: str, values: tuple[tuple[Any, str], ...]
) -> list[ft.Control]:
    held = getattr(window, key)
    chips = [
        chip(
            look,
            f"setting.{key}={value}",
            name,
            partial(put, key, value),
            small=True,
            tone=Tone.CHOSEN if held == value else Tone.OPEN,
        )
        for value, name in values
    ]
    return [label(look, words), flow(chips)]
