"""Draw on a canvas of the browser."""

import importlib
import struct
import zlib
from collections.abc import Sequence
from math import pi
from typing import Any, Final

from companion.sharing.pens import Face
from companion.ui.fonts import FALLBACK

_CORNER: Final = "round"


class CanvasPen:
    """A picture on an OffscreenCanvas."""

    def __init__(self, width: int, height: int, paper: str) -> None:
        self._size = width, height
        self._canvas: Any = _js().OffscreenCanvas.new(width, height)
        self._pen: Any = self._canvas.getContext("2d")
        self.box((0, 0, width, height), paper)

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: float) -> None:
        pen = self._pen
        pen.beginPath()
        pen.lineJoin = pen.lineCap = _CORNER
        pen.strokeStyle, pen.lineWidth = ink, width
        pen.moveTo(*points[0])
        for x, y in points[1:]:
            pen.lineTo(x, y)
        pen.stroke()

    def box(
        self, area: tuple[float, float, float, float], fill: str, *, radius: float = 0, edge: str = "", width: float = 0
    ) -> None:
        pen = self._pen
        left, top, right, bottom = area
        inset = width / 2 if edge else 0
        pen.beginPath()
        pen.roundRect(left + inset, top + inset, right - left - 2 * inset, bottom - top - 2 * inset, radius)
        pen.fillStyle = fill
        pen.fill()
        if edge:
            pen.strokeStyle, pen.lineWidth = edge, width
            pen.stroke()

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        self._pen.beginPath()
        self._pen.arc(x, y, radius, 0, 2 * pi)
        self._pen.fillStyle = fill
        self._pen.fill()

    def write(self, x: float, baseline: float, text: str, face: Face, ink: str) -> None:
        self._pen.font, self._pen.fillStyle = _css(face), ink
        self._pen.fillText(text, x, baseline)

    def png(self) -> bytes:
        """Encode the picture here, because the browser's own encoder is asynchronous."""
        return encode_png(*self._size, self._pen.getImageData(0, 0, *self._size).data.to_bytes())


def encode_png(width: int, height: int, pixels: bytes) -> bytes:
    """A picture with four bytes a pixel: red, green, blue, opacity."""
    stride = width * 4
    rows = b"".join(b"\0" + pixels[start : start + stride] for start in range(0, len(pixels), stride))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )


class CanvasPens:
    """Uses the fonts that `python-worker.js` has loaded under their family names."""

    def __init__(self) -> None:
        self._ruler: Any = _js().OffscreenCanvas.new(8, 8).getContext("2d")

    def begin(self, width: int, height: int, paper: str) -> CanvasPen:
        return CanvasPen(width, height, paper)

    def length(self, text: str, face: Face) -> float:
        self._ruler.font = _css(face)
        return float(self._ruler.measureText(text).width)

    def has_sign(self, family: str, sign: str) -> bool:
        """Always True, because the browser itself falls back to the next family."""
        return True

    def other_font(self, sign: str) -> str:
        """None is needed, for the same reason."""
        return ""


def _css(face: Face) -> str:
    families = ", ".join(f'"{name}"' for name in (face.family, *FALLBACK))
    return f"{700 if face.bold else 400} {face.size}px {families}"


def _js() -> Any:
    return importlib.import_module("js")
