"""What a page shows while the app starts: where one was, in a few words that the browser keeps."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import flet as ft

from companion.window.hooks import use_house

_KEY: Final = "picture"  # "flutter.picture" in the browser's storage, read by `companion/server/web_page.py`
_AFTER_THE_TAP: Final = 0.3  # seconds until it is saved, so that no tap waits for it


def use_first_picture(title: str, line: str, rows: Sequence[tuple[str, str, str]] = ()) -> None:
    """Keep a title, a line and rows for the next start: no secrets, nothing of the sample.

    A row is two texts and the route that a tap on it opens once the app is there, "" where it opens none.
    """
    house = use_house()
    keeper: Any = ft.use_ref(None)  # created once, because each one is sent to the client
    text = json.dumps([title, line, rows])

    async def keep() -> None:
        if house is None or house.is_sample:
            return
        await asyncio.sleep(_AFTER_THE_TAP)
        with suppress(RuntimeError, TimeoutError):  # a browser that keeps nothing shows none
            keeper.current = keeper.current or ft.SharedPreferences()
            await keeper.current.set(_KEY, text)

    ft.use_effect(keep, [text])
