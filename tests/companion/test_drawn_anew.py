"""After any tap a window shows the same as one that is opened anew."""

import random
from typing import Any

import flet as ft
import pytest
from flet.components.component import Component
from flet.controls.base_control import BaseControl

from companion.app import main_for
from companion.testing.accessibility import is_pressed, name_of
from companion.testing.headless import Page, visited
from scoring.contract.game import AnyGame
from storage.store import Store
from tests.companion.tables import GAMES, played

pytestmark = pytest.mark.deep


ELSEWHERE = (
    *("back", "open.", "asides", "total[", "cell[", "fact.", "notice."),
    *("rule.", "main.", "board=", "undo", "redo", "clock"),
)
"""Keys that leave the screen, open a sheet, or change only this window."""

LAST_TAP = "Undo: the last tap"


@pytest.mark.parametrize("seed", range(1, 8))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_a_table_drawn_tap_by_tap_is_the_table_drawn_anew(store: Store, game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    trail: list[str] = []
    session_id = played(store, game, rng.choice(list(game.box.players)), seed, rng.choice((1, 5, 15, 40)))
    main, width = main_for(store), rng.choice((412, 1280))
    async with visited(main, width=width) as page:
        await page.go(f"/table/{session_id}")
        for _ in range(14):
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
            parts = [part for part in page.walk() if part is not page.page and not isinstance(part, Component)]
            assert all(part.page is page.page for part in parts), trail  # or a tap would reach nobody
            if key in recording and len(store.sessions.load(session_id).journal) == entries:
                continue  # what is missing is framed in this window alone
            if page.page.route != f"/table/{session_id}" or page.all(ft.BottomSheet):
                return
            if page.has("message"):
                continue  # said to this window alone
            async with visited(main, width=width) as fresh:
                await fresh.go(f"/table/{session_id}")
                if only_here(page) == only_here(fresh):
                    assert look_of(page) == look_of(fresh), trail


def named(control: BaseControl) -> bool:
    """Whether it is a key of the form and not one that only opens or folds others."""
    name = name_of(control)
    return bool(name) and not name.startswith(ELSEWHERE) and not name.endswith((".more", ".back")) and "~" not in name


def only_here(page: Page) -> tuple[bool, int]:
    """What another window need not show: a form half filled in here, and how many sealed answers are covered."""
    covered = [control for control in page.walk() if is_pressed(control) and name_of(control).endswith(".hold")]
    return LAST_TAP in page.texts(), len(covered)


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
