"""Draw with Pillow."""

import io
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from companion.device.machine_fonts import find_font
from companion.device.paths import ASSETS
from companion.sharing.pens import Face
from companion.ui.fonts import FONTS

_BOLD: Final = 700
_REGULAR: Final = 400
_MISSING: Final = "\uffff"
"""A character that no font has, so it is drawn as a font's missing glyph."""

_FINE: Final = 2
"""Shapes are drawn this many times larger and then reduced, for smooth edges; text does not need it."""


class PillowPen:
    def __init__(self, width: int, height: int, paper: str) -> None:
        self.image = Image.new("RGB", (width * _FINE, height * _FINE), paper)
        self._draw = ImageDraw.Draw(self.image)
        self._written: list[tuple[float, float, str, Face, str]] = []

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: float) -> None:
        path = [(round(x * _FINE), round(y * _FINE)) for x, y in points]
        self._draw.line(path, fill=ink, width=round(width * _FINE), joint="curve")
        half = round(width * _FINE) // 2
        for x, y in path:
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=ink)

    def box(
        self, area: tuple[float, float, float, float], fill: str, *, radius: float = 0, edge: str = "", width: float = 0
    ) -> None:
        left, top, right, bottom = (round(side * _FINE) for side in area)
        if not radius:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=fill)
            return
        line = round(width * _FINE)
        corner = round(radius * _FINE)
        self._draw.rounded_rectangle(
            (left, top, right, bottom), radius=corner, fill=fill, outline=edge or None, width=line
        )

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        area = [round(side * _FINE) for side in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse(area, fill=fill)

    def write(self, x: float, baseline: float, text: str, face: Face, ink: str) -> None:
        self._written.append((x, baseline, text, face, ink))

    def png(self) -> bytes:
        picture = self.image.reduce(_FINE)
        draw = ImageDraw.Draw(picture)
        for x, baseline, text, face, ink in self._written:
            draw.text((x, baseline), text, font=_font(face), fill=ink, anchor="ls")
        out = io.BytesIO()
        picture.save(out, "PNG")
        return out.getvalue()


class PillowPens:
    """Uses the app's own font files."""

    def begin(self, width: int, height: int, paper: str) -> PillowPen:
        return PillowPen(width, height, paper)

    def length(self, text: str, face: Face) -> float:
        return _font(face).getlength(text)

    def has_sign(self, family: str, sign: str) -> bool:
        font = _font(Face(family, 32, False))
        return sign.isspace() or bytes(font.getmask(sign)) != bytes(font.getmask(_MISSING))

    def other_font(self, sign: str) -> str:
        """The path of another font with this character; empty if there is none."""
        return str(find_font(sign) or "")


@cache
def _font(face: Face) -> ImageFont.FreeTypeFont:
    path = ASSETS / FONTS[face.family] if face.family in FONTS else face.family
    font = ImageFont.truetype(str(path), face.size)
    with suppress(OSError):  # a font with a single weight
        font.set_variation_by_axes([_BOLD if face.bold else _REGULAR])
    return font
