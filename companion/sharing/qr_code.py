"""QR codes."""

import io
from typing import Final

import segno

MAX_BYTES: Final = 2953
"""The largest content of a QR code, at its lowest error correction."""

_QUIET: Final = 4
"""Light modules around the code, required by scanners."""


def fits_code(address: str) -> bool:
    return len(address.encode()) <= MAX_BYTES


def draw_code(address: str, pixels: int) -> bytes:
    """The address as a QR code: a PNG at least `pixels` wide, with modules of whole pixels.

    Raises ValueError if it does not fit.
    """
    drawn = segno.make_qr(address, error="l", boost_error=False)
    scale = max(2, -(-pixels // drawn.symbol_size(border=_QUIET)[0]))
    out = io.BytesIO()
    drawn.save(out, kind="png", scale=scale, border=_QUIET)
    return out.getvalue()
