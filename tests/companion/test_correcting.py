"""From a number of the score sheet to the entry behind it, and back."""

from itertools import dropwhile, groupby
from typing import Any

import flet as ft
import pytest

from companion.app import main_for
from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.open_session.sources import find_sources
from companion.testing.accessibility import is_selected
from companion.testing.headless import Page, visited
from scoring.contract.scores import Seat
from scoring.games import find_game
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.options import Options as LootOptions
from scoring.games.score_pad import Options as PadOptions
from storage.store import Store
from tests.companion.pages import at, has
from tests.companion.phone_tables import crown_table
from tests.companion.tables import NAMES, bid_all, enter, opened, tiny
from tests.companion.test_back import chosen
from tests.companion.test_crowded import BRUTE
from tests.companion.test_partners import HANDS, deal, pairs

CROWN, RECRUIT, PAD, LOOT = map(find_game, ("crown_battles", "recruit", "score_pad", "loot_and_recruit"))
DOUBLES = {
    rank: [2 if n > 1 else 1 for n in row] for rank, row in zip(("jacks", "queens", "kings"), HANDS[0][1:], strict=True)
}


def recruit(store: Store, before: dict[str, Any] | None = None) -> Desk:
    """Four at Recruit with one hand scored by doubles, and points by agreement `before` it."""
    desk = opened(store, RECRUIT, 4, RECRUIT.options())
    if before:
        enter(desk, "adjusted", **before)
    deal(desk, 0)
    enter(desk, "doubles_counted", match=[], **{name: pairs(tuple(row)) for name, row in DOUBLES.items()})
    return desk


def sheet_of(page: Page) -> list[str]:
    """The title of the correction's sheet and what follows on the screen."""
    return list(dropwhile(lambda text: not text.startswith("Correct this ·"), page.texts()))


def rows_of(page: Page) -> list[str]:
    """The players' names in the form on the screen, in order; the keys of each are read aloud under their name, too."""
    return [name for name, _ in groupby(text for text in sheet_of(page) if text in NAMES)]


async def test_undo_takes_back_a_single_tap_also_after_an_entry_before_it_was_corrected(store: Store) -> None:
    desk = crown_table(store)
    bid_all(desk, 0)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("tricks_taken.tricks[0]=1", "tricks_taken.tricks[1]=0")
        await page.tap("open.log", "entry[2]", "bid_placed.bid=1", "entry.check", "preview.save", "back")
        await page.tap("undo")
        await page.settle(0.1)
        assert Desk(store, desk.session_id).draft("tricks_taken") == {"tricks": [[0, 1]]}


async def test_tricks_are_corrected_beside_the_bids_of_their_round(store: Store) -> None:
    desk = crown_table(store)
    bid_all(desk, 0)
    enter(desk, "tricks_taken", tricks=[[0, 2], [1, 0], [2, 0]])
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap(f"entry[{desk.number - 1}]")
        assert sheet_of(page).count("bid 0") == 3


async def test_a_mistyped_name_of_a_card_is_corrected_and_its_numbers_stay_with_a_tap(store: Store) -> None:
    desk = opened(store, LOOT, 2, LootOptions(level=Level.STACKS))
    enter(desk, "goblin_added", seat=1, platform=0, card={"name": "Brt", "numbers": BRUTE["numbers"]})
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[1]")
        assert not page.has("goblin_added.card.same")
        await page.fill("Goblin", "Brute")
        assert "Same numbers as Brt" in page.texts()
        await page.tap("goblin_added.card.same", "entry.check", "preview.save")
    assert Desk(store, desk.session_id).payload(1)["card"] == BRUTE


@pytest.mark.long
@pytest.mark.parametrize("root", ["table/{}/sheet", "session/{}"])
async def test_faces_are_corrected_in_the_rows_in_which_they_were_entered(root: str, store: Store) -> None:
    address = f"/{root.format(recruit(store).session_id)}"
    async with at(store, address) as page:
        await page.tap("cell[1][1]", "Correct: Who has two or more of a face?")
        assert page.names("doubles_counted.jacks[1]=") == ["doubles_counted.jacks[1]=2"]
        assert {"JJ+", "QQ+", "KK+"} <= set(page.texts())
        assert "0–1" not in page.texts()
        assert rows_of(page) == ["Ben", "Ana", "Cleo", "Dov"]
        await page.tap("doubles_counted.kings[1]=2", "entry.check", "preview.save")
        assert not sheet_of(page)
        assert page.page.route == address


@pytest.mark.long
async def test_a_number_that_another_entry_was_counted_from_leads_to_that_one_too(store: Store) -> None:
    desk = recruit(store)
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        await page.tap("cell[1][2]", "Correct: Count the tricks")
        assert rows_of(page)[0] == "Cleo"
        await page.tap("tricks_counted.tricks[2]=3", "tricks_counted.tricks[3]=2", "entry.check", "preview.save")
        assert dict(Desk(store, desk.session_id).payload(2)["tricks"])[2] == 3


@pytest.mark.parametrize("inserts", [False, True])
async def test_what_is_typed_in_a_correction_stays_while_another_window_enters_something(
    inserts: bool, store: Store
) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    entry = desk.run.steps[1].entry
    async with at(store, f"/table/{desk.session_id}/log/{entry}") as page:
        await page.tap(*["entry.insert"][:inserts], "scored.seat=2")
        enter(desk, "adjusted", seat=0, points=5, reason="A song")
        await page.go(f"/table/{desk.session_id}/log/{entry}")
        assert is_selected(page, "scored.seat=2")


async def test_a_preview_is_made_anew_after_another_window_entered_something(store: Store) -> None:
    session_id, desks = tiny(store, (0, 5), (1, 3)).session_id, Desks(store)
    desk = desks.desk(session_id)
    async with at(store, f"/table/{session_id}/log/1", desks=desks) as page:
        await page.tap("scored.points=2", "entry.check")
        assert has(page, "5 → 2")
        enter(desk, "adjusted", seat=0, points=7, reason="A song")
        await page.tap("preview.save")
        assert has(page, "Somebody else entered something first.", "12 → 9")
        await page.tap("preview.save")
    assert desk.shown.totals[Seat(0)] == 9


async def test_a_form_opened_from_a_sheet_keeps_fitting_its_content_once_that_sheet_has_slid_away(store: Store) -> None:
    async with at(store, f"/table/{recruit(store).session_id}/sheet") as page:
        await page.tap("cell[1][2]", "Correct: Count the tricks")
        sliding, opened_now = page.page._dialogs.controls
        measured = next(part for part in page.walk(opened_now) if getattr(part, "on_size_change", None))
        await page.fire(sliding, "dismiss")
        for height in (333, 222):  # the form, then the preview
            await page.fire(measured, "size_change", {"w": 380.0, "h": float(height)})
            assert page.all(ft.Container, height=height)


async def test_a_correction_keeps_an_answer_that_is_tapped_again_unless_the_others_say_it(store: Store) -> None:
    desk = opened(store, CROWN, 3, CROWN.options(schedule=(2, 2)))
    enter(desk, "trump_spun", shows="red")
    bid, *_ = [enter(desk, "bid_placed", bid=[number]) for number in (1, 0, 0)]
    tricks = enter(desk, "tricks_taken", tricks=[[0, 1], [1, 1], [2, 0]])
    async with at(store, f"/table/{desk.session_id}/log/{bid}") as page:
        await page.tap("bid_placed.bid=1")
        assert "bid_placed.bid=1" in chosen(page)
        assert "See what changes" in page.texts()
        await page.tap("sheet.close", f"entry[{tricks}]")
        await page.tap("tricks_taken.tricks[0]=1", "tricks_taken.tricks[1]=0")
        assert "tricks_taken.tricks[0]=2" in chosen(page), "the other numbers say it"


@pytest.mark.parametrize("screen", ["", "/sheet"])
async def test_a_correction_that_is_closed_leads_back_one_screen_only(screen: str, store: Store) -> None:
    here = f"/table/{recruit(store).session_id}{screen}"
    async with at(store, here) as page:
        await page.tap(*(("cell[1][2]", "Correct: Count the tricks") if screen else ("total[2]", "round.correct[1]")))
        opened_now = page.page._dialogs.controls[-1]
        await page.tap("sheet.close")
        assert page.page.route == here
        await page.fire(opened_now, "dismiss")  # the browser says that it has slid away
        assert page.page.route == here


@pytest.mark.long
async def test_where_several_entries_make_up_a_number_each_line_has_its_own_pencil(store: Store) -> None:
    desk = tiny(store, (0, 5), rounds=3)
    by_agreement = enter(desk, "adjusted", seat=0, points=-2, reason="spilled")
    scored = enter(desk, "scored", seat=0, points=3)
    assert find_sources(desk, 2, Seat(0)).of_lines == (by_agreement, scored)
    assert find_sources(desk, 2, Seat(1)).of_lines == ()
    async with visited(main_for(store)) as page:
        for line, words in enumerate(("Ana −2 by agreement: spilled", "Ana scores 3")):
            await page.go(f"/table/{desk.session_id}/sheet")
            await page.tap("cell[2][0]")
            assert page.names("lines.correct") == []
            await page.tap(f"line.correct[{line}]")
            assert words in sheet_of(page)
            assert sheet_of(page)[0] == "Correct this · Round 2"
            await page.tap("sheet.close")
            assert page.page.route == f"/table/{desk.session_id}/sheet"


@pytest.mark.long
async def test_the_total_at_the_table_leads_to_the_entries_of_every_round(store: Store) -> None:
    desk = tiny(store, (0, 5), rounds=3)
    enter(desk, "adjusted", seat=0, points=-2, reason="spilled")
    enter(desk, "scored", seat=0, points=3)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("total[0]")
        assert page.names("round.correct") == ["round.correct[2]", "round.correct[1]"]
        await page.tap("round.correct[2]")  # several entries: each line has its pencil
        assert page.names("line.correct") == ["line.correct[0]", "line.correct[1]"]
        await page.tap("sheet.close", "round.correct[1]")
        assert "Ana scores 5" in sheet_of(page)


async def test_a_round_with_several_entries_opens_none_of_them_at_once(store: Store) -> None:
    desk = recruit(store, before={"seat": 2, "points": -2, "reason": "spilled"})
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("total[2]", "round.correct[1]")
        assert page.has("line.correct[0]")
        assert "Correct: Count the tricks" in page.texts()


async def test_the_pad_is_on_the_player_whose_number_is_corrected(store: Store) -> None:
    desk = opened(store, PAD, 3, PadOptions())
    prompt = desk.main
    (grid,) = prompt.fields
    entry = enter(desk, prompt.kind, **{grid.name: [[0, 12], [1, 30], [2, 7]]})
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        await page.tap("cell[1][1]", "lines.correct", f"{prompt.kind}.{grid.name}.pad#5", "entry.check", "preview.save")
        assert Desk(store, desk.session_id).payload(entry)[grid.name] == [[0, 12], [1, 5], [2, 7]]
        assert page.page.route == f"/table/{desk.session_id}/sheet"


@pytest.mark.long
async def test_a_correction_takes_the_taps_while_the_same_form_is_half_filled_at_the_table(store: Store) -> None:
    desk = tiny(store, (0, 5), rounds=3)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("scored.seat=2")
        await page.go(f"/table/{desk.session_id}/sheet")
        await page.tap("cell[1][0]", "lines.correct", "scored.points=7", "entry.check", "preview.save")
        assert Desk(store, desk.session_id).payload(1) == {"seat": 0, "points": 7}


async def test_a_correction_leads_back_to_the_table_it_was_opened_from(store: Store) -> None:
    desk = tiny(store, (0, 5), rounds=3)
    table = f"/table/{desk.session_id}"
    async with at(store, table) as page:
        await page.go(f"{table}/log/1/0")
        await page.tap("sheet.close")
        assert page.page.route == table
