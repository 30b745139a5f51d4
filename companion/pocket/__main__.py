"""Open the app in the browser that runs this Python; called by `python-worker.js` when all files are loaded."""

import asyncio
import importlib
from typing import Any, Final

import flet as ft

from companion.app import main_for, preload_modules
from companion.device.pocket_page import Pocket
from companion.flet_guard import flet_internals
from companion.packaged import open_store
from companion.pocket.canvas_pens import CanvasPens
from companion.sharing.pens import use_pens

_FIRST_SECONDS: Final = 2.0
_PAUSE_SECONDS: Final = 0.1
"""When the modules are imported that no start needs, and the time for taps between two of them."""

flet_js: Any = importlib.import_module("flet_js")


async def _preload() -> None:
    """The first import turns on garbage collection, which excludes all objects made at start-up."""
    await asyncio.sleep(_FIRST_SECONDS)
    for _ in preload_modules():
        await asyncio.sleep(_PAUSE_SECONDS)


def _main(page: ft.Page) -> None:
    show(page)
    page.run_task(_preload)


flet_internals.install()
use_pens(CanvasPens())
show = main_for(open_store(None), Pocket(has_share_sheet=flet_js.hasShareSheet))
ft.run(_main, no_cdn=True)
