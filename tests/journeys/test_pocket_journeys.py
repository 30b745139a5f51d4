"""The journeys of the served app, made on a phone that has the folder and no network."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext

from companion.testing.browser import PHONE, Ui
from storage.bg_stats import exporting
from storage.store import Store
from storage.transfer import results_csv, session_export
from tests.companion.tables import played
from tests.journeys import test_exchange, test_history, test_peers_evening, test_players
from tests.journeys.conftest import Open
from tests.journeys.test_exchange import test_a_file_is_looked_at_taken_in_and_found_in_the_history
from tests.journeys.test_faction_wars import test_the_final_score_of_four
from tests.journeys.test_history import slipped
from tests.journeys.test_loot_and_recruit import test_a_game_by_checkpoints
from tests.journeys.test_recruit import test_four_hands_are_counted_within_their_taps
from tests.journeys.test_recruits import test_a_first_game_of_three_from_home_to_its_result_in_nine_taps
from tests.journeys.test_share import downloaded, test_an_evening_leaves_the_app_as_picture_table_grid_and_page
from tests.journeys.test_turn_clock import test_a_reload_shows_the_same_times
from tests.pocket import SMALL, Pocket, install
from tests.site import PATIENCE

__all__ = (
    "slipped",
    "test_a_file_is_looked_at_taken_in_and_found_in_the_history",
    "test_a_first_game_of_three_from_home_to_its_result_in_nine_taps",
    "test_a_game_by_checkpoints",
    "test_a_reload_shows_the_same_times",
    "test_an_evening_leaves_the_app_as_picture_table_grid_and_page",
    "test_four_hands_are_counted_within_their_taps",
    "test_the_final_score_of_four",
)

pytestmark = pytest.mark.deep

SIZES: Final = [pytest.param(PHONE, id="412x915"), pytest.param(SMALL, id="360x740")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whole evenings, and what one does with them, are tried on both sizes of phones."""
    on_both = (
        test_ten_rounds_of_five_players_need_few_taps_and_no_scrolling,
        test_a_game_by_checkpoints,
        test_four_hands_are_counted_within_their_taps,
        test_the_final_score_of_four,
        test_a_first_game_of_three_from_home_to_its_result_in_nine_taps,
        test_the_past_is_looked_through_and_mended,
        test_a_player_is_looked_at_dressed_merged_and_parted_again,
        test_a_file_is_looked_at_taken_in_and_found_in_the_history,
    )
    if metafunc.function in on_both:
        metafunc.parametrize("size", SIZES, indirect=True)


@pytest.fixture
def installed(browser: Browser, site: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that opened the folder once, and has no network since."""
    context = browser.new_context(**PHONE)
    yield context, install(context, site)
    context.close()


@pytest.fixture
def size(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the phone of this journey is like."""
    options: dict[str, Any] = getattr(request, "param", PHONE)
    return options


@pytest.fixture
def server(installed: tuple[BrowserContext, str], tmp_path: Path) -> Iterator[Pocket]:
    """In place of the command's server."""
    pocket = Pocket(*installed, tmp_path)
    yield pocket
    pocket.put_away()


@pytest.fixture
def visit(server: Pocket, size: dict[str, Any]) -> Open:
    """In place of a window on the command's server."""
    return lambda url, **options: server.take_out(**{**options, **size})


def test_ten_rounds_of_five_players_need_few_taps_and_no_scrolling(visit: Open, server: Pocket) -> None:
    test_peers_evening.test_ten_rounds_of_five_players_need_few_taps_and_no_scrolling(
        visit, server, test_peers_evening.NOTED, 90
    )


def test_the_past_is_looked_through_and_mended(visit: Open, server: Pocket, slipped: str) -> None:
    test_history.test_the_past_is_looked_through_and_mended(visit, server, slipped, PHONE)


def test_a_player_is_looked_at_dressed_merged_and_parted_again(visit: Open, server: Pocket) -> None:
    test_players.test_a_player_is_looked_at_dressed_merged_and_parted_again(visit, server, PHONE)


def test_a_backup_leaves_and_comes_back(phone: Ui, server: Pocket, tmp_path: Path) -> None:
    phone.open("/exchange")
    test_exchange.choose(phone, test_exchange.REAL)
    phone.tap_id("import.start").see("79 games imported.")
    phone.open("/exchange").see_id("exchange.out.backup")
    safe = tmp_path / "safe.sqlite"
    name, _ = downloaded(phone, "exchange.out.backup", safe)
    assert name.endswith(".sqlite")
    phone.tap(phone.page.locator('[flt-semantics-identifier^="exchange.back["]')).see("79 games moved to the bin")
    assert count_sessions(server) == 0
    test_exchange.choose(phone, safe)
    phone.see("Restore this backup?").tap_id("import.restore").see("Your data from before is kept in")
    assert count_sessions(server) == 79
    phone.tap_id("import.undo").see("Everything is as it was before.")
    assert count_sessions(server) == 0
    phone.reload().open("/history").see("0 games")


def count_sessions(pocket: Pocket) -> int:
    """The sessions outside the bin, as stored at this moment."""
    with Store(pocket.database) as store:
        return store.history.count()


def _unsigned(file: bytes) -> bytes:
    """A file without the device that wrote it, and when."""
    return re.sub(rb'"device":"[^"]*","written_at":"[^"]*",', b"", file, count=1)


def test_every_file_leaves_as_the_command_would_write_it(visit: Open, server: Pocket, tmp_path: Path) -> None:
    with Store(server.database) as store:
        for seed, game in enumerate(store.games):
            played(store, game, 3, seed=seed, names=("Ana", "=Ben", "Cléo"))
    ui = visit(server.url).open("/exchange").see_id("exchange.out.backup")
    with Store(server.database) as store:
        expected = {
            "sessions": "".join(f"{line}\n" for line in session_export.export_sessions(store)).encode(),
            "bgstats": exporting.export_plays(store).content,
            "results": b"".join(results_csv.export_results(store)),
            "lines": b"".join(results_csv.export_lines(store)),
        }
    for kind, content in expected.items():
        assert content
        assert _unsigned(downloaded(ui, f"exchange.out.{kind}", tmp_path / kind)[1]) == _unsigned(content)


def test_evenings_of_a_computer_arrive_once_and_go_back_the_same(visit: Open, server: Pocket, tmp_path: Path) -> None:
    evenings = tmp_path / "evenings.jsonl"
    with Store(tmp_path / "computer.sqlite") as computer:
        for seed, game in enumerate(computer.games[:3]):
            played(computer, game, 3, seed=seed, names=("Ana", "Ben", "Cleo"))
        evenings.write_text("".join(f"{line}\n" for line in session_export.export_sessions(computer)), "utf-8")
    ui = visit(server.url).open("/exchange")
    test_exchange.choose(ui, evenings)
    ui.see("3 games to add.").tap_id("import.start").see("3 games added.")
    ui.open("/exchange")
    test_exchange.choose(ui, evenings)
    ui.see("3 already here.").see("there is nothing to import")
    ui.open("/exchange").see_id("exchange.out.sessions")
    back = downloaded(ui, "exchange.out.sessions", tmp_path / "back")[1]
    assert _unsigned(back) == _unsigned(evenings.read_bytes())


SHARE_SHEET: Final = """
navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => { window.shared = [file.name, await file.text()]; };
"""


def test_evenings_are_sent_through_the_share_sheet(visit: Open, server: Pocket, tmp_path: Path) -> None:
    with Store(server.database) as store:
        session_id = played(store, store.games[0], 3, names=("Ana", "Ben", "Cleo"))
        content = "".join(f"{line}\n" for line in session_export.export_sessions(store))
    server.context.add_init_script(SHARE_SHEET)
    ui = visit(server.url).open("/exchange")
    ui.tap_id("exchange.out.send")
    ui.page.wait_for_function("window.shared")
    name, text = ui.page.evaluate("window.shared")
    assert name.endswith(".txt")
    assert _unsigned(text.encode()) == _unsigned(content.encode())
    ui.page.evaluate("window.shared = null")
    ui.open(f"/session/{session_id}/share").tap_id("share.session")
    ui.page.wait_for_function("window.shared")
    assert ui.page.evaluate("window.shared")[1] == content.split("\n", 1)[1]  # the session alone
    sent = tmp_path / name
    sent.write_text(text, "utf-8")
    ui.open("/exchange")
    test_exchange.choose(ui, sent)
    ui.see("1 already here.")


def test_a_file_of_the_folder_opens_as_itself(installed: tuple[BrowserContext, str]) -> None:
    """Any other address of the folder opens the app."""
    context, address = installed
    page = context.new_page()
    page.goto(f"{address}/licences.txt")
    assert "Table Companion" in page.inner_text("body")
    page.goto(f"{address}/nowhere")
    page.wait_for_function("globalThis.companionMarks", timeout=PATIENCE)
