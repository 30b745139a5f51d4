"""Players who leave Recruits or come late (RS-R25)."""

from scoring.contract.game import Adjusted, CameLate, Left
from scoring.contract.scores import totals
from scoring.games.recruits.entry import PileEmptied, RecruitNamed
from scoring.games.recruits.options import EarlyEnd, Level, Variant, WinTie
from scoring.games.recruits.score import RecruitEarned
from scoring.testing.tables import A, B, C, D
from tests.scoring.recruits.states import go, ledger, opened
from tests.scoring.recruits.table import GAME, after, kinds, main, notices, refusal


def test_the_recruits_stay_with_whoever_earned_them() -> None:
    state = after(opened(3), RecruitNamed("K"), RecruitEarned(C), RecruitNamed("Q"), RecruitEarned(A))
    state = after(state, Left(C, ranked=False))
    assert totals(state.ledger, state.table.seats) == {A: 3, B: 0, C: 4}
    state = after(state, *(event for _ in range(3) for event in (RecruitNamed("K"), RecruitEarned(B))))
    assert refusal(state, RecruitNamed("K")).code == "TOO_MANY_OF_RANK"
    kings = [(measure.round, measure.seat) for measure in GAME.measures.of(state) if measure.key == "kings"]
    assert kings == [(1, C), (3, B), (4, B), (5, B)]
    assert [head.title for head in GAME.rounds(state)] == ["King", "Queen", "King", "King", "King", "Recruit 6"]


def test_before_the_first_card_the_game_is_set_up_for_those_who_play() -> None:
    state = after(opened(3, level=Level.REFEREE), CameLate(D, "Dov", after=C, points=0))
    assert (state.own.level, len(state.own.piles)) == (Level.REFEREE, 4)


def test_a_player_who_left_and_is_ranked_can_be_ahead() -> None:  # RS-075
    state = ledger(words="K 0 K 0 K 0 Q 0 K 1", early_end=EarlyEnd.CLINCHED)
    for ranked in (True, False):
        end = go(after(state, Left(A, ranked)), "Q 1 Q 1 J 1 J 1 J 2")
        assert ("Nobody can catch Ben" not in notices(end), "ended_early" not in kinds(end)) == (ranked, ranked)


def test_no_card_decides_behind_a_player_who_left() -> None:  # RS-R12
    state = after(ledger(3, Variant.QUICK_GAME, win_tie=WinTie.CARD, words="K 0 K 0 K 1 K 2"), Left(A, ranked=True))
    assert GAME.outcome(after(state, PileEmptied(1))).winners == (A,)
    tied = after(state, Adjusted(A, -5, "a bet"), PileEmptied(1))
    assert main(tied).title == "Ben plays a card for the win"
    assert GAME.outcome(after(tied, Adjusted(A, 5, "a bet"))).winners == (A,)


def test_kings_decide_who_is_second_behind_a_player_who_left() -> None:  # RS-R12
    state = ledger(3, Variant.QUICK_GAME, win_tie=WinTie.KINGS, words="K 0 K 0 K 1 J 1 Q 2 Q 2")
    state = after(state, Left(A, ranked=True), PileEmptied(1))
    assert [(place.rank, place.side) for place in GAME.standings(state)] == [(1, (A,)), (2, (B,)), (3, (C,))]
