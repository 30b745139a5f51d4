"""The statistics page shows what was counted, says what is not known yet, and knows no game."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import flet as ft
import flet.canvas as cv
import pytest

from companion.app import main_for
from companion.open_session.telling.option_labels import AS_PRINTED, label_option
from companion.statistics.game_charts import _by_points, quantile
from companion.testing.accessibility import out_of_reach
from companion.testing.headless import Page, visited
from scoring.contract.game import AnyGame, Measure, MeasureKind, Measures
from scoring.games import GAMES, KEYS, find_game
from storage.bg_stats.importing import import_plays
from storage.play_file import reading
from storage.statistics.game_sums import ScoreCount
from storage.statistics.games import list_games, load_game_page
from storage.store import Store
from tests.benchmarks.evenings import fill
from tests.companion.pages import DESK, assert_drawn, at
from tests.seeds import one_short
from tests.storage.conftest import ticking
from tests.storage.test_game_statistics import DEALT, played
from tests.storage.tiny import TINY

REAL = Path(__file__).parents[1] / "exchange" / "bgstats_79_plays.json"
UNTIL = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "small.sqlite", (TINY, DEALT), now=ticking()) as store:
        yield store


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "years.sqlite"
    fill(path, 120, seed=8, until=UNTIL)
    return path


def shown(page: Page) -> str:
    return "\n".join(page.texts())


def painted(page: Page, name: str) -> list[str]:
    """The texts in the chart with this name."""
    (picture,) = [control for control in page.walk(page.id(name)) if isinstance(control, cv.Canvas)][:1]
    return [shape.value or "" for shape in picture.shapes if isinstance(shape, cv.Text)]


@pytest.mark.long
async def test_the_list_has_what_was_played_and_greys_what_was_not(small: Store) -> None:
    played(small, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    async with visited(main_for(small)) as page:
        await page.tap("home.games")
        assert "Statistics" in [
            text.value
            for head in page.all(ft.Semantics, heading_level=1)
            for text in page.walk(head)
            if isinstance(text, ft.Text)
        ]
        assert "1 game" in shown(page)
        assert "Tiny: no finished game yet" in shown(page)
        await page.tap("game[dealt]")
        assert page.page.route == "/games/dealt"


@pytest.mark.long
async def test_a_record_has_its_holder_and_opens_its_session(small: Store) -> None:
    session_id = played(small, ("Ana", "Ben"), (0, 2), (1, 9), (1, 0))
    async with at(small, "/games/dealt") as page:
        words = page.texts(page.id("record[best_round]"))
        assert "Most in one round" in words
        assert "9" in words
        assert any("Ben · Round 2" in word for word in words)
        assert "1 rank" in page.texts(page.id("record[comeback]"))
        assert "by 7 points" in page.texts(page.id("record[clearest]"))
        await page.tap("record[comeback]")
        assert page.page.route == f"/session/{session_id}"


async def test_two_charts_beside_each_other_take_half_of_the_window_each(small: Store) -> None:
    played(small, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    async with at(small, "/games/dealt", **DESK) as page:
        assert 300 < max(picture.width for picture in page.all(cv.Canvas)) < DESK["width"] / 2


@pytest.mark.long
async def test_whoever_did_the_same_is_counted_behind_the_first_holder(small: Store) -> None:
    for name in ("Ben", "Cleo", "Dov"):
        played(small, ("Ana", name), (0, 2), (1, 9), (1, 0))
    async with at(small, "/games/dealt") as page:
        assert any("Ben and 2 more · Round 2" in word for word in page.texts(page.id("record[best_round]")))
        assert any(word.startswith("Ana · ") for word in page.texts(page.id("record[least_points]")))


@pytest.mark.long
async def test_one_game_is_not_both_longest_and_shortest_and_few_do_not_say_which_seat_wins(
    small: Store,
) -> None:
    for number in (1, 2, 3):
        session_id = played(small, ("Ana", "Ben"), (0, 2), (1, 9), (1, 0))
        async with at(small, "/games/dealt") as page:
            assert ("Longest game: only one game has a known playing time." in shown(page)) == (number == 1)
            assert ("Shortest game: only one game has a known playing time." in shown(page)) == (number == 1)
            assert page.has("record[longest]") == (number > 1)
            sentence = f"Shown after 3 games of which it is known who started; {number} so far."
            assert (sentence in shown(page)) == (number < 3)
            assert page.has("game.seats") == (number == 3)
            await page.go(f"/session/{session_id}")
            assert "there is no curve" not in shown(page)


async def test_variants_are_counted_by_what_was_chosen_at_the_set_up(small: Store) -> None:
    played(small, ("Ana", "Ben"), (0, 2), (0, 9), (0, 0), game=TINY)
    played(small, ("Ana", "Ben"), (0, 2), (0, 9), rounds=2, game=TINY)
    played(small, ("Ana", "Ben"), (0, 2), rounds=1, game=TINY)
    async with at(small, "/games/tiny") as page:
        assert "How often each option was chosen" in shown(page)
        assert painted(page, "game.variant.rounds").count("33 %") == 3


@pytest.mark.long
async def test_bids_and_kinds_are_shown_where_they_were_counted_and_nowhere_else(small: Store) -> None:
    for _ in range(2):
        played(small, ("Ana", "Ben"), (0, 1), (1, 4), (1, 3))
    played(small, ("Ana", "Ben"), (0, 1), (1, 4), (1, 3), game=TINY)
    async with at(small, "/games/dealt") as page:
        await page.until(lambda: page.has("game.types"))  # rounds come after the rest
        assert {"1 card", "2 cards", "3 cards", "0.00", "+2.00"} <= set(painted(page, "game.bias.size"))
        assert {"1st to play", "2nd to play"} <= set(painted(page, "game.bias.turn"))
        assert {"Odd", "Even", "1.0", "2.0"} <= set(painted(page, "game.types"))
        await page.go("/games/tiny")
        await page.settle(0.2)
        assert not page.has("game.bias.size")
        assert not page.has("game.types")


@pytest.mark.long
async def test_a_type_of_round_in_which_nothing_was_counted_has_a_dash(tmp_path: Path) -> None:
    def count_odd(state: Any) -> tuple[Measure, ...]:
        return tuple(measure for measure in DEALT.measures.of(state) if measure.round % 2)

    kinds = (MeasureKind("bid_met", "Bids met", share=True, main=True),)
    game = replace(DEALT, measures=Measures(kinds, count_odd))
    with Store(tmp_path / "odd.sqlite", (game,), now=ticking()) as store:
        for _ in range(2):
            played(store, ("Ana", "Ben"), (0, 1), (1, 4), (1, 3), game=game)
        async with at(store, "/games/dealt") as page:
            await page.until(lambda: page.has("game.types"))
            await page.tap("game.types.numbers")
            texts = page.texts()
            even = texts.index("Even")
            assert texts[even : even + 5] == ["Even", "2.0", "50 %", "–", "4"]
            assert "100 %" in texts[even + 5 :]


@pytest.mark.long
@pytest.mark.parametrize("key", one_short(KEYS))
async def test_every_picture_has_its_numbers_behind_it(years: Path, key: str) -> None:
    with Store(years) as store:
        async with at(store, f"/games/{key}") as page:
            await page.settle(0.2)  # rounds come after the rest
            assert_drawn(page)
            names = [control.identifier for control in page.all(ft.Semantics) if control.image and control.identifier]
            assert {"game.plays", "game.scores", "game.points", "game.times"} <= set(names)
            for name in names:
                assert len(page.id(name).label) > 20
                before = len(page.texts())
                await page.tap(f"{name}.numbers")
                assert len(page.texts()) > before + 3, name


@pytest.mark.long
async def test_the_scores_of_one_table_size_can_be_looked_at_alone(small: Store) -> None:
    played(small, ("Ana", "Ben"), (0, 9), (0, 9), (1, 3))
    played(small, ("Ana", "Ben", "Cleo"), (0, 4), (1, 2), (2, 5))
    async with at(small, "/games/dealt") as page:
        assert "18" in painted(page, "game.points")
        await page.tap("game.size=3")
        assert "18" not in painted(page, "game.points")
        assert page.id("game.size=3").selected
        await page.tap("game.points.numbers")
        assert {"2", "4", "5"} <= set(shown(page).split("\n"))


@pytest.mark.long
async def test_a_game_from_another_app_has_a_page_with_what_is_known_of_it(small: Store) -> None:
    import_plays(small, reading.parse_file(REAL.read_bytes(), REAL.name))
    async with visited(main_for(small)) as page:
        for head in list_games(small.database):
            await page.go(f"/games/{head.game}")
            assert small.titles.load()[head.game] in shown(page)
            assert "Counted where it is known who started, and nobody came or left." in shown(page)
            assert "Shown after the first game finished with this app." in shown(page)
            assert out_of_reach(page) == []


@pytest.mark.long
async def test_our_own_games_come_first_and_imported_ones_are_found_by_their_name(small: Store) -> None:
    import_plays(small, reading.parse_file(REAL.read_bytes(), REAL.name))
    played(small, ("Ana", "Ben"), (0, 9), (0, 9), (1, 3))
    titles = small.titles.load()
    imported = [f"game[{head.game}]" for head in list_games(small.database) if head.game != "dealt"]
    async with at(small, "/games") as page:
        words = page.texts()
        order = (
            "Dealt",
            "Tiny: no finished game yet",
            f"{len(imported)} imported games",
            titles[imported[0][5:-1]],
        )
        assert [words.index(word) for word in order] == sorted(words.index(word) for word in order)
        assert any(word.startswith("This icon marks games imported from another app") for word in words)
        assert page.names("game[") == ["game[dealt]", *imported[:12]]
        await page.tap("games.more")
        assert page.names("game[") == ["game[dealt]", *imported]
        assert not page.has("games.more")
        await page.fill("Find a game", "TERRA")
        assert [titles[name[5:-1]] for name in page.names("game[")] == ["Terraforming Mars"]
        await page.fill("Find a game", "nothing of the kind")
        assert page.names("game[") == []
        assert "No game in your history is called “nothing of the kind”." in shown(page)
        assert "Tiny: no finished game yet" not in shown(page)


async def test_a_few_games_need_no_search_box(small: Store) -> None:
    played(small, ("Ana", "Ben"), (0, 9), (0, 9), (1, 3))
    async with at(small, "/games") as page:
        assert page.all(ft.TextField) == []
        assert not any("imported" in word for word in page.texts())


@pytest.mark.parametrize(
    ("game", "name", "value", "words"),
    [
        ("recruits", "win_tie", '"kings"', ("Equal points at the end", "Most kings")),
        ("recruits", "win_tie", AS_PRINTED, ("Equal points at the end", "Shared")),
        ("recruits", "variants", '"pairs"', ("Variations", "Pairs")),
        ("recruits", "ufg_who", '"claimants"', ("A tie may be joined by", "Only bidders on that recruit")),
        ("crown_battles", "schedule", "[1,2,3,4]", ("Cards each, round by round", "1 to 4")),
        ("crown_battles", "schedule", "[9,7,5,3,2,1]", ("Cards each, round by round", "9, 7, 5 … 1")),
        ("crown_battles", "screw_the_dealer", "true", None),
        ("faction_wars", "gone_option", '"of_old"', ("Gone option", "Of old")),
        ("faction_wars", "gone_option", "[]", ("Gone option", "None")),
        ("faction_wars", "gone_option", "false", ("Gone option", "No")),
    ],
)
def test_variants_are_called_as_in_the_set_up(game: str, name: str, value: str, words: tuple[str, str] | None) -> None:
    label = label_option(find_game(game), name, value)
    assert label == words if words else label[1] == "Yes"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_variant_that_was_played_has_a_name(game: AnyGame, years: Path) -> None:
    with Store(years) as store:
        for variant in load_game_page(store.database, game.key).variants:
            question, answered = label_option(game, variant.name, variant.value)
            assert question
            assert answered
            assert "_" not in question + answered


def test_final_scores_are_counted_for_winners_and_the_others_over_all_table_sizes() -> None:
    counts = [ScoreCount(2, 12, True, 2), ScoreCount(2, 5, False, 2), ScoreCount(3, 12, False, 1)]
    assert _by_points(counts) == [(5, 0, 2), (12, 2, 1)]


@pytest.mark.parametrize(("share", "expected"), [(0, 1), (0.2, 1), (0.25, 2.5), (0.5, 4), (0.75, 6.5), (1, 9)])
def test_quantiles_count_how_often_each_number_came(share: float, expected: int) -> None:
    assert quantile(((1, 2), (4, 4), (9, 2)), share) == expected


@pytest.mark.long
async def test_a_tie_is_no_clear_win_and_the_page_follows_what_is_played_meanwhile(small: Store) -> None:
    played(small, ("Ana", "Ben"), (0, 3), (1, 3), (0, 0))
    async with at(small, "/games/dealt") as page:
        assert "Clearest win: no game entered here was won clearly yet." in shown(page)
        played(small, ("Ana", "Ben"), (0, 3), (1, 2), (0, 0))
        await page.go("/games")
        await page.go("/games/dealt")
        assert "Clearest win: no game entered here was won clearly yet." not in shown(page)
