"""What a thumb aims at stays where it is, and a phone held sideways shows more than two players."""

import flet as ft
import pytest

from companion.table.fact_pills import fit_facts
from companion.testing.golden import load
from companion.testing.headless import Page
from companion.ui.theme import Look
from scoring.contract.game import Fact
from scoring.engine.replay import Replay, replay
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.loot_and_recruit import GAME as LOOT_AND_RECRUIT
from scoring.games.recruit import GAME as RECRUIT
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.kit.trick_taking import Level
from storage.store import Store
from tests.companion.pages import at, type_on
from tests.companion.tables import NAMES, bid_all, checkpoint, enter, opened, played
from tests.scoring.test_golden_sessions import SESSIONS

LINE = Look().size(27)
"""The height of a line of facts."""

SIDEWAYS = {"width": 915, "height": 412}
SMALL = {"width": 360, "height": 740}
SMALL_SIDEWAYS = {"width": 740, "height": 360}
FACTS_OF_SIX_LINES = SESSIONS / "crown_battles" / "format-1" / "expansion_five_by_cards.jsonl"


def column_of(page: Page, key: str) -> list[ft.Control]:
    """The controls of a part of the table that scrolls."""
    column = page.one(ft.Column, key=key)
    (inner,) = column.controls if column.on_scroll is not None else (column,)
    shown: list[ft.Control] = inner.controls
    return shown


@pytest.mark.long
@pytest.mark.parametrize("lines", [1, 2])
@pytest.mark.parametrize("scale", [0.9, 1.3])
def test_the_facts_of_the_header_take_the_same_lines_whatever_is_known(lines: int, scale: float) -> None:
    file, counts = load(FACTS_OF_SIX_LINES), set()
    for number in range(1, len(file.journal), 5):
        run: Replay = replay(file.game, file.journal[:number])
        facts = tuple(file.game.view(run.state).facts)
        placed, more = fit_facts(Look(scale=scale), facts, 382, lines)
        assert len(placed) == lines
        assert [fact for line in placed for fact in line] + list(more) == list(facts)
        counts.add(bool(more))
    assert counts >= {True}  # some do not fit


def test_a_picture_before_a_fact_takes_room() -> None:
    plain, pictured = Fact("a", "Trump", "red"), Fact("b", "Trump", "red", suit="red")
    width = next(room for room in range(1000) if not fit_facts(Look(), (plain, plain), room, 1).more)
    assert [bool(fit_facts(Look(), (plain, pictured), width + more, 1).more) for more in (0, 21, 22)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("room", range(60, 700, 20))
@pytest.mark.parametrize("lines", [1, 2])
def test_the_totals_of_teams_are_not_torn_apart(room: int, lines: int) -> None:
    teams = [Fact(f"team_{n}", team, "15", group="teams") for n, team in enumerate(("Ana and Cleo", "Ben and Dov"))]
    facts = (Fact("round", "Hand", "2 of 4"), Fact("trump", "Trump", "not entered"), *teams)
    placed, more = fit_facts(Look(), facts, room, lines)
    assert len(placed) == lines
    assert [fact for line in placed for fact in line] + list(more) == list(facts)
    assert sum(fact.group == "teams" for fact in more) != 1


@pytest.mark.long
async def test_a_notice_comes_into_the_dock_and_moves_no_row(store: Store) -> None:
    seen = set()
    for steps in range(1, 40, 2):
        session_id = played(store, GAME, 5, 3, steps)
        async with at(store, f"/table/{session_id}") as page:
            notices = page.all(key="notices")
            above = {control.key for control in column_of(page, "upper")}
            assert "notices" not in above
            seen.add(bool(notices))
    assert seen == {True, False}


async def test_a_refusal_comes_above_the_bids_in_the_dock_and_moves_none(store: Store) -> None:
    desk = opened(store, GAME, 3, Options(schedule=(2, 2), screw_the_dealer=True))
    for kind, answers in ("trump_spun", {"shows": "red"}), ("bid_placed", {"bid": [1]}), ("bid_placed", {"bid": [1]}):
        enter(desk, kind, **answers)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("bid_placed.bid=0")
        names = page.names()
        assert names.index("message") < names.index("bid_placed.bid=0") < names.index("undo")


@pytest.mark.long
async def test_the_cards_stay_where_they_are_between_leading_and_playing(store: Store) -> None:
    desk = opened(store, GAME, 5, Options(schedule=(8, 8), level=Level.CARDS))
    enter(desk, "trump_spun", shows="red")
    bid_all(desk, 1)
    titles = []
    async with at(store, f"/table/{desk.session_id}") as page:
        for card in ("card_played.card=red-3", "card_played.card=red-4"):
            title = page.one(ft.Column, key="title")
            titles.append([control.max_lines for control in page.walk(title) if isinstance(control, ft.Text)][-2:])
            await page.tap(card)
    assert titles == [[1, 1], [1, 1]]  # the name and a line of help, even where there is none


@pytest.mark.long
async def test_held_sideways_the_players_are_beside_the_question(store: Store) -> None:
    desk = opened(store, GAME, 8)
    async with at(store, f"/table/{desk.session_id}", **SIDEWAYS) as page:
        assert [control.key for control in column_of(page, "upper")] == ["strip"]  # all eight in sight
        assert not page.all(ft.Text, value="Score sheet")
    bid_all(desk, 0)
    async with at(store, f"/table/{desk.session_id}", **SIDEWAYS) as page:
        rows = [control for control in column_of(page, "upper") if str(control.key).startswith("seat.")]
        assert len(rows) == 8
        assert all(page.texts(page.one(ft.Container, key=f"slot[{seat}]")) for seat in range(8))  # keys beside names
        await page.tap("tricks_taken.tricks[0]=1")
        assert page.texts(page.id("confirm")) == ["1 trick still missing."]


async def test_who_has_the_rest_of_the_tricks_is_said_beside_the_title(store: Store) -> None:
    desk = opened(store, GAME, 4)
    while desk.main is not None and desk.main.kind != "tricks_taken":
        answers = {"shows": "red"} if desk.main.kind == "trump_spun" else {"bid": [0, 1]}
        desk.record(desk.main, {**dict(desk.main.given), **answers}, desk.number)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert not any("Ana" in text for text in page.texts(page.id("asked")))
        await page.tap(*(f"tricks_taken.tricks[{seat}]=0" for seat in (1, 2, 3)))
        assert page.texts(page.id("asked")) == ["Count the tricks", ": the other 2 are Ana's."]


async def test_what_is_hidden_below_is_said_to_be_there_until_it_is_scrolled_to(store: Store) -> None:
    desk = opened(store, GAME, 5)
    async with at(store, f"/table/{desk.session_id}") as page:

        async def tell(event: str, **values: float) -> bool:
            upper = page.one(ft.Column, key="upper")
            control = upper.controls[0] if event == "content" else upper
            name, data = ("scroll", values) if event == "scroll" else ("size_change", {"w": 388.0, **values})
            await page.fire(control, name, data)
            return page.has("more.below")

        assert not await tell("view", h=308.0)  # with its margin
        assert not await tell("content", h=310.0)  # the edge of a row is nothing
        assert await tell("content", h=315.0)  # a line of small text
        dock = next(control for control in page.all(ft.SafeArea) if "undo" in page.names(root=control))
        assert "more.below" not in page.names(root=dock)  # it is about the list, and takes no line
        assert not await tell("content", h=300.0)
        assert await tell("content", h=500.0)
        scrolled = {
            "event_type": "update",
            "pixels": 190.0,
            "min_scroll_extent": 0.0,
            "max_scroll_extent": 200.0,
            "viewport_dimension": 300.0,
        }
        assert not await tell("scroll", **scrolled)  # type: ignore[arg-type]  # one of them is a word


@pytest.mark.long
async def test_the_next_player_s_cards_are_counted_from_the_top_of_the_form(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        column = page.one(ft.Column, key="upper")
        for control, height in ((column, 500.0), (column.controls[0], 800.0)):
            await page.fire(control, "size_change", {"w": 388.0, "h": height})
        assert "scroll_to" not in [name for name, _ in page.client.calls]
        for key in ("recruits.pad#2", "recruits.pad#0", "berserkers", "recruits.pad#2"):
            await page.tap(f"cards_counted.{key}")
        await page.tap("confirm")
        await page.until(lambda: "scroll_to" in [name for name, _ in page.client.calls])
        assert [given["offset"] for name, given in page.client.calls if name == "scroll_to"] == [0]


async def scrolled_to_the_top(page: Page, part: str) -> bool:
    """Whether the part of the table, which is longer than its window, is scrolled to its top by "confirm"."""
    column = page.one(ft.Column, key=part)
    for control, height in ((column, 200.0), (column.controls[0], 800.0)):
        await page.fire(control, "size_change", {"w": 300.0, "h": height})
    before = len(page.client.calls)
    await page.tap("confirm")
    await page.settle()
    return {"offset": 0, "duration": 0}.items() <= dict(page.client.calls[before:]).get("scroll_to", {}).items()


async def test_on_a_small_phone_bids_on_suits_are_above_the_players_and_begin_at_their_top(store: Store) -> None:
    desk = opened(store, GAME, 5, Options(schedule=(6, 6), pool=(RoundType.SUIT_PRECISION,), first_dealer=4))
    enter(desk, "trump_spun", shows="red")
    async with at(store, f"/table/{desk.session_id}", **SMALL) as page:
        assert [control.key for control in column_of(page, "upper")][::2] == ["title", "strip"]
        await page.tap("suit_bids_placed.bids[red]=1")
        assert await scrolled_to_the_top(page, "upper")
        assert "Ben bids on the suits" in page.texts()
    async with at(store, f"/table/{desk.session_id}", **SMALL_SIDEWAYS) as page:
        assert "notices" in {control.key for control in column_of(page, "upper")}  # beside the question
        await page.tap("suit_bids_placed.bids[red]=1")
        assert await scrolled_to_the_top(page, "question")


@pytest.mark.parametrize(("size", "part"), [(SMALL, "upper"), (SMALL_SIDEWAYS, "question")])
async def test_where_there_is_little_room_the_variations_scroll_with_the_cards(
    store: Store, size: dict[str, int], part: str
) -> None:
    desk = opened(store, RECRUIT, 4)
    enter(desk, "variations_declared", variations=["match"])
    async with at(store, f"/table/{desk.session_id}", **size) as page:
        shown = [control.key for control in column_of(page, part)]
        assert shown[:2] == ["beside.variations_declared", "title"]


async def test_on_a_small_phone_a_name_is_not_cut_for_the_word_of_a_marker(store: Store) -> None:
    desk = opened(store, RECRUIT, 4, names=("Hedda", *NAMES[:3]))
    enter(desk, "suit_displayed", suit="H")
    enter(desk, "tricks_counted", tricks=[[0, 5], [1, 4], [2, 2], [3, 2]])
    async with at(store, f"/table/{desk.session_id}", **SMALL) as page:
        assert not page.all(ft.Text, value="Deals")  # its icon says it
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.all(ft.Text, value="Deals")


@pytest.mark.long
async def test_the_totals_stay_in_sight_while_the_platforms_are_counted(store: Store) -> None:
    desk = checkpoint(store, 4)
    async with at(store, f"/table/{desk.session_id}") as page:
        await type_on(page, "checkpoint_counted.points.pad", "1›2›3›4")
        assert [page.texts(page.id(f"total[{seat}]"))[-2:] for seat in range(4)] == [
            ["0", f"+{n}"] for n in range(1, 5)
        ]


async def test_the_header_has_a_line_of_facts_only_where_one_is_needed(store: Store) -> None:
    for game, expected in ((LOOT_AND_RECRUIT, 1), (GAME, 2)):
        desk = opened(store, game, 5 if game is GAME else 4)
        async with at(store, f"/table/{desk.session_id}") as page:
            lines = [row.content for row in page.all(ft.Container) if row.height == LINE]
            assert [bool(row.controls) for row in lines] == [True] * expected
            await page.tap("asides", "aside.stopped", "aside.confirm")
            lines = [row.content for row in page.all(ft.Container) if row.height == LINE]
            assert [bool(row.controls) for row in lines] == [True]


@pytest.mark.parametrize(("width", "height", "room"), [(1280, 800, 602), (412, 915, 602), (740, 360, 244)])
async def test_the_form_of_who_comes_late_shows_its_whole_pad_where_it_has_room(
    store: Store, width: int, height: int, room: int
) -> None:
    desk = opened(store, SCORE_PAD, 4)
    async with at(store, f"/table/{desk.session_id}", width=width, height=height) as page:
        await page.tap("asides", "aside.came_late")
        boxes = [box for box in page.all(ft.Container) if box.on_size_change and "0" in page.texts(box)]
        await page.fire(boxes[-1], "size_change", {"w": 588.0, "h": 602.0})
        (above,) = [box for box in page.all(ft.Container) if box.height and int(box.height) == room]
        assert "0" in page.texts(above)
