"""What a tap draws anew, sends and asks of the file: as little as what it changed."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import flet as ft
import pytest
from flet.components.component import Component, Renderer
from flet.controls.id_counter import ControlId
from sqlalchemy import event

from companion.app import main_for
from scoring.games import find_game
from storage.store import Store
from tests.companion.tables import open_store, opened, said
from tests.headless import Page, headless
from tests.headless import opened as visited
from tests.storage.tiny import TINY

CROWN_BATTLES = find_game("crown_battles")


def crowned(store: Store, bids: int) -> str:
    """A table of four at Crown Battles with four cards each, of whom so many have bid; gives its id."""
    options = replace(CROWN_BATTLES.presets(4)[0].options, schedule=(4, 4))
    desk = opened(store, CROWN_BATTLES, 4, options)
    for _ in range(bids):
        said(desk, "bid_placed", bid=[2])
    return desk.session_id


class Cost:
    """What was made and sent since the last look."""

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
        return dict(self._drawn), len(self._page.client.patches), self._made


@contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """What is asked of the file meanwhile, a word each."""
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
                drawn, patches, made = await cost.of("tricks_taken.tricks[0]=1")
                assert drawn == {"Playing": 1, "SeatRow": 1, "Keys": 1}
                assert patches == 1
                assert made <= 24

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
            with asked(store) as words:
                page.client.patches.clear()
                await page.tap("bid_placed.bid=0")
                assert words == ["BEGIN", "INSERT", "UPDATE"]
                assert len(page.client.patches) == 1


@headless
async def test_kept_buttons_act_on_the_table_that_is_shown() -> None:
    with open_store() as store:
        one, other = (opened(store, TINY, 3) for _ in range(2))
        for desk in (one, other):
            said(desk, "scored", seat=0, points=5)
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
                shown = [each for each in page.walk() if each is not page.page and not isinstance(each, Component)]
                assert [each for each in shown if each.page is not page.page] == []


@headless
async def test_a_bid_leaves_sheet_and_curve_of_a_wide_screen_as_they_are() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=2)
        async with visited(main_for(store), width=1280) as page:
            await page.go(f"/table/{session_id}")
            before = page.one(ft.Container, key="grid")
            await page.tap("bid_placed.bid=0")
            assert page.one(ft.Container, key="grid") is before
