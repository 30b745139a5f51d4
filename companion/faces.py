"""The typefaces the app brings along: family names and their files under assets/."""

from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).resolve().parent.parent / "assets"
"""Where fonts and pictures lie: beside the packages, in a checkout and in a wheel alike."""

TEXT: Final = "Companion Text"
FIGURES: Final = "Companion Figures"
SYMBOLS: Final = "Companion Symbols"
LETTERS: Final = "Companion Letters"

FALLBACK: Final = (SYMBOLS, LETTERS)
"""What every text style names behind its own family: signs, then other alphabets in players' names."""

FONTS: Final = {
    TEXT: "fonts/text.ttf",
    FIGURES: "fonts/figures.ttf",
    SYMBOLS: "fonts/signs.ttf",
    LETTERS: "fonts/letters.ttf",
}
"""For `page.fonts` in a window or a built app; a page from our own server has them before its first frame."""
