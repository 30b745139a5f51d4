"""The paper of every shared picture: shapes and text, the band with the title, the winner, the name of the app.

Drawn on the light face, 1080 pixels wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.sharing.pens import Pen, pens
from companion.sharing.picture_text import Hand, shrink_to_fit, write
from companion.ui.fonts import FIGURES, SIGNS, TEXT
from companion.ui.text import APP
from companion.ui.theme import DAY, GOLD, mix

WIDTH: Final = 1080
MARGIN: Final = 64
INNER: Final = WIDTH - 2 * MARGIN
INK: Final = DAY["on_surface"]
FAINT: Final = DAY["on_surface_variant"]
CARD: Final = DAY["surface_container_lowest"]
EDGE: Final = DAY["outline_variant"]
WHITE: Final = "#ffffff"
_PAPER: Final = DAY["surface"]
_CROWN: Final = mix(*GOLD, 0.7)

BAND: Final = 208
FOOT: Final = 84
"""Heights of the band at the top and of the name of the app at the bottom."""

_BECAUSE: Final = Hand(TEXT, 34)


class Head:
    """The winners and the reason, wrapped to fit."""

    def __init__(self, headline: str, because: str) -> None:
        self.hand = shrink_to_fit(Hand(FIGURES, 84, bold=True), [headline], INNER, 56)
        self.names = self.hand.wrap(headline, INNER, 3)
        self.because = _BECAUSE.wrap(because, INNER - 40, 3)
        self.height = 190 + len(self.names) * self.hand.line + len(self.because) * _BECAUSE.line


@dataclass(frozen=True, slots=True)
class Written:
    """A line of text on the picture and its box: left, top, right, bottom."""

    text: str
    box: tuple[float, float, float, float]


class Sheet:
    """A picture being drawn: shapes at once, text at the end, so that its edges stay sharp."""

    def __init__(self, height: int, seats: Sequence[str], signs: Sequence[str] = ()) -> None:
        self.height = height
        self.pen: Pen = pens().begin(WIDTH, height, _PAPER)
        self._seats = seats
        self._signs = signs
        self._words: list[tuple[float, float, str, Hand, str]] = []
        self.centred(WIDTH / 2, height - 30, APP, Hand(TEXT, 26), FAINT)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, *, edge: str = "") -> None:
        """A rounded piece of paper."""
        self.pen.box((left, top, right, bottom), fill, radius=22, edge=edge, width=2)

    def badge(self, x: float, y: float, seat: int, size: int) -> None:
        """The initial of a seat's player on their colour, centred; the seat's number where there are no initials."""
        sign = self._signs[seat] if seat < len(self._signs) else str(seat + 1)
        hand = Hand(FIGURES, round(size * (0.5 if len(sign) < 2 else 0.4)), bold=True)
        self.pen.disc(x, y, size / 2, self._seats[seat % len(self._seats)])
        self.centred(x, y + size * 0.17, sign, hand, WHITE)

    def words(self, x: float, baseline: float, text: str, hand: Hand, ink: str = INK) -> None:
        """Text starting at `x`."""
        self._words.append((x, baseline, text, hand, ink))

    def centred(self, x: float, baseline: float, text: str, hand: Hand, ink: str = INK) -> None:
        """Text centred at `x`."""
        self.words(x - hand.width(text) / 2, baseline, text, hand, ink)

    def ending(self, x: float, baseline: float, text: str, hand: Hand, ink: str = INK) -> None:
        """Text ending at `x`."""
        self.words(x - hand.width(text), baseline, text, hand, ink)

    @property
    def written(self) -> tuple[Written, ...]:
        return tuple(
            Written(text, (x, baseline - hand.size * 0.8, x + hand.width(text), baseline + hand.size * 0.22))
            for x, baseline, text, hand, _ in self._words
        )

    def draw_band(self, title: str, details: str, cloth: str, *, least: int = 34) -> None:
        """The title on the cloth, with details that shrink down to `least` pixels before they are cut off."""
        for y in range(BAND):
            self.pen.box((0, y, WIDTH, y + 1), mix(cloth, mix(cloth, "#000000", 0.28), y / BAND))
        hand = shrink_to_fit(Hand(FIGURES, 72, bold=True), [title], INNER, 40)
        self.words(MARGIN, 108, hand.truncate(title, INNER), hand, WHITE)
        small = shrink_to_fit(Hand(TEXT, 34), [details], INNER, least)
        self.words(MARGIN, 166, small.truncate(details, INNER), small, WHITE)

    def draw_winner(self, head: Head) -> None:
        """The crown, the winners and the reason."""
        middle, y = WIDTH / 2, BAND + 108
        self.centred(middle, y, "♛", Hand(SIGNS, 104), _CROWN)
        y += 12
        for line in head.names:
            y += head.hand.line
            self.centred(middle, y - 8, line, head.hand)
        self.pen.line([(middle - 60, y + 24), (middle + 60, y + 24)], _CROWN, 5)
        y += 34
        for line in head.because:
            y += _BECAUSE.line
            self.centred(middle, y, line, _BECAUSE, FAINT)

    def png(self) -> bytes:
        for x, baseline, text, hand, ink in self._words:
            write(self.pen, x, baseline, text, hand, ink)
        return self.pen.png()
