"""Crowded tables: stacks side by side, large numbers in two taps, a dock that scrolls, the board beside the table."""

import flet as ft
import pytest

from companion.forms.board_view import board_view
from companion.table.rows.seat_row import SeatFacts, seat_head, seat_row
from companion.testing.accessibility import is_struck, pressed_names
from companion.testing.headless import mounted
from companion.ui.chips_and_buttons import chip
from companion.ui.dock import dock
from companion.ui.marks import badge
from companion.ui.theme import Look
from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.game import Table
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.loot_and_recruit import GAME
from scoring.games.loot_and_recruit.options import Level, Options
from storage.store import Store
from tests.companion.pages import DESK, at, type_on
from tests.companion.tables import bid_all, enter, opened
from tests.scoring.sketches import apples

BRUTE = {"name": "Brute", "numbers": [["vp", 3], ["def", 5], ["cost", 4]]}


def stacked(store: Store) -> str:
    """A session in whose first turn Ben has two goblins on his first platform, one on the third."""
    desk = opened(store, GAME, 2, Options(level=Level.STACKS))
    for platform in (0, 0, 2):
        enter(desk, "goblin_added", seat=1, platform=platform, card=BRUTE)
    enter(desk, "event_flipped", effect=False)
    return desk.session_id


# Large numbers ------------------------------------------------------------------------------------------------------


@pytest.fixture
def baskets(store: Store, monkeypatch: pytest.MonkeyPatch) -> str:
    """A session of a sketch whose baskets have up to 199 apples."""
    monkeypatch.setattr(apples, "MOST", 199)
    return opened(store, apples.GAME, 2).session_id


@pytest.mark.long
async def test_five_players_go_on_to_the_next_round_on_a_small_phone(store: Store) -> None:
    """The players' rows become a strip and rows again: what draws either may call no hook of its own."""
    desk = opened(store, CROWN, 5, CrownOptions(schedule=(1, 2)))
    enter(desk, "trump_spun", shows="none")
    async with at(store, f"/table/{desk.session_id}", width=360, height=740) as page:
        for _ in range(5):
            await page.tap("bid_placed.bid=0")
        await page.tap("tricks_taken.tricks[0]=1", "confirm", "trump_spun.shows=none", "bid_placed.bid=0")
        assert "Dov bids" in page.texts()


@pytest.mark.long
async def test_a_large_number_takes_two_taps(store: Store, baskets: str) -> None:
    async with at(store, f"/table/{baskets}") as page:
        for seat, ten, number in ((0, 20, 23), (1, 0, 7)):
            await page.tap(f"basket_picked.rotten[{seat}]~{ten}", f"basket_picked.rotten[{seat}]={number}")
        await page.tap("confirm")
        assert {"23", "7"} <= set(page.texts(page.id("total[0]")) + page.texts(page.id("total[1]")))


@pytest.mark.long
async def test_a_wrong_ten_is_left_again_and_a_number_chosen_anew(store: Store, baskets: str) -> None:
    async with at(store, f"/table/{baskets}") as page:
        await page.tap("basket_picked.rotten[0]~30")
        back = page.id("basket_picked.rotten[0].back")
        assert [text.semantics_label for text in page.walk(back) if isinstance(text, ft.Text)] == ["Other tens"]
        await page.tap("basket_picked.rotten[0].back", "basket_picked.rotten[0]~10")
        await page.tap("basket_picked.rotten[0]=12")
        assert page.tappable("basket_picked.rotten[0]=12")
        await page.tap("basket_picked.rotten[0]~20", "basket_picked.rotten[0]=21")
        assert "12" not in page.texts()


@pytest.mark.long
async def test_what_is_beyond_the_tens_is_typed(store: Store, baskets: str) -> None:
    async with at(store, f"/table/{baskets}") as page:
        await page.tap("basket_picked.rotten[0].more")
        await type_on(page, "basket_picked.rotten[0].pad", "104")
        assert "104" in page.texts()


# Totals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scale", "height"), [(0.9, 48), (1.0, 48), (1.3, 59)])
async def test_a_total_and_its_change_have_the_height_they_need_in_every_text_size(scale: float, height: float) -> None:
    facts = SeatFacts(Seat(0), "Ana", 120, -20, (), (), turn=False)

    @ft.component
    def Row() -> ft.Control:
        return seat_row(Look(scale=scale), facts, lambda: None)

    async with mounted(Row) as page:
        assert page.texts(page.id("total[0]")) == ["120", "−20"]
        box = next(control for control in page.walk(page.id("total[0]")) if isinstance(control, ft.Container))
        assert box.height >= height


# Names --------------------------------------------------------------------------------------------------------------

CROWNED_LEADER = (Marker(Seat(0), "crown", "Crown"), Marker(Seat(0), "leads", "Starts"))


@pytest.mark.parametrize(
    ("name", "keys", "signs", "has_words", "is_below"),
    [
        ("Ben", 6, CROWNED_LEADER[1:], False, False),
        ("Dora", 6, CROWNED_LEADER, False, False),
        ("Wilhelmina", 6, CROWNED_LEADER, False, True),
        ("Wilhelmina", 4, CROWNED_LEADER, False, False),
        ("Wilhelmina", 2, CROWNED_LEADER, True, False),
    ],
)
async def test_markers_leave_a_name_its_room_beside_keys(
    name: str, keys: int, signs: tuple[Marker, ...], *, has_words: bool, is_below: bool
) -> None:
    facts = SeatFacts(Seat(0), name, 120, None, signs, (), turn=False)

    @ft.component
    def Row() -> ft.Control:
        return seat_row(Look(), facts, lambda: None, beside=ft.Container(width=keys * 50))

    async with mounted(Row) as page:
        assert bool(page.all(ft.Text, value="Starts")) == has_words
        assert page.one(ft.Text, value=name).max_lines == 1
        assert bool([column for column in page.all(ft.Column) if name in page.texts(column)][1:]) == is_below


def test_a_token_beside_a_short_marker_adds_no_line_to_a_narrow_row() -> None:
    sign = Marker(Seat(0), "deck", "deck 10, pile 12", short="10/12")
    facts = SeatFacts(Seat(0), "Ana", 9, None, (sign,), (Zone("bid", "Bid", seat=Seat(0), count="→ 3"),), turn=False)
    assert isinstance(seat_head(Look(), facts, lambda: None, is_narrow=True), ft.Row)


@pytest.mark.parametrize("scale", [1.0, 1.3])
async def test_a_chip_shows_that_a_name_goes_on_or_all_of_it(scale: float) -> None:
    name = "Wilhelmina Charlotte Hohenberg-Waldstein"

    @ft.component
    def Chip() -> ft.Control:
        return chip(Look(scale=scale), "dealer", name, lambda: None, mark=badge(Look(), 0), small=True)

    async with mounted(Chip) as page:
        words = page.one(ft.Text, value=name)
        assert words.expand_loose  # at most as wide as the row
        assert words.overflow is ft.TextOverflow.ELLIPSIS if words.no_wrap else scale > 1


# The board ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_tap_on_the_board_begins_the_form_that_asks_for_it(store: Store) -> None:
    session = stacked(store)
    async with at(store, f"/table/{session}") as page:
        await page.tap("board=1-0-0:1.1:Brute")
        assert "Trash Brute and 1 above" in page.texts()
        struck = [name for name in pressed_names(page) if "Brute" in name and is_struck(page, name)]
        assert {name.rpartition("=")[2] for name in struck} == {"1-0-0:1.1:Brute", "1-0-1:1.2:Brute"}
        await page.tap("confirm")
        assert page.has("board=1-2-0:1.3:Brute")
        assert not page.has("board=1-0-0:1.1:Brute")


@pytest.mark.long
async def test_a_tap_on_the_board_keeps_what_is_entered_in_its_form(store: Store) -> None:
    session = stacked(store)
    async with at(store, f"/table/{session}") as page:
        await page.tap("main.attacked", "attacked.negated", "main.goblin_recruited", "board=1-0-0:1.1:Brute")
        assert page.one(ft.Switch).value
        assert "Nothing falls" in page.texts()


@pytest.mark.long
async def test_on_a_wide_screen_the_board_lies_beside_the_table(store: Store) -> None:
    session = stacked(store)
    async with at(store, f"/table/{session}", **DESK) as page:
        await page.tap("board=1-2-0:1.3:Brute")
        assert "Trash Brute" in page.texts()
        assert not page.has("board=1-2-0:1.3:Brute")  # the form shows the board now
        await page.tap("main.new_goblin_recruited")
        assert page.tappable("board=1-2-0:1.3:Brute")


async def test_the_stacks_of_a_player_stand_side_by_side_empty_ones_too() -> None:
    zones = (
        *(
            Zone(f"p-{n}", f"Platform {n + 1}", (Tile("t", "Brute"),) if n == 1 else (), Seat(0), stacked=True)
            for n in range(3)
        ),
        Zone("q", "Nowhere", (), Seat(1), stacked=True),
        Zone("crowd", "Crowd", (Tile("c", "Imp"),)),
    )

    @ft.component
    def Shown() -> ft.Control:
        return board_view(Look(), Board(zones), {}, Table(("Ana", "Ben")))

    async with mounted(Shown) as page:
        texts = page.texts()
        assert [text for text in texts if text.startswith("Platform")] == ["Platform 1", "Platform 2", "Platform 3"]
        assert "Nowhere" not in texts
        assert {"Crowd", "Imp"} <= set(texts)
        cuts = {text.value: (text.max_lines, text.overflow, text.expand) for text in page.all(ft.Text)}
        assert cuts["Platform 1"] == (1, ft.TextOverflow.ELLIPSIS, True)
        assert cuts["Crowd"] == (2, ft.TextOverflow.ELLIPSIS, True)


# The dock -----------------------------------------------------------------------------------------------------------


async def test_what_is_too_high_for_the_dock_scrolls_above_its_buttons() -> None:
    @ft.component
    def Foot() -> ft.Control:
        return dock([ft.Text("above"), ft.Text("button")])

    async with mounted(Foot) as page:

        def scrolls() -> bool:
            return any(control.height == 457.5 for control in page.all(ft.Container))

        assert not scrolls()
        for height, high in ((300.0, False), (900.0, True), (200.0, False)):
            measure = next(control for control in page.all(ft.Container) if control.on_size_change is not None)
            await page.fire(measure, "size_change", {"w": 400.0, "h": height})
            assert scrolls() is high
        assert page.texts() == ["above", "button"]


# Many players -------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_few_keys_stand_beside_the_name_where_many_play_on_a_wide_screen(store: Store) -> None:
    desk = opened(store, CROWN, 8)
    bid_all(desk, 0)
    for size, beside in (({}, False), (DESK, True)):
        async with at(store, f"/table/{desk.session_id}", **size) as page:
            assert bool(page.texts(page.one(ft.Container, key="slot[0]"))) is beside
    async with at(store, f"/table/{desk.session_id}", **DESK) as page:
        await page.tap("tricks_taken.tricks[0]=1")
        assert page.texts(page.id("confirm")) == ["1 trick still missing."]
