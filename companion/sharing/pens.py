"""The drawing protocol of pictures, with two implementations: Pillow, and a canvas in the browser."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from companion.lazy_modules import load


class Face(NamedTuple):
    """A font family in one weight and one size, in pixels."""

    family: str
    size: int
    bold: bool = False


class Pen(Protocol):
    """A picture being drawn. Lengths are in pixels of the finished picture, colours are `#rrggbb`."""

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: float) -> None:
        """A line through these points, with round ends and corners."""

    def box(
        self, area: tuple[float, float, float, float], fill: str, *, radius: float = 0, edge: str = "", width: float = 0
    ) -> None:
        """A rectangle; `area` is left, top, right, bottom."""

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle."""

    def write(self, x: float, baseline: float, text: str, face: Face, ink: str) -> None:
        """Text starting at `x`, above all shapes."""

    def png(self) -> bytes:
        """The picture as a PNG file."""


class Pens(Protocol):
    """Creates pictures, and measures text."""

    def begin(self, width: int, height: int, paper: str) -> Pen:
        """An empty picture."""

    def length(self, text: str, face: Face) -> float:
        """The width of a text in pixels."""

    def has_sign(self, family: str, sign: str) -> bool:
        """Whether a font family has this character."""

    def other_font(self, sign: str) -> str:
        """Another font with this character, to be used as a family; empty if there is none."""


_current: list[Pens] = []


def use_pens(pens: Pens) -> None:
    """Set the pens of this process; called when the app is opened."""
    _current[:] = [pens]


def pens() -> Pens:
    """The pens of this process; Pillow by default."""
    if not _current:
        use_pens(load("companion.sharing.pillow_pens").PillowPens())
    return _current[0]
