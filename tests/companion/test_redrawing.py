"""The cost of a tap: components redrawn, patches sent and statements executed, only for what changed."""

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import flet as ft
import pytest
from flet.components.component import Component, Renderer
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from sqlalchemy import event

from companion.app import main_for
from companion.flet_guard.redrawing import Keep, Parts
from companion.testing.headless import Page, headless
from companion.testing.headless import opened as visited
from companion.testing.reach import is_pressed, name_of
from scoring.contract.game import AnyGame
from scoring.games import find_game
from storage.store import Store
from tests.companion.tables import GAMES, enter, open_store, opened, played
from tests.storage.tiny import TINY

pytestmark = pytest.mark.deep  # goes with what it tests

ROOT = Path(__file__).parents[2]

CROWN_BATTLES = find_game("crown_battles")


def crowned(store: Store, bids: int) -> str:
    """Crown Battles for four with four cards each and this many bids placed; returns its id."""
    options = replace(CROWN_BATTLES.presets(4)[0].options, schedule=(4, 4))
    desk = opened(store, CROWN_BATTLES, 4, options)
    for _ in range(bids):
        enter(desk, "bid_placed", bid=[2])
    return desk.session_id


def drawings(page: Page) -> list[Any]:
    """The patches that draw something; others are about services, which Flet sends at random times."""
    return [body for body in page.client.patches if "_services" not in str(body.patch[1])]


class Cost:
    """Counts what was created and sent for a tap."""

    def __init__(self, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        self._page = page
        self._drawn: Counter[str] = Counter()
        self._made = 0
        render, number = Renderer.render, ControlId.next

        def rendering(self_: Renderer, drawn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
            self._drawn[drawn.__name__] += 1
            return render(self_, drawn, *args, **kwargs)

        def numbering() -> int:
            self._made += 1
            return number()

        monkeypatch.setattr(Renderer, "render", rendering)
        monkeypatch.setattr(ControlId, "next", numbering)

    async def of(self, tap: str) -> tuple[dict[str, int], int, int]:
        """Components drawn, patches sent and controls made for a tap."""
        self._drawn.clear()
        self._made = 0
        self._page.client.patches.clear()
        await self._page.tap(tap)
        return dict(self._drawn), len(drawings(self._page)), self._made


@contextmanager
def recorded_statements(store: Store) -> Iterator[list[str]]:
    """Record the first word of each SQL statement executed meanwhile."""
    words: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        words.append(statement.split(maxsplit=1)[0])

    event.listen(store.database.engine, "before_cursor_execute", note)
    try:
        yield words
    finally:
        event.remove(store.database.engine, "before_cursor_execute", note)


def test_a_chip_draws_its_own_row_and_sends_one_patch(monkeypatch: pytest.MonkeyPatch) -> None:
    @headless
    async def visit() -> None:
        with open_store() as store:
            session_id = crowned(store, bids=4)
            async with visited(main_for(store)) as page:
                await page.go(f"/table/{session_id}")
                await page.tap("tricks_taken.tricks[0]=0")  # from now on undo takes back taps
                cost = Cost(page, monkeypatch)
                drawn, patches, created = await cost.of("tricks_taken.tricks[0]=1")
                assert drawn == {"Playing": 1, "SeatRow": 1, "Keys": 1}
                assert patches == 1
                assert created <= 24

    visit()


@headless
async def test_what_a_chip_does_not_change_stays_what_it_was() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=4)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            await page.tap("tricks_taken.tricks[0]=0")
            names = ["undo", "asides", "asked", "total[0]", "total[1]", "tricks_taken.tricks[0]=2"]
            before = [page.id(name) for name in names]
            await page.tap("tricks_taken.tricks[0]=1")
            assert [page.id(name) for name in names] == before
            assert all(now is was for now, was in zip(map(page.id, names), before, strict=True))


@headless
async def test_a_tap_that_records_asks_the_file_for_no_more_than_to_keep_it() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=1)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            with recorded_statements(store) as words:
                page.client.patches.clear()
                await page.tap("bid_placed.bid=0")
                assert words == ["BEGIN", "SELECT", "INSERT", "UPDATE"]  # the event's shape is looked up
                assert len(drawings(page)) == 1


@headless
async def test_a_bid_leaves_the_chips_of_a_slim_row_which_record_the_next_entry() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=1)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            names = [holder.identifier for holder in page.all(ft.Semantics) if holder.identifier]
            chips = [name for name in names if name.startswith("trump_spun.shows=")]
            before = [page.id(name) for name in chips]
            assert len(chips) > 3
            await page.tap("bid_placed.bid=0")
            assert all(page.id(name) is was for name, was in zip(chips, before, strict=True))
            await page.tap(chips[1])
            journal = store.load(session_id).journal
            assert [type(record.event).__name__ for record in journal[-2:]] == ["BidPlaced", "TrumpSpun"]


@headless
async def test_kept_buttons_act_on_the_table_that_is_shown() -> None:
    with open_store() as store:
        one, other = (opened(store, TINY, 3) for _ in range(2))
        for desk in (one, other):
            enter(desk, "scored", seat=0, points=5)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{one.session_id}")
            await page.go(f"/table/{other.session_id}")
            await page.tap("undo")
            await page.settle()
            assert [len(store.load(desk.session_id).journal) for desk in (one, other)] == [2, 3]


@headless
async def test_a_kept_key_answers_for_the_cells_that_are_asked_now() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=4)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            for seat, tricks in ((0, 3), (1, 0), (0, 1), (2, 2), (1, 1), (2, 0), (3, 2)):
                await page.tap(f"tricks_taken.tricks[{seat}]={tricks}")
            chosen = [holder.identifier for holder in page.all(ft.Semantics, selected=True)]
            assert chosen == [f"tricks_taken.tricks[{seat}]={tricks}" for seat, tricks in enumerate((1, 1, 0, 2))]


@headless
async def test_what_is_kept_still_belongs_to_the_page() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=3)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            for tap in ("bid_placed.bid=1", "tricks_taken.tricks[0]=3", "tricks_taken.tricks[0]=0", "undo"):
                await page.tap(tap)
                shown = [
                    control
                    for control in page.walk()
                    if control is not page.page and not isinstance(control, Component)
                ]
                assert [control for control in shown if control.page is not page.page] == []


@headless
async def test_a_bid_leaves_sheet_and_curve_of_a_wide_screen_as_they_are() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=2)
        async with visited(main_for(store), width=1280) as page:
            await page.go(f"/table/{session_id}")
            before = page.one(ft.Container, key="grid")
            await page.tap("bid_placed.bid=0")
            assert page.one(ft.Container, key="grid") is before


ELSEWHERE = (
    "back",
    "open.",
    "asides",
    "total[",
    "cell[",
    "fact.",
    "notice.",
    "rule.",
    "main.",
    "board=",
    "undo",
    "redo",
    "clock",
)
"""Keys that leave the screen, open a sheet, or change only this window."""

LAST_TAP = "Undo: the last tap"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_table_drawn_tap_by_tap_is_the_table_drawn_anew(game: AnyGame) -> None:
    compare_drawings(game, seed=1, taps=5)


@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_table_drawn_tap_by_tap_for_long_is_the_table_drawn_anew(game: AnyGame, seed: int) -> None:
    compare_drawings(game, seed, taps=14)


def compare_drawings(game: AnyGame, seed: int, taps: int) -> None:
    """Tap around at a table of this game; after each tap, a newly opened window must show the same."""
    rng = random.Random(seed)
    trail: list[str] = []

    @headless
    async def visit() -> None:
        with open_store() as store:
            session_id = played(store, game, rng.choice(list(game.box.players)), seed, rng.choice((1, 5, 15, 40)))
            main, width = main_for(store), rng.choice((412, 1280))
            async with visited(main, width=width) as page:
                await page.go(f"/table/{session_id}")
                for _ in range(taps):
                    page.use()
                    keys = [control for control in page.walk() if is_pressed(control) and named(control)]
                    keys = without_pads(keys)
                    recording = [control for control in keys if name_of(control) == "confirm"]
                    if not keys:
                        return
                    key = rng.choice(recording if recording and rng.random() < 0.3 else keys)
                    trail.append(name_of(key))
                    entries = len(store.load(session_id).journal)
                    await page.fire(key, "click")
                    if key in recording and len(store.load(session_id).journal) == entries:
                        continue  # what is missing is framed in this window alone
                    if page.page.route != f"/table/{session_id}" or page.all(ft.BottomSheet):
                        return
                    if page.all(ft.Semantics, identifier="message"):
                        continue  # said to this window alone
                    async with visited(main, width=width) as fresh:
                        await fresh.go(f"/table/{session_id}")
                        if (LAST_TAP in page.texts()) == (
                            LAST_TAP in fresh.texts()
                        ):  # else only here it is half filled in
                            assert look_of(page) == look_of(fresh), trail

    visit()


def named(control: BaseControl) -> bool:
    """Whether it is a key of the form and not one that only opens or folds others."""
    name = name_of(control)
    return bool(name) and not name.startswith(ELSEWHERE) and not name.endswith((".more", ".back")) and "~" not in name


def without_pads(keys: list[BaseControl]) -> list[BaseControl]:
    """The keys but those of a number pad: whose number is on is known to this window alone."""
    forms = {name_of(key).partition(".")[0] for key in keys if ".pad" in name_of(key)}
    return [key for key in keys if "=" in name_of(key) or name_of(key).partition(".")[0] not in forms]


def look_of(page: Page) -> list[tuple[Any, ...]]:
    """What the topmost screen shows: words, colours, signs, sizes, and what is chosen."""
    shown: list[tuple[Any, ...]] = []
    for control in page.walk():
        match control:
            case ft.View():
                shown = []
            case ft.Semantics():
                shown.append((control.identifier, control.selected, control.label))
            case ft.Text(style=ft.TextStyle() as style):
                shown.append((control.value, style.color, style.decoration, style.size))
            case ft.Container(key=str(key)) if key.startswith("painted."):
                pass  # as wide as the number of the entry
            case ft.Container():
                edge = control.border.top if isinstance(control.border, ft.Border) else None
                shown.append((control.bgcolor, edge, control.width, control.height, control.disabled))
            case ft.IconButton():
                shown.append((control.tooltip, control.disabled))
    return shown


def test_a_kept_control_is_drawn_from_its_facts_alone() -> None:
    """A module-level function that draws from a named tuple cannot depend on anything that is not compared."""
    calls = [(path, call) for path in (ROOT / "companion").rglob("*.py") for call in keep_calls(path)]
    assert len(calls) >= 20
    wrong = []
    for path, call in calls:
        _, facts, draw, *_ = call.args
        drawn_by_module = isinstance(draw, ast.Name) and draw.id in module_names(path)
        if not drawn_by_module or (isinstance(facts, ast.Tuple) and facts.elts):
            wrong.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert not wrong


def keep_calls(path: Path) -> Iterator[ast.Call]:
    """The calls of a `Keeping` in a module; a method of this name has another number of arguments."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name("keep") | ast.Attribute(attr="keep"), args=[_, _, _, *_]):
                yield node


def module_names(path: Path) -> set[str]:
    """The functions that a module defines or imports; none of them sees the local values of a caller."""
    names: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.FunctionDef(name=name):
                names.add(name)
            case ast.ImportFrom(names=imported):
                names |= {alias.asname or alias.name for alias in imported}
            case _:
                pass
    return names


class Words(NamedTuple):
    """What `draw_words` draws from."""

    text: str


def draw_words(facts: Words, act: Callable[[], str]) -> ft.Control:
    return ft.Container(ft.Text(facts.text), on_click=act)


def test_a_control_is_kept_until_its_facts_change() -> None:
    first = Keep("table", None)
    old = first("words", Words("one"), draw_words, lambda: "old")
    again = Keep("table", first)
    assert again("words", Words("one"), draw_words, lambda: "new") is old
    later = Keep("table", again)
    assert later("words", Words("two"), draw_words, lambda: "new") is not old


def test_a_tap_on_a_kept_control_calls_the_act_of_the_latest_drawing() -> None:
    first = Keep("table", None)
    kept: Any = first("words", Words("one"), draw_words, lambda: "old")
    assert kept.on_click() == "old"
    Keep("table", first)("words", Words("one"), draw_words, lambda: "new")
    assert kept.on_click() == "new"


def test_another_subject_keeps_nothing() -> None:
    first = Keep("one table", None)
    old = first("words", Words("one"), draw_words, lambda: "")
    assert Keep("another table", first)("words", Words("one"), draw_words, lambda: "") is not old


def test_parts_are_compared_as_objects() -> None:
    one, twin = ft.Text("same"), ft.Text("same")
    assert Parts([one]) == Parts([one])
    assert Parts([one]) != Parts([twin])
    assert Parts([one]) != Parts([one, twin])
