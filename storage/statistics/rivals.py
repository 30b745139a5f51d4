"""Head to head: how often two players met, who ranked higher, and how they did as partners."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from sqlalchemy import func, not_, select

from scoring.contract.names import name_key
from storage.file.database import Database
from storage.history.session_filter import SessionFilter
from storage.models import PLAY, PLAYER
from storage.sessions.players import Player, load_players
from storage.statistics.limits import NO_LIMIT, reading_limited
from storage.statistics.player_totals import belongs_to_player

MIN_MEETINGS: Final = 3
"""Meetings it takes to be a nemesis or a favourite victim."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A player against another: meetings on different sides, won (`beaten`) and lost, and plays as partners."""

    player: Player
    meetings: int = 0
    beaten: int = 0
    lost: int = 0
    together: int = 0
    won_together: int = 0

    @property
    def ties(self) -> int:
        """Meetings in which both had the same rank."""
        return self.meetings - self.beaten - self.lost


@dataclass(frozen=True, slots=True)
class Rivals:
    """Everybody a player met, most often first.

    Of those who beat the player more often than not, the nemesis did most; of the others, the victim lost most.
    """

    everybody: tuple[Rival, ...]
    nemesis: Rival | None
    victim: Rival | None


def load_rivals(database: Database, player_id: str, limit: SessionFilter = NO_LIMIT) -> Rivals:
    """Compare a player with everybody they met."""
    with reading_limited(database, limit) as db:
        players = load_players(db)
        met = db.execute(_MET, {"player": player_id}).all()
    rivals = [Rival(players[rival_id], *counts) for rival_id, *counts in met]
    rivals.sort(key=lambda rival: (-rival.meetings - rival.together, name_key(rival.player.name), rival.player.id))
    return Rivals(
        tuple(rivals),
        nemesis=_find_standout(rivals, lambda rival: (rival.lost, rival.beaten)),
        victim=_find_standout(rivals, lambda rival: (rival.beaten, rival.lost)),
    )


def _find_standout(rivals: Sequence[Rival], count: Callable[[Rival], tuple[int, int]]) -> Rival | None:
    """The rival with the highest share of the first number, if it is higher than the second.

    Ties go to more meetings, then to the name.
    """

    def sort_key(rival: Rival) -> tuple[Fraction, int, str, str]:
        share = Fraction(count(rival)[0], rival.meetings)
        return (-share, -rival.meetings, name_key(rival.player.name), rival.player.id)

    known = [rival for rival in rivals if rival.meetings >= MIN_MEETINGS and count(rival)[0] > count(rival)[1]]
    return min(known, key=sort_key, default=None)


_ME: Final = PLAY.alias("me")
_THEM: Final = PLAY.alias("them")
_AGAINST: Final = _THEM.c.side != _ME.c.side
_WITH: Final = _THEM.c.side == _ME.c.side
_MET: Final = (
    select(
        PLAYER.c.counts_as,
        func.count().filter(_AGAINST),
        func.count().filter(_AGAINST, _ME.c.rank < _THEM.c.rank),
        func.count().filter(_AGAINST, _THEM.c.rank < _ME.c.rank),
        func.count().filter(_WITH),
        func.count().filter(_WITH, _ME.c.won),
    )
    .join_from(_ME, _THEM, _THEM.c.session_id == _ME.c.session_id)
    .join(PLAYER, PLAYER.c.id == _THEM.c.player_id)
    .where(belongs_to_player(_ME), not_(belongs_to_player(_THEM)))
    .group_by(PLAYER.c.counts_as)
)
