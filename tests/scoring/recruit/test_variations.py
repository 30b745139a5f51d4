"""The variations a dealer declares for a hand."""

import pytest

from scoring.games.recruit.state import Variation
from scoring.games.recruit.variations import VariationsDeclared
from scoring.testing.tables import A, B, D
from tests.scoring.recruit.declared import DREAM, KEEPER, LOW, MATCH, OPEN, PASSER
from tests.scoring.recruit.states import dealt, opened
from tests.scoring.recruit.table import after, assert_refused, kinds, prompt_for


def test_each_tap_declares_one_more_or_takes_it_back() -> None:  # RT-070
    state = after(opened(), VariationsDeclared(D, (KEEPER,)))
    (field,) = prompt_for(state, "variations_declared").fields
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


@pytest.mark.parametrize("swap", [KEEPER, PASSER])
def test_keeper_or_passer_goes_with_all_the_others(swap: Variation) -> None:  # RT-080
    together = {LOW, MATCH, DREAM, OPEN, swap}
    assert set(after(opened(), VariationsDeclared(D, tuple(together))).hand.variations) == together
