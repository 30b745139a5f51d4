"""Players who leave Faction Wars or come late (FW-R20)."""

from scoring.contract.game import Adjusted, CameLate, Left, Opened
from scoring.engine.journal import Amend, Record
from scoring.engine.replay import replay
from scoring.games.faction_wars.bonuses import BonusesScored
from scoring.games.faction_wars.counting import CardsCounted
from scoring.games.faction_wars.entry import LevelChosen, PilesCounted
from scoring.games.faction_wars.options import Level, Options, TieWin
from scoring.games.faction_wars.passes import pass_count
from scoring.testing.tables import A, B, C, D
from tests.scoring.faction_wars.cards import COWBOY, NINJA, PIRATE
from tests.scoring.faction_wars.states import bid, opened, own, piles, take
from tests.scoring.faction_wars.table import GAME, after, assert_refused, decks, kinds, main, prompt_for, refusal


def test_the_line_up_that_lies_there_stays_and_the_next_one_is_theirs() -> None:
    state = after(opened(4), Left(D, ranked=False))
    assert state.own.phase.positions == 4
    assert [cell.key for field in main(state).fields for cell in field.cells] == [A, B, C]
    laid = after(opened(4, Level.REFEREE), Left(D, ranked=False))
    assert main(laid).title == "Position 1 of 3"


def test_the_passes_through_the_deck_stay() -> None:
    """Four players go through the deck three times, three players twice."""
    state = after(opened(4), Left(D, ranked=False))
    assert (pass_count(state.own.players), pass_count(state.own.starters)) == (2, 3)


def test_players_change_before_the_bids() -> None:
    fighting = bid(opened(4), 1, 1, 2, 3)
    violation = refusal(fighting, Left(A, ranked=False))
    assert violation.message == "Finish this round first. Stop the game instead."


def test_rounds_entered_before_somebody_left_are_not_entered_again() -> None:
    state = bid(opened(3), 1, 2, 3)
    state = after(take(take(take(state, A, COWBOY), B, NINJA), C, PIRATE), Left(C, ranked=False))
    assert dict(prompt_for(state, "piles_counted").given)["next_round"] == 2
    assert not after(state, piles(state.own)).own.partial
    assert_refused(state, piles(state.own, next_round=1), "FW-006", says="Round 2 is being played")
    final = after(state, LevelChosen(Level.FINAL))
    assert "level_chosen" not in kinds(final)


def test_where_only_the_end_is_counted_players_change_before_the_first_count() -> None:
    state = after(opened(3, Level.FINAL), Left(A, ranked=False))
    assert main(state).title == "Count Ben's cards"
    assert GAME.box.players[0] == 2
    assert refusal(state, Left(B, ranked=False)).message.startswith("Faction Wars is for 2 to 5 players.")


def test_piles_counted_with_somebody_who_came_late_fit_another_order_of_the_others() -> None:
    """FW-006: Dov sits between Ana and Ben."""
    options, came = Options(level=Level.ROUNDS), CameLate(D, "Dov", after=A, points=0)
    sizes, none = ((A, 4), (D, 3), (B, 5), (C, 6)), ((A, 0), (D, 0), (B, 0), (C, 0))
    counted = PilesCounted(1, sizes, none, recruit_deck=20, recruit_discard=0, passes=1, war=False)
    moved = Opened(("Cleo", "Ana", "Ben"), options, moves=(B, C, A))
    run = replay(
        GAME, (Record(Opened(("Ana", "Ben", "Cleo"), options)), Record(came), Record(counted), Amend(0, moved))
    )
    assert run.violation is None
    assert decks(run.state.own) == [(6, 0), (4, 0), (3, 0), (5, 0)]


def test_no_recruits_decide_behind_a_player_who_left() -> None:  # FW-R09
    state = opened(3, Level.FINAL, tie_win=TieWin.MOST_RECRUITS)
    state = after(state, Adjusted(A, 90, "a bet"), Left(A, ranked=True))
    state = after(state, *(CardsCounted(seat, recruits=5, berserkers=0, bystanders=0) for seat in (B, C)))
    assert GAME.outcome(after(state, BonusesScored(own(), (), ((B, 0), (C, 0))))).winners == (A,)
