"""The markers beside a seat."""

import flet as ft

from companion.ui.marks import markers
from companion.ui.theme import Look
from scoring.contract.board import Marker
from scoring.contract.scores import Seat

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
