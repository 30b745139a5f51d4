"""The cost of a tap in Chromium, compared with a minimal Flet page.

A tap is timed from the pointer's release to the change in the tree a screen reader sees, which the drawing engine
hands over at the end of the frame that painted it. App and counter take turns, in windows of the same browser.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Locator, sync_playwright

from companion.testing.browser import (
    ARGUMENTS,
    GET_ONE,
    PHONE,
    ROOT,
    Server,
    Ui,
    answers,
    find_chromium,
    free_port,
    quiet_environment,
)
from companion.testing.random_sessions import keep_journal
from scoring.games import find_game
from scoring.testing.walks import random_session
from storage.store import Store
from tests.benchmarks import past
from tests.benchmarks.measure import Row, against, busy_cores, percentile

GAME: Final = "crown_battles"

WATCH: Final = """told => {
  const read = new Function(`return ${told}`);
  let known = read(), released = 0;
  window.__tapped = [];
  addEventListener('pointerup', event => { released = event.timeStamp; }, true);
  new MutationObserver(() => {
    const now = read();
    if (now === known) return;
    known = now;
    if (released) window.__tapped.push(performance.now() - released);
    released = 0;
  }).observe(document.querySelector('flt-semantics-host'), {
    subtree: true, childList: true, characterData: true, attributeFilter: ['aria-current'],
  });
}"""

# Watch only what the app's answer changes; the browser redraws a pressed button by itself, which must not be timed.
COUNT: Final = "document.querySelector('[flt-semantics-identifier=count]')?.innerText"
ASKED: Final = "document.querySelector('[flt-semantics-identifier=asked]')?.innerText"
CHOSEN: Final = """[...document.querySelectorAll('[flt-semantics-identifier^="tricks_taken.tricks[0]="]')]
  .filter(chip => chip.matches('[aria-current=true]') || chip.querySelector('[aria-current=true]'))
  .map(chip => chip.getAttribute('flt-semantics-identifier')).join()"""


def rows(quick: bool) -> Iterator[Row]:
    """Taps; then the pages of the past until they are built."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = find_chromium(playwright.chromium)
        if path is None:
            sys.exit(GET_ONE)
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield from _taps(chromium, Path(folder), 7 if quick else 60)
        with busy_cores():
            yield from _taps_beside_work(chromium, Path(folder), 7 if quick else 60)
        chromium.close()
    yield from past.built(quick)


def _taps(chromium: Browser, folder: Path, times: int) -> Iterator[Row]:
    plain, chip, recorded = _tap(chromium, folder / "idle.sqlite", times)
    yield against("a chip tap to frame, median", chip, plain, 1.4)
    yield against("a recording tap to frame, median", recorded, plain, 2)
    for what, taps in (("a chip tap", chip), ("a recording tap", recorded)):
        slow = percentile(taps, 95) * 1000
        yield Row(f"{what} to frame, p95 in milliseconds", f"{slow:.1f} ms", slow, 60)


def _taps_beside_work(chromium: Browser, folder: Path, times: int) -> Iterator[Row]:
    plain, chip, recorded = _tap(chromium, folder / "busy.sqlite", times)
    yield against("a chip tap to frame, all cores busy, median", chip, plain, 2)
    yield against("a recording tap to frame, all cores busy, median", recorded, plain, 3)


def _tap(chromium: Browser, database: Path, times: int) -> tuple[list[float], list[float], list[float]]:
    """The seconds of taps on the bare counter, on a chip, and on what records; they take turns."""
    bids, tricks = lay_tables(database)
    with _bare() as bare, serve_app(database.parent, database) as app:
        counter = open_watched(chromium, bare, "/", COUNT)
        form = open_watched(chromium, app.url, f"/table/{tricks}", CHOSEN)
        table = open_watched(chromium, app.url, f"/table/{bids}", ASKED)
        chips = [form.id(f"tricks_taken.tricks[0]={number}") for number in (0, 1)]
        record = [table.id("bid_placed.bid=0"), table.id("undo")]
        plain: list[float] = []
        chip: list[float] = []
        recorded: list[float] = []
        for turn in range(times):
            plain.append(tap_seconds(counter, counter.id("tap")))
            chip.append(tap_seconds(form, chips[turn % 2]))
            recorded.append(tap_seconds(table, record[turn % 2]))
        for window in (counter, form, table):  # or they would look for their servers while others are measured
            window.page.context.close()
    warm = 5
    return plain[warm:], chip[warm:], recorded[warm:]


def lay_tables(database: Path) -> tuple[str, str]:
    """Two tables: one where a bid comes next, one where the tricks of a round do."""
    game = find_game(GAME)
    journal = random_session(game, random.Random(5), players=4, aside=10_000)
    kinds = [type(record.event).__name__ for record in journal]
    with Store(database) as store:
        return (
            keep_journal(store, game, journal[: kinds.index("BidPlaced")]),
            keep_journal(store, game, journal[: kinds.index("TricksTaken")]),
        )


def tap_seconds(ui: Ui, target: Locator) -> float:
    """The seconds of one tap, made by coordinates because the page must not be queried meanwhile."""
    box = target.first.bounding_box()
    assert box, "nothing to tap"
    before = ui.page.evaluate("window.__tapped.length")
    ui.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # Out of step with the frames, after animations end, and after the frame of what the pointer entered and left:
    # a finger has no such frame, and the answer would have to wait for the one after it.
    ui.page.wait_for_timeout(random.uniform(120, 180))
    ui.page.mouse.down()
    ui.page.mouse.up()
    ui.page.wait_for_function("before => window.__tapped.length > before", arg=before, polling=10)
    frame: float = ui.page.evaluate("before => window.__tapped[before]", before)
    return frame / 1000


def open_watched(chromium: Browser, url: str, path: str, expression: str) -> Ui:
    """Open a window that notes when the value of the JavaScript expression has changed after a tap."""
    ui = Ui(chromium.new_context(viewport=PHONE["viewport"]), url).open(path)
    ui.page.wait_for_timeout(1500)
    ui.page.evaluate(WATCH, expression)
    return ui


@contextmanager
def serve_app(folder: Path, database: Path) -> Iterator[Server]:
    """The app on a server of its own."""
    server = Server(folder, database)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _bare() -> Iterator[str]:
    """Serve the counter with plain Flet; returns its address."""
    port = free_port()
    environment = {**quiet_environment(), "FLET_FORCE_WEB_SERVER": "1", "BARE_PORT": str(port)}
    environment["PYTHONPATH"] = os.fspath(ROOT)
    process = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.bare"], cwd=ROOT, env=environment)
    url = f"http://127.0.0.1:{port}"
    try:
        while not answers(url):
            assert process.poll() is None, "the bare page ended by itself"
            time.sleep(0.02)
        yield url
    finally:
        process.terminate()
        process.wait()
