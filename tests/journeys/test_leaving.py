"""Somebody leaves a running game, somebody comes late, the first comes back: the table, the phones and the board."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import PHONE, Server, Ui
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.games.score_pad import Options as PadOptions
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import THREE, expect_prompt, kept_totals, opened, score, take
from tests.journeys.test_phones import Invite, ask_for_place, invite, join
from tests.journeys.test_score_pad import enter

__all__ = ("invite",)

SMALL: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 360, "height": 740}}
NO_FONT: Final = ("404", "Noto")
"""What the browser says where nobody has a font."""

BOARD: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 720}}


def play_round(host: Ui, bids: dict[str, int], taker: int) -> None:
    """The bids in the order in which they are asked; then one seat takes both tricks."""
    for name, number in bids.items():
        expect_prompt(host, f"{name} bids").tap_id(f"bid_placed.bid={number}")
    expect_prompt(host, "Count the tricks")
    if 2 not in bids.values():
        take(host, taker, 2)
    score(host)


def choose(host: Ui, kind: str) -> Ui:
    """Open a form of the menu, and wait until it stands."""
    host.tap_id("asides").see_id(f"aside.{kind}").rest()
    return host.tap_id(f"aside.{kind}").see_id("aside.confirm").rest()


def leave(host: Ui, seat: int) -> None:
    choose(host, "left").tap_id(f"left.seat={seat}").tap_id("aside.confirm")
    expect(host.id("aside.confirm")).to_have_count(0)


def come_late(host: Ui, name: str) -> None:
    choose(host, "came_late").fill("Name", name).tap_id("aside.confirm")
    expect(host.id("aside.confirm")).to_have_count(0)


def come_back(host: Ui, seat: int) -> None:
    choose(host, "came_back").tap_id(f"came_back.seat={seat}").tap_id("aside.confirm")
    expect(host.id("aside.confirm")).to_have_count(0)


def join_board(visit: Open, server: Server, host: Ui) -> Ui:
    """A television that shows the board."""
    board = ask_for_place(visit, server, "join.board", **BOARD)
    host.see("A screen wants to show the board").tap("Let in")
    return board.gone("One moment")


def test_a_phone_leaves_after_a_round_and_comes_back_for_the_last(invite: Invite, visit: Open) -> None:
    server, session = invite(CROWN, Options(schedule=(2, 2, 2, 2)))
    host = visit(server.url, **PHONE).open(f"/table/{session}")
    cleo, board = join(visit, server, host, 2), join_board(visit, server, host)
    play_round(host, {"Ben": 0, "Cleo": 0, "Ana": 0}, taker=0)
    leave(host, 2)
    for window in (host, board):
        window.see("Left")
    cleo.see("You have left the game, Cleo. Your points stay; the host brings you back")
    expect_prompt(host, "Ana bids")
    for asked in ("asked", "confirm", "undo", "asides"):
        expect(cleo.id(asked)).to_have_count(0)
    play_round(host, {"Ana": 0, "Ben": 0}, taker=1)
    come_late(host, "Dov")
    for window in (cleo, board):
        window.see("Dov")
    cleo.see("You have left the game, Cleo.")
    play_round(host, {"Ben": 0, "Dov": 0, "Ana": 0}, taker=0)
    come_back(host, 2)
    cleo.see("Your turn, Cleo").gone("You have left the game")
    play_round(host, {"Cleo": 2, "Dov": 0, "Ana": 0, "Ben": 0}, taker=2)
    for window in (host, cleo):
        window.value("winner", "Cleo wins")
    board.see(re.compile("Cleo wins"))
    assert kept_totals(server.database) == [-20 + 20 - 20 + 20, 20 - 20 + 20 + 20, 20 + 40, 20 + 20]


@pytest.mark.deep
def test_a_score_pad_goes_on_with_others_and_says_who_left_early(visit: Open, server: Served) -> None:
    session = opened(server.database, THREE, PadOptions(), SCORE_PAD)
    host = visit(server.url, **PHONE).open(f"/table/{session}")
    enter(host, (11, 22, 33))
    expect_prompt(host, "Round 2")
    leave(host, 2)
    expect(host.id("round_entered.scores[2]")).to_have_count(0)
    enter(host, (11, 22), (0, 1))
    expect_prompt(host, "Round 3")
    come_late(host, "Dov")
    enter(host, (11, 22, 44), (0, 1, 3))
    expect_prompt(host, "Round 4")
    come_back(host, 2)
    host.see_id("round_entered.scores[2]")
    leave(host, 1)
    host.tap_id("game_ended").value("winner", "Dov wins").see("left early")
    assert kept_totals(server.database) == [33, 66, 33, 22 + 44]


def test_the_keyboard_stays_while_a_name_gets_its_note(visit: Open, server: Served) -> None:
    session = opened(server.database, THREE, Options(schedule=(2,)))
    host = visit(server.url, **SMALL).expect_trouble(*NO_FONT).open(f"/table/{session}")
    choose(host, "came_late").fill("Name", "Dov")
    host.page.keyboard.insert_text(" \u0378")  # no letter so far, so no font has it
    host.see_id("letters").rest().page.keyboard.insert_text("xy")
    expect(host.page.get_by_role("textbox", name="Name", exact=True)).to_have_value("Dov \u0378xy")
