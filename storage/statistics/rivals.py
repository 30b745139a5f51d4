"""Head to head: how often two players met, who came out ahead, and what they did as partners."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, case, func, literal_column, not_, select

from scoring.names import name_key
from storage.file.database import Database
from storage.models import CROWD, PLAY, PLAYER, RIVAL_SUM
from storage.sessions.players import Player, player_of
from storage.statistics.people import counting, of_player

MEETINGS: Final = 3
"""So many make somebody a nemesis or a favourite victim; fewer say nothing."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Meetings on different sides, in how many of them one was ahead of the other; and plays as partners."""

    player: Player
    meetings: int = 0
    beaten: int = 0
    lost: int = 0
    together: int = 0
    won_together: int = 0

    @property
    def level(self) -> int:
        """Meetings in which both had the same rank."""
        return self.meetings - self.beaten - self.lost


@dataclass(frozen=True, slots=True)
class Rivals:
    """Everybody a player met, most often first, and the two that stand out."""

    everybody: tuple[Rival, ...]
    nemesis: Rival | None
    victim: Rival | None


def rivals(database: Database, player_id: str) -> Rivals:
    """A player against everybody else."""
    with database.reading() as db:
        return rivals_of(db, player_id)


def rivals_of(db: Connection, player_id: str) -> Rivals:
    """The same, in a look that is being taken already."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    people = {row["id"]: row for row in db.execute(select(PLAYER)).mappings()}
    rows = [row for query in (_SUMS, _CROWDED) for row in db.execute(query, {"player": player_id}).mappings()]
    for row in rows:
        person = people[row["player_id"]]["counts_as"]
        sums[person].update({name: row[name] for name in _NAMES})
    found = [Rival(player_of(people[person]), **counts) for person, counts in sums.items()]
    found.sort(key=lambda each: (-each.meetings - each.together, name_key(each.player.name), each.player.id))
    return Rivals(tuple(found), stands_out(found, lambda each: each.lost), stands_out(found, lambda each: each.beaten))


def stands_out(found: Sequence[Rival], times: Callable[[Rival], int]) -> Rival | None:
    """Whom it happened with in the largest share of meetings; most meetings decide ties, then the name."""

    def order(each: Rival) -> tuple[Fraction, int, str, str]:
        return (-Fraction(times(each), each.meetings), -each.meetings, name_key(each.player.name), each.player.id)

    return min((each for each in found if each.meetings >= MEETINGS and times(each)), key=order, default=None)


def _times(*conditions: ColumnElement[bool]) -> ColumnElement[Any]:
    """In how many plays all of this holds."""
    first, *rest = conditions
    for each in rest:
        first = first & each
    return func.sum(case((first, 1), else_=0))


_ME: Final = PLAY.alias("me")
_THEM: Final = PLAY.alias("them")
_AGAINST: Final = _THEM.c.side != _ME.c.side
_WITH: Final = _THEM.c.side == _ME.c.side
_NAMES: Final = ("meetings", "beaten", "lost", "together", "won_together")
_SUMS: Final = (
    select(RIVAL_SUM.c.other_id.label("player_id"), *(func.sum(RIVAL_SUM.c[name]).label(name) for name in _NAMES))
    .where(of_player(RIVAL_SUM), RIVAL_SUM.c.other_id.not_in(counting()), RIVAL_SUM.c.count > 0)
    .group_by(RIVAL_SUM.c.other_id)
)
_CROWDED: Final = (
    select(
        _THEM.c.player_id,
        _times(_AGAINST).label("meetings"),
        _times(_AGAINST, _ME.c.rank < _THEM.c.rank).label("beaten"),
        _times(_AGAINST, _THEM.c.rank < _ME.c.rank).label("lost"),
        _times(_WITH).label("together"),
        _times(_WITH, _ME.c.won).label("won_together"),
    )
    .join_from(_ME, _THEM, _THEM.c.session_id == _ME.c.session_id)
    .where(of_player(_ME), not_(of_player(_THEM)), _ME.c.players > literal_column(str(CROWD)))
    .group_by(_THEM.c.player_id)
)
