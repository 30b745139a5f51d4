"""What comes onto the screen and goes step by step, in stores and at tables that `SCREENS` never shows.

A line of `walks.txt` is a walk: its stage and name, its first address, then its steps. A step is an address (`/bin`), a
tap (`session.bin`; `merge[` is the first of its kind), letters for a box (`Search~garden`), the button of the message
below (`!`), a file of `brought` to import (`<plays.json`), a change of the file as no app makes it (`%UPDATE …`), or
what happens elsewhere (`@ben`: one of `Stage.acts`).
"""

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import count, groupby, takewhile
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

import flet as ft

from companion.app import main_for
from companion.device.uploads import INBOX
from companion.open_session.desks import Desks
from companion.phones.invitation import BOARD, WATCHING, Invitation, Place, Use
from companion.phones.phone_app import guest_main
from companion.testing.headless import Page, run_apart, visited
from scoring.contract.scores import Seat
from scoring.games import GAMES
from scoring.games.crown_battles.options import RoundType
from storage.store import Store
from tests.companion import tables
from tests.companion.kept.screens import NOW, fill, lines_of, on_that_day, open_store
from tests.companion.kept.texts import TEXTS, File, read
from tests.companion.phone_tables import OpenDoor, admit, crown_table, let_in, sealed_table
from tests.companion.test_data_check import spoil
from tests.storage.conftest import ticking
from tests.storage.tiny import TINY

WALKS: Final = Path(__file__).with_suffix(".txt")
BROUGHT: Final = Path(__file__).with_name("brought")
_FOLDER: Final = re.compile(rf"{re.escape(tempfile.gettempdir())}\S*/")
_GONE: Final = 6  # lines that went of which a step tells
_QUIET: Final = 20  # looks at the same screen after which a step is over
_CODES: Final = "companion.phones.phone_codes"
BEN: Final = Place(Use.SEAT, Seat(1))


class Stage(NamedTuple):
    """Where walks begin: what draws a page, the ids that they name, what can happen elsewhere, and its file."""

    main: Callable[[ft.Page], None]
    ids: Mapping[str, str] = {}
    acts: Mapping[str, Callable[[], object]] = {}
    file: Store | None = None


def empty(store: Store, folder: Path) -> Stage:
    """Nothing was played yet."""
    return Stage(main_for(store, tables.Browser(promises=False)))


def full(store: Store, folder: Path) -> Stage:
    """Everything that the other screens show; the ids are named after them."""
    parts = ((screen.name.replace(" ", "_"), screen.route.split("/")) for screen in fill(store))
    return Stage(main_for(store), {name: words[2] for name, words in parts if len(words) > 2})


def host(store: Store, folder: Path) -> Stage:
    """A table with an open door, to which phones come, and another table."""
    desks, other = Desks(store), crown_table(store)
    tables.enter(other, "bid_placed", bid=[1])
    desk = desks.desk(crown_table(store, RoundType.BLIND).session_id)
    invitation = Invitation(desk)
    door = OpenDoor(invitation)
    places = {"ben": BEN, "watch": WATCHING, "board": BOARD}
    acts = {name: lambda place=place: invitation.ask(admit(invitation), place) for name, place in places.items()}
    acts["instead"] = lambda: invitation.ask(admit(invitation), BEN, replaces=True)
    acts["two"] = lambda: setattr(door, "addresses", ("127.0.0.2", "127.0.0.3"))
    acts["shut"] = lambda: setattr(door, "invitation", None)
    ids = {"table": desk.session_id, "other": other.session_id}
    return Stage(main_for(store, phones=door, desks=desks), ids, acts)


def guest(store: Store, folder: Path) -> Stage:
    """A phone that comes to a table; Ben has another one."""
    desk = sealed_table(store)
    invitation = Invitation(desk)
    let_in(invitation, BEN)
    phone = admit(invitation)
    acts: dict[str, Callable[[], object]] = {
        "no": lambda: invitation.refuse(phone),
        "in": lambda: invitation.let_in(phone),
        "ana": lambda: invitation.seat_host(Seat(0)),
        "next": lambda: invitation.move_to(crown_table(store)),
        "bids": lambda: [tables.enter(invitation.desk, "bid_placed", bid=[1]) for _ in range(3)],
    }
    return Stage(partial(guest_main, invitation, phone), {"table": desk.session_id}, acts)


def faults(store: Store, folder: Path) -> Stage:
    """A file with a game whose rules are not installed, and one that is not finished."""
    path = folder / "club.sqlite"
    with Store(path, [*GAMES, TINY], now=ticking(NOW)) as before:
        ids = {"tiny": tables.finished(before, 0, 1), "crown": crown_table(before).session_id}
        ids["over"] = tables.played(before, GAMES[0], 3, seed=1)
    file = Store(path, GAMES, now=ticking(NOW))
    return Stage(main_for(file, tables.Browser()), ids, {"gone": path.unlink}, file)


STAGES: Final = {stage.__name__: stage for stage in (empty, full, host, guest, faults)}


async def _take(page: Page, step: str, stage: Stage) -> None:
    sign, rest = step[0], step[1:]
    if sign == "/":
        await page.go(step)
    elif sign == "@":
        stage.acts[rest]()
    elif sign == "<":
        await page.go(f"/exchange/{INBOX.add_local(rest, BROUGHT / rest).token}")
    elif sign == "%" and stage.file is not None:
        spoil(stage.file, rest)
    elif sign == "!":
        await page.fire([bar.action for bar in page.all(ft.SnackBar) if bar.open and bar.action][-1], "click")
    elif "~" in step:
        await page.fill(*step.split("~"), submit=True)
    else:
        is_first = step[-1] in "[=:"
        await page.until(lambda: bool(page.names(step)) if is_first else page.has(step))
        await page.tap(page.names(step)[0] if is_first else step)


async def _walk(stage: Stage, steps: list[str], kept: list[str]) -> list[str]:
    """The steps, each with what it brings; waits until that is what was kept."""
    lines: list[str] = []
    async with visited(stage.main, route=steps[0].format(**stage.ids)) as page:
        before: Counter[str] = Counter()
        for number, step in enumerate(steps):
            if number:
                await _take(page, step.format(**stage.ids), stage)
            lines.append(f"> {step}")
            rest = kept[len(lines) :] if kept[: len(lines)] == lines else None
            now = await _look(page, before, rest and [*takewhile(lambda line: line[:2] != "> ", rest)])
            lines += _changes(before, now)
            before = now
    return lines


async def _look(page: Page, before: Counter[str], kept: list[str] | None) -> Counter[str]:
    """What is on the screen once it goes on as it was kept; else once it no longer changes."""
    now, same = Counter[str](), 0
    for _ in range(400):
        await page.settle(0.02)
        was, now = now, Counter(_FOLDER.sub("", line) for line in lines_of(page))
        same = same + 1 if now == was and not page.all(ft.ProgressRing) else 0
        if _changes(before, now) == kept or (kept is None and same > _QUIET):
            break
    return now


def _changes(before: Counter[str], now: Counter[str]) -> list[str]:
    gone = [f"- {line}" for line in (before - now).elements()]
    return [*(now - before).elements(), *gone[:_GONE]]


def list_all(*, waits: bool) -> Iterator[File]:
    """The file of each walk; walks of a stage follow each other in its store."""
    keys, rows = map(str, count()), WALKS.read_text(encoding="utf-8").splitlines()
    with (
        on_that_day(),
        patch("companion.app._POLL_SECONDS", 0.1),
        patch.multiple(_CODES, new_key=lambda: next(keys), new_short_code=lambda: "K7PX-3MQD"),
    ):
        for name, of_stage in groupby(rows, lambda row: row.split(".")[0]):
            with tempfile.TemporaryDirectory() as folder, open_store() as store, ExitStack() as files:
                stage = STAGES[name](store, Path(folder))
                files.callback(stage.file.close if stage.file else list)
                for row in of_stage:
                    walk, _, way = row.partition(": ")
                    path = TEXTS / "walks" / f"{walk}.txt"
                    kept = read(path) if waits else []
                    yield path, run_apart(partial(_walk, stage, way.split(" > "), kept))
