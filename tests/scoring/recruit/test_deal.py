"""Set-up and deal: players, deck, dealer, displayed card, trump."""

import pytest

from scoring.contract.game import Table
from scoring.contract.prompts import Role
from scoring.contract.scores import Seat
from scoring.games.recruit.cards import CardPlayed
from scoring.games.recruit.dealing import CardDisplayed, CardLeftOut
from scoring.games.recruit.deck import DECK
from scoring.games.recruit.entry import LevelChosen
from scoring.games.recruit.options import Options
from scoring.games.recruit.state import Dealing
from scoring.games.recruit.tricks import TrickWon
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, D
from tests.scoring.recruit.declared import DREAM, MATCH
from tests.scoring.recruit.states import by_cards, by_tricks, counted, dealt, next_card, next_hand, opened, taken, won
from tests.scoring.recruit.table import GAME, after, assert_refused, enter, fact_value, kinds, main, prompt_for, refusal


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:  # RT-001
    with pytest.raises(Exception, match="2 to 4 players") as raised:
        GAME.open(Table(("x",) * players), Options())
    assert (raised.value.rule.id, raised.value.code) == ("RT-001", "PLAYERS")


def test_the_deck_has_53_cards_with_one_joker() -> None:  # RT-002
    assert len(DECK) == 53
    assert [card.code for card in DECK if not card.suit] == ["JOKER"]
    assert_refused(opened(), CardDisplayed("11H"), "RT-002", "UNKNOWN_CARD", "not in the deck")


@pytest.mark.parametrize("seat", [Seat(-1), Seat(4)])
def test_the_first_dealer_sits_at_the_table(seat: Seat) -> None:  # RT-003
    with pytest.raises(Exception, match="one of the players") as raised:
        opened(4, seat)
    assert raised.value.rule.id == "RT-003"


@pytest.mark.parametrize(
    ("players", "dealers"), [(2, "Ben Ana Ben Ana"), (3, "Ben Cleo Ana Ben"), (4, "Ben Cleo Dov Ana")]
)
def test_the_deal_moves_clockwise(players: int, dealers: str) -> None:  # RT-004, RT-R13
    state, dealt_by = opened(players, B), []
    for _ in range(4):
        dealt_by.append(fact_value(state, "dealer"))
        none = (0,) * players
        full = (13, *none[1:])
        four = (4, *none[1:])
        state = next_hand(state, full, four, four, four)
    assert dealt_by == dealers.split()


def test_there_is_one_displayed_card() -> None:  # RT-007, RT-R07
    state = dealt("7H")
    assert_refused(state, CardDisplayed("8H"), "RT-007", says="The 7 of hearts is already displayed")
    assert [tile.name for zone in GAME.view(state).board.zones if zone.id == "displayed" for tile in zone.tiles] == [
        "7"
    ]


def test_no_joker_is_played_when_it_is_displayed() -> None:  # RT-008, RT-009
    state = by_cards("JOKER")
    assert_refused(state, next_card(state, "JOKER"), "RT-009", "DISPLAYED_CARD_PLAYED", "The joker is displayed")


def test_the_displayed_card_is_not_played() -> None:  # RT-009
    state = by_cards("KS")
    assert_refused(state, next_card(state, "KS"), "RT-009", "DISPLAYED_CARD_PLAYED", "The king of spades is displayed")
    field = main(state).fields[0]
    assert dict(field.barred)["KS"] == "The king of spades is displayed and in nobody's hand."


def test_an_unknown_card_is_told_before_anything_else() -> None:  # RT-043
    state = by_cards("KS")
    assert refusal(state, CardPlayed(9, 9, D, "nothing")).code == "UNKNOWN_CARD"


def test_the_card_may_be_left_out_where_nothing_needs_it() -> None:  # RT-095
    state = dealt(None)
    assert fact_value(state, "trump") == "not entered"
    assert kinds(state, Role.MAIN) == ["tricks_counted"]
    assert_refused(state, CardLeftOut(), "RT-007", says="before the hand is played")


def test_the_card_is_needed_for_match_and_card_by_card() -> None:  # RT-095
    assert "card_left_out" in kinds(opened(), Role.BESIDE)
    assert "card_left_out" in kinds(opened(level=Level.TRICKS), Role.ASIDE)
    assert "card_left_out" not in kinds(opened(level=Level.CARDS))
    assert_refused(opened(level=Level.CARDS), CardLeftOut(), "RT-095", says="To enter cards")
    state = enter(opened(), "variations_declared", variations=(MATCH, DREAM))
    assert "card_left_out" not in kinds(state)
    assert_refused(state, CardLeftOut(), "RT-095", says="Match counts cards")


def test_a_card_left_out_can_be_entered_later() -> None:  # RT-095
    state = dealt(None)
    assert "card_displayed" in kinds(state, Role.ASIDE)
    state = after(state, CardDisplayed("QS"))
    assert fact_value(state, "trump") == "spades"
    assert "card_displayed" not in kinds(state)
    state = after(dealt(None), taken(13, 0, 0, 0))
    assert_refused(state, CardDisplayed("QS"), "RT-007", says="The piles have already been counted")


def test_a_face_all_of_which_were_seen_was_not_displayed() -> None:  # RT-009, RT-095
    state = by_tricks(None)
    for _ in range(3):
        state = enter(state, "card_noted", card="jack")
    assert fact_value(after(state, CardDisplayed("JH")), "trump") == "hearts"
    state = enter(after(state, *won(A)), "card_noted", card="jack")
    assert_refused(state, CardDisplayed("JH"), "RT-009", "DISPLAYED_CARD_PLAYED", "All four jacks")
    state = after(state, *won(A))
    for other in (state, after(state, LevelChosen(Level.COUNTS))):
        assert_refused(other, CardDisplayed("JH"), "RT-009", "DISPLAYED_CARD_PLAYED", "All four jacks")
        assert fact_value(after(other, CardDisplayed("QH")), "trump") == "hearts"


def test_dealing_asks_for_the_card_with_the_variations_beside_it() -> None:
    state = opened()
    assert isinstance(state.phase, Dealing)
    assert main(state).instant
    assert kinds(state, Role.BESIDE) == ["variations_declared", "card_left_out"]
    assert prompt_for(state, "variations_declared").title == "Dov may declare for this hand"


def test_play_waits_for_the_card() -> None:
    assert_refused(opened(), taken(13, 0, 0, 0), "RT-030", says="Dov displays a card first")


def test_a_hand_entered_otherwise_says_how() -> None:
    assert_refused(dealt("2H"), TrickWon(A), "RT-030", says="by counting the piles")
    assert_refused(by_tricks("2H"), taken(13, 0, 0, 0), "RT-030", says="trick by trick")
    assert_refused(by_cards("2H"), TrickWon(A), "RT-030", says="card by card")
    state = after(dealt("2H"), taken(13, 0, 0, 0))
    assert_refused(state, TrickWon(A), "RT-030", "TRICK_SUM", "count the faces")
    assert_refused(dealt("2H"), CardPlayed(1, 1, A, "3H"), "RT-030")
    four = (4, 0, 0, 0)
    assert counted(dealt("2H"), (13, 0, 0, 0), four, four, four).round == 2
