"""Games of other packages: their picture and rules, one whose code fails, and one that was uninstalled."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.app import main_for
from companion.exchange.importing import import_file, summary
from companion.history.session_row import draw_icon, game_icon
from companion.open_session.desk import Desk
from companion.testing.headless import visited
from companion.ui.rulebooks import glance, section_of, sections
from scoring import games
from scoring.contract.game import AnyGame, Opened
from scoring.engine.installed_games import guard
from scoring.engine.replay import replay
from scoring.games import GAMES
from storage.errors import NeedsGame, Unreadable
from storage.file.database import MEMORY
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from storage.upkeep.doctor import doctor
from tests.companion.tables import NAMES, played
from tests.oh_hell.oh_hell import GAME
from tests.scoring.test_installed_games import OH_HELL, offer

CACHES = (draw_icon, glance, sections)
BROKEN = "a bug in somebody else's game"


@pytest.fixture
def oh_hell(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Oh Hell is installed."""
    monkeypatch.setattr(GAMES, "others", offer(oh_hell=f"{OH_HELL}:GAME", gone="oh_dear:GAME"))
    for remembered in CACHES:
        remembered.cache_clear()
    yield
    for remembered in CACHES:
        remembered.cache_clear()


def failing(part: str) -> AnyGame:
    """Oh Hell with one function that raises."""

    def fail(*_: Any) -> Any:
        raise KeyError(BROKEN)

    return guard(replace(GAME, **{part: fail}))


@pytest.mark.usefixtures("oh_hell")
def test_its_picture_and_rules_come_from_its_package() -> None:
    icon = game_icon(GAME, 40)
    assert isinstance(icon, ft.Image)
    assert str(icon.src).startswith("<svg")
    assert len(sections("oh_hell")) == len(GAME.rules)
    section = section_of("oh_hell", "OH-004")
    assert section.title == "The dealer's bid"


def test_without_a_picture_it_gets_a_plain_one() -> None:
    assert isinstance(game_icon(replace(GAME, key="bare"), 40), ft.Icon)


@pytest.mark.usefixtures("oh_hell")
async def test_home_offers_it_and_says_which_cannot_be_played() -> None:
    with Store(MEMORY) as store:
        async with visited(main_for(store)) as page:
            texts = page.texts()
            assert "Oh Hell" in texts
            assert any("'gone' of the package oh_dear cannot be played" in text for text in texts)
            await page.go("/new/oh_hell")
            assert "New game: Oh Hell" in page.texts()


def test_a_session_whose_rules_fail_says_so() -> None:
    with Store(MEMORY, [GAME]) as store:
        session_id = played(store, GAME, 3, seed=4, events=8)
        store.sessions.games = (failing("apply"),)
        with pytest.raises(Unreadable, match=BROKEN):
            Desk(store, session_id)


def test_our_own_rules_are_not_excused() -> None:
    recruits = games.find_game("recruits")
    with Store(MEMORY) as store:
        session_id = played(store, recruits, 3, seed=1, events=4)
        store.sessions.games = (replace(recruits, apply=lambda state, event, waived: {}[BROKEN]),)
        with pytest.raises(KeyError):
            Desk(store, session_id)


NOT_INSTALLED = "The game Oh Hell is not installed. Install the package it came with, or update the app."


@pytest.mark.long
async def test_sessions_of_a_game_that_was_uninstalled_stay_under_its_title_and_go_out(path: Path) -> None:
    with Store(path, [GAME, *GAMES]) as store:
        session_id = store.sessions.open(GAME, Opened(NAMES[:3], GAME.options()))
        finished = played(store, GAME, 3, seed=5)
        before = export_session(store, session_id)
    with Store(path) as store:
        assert store.history.count() == 2
        with pytest.raises(NeedsGame, match=NOT_INSTALLED):
            store.sessions.load(session_id)
        assert export_session(store, session_id) == before
        report = doctor(path)
        assert report.healthy
        assert [*report.describe_unplayable()] == [f"2 games cannot be opened. {NOT_INSTALLED}"]
        ana = next(seated.player.id for seated in store.sessions.load_head(finished).seats)
        async with visited(main_for(store)) as page:
            assert {"Oh Hell · Open", NOT_INSTALLED} <= set(page.texts())
            for route in (f"/session/{session_id}", f"/table/{session_id}", f"/result/{finished}"):
                await page.go(route)
                assert {"Oh Hell", NOT_INSTALLED} <= set(page.texts()), route
            for route in ("/history", "/games", f"/player/{ana}", "/games/oh_hell"):
                await page.go(route)
                if "player" in route:
                    await page.tap("tab=games")
                told = " ".join(page.texts())
                assert "Oh Hell" in told, route
                assert "oh_hell" not in told, route
                assert "mported" not in told, route
                assert "not installed" in told or route == "/games/oh_hell"
            await page.go(f"/session/{session_id}")
            await page.tap("unplayable.save")
            await page.until(lambda: any("Oh-Hell.jsonl" in str(call) for call in page.client.calls))
            await page.tap("unplayable.bin")
            assert store.history.count() == 1
            await page.go(f"/session/{session_id}")
            assert page.has("unplayable.save")
            assert not page.has("unplayable.bin")  # it lies there already


@pytest.mark.long
def test_sessions_of_a_game_that_is_not_installed_are_refused_in_one_sentence(path: Path) -> None:
    with Store(MEMORY, [GAME, *GAMES]) as store:
        ours = played(store, games.find_game("recruits"), 3, seed=1, events=4)
        sessions = [ours, *(played(store, GAME, 3, seed=seed, events=4) for seed in range(2))]
        lines = [line for session in sessions for line in export_session(store, session)]
    path.write_text("\n".join(lines), encoding="utf-8")
    with Store(MEMORY) as store:
        imported = import_file(store, path, path.name)
        why = "The game 'oh_hell' is not installed. Install the package it came with, or update the app."
        assert imported.refused == (f"2 games: {why}",)
        assert summary(imported, done=True) == "1 game added, 2 left out."
    with Store(MEMORY, [GAME, *GAMES]) as store:
        import_sessions(store, lines)
        journal = store.sessions.load(sessions[1]).journal
        assert replay(GAME, journal).violation is None
