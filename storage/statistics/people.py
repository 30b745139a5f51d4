"""Who plays, how often and how well: everybody in one list, and the record of one player."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, bindparam, case, func, select

from scoring.names import name_key
from storage.file.database import Database
from storage.models import PLAY, PLAY_SUM, PLAYER
from storage.sessions.players import Player, is_listed, player_of


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the list: what counts of their plays, and when the last of them ended (None: there is none)."""

    player: Player
    plays: int = 0
    wins: int = 0
    contested: int = 0
    contested_wins: int = 0
    last: datetime | None = None

    @property
    def rate(self) -> float | None:
        """The share of contested plays that were won; None where there are none."""
        return _share(self.contested_wins, self.contested)


@dataclass(frozen=True, slots=True)
class Results:
    """What came of some plays. Each sum has beside it how many plays it is made of, for not all know everything.

    A play is contested where more than one side was at the table; only there a win says something. `hoped`
    are the wins that chance would have given, `beaten` and `lost` the sides left behind and those ahead.
    """

    plays: int = 0
    wins: int = 0
    contested: int = 0
    contested_wins: int = 0
    hoped: float = 0.0
    ranks: int = 0
    beaten: int = 0
    lost: int = 0
    points: int = 0
    scored: int = 0
    seconds: int = 0
    timed: int = 0

    @property
    def rate(self) -> float | None:
        """The share of contested plays that were won; None where there are none."""
        return _share(self.contested_wins, self.contested)

    @property
    def chance(self) -> float | None:
        """The share that chance alone would give at tables of these sizes, partners being one side."""
        return _share(self.hoped, self.contested)

    @property
    def rank(self) -> float | None:
        """The average rank in contested plays."""
        return _share(self.ranks, self.contested)

    @property
    def score(self) -> float | None:
        """The average score of the plays that have one."""
        return _share(self.points, self.scored)


@dataclass(frozen=True, slots=True)
class Record:
    """The plays of one player: all together, by game, the most played first, and by the number of sides.

    `partnered` are the numbers of sides at which some of them had partners.
    """

    whole: Results
    games: Mapping[str, Results]
    sizes: Mapping[int, Results]
    partnered: frozenset[int] = frozenset()


def people(database: Database) -> tuple[Person, ...]:
    """Everybody, archived ones included, who played last first; then those who never finished a game, by name."""
    with database.reading() as db:
        counts: dict[str, list[Any]] = defaultdict(list)
        everybody = db.execute(_EVERYBODY).mappings().all()
        final = {row["id"]: row["counts_as"] for row in everybody}
        for row in db.execute(_PLAYED):
            counts[final[row.player_id]].append(row)
    found = [_person(player_of(row), counts[row["id"]]) for row in everybody if row["id"] == row["counts_as"]]
    found.sort(key=lambda each: (name_key(each.player.name), each.player.id))
    return tuple(sorted(found, key=lambda each: each.last.timestamp() if each.last else 0, reverse=True))


def record_of(db: Connection, player_id: str) -> Record:
    """Everything that is counted and summed over the plays of a player."""
    games: dict[str, list[Results]] = defaultdict(list)
    sizes: dict[int, list[Results]] = defaultdict(list)
    partnered: set[int] = set()
    for game, sides, *numbers, with_partner in db.execute(_RECORD, {"player": player_id}):
        results = _results(sides, *numbers)
        partnered |= {sides} if with_partner else set()
        games[game].append(results)
        sizes[sides].append(results)
    summed = {game: _sum(parts) for game, parts in games.items()}
    order = sorted(summed, key=lambda game: (-summed[game].plays, game))
    return Record(
        _sum(summed.values()),
        {game: summed[game] for game in order},
        {sides: _sum(sizes[sides]) for sides in sorted(sizes)},
        frozenset(partnered),
    )


def _person(player: Player, rows: Iterable[Any]) -> Person:
    rows = list(rows)
    sums = {name: sum(getattr(row, name) for row in rows) for name in ("plays", "wins", "contested", "contested_wins")}
    return Person(player, **sums, last=max((row.last for row in rows), default=None))


def _results(sides: int, plays: int, wins: int, *sums: int) -> Results:
    ranks, beaten, lost, points, scored, seconds, timed = sums
    rest = {"points": points, "scored": scored, "seconds": seconds, "timed": timed}
    if sides < 2:
        return Results(plays, wins, **rest)
    return Results(plays, wins, plays, wins, plays / sides, ranks, beaten, lost, **rest)


def _sum(parts: Iterable[Results]) -> Results:
    parts = tuple(parts)
    return Results(**{each.name: sum(getattr(part, each.name) for part in parts) for each in fields(Results)})


def _share(value: float, of: int) -> float | None:
    return value / of if of else None


def of_player(plays: Any = PLAY) -> ColumnElement[bool]:
    """The condition that a play counts for the player asked for, under whatever name they sat there."""
    condition: ColumnElement[bool] = plays.c.player_id.in_(counting())
    return condition


def counting() -> Select[Any]:
    """The ids under which the player asked for ever sat down."""
    return select(PLAYER.c.id).where(PLAYER.c.counts_as == bindparam("player"))


_EVERYBODY: Final = select(PLAYER).where(is_listed())
_CONTESTED: Final = PLAY_SUM.c.sides > 1
_LAST: Final = select(func.max(PLAY.c.finished_at)).where(PLAY.c.player_id == PLAY_SUM.c.player_id).scalar_subquery()
_PLAYED: Final = (
    select(
        *(PLAY_SUM.c.player_id, func.sum(PLAY_SUM.c.count).label("plays"), func.sum(PLAY_SUM.c.wins).label("wins")),
        func.sum(case((_CONTESTED, PLAY_SUM.c.count), else_=0)).label("contested"),
        func.sum(case((_CONTESTED, PLAY_SUM.c.wins), else_=0)).label("contested_wins"),
        _LAST.label("last"),
    )
    .group_by(PLAY_SUM.c.player_id)
    .having(func.sum(PLAY_SUM.c.count) > 0)
)
_ADDED: Final = ("count", "wins", "ranks", "beaten", "lost", "points", "scored", "seconds", "timed", "partnered")
_RECORD: Final = (
    select(PLAY_SUM.c.game, PLAY_SUM.c.sides, *(func.sum(PLAY_SUM.c[name]) for name in _ADDED))
    .where(of_player(PLAY_SUM))
    .group_by(PLAY_SUM.c.game, PLAY_SUM.c.sides)
    .having(func.sum(PLAY_SUM.c.count) > 0)
)
