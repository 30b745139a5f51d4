"""What each player needs to win, at the table, and how the session went, on the result."""

from companion.app import main_for
from companion.testing.headless import headless
from companion.testing.headless import opened as visited
from scoring.crown_battles import GAME as CROWN
from scoring.crown_battles.options import Options, RoundType
from scoring.scores import Seat
from storage.store import Store
from tests.companion.tables import NAMES, enter, open_store, opened


def counting(store: Store, cards: int = 1) -> str:
    """Two players whose bids are placed, in the last round."""
    desk = opened(store, CROWN, 2, Options(schedule=(cards,)))
    while desk.main is not None and desk.main.kind != "tricks_taken":
        seat = desk.main.seat
        assert seat is not None
        enter(desk, desk.main.kind, seat=seat, bid=[1])
    return desk.session_id


@headless
async def test_a_tap_tells_what_everybody_needs() -> None:
    with open_store() as store:
        session = counting(store)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session}")
            await page.tap("needs")
            await page.until(lambda: any("ways to answer" in text for text in page.texts()))
            assert {f"{name} wins with exactly 1; otherwise not." for name in NAMES[:2]} <= set(page.texts())
            assert "2 ways to answer, each tried on the rules." in page.texts()


@headless
async def test_the_sheet_and_a_name_tell_what_is_still_to_come() -> None:
    with open_store() as store:
        desk = opened(store, CROWN, 2, Options(schedule=(6, 1), first_dealer=Seat(1), pool=(RoundType.NORMAL,)))
        for seat, bid in ((0, 6), (1, 1)):
            enter(desk, "bid_placed", seat=seat, bid=[bid])
        enter(desk, "tricks_taken", tricks=[[0, 6], [1, 0]])
        while desk.main is not None and desk.main.kind != "tricks_taken":
            seat = desk.main.seat
            assert seat is not None
            enter(desk, desk.main.kind, seat=seat, bid=[1])
        first, second = NAMES[:2]
        safe = f"{first} cannot be caught any more. Still to come: −10 to +30, so 70 to 110 in the end."
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{desk.session_id}")
            await page.tap("needs")
            await page.until(lambda: any("ways to answer" in text for text in page.texts()))
            assert safe in page.texts()
            assert any(text.startswith(f"{second} cannot catch up any more.") for text in page.texts())
            await page.tap("sheet.close")
            await page.tap("total[0]")
            assert page.texts(page.id("outlook")) == [safe]


@headless
async def test_nothing_is_offered_while_bids_are_placed() -> None:
    with open_store() as store:
        session = opened(store, CROWN, 2).session_id
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session}")
            assert not page.all(identifier="needs")


@headless
async def test_the_result_tells_how_it_went() -> None:
    with open_store() as store:
        desk = opened(store, CROWN, 2, Options(schedule=(3,), first_dealer=Seat(1), pool=(RoundType.NORMAL,)))
        for seat in (0, 1):
            enter(desk, "bid_placed", seat=seat, bid=[2])
        enter(desk, "tricks_taken", tricks=[[0, 1], [1, 2]])
        async with visited(main_for(store)) as page:
            await page.go(f"/result/{desk.session_id}")
            first, second = NAMES[:2]
            words = f"With 2 instead of 1 in Round 1, and {second} with 1 instead of 2, {first} would have won."
            await page.until(lambda: words in page.texts())
