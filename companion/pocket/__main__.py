"""Open the app in the browser that runs this Python; called by `python-worker.js` when all files are loaded."""

import gc
import importlib
from typing import Any

import flet as ft

from companion.app import main_for
from companion.device.pocket_page import Pocket
from companion.flet_guard import flet_internals
from companion.packaged import open_store
from companion.pocket.canvas_pens import CanvasPens
from companion.sharing.pens import use_pens

flet_js: Any = importlib.import_module("flet_js")
flet_internals.install()
use_pens(CanvasPens())
ft.run(main_for(open_store(None), Pocket(has_share_sheet=flet_js.hasShareSheet)), no_cdn=True)
gc.collect()
gc.freeze()  # excludes all objects made at start-up from garbage collection, which would only delay taps
gc.set_threshold(20_000, 20, 50)
