"""Opens the app in the browser that runs this Python; `python-worker.js` calls it once the files are in their place."""

import gc

import flet as ft

from companion.app import main_for
from companion.devices.pocket import Pocket
from companion.flet_guard import flet_internals
from companion.packaged import open_store
from companion.pocket.canvas_pens import CanvasPens
from companion.sharing.pens import use_pens

flet_internals.install()
use_pens(CanvasPens())
store, problem = open_store(None)
ft.run(main_for(store, problem, Pocket()), no_cdn=True)
gc.collect()
gc.freeze()  # what start-up made stays out of the collector's rounds: they would hold up taps
gc.set_threshold(20_000, 20, 50)
