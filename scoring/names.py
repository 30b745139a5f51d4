"""Compare names of cards and players, however a keyboard types them, and list words in sentences."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

LONGEST_NAME: Final = 200
"""Characters of the name of a player, a place, a game or a card."""

LONGEST_TYPED_NAME: Final = 40
"""Characters of a player's name on a screen; files have longer ones."""

_SAME: Final[dict[int, str | None]] = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u2035\u00b4`\ua78c"), "'"),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), None),  # soft hyphens, joiners, no width at all
}


def tidy(name: str) -> str:
    """Strip the name and collapse blanks inside it."""
    return " ".join(name.split())


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """The key under which equal names are equal: case, blanks and the kind of apostrophe or dash do not matter.

    NFKC is applied twice, because folding the case can decompose letters again. It also decomposes an acute accent, so
    apostrophes are unified first.
    """
    plain = unicodedata.normalize("NFKC", name.translate(_SAME)).translate(_SAME)
    return tidy(unicodedata.normalize("NFKC", plain.casefold()).translate(_SAME))


def same_name(one: str, other: str) -> bool:
    """Whether both names mean the same card or player."""
    return name_key(one) == name_key(other)


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Words in a sentence: "a, b and c"; empty without words."""
    *others, final = (*words,) or ("",)
    return f"{', '.join(others)} {last} {final}" if others else final


def count_of(number: int, noun: str) -> str:
    """A number of things in a sentence: "one card", "3 cards"."""
    return f"one {noun}" if number == 1 else f"{number} {noun}s"
