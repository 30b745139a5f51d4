"""Every screen is drawn for every game and number of players, and does what it says."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import flet as ft
import flet.canvas as cv
import pytest

from companion import VERSION
from companion.app import main_for
from companion.open_session.desk import Desk
from companion.setup.start_session import begin
from companion.table.rows.seats import seat_facts
from companion.testing.accessibility import is_selected, is_struck, out_of_reach, pressed_names
from companion.testing.headless import Page, visited
from companion.ui.rulebooks import section_of
from companion.window.navigation import PLACES
from scoring.contract.cards import KnownCard
from scoring.contract.game import AnyGame
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import ScoreLine, Seat, Term, totals
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.cards import NamedBonusCard
from scoring.games.faction_wars.options import Level as FactionLevel
from scoring.games.faction_wars.options import Options as FactionOptions
from scoring.games.loot_and_recruit import GAME as LOOT
from scoring.games.recruit import GAME as RECRUIT
from scoring.games.recruit.options import Options as RecruitOptions
from scoring.games.recruits import GAME as RECRUITS
from scoring.kit.trick_taking import Level
from storage.derived.results import Status
from storage.errors import StorageFull
from storage.file.database import MEMORY
from storage.store import Store
from tests.companion import tables
from tests.companion.pages import DESK, LONG, at, has, in_two_windows, message, seated, type_on, visit
from tests.companion.tables import ALWAYS, BRUTE, GAMES, NAMES, ask, bid_all, enter, every_game, finished, played
from tests.scoring.sketches import sealed
from tests.storage.conftest import named, ticking
from tests.storage.tiny import SCORE, TINY, Options


def ends(game: AnyGame) -> tuple[int, ...]:
    """The smallest and the largest number of players."""
    return tuple({game.box.players[0]: None, game.box.players[-1]: None})


OF_A_SESSION = ("", "/sheet", "/log", "/setup")
TABLES = [
    pytest.param(
        game, players, marks=() if game.key in ALWAYS and players == game.box.players[-1] else pytest.mark.long
    )
    for game in GAMES
    for players in (game.box.players if game is CROWN else game.box.players[-1:])
]


# Every screen for every table --------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "key", str(value)))
async def test_every_screen_of_a_session_is_drawn_for_every_number_of_players(
    game: AnyGame, players: int, store: Store
) -> None:
    store.settings.put("theme", "dark" if players % 4 > 1 else "light")
    session_id = played(store, game, players, seed=players, events=7, names=LONG)
    async with at(store, "/", **(DESK if players % 2 else {})) as page:
        await visit(page, *(f"/table/{session_id}{screen}" for screen in OF_A_SESSION), f"/session/{session_id}")


@pytest.mark.long
@every_game
async def test_a_session_is_drawn_from_its_first_moment_to_its_end(game: AnyGame, store: Store) -> None:
    async with at(store, "/") as page:
        fresh = tables.opened(store, game, game.box.players[-1], names=LONG).session_id
        await visit(page, f"/table/{fresh}", f"/table/{fresh}/rules", f"/result/{fresh}")
        over = played(store, game, game.box.players[-1], names=LONG)
        await visit(page, f"/table/{over}", f"/table/{over}/log", f"/result/{over}", f"/session/{over}")
        stopped = tables.opened(store, game, game.box.players[0])
        enter(stopped, "stopped", reason="late", counts=True)
        await visit(page, f"/table/{stopped.session_id}", f"/result/{stopped.session_id}")


@pytest.mark.parametrize(
    ("theme", "size"),
    [pytest.param("light", {}, id="phone"), pytest.param("dark", DESK, id="desk", marks=pytest.mark.long)],
)
async def test_the_screens_of_the_house_are_drawn(theme: str, size: dict[str, float], store: Store) -> None:
    store.settings.put("theme", theme)
    async with at(store, "/", **size) as page:
        await visit(page, "/", "/history", "/bin", "/rules", "/rules/crown_battles", "/settings", "/new/crown_battles")
        for game in GAMES:
            played(store, game, game.box.players[-1], names=LONG)
            tables.opened(store, game, game.box.players[0])
        await visit(page, "/", "/history")


async def test_the_teams_are_below_the_seats_as_soon_as_enough_players_sit(store: Store) -> None:
    async with at(store, "/new/recruit") as page:
        for name in NAMES[:4]:
            assert not page.all(key="seats.teams")
            await page.fill("New player", name, submit=True)
        assert page.texts(page.id("seats.teams")) == [f"{NAMES[0]} and {NAMES[2]} against {NAMES[1]} and {NAMES[3]}"]


@pytest.mark.long
@every_game
async def test_a_table_is_set_for_every_number_of_players(game: AnyGame, store: Store) -> None:
    async with at(store, f"/new/{game.key}") as page:
        for number, name in enumerate(LONG[: game.box.players[-1]], start=1):
            await page.fill("New player", name, submit=True)
            assert out_of_reach(page) == []
            if number not in ends(game):
                continue
            for fold in [name for name in pressed_names(page) if name.startswith("fold:")]:
                await page.tap(fold)
                assert out_of_reach(page) == []
        await page.tap("start")
        assert page.page.route.startswith("/table/")
        assert out_of_reach(page) == []


@pytest.mark.long
async def test_a_page_that_is_not_there_says_why_and_leads_home(store: Store) -> None:
    for route, why in (
        ("/nowhere", "There is no such page."),
        ("/table/nowhere", "may have been deleted"),
        ("/table/nowhere/log", "may have been deleted"),
        ("/session/nowhere", "may have been deleted"),
        ("/new/chess", "does not know the game 'chess'"),
    ):
        async with at(store, route) as page:
            assert has(page, why)
            assert len(page.all(ft.View)) == 1, "a browser shows nothing of a view inside another one"
            assert out_of_reach(page) == []
            await page.tap("home")
            assert page.page.route == "/"


# Home --------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("going", "finished", "above", "below"), [(0, 0, 0, 0), (0, 1, 1, 0), (1, 3, 1, 2), (0, 10, 1, 3), (2, 10, 0, 4)]
)
async def test_the_rematch_of_the_last_session_stands_above_the_games(
    going: int, finished: int, above: int, below: int, store: Store
) -> None:
    for _ in range(finished):
        tables.tiny(store, (0, 5), (0, 1), (0, 1))
    for _ in range(going):
        tables.tiny(store, (0, 5))
    latest = [head.id for head in store.history.list_sessions().sessions if head.status is Status.FINISHED][:4]
    async with at(store, "/") as page:
        named = [name for name in pressed_names(page) if name.startswith(("new.tiny", "rematch["))]
        at_games = named.index("new.tiny")
        assert (at_games, len(named) - at_games - 1) == (above, below)
        assert [name for name in named if name != "new.tiny"] == [f"rematch[{session}]" for session in latest]
        assert has(page, "Played last") == bool(finished)
        assert has(page, "Before that") == (above > 0 and below > 0)


@pytest.mark.parametrize(("width", "is_short"), [(360, True), (1280, False)])
async def test_on_a_phone_the_tiles_of_games_are_short_once_something_was_played(
    width: int, is_short: bool, store: Store
) -> None:
    tagline = GAMES[0].box.tagline
    async with at(store, "/", width=width) as page:
        assert has(page, tagline)
    tables.tiny(store, (0, 5))
    async with at(store, "/", width=width) as page:
        assert has(page, "2–8 players")
        assert has(page, tagline) != is_short


async def test_home_says_what_is_new_once_after_an_update(store: Store) -> None:
    new = f"New in {VERSION}: "
    for is_told in (False, False, True, False):
        if is_told:
            store.settings.put("version", "0.9.0")
        async with at(store, "/") as page:
            assert has(page, new) == is_told


@pytest.mark.long
async def test_the_app_opens_where_it_was_left(store: Store) -> None:
    session_id = tables.tiny(store).session_id
    async with at(store, f"/table/{session_id}"):
        pass
    async with visited(main_for(store)) as page:
        assert page.page.route == f"/table/{session_id}"
        await page.go("/")
    async with visited(main_for(store)) as page:
        assert page.page.route == "/"


async def test_the_main_screens_are_one_tap_from_each_other(store: Store) -> None:
    last = len(PLACES) - 1
    async with at(store, "/") as page:
        bar = page.one(ft.NavigationBar)
        page.session.apply_patch(bar._i, {"selected_index": last})
        await page.fire(bar, "change")
        assert page.page.route == "/settings"
    async with at(store, "/settings", **DESK) as page:
        assert page.one(ft.NavigationRail).selected_index == last


# New game ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_players_sit_down_by_name_or_by_tap_and_the_button_says_who_is_missing(store: Store) -> None:
    tables.tiny(store)
    async with at(store, "/new/tiny") as page:
        assert has(page, "Who plays? 2 to 4 players", "Tap the players in the order they sit")
        await page.tap("start")
        assert message(page) == "Who plays? 2 to 4 players"
        await page.tap("seat:Cleo")
        assert has(page, "1 more player needed")
        assert is_selected(page, "seat:Cleo")
        await page.tap("seat:Cleo")
        assert has(page, "Who plays? 2 to 4 players"), "a second tap takes them away"
        await page.tap("seat:Cleo")
        await page.fill("New player", "  Eve   Adams ", submit=True)
        assert page.texts(page.id("start")) == ["Start the game"]
        await page.fill("New player", "CLEO", submit=True)
        await page.fill("New player", " ", submit=True)
        await page.tap("seat:Ana", "leave[0]", "start")
        assert Desk(store, page.page.route.removeprefix("/table/")).state.table.names == ("Eve Adams", "Ana")


async def test_a_typed_name_is_the_player_who_is_spelled_nearly_so(store: Store) -> None:
    tables.opened(store, TINY, 3, names=("José", "Bea", "Zoe"))
    tables.opened(store, TINY, 2, names=("Zoë", "Ana"))
    async with at(store, "/new/tiny") as page:
        await page.fill("New player", "jose, bea", submit=True)
        assert is_selected(page, "seat:José")
        assert is_selected(page, "seat:Bea")
        await page.fill("New player", "Jose", submit=True)
        assert message(page) == "José is already at the table; add an initial to tell two players of that name apart."
        await page.fill("New player", "Zoé", submit=True)
        await page.tap("start")
        assert Desk(store, page.page.route.removeprefix("/table/")).state.table.names == ("José", "Bea", "Zoé")


async def test_two_who_are_called_the_same_are_refused_in_the_message_line(store: Store) -> None:
    async with at(store, "/new/tiny") as page:
        for name in ("Straße", "STRASSE"):
            await page.fill("New player", name, submit=True)
        refusal = "Straße is already at the table; add an initial to tell two players of that name apart."
        assert message(page) == refusal
        assert has(page, "1 more player needed")
        assert page.one(ft.TextField, label="New player").value == "STRASSE", "kept, to add the initial"
        await page.fill("New player", "Ana", submit=True)
        assert page.one(ft.TextField, label="New player").value == ""


@pytest.mark.long
async def test_the_table_of_last_time_sits_down_with_one_tap(store: Store) -> None:
    async with at(store, "/new/tiny") as page:
        assert "seats.last" not in pressed_names(page)
    tables.opened(store, TINY, 3)
    tables.opened(store, CROWN, 8)
    async with at(store, "/new/tiny") as page:
        await page.tap("seats.last")
        assert "seats.last" not in pressed_names(page)
        await page.tap("start")
        assert store.sessions.load_names(page.page.route.removeprefix("/table/")) == tuple(NAMES[:3])
    tables.opened(store, CROWN, 8)
    async with at(store, "/new/recruits") as page:  # eight cannot play it, and nobody here ever did
        assert "seats.last" not in pressed_names(page)


@pytest.mark.long
async def test_the_kind_of_evening_of_last_time_comes_with_its_players(store: Store) -> None:
    short = replace(CROWN.presets(3)[0].options, schedule=(2, 4), first_dealer=2)
    before = tables.opened(store, CROWN, 3, short)
    async with at(store, "/new/crown_battles") as page:
        await page.tap("seats.last", "start")
        desk = Desk(store, page.page.route.removeprefix("/table/"))
    assert desk.session_id != before.session_id
    assert desk.state.options == replace(short, first_dealer=0)  # the next one deals


@pytest.mark.long
async def test_undo_takes_back_the_last_tap_before_the_last_entry(store: Store) -> None:
    desk = tables.opened(store, CROWN, 3)
    bid_all(desk, 0)
    session = desk.session_id
    async with at(store, f"/table/{session}") as page:
        await page.tap("tricks_taken.tricks[1]=1", "tricks_taken.tricks[0]=0", "tricks_taken.tricks[0]=1", "undo")
        assert is_selected(page, "tricks_taken.tricks[0]=0")
        await page.tap("undo", "tricks_taken.tricks[1]=0", "undo")
        assert is_selected(page, "tricks_taken.tricks[1]=1")
        assert len(store.sessions.load(session).journal) == 4
        await page.tap("undo", "undo")
        assert len(store.sessions.load(session).journal) == 5  # the last bid is taken back
        assert has(page, "Ana bids")


@pytest.mark.long
async def test_undo_still_knows_the_last_tap_after_a_look_at_the_rules(store: Store) -> None:
    desk = tables.opened(store, CROWN, 3)
    bid_all(desk, 0)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("tricks_taken.tricks[0]=1", "tricks_taken.tricks[1]=0")
        await page.tap("open.rules", "back", "undo")
        assert is_selected(page, "tricks_taken.tricks[0]=1")
        await page.tap("undo", "undo")
    assert len(store.sessions.load(desk.session_id).journal) == 5  # after the first tap the last bid is taken back


async def test_a_name_is_typed_right_after_the_one_before(store: Store) -> None:
    async with at(store, "/new/tiny") as page:
        await page.fill("New player", "Ana", submit=True)
        assert [name for name, _ in page.client.calls].count("focus") == 1


@pytest.mark.long
async def test_a_full_table_takes_nobody_more(store: Store) -> None:
    tables.opened(store, TINY, 4)
    tables.opened(store, CROWN, 8)
    async with at(store, "/new/tiny") as page:
        for name in NAMES[:4]:
            await page.tap(f"seat:{name}")
        assert not page.all(ft.TextField)
        await page.tap(f"seat:{NAMES[4]}")
        assert message(page) == "The table is full: Tiny is for 4 players at most."
        await page.tap(f"seat:{NAMES[0]}")
        assert seated(page) == list(NAMES[1:4])
        assert is_selected(page, f"seat:{NAMES[1]}")
        assert not is_selected(page, f"seat:{NAMES[0]}")


@pytest.mark.long
async def test_seats_are_moved_and_shuffled(store: Store) -> None:
    tables.opened(store, TINY, 4)
    async with at(store, "/new/tiny") as page:
        for name in NAMES[:4]:
            await page.tap(f"seat:{name}")
        assert has(page, "Drag a handle to change seats")
        seats = page.one(ft.ReorderableListView)
        await page.fire(seats, "reorder", {"old_index": 0, "new_index": 2})
        assert seated(page) == ["Ben", "Cleo", "Ana", "Dov"]
        await page.tap("shuffle")
        assert sorted(seated(page)) == ["Ana", "Ben", "Cleo", "Dov"]


@pytest.mark.long
async def test_a_preset_sets_the_options_and_an_option_of_ones_own_leaves_it(store: Store) -> None:
    async with at(store, "/new/recruits") as page:
        await page.fill("New player", "Ana, Ben", submit=True)
        assert is_selected(page, "preset:count")
        await page.tap("preset:quick")
        assert is_selected(page, "option.variants=quick_game")
        assert has(page, "Over with the first empty pile.")
        await page.tap("preset:resolver")
        assert is_selected(page, "preset:quick")
        await page.tap("option.variants=pairs")
        assert has(page, "Your own choice of options; tap a preset to start from it.")
        await page.tap("option.variants=pairs", "start")
        options = Desk(store, page.page.route.removeprefix("/table/")).run.opened.options
        assert (options.level.value, [*options.variants]) == ("resolver", ["quick_game"])


@pytest.mark.long
async def test_how_much_is_entered_is_asked_once_and_leaves_other_options_alone(store: Store) -> None:
    async with at(store, "/new/recruit") as page:
        await page.fill("New player", "Ana, Ben, Cleo", submit=True)
        assert page.texts().count("What is entered") == 1
        assert not page.has("option.level=tricks")
        await page.tap("option.pile_count=cards", "preset:trick_log")
        assert is_selected(page, "preset:trick_log")
        assert not is_selected(page, "preset:counted")
        await page.tap("start")
        options = Desk(store, page.page.route.removeprefix("/table/")).run.opened.options
        assert (options.level.value, options.pile_count.value) == ("tricks", "cards")


async def test_house_rulings_stand_in_groups_and_each_is_explained_once(store: Store) -> None:
    id = tables.opened(store, CROWN, 4, CrownOptions(pool=(RoundType.NORMAL, RoundType.SPLIT))).session_id
    async with at(store, f"/table/{id}/setup") as page:
        await page.tap("fold:House rulings")
        texts = page.texts()[page.texts().index("Search the house rulings") :]
        groups = ("Trump", "Bids", "Special cards", "Tie-breaks", "Types of rounds", "The Split")
        assert [text for text in texts if text in groups] == list(groups)
        assert texts.count("Everybody plays in a tie-break, and its points are added.") == 1


async def test_house_rulings_are_folded_away_and_found_by_a_word(store: Store) -> None:
    async with at(store, "/new/sk_sealed") as page:
        await page.fill("New player", "Ana, Ben", submit=True)
        assert "option.top=4" not in pressed_names(page)
        assert has(page, "House rulings (1 question the rulebook leaves open)")
        await page.tap("fold:House rulings")
        assert "option.top=4" in pressed_names(page)
        await page.fill("Search the house rulings", "zebra")
        assert "option.top=4" not in pressed_names(page)
        await page.fill("Search the house rulings", "Coin")
        assert "option.top=4" in pressed_names(page)


# The table ---------------------------------------------------------------------------------------------------------


async def test_the_button_says_what_is_missing_and_records_when_nothing_is(store: Store) -> None:
    desk = tables.tiny(store)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.texts(page.id("confirm")) == ["Still open: Player."]
        await page.tap("confirm")
        assert desk.refresh() is False
        await page.tap("scored.seat=1")
        assert page.texts(page.id("confirm")) == ["Still open: Points."]
        await page.tap("scored.points=7")
        assert page.texts(page.id("confirm")) == ["Record"]
        await page.tap("confirm")
        assert desk.refresh()
        assert [step.event.points for step in desk.run.steps] == [7]
        assert page.texts(page.id("confirm")) == ["Still open: Player."]


async def test_two_printed_cards_may_overrule_two_rules_of_one_entry() -> None:
    rules = tuple(Rule(id, "Nobody scores.", "Here", waivable=True) for id in ("TY-901", "TY-902"))

    def refuse(state: Any, event: Any, waived: Collection[str] = ()) -> Any:
        for rule in rules:
            require(rule.id in waived, rule, f"{rule.id} forbids it.")
        return TINY.apply(state, event, waived)

    with Store(MEMORY, (replace(TINY, apply=refuse),)) as store:
        session_id = begin(store, store.games[0], ("Ana", "Ben"), TINY.options())
        async with at(store, f"/table/{session_id}") as page:
            await page.tap("scored.seat=0", "scored.points=7", "confirm")
            assert "TY-901" in message(page)
            await page.tap("waive")
            assert "TY-902" in message(page)
            await page.tap("waive")
        assert Desk(store, session_id).run.steps[-1].waived == ("TY-901", "TY-902")


async def test_the_points_a_form_would_bring_are_shown_before_it_is_recorded(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.texts(page.id("total[0]")) == ["5", "+5"]
        await page.tap("scored.seat=1", "scored.points=7")
        assert page.texts(page.id("total[1]")) == ["0", "+7"]
        assert page.texts(page.id("total[0]")) == ["5"]  # nothing changes there
        await page.tap("scored.points=0")
        assert page.texts(page.id("total[1]")) == ["0", "0"]
        await page.tap("scored.points=7")
        await page.tap("confirm")
        assert page.texts(page.id("total[1]")) == ["7", "+7"]


@pytest.mark.long
async def test_what_the_rules_forbid_is_told_in_the_message_line_and_a_printed_card_may_say_otherwise(
    store: Store,
) -> None:
    desk = tables.stacking(store)
    enter(desk, "bearer_placed", platform=0, defense=2)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("goblin_placed.platform=0")
        assert "Platform 1 of Ana" in message(page)
        await page.tap("rule.LR-071")
        assert has(page, "LR-071 · Shield Bearer")
        assert desk.refresh() is False
        await page.tap("waive")
        assert desk.refresh()
        assert desk.run.steps[-1].waived == ("LR-071",)


async def test_what_the_table_shows_at_its_top_opens_its_rule_among_those_of_the_moment(store: Store) -> None:
    desk = tables.opened(store, CROWN, 3)
    trump = next(fact.rule for fact in desk.game.view(desk.state).facts if fact.key == "trump")
    section = section_of(CROWN.key, trump.id)
    async with at(store, f"/table/{desk.session_id}/rules") as page:
        assert has(page, "Right now", "Trump to be spun")
        assert not has(page, section.title)
        await page.tap(f"rule.{trump.id}")
        assert section.title in page.texts(page.id(f"text.{trump.id}"))


@pytest.mark.long
async def test_a_half_filled_form_is_there_again_after_a_look_elsewhere(store: Store) -> None:
    desk = tables.stacking(store)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    enter(desk, "goblin_placed", platform=0)
    target = ask(desk, "attacked").fields[0].tiles[0].value
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("main.attacked", f"attacked.target={target}")
        await page.go("/")
        await page.go(f"/table/{desk.session_id}")
        assert f"attacked.target={target}" in pressed_names(page)
        await page.until(lambda: desk.draft("attacked") == {"target": target})


@pytest.mark.long
async def test_a_tap_on_what_is_still_open_goes_there(store: Store) -> None:
    desk = tables.opened(store, CROWN, 8)
    enter(desk, "trump_spun", shows="red")
    bid_all(desk, 0)
    async with at(store, f"/table/{desk.session_id}") as page:
        for seat in range(6):
            await page.tap(f"tricks_taken.tricks[{seat}]=0")
        await page.tap("confirm")
        (scrolled,) = [given for name, given in page.client.calls if name == "scroll_to"]
        assert scrolled["scroll_key"] == "row.6"
        assert any(isinstance(c.key, ft.ScrollKey) and c.key.value == "row.6" for c in page.walk())


async def test_a_form_that_brings_no_points_leaves_the_last_changes_as_they_are(store: Store) -> None:
    desk = tables.opened(store, LOOT)
    for _ in range(5):
        enter(desk, "event_flipped")
    enter(desk, "checkpoint_counted", points=[[0, 6], [1, 9], [2, 4]])
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.texts(page.id("confirm")) == ["Round 9 is over: count"]
        assert [page.texts(page.id(f"total[{seat}]")) for seat in range(3)] == [
            ["6", "+6"],
            ["9", "+9"],
            ["4", "+4"],
        ]


async def test_a_change_that_cannot_be_kept_is_told(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    async with at(store, f"/table/{desk.session_id}") as page:
        store.bin.add(desk.session_id)
        store.bin.empty([desk.session_id])
        await page.tap("undo")
        assert has(page, "Not recorded. This game no longer exists")
        await page.tap("scored.seat=1", "scored.points=7", "confirm")
        assert message(page).startswith("Not recorded. This game no longer exists")
        assert is_selected(page, "scored.points=7"), "the form stays"


@pytest.mark.long
async def test_the_last_entry_leads_its_own_window_to_the_result_and_no_other(store: Store) -> None:
    session_id = tables.tiny(store, rounds=1).session_id
    async with in_two_windows(store, f"/table/{session_id}") as (one, other):
        await one.tap("scored.seat=0", "scored.points=5", "confirm")
        other.use()
        await other.settle()
        assert other.page.route == f"/table/{session_id}"
        assert one.page.route == f"/result/{session_id}"


async def test_place_and_note_are_written_right_on_the_result(store: Store) -> None:
    session_id = finished(store, 0, 1)
    async with at(store, f"/result/{session_id}") as page:
        await page.tap("details")
        await page.fill("Place", "Café Süd")
        await page.fill("Note", "Rain")
        await page.tap("details.done")
        assert page.texts(page.id("described")) == ["Café Süd", "Rain"]
        head = store.sessions.load_head(session_id)
        assert (head.place, head.note) == ("Café Süd", "Rain")


@pytest.mark.long
async def test_somebody_elses_entry_appears_and_the_own_tap_is_not_recorded_twice(store: Store) -> None:
    session_id = tables.tiny(store).session_id
    async with in_two_windows(store, f"/table/{session_id}") as (one, other):
        await one.tap("scored.seat=0", "scored.points=5")
        await other.until(lambda: is_selected(other, "scored.seat=0"))
        late = other.tappable("confirm")
        await one.tap("confirm")
        await other.tap(late)
        await other.until(lambda: other.texts(other.id("total[0]")) == ["5", "+5"])
        assert len(store.sessions.load(session_id).journal) == 2


@pytest.mark.long
async def test_a_half_filled_form_is_there_again_after_a_restart(store: Store) -> None:
    session_id = tables.tiny(store).session_id
    async with at(store, f"/table/{session_id}") as page:
        await page.tap("scored.seat=2")
        await page.settle(0.1)
    async with at(store, f"/table/{session_id}") as page:
        assert is_selected(page, "scored.seat=2")


async def test_where_the_points_come_from_is_one_tap_away(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    enter(desk, "adjusted", seat=0, points=-700, reason="a bet")
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.texts(page.id("total[0]")) == ["−695", "−700"]
        await page.tap("total[0]")
        assert has(page, "Ana: where the points come from", "5 points", "by agreement (a bet)", SCORE.source)
        assert not has(page, "TINY-1"), "numbers of rules are out of sight until asked for"
        assert out_of_reach(page) == []
        await page.tap("sheet.close", "total[1]")
        assert has(page, "No points yet.")


@pytest.mark.long
async def test_what_happens_beside_the_game_is_in_one_menu(store: Store) -> None:
    desk = tables.tiny(store)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides")
        assert "aside.adjusted" in pressed_names(page)
        await page.tap("aside.stopped", "aside.back", "aside.adjusted")
        assert out_of_reach(page) == []
        assert page.texts(page.id("aside.confirm")) == ["Still open: Player."]
        await page.tap("adjusted.seat=1")
        await type_on(page, "adjusted.points.pad", "20±")
        await page.fill("What for", "a bet")
        await page.tap("aside.confirm")
        assert page.texts(page.id("total[1]")) == ["−20", "−20"]
        assert "aside.confirm" not in pressed_names(page)


async def test_a_refused_aside_says_why_and_stays_open(store: Store) -> None:
    async with at(store, f"/table/{tables.crowned(store, bids=0)}") as page:
        await page.tap("asides", "aside.came_late")
        await page.fill("Name", "Ana")
        await page.tap("aside.confirm")
        assert message(page) == "Ana is already here; add an initial."
        assert page.id("aside.confirm")


@pytest.mark.long
async def test_a_stopped_session_says_so_and_goes_on(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides", "aside.stopped")
        await page.fill("Why", "the last train")
        await page.tap("aside.confirm")
        assert message(page) == "Stopped (the last train). Everything is kept."
        await page.tap("resume")
        assert "confirm" in pressed_names(page)


@pytest.mark.parametrize("counts", [True, False])
async def test_a_stopped_session_that_counts_is_played_and_leads_to_its_result(counts: bool, store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    enter(desk, "stopped", reason="the last train", counts=counts)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert ("result" in pressed_names(page), "resume" in pressed_names(page)) == (counts, True)
        if counts:
            await page.tap("result")
            assert page.texts(page.id("winner")) == ["Ana wins"]
            await page.go(f"/table/{desk.session_id}")
        await page.go(f"/result/{desk.session_id}")
        assert "Stopped (the last train)." in page.texts()
        await page.go("/")
        names = pressed_names(page)
        assert (f"played[{desk.session_id}]" in names, f"continue[{desk.session_id}]" in names) == (counts, not counts)
        await page.go(f"/table/{desk.session_id}")
        await page.tap("resume")
        assert "confirm" in pressed_names(page)


@pytest.mark.long
async def test_a_renamed_player_is_called_so_on_both_panes(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    async with at(store, f"/table/{desk.session_id}", **DESK) as page:
        store.players.rename(named(store, "Ana"), "Anastasia")
        await page.until(lambda: "Anastasia" in page.texts())
        assert "Ana" not in page.texts()


# Sheet and log -----------------------------------------------------------------------------------------------------


async def test_every_cell_of_the_sheet_opens_its_lines(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 3))
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        assert [name for name in pressed_names(page) if name.startswith("cell")] == ["cell[1][0]", "cell[2][1]"]
        await page.tap("cell[2][1]")
        assert has(page, "Ben: where the points come from", "3 points")
        assert not has(page, "5 points")
        assert out_of_reach(page) == []
        await page.tap("rule.TINY-1")
        assert page.texts(page.id("text.TINY-1")) == [SCORE.text, f"TINY-1 · {SCORE.source}"]
        await page.tap("rule.TINY-1")
        assert not [control for control in page.all(ft.Semantics) if control.identifier == "text.TINY-1"]
        assert has(page, "Ben: where the points come from")


@pytest.mark.long
async def test_the_sheet_notes_tricks_and_bids_below_the_points_and_says_what_they_mean(store: Store) -> None:
    desk = tables.opened(store, CROWN, 3, CROWN.options(schedule=(2, 3)))
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        assert "Below the points: tricks taken/bid." not in page.texts()
    for bid in (1, 0, 2):
        tables.enter(desk, "bid_placed", bid=[bid])
    tables.enter(desk, "tricks_taken", tricks=[[0, 1], [1, 1], [2, 0]])
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        cells = [page.texts(page.id(f"cell[1][{seat}]")) for seat in range(3)]
        assert cells == [["Ana", "−10", "1/2"], ["Ben", "+30", "1/1"], ["Cleo", "+20", "0/0"]]
        assert "Below the points: tricks taken/bid." in page.texts()


@pytest.mark.parametrize("path", ["table/{}/sheet", "session/{}"])
async def test_the_sheet_of_five_allies_fits_a_phone(path: str, store: Store) -> None:
    desk = tables.opened(store, CROWN, 5, CROWN.options(schedule=(2, 2), pool=(RoundType.ALLIANCES,)))
    tables.enter(desk, "teams_formed", teams=[[0, 1], [2, 3], [4]])
    while desk.main and desk.main.kind == "bid_placed":
        tables.record(desk, "bid_placed", bid=[0, 1] if desk.main.seat == 0 else [0])
    tables.enter(desk, "tricks_taken", tricks=[[0, 2], [1, 0], [2, 0], [3, 0], [4, 0]])
    async with at(store, f"/{path.format(desk.session_id)}", width=360, height=740) as page:
        assert page.texts(page.id("cell[1][0]"))[-1] == "team\n2/0–1"
        assert "More players follow" not in page.texts()


@pytest.mark.long
@pytest.mark.parametrize("is_recorded", [True, False], ids=["recorded", "half filled"])
async def test_answers_whose_field_another_answer_opened_are_kept(is_recorded: bool, store: Store) -> None:
    """Who owns a bonus card opens the number of cards it pays for."""
    desk = tables.opened(store, FACTION_WARS, 3)
    for seat in range(3):
        enter(desk, "cards_counted", recruits=12, bystanders=0, berserkers=seat)
    address = f"/table/{desk.session_id}"
    if is_recorded:
        owned: dict[str, Any] = {"counts": [["fair_winds", [[0, 4]]]]}
        owners = [[card.value, 0 if card == "fair_winds" else None] for card in NamedBonusCard]
        points = [[seat, 0] for seat in range(3)]
        address += f"/log/{enter(desk, 'bonuses_scored', owners=owners, points=points, **owned)}"
    else:
        async with at(store, address) as page:
            for tap in ("owners[fair_winds]", "owners[fair_winds]=0", "counts[fair_winds][0]=4"):
                await page.tap(f"bonuses_scored.{tap}")
            kept = lambda: store.drafts.load(desk.session_id, desk.number).get("bonuses_scored")  # noqa: E731
            await page.until(lambda: "counts" in (kept() or {}))  # it is written after its frame
    async with at(store, address) as page:
        for name in ("owners[fair_winds]", "counts[fair_winds][0]=4"):
            assert is_selected(page, f"bonuses_scored.{name}")
        assert "Ana ▾" in page.texts(page.id("bonuses_scored.owners[fair_winds]"))


async def test_a_bonus_card_is_nobodys_until_it_is_tapped_and_other_points_are_folded(store: Store) -> None:
    desk = tables.opened(store, FACTION_WARS, 5)
    for _ in range(5):
        enter(desk, "cards_counted", recruits=12, bystanders=0, berserkers=0)
    path = "bonuses_scored"
    async with at(store, f"/table/{desk.session_id}") as page:
        for card in NamedBonusCard:
            assert "Nobody ▾" in page.texts(page.id(f"{path}.owners[{card.value}]"))
        assert not page.has(f"{path}.owners[fair_winds]=0")
        assert not page.has(f"{path}.points[0]=2")
        await page.tap(f"{path}.owners[fair_winds]", f"{path}.owners[fair_winds]=1", f"{path}.counts[fair_winds][1]=4")
        await page.tap(f"{path}.points.open", f"{path}.points[0]=2")
        assert {"+5", "+2"} <= set(page.texts())
        await page.tap("confirm")
    after = Desk(store, desk.session_id).run.state
    assert totals(after.ledger, after.table.seats) == {0: 14, 1: 17, 2: 12, 3: 12, 4: 12}


@pytest.mark.parametrize(("rounds", "is_drawn"), [(1, False), (2, True)])
async def test_points_counted_once_make_no_curve(rounds: int, is_drawn: bool, store: Store) -> None:
    desk = tables.tiny(store, *((0, 5),) * rounds, rounds=rounds)
    for address in (f"/result/{desk.session_id}", f"/session/{desk.session_id}"):
        async with at(store, address) as page:
            assert bool(page.all(cv.Canvas)) == is_drawn


async def test_a_new_bystander_waits_for_its_whole_penalty(store: Store) -> None:
    desk = tables.opened(store, FACTION_WARS, 3, FactionOptions(level=FactionLevel.ROUNDS))
    enter(desk, "bids_turned", bids=[[0, 1], [1, 2], [2, 3]])
    path = "card_collected.card"
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.fill("Card", "Farmer")
        for number in ("kind=4", "value=0", "points=10"):
            await page.tap(f"{path}.{number}")
    assert Desk(store, desk.session_id).journal[-1].event.card == KnownCard(
        "Farmer", (("kind", 4), ("value", 0), ("points", 10))
    )


def counts_everybody(store: Store) -> Desk:
    """A table of Faction Wars that is asked for its bonus cards; Ana has two Berserkers."""
    desk = tables.opened(store, FACTION_WARS, 4)
    for seat in range(4):
        enter(desk, "cards_counted", recruits=12, bystanders=0, berserkers=2 - seat if seat < 2 else 0)
    return desk


@pytest.mark.long
async def test_the_faction_bonus_cards_stand_first_and_the_button_says_what_is_open(store: Store) -> None:
    desk = counts_everybody(store)
    async with at(store, f"/table/{desk.session_id}") as page:
        named = [c.identifier for c in page.all(ft.Semantics) if c.identifier]
        first, points = "bonuses_scored.owners[gatling_gun]", "bonuses_scored.points.open"
        assert named.index(first) < named.index(points) < named.index("total[0]")
        assert page.texts(page.id("confirm")) == ["Score the bonuses"]
        await page.tap("bonuses_scored.owners[odins_favor]", "bonuses_scored.owners[odins_favor]=0")
        assert page.texts(page.id("confirm")) == ["Still open for Ana: Vikings."]
        await page.tap("bonuses_scored.counts[odins_favor][0]=1")
        assert has(page, "Ana has 2 Berserkers, and every Berserker is a Viking.")
        await page.tap("bonuses_scored.counts[odins_favor][0]=3")
        assert page.texts(page.id("confirm")) == ["Score the bonuses"]


@pytest.mark.long
async def test_a_correction_has_the_same_short_rows_as_the_table(store: Store) -> None:
    def keys(page: Page) -> set[str]:
        return set(page.names("bonuses_scored."))

    desk = counts_everybody(store)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("bonuses_scored.owners[odins_favor]", "bonuses_scored.owners[odins_favor]=0")
        await page.tap("bonuses_scored.counts[odins_favor][0]=3")
        at_the_table = keys(page)
        assert "bonuses_scored.counts[odins_favor][0].more" in at_the_table
        await page.tap("confirm")
        await page.go(f"/table/{desk.session_id}/log/5")
        assert keys(page) == at_the_table


@pytest.mark.parametrize("scores", [((0, 5), (1, 5), (2, 5)), ((0, 5), (1, 5)), ((2, 8), (2, 1))])
async def test_the_badges_at_the_end_of_the_curve_do_not_overlap(
    scores: tuple[tuple[int, int], ...], store: Store
) -> None:
    desk = tables.tiny(store, *scores)
    async with at(store, f"/table/{desk.session_id}", width=1280) as page:
        (picture,) = page.all(cv.Canvas)
        badges = [shape for shape in picture.shapes if isinstance(shape, cv.Circle)]
        assert len(badges) == 3
        heights = sorted(badge.y for badge in badges)
        assert all(below - above >= 2 * badges[0].radius for above, below in pairwise(heights))
        assert heights[0] - badges[0].radius >= 0
        assert heights[-1] + badges[0].radius <= 200


@pytest.mark.long
async def test_the_way_back_from_the_sheet_leads_to_the_table_and_after_the_end_to_the_result(store: Store) -> None:
    for scores, place in ((((0, 5),), "table"), (((0, 5), (1, 3), (2, 1)), "result")):
        session_id = tables.tiny(store, *scores).session_id
        async with at(store, f"/table/{session_id}/sheet") as page:
            await page.tap("back")
            assert page.page.route == f"/{place}/{session_id}"


@pytest.mark.long
async def test_the_logs_of_two_sessions_are_not_mixed_up(store: Store) -> None:
    one, other = tables.tiny(store, (0, 5)), tables.tiny(store, (2, 9))
    async with at(store, f"/table/{one.session_id}/log") as page:
        await page.go(f"/table/{other.session_id}/log")
        assert has(page, "Cleo scores 9")
        store.players.rename(named(store, "Cleo"), "Cleopatra")
        await page.until(lambda: has(page, "Cleopatra scores 9"))


@pytest.mark.long
async def test_a_correction_shows_what_changes_before_it_is_saved(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 3))
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[2]")
        assert is_selected(page, "scored.points=3")
        assert out_of_reach(page) == []
        await page.tap("scored.points=8", "entry.check")
        assert has(page, "Ben", "Round 2: 3 → 8", "3 → 8", "2nd → 1st", "1st → 2nd")
        assert out_of_reach(page) == []
        assert desk.refresh() is False
        await page.tap("preview.cancel", "entry.check", "preview.save")
        assert desk.refresh()
        assert has(page, "Ben scores 8")
        assert "preview.save" not in pressed_names(page)
        assert page.texts(page.id("entry[2]"))[1:] == ["Ben scores 8", "corrected"]
        assert "corrected" not in page.texts(page.id("entry[1]"))
        await page.tap("undo")
        assert page.texts(page.id("entry[2]"))[1:] == ["Ben scores 3"]


async def test_a_correction_that_breaks_a_later_entry_can_be_saved_and_fixed(store: Store) -> None:
    store.sessions.now = ticking(step=timedelta(minutes=1))
    desk = tables.opened(store, sealed.GAME, 2)
    enter(desk, "bids_turned", bids=[[0, 3], [1, 1]])
    enter(desk, "bids_turned", bids=[[0, 0], [1, 2]])
    async with at(store, f"/table/{desk.session_id}/log") as page:
        time = page.texts(page.id("entry[2]"))[0]
        await page.tap("entry[1]")
        await seal(page, "bids_turned.bids[1]", 3)
        await page.tap("entry.check")
        assert has(page, "“Bids: Ana 0, Ben 2” no longer fits: No bids are turned over now.")
        assert has(page, "You can also leave it for later: 1 line is on hold then, and nothing is lost.")
        assert out_of_reach(page) == []
        await page.tap("preview.save")
        assert page.texts(page.id("entry[2]")) == [time, "On hold: Bids: Ana 0, Ben 2"]
        await page.tap("entry[2]")
        assert has(page, "On hold: No bids are turned over now.", "remove this.")
        await page.tap("entry.remove", "preview.save")
        desk.refresh()
        assert desk.run.waiting == ()


async def seal(page: Page, path: str, value: Any) -> None:
    """Hold to open, tap an answer, and see it covered again."""
    await page.hold(f"{path}.hold")
    await page.tap(f"{path}={value}")


async def test_a_forbidden_correction_is_refused_at_the_form(store: Store) -> None:
    desk = tables.opened(store, CROWN, 2, CrownOptions(schedule=(5, 5), screw_the_dealer=True))
    enter(desk, "bid_placed", bid=[2])
    enter(desk, "bid_placed", bid=[2])
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[2]", "bid_placed.bid=3")
        assert "may not bid 3" in message(page)
        await page.tap("bid_placed.bid=4", "entry.check", "preview.save")
        desk.refresh()
        assert desk.event(2).bid == (4,)


async def test_a_correction_that_the_rules_refuse_says_why_and_shows_no_preview(store: Store) -> None:
    """The platform is legal as an answer, but there is a Shield Bearer on it by then."""
    desk = tables.stacking(store)
    enter(desk, "bearer_placed", platform=0, defense=2)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    placed = enter(desk, "goblin_placed", platform=1)
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap(f"entry[{placed}]", "goblin_placed.platform=0", "entry.check")
        assert "Platform 1 of Ana" in message(page)
        assert "preview.save" not in pressed_names(page)
        await page.tap("waive", "preview.save")
        desk.refresh()
        assert desk.event(placed).platform == 0


async def test_an_entry_is_corrected_on_the_table_as_it_was_then(store: Store) -> None:
    """The goblin that was attacked has fallen since; the form must still show it."""
    desk = tables.stacking(store)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    enter(desk, "goblin_placed", platform=0)
    target = ask(desk, "attacked").fields[0].tiles[0].value
    attack = enter(desk, "attacked", target=target, negated=False)
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap(f"entry[{attack}]")
        assert f"attacked.target={target}" in pressed_names(page)
        await page.tap("attacked.negated", "entry.check", "preview.save")
        desk.refresh()
        assert desk.event(attack).negated


async def test_where_all_tricks_are_given_out_nothing_is_left_for_the_others(store: Store) -> None:
    desk = tables.opened(store, RECRUIT, 4)
    enter(desk, "suit_displayed", suit="S")
    tricks = "tricks_counted.tricks"
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap(f"{tricks}[0].more", f"{tricks}[0]=9", f"{tricks}[1]=4")
        assert has(page, "Next: the faces")
        assert "nothing is left for Cleo and Dov." in " ".join(page.texts())


@pytest.mark.parametrize(("players", "lines"), [(3, 1), (8, 2)])
async def test_long_names_above_narrow_columns_take_two_lines(players: int, lines: int, store: Store) -> None:
    names = ("Annemarie", "Benedikta", *NAMES[2:])
    async with at(store, f"/table/{tables.opened(store, CROWN, players, names=names).session_id}/sheet") as page:
        (name,) = [control for control in page.walk() if getattr(control, "value", "") == "Annemarie"]
        assert name.max_lines == lines


async def test_what_is_still_secret_is_not_shown_where_it_is_corrected(store: Store) -> None:
    desk = tables.opened(store, RECRUIT, 2, RecruitOptions(level=Level.TRICKS))
    enter(desk, "card_displayed", card="7H")
    noted = enter(desk, "card_noted", card="jack")
    for _ in range(2):
        enter(desk, "trick_won", seat=1)
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap(f"entry[{noted}]")
        assert not is_selected(page, "card_noted.card=jack")


async def test_a_correction_that_cannot_be_kept_is_told(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[1]", "entry.remove")
        store.bin.add(desk.session_id)
        store.bin.empty([desk.session_id])
        await page.tap("preview.save")
        assert has(page, "Not recorded. This game no longer exists")


@pytest.mark.long
async def test_the_set_up_is_corrected_like_an_entry(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (2, 1))
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("log.setup")
        assert seated(page) == ["Ana", "Ben", "Cleo"]
        await page.tap("leave[2]", "start")
        assert has(page, "“Cleo scores 1” no longer fits: Choose one of the players.")
        await page.tap("preview.save")
        desk.refresh()
        assert (desk.state.table.names, desk.run.waiting) == (("Ana", "Ben"), (2,))
        assert page.page.route == f"/table/{desk.session_id}/log"


async def test_another_player_does_not_cost_the_table_its_own_options(store: Store) -> None:
    desk = tables.opened(store, TINY, 3, Options(rounds=7))
    async with at(store, f"/table/{desk.session_id}/setup") as page:
        await page.tap("leave[2]")
        await page.fill("New player", "Dov", submit=True)
        await page.tap("start", "preview.save")
        desk.refresh()
        assert (desk.state.table.names, desk.state.rounds) == (("Ana", "Ben", "Dov"), 7)


# Result, history, session ------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_the_result_tells_who_won_and_why_and_takes_back_the_last_entry(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 5), (2, 1))
    async with at(store, f"/result/{desk.session_id}") as page:
        assert page.texts(page.id("winner")) == ["Ana and Ben win"]
        assert has(page, "Most points after the last round.", "The rule: Invented", "1st", "3rd")
        assert out_of_reach(page) == []
        await page.tap("undo")
        desk.refresh()
        assert desk.main is not None
        assert page.page.route == f"/table/{desk.session_id}"


@pytest.mark.long
async def test_a_result_without_a_course_shows_none(store: Store) -> None:
    desk = tables.opened(store, RECRUITS, 2)
    enter(desk, "counted_so_far", kings=[[0, 4], [1, 0]], queens=[[0, 1], [1, 1]], jacks=[[0, 0], [1, 0]])
    async with at(store, f"/table/{desk.session_id}", **DESK) as page:
        assert has(page, "Score sheet", "19")
        assert not has(page, "How it goes")
    enter(desk, "ended_early")
    for route in ("result", "session"):
        async with at(store, f"/{route}/{desk.session_id}") as page:
            assert has(page, "19")
            assert not has(page, "How it went")
    other = tables.tiny(store, (0, 5), (1, 5), (2, 1))
    async with at(store, f"/session/{other.session_id}") as page:
        assert has(page, "How it went")


# Rules and settings ------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_rules_are_found_by_a_word_and_the_rule_of_the_moment_stands_first(store: Store) -> None:
    desk = tables.opened(store, CROWN, 5)
    async with at(store, f"/table/{desk.session_id}/rules") as page:
        assert has(page, "Right now")
        assert page.names("section.") == [f"section.{desk.main.rule.id}"]
        await page.tap("rules.contents[0]")
        assert len(page.names("section.")) > 5
        await page.tap("rules.contents[0]")
        assert len(page.names("section.")) == 1
        await page.fill("Search the rules", "CROWN tie")
        assert page.names("section.")[0] == "section.CB-153"
        await page.fill("Search the rules", "a")
        assert has(page, "more rules with some of these words")
        assert len(page.names("section.")) == 20
        assert not has(page, "Right now")
        await page.fill("Search the rules", "zebra")
        assert has(page, "No rule found.")
        await page.tap("back")
        assert page.page.route == f"/table/{desk.session_id}"


async def test_a_rule_of_the_moment_is_shown_once(store: Store) -> None:
    session_id = played(store, RECRUIT, 4, 0, 12)
    desk = Desk(store, session_id)
    trump = next(fact for fact in desk.shown.view.facts if fact.key == "trump")
    assert (desk.main and desk.main.rule) == trump.rule
    async with at(store, f"/table/{session_id}/rules") as page:
        assert has(page, "Right now")
        assert not has(page, f"{trump.label} {trump.value}")


async def test_the_result_says_what_one_more_would_have_meant(store: Store) -> None:
    desk = Desk(store, played(store, RECRUIT, 3, 7, 400))
    async with at(store, f"/result/{desk.session_id}") as page:
        await page.until(lambda: has(page, "With 6 tricks for Ben and 6 for Cleo in hand 3, Ben would have won."))


@pytest.mark.long
async def test_settings_count_at_once_and_for_every_window_opened_later(store: Store) -> None:
    async with at(store, "/settings") as page:
        for name in ("setting.theme=dark", "setting.scale=1.3", "setting.letters=True"):
            await page.tap(name)
            assert is_selected(page, name)
        assert page.page.theme_mode is ft.ThemeMode.DARK
        await page.change(page.one(ft.Switch), value=False)
        for is_on in (True, False):
            await page.tap("setting.awake")  # on its words
            assert page.one(ft.Switch).value is is_on
    kept = {"theme": "dark", "scale": 1.3, "letters": True, "awake": False}
    assert {key: store.settings.get(key) for key in kept} == kept
    async with at(store, "/settings") as page:
        assert page.page.theme_mode is ft.ThemeMode.DARK
        assert all(is_selected(page, f"setting.{key}={kept[key]}") for key in ("theme", "scale", "letters"))
        assert page.one(ft.Switch).value is False


async def test_a_setting_that_cannot_be_saved_says_so_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    async with at(store, "/settings") as page:
        before = page.page.theme_mode

        def refuse(*_: Any) -> None:
            raise StorageFull("The disk is full.")

        monkeypatch.setattr(store.settings, "put", refuse)
        await page.tap("setting.theme=dark")
        assert "Not saved. The disk is full." in page.texts()
        assert page.page.theme_mode is before
        assert not is_selected(page, "setting.theme=dark")


@pytest.mark.long
async def test_large_text_is_larger_and_suits_can_have_letters(store: Store) -> None:
    desk, counting = tables.opened(store, RECRUIT, 2), tables.opened(store, GAMES[0], 3)
    bid_all(counting, 1)
    sizes = []
    for scale, letters in ((1.0, False), (1.3, True)):
        store.settings.put("scale", scale)
        store.settings.put("letters", letters)
        async with at(store, f"/table/{desk.session_id}") as page:
            sizes.append(page.one(ft.Text, value="Recruit").style.size)
            assert ("H" in page.texts(page.id("suit_displayed.suit=H"))) is letters
            await page.go(f"/table/{counting.session_id}")
            (undo,) = [text for text in page.all(ft.Text) if str(text.value).startswith("Undo: ")]
            assert undo.style.size == pytest.approx(12 * scale, abs=0.1)
    assert sizes[1] == pytest.approx(sizes[0] * 1.3, abs=0.1)


async def test_the_screen_stays_on_at_the_table_where_that_is_wanted(store: Store) -> None:
    desk = tables.tiny(store)
    for wanted in (True, False):
        store.settings.put("awake", wanted)
        async with at(store, f"/table/{desk.session_id}") as page:
            assert ("enable" in [name for name, _ in page.client.calls]) is wanted


async def test_the_third_session_to_go_on_with_is_a_slim_row(store: Store) -> None:
    third, *_ = [tables.tiny(store).session_id for _ in range(3)]
    async with at(store, "/") as page:
        assert len(page.all(ft.Icon, icon=ft.Icons.PLAY_CIRCLE_FILLED_ROUNDED)) == 2
        await page.tap(f"continue[{third}]")
        assert page.page.route == f"/table/{third}"


async def test_a_closed_choice_at_the_table_is_struck_out_and_says_why(store: Store) -> None:
    desk = tables.opened(store, sealed.GAME, 2)
    enter(desk, "bids_turned", bids=[[0, 1], [1, 1]])
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("cards_turned.cards[0]=sun3")
        assert is_struck(page, "cards_turned.cards[1]=sun3")
        await page.tap("cards_turned.cards[1]=sun3")
        assert message(page) == "Ana has it."
        scrolled = [control for column in page.all(ft.Column) if column.scroll for control in page.walk(column)]
        assert scrolled
        assert page.id("message") not in scrolled  # what scrolls may hide it


def test_what_lay_in_the_bin_for_thirty_days_is_deleted_when_the_app_opens(store: Store) -> None:
    old, young = (tables.tiny(store, (0, 5)).session_id for _ in range(2))
    store.bin.add(old)
    store.bin.now = ticking(datetime(2026, 2, 2, tzinfo=UTC))
    store.bin.add(young)
    main_for(store)
    assert [head.id for head in store.history.list_sessions(binned=True).sessions] == [young]


@pytest.mark.parametrize(
    ("game", "options", "kind", "meaning"),
    [
        (RECRUIT, None, "variations_declared", "Two or more cards of a face rank cost 3, not 5."),
        (CROWN, CrownOptions(pool=(*ROUNDS,)), "type_drawn", "Teams of two add up their bids and meet them together."),
    ],
    ids=["a slim row", "the main question"],
)
async def test_what_choices_mean_is_told_before_a_tap_records_one(
    game: AnyGame, options: Any, kind: str, meaning: str, store: Store
) -> None:
    desk = tables.opened(store, game, 4, options)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap(f"meanings.{kind}")
        assert has(page, "What they mean", meaning)
        await page.tap("sheet.close")
        assert not has(page, meaning)
        assert Desk(store, desk.session_id).number == desk.number, "nothing was recorded"


async def test_the_rule_that_a_refusal_cites_is_as_high_as_a_thumb_needs(store: Store) -> None:
    desk = tables.opened(store, RECRUITS, 2)
    enter(desk, "counted_so_far", kings=[[0, 4], [1, 0]], queens=[[0, 1], [1, 1]], jacks=[[0, 0], [1, 0]])
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("main.counted_so_far", "confirm")
        assert has(page, "Nothing has been added since the last time.")
        assert out_of_reach(page) == []


async def test_recruits_counted_so_far_are_foreseen_before_all_are_in(store: Store) -> None:
    desk = tables.opened(store, RECRUITS, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("recruits_counted.kings[0]=2")
        assert page.texts(page.id("total[0]")) == ["0", "+8"]
        assert page.texts(page.id("total[1]")) == ["0"]
        await page.tap("recruits_counted.jacks[1]=1")
        assert page.texts(page.id("total[1]")) == ["0", "+2"]
        await page.tap("recruits_counted.kings[0]=2")  # the key with two kings goes on to three
        assert page.texts(page.id("total[0]")) == ["0", "+12"]


def test_the_gain_of_the_last_round_is_not_shown_where_the_next_one_is_counted(store: Store) -> None:
    desk = tables.opened(store, CROWN, 3, CrownOptions(schedule=(2, 2)))
    bid_all(desk, 0)
    enter(desk, "tricks_taken", tricks=[[0, 2], [1, 0], [2, 0]])
    assert [facts.change for facts in seat_facts(desk, desk.main)] == [-20, 20, 20]
    bid_all(desk, 0, 1)
    assert desk.main.kind == "tricks_taken"
    assert [facts.change for facts in seat_facts(desk, desk.main)] == [None, None, None]


@pytest.mark.parametrize(("players", "has_edge"), [(5, False), (8, True)])
async def test_the_sheet_of_five_fits_a_small_phone_and_an_edge_says_if_more_follow(
    players: int, store: Store, *, has_edge: bool
) -> None:
    session_id = tables.played(store, CROWN, players, events=30)
    async with at(store, f"/table/{session_id}/sheet", width=360, height=740) as page:

        def list_edges() -> list[ft.Icon]:
            return [icon for icon in page.all(ft.Icon) if icon.semantics_label == "More players follow"]

        assert bool(list_edges()) == has_edge
        if has_edge:
            sheet = next(row for row in page.all(ft.Row) if row.scroll is ft.ScrollMode.HIDDEN and row.on_scroll)
            spot = {"event_type": "update", "min_scroll_extent": 0, "max_scroll_extent": 90, "viewport_dimension": 270}
            await page.fire(sheet, "scroll", {**spot, "pixels": 40})
            assert list_edges()
            await page.fire(sheet, "scroll", {**spot, "pixels": 90})
            assert not list_edges(), "the last column is in sight"


async def test_the_sheet_shows_running_totals_if_asked_and_remembers_it(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (0, 3), rounds=4)
    route = f"/table/{desk.session_id}/sheet"
    async with at(store, route) as page:
        assert [page.texts(page.id(f"cell[{round_}][0]")) for round_ in (1, 2)] == [["Ana", "+5"], ["Ana", "+3"]]
        await page.tap("sheet.running")
        assert [page.texts(page.id(f"cell[{round_}][0]")) for round_ in (1, 2)] == [
            ["Ana", "5", "+5"],
            ["Ana", "8", "+3"],
        ]
    async with at(store, route) as page:
        assert is_selected(page, "sheet.running")


async def test_a_part_of_the_set_up_can_be_closed_again(store: Store) -> None:
    async with at(store, "/new/crown_battles") as page:
        await page.fill("New player", "Ana, Ben, Cleo", submit=True)
        await page.tap("fold:Schedule")
        assert "fold:Schedule" not in pressed_names(page)
        await page.tap("close:Schedule")
        assert "fold:Schedule" in pressed_names(page)


async def test_the_sheet_says_that_its_total_has_points_the_table_does_not_count_yet() -> None:
    now = ScoreLine(2, Seat(1), SCORE, (Term("on the table", 4),))
    game = replace(TINY, provisional=lambda state: (*state.ledger, *(() if state.played == state.rounds else (now,))))
    with Store(MEMORY, (game,)) as store:
        desk = tables.opened(store, game, 3, Options(2))
        enter(desk, "scored", seat=0, points=3)
        async with at(store, f"/table/{desk.session_id}/sheet") as page:
            assert has(page, "As it stands")
            assert not has(page, "Total")
        enter(desk, "scored", seat=1, points=4)
        async with at(store, f"/session/{desk.session_id}") as page:
            assert has(page, "Total")
            assert not has(page, "As it stands")
