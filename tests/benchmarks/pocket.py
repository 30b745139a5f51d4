"""What the folder for phones costs in Chromium: its start without a network, and its taps.

A start is timed from the address to the first frame of the app, beside an empty Flet page that the same worker runs. A
tap is timed as in `pages.py`, beside the same tap on the page of the server.
"""

import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from companion.testing.browser import ARGUMENTS, GET_ONE, PHONE, SHARP, Ui, find_chromium
from tests.benchmarks.measure import Row, against
from tests.benchmarks.pages import ASKED, CHOSEN, WATCH, lay_tables, open_watched, serve_app, tap_seconds
from tests.pocket import Pocket, install
from tests.site import IS_OPEN, PATIENCE, obtain_site, run_instead, stage_other

EMPTY: Final = """
import flet as ft
ft.run(lambda page: page.add(ft.Text("empty")), no_cdn=True)
"""

STEPS: Final = ("runtime", "unpacked", "program")
"""The marks of python-worker.js: Python runs, the archives are unpacked, the app is imported and its file open."""


def rows(quick: bool) -> Iterator[Row]:
    """The start and its parts, then taps."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = find_chromium(playwright.chromium)
        if path is None:
            sys.exit(GET_ONE)
        site = obtain_site(Path(folder))
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield from _starts(chromium, Path(folder), site, 1 if quick else 10)
        yield from _taps(chromium, Path(folder), site, 7 if quick else 60)
        chromium.close()


def _starts(chromium: Browser, folder: Path, site: Path, times: int) -> Iterator[Row]:
    (folder / "empty").mkdir()
    empty = stage_other(site, folder / "empty" / "companion", {"python-worker.js": run_instead(EMPTY)})
    phones = [chromium.new_context(**PHONE, **SHARP) for _ in range(2)]
    addresses = [install(phone, which) for phone, which in zip(phones, (site, empty), strict=True)]
    taken: list[list[dict[str, float]]] = [[], []]
    for _ in range(times):
        for phone, address, series in zip(phones, addresses, taken, strict=True):
            page = phone.new_page()
            start = perf_counter()
            page.goto(f"{address}/")
            page.wait_for_function(IS_OPEN, timeout=PATIENCE)
            series.append({"open": perf_counter() - start, **_steps(page.evaluate("companionMarks"))})
            page.close()
    ours, least = taken
    yield against("the pocket's start offline", _of(ours, "open"), _of(least, "open"), 1.5)
    for step in STEPS:
        yield against(f"  of that: {step}", _of(ours, step), _of(least, step), float("inf"))
    for phone in phones:
        phone.close()


def _steps(marks: dict[str, float]) -> dict[str, float]:
    """Seconds of each step, from marks in milliseconds since the worker's start."""
    ends = [0.0, *(marks[step] for step in STEPS)]
    return {step: (end - begin) / 1000 for step, begin, end in zip(STEPS, ends, ends[1:], strict=False)}


def _of(series: list[dict[str, float]], name: str) -> list[float]:
    return [sample[name] for sample in series]


def _taps(chromium: Browser, folder: Path, site: Path, times: int) -> Iterator[Row]:
    (folder / "pocket").mkdir()
    bids, tricks = lay_tables(folder / "taps.sqlite")
    with serve_app(folder, folder / "taps.sqlite") as app, ExitStack() as stack:
        served = [
            open_watched(chromium, app.url, f"/table/{tricks}", CHOSEN),
            open_watched(chromium, app.url, f"/table/{bids}", ASKED),
        ]
        ours: list[Ui] = []
        for session, prompt in ((tricks, CHOSEN), (bids, ASKED)):
            phone = chromium.new_context(viewport=PHONE["viewport"])
            stack.callback(phone.close)
            pocket = Pocket(phone, install(phone, site), folder / "pocket")
            (folder / "pocket" / "companion.sqlite").write_bytes((folder / "taps.sqlite").read_bytes())
            ours.append(pocket.take_out().open(f"/table/{session}"))
            ours[-1].page.wait_for_timeout(1500)
            ours[-1].page.evaluate(WATCH, prompt)
        kinds = {
            "a chip tap": (0, ("tricks_taken.tricks[0]=0", "tricks_taken.tricks[0]=1")),
            "a recording tap": (1, ("bid_placed.bid=0", "undo")),
        }
        for what, (which, targets) in kinds.items():
            pairs = [(ours[which], list[float]()), (served[which], list[float]())]
            for turn in range(times):
                for ui, series in random.sample(pairs, 2):
                    series.append(tap_seconds(ui, ui.id(targets[turn % 2])))
            (_, mine), (_, least) = pairs
            yield against(f"{what} in the pocket, beside the server's", mine[5:], least[5:], 1.5)
