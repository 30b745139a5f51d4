"""The variations a dealer declares for a hand."""

from itertools import combinations, product

import pytest

from scoring.contract.prompts import Subset
from scoring.games.recruit.state import Variation
from scoring.games.recruit.variations import VariationsDeclared
from tests.scoring.recruit.table import (
    DREAM,
    KEEPER,
    LOW,
    MATCH,
    OPEN,
    PASSER,
    A,
    B,
    D,
    after,
    assert_refused,
    counted,
    dealt,
    fact_value,
    kinds,
    opened,
    points,
    prompt_for,
)

FOUR = (4, 0, 0, 0)


def test_the_dealer_declares_before_the_card_and_for_one_hand() -> None:  # RT-070
    state = after(opened(), VariationsDeclared(D, (MATCH, KEEPER)))
    assert state.hand.variations == (KEEPER, MATCH)
    assert fact_value(state, "variations") == "Keeper, Match"
    state = counted(dealt("KS", KEEPER, MATCH), (13, 0, 0, 0), FOUR, FOUR, (3, 0, 0, 0))
    assert state.hand.variations == ()


def test_each_tap_declares_one_more_or_takes_it_back() -> None:  # RT-070
    state = after(opened(), VariationsDeclared(D, (KEEPER,)))
    (field,) = prompt_for(state, "variations_declared").fields
    assert isinstance(field, Subset)
    assert field.likely == ("keeper",)
    assert after(state, VariationsDeclared(D, ())).hand.variations == ()
    assert {c.value: c.why_not for c in field.choices}["passer"] == "Passer contradicts Keeper."


def test_after_the_card_it_is_too_late() -> None:  # RT-070
    state = dealt("7H")
    assert_refused(state, VariationsDeclared(D, (KEEPER,)), "RT-070", "TOO_LATE", "too late for this hand")
    assert "variations_declared" not in kinds(state)


def test_nobody_but_the_dealer_declares() -> None:  # RT-004, RT-070, RT-R14
    assert_refused(opened(), VariationsDeclared(B, (KEEPER,)), "RT-070", "NOT_DEALER", "Only Dov")


def test_keeper_and_passer_contradict_each_other() -> None:  # RT-074, RT-R05
    assert_refused(
        opened(), VariationsDeclared(D, (KEEPER, PASSER)), "RT-074", "KEEPER_AND_PASSER", "contradict each other"
    )


@pytest.mark.parametrize(
    ("late", "seat", "declared", "code"),
    [
        (True, A, (KEEPER, PASSER), "KEEPER_AND_PASSER"),
        (True, A, (KEEPER,), "TOO_LATE"),
        (False, A, (KEEPER,), "NOT_DEALER"),
        (False, D, (KEEPER, KEEPER), ""),
    ],
)
def test_the_first_reason_is_told(late: bool, seat: int, declared: tuple[Variation, ...], code: str) -> None:
    state = dealt("7H") if late else opened()
    rule = "RT-074" if code == "KEEPER_AND_PASSER" else "RT-070"
    assert_refused(state, VariationsDeclared(A if seat == 0 else D, declared), rule, code)


ADDABLE = (LOW, MATCH, DREAM, OPEN)
SETS = [
    (*some, *swap) for size in range(5) for some in combinations(ADDABLE, size) for swap in ((), (KEEPER,), (PASSER,))
]


def test_there_are_48_sets() -> None:  # RT-080
    assert len(SETS) == 2**4 * 3


@pytest.mark.parametrize(("declared", "players"), list(product(SETS, (2, 4))))
def test_every_set_can_be_played(declared: tuple[Variation, ...], players: int) -> None:  # RT-080
    none = (0,) * players
    full, four, three = (13, *none[1:]), (4, *none[1:]), (3, *none[1:])
    match = three if MATCH in declared else ()
    state = counted(dealt("7H", *declared, players=players), full, four, four, four, match)
    cost = 3 if LOW in declared else 5
    assert points(state)[0] == 13 * players - 3 * cost + (9 if MATCH in declared else 0)


def test_low_penalty_costs_three() -> None:  # RT-071
    state = counted(dealt("2H", LOW, players=2), (4, 9), (2, 0), (0, 0), (3, 0))
    assert points(state) == (8 - 6, 18)
