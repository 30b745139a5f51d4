"""Wagering: stakes, shares, the carried-over pot, and extra bets; every example and refusal of sections 18 and 27."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.prompts import Count
from scoring.contract.scores import Seat
from scoring.engine.drafts import collect_answers, find_gaps
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.entry import JoinedLate
from scoring.games.crown_battles.options import RoundType, RoundTypeDraw, WageringFinalPot, WitchVictimFloor
from scoring.games.crown_battles.powers.witch import WitchPlayed
from scoring.games.crown_battles.rounds.wagering import ExtrasBet, open_pot, share_of
from scoring.games.crown_battles.state import State
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import bids, of_type, opened, taken, witch
from tests.scoring.crown_battles.table import GAME, after, assert_refused, closed_doubles, lines, prompt_for


def bet(*points: int) -> ExtrasBet:
    """The extra bets by seat."""
    return ExtrasBet(tuple((Seat(seat), item) for seat, item in enumerate(points)))


def begun(players: int = 4, cards: int = 4, rounds: int = 2, **options: Any) -> State:
    return of_type(RoundType.WAGERING, players, cards, rounds, **options)


def bid_on(state: State, numbers: tuple[int, ...], extras: tuple[int, ...] = ()) -> State:
    """The state with bids by seat, from the opening seat on, and the extra bets."""
    events = (BidPlaced(seat, (numbers[seat],)) for seat in state.deal.order)
    return after(state, *events, bet(*(extras or (0,) * len(numbers))))


def played(state: State, placed: tuple[int, ...], tricks: tuple[int, ...], extras: tuple[int, ...] = ()) -> State:
    return after(bid_on(state, placed, extras), taken(*tricks))


def right(players: int, winners: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Bids and piles of four tricks with this many met bids: the first player wins all tricks."""
    tricks = (4,) + (0,) * (players - 1)
    return tuple(n if seat < winners else n + 1 if n == 0 else 0 for seat, n in enumerate(tricks)), tricks


@pytest.mark.parametrize(
    ("rule", "pot", "winners", "share"),
    [
        ("CB-286", 100, 3, 30),  # the rulebook's
        ("CB-286", 140, 3, 45),
        ("CB-286", 160, 7, 20),
        ("CB-286", 240, 5, 45),
        ("CB-289", 80, 0, 0),
    ],
)
def test_a_share_is_rounded_down_to_five(rule: str, pot: int, winners: int, share: int) -> None:
    assert share_of(pot, winners) == share


@pytest.mark.parametrize(
    ("rule", "players", "winners", "gains"),
    [
        ("CB-285", 5, 3, (10, 10, 10, -20, -20)),  # CB-296
        ("CB-296", 5, 5, (0,) * 5),
        ("CB-288", 4, 1, (60, -20, -20, -20)),
        ("CB-289", 4, 0, (-20,) * 4),
        ("CB-R38", 8, 6, (5,) * 6 + (-20,) * 2),
        ("CB-R38", 8, 7, (0,) * 7 + (-20,)),
    ],
)
def test_stakes_and_shares(rule: str, players: int, winners: int, gains: tuple[int, ...]) -> None:
    state = played(begun(players), *right(players, winners))
    assert state.totals == gains
    assert {line.rule.id for line in lines(state)} <= {"CB-286", "CB-288"}


def test_what_the_sharing_leaves_goes_to_the_bank() -> None:  # CB-287
    state = played(begun(5), *right(5, 3))
    assert (sum(state.totals), state.pot) == (-10, 0)
    state = played(begun(8), *right(8, 7))
    assert (sum(state.totals), state.pot) == (-20, 0)


def test_a_pot_nobody_wins_waits_for_the_next_wagering_round() -> None:  # CB-289
    state = played(begun(4, rounds=3), *right(4, 0))
    assert state.pot == 80
    assert [fact.value for fact in GAME.view(state).facts if fact.key == "pot"] == ["160"]
    state = played(state, *right(4, 2))
    assert state.totals == (-20 + 80 - 20, 40, -40, -40)
    assert state.pot == 0


@pytest.mark.parametrize(
    ("rule", "extra", "met", "gains"),
    [
        ("CB-291", 20, True, 0 + 20),  # the rulebook's: a bonus of 20
        ("CB-291", 10, True, 0 + 10),
        ("CB-292", 20, False, -20 - 20),
        ("CB-292", 10, False, -20 - 10),
        ("CB-290", 0, False, -20),
    ],
)
def test_an_extra_bet_is_won_or_lost_against_the_bank(rule: str, extra: int, met: bool, gains: int) -> None:
    placed, tricks = right(4, 4)
    placed = placed if met else (placed[0] - 1, *placed[1:])
    state = played(begun(), placed, tricks, (extra, 0, 0, 0))
    assert state.totals[A] == gains
    cited = {line.rule.id for line in lines(state) if line.seat == A}
    assert cited == ({"CB-286" if met else "CB-288"} | ({rule} if extra else set()))


def test_extra_bets_are_kept_apart_from_the_pot() -> None:  # CB-295
    state = played(begun(rounds=3), *right(4, 0), (20, 20, 20, 20))
    assert state.pot == 80


def test_four_players_bet_0_10_20_and_0_more() -> None:  # CB-290
    state = bid_on(begun(), (1, 1, 1, 1), (0, 10, 20, 0))
    tokens = {
        zone.seat: [tile.name for tile in zone.tiles] for zone in GAME.view(state).board.zones if zone.seat is not None
    }
    assert [tokens[seat] for seat in (A, B, C, D)] == [["1"], ["1", "+10"], ["1", "+20"], ["1"]]


@pytest.mark.parametrize(
    ("extras", "says"),
    [((15, 0, 0, 0), "Ana can bet 10 or 20 more"), ((0, 0, 0, 40), "Dov can bet"), ((-10, 0, 0, 0), "Ana can bet")],
)
def test_only_ten_or_twenty_more_may_be_bet(extras: tuple[int, ...], says: str) -> None:  # CB-290
    state = after(begun(), *bids(begun(), 1, 1, 1, 1))
    assert_refused(state, bet(*extras), "CB-290", "E_WAGER_EXTRA", says)


def test_who_bets_no_more_need_not_say_so() -> None:  # CB-290
    state = after(begun(), *(BidPlaced(seat, (1,)) for seat in begun().deal.order))
    form = prompt_for(state, ExtrasBet.kind)
    assert not find_gaps(form, {})
    assert collect_answers(form, {}) == {"extras": [[seat, 0] for seat in range(4)]}


def test_nobody_is_left_out_of_the_extra_bets() -> None:  # CB-290
    state = after(begun(), *bids(begun(), 1, 1, 1, 1))
    assert_refused(state, bet(0, 10), "CB-290", says="every player's extra bet")


def test_there_are_no_double_bids() -> None:  # CB-293
    state = begun()
    assert closed_doubles(state) == ["There are no double bids in Wagering."]
    assert_refused(state, BidPlaced(A, (1, 2)), "CB-293", "E_DOUBLE_IN_WAGERING")


def test_players_in_debt_stake_like_all_others() -> None:  # CB-294
    state = played(begun(rounds=3), *right(4, 0))
    assert min(state.totals) < 0
    state = played(state, *right(4, 1), (20, 20, 20, 20))
    assert state.totals == (-20 + 160 - 20 + 20, -60, -60, -60)


@pytest.mark.parametrize(
    ("ruling", "left"), [(WageringFinalPot.BANK, 0), (WageringFinalPot.SHARE_AMONG_LEADERS, 80)], ids=str
)
def test_a_table_may_give_the_last_pot_to_the_leader(ruling: WageringFinalPot, left: int) -> None:  # CB-R39
    pool = (RoundType.NORMAL, RoundType.WAGERING)
    state = opened(4, schedule=(4, 4), pool=pool, wagering_final_pot=ruling)
    state = played(after(state, TypeDrawn(RoundType.WAGERING)), *right(4, 0))
    state = after(state, TypeDrawn(RoundType.NORMAL))
    (notice,) = GAME.view(state).notices
    assert ("the bank" in notice.text) == (left == 0)
    placed = (BidPlaced(seat, ((2, 1, 1, 1)[seat],)) for seat in state.deal.order)
    state = after(state, *placed, taken(2, 2, 0, 0))
    assert GAME.outcome(state) is not None
    assert (state.totals[A], state.pot) == (-20 + 40 + left, 0)
    assert not [fact for fact in GAME.view(state).facts if fact.key == "pot"]


@pytest.mark.parametrize(
    ("draw", "rounds", "second", "orphan"),
    [
        (RoundTypeDraw.NO_REPLACEMENT, 2, RoundType.NORMAL, True),
        (RoundTypeDraw.NO_REPLACEMENT, 3, RoundType.NORMAL, False),  # the cards are shuffled again
        (RoundTypeDraw.WITH_REPLACEMENT, 3, RoundType.NORMAL, False),
        (RoundTypeDraw.WITH_REPLACEMENT, 2, RoundType.WAGERING, False),  # it is played for now
    ],
)
def test_the_table_is_told_when_nobody_can_win_the_pot_any_more(
    draw: RoundTypeDraw, rounds: int, second: RoundType, orphan: bool
) -> None:  # CB-297
    pool = (RoundType.NORMAL, RoundType.WAGERING)
    state = opened(4, schedule=(4,) * rounds, pool=pool, round_type_draw=draw)
    state = played(after(state, TypeDrawn(RoundType.WAGERING)), *right(4, 0))
    state = after(state, TypeDrawn(second))
    assert ("W_POT_ORPHAN" in {notice.code for notice in GAME.view(state).notices}) == orphan
    to_bank = replace(state, options=replace(state.options, wagering_final_pot=WageringFinalPot.BANK))
    assert open_pot(to_bank) == (0 if orphan else state.pot)


def test_a_table_may_pay_like_normal_bidding_besides() -> None:  # CB-R37
    state = played(begun(wagering_normal_score=True), *right(4, 2))
    assert state.totals == (20 + 60, 20 + 20, -20 - 10, -20 - 10)
    assert {line.rule.id for line in lines(state)} == {"CB-286", "CB-288", "CB-160", "CB-161"}
    assert played(begun(), *right(4, 2)).totals == (20, 20, -20, -20)


def test_without_a_pot_there_is_nothing_to_share_at_the_end() -> None:  # CB-R39
    shared = {"wagering_final_pot": WageringFinalPot.SHARE_AMONG_LEADERS}
    state = played(begun(rounds=1, **shared), *right(4, 1))
    assert GAME.outcome(state) is not None
    assert state.totals == (60, -20, -20, -20)


@pytest.mark.parametrize(
    ("before", "extras", "reach"),
    [
        ((50, 25, 20, 0), (0, 0, 0, 0), (5, 0, 0)),
        ((50, 45, 40, 35), (0, 20, 10, 0), (5, 10, 15)),
        ((0, -20, 200, 10), (0, 0, 20, 0), (0, 20, 0)),
    ],
)
def test_a_witch_that_stops_at_zero_heeds_the_stakes(
    before: tuple[int, ...], extras: tuple[int, ...], reach: tuple[int, ...]
) -> None:  # CB-R38, CB-R18: all stakes left before
    state = begun(witch_victim_floor=WitchVictimFloor.ZERO, rounds=3, specials=(Special.WITCH,))
    state = after(state, JoinedLate(2, tuple((Seat(seat), n) for seat, n in enumerate(before))))
    state = bid_on(state, (0, 0, 0, 0), extras)
    shares = GAME.form(state, prompt_for(state, WitchPlayed.kind), {"seat": A}).fields[1]
    assert tuple(cell.field.high for cell in shares.cells if isinstance(cell.field, Count)) == reach
    total = min(20, sum(reach))
    assert shares.totals == (total,)
    victim = Seat(1 + reach.index(min(reach)))
    assert_refused(state, witch(A, {victim: min(reach) + 5}), "CB-R18", "E_WITCH_TOTAL", "nobody goes below zero")


def test_the_stakes_of_earlier_rounds_are_paid_and_done() -> None:  # CB-R38
    state = of_type(RoundType.NORMAL, witch_victim_floor=WitchVictimFloor.ZERO, rounds=3, specials=(Special.WITCH,))
    state = after(state, JoinedLate(2, ((A, 0), (B, 20), (C, 0), (D, 0))))
    state = after(state, *bids(state, 0, 0, 0, 0), witch(A, {B: 20}))
    assert state.totals == (20, 0, 0, 0)
