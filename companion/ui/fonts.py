"""The typefaces of the screen and of shared pictures."""

from typing import Final

TEXT: Final = "Text"
FIGURES: Final = "Figures"
SIGNS: Final = "Signs"
FALLBACK: Final = [SIGNS, "Letters"]
FONTS: Final = {
    TEXT: "fonts/text.ttf",
    FIGURES: "fonts/figures.ttf",
    SIGNS: "fonts/signs.ttf",
    "Letters": "fonts/letters.ttf",
}
"""Paths relative to the assets. In the browser, the server registers the same families before the first frame."""
