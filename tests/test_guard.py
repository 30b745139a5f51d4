"""A failure on a page must not end the page."""

import gc
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import flet as ft
import pytest

from companion.flet_guard import guard
from companion.testing.guarding import guarded
from companion.testing.headless import headless, mounted, visited


@pytest.fixture(autouse=True)
def _guarded() -> Iterator[None]:
    with guarded():
        yield


@ft.component
def Fragile(draw: Callable[[int], ft.Control]) -> ft.Control:
    taps, set_taps = ft.use_state(0)
    return ft.Column([ft.Button("Next", on_click=lambda: set_taps(taps + 1)), Part(draw, taps)])


@ft.component
def Part(draw: Callable[[int], ft.Control], taps: int) -> ft.Control:
    return draw(taps)


def raises_at_one(taps: int) -> ft.Control:
    if taps == 1:
        raise KeyError("Ana")
    return ft.Text(f"taps {taps}")


def unfit_at_one(taps: int) -> ft.Control:
    return ft.Text(Decimal(taps) if taps == 1 else f"taps {taps}")  # type: ignore[arg-type]  # that is the fault


def impossible_at_one(taps: int) -> ft.Control:
    return ft.Slider(min=2 if taps == 1 else 0, max=1) if taps < 2 else ft.Text(f"taps {taps}")


@pytest.mark.parametrize(
    ("draw", "has_rest"), [(raises_at_one, True), (unfit_at_one, False), (impossible_at_one, False)]
)
def test_a_part_that_cannot_be_drawn_shows_a_card_and_is_drawn_again_later(
    draw: Callable[[int], ft.Control], has_rest: bool, caplog: pytest.LogCaptureFixture
) -> None:
    @headless
    async def play() -> None:
        async with mounted(Fragile, draw) as page:
            await page.tap("Next")
            assert guard.APOLOGY in page.texts()
            await page.tap("Try again")
            assert guard.APOLOGY in page.texts()
            assert ("Next" in page.texts()) is has_rest, "the rest of the page is alive"
            if has_rest:
                await page.tap("Next")
                assert guard.APOLOGY not in page.texts()
                assert "taps 2" in page.texts()

    with caplog.at_level(logging.ERROR, "companion"):
        play()
    assert any(record.exc_info for record in caplog.records)


@ft.component
def Home() -> ft.View:
    return ft.View(route="/", controls=[ft.Text("home")])


@ft.component
def Broken() -> ft.View:
    raise RuntimeError("no such table")


@ft.component
def Changeable():  # type: ignore[no-untyped-def]  # its annotation must not tell that it draws a screen
    taps, set_taps = ft.use_state(0)
    if taps == 1:
        raise RuntimeError("no such table")
    return ft.View(route="/", controls=[ft.Button("Next", on_click=lambda: set_taps(taps + 1))])


@headless
async def test_a_screen_that_fails_later_is_replaced_by_a_screen() -> None:
    async with mounted(lambda: [Changeable()], views=True) as page:
        await page.tap("Next")
        assert guard.APOLOGY in page.texts()
        assert [view.route.startswith("/trouble/") for view in page.all(ft.View)] == [True]


@ft.component
def App() -> Any:
    broken = ft.Route(path="broken", component=Broken)
    return ft.Router([ft.Route(component=Home, children=[broken])], manage_views=True)


@headless
async def test_a_screen_that_cannot_be_drawn_offers_the_way_back() -> None:
    async with mounted(App, views=True) as page:
        await page.go("/broken")
        assert guard.APOLOGY in page.texts()
        assert all(isinstance(view, ft.View) for view in page.all(ft.View))
        await page.tap("Back to the start")
        await page.until(lambda: guard.APOLOGY not in page.texts())
        assert "home" in page.texts()


@headless
async def test_the_first_screen_may_fail_and_the_page_still_comes_up() -> None:
    def main(page: ft.Page) -> None:
        page.render_views(App)

    async with visited(main, route="/broken") as page:
        assert guard.APOLOGY in page.texts()


@ft.component
def Clumsy() -> ft.Control:
    def stumble() -> None:
        raise ValueError("dropped the cards")

    return ft.Button("Stumble", on_click=stumble)


@headless
async def test_a_tap_that_fails_is_told_in_passing_and_the_page_goes_on() -> None:
    async with mounted(Clumsy) as page:
        await page.tap("Stumble")
        assert guard.FAILED_TAP in page.texts()
        assert "Stumble" in page.texts()
        assert not page.client.crashes


class Line:
    """A page whose connection can be cut and mended."""

    def __init__(self, page: ft.Page) -> None:
        self.returns = 0
        self.brightness = 0
        page.title = "Table"
        self.connection = guard.watch_connection(page, self.on_back, self.on_brightness)

    def on_back(self) -> None:
        self.returns += 1

    def on_brightness(self) -> None:
        self.brightness += 1


@ft.component
def Lined(line: guard.Connection) -> list[ft.View]:
    return [ft.View(route=f"/table#{line.epoch}", controls=[ft.Text("table")])]


@headless
async def test_a_lost_connection_gives_every_screen_a_new_key_before_the_browser_is_back() -> None:
    lines: list[Line] = []

    def main(page: ft.Page) -> None:
        lines.append(Line(page))
        page.render_views(Lined, lines[0].connection)

    async with visited(main) as page:
        keys = [view.route for view in page.all(ft.View)]
        for times in (1, 2):
            await page.session.disconnect(60)
            page.use()
            keys += [view.route for view in page.all(ft.View)]
            await page.session.connect(page.client)
            await page.settle()
            assert keys[-1] == page.all(ft.View)[0].route == f"/table#{lines[0].connection.epoch}"
            assert lines[0].returns == times
    assert len(set(keys)) == 3


@headless
async def test_a_page_that_is_closed_for_good_cleans_up_its_effects() -> None:
    ended: list[str] = []

    @ft.component
    def Watcher() -> list[ft.View]:
        ft.use_effect(lambda: None, [], cleanup=lambda: ended.append("watcher"))
        return [ft.View(route="/")]

    def main(page: ft.Page) -> None:
        Line(page)
        page.render_views(Watcher)

    async with visited(main) as page:
        assert ended == []
        await page.fire(page.page, "close", None)
        assert ended == ["watcher"]


@headless
async def test_two_pages_never_have_a_key_in_common() -> None:
    lines: list[Line] = []
    async with visited(lambda page: lines.append(Line(page))), visited(lambda page: lines.append(Line(page))):
        assert lines[0].connection.epoch != lines[1].connection.epoch


@headless
async def test_a_page_still_tells_when_the_device_turns_dark() -> None:
    lines: list[Line] = []
    async with visited(lambda page: lines.append(Line(page))) as page:
        await page.fire(page.page, "platform_brightness_change", {"brightness": "dark"})
        assert lines[0].brightness == 1


@ft.observable
@dataclass
class Lamp:
    bright: bool = False


LampContext: Any = ft.create_context(None)


@ft.component
def Shade() -> ft.Control:
    return ft.Text("bright" if ft.use_context(LampContext).bright else "dim")


@ft.component
def Corner() -> ft.Control:
    return ft.Row([Shade()])


@ft.component
def Room(lamp: Lamp) -> ft.Control:
    doors, set_doors = ft.use_state(0)
    corner: Any = ft.memo(Corner)  # type: ignore[no-untyped-call]  # Flet left it untyped
    return LampContext(
        lamp, lambda: ft.Column([ft.Button("Door", on_click=lambda: set_doors(doors + 1)), Floor(doors, corner)])
    )


@ft.component
def Floor(doors: int, corner: Callable[[], ft.Control]) -> ft.Control:
    return ft.Column([ft.Text(f"doors {doors}"), corner()])


@headless
async def test_what_stands_in_a_remembered_part_keeps_its_context() -> None:
    lamp = Lamp()
    async with mounted(Room, lamp) as page:
        for doors in (1, 2):
            await page.tap("Door")
            assert f"doors {doors}" in page.texts()
        gc.collect()
        lamp.bright = True
        await page.until(lambda: "dim" not in page.texts())
        assert "bright" in page.texts()
