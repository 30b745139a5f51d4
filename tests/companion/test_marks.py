"""The markers beside a seat, and marks on chips."""

import flet as ft
import pytest

from companion.ui.marks import markers, suit_mark, working_text
from companion.ui.theme import Look
from scoring.contract.board import Marker
from scoring.contract.cards import Suit
from scoring.contract.rulebook import Rule
from scoring.contract.scores import ScoreLine, Seat, Term

CROWN = Marker(Seat(0), "crown", "Leads")
DEALER = Marker(Seat(0), "dealer", "Deals")
OUT = Marker(Seat(0), "out", "Is out")


def is_crown(control: ft.Control) -> bool:
    return isinstance(control, ft.Text) and control.value == "♛"


def test_the_crown_stands_first_and_as_itself() -> None:
    assert [is_crown(marker) for marker in markers(Look(), [DEALER, CROWN])] == [True, False]
    assert [is_crown(marker) for marker in markers(Look(), [CROWN])] == [True]
    assert [is_crown(marker) for marker in markers(Look(), [DEALER])] == [False]


def test_several_signs_are_pictures_with_words_for_screen_readers() -> None:
    drawn = markers(Look(), [DEALER, OUT, CROWN])
    assert [getattr(marker, "label", None) for marker in drawn[1:]] == ["Deals", "Is out"]


def test_the_crown_is_golden_by_day_and_by_night() -> None:
    colours = {look.gold for look in (Look(), Look(dark=True))}
    assert None not in colours
    assert len(colours) == 2


def test_a_cards_name_keeps_its_hyphen_and_its_x() -> None:
    terms = Term("for the Pint-Sized Pack", 2), Term("for Dwarf x Elf", -3, 2)
    line = ScoreLine(1, Seat(0), Rule("T-1", "A rule.", "The tests"), terms)
    assert working_text(line) == "2 for the Pint-Sized Pack − 2 × 3 for Dwarf x Elf = −4"


@pytest.mark.parametrize("shape", ["sun", "heart"])
def test_a_suit_beside_its_name_is_not_read_aloud(shape: str) -> None:
    beside, alone = (suit_mark(Look(), Suit("red", "Red", shape, "red"), is_named=named) for named in (True, False))
    assert isinstance(alone, ft.Icon | ft.Text)
    assert isinstance(beside, type(alone))
    assert (beside.semantics_label or "", alone.semantics_label) == ("", "Red")
