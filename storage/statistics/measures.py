"""What the games themselves count, summed for a player: bids met, battles won, goblins recruited."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from storage.models import TALLY_SUM
from storage.statistics.people import of_player


@dataclass(frozen=True, slots=True)
class Counted:
    """One countable of a game: `value` out of `of` (0: not a share), over so many plays and rounds."""

    key: str
    plays: int
    rounds: int
    value: int
    of: int


def measures_of(db: Connection, player_id: str) -> dict[str, tuple[Counted, ...]]:
    """What was counted for a player, by game, in the order of the keys."""
    found: dict[str, tuple[Counted, ...]] = {}
    for game, *numbers in db.execute(_SUMS, {"player": player_id}):
        found[game] = (*found.get(game, ()), Counted(*numbers))
    return found


_SUMS: Final = (
    select(
        *(TALLY_SUM.c.game, TALLY_SUM.c.key, func.sum(TALLY_SUM.c.count), func.sum(TALLY_SUM.c.rounds)),
        *(func.sum(TALLY_SUM.c.value), func.sum(TALLY_SUM.c.of)),
    )
    .where(of_player(TALLY_SUM))
    .group_by(TALLY_SUM.c.game, TALLY_SUM.c.key)
    .having(func.sum(TALLY_SUM.c.count) > 0)
    .order_by(TALLY_SUM.c.game, TALLY_SUM.c.key)
)
