"""What each player needs to win, at the table, and how the session went, on the result."""

from typing import Any

import pytest

from companion.table.sheets import needs
from companion.table.sheets.needs import FAILED, NO_WAY, TRYING
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.recruit import GAME as RECRUIT
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import NAMES, bid_all, enter, open_store, opened


def counting(store: Store, cards: int = 1) -> str:
    """Two players whose bids are placed, in the last round."""
    desk = opened(store, CROWN, 2, Options(schedule=(cards,)))
    bid_all(desk, 1)
    return desk.session_id


async def test_a_tap_tells_what_everybody_needs(store: Store) -> None:
    session = counting(store)
    async with at(store, f"/table/{session}") as page:
        await page.tap("needs")
        await page.until(lambda: TRYING not in page.texts())
        assert {f"{name} wins only with 1 trick." for name in NAMES[:2]} <= set(page.texts())


@pytest.mark.long
async def test_the_sheet_and_a_name_tell_who_cannot_be_caught(store: Store) -> None:
    desk = opened(store, CROWN, 2, Options(schedule=(6, 1), first_dealer=Seat(1), pool=(RoundType.NORMAL,)))
    for seat, bid in ((0, 6), (1, 1)):
        enter(desk, "bid_placed", seat=seat, bid=[bid])
    enter(desk, "tricks_taken", tricks=[[0, 6], [1, 0]])
    bid_all(desk, 1)
    first, second = NAMES[:2]
    safe = f"{first} cannot be caught any more."
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("needs")
        await page.until(lambda: TRYING not in page.texts())
        assert safe in page.texts()
        assert f"{second} cannot catch up any more." in page.texts()
        await page.tap("sheet.close", "total[0]")
        assert page.texts(page.id("decided")) == [safe]


@pytest.mark.long
async def test_whatever_goes_wrong_nobody_waits_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise KeyError(2)

    monkeypatch.setattr(needs, "tell_needs", fail)
    with open_store() as store:
        session = counting(store)
        async with at(store, f"/table/{session}") as page:
            await page.tap("needs")
            await page.until(lambda: TRYING not in page.texts())
            assert FAILED in page.texts()
    assert "KeyError: 2" in caplog.text
    caplog.clear()


async def test_numbers_that_nobody_can_have_are_named_as_the_reason(store: Store) -> None:
    session = counting(store)
    store.drafts.save(session, 3, "tricks_taken", {"tricks": [[0, 1], [1, 1]]})
    async with at(store, f"/table/{session}") as page:
        await page.tap("needs")
        await page.until(lambda: TRYING not in page.texts())
        assert NO_WAY in page.texts()


async def test_nothing_is_offered_where_the_faces_are_still_to_be_counted(store: Store) -> None:
    """The tricks of a hand of Recruit alone do not say who leads after it."""
    desk = opened(store, RECRUIT, 4)
    while desk.main is not None and desk.main.kind != "tricks_counted":
        enter(desk, "card_left_out")
    async with at(store, f"/table/{desk.session_id}") as page:
        assert not page.has("needs")


async def test_nothing_is_offered_while_bids_are_placed(store: Store) -> None:
    session = opened(store, CROWN, 2).session_id
    async with at(store, f"/table/{session}") as page:
        assert not page.has("needs")


async def test_the_result_tells_how_it_went(store: Store) -> None:
    desk = opened(store, CROWN, 2, Options(schedule=(3,), first_dealer=Seat(1), pool=(RoundType.NORMAL,)))
    bid_all(desk, 2)
    enter(desk, "tricks_taken", tricks=[[0, 1], [1, 2]])
    async with at(store, f"/result/{desk.session_id}") as page:
        first, second = NAMES[:2]
        words = f"With 2 tricks for {first} and 1 for {second} in round 1, {first} would have won."
        await page.until(lambda: words in page.texts())
