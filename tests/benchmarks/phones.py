"""Phones at the table over real sockets: how soon an entry is on every screen, and how much memory pages keep.

The server is a process of its own. A recording is a tap on a phone: the seats of a table bid one after the other, and
take their bids back one after the other. Every page of the table receives each entry.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.testing.browser import ROOT, quiet_environment
from companion.testing.headless import run_apart
from scoring.contract.game import Opened
from scoring.games import find_game
from storage.store import Store
from tests.benchmarks.measure import Row, percentile
from tests.benchmarks.wire_page import WirePage

GAME: Final = "crown_battles"
NAMES: Final = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hal")
BID: Final = "bid_placed.bid=1"
UNDO: Final = "undo"

WHO_ACTED: Final = 0.030
EVERYBODY: Final = 0.100
CLUB: Final = 0.250
"""Seconds from a tap to its patch: on the phone that was tapped, at its table, and in a club of fifty tables."""

PROCESSOR: Final = 0.080
"""CPU seconds an entry may take for all pages of a table together; unlike delays, independent of other load."""

TABLES: Final = 50
EVERY: Final = 20.0
"""Seconds between two entries of a table in a club."""

TELEVISION: Final = {"width": 1920, "height": 1080}

_A_PAGE: Final = 600.0
_LEFT: Final = 20.0
"""Kilobytes that an open page may take, and that a closed page may leave behind."""


def rows(quick: bool) -> Iterator[Row]:
    """One table with a phone for each of eight players and a board, then a club, then pages that come and go."""
    yield from _one_table(4 if quick else 120)
    yield from _club(2 if quick else TABLES, 10.0 if quick else 100.0)
    yield _memory(5, 10) if quick else _memory(100, 300)


# ---- one table -----------------------------------------------------------------------------------


def _one_table(times: int) -> Iterator[Row]:
    with _server(1) as server:
        delays, used = run_apart(lambda: _play_one_table(server, times))
    own = [delay.own for delay in delays]
    last = [max(delay.all) for delay in delays]
    yield _within("8 phones and a board: entry to who acted, median", percentile(own, 50), WHO_ACTED)
    yield _within("8 phones and a board: entry to all pages, p95", percentile(last, 95), EVERYBODY)
    yield _within("8 phones and a board: an entry, seconds of the processor", used / times, PROCESSOR)


async def _play_one_table(server: "TableServer", times: int) -> "tuple[list[Delays], float]":
    """The delays of some entries, and the CPU seconds of the server for all of them."""
    table = await TablePages.open(server.doors[0], board=True)
    for _ in range(4):
        await table.record()
    before = server.seconds()
    delays = [await table.record() for _ in range(times)]
    used = server.seconds() - before
    await table.close()
    return delays, used


@dataclass(frozen=True)
class Delays:
    """Seconds from a tap to its patch, on the page that was tapped and on every page of the table."""

    own: float
    all: tuple[float, ...]


class TablePages:
    """The pages of one table; `record` lets one phone enter or take back a bid."""

    def __init__(self, pages: list[WirePage], players: int) -> None:
        self._pages, self._players = pages, players
        self._bids: list[WirePage] = []
        self._is_bidding = True

    @classmethod
    async def open(cls, door: "Door", *, board: bool) -> "TablePages":
        """Open a page for each seat and optionally one for the board, and wait until all are drawn."""
        route = f"/table/{door.session}"
        pages = [await WirePage.open(door.host, cookie, route) for cookie in door.seats]
        players = len(pages)
        if board:
            pages.append(await WirePage.open(door.host, door.board, route, **TELEVISION))
        table = cls(pages, players)
        for page in pages:
            await page.until(lambda page=page: len(page.heard) > 0)  # type: ignore[misc]
        await table._until_somebody(BID)
        return table

    async def record(self) -> Delays:
        """Record one entry and time every page. The last seat does not bid: that would end the bidding."""
        if len(self._bids) == self._players - 1:
            self._is_bidding = False
        elif not self._bids:
            self._is_bidding = True
        acting = await self._until_somebody(BID) if self._is_bidding else self._bids[-1]
        before = [len(page.heard) for page in self._pages]
        moment = await acting.tap(BID if self._is_bidding else UNDO)
        for page, count in zip(self._pages, before, strict=True):
            await page.until(lambda page=page, count=count: len(page.heard) > count)  # type: ignore[misc]
        waits = tuple(page.heard[count] - moment for page, count in zip(self._pages, before, strict=True))
        if self._is_bidding:
            self._bids.append(acting)
        else:
            self._bids.pop()
        await asyncio.sleep(random.uniform(0.05, 0.1))  # people are slower, and so are the reports of painted frames
        return Delays(waits[self._pages.index(acting)], waits)

    async def close(self) -> None:
        """Close all pages."""
        for page in self._pages:
            await page.close()

    async def _until_somebody(self, identifier: str) -> WirePage:
        async with asyncio.timeout(30):
            while True:
                for page in self._pages:
                    if page.shows(identifier):
                        return page
                await asyncio.sleep(0.01)


# ---- a club --------------------------------------------------------------------------------------


def _club(tables: int, seconds: float) -> Iterator[Row]:
    with _server(tables) as server:
        empty = server.kilobytes()
        delays, full = run_apart(lambda: _play_club(server, seconds))
    waits = [max(delay.all) for delay in delays]
    pages = tables * len(NAMES)
    what = f"{tables} tables of {len(NAMES)} pages, an entry each {EVERY:.0f} s: all pages, p95"
    yield _within(what, percentile(waits, 95), CLUB)
    a_page = (full - empty) / pages
    yield Row("memory of an open page at a table", f"{a_page:,.0f} kB, {_A_PAGE:,.0f} at most", a_page / _A_PAGE, 1.0)


async def _play_club(server: "TableServer", seconds: float) -> tuple[list[Delays], float]:
    tables = [await TablePages.open(door, board=False) for door in server.doors]
    full = server.kilobytes()
    played = await asyncio.gather(*(_play_at_times(table, seconds, seed) for seed, table in enumerate(tables)))
    for table in tables:
        await table.close()
    return [delay for delays in played for delay in delays], full


async def _play_at_times(table: TablePages, seconds: float, seed: int) -> list[Delays]:
    """Entries at random moments, independently at each table."""
    rng, delays, left = random.Random(seed), [], seconds
    while (pause := rng.uniform(0, 2 * EVERY)) < left:
        left -= pause
        await asyncio.sleep(pause)
        delays.append(await table.record())
    return delays


# ---- memory --------------------------------------------------------------------------------------


def _memory(first: int, pages: int) -> Row:
    with _server(1) as server:
        run_apart(lambda: _come_and_go(server.doors[0], first))  # fills caches, and all places of closed pages
        before = server.kilobytes()
        run_apart(lambda: _come_and_go(server.doors[0], pages))
        left = (server.kilobytes() - before) / pages
    figure = f"{left:,.1f} kB, {_LEFT:.0f} at most"
    return Row(f"what each of {pages} pages leaves that came and went", figure, max(left, 0.0) / _LEFT, 1.0)


async def _come_and_go(door: "Door", pages: int) -> None:
    for number in range(pages):
        cookie = door.seats[number % len(door.seats)]
        page = await WirePage.open(door.host, cookie, f"/table/{door.session}")
        await page.until(lambda page=page: len(page.heard) > 0)  # type: ignore[misc]
        await page.close()


# ---- the server ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Door:
    """The door of one table: its address, and a cookie for each phone."""

    host: str
    session: str
    seats: Sequence[str]
    board: str


class TableServer:
    """The process of `tests/benchmarks/phone_tables.py`."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.doors = [Door(**door) for door in self._read()]

    def kilobytes(self) -> float:
        """The memory the process holds."""
        return float(self._ask()["kilobytes"])

    def seconds(self) -> float:
        """The processor time the process has used."""
        return float(self._ask()["seconds"])

    def _ask(self) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the server ended by itself"
        return json.loads(line)


@contextmanager
def _server(tables: int) -> Iterator[TableServer]:
    """Start a server with this many open tables of eight, all at the first bid."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite"
        game = find_game(GAME)
        options = game.presets(len(NAMES))[0].options
        with Store(database) as store:
            session_ids = [store.sessions.open(game, Opened(NAMES, options)) for _ in range(tables)]
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.phone_tables", os.fspath(database), *session_ids],
            cwd=ROOT,
            env={**quiet_environment(), "PYTHONPATH": os.fspath(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield TableServer(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(30)


def _within(what: str, seconds: float, most: float) -> Row:
    return Row(what, f"{seconds * 1000:.1f} ms, {most * 1000:.0f} at most", seconds / most, 1.0)
