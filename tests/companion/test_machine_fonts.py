"""Names with emoji and in other scripts: our emoji font, fonts of the machine, and a message if there is none."""

import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

import flet as ft
import pytest

from companion.device import machine_fonts
from companion.device.machine_fonts import EMOJI, find_font, font_for_request, is_shapeless, letters_without_font
from companion.device.paths import ASSETS
from companion.sharing.pens import pens
from companion.sharing.picture_text import Hand
from companion.ui.fonts import TEXT
from scoring.games.crown_battles import GAME as CROWN
from storage.store import Store
from tests.companion.pages import at, has
from tests.companion.tables import enter, opened


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


def test_a_font_that_is_cut_short_has_no_letters(tmp_path: Path) -> None:
    whole = (ASSETS / "fonts" / "letters.ttf").read_bytes()
    font = tmp_path / "cut.ttf"
    offset = struct.unpack(">I", whole[(record := whole.index(b"cmap")) + 8 : record + 12])[0]
    for length in (3, 40, offset + 3, offset + 40):
        font.write_bytes(whole[:length])
        machine_fonts._codes.cache_clear()
        assert machine_fonts._codes(font) == frozenset()
    font.write_bytes(whole)
    machine_fonts._codes.cache_clear()
    assert len(machine_fonts._codes(font)) > 100


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


@pytest.fixture
def _without_hebrew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device with no font for Hebrew."""
    monkeypatch.setattr("companion.ui.panel.letters_without_font", lambda name: "ש" if "ש" in name else "")


MISSING = "No font of this device has all letters of this name; it shows boxes for 1 letter."


@pytest.mark.usefixtures("_without_hebrew")
async def test_the_set_up_says_at_the_name_that_letters_are_missing(store: Store) -> None:
    async with at(store, "/new/tiny") as page:
        await page.fill("New player", "Zoë", submit=True)
        assert not has(page, "No font of this device")
        await page.fill("New player", "ש", submit=True)
        assert has(page, f"ש: {MISSING}")


@pytest.mark.long
@pytest.mark.usefixtures("_without_hebrew")
@pytest.mark.parametrize(
    ("route", "taps"), [("/player/{player}", ["player.style"]), ("/table/{table}", ["asides", "aside.came_late"])]
)
async def test_a_name_says_so_while_it_is_typed(store: Store, route: str, taps: list[str]) -> None:
    desk = opened(store, CROWN, 3)
    async with at(store, route.format(player=desk.players[0].id, table=desk.session_id)) as page:
        await page.tap(*taps)
        box = page.one(ft.TextField, label="Name")
        await page.fill("Name", "Zoë")
        assert not has(page, "No font of this device")
        await page.fill("Name", "Zoש")
        assert has(page, MISSING)
        assert page.one(ft.TextField, label="Name")._i == box._i, "the keyboard would close"
        await page.fill("Name", "Zo")
        assert not has(page, "No font of this device")


@pytest.mark.long
@pytest.mark.usefixtures("_without_hebrew")
async def test_a_merge_says_so_of_the_name_that_stays(store: Store) -> None:
    desk = opened(store, CROWN, 3, names=("Ana", "שרה", "Cleo"))
    ana, sara = desk.players[0].id, desk.players[1].id
    enter(desk, "stopped", reason="late", counts=True)
    other = opened(store, CROWN, 3, names=("Dov", "Eve", "Fay")).players[0].id
    async with at(store, f"/player/{sara}") as page:
        await page.tap("player.merge", f"merge[{other}]")
        assert has(page, f"שרה: {MISSING}")
        await page.tap("merge.swap")
        assert not has(page, "No font of this device")
    assert store.players.get_canonical(ana).id == ana


@pytest.mark.long
@pytest.mark.usefixtures("_without_hebrew")
async def test_a_corrected_set_up_of_a_running_session_says_so(store: Store) -> None:
    desk = opened(store, CROWN, 3, names=("Ana", "שרה", "Cleo"))
    async with at(store, f"/table/{desk.session_id}/setup") as page:
        assert has(page, f"שרה: {MISSING}")
