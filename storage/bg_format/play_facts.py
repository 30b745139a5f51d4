"""What a play of BG Stats says: its people, their points, sides and ranks, and when and how long it was.

Pure. A play, a game and a player are the JSON objects of the file, whatever else they hold; nothing here fails on
a value of the wrong kind, it counts as not given.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

Thing = dict[str, Any]
"""An object of the file."""

_TERM: Final = re.compile(r"([+-]?)\s*(\d{1,12}(?:[.,]\d{1,6})?)\s*")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_OURS: Final = uuid5(NAMESPACE_URL, "table-companion")
_LONGEST: Final = 7 * 24 * 60
"""Minutes that a play may last; more is a slip of the pen."""

MOST_PEOPLE: Final = 100
"""People a play may have; more is no game at a table."""

_TOMBSTONE_DATES: Final = ("deletionDate", "deletedDate", "deleteDate", "modificationDate", "date")
"""Where a tombstone may say when something was deleted; many say it nowhere."""

_HIGHEST_WINS, _LOWEST_WINS = 1, 2
"""Settings of a single play that overrule those of its game."""


@dataclass(frozen=True, slots=True)
class Came:
    """How somebody came out of a play. `points` are exact; None where nobody wrote any or not in figures."""

    side: int
    rank: int
    points: Decimal | None
    won: bool

    @property
    def whole(self) -> int | None:
        """The points as statistics count them."""
        return None if self.points is None else int(self.points.to_integral_value(ROUND_HALF_UP))


def identity(sort: str, uuid: Any, *otherwise: Any) -> str:
    """How a thing is known, whatever the case of its letters; made from the rest where it has no proper id."""
    said = uuid.strip().lower() if isinstance(uuid, str) else ""
    if _UUID.fullmatch(said):
        return said
    return made_uuid(sort, said, *([] if said else otherwise))


def made_uuid(*parts: Any) -> str:
    """The same id for the same words, on every device."""
    return str(uuid5(_OURS, "\n".join(str(part) for part in parts)))


def words(thing: Thing, key: str) -> str:
    """A text; empty where there is none."""
    value = thing.get(key)
    return value if isinstance(value, str) else ""


def figure(thing: Thing, key: str) -> int:
    """A whole number; 0 where there is none."""
    value = thing.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def holds(thing: Thing, key: str) -> bool:
    """Whether something is said to be so."""
    value = thing.get(key)
    return value is True or (value == 1 and isinstance(value, int))


def things(value: Any) -> list[Thing]:
    """The objects of a list; nothing where it is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def scored(value: Any) -> Decimal | None:
    """Points as people type them: "12", "3+6+2", "1914-100", "21,7", "-5"; None for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None
    text = value.strip().replace("\u2212", "-")
    total, at = Decimal(0), 0
    while at < len(text):
        term = _TERM.match(text, at)
        if term is None or (at and not term[1]):
            return None
        amount = Decimal(term[2].replace(",", "."))
        total, at = total - amount if term[1] == "-" else total + amount, term.end()
    return total if text and abs(total) < 10**15 else None


def moment(value: Any) -> datetime | None:
    """A local moment "2021-01-03 19:42:34", or a day alone; None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        at = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return at if 1970 <= at.year <= 9000 else None


def played_at(play: Thing) -> datetime | None:
    """When it was played, by the clock on the wall."""
    return moment(play.get("playDate")) or moment(play.get("entryDate"))


def instant(at: datetime) -> datetime:
    """A moment in UTC; one without a zone is taken as the clock on the wall of this device."""
    return (at if at.tzinfo else at.astimezone()).astimezone(UTC)


def modified_at(thing: Thing) -> datetime | None:
    """When something was last changed; None where the file does not say."""
    at = moment(thing.get("modificationDate"))
    return instant(at) if at else None


def is_later(thing: Thing, known: Thing) -> bool:
    """Whether something was changed after what we have of it; where nobody knows when, any difference counts."""
    before, now = modified_at(known), modified_at(thing)
    return before is None or (now is not None and now > before)


def deletes_plays(tombstone: Thing) -> bool:
    """Whether it is plays that a tombstone is about; one that says nothing of its kind is about a play."""
    sort = tombstone.get("objectType")
    return sort in (None, "") or (isinstance(sort, str) and sort.strip().lower() in ("play", "plays"))


def is_dead(play: Thing, tombstone: Thing) -> bool:
    """Whether a play was deleted, and not changed since, as far as both say when."""
    dates = (moment(tombstone.get(key)) for key in _TOMBSTONE_DATES)
    deleted = next((instant(at) for at in dates if at), None)
    changed = modified_at(play)
    return deleted is None or changed is None or changed <= deleted


def lasted(play: Thing) -> timedelta | None:
    """How long it took; None where nobody noted it."""
    minutes = figure(play, "durationMin")
    return timedelta(minutes=minutes) if 0 < minutes <= _LONGEST else None


def people(play: Thing) -> list[Thing]:
    """Those who played, in the order of the file."""
    return things(play.get("playerScores"))


def came_out(play: Thing, game: Thing) -> tuple[Came, ...]:
    """How everybody came out.

    Who won is what the file says; where it says nothing of anybody, the first rank, else the best points won.
    Given ranks hold; otherwise winners are first and the others follow by their points, where all have some.
    """
    rows = people(play)
    points = [scored(row.get("score")) for row in rows]
    wins = _winners(rows, points, _most_wins(play, game))
    sides = _sides(rows, wins, play, game)
    ranks = _given(rows) or _ranked(sides, points, wins, _most_wins(play, game))
    return tuple(Came(*each) for each in zip(sides, ranks, points, wins, strict=True))


def _most_wins(play: Thing, game: Thing) -> bool:
    setting = figure(play, "scoringSetting")
    return setting == _HIGHEST_WINS or (setting != _LOWEST_WINS and game.get("highestWins") is not False)


def _winners(rows: Sequence[Thing], points: Sequence[Decimal | None], most: bool) -> list[bool]:
    if any("winner" in row for row in rows):
        return [holds(row, "winner") for row in rows]
    if any(figure(row, "rank") == 1 for row in rows):
        return [figure(row, "rank") == 1 for row in rows]
    known = [each for each in points if each is not None]
    best = (max(known) if most else min(known)) if known else None
    return [best is not None and each == best for each in points]


def _sides(rows: Sequence[Thing], wins: Sequence[bool], play: Thing, game: Thing) -> list[int]:
    """The lowest seat of everybody's side: their team's, all together where they play against the game."""
    if holds(play, "usesTeams"):
        teams = [words(row, "team").strip() for row in rows]
        first = {team: seat for seat, team in reversed(list(enumerate(teams)))}
        return [first[team] if team else seat for seat, team in enumerate(teams)]
    together = holds(game, "cooperative") and len(set(wins)) == 1
    return [0] * len(rows) if together else list(range(len(rows)))


def _given(rows: Sequence[Thing]) -> list[int]:
    """The ranks of the file where everybody has one."""
    ranks = [figure(row, "rank") for row in rows]
    return ranks if ranks and all(0 < rank <= len(rows) for rank in ranks) else []


def _ranked(sides: Sequence[int], points: Sequence[Decimal | None], wins: Sequence[bool], most: bool) -> list[int]:
    """Ranks by side, equals sharing one: winners first, then by points where everybody else has some."""
    won = {side for side, win in zip(sides, wins, strict=True) if win}
    best = _best(sides, points, most)
    counted = all(side in best for side in sides if side not in won)
    order = {
        side: (0, Decimal(0)) if side in won else (1, best.get(side, Decimal(0)) if counted else Decimal(0))
        for side in sides
    }
    ahead = sorted(order.values())
    return [1 + bisect_left(ahead, order[side]) for side in sides]


def _best(sides: Sequence[int], points: Sequence[Decimal | None], most: bool) -> dict[int, Decimal]:
    """What each side with points is ranked by, the smaller the better."""
    best: dict[int, Decimal] = {}
    for side, value in zip(sides, points, strict=True):
        if value is not None:
            ranked_by = -value if most else value
            best[side] = min(ranked_by, best.get(side, ranked_by))
    return best


def title(game: Thing) -> str:
    """What a game is called."""
    return tidy(words(game, "name") or words(game, "bggName")) or "A game without a name"


def name(thing: Thing) -> str:
    """What a player, a game or a place is called; empty where it is called nothing."""
    return tidy(words(thing, "name"))


def note(play: Thing) -> str:
    """What was remarked on a play."""
    return words(play, "comments").replace("\0", "")


def tidy(text: str) -> str:
    """A name without the blanks around and doubled inside it, and no longer than a name can be."""
    return " ".join(text.replace("\0", "").split())[:200]
