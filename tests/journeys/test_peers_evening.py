"""The evening for which taps of other apps were counted: the best needed 120."""

from dataclasses import replace
from typing import Final

import pytest

from scoring.games.crown_battles.options import Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FIVE, Round, at_table, final_totals, kept_totals, play

TRUMPS: Final = ("yellow", "none", "green", "red", "blue", "yellow", "none", "red", "green", "blue")
EVENING: Final = tuple(  # rounds of 1 to 10 cards; single bids, and the tricks won
    Round(tuple((bid,) for bid in bids), tricks)
    for bids, tricks in (
        ((0, 1, 0, 1, 0), (0, 1, 0, 0, 0)),
        ((1, 0, 1, 1, 0), (1, 0, 1, 0, 0)),
        ((1, 1, 0, 0, 2), (1, 1, 0, 0, 1)),
        ((1, 1, 1, 0, 2), (2, 1, 0, 0, 1)),
        ((2, 1, 0, 1, 2), (2, 1, 1, 0, 1)),
        ((1, 2, 1, 1, 2), (1, 2, 0, 1, 2)),
        ((2, 1, 1, 2, 2), (2, 1, 1, 1, 2)),
        ((2, 2, 1, 1, 3), (2, 1, 1, 1, 3)),
        ((3, 2, 1, 1, 3), (3, 2, 1, 1, 2)),
        ((2, 3, 2, 1, 3), (2, 3, 1, 1, 3)),
    )
)
NOTED: Final = tuple(replace(round_, trump=trump) for round_, trump in zip(EVENING, TRUMPS, strict=True))
SCHEDULE: Final = Options(schedule=tuple(range(1, 11)))


@pytest.mark.deep
@pytest.mark.parametrize(
    ("evening", "budget"), [pytest.param(EVENING, 80, id="trump-open"), pytest.param(NOTED, 90, id="trump-noted")]
)
def test_ten_rounds_of_five_players_need_few_taps_and_no_scrolling(
    visit: Open, server: Served, evening: tuple[Round, ...], budget: int
) -> None:
    ui = at_table(visit, server, FIVE, SCHEDULE).see("Round 1 of 10")
    for number, played in enumerate(evening):
        play(ui, FIVE, number, played)
    sums = final_totals(SCHEDULE, evening)
    best = max(range(5), key=lambda seat: sums[seat])
    ui.value("winner", f"{FIVE[best]} wins")
    assert kept_totals(server.database) == sums
    assert ui.taps <= budget, f"{ui.taps} taps"
    assert ui.scrolls == 0
