"""Sharing a session in a real browser: picture, table, page to print, grid."""

import csv
import io
import re
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import expect

from companion.testing.browser import PHONE, Ui
from scoring.games import GAMES
from storage.store import Store
from tests.companion.tables import played
from tests.journeys.conftest import Open, Served

CROWN = GAMES[0]
NAMES = ("Ana", "Ben", "=Cleo", "Dov", "Eve")


def evening(server: Served) -> str:
    """A finished evening of five in the file the server reads."""
    with Store(server.database, GAMES) as store:
        return played(store, CROWN, 5, seed=5, names=NAMES)


LINES: Final = """cell => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return words.getClientRects().length;
}"""


def downloaded(ui: Ui, button: str, to: Path) -> tuple[str, bytes]:
    """The name and the content of the file that a button downloads."""
    with ui.page.expect_download() as coming:
        ui.tap_id(button)
    coming.value.save_as(to)
    return coming.value.suggested_filename, to.read_bytes()


def test_an_evening_leaves_the_app_as_picture_table_grid_and_page(visit: Open, server: Served, tmp_path: Path) -> None:
    session = evening(server)
    ui = visit(server.url, **PHONE, permissions=["clipboard-read", "clipboard-write"])
    ui.open(f"/result/{session}")
    ui.tap_id("share").see_id("share.picture")

    name, content = downloaded(ui, "share.picture", tmp_path / "picture")
    picture = Image.open(io.BytesIO(content))
    assert re.fullmatch(r"Crown-Battles-\d{4}-\d\d-\d\d\.png", name)
    assert (picture.format, picture.width) == ("PNG", 1080)
    assert len(picture.convert("RGB").getcolors(maxcolors=1 << 24) or []) > 500

    ui.tap_id("share.grid")
    ui.page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('🟩 bids met'))")
    grid = ui.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert len(grid) == 1 + 5 + 1
    assert all(len(re.findall("[🟩🟨⬛⬜]", row)) == 6 for row in grid[1:6])

    name, content = downloaded(ui, "share.csv", tmp_path / "table")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert name.endswith(".csv")
    assert sorted(rows[0][2:]) == sorted(["Ana", "Ben", "'=Cleo", "Dov", "Eve"])
    totals = [sum(int(row[seat] or 0) for row in rows[1:-2]) for seat in range(2, 7)]
    assert totals == [int(cell) for cell in rows[-2][2:]]

    with ui.page.context.expect_page() as coming:
        ui.tap_id("share.print")
    paper = coming.value
    expect(paper.locator("h1")).to_have_text("Crown Battles")
    assert paper.locator("tbody").first.locator("tr").count() == 6
    for spot in (paper.locator(".grid th", has_text="Dov"), paper.locator(".words td", has_text="Dov").first):
        assert spot.evaluate(LINES) == 1  # not a letter per line on a phone
    paper.emulate_media(media="print")
    expect(paper.locator("button")).to_be_hidden()
    paper.close()

    expect(ui.page.get_by_role("button", name="QR code")).to_be_attached()
    ui.gone(f"{name} is in your downloads.")  # the message lies over the code
    ui.tap_id("share.code").see_id("share.code.large").tap_id("share.code.large").see_id("share.code")
    ui.tap_id("back").see_id("winner")
