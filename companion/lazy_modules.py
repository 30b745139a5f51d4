"""Modules that are loaded when they are needed.

This is the one exception to imports at the top of a module. A command of the shell would otherwise load the games, the
database, its libraries and all screens, and take as long as the whole app to begin. So what only some need is imported
inside a function: the module of a command when it is chosen, the app when there is no command, a game when it is
first played or asked for, Alembic when a file must be brought up to date, openskill when ratings are made, and the
screen that draws pictures when it is opened.
"""

import gc
from importlib import import_module
from typing import Any


def load(module: str) -> Any:
    """Import a module, without looking for garbage among what is being loaded."""
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.freeze()
        gc.enable()
