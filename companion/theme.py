"""The look: parchment by day, the card room by night, one cloth colour a game, two typefaces."""

import colorsys
from dataclasses import dataclass
from functools import cache
from typing import Final

import flet as ft

TEXT: Final = "Text"
FIGURES: Final = "Figures"
SIGNS: Final = "Signs"
FALLBACK: Final = [SIGNS, "Letters"]
FONTS: Final = {
    TEXT: "fonts/text.ttf",
    FIGURES: "fonts/figures.ttf",
    SIGNS: "fonts/signs.ttf",
    "Letters": "fonts/letters.ttf",
}
"""Relative to the assets; in the browser the server registers the same families before the first frame."""

HOUSE: Final = "#2c5a4b"
"""The cloth of the house itself, where no game is on the table."""

GOLD: Final = ("#9a7209", "#d8a72b")  # by day, by night
GOOD: Final = ("#286a43", "#7fd0a0")
BAD: Final = ("#a8322b", "#f29a8f")

SEATS: Final = ("#b3372f", "#2f6fb5", "#2d8553", "#8a4fb0", "#a6670f", "#1c8089", "#b0437f", "#5c6b7a")
"""One colour a seat; the number in the badge says the same without colour."""

READABLE: Final = 4.5
"""The least contrast of words and their ground, as WCAG 2 measures it (level AA)."""

_LINE: Final = 2.4
"""The least contrast of a thick line and the paper it is drawn on."""

_ON_CLOTH: Final = 6.2
"""The least contrast of white and the cloth: what is written small there is a little less than white."""

TOUCH: Final = 48
"""The smallest side of anything a thumb must hit, in logical pixels."""

WIDE: Final = 860
"""From this width on a second pane stands beside the table."""

COMPACT: Final = 700
"""Below this width the navigation is a bar at the bottom."""

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
    """What the screen needs to know to draw: brightness, text size, the cloth, how suits are told apart."""

    dark: bool = False
    scale: float = 1.0
    cloth_seed: str = HOUSE
    letters: bool = False  # letters beside the shapes of suits
    seats: tuple[str, ...] = SEATS  # a colour a seat, those that the players of this table chose among them

    def seat(self, number: int) -> str:
        """The colour of a seat, dark enough for white on it."""
        return self.seats[number % len(self.seats)]

    def line(self, number: int) -> str:
        """The same as the colour of a line that is drawn on paper, by night light enough to be seen."""
        return (
            lightened(self.seat(number), NIGHT["surface_container_lowest"], _LINE) if self.dark else self.seat(number)
        )

    @property
    def cloth(self) -> str:
        """The coloured band at the top of a screen."""
        seed = mix(self.cloth_seed, "#000000", 0.42) if self.dark else self.cloth_seed
        return darkened(seed, "#ffffff", _ON_CLOTH)

    @property
    def weave(self) -> ft.LinearGradient:
        """The cloth as light falls on it."""
        return ft.LinearGradient(
            begin=ft.Alignment.TOP_LEFT,
            end=ft.Alignment.BOTTOM_RIGHT,
            colors=[self.cloth, mix(self.cloth, "#000000", 0.28)],
        )

    @property
    def accent(self) -> str:
        """The cloth's colour as a colour for chosen things, legible on the surface."""
        if self.dark:
            return lit(self.cloth_seed)
        return darkened(self.cloth_seed, DAY["surface_container_highest"], READABLE)

    @property
    def on_accent(self) -> str:
        return mix(self.cloth_seed, "#000000", 0.72) if self.dark else "#ffffff"

    @property
    def gold(self) -> str:
        return GOLD[self.dark]

    @property
    def good(self) -> str:
        return GOOD[self.dark]

    @property
    def bad(self) -> str:
        return BAD[self.dark]

    def size(self, points: float) -> float:
        """A text size in the reader's scale."""
        return round(points * self.scale, 1)

    def text(self, points: float = 15, *, bold: bool = False, color: str | None = None) -> ft.TextStyle:
        """Running text, names, labels."""
        return ft.TextStyle(
            size=self.size(points),
            font_family=TEXT,
            font_family_fallback=FALLBACK,
            letter_spacing=0,
            weight=ft.FontWeight.W_700 if bold else ft.FontWeight.W_400,
            color=color or ft.Colors.ON_SURFACE,
        )

    def figure(self, points: float = 20, *, bold: bool = True, color: str | None = None) -> ft.TextStyle:
        """Numbers, titles: the face with character."""
        return ft.TextStyle(
            size=self.size(points),
            font_family=FIGURES,
            font_family_fallback=FALLBACK,
            letter_spacing=0,
            weight=ft.FontWeight.W_700 if bold else ft.FontWeight.W_400,
            color=color or ft.Colors.ON_SURFACE,
        )


def mix(one: str, other: str, share: float) -> str:
    """`one` with `share` (0 to 1) of `other` in it; both "#rrggbb"."""
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, from 1 (the same) to 21 (black and white), as WCAG 2 measures it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@cache
def darkened(colour: str, other: str, least: float) -> str:
    """The colour, with as much black in it as it takes to stand out from the other one."""
    steps = (mix(colour, "#000000", step / 50) for step in range(51))
    return next((each for each in steps if contrast(each, other) >= least), "#000000")


@cache
def lightened(colour: str, other: str, least: float) -> str:
    """The colour, with as much white in it as it takes to stand out from the other one."""
    steps = (mix(colour, "#ffffff", step / 50) for step in range(51))
    return next((each for each in steps if contrast(each, other) >= least), "#ffffff")


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lit(colour: str) -> str:
    """The same hue, light enough to be read at night."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    parts = colorsys.hls_to_rgb(hue, 0.72, min(saturation, 0.62))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def theme(look: Look) -> ft.Theme:
    """The Material theme behind the stock controls: fields, switches, menus, sheets."""

    def style() -> ft.TextStyle:
        return ft.TextStyle(font_family=TEXT, font_family_fallback=FALLBACK, color=ft.Colors.ON_SURFACE)

    return ft.Theme(
        color_scheme_seed=look.cloth_seed,
        color_scheme=ft.ColorScheme(primary=look.accent, on_primary=look.on_accent, **(NIGHT if look.dark else DAY)),
        font_family=TEXT,
        text_theme=ft.TextTheme(**{name: style() for name in _STYLES}),
        visual_density=ft.VisualDensity.STANDARD,
    )
