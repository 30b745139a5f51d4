"""Compare names of cards and players, however a keyboard types them, and list words in sentences."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

LONGEST_NAME: Final = 200
"""Characters of the name of a player, a place, a game or a card."""

LONGEST_TYPED_NAME: Final = 40
"""Characters of a player's name on a screen; files have longer ones."""

_LONGEST_QUOTE: Final = 60

_CONTROLS: Final = (code for code in (*range(0x20), *range(0x7F, 0xA0)) if not chr(code).isspace())
INVISIBLE: Final = frozenset(
    (
        *_CONTROLS,
        *(0xAD, 0x34F, 0x61C, 0x3164, 0xFEFF, 0xFFA0),  # soft hyphen, Arabic direction mark, Hangul fillers, …
        *(0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810)),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),  # joiners and direction marks
        *(*range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFFC), *range(0xE0100, 0xE01F0)),  # variation selectors
        *(*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), 0xE0001),
    )
)
"""The code points that show nothing: Unicode's Default_Ignorable_Code_Point without those unassigned, and controls.

The tags from U+E0020 on are left out: flags of emoji differ by them.
"""

UNIFIED: Final[dict[int, str | None]] = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u2035\u00b4`\ua78c"), "'"),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"), "-"),
    0x2800: " ",  # a Braille cell without dots
    **dict.fromkeys(INVISIBLE, None),
}
"""One character for all that people take for the same one; what shows nothing is left out."""


def quote(text: str) -> str:
    """Text of a file inside a sentence, at most its first 60 characters."""
    return repr(text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…")


def tidy(name: str) -> str:
    """Strip the name and collapse blanks inside it."""
    return " ".join(name.split())


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """The key under which equal names are equal: case, blanks and the kind of apostrophe or dash do not matter.

    NFKC is applied twice, because folding the case can decompose letters again. It also decomposes an acute accent, so
    apostrophes are unified first.
    """
    plain = unicodedata.normalize("NFKC", name.translate(UNIFIED)).translate(UNIFIED)
    return tidy(unicodedata.normalize("NFKC", plain.casefold()).translate(UNIFIED))


def same_name(one: str, other: str) -> bool:
    """Whether both names mean the same card or player."""
    return name_key(one) == name_key(other)


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Words in a sentence: "a, b and c"; empty without words."""
    *others, final = (*words,) or ("",)
    return f"{', '.join(others)} {last} {final}" if others else final


def count_of(number: float, noun: str) -> str:
    """A number of things in a sentence: "one card", "3 cards"."""
    return f"one {noun}" if number == 1 else f"{number} {noun}s"
