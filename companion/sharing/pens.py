"""What draws the picture: one protocol, since Pillow is not to be had in a browser and its canvas not outside one."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from companion.lazy_modules import load


class Face(NamedTuple):
    """Letters of one face in one size, in pixels."""

    family: str
    size: int
    bold: bool


class Pen(Protocol):
    """A picture in the making. Lengths are pixels of the finished picture, colours are `#rrggbb`."""

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: float) -> None:
        """A line through these points, its ends and corners round."""

    def box(
        self, area: tuple[float, float, float, float], fill: str, *, radius: float = 0, edge: str = "", width: float = 0
    ) -> None:
        """A rectangle: left, top, right, bottom."""

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle."""

    def write(self, x: float, baseline: float, text: str, face: Face, ink: str) -> None:
        """Letters of one face that begin at `x`, above all shapes."""

    def png(self) -> bytes:
        """The finished picture as a file."""


class Pens(Protocol):
    """Pens of one kind, and how much room their letters take."""

    def begin(self, width: int, height: int, paper: str) -> Pen:
        """An empty picture."""

    def length(self, text: str, face: Face) -> float:
        """How many pixels wide a text of this face is."""

    def has_sign(self, family: str, sign: str) -> bool:
        """Whether a family holds this sign."""


_chosen: list[Pens] = []


def use_pens(pens: Pens) -> None:
    """Draw with these from now on; whoever opens the app decides, before anything is drawn."""
    _chosen[:] = [pens]


def pens() -> Pens:
    """The pens of this process: Pillow's, where nothing else was chosen."""
    if not _chosen:
        use_pens(load("companion.sharing.pillow_pens").PillowPens())
    return _chosen[0]
