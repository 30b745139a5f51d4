"""Windows show what is so now: after any tap the same as a window opened anew, and keys act on what they show."""

import random
from typing import Any

import flet as ft
import pytest
from flet.components.component import Component
from flet.controls.base_control import BaseControl

from companion.app import main_for
from companion.testing.accessibility import is_pressed, name_of
from companion.testing.headless import Page
from companion.testing.headless import opened as visited
from scoring.contract.game import AnyGame
from storage.store import Store
from tests.companion.tables import GAMES, crowned, enter, opened, played
from tests.companion.test_screens import at
from tests.storage.tiny import TINY

pytestmark = pytest.mark.deep  # goes with what it tests


async def test_kept_buttons_act_on_the_table_that_is_shown(store: Store) -> None:
    one, other = (opened(store, TINY, 3) for _ in range(2))
    for desk in (one, other):
        enter(desk, "scored", seat=0, points=5)
    async with at(store, f"/table/{one.session_id}") as page:
        await page.go(f"/table/{other.session_id}")
        await page.tap("undo")
        await page.settle()
        assert [len(store.sessions.load(desk.session_id).journal) for desk in (one, other)] == [2, 3]


async def test_a_kept_key_answers_for_the_cells_that_are_asked_now(store: Store) -> None:
    session_id = crowned(store, bids=4)
    async with at(store, f"/table/{session_id}") as page:
        for seat, tricks in ((0, 3), (1, 0), (0, 1), (2, 2), (1, 1), (2, 0), (3, 2)):
            await page.tap(f"tricks_taken.tricks[{seat}]={tricks}")
        chosen = [holder.identifier for holder in page.all(ft.Semantics, selected=True)]
        assert chosen == [f"tricks_taken.tricks[{seat}]={tricks}" for seat, tricks in enumerate((1, 1, 0, 2))]


async def test_what_is_kept_still_belongs_to_the_page(store: Store) -> None:
    session_id = crowned(store, bids=3)
    async with at(store, f"/table/{session_id}") as page:
        for tap in ("bid_placed.bid=1", "tricks_taken.tricks[0]=3", "tricks_taken.tricks[0]=0", "undo"):
            await page.tap(tap)
            shown = [
                control for control in page.walk() if control is not page.page and not isinstance(control, Component)
            ]
            assert [control for control in shown if control.page is not page.page] == []


ELSEWHERE = (
    "back",
    "open.",
    "asides",
    "total[",
    "cell[",
    "fact.",
    "notice.",
    "rule.",
    "main.",
    "board=",
    "undo",
    "redo",
    "clock",
)
"""Keys that leave the screen, open a sheet, or change only this window."""

LAST_TAP = "Undo: the last tap"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_a_table_drawn_tap_by_tap_is_the_table_drawn_anew(store: Store, game: AnyGame) -> None:
    await compare_drawings(store, game, seed=1, taps=5)


@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_a_table_drawn_tap_by_tap_for_long_is_the_table_drawn_anew(
    store: Store, game: AnyGame, seed: int
) -> None:
    await compare_drawings(store, game, seed, taps=14)


async def compare_drawings(store: Store, game: AnyGame, seed: int, taps: int) -> None:
    """Tap around at a table of this game; after each tap, a newly opened window must show the same."""
    rng = random.Random(seed)
    trail: list[str] = []
    session_id = played(store, game, rng.choice(list(game.box.players)), seed, rng.choice((1, 5, 15, 40)))
    main, width = main_for(store), rng.choice((412, 1280))
    async with visited(main, width=width) as page:
        await page.go(f"/table/{session_id}")
        for _ in range(taps):
            page.use()
            keys = [control for control in page.walk() if is_pressed(control) and named(control)]
            keys = without_pads(keys)
            recording = [control for control in keys if name_of(control) == "confirm"]
            if not keys:
                return
            key = rng.choice(recording if recording and rng.random() < 0.3 else keys)
            trail.append(name_of(key))
            entries = len(store.sessions.load(session_id).journal)
            await page.fire(key, "click")
            if key in recording and len(store.sessions.load(session_id).journal) == entries:
                continue  # what is missing is framed in this window alone
            if page.page.route != f"/table/{session_id}" or page.all(ft.BottomSheet):
                return
            if page.all(ft.Semantics, identifier="message"):
                continue  # said to this window alone
            async with visited(main, width=width) as fresh:
                await fresh.go(f"/table/{session_id}")
                if (LAST_TAP in page.texts()) == (LAST_TAP in fresh.texts()):  # else only here it is half filled in
                    assert look_of(page) == look_of(fresh), trail


def named(control: BaseControl) -> bool:
    """Whether it is a key of the form and not one that only opens or folds others."""
    name = name_of(control)
    return bool(name) and not name.startswith(ELSEWHERE) and not name.endswith((".more", ".back")) and "~" not in name


def without_pads(keys: list[BaseControl]) -> list[BaseControl]:
    """The keys without those of a number pad's form: a half-typed number is known to this window alone."""
    forms = {name_of(key).partition(".")[0] for key in keys if ".pad#" in name_of(key)}
    return [key for key in keys if "=" in name_of(key) or name_of(key).partition(".")[0] not in forms]


def look_of(page: Page) -> list[tuple[Any, ...]]:
    """What the topmost screen shows: words, colours, signs, sizes, and what is chosen.

    Blank boxes and texts only keep a place: the header keeps the greatest height it had in its window.
    """
    shown: list[tuple[Any, ...]] = []
    for control in page.walk():
        match control:
            case ft.View():
                shown = []
            case ft.Semantics():
                shown.append((control.identifier, control.selected, control.label))
            case ft.Text(style=ft.TextStyle() as style) if control.value.strip():
                shown.append((control.value, style.color, style.decoration, style.size))
            case ft.Container() if control.bgcolor or control.border:
                edge = control.border.top if isinstance(control.border, ft.Border) else None
                shown.append((control.bgcolor, edge, control.width, control.height, control.disabled))
            case ft.IconButton():
                shown.append((control.tooltip, control.disabled))
    return shown
