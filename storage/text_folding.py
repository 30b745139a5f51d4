"""Fold texts for search."""

import unicodedata
from typing import Final

from scoring.contract.names import INVISIBLE

_UNSEEN: Final = dict.fromkeys(INVISIBLE)


def fold(text: str) -> str:
    """Remove case, accents, what cannot be seen and repeated spaces: "Café  Süd" becomes "cafe sud"."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_UNSEEN)).casefold()
    return " ".join("".join(letter for letter in decomposed if not unicodedata.combining(letter)).split())
