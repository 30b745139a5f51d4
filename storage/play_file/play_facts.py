"""Interpret a BG Stats play: its players, points, teams, ranks, date and duration.

Pure functions. Plays, games and players are the JSON objects of the file. No function here fails on a value of the
wrong type: such a value counts as missing.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from storage.valid_values import clean_name, clean_note, is_local_year

JsonObject = dict[str, Any]
"""A parsed JSON object of the file."""

_TERM: Final = re.compile(r"([+-]?)\s*(\d{1,12}(?:[.,]\d{1,6})?)\s*")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NAMESPACE: Final = uuid5(NAMESPACE_URL, "table-companion")
_MAX_MINUTES: Final = 7 * 24 * 60
"""Longer plays are typing errors; their duration counts as unknown."""

MAX_PLAYERS: Final = 100
"""Players a play may have. More is not a game at a table."""

_TOMBSTONE_DATES: Final = ("deletionDate", "deletedDate", "deleteDate", "modificationDate", "date")
"""Keys that may hold the date of a deletion. Many tombstones have none of them."""

AS_THE_GAME, HIGHEST_WINS, LOWEST_WINS = 0, 1, 2
"""Values of a play's `scoringSetting`, which overrides the game's `highestWins` and `cooperative`."""

_MAX_SETTING, _COOPERATIVE_BIT = 15, 4
"""Undocumented. 3 is a contest without points; 4, 6, 12 and 14, with this bit, are cooperative plays."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat. `side` is the lowest seat of its team; `points` are the team's best, None if nobody's can
    be read.
    """

    side: int
    rank: int
    points: Decimal | None
    won: bool

    @property
    def counted_points(self) -> float | None:
        """The points as statistics count them: whole and half ones exactly, others rounded half up."""
        if self.points is None:
            return None
        is_half = abs(self.points % 1) == Decimal("0.5")
        return float(self.points) if is_half else int(self.points.to_integral_value(ROUND_HALF_UP))


def get_uuid(source: JsonObject) -> str:
    """The UUID an object was written with; "" if it has none."""
    return get_text(source, "uuid").strip()


def with_uuid(source: JsonObject, object_id: str) -> JsonObject:
    """The object, with its id here as its UUID if it has none, so that it is known again after any change."""
    return source if get_uuid(source) else {"uuid": object_id} | source | {"uuid": object_id}


def stable_id(list_name: str, source: JsonObject, *fallback: Any) -> str:
    """The id of an object: its UUID in lower case, or else an id derived from its UUID or, without one, `fallback`."""
    text = get_uuid(source).lower()
    if _UUID.fullmatch(text):
        return text
    return make_uuid(list_name, text, *([] if text else fallback))


def make_uuid(*parts: Any) -> str:
    """Derive a UUID from the parts; the same parts give the same UUID on every device."""
    return str(uuid5(_NAMESPACE, "\n".join(str(part) for part in parts)))


def get_text(source: JsonObject, key: str) -> str:
    """A string; "" if missing."""
    value = source.get(key)
    return value if isinstance(value, str) else ""


def get_int(source: JsonObject, key: str) -> int:
    """A whole number; 0 if missing."""
    value = source.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def get_bool(source: JsonObject, key: str) -> bool:
    """A flag, written as true or 1; False if missing."""
    value = source.get(key)
    return value is True or (value == 1 and isinstance(value, int))


def get_objects(value: Any) -> list[JsonObject]:
    """The objects in a list; empty if `value` is not a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def parse_points(value: Any) -> Decimal | None:
    """Parse points as people type them: "12", "3+6+2", "1914-100", "21,7", "-5"; None for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None
    text = value.strip().replace("\u2212", "-")
    total, position = Decimal(0), 0
    while position < len(text):
        term = _TERM.match(text, position)
        if term is None or (position and not term[1]):
            return None
        amount = Decimal(term[2].replace(",", "."))
        total, position = total - amount if term[1] == "-" else total + amount, term.end()
    return total if text and abs(total) < 10**15 else None


def parse_datetime(value: Any) -> datetime | None:
    """Parse "2021-01-03 19:42:34" or a date alone; None for anything else, or far from any time."""
    if not isinstance(value, str):
        return None
    try:
        parsed = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return parsed if is_local_year(parsed.year) else None


def get_play_date(play: JsonObject) -> datetime | None:
    """When it was played, in local time, at noon if the file has no hour; None if unknown."""
    for key in ("playDate", "entryDate"):
        at = parse_datetime(play.get(key))
        if at is not None:
            is_date_alone = len(play[key].strip()) <= len("2026-01-01")
            return at + timedelta(hours=12) if is_date_alone else at
    return None


def to_utc(at: datetime) -> datetime:
    """Convert to UTC; a datetime without a time zone is taken as this device's local time."""
    return (at if at.tzinfo else at.astimezone()).astimezone(UTC)


def get_modified_at(source: JsonObject) -> datetime | None:
    """When the object was last changed, in UTC; None if unknown."""
    at = parse_datetime(source.get("modificationDate"))
    return to_utc(at) if at else None


def is_newer(incoming: JsonObject, stored: JsonObject) -> bool:
    """Whether `incoming` was changed after `stored`; also true if `stored` has no date."""
    before, now = get_modified_at(stored), get_modified_at(incoming)
    return before is None or (now is not None and now > before)


def is_play_tombstone(tombstone: JsonObject) -> bool:
    """Whether a tombstone marks a deleted play, which it does unless it names another kind of object."""
    kind = tombstone.get("objectType")
    return kind in (None, "") or (isinstance(kind, str) and kind.strip().lower() in ("play", "plays"))


def is_deleted_by(play: JsonObject, tombstone: JsonObject) -> bool:
    """Whether the tombstone is at least as new as the play's last change; also true if either has no date."""
    dates = (parse_datetime(tombstone.get(key)) for key in _TOMBSTONE_DATES)
    deleted = next((to_utc(at) for at in dates if at), None)
    changed = get_modified_at(play)
    return deleted is None or changed is None or changed <= deleted


def get_duration(play: JsonObject) -> timedelta | None:
    """How long the play took; None if unknown or longer than a week."""
    minutes = get_int(play, "durationMin")
    return timedelta(minutes=minutes) if 0 < minutes <= _MAX_MINUTES else None


def get_player_rows(play: JsonObject) -> list[JsonObject]:
    """One row per player, in the order of the file."""
    return get_objects(play.get("playerScores"))


def compute_seat_results(play: JsonObject, game: JsonObject) -> tuple[SeatResult, ...]:
    """The result of every seat, in the order of the file.

    Winners are those the file marks. If it marks nobody, rank 1 wins; if there are no ranks, the best points win,
    unless the play is cooperative. Ranks are those of the file if every row has one and every side one only. Otherwise
    winners rank first, and the other sides rank by points if all of them have points.
    """
    rows = get_player_rows(play)
    highest_wins, is_cooperative = _highest_wins(play, game), _is_cooperative(play, game)
    points = [parse_points(row.get("score")) for row in rows]
    wins = _find_winners(rows, [] if is_cooperative else points, highest_wins=highest_wins)
    is_contest = not is_cooperative or len(set(wins)) > 1
    sides = _assign_sides(rows, play) if is_contest else [0] * len(rows)
    best = _find_best(sides, points, highest_wins=highest_wins)
    ranks = _read_ranks(rows, sides) or _compute_ranks(sides, best, wins, highest_wins=highest_wins)
    results = zip(sides, ranks, map(best.get, sides), wins, strict=True)
    return tuple(SeatResult(*values) for values in results)


def get_win_rule(game: JsonObject) -> tuple[bool, bool]:
    """Whether the highest points win, and whether the game is cooperative; a play's own setting overrides both."""
    return game.get("highestWins") is not False, get_bool(game, "cooperative")


def _get_setting(play: JsonObject) -> int:
    """The play's own scoring setting; `AS_THE_GAME` if it has none, or an unknown one."""
    setting = get_int(play, "scoringSetting")
    return setting if 0 < setting <= _MAX_SETTING else AS_THE_GAME


def _highest_wins(play: JsonObject, game: JsonObject) -> bool:
    setting = _get_setting(play)
    return setting == HIGHEST_WINS or (setting != LOWEST_WINS and get_win_rule(game)[0])


def _is_cooperative(play: JsonObject, game: JsonObject) -> bool:
    setting = _get_setting(play)
    return get_win_rule(game)[1] if setting == AS_THE_GAME else bool(setting & _COOPERATIVE_BIT)


def _find_winners(rows: Sequence[JsonObject], points: Sequence[Decimal | None], *, highest_wins: bool) -> list[bool]:
    """Who won, by seat; without `points` they decide nothing."""
    if any("winner" in row for row in rows):
        return [get_bool(row, "winner") for row in rows]
    if any(get_int(row, "rank") == 1 for row in rows):
        return [get_int(row, "rank") == 1 for row in rows]
    known = [value for value in points if value is not None]
    if not known:
        return [False] * len(rows)
    best = max(known) if highest_wins else min(known)
    return [value == best for value in points]


def _assign_sides(rows: Sequence[JsonObject], play: JsonObject) -> list[int]:
    """The lowest seat of each seat's team; without a team, the seat itself."""
    if not get_bool(play, "usesTeams"):
        return list(range(len(rows)))
    teams = [get_text(row, "team").strip() for row in rows]
    first_seats = {team: seat for seat, team in reversed(list(enumerate(teams)))}
    return [first_seats[team] if team else seat for seat, team in enumerate(teams)]


def _read_ranks(rows: Sequence[JsonObject], sides: Sequence[int]) -> list[int]:
    """The ranks in the file, or [] unless every row has a valid one and every side has one only."""
    ranks = [get_int(row, "rank") for row in rows]
    is_valid = all(0 < rank <= len(rows) for rank in ranks) and len(set(zip(sides, ranks, strict=True))) == len(
        set(sides)
    )
    return ranks if ranks and is_valid else []


def _compute_ranks(
    sides: Sequence[int], best: dict[int, Decimal], wins: Sequence[bool], *, highest_wins: bool
) -> list[int]:
    """Rank sides: winners first, then by points if every other side has points. Equal sides share a rank."""
    winning = {side for side, won in zip(sides, wins, strict=True) if won}
    use_points = all(side in best for side in sides if side not in winning)
    sign = -1 if highest_wins else 1
    order = {
        side: (0, Decimal(0)) if side in winning else (1, sign * best[side] if use_points else Decimal(0))
        for side in sides
    }
    ordered = sorted(order.values())
    return [1 + bisect_left(ordered, order[side]) for side in sides]


def _find_best(sides: Sequence[int], points: Sequence[Decimal | None], *, highest_wins: bool) -> dict[int, Decimal]:
    """The best points of each side that has any."""
    best: dict[int, Decimal] = {}
    for side, value in zip(sides, points, strict=True):
        if value is not None:
            best[side] = (max if highest_wins else min)(value, best.get(side, value))
    return best


def get_title(game: JsonObject) -> str:
    """The title of a game, never empty."""
    return clean_name(get_text(game, "name") or get_text(game, "bggName")) or "Untitled game"


def get_name(source: JsonObject) -> str:
    """The name of a player, game or place; "" if it has none."""
    return clean_name(get_text(source, "name"))


def get_note(play: JsonObject) -> str:
    """The comment on a play; "" if there is none."""
    return clean_note(get_text(play, "comments"))
