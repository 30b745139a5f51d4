"""Forms of the types of rounds: help for newcomers is next to the field, and fits on a phone."""

from typing import Any

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.testing.headless import Page
from companion.ui.marks import colour_of
from companion.ui.theme import Look
from scoring.contract.game import Opened
from scoring.contract.scores import totals
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.options import Level as FactionLevel
from scoring.games.faction_wars.options import Options as FactionOptions
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import NAMES, bid_all, enter, opened

TWO_IN_A_ROW = "Win two tricks in a row"


def playing(store: Store, kind: RoundType, cards: int, players: int = 5, **options: Any) -> Desk:
    """A table of this type's rounds, the last player deals."""
    chosen = Options(schedule=(cards, cards), pool=(kind,), first_dealer=players - 1, **options)
    return opened(store, GAME, players, chosen)


# Missions -----------------------------------------------------------------------------------------------------------


def typed_missions(store: Store) -> Desk:
    """A round of missions in which Ana keeps a card the rulebook does not print."""
    desk = playing(store, RoundType.MISSIONS, 5, players=3)
    enter(desk, "trump_spun", shows="red")
    enter(desk, "mission_kept", mission="other")
    enter(desk, "mission_read", card={"name": TWO_IN_A_ROW, "numbers": []}, value=15)
    return desk


async def test_a_mission_stands_at_its_players_question(store: Store) -> None:
    desk = typed_missions(store)
    for _ in range(2):
        enter(desk, "mission_kept", mission="not_first")
    async with at(store, f"/table/{desk.session_id}") as page:
        rows = [page.texts(page.one(key=f"seat.{seat}")) for seat in range(3)]
        assert [TWO_IN_A_ROW in row for row in rows] == [True, False, False]
        assert not [text for text in page.texts() if text.startswith("Ana's card")]


# Bids on suits ------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_double_bid_on_a_suit_stands_at_the_end_of_its_row(store: Store) -> None:
    desk = playing(store, RoundType.SUIT_PRECISION, 4)
    async with at(store, f"/table/{desk.session_id}") as page:
        signs = [icon.semantics_label for icon in page.all(ft.Icon) if icon.size == 18 and icon.semantics_label]
        assert signs == ["Yellow", "Blue", "Red", "Green"]
        await page.tap("suit_bids_placed.bids[red]=2")
        assert page.texts(page.id("suit_bids_placed.doubles=red")) == ["2–3"]
        await page.tap("suit_bids_placed.doubles=red")
        assert page.texts(page.id("confirm")) == ["Bid 2–3 red: 2 to 3 of 4"]
        await page.tap("suit_bids_placed.doubles=yellow", "suit_bids_placed.bids[blue]=3")
        assert page.texts(page.id("confirm")) == ["1 trick bid too many: 5 of at most 4."]
        await page.tap("suit_bids_placed.bids[blue]=1", "confirm")
    bids = Desk(store, desk.session_id).event(1)
    assert bids.doubles == ("yellow", "red")
    assert bids.bids == (("yellow", 0), ("blue", 1), ("red", 2), ("green", 0))


async def test_a_double_bid_on_a_suit_stands_there_when_it_is_corrected_too(store: Store) -> None:
    desk = playing(store, RoundType.SUIT_PRECISION, 4)
    numbers = [["yellow", 0], ["blue", 1], ["red", 2], ["green", 0]]
    enter(desk, "suit_bids_placed", bids=numbers, doubles=["red"])
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[1]")
        assert page.texts(page.id("suit_bids_placed.doubles=red")) == ["2–3"]


@pytest.mark.parametrize("suit", ["yellow", "blue", "red", "green"])
async def test_the_suit_that_is_counted_is_a_heading_in_its_colour(store: Store, suit: str) -> None:
    desk = playing(store, RoundType.SUIT_PRECISION, 4, players=3)
    suits = ("yellow", "blue", "red", "green")
    for _ in range(3):
        enter(desk, "suit_bids_placed", bids=[[name, 0] for name in suits], doubles=[])
    for counted in suits[: suits.index(suit)]:
        enter(desk, "tricks_taken", part=counted, tricks=[[0, 1], [1, 0], [2, 0]])
    async with at(store, f"/table/{desk.session_id}") as page:
        (heading,) = (
            text for text in page.walk(page.id("asked")) if str(getattr(text, "value", "")).startswith("Count the")
        )
        mark = next(control for control in page.walk(page.id("asked")) if isinstance(control, ft.Icon))
        assert heading.value == f"Count the {suit} suit"
        assert heading.style.size >= 20
        assert heading.style.color == mark.color == colour_of(Look(), next(s for s in GAME.box.suits if s.key == suit))


# Long questions -----------------------------------------------------------------------------------------------------


async def rows_of(page: Page) -> tuple[int, int]:
    """The number of players in their own row, and side by side."""
    rows = len([control for control in page.all() if str(control.key).startswith("seat.")])
    strip = page.all(key="strip")
    return rows, len([text for cell in strip for text in page.texts(cell) if text in NAMES])


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "cards", "before"),
    [
        (RoundType.SUIT_PRECISION, 8, ()),
        (RoundType.SPLIT, 8, ()),
        (RoundType.BLIND, 8, ("blind_bids_set",)),
    ],
)
async def test_players_stand_side_by_side_where_a_question_is_long(
    store: Store, kind: RoundType, cards: int, before: tuple[str, ...]
) -> None:
    desk = playing(store, kind, cards)
    for event in before:
        enter(desk, event)
    route = f"/table/{desk.session_id}"
    async with at(store, route) as page:
        assert await rows_of(page) == (0, 5)
        await page.tap("total[2]")
        assert page.one(ft.BottomSheet).open
    async with at(store, route, height=1400) as page:
        assert await rows_of(page) == (5, 0)
    for height, rows in ((800, (0, 5)), (1200, (5, 0))):
        async with at(store, route, width=1280, height=height) as page:
            assert await rows_of(page) == rows


async def test_a_name_of_forty_letters_leaves_room_for_its_tokens_and_its_total(store: Store) -> None:
    long = "Maximiliane-Henriette von und zu Hofenau"
    names = (long, "Ben", "Cleo", "Dov", "Eve")
    options = Options(schedule=(8, 8), pool=tuple(RoundType), specials=(Special.WIZARD,))
    session_id = store.sessions.open(GAME, Opened(names, options))

    def named(page: Page) -> dict[str, ft.Text]:
        strip = page.walk(page.one(key="strip"))
        return {control.value: control for control in strip if isinstance(control, ft.Text)}

    async with at(store, f"/table/{session_id}") as page:
        assert await rows_of(page) == (0, 4)  # and the long name
        assert named(page)["Ben"].width is None
        assert 0 < (named(page)[long].width or 0) < 412 / 3
        await page.tap("type_drawn.type=suit_precision")
        assert await rows_of(page) == (0, 4)
        assert named(page)[long].expand  # in a place of a fixed width
        assert named(page)[long].overflow is ft.TextOverflow.ELLIPSIS


@pytest.mark.long
@pytest.mark.parametrize(("width", "height", "lines"), [(412, 800, 2), (1280, 700, 2), (360, 700, 2)])
async def test_a_strip_keeps_its_height_while_tokens_are_placed(
    store: Store, width: int, height: int, lines: int
) -> None:
    desk = playing(store, RoundType.SUIT_PRECISION, 8, players=4)
    suits = ("yellow", "blue", "red", "green")
    async with at(store, f"/table/{desk.session_id}", width=width, height=height) as page:
        shapes = []
        for bidder in range(4):
            rows = next(control.controls for control in page.walk(page.one(key="strip")) if type(control) is ft.Column)
            places = [[place.expand for place in row.controls] for row in rows]
            heights = {page.one(key=f"total[{seat}]").content.height for seat in range(4)}
            shapes.append((places, heights))
            for suit in suits[: bidder + 1]:
                await page.tap(f"suit_bids_placed.bids[{suit}]=1")
            await page.tap("confirm")
        assert [len(row) for row in shapes[0][0]] == [2] * lines
        assert len(shapes[0][1]) == 1
        assert shapes == [shapes[0]] * 4


async def test_players_stand_side_by_side_while_one_of_many_types_is_drawn(store: Store) -> None:
    desk = opened(store, GAME, 5, Options(schedule=(8, 8), pool=tuple(RoundType), specials=(Special.WIZARD,)))
    async with at(store, f"/table/{desk.session_id}") as page:
        assert await rows_of(page) == (0, 5)
        await page.tap("type_drawn.type=normal")
        assert await rows_of(page) == (5, 0)


# Totals -------------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_what_somebody_buys_leaves_the_others_their_last_round(store: Store) -> None:
    desk = playing(store, RoundType.NORMAL, 2, players=3, specials=(Special.THIEF,))
    enter(desk, "shield_bought", seat=1)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert changes(page) == [[], ["−20"], []]
    bid_all(desk, 0)
    enter(desk, "tricks_taken", tricks=[[0, 2], [1, 0], [2, 0]])
    enter(desk, "shield_bought", seat=2)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert changes(page) == [["−20"], ["0"], ["−20"]]
    assert totals_of(Desk(store, desk.session_id)) == [-20, 0, 0]


async def test_what_a_round_would_make_of_the_totals_counts_nothing_twice(store: Store) -> None:
    desk = playing(store, RoundType.NORMAL, 2, players=3, specials=(Special.THIEF,))
    enter(desk, "shield_bought", seat=1)
    bid_all(desk, 0)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("tricks_taken.tricks[0]=2")
        assert [page.texts(page.id(f"total[{seat}]")) for seat in range(3)] == [
            ["0", "−20"],
            ["−20", "+20"],
            ["0", "+20"],
        ]
        await page.tap("confirm")
        assert totals_of(Desk(store, desk.session_id)) == [-20, 0, 20]


def changes(page: Page) -> list[list[str]]:
    """The change below everybody's total."""
    return [page.texts(page.id(f"total[{seat}]"))[1:] for seat in range(3)]


def totals_of(desk: Desk) -> list[int]:
    """Everybody's points."""
    return list(totals(desk.state.ledger, desk.state.table.seats).values())


async def test_five_players_stand_side_by_side_in_a_small_window_while_a_card_is_named(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 5, FactionOptions(level=FactionLevel.ROUNDS))
    enter(desk, "bids_turned", bids=[[0, 2], [1, 2], [2, 1], [3, 5], [4, 3]])
    async with at(store, f"/table/{desk.session_id}", width=360, height=740) as page:
        assert not page.all(ft.Container, key="slot[0]")  # no rows
        assert "3/0" in page.texts()


async def test_what_the_witch_must_take_is_in_sight_at_once(store: Store) -> None:
    desk = opened(store, GAME, 3, Options(schedule=(8, 8), specials=(Special.WITCH,)))
    enter(desk, "trump_spun", shows="red")
    bid_all(desk, 1)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides", "aside.witch_played", "witch_played.seat=0", "witch_played.shares[1]=20")
        assert page.texts(page.id("aside.confirm")) == ["Played"]


async def test_where_cards_are_counted_at_the_end_alone_the_table_is_told_to_play_on(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3, FactionOptions())
    assert desk.main.help.startswith("Play on; nothing is entered until the game is over.")
    enter(desk, "cards_counted", recruits=1, berserkers=0, bystanders=0)
    assert not desk.main.help.startswith("Play on")
