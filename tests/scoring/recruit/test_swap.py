"""The swap before the first trick."""

import pytest

from scoring.contract.prompts import Role
from scoring.engine.drafts import collect_answers, find_gaps
from scoring.games.recruit.entry import LevelChosen
from scoring.games.recruit.state import ByCounts, Variation
from scoring.games.recruit.swap import CardsSwapped
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, row
from tests.scoring.recruit.declared import KEEPER, PASSER
from tests.scoring.recruit.states import Row, by_tricks, dealt, opened, won
from tests.scoring.recruit.table import (
    GAME,
    after,
    assert_refused,
    enter,
    fact_value,
    grid_of,
    kinds,
    notes,
    prompt_for,
)


@pytest.mark.parametrize(
    ("players", "declared", "rule", "says"),
    [
        (2, (), "RT-010", "Ana first: discard up to four cards and draw as many from the other 26."),
        (3, (), "RT-010", "Ana first: discard up to four cards and draw as many from the other 13."),
        (
            4,
            (),
            "RT-012",
            "Partners pass each other exactly four cards, before looking at what they get: Ana and Cleo, Ben and Dov.",
        ),
        (4, (KEEPER,), "RT-072", "Keeper: nobody swaps; play the thirteen cards you were dealt."),
        (
            3,
            (PASSER,),
            "RT-073",
            "Passer: four cards face down to the left, before you look at yours. Ana to Ben, Ben to Cleo, Cleo to Ana.",
        ),
    ],
)
def test_the_table_is_reminded_of_its_swap(
    players: int, declared: tuple[Variation, ...], rule: str, says: str
) -> None:  # RT-R06, RT-R11
    assert notes(dealt("7H", *declared, players=players), rule) == [says]


def test_discards_come_from_the_rest() -> None:  # RT-010, RT-013
    state = dealt("7H", players=2)
    assert fact_value(state, "pile") == "26"
    state = after(state, CardsSwapped(row(3, 4), row(3, 4)))
    assert fact_value(state, "pile") == "19"
    assert GAME.view(state).notices == ()
    assert isinstance(state.phase, ByCounts)


def test_as_many_are_drawn_as_were_discarded() -> None:  # RT-010
    state = dealt("7H", players=2)
    prompt = prompt_for(state, CardsSwapped.kind)
    draft = {"away": [[0, 3], [1, 0]]}
    form = GAME.form(state, prompt, draft)
    assert [cell.key for cell in grid_of(form, "drawn").cells] == [0, 1]
    assert not find_gaps(form, draft)
    assert collect_answers(form, draft)["drawn"] == [[0, 3], [1, 0]]


def test_passed_cards_are_noted_with_one_tap() -> None:  # RT-012, RT-073
    for state in (dealt("7H"), dealt("7H", PASSER, players=2)):
        prompt = prompt_for(state, CardsSwapped.kind)
        assert prompt.fields == ()
        assert GAME.form(state, prompt, {}) == prompt
        noted = enter(state, CardsSwapped.kind)
        assert {n for _, n in noted.hand.swapped or ()} == {4}
    assert fact_value(noted, "pile") == "26"


@pytest.mark.parametrize(
    ("players", "declared", "away", "drawn", "rule", "code"),
    [
        (2, (), (5, 0), (5, 0), "RT-010", "SWAP_TOO_MANY"),
        (2, (), (-1, 0), (0, 0), "RT-010", "NEGATIVE"),
        (2, (), (3, 0), (2, 0), "RT-010", "SWAP_NOT_EQUAL"),
        (2, (), (5, 0), (4, 0), "RT-010", "SWAP_TOO_MANY"),
        (4, (), (4, 4, 4, 3), (4, 4, 4, 3), "RT-012", "SWAP_NOT_FOUR"),
        (4, (), (5, 4, 4, 4), (4, 4, 4, 4), "RT-012", "SWAP_NOT_FOUR"),
        (3, (PASSER,), (4, 3, 4), (4, 4, 4), "RT-073", "SWAP_NOT_FOUR"),
        (3, (PASSER,), (4, 4, 4), (4, 4, 3), "RT-073", "SWAP_NOT_EQUAL"),
        (2, (KEEPER,), (1, 0), (1, 0), "RT-072", "SWAP_NOT_ALLOWED"),
        (4, (KEEPER,), (4, 4, 4, 4), (4, 4, 4, 4), "RT-072", "SWAP_NOT_ALLOWED"),
        (2, (), (3,), (3,), "RT-010", ""),
    ],
)
def test_a_wrong_swap_is_refused(
    players: int, declared: tuple[Variation, ...], away: Row, drawn: Row, rule: str, code: str
) -> None:
    state = dealt("7H", *declared, players=players)
    assert_refused(state, CardsSwapped(row(*away), row(*drawn)), rule, code)


def test_cards_are_swapped_once_and_before_the_first_trick() -> None:
    none = CardsSwapped(row(0, 0), row(0, 0))
    assert_refused(opened(2), none, "RT-010", says="Ben displays a card before")
    assert_refused(after(dealt("7H", players=2), none), none, "RT-010", "SWAP_NOT_ALLOWED", "already been entered")
    state = after(by_tricks("7H", players=2), *won(A))
    assert_refused(state, none, "RT-010", "SWAP_NOT_ALLOWED", "before the first trick")
    assert CardsSwapped.kind not in kinds(state)
    state = after(state, LevelChosen(Level.COUNTS))
    assert_refused(state, none, "RT-010", "SWAP_NOT_ALLOWED", "before the first trick")
    assert notes(state, "RT-010") == []
    assert CardsSwapped.kind not in kinds(dealt("7H", KEEPER))
    assert CardsSwapped.kind in kinds(dealt("7H"), Role.ASIDE)
