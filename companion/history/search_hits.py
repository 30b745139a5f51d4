"""The words somebody looked for, found again in what is shown; compared as the search compares them."""

import unicodedata
from typing import Final

from storage.text_folding import fold

Pieces = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it was looked for."""

_BEFORE: Final = 18
"""So many letters stand before the first hit of a text that is too long to be shown from its beginning."""


def pieces_of(text: str, words: tuple[str, ...]) -> Pieces:
    """The text in pieces; `words` are folded, and each counts wherever it stands, within a word too."""
    text = unicodedata.normalize("NFC", text)
    folded = [" " if sign.isspace() else fold(sign) for sign in text]
    plain = "".join(folded)
    places = [place for place, signs in enumerate(folded) for _ in signs]
    hit = [False] * len(text)
    for word in words:
        start = plain.find(word) if word else -1
        while start >= 0:
            first, last = places[start], places[start + len(word) - 1]
            hit[first : last + 1] = [True] * (last + 1 - first)
            start = plain.find(word, start + len(word))
    return _joined(text, hit)


def excerpt(text: str, words: tuple[str, ...]) -> Pieces:
    """One line of a text, from shortly before the first hit where that stands too far back to be seen."""
    line = " ".join(text.split())
    pieces = pieces_of(line, words)
    before = len(pieces[0][0]) if len(pieces) > 1 and not pieces[0][1] else 0
    if before <= 2 * _BEFORE:
        return pieces
    blank = line.find(" ", before - _BEFORE, before)
    return pieces_of(f"…{line[before - _BEFORE if blank < 0 else blank + 1 :]}", words)


def is_in(text: str, word: str) -> bool:
    """Whether a folded word occurs in a text."""
    return word in fold(text)


def _joined(text: str, hit: list[bool]) -> Pieces:
    cut: list[tuple[str, bool]] = []
    for sign, marked in zip(text, hit, strict=True):
        if cut and cut[-1][1] == marked:
            cut[-1] = (cut[-1][0] + sign, marked)
        else:
            cut.append((sign, marked))
    return tuple(cut)
