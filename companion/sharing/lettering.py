"""Text on a picture in the app's own fonts, with fallback per character, fitted to a width."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import ImageDraw, ImageFont

from companion.files.paths import ASSETS
from companion.theme import FALLBACK, FONTS

_BOLD: Final = 700
_REGULAR: Final = 400
_MISSING: Final = "\uffff"
"""A character no font contains: it shows how a font draws missing glyphs."""

_ENDING: Final = "…"


@dataclass(frozen=True, slots=True)
class Hand:
    """A text style: font, height in pixels, weight."""

    face: str
    size: int
    bold: bool = False

    def width(self, text: str) -> float:
        """The width of a line in pixels."""
        return sum(font.getlength(run) for font, run in _runs(text, self))

    @property
    def line(self) -> int:
        """The line height in pixels."""
        return round(self.size * 1.28)

    def fitted(self, text: str, room: float) -> str:
        """The text, cut off with an ellipsis if it is wider than `room`."""
        if self.width(text) <= room:
            return text
        length = next((end for end in range(len(text), 0, -1) if self.width(text[:end] + _ENDING) <= room), 0)
        return text[:length].rstrip() + _ENDING

    def wrapped(self, text: str, room: float, lines: int) -> list[str]:
        """The text wrapped to at most `lines` lines; the last is cut off if it is too long."""
        wrapped: list[str] = []
        words = text.split()
        while words and len(wrapped) < lines - 1:
            fits = next((n for n in range(len(words), 0, -1) if self.width(" ".join(words[:n])) <= room), 1)
            wrapped.append(self.fitted(" ".join(words[:fits]), room))
            words = words[fits:]
        return [*wrapped, self.fitted(" ".join(words), room)] if words else wrapped


def shrunk(hand: Hand, texts: Sequence[str], room: float, least: int) -> Hand:
    """The style in the largest size, from its own down to `least` pixels, in which all texts fit."""
    sizes = range(hand.size, least, -2)
    hands = (Hand(hand.face, size, hand.bold) for size in sizes)
    return next(
        (smaller for smaller in hands if all(smaller.width(text) <= room for text in texts)),
        Hand(hand.face, least, hand.bold),
    )


def write(draw: ImageDraw.ImageDraw, x: float, baseline: float, text: str, hand: Hand, ink: str) -> None:
    """Draw one line starting at `x` on its baseline."""
    for font, run in _runs(text, hand):
        draw.text((x, baseline), run, font=font, fill=ink, anchor="ls")
        x += font.getlength(run)


def _runs(text: str, hand: Hand) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """Split the text into runs of one font each."""
    run, face = "", hand.face
    for character in text:
        face_needed = _face_for(character, hand.face)
        if run and face_needed != face:
            yield _font(face, hand.size, hand.bold), run
            run = ""
        run, face = run + character, face_needed
    if run:
        yield _font(face, hand.size, hand.bold), run


@cache
def _face_for(character: str, first: str) -> str:
    """The first font that contains a character; `first` if none does."""
    return next((face for face in (first, *reversed(FALLBACK)) if _holds(face, character)), first)


def _holds(face: str, character: str) -> bool:
    font = _font(face, 32, False)
    return character.isspace() or bytes(font.getmask(character)) != bytes(font.getmask(_MISSING))


@cache
def _font(face: str, size: int, bold: bool) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(ASSETS / FONTS[face]), size)
    with suppress(OSError):  # the font has only one weight
        font.set_variation_by_axes([_BOLD if bold else _REGULAR])
    return font
