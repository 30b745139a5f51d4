"""Groups: fights and teams formed by tapping names, also after a change of mind."""

from typing import Any

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.testing.accessibility import is_selected
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.options import Options, RoundType
from storage.store import Store
from tests.companion.pages import at, type_on
from tests.companion.tables import bid_all, enter, opened


@pytest.mark.long
async def test_the_last_fight_is_left_over_and_can_still_be_changed(store: Store) -> None:
    desk = opened(store, GAME, 5, Options(pool=(RoundType.DUEL_FIGHTS,)))
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("duels_paired.fights[0]", "duels_paired.fights[1]")
        assert "Ana + Ben · Cleo + Dov + Eve" in page.texts()
        await page.tap("duels_paired.fights[2]")  # joins the second fight, where Cleo is foreseen already
        assert "Ana + Ben · Cleo + Dov + Eve" in page.texts()
        await page.tap("duels_paired.fights[1]")  # on to the second one, which is full without Ben
        await page.tap("duels_paired.fights[1]")  # and out
        await page.tap("duels_paired.fights[3]")
        assert "Ana + Dov · Ben + Cleo + Eve" in page.texts()
        assert is_selected(page, "duels_paired.fights[4]")
        await page.tap("confirm")
        assert {"Duel Ben – Cleo – Eve", "Duel Dov – Ana"} <= set(page.texts())


async def test_teams_may_be_drawn(store: Store) -> None:
    desk = opened(store, GAME, 3, Options(pool=(RoundType.ALLIANCES,)))
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("teams_formed.teams.chance", "confirm")
        assert sum(text.endswith(" alone") for text in page.texts()) == 1


@pytest.mark.parametrize(("shown", "label"), [((), 0), ((0,), 1)])
async def test_a_used_note_is_marked_beside_the_name(shown: tuple[int, ...], label: int, store: Store) -> None:
    desk = opened(store, GAME, 3, Options(pool=(RoundType.ALLIANCES,)))
    enter(desk, "teams_formed", teams=[[0, 1], [2]])
    bid_all(desk, 0)
    for seat in shown:
        enter(desk, "note_shown", seat=seat)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.texts().count("Note used") == label


@pytest.mark.long
async def test_points_of_a_duel_say_once_from_whom_they_come(store: Store) -> None:
    desk = opened(store, GAME, 4, Options(schedule=(4, 4), pool=(RoundType.DUEL_FIGHTS,)))
    enter(desk, "duels_paired", fights=[[0, 1], [2, 3]])
    for seat, bid in ((1, 3), (0, 1), (2, 1), (3, 1)):
        enter(desk, "bid_placed", seat=seat, bid=[bid])
    enter(desk, "tricks_taken", tricks=[[0, 1], [1, 1], [2, 1], [3, 1]])
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("total[1]")
        assert "2 × −10 to Ana = −20" in page.texts()


@pytest.mark.parametrize(
    ("type", "event", "groups", "said"),
    [
        (RoundType.ALLIANCES, "teams_formed", {"teams": [[0, 2], [1], [3, 4]]}, ["with Cleo", "with Ana"]),
        (RoundType.DUEL_FIGHTS, "duels_paired", {"fights": [[0, 1, 2], [3, 4]]}, ["against Ben and Cleo"]),
    ],
)
async def test_a_row_shows_partners_and_opponents(
    type: RoundType, event: str, groups: Any, said: list[str], store: Store
) -> None:
    desk = opened(store, GAME, 5, Options(pool=(type,)))
    enter(desk, event, **groups)
    async with at(store, f"/table/{desk.session_id}") as page:
        labels = [control.label or "" for control in page.all(ft.Semantics)]
        assert all(any(label.startswith(words) for label in labels) for words in said)


async def test_a_mission_card_typed_once_is_offered_again(store: Store) -> None:
    desk = opened(store, GAME, 3, Options(pool=(RoundType.MISSIONS,)))
    enter(desk, "trump_spun", shows="red")
    enter(desk, "mission_kept", seat=1, mission="other")
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.fill("What the card asks for (optional)", "Win the last trick")
        await type_on(page, "mission_read.value.pad", "30")
        await page.tap("confirm", "mission_kept.mission=other", "mission_read.card:Win the last trick")
        await type_on(page, "mission_read.value.pad", "35")
        await page.tap("confirm")
    assert Desk(store, desk.session_id).event_at(5).card.name == "Win the last trick"
