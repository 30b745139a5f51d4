"""Blind Bidding: bids face down at the table or sealed on the phone, revealed after the last trick."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.game import Left
from scoring.contract.prompts import Cell, Role, Sealed
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.cards import TrickRuled
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import BidCap, RoundType, Secrets
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.smuggler import SmugglerSwapped
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.rounds.blind import (
    BlindBidMoved,
    BlindBidSealed,
    BlindBidsSet,
    BlindBidsTurned,
    BlindBidsUncovered,
)
from scoring.games.crown_battles.state import Over, State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import laid, of_type, opened, taken, with_trump, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, lines, prompt_for, state_main

SEALED = {"secrets": Secrets.SEALED}


def begun(level: Level = Level.COUNTS, cards: int = 4, **options: Any) -> State:
    """A round of Blind Bidding of four, before anything is hidden."""
    return with_trump(of_type(RoundType.BLIND, 4, cards, level=level, **options))


def set_down(level: Level = Level.COUNTS, **options: Any) -> State:
    return after(begun(level, **options), BlindBidsSet())


def sealed(*bids: Bid | int, level: Level = Level.COUNTS, cards: int = 4, **options: Any) -> State:
    state = begun(level, cards, **SEALED, **options)
    pairs = [(bid,) if isinstance(bid, int) else bid for bid in bids]
    return after(state, *(BlindBidSealed(1, seat, bid) for seat, bid in zip((A, B, C, D), pairs, strict=False)))


def turned(*bids: Bid | int) -> BlindBidsTurned:
    return BlindBidsTurned(tuple((Seat(n), (bid,) if isinstance(bid, int) else bid) for n, bid in enumerate(bids)))


def shown(state: State) -> list[tuple[str, str, bool]]:
    return [(tile.id, tile.name, tile.up) for zone in GAME.view(state).board.zones for tile in zone.tiles]


def test_bids_lie_face_down_before_the_play() -> None:  # CB-185: four tokens "set"
    state = begun()
    assert state_main(state).kind == BlindBidsSet.kind
    assert shown(state) == []
    assert_refused(state, taken(1, 1, 1, 1), "CB-185", says="puts a bid face down first")
    assert_refused(begun(Level.TRICKS), TrickWon(A), "CB-185", says="puts a bid face down first")
    state = after(state, BlindBidsSet())
    assert shown(state) == [(f"bid-{seat}", "?", False) for seat in range(4)]
    assert_refused(state, BlindBidsSet(), "CB-186", says="revealed first")


def test_bids_are_turned_after_the_last_trick() -> None:  # CB-186: 2, 1-2, 0, 2 are turned
    state = set_down(Level.TRICKS)
    assert kinds(state, Role.MAIN) == [TrickWon.kind]
    assert_refused(after(state, *won(A)), turned(2, (1, 2), 0, 2), "CB-185", says="that does not belong here")
    state = after(state, *won(A, B, B, D))
    assert kinds(state, Role.MAIN) == [BlindBidsTurned.kind]
    assert_refused(state, RoundScored(), "CB-186", says="The bids are revealed first.")
    assert GAME.provisional(state) == state.ledger
    state = after(state, turned(2, (1, 2), 0, 2))
    assert [name for _, name, _ in shown(state)] == ["2", "1–2", "0", "2"]
    assert len(GAME.provisional(state)) == 4
    assert after(state, RoundScored()).totals == (-10, 20, 20, -10)


EXAMPLES = [  # example of, bid, tricks, points
    ("CB-187", (2,), 2, 40),
    ("CB-187", (1, 2), 2, 20),
    ("CB-187", (0,), 0, 20),
    ("CB-187", (3,), 1, -20),
]


@pytest.mark.parametrize(("example", "bid", "tricks", "worth"), EXAMPLES)
def test_a_blind_bid_is_worth_what_an_open_one_is(example: str, bid: Bid, tricks: int, worth: int) -> None:
    state = after(set_down(), turned(bid, 0, 0, 0), taken(tricks, 4 - tricks, 0, 0))
    assert lines(state)[0].points == worth


REFUSED = [  # bids turned, rule, code
    (((A, (5,)), (B, (0,)), (C, (0,)), (D, (0,))), "CB-074", "E_BID_RANGE"),
    (((A, (1, 3)), (B, (0,)), (C, (0,)), (D, (0,))), "CB-072", "E_DOUBLE_NOT_CONSECUTIVE"),
    (((A, ()), (B, (0,)), (C, (0,)), (D, (0,))), "CB-071", "E_BID_MISSING"),
    (((A, (1,)), (B, (0,)), (C, (0,))), "CB-186", "E_BID_MISSING"),
    (((A, (1,)), (A, (0,)), (C, (0,)), (D, (0,))), "CB-186", "E_BID_MISSING"),
]


@pytest.mark.parametrize(("bids", "rule", "code"), REFUSED)
def test_bids_that_cannot_have_been_are_refused(
    bids: tuple[tuple[Seat, Bid], ...], rule: str, code: str
) -> None:  # CB-180, CB-187
    assert_refused(set_down(), BlindBidsTurned(bids), rule, code)


def test_doubles_can_be_closed() -> None:  # CB-R58
    grid = prompt_for(set_down(), BlindBidsTurned.kind).fields[0]
    assert [no_doubles(cell) for cell in grid.cells] == [""] * 4
    closed = set_down(blind_double_bids=False)
    assert_refused(closed, turned((1, 2), 0, 0, 0), "CB-R58", "E_DOUBLE_ONE_TRICK")
    grid = prompt_for(closed, BlindBidsTurned.kind).fields[0]
    assert all(no_doubles(cell) for cell in grid.cells)


def no_doubles(cell: Cell) -> str:
    return cell.field.no_doubles


def test_special_cards_are_entered_before_the_bids_are_turned() -> None:
    state = set_down(specials=(Special.THIEF, Special.JESTER))
    state = after(state, ThiefPlayed(A, B, copied=False), JesterPlayed(C, None, copied=False))
    assert_refused(state, taken(1, 1, 1, 1), "CB-186", says="revealed first")
    assert_refused(set_down(specials=(Special.JESTER,)), JesterPlayed(C, 1, copied=False), "CB-125", says="secret")
    assert len(prompt_for(set_down(specials=(Special.JESTER,)), JesterPlayed.kind).fields) == 1


@pytest.mark.parametrize("level", Level)
def test_the_smuggler_swaps_before_the_bids_are_set(level: Level) -> None:  # CB-128, CB-185
    state = begun(level, specials=(Special.SMUGGLER,))
    holder = prompt_for(state, SmugglerSwapped.kind).fields[0]
    assert not any(choice.why_not for choice in holder.choices)
    swapped = after(state, SmugglerSwapped(B))
    assert state_main(swapped).kind == BlindBidsSet.kind
    assert SmugglerSwapped.kind not in kinds(swapped, Role.ASIDE)
    assert_refused(swapped, SmugglerSwapped(C), "CB-128", "E_SPECIAL_REUSED", "used before the bids")
    assert_refused(after(state, BlindBidsSet()), SmugglerSwapped(B), "CB-128", says="All bids are placed")
    assert SmugglerSwapped.kind not in kinds(after(state, BlindBidsSet()), Role.ASIDE)


def test_the_smuggler_swaps_before_a_sealed_bid() -> None:  # CB-128, CB-185
    state = sealed(1, specials=(Special.SMUGGLER,))
    assert SmugglerSwapped.kind in kinds(state, Role.ASIDE)
    assert_refused(state, SmugglerSwapped(A), "CB-128", says="Ana has already bid")
    after(state, SmugglerSwapped(B))


def test_sealed_bids_are_asked_one_by_one_and_covered() -> None:  # CB-185
    state = sealed(2, (1, 2))
    main = state_main(state)
    assert (main.kind, main.seat) == (BlindBidSealed.kind, C)
    assert isinstance(main.fields[0], Sealed)
    assert shown(state) == [("bid-0", "?", False), ("bid-1", "?", False)]
    assert "sum" not in {fact.key for fact in GAME.view(state).facts}
    assert_refused(state, BlindBidSealed(1, A, (1,)), "CB-079", says="has already bid")
    assert_refused(state, BlindBidSealed(2, C, (1,)), "CB-185", says="This is round 1")
    assert_refused(state, BlindBidSealed(1, C, (9,)), "CB-074", "E_BID_RANGE")
    assert_refused(state, BidPlaced(C, (1,)), "CB-185", says="This is a round of Blind Bidding")


def test_a_sealed_bid_that_waits_for_a_correction_stays_covered() -> None:  # of a later round, or of another type now
    before = sealed()
    assert BlindBidSealed(2, A, (1,)).veiled(before) == BlindBidSealed(2, A, (1,)).veiled(opened(4)) == {"bid"}
    assert BlindBidSealed(1, A, (1,)).veiled(opened(4)) == {"bid"}
    assert BlindBidMoved(1, A, 1).veiled(opened(4)) == {"delta"}
    over = replace(before, phase=Over())
    assert [BlindBidSealed(number, A, (1,)).veiled(over) for number in (1, 2)] == [frozenset(), {"bid"}]


def test_the_sealed_bid_of_a_player_who_left_stays_covered() -> None:  # until the others have bid anew
    state = after(sealed(1, 2, 0, 2), Left(D, ranked=False))
    assert agreements.list_veiled(GAME, state, BlindBidSealed(1, D, (2,))) == {"bid"}
    assert agreements.sentence(GAME, state, BlindBidSealed(1, D, (2,))) == "Dov has sealed a bid"


def test_a_jester_on_a_sealed_bid_comes_before_everything_else() -> None:
    state = sealed(1, 0, 0, 2, specials=(Special.JESTER, Special.SUMMONER))
    state = after(state, JesterPlayed(B, None, copied=False))
    main = state_main(state)
    assert (main.kind, main.seat) == (BlindBidMoved.kind, B)
    assert_refused(state, BlindBidsUncovered(), "CB-186", says="Ben may move the hidden bid first.")
    assert_refused(state, BlindBidMoved(1, A, 1), "CB-186", says="Ben played the Jester")
    assert_refused(state, BlindBidMoved(3, B, 1), "CB-185", says="This is round 1")
    assert_refused(state, BlindBidMoved(1, B, 2), "CB-186", "E_JESTER_DELTA")
    assert_refused(state, BlindBidMoved(1, B, -1), "CB-186", "E_JESTER_RANGE", "cannot go that way")
    double = after(sealed(1, (3, 4), 0, 2, specials=(Special.JESTER,)), JesterPlayed(B, None, copied=False))
    assert_refused(double, BlindBidMoved(1, B, 1), "CB-186", "E_JESTER_RANGE", "cannot go that way")
    copied = after(state, BlindBidMoved(1, B, 1), JesterPlayed(D, None, copied=True))
    assert state_main(copied).seat == D
    assert_refused(copied, BlindBidMoved(1, B, 1), "CB-186", says="Dov played the Jester")
    assert after(copied, BlindBidMoved(1, D, -1)).phase.bids == (((1,), (1,), (0,), (1,)),)


@pytest.mark.parametrize("level", [Level.COUNTS, Level.TRICKS])
def test_a_jester_entered_after_the_bids_were_turned_moves_no_token_again(level: Level) -> None:  # CB-125, CB-186
    state = set_down(level, specials=(Special.JESTER, Special.SUMMONER))
    state = after(state, *(won(A, B, B, D) if level is Level.TRICKS else ()), turned(1, (1, 2), 0, 2))
    prompt = prompt_for(state, JesterPlayed.kind)
    assert [field.name for field in prompt.fields] == ["seat"]
    assert dict(prompt.given) == {"copied": False, "delta": None, "part": None}
    assert_refused(
        state, JesterPlayed(B, 1, copied=False), "CB-125", says="was exchanged before the bids were revealed"
    )
    state = after(state, JesterPlayed(B, None, copied=False))
    assert state.phase.bids == (((1,), (1, 2), (0,), (2,)),)
    assert_refused(state, JesterPlayed(D, -1, copied=True), "CB-125", says="Dov's token was exchanged")
    assert after(state, JesterPlayed(D, None, copied=True)).phase.bids == (((1,), (1, 2), (0,), (2,)),)


@pytest.mark.parametrize("level", [Level.COUNTS, Level.TRICKS])
def test_a_jester_entered_after_sealed_bids_were_shown_moves_the_bid_of_this_phone(level: Level) -> None:  # CB-186
    state = sealed(1, (1, 2), 0, 2, level=level, specials=(Special.JESTER,))
    state = after(state, *(won(A, B, B, D) if level is Level.TRICKS else ()), BlindBidsUncovered())
    assert_refused(state, JesterPlayed(B, None, copied=False), "CB-125", "E_JESTER_DELTA")
    assert after(state, JesterPlayed(B, 1, copied=False)).phase.bids == (((1,), (2, 3), (0,), (2,)),)


def test_a_hidden_bid_ends_where_the_tokens_end() -> None:  # CB-186, CB-R06
    tokens = {"bid_cap": BidCap.TOKENS, "specials": (Special.JESTER,)}
    state = after(sealed(10, 0, 0, 0, cards=13, **tokens), JesterPlayed(A, None, copied=False))
    assert_refused(state, BlindBidMoved(1, A, 1), "CB-186", "E_JESTER_RANGE", "cannot go that way")
    after(state, BlindBidMoved(1, A, -1))
    free = after(sealed(10, 0, 0, 0, cards=13, specials=(Special.JESTER,)), JesterPlayed(A, None, copied=False))
    after(free, BlindBidMoved(1, A, 1))


@pytest.mark.parametrize("secrets", Secrets)
def test_the_table_may_give_the_last_trick_away_before_the_bids_are_turned(secrets: Secrets) -> None:  # CB-111, CB-186
    state = begun(Level.CARDS, 1, secrets=secrets)
    hidden = tuple(BlindBidSealed(1, seat, (1,)) for seat in (A, B, C, D))
    state = after(state, *(hidden if secrets is Secrets.SEALED else (BlindBidsSet(),)))
    state = laid(state, "b1 b2 b3 b4")
    assert prompt_for(state, TrickRuled.kind).role is Role.ASIDE
    state = after(state, TrickRuled(A, "the four was a one"))
    uncovered = BlindBidsUncovered() if secrets is Secrets.SEALED else turned(1, 1, 1, 1)
    assert after(state, uncovered, RoundScored()).totals == (30, -10, -10, -10)
