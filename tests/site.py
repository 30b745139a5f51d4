"""The folder for phones: made, put on a host, and opened with the network cut."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any, Final

from tests.browser import ROOT, Ui

STAGE: Final = ROOT / ".ci" / "stage-site"

PATIENCE: Final = 180_000
"""Milliseconds a start may take where two cores are shared by everybody."""

IS_OPEN: Final = "globalThis.companionMarks && !document.getElementById('splash')"


def stage_site(folder: Path) -> None:
    """Make the folder as the README says."""
    done = subprocess.run([sys.executable, str(STAGE), str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def stage_script() -> Any:
    """The script as a module."""
    loader = SourceFileLoader("stage_site", str(STAGE))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def list_files(folder: Path) -> None:
    """Make another version of a folder that was changed: list its files anew."""
    (folder / "sw.js").unlink()
    stage_script().keep(folder)


class Host:
    """A plain web host without any settings of its own; `asked` are the files it was asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, self))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Be gone for good."""
        self._server.shutdown()
        self._server.server_close()


class _Files(SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *given: Any) -> None:
        self._host = host
        super().__init__(*given, directory=str(host.folder))

    def do_GET(self) -> None:
        self._host.asked.append(self.path.lstrip("/"))
        super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """The folder on a host while a test runs."""
    host = Host(folder)
    yield host
    host.close()


def wait_until_open(ui: Ui) -> Ui:
    """Wait until the splash has given way to the app."""
    ui.page.wait_for_function(IS_OPEN, timeout=PATIENCE)
    return ui.ready()


def opened(ui: Ui, path: str = "/") -> Ui:
    """Open the companion, on the first visit with all that is fetched."""
    ui.page.goto(ui.url + path)
    return wait_until_open(ui)


def reopened(ui: Ui) -> Ui:
    """Close the page and open it again."""
    ui.page.goto("about:blank")
    return opened(ui)


def cut_off(ui: Ui, host: Host) -> None:
    """No network any more: not for the page, and the host itself is gone."""
    host.close()
    ui.page.context.set_offline(True)


def worker_value(ui: Ui, expression: str) -> Any:
    """What JavaScript says in the worker that runs Python."""
    worker = next(worker for worker in ui.page.workers if worker.url.endswith("python-worker.js"))
    return worker.evaluate(expression)
