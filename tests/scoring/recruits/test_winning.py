"""Points, remaining recruits, clinched games, early ends, quick games and ties for the win."""

from dataclasses import replace

import pytest

from scoring.contract.game import Adjusted, Left
from scoring.contract.scores import Seat
from scoring.games.recruits import order, score
from scoring.games.recruits.bidding import BidPlaced
from scoring.games.recruits.entry import PileEmptied, RecruitNamed
from scoring.games.recruits.options import EarlyEnd, Naming, Reveal, Variant, WinTie
from scoring.games.recruits.score import RecruitEarned
from scoring.games.recruits.state import Deciding, Over, State, Turning
from scoring.games.recruits.supply import DeckShuffled
from scoring.games.recruits.winning import EndedEarly, WinCardPlayed
from scoring.testing.tables import A, B, C, D
from tests.scoring.recruits.states import go, ledger, referee, resolver
from tests.scoring.recruits.table import (
    GAME,
    after,
    assert_refused,
    kinds,
    main,
    notices,
    open_cards,
    points,
    prompt_for,
    refusal,
)

QUICK = Variant.QUICK_GAME
EQUAL = "K 0 K 0 K 1 K 1 Q 0 Q 0 Q 1 Q 1 J 0 J 0 J 1 J 1"
"""Two players with 18 points each."""
MORE_KINGS = "K 0 K 0 K 0 K 0 J 0 Q 1 Q 1 Q 1 Q 1 J 1 J 1 J 1"
"""18 points each: four kings and a jack against four queens and three jacks."""


def test_the_whole_game_is_36_points() -> None:  # RS-070, RS-071
    state = ledger(words="K 0 K 0 Q 0 J 0 K 1 K 1 Q 1 J 2 J 2 J 2 Q 2 Q 1")
    assert points(state) == (13, 14, 9)
    assert sum(points(state)) == 36
    outcome = GAME.outcome(state)
    assert (outcome.rule.id, outcome.winners, outcome.because) == ("RS-070", (B,), "Ben has the most: 14 points.")
    assert GAME.prompts(state) == ()
    for event in (RecruitNamed("K"), EndedEarly(), BidPlaced(A, 1)):
        assert_refused(state, event, "RS-070", "GAME_OVER")


def test_a_recruit_is_earned_once() -> None:  # RS-096
    state = ledger(naming=Naming.CARD, words="KD 1")
    assert_refused(state, RecruitNamed("KD"), "RS-096", "RECRUIT_ALREADY_EARNED", "Ben has the king of diamonds")
    assert_refused(resolver(words="KD 9S 9D 7C AC 8H 4H"), RecruitNamed("KD"), "RS-096", "RECRUIT_ALREADY_EARNED")
    (line,) = state.ledger
    assert line.working == "4 for the king of diamonds = 4"


def test_somebody_at_the_table_gets_it() -> None:
    assert_refused(ledger(words="K"), RecruitEarned(Seat(3)), "RS-071")
    assert_refused(ledger(words="K"), RecruitNamed("Q"), "RS-013", says="First enter who gets the king")
    assert_refused(ledger(), RecruitEarned(A), "RS-013")


def test_hidden_recruits_by_rank() -> None:  # RS-006, RS-074
    state = referee(3)
    assert score.hidden(state) == {"K": 3, "Q": 3, "J": 3}
    facts = {fact.key: fact.value for fact in GAME.view(state).facts}
    assert (facts["hidden"], facts["cards"]) == ("3 K, 3 Q, 3 J", "25")


@pytest.mark.parametrize(
    ("words", "leader"),
    [  # RS-075
        ("K 0 K 0 K 0 K 0 Q 1 Q 1 Q 2 Q 2", A),  # 16/6/6, 8 left
        ("K 0 K 0 K 0 Q 0 K 1 J 1 Q 2 Q 2", None),  # 15/6/6, 9 left: may be reached
    ],
)
def test_a_win_is_safe_before_anybody_has_19(words: str, leader: Seat | None) -> None:
    state = ledger(words=words)
    assert score.clinched(state) == leader
    assert ("Nobody can catch Ana" in notices(state)) == (leader == A)
    assert "ended_early" not in kinds(state)


# Stopping early ----------------------------------------------------------------------------------------------------

AT_19 = "K 0 K 0 K 0 K 0 Q 0"


def test_an_early_end_says_whether_points_by_agreement_leave_it_open() -> None:  # RS-073, RS-075, TABLE-1
    decided = ledger(words=AT_19)
    assert "Nobody can catch the leader" in prompt_for(decided, "ended_early").help
    passable = after(decided, Adjusted(B, 5, "a bet"))  # 19 to 5, and 17 are left
    text = prompt_for(passable, "ended_early").help
    assert "Nobody can pass" not in text
    assert "Ana has earned more than 18 points, but points by agreement leave it open who wins." in text
    assert "Nobody can catch" not in notices(passable)
    ahead = after(decided, Adjusted(A, 5, "a bet"))
    assert "Nobody can catch the leader" in prompt_for(ahead, "ended_early").help


def test_nothing_is_ended_in_the_middle() -> None:
    assert_refused(ledger(words=f"{AT_19} Q"), EndedEarly(), "RS-013")


def test_the_game_may_be_ended_before_the_next_recruit_is_turned_up() -> None:  # RS-073
    won = ledger(words=AT_19, early_end=EarlyEnd.OVER18)
    state = replace(referee(early_end=EarlyEnd.OVER18), earned=won.earned, ledger=won.ledger, phase=Turning(1))
    assert "ended_early" in kinds(state)
    assert isinstance(after(state, EndedEarly()).phase, Over)


@pytest.mark.parametrize(
    ("early_end", "words", "offered"),
    [
        (EarlyEnd.CLINCHED, "K 0 K 0 K 0 K 0 Q 1 Q 1 Q 2 Q 2", True),
        (EarlyEnd.CLINCHED, "K 0", False),
        (EarlyEnd.OFF, AT_19, False),
        (EarlyEnd.OVER18, AT_19, True),
    ],
)
def test_when_an_early_end_is_offered(early_end: EarlyEnd, words: str, offered: bool) -> None:  # RS-R13
    state = ledger(words=words, early_end=early_end)
    assert ("ended_early" in kinds(state)) == offered
    if offered:
        assert isinstance(after(state, EndedEarly()).phase, Over)
        assert "You may end here" in notices(state)
    else:
        assert_refused(state, EndedEarly(), "RS-073")


def test_variants_do_not_change_the_limit() -> None:  # RS-091
    assert "ended_early" in kinds(ledger(3, QUICK, words=AT_19))
    assert points(ledger(3, *Variant, words="K 0 Q 0 J 0")) == (9, 0, 0)
    assert [pile.left for pile in referee(3, QUICK, Variant.PAIRS).piles] == [4, 4, 4]


# Quick games -------------------------------------------------------------------------------------------------------


def test_a_quick_game_ends_with_the_first_empty_pile() -> None:  # RS-080, RS-R17
    state = ledger(3, QUICK, words="K 0 Q 0 J 1")
    assert "pile_emptied" not in kinds(state)
    assert_refused(state, PileEmptied(1), "RS-080", "", "too few")
    state = go(state, "K 2")
    assert kinds(state)[:2] == ["recruit_named", "pile_emptied"]
    assert_refused(state, PileEmptied(4), "RS-005")
    assert_refused(go(state, "K"), PileEmptied(1), "RS-080")
    assert_refused(ledger(words="K 0 Q 0 J 1 K 2"), PileEmptied(1), "RS-080", "", "only in a Quick Game")
    done = after(state, PileEmptied(2))
    outcome = GAME.outcome(done)
    assert (outcome.rule.id, outcome.winners) == ("RS-080", (A,))
    assert_refused(done, RecruitNamed("K"), "RS-070", "GAME_OVER")


def test_a_pile_is_empty_once_its_own_recruits_are_earned() -> None:  # RS-080, RS-082
    state = resolver(3, QUICK, Variant.BLIND_RECRUIT, reveal=Reveal.TOTALS, words="KD 5 4 3 KH 5 4 3 KS 5 4 3")
    assert "pile_emptied" not in kinds(go(state, "covered 5 4 3 QD"))
    state = go(state, "QD 5 4 3")
    assert_refused(state, PileEmptied(1), "RS-080", "", "too few")
    (piles,) = prompt_for(state, "pile_emptied").fields
    assert [bool(pile.why_not) for pile in piles.choices] == [True, False, False]
    assert GAME.outcome(after(state, PileEmptied(2))).rule.id == "RS-080"


def test_what_can_still_come_in_a_quick_game() -> None:  # RS-081
    state = referee(3, QUICK)
    piles = tuple(replace(pile, left=left) for pile, left in zip(state.piles, (2, 1, 3), strict=True))
    late = replace(state, piles=piles)
    assert score.within_reach(late) == 16  # four more, kings at best
    assert score.within_reach(ledger(3, QUICK, words="K 0 K 0 K 0 K 0 Q 0 Q 0 Q 0 Q 1")) == 4  # two more, jacks
    assert score.within_reach(ledger(3, words="K 0")) == 32


# Ties for the win --------------------------------------------------------------------------------------------------


def places(state: State) -> list[tuple[int, Seat]]:
    return [(place.rank, place.side[0]) for place in GAME.standings(state)]


@pytest.mark.parametrize(
    ("players", "words", "sums"),
    [  # RS-072
        (2, EQUAL, (18, 18)),
        (3, "K 0 Q 0 Q 0 J 0 K 1 Q 1 Q 1 J 1 K 2 K 2 J 2 J 2", (12, 12, 12)),
        (4, "K 0 Q 0 J 0 K 1 Q 1 J 1 K 2 Q 2 J 2 K 3 Q 3 J 3", (9, 9, 9, 9)),
    ],
)
def test_equal_points_share_the_win(players: int, words: str, sums: tuple[int, ...]) -> None:  # RS-R12
    state = ledger(players, words=words)
    assert points(state) == sums
    outcome = GAME.outcome(state)
    assert outcome.winners == tuple(range(players))
    assert outcome.because.endswith(f"have {sums[0]} points each and share the win.")


@pytest.mark.parametrize(
    ("win_tie", "winners", "because"),
    [
        (WinTie.SHARED, (A, B), "share the win"),
        (WinTie.KINGS, (A,), "the most kings decide: Ana has 4"),
        (WinTie.RECRUITS, (B,), "the most recruits decide: Ben has 7"),
    ],
)
def test_a_tie_for_the_win_by_the_house(win_tie: WinTie, winners: tuple[Seat, ...], because: str) -> None:  # RS-R12
    state = ledger(2, words=MORE_KINGS, win_tie=win_tie)
    assert points(state) == (18, 18)
    outcome = GAME.outcome(state)
    assert outcome.winners == winners
    assert because in outcome.because


def test_a_card_decides_for_the_win() -> None:  # RS-R12
    state = ledger(4, words="K 0 Q 0 J 0 K 1 Q 1 J 1 K 2 Q 2 J 2 K 3 Q 3 J 3", win_tie=WinTie.CARD)
    assert isinstance(state.phase, Deciding)
    assert main(state).title == "Ana plays a card for the win"
    assert_refused(state, WinCardPlayed(B, "9S"), "RS-013", "NOT_YOUR_TURN")
    assert_refused(state, WinCardPlayed(A, "KS"), "RS-001", "NOT_A_BID_CARD")
    assert_refused(go(state, "9S"), WinCardPlayed(B, "9S"), "RS-R12", "DUPLICATE_CARD")
    again = go(state, "9S 9D 2C 3C")
    assert again.phase.tied == (A, B)
    assert_refused(again, WinCardPlayed(C, "8S"), "RS-013", "NOT_TIED")
    done = go(again, "4D 5D")
    outcome = GAME.outcome(done)
    assert (outcome.winners, outcome.because) == ((B,), "Ben played the highest card for the win.")
    assert places(done) == [(1, B), (2, A), (2, C), (2, D)]


def test_a_card_for_the_win_lies_nowhere_else() -> None:  # RS-025, RS-095, RS-R12
    state = referee(2, QUICK, words="2 9S", win_tie=WinTie.CARD)  # a Quick Game ends while bids lie there
    state = replace(state, phase=Deciding((A, B), order.OVER), discard=3, seen=frozenset({"4D"}))
    assert not {"9S", "4D"} & open_cards(state)
    assert_refused(state, WinCardPlayed(A, "9S"), "RS-025", "DUPLICATE_CARD", "already on the table")
    assert_refused(state, WinCardPlayed(A, "4D"), "RS-095", "DUPLICATE_CARD", "if you have shuffled, enter that first")
    assert isinstance(go(after(state, DeckShuffled()), "4D 2D").phase, Over)


def test_a_card_decides_after_an_early_end_too() -> None:  # RS-073, RS-R12
    state = after(ledger(words=AT_19, win_tie=WinTie.CARD), Adjusted(B, 19, "a bet"), EndedEarly())
    assert main(state).title == "Ana plays a card for the win"
    outcome = GAME.outcome(go(state, "9S 9D 3S 4S"))
    assert (outcome.rule.id, outcome.winners) == ("RS-073", (B,))


def test_no_card_decides_where_points_by_agreement_do() -> None:  # RS-R12, TABLE-1
    state = ledger(3, QUICK, win_tie=WinTie.CARD, words="K 0 K 1 Q 0 Q 1")
    state = after(state, PileEmptied(1))
    ahead = after(state, Adjusted(A, 3, "a bet"))
    assert (GAME.outcome(ahead).winners, places(ahead)[0], GAME.prompts(ahead)) == ((A,), (1, A), ())
    assert_refused(ahead, WinCardPlayed(A, "9S"), "RS-070", "GAME_OVER")
    three = after(state, Adjusted(C, 7, "a bet"))
    assert GAME.outcome(go(three, "9S 9D 10D")).winners == (C,)
    assert isinstance(go(after(go(state, "9S"), Adjusted(C, 7, "a bet")), "8S").phase, Over)


def test_a_card_decides_where_points_by_agreement_make_a_tie_after_the_end() -> None:  # RS-R12, TABLE-1
    state = after(ledger(3, QUICK, win_tie=WinTie.CARD, words="K 0 K 1 Q 0 J 1"), PileEmptied(1))
    assert GAME.outcome(state).winners == (A,)
    tied = after(state, Adjusted(B, 1, "a bet"))
    assert (GAME.outcome(tied), GAME.outcome(go(tied, "9S 10S")).winners) == (None, (B,))
    assert "Only the tie is left to be decided." in refusal(tied, Left(C, ranked=True)).message
