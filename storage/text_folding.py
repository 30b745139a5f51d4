"""Fold texts for search."""

import unicodedata

from scoring.contract.names import UNIFIED


def fold(text: str) -> str:
    """Remove case, accents, what cannot be seen and repeated spaces: "Café  Süd" becomes "cafe sud".

    Apostrophes and dashes are unified, because phones insert others than people type.
    """
    decomposed = unicodedata.normalize("NFKD", text.translate(UNIFIED)).casefold()
    return " ".join("".join(letter for letter in decomposed if not unicodedata.combining(letter)).split())
