"""Correcting a wrongly chosen type of round in one step."""

import pytest

from companion.open_session import correction_repairs
from companion.open_session.desk import Desk
from companion.open_session.preview import Preview
from companion.open_session.record_outcomes import Recorded
from companion.testing.accessibility import is_selected, is_struck, pressed_names
from scoring.contract.game import AnyGame
from scoring.engine.journal import Remove
from scoring.games import GAMES, find_game
from scoring.games.crown_battles.options import RoundType
from storage.store import Store
from tests.companion.pages import at, has
from tests.companion.tables import enter, opened

CROWN: AnyGame = find_game("crown_battles", GAMES)


def duels(store: Store, first: str = "duel_fights") -> Desk:
    """Four players, round 1 of this type with its fights paired if it has any, and two bids."""
    options = CROWN.options(pool=(RoundType.NORMAL, RoundType.DUEL_FIGHTS, RoundType.LONG_PLAY))
    desk = opened(store, CROWN, 4, options)
    enter(desk, "type_drawn", type=first)
    if first == "duel_fights":
        enter(desk, "duels_paired", fights=[[0, 2], [1, 3]])
    enter(desk, "trump_spun", shows="red")
    enter(desk, "bid_placed", bid=[1])
    enter(desk, "bid_placed", bid=[0])
    return desk


def change_type(desk: Desk, type: str) -> Preview:
    """What changing the type of round 1 would do."""
    return desk.preview(desk.amendment(1, {"type": type}))


def test_what_no_longer_fits_is_dropped_and_saved_at_once(store: Store) -> None:
    desk = duels(store)
    preview = change_type(desk, "normal")
    assert not preview.fits
    dropped = correction_repairs.drop_misfits(desk, preview)
    assert dropped.fits
    assert [entry.target for entry in dropped.more] == [2]  # type: ignore[union-attr]  # the fights alone
    assert isinstance(correction_repairs.write_all(desk, dropped), Recorded)
    assert desk.run.violation is None
    assert [step.entry for step in desk.run.steps] == [1, 3, 4, 5]


def test_what_is_dropped_of_a_round_is_not_replaced_by_the_next_one(store: Store) -> None:
    """The dealer's bid is barred after the correction; the one of the next round would fit in its place."""
    desk = opened(store, CROWN, 3, CROWN.options(schedule=(2, 2), screw_the_dealer=True))
    for bids, tricks in (((1, 0, 0), (1, 1, 0)), ((0, 1, 0), (0, 1, 1))):
        enter(desk, "trump_spun", shows="red")
        for bid in bids:
            enter(desk, "bid_placed", bid=[bid])
        enter(desk, "tricks_taken", tricks=list(enumerate(tricks)))
    preview = desk.preview(desk.amendment(2, {"seat": 1, "bid": [2]}))
    dropped = correction_repairs.drop_misfits(desk, preview)
    targets = [entry.target for entry in dropped.more]  # type: ignore[union-attr]
    assert sorted(targets) == list(range(4, desk.number)), "Ana's bid and everything after it"
    assert (dropped.state.round, dropped.fits) == (1, True)


def test_a_half_filled_form_that_a_correction_closed_comes_back_when_it_is_undone(store: Store) -> None:
    desk = opened(store, CROWN, 3, CROWN.options(schedule=(2, 2), screw_the_dealer=True))
    for bids, tricks in (((1, 0, 0), (1, 1, 0)), ((0, 1, 0), ())):
        enter(desk, "trump_spun", shows="red")
        for bid in bids:
            enter(desk, "bid_placed", bid=[bid])
        if tricks:
            enter(desk, "tricks_taken", tricks=list(enumerate(tricks)))
    desk.put_in_draft("tricks_taken", "tricks", [[0, 0]])
    preview = desk.preview(desk.amendment(2, {"seat": 1, "bid": [2]}))
    dropped = correction_repairs.drop_misfits(desk, preview)
    correction_repairs.write_all(desk, dropped)
    assert desk.draft("tricks_taken") == {}
    desk.undo(desk.number)
    assert desk.draft("tricks_taken") == Desk(store, desk.session_id).draft("tricks_taken") == {"tricks": [[0, 0]]}
    enter(desk, "tricks_taken", tricks=[[0, 0], [1, 1], [2, 1]])
    desk.undo(desk.number)
    assert desk.draft("tricks_taken") == {"tricks": [[0, 0], [1, 1], [2, 1]]}, "what undo took back"


def test_a_half_filled_round_is_there_again_when_the_end_of_the_game_is_undone(store: Store) -> None:
    desk = opened(store, find_game("score_pad"), 2)
    for _ in range(2):
        enter(desk, "round_entered", scores=[[0, 5], [1, 6]])
    desk.put_in_draft("round_entered", "scores", [[0, 7]])
    enter(desk, "game_ended")
    desk.undo(desk.number)
    assert desk.draft("round_entered") == Desk(store, desk.session_id).draft("round_entered") == {"scores": [[0, 7]]}
    enter(desk, "round_entered", scores=[[0, 7], [1, 6]])
    enter(desk, "game_ended")
    desk.undo(desk.number)
    assert desk.draft("round_entered") == {}, "that of an entry before is not"


def test_a_correction_is_undone_and_redone_with_all_that_was_dropped_for_it(store: Store) -> None:
    desk = duels(store)
    remove, change = desk.preview(Remove(5)), change_type(desk, "normal")
    correction_repairs.write_all(desk, remove)
    before, dropped = desk.run.steps, correction_repairs.drop_misfits(desk, change)
    correction_repairs.write_all(desk, dropped)
    after = desk.run.steps
    for _ in range(2):
        desk = Desk(store, desk.session_id)
        assert desk.undoable == "the correction “The card says Normal Bidding”"
        desk.undo(desk.number)
        assert (desk.run.steps, desk.redoable) == (before, "the correction “The card says Normal Bidding”")
        desk.redo(desk.number)
        assert (desk.run.steps, desk.redoable) == (after, "")
    desk.undo(desk.number)
    assert desk.undoable == "removing “Dov bids 0”", "a correction made before this one is undone by itself"
    desk.undo(desk.number)
    assert [step.entry for step in desk.run.steps] == [1, 2, 3, 4, 5]


async def test_a_bid_that_screw_the_dealer_bars_after_a_correction_is_kept_as_it_was_played(store: Store) -> None:
    desk = opened(store, CROWN, 3, CROWN.options(schedule=(2, 2), screw_the_dealer=True))
    for bid in (1, 0, 0):
        enter(desk, "bid_placed", bid=[bid])
    enter(desk, "tricks_taken", tricks=[[0, 1], [1, 1], [2, 0]])
    points = desk.state.ledger
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[1]")
        await page.tap("entry.remove")
        assert "preview.keep" not in pressed_names(page), "a bid is missing, which no ruling replaces"
        await page.tap("sheet.close", "entry[2]", "bid_placed.bid=1", "entry.check", "preview.keep", "preview.save")
    desk = Desk(store, desk.session_id)
    assert desk.run.violation is None
    assert len(desk.state.ledger) == len(points), "the round counts with the dealer's bid"
    assert desk.state.options.screw_the_dealer


async def test_an_answer_that_no_longer_counts_is_struck_out_where_it_is_asked_anew(store: Store) -> None:
    desk = opened(store, CROWN, 3, CROWN.options(schedule=(2, 2), screw_the_dealer=True))
    for bid in (1, 0, 0):
        enter(desk, "bid_placed", bid=[bid])
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[2]", "bid_placed.bid=1", "entry.check", "preview.answer:bid_placed")
        assert is_struck(page, "bid_placed.bid=0")
        assert not is_selected(page, "bid_placed.bid=0")


def test_a_question_the_change_asks_anew_is_answered_before_it_is_saved(store: Store) -> None:
    desk = duels(store, "normal")
    preview = change_type(desk, "duel_fights")
    (question,) = correction_repairs.questions_after(desk, preview)
    assert question.kind == "duels_paired"
    answered = correction_repairs.answer_anew(desk, preview, question, {"fights": [[0, 1], [2, 3]]})
    assert answered.fits
    number = desk.number
    assert isinstance(correction_repairs.write_all(desk, answered), Recorded)
    assert desk.number == number + 2
    assert [desk.describe(step.entry) for step in desk.run.steps][2] == "The fights: Ana – Ben, Cleo – Dov"


@pytest.mark.long
async def test_the_type_is_changed_and_the_fights_are_dropped_in_one_go(store: Store) -> None:
    desk = duels(store)
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[1]", "type_drawn.type=normal", "entry.check")
        assert has(page, "Change the type and drop the fights", "Dropped: The fights: Ana – Cleo, Ben – Dov")
        assert has(page, "Change the type, sort out the rest later")
        assert not [name for name in pressed_names(page) if name.startswith("preview.answer")]
        await page.tap("preview.drop")
        desk.refresh()
        assert desk.run.violation is None
        assert desk.event(1).type == "normal"


async def test_a_long_list_of_dropped_lines_leaves_the_buttons_in_sight(store: Store) -> None:
    desk = opened(store, CROWN, 6, CROWN.options(schedule=(2, 2)))
    for _ in range(6):
        enter(desk, "bid_placed", bid=[0])
    enter(desk, "tricks_taken", tricks=[(seat, 2 * (seat == 0)) for seat in range(6)])
    for _ in range(6):
        enter(desk, "bid_placed", bid=[1])
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[7]", "entry.remove")
        assert has(page, "Dropped: Ana bids 1", "… and 1 later line", "Remove it and drop 6 lines")
        assert not has(page, "Dropped: Ben bids 1")


@pytest.mark.long
async def test_the_fights_are_answered_in_the_same_sheet(store: Store) -> None:
    desk = duels(store, "normal")
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[1]", "type_drawn.type=duel_fights", "entry.check", "preview.answer:duels_paired")
        for seat in (0, 1):
            await page.tap(f"duels_paired.fights[{seat}]")
        await page.tap("anew.confirm")
        assert "preview.save" in pressed_names(page), page.texts()
        await page.tap("preview.save")
        desk.refresh()
        assert desk.run.violation is None
        assert desk.run.steps[2].event.kind == "duels_paired"
