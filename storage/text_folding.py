"""Fold texts for search."""

import unicodedata


def fold(text: str) -> str:
    """Remove case, accents and repeated spaces: "Café  Süd" becomes "cafe sud"."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(letter for letter in decomposed if not unicodedata.combining(letter)).split())
