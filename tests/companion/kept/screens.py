"""What every screen shows, in each of the `WAYS` to look at it.

A line of a screen's file is a part of the screen with its key, a button's identifier, a text, or a shape of a chart.
`looks_….txt` has the looks of all screens together: a kind of control with whatever is not Flet's default, and how
often it is there.
"""

import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import Enum
from functools import partial
from itertools import groupby, product
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from uuid import UUID, uuid5

import flet as ft
from flet import canvas
from flet.controls.base_control import BaseControl

from companion.app import main_for
from companion.device.device import Device
from companion.device.served_page import ServedPage
from companion.device.uploads import INBOX
from companion.open_session.desk import Desk
from companion.phones.invitation import BOARD, Invitation, Place, Use
from companion.phones.phone_app import guest_main
from companion.testing.headless import WORDS, Page, run_apart, visited
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.games import GAMES
from storage import clock
from storage.file.database import MEMORY
from storage.file.file_io import read_lines
from storage.store import Store
from storage.transfer.session_import import import_sessions
from tests.companion.kept.texts import TEXTS, File, read
from tests.companion.phone_tables import let_in
from tests.companion.tables import Browser, enter
from tests.scoring.test_golden_sessions import SESSIONS
from tests.storage.conftest import ticking

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
PLAYS: Final = Path(__file__).parents[2] / "exchange" / "bgstats_79_plays.json"
"""A file to import."""
NOW: Final = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
_TICKS: Final = re.compile(r"(?<!\d)\d:\d\d\b")  # of the turn clock, which depend on how often it is drawn
IDS: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_PARTS: Final = (ft.Column, ft.Row, ft.Container)
_CONTENT: Final = {*WORDS, "key", "identifier", "route", "data", "src", "url", "action", "args", "service_id"}
_NO_LOOK: Final = (ft.ProgressRing, ft.Service)
_SHAPES: Final = (canvas.Circle, canvas.Line, canvas.Rect, canvas.Text)


class StandingStill(datetime):
    """A clock that always shows `NOW`."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # `NOW` itself is an ordinary time
        return NOW.astimezone(tz)


class Way(NamedTuple):
    """How the screens are looked at: the size of the window, the settings that are not the usual ones, the device.

    `answered`: whether the questions are answered already; None: they are not looked at.
    """

    size: Mapping[str, float]
    settings: Mapping[str, Any]
    device: Callable[[], Device]
    answered: bool | None


WAYS: Final[Mapping[str, Way]] = {
    "phone": Way({}, {}, ServedPage, answered=False),
    "wide": Way({"width": 1280, "height": 800}, {}, ServedPage, answered=True),
    "small": Way(
        {"width": 360, "height": 740},
        {"theme": "dark", "scale": 1.3},
        lambda: Browser(has_share_sheet=True),
        answered=None,
    ),
}


class Screen(NamedTuple):
    """A screen by its name, its route, the taps that open it from there, and who looks if it is not the host."""

    name: str
    route: str
    taps: tuple[str, ...] = ()
    place: Place | None = None


SCREENS: Final = (
    *(Screen(name, f"/{name}") for name in ("players", "settings", "exchange", "history", "games", "rules")),
    Screen("home", "/"),
    Screen("filter", "/history", ("history.filter",)),
    Screen("filter year", "/history", ("history.filter", "date:2026")),
    Screen("limit", "/games", ("limit",)),
    Screen("player", "/player/{player}"),
    Screen("player rivals", "/player/{player}", ("tab=rivals",)),
    Screen("player games", "/player/{player}", ("tab=games",)),
    Screen("player new", "/player/{new}"),
    Screen("year", "/year/2026"),
    Screen("evening", "/evening/2026-09-03"),
    Screen("year share", "/year/2026/share"),
    Screen("evening share", "/evening/2026-09-03/share"),
    Screen("rules of a game", "/rules/crown_battles", ("rules.contents[2]",)),
    Screen("deleted", "/session/{over}", ("session.bin",)),
    Screen("bin", "/bin"),
    Screen("import", "/exchange/{plays}"),
    Screen("imported", "/exchange/{plays}", ("import.start",)),
    Screen("imported session", "/session/{imported}"),
    Screen("imports", "/exchange"),
    Screen("clock", "/table/{half}", ("asides", "aside.clock")),  # last: its beats move the clock of the store
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
    Screen("log", "/table/{half}/log"),
    Screen("correction", "/table/{half}/log/3"),
    Screen("setup", "/table/{half}/setup"),
    Screen("rules here", "/table/{half}/rules"),
    Screen("phone", "/table/{half}", place=Place(Use.SEAT, Seat(0))),
    Screen("board", "/table/{half}", place=BOARD),
    Screen("board over", "/table/{over}", place=BOARD),
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
        screens += [Screen(f"{game} {name}", route.format(**ids), *more) for name, route, *more in OF_A_GAME]
    ids |= {"player": store.players.list_recent()[0].id, "new": store.players.create("Nora").id}
    ids |= {
        "plays": INBOX.add_local("plays.json", PLAYS).token,
        "imported": json.loads(PLAYS.read_bytes())["plays"][0]["uuid"],
    }
    return [*screens, *(Screen(name, route.format(**ids), *more) for name, route, *more in SCREENS)]


def ask(store: Store, *, are_answered: bool) -> list[Screen]:
    """Import each golden session up to each question that is new in its form; answered as it was, not yet entered."""
    screens = {}
    with open_store() as whole:
        for path in sorted(SESSIONS.rglob("*.jsonl")):
            lines = read_lines(path)
            header = {**json.loads(lines[0]), "totals": None}
            import_sessions(whole, [json.dumps(header), *lines[1:]])
            desk = Desk(whole, header["session"])
            for step in desk.run.steps:
                before = desk.run.before(step.entry)
                prompt, heads = agreements.prompts(desk.game, before)[0], desk.game.rounds(before)
                fields = (f"{type(field).__name__} {field.name}" for field in prompt.fields)
                form = " ".join((prompt.kind, *(heads[-1].type for _ in heads[:1]), *fields))
                name = f"{desk.game.key} asks {form}"
                if name in screens or prompt.kind != step.event.kind:
                    continue
                session = str(uuid5(UUID(header["session"]), str(step.entry)))
                import_sessions(store, [json.dumps({**header, "session": session}), *lines[1 : step.entry + 1]])
                screens[name] = Screen(name, f"/table/{session}")
                if are_answered and not prompt.instant:
                    now = Desk(store, session)
                    now.cache_draft(now.number, prompt.kind, now.payload_of(step.event))
                    now.save_draft(now.number, prompt.kind)
    return list(screens.values())


def lines_of(page: Page) -> list[str]:
    """What a page shows, a line a control; what a chip shows and says is one line where it is the same."""
    texts = (text for control in page.walk() for text in _describe(control))
    lines = (_TICKS.sub("0:00", IDS.sub("ID", line)) for text in texts for line in text.splitlines() if line.strip())
    return [line for line, _ in groupby(lines)]


def _describe(control: Any) -> Iterator[str]:
    if isinstance(control, ft.Semantics) and control.identifier:
        marks = " chosen" * bool(control.selected)
        yield f"[{control.identifier}]{marks}"
    elif isinstance(control, _PARTS) and isinstance(control.key, str) and not control.key.startswith("piece."):
        yield f"= {control.key}"
    elif isinstance(control, _SHAPES):
        places = (getattr(control, name, None) for name in ("x", "y", "x1", "y1", "x2", "y2", "width", "height"))
        yield f"{type(control).__name__} {' '.join(str(round(n)) for n in places if isinstance(n, int | float))}"
    yield from (word for name in WORDS if isinstance(word := getattr(control, name, None), str) and word)


def look_of(control: Any) -> str:
    """A kind of control with whatever is not Flet's default: "Row(spacing=8, wrap=True)"."""
    return f"{type(control).__name__}({_spell_all(control._values)})"


def _spell_all(values: Mapping[str, Any]) -> str:
    spelt = ((name, _spell(value)) for name, value in sorted(values.items()) if name not in _CONTENT)
    return ", ".join(f"{name}={text}" for name, text in spelt if text)


def _spell(value: Any) -> str:
    """A number, a colour, a style, or a list of them; "" for anything else."""
    match value:
        case Enum():
            return str(value.name)
        case bool() | int() | str():
            return str(value)
        case float():
            return f"{value:.4g}"
        case list() | tuple() | dict():
            inside = value.values() if isinstance(value, dict) else value
            return f"[{', '.join(texts)}]" if (texts := [text for item in inside if (text := _spell(item))]) else ""
        case BaseControl():
            return ""
        case _ if is_dataclass(value):
            parts = {part.name: getattr(value, part.name) for part in fields(value) if not part.name.startswith("_")}
            given = {name: part for name, part in parts.items() if part is not None}
            return f"{type(value).__name__}({_spell_all(given)})"
        case _:
            return ""


def find_main(screen: Screen, store: Store, device: Device) -> Callable[[ft.Page], None]:
    """What draws a screen: the app, or a phone that was let in at its table."""
    if screen.place is None:
        return main_for(store, device)
    invitation = Invitation(Desk(store, screen.route.split("/")[2]))
    return partial(guest_main, invitation, let_in(invitation, screen.place))


async def look_at(screen: Screen, store: Store, kept: list[str], way: Way) -> tuple[list[str], Counter[str]]:
    """What a screen shows on the day of `NOW`, after taps what is new, until that is what was kept; and the looks."""
    async with visited(find_main(screen, store, way.device()), route=screen.route, **way.size) as page:
        before: Counter[str] = Counter()
        for tap in screen.taps:
            await page.until(partial(page.has, tap))
            before = Counter(lines_of(page))
            await page.tap(tap)
        is_drawing = screen.name.endswith(" share")  # the picture, in a thread
        is_slow = is_drawing or screen.name.startswith("import")
        for attempt in range(100 if kept else 1):
            await page.settle(0.05 * bool(attempt) if kept else 1.5 if is_slow else 0.3)
            lines = list((Counter(lines_of(page)) - before).elements())
            if lines == kept:
                break
        return lines, Counter(look_of(part) for part in page.walk() if not (is_drawing or isinstance(part, _NO_LOOK)))


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


def list_all(way: str, *, waits: bool) -> Iterator[File]:
    """The files of a way to look. If it `waits`, each up to a difference has time to show what was kept of it."""
    looks: Counter[str] = Counter()
    with on_that_day(), open_store() as past, open_store() as asking:
        for store, setting in product((past, asking), WAYS[way].settings.items()):
            store.settings.put(*setting)
        shown = [(screen, past) for screen in fill(past)]
        if (answered := WAYS[way].answered) is not None:
            shown += [(question, asking) for question in ask(asking, are_answered=answered)]
        for screen, store in shown:
            path = TEXTS / way / f"{screen.name.replace(' ', '_')}.txt"
            kept = read(path) if waits else []
            lines, its_looks = run_apart(partial(look_at, screen, store, kept, WAYS[way]))
            waits = waits and lines == kept
            looks += its_looks
            yield path, lines
    yield TEXTS / f"looks_{way}.txt", [f"{count} {look}" for look, count in sorted(looks.items())]
