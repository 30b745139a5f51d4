"""Colours and sizes: a light and a dark theme, and one cloth colour per game. Typefaces are in `fonts`."""

import colorsys
from dataclasses import dataclass
from functools import cache
from typing import Final

import flet as ft

from companion.ui.fonts import FALLBACK, FIGURES, TEXT
from scoring.contract.scores import Best

HOUSE: Final = "#2c5a4b"  # cloth colour of screens that belong to no game

GOLD: Final = ("#9a7209", "#d8a72b")  # light, dark
GOOD: Final = ("#286a43", "#7fd0a0")
BAD: Final = ("#a8322b", "#f29a8f")

# Default colour of each seat
SEATS: Final = ("#b3372f", "#2f6fb5", "#2d8553", "#8a4fb0", "#a6670f", "#1c8089", "#b0437f", "#5c6b7a")
READABLE: Final = 4.5  # minimum contrast of text (WCAG 2, level AA)
_LINE: Final = 2.4  # minimum contrast of a thick line
_ON_FILL: Final = 6.5  # minimum contrast of white on the primary button in the dark theme
_TINT: Final = (0.22, 0.42)  # share of the accent in the colour of a chosen answer, light and dark
_ON_CLOTH: Final = 6.2  # minimum contrast of white on the cloth; higher, because small text on it is not quite white
TOUCH: Final = 48  # minimum width and height of a touch target, in logical pixels
WIDE: Final = 860  # pixels; from this width on the table has a second pane
COMPACT: Final = 700  # pixels; below this width the navigation is a bar at the bottom
_LARGE: Final = 1.2  # text is large above this text scale
_HELD: Final = 1.4  # largest text scale of letters beside keys

_STYLES: Final = [
    f"{kind}_{size}"
    for kind in ("display", "headline", "title", "body", "label")
    for size in ("large", "medium", "small")
]

DAY: Final = {
    "surface": "#fbf6ea",
    "surface_container_lowest": "#fffdf7",
    "surface_container_low": "#f7f0e0",
    "surface_container": "#f2e9d6",
    "surface_container_high": "#ecdfc8",
    "surface_container_highest": "#e5d6bb",
    "on_surface": "#2a211a",
    "on_surface_variant": "#65584a",
    "outline": "#9c8b74",
    "outline_variant": "#d9cab0",
}
NIGHT: Final = {
    "surface": "#171412",
    "surface_container_lowest": "#110e0c",
    "surface_container_low": "#1d1916",
    "surface_container": "#24201b",
    "surface_container_high": "#2d2822",
    "surface_container_highest": "#38322a",
    "on_surface": "#f2e9da",
    "on_surface_variant": "#bfb2a1",
    "outline": "#83776a",
    "outline_variant": "#453d34",
}


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw: light or dark, text scale, cloth colour, suit letters, seat colours, and which points are good."""

    dark: bool = False
    scale: float = 1.0
    cloth_seed: str = HOUSE
    letters: bool = False  # show letters beside suit symbols
    seats: tuple[str, ...] = SEATS  # the colour of each seat
    initials: tuple[str, ...] = ()  # of the player of each seat; its number where there are none
    best: Best = Best.HIGH  # the totals that win
    enlarged: float = 1.0  # by how much the browser enlarges all text, beside `scale`
    has_keyboard: bool = False  # whose Tab key goes from chip to chip

    @property
    def text_scale(self) -> float:
        """How large text is shown."""
        return self.scale * self.enlarged

    @property
    def is_large(self) -> bool:
        """Whether text is so large that it needs lines of its own."""
        return self.text_scale > _LARGE

    def seat(self, number: int) -> str:
        """The colour of a seat, dark enough for white text on it."""
        return self.seats[number % len(self.seats)]

    def sign(self, number: int) -> str:
        """What stands on a seat's colour."""
        return self.initials[number] if number < len(self.initials) else str(number + 1)

    def line(self, number: int) -> str:
        """The colour of a seat's line in a chart; lighter in the dark theme."""
        return legible(self.seat(number), NIGHT["surface_container_lowest"], _LINE) if self.dark else self.seat(number)

    @property
    def cloth(self) -> str:
        """The colour of the header."""
        seed = mix(self.cloth_seed, "#000000", 0.42) if self.dark else self.cloth_seed
        return legible(seed, "#ffffff", _ON_CLOTH)

    @property
    def weave(self) -> ft.LinearGradient:
        """The gradient of the header."""
        return ft.LinearGradient(
            begin=ft.Alignment.TOP_LEFT,
            end=ft.Alignment.BOTTOM_RIGHT,
            colors=[self.cloth, mix(self.cloth, "#000000", 0.28)],
        )

    @property
    def accent(self) -> str:
        """The colour of links, icons and frames, legible on every surface."""
        if self.dark:
            return _with_lightness(self.cloth_seed, 0.72, 0.62)
        return legible(self.cloth_seed, DAY["surface_container_highest"], READABLE)

    @property
    def on_accent(self) -> str:
        return mix(self.cloth_seed, "#000000", 0.72) if self.dark else "#ffffff"

    @property
    def fill(self) -> str:
        """The colour of the primary button and of tokens, with white on it; dark enough for it."""
        if not self.dark:
            return self.accent
        return legible(_with_lightness(self.cloth_seed, 0.5, 0.5), "#ffffff", _ON_FILL)

    @property
    def tint(self) -> str:
        """The colour of what was chosen, with `on_tint` on it."""
        paper = (NIGHT if self.dark else DAY)["surface_container_lowest"]
        return mix(paper, self.fill, _TINT[self.dark])

    @property
    def on_tint(self) -> str:
        return legible(self.accent, self.tint, READABLE)

    @property
    def gold(self) -> str:
        return GOLD[self.dark]

    @property
    def good(self) -> str:
        return GOOD[self.dark]

    @property
    def bad(self) -> str:
        return BAD[self.dark]

    def points_ink(self, points: float) -> str:
        """The colour of points that were won or lost: good and bad change places where the fewest win."""
        change = self.best.sign * points
        return self.good if change > 0 else self.bad if change < 0 else ft.Colors.ON_SURFACE_VARIANT

    def size(self, points: float) -> float:
        """A size in pixels, scaled like the text."""
        return round(float(points * self.scale), 1)  # 19 and 19.0 are equal, but not the same to the wire

    def box(self, points: float) -> float:
        """A size in pixels of what has text in it, which grows with the browser's text too."""
        return round(float(points * self.text_scale), 1)

    def held(self, points: float) -> float:
        """The points of letters beside keys, which grow less, so that very large text moves no key out of sight."""
        return points * min(1.0, _HELD / self.text_scale)

    def text(self, points: float = 15, *, bold: bool = False, color: str | None = None) -> ft.TextStyle:
        """The style of running text, names and labels."""
        return self._style(TEXT, points, bold, color)

    def figure(self, points: float = 20, *, bold: bool = True, color: str | None = None) -> ft.TextStyle:
        """The style of numbers and titles."""
        return self._style(FIGURES, points, bold, color)

    def _style(self, face: str, points: float, bold: bool, color: str | None) -> ft.TextStyle:
        return ft.TextStyle(
            size=self.size(points),
            font_family=face,
            font_family_fallback=FALLBACK,
            letter_spacing=0,
            weight=ft.FontWeight.W_700 if bold else ft.FontWeight.W_400,
            color=color or ft.Colors.ON_SURFACE,
        )


def mix(one: str, other: str, share: float) -> str:
    """Mix two colours, both "#rrggbb"; `share` (0 to 1) is the part of `other`."""
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 (equal) to 21 (black and white), as defined by WCAG 2."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@cache
def legible(colour: str, ground: str, least: float) -> str:
    """The colour, darkened on a light ground or lightened on a dark one, just enough for at least this contrast."""
    end = max("#000000", "#ffffff", key=lambda ink: contrast(ink, ground))
    candidates = (mix(colour, end, step / 50) for step in range(51))
    return next((candidate for candidate in candidates if contrast(candidate, ground) >= least), end)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def _with_lightness(colour: str, lightness: float, most_saturation: float) -> str:
    """The same hue with this lightness (0 to 1)."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    parts = colorsys.hls_to_rgb(hue, lightness, min(saturation, most_saturation))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def theme(look: Look) -> ft.Theme:
    """The Material theme of Flet's own controls: text fields, switches, menus, sheets."""

    def style() -> ft.TextStyle:
        return ft.TextStyle(font_family=TEXT, font_family_fallback=FALLBACK, color=ft.Colors.ON_SURFACE)

    return ft.Theme(
        color_scheme_seed=look.cloth_seed,
        color_scheme=ft.ColorScheme(
            primary=look.accent,
            on_primary=look.on_accent,
            secondary_container=look.tint,
            on_secondary_container=look.on_tint,
            **(NIGHT if look.dark else DAY),
        ),
        font_family=TEXT,
        text_theme=ft.TextTheme(**{name: style() for name in _STYLES}),
        visual_density=ft.VisualDensity.STANDARD,
    )
