"""Everything is readable in the light and the dark theme, for every game's colour."""

import re
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

import companion
from companion.device.paths import ASSETS
from companion.testing.accessibility import blend
from companion.ui.chips_and_buttons import Tone, _colours
from companion.ui.marks import _COLOURS
from companion.ui.theme import DAY, GOLD, HOUSE, NIGHT, READABLE, SEATS, Look, contrast, legible, mix, theme
from companion.window.open_window import rounded
from scoring.contract.cards import FRENCH_SUITS
from scoring.games import GAMES
from scoring.games.crown_battles.deck import SUITS
from tests.scoring.sketches import SKETCHES

COLOURS = (HOUSE, *(game.box.colour for game in (*GAMES, *SKETCHES)), "#ffe000", "#00e0ff", "#808080")
LOOKS = [Look(dark, cloth_seed=colour) for dark in (False, True) for colour in COLOURS]
SURFACES = [key for key in DAY if key.startswith("surface")]
ROOT: Final = Path(companion.__file__).parent
APART = 1.2
"""The minimum contrast of two fills that mean something different."""

BUTTON = 2.5
"""The minimum contrast of the primary button and the dock."""

PICTURE = 3.0
"""The minimum contrast of large figures and icons."""


def scheme(look: Look) -> dict[str, str]:
    return NIGHT if look.dark else DAY


def plain(look: Look, colour: str) -> str:
    """A colour of the scheme as "#rrggbb"."""
    names = {key.replace("_", ""): colour for key, colour in scheme(look).items()}
    return names.get(getattr(colour, "value", colour), colour)


def shown(look: Look) -> str:
    return f"{look.cloth_seed}-{'night' if look.dark else 'day'}"


@pytest.mark.parametrize("look", LOOKS, ids=shown)
def test_every_tone_of_a_chip_can_be_read(look: Look) -> None:
    for tone in Tone:
        ink, fill, _ = (plain(look, name) for name in _colours(look, tone))
        assert contrast(ink, fill) >= READABLE, tone


@pytest.mark.parametrize("look", LOOKS, ids=shown)
def test_the_primary_button_an_option_and_a_chosen_one_look_different(look: Look) -> None:
    fills = [look.fill, *(plain(look, _colours(look, tone)[1]) for tone in (Tone.OPEN, Tone.CHOSEN))]
    for one, other in combinations(fills, 2):
        assert contrast(one, other) >= APART, (one, other)
    assert contrast("#ffffff", look.fill) >= READABLE
    assert contrast(look.fill, scheme(look)["surface_container_low"]) >= BUTTON


@pytest.mark.parametrize("look", LOOKS, ids=shown)
def test_everything_on_the_cloth_can_be_read(look: Look) -> None:
    for cloth in (look.cloth, *map(str, look.weave.colors)):
        assert contrast("#ffffff", cloth) >= READABLE
        assert contrast(blend("#ccffffff", cloth), cloth) >= READABLE  # the line below a title
        assert contrast("#ffffff", blend("#38000000", cloth)) >= READABLE  # a fact


@pytest.mark.parametrize("look", LOOKS, ids=shown)
def test_every_ink_can_be_read_on_every_surface(look: Look) -> None:
    inks = (look.accent, look.good, look.bad, scheme(look)["on_surface"], scheme(look)["on_surface_variant"])
    for surface in SURFACES:
        for ink in inks:
            assert contrast(ink, scheme(look)[surface]) >= READABLE, (ink, surface)
    assert contrast(look.on_accent, look.accent) >= READABLE


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_suits_and_the_crown_stand_out_from_every_surface(dark: bool) -> None:
    assert {suit.colour for suit in (*FRENCH_SUITS, *SUITS)} <= set(_COLOURS)
    for surface in SURFACES:
        ground = (NIGHT if dark else DAY)[surface]
        for ink in (*(pair[dark] for pair in _COLOURS.values()), GOLD[dark]):
            assert contrast(ink, ground) >= PICTURE, (ink, surface)


def test_a_seats_number_can_be_read_on_its_colour_and_its_line_on_the_paper() -> None:
    assert len(set(SEATS)) == 8
    for colour in SEATS:
        assert contrast("#ffffff", colour) >= READABLE
        for ground in (DAY["surface_container_lowest"], NIGHT["surface_container_lowest"]):
            assert contrast(colour, ground) >= PICTURE


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.0),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, apart: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(apart, abs=0.01)


def test_a_colour_is_darkened_or_lightened_only_as_far_as_it_must_be() -> None:
    assert legible("#2c5a4b", "#ffffff", 4.5) == "#2c5a4b"
    for colour, ground in (("#ffe000", "#ffffff"), ("#2c5a4b", "#000000")):
        assert contrast(legible(colour, ground, 4.5), ground) == pytest.approx(4.5, abs=0.35)
    assert (legible("#ffffff", "#ffffff", 22), legible("#000000", "#000000", 22)) == ("#000000", "#ffffff")


def test_colours_mix_by_their_share() -> None:
    assert (mix("#000000", "#ffffff", 0), mix("#000000", "#ffffff", 1)) == ("#000000", "#ffffff")
    assert mix("#204060", "#000000", 0.5) == "#102030"


def test_a_size_is_the_same_kind_of_number_however_the_scale_was_kept() -> None:
    assert [repr(Look(scale=scale).size(19)) for scale in (1, 1.0)] == ["19.0", "19.0"]


def test_text_grows_with_the_readers_scale() -> None:
    large = Look(scale=1.3)
    assert (large.text(15).size, large.figure(20).size, Look().text(15).size) == (19.5, 26.0, 15.0)


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_stock_controls_have_the_colours_of_the_app(dark: bool) -> None:
    look = Look(dark)
    scheme_ = theme(look).color_scheme
    assert (scheme_.primary, scheme_.on_primary) == (look.accent, look.on_accent)
    assert scheme_.surface == (NIGHT if dark else DAY)["surface"]


@pytest.mark.parametrize(
    ("width", "used"),
    [(None, 412), (0, 412), (340, 340), (412.5, 412.5), (419, 419), (421, 400), (1000, 1000), (1019, 1000)],
)
def test_a_phone_uses_its_exact_width_and_wider_windows_steps(width: float | None, used: float) -> None:
    assert rounded(width) == used


def test_the_cut_icon_font_holds_every_icon_the_app_draws() -> None:
    named = {icon for file in ROOT.rglob("*.py") for icon in re.findall(r"Icons\.([A-Z]\w+)", file.read_text("utf-8"))}
    styled = {icon.lower() for icon in named if icon.endswith(("_ROUNDED", "_OUTLINED", "_SHARP"))}
    kept = (ASSETS / "fonts" / "icons.txt").read_text("utf-8").split()
    assert styled
    assert styled <= set(kept), "run .ci/cut-icons"
