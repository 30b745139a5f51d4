"""Sums of the games' own measures for a player, such as bids met, battles won or goblins recruited."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, func, select
from sqlmodel import Session

from storage.models import MEASURE, PLAY
from storage.statistics.people import belongs_to_player


@dataclass(frozen=True, slots=True)
class MeasureTotal:
    """A measure summed over plays and rounds: `value` out of `of`; `of` is 0 if the measure is not a share."""

    key: str
    plays: int
    rounds: int
    value: int
    of: int


def query_measures(db: Session, player_id: str) -> dict[str, tuple[MeasureTotal, ...]]:
    """The measures of a player by game, ordered by key."""
    totals: dict[str, tuple[MeasureTotal, ...]] = {}
    for game, *numbers in db.execute(_SUMS, {"player": player_id}):
        totals[game] = (*totals.get(game, ()), MeasureTotal(*numbers))
    return totals


_SUMS: Final = (
    select(
        *(PLAY.c.game, MEASURE.c.key, func.count(PLAY.c.session_id.distinct()), func.count()),
        *(func.sum(MEASURE.c.value), func.sum(MEASURE.c.of)),
    )
    .join_from(PLAY, MEASURE, and_(MEASURE.c.session_id == PLAY.c.session_id, MEASURE.c.seat == PLAY.c.seat))
    .where(belongs_to_player())
    .group_by(PLAY.c.game, MEASURE.c.key)
    .order_by(PLAY.c.game, MEASURE.c.key)
)
