"""How words are compared when somebody looks for them."""

import unicodedata


def fold(text: str) -> str:
    """The words without regard to case, accents and the width of blanks: "Café  Süd" and "cafe sud" are the same."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(letter for letter in apart if not unicodedata.combining(letter)).split())
