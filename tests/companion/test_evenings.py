"""An evening of several games and a year have pages and pictures of their own; statistics can be limited."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from companion.sharing.picture_sheet import WIDTH
from companion.statistics import retrospect_picture
from companion.statistics.retrospect_text import (
    GameLine,
    Retrospect,
    as_text,
    describe_evening,
    tell_evening,
    tell_year,
)
from companion.ui.theme import HOUSE
from scoring.games.score_pad import GAME as SCORE_PAD
from storage.file.database import MEMORY
from storage.sessions.players import Player
from storage.statistics.evenings_and_years import Standing, load_evening
from storage.store import Store
from tests.companion.pages import at, has
from tests.companion.tables import GAMES, enter, finished, opened, tiny
from tests.companion.test_sharing import overlapping
from tests.storage.conftest import named, ticking

DAY = date(2026, 1, 2)


def an_evening(store: Store) -> str:
    """Three games of an evening: Ana wins two, Ben one; gives the last one."""
    finished(store, 0, names=("Ana", "Ben", "Cleo"), place="Café")
    finished(store, 1, names=("Ana", "Ben", "Cleo"), place="Café")
    return finished(store, 0, names=("Ana", "Dov"))


@pytest.mark.long
async def test_a_result_leads_to_the_evening_it_belongs_to(store: Store) -> None:
    last = an_evening(store)
    async with at(store, f"/result/{last}") as page:
        await page.tap("evening")
        assert page.page.route == "/evening/2026-01-02"
        assert page.texts(page.id("evening.winner")) == ["Ana wins the evening"]
        assert has(page, "2 of 3 games won", "Fri 2 Jan 2026", "3 games", "Tiny")
        assert len(page.names("played[")) == 3
        assert len(page.names("standing[")) == 4
        await page.tap("evening.year")
        assert (page.page.route, has(page, "There is no such")) == ("/year/2026", False)


async def test_an_evening_into_the_night_says_why_it_has_games_of_the_next_day() -> None:
    late = "What begins before 5 in the morning belongs to the evening before."
    for hour in (20, 24):
        start = datetime(2026, 1, 2, 0, 30, tzinfo=UTC) + timedelta(hours=hour)
        with Store(MEMORY, GAMES, now=ticking(start)) as store:
            finished(store, 0)
            async with at(store, "/evening/2026-01-02") as page:
                assert has(page, "1 game")
                assert (late in page.texts()) == (hour == 24)


@pytest.mark.long
async def test_the_only_game_of_an_evening_offers_no_evening(store: Store) -> None:
    only = finished(store, 0, names=("Ana", "Ben"))
    for route in (f"/result/{only}", f"/session/{only}"):
        async with at(store, route) as page:
            assert not page.has("evening")


@pytest.mark.parametrize(
    "route", ["/evening/tomorrow", "/evening/2026-02-31", "/year/0", "/year/x", f"/year/{'9' * 5000}"]
)
async def test_what_is_no_day_or_year_is_said(route: str, store: Store) -> None:
    async with at(store, route) as page:
        assert has(page, "There is no such")


@pytest.mark.long
async def test_the_tabs_of_a_player_and_the_history_of_a_game_keep_to_the_limit(store: Store) -> None:
    an_evening(store)
    async with at(store, "/games/tiny") as page:
        await page.tap("limit", "place:Café", "limit.show", "game.sessions")
        assert page.page.route == "/history"
        assert len(page.names("session[")) == 2
        await page.go(f"/player/{named(store, 'Ana')}")
        await page.tap("tab=rivals")
        assert has(page, "Ben", "2 meetings")
        assert not has(page, "Dov")
        await page.tap("tab=games")
        assert has(page, "2 games · 1 win")


@pytest.mark.long
async def test_a_limit_may_be_about_players_and_nobody_else(store: Store) -> None:
    an_evening(store)
    finished(store, 1, names=("Ana", "Ben"))
    store.players.archive(named(store, "Ben"))
    stopped = tiny(store, (0, 5))  # without a result, so it is in no statistics
    enter(stopped, "stopped", reason="", counts=False)
    store.sessions.set_details(stopped.session_id, place="Café")
    async with at(store, "/games") as page:
        await page.tap("limit", "players:Ana", "players:Ben", "place:Café")
        assert has(page, "Count 2 games")
        await page.tap("place:Café")
        assert has(page, "Count 3 games")
        await page.tap("alone=yes")
        assert has(page, "Count 1 game")
        await page.tap("limit.show")
        assert has(page, "only Ana and Ben", "1 game")
        await page.tap("limit", "players:Ben")
        assert has(page, "Count 4 games")
        await page.tap("players:Ben", "alone=yes", "limit.show", "limit.drop.players")
        assert has(page, "Filter: all games", "4 games")


async def test_an_evening_of_games_alone_counts_no_wins(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 1)
    enter(desk, "round_entered", scores=[[0, 1]])
    enter(desk, "game_ended")
    day = desk.load_head().opened_at.date()
    assert "1. Ana: no opponents" in as_text(describe_evening(load_evening(store.database, day), {}, {}))
    async with at(store, f"/evening/{day}") as page:
        assert not has(page, "0 of 0")


# Who won and why ---------------------------------------------------------------------------------------------------


def ranked(*rows: tuple[int, str, int, int, int]) -> tuple[Standing, ...]:
    """Standings of players with four plays, given as rank, name, wins, beaten and lost."""
    return tuple(
        Standing(rank, Player(name, name), 4, wins, beaten, lost, 2, 1) for rank, name, wins, beaten, lost in rows
    )


MOST = ranked((1, "Ana", 3, 5, 4), (2, "Ben", 2, 7, 2))
LESS_BEHIND = ranked((1, "Ana", 2, 7, 2), (2, "Ben", 2, 7, 3), (3, "Cleo", 0, 0, 9))
MORE_AHEAD = ranked((1, "Ana", 2, 8, 3), (2, "Ben", 2, 7, 3), (3, "Cleo", 2, 6, 4))
MORE_OF_BOTH = ranked((1, "Ana", 2, 9, 4), (2, "Ben", 2, 7, 3))
LESS_OF_BOTH = ranked((1, "Ana", 2, 4, 3), (2, "Ben", 2, 5, 5))
AHEAD_OR_BEHIND = ranked((1, "Ana", 2, 7, 2), (2, "Ben", 2, 7, 3), (3, "Cleo", 2, 5, 2))
SHARED = ranked((1, "Ana", 2, 7, 3), (1, "Ben", 2, 6, 2), (3, "Cleo", 1, 9, 1))
SHARED_AND_THIRD = ranked((1, "Ana", 2, 7, 2), (1, "Ben", 2, 7, 2), (3, "Cleo", 2, 7, 3))
NOBODY = ranked((1, "Ana", 0, 2, 1), (2, "Ben", 0, 1, 2))


@pytest.mark.parametrize(
    ("standings", "headline", "because"),
    [
        (MOST, "Ana wins the evening", "3 of 4 games won"),
        (LESS_BEHIND, "Ana wins the evening", "2 of 4 games won, and behind others less often than Ben"),
        (MORE_AHEAD, "Ana wins the evening", "2 of 4 games won, and more often ahead of others than Ben and Cleo"),
        (MORE_OF_BOTH, "Ana wins the evening", "2 of 4 games won, and a better balance of ahead and behind than Ben"),
        (LESS_OF_BOTH, "Ana wins the evening", "2 of 4 games won, and a better balance of ahead and behind than Ben"),
        (
            AHEAD_OR_BEHIND,
            "Ana wins the evening",
            "2 of 4 games won, and a better balance of ahead and behind than Ben and Cleo",
        ),
        (SHARED, "Ana and Ben share the evening", "2 wins each"),
        (
            SHARED_AND_THIRD,
            "Ana and Ben share the evening",
            "2 wins each, and behind others less often than Cleo",
        ),
        (NOBODY, "4 games", ""),
    ],
)
def test_an_evening_says_what_decided_it(standings: tuple[Standing, ...], headline: str, because: str) -> None:
    assert tell_evening(standings, 4) == (headline, because)


@pytest.mark.parametrize(
    ("standings", "headline", "because"),
    [
        (MOST, "Ana won the most games in 2026", "3 of 4 games won and 1 of 2 evenings"),
        (
            LESS_BEHIND,
            "Ana and Ben won the most games in 2026",
            "2 wins each; Ana is first: behind others less often than Ben",
        ),
        (
            MORE_AHEAD,
            "Ana, Ben and Cleo won the most games in 2026",
            "2 wins each; Ana is first: more often ahead of others than Ben and Cleo",
        ),
        (
            MORE_OF_BOTH,
            "Ana and Ben won the most games in 2026",
            "2 wins each; Ana is first: a better balance of ahead and behind than Ben",
        ),
        (SHARED, "Ana and Ben won the most games in 2026", "2 wins each"),
        (
            SHARED_AND_THIRD,
            "Ana, Ben and Cleo won the most games in 2026",
            "2 wins each; Ana and Ben are first: behind others less often than Cleo",
        ),
        (NOBODY, "The year 2026", ""),
    ],
)
def test_a_year_names_all_with_the_most_wins_and_what_ranks_them(
    standings: tuple[Standing, ...], headline: str, because: str
) -> None:
    assert tell_year(standings, 2026) == (headline, because)


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
    store.sessions.set_details(an_evening(store), place="café")
    text = describe_evening(load_evening(store.database, DAY), store.titles.load(), {})
    lines = as_text(text).splitlines()
    assert lines[0].startswith("Game evening · Fri 2 Jan 2026 · café · ")
    assert [line.split(" (")[0] for line in lines[2:5]] == ["Tiny: Ana won", "Tiny: Ben won", "Tiny: Ana won"]
    assert lines[6] == "Ana wins the evening. 2 of 3 games won"
    assert lines[7] == "1. Ana: 2 of 3 won"
