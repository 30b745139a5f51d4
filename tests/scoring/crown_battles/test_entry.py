"""Levels of entry, and joining a game late."""

import pytest

from scoring.contract import prompts
from scoring.contract.game import Adjusted, RoundHead
from scoring.contract.prompts import Role, find_prompt
from scoring.contract.scores import Seat
from scoring.games import find_game
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.entry import JoinedLate, LevelChosen
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.powers.smuggler import SmugglerSwapped
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import Bidding, Spinning
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.kit.trick_taking import Level
from tests.scoring.crown_battles.table import (
    A,
    B,
    C,
    D,
    after,
    assert_refused,
    bids,
    kinds,
    opened,
    play_round,
    points,
    prompt_for,
    specials,
    taken,
)

GAME = find_game("crown_battles")

TOTALS = ((A, 50), (B, -20), (C, 0), (D, 30))


@pytest.mark.parametrize("level", [Level.TRICKS, Level.CARDS])
def test_an_untouched_round_changes_its_level_at_once(level: Level) -> None:
    state = after(opened(4), LevelChosen(level))
    assert (state.level, state.deal.level, state.phase) == (level, level, Spinning())
    back = after(state, LevelChosen(Level.COUNTS))
    assert back == opened(4)


def test_a_shield_leaves_the_round_untouched() -> None:
    state = after(opened(4), ShieldBought(A), LevelChosen(Level.TRICKS))
    assert (state.deal.level, state.shields) == (Level.TRICKS, (A,))


@pytest.mark.parametrize(
    "event", [TrumpSpun(Spinner.RED), TrumpSpun(Spinner.CHOICE), BidPlaced(A, (1,)), SmugglerSwapped(A)]
)
def test_a_round_that_has_begun_keeps_its_level(event: BidPlaced) -> None:
    state = after(opened(4, schedule=(4, 4), **specials(Special.SMUGGLER)), event, LevelChosen(Level.TRICKS))
    assert (state.level, state.deal.level) == (Level.TRICKS, Level.COUNTS)
    level = prompt_for(state, LevelChosen.kind)
    assert (level.help, level.menu) == ("From the next round on.", "This game")
    rest = [bid for bid in bids(state, 1, 1, 1, 1) if bid != event]
    state = after(state, *rest, taken(1, 1, 1, 1))
    assert (state.deal.level, state.phase) == (Level.TRICKS, Spinning())


def test_down_again_from_the_next_round_on() -> None:
    state = after(opened(4, schedule=(1, 4), level=Level.CARDS), TrumpSpun(Spinner.RED), LevelChosen(Level.COUNTS))
    assert kinds(state, Role.MAIN) == [BidPlaced.kind]
    assert state.deal.level is Level.CARDS
    assert state.level is Level.COUNTS


def test_the_level_that_holds_cannot_be_chosen_again() -> None:
    assert_refused(opened(4), LevelChosen(Level.COUNTS), "CB-057", says="how the game is entered now")
    field = prompt_for(opened(4), LevelChosen.kind).fields[0]
    assert isinstance(field, prompts.Pick)
    assert [choice.value for choice in field.choices if choice.why_not] == ["counts"]
    assert prompt_for(opened(4), LevelChosen.kind).help == "From this round on."


def test_a_game_is_joined_at_a_later_round() -> None:
    state = after(opened(4), JoinedLate(4, TOTALS))
    assert points(state) == (50, -20, 0, 30)
    assert (state.round, state.deal.cards, state.deal.dealer, state.crown) == (4, 8, C, A)
    assert GAME.rounds(state) == (
        RoundHead(3, "Rounds 1–3", "joined"),
        RoundHead(4, "Round 4", "normal", 8, starter=D),
    )
    assert [line.working for line in state.ledger][:2] == ["50 so far = 50", "-20 so far = -20"]
    state = play_round(state, (2, 2, 2, 2), (2, 2, 2, 2))
    assert points(state) == (90, 20, 40, 70)
    assert state.round == 5


def test_the_last_round_and_large_totals_can_be_joined() -> None:
    state = after(opened(4), JoinedLate(8, (*TOTALS[:2], (C, -1000), (D, 1000))))
    assert (state.round, state.is_final, points(state)[D]) == (8, True, 1000)


def test_after_one_round_the_sheet_says_so() -> None:
    state = after(opened(4), JoinedLate(2, TOTALS))
    assert GAME.rounds(state)[0] == RoundHead(1, "Round 1", "joined")


def test_the_level_may_be_chosen_before_joining() -> None:
    state = after(opened(4), LevelChosen(Level.TRICKS), JoinedLate(3, TOTALS))
    assert (state.deal.level, state.phase) == (Level.TRICKS, Spinning())
    with_bids = after(state, TrumpSpun(Spinner.RED), *bids(state, 1, 1, 1, 1), TrickWon(A))
    assert with_bids.round == 3


@pytest.mark.parametrize(
    ("next_round", "totals", "rule", "says"),
    [
        (1, TOTALS, "CB-156", "at most round 8"),
        (9, TOTALS, "CB-156", "at most round 8"),
        (3, TOTALS[:3], "CB-156", "Every player needs a total"),
        (3, (*TOTALS[:3], (A, 0)), "CB-156", "Every player needs a total"),
        (3, (*TOTALS[:3], (Seat(8), 0)), "CB-156", "Every player needs a total"),
        (3, (*TOTALS[:3], (D, 17)), "CB-007", "Dov's total must be a multiple of 5, not 17."),
        (3, (*TOTALS[:3], (D, 1005)), "CB-156", "between -1000 and 1000"),
    ],
)
def test_joining_is_refused(next_round: int, totals: tuple[tuple[Seat, int], ...], rule: str, says: str) -> None:
    assert_refused(opened(4), JoinedLate(next_round, totals), rule, says=says)


@pytest.mark.parametrize(
    "event", [TrumpSpun(Spinner.RED), BidPlaced(A, (1,)), ShieldBought(A), Adjusted(A, 5, "why"), JoinedLate(2, TOTALS)]
)
def test_a_game_is_joined_before_anything_else(event: BidPlaced) -> None:
    state = after(opened(4), event)
    assert find_prompt(GAME.prompts(state), JoinedLate.kind) is None
    assert_refused(state, JoinedLate(3, TOTALS), "CB-156", says="before anything else")


def test_a_game_of_one_round_cannot_be_joined() -> None:
    assert find_prompt(GAME.prompts(opened(4, schedule=(4,))), JoinedLate.kind) is None
    joining = prompt_for(opened(4), JoinedLate.kind)
    assert [getattr(field, "seats", None) for field in joining.fields] == [None, True]


def test_counts_begin_with_bids_and_the_others_with_the_spinner() -> None:
    assert opened(4).phase == Bidding()
    assert TricksTaken.kind not in kinds(opened(4), Role.MAIN)
    assert opened(4, level=Level.CARDS).phase == Spinning()
