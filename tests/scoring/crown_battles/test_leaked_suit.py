"""Leaked Suit: the suits shown before the bids, in all its variations; the examples of section 14."""

from typing import Any

import pytest

from scoring.contract.game import Event
from scoring.contract.prompts import Grid, Role, Sealed
from scoring.contract.scores import Seat
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import CrownSuit, Special, Trump
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import LeakedReveal, RoundType, Secrets
from scoring.games.crown_battles.powers.smuggler import SmugglerSwapped
from scoring.games.crown_battles.rounds.leaked_suit import Shown, SuitCalled, SuitPicked, SuitShown, SuitsShown
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpNamed, TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import bids, laid, of_type, taken
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, lines, state_main

RED, BLUE, YELLOW, GREEN, FAMILY = Shown.RED, Shown.BLUE, Shown.YELLOW, Shown.GREEN, Shown.FAMILY


def begun(reveal: LeakedReveal = LeakedReveal.TOGETHER, cards: int = 5, **options: Any) -> State:
    return of_type(RoundType.LEAKED_SUIT, 4, cards, leaked_reveal=reveal, **options)


def together(*suits: Shown) -> SuitsShown:
    return SuitsShown(tuple((Seat(seat), suit) for seat, suit in enumerate(suits)))


def read_suits(state: State) -> list[tuple[str, str]]:
    """The shown suits, seat by seat."""
    tiles = (tile for zone in GAME.view(state).board.zones for tile in zone.tiles if tile.badge == "shown")
    return [(tile.name, tile.suit) for tile in tiles]


def test_left_of_the_dealer_bids_first_after_the_reveal() -> None:  # CB-208, CB-R55
    assert state_main(after(begun(), together(RED, RED, RED, RED))).seat == A


def test_the_smuggler_waits_for_the_reveal() -> None:  # CB-128, CB-208
    state = begun(specials=(Special.SMUGGLER,))
    assert SmugglerSwapped.kind not in kinds(state, Role.ASIDE)
    assert SmugglerSwapped.kind in kinds(after(state, together(RED, RED, RED, RED)), Role.ASIDE)


def choices(state: State) -> list[str]:
    grid = state_main(state).fields[0]
    pick = grid.cells[0].field if isinstance(grid, Grid) else grid
    return [str(choice.value) for choice in pick.choices]


def test_only_suits_and_the_family_can_be_shown() -> None:  # CB-206, CB-207
    assert choices(begun()) == ["yellow", "blue", "red", "green", "golems_and_dragons"]
    three = of_type(
        RoundType.LEAKED_SUIT,
        2,
        2,
        suits=(CrownSuit.YELLOW, CrownSuit.BLUE, CrownSuit.RED),
        lowest=6,
        golems=1,
        dragons=1,
    )
    assert choices(three) == ["yellow", "blue", "red", "golems_and_dragons"]
    assert_refused(three, together(RED, GREEN), "CB-206", "E_REVEAL_SUIT", "Green is not in the deck")


@pytest.mark.parametrize("shown", [Shown.PEASANTS, Shown.SPECIALS])
@pytest.mark.parametrize("reveal", [LeakedReveal.TOGETHER, LeakedReveal.CLOCKWISE, LeakedReveal.DEALER])
def test_peasants_and_special_cards_are_refused(reveal: LeakedReveal, shown: Shown) -> None:  # CB-206
    events: dict[LeakedReveal, Event[Any]] = {
        LeakedReveal.TOGETHER: together(RED, shown, RED, RED),
        LeakedReveal.CLOCKWISE: SuitShown(A, shown),
        LeakedReveal.DEALER: SuitCalled(shown),
    }
    assert_refused(begun(reveal), events[reveal], "CB-206", "E_REVEAL_SUIT", "are not a suit")


def test_nobody_is_left_out() -> None:
    assert_refused(begun(), SuitsShown(((A, RED), (B, RED), (C, RED))), "CB-205", says="Everybody shows one suit.")


@pytest.mark.parametrize(
    ("reveal", "rule", "asks"),
    [
        (LeakedReveal.CLOCKWISE, "CB-209", "What does Ana show?"),
        (LeakedReveal.RANDOM_CARD, "CB-212", "Dov draws a card from Ana: what does it show?"),
    ],
)
def test_suits_may_be_shown_one_by_one(reveal: LeakedReveal, rule: str, asks: str) -> None:  # CB-209, CB-212, CB-R63
    state = begun(reveal)
    assert state_main(state).title == asks
    assert_refused(state, SuitShown(B, RED), rule, says="It is Ana's turn to show a suit.")
    assert_refused(state, SuitShown(Seat(9), RED), "CB-205")
    assert_refused(state, BidPlaced(A, (1,)), rule, says="Ana shows a suit first.")
    state = after(state, SuitShown(A, GREEN), SuitShown(B, RED), SuitShown(C, FAMILY))
    assert read_suits(state) == [("Green", "green"), ("Red", "red"), ("G & D", "")]
    assert state_main(after(state, SuitShown(D, RED))).kind == BidPlaced.kind


def test_the_dealer_may_say_what_is_shown() -> None:  # CB-210: everyone shows red
    state = begun(LeakedReveal.DEALER)
    assert (state_main(state).kind, state_main(state).seat) == (SuitCalled.kind, D)
    assert read_suits(after(state, SuitCalled(RED))) == [("Red", "red")] * 4


def test_the_spinner_may_say_what_is_shown() -> None:  # CB-211: spinner yellow: everyone shows yellow
    state = begun(LeakedReveal.SPINNER)
    assert (state_main(state).kind, state_main(state).rule.id) == (SuitCalled.kind, "CB-211")
    (pick,) = state_main(state).fields
    assert [choice.value for choice in pick.choices] == ["yellow", "blue", "red", "green"]
    assert_refused(state, SuitCalled(FAMILY), "CB-206", "E_REVEAL_SUIT", "not on the spinner")
    assert_refused(state, BidPlaced(A, (1,)), "CB-211", says="A second spin first says which suit is shown.")
    spun = after(state, SuitCalled(Shown.YELLOW))
    assert (read_suits(spun), state_main(spun).kind) == ([("Yellow", "yellow")] * 4, BidPlaced.kind)


def test_the_spin_for_the_trump_is_another_one() -> None:  # CB-211, CB-052: X means no trump in this round, too
    state = after(begun(LeakedReveal.SPINNER, level=Level.TRICKS), TrumpSpun(Spinner.NONE), SuitCalled(RED))
    assert (state.deal.trump, read_suits(state)) == (Trump.NONE, [("Red", "red")] * 4)


@pytest.mark.parametrize("reveal", LeakedReveal)
def test_the_dealer_may_name_no_trump(reveal: LeakedReveal) -> None:  # CB-R09
    state = begun(reveal, four_colours_allows_none=True, level=Level.TRICKS)
    state = after(state, TrumpSpun(Spinner.CHOICE), TrumpNamed(Trump.NONE))
    assert state.deal.trump is Trump.NONE


def test_points_are_those_of_normal_bidding() -> None:  # CB-214: 4-5 met with 4
    state = after(begun(), together(RED, RED, RED, RED))
    state = after(state, *bids(state, (4, 5), 1, 0, 0), taken(4, 1, 0, 0))
    assert lines(state)[0].points == 30


def by_cards(*specials: Special) -> State:
    state = after(begun(cards=1, level=Level.CARDS, specials=specials), TrumpSpun(Spinner.NONE))
    state = after(state, together(RED, FAMILY, BLUE, FAMILY))
    return after(state, *bids(state, 0, 0, 0, 0))


def test_shown_cards_are_played_as_usual() -> None:  # CB-213, CB-207
    assert not GAME.view(laid(by_cards(), "r1 G b2 D")).notices[1:]


def test_who_showed_a_suit_without_holding_it_is_reminded() -> None:  # CB-R55, W_REVEAL_SUIT
    notices = GAME.view(laid(by_cards(), "r1 G y2 D")).notices
    assert [(notice.seat, notice.code) for notice in notices if notice.code] == [(C, "W_REVEAL_SUIT")]
    assert not [notice for notice in GAME.view(laid(by_cards(), "r1 G y2")).notices if notice.code]
    changed = GAME.view(laid(by_cards(Special.CURSED), "r1 G y2 cursed")).notices
    assert "W_REVEAL_SUIT" not in [notice.code for notice in changed]


def test_who_had_no_choice_is_not_reminded() -> None:  # CB-210, CB-R55: the dealer has named it
    state = begun(LeakedReveal.DEALER, cards=1, level=Level.CARDS)
    state = after(state, TrumpSpun(Spinner.NONE), SuitCalled(RED), *bids(state, 0, 0, 0, 0))
    assert not [notice for notice in GAME.view(laid(state, "r1 b1 b2 b3")).notices if notice.code]


def test_who_still_holds_a_card_is_not_reminded() -> None:  # CB-R55, CB-R15: the Bomb ended the trick
    options = {"specials": (Special.BOMB,), "bomb_rest_still_plays": False}
    state = after(begun(cards=1, level=Level.CARDS, **options), TrumpSpun(Spinner.NONE))
    state = after(state, together(RED, YELLOW, BLUE, FAMILY), *bids(state, 0, 0, 0, 0))
    notices = GAME.view(laid(state, "b1 bomb")).notices
    assert [(notice.seat, notice.code) for notice in notices if notice.code] == [
        (A, "W_REVEAL_SUIT"),
        (B, "W_REVEAL_SUIT"),
    ]


def test_suits_are_picked_in_secret_in_any_order_and_shown_together() -> None:  # CB-205
    state = begun(secrets=Secrets.SEALED)
    assert [question.seat for question in GAME.sealed(state)] == [A, B, C, D]
    assert isinstance(state_main(state).fields[0], Sealed)
    assert_refused(state, BidPlaced(A, (1,)), "CB-205", says="Ana picks a suit first.")
    assert_refused(state, SuitPicked(2, A, RED), "CB-205", says="This is round 1")
    assert_refused(state, SuitPicked(1, A, Shown.PEASANTS), "CB-206", "E_REVEAL_SUIT")
    picks = [SuitPicked(1, seat, suit) for seat, suit in ((C, RED), (A, FAMILY), (D, RED), (B, GREEN))]
    state = after(state, *picks[:3])
    assert_refused(state, picks[0], "CB-205", says="Cleo has already picked a suit.")
    assert [question.seat for question in GAME.sealed(state)] == [B]
    assert read_suits(state) == []
    assert [pick.veiled(state) for pick in picks[:3]] == [frozenset({"suit"})] * 3
    state = after(state, picks[3])
    assert read_suits(state) == [("G & D", ""), ("Green", "green"), ("Red", "red"), ("Red", "red")]
    assert not GAME.sealed(state)
    assert not picks[0].veiled(state)
    assert SuitPicked(2, A, RED).veiled(state) == {"suit"}  # one that waits for a correction
    assert state_main(state).kind == BidPlaced.kind


@pytest.mark.parametrize("reveal", [reveal for reveal in LeakedReveal if reveal is not LeakedReveal.TOGETHER])
def test_suits_shown_in_turn_or_by_chance_are_never_secret(reveal: LeakedReveal) -> None:  # CB-209 to CB-212
    assert not GAME.sealed(begun(reveal, secrets=Secrets.SEALED))
    assert not GAME.sealed(begun(secrets=Secrets.AT_THE_TABLE))
