"""Thousands of pages open and close, and the server's memory does not grow."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.testing.browser import Server
from scoring.contract.game import Opened
from scoring.games import GAMES
from storage.store import Store
from tests.visitor import Visitor
from tests.warm import WarmServer

PAGES = 3000
SETTLED = 300
"""Pages after which caches are full and as many closed pages are kept as may be."""

MOST_GROWTH = 16_000
"""Kilobytes that all later pages may add in total; one that leaked would add 150 or more."""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    server = WarmServer(tmp_path)
    yield server
    server.stop()


def resident(server: Server) -> int:
    """The server's memory in kilobytes."""
    pid = getattr(server, "child").pid  # noqa: B009
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0])


@pytest.mark.deep
def test_three_thousand_pages_leave_no_memory_behind(running: Server) -> None:
    with Store(running.database) as store:
        game = GAMES[0]
        session = store.sessions.open(game, Opened(("Ana", "Ben", "Cleo"), game.presets(3)[0].options))
    come_and_go(running, SETTLED, session)
    before = resident(running)
    come_and_go(running, PAGES - SETTLED, session)
    assert resident(running) - before < MOST_GROWTH


def come_and_go(server: Server, pages: int, session: str) -> None:
    """Open pages one after the other, one in five at a table, and close them."""
    routes = ("/", "/history", "/players", "/settings", f"/table/{session}")
    for n in range(pages):
        with Visitor(server.url, routes[n % len(routes)]) as page:
            page.receive()
