"""Empty pages offer a sample: evenings of all games, marked everywhere, counted nowhere, gone again at a tap."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.device.paths import ASSETS
from companion.history.sample import SAMPLE_FILE
from companion.testing.accessibility import out_of_reach, pressed_names
from scoring.games import GAMES, KEYS
from storage.derived.results import Status
from storage.store import Store
from storage.transfer.sample_store import Sample
from storage.upkeep.doctor import doctor
from tests.companion import tables
from tests.companion.pages import at, has, visit

pytestmark = pytest.mark.long

EMPTY = ("/", "/history", "/players", "/games", "/games/recruits")
STRIP = "A sample: made-up games, counted nowhere."
NOW = datetime(2026, 11, 6, 15, tzinfo=UTC)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "own.sqlite", GAMES) as store:
        yield store


def assert_untouched(store: Store) -> None:
    """The user's own file has no session and no player."""
    assert store.history.count() == 0
    assert store.players.list_recent() == ()


# The evenings ------------------------------------------------------------------------------------------------------


def test_the_sample_has_finished_evenings_of_every_game_until_yesterday() -> None:
    sample = Sample(GAMES, SAMPLE_FILE, NOW)
    heads = sample.store.history.list_sessions(limit=99).sessions
    assert {head.game for head in heads} == {*KEYS} - {"score_pad"}  # it stands for no game of its own
    assert {head.status for head in heads} == {Status.FINISHED}
    assert heads[0].opened_at.date() == NOW.date() - timedelta(days=1)
    assert len({head.opened_at.date() for head in heads}) > 2
    assert all(head.winners and head.seconds for head in heads)
    assert all(head.place.startswith("Sample") and "sample" in head.note for head in heads)
    assert not any(head.from_file for head in heads)
    path = sample.store.database.path
    assert doctor(path, GAMES).healthy
    sample.close()
    assert not path.parent.exists()


def test_the_sample_is_written_in_the_formats_of_today() -> None:
    assert SAMPLE_FILE.parent.parent == ASSETS
    sample = Sample(GAMES, SAMPLE_FILE, NOW)
    for head in sample.store.history.list_sessions(limit=99).sessions:
        loaded = sample.store.sessions.load(head.id)
        assert [points for _, points in enumerate(head.closed_totals or ())], head.id
        assert loaded.game.key == head.game
    sample.close()


# The screens -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", EMPTY)
async def test_every_empty_page_says_what_fills_it_and_offers_the_sample(route: str, own: Store) -> None:
    async with at(own, route) as page:
        assert "sample" in pressed_names(page), route
        assert out_of_reach(page) == []
        await page.tap("sample")
        assert page.page.route == "/"
        assert has(page, STRIP, "Played last")
        await page.tap("sample.leave")
        assert not has(page, STRIP)
        assert "sample" in pressed_names(page)
    assert_untouched(own)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_every_screen_of_the_sample_is_marked(theme: str, own: Store) -> None:
    own.settings.put("theme", theme)
    async with at(own, "/") as page:
        await page.tap("sample")
        assert any(name.startswith("rematch[") for name in pressed_names(page))
        played = next(name for name in pressed_names(page) if name.startswith("played["))
        session, table, result = (f"/{kind}/{played[7:-1]}" for kind in ("session", "table", "result"))
        evening = f"/evening/{(datetime.now(UTC) - timedelta(days=1)).date()}"
        general = ("/", "/history", "/players", "/games", "/games/recruits", "/bin", "/rules")
        for route in (*general, session, f"{session}/log", table, f"{table}/sheet", result, evening):
            await visit(page, route)
            assert has(page, STRIP), route
    assert_untouched(own)


@pytest.mark.parametrize("route", ["/new/recruits", "/exchange"])
async def test_what_is_to_be_kept_closes_the_sample(route: str, own: Store) -> None:
    async with at(own, "/") as page:
        await page.tap("sample")
        await page.go(route)
        await page.until(lambda: not has(page, STRIP))
        assert page.page.route == route
        assert has(page, "The sample is closed; from here on it is your own.")
        await page.go("/history")
        assert "sample" in pressed_names(page)


async def test_settings_are_ones_own_and_do_not_end_the_sample(store: Store) -> None:
    async with at(store, "/") as page:
        await page.tap("sample")
        await page.go("/settings")
        assert has(page, STRIP)
        await page.tap("setting.theme=dark")
        assert store.settings.get("theme", "") == "dark"
        await page.go("/history")
        assert has(page, STRIP)


async def test_the_sample_is_no_longer_offered_beside_sessions_of_ones_own(store: Store) -> None:
    tables.tiny(store, (0, 5))
    async with at(store, "/") as page:
        for route in EMPTY:
            await page.go(route)
            assert "sample" not in pressed_names(page), route


async def test_another_window_keeps_showing_ones_own(store: Store) -> None:
    async with at(store, "/") as page, at(store, "/") as other:
        await page.tap("sample")
        assert has(page, STRIP)
        assert not has(other, STRIP)
        assert store.history.count() == 0
