"""Somebody leaves a running game, somebody comes late, the first comes back: the table, the phones and the board."""

import re
from typing import Any, Final

from playwright.sync_api import expect

from companion.testing.browser import PHONE, Server, Ui
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options
from tests.journeys.conftest import Open
from tests.journeys.hands import expect_prompt, kept_totals, score, take
from tests.journeys.test_phones import Invite, ask_for_place, invite, join

__all__ = ("invite",)

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
