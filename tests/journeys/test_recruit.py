"""Recruit on a phone: the faces of four on one screen, and a game of four with counted taps."""

from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import Ui
from scoring.games.recruit import GAME
from scoring.games.recruit.options import Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, at_table, chosen, kept_totals

Row = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: variations, displayed card, tricks and faces, by seat."""

    declared: tuple[str, ...]
    displayed: str
    tricks: Row
    faces: dict[str, Row]

    @property
    def is_exact(self) -> bool:
        """Whether every face is counted, and not only who has two or more."""
        return "dream_team" in self.declared


GAME_BY_COUNTS: Final = (
    Hand((), "7H", (5, 3, 4, 1), {"jacks": (2, 1, 1, 0), "queens": (1, 1, 1, 1), "kings": (0, 2, 2, 0)}),
    Hand(("keeper",), "QS", (3, 3, 4, 3), {"jacks": (1, 1, 1, 1), "queens": (2, 0, 1, 0), "kings": (1, 1, 0, 2)}),
    Hand(
        ("match", "dream_team"),
        "9C",
        (4, 2, 6, 1),
        {"jacks": (1, 0, 3, 0), "queens": (1, 2, 1, 0), "kings": (1, 0, 2, 1), "match": (1, 0, 2, 0)},
    ),
    Hand(
        ("low_penalty",), "JOKER", (2, 4, 3, 4), {"jacks": (0, 4, 0, 0), "queens": (1, 1, 0, 2), "kings": (1, 1, 2, 0)}
    ),
)
ANA: Final = (20 - 5) + (12 - 5) + (16 + 3 + 5) + 8
BEN: Final = (12 - 5) + 12 + (8 - 5) + (16 - 3)
CLEO: Final = (16 - 5) + 16 + (24 + 6 - 10) + (12 - 3)
DOV: Final = 4 + (12 - 5) + 4 + (16 - 3)


def test_the_faces_of_four_are_on_one_screen_and_undo_moves_nothing(visit: Open, server: Served) -> None:
    events = (
        ("suit_displayed", {"suit": "H"}),
        ("tricks_counted", {"tricks": [[0, 3], [1, 4], [2, 2], [3, 4]]}),
    )
    ui = at_table(visit, server, FOUR, Options(), GAME, *events).see("Score hand 1").rest()
    assert ui.id("more.below").count() == 0
    button = ui.id("confirm").bounding_box()
    for seat in range(4):
        for rank in ("jacks", "queens", "kings"):
            key = ui.id(f"doubles_counted.{rank}[{seat}]=2").bounding_box()
            assert key["y"] + key["height"] < button["y"]
    for spot in ("jacks[3]=2", "queens[3]=2", "kings[3]=2", "jacks[1]=2"):
        tap(ui, f"doubles_counted.{spot}")
    ui.tap_id("confirm").see("Hand 2 of 4").tap_id("undo").see("Undone: ").see("Score hand 1").rest()
    assert ui.id("confirm").bounding_box() == button


@pytest.mark.deep
def test_four_hands_are_counted_within_their_taps(visit: Open, server: Served) -> None:
    ui = at_table(visit, server, FOUR, Options(), GAME)
    for number, hand in enumerate(GAME_BY_COUNTS, start=1):
        before = ui.taps
        ui.see(f"Hand {number} of 4")
        deal(ui, hand)
        count(ui, hand)
        most = (19 if hand.is_exact else 10) + len(hand.declared)
        assert ui.taps - before <= most, f"{ui.taps - before} taps"
    ui.see(f"{ANA + CLEO} to {BEN + DOV}.")
    assert kept_totals(server.database) == [ANA + CLEO, BEN + DOV] * 2
    assert ui.taps <= 50, f"{ui.taps} taps"


def deal(ui: Ui, hand: Hand) -> None:
    """Declare, and tap the displayed card."""
    for variation in hand.declared:
        ui.tap_id(f"variations_declared.variations={variation}")
        expect(chosen(ui, f"variations_declared.variations={variation}")).to_be_attached()
    suit = "JOKER" if hand.displayed == "JOKER" else hand.displayed[-1]
    is_whole = "match" in hand.declared
    if is_whole:
        ui.tap_id(f"card_displayed.card={hand.displayed}").tap_id("confirm")
    else:
        ui.tap_id(f"suit_displayed.suit={suit}")
    ui.see_id("tricks_counted.tricks[0]=3")


def count(ui: Ui, hand: Hand) -> None:
    """Tap tricks and faces until the rest follows."""
    for seat in range(3):
        spot = f"tricks_counted.tricks[{seat}]={hand.tricks[seat]}"
        if ui.id(spot).count() == 0:  # a high number is behind "…"
            ui.tap_id(f"tricks_counted.tricks[{seat}].more")
        tap(ui, spot)
    kind = "faces_counted" if hand.is_exact else "doubles_counted"
    ui.tap_id("confirm").see_id(f"{kind}.jacks[0]=2")
    for rank, numbers in hand.faces.items():
        if hand.is_exact:
            count_rank(ui, rank, numbers)
        else:
            for seat, number in enumerate(numbers):
                if number > 1:
                    tap(ui, f"{kind}.{rank}[{seat}]=2")
    ui.see("Score hand").tap_id("confirm")
    expect(ui.id(f"{kind}.jacks[0]=2")).to_have_count(0)


def count_rank(ui: Ui, rank: str, numbers: Row) -> None:
    """Enter the largest number first: once all are found, the others have none."""
    left = sum(numbers)
    order = sorted(range(4), key=lambda seat: -numbers[seat])
    for seat in order[:3]:
        if left:
            tap(ui, f"faces_counted.{rank}[{seat}]={numbers[seat]}")
            left -= numbers[seat]


def tap(ui: Ui, spot: str) -> None:
    """Tap a number, and see it chosen."""
    ui.tap_id(spot)
    chosen(ui, spot).wait_for(state="attached")
