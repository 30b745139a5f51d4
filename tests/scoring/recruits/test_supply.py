"""Draws, discards and shuffles, counted."""

import random

import pytest

from scoring.games.recruits import supply
from scoring.games.recruits.bidding import CardShown
from scoring.games.recruits.options import Level, Options, Variant
from scoring.games.recruits.resolving import HIGHEST
from scoring.games.recruits.score import award
from scoring.games.recruits.state import Breaking, Contest, Drawing, State, Won
from scoring.games.recruits.supply import DeckShuffled
from scoring.games.recruits.ties import TieCardDrawn, TieCardPlayed
from scoring.testing.tables import A, B
from scoring.testing.walks import play_on, rolled, start
from tests.scoring.recruits.states import RULEBOOK, go, ledger, referee, resolver
from tests.scoring.recruits.table import GAME, after, assert_refused, kinds, notices


def in_bids(state: State) -> int:
    """Cards that lie in bids."""
    return sum(bid.count for pile in state.piles for bid in pile.bids)


def count_all_cards(state: State) -> int:
    """Draw pile, discard pile, hands and bids (RS-042)."""
    return state.draw + state.discard + state.players * state.hand_size + in_bids(state)


def test_every_card_placed_is_replaced() -> None:  # RS-040
    state = referee(4, words="1 9S 1 7C 1 8H")
    assert state.draw == 24 - 3


@pytest.mark.long
def test_the_count_holds_and_the_supply_never_fails_in_whole_games() -> None:  # RS-042, RS-043
    for seed in range(12):
        players = 2 + seed % 3
        walk = start(GAME, players, Options(level=Level.REFEREE))
        play_on(walk, rolled(random.Random(seed)), aside=10**9)
        turns = [state for state in walk.states if type(state.phase).__name__ == "Turn"]
        assert {count_all_cards(state) for state in turns} == {40}
        most = {2: 9, 3: 15, 4: 20}[players]
        assert all(
            in_bids(state) <= most and state.draw + state.discard >= 40 - most - players * state.hand_size
            for state in turns
        )


def test_the_shuffle_is_foreseen() -> None:  # RS-044
    state = supply.draw(referee(4), 21)
    assert "3 cards left to draw" in notices(state)
    assert "One card left to draw" in notices(supply.draw(state, 2))
    assert "The draw pile is empty" in notices(supply.draw(state, 3))
    assert not any(notice.rule is supply.FORESEEN for notice in GAME.view(referee(4)).notices)
    assert "left to draw" not in notices(supply.draw(referee(4), 20))  # with four cards there is still time


def test_there_must_be_something_to_shuffle() -> None:
    assert_refused(referee(), DeckShuffled(), "RS-041")
    assert_refused(ledger(), DeckShuffled(), "RS-041")
    assert "deck_shuffled" not in kinds(referee())
    assert_refused(go(referee(words=RULEBOOK), "9D"), DeckShuffled(), "RS-041")


def seen_before(state: State, card: str) -> State:
    """A state with this and other cards in the discard pile."""
    return supply.discard(supply.draw(state, 9), 9, (card,))


@pytest.mark.parametrize(
    ("variants", "words", "event"),
    [
        ((), RULEBOOK, CardShown(A, "6D")),
        ((), "1 9S 1 7C 1 8H 1 1 1 3S 5C 2D", TieCardPlayed(A, "6D")),
        ((Variant.RANDOM_TIEBREAKER,), "1 9S 1 7C 1 8H 1 1 1 3S 5C 2D", TieCardDrawn("6D")),
        ((), "1", CardShown(A, "6S")),
    ],
    ids=["a bid is shown", "a tie is broken", "a card is turned", "a first card is laid"],
)
def test_a_shuffle_can_be_entered_wherever_a_card_was_seen(
    variants: tuple[Variant, ...], words: str, event: CardShown | TieCardPlayed | TieCardDrawn
) -> None:  # RS-041, RS-095
    state = seen_before(referee(3, *variants, words=words), event.card)
    assert_refused(state, event, "RS-095", "DUPLICATE_CARD", "if you have shuffled, enter that first")
    assert "deck_shuffled" in kinds(state)
    shuffled = after(state, DeckShuffled())
    assert (shuffled.draw, shuffled.discard, shuffled.seen) == (state.draw + 9, 0, frozenset())
    assert after(shuffled, event)


def test_where_draws_are_not_counted_turned_cards_come_again_after_a_shuffle() -> None:  # RS-R18
    state = resolver(3, Variant.RANDOM_TIEBREAKER, words="KD 9S 3S 7H 5H 8C 2D 4D 9C")
    assert_refused(state, TieCardDrawn("4D"), "RS-R18", "DUPLICATE_CARD", "if you have shuffled, enter that first")
    shuffled = after(state, DeckShuffled())
    assert_refused(shuffled, TieCardDrawn("9S"), "RS-025", "DUPLICATE_CARD", "already on the table")
    done = go(shuffled, "4D 10H")
    assert done.earned[-1].seat == B
    assert "9C" not in done.seen  # shuffled in before the draw went on


def test_a_shuffle_that_changes_nothing_says_so() -> None:  # RS-041
    assert_refused(referee(words=RULEBOOK), DeckShuffled(), "RS-041", says="the discard pile is empty")
    assert_refused(resolver(words="KD 9S"), DeckShuffled(), "RS-041", says="No card in the discard pile is known")


@pytest.mark.parametrize(
    ("variants", "card"),
    [((), "9D"), ((Variant.RANDOM_TIEBREAKER,), "9S")],
    ids=["played", "turned"],
)
def test_a_tie_break_card_seen_before_is_a_reminder_too(variants: tuple[Variant, ...], card: str) -> None:  # RS-095
    state = resolver(3, *variants, words="KD 9S 9D 7C AC 8H 4H KS 10H 2C 8D 2D 6C 3C")
    assert isinstance(state.phase, Breaking | Drawing)
    again = go(state, card)
    assert "W_SEEN" in {notice.code for notice in GAME.view(again).notices}
    assert "W_SEEN" not in {notice.code for notice in GAME.view(go(again, "10S")).notices}


def test_too_little_to_refill_discards_first() -> None:  # RS-R14
    state = supply.draw(referee(2), 29)
    contest = Contest("KD", pile=1, rounds=(((A, "2S"), (B, "2H")), ((A, "3S"), (B, "4H"))))
    after_ = award(state, contest, Won(B, HIGHEST, "So."))
    assert (state.draw, after_.draw, after_.discard) == (1, 1, 0)
