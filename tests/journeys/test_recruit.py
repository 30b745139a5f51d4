"""Recruit on a phone: a game of four by counting, a hand trick by trick, a hand card by card; the taps counted."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import expect

from scoring import agreements
from scoring.codec import event_from
from scoring.game import Table
from scoring.recruit import GAME
from scoring.recruit.dealing import CardDisplayed
from scoring.recruit.deck import DECK
from scoring.recruit.options import Options
from scoring.trick_taking import Level
from tests.browser import PHONE, Server, Ui
from tests.journeys.conftest import Open
from tests.journeys.hands import chosen, expect_prompt, kept_totals, opened

FOUR: Final = ("Ana", "Ben", "Cleo", "Dov")
Row = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Hand:
    """What was declared, displayed, won and found in the piles, by seat."""

    declared: tuple[str, ...]
    displayed: str
    tricks: Row
    faces: dict[str, Row]


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


def test_four_hands_are_counted_within_their_taps(visit: Open, server: Server) -> None:
    session = opened(server.database, FOUR, Options(), GAME)
    ui = visit(server.url, **PHONE).open(f"/table/{session}")
    for number, hand in enumerate(GAME_BY_COUNTS, start=1):
        before = ui.taps
        expect_prompt(ui, "Which card is displayed?").see(f"Hand {number} of 4")
        deal(ui, hand)
        count(ui, hand)
        assert ui.taps - before <= 16 + 3 * ("match" in hand.faces) + len(hand.declared), f"{ui.taps - before} taps"
    ui.see(f"{ANA + CLEO} to {BEN + DOV}.")
    assert kept_totals(server.database) == [ANA + CLEO, BEN + DOV] * 2
    assert ui.taps <= 65, f"{ui.taps} taps"


def test_a_hand_trick_by_trick_within_its_taps(visit: Open, server: Server) -> None:
    session = opened(server.database, FOUR, Options(level=Level.TRICKS), GAME)
    ui = visit(server.url, **PHONE).open(f"/table/{session}")
    expect_prompt(ui, "Which card is displayed?").tap_id("card_displayed.card=7H")
    faces = iter(("jack", "queen", "king") * 4)
    for trick in range(1, 14):
        expect_prompt(ui, f"Who collects trick {trick} of 13?")
        if trick < 13:
            face = next(faces)
            ui.tap_id(f"card_noted.card={face}")
            expect(ui.button(f"Undo: In trick {trick} there is a {face}")).to_be_attached()
        ui.tap_id(f"trick_won.seat={trick % 4}")
    ui.see("Score hand 1").tap_id("confirm").see("Hand 2 of 4")
    assert ui.taps <= 28, f"{ui.taps} taps"


def test_a_hand_card_by_card_within_its_taps(visit: Open, server: Server) -> None:
    session = opened(server.database, FOUR, Options(level=Level.CARDS), GAME)
    ui = visit(server.url, **PHONE).open(f"/table/{session}")
    expect_prompt(ui, "Which card is displayed?").tap_id("card_displayed.card=7H")
    state = agreements.judge(GAME, GAME.open(Table(FOUR), Options(level=Level.CARDS)), CardDisplayed("7H"))
    for card in [card.code for card in DECK if card.code != "7H"][:-1]:
        prompt = GAME.prompts(state)[0]
        expect_prompt(ui, prompt.title).tap_id(f"card_played.card={card}")
        event = event_from(GAME, prompt.kind, {**dict(prompt.given), "card": card})
        state = agreements.judge(GAME, state, event)
    ui.see("Score hand 1").tap_id("confirm").see("Hand 2 of 4")
    assert ui.taps <= 53, f"{ui.taps} taps"


def deal(ui: Ui, hand: Hand) -> None:
    """Declare, and tap the displayed card."""
    for variation in hand.declared:
        ui.tap_id(f"variations_declared.variations={variation}")
        expect(chosen(ui, f"variations_declared.variations={variation}")).to_be_attached()
    ui.tap_id(f"card_displayed.card={hand.displayed}").see_id("tricks_counted.tricks[0]=3")


def count(ui: Ui, hand: Hand) -> None:
    """Tap tricks and faces until the rest follows."""
    for seat in range(3):
        spot = f"tricks_counted.tricks[{seat}]={hand.tricks[seat]}"
        if ui.id(spot).count() == 0:  # a high number is behind "…"
            ui.tap_id(f"tricks_counted.tricks[{seat}].more")
        tap(ui, spot)
    ui.tap_id("confirm").see_id("faces_counted.jacks[0]=1")
    for rank, numbers in hand.faces.items():
        count_rank(ui, rank, numbers)
    ui.see("Score hand").tap_id("confirm")
    expect(ui.id("faces_counted.jacks[0]=1")).to_have_count(0)


def count_rank(ui: Ui, rank: str, numbers: Row) -> None:
    """Tap who has most of it first: with all of them found, the others have none."""
    left = sum(numbers)
    order = sorted(range(4), key=lambda seat: -numbers[seat])
    for seat in order[:3]:
        if left:
            tap(ui, f"faces_counted.{rank}[{seat}]={numbers[seat]}")
            left -= numbers[seat]


def tap(ui: Ui, spot: str) -> None:
    """Tap a number, and see it chosen."""
    ui.tap_id(spot)
    expect(chosen(ui, spot)).to_be_attached()
