"""Import modules when they are needed.

This is the only exception to imports at the top of a module. Otherwise every shell command would import the games, the
database, its libraries and all screens, and start as slowly as the whole app. So these are imported inside functions:
the module of a command, the app, a game, Alembic for migrations, openskill for ratings, and all screens but Home and
the table (`companion/app.py`), without which a phone that runs Python in its browser opens sooner.
"""

import gc
import sys
from importlib import import_module
from typing import Any


def load(module: str) -> Any:
    """Import a module with garbage collection turned off, which makes it faster; afterwards collect rarely."""
    if module in sys.modules:
        return sys.modules[module]
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.freeze()
        collect_rarely()
        gc.enable()


def collect_rarely() -> None:
    """Collect garbage after 20,000 new objects instead of 700.

    A replay makes thousands of objects without cycles; searching them was a fifth of the work of an import.
    """
    gc.set_threshold(20_000, 20, 50)
