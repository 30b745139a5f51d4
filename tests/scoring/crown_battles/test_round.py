"""A round by counts: order, dealers, tricks, and sums that are refused."""

import pytest

from scoring.contract.prompts import Source
from scoring.contract.scores import Seat
from scoring.engine.drafts import collect_answers, find_gaps
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.schedule import base_schedule
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import bids, counted, opened, play_round, taken
from tests.scoring.crown_battles.table import GAME, after, assert_refused, prompt_for


def test_left_of_the_dealer_leads_the_first_trick() -> None:  # CB-058
    assert [marker.seat for marker in GAME.view(opened(4)).board.markers if marker.key == "leads"] == [A]


def test_the_deal_goes_clockwise() -> None:  # CB-059
    state = opened(4, first_dealer=D)
    dealers = []
    for cards in base_schedule(4)[:5]:
        dealers.append(state.deal.dealer)
        state = play_round(state, (0, 0, 0, 0), (cards, 0, 0, 0))
    assert dealers == [D, A, B, C, D]


REFUSED = [  # example of, piles, code, words
    ("CB-150", ((A, 2), (B, 1), (C, 0), (D, 0)), "E_TRICKS_SUM", "add up to 3, but 4 were played: 1 too few."),
    ("CB-114", ((A, 2), (B, 1), (C, 1), (D, 1)), "E_TRICKS_SUM", "add up to 5, but 4 were played: 1 too many."),
    ("CB-114", ((A, 5), (B, -1), (C, 0), (D, 0)), "E_TRICKS_NEGATIVE", "Ben cannot have -1 tricks"),
    ("CB-114", ((A, 4), (B, 0), (C, 0)), "E_TRICKS_SUM", "Every player needs one number"),
    ("CB-114", ((A, 4), (B, 0), (C, 0), (C, 0)), "E_TRICKS_SUM", "Every player needs one number"),
    ("CB-114", ((A, 4), (B, 0), (C, 0), (Seat(9), 0)), "E_TRICKS_SUM", "Every player needs one number"),
]


@pytest.mark.parametrize(("example", "piles", "code", "says"), REFUSED)
def test_piles_that_cannot_be_are_refused(
    example: str, piles: tuple[tuple[Seat, int], ...], code: str, says: str
) -> None:
    assert_refused(counted(1, 1, 1, 1), TricksTaken(piles), "CB-114", code, says)


def test_a_single_trick_is_counted_in_the_singular() -> None:  # CB-114
    says = "add up to 2, but 1 was played: 1 too many."
    assert_refused(counted(1, 0, 0, 0, cards=1), taken(1, 1, 0, 0), "CB-114", "E_TRICKS_SUM", says)
    bombed = after(counted(1, 0, 0, 0, cards=2, specials=(Special.BOMB,)), BombPlayed(A, None, copied=False))
    assert_refused(
        bombed, taken(2, 0, 0, 0), "CB-114", "E_TRICKS_SUM", "but 1 is left without the bombed one: 1 too many."
    )


def test_a_whole_round_is_counted_at_once() -> None:
    only_first = TricksTaken(taken(1, 1, 1, 1).tricks, "first")
    assert_refused(counted(1, 1, 1, 1), only_first, "CB-114", "E_TRICKS_SUM", "counted together")


def test_everybody_made_a_single_bid_until_told_otherwise() -> None:
    state = counted(2, 1, (0, 1), 0)
    prompt = prompt_for(state, TricksTaken.kind)
    grid = prompt.fields[0]
    assert [cell.note for cell in grid.cells] == ["bid 2", "bid 1", "bid 0–1", "bid 0"]
    value = [(value.answer, value.source) for _, value in grid.get_cells({})]
    assert value == [(2, Source.LIKELY), (1, Source.LIKELY), (1, Source.SOLVED), (0, Source.LIKELY)]
    assert not find_gaps(prompt, {})
    assert collect_answers(prompt, {}) == {"part": None, "tricks": [[A, 2], [B, 1], [C, 1], [D, 0]]}
    assert prompt.confirm == "Score round 1"


def test_the_form_says_where_a_stolen_trick_lies() -> None:
    assert prompt_for(counted(1, 1, 1, 1), TricksTaken.kind).help == "The bids are filled in; tap what differs."
    with_thief = counted(1, 1, 1, 1, specials=(Special.THIEF,))
    assert "for the thief" in prompt_for(with_thief, TricksTaken.kind).help


@pytest.mark.parametrize("event", [TrickWon(A), RoundScored()])
def test_entries_of_another_level_are_refused(event: TrickWon | RoundScored) -> None:
    assert_refused(counted(1, 1, 1, 1), event, "CB-057", says="by counting the tricks at its end")


@pytest.mark.parametrize(("level", "says"), [(Level.TRICKS, "trick by trick"), (Level.CARDS, "card by card")])
def test_piles_are_refused_where_tricks_are_entered(level: Level, says: str) -> None:
    state = after(opened(4, level=level), TrumpSpun(Spinner.RED))
    assert_refused(after(state, *bids(state, 0, 0, 0, 0)), taken(2, 0, 0, 0), "CB-057", says=says)
    assert_refused(opened(4, level=level), taken(2, 0, 0, 0), "CB-057", says="spins for the trump first")


@pytest.mark.parametrize(("tricks", "counted_bid"), [(0, 1), (1, 1), (2, 2), (4, 2)])
def test_of_a_double_bid_the_nearer_number_is_measured(tricks: int, counted_bid: int) -> None:
    state = after(counted((1, 2), 0), taken(tricks, 4 - tricks))
    assert [m.value for m in GAME.measures.of(state) if (m.key, m.seat) == ("bid", A)] == [counted_bid]
