"""The board, the score sheet and the log."""

from typing import Any

import pytest

from scoring.contract.board import Marker
from scoring.contract.game import Adjusted, Event
from scoring.engine import agreements
from scoring.games.recruits.entry import LevelChosen, PileEmptied, RecruitNamed, VariantsAgreed
from scoring.games.recruits.options import Level, Reveal, Variant
from scoring.games.recruits.piles import RecruitTurned
from scoring.games.recruits.resolving import AceAimed, LeftOut, TotalCounted
from scoring.games.recruits.state import State
from scoring.games.recruits.supply import DeckShuffled
from scoring.games.recruits.ties import TieCardDrawn, TieCardPlayed
from scoring.games.recruits.winning import EndedEarly
from scoring.testing.tables import A, B, C
from tests.scoring.recruits.states import go, ledger, opened, referee, resolver
from tests.scoring.recruits.table import GAME, after


def zones(state: State) -> dict[str, list[str]]:
    """Zones of the middle with their tiles in short: a card, a face-down one, a crossed-out one."""
    return {
        zone.id: [f"{tile.name}{tile.suit}{'' if tile.up else '?'}{'-' * tile.struck}" for tile in zone.tiles]
        for zone in GAME.view(state).board.zones
        if zone.seat is None
    }


def test_every_pile_shows_its_recruit_and_the_bids_beside_it() -> None:  # RS-015
    assert zones(referee(words="1 9S 1 7C 1 8H 1 1 2 4S")) == {
        "pile-1": ["KD", "9S", "Ana?", "7C", "Ben?", "8H"],
        "pile-2": ["QH", "4S"],
        "pile-3": ["JS"],
    }


def test_while_a_first_card_is_chosen_only_its_pile_is_shown() -> None:
    assert zones(referee(words="1 9S 1")) == {"pile-1": ["KD", "9S"]}


def test_totals_and_covered_recruits_have_their_zone() -> None:
    assert zones(resolver(words="KD", reveal=Reveal.TOTALS)) == {"contest": []}
    covered = resolver(3, Variant.BLIND_RECRUIT, words="covered 9S")
    assert GAME.view(covered).board.zones[0].title == "A covered recruit"


def test_tie_break_cards_lie_beside_the_bids() -> None:  # RS-055
    tied = resolver(words="KD 9S 3S 7C 5C 8H 2D")
    assert list(zones(tied)) == ["contest"]
    assert zones(go(tied, "6H"))["tie"] == ["6H"]
    drawn = resolver(3, Variant.RANDOM_TIEBREAKER, words="KD 9S 3S 7C 5C 8H 2D")
    assert list(zones(drawn)) == ["contest"]
    assert zones(go(drawn, "4D"))["drawn"] == ["4D"]


def test_the_card_that_an_ace_cancels_is_crossed_out() -> None:  # RS-087
    state = resolver(3, Variant.POWERED_ACE, words="KD 9S 9D 7C AC 8H 4H")
    assert zones(after(state, AceAimed(B, C)))["contest"] == ["9S", "9D-", "7C", "AC", "8H-", "4H"]


def test_rows_say_who_earned_what_and_who_plays() -> None:
    board = GAME.view(ledger(words="K 0 K 0 Q 0 J 1")).board
    assert [zone.count for zone in board.zones] == ["2K Q", "J", ""]
    assert board.markers == ()
    assert GAME.view(referee()).board.markers == (Marker(A, "leads", "Plays"),)


def test_variations_are_a_fact() -> None:
    facts = {fact.key: fact.value for fact in GAME.view(opened(3, Variant.PAIRS, Variant.QUICK_GAME)).facts}
    assert facts["variants"] == "Quick Game, Pairs"


def test_points_by_agreement_keep_their_row_after_an_early_end() -> None:
    state = ledger(words="K 0 K 0 K 0 K 0 Q 0")
    state = after(state, Adjusted(B, 5, "a bet"), EndedEarly())
    assert [head.number for head in GAME.rounds(state)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [  # what no transcript in `tests/sessions` tells
        (RecruitNamed("covered"), "A covered recruit"),
        (RecruitTurned(0, "KD"), "The king of diamonds is turned up"),
        (LeftOut(C), "Cleo had no suit left"),
        (TotalCounted(A, 9), "Ana's bid is worth 9"),
        (PileEmptied(2), "Pile 2 is empty"),
        (TieCardPlayed(A, "none"), "Ana stays out of the tie"),
        (TieCardDrawn("none"), "No card left to turn has a suit that counts"),
        (TieCardDrawn("9S"), "The 9 of spades is turned from the draw pile"),
        (DeckShuffled(), "The discard pile is shuffled in"),
        (LevelChosen(Level.LEDGER, forget=False), "Entered from here on: Keep the score"),
        (VariantsAgreed((), 1, agreed=True), "Played from here on: no variation"),
    ],
)
def test_the_log_tells_an_entry(event: Event[Any], sentence: str) -> None:
    assert agreements.sentence(GAME, opened(), event) == sentence
