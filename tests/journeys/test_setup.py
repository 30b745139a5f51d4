"""The set-up in a real browser: dragging seats."""

import pytest
from playwright.sync_api import expect

from companion.testing.browser import Ui
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import opened

HANDLE = 68
"""Pixels from the left edge of a seat's ✕ to its drag handle."""


def drag(ui: Ui, seat: int, to: int) -> None:
    """Drag a row by its handle to another row's place, which makes room before the drop."""
    start, end = (ui.id(f"leave[{number}]").bounding_box() for number in (seat, to))
    x, y = start["x"] + HANDLE, start["y"] + start["height"] / 2
    mouse = ui.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 21):
        mouse.move(x, y + (end["y"] - start["y"] + 10) * step / 20)
        ui.page.evaluate("() => new Promise(requestAnimationFrame)")
    other = ui.id(f"leave[{to}]").element_handle()
    ui.page.wait_for_function("([e, y]) => Math.abs(e.getBoundingClientRect().y - y) > 20", arg=[other, end["y"]])
    mouse.up()
    mouse.move(0, 0)


def sit(ui: Ui, *names: str) -> None:
    """Expect these players in this order, each with their own remove button."""
    for seat, name in enumerate(names):
        expect(ui.id(f"leave[{seat}]").first).to_contain_text(f"Remove {name}")


@each_device
def test_a_dragged_seat_takes_its_button_along(visit: Open, server: Served, device: dict[str, object]) -> None:
    opened(server.database, ("Ana", "Ben", "Cleo", "Dov"))
    ui = visit(server.url, **device).open("/new/crown_battles")
    ui.tap_id("seats.last").see_id("leave[3]")
    drag(ui, 0, 2)
    sit(ui, "Ben", "Cleo", "Ana", "Dov")
    drag(ui, 1, 2)
    sit(ui, "Ben", "Ana", "Cleo", "Dov")
    ui.tap_id("leave[1]")
    sit(ui, "Ben", "Cleo", "Dov")


@pytest.mark.parametrize(
    "pause",
    [
        pytest.param(0, id="at once"),
        pytest.param(25, id="very fast", marks=pytest.mark.deep),
        pytest.param(90, id="fast", marks=pytest.mark.deep),
    ],
)
def test_names_typed_fast_lose_no_letter_after_the_enter_key(desktop: Ui, pause: int) -> None:
    """Milliseconds between the keys; a fast typist needs about ninety."""
    desktop.open("/new/crown_battles").see("At the table")
    box = desktop.page.get_by_role("textbox", name="New player", exact=True)
    desktop.focus(box)
    desktop.page.keyboard.type("Ana\nBartholomew\nCleo\nDov\n", delay=pause)
    for seat, name in enumerate(("Ana", "Bartholomew", "Cleo", "Dov")):
        expect(desktop.id(f"leave[{seat}]")).to_be_attached()
        desktop.see(name)
    expect(desktop.id("leave[4]")).to_have_count(0)
    expect(box).to_have_value("")
