"""Names with emoji and in other scripts: our emoji font, fonts of the machine, and a message if there is none."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.files import machine_fonts
from companion.files.machine_fonts import EMOJI, find_font, font_for_request, is_shapeless, letters_without_font
from companion.files.paths import ASSETS
from companion.sharing.lettering import Hand
from companion.sharing.pens import pens
from companion.testing.headless import headless
from companion.theme import TEXT
from tests.companion.tables import open_store
from tests.companion.test_screens import at, has


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A machine whose only font folder is this one, empty at first."""
    monkeypatch.setattr(machine_fonts, "_folders", lambda: (tmp_path,))
    _forget()
    yield tmp_path
    _forget()


def _forget() -> None:
    machine_fonts._fonts.cache_clear()
    find_font.cache_clear()


def test_emoji_are_always_there(bare_machine: Path) -> None:
    for sign in "🦊🎲👑🐉❤😀":
        assert find_font(sign) == EMOJI, sign
    assert letters_without_font("Ana 🦊👩‍👩‍👧👍🏽") == ""
    assert font_for_request("notocoloremoji/v32/x.0.woff2") == EMOJI


def test_a_script_nobody_has_is_said_and_one_of_the_machine_is_found(bare_machine: Path) -> None:
    assert letters_without_font("Zoë Ωμέγα Ђорђе") == ""
    assert letters_without_font("שרה שרה") == "שרה"
    assert font_for_request("notosanshebrew/v46/x.woff2") is None
    shutil.copy(ASSETS / "fonts" / "letters.ttf", bare_machine / "Some Bold.ttf")
    (bare_machine / "broken.ttf").write_bytes(b"no font at all")
    (bare_machine / "empty.otf").write_bytes(b"")
    _forget()
    assert find_font("Ω") == bare_machine / "Some Bold.ttf"
    assert find_font("ש") is None


def test_a_request_for_a_script_gets_the_font_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    signs: list[str] = []
    monkeypatch.setattr(machine_fonts, "find_font", lambda sign: signs.append(sign) or EMOJI)
    for name in ("notosansjp/v52/x.woff2", "notoserifhebrew/v1/y.woff2", "roboto/v1/z.woff2", "notosans/v1/a.woff2"):
        font_for_request(name)
    assert signs == ["あ", "ש"]


def test_the_picture_draws_an_emoji_and_not_a_box() -> None:
    hand = Hand(TEXT, 30)
    assert pens().other_font("🦊") == str(EMOJI)
    assert hand.width("🦊") > 20
    assert hand.width("👍🏽") == hand.width("👍"), "a colour of skin takes no room"
    assert is_shapeless("\u200d")


@headless
async def test_the_set_up_says_at_the_name_that_letters_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.screens.setup.setup.letters_without_font", lambda name: "ש" if "ש" in name else "")
    with open_store() as store:
        async with at(store, "/new/tiny") as page:
            await page.fill("New player", "Zoë", submit=True)
            assert not has(page, "No font of this device")
            await page.fill("New player", "ש", submit=True)
            assert has(page, "No font of this device has all letters of this name; it shows boxes for 1 letter.")
