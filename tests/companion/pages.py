"""Windows of the app at a screen, and what tests ask of it."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import flet as ft

from companion.app import main_for
from companion.device.device import Device
from companion.device.served_page import ServedPage
from companion.open_session.desks import Desks
from companion.phones.phone_access import PhoneAccess
from companion.testing.accessibility import hard_to_read, out_of_reach
from companion.testing.headless import Page, visited
from storage.store import Store

LONG = tuple(f"{letter}-Maximiliane Henriette von und zu Hofen" for letter in "ABCDEFGHIJKL")
"""Names as long as they may be, and alike but for the first letter."""

DESK = {"width": 1280, "height": 800}
"""The size of a window on a desk."""


@asynccontextmanager
async def at(
    store: Store,
    route: str,
    device: Device | None = None,
    *,
    desks: Desks | None = None,
    phones: PhoneAccess | None = None,
    **size: float,
) -> AsyncIterator[Page]:
    """A window of the app on this screen; without a `device`, in a browser on the computer that runs the server."""
    async with visited(main_for(store, device or ServedPage(), phones, desks), **size) as page:
        await page.go(route)
        yield page


@asynccontextmanager
async def in_two_windows(store: Store, route: str) -> AsyncIterator[tuple[Page, Page]]:
    """Two windows of one program on this screen; the second is woken last."""
    main = main_for(store)
    async with visited(main) as one, visited(main) as other:
        for page in (one, other):
            await page.go(route)
        yield one, other


async def type_on(page: Page, pad: str, keys: Iterable[str]) -> None:
    """Type on the number pad with this identifier."""
    await page.tap(*(f"{pad}#{key}" for key in keys))


def assert_drawn(page: Page, of: object = "") -> None:
    """Assert that everything on the screen can be reached and read."""
    assert out_of_reach(page) == [], of
    assert hard_to_read(page, dark=page.page.theme_mode is ft.ThemeMode.DARK) == [], of


async def visit(page: Page, *routes: str) -> None:
    """Assert that everything on these screens can be reached and read."""
    for route in routes:
        await page.go(route)
        assert_drawn(page, route)


def has(page: Page, *words: str) -> bool:
    """Whether all these texts are on the screen."""
    shown = "\n".join(page.texts())
    return all(word in shown for word in words)


def message(page: Page) -> str:
    """The text of the message line."""
    return " ".join(page.texts(page.id("message")))


def seated(page: Page) -> list[str]:
    """The names at the table in the set-up form, in order."""
    rows = page.one(ft.ReorderableListView).controls
    return [page.texts(row)[1] for row in rows]
