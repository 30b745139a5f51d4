"""An evening of several games and a year have pages and pictures of their own; statistics can be limited."""

from dataclasses import replace
from datetime import date
from typing import Any

import flet as ft
import pytest

from companion.sharing.picture_sheet import WIDTH
from companion.statistics import retrospect_picture
from companion.statistics.retrospect import GameLine, Retrospect, as_text, describe_evening
from companion.testing.accessibility import pressed_names
from companion.ui.theme import HOUSE
from storage.sessions.players import Player
from storage.statistics.evenings import Standing, load_evening
from storage.store import Store
from tests.companion.tables import finished
from tests.companion.test_screens import at, has
from tests.companion.test_share_screen import fetched
from tests.companion.test_sharing import overlapping

DAY = date(2026, 1, 2)


def an_evening(store: Store) -> str:
    """Three games of an evening: Ana wins two, Ben one; gives the last one."""
    finished(store, 0, names=("Ana", "Ben", "Cleo"), place="Café")
    finished(store, 1, names=("Ana", "Ben", "Cleo"), place="Café")
    return finished(store, 0, names=("Ana", "Dov"))


@pytest.mark.long
async def test_from_a_result_to_the_evening_its_picture_and_the_year(store: Store) -> None:
    last = an_evening(store)
    async with at(store, f"/result/{last}") as page:
        await page.tap("evening")
        assert page.page.route == "/evening/2026-01-02"
        assert page.texts(page.id("evening.winner")) == ["Ana wins the evening"]
        assert has(page, "2 of 3 games won", "Fri 2 Jan 2026", "3 games", "Tiny")
        assert len([name for name in pressed_names(page) if name.startswith("played[")]) == 3
        assert len([name for name in pressed_names(page) if name.startswith("standing[")]) == 4
        await page.tap("evening.share")
        await page.until(lambda: bool(page.all(ft.Image)), 10)
        await page.tap("share.picture")
        await page.until(lambda: any(name == "launch_url" for name, _ in page.client.calls), 10)
        file = fetched(page)
        assert (file.name, file.content[:4]) == ("evening-2026-01-02.png", b"\x89PNG")
        await page.tap("back", "evening.year")
        assert page.page.route == "/year/2026"
        assert has(page, "The year 2026", "Ana won the most games in 2026", "2 of 3 games won and 1 of 1 evening")
        await page.tap("evening[2026-01-02]")
        assert page.page.route == "/evening/2026-01-02"


@pytest.mark.long
async def test_the_only_game_of_an_evening_offers_no_evening(store: Store) -> None:
    only = finished(store, 0, names=("Ana", "Ben"))
    for route in (f"/result/{only}", f"/session/{only}"):
        async with at(store, route) as page:
            assert "evening" not in pressed_names(page)


@pytest.mark.parametrize(
    "route", ["/evening/tomorrow", "/evening/2026-02-31", "/year/0", "/year/x", f"/year/{'9' * 5000}"]
)
async def test_what_is_no_day_or_year_is_said(route: str, store: Store) -> None:
    async with at(store, route) as page:
        assert has(page, "There is no such")


async def test_days_and_years_without_games_say_so(store: Store) -> None:
    async with at(store, "/evening/2026-01-02") as page:
        assert has(page, "Nothing was finished on this evening.")
        await page.go("/year/2026")
        assert has(page, "Nothing was finished in 2026.")


@pytest.mark.long
async def test_every_page_of_statistics_keeps_to_the_limit(store: Store) -> None:
    an_evening(store)
    ana = next(player.id for player in store.players.list_recent() if player.name == "Ana")
    async with at(store, "/games") as page:
        assert has(page, "3 games", "Filter: all games")
        await page.tap("limit", "place:Café")
        assert has(page, "Count 2 games")
        await page.tap("limit.show")
        assert has(page, "2 games")
        await page.go("/games/tiny")
        assert has(page, "2 games")
        await page.go("/players")
        assert has(page, "2 games")
        assert not has(page, "Dov")
        await page.go(f"/player/{ana}")
        assert has(page, "The rating always counts every game.")
        await page.tap("tab=rivals")
        assert has(page, "Ben", "2 meetings")
        assert not has(page, "Dov")
        await page.tap("tab=games")
        assert has(page, "2 games · 1 win")
        await page.go("/evening/2026-01-02")
        assert has(page, "2 games", "Ana and Ben share the evening", "1 win each")
        await page.go("/year/2026")
        assert has(page, "Ana and Ben won the most games in 2026")
        await page.tap("limit.drop.place")
        assert has(page, "Ana won the most games in 2026")
        await page.go("/games/tiny")
        assert has(page, "3 games")


@pytest.mark.long
async def test_a_limit_may_be_about_players_and_nobody_else(store: Store) -> None:
    an_evening(store)
    finished(store, 1, names=("Ana", "Ben"))
    async with at(store, "/games") as page:
        await page.tap("limit", "players:Ana", "players:Ben", "place:Café")
        assert has(page, "Count 2 games")
        await page.tap("place:Café")
        assert has(page, "Count 3 games")
        await page.tap("alone=yes")
        assert has(page, "Count 1 game")
        await page.tap("limit.show")
        assert has(page, "only Ana and Ben", "1 game")
        await page.tap("limit.drop.players")
        assert has(page, "Filter: all games", "4 games")


@pytest.mark.long
async def test_a_limit_without_any_game_is_said_and_can_be_dropped(store: Store) -> None:
    an_evening(store)
    async with at(store, "/games/tiny") as page:
        await page.tap("limit", "players:Cleo", "players:Dov", "limit.show")
        assert has(page, "No game of Tiny was finished within this limit.")
        await page.go("/players")
        assert has(page, "Nobody finished a game within this limit.")
        await page.go("/games")
        assert has(page, "not played within this limit")
        await page.tap("limit", "limit.clear", "limit.show")
        assert has(page, "3 games")


# The picture -------------------------------------------------------------------------------------------------------


def pictured(**changes: Any) -> Retrospect:
    long = "Maximiliane-Henriette von und zu Hohenlohe-Waldenburg"
    games = tuple(
        GameLine("A game with a name that is much too long for its line", HOUSE, f"{long} won", "1 h 20 min")
        for _ in range(14)
    )
    players = tuple(Standing(number + 1, Player("", long), 14, 10, 0, 0) for number in range(12))
    return Retrospect(
        "Game evening",
        f"Fri 20 November 2026 · at {long}'s",
        f"{long} wins the evening",
        "Why. " * 50,
        games,
        players,
        **changes,
    )


@pytest.mark.long
@pytest.mark.parametrize("months", [(), (0,) * 11 + (3,), tuple(range(12))])
def test_nothing_overlaps_or_leaves_the_picture_of_an_evening_or_year(months: tuple[int, ...]) -> None:
    sheet = retrospect_picture.draw(pictured(months=months))
    for line in sheet.written:
        left, top, right, bottom = line.box
        assert 0 <= left <= right <= WIDTH, line.text
        assert 0 <= top <= bottom <= sheet.height, line.text
    assert overlapping(sheet) == []
    assert sheet.png()[:4] == b"\x89PNG"


@pytest.mark.parametrize(("number", "words"), [(14, ["and 4 more games"]), (10, [])])
def test_the_picture_says_how_many_games_it_leaves_out(number: int, words: list[str]) -> None:
    evening = pictured()
    sheet = retrospect_picture.draw(replace(evening, games=evening.games[:number], players=evening.players[:3]))
    assert [line.text for line in sheet.written if "more game" in line.text] == words


def test_the_text_of_an_evening_names_games_winner_and_players(store: Store) -> None:
    an_evening(store)
    text = describe_evening(load_evening(store.database, DAY), store.titles.load(), {})
    lines = as_text(text).splitlines()
    assert lines[0].startswith("Game evening · Fri 2 Jan 2026 · Café")
    assert [line.split(" (")[0] for line in lines[2:5]] == ["Tiny: Ana won", "Tiny: Ben won", "Tiny: Ana won"]
    assert lines[6] == "Ana wins the evening. 2 of 3 games won"
    assert lines[7] == "1. Ana: 2 of 3 won"
