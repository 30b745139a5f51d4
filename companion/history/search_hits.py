"""Marks the searched words in displayed text, with the same folding as the search itself."""

import unicodedata
from itertools import groupby
from typing import Final

from storage.text_folding import fold

Pieces = tuple[tuple[str, bool], ...]
"""A text split into (piece, is a hit) pairs."""

_BEFORE: Final = 18
"""Characters of context before the first hit in an excerpt."""


def pieces_of(text: str, words: tuple[str, ...]) -> Pieces:
    """Split the text at its hits. `words` must be folded; they also match inside a word."""
    text = unicodedata.normalize("NFC", text)
    folded = [" " if character.isspace() else fold(character) for character in text]
    plain = "".join(folded)
    places = [place for place, characters in enumerate(folded) for _ in characters]
    hit = [False] * len(text)
    for word in words:
        start = plain.find(word) if word else -1
        while start >= 0:
            first, last = places[start], places[start + len(word) - 1]
            hit[first : last + 1] = [True] * (last + 1 - first)
            start = plain.find(word, start + len(word))
    runs = groupby(zip(text, hit, strict=True), key=lambda pair: pair[1])
    return tuple(("".join(character for character, _ in run), marked) for marked, run in runs)


def excerpt(text: str, words: tuple[str, ...]) -> Pieces:
    """One line of a text, cut to begin shortly before the first hit if that would not be visible."""
    line = " ".join(text.split())
    pieces = pieces_of(line, words)
    before = len(pieces[0][0]) if len(pieces) > 1 and not pieces[0][1] else 0
    if before <= 2 * _BEFORE:
        return pieces
    blank = line.find(" ", before - _BEFORE, before)
    return pieces_of(f"…{line[before - _BEFORE if blank < 0 else blank + 1 :]}", words)
