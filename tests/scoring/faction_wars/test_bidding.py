"""Secret bids, turned over together or sealed on the phone, and the order in which they are resolved."""

import pytest

from scoring.engine import agreements
from scoring.games.faction_wars.battle import CardRevealed
from scoring.games.faction_wars.bidding import BidSealed, BidsTurned
from scoring.games.faction_wars.entry import LevelChosen
from scoring.games.faction_wars.options import Bids, Level
from scoring.games.faction_wars.phases import Bidding, Resolving
from scoring.games.faction_wars.steps import Battle
from scoring.testing.tables import A, B, C, D
from tests.scoring.faction_wars.cards import BERSERKER, COWBOY
from tests.scoring.faction_wars.states import bid, bids, bonuses, counted, fight, lay, opened, take
from tests.scoring.faction_wars.table import GAME, after, assert_refused, decks, main


def test_a_sole_bidder_collects_into_the_discard_pile() -> None:  # FW-022
    state = take(bid(opened(2), 1, 2), A, COWBOY)
    assert decks(state) == [(3, 1), (3, 0)]


def test_only_those_who_bid_on_the_position_fight() -> None:  # FW-023, FW-024
    state = bid(opened(5), 2, 2, 4, 4, 4)
    assert_refused(state, CardRevealed(1, 2, C, "3"), "FW-023", "REVEAL_BY_NON_TIED", says="Ana and Ben")
    assert_refused(state, CardRevealed(1, 4, C, "3"), "FW-021", says="lowest position")
    assert_refused(state, CardRevealed(1, 1, C, "3"), "FW-023", "NOT_ENOUGH_BIDDERS", says="Nobody bid on position 1")
    state = fight(state, 2, (A, "3"), (B, "1"))
    state = take(state, A, COWBOY)
    assert state.phase.pending[0] == Battle(4, (C, D, state.table.seats[4]))


@pytest.mark.parametrize(
    ("event", "rule", "code", "says"),
    [
        (BidsTurned(1, ((A, 4), (B, 1), (C, 1))), "FW-004", "BID_OUT_OF_RANGE", "Ana bids 1 to 3"),  # FW-007
        (BidsTurned(1, ((A, 0), (B, 1), (C, 1))), "FW-004", "BID_OUT_OF_RANGE", "no position 0"),
        (BidsTurned(1, ((A, 1), (B, 1))), "FW-020", "BID_MISSING", "Cleo has not bid"),
        (BidsTurned(1, ((A, 1), (B, 1), (C, 2), (C, 3))), "FW-024", "BID_TWICE", "once"),
        (BidsTurned(1, ((A, 9), (B, 1))), "FW-004", "BID_OUT_OF_RANGE", ""),
        (BidsTurned(1, ((D, 1),)), "FW-020", "", "at the table"),
        (BidsTurned(2, ((A, 1), (B, 1), (C, 2))), "FW-020", "", "Round 1"),
        (BidSealed(1, A, 1), "FW-020", "", "turned over"),
    ],
)
def test_everybody_bids_once_on_a_position_of_the_line_up(event: BidsTurned, rule: str, code: str, says: str) -> None:
    assert_refused(opened(3), event, rule, code, says)


def test_bids_wait_until_everything_else_is_done() -> None:
    state = bid(opened(2), 1, 2)
    assert_refused(state, bids(state, 1, 2), "FW-020", says="last round is resolved")
    over = counted(opened(2, Level.FINAL), (1, 0, 0), (2, 0, 0))
    assert_refused(over, bids(over, 1, 2), "FW-053", "GAME_OVER")


# Sealed on the phone ------------------------------------------------------------------------------------------------


def test_sealed_bids_go_round_and_are_turned_over_together() -> None:  # FW-020, FW-021
    state = opened(3, bids=Bids.SEALED)
    for seat, position in ((A, 3), (B, 1)):
        assert dict(main(state).given) == {"round": 1, "seat": seat}
        state = after(state, BidSealed(1, seat, position))
        assert isinstance(state.phase, Bidding)
    assert isinstance(after(state, BidSealed(1, C, 1)).phase, Resolving)
    assert_refused(state, BidSealed(1, A, 1), "FW-020", "BID_TWICE", says="Ana has already bid")
    assert_refused(state, BidSealed(1, C, 4), "FW-004", "BID_OUT_OF_RANGE")
    assert_refused(state, bids(state, 1, 2, 3), "FW-020", says="sealed on the phone")


def test_nothing_of_a_sealed_bid_is_to_be_seen_until_all_are_in() -> None:  # FW-020
    state = opened(3, bids=Bids.SEALED)
    sealed = [BidSealed(1, A, 3), BidSealed(1, B, 3), BidSealed(1, C, 2)]
    state = after(state, *sealed[:2])
    assert [event.veiled(state) for event in sealed[:2]] == [frozenset({"bid"})] * 2
    assert agreements.sentence(GAME, state, sealed[0]) == "Ana has sealed a bid"
    signs = {(zone.seat, zone.count) for zone in GAME.view(state).board.zones if zone.title == "Bid"}
    assert signs == {(A, "sealed"), (B, "sealed")}
    state = after(state, sealed[2])
    assert sealed[0].veiled(state) == frozenset()
    assert agreements.sentence(GAME, state, sealed[0]) == "Ana bid 3"


def test_a_sealed_bid_of_a_later_round_stays_covered() -> None:  # FW-020, of an entry on hold
    state = take(bid(opened(2), 1, 2), A, COWBOY)
    final = after(take(state, B, BERSERKER), LevelChosen(Level.FINAL))
    over = after(counted(final, (9, 0, 0), (1, 0, 0)), bonuses(final))
    for ended, covered in ((final, [2, 3]), (over, [3])):
        assert [number for number in (1, 2, 3) if BidSealed(number, A, 1).veiled(ended)] == covered


def test_a_bid_is_sealed_in_at_most_three_taps() -> None:  # FW-020
    state = lay(opened(2, Level.REFEREE, bids=Bids.SEALED), COWBOY, BERSERKER)
    prompt = main(state)
    (field,) = prompt.fields
    assert prompt.instant  # hold, tap: recorded
    assert [choice.label for choice in field.field.choices] == ["1: Sheriff", "2: Berserker"]
    assert isinstance(after(state, BidSealed(1, B, 2)).phase, Bidding)


def test_bids_do_not_close_each_other() -> None:  # FW-020
    state = opened(3)
    assert GAME.form(state, main(state), {"bids": [[A, 1]]}) == main(state)
