"""A rematch says who begins and with which options, and the next player in turn begins."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.setup.setup_plan import build_options
from companion.setup.start_session import plan_rematch, play_again, with_first_player
from companion.testing.accessibility import is_selected, pressed_names
from scoring.contract.game import AnyGame
from scoring.contract.scores import Seat
from scoring.engine.codec import options_payload
from scoring.engine.regrouping import list_playing
from scoring.games import GAMES as SHELF
from scoring.games import find_game
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.games.score_pad import Ending
from scoring.games.score_pad import Options as PadOptions
from storage.errors import StorageError
from storage.store import Store
from tests.companion import tables
from tests.companion.pages import DESK, assert_drawn, at, has, message, seated
from tests.companion.tables import NAMES, enter, every_game, open_store, opened, played

CROWN = find_game("crown_battles")
BEGINS = {
    "crown_battles": "First dealer",
    "recruit": "First dealer",
    "recruits": "First player",
    "loot_and_recruit": "First player",
}


def dealt_by(store: Store, dealer: int) -> Desk:
    """A suggested evening of five whose first round this seat dealt."""
    options = replace(CROWN.presets(5)[0].options, first_dealer=Seat(dealer))
    return opened(store, CROWN, 5, options)


@pytest.mark.parametrize(("dealer", "next_one"), [(0, "Ben"), (3, "Eve"), (4, "Ana")])
def test_the_next_in_turn_deals_first(dealer: int, next_one: str, store: Store) -> None:
    again = plan_rematch(dealt_by(store, dealer))
    assert (again.begins.label, again.first, again.last) == ("First dealer", next_one, dealer)
    assert again.preset == CROWN.presets(5)[0].title


@pytest.mark.long
@every_game
def test_a_rematch_of_any_table_is_the_same_but_for_who_begins(game: AnyGame, store: Store) -> None:
    for players in game.box.players:
        desk = opened(store, game, players)
        again = plan_rematch(desk)
        new = Desk(store, play_again(store, again))
        before, after = (options_payload(game, either.run.opened.options) for either in (desk, new))
        moved = {name for name in before if before[name] != after[name]}
        assert new.state.table.names == desk.state.table.names
        assert moved == ({again.begins.name} if again.begins else set())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_rematch_can_be_played_after_somebody_left_or_came_late(players: int, store: Store) -> None:
    for preset in CROWN.presets(players):
        for kind, more in (
            ("left", {"seat": 1, "ranked": False}),
            ("came_late", {"name": "Zoe", "after": 0, "points": 0}),
        ):
            desk = opened(store, CROWN, players, preset.options)
            enter(desk, kind, **more)
            again = plan_rematch(desk).plan
            assert again.names == tuple(desk.state.table.names[seat] for seat in list_playing(desk.state))
            assert build_options(CROWN, again)[1] == "", (preset.key, kind)
            if kind == "left" and preset.key == "3p_b":
                assert not plan_rematch(desk).is_same, "a schedule of three cannot be played by two"


@pytest.mark.long
def test_who_begins_is_known_of_every_game_that_leaves_it_to_the_table(store: Store) -> None:
    begins_by_game = {game.key: plan_rematch(opened(store, game, game.box.players[-1])).begins for game in SHELF}
    assert {key: begins.label for key, begins in begins_by_game.items() if begins} == BEGINS


def test_options_of_ones_own_have_no_name(store: Store) -> None:
    options = replace(CROWN.presets(5)[0].options, screw_the_dealer=True, first_dealer=Seat(1))
    again = plan_rematch(opened(store, CROWN, 5, options))
    assert (again.preset, with_first_player(again, 0).first) == ("", "Ana")


async def test_a_rematch_seats_the_same_people_and_the_set_up_refuses_a_name_that_two_have(store: Store) -> None:
    ours = opened(store, CROWN, 3)
    ids = store.sessions.load_seat_ids(ours.session_id)
    merge = store.merges.merge(ids[0], store.players.create("Zoe").id)
    other = store.players.create(NAMES[0]).id
    store.merges.undo(merge)
    theirs = store.sessions.open(CROWN, ours.run.opened, (other,))
    for session_id, first in ((ours.session_id, ids[0]), (theirs, other)):
        async with at(store, f"/session/{session_id}") as page:
            await page.tap("session.rematch", "again.start")
            assert store.sessions.load_seat_ids(page.page.route.removeprefix("/table/")) == (first, *ids[1:])
    async with at(store, f"/session/{theirs}") as page:
        await page.tap("session.rematch", "again.setup", "start")
        assert message(page) == "Two players are called Ana; rename one of them first."


@pytest.mark.long
async def test_a_long_name_wraps_in_the_button_of_a_rematch(path: Path) -> None:
    with open_store(path) as store:
        session_id = played(store, CROWN, 5)
        async with at(store, f"/result/{session_id}") as page:
            words = next(text for text in page.all(ft.Text) if str(text.value).startswith("Rematch · "))
            assert (words.expand, words.expand_loose, words.max_lines) == (True, True, 2)


@pytest.mark.long
@pytest.mark.parametrize("size", [{}, DESK], ids=["phone", "desk"])
async def test_the_result_says_who_begins_and_starts_in_one_tap(size: dict[str, float], store: Store) -> None:
    session_id = played(store, CROWN, 5)
    again = plan_rematch(Desk(store, session_id))
    async with at(store, f"/result/{session_id}", **size) as page:
        assert page.texts(page.id("rematch"))[-1] == f"Rematch · first dealer: {again.first}"
        order = pressed_names(page)
        assert order.index("share") < order.index("open.sheet")
        await page.tap("rematch")
        assert plan_rematch(Desk(store, page.page.route.removeprefix("/table/"))).last == again.plan.names.index(
            again.first
        )


@pytest.mark.long
@pytest.mark.parametrize("way", ["/result/{}", "/session/{}"])
async def test_somebody_else_may_begin(way: str, path: Path) -> None:
    with open_store(path) as store:
        session_id = played(store, CROWN, 5)
        again = plan_rematch(Desk(store, session_id))
        other = next(name for name in NAMES[:5] if name != again.first)
        async with at(store, way.format(session_id)) as page:
            before = store.history.count()
            named = {"/result/{}": "rematch.plan", "/session/{}": "session.rematch"}
            await page.tap(named[way])
            assert store.history.count() == before  # nothing is begun before it was looked at
            assert has(page, "The same seats: Ana, Ben, Cleo, Dov and Eve.", "First dealer")
            assert has(page, f"Last time it was {NAMES[again.last or 0]}.", "as last time.")
            assert is_selected(page, f"again.first:{again.first}")
            assert_drawn(page)
            await page.tap(f"again.first:{other}", "again.start")
            begun = Desk(store, page.page.route.removeprefix("/table/"))
            assert begun.state.table.names[begun.run.opened.options.first_dealer] == other


async def test_a_player_is_added_and_seats_change_in_the_set_up_of_a_rematch(store: Store) -> None:
    session_id = played(store, CROWN, 4)
    async with at(store, f"/result/{session_id}") as page:
        again = plan_rematch(Desk(store, session_id)).plan
        await page.tap("rematch.plan", "again.setup")
        assert seated(page) == [*again.names]
        await page.tap("leave[0]")
        await page.fill("New player", "Zoe, Ana", submit=True)
        await page.tap("start")
        begun = Desk(store, page.page.route.removeprefix("/table/"))
        assert begun.state.table.names == (*again.names[1:], "Zoe", "Ana")
        assert begun.session_id != session_id
    async with at(store, f"/result/{tables.tiny(store, (0, 5), (0, 1), (0, 1)).session_id}") as page:
        assert page.texts(page.id("rematch.setup")) == ["Change"]
        await page.tap("rematch.setup")
        assert seated(page) == [*NAMES[:3]]
        await page.tap("back")
        result = page.page.route
        assert result.startswith("/result/"), "where it was opened"
    async with at(store, result, width=360) as page:
        assert page.texts(page.id("rematch.setup")) == ["Change the rematch"], "of an icon"


async def test_a_rematch_without_a_choice_shows_no_way_to_choose_and_has_the_title_of_its_session(path: Path) -> None:
    with open_store(path) as store:
        desk = opened(store, SCORE_PAD, 2, PadOptions(name="Skyjo", ending=Ending.ROUNDS, rounds=1))
        enter(desk, "round_entered", scores=[[0, 5], [1, 17]])
        async with at(store, f"/result/{desk.session_id}") as page:
            assert page.id("share")
            assert not page.has("rematch.plan")
        async with at(store, f"/session/{desk.session_id}") as page:
            await page.tap("session.rematch")
            assert has(page, "Rematch: Skyjo")


async def test_a_rematch_that_waits_for_its_first_entry_is_not_started_twice(store: Store) -> None:
    session_id = played(store, CROWN, 5)
    tables = []
    for _ in range(3):
        async with at(store, f"/result/{session_id}") as page:
            await page.tap("rematch")
            tables.append(page.page.route.removeprefix("/table/"))
        played(store, CROWN, 4, events=2)  # another game is begun meanwhile
        if len(tables) == 2:
            enter(Desk(store, tables[0]), "trump_spun", shows="red")
    assert tables[0] == tables[1] != tables[2]


async def test_a_damaged_rematch_does_not_keep_others_from_being_started(store: Store, monkeypatch: Any) -> None:
    session_id = played(store, CROWN, 5)
    damaged = play_again(store, plan_rematch(Desk(store, session_id)))
    open_desk = Desks.desk

    def desk(self: Desks, session: str) -> Desk:
        if session == damaged:
            raise StorageError("This game is damaged.")
        return open_desk(self, session)

    monkeypatch.setattr(Desks, "desk", desk)
    async with at(store, f"/result/{session_id}") as page:
        await page.tap("rematch")
        assert page.page.route.removeprefix("/table/") not in (damaged, f"/result/{session_id}")


async def test_a_rematch_that_was_not_meant_is_thrown_away_also_after_something_is_entered(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    for is_begun in (False, True):
        if is_begun:
            enter(desk, "trump_spun", shows="red")
        async with at(store, f"/table/{desk.session_id}") as page:
            await page.tap("asides", "aside.bin")
            assert desk.load_head().binned_at is not None
            await page.tap("Undo")
            assert desk.load_head().binned_at is None
            assert has(page, "Go on")
