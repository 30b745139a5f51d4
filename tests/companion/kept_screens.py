"""What every screen shows, as text: one file a screen in `screens/`. To write them anew, and read the difference:

    python -m tests.companion.kept_screens

A line is a part of the screen with its key, a button's identifier, a text, or a shape of a chart.
"""

import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from uuid import UUID, uuid5

import flet as ft
from flet import canvas

from companion.app import main_for
from companion.open_session.desk import Desk
from companion.testing.headless import WORDS, Page, run_apart, visited
from scoring.games import GAMES
from storage import clock
from storage.file.database import MEMORY
from storage.file.file_io import read_lines
from storage.store import Store
from storage.transfer.session_import import import_sessions
from tests.companion.tables import enter
from tests.scoring.test_golden_sessions import SESSIONS
from tests.storage.conftest import ticking

FOLDER: Final = Path(__file__).parent / "screens"

EVENINGS: Final = {
    game.key: SESSIONS / game.key / "format-1" / f"{name}.jsonl"
    for game, name in zip(
        GAMES,
        (
            "expansion_five_by_cards",
            "four_by_counts",
            "three_by_bids",
            "three_sealed_rounds",
            "two_by_cards",
            "four_by_rounds",
        ),
        strict=True,
    )
}
"""An evening of each game."""
NOW: Final = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
IDS: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_PARTS: Final = (ft.Column, ft.Row, ft.Container)
_SHAPES: Final = (canvas.Circle, canvas.Line, canvas.Rect, canvas.Text)


class StandingStill(datetime):
    """A clock that always shows `NOW`."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # `NOW` itself is an ordinary time
        return NOW.astimezone(tz)


class Screen(NamedTuple):
    """A screen by its name, its route, and the taps that open it from there."""

    name: str
    route: str
    taps: tuple[str, ...] = ()


SCREENS: Final = (
    *(Screen(name, f"/{name}") for name in ("players", "settings", "exchange", "history", "games", "rules")),
    Screen("home", "/"),
    Screen("filter", "/history", ("history.filter",)),
    Screen("limit", "/games", ("limit",)),
    Screen("player", "/player/{player}"),
    Screen("player rivals", "/player/{player}", ("tab=rivals",)),
    Screen("player games", "/player/{player}", ("tab=games",)),
    Screen("year", "/year/2026"),
    Screen("deleted", "/session/{over}", ("session.bin",)),
    Screen("bin", "/bin"),
)
"""The screens without a game."""

OF_A_GAME: Final = (
    Screen("new", "/new/{game}", ("seats.last",)),
    Screen("statistics", "/games/{game}"),
    Screen("table", "/table/{half}"),
    Screen("menu", "/table/{half}", ("asides",)),
    Screen("points", "/table/{half}", ("asides", "aside.adjusted")),
    Screen("table stopped", "/table/{stopped}"),
    Screen("table over", "/table/{over}"),
    Screen("result", "/result/{over}"),
    Screen("sheet", "/table/{over}/sheet"),
    Screen("lines", "/table/{over}", ("total[0]",)),
    Screen("session", "/session/{over}"),
    Screen("share", "/session/{over}/share"),
)
"""The screens of each game: of a session that is `over`, of one in the middle, and of one `stopped` there."""


def fill(store: Store) -> list[Screen]:
    """Import an evening of each game, and half of it as two sessions of their own; gives all screens."""
    screens = []
    for game, path in EVENINGS.items():
        lines = read_lines(path)
        header = json.loads(lines[0])
        over, half = header["session"], str(uuid5(UUID(header["session"]), "half"))
        stopped = str(uuid5(UUID(header["session"]), "stopped"))
        for session, sitting in ((over, lines), (half, lines[: len(lines) // 2]), (stopped, lines[: len(lines) // 2])):
            totals = header["totals"] if session == over else None
            import_sessions(store, [json.dumps({**header, "session": session, "totals": totals}), *sitting[1:]])
        enter(Desk(store, stopped), "stopped", reason="", counts=False)
        ids = {"game": game, "over": over, "half": half, "stopped": stopped}
        screens += [Screen(f"{game} {name}", route.format(**ids), taps) for name, route, taps in OF_A_GAME]
    ids["player"] = store.players.list_recent()[0].id
    return [*screens, *(Screen(name, route.format(**ids), taps) for name, route, taps in SCREENS)]


def lines_of(page: Page) -> list[str]:
    """What a page shows, a line a control; what a chip shows and says is one line where it is the same."""
    texts = (text for control in page.walk() for text in _describe(control))
    lines = (IDS.sub("ID", line) for text in texts for line in text.splitlines() if line.strip())
    return [line for line, _ in groupby(lines)]


def _describe(control: Any) -> Iterator[str]:
    if isinstance(control, ft.Semantics) and control.identifier:
        marks = " chosen" * bool(control.selected)
        yield f"[{control.identifier}]{marks}{_look_of(control.content)}"
    elif isinstance(control, _PARTS) and isinstance(control.key, str) and not control.key.startswith("piece."):
        yield f"= {control.key}"
    elif isinstance(control, _SHAPES):
        places = (getattr(control, name, None) for name in ("x", "y", "x1", "y1", "x2", "y2", "width", "height"))
        yield f"{type(control).__name__} {' '.join(str(round(n)) for n in places if isinstance(n, int | float))}"
    yield from (
        word + _size_of(control) for name in WORDS if isinstance(word := getattr(control, name, None), str) and word
    )


def _look_of(content: Any) -> str:
    """The height, colour and corners of what is tapped, and where its content is: " · 56 #aabbcc r12 (0, 0) Row"."""
    if not isinstance(content, ft.Container):
        return ""
    parts = [str(round(content.height))] if isinstance(content.height, int | float) else []
    parts += [str(content.bgcolor)] if content.bgcolor else []
    parts += [f"r{content.border_radius}"] if content.border_radius else []
    parts += [f"({content.alignment.x}, {content.alignment.y})"] if content.alignment else []
    parts += [type(content.content).__name__] if isinstance(content.content, ft.Row | ft.Column) else []
    return f" · {' '.join(parts)}" if parts else ""


def _size_of(control: Any) -> str:
    """The size of a text and whether it is bold: " · 17 bold"."""
    style = control.style if isinstance(control, ft.Text) else None
    if style is None or not style.size:
        return ""
    return f" · {round(style.size)}{' bold' * (style.weight == ft.FontWeight.W_700)}"


async def look_at(screen: Screen, store: Store, kept: list[str]) -> list[str]:
    """What a screen shows on the day of `NOW`, and after taps what is new; waits until that is what was kept."""
    async with visited(main_for(store), route=screen.route) as page:
        before: Counter[str] = Counter()
        for tap in screen.taps:
            await page.until(partial(page.has, tap))
            before = Counter(lines_of(page))
            await page.tap(tap)
        for _ in range(100 if kept else 25):
            await page.settle(0.05)
            lines = list((Counter(lines_of(page)) - before).elements())
            if lines == kept:
                break
        return lines


@contextmanager
def on_that_day() -> Iterator[None]:
    """In UTC, and always at `NOW`."""
    with patch.dict(os.environ, TZ="UTC"), patch.object(clock, "datetime", StandingStill):
        time.tzset()
        yield
    time.tzset()


def open_store() -> Store:
    """A store whose clock starts on the same day every time."""
    return Store(MEMORY, GAMES, now=ticking(NOW - timedelta(hours=4)))


def list_all(*, keep: bool) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each screen by its name, the lines that were kept of it, and those it shows now, which are kept on request."""
    with on_that_day(), open_store() as store:
        for screen in fill(store):
            path = FOLDER / f"{screen.name.replace(' ', '_')}.txt"
            kept = [] if keep else path.read_text(encoding="utf-8").splitlines()
            lines = run_apart(partial(look_at, screen, store, kept))
            if keep:
                path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            yield screen.name, kept, lines


if __name__ == "__main__":
    print(len(list(list_all(keep=True))), "screens")
