"""Letters on a picture: the app's own faces, each sign from the first that has it, fitted to its room."""

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
"""What no face holds: it is drawn as the face draws anything it does not know."""

_ENDING: Final = "…"


@dataclass(frozen=True, slots=True)
class Hand:
    """How something is written: face, height in pixels, weight."""

    face: str
    size: int
    bold: bool = False

    def width(self, text: str) -> float:
        """How much room a line takes."""
        return sum(font.getlength(run) for font, run in _runs(text, self))

    @property
    def line(self) -> int:
        """The height from one line to the next."""
        return round(self.size * 1.28)

    def fitted(self, text: str, room: float) -> str:
        """The text, or as much of its beginning as fits."""
        if self.width(text) <= room:
            return text
        kept = next((end for end in range(len(text), 0, -1) if self.width(text[:end] + _ENDING) <= room), 0)
        return text[:kept].rstrip() + _ENDING

    def wrapped(self, text: str, room: float, lines: int) -> list[str]:
        """The text in at most so many lines, the last of them shortened where it is too long."""
        done: list[str] = []
        left = text.split()
        while left and len(done) < lines - 1:
            fits = next((n for n in range(len(left), 0, -1) if self.width(" ".join(left[:n])) <= room), 1)
            done.append(self.fitted(" ".join(left[:fits]), room))
            left = left[fits:]
        return [*done, self.fitted(" ".join(left), room)] if left else done


def shrunk(hand: Hand, texts: Sequence[str], room: float, least: int) -> Hand:
    """The largest hand, from this one down to `least` pixels, in which every text fits."""
    sizes = range(hand.size, least, -2)
    hands = (Hand(hand.face, size, hand.bold) for size in sizes)
    return next(
        (each for each in hands if all(each.width(text) <= room for text in texts)), Hand(hand.face, least, hand.bold)
    )


def write(draw: ImageDraw.ImageDraw, x: float, baseline: float, text: str, hand: Hand, ink: str) -> None:
    """One line, beginning at `x`, on its baseline."""
    for font, run in _runs(text, hand):
        draw.text((x, baseline), run, font=font, fill=ink, anchor="ls")
        x += font.getlength(run)


def _runs(text: str, hand: Hand) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """The text in pieces of one face each."""
    run, face = "", hand.face
    for sign in text:
        wanted = _face_for(sign, hand.face)
        if run and wanted != face:
            yield _font(face, hand.size, hand.bold), run
            run = ""
        run, face = run + sign, wanted
    if run:
        yield _font(face, hand.size, hand.bold), run


@cache
def _face_for(sign: str, first: str) -> str:
    """The first face that holds a sign; where none does, the one that was asked for."""
    return next((face for face in (first, *reversed(FALLBACK)) if _holds(face, sign)), first)


def _holds(face: str, sign: str) -> bool:
    font = _font(face, 32, False)
    return sign.isspace() or bytes(font.getmask(sign)) != bytes(font.getmask(_MISSING))


@cache
def _font(face: str, size: int, bold: bool) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(ASSETS / FONTS[face]), size)
    with suppress(OSError):  # a face of one weight
        font.set_variation_by_axes([_BOLD if bold else _REGULAR])
    return font
