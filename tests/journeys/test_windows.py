"""One session in several windows and processes, a cut connection, a killed server: no entry lost or doubled."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Cable, Server
from scoring.games.crown_battles.options import Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import (
    CROWN,
    FIVE,
    Round,
    bid,
    chosen,
    events_of,
    expect_prompt,
    journal,
    on_disk,
    opened,
    score,
    take,
)
from tests.warm import WarmServer

FIRST: Final = Round(((1,), (0,), (1,), (0,), (1,)), (1, 0, 1, 0, 0))
BIDS: Final = events_of(0, FIRST)[:-1]

CUT: Final = ("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_INTERNET", "uncaught: Exception")


@pytest.fixture
def second(server: Served, tmp_path: Path) -> Iterator[Server]:
    """Another process on the same file."""
    process = WarmServer(tmp_path, server.database)
    yield process
    process.stop()


def bidding(path: Path) -> str:
    """A session in which Ben is asked for the first bid."""
    return opened(path, FIVE, Options())


def counting(path: Path) -> str:
    """A session in which the first two tricks are to be counted."""
    return opened(path, FIVE, Options(), CROWN, *BIDS)


def test_of_two_who_score_the_same_round_one_is_told_and_shown_the_table_as_it_is(
    visit: Open, server: Served, second: Server
) -> None:
    session = counting(server.database)
    one = visit(server.url, **PHONE).open(f"/table/{session}").see_id("confirm")
    other = visit(second.url, **PHONE).open(f"/table/{session}").see_id("confirm")
    take(one, 4, 0)
    take(other, 2, 0)
    on_disk(server.database, session, (2, 0))  # stopped while it writes, it would hold the file's lock
    second.signal(signal.SIGSTOP)  # both tap before either receives the other's entry
    score(one)
    other.tap_id("confirm")
    second.signal(signal.SIGCONT)
    other.see("Round 2 of 6").see("Somebody else entered something first. Check it, then continue.")
    assert len(journal(server.database, session)) == 1 + len(BIDS) + 1


def test_a_line_that_comes_back_shows_the_table_and_records_each_tap_once(visit: Open, server: Served) -> None:
    session = bidding(server.database)
    cable = Cable(server.url)
    ui = visit(cable.url, **PHONE).expect_trouble(*CUT).open(f"/table/{session}")
    bid(ui, "Ben", (1,))
    expect_prompt(ui, "Cleo bids")
    cable.cut()
    ui.tap_id("bid_placed.bid=0")
    cable.mend()
    expect_prompt(ui, "Dov bids")
    assert [entry.event.bid for entry in journal(server.database, session)[1:]] == [(1,), (0,)]
    bid(ui, "Dov", (0,))
    expect_prompt(ui, "Eve bids")


def test_a_killed_server_opens_where_the_table_was_with_the_half_filled_form(visit: Open, process: Server) -> None:
    session = counting(process.database)
    ui = visit(process.url, **PHONE).expect_trouble(*CUT).open(f"/table/{session}").see_id("confirm")
    take(ui, 4, 0)
    on_disk(process.database, session, (4, 0))
    process.kill()
    process.start()
    again = visit(process.url, **PHONE).open("/")
    expect(chosen(again, "tricks_taken.tricks[4]=0")).to_be_attached()
    assert again.taps == 0
    score(again)
    ui.reload().see("Round 2 of 6")
    assert len(journal(process.database, session)) == 1 + len(BIDS) + 1


def test_a_tap_made_while_the_line_was_cut_answers_only_the_question_it_was_made_for(
    visit: Open, server: Served
) -> None:
    session = bidding(server.database)
    cable = Cable(server.url)
    far = visit(cable.url, **PHONE).expect_trouble(*CUT).open(f"/table/{session}")
    near = visit(server.url, **DESKTOP).open(f"/table/{session}")
    expect_prompt(far, "Ben bids")
    cable.cut()
    far.tap_id("bid_placed.bid=0")
    bid(near, "Ben", (2,))
    expect_prompt(near, "Cleo bids")
    cable.mend()
    expect_prompt(far, "Cleo bids")
    assert [entry.event.bid for entry in journal(server.database, session)[1:]] == [(2,)]
    bid(far, "Cleo", (1,))
    expect_prompt(near, "Dov bids")


def test_taps_faster_than_the_screen_are_all_taken(visit: Open, server: Served) -> None:
    session = counting(server.database)
    ui = visit(server.url, **DESKTOP).open(f"/table/{session}").see_id("confirm").rest()
    names = [f"tricks_taken.tricks[{seat}]={tricks}" for seat, tricks in ((2, 0), (3, 2), (4, 0))]
    boxes = [ui.id(name).bounding_box() for name in (*names, "confirm")]
    assert None not in boxes
    for box in filter(None, boxes):
        ui.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ui.see("1 trick too many.")
    ui.tap_id("tricks_taken.tricks[0]=0")
    score(ui)
    assert journal(server.database, session)[-1].event.tricks == ((0, 0), (1, 0), (2, 0), (3, 2), (4, 0))
