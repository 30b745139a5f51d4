"""Names are equal however a keyboard writes them."""

import sys

import pytest

from scoring.names import name_key, same_name, tidy


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Odin's Favor", "Odin\u2019s Favor"),  # as phones type it
        ("Odin's Favor", "ODIN\u2018S FAVOR"),
        ("Odin's Favor", "Odin\u00b4s Favor"),
        ("Odin's Favor", "Odin\uff07s Favor"),
        ("Pile O' Chow", "  pile   o\u02bc\u00a0chow "),
        ("Pint-Sized Pack", "Pint\u2011Sized Pack"),
        ("Kuji-kiri", "Kuji\u2013kiri"),
        ("Kuji-kiri", "Kuji\u2212Kiri"),
        ("Kuji-kiri", "Ku\u00adji-kiri"),
        ("Zo\u00eb", "ZOE\u0308"),
        ("Stra\u00dfe", "STRASSE"),
        ("fire", "\ufb01re"),
    ],
)
def test_the_same_name_is_the_same_however_it_is_typed(one: str, other: str) -> None:
    assert same_name(one, other)


@pytest.mark.parametrize(("one", "other"), [("Zoe", "Zo\u00eb"), ("Imp", "Imps"), ("Twin-Snouts", "Twin Snouts")])
def test_different_names_stay_different(one: str, other: str) -> None:
    assert not same_name(one, other)


@pytest.mark.long
def test_a_key_is_its_own_key() -> None:
    changed = [hex(code) for code in range(sys.maxunicode + 1) if name_key(name_key(chr(code))) != name_key(chr(code))]
    assert changed == []


def test_blanks_around_and_doubled_go_and_nothing_else() -> None:
    assert tidy("  Odin\u2019s \t FAVOR ") == "Odin\u2019s FAVOR"
