"""Our diff, which looks only at fields that are set, finds what Flet's own finds."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import flet as ft
import msgpack
import pytest
from flet.components.component import Component
from flet.controls import base_control
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId, IdCounter
from flet.controls.object_patch import DiffBuilder, ObjectPatch

from companion.app import main_for
from companion.flet_guard import diffing, making
from companion.testing.headless import Client, headless
from companion.testing.headless import opened as visited
from companion.testing.reach import is_pressed, name_of
from scoring.contract.game import AnyGame
from tests.companion.tables import GAMES, open_store, played

pytestmark = pytest.mark.deep  # goes with what it tests

OWN = {
    name: getattr(DiffBuilder, name)
    for name in (
        "_configure_dataclass",
        "_removed_controls",
        "get_added_controls",
        "get_removed_controls",
        "_compare_values",
        "_compare_lists",
        "_compare_dataclasses",
    )
}
"""Flet's own functions, before a test replaces them."""


def drawing() -> ft.Control:
    """Controls in lists, alone, inside a value, and a component."""
    style = ft.ButtonStyle(padding=ft.Padding.all(3), icon_size=4)
    card = ft.Container(ft.Column([ft.Text("a", spans=[ft.TextSpan("b")]), ft.Row()]), border=ft.Border.all(1, "red"))
    field = ft.TextField(label="c", suffix=ft.Icon(ft.Icons.ADD), on_change=lambda _: None)
    return ft.Column([card, ft.Button("d", style=style), field, ft.Dropdown(options=[ft.DropdownOption("e")])])


def looked(look: Callable[..., Iterator[Any]], frozen: bool) -> list[tuple[str, str | None, bool, bool]]:
    """The controls found in the drawing: kinds, parents, and flags."""
    top, page = drawing(), ft.Column()
    controls = list(look(DiffBuilder(None, top, BaseControl), top, page, frozen))
    return sorted(
        (type(control).__name__, type(control.parent).__name__, hasattr(control, "_frozen"), bool(control._dirty))
        for control in controls
    )


@pytest.mark.parametrize("frozen", [True, False])
def test_what_is_new_is_made_ready_alike(frozen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DiffBuilder, "_configure_dataclass", diffing._configure)
    slowly = looked(diffing._configure, frozen)
    monkeypatch.setattr(DiffBuilder, "_configure_dataclass", diffing.configured)
    assert looked(diffing.configured, frozen) == slowly
    assert len(slowly) == 11


def test_what_goes_is_found_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    top = drawing()
    builder = DiffBuilder(top, None, BaseControl)
    monkeypatch.setattr(DiffBuilder, "_removed_controls", diffing._removed)
    slowly = {id(control) for control in diffing._removed(builder, top, True)}
    monkeypatch.setattr(DiffBuilder, "_removed_controls", diffing.removed)
    assert {id(control) for control in diffing.removed(builder, top, True)} == slowly
    assert len(slowly) == 11


@pytest.mark.parametrize("ours", [True, False], ids=["ours", "Flet's"])
def test_equal_numbers_of_two_kinds_are_no_change(ours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not ours:
        restore(monkeypatch)
    old, new = (
        ft.Text("a", style=ft.TextStyle(size=size, color=color)) for size, color in ((19, "red"), (19.0, "blue"))
    )
    patch, _, _ = ObjectPatch.from_diff(old, new, control_cls=BaseControl, frozen=True)
    assert [operation[-1] for operation in patch.to_message()[1:]] == ["blue"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_everything_on_the_table_belongs_to_its_page(game: AnyGame) -> None:
    @headless
    async def visit() -> None:
        with open_store() as store:
            session_id = played(store, game, min(game.box.players), events=4)
            async with visited(main_for(store)) as page:
                await page.go(f"/table/{session_id}")
                await page.go("/")
                await page.go(f"/table/{session_id}")
                shown = [
                    control
                    for control in page.walk()
                    if control is not page.page and not isinstance(control, Component)
                ]
                assert len(shown) > 50
                assert [control for control in shown if control.page is not page.page] == []

    visit()


class InOrder(dict[Any, None]):
    """A queue of components to redraw, in order of arrival."""

    def add(self, component: Any) -> None:
        self[component] = None


LEFT_ALONE = ("back", "open.", "clock", "aside.clock")
"""What is not tapped: it leaves the table, or shows the time, which no two runs share."""


def sent(game: AnyGame, seed: int, taps: int, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The messages to the browser for some taps at a table, as sent over the wire."""
    monkeypatch.setattr(ControlId, "_counter", IdCounter(start=10)._counter)
    messages: list[bytes] = []
    random.seed(seed)  # what is chosen by chance

    @headless
    async def visit() -> None:
        with open_store() as store:
            rng = random.Random(seed)
            session_id = played(store, game, rng.choice(list(game.box.players)), seed, rng.choice((1, 5, 15)))
            async with visited(main_for(store), width=rng.choice((412, 1280))) as page:
                setattr(page.session, "_Session__pending_updates", InOrder())  # noqa: B010  # Flet's own is a set
                await page.go(f"/table/{session_id}")
                for _ in range(taps):
                    named = [control for control in page.walk() if is_pressed(control) and name_of(control)]
                    keys = [control for control in named if not name_of(control).startswith(LEFT_ALONE)]
                    page.client.patches.clear()
                    await page.fire(rng.choice(keys), "click")
                    if page.page.route != f"/table/{session_id}":
                        return
                    messages.extend(message.replace(session_id.encode(), b"") for message in as_sent(page.client))

    visit()
    return messages


def as_sent(client: Client) -> Iterator[bytes]:
    """The patches of a client, except those about services, which Flet sends at random times."""
    for body in client.patches:
        if "_services" not in str(body.patch[1]):
            yield msgpack.packb(body.patch, default=client._encode)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_browser_is_told_the_same(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tell_twice(game, 3, 6, monkeypatch)


@pytest.mark.parametrize("seed", range(4, 12))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_browser_is_told_the_same_for_long(game: AnyGame, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tell_twice(game, seed, 20, monkeypatch)


def tell_twice(game: AnyGame, seed: int, taps: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare the messages of our diff and Flet's for the same taps; returns their number."""
    quickly = sent(game, seed, taps, monkeypatch)
    restore(monkeypatch)
    assert quickly == sent(game, seed, taps, monkeypatch)
    return len(quickly)


def restore(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore Flet's own diff for the rest of a test."""
    for name, own in OWN.items():
        monkeypatch.setattr(DiffBuilder, name, own)
    monkeypatch.setattr(base_control, "get_event_field_type", making._find_event_type)
