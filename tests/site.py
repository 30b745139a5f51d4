"""The static folder for phones: build it, serve it, and open it without a network."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any, Final

from companion.server.web_page import replace_once
from companion.testing.browser import ROOT, Ui

STAGE: Final = ROOT / ".ci" / "stage-site"

PATIENCE: Final = 180_000
"""Milliseconds a start may take while other tests use both cores."""

IS_OPEN: Final = "globalThis.companionMarks && !document.getElementById('splash')"


def obtain_site(folder: Path) -> Path:
    """The folder for phones, built once below `folder` or taken from COMPANION_SITE; read-only."""
    if lent := os.environ.get("COMPANION_SITE"):
        return Path(lent)
    site = folder / "site" / "companion"
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be building it
        if not (site / "sw.js").exists():  # the last file that is written
            stage_site(site)
    return site


def stage_site(folder: Path) -> None:
    """Build the folder as described in the README."""
    process = subprocess.run([sys.executable, str(STAGE), str(folder)], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr


def load_stage_script() -> Any:
    """Import `.ci/stage-site` as a module."""
    loader = SourceFileLoader("stage_site", str(STAGE))
    spec = spec_from_loader(loader.name, loader)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def stage_other(site: Path, target: Path, changes: Mapping[str, Callable[[str], str]]) -> Path:
    """A folder that differs from `site` in some text files, with a manifest of its own; returns it."""
    shutil.copytree(site, target, copy_function=os.link)
    for name, change in changes.items():
        text = (target / name).read_text("utf-8")
        (target / name).unlink()  # the file itself is shared with `site`
        (target / name).write_text(change(text), "utf-8")
    (target / "sw.js").unlink()
    load_stage_script().keep(target)
    return target


def run_instead(program: str) -> Callable[[str], str]:
    """A change to python-worker.js: this Python code runs in place of the app."""
    start = 'runpy.run_module("companion.pocket", run_name="__main__")'
    code = json.dumps(program)
    return lambda text: replace_once(text, start, f"exec({code.replace(chr(92), chr(92) * 2)})")


class Host:
    """A web server without any configuration; `requested` are the paths of all requests, without queries."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.requested: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, self))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()


class _Files(SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *arguments: Any) -> None:
        self._host = host
        super().__init__(*arguments, directory=str(host.folder))

    def do_GET(self) -> None:
        self._host.requested.append(self.path.lstrip("/").partition("?")[0])
        super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serve_folder(folder: Path) -> Iterator[Host]:
    """Serve the folder during a test."""
    host = Host(folder)
    yield host
    host.close()


def wait_until_open(ui: Ui) -> Ui:
    """Wait until the app has replaced the splash screen."""
    ui.page.wait_for_function(IS_OPEN, timeout=PATIENCE)
    return ui.ready()


def open_app(ui: Ui, path: str = "/") -> Ui:
    """Open the app; the first visit downloads all files."""
    ui.page.goto(ui.url + path)
    return wait_until_open(ui)


def reopen_app(ui: Ui) -> Ui:
    """Close the page and open it again."""
    ui.page.goto("about:blank")
    return open_app(ui)


def go_offline(ui: Ui, host: Host) -> None:
    """Turn off the network of the page, and stop the server."""
    host.close()
    ui.page.context.set_offline(True)


def evaluate_in_worker(ui: Ui, expression: str) -> Any:
    """Evaluate JavaScript in the worker that runs Python."""
    worker = next(worker for worker in ui.page.workers if worker.url.endswith("python-worker.js"))
    return worker.evaluate(expression)
