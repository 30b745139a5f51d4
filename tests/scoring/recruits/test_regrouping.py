"""Players who leave Recruits or come late (RS-R25)."""

from scoring.contract.game import CameLate, Left
from scoring.contract.scores import totals
from scoring.games.recruits.entry import RecruitNamed
from scoring.games.recruits.options import Level
from scoring.games.recruits.score import RecruitEarned
from scoring.testing.tables import A, B, C, D
from tests.scoring.recruits.states import opened
from tests.scoring.recruits.table import GAME, after, refusal


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
