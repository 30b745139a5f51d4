"""Fonts of the machine for letters that ours do not have: names in Hebrew, Thai, Japanese, and so on."""

import os
import struct
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.device.paths import ASSETS

EMOJI: Final = ASSETS / "fonts" / "emoji.ttf"  # in one colour; too large for the fonts that every page loads

_OURS: Final = tuple(ASSETS / "fonts" / name for name in ("text.ttf", "signs.ttf", "letters.ttf"))
_KINDS: Final = (".ttf", ".otf", ".ttc")
_MOST: Final = 3000  # fonts looked at; a designer's machine may have more
# Change how their neighbours look, and have no shape of their own
_JOINERS: Final = frozenset("\u200c\u200d\ufe0e\ufe0f")

_SCRIPTS: Final = {
    "arabic": "ب", "hebrew": "ש", "thai": "ก", "devanagari": "क", "bengali": "ক", "tamil": "க", "telugu": "క",
    "gujarati": "ક", "gurmukhi": "ਕ", "kannada": "ಕ", "malayalam": "ക", "sinhala": "ක", "khmer": "ក", "lao": "ກ",
    "myanmar": "က", "georgian": "ა", "armenian": "ա", "ethiopic": "አ", "jp": "あ", "kr": "한", "sc": "们",
    "tc": "們", "hk": "們",
}  # fmt: skip
"""A letter of each script, by the end of the name under which the browser asks for a font of it."""


def font_for_request(name: str) -> Path | None:
    """The font for a browser's request such as "notosanshebrew/v46/x.woff2"; None if this machine has none."""
    family = name.partition("/")[0].lower()
    if "emoji" in family:
        return EMOJI
    sign = _SCRIPTS.get(family.removeprefix("notosans").removeprefix("notoserif"))
    return find_font(sign) if sign else None


@cache
def find_font(sign: str) -> Path | None:
    """A font with this letter: ours for emoji, else one of the machine; None if there is none."""
    if ord(sign) in _codes(EMOJI):
        return EMOJI
    return next((font for font in _fonts() if ord(sign) in _codes(font)), None)


def letters_without_font(name: str) -> str:
    """The letters of a name that neither our fonts nor those of the machine have; each once."""
    missing = (sign for sign in name if not _has_shape(sign))
    return "".join(dict.fromkeys(missing))


def is_shapeless(sign: str) -> bool:
    """Whether it changes its neighbours only: a joiner, or the colour of a skin, which emoji in one colour have not."""
    return sign in _JOINERS or 0x1F3FB <= ord(sign) <= 0x1F3FF


def _has_shape(sign: str) -> bool:
    if sign.isspace() or is_shapeless(sign):
        return True
    return any(ord(sign) in _codes(font) for font in _OURS) or find_font(sign) is not None


@cache
def _fonts() -> tuple[Path, ...]:
    """The fonts of the machine, upright text faces first."""
    fonts = sorted(_walk(), key=lambda font: (_is_odd(font), font.name))
    return tuple(fonts[:_MOST])


def _is_odd(font: Path) -> bool:
    return any(word in font.name.lower() for word in ("bold", "italic", "oblique", "light", "thin", "mono", "serif"))


def _walk() -> Iterator[Path]:
    for folder in _folders():
        for top, _, names in os.walk(folder):  # an unreadable folder is passed over
            yield from (Path(top, name) for name in names if name.lower().endswith(_KINDS))


def _folders() -> tuple[Path, ...]:
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home))
        return (Path(os.environ.get("WINDIR", r"C:\Windows"), "Fonts"), Path(local, "Microsoft", "Windows", "Fonts"))
    if sys.platform == "darwin":
        return (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts")
    shared = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/system/fonts"))
    return (*shared, home / ".fonts", home / ".local" / "share" / "fonts")


# ---- the table of characters in a font -----------------------------------------------------------


@cache
def _codes(font: Path) -> frozenset[int]:
    """The characters of a font, or of the first in a collection; none if it cannot be read."""
    try:
        with font.open("rb") as file:
            return frozenset(_read_codes(file))
    except (OSError, struct.error, ValueError):
        return frozenset()


def _read_codes(file: BinaryIO) -> Iterator[int]:
    start = 0
    if _read(file, 0, ">4s")[0] == b"ttcf":
        (start,) = _read(file, 12, ">I")
    (tables,) = _read(file, start + 4, ">H")
    records = (_read(file, start + 12 + 16 * n, ">4sIII") for n in range(tables))
    cmap = next((offset for tag, _, offset, _ in records if tag == b"cmap"), None)
    if cmap is None:
        return
    (encodings,) = _read(file, cmap + 2, ">H")
    offsets = {_read(file, cmap + 4 + 8 * n, ">HHI")[2] for n in range(encodings)}
    for offset in sorted(offsets):
        (kind,) = _read(file, cmap + offset, ">H")
        if kind == 4:
            yield from _read_segments(file, cmap + offset)
        elif kind == 12:
            yield from _read_groups(file, cmap + offset)


def _read_segments(file: BinaryIO, at: int) -> Iterator[int]:
    """Format 4: ranges of the first 65,536 characters."""
    (twice,) = _read(file, at + 6, ">H")
    ends = _read(file, at + 14, f">{twice // 2}H")
    starts = _read(file, at + 16 + twice, f">{twice // 2}H")
    for first, last in zip(starts, ends, strict=True):
        yield from range(first, min(last, 0xFFFE) + 1)


def _read_groups(file: BinaryIO, at: int) -> Iterator[int]:
    """Format 12: ranges of all characters."""
    (groups,) = _read(file, at + 12, ">I")
    for n in range(min(groups, 100_000)):
        first, last, _ = _read(file, at + 16 + 12 * n, ">III")
        yield from range(first, min(last, 0x10FFFF) + 1)


def _read(file: BinaryIO, at: int, shape: str) -> tuple[Any, ...]:
    file.seek(at)
    numbers: tuple[Any, ...] = struct.unpack(shape, file.read(struct.calcsize(shape)))
    return numbers
