"""Forms of the types of rounds: what a newcomer needs stands where it is asked, within the height of a phone."""

from typing import Any

from companion.desk import Desk
from scoring.crown_battles import GAME
from scoring.crown_battles.options import Options, RoundKind
from storage.store import Store
from tests.companion.tables import opened, said
from tests.companion.test_screens import at
from tests.headless import headless

TWO_IN_A_ROW = "Win two tricks in a row"


def playing(store: Store, kind: RoundKind, cards: int, players: int = 5, **options: Any) -> Desk:
    """A table of this type's rounds, the last player deals."""
    chosen = Options(schedule=(cards, cards), pool=(kind,), first_dealer=players - 1, **options)
    return opened(store, GAME, players, chosen)


# Missions -----------------------------------------------------------------------------------------------------------


def typed_missions(store: Store) -> Desk:
    """A round of missions in which Ana keeps a card the rulebook does not print."""
    desk = playing(store, RoundKind.MISSIONS, 5, players=3)
    said(desk, "trump_spun", shows="red")
    said(desk, "mission_kept", mission="other")
    said(desk, "mission_read", card={"name": TWO_IN_A_ROW, "numbers": []}, value=15)
    return desk


@headless
async def test_a_mission_typed_once_is_offered_to_the_next_player(store: Store) -> None:
    desk = typed_missions(store)
    said(desk, "mission_kept", mission="other")
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap(f"mission_read.card:{TWO_IN_A_ROW}")
        for digit in "20":
            await page.tap(f"mission_read.value#{digit}")
        await page.tap("confirm")
        assert "Cleo shows a mission" in page.texts()


@headless
async def test_a_mission_stands_at_its_players_question(store: Store) -> None:
    desk = typed_missions(store)
    for _ in range(2):
        said(desk, "mission_kept", mission="not_first")
    async with at(store, f"/table/{desk.session_id}") as page:
        rows = [page.texts(page.one(key=f"seat.{seat}")) for seat in range(3)]
        assert f"{TWO_IN_A_ROW}: 15" in rows[0]
        assert ["Not the first trick: 0" in row for row in rows] == [False, True, True]
        assert not [text for text in page.texts() if text.startswith("Ana's card")]
