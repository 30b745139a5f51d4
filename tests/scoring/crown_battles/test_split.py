"""The Split: two hands, two bids, two small rounds; every example and refusal of sections 15 and 27."""

from typing import Any

import pytest

from scoring.contract.prompts import Role
from scoring.contract.scores import Seat
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.entry import LevelChosen
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import RoundType, SplitPartialCredit
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.rounds.split import Half, SplitBidPlaced, parts
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import laid, of_type, taken, with_trump, won
from tests.scoring.crown_battles.table import (
    GAME,
    after,
    assert_refused,
    closed_doubles,
    kinds,
    lines,
    prompt_for,
    state_main,
)

Hands = tuple[Bid | int, Bid | int]


def begun(cards: int = 4, **options: Any) -> State:
    """A round of The Split with four players, before the bids."""
    return with_trump(of_type(RoundType.SPLIT, 4, cards, **options))


def both(seat: Seat, first: Bid, second: Bid) -> SplitBidPlaced:
    """One player's two bids."""
    return SplitBidPlaced(seat, ((Half.FIRST, first), (Half.SECOND, second)))


def bid(*hands: Hands) -> tuple[SplitBidPlaced, ...]:
    """Two bids each, in bidding order: Ana first."""
    as_bid = [tuple((n,) if isinstance(n, int) else n for n in hand) for hand in hands]
    return tuple(both(seat, *said) for seat, said in zip((A, B, C, D), as_bid, strict=False))


def worth(hands: Hands, tricks: tuple[int, int], **options: Any) -> tuple[int, list[str]]:
    """What Ana's two bids are worth, and the rules that say so."""
    sizes = tuple(max(2, n) for n in tricks)
    cards = 2 * max(sizes)
    state = after(begun(cards, **options), *bid(hands, (0, 0), (0, 0), (0, 0)))
    rest = [cards // 2 - n for n in tricks]
    state = after(state, taken(tricks[0], rest[0], 0, 0), taken(tricks[1], rest[1], 0, 0))
    own = [line for line in lines(state) if line.seat == A]
    return sum(line.points for line in own), [line.rule.id for line in own]


EXAMPLES = [  # example of, bids, tricks won, points, cited rules
    ("CB-218", (2, 1), (2, 1), 50, ["CB-218"]),  # the rulebook's
    ("CB-218", (0, 2), (0, 2), 40, ["CB-218"]),  # CB-R29
    ("CB-219", (0, 0), (0, 0), 10, ["CB-219"]),  # the rulebook's
    ("CB-219", (0, 0), (0, 1), -10, ["CB-220"]),
    ("CB-220", (2, 2), (0, 1), -30, ["CB-220", "CB-220"]),
    ("CB-221", (2, 1), (2, 2), 10, ["CB-221", "CB-220"]),  # CB-R28
    ("CB-222", ((1, 2), 2), (2, 2), 45, ["CB-218"]),
    ("CB-222", ((1, 2), 2), (2, 0), -10, ["CB-221", "CB-220"]),
    ("CB-R29", (0, (0, 1)), (0, 0), 15, ["CB-218"]),
    ("CB-R29", ((0, 1), (0, 1)), (0, 0), 10, ["CB-218"]),
    ("CB-R26", (0, 1), (0, 1), 30, ["CB-218"]),
    ("CB-R27", ((1, 2), (1, 2)), (2, 1), 25, ["CB-218"]),
]


@pytest.mark.parametrize(("example", "hands", "tricks", "sum_", "rules"), EXAMPLES)
def test_two_bids_are_worth(example: str, hands: Hands, tricks: tuple[int, int], sum_: int, rules: list[str]) -> None:
    assert worth(hands, tricks) == (sum_, rules)


def test_a_missed_half_says_how_far_and_where() -> None:  # CB-220
    state = after(begun(4), *bid((2, 2), (0, 0), (0, 0), (0, 0)), taken(0, 2, 0, 0), taken(1, 1, 0, 0))
    assert [line.working for line in lines(state) if line.seat == A] == [
        "2 x -10 for a trick too few (bid 2, took 0) in the first half = -20",
        "-10 for a trick too few (bid 2, took 1) in the second half = -10",
    ]


FLAT = {"split_partial_credit": SplitPartialCredit.FLAT_10}


@pytest.mark.parametrize(
    ("hands", "tricks", "sum_"),
    [
        ((2, 1), (2, 2), 0),
        (((1, 2), 1), (2, 2), 0),
        ((2, (0, 1)), (0, 0), -10),
        ((2, 1), (2, 1), 50),
        (((1, 2), 1), (2, 1), 35),
        ((0, 1), (0, 2), 0),
    ],
)
def test_a_met_hand_may_be_paid_flat(hands: Hands, tricks: tuple[int, int], sum_: int) -> None:
    # CB-R28, CB-221: 10 flat, whatever was bid
    assert worth(hands, tricks, **FLAT)[0] == sum_


@pytest.mark.parametrize(("cards", "sizes"), [(2, [1, 1]), (7, [3, 4]), (15, [7, 8]), (6, [3, 3])])
def test_the_larger_hand_comes_second(cards: int, sizes: list[int]) -> None:  # CB-215, CB-216, CB-060
    assert [part.tricks for part in parts(cards, begun().deck)] == sizes


REFUSED = [  # bids, code, rule, words
    (((), (1,)), "E_SPLIT_TWO_BIDS", "CB-217", "Ana needs a bid on each half"),
    (((1,), ()), "E_SPLIT_TWO_BIDS", "CB-217", "Ana needs a bid on each half"),
    (((4,), (1,)), "E_BID_RANGE", "CB-074", "0 to 3 in the first half"),
    (((1,), (5,)), "E_BID_RANGE", "CB-074", "0 to 4 in the second half"),
    (((1, 3), (1,)), "E_DOUBLE_NOT_CONSECUTIVE", "CB-072", "two in a row"),
]


@pytest.mark.parametrize(("hands", "code", "rule", "says"), REFUSED)
def test_bids_that_cannot_be_are_refused(hands: tuple[Bid, Bid], code: str, rule: str, says: str) -> None:  # CB-217
    assert_refused(begun(7), both(A, *hands), rule, code, says)


@pytest.mark.parametrize("bids_", [((Half.FIRST, (1,)),), ((Half.FIRST, (1,)), (Half.FIRST, (1,))), ()])
def test_one_bid_alone_is_refused(bids_: tuple[tuple[Half, Bid], ...]) -> None:  # CB-217
    assert_refused(begun(7), SplitBidPlaced(A, bids_), "CB-217", "E_SPLIT_TWO_BIDS", "a bid on each half")


def test_a_hand_of_one_card_has_no_doubles() -> None:  # CB-222, CB-R05
    state = begun(3)
    assert_refused(state, both(A, (0, 1), (0,)), "CB-R05", "E_DOUBLE_ONE_TRICK")
    assert [bool(why) for why in closed_doubles(state)] == [True, False]
    after(begun(3, double_on_single_trick=True), both(A, (0, 1), (0,)))


def test_a_table_may_close_the_doubles() -> None:  # CB-R30
    state = begun(8, split_double_bids=False)
    assert_refused(state, both(A, (1, 2), (1,)), "CB-R30", "E_DOUBLE_ONE_TRICK", "without double bids")
    assert all(closed_doubles(state))
    assert not any(closed_doubles(begun(8)))


def test_a_bomb_counts_in_its_half() -> None:  # CB-223: the sum of a half is its cards less its bombs
    state = after(begun(6, specials=(Special.BOMB,)), *bid((1, 1), (1, 1), (0, 0), (0, 1)))
    state = after(state, taken(2, 1, 0, 0), BombPlayed(B, None, copied=False))
    assert_refused(state, taken(2, 1, 0, 0), "CB-114", "E_TRICKS_SUM", "2 are left without the bombed one")
    assert after(state, taken(1, 1, 0, 0)).past[0].won == ((2, 1, 0, 0), (1, 1, 0, 0))


def test_a_summoner_copies_a_card_of_its_own_half() -> None:  # CB-130, CB-114: one destroyed trick at most
    state = after(begun(6, specials=(Special.BOMB, Special.SUMMONER)), *bid((1, 1), (1, 1), (0, 0), (0, 1)))
    state = after(state, BombPlayed(A, None, copied=False))
    copied = after(state, BombPlayed(B, None, copied=True), taken(1, 1, 0, 0), taken(1, 1, 0, 1))
    assert copied.past[0].won == ((1, 1, 0, 0), (1, 1, 0, 1))
    second = after(state, taken(1, 1, 0, 0))
    assert BombPlayed.kind not in kinds(second, Role.ASIDE)
    assert_refused(second, BombPlayed(B, None, copied=True), "CB-130", says="Bomb was played in an earlier trick")


def by_tricks(cards: int = 4, **options: Any) -> State:
    return after(begun(cards, level=Level.TRICKS, **options), *bid((0, 0), (1, 0), (1, 1), (0, 1)))


def test_left_of_the_dealer_leads_both_halves() -> None:  # CB-224: dealer D: A leads trick 1 of both halves
    state = by_tricks()
    assert state.phase.leader == A
    assert after(state, *won(C)).phase.leader == C
    assert after(state, *won(C, B)).phase.leader == A
    assert after(state, *won(C, B, D)).phase.leader == D


def test_a_thief_takes_from_the_half_of_the_trick_just_finished() -> None:  # CB-131, CB-R31
    state = after(by_tricks(specials=(Special.THIEF,)), *won(C, B))
    robbed = after(state, ThiefPlayed(A, C, copied=False))
    assert robbed.phase.owned[0] == (1, 1, 0, 0)
    later = after(state, *won(D))
    assert_refused(later, ThiefPlayed(A, C, copied=False), "CB-131", "E_THIEF_NO_TRICK", "of this part")
    assert_refused(later, ThiefPlayed(A, D, copied=False, part="first"), "CB-R16")
    assert_refused(later, ThiefPlayed(A, None, copied=False, part="first"), "CB-R16")


def test_a_jester_moves_the_bid_of_the_running_half() -> None:  # CB-125, CB-R21
    state = by_tricks(specials=(Special.JESTER,))
    assert after(state, JesterPlayed(C, 1, copied=False)).phase.bids == (
        ((0,), (1,), (2,), (0,)),
        ((0,), (0,), (1,), (1,)),
    )
    second = after(state, *won(C, B), JesterPlayed(C, -1, copied=False))
    assert second.phase.bids[1] == ((0,), (0,), (0,), (1,))
    assert prompt_for(state, "jester_played").fields[-1].label == "Bid on the first half"
    assert prompt_for(after(state, *won(C, B)), "jester_played").fields[-1].label == "Bid on the second half"
    assert_refused(second, JesterPlayed(C, 1, copied=False), "CB-140", "E_SPECIAL_REUSED")
    assert_refused(state, JesterPlayed(C, 1, copied=False, part="second"), "CB-R21")
    full = after(by_tricks(cards=2, specials=(Special.JESTER,)), *won(C))
    assert_refused(full, JesterPlayed(D, 1, copied=False), "CB-R21", "E_JESTER_RANGE")


def test_the_table_shows_both_bids_and_their_sums() -> None:  # CB-078
    state = after(by_tricks(), *won(C))
    tiles = {tile.id: (tile.name, tile.badge) for zone in GAME.view(state).board.zones for tile in zone.tiles}
    assert tiles["bid-1-first"] == ("1", "first half")
    assert tiles["bid-3-second"] == ("1", "second half")
    assert GAME.view(state).board.zones[2].count == "1 of 1, 0 of 1"
    facts = {fact.key: fact.value for fact in GAME.view(state).facts}
    assert (facts["type"], facts["sum"]) == ("The Split", "2 for 2, then 2 for 2")


def test_other_bids_are_not_taken() -> None:
    assert_refused(begun(), BidPlaced(A, (1,)), "CB-215", says="This is a round of The Split")
    assert_refused(begun(level=Level.TRICKS), TrickWon(A), "CB-070", "E_BID_MISSING")


@pytest.mark.parametrize(
    ("card", "kind"), [(Special.MERCHANT, "merchant_played"), (Special.SMUGGLER, "smuggler_played")]
)
def test_the_other_half_of_a_hand_cannot_be_swapped(card: Special, kind: str) -> None:  # CB-127, CB-128, CB-215, CB-R31
    state = begun(4, level=Level.CARDS, specials=(card,))
    state = after(state, *(both(seat, (0,), (1,)) for seat in (A, B, C, D)))
    value = laid(state, f"b1 b2 b3 {card.value}")
    assert state_main(value).kind == kind
    last = laid(state, f"b1 b2 b3 b4 b5 b6 b7 {card.value}")
    assert state_main(last).kind == "card_played", "no card of the first half is left"
    second = laid(state, f"b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 {card.value}")
    assert state_main(second).kind == kind


def test_a_table_that_goes_over_to_counts_in_the_second_half_counts_only_that() -> None:  # CB-125, CB-223, CB-R31
    """Its Jester and its Bomb act in the second half; a Thief may still take a trick of the half just finished."""
    specials = (Special.JESTER, Special.BOMB)
    state = after(begun(level=Level.TRICKS, specials=specials), *bid((2, 0), (0, 1), (0, 1), (0, 0)), *won(A, A))
    assert state_main(after(state, LevelChosen(Level.COUNTS, at_once=True))).title == "Count the first half"
    state = after(state, TrickWon(B), LevelChosen(Level.COUNTS, at_once=True))
    state = after(state, JesterPlayed(C, -1, copied=False), BombPlayed(D, None, copied=False), taken(0, 1, 0, 0))
    assert state.totals == (40, 30, 10, 10)
