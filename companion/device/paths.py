"""The paths of the app's own files and of its data on this machine."""

import os
import sys
from pathlib import Path
from typing import Final

import platformdirs

from scoring.games import GAMES
from storage.errors import CannotOpen

# Beside the packages, both in a checkout and in a wheel
ASSETS: Final = Path(__file__).resolve().parent.parent.parent / "assets"
VARIABLE: Final = "COMPANION_DATABASE"  # path of the database; `--database` takes precedence

_NAME: Final = "companion.sqlite"


def assets_of(game: str) -> Path:
    """The folder with the picture and the rules text of a game: a game of another package has its own, `assets`."""
    if installed := GAMES.others.usable.get(game):
        file = sys.modules[installed.module].__file__
        return Path(file or "").parent / "assets"
    return ASSETS / game


def database_path(chosen: str | None = None) -> Path:
    """The database file: the chosen one, else the one in the environment, else the default.

    By default it is in the storage of a packaged app, or else in the platform's folder for user data. Raises CannotOpen
    if no file can have the chosen path.
    """
    if path := chosen or os.environ.get(VARIABLE):
        return _read_path(path)
    if folder := os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(folder) / _NAME
    return platformdirs.user_data_path("table-companion", appauthor=False) / _NAME


def _read_path(text: str) -> Path:
    if "://" in text or text.startswith(("file:", ":memory:")):
        raise CannotOpen(f"{text} is an address; give the path of a file.")
    try:
        path = Path(text).expanduser()
    except RuntimeError as error:
        raise CannotOpen(f"The home folder in {text} is not known; give another path.") from error
    if not path.name or "\0" in text:
        raise CannotOpen(f"{text} is not the path of a file; give another one.")
    return path


def window_profile(port: int) -> Path:
    """The profile folder of a browser that shows the app as a window; each running server has its own."""
    return platformdirs.user_cache_path("table-companion", appauthor=False) / f"window-{port}"
