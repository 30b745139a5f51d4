"""Entries shown as recorded survive when the browser is killed, and nothing in its storage is damaged.

A page runs the storage worker with SQLite and our store, but without the app, because that starts in two seconds. It
records evening after evening until its process is killed at a random moment: while it opens the files, while it
records, or together with the whole browser. COMPANION_POCKET_KILLS sets the number of kills before a release.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from companion.server.web_page import replace_once
from companion.testing.browser import ARGUMENTS, ROOT, find_chromium, wait_until
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.pocket import copy_files, lay_files
from tests.site import Host, run_instead, stage_other
from tests.storage.recording import count_kept, last_reported
from tests.storage.tiny import TINY

MANY: Final = int(os.environ.get("COMPANION_POCKET_KILLS", "100"))

SECONDS_A_KILL: Final = 12
"""At most, on a busy machine."""

pytestmark = [
    pytest.mark.timeout(SECONDS_A_KILL * MANY),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are found in /proc"),
]

SEED: Final = 20261123

PER_FILE: Final = 10
"""Kills that one file survives before the next one is begun."""

KILLED_AT_START: Final = (1, 4, 8)
"""Which of these kills come while the page starts and opens the file."""

START: Final = (0.3, 1.1)
"""When such a kill comes, as a share of the time until the first entry of an undisturbed start."""

PAUSE: Final = 0.02
"""Seconds within which a kill follows a report; one entry takes about as long."""

PATIENCE: Final = 120
"""Seconds for a start and its reports."""

REPORT: Final = "recorded "

SOURCES: Final = {
    name: (ROOT / name).read_text("utf-8") for name in ("tests/storage/tiny.py", "tests/storage/recording.py")
}

PROGRAM: Final = f"""
import asyncio, os
import flet_js
for name, text in {SOURCES!r}.items():
    os.makedirs(os.path.dirname("/app/" + name), exist_ok=True)
    with open("/app/" + name, "w") as file:
        file.write(text)
from storage.store import Store
from tests.storage.recording import record_evenings
from tests.storage.tiny import TINY

async def record():
    for report in record_evenings(store):
        print("{REPORT}" + report)
        await asyncio.sleep(0)

store = Store(os.environ["COMPANION_DATABASE"], (TINY,))
flet_js.start_connection = lambda _: asyncio.ensure_future(record())
"""

PAGE: Final = """<!doctype html><title>Recorder</title><script>
const worker = new Worker("python-worker.js", { type: "module" });
worker.onmessage = ({ data }) => console.log(JSON.stringify(data));
worker.postMessage({ args: {}, documentUrl: document.URL });
</script>"""


class Phone:
    """A browser that keeps its files on the disk, and whose processes can be killed."""

    def __init__(self, launch: Callable[[], BrowserContext], folder: Path) -> None:
        self._launch = launch
        self._folder = f"--user-data-dir={folder}"
        self.context = launch()
        self.page = self.context.new_page()

    def kill_page(self) -> None:
        """Kill every process that runs a page, and open another page once the browser has noticed.

        Closing the dead page would take half a second.
        """
        pages = [process for process in self._processes() if b"--type=renderer" in _command(process)]
        with self.page.expect_event("crash"):
            for process in pages:
                _kill(process)
        wait_until(lambda: not any(Path(f"/proc/{process}").exists() for process in pages), failure="never reaped")
        self.page = self._open_page()

    def _open_page(self) -> Page:
        """Open a page; the browser may give it a process that was killed a moment ago, and then once more."""
        with suppress(Error):
            return self.context.new_page()
        return self.context.new_page()

    def kill_browser(self) -> None:
        """Kill all processes at once, and start the browser again."""
        for process in self._processes():
            _kill(process)
        with suppress(Error):
            self.context.close()
        self.context = self._launch()
        self.page = self.context.new_page()

    def _processes(self) -> list[int]:
        """The browser's main process and all below it."""
        parents = {
            int(entry.name): _parent(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit()
        }
        found = [process for process in parents if self._is_main(process)]
        for process in found:
            found += [child for child, parent in parents.items() if parent == process and child not in found]
        return found

    def _is_main(self, process: int) -> bool:
        command = _command(process).split(b"\0")
        return self._folder.encode() in command and not any(part.startswith(b"--type=") for part in command)


def _command(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def _parent(process: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


@pytest.fixture
def recorder(site: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a page that records entries as long as it lives."""
    changes = {"python-worker.js": lambda text: without_fonts(run_instead(PROGRAM)(text)), "index.html": lambda _: PAGE}
    host = Host(stage_other(site, tmp_path / "recorder", changes))
    yield host.url
    host.close()


def without_fonts(worker: str) -> str:
    """Nothing is drawn."""
    return replace_once(worker, "const fonts = loadFonts();", "const fonts = null;")


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Phone]:
    folder, kind = tmp_path / "profile", browser.browser_type
    path = str(find_chromium(kind))
    running = Phone(lambda: kind.launch_persistent_context(folder, executable_path=path, args=ARGUMENTS), folder)
    yield running
    running.context.close()


@pytest.fixture
def empty(tmp_path: Path) -> bytes:
    """A database without sessions."""
    path = tmp_path / "empty.sqlite"
    Store(path, (TINY,)).close()
    return path.read_bytes()


@pytest.mark.parametrize("kills", [5, pytest.param(MANY, marks=pytest.mark.deep)], ids=["few", "many"])
def test_kills_of_the_browser_lose_nothing_that_was_shown(
    phone: Phone, recorder: str, empty: bytes, tmp_path: Path, kills: int
) -> None:
    chance, kept_entries, start = random.Random(SEED), 0, 0.0
    for first in range(0, kills, PER_FILE):
        phone.page.goto(f"{recorder}/manifest.json")
        lay_files(phone.page, {"companion.sqlite": empty})
        reported: dict[str, int] = {}
        for turn in range(min(PER_FILE, kills - first)):
            begun = time.monotonic()
            phone.page.goto(recorder, wait_until="commit")
            reports = listen(phone.page)
            if turn in KILLED_AT_START:
                wait(phone.page, chance.uniform(*START) * start)
            else:
                wait_for_reports(phone.page, reports, 1)
                start = time.monotonic() - begun
                wait_for_reports(phone.page, reports, chance.randrange(1, 40))
            time.sleep(chance.uniform(0, PAUSE))
            (phone.kill_browser if turn == PER_FILE - 1 else phone.kill_page)()
            reported |= last_reported(reports)
            phone.page.goto(f"{recorder}/manifest.json")
            copy = copy_files(phone.page, tmp_path / f"kill-{first + turn}")
            with Store(copy, (TINY,)) as store:
                kept = count_kept(store, reported)
        kept_entries += kept
        report = doctor(copy, (TINY,))
        assert report.healthy, report
    assert kept_entries > 5 * kills


def listen(page: Page) -> list[str]:
    """The entries that the page reports from now on; a message that it cannot go on fails the test."""
    reports: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.text.startswith(REPORT):
            reports.append(message.text.removeprefix(REPORT))
        elif message.text.startswith("{"):
            assert json.loads(message.text)["companion"] != "stop", message.text

    page.on("console", hear)
    return reports


def wait(page: Page, seconds: float) -> None:
    """Let the page go on for so long, and hear what it reports."""
    page.wait_for_timeout(seconds * 1000)


def wait_for_reports(page: Page, reports: list[str], number: int) -> None:
    """Wait until the page has reported so many entries."""
    end = time.monotonic() + PATIENCE
    while len(reports) < number:
        assert time.monotonic() < end, "the page does not record any more"
        wait(page, 0.005)
