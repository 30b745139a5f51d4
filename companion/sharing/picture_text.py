"""Text on a picture: fitted to a width, each character from the first font that has it (`companion/ui/fonts.py`)."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from companion.device.machine_fonts import is_shapeless
from companion.sharing.pens import Face, Pen, pens
from companion.ui.fonts import FALLBACK

_ENDING: Final = "…"


class Hand(Face):
    """A text style; signs that its family lacks are written in another one."""

    def width(self, text: str) -> float:
        """The width of a line in pixels."""
        return sum(pens().length(run, face) for face, run in _runs(text, self))

    @property
    def line(self) -> int:
        """The line height in pixels."""
        return round(self.size * 1.28)

    def truncate(self, text: str, room: float) -> str:
        """The text, cut off with an ellipsis if it is wider than `room`."""
        if self.width(text) <= room:
            return text
        length = next((end for end in range(len(text), 0, -1) if self.width(text[:end] + _ENDING) <= room), 0)
        return text[:length].rstrip() + _ENDING

    def wrap(self, text: str, room: float, lines: int) -> list[str]:
        """The text wrapped to at most `lines` lines; the last is cut off if it is too long."""
        done: list[str] = []
        words = text.split()
        while words and len(done) < lines - 1:
            fits = next((n for n in range(len(words), 0, -1) if self.width(" ".join(words[:n])) <= room), 1)
            done.append(self.truncate(" ".join(words[:fits]), room))
            words = words[fits:]
        return [*done, self.truncate(" ".join(words), room)] if words else done


def shrink_to_fit(hand: Hand, texts: Sequence[str], room: float, least: int) -> Hand:
    """The style in the largest size, from its own down to `least` pixels, in which all texts fit."""
    hands = (hand._replace(size=size) for size in range(hand.size, least, -2))
    fits = (smaller for smaller in hands if all(smaller.width(text) <= room for text in texts))
    return next(fits, hand._replace(size=least))


def write(pen: Pen, x: float, baseline: float, text: str, hand: Hand, ink: str) -> None:
    """Draw one line, starting at `x`."""
    for face, run in _runs(text, hand):
        pen.write(x, baseline, run, face, ink)
        x += pens().length(run, face)


def _runs(text: str, hand: Hand) -> Iterator[tuple[Face, str]]:
    """Split a text into runs of one font family."""
    run, family = "", hand.family
    for sign in text:
        if is_shapeless(sign):
            continue
        joins = sign == " " and run and family not in FALLBACK  # words from right to left are drawn together
        next_family = family if joins else _family_for(sign, hand.family)
        if run and next_family != family:
            yield hand._replace(family=family), run
            run = ""
        run, family = run + sign, next_family
    if run:
        yield hand._replace(family=family), run


@cache
def _family_for(sign: str, first: str) -> str:
    """The first font with this character: ours by family, then one of the machine by its path; else the given one."""
    ours = (family for family in (first, *reversed(FALLBACK)) if pens().has_sign(family, sign))
    return next(ours, None) or pens().other_font(sign) or first
