"""A BG Stats file in a real browser: chosen, previewed, imported, found in the history; a backup and its restore."""

import json
from pathlib import Path

from companion.testing.browser import Ui
from storage.store import Store
from tests.journeys.conftest import Served
from tests.storage.test_bgg_xml import BGG

REAL = Path(__file__).parents[1] / "exchange" / "bgstats_79_plays.json"


def choose(ui: Ui, file: Path) -> None:
    """Choose a file in the browser's own dialog."""
    ui.see_id("exchange.choose")
    with ui.page.expect_file_chooser() as chooser:
        ui.tap_id("exchange.choose")
    chooser.value.set_files(file)


def test_a_file_is_looked_at_taken_in_and_found_in_the_history(phone: Ui, server: Served, tmp_path: Path) -> None:
    phone.tap("Settings").tap_id("setting.exchange")
    choose(phone, REAL)
    phone.see("79 games to import.").see("16 new").see("Players (16)")
    phone.tap_id("import.start").see("79 games imported.")
    with Store(server.database) as store:
        assert store.history.count() == 79
    phone.tap_id("import.history").see("May 2021")
    latest = next(iter(json.loads(REAL.read_bytes())["plays"][::-1]))
    phone.tap_id(f"session[{latest['uuid']}]").see("imported, without a log")
    phone.open("/exchange")
    choose(phone, REAL)
    phone.see("79 already here.").see("there is nothing to import")

    other = tmp_path / "plays.xml"
    other.write_text(BGG)
    phone.open("/exchange")
    choose(phone, other)
    phone.see("2 games to import.").tap_id("import.start").see("2 games imported.")
    phone.tap_id("import.undo").see("2 games moved to the bin")


def test_a_backup_leaves_and_comes_back_while_another_window_looks_on(
    phone: Ui, desktop: Ui, server: Served, tmp_path: Path
) -> None:
    phone.open("/exchange")
    choose(phone, REAL)
    phone.tap_id("import.start").see("79 games imported.")
    phone.open("/exchange").see_id("exchange.out.backup")
    with phone.page.expect_download() as download:
        phone.tap_id("exchange.out.backup")
    safe = tmp_path / "safe.sqlite"
    download.value.save_as(safe)
    with Store(server.database) as store:
        for head in store.history.list_sessions(limit=78).sessions:
            store.bin.add(head.id)
        store.bin.empty(store.bin.list_ids())
        assert store.history.count() == 1
    desktop.open("/history").see("December 2020")
    phone.open("/exchange")
    choose(phone, safe)
    phone.see("Restore this backup?").tap_id("import.restore").see("Your data from before is kept in")
    with Store(server.database) as store:
        assert store.history.count() == 79
    desktop.see("May 2021")
    phone.tap_id("import.undo").see("Everything is as it was before.")
    with Store(server.database) as store:
        assert store.history.count() == 1
