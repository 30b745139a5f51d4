"""A scored round is told in a sentence, and its points stay in sight until the next entry."""

from dataclasses import replace
from typing import Any

import pytest

from companion.open_session.desk import Desk
from scoring.contract.scores import Best
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.games.score_pad import Options as PadOptions
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import enter, opened

SMALL: dict[str, Any] = {"width": 360, "height": 740}


def crown(store: Store, players: int = 3, cards: int = 2) -> Desk:
    options = replace(CROWN.presets(players)[0].options, schedule=(cards,) * 4)
    return opened(store, CROWN, players, options)


def play(desk: Desk, bids: tuple[int, ...], tricks: tuple[int, ...]) -> None:
    """A round; the bids by seat."""
    if desk.main is not None and desk.main.kind == "trump_spun":
        enter(desk, "trump_spun", shows="red")
    for _ in bids:
        enter(desk, "bid_placed", bid=[bids[desk.main.seat]])
    enter(desk, "tricks_taken", tricks=[[seat, won] for seat, won in enumerate(tricks)])


def told(desk: Desk) -> tuple[str, bool] | None:
    summary = desk.shown.round_summary
    return None if summary is None else (summary.text, summary.has_moved)


def test_a_round_says_who_made_it_who_leads_and_who_missed(store: Store) -> None:
    desk = crown(store)
    assert told(desk) is None
    play(desk, (2, 1, 0), (2, 0, 0))
    assert told(desk) == ("Ana +40, takes the crown and leads by 20; Ben missed", True)
    play(desk, (0, 1, 0), (1, 1, 0))
    assert told(desk) == ("Ben +30; Cleo takes the crown and leads by 10; Ana missed", True)
    play(desk, (0, 0, 1), (0, 2, 0))
    assert told(desk) == ("Ana +20, takes the crown and leads by 20; Ben and Cleo missed", True)


def test_a_correction_tells_the_round_anew_and_undo_not_at_all(store: Store) -> None:
    desk = crown(store)
    play(desk, (2, 1, 0), (2, 0, 0))
    last = desk.run.steps[-1].entry
    desk.write(desk.amendment(last, {"tricks": [[0, 1], [1, 1], [2, 0]]}))
    assert told(desk) == ("Ben +30, takes the crown and leads by 10; Ana missed", True)
    desk.undo(desk.number)
    assert told(desk) is not None
    desk.undo(desk.number)
    assert told(desk) is None


def test_where_few_points_win_the_fewest_are_told(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3, PadOptions(best=Best.LOW))
    enter(desk, "round_entered", scores=[[0, 5], [1, 3], [2, 9]])
    assert told(desk) == ("Ben +3, leads by 2", False)
    enter(desk, "round_entered", scores=[[0, 1], [1, 3], [2, 9]])
    assert told(desk) == ("Ana +1; Ana and Ben lead together", False)
    enter(desk, "round_entered", scores=[[0, 4], [1, 4], [2, -8]])
    assert told(desk) == ("Cleo −8; all are level", False)


@pytest.mark.parametrize("size", [{}, SMALL])
async def test_the_table_reads_the_round_aloud_until_the_next_entry(size: dict[str, float], store: Store) -> None:
    desk = crown(store, 5)
    play(desk, (2, 1, 0, 0, 0), (2, 0, 0, 0, 0))
    async with at(store, f"/table/{desk.session_id}", **size) as page:
        assert "leads by 20" in " ".join(page.texts(page.id("told")))
        assert sum("takes the crown" in text for text in page.texts()) == 1
        assert page.texts(page.id("total[0]"))[-1] == "+40"
        assert page.texts(page.id("total[1]"))[-1] == "−10"
        main = desk.main
        answers = {"shows": "red"} if main.kind == "trump_spun" else {"bid": [0]}
        await page.tap(f"{main.kind}.{'shows=red' if 'shows' in answers else 'bid=0'}")
        await page.settle()
        assert not page.has("told")


async def test_a_pad_keeps_the_changes_in_sight_until_its_first_number(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3, PadOptions())
    enter(desk, "round_entered", scores=[[0, 5], [1, 3], [2, 9]])
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.texts(page.id("told")) == ["Cleo +9, leads by 4"]
        assert [page.texts(page.id(f"total[{seat}]"))[-1] for seat in range(3)] == ["+5", "+3", "+9"]
