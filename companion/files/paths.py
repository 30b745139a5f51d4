"""Where the app finds its own files and keeps its data on this machine."""

import os
from pathlib import Path
from typing import Final

import platformdirs

ASSETS: Final = Path(__file__).resolve().parent.parent.parent / "assets"
"""Fonts and pictures: beside the packages, in a checkout and in a wheel alike."""

VARIABLE: Final = "COMPANION_DATABASE"
"""The environment variable that names the database, where `--database` does not."""

_NAME: Final = "companion.sqlite"


def database_path(chosen: str | None = None) -> Path:
    """The database file: the one chosen, else the environment's, else the app's own place on this machine.

    In a built app that is the storage the system gives it, elsewhere the platform's folder for user data.
    """
    if named := chosen or os.environ.get(VARIABLE):
        return Path(named).expanduser()
    if given := os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(given) / _NAME
    return platformdirs.user_data_path("table-companion", appauthor=False) / _NAME


def window_profile(port: int) -> Path:
    """Where a browser that shows the app as a window keeps its cache; one folder for each server that runs."""
    return platformdirs.user_cache_path("table-companion", appauthor=False) / f"window-{port}"
