"""Names are equal however a keyboard writes them."""

import sys
import unicodedata

import pytest

from scoring.contract.names import name_key, same_name, tidy


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


INVISIBLE_MARKS = [
    *(chr(code) for code in (0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A))),  # directions
    *("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u180e"),  # joiners and no width
    *("\ufe0e", "\ufe0f", "\U000e0100", "\u115f", "\u1160", "\u3164", "\uffa0"),  # variants, fillers
    *("\0", "\x07", "\x1b", "\x7f", "\x80", "\ufffb", "\U000e0001"),  # controls
]


@pytest.mark.parametrize("mark", INVISIBLE_MARKS, ids=ascii)
def test_what_cannot_be_seen_makes_no_other_name(mark: str) -> None:
    for typed in (f"{mark}Ana", f"Ana{mark}", f"A{mark}na", f" {mark} Ana {mark}"):
        assert same_name("Ana", typed)
    assert name_key(mark) == name_key(mark * 3) == ""


def test_every_format_character_shows_nothing_or_is_known_to_show_something() -> None:
    """Arabic, Syriac and Kaithi signs, hieroglyph joiners, and the tags by which flags differ."""
    known = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    known |= {*range(0x13430, 0x13440), *range(0xE0020, 0xE0080)}
    codes = (code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cf", "Cc"))
    assert [hex(code) for code in codes if name_key(chr(code)) and code not in known] == []


def test_blanks_around_and_doubled_go_and_nothing_else() -> None:
    assert tidy("  Odin\u2019s \t FAVOR ") == "Odin\u2019s FAVOR"
