"""The passes through the recruit deck, War is Over, and the last round."""

from typing import Any

import pytest

from scoring.contract.game import Adjusted, CameLate, Event, Left
from scoring.contract.prompts import Role
from scoring.games.faction_wars.bidding import BidSealed
from scoring.games.faction_wars.cards import Kind
from scoring.games.faction_wars.collecting import CardCollected, CardDrawn
from scoring.games.faction_wars.entry import LevelChosen
from scoring.games.faction_wars.options import Bids, Level, WarEnd
from scoring.games.faction_wars.passes import CardLaid, DeckEmptied, WarDrawn, pass_count
from scoring.games.faction_wars.phases import Bidding, CountingBonuses, LiningUp
from scoring.games.faction_wars.state import State
from scoring.testing.tables import A, B, C, D
from tests.scoring.faction_wars.cards import COWBOY, GAMBLER, NINJA, PIRATE, VIKING, typed
from tests.scoring.faction_wars.states import bid, bids, fight, lay, opened, stocked, take
from tests.scoring.faction_wars.table import after, assert_refused, kinds, main, prompt_for, texts, titles


def test_points_by_agreement_keep_the_row_of_a_round_that_was_not_played() -> None:  # FW-R04
    state = stocked(2, options={"war_end": WarEnd.STOP}, recruit_deck=9, passes=2)
    over = after(state, Adjusted(A, 5, "a spilt drink"), WarDrawn(1))
    assert titles(over) == ["Round 1", "Final count"]


def test_a_new_deck_of_war_is_over_alone_is_not_shuffled() -> None:  # FW-051
    state = stocked(2, recruit_deck=2)
    state = take(take(bid(state, 1, 2), A, COWBOY), B, NINJA)
    state = take(take(bid(state, 1, 2), A, COWBOY), B, NINJA)
    assert (state.stock.deck, state.stock.passes) == (1, 2)
    assert texts(state).startswith("The recruit deck has run out: War is Over is its only card now.")


def unclaimed(state: State) -> State:
    """A round of two in which both fight to the end for position 1, and nobody collects anything."""
    state = bid(state, 1, 1)
    return fight(state, 1, *[(A, "3"), (B, "3")] * state.holdings[A].deck)


@pytest.mark.parametrize(("players", "times"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_how_often_the_deck_is_gone_through(players: int, times: int) -> None:  # FW-050, FW-R08
    assert pass_count(players) == times


def test_the_deck_is_made_anew_in_the_middle_of_a_refill() -> None:  # FW-026, FW-025
    state = stocked(2, Level.REFEREE, recruit_deck=1, recruit_discard=8)
    state = unclaimed(state)
    assert (state.stock.deck, state.stock.discard) == (1, 10)
    state = lay(state, COWBOY)
    assert (state.stock.deck, state.stock.discard, state.stock.passes) == (11, 0, 2)  # War is Over among them: FW-051
    assert "shuffle its discard pile with War is Over" in texts(state)
    assert lay(state, NINJA).stock.deck == 10


def test_without_the_last_time_the_deck_is_made_anew_alone() -> None:  # FW-005, FW-051
    state = stocked(4, recruit_deck=4, recruit_discard=8)
    assert "The recruit deck has 4 cards left; the next line-up uses them up." in texts(state)
    state = take(take(bid(state, 1, 2, 3, 3), A, COWBOY), B, NINJA)
    state = take(fight(state, 3, (C, "1"), (D, "2")), D, PIRATE)
    assert (state.stock.deck, state.stock.discard, state.stock.passes) == (9, 0, 2)
    assert "into a new one" in texts(state)
    assert "has one card left; the next line-up uses it up." in texts(stocked(4, recruit_deck=1, recruit_discard=8))
    assert "left; the next line-up" not in texts(stocked(4, recruit_deck=0, recruit_discard=0))


def test_a_deck_emptied_by_a_refill_is_made_anew_at_once() -> None:  # FW-R14
    state = unclaimed(stocked(2, recruit_deck=2, recruit_discard=8))
    assert (state.stock.deck, state.stock.discard, state.stock.passes) == (11, 0, 2)


def test_war_is_over_is_never_laid_into_the_line_up() -> None:  # FW-005, FW-052
    war = typed("war is  Over", Kind.ACTION, 0, 0)
    state = opened(2, Level.REFEREE)
    assert_refused(state, CardLaid(1, 1, war), "FW-005", "WAR_TOO_EARLY", says="pass 2 through the deck")
    assert_refused(bid(opened(2), 1, 2), CardCollected(A, war), "FW-005", "WAR_TOO_EARLY")
    late = bid(stocked(2, passes=2), 1, 2)
    assert_refused(late, CardCollected(A, war), "FW-005", says="its own button")


def test_war_is_over_is_not_in_the_deck_before_the_last_time() -> None:  # FW-005, FW-051
    assert_refused(opened(2), WarDrawn(1), "FW-005", "WAR_TOO_EARLY", says="pass 2 through the deck; this is pass 1")
    assert_refused(stocked(4, passes=2), WarDrawn(1), "FW-005", "WAR_TOO_EARLY")
    assert after(stocked(4, passes=3, recruit_deck=9), WarDrawn(1)).last_round == 1


def test_the_round_is_finished_and_no_other_begun() -> None:  # FW-053, FW-R04
    state = unclaimed(stocked(2, recruit_deck=9, passes=2))
    state = after(state, WarDrawn(2))
    assert state.last_round == 2
    assert "this is the last round" in texts(state)
    state = unclaimed(state)
    assert isinstance(state.phase, CountingBonuses)
    assert_refused(state, bids(state, 1, 1), "FW-053", "GAME_OVER", says="last round")
    assert_refused(state, WarDrawn(2), "FW-001", "TOO_MANY_OF_KIND", says="only one")


def test_war_is_over_always_comes() -> None:  # FW-054
    state = stocked(2, Level.REFEREE, recruit_deck=2, recruit_discard=4, passes=2)
    state = lay(unclaimed(state), COWBOY)
    assert kinds(state, Role.MAIN) == ["war_drawn"]
    assert_refused(state, CardLaid(2, 2, NINJA), "FW-054", says="War is Over")
    state = lay(after(state, WarDrawn(2)), NINJA)
    assert isinstance(state.phase, Bidding)
    assert state.stock.deck == 5  # made anew for the replacement


def before_war() -> State:
    """Two cards of the second line-up lie there, and the next one is War is Over."""
    state = bid(stocked(3, recruit_deck=3, recruit_discard=30, passes=2), 1, 2, 3)
    return take(take(take(state, A, COWBOY), B, NINJA), C, PIRATE)


def test_a_line_up_is_entered_only_from_its_first_card_on() -> None:  # FW-052
    state = after(before_war(), LevelChosen(Level.REFEREE), WarDrawn(2))
    assert (state.phase, state.lineup) == (Bidding(3), ())


@pytest.mark.parametrize(("event", "left"), [(Left(C, ranked=False), 0), (CameLate(D, "Dov", after=C, points=0), 2)])
def test_what_lies_there_stays_when_players_change(event: Event[Any], left: int) -> None:  # FW-R20
    state = before_war()
    own = after(state, event).own
    assert own.stock == state.stock
    assert own.phase == (LiningUp(left) if left else Bidding(2))


def test_a_gambler_whose_card_can_only_be_war_is_over() -> None:  # FW-R05, FW-054
    state = take(bid(stocked(2, recruit_deck=1, recruit_discard=4, passes=2), 1, 2), A, GAMBLER)
    assert kinds(state, Role.MAIN) == ["war_drawn"]
    assert_refused(state, CardDrawn(A, COWBOY), "FW-R05", says="draw again")
    state = after(state, WarDrawn(1))
    assert (main(state).kind, state.stock.deck) == ("card_drawn", 4)


def test_war_is_over_comes_while_cards_are_drawn() -> None:
    state = stocked(2, recruit_deck=9, passes=2)
    assert kinds(state, Role.BESIDE) == ["war_drawn"]
    assert_refused(state, WarDrawn(3), "FW-053", says="Round 1")
    assert_refused(bid(state, 1, 2), WarDrawn(1), "FW-052", says="when a card is drawn")


def test_the_game_ends_when_no_card_is_left() -> None:
    state = stocked(4, recruit_deck=0, recruit_discard=0)
    state = take(take(bid(state, 1, 2, 3, 4), A, COWBOY), B, NINJA)
    state = take(take(state, C, PIRATE), D, VIKING)
    assert isinstance(state.phase, CountingBonuses)


def test_the_deck_may_run_out_before_it_was_counted_to() -> None:  # FW-026
    state = stocked(4, recruit_deck=9, recruit_discard=7)
    assert "9 cards should be left" in prompt_for(state, "deck_emptied").help
    emptied = after(state, DeckEmptied(1))
    assert (emptied.stock.deck, emptied.stock.discard, emptied.stock.passes) == (7, 0, 2)
    assert_refused(state, DeckEmptied(2), "FW-026", says="Round 1")
    assert_refused(opened(2), DeckEmptied(1), "FW-026", says="cannot have run out")
    hidden = stocked(2, recruit_deck=9, recruit_discard=7, passes=2)
    assert_refused(hidden, DeckEmptied(1), "FW-026")
    sealed = stocked(2, options={"bids": Bids.SEALED}, recruit_deck=9, recruit_discard=7)
    assert "deck_emptied" in kinds(sealed, Role.ASIDE)
    assert "deck_emptied" not in kinds(after(sealed, BidSealed(1, A, 1)), Role.ASIDE)


def test_a_longer_line_up_for_fewer_battles() -> None:  # FW-090
    state = opened(2, fewer_battles=True)
    assert state.stock.deck == 55
    assert take(take(bid(state, 1, 3), A, COWBOY), B, NINJA).stock.discard == 1
    assert_refused(state, bids(state, 1, 4), "FW-004", "BID_OUT_OF_RANGE", says="1 to 3")
