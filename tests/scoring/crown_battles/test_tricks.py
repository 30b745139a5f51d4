"""A round entered trick by trick."""

from scoring.contract.prompts import Role, find_prompt
from scoring.contract.scores import Seat
from scoring.games.crown_battles.cards import CardPlayed
from scoring.games.crown_battles.deck import Special, Trump
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import AlchemistFrom
from scoring.games.crown_battles.powers.alchemist import AlchemistPlayed
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.winning import RoundScored
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import by_tricks, scored, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, lines, prompt_for, state_main


def leader(state: State) -> Seat:
    return next(marker.seat for marker in GAME.view(state).board.markers if marker.key == "leads")


def test_each_trick_is_one_tap() -> None:
    prompt = state_main(by_tricks(1, 1, 1, 1))
    assert (prompt.kind, prompt.title, prompt.instant) == (TrickWon.kind, "Who wins trick 1 of 4?", True)


def test_the_round_is_scored_after_its_last_trick() -> None:  # CB-150
    state = after(by_tricks(1, 1, 1, 1), *won(A, B, C))
    assert_refused(state, RoundScored(), "CB-150", "E_TRICKS_SUM", "3 of 4 tricks are entered")
    state = after(state, TrickWon(D))
    assert kinds(state, Role.MAIN) == [RoundScored.kind]
    assert state_main(state).confirm == "Score round 1"
    assert_refused(state, TrickWon(A), "CB-150", "E_TRICKS_SUM", "All 4 tricks of the round have been played")
    assert [line.points for line in lines(scored(state))] == [30, 30, 30, 30]
    only = after(by_tricks(1, 0, 0, 0, cards=1), TrickWon(A))
    assert_refused(only, TrickWon(A), "CB-150", "E_TRICKS_SUM", "The only trick of the round has been played")


def test_the_score_shows_before_it_is_confirmed() -> None:
    state = after(by_tricks(1, 1, 1, 1), *won(A, B, C))
    assert GAME.provisional(state) == state.ledger
    state = after(state, TrickWon(D))
    assert GAME.provisional(state) == scored(state).ledger


def test_a_bomb_ends_its_trick_and_names_the_leader() -> None:  # CB-109, CB-123
    state = after(by_tricks(1, 1, 1, 1, specials=(Special.BOMB,)), *won(A))
    bomb = prompt_for(state, BombPlayed.kind)
    assert [field.name for field in bomb.fields] == ["seat", "next_leader"]
    assert_refused(state, BombPlayed(B, None, copied=False), "CB-109", says="Ben names who leads the next trick.")
    state = after(state, BombPlayed(B, D, copied=False))
    assert leader(state) == D
    assert state.phase.tricks[-1].winner is None
    assert sum(after(state, *won(A, A)).phase.owned[0]) == 3


def test_a_copied_bomb_destroys_no_second_trick() -> None:  # CB-R23, CB-114
    state = by_tricks(1, 1, 1, 1, specials=(Special.BOMB, Special.SUMMONER))
    state = after(state, TrickWon(A), BombPlayed(B, D, copied=False))
    copied = after(state, BombPlayed(C, A, copied=True))
    assert leader(copied) == A
    assert len(copied.phase.tricks) == 2
    later = after(state, TrickWon(A))
    assert find_prompt(GAME.prompts(later), BombPlayed.kind) is None
    assert_refused(later, BombPlayed(C, A, copied=True), "CB-123", "E_BOMB_COUNT", "only in the bombed trick")


def test_a_copied_bomb_in_the_last_trick_names_nobody() -> None:
    state = by_tricks(1, 1, 1, 1, specials=(Special.BOMB, Special.SUMMONER))
    state = after(state, *won(A, A, C), BombPlayed(B, None, copied=False))
    assert leader(after(state, BombPlayed(A, None, copied=True))) == C


def test_the_alchemist_may_begin_with_the_next_trick() -> None:  # CB-R14
    options = {"specials": (Special.ALCHEMIST,), "alchemist_from": AlchemistFrom.NEXT_TRICK}
    state = after(by_tricks(1, 1, 1, 1, spun=Spinner.YELLOW, **options), TrickWon(A))
    state = after(state, AlchemistPlayed(B, Trump.NONE, copied=False))
    assert state.deal.trump is Trump.YELLOW
    state = after(state, *won(B, A))
    assert [trick.trump for trick in state.phase.tricks] == [Trump.YELLOW, Trump.YELLOW, Trump.NONE]


def test_cards_are_refused_where_tricks_are_entered() -> None:
    assert_refused(by_tricks(1, 1, 1, 1), CardPlayed(A, "blue-3"), "CB-057", says="trick by trick")


def test_a_winner_sits_at_the_table() -> None:
    assert_refused(by_tricks(1, 1, 1, 1), TrickWon(Seat(7)), "CB-112", says="at this table")
    field = state_main(by_tricks(1, 1, 1, 1)).fields[0]
    assert [choice.label for choice in field.choices] == ["Ana", "Ben", "Cleo", "Dov"]
