"""What every button of every screen does: a line has the address it leads to, and the first lines that come and go."""

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, TypeVar

import flet as ft

from companion.app import main_for
from companion.testing.accessibility import is_pressed, name_of
from companion.testing.headless import Page, run_apart, visited
from scoring.games import GAMES
from storage.store import Store
from tests.companion.kept.screens import IDS, NOW, Screen, fill, lines_of, on_that_day
from tests.companion.kept.texts import TEXTS, File, read
from tests.storage.conftest import ticking

T = TypeVar("T")
_SHOWN: Final = 6  # new lines that are kept
_GONE: Final = 3
_OF_A_KIND: Final = 2  # buttons of which only the number differs


def list_all(*, waits: bool, part: int = 0, parts: int = 1) -> Iterator[File]:
    """The file of every `parts`th screen from `part` on; if it `waits`, each button has time to do what was kept."""
    with on_that_day(), tempfile.TemporaryDirectory() as folder:
        original = Path(folder) / "original.sqlite"
        with _open_store(original) as store:
            screens = [screen for screen in fill(store) if not (screen.place or _is_left_out(screen))]
        for screen in screens[part::parts]:
            path = TEXTS / "taps" / f"{screen.name.replace(' ', '_')}.txt"
            yield path, list(_try_all(screen, original, read(path) if waits else []))


def _is_left_out(screen: Screen) -> bool:
    """Whether its buttons are those of another game's screen (what differs is the table and the set-up), or those of an
    import, which come when the file was read.
    """
    game, _, name = screen.name.rpartition(" ")
    return (game in _OTHERS and name in _ALIKE) or screen.name.startswith("import")


def _try_all(screen: Screen, original: Path, kept: list[str]) -> Iterator[str]:
    copy = original.with_name("copy.sqlite")

    def with_copy(attempt: Callable[[Screen, Store], Coroutine[Any, Any, T]]) -> T:
        shutil.copy(original, copy)
        with _open_store(copy) as store:
            return run_apart(partial(attempt, screen, store))

    is_same = True
    shown, buttons = with_copy(_look)
    for button, was in zip_longest(_choose(buttons), kept, fillvalue=""):
        if button:
            line = with_copy(partial(_try, shown=shown, button=button, kept=was if is_same else ""))
            is_same &= line == was
            yield line


def _choose(names: Sequence[str]) -> Iterator[str]:
    """The buttons to try: of many that differ by a number or an answer only the first."""
    kinds: Counter[str] = Counter()
    for name in dict.fromkeys(names):
        kind = name.split("[")[0].split("=")[0].split(":")[0]
        kinds[kind] += 1
        if kinds[kind] <= _OF_A_KIND:
            yield name


@asynccontextmanager
async def _opened(screen: Screen, store: Store) -> AsyncIterator[Page]:
    random.seed(7)
    async with visited(main_for(store), route=screen.route) as page:
        page.client.answers["pick_files"] = []
        for tap in screen.taps:
            await page.until(partial(page.has, tap))
            await page.tap(tap)
        yield page


async def _look(screen: Screen, store: Store) -> tuple[list[str], list[str]]:
    """What a screen shows once its threads are done, and the names of its buttons."""
    async with _opened(screen, store) as page:
        await page.settle(0.5)
        await page.until(partial(_is_drawn, page))
        return lines_of(page), [name for part in page.walk() if is_pressed(part) and (name := name_of(part))]


async def _try(screen: Screen, store: Store, *, shown: list[str], button: str, kept: str) -> str:
    """The line of a button; waits until it is the one that was kept, or does not change any more."""
    async with _opened(screen, store) as page:
        for _ in range(100):
            if lines_of(page) == shown and _is_drawn(page):
                break
            await page.settle(0.02)
        before, route, line = Counter(lines_of(page)), page.page.route, ""
        await page.tap(button)
        for attempt in range(300 if kept else 20):
            await page.settle(0.02 if kept else 0.05)
            was, line = line, _describe(page, button, before, route)
            if line == kept or (not kept and line == was and (attempt > 8 or screen.name not in _SLOW)):
                break
        return line


def _is_drawn(page: Page) -> bool:
    """Whether it waits for no picture."""
    return not page.all(ft.ProgressRing)


def _describe(page: Page, button: str, before: Counter[str], route: str) -> str:
    after, now = Counter(lines_of(page)), page.page.route
    come, gone = list((after - before).elements()), list((before - after).elements())
    parts = [f"[{button}]" + f" -> {now}" * (now != route)]
    parts += [f"+ {line}" for line in come[:_SHOWN]] + [f"- {line}" for line in gone[:_GONE]]
    calls = sorted({name for name, _ in page.client.calls} - _USUAL)
    parts += [f"calls {', '.join(calls)}"] if calls else []
    return IDS.sub("ID", " | ".join(parts))


_OTHERS: Final = ("recruits", "faction_wars", "loot_and_recruit", "score_pad")
_ALIKE: Final = ("statistics", "points", "result", "sheet", "lines", "session", "share", "log", "setup")
_USUAL: Final = {"push_route", "enable", "disable", "set"}  # what any screen asks the browser for
_SLOW: Final = ("exchange", "settings")  # their work is done in threads


def _open_store(path: Path) -> Store:
    return Store(path, GAMES, now=ticking(NOW))
