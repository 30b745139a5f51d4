"""Players who leave Recruit or come late (RT-R17)."""

from scoring.contract.game import CameLate, Left
from scoring.engine import regrouping
from scoring.games.recruit.entry import JoinedLate
from scoring.testing.tables import A, B, C, D, row
from tests.scoring.recruit.states import dealt, opened, taken
from tests.scoring.recruit.table import GAME, after, enter, main, refusal


def test_two_play_on_after_the_third_has_left() -> None:
    """The hand is dealt again; Cleo dealt it, so Ana deals now and Ben leads."""
    state = after(dealt("7H", players=3), Left(C, ranked=False))
    assert regrouping.list_playing(state) == (A, B)
    assert main(state).kind == "suit_displayed"
    assert GAME.starter(state) == B
    state = after(enter(state, "card_left_out"), taken(9, 4))
    assert [cell.key for field in main(state).fields for cell in field.cells][:2] == [A, B]


def test_a_third_player_joins_two() -> None:
    state = after(opened(2), CameLate(C, "Cleo", after=B, points=7))
    assert regrouping.list_playing(state) == (A, B, C)
    assert [(place.side, place.points) for place in GAME.standings(state)][:1] == [((C,), 7)]


def test_a_running_game_is_joined_after_somebody_left() -> None:  # RT-060
    state = after(opened(3), Left(C, ranked=False), JoinedLate(4, row(20, 17)))
    assert [head.title for head in GAME.rounds(state)] == ["Hands 1–3", "Hand 4"]


def test_partners_stay_together() -> None:
    why = "Four play as partners, so nobody can leave or come late."
    assert refusal(opened(4), Left(D, ranked=False)).message == f"{why} Stop the game instead."
    assert refusal(opened(3), CameLate(D, "Dov", after=A, points=0)).message == why
