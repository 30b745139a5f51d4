"""A window without an address bar, by a browser that is installed on this machine."""

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
"""Commands of browsers that can open a page as an app window, the first one found is taken."""

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
"""Width and height of a window that is opened for the first time, in pixels."""


class NoWindow(Exception):
    """The browser could not open a window; the message says which one and why."""


def find_browser(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> str | None:
    """The program of an installed Chromium, Chrome, Edge or Brave; None where there is none."""
    on_path = next((found for name in ON_PATH if (found := shutil.which(name, path=environment.get("PATH")))), None)
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
    """Show `url` in a window of its own and return when it is closed.

    The browser keeps its cache and the size of the window in `profile`; a profile of its own also makes it stay in the
    foreground instead of handing the page to a browser that runs already. Raises NoWindow.
    """
    try:
        profile.mkdir(parents=True, exist_ok=True)
        ended = subprocess.run(
            _command(browser, url, profile), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
    except OSError as error:
        raise NoWindow(f"{Path(browser).name} did not start: {error.strerror}.") from error
    if ended.returncode != 0:
        raise NoWindow(f"{Path(browser).name} ended with code {ended.returncode}.")


def _command(browser: str, url: str, profile: Path) -> list[str]:
    command = [
        browser,
        f"--app={url}",
        f"--user-data-dir={profile}",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-sync",
        "--disable-background-networking",  # nothing here needs the network
    ]
    if not (profile / "Default").exists():
        command.append(f"--window-size={_SIZE}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--no-sandbox")  # Chromium refuses to start as root with it
    return command
