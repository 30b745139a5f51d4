"""What the games themselves count, summed for a player: bids met, battles won, goblins recruited."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from storage.models import PLAY, TALLY
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
        *(PLAY.c.game, TALLY.c.key, func.count(), func.sum(TALLY.c.rounds), func.sum(TALLY.c.value)),
        func.sum(TALLY.c.of),
    )
    .join_from(PLAY, TALLY, (TALLY.c.session_id == PLAY.c.session_id) & (TALLY.c.seat == PLAY.c.seat))
    .where(of_player())
    .group_by(PLAY.c.game, TALLY.c.key)
    .order_by(PLAY.c.game, TALLY.c.key)
)
