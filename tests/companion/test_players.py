"""The pages about players: the list, the profile with its three tabs, and renaming, merging and archiving."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import flet as ft
import flet.canvas as cv
import pytest

from companion.players.actions import MERGES_SHOWN
from companion.testing.headless import Page
from scoring.contract.game import MeasureKind, Measures
from scoring.games.recruit import GAME as RECRUIT
from storage.bg_stats.importing import import_plays
from storage.derived import ratings
from storage.errors import StorageError
from storage.statistics.player_totals import list_player_summaries
from storage.store import Store
from tests.companion.pages import DESK, LONG, assert_drawn, at, has
from tests.companion.tables import GAMES, enter, finished, open_store, opened, played, tiny
from tests.storage.conftest import named
from tests.storage.tiny import TINY, Options
from tests.storage.worlds import play, read, score, world

TABS = ("glance", "rivals", "games")


def won(store: Store, winner: int, *names: str) -> str:
    """An evening of the tiny game, won by this seat."""
    return finished(store, *[winner] * 3, names=names)


def chevrons(page: Page, root: ft.Control | None = None) -> int:
    """The number of rows with an arrow that says a tap opens something."""
    icons = [control.icon for control in page.walk(root) if isinstance(control, ft.Icon)]
    return icons.count(ft.Icons.CHEVRON_RIGHT_ROUNDED)


# Drawn ---------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("theme", "size"), [("light", {}), ("dark", DESK)], ids=["phone", "desk"])
async def test_the_pages_about_players_are_drawn_empty_and_full(
    theme: str, size: dict[str, float], store: Store
) -> None:
    store.settings.put("theme", theme)
    async with at(store, "/players", **size) as page:
        assert has(page, "Everyone who plays is listed here")
        assert_drawn(page)
        store.players.set_look(store.players.create(LONG[0]).id, colour="#2a211a", symbol="moon")
        for game in GAMES:
            played(store, game, game.box.players[-1], names=LONG)
        store.players.archive(named(store, LONG[1]))
        stranger = store.players.create(f"Z{LONG[0]}").id
        for name in LONG[:2]:
            await page.go(f"/player/{named(store, name)}")
            for tab in TABS:
                await page.tap(f"tab={tab}")
                assert_drawn(page)
            await page.tap("tab=glance")
            for icon in (ft.Icons.EXPAND_MORE_ROUNDED, ft.Icons.EXPAND_LESS_ROUNDED):
                assert [shown.icon for shown in page.walk(page.id("rating.how")) if isinstance(shown, ft.Icon)] == [
                    icon
                ]
                await page.tap("rating.how")
            await page.tap("rating.how")
            for sheet in ("player.style", "player.merge"):
                await page.tap(sheet)
                assert_drawn(page)
                await page.tap("sheet.close")
            await page.tap("player.merge", f"merge[{stranger}]")
            assert_drawn(page)
            await page.tap("sheet.close")
        await page.go("/players")
        await page.tap("players.archived")
        assert_drawn(page)


@pytest.mark.parametrize(("chances", "caption"), [(9, "after 10"), (10, "100 %")])
async def test_a_share_is_shown_from_ten_chances_on(path: Path, chances: int, caption: str) -> None:
    game = replace(TINY, measures=Measures((MeasureKind("scored", "Rounds scored", share=True),), TINY.measures.of))
    with Store(path, [game]) as store:
        desk = opened(store, game, 2, Options(chances))
        for _ in range(chances):
            enter(desk, "scored", seat=0, points=1)
        async with at(store, f"/player/{named(store, 'Ana')}") as page:
            await page.tap("tab=games")
            labels = [control.label for control in page.all(ft.Semantics, image=True)]
            assert any(f"Rounds scored: {caption}" in label for label in labels)


# The list ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_the_list_is_searched_and_archived_players_are_folded(store: Store) -> None:
    won(store, 0, "Ana", "Ben")
    won(store, 0, "Ana", "Zoë")
    store.players.archive(named(store, "Ben"))
    async with at(store, "/players") as page:
        assert has(page, "2 players", "2 games · 2 wins", "100 %", "Archived (1)")
        assert not has(page, "Ben")
        await page.tap("players.archived")
        assert has(page, "Ben")
        await page.tap("players.archived")
        await page.fill("Search", "ZOE")  # as in the history, without case and accents
        assert has(page, "Zoë")
        assert not has(page, "Ana")
        await page.fill("Search", "ben")
        assert has(page, "Ben")
        await page.fill("Search", "nobody")
        assert has(page, "There is no player called “nobody”.")
        await page.fill("Search", "")
        await page.tap(f"player[{named(store, 'Ana')}]")
        assert page.page.route == f"/player/{named(store, 'Ana')}"


async def test_a_long_list_is_shown_bit_by_bit(store: Store) -> None:
    for number in range(45):
        store.players.create(f"Player {number:02}")
    async with at(store, "/players") as page:
        assert not has(page, "Player 44")
        await page.tap("players.more")
        assert has(page, "Player 44")


# The profile ---------------------------------------------------------------------------------------------------------


async def test_the_tabs_say_from_when_on_they_show_what_is_not_known_yet(store: Store) -> None:
    store.players.create("Ana")
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        await page.tap("tab=rivals")
        assert has(page, "Shown after the first finished game with others.")
        await page.tap("tab=games")
        assert has(page, "Shown after the first finished game.")


@pytest.mark.long
async def test_one_is_told_as_one_and_each_game_as_often_as_it_was_played(store: Store) -> None:
    won(store, 0, "Ana", "Ben")
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        texts = page.texts()
        assert {"game", "win", "evening", "played once"} <= set(texts)
        assert {"games", "wins", "evenings"}.isdisjoint(texts)
        await page.go(f"/player/{named(store, 'Ben')}")
        assert {"game", "wins"} <= set(page.texts())  # "0 wins"
    played(store, RECRUIT, 2, names=("Ana", "Ben"))
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        assert has(page, "each of them once")
    won(store, 0, "Ana", "Ben")
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        assert has(page, "one of them 2 times")


@pytest.mark.long
async def test_a_profile_tells_how_it_went_beside_what_chance_would_give(store: Store) -> None:
    for winner in (0, 0, 1):
        won(store, winner, "Ana", "Ben")
    won(store, 0, "Ana", "Ben", "Cleo", "Dov")
    session_id = tiny(store, (1, 5), (0, 9), (0, 9)).session_id
    ben = named(store, "Ben")
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        (label,) = [control.label for control in page.all(ft.Semantics, identifier="won")]
        assert label == "Won 80 % of 5 games, by chance 42 %."
        assert has(page, "From 2nd halfway to 1st", "wins in a row now", "7 of 8")
        (sizes,) = [control.label for control in page.all(ft.Semantics, identifier="sizes")]
        assert sizes == "2 players: won 67 %; 3 players: won 100 %; 4 players: won 100 %"
        assert chevrons(page, page.id("comeback")) == 1
        assert chevrons(page) == 1  # nothing else on this tab opens anything
        (words,) = [text for text in page.all(ft.Text) if text.value == "From 2nd halfway to 1st"]
        assert (words.style.weight, words.style.color) == (ft.FontWeight.W_700, ft.Colors.ON_SURFACE)
        await page.tap("comeback")
        assert page.page.route == f"/session/{session_id}"
        await page.go(f"/player/{named(store, 'Ana')}")
        await page.tap("tab=rivals")
        assert has(page, "was behind in 4 of 5 meetings", "+4", "−1")
        assert has(page, "nobody yet: at least 3 meetings, more often ahead than behind")
        column = next(control for control in page.walk(page.id(f"rival[{ben}]")) if isinstance(control, ft.Column))
        assert [page.texts(line) for line in column.controls[:2]] == [["Ben"], ["5 meetings"]]
        await page.tap(f"rival[{ben}]")
        assert page.page.route == f"/player/{named(store, 'Ben')}"


@pytest.mark.long
async def test_the_bars_of_wins_have_one_scale_to_the_whole(store: Store) -> None:
    for winner in (0, 1, 1, 1):
        won(store, winner, "Ana", "Ben")
    wide: dict[tuple[str, str], float] = {}
    for name in ("Ana", "Ben"):
        async with at(store, f"/player/{named(store, name)}") as page:
            for picture in ("won", "sizes"):
                (bar,) = [
                    shape
                    for canvas in page.walk(page.id(picture))
                    if isinstance(canvas, cv.Canvas)
                    for shape in canvas.shapes
                    if isinstance(shape, cv.Rect)
                ]
                wide[name, picture] = float(bar.width or 0)
    for picture in ("won", "sizes"):
        assert wide["Ben", picture] == pytest.approx(3 * wide["Ana", picture])


@pytest.mark.long
async def test_a_rating_is_worked_out_while_the_page_is_open_already(path: Path) -> None:
    with open_store(path) as store:
        for _ in range(4):
            won(store, 0, "Ana", "Ben")
        route = f"/player/{named(store, 'Ana')}"
        async with at(store, route) as page:
            await page.until(lambda: has(page, "Shown after 5 rated games; 4 so far."))
            assert not has(page, "being worked out again")
            won(store, 0, "Ana", "Ben")
            await page.go("/players")
            await page.go(route)
            await page.until(lambda: has(page, "between"))
            rating = ratings.load_player_ratings(store.database, named(store, "Ana"))[ratings.ALL]
            assert has(page, f"{rating.value:,} ± {rating.doubt:,}")
            assert has(page, f"between {rating.low:,} and {rating.high:,}, after 5 games")
            assert not page.has("rating.curve"), "one point is no curve"
            await page.tap("tab=games")
            assert has(page, f"{rating.low:,} – {rating.high:,}")
            won(store, 0, "Ana", "Ben")
            await page.go("/players")
            await page.go(route)
            await page.tap("tab=glance")
            await page.until(lambda: page.has("rating.curve"))


async def test_a_rating_that_could_not_be_worked_out_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    won(store, 0, "Ana", "Ben")
    monkeypatch.setattr(ratings, "recompute", Mock(side_effect=StorageError("The file is busy.")))
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        assert has(page, "being worked out again")


@pytest.mark.parametrize("mu", [25.0, 30.126, 30.131])
@pytest.mark.parametrize("sigma", [8.333, 4.431, 4.444])
def test_the_band_is_the_rating_give_or_take_its_doubt(mu: float, sigma: float) -> None:
    rating = ratings.Rating(9, mu, sigma)
    assert (rating.value - rating.low, rating.high - rating.value) == (rating.doubt, rating.doubt)
    assert rating.doubt == round(80 * sigma)


@pytest.mark.long
def test_a_win_of_ones_own_takes_no_points_and_a_shared_one_with_somebody_weaker_does(path: Path) -> None:
    with open_store(path) as store:
        for _ in range(8):
            won(store, 0, "Ana", "Ben")
        desk = opened(store, TINY, 2, Options(2), ("Ana", "Ben"))
        for seat in (0, 1):
            enter(desk, "scored", seat=seat, points=5)
        ratings.recompute(store.database)
        values = [point.value for point in ratings.load_curve(store.database, named(store, "Ana"))]
        assert len(values) == 5  # from the fifth play to the ninth
        assert values[:4] == sorted(values[:4])
        assert values[4] < values[3]


@pytest.mark.long
async def test_the_rating_of_one_game_is_a_tap_away(store: Store) -> None:
    games = [game for game in GAMES if game.key in ("tiny", "recruit")]
    for game in games:
        for seed in range(6):
            played(store, game, 2, seed=seed)
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        for key, plays in (("all", 12), ("recruit", 6), ("tiny", 6)):
            await page.tap(f"rating={key}")
            rating = ratings.load_player_ratings(store.database, named(store, "Ana"))[key.replace("all", "")]
            assert rating.plays == plays
            assert has(page, f"between {rating.low:,} and {rating.high:,}")
            await page.tap("rating.curve.numbers")
            assert has(page, f"{rating.low:,} – {rating.high:,}")


# Name, colour, symbol, archive ---------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_player_gets_another_name_colour_and_symbol(store: Store) -> None:
    won(store, 0, "Ana", "Ben")
    ana = named(store, "Ana")
    async with at(store, f"/player/{ana}") as page:
        await page.tap("player.style")
        signs = [page.tappable(name) for name in page.names("symbol:")]
        assert signs
        assert [page.id(f"symbol:{name}").selected for name in ("initial", "moon")] == [True, False]
        assert all(sign.ink for sign in signs)  # a tap is seen at once
        await page.tap("colour:violet", "symbol:moon")
        await page.fill("Name", "Ben")
        await page.tap("player.save")
        assert has(page, "There is already a player called Ben; add an initial to tell them apart.")
        assert store.players.get(ana).name == "Ana"
        await page.fill("Name", "")
        assert has(page, "A player needs a name")
        await page.fill("Name", "Anna")
        await page.tap("player.save")
        assert has(page, "Anna")
    kept = store.players.get(ana)
    assert (kept.name, kept.colour, kept.symbol) == ("Anna", "#8a4fb0", "moon")


async def test_an_archived_player_is_not_offered_for_a_new_game(store: Store) -> None:
    won(store, 0, "Ana", "Ben")
    store.players.archive(named(store, "Ana"))
    async with at(store, f"/new/{GAMES[0].key}") as page:
        assert (page.has("seat:Ana"), page.has("seat:Ben")) == (False, True)


# Merging -------------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_many_merged_namesakes_are_folded(store: Store) -> None:
    names = [f"Ben {number}" for number in range(1, MERGES_SHOWN + 3)]
    for name in ("Ben", *names):
        won(store, 0, name, "Ana")
    ben = named(store, "Ben")
    for name in names:
        store.merges.merge(named(store, name), ben)
    async with at(store, f"/player/{ben}") as page:
        shown = [name for name in names if name in page.texts()]
        assert len(shown) == MERGES_SHOWN
        await page.tap("merges.all")
        assert set(names) <= set(page.texts())


@pytest.mark.long
async def test_a_win_rate_and_an_average_name_the_plays_they_are_made_of(store: Store) -> None:
    data = read(world(play(1, score(1, "", winner=True)), play(2, score(1, "5", winner=True), score(2, "3"))))
    import_plays(store, data)
    me = next(person for person in list_player_summaries(store.database) if person.contested != person.plays)
    assert (me.plays, me.contested) == (2, 1)
    async with at(store, f"/player/{me.player.id}") as page:
        assert has(page, "Of 1 game against others; 1 game had no opponent.")
        await page.tap("tab=games")
        assert has(page, "2 games · 2 wins", "Average score: 5.0, of 1 game")
    async with at(store, "/players") as page:
        assert has(page, "won of 1")


@pytest.mark.long
async def test_a_merge_of_two_who_sat_at_one_table_is_refused_with_the_reason(store: Store) -> None:
    won(store, 0, "Ben", "Ana")
    async with at(store, f"/player/{named(store, 'Ben')}") as page:
        await page.tap("player.merge", f"merge[{named(store, 'Ana')}]")
        assert has(page, "Ana and Ben played in the same game; they cannot be the same person.")
        await page.tap("merge.back")
        assert has(page, "Choose the player who is the same person as")
    assert store.merges.list_active() == ()


async def test_thirty_players_are_offered_to_merge_with_the_others_are_searched_for(store: Store) -> None:
    for number in range(32):
        store.players.create(f"Player {number}")
    player = store.players.list_recent()[0].id
    async with at(store, f"/player/{player}") as page:
        await page.tap("player.merge")
        assert len(page.names("merge[")) == 30
