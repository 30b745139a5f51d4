"""Ties: cards from the hands, cards from the draw pile, who joins, second ties, covered recruits."""

from dataclasses import replace

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruits.options import RandomGrabs, Reveal, SecondTie, Variant
from scoring.games.recruits.piles import RecruitTurned
from scoring.games.recruits.score import RecruitEarned
from scoring.games.recruits.state import Breaking, Drawing, State, Turning, Uncovering
from scoring.games.recruits.ties import TieCardDrawn, TieCardPlayed
from scoring.testing.tables import A, B, C, D
from tests.scoring.recruits.states import go, referee, resolver
from tests.scoring.recruits.table import GAME, assert_refused, main, notices, open_cards, points

GRABS, RANDOM, BLIND = Variant.UP_FOR_GRABS, Variant.RANDOM_TIEBREAKER, Variant.BLIND_RECRUIT
TIED = "KD 9S 3S 7C 5C 8H 2D"
"""Ana and Ben have 12, Cleo 8."""
FOUR_TIED = "KD 3 9S 3S 7C 5C 8H 2D"
"""The same with Dov left out."""


def winner(state: State) -> Seat:
    return state.earned[-1].seat


@pytest.mark.parametrize(
    ("cards", "seat", "rule"),
    [
        ("6C 7D", B, "RS-055"),
        ("AC 2H", B, "RS-055"),  # RS-053, RS-R11: the ace is the lowest
        ("8C 8D", B, "RS-056"),  # the recruit's suit
        ("8D 8S", A, "RS-056"),
        ("8C 8S 3C 2S", A, "RS-055"),  # RS-R04, RS-057: again
    ],
)
def test_tie_break_cards(cards: str, seat: Seat, rule: str) -> None:
    state = go(resolver(words=TIED), cards)
    assert winner(state) == seat
    assert state.last.won.rule.id == rule


def test_only_the_tied_play_cards() -> None:  # RS-R03
    state = resolver(words=TIED)
    assert (state.phase.must, state.phase.may) == ((A, B), ())
    assert main(state).title == "Tie: Ana plays a card"
    assert "turn your cards together" in main(state).help  # RS-R15
    assert_refused(state, TieCardPlayed(C, "10D"), "RS-R03", "NOT_TIED")
    assert_refused(state, TieCardPlayed(A, "none"), "RS-055", "TIED_PLAYER_MISSING", "must play")
    assert_refused(state, TieCardPlayed(B, "10D"), "RS-013", "TIED_PLAYER_MISSING")
    assert_refused(state, TieCardPlayed(A, "9S"), "RS-025", "DUPLICATE_CARD")
    assert_refused(go(state, "4D"), TieCardPlayed(B, "4D"), "RS-025", "DUPLICATE_CARD")
    assert_refused(state, TieCardPlayed(A, "KS"), "RS-001", "NOT_A_BID_CARD")
    assert_refused(state, TieCardDrawn("4D"), "RS-013")
    assert "9S" not in open_cards(state)


def test_without_a_tie_no_card_breaks_one() -> None:  # RS-054
    state = resolver(words="KD 9S 9D 7C AC 8H 4H")
    assert winner(state) == C
    assert_refused(state, TieCardPlayed(A, "10D"), "RS-055", "NO_TIE")
    assert_refused(state, TieCardDrawn("10D"), "RS-055", "NO_TIE")


def test_after_as_many_ties_as_a_hand_has_cards_the_draw_pile_decides() -> None:  # RS-R04
    state = go(resolver(words=TIED), "8C 8S 4C 4S 6C 6S 10C 10S AC AS")
    assert state.phase.last
    assert winner(go(state, "2H 2C")) == B


def test_who_played_to_break_a_tie_draws_as_many_and_all_cards_are_discarded() -> None:  # RS-058, RS-059
    before = referee(words="1 9S 1 7C 1 8H 1 1 1 3S 5C 2D")
    state = go(before, "6C 7D")
    assert before.draw - state.draw == 2
    assert state.discard == 8
    assert state.phase == Turning(1)
    assert points(state) == (0, 4, 0)
    assert_refused(before, TieCardPlayed(A, "2D"), "RS-025", "DUPLICATE_CARD")


# The draw ----------------------------------------------------------------------------------------------------------


def test_the_first_card_in_a_tied_suit_decides() -> None:  # RS-083
    state = resolver(3, RANDOM, words="KD 9S 3S 7H 5H 8C 2D")
    assert main(state).help == "The first card of spades or hearts decides."
    state = go(state, "4D 9C")
    assert isinstance(state.phase, Drawing)
    assert [tile.name for tile in GAME.view(state).board.zones[1].tiles] == ["4", "9"]
    assert_refused(state, TieCardDrawn("9S"), "RS-025", "DUPLICATE_CARD")
    assert_refused(state, TieCardPlayed(A, "10D"), "RS-013")
    done = go(state, "2H")
    assert winner(done) == B
    assert_refused(done, TieCardDrawn("3H"), "RS-083", "EARLIER_DRAW_MATCHED")


@pytest.mark.parametrize(
    ("variants", "options", "words"),
    [
        ((RANDOM,), {}, ""),
        ((), {"second_tie": SecondTie.RANDOM}, "6H 6C"),
    ],
    ids=["random tiebreaker", "second tie"],
)
def test_an_empty_draw_pile_is_shuffled_before_a_card_is_turned(
    variants: tuple[Variant, ...], options: dict[str, SecondTie], words: str
) -> None:  # RS-041, RS-083, RS-R18
    state = go(referee(3, *variants, words="1 9S 1 7C 1 8H 1 1 1 3S 5C 2D", **options), words)
    assert isinstance(state.phase, Drawing)
    everything = open_cards(state)
    empty = replace(state, draw=0, discard=state.draw, seen=frozenset(everything))  # only hands and bids besides
    assert open_cards(empty) == everything
    turned = go(empty, "4D")
    assert (turned.draw, turned.discard, turned.seen) == (state.draw - 1, 1, {"4D"})
    assert "4D" not in open_cards(turned)
    assert_refused(turned, TieCardDrawn("4D"), "RS-095", "DUPLICATE_CARD")


def last_card_to_turn(state: State, *discard: str) -> State:
    """A state with one card in the draw pile and these in the discard pile."""
    return replace(state, draw=1, discard=len(discard), seen=frozenset(discard))


def test_a_draw_that_cannot_decide_is_left_to_the_hands() -> None:  # RS-R24
    tied = referee(3, RANDOM, words="1 9S 1 7C 1 8H 1 1 1 3S 5C 2D")
    hopeless = go(last_card_to_turn(tied, "4D", "2H"), "10D")  # spades and clubs count
    assert (hopeless.phase.must, hopeless.phase.may) == ((A, B), ())
    assert "No card left to turn" in main(hopeless).help
    assert winner(go(hopeless, "6S 7H")) == B
    assert isinstance(go(last_card_to_turn(tied, "4D", "2C"), "10D").phase, Drawing)  # the 2 of clubs may come
    unknown = replace(last_card_to_turn(tied, "4D", "2H"), discard=7)  # a hand that nobody entered
    assert isinstance(go(unknown, "10D").phase, Drawing)


def test_where_draws_are_not_counted_the_table_says_that_no_card_can_decide() -> None:  # RS-R24
    tied = resolver(3, RANDOM, words="KD 9S 3S 7C 5C 8H 2D 4D")
    assert main(tied).kind == "tie_card_drawn"
    hopeless = go(tied, "none")
    assert isinstance(hopeless.phase, Breaking)
    assert "No card left to turn" in main(hopeless).help
    assert winner(go(hopeless, "6S 7H")) == B
    assert "none" not in hopeless.seen
    joined = resolver(3, RANDOM, GRABS, words="KD 9S 3S 7C 5C 8H 2D none", ufg_random=RandomGrabs.OUTSIDERS_PLAY)
    assert winner(go(joined, "6S 7H 9D")) == C
    words = "KD 3 5S 4S 5C 4C 2H 3H 6S 8H 8C"
    again = resolver(4, RANDOM, GRABS, words=words, ufg_random=RandomGrabs.OUTSIDERS_PLAY)
    assert main(again).help.startswith("The cards tied too")
    counted = referee(3, RANDOM, words="1 9S 1 7C 1 8H 1 1 1 3S 5C 2D")
    assert "none" not in open_cards(counted)
    assert_refused(counted, TieCardDrawn("none"), "RS-R24", "", "counts the cards")


def test_totals_without_suits_ask_who_won_the_draw() -> None:  # RS-083
    state = resolver(3, RANDOM, words="KD 9 9 8", reveal=Reveal.TOTALS)
    assert main(state).kind == "recruit_earned"
    assert_refused(state, RecruitEarned(C), "RS-083", "NOT_TIED")
    assert_refused(state, TieCardDrawn("2H"), "RS-013")
    assert winner(go(state, "1")) == B
    joined = resolver(3, RANDOM, GRABS, words="KD 9 9 8", reveal=Reveal.TOTALS, ufg_random=RandomGrabs.OUTSIDERS_PLAY)
    assert winner(go(joined, "2")) == C
    second = resolver(3, words="KD 9 9 8", reveal=Reveal.TOTALS, second_tie=SecondTie.RANDOM)
    assert winner(go(second, "8C 8S 0")) == A


# Up for Grabs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "seat", "rule"),
    [
        ("7D 5D 9D none", C, "RS-084"),
        ("7D 5D 7H none", A, "RS-055"),  # RS-R09: an equal card is not enough
        ("7H 5D 7D none", A, "RS-055"),  # nor in the recruit's suit
        ("7D 5D 9D 9H", C, "RS-056"),  # RS-R22: equal joiners, the recruit's suit
        ("7D 5D 9C 9H 2S 4S", D, "RS-055"),  # then another card each
        ("7D 5D none 10H", D, "RS-084"),  # RS-R08: without a suit
        ("7H 7S 7D none AH 2H", B, "RS-055"),  # RS-R21: an equal joiner is out
    ],
)
def test_others_join(cards: str, seat: Seat, rule: str) -> None:  # RS-084
    state = go(resolver(4, GRABS, words=FOUR_TIED), cards)
    assert (winner(state), state.last.won.rule.id) == (seat, rule)


def test_with_both_variations_all_suits_count_in_the_draw() -> None:  # RS-085, RS-R10
    state = resolver(4, GRABS, RANDOM, words="KD 3 9S 3S 7H 5H 8C 2D")
    assert winner(go(state, "4D 9C")) == C


@pytest.mark.parametrize(
    ("drawn", "played", "seat", "rule"),
    [
        ("4D 6S", "none none", A, "RS-083"),
        ("6S", "6D 4D", A, "RS-083"),  # an equal card is not enough
        ("6S", "8D none", C, "RS-084"),
        ("6S", "8D 9D", D, "RS-084"),
    ],
)
def test_or_the_others_beat_the_card_drawn(drawn: str, played: str, seat: Seat, rule: str) -> None:  # RS-R10
    state = resolver(4, GRABS, RANDOM, words="KD 3 9S 3S 7H 5H 8C 2D", ufg_random=RandomGrabs.OUTSIDERS_PLAY)
    state = go(state, drawn)
    assert (state.phase.must, state.phase.may) == ((), (C, D))
    assert "a higher one takes the recruit" in main(state).help
    done = go(state, played)
    assert (winner(done), done.last.won.rule.id) == (seat, rule)


def test_a_joiner_without_a_suit_cannot_win_a_draw() -> None:  # RS-085
    state = resolver(4, GRABS, words=FOUR_TIED, second_tie=SecondTie.RANDOM)
    done = go(state, "7D 5D 9C 9H")
    assert winner(done) == C
    assert "only Cleo has claimed a suit" in notices(done)


# Covered recruits --------------------------------------------------------------------------------------------------


def test_a_covered_recruit_is_seen_by_its_winner() -> None:  # RS-082
    state = resolver(3, BLIND, words="covered 9S 2S 7D 2D 8H 2C")
    assert isinstance(state.phase, Uncovering)
    assert "Ana has earned it" in main(state).help
    assert_refused(state, RecruitTurned(1, "KD"), "RS-082", "NOT_A_RECRUIT")
    assert_refused(state, RecruitTurned(0, "K"), "RS-082")
    assert_refused(state, RecruitTurned(0, "9D"), "RS-003", "NOT_A_RECRUIT")
    assert points(go(state, "KD")) == (4, 0, 0)


def test_a_covered_recruit_is_turned_when_its_suit_decides() -> None:  # RS-090
    state = go(resolver(3, BLIND, words="covered 9S 3S 7C 5C 8H 2D"), "8C 8D")
    assert isinstance(state.phase, Uncovering)
    assert "Its suit decides" in main(state).help
    assert winner(go(state, "KD")) == B
    again = go(state, "KH")
    assert isinstance(again.phase, Breaking)
    assert winner(go(again, "3C 2S")) == A
