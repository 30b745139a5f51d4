"""Bids: order, shape, range, tokens, and what is closed to the dealer."""

import pytest

from scoring.contract import prompts
from scoring.contract.scores import Seat
from scoring.engine.codec import FormatError, event_from
from scoring.games.crown_battles.bidding import BidPlaced, barred_numbers, top_token
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import BidCap, ScrewDoubleMode
from scoring.games.crown_battles.state import Bidding, ByCounts, State
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import bids, counted, opened, taken
from tests.scoring.crown_battles.table import GAME, after, assert_refused, prompt_for

ANY, IGNORE = ScrewDoubleMode.ANY_OVERLAP, ScrewDoubleMode.IGNORE_DOUBLES


def field(state: State) -> prompts.Bid:
    asked_for = prompt_for(state, BidPlaced.kind).fields[0]
    assert isinstance(asked_for, prompts.Bid)
    return asked_for


def fault(state: State, bid: Bid) -> str:
    return field(state).find_error(list(bid))


def test_a_bid_out_of_turn_is_taken_with_a_warning() -> None:  # CB-070
    state = after(opened(4, schedule=(4,)), BidPlaced(C, (1,)))
    assert [notice.text for notice in GAME.view(state).notices if notice.code == "W_ORDER"] == [
        "Cleo bid before their turn."
    ]
    assert prompt_for(state, BidPlaced.kind).seat == A
    in_turn = after(opened(4), *bids(opened(4), 1, 1))
    assert not [notice for notice in GAME.view(in_turn).notices if notice.code]
    complete = after(state, BidPlaced(A, (0,)), BidPlaced(D, (2, 3)), BidPlaced(B, (1,)))
    assert complete.phase == ByCounts((((0,), (1,), (1,), (2, 3)),))


def test_play_waits_for_every_bid() -> None:  # CB-070
    state = after(opened(4), *bids(opened(4), 1, 1))
    assert_refused(state, taken(1, 1, 0, 0), "CB-070", "E_BID_MISSING", "Cleo and Dov must bid first.")


REFUSED = [  # example of, cards, bid, cited rule, code, words
    ("CB-022", 1, (0, 1), "CB-022", "E_DOUBLE_ONE_TRICK", "Only one trick is played"),
    ("CB-071", 4, (), "CB-071", "E_BID_MISSING", "Ana still has to bid."),
    ("CB-072", 4, (1, 3), "CB-072", "E_DOUBLE_NOT_CONSECUTIVE", "two in a row"),
    ("CB-072", 4, (2, 2), "CB-072", "E_DOUBLE_NOT_CONSECUTIVE", "two in a row"),
    ("CB-072", 4, (3, 2), "CB-072", "E_DOUBLE_NOT_CONSECUTIVE", "two in a row"),
    ("CB-072", 4, (1, 2, 3), "CB-072", "E_DOUBLE_NOT_CONSECUTIVE", "two in a row"),
    ("CB-073", 4, (4, 5), "CB-074", "E_BID_RANGE", "Ana can bid 0 to 4 this round, not 5."),
    ("CB-074", 4, (5,), "CB-074", "E_BID_RANGE", "Ana can bid 0 to 4 this round, not 5."),
    ("CB-074", 4, (-1,), "CB-074", "E_BID_RANGE", "Ana can bid 0 to 4 this round"),
    ("CB-074", 4, (-1, 0), "CB-074", "E_BID_RANGE", "Ana can bid 0 to 4 this round"),
]


@pytest.mark.parametrize(("example", "cards", "bid", "rule", "code", "says"), REFUSED)
def test_a_bid_is_refused(example: str, cards: int, bid: Bid, rule: str, code: str, says: str) -> None:
    state = opened(4, schedule=(cards,))
    assert_refused(state, BidPlaced(A, bid), rule, code, says)
    assert fault(state, bid)


LEGAL = [  # example of, cards, bid
    ("CB-071", 4, (3,)),
    ("CB-072", 4, (2, 3)),
    ("CB-073", 4, (3, 4)),
    ("CB-073", 4, (0, 1)),
    ("CB-022", 1, (1,)),
    ("CB-074", 4, (4,)),
    ("CB-R05", 2, (0, 1)),
]


@pytest.mark.parametrize(("example", "cards", "bid"), LEGAL)
def test_a_bid_is_taken(example: str, cards: int, bid: Bid) -> None:
    state = opened(4, schedule=(cards,))
    assert not fault(state, bid)
    assert after(state, BidPlaced(A, bid)).phase == Bidding(((A, (bid,)),))


def test_half_a_trick_does_not_even_pass_the_codec() -> None:  # CB-071, E_BID_NOT_INTEGER
    with pytest.raises(FormatError, match="integer"):
        event_from(GAME, BidPlaced.kind, {"seat": 0, "bid": [1.5]})


def test_a_bid_stands() -> None:  # CB-079
    state = after(opened(4), BidPlaced(A, (1,)))
    assert_refused(state, BidPlaced(A, (2,)), "CB-079", says="Ana has already bid")
    assert_refused(counted(1, 1, 1, 1), BidPlaced(A, (2,)), "CB-079", says="only a Jester")


def test_nobody_bids_who_does_not_sit_here() -> None:
    assert_refused(opened(4), BidPlaced(Seat(4), (1,)), "CB-070", says="at this table")


@pytest.mark.parametrize(("players", "top"), [(2, 10), (6, 10), (7, 9), (8, 8)])
def test_the_tokens_end_at(players: int, top: int) -> None:  # CB-008
    assert top_token(players) == top


def test_bids_above_the_tokens_are_said_aloud_unless_the_table_rules_otherwise() -> None:  # CB-075, CB-R06
    free = opened(5, schedule=(12,))
    assert after(free, BidPlaced(A, (11,))).phase == Bidding(((A, ((11,),)),))
    strict = opened(5, schedule=(12,), bid_cap=BidCap.TOKENS)
    assert_refused(strict, BidPlaced(A, (11,)), "CB-075", "E_BID_TOKEN_LIMIT", "Ana can bid 0 to 10")
    assert_refused(strict, BidPlaced(A, (10, 11)), "CB-075", "E_BID_TOKEN_LIMIT")
    assert_refused(strict, BidPlaced(A, (13,)), "CB-074", "E_BID_RANGE")
    assert (field(free).high, field(strict).high) == (12, 10)
    assert field(opened(5, schedule=(4,), bid_cap=BidCap.TOKENS)).high == 4


SCREWED = [  # example of, tricks, bids of the others, what counts, numbers closed to the dealer
    ("CB-076", 4, (1, 1, 1), ScrewDoubleMode.LOW, (1,)),
    ("CB-076", 4, (2, 3, 1), ScrewDoubleMode.LOW, ()),
    ("CB-076", 4, (0, 0, 4), ScrewDoubleMode.LOW, (0,)),
    ("CB-077", 10, ((2, 3), 1, 4), ScrewDoubleMode.LOW, (3,)),
    ("CB-R07", 10, ((2, 3), 1, 4), ANY, (2, 3)),
    ("CB-R07", 10, ((2, 3), 1, 4), IGNORE, (5,)),
    ("CB-R07", 4, ((2, 3), (1, 2), 0), ANY, (0, 1)),
    ("CB-R07", 2, ((0, 1), (0, 1), 0), ANY, ()),  # 0, 1 and 2 could all add up: nothing would be left
]


@pytest.mark.parametrize(("example", "tricks", "others", "mode", "closed"), SCREWED)
def test_the_dealer_may_not_bid(
    example: str, tricks: int, others: tuple[Bid | int, ...], mode: ScrewDoubleMode, closed: tuple[int, ...]
) -> None:
    state = opened(4, schedule=(tricks,), screw_the_dealer=True, screw_double_mode=mode)
    state = after(state, *bids(state, *others))
    asked = field(state)
    shown = dict(asked.barred_singles if mode is IGNORE else asked.barred)
    assert (tuple(shown), asked.barred if mode is IGNORE else asked.barred_singles) == (closed, ())
    for n in range(tricks + 1):
        assert bool(fault(state, (n,))) == (n in closed)
        if n in closed:
            assert_refused(state, BidPlaced(D, (n,)), "CB-076", "E_BID_FORBIDDEN_DEALER", f"may not bid {n}")
            kept = after(state, BidPlaced(D, (n,)), waived=("CB-076",))
            assert (type(kept.phase), kept.options.screw_the_dealer) == (ByCounts, True)
        else:
            assert isinstance(after(state, BidPlaced(D, (n,))).phase, ByCounts)


@pytest.mark.parametrize(
    ("mode", "number", "counted"),
    [
        (ScrewDoubleMode.LOW, 3, "add up to the 10 tricks, the others' double bids by their lower number."),
        (ANY, 2, "add up to the 10 tricks, the others' double bids by one of their numbers."),
        (IGNORE, 5, "add up to the 10 tricks, without the double bids."),
    ],
)
def test_a_dealer_who_is_screwed_reads_how_double_bids_count(mode: ScrewDoubleMode, number: int, counted: str) -> None:
    state = opened(4, schedule=(10,), screw_the_dealer=True, screw_double_mode=mode)
    barred = BidPlaced(D, (number,))
    assert_refused(after(state, *bids(state, (2, 3), 1, 4)), barred, "CB-076", "E_BID_FORBIDDEN_DEALER", counted)
    if mode is not IGNORE:
        single = dict(field(after(state, *bids(state, 2, 1, 4))).barred)
        assert single[3].endswith("add up to the 10 tricks.")


def test_only_the_dealer_who_bids_last_is_screwed() -> None:  # CB-R08
    state = opened(4, schedule=(4,), screw_the_dealer=True)
    early = after(state, BidPlaced(A, (1,)), BidPlaced(D, (3,)), BidPlaced(B, (0,)), BidPlaced(C, (0,)))
    assert isinstance(early.phase, ByCounts)
    phase = after(state, *bids(state, 1, 1)).phase
    assert isinstance(phase, Bidding)
    assert barred_numbers(state, phase, C) == ()
