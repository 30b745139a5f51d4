"""Random taps at the table of a game: the page keeps working, and stays readable and accessible."""

import random

import flet as ft

from companion.app import main_for
from companion.testing.accessibility import hard_to_read, is_pressed, name_of, out_of_reach
from companion.testing.guarding import GuardedTests
from companion.testing.headless import Page, headless, visited
from companion.testing.random_sessions import played, shelf_of
from scoring.contract.game import AnyGame
from storage.file.database import MEMORY
from storage.store import Store

AWAY = ("back", "home", "open.rules", "rematch", "share", "session.")  # keys that leave the table or the app

FORWARD = ("confirm", "aside.confirm", "entry.check", "preview.save", "start")
TYPED = ("x", "Brute", "Ana ", "")


class TapTests(GuardedTests):
    """Anything may be tapped."""

    def test_anything_may_be_tapped_at_the_table(self, game: AnyGame) -> None:
        tap_about(game, seed=len(game.key), taps=9)


def tap_about(game: AnyGame, seed: int, taps: int) -> None:
    """Seeded random taps at a table of this game; a failure lists them all."""
    rng = random.Random(seed)
    trail: list[str] = []

    with Store(MEMORY, shelf_of(game)) as store:
        dark = rng.random() < 0.5
        store.settings.put("theme", "dark" if dark else "light")
        session_id = played(store, game, rng.choice(list(game.box.players)), seed, rng.choice((1, 5, 15, 40)))

        @headless
        async def visit() -> None:
            async with visited(main_for(store), width=rng.choice((412, 1280))) as page:
                await page.go(f"/table/{session_id}")
                for number in range(taps):
                    if not page.page.route.startswith(f"/table/{session_id}"):
                        await page.go(f"/table/{session_id}")
                    await tap_one(page, rng, trail)
                    if number % 8 == 0:
                        assert out_of_reach(page) == [], trail
                        assert hard_to_read(page, dark=dark) == [], trail

        visit()


async def tap_one(page: Page, rng: random.Random, trail: list[str]) -> None:
    """One random tap, typed text or switch, on the topmost sheet or the screen."""
    sheets = page.all(ft.BottomSheet)
    shown = list(page.walk(sheets[-1] if sheets else None))
    typed = [control for control in shown if isinstance(control, ft.Switch | ft.TextField)]
    pressed = [control for control in shown if is_pressed(control) and not name_of(control).startswith(AWAY)]
    if not pressed and not typed:
        await page.go("/")
        return
    if not pressed or (typed and rng.random() < 0.15):
        box = rng.choice(typed)
        after = not box.value if isinstance(box, ft.Switch) else rng.choice(TYPED)
        trail.append(f"{name_of(box)} {after!r}")
        await page.change(box, after)
        return
    forward = [control for control in pressed if name_of(control) in FORWARD]
    control = rng.choice(forward if forward and rng.random() < 0.25 else pressed)
    trail.append(name_of(control))
    is_held = getattr(control, "on_long_press", None) is not None and rng.random() < 0.7
    await page.fire(control, "long_press" if is_held else "click")
