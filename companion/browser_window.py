"""Open a page as a window without an address bar, with an installed browser."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ON_PATH: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "brave-browser",
)
"""Commands of browsers that can open a page as an app window, in order of preference."""

_MAC: Final = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS: Final = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_WINDOWS_FOLDERS: Final = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")

_SIZE: Final = "1100,860"
"""The initial width and height of the window, in pixels."""


class NoWindow(Exception):
    """The browser could not open a window; the message has its name and the reason."""


def find_browser(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> str | None:
    """The path of an installed Chromium, Chrome, Edge or Brave; None if there is none."""
    on_path = next((program for name in ON_PATH if (program := shutil.which(name, path=environment.get("PATH")))), None)
    return on_path or next((str(path) for path in _usual_places(platform, environment) if path.is_file()), None)


def _usual_places(platform: str, environment: Mapping[str, str]) -> Iterator[Path]:
    if platform == "darwin":
        for folder in (Path("/Applications"), Path(environment.get("HOME", "")) / "Applications"):
            yield from (folder / program for program in _MAC)
    if platform == "win32":
        for variable in _WINDOWS_FOLDERS:
            if folder_name := environment.get(variable):
                yield from (Path(folder_name) / program for program in _WINDOWS)


def show_window(browser: str, url: str, profile: Path) -> None:
    """Show `url` in a window and return when it is closed; raises NoWindow.

    The browser stores its cache and the size of the window in the folder `profile`. With its own profile, it also does
    not pass the page to a browser that is already running.
    """
    try:
        profile.mkdir(parents=True, exist_ok=True)
        process = subprocess.run(
            _command(browser, url, profile), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
    except OSError as error:
        raise NoWindow(f"{Path(browser).name} did not start: {error.strerror}.") from error
    if process.returncode != 0:
        raise NoWindow(f"{Path(browser).name} ended with code {process.returncode}.")


def _command(browser: str, url: str, profile: Path) -> list[str]:
    command = [
        browser,
        f"--app={url}",
        f"--user-data-dir={profile}",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-sync",
        "--disable-background-networking",  # the app needs no network
    ]
    if not (profile / "Default").exists():
        command.append(f"--window-size={_SIZE}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--no-sandbox")  # Chromium refuses to start as root with it
    return command
