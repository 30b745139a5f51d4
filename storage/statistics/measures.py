"""Sums of the games' own measures for a player, such as bids met, battles won or goblins recruited."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from storage.models import TALLY_SUM
from storage.statistics.people import belongs_to_player


@dataclass(frozen=True, slots=True)
class MeasureTotal:
    """A measure summed over plays and rounds: `value` out of `of`; `of` is 0 if the measure is not a share."""

    key: str
    plays: int
    rounds: int
    value: int
    of: int


def query_measures(db: Connection, player_id: str) -> dict[str, tuple[MeasureTotal, ...]]:
    """The measures of a player by game, ordered by key."""
    totals: dict[str, tuple[MeasureTotal, ...]] = {}
    for game, *numbers in db.execute(_SUMS, {"player": player_id}):
        totals[game] = (*totals.get(game, ()), MeasureTotal(*numbers))
    return totals


_SUMS: Final = (
    select(
        *(TALLY_SUM.c.game, TALLY_SUM.c.key, func.sum(TALLY_SUM.c.count), func.sum(TALLY_SUM.c.rounds)),
        *(func.sum(TALLY_SUM.c.value), func.sum(TALLY_SUM.c.of)),
    )
    .where(belongs_to_player(TALLY_SUM))
    .group_by(TALLY_SUM.c.game, TALLY_SUM.c.key)
    .having(func.sum(TALLY_SUM.c.count) > 0)
    .order_by(TALLY_SUM.c.game, TALLY_SUM.c.key)
)
