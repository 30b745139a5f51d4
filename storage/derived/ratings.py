"""Ratings of players with their uncertainty, computed from the ranks of all plays.

A rating follows from all earlier plays, in the order in which they ended. Ratings are not stored: `recompute` computes
all of them in the background, some 5,000 sessions a second, and they stay in memory until plays change.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import groupby
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import select
from sqlmodel import Session

from storage.derived.pipeline import count_changes
from storage.file.database import Database
from storage.models import PLAY, PLAYER

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

ALL: Final = ""
"""The key for all games together."""

SHOWN_FROM: Final = 5
"""The number of plays from which on a rating is shown."""

DOUBT: Final = 2
"""The width of the band to either side, in sigma; it contains about 19 of 20 true values."""

_SCALE: Final = 40  # a new player starts at 1000
_POINTS: Final = 120  # in a curve; no screen can show more

_RECOMPUTING: Final = Lock()


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player after a number of plays. `value`, `low` and `high` are in points around 1000."""

    plays: int
    mu: float
    sigma: float

    @property
    def shown(self) -> bool:
        return self.plays >= SHOWN_FROM

    @property
    def value(self) -> int:
        return round(self.mu * _SCALE)

    @property
    def doubt(self) -> int:
        """The width of the band to either side, in points."""
        return round(DOUBT * self.sigma * _SCALE)

    @property
    def low(self) -> int:
        return self.value - self.doubt

    @property
    def high(self) -> int:
        return self.value + self.doubt


class _Computed(NamedTuple):
    """All ratings of all players, by game and player, and the number of changes to plays that are in them."""

    changes: int = -1
    ratings: Mapping[str, Mapping[str, Sequence[Rating]]] = MappingProxyType({})


_Session = tuple[str, list[Any]]
"""The game, and a row with `counts_as`, `side` and `rank` for each seat."""

_COMPUTED: Final[WeakKeyDictionary[Database, _Computed]] = WeakKeyDictionary()


def are_outdated(database: Database) -> bool:
    """Whether any plays changed since the ratings were last computed."""
    with database.reading() as db:
        return count_changes(db) != _find(database).changes


def load_player_ratings(database: Database, player_id: str) -> dict[str, Rating]:
    """The current ratings of a player by game, `ALL` first."""
    ratings = sorted(_find(database).ratings.items())
    return {game: by_player[player_id][-1] for game, by_player in ratings if player_id in by_player}


def load_ratings(database: Database) -> dict[str, Rating]:
    """The ratings of all players over all games, by player id."""
    return {player_id: ratings[-1] for player_id, ratings in _find(database).ratings.get(ALL, {}).items()}


def load_curve(database: Database, player_id: str, game: str = ALL) -> tuple[Rating, ...]:
    """A player's ratings from the first one shown to the current one; thinned out to about 120 points."""
    ratings = _find(database).ratings.get(game, {}).get(player_id, ())
    step = max(1, len(ratings) // _POINTS)
    shown = ratings[SHOWN_FROM - 1 :]
    return tuple(shown[(len(shown) - 1) % step :: step]) if shown else ()


def recompute(database: Database) -> None:
    """Compute the ratings anew if any plays changed. Slow, so call it from a thread."""
    with _RECOMPUTING:
        while are_outdated(database):
            with database.reading() as db:
                changes, sessions = count_changes(db), _load_sessions(db)
            _COMPUTED[database] = _Computed(changes, _compute(sessions))


def _find(database: Database) -> _Computed:
    return _COMPUTED.get(database, _Computed())


def _load_sessions(db: Session) -> list[_Session]:
    """The contested sessions in order, with canonical players."""
    query = (
        select(PLAY.c.finished_at, PLAY.c.session_id, PLAY.c.game, PLAYER.c.counts_as, PLAY.c.side, PLAY.c.rank)
        .join(PLAYER, PLAYER.c.id == PLAY.c.player_id)
        .where(PLAY.c.sides > 1)
        .order_by(PLAY.c.finished_at, PLAY.c.session_id, PLAY.c.seat)
    )
    together = groupby(db.execute(query), key=lambda row: (row.finished_at, row.session_id, row.game))
    return [(game, list(rows)) for (_, _, game), rows in together]


def _compute(sessions: Sequence[_Session]) -> dict[str, dict[str, list[Rating]]]:
    """The ratings after each session, over all games and in its own game."""
    ratings: dict[str, dict[str, list[Rating]]] = defaultdict(lambda: defaultdict(list))
    for own_game, seats in sessions:
        for game in (ALL, own_game):
            for player_id, rating in list(_rate(seats, ratings[game])):
                ratings[game][player_id].append(rating)
    return {game: dict(by_player) for game, by_player in ratings.items()}


def _rate(seats: Sequence[Any], current: Mapping[str, Sequence[Rating]]) -> Iterator[tuple[str, Rating]]:
    """The new ratings of a session's players, who have one seat each."""
    teams: dict[int, dict[str, PlackettLuceRating]] = defaultdict(dict)
    ranks: dict[int, int] = {}
    for seat in sorted(seats, key=lambda seat: (seat.side, seat.counts_as)):
        teams[seat.side][seat.counts_as] = _make_rating(current.get(seat.counts_as))
        ranks[seat.side] = seat.rank
    rated = _model().rate([list(team.values()) for team in teams.values()], ranks=list(ranks.values()))
    for team, ratings in zip(teams.values(), rated, strict=True):
        for player_id, rating in zip(team, ratings, strict=True):
            yield player_id, Rating(len(current.get(player_id, ())) + 1, rating.mu, rating.sigma)


def _make_rating(ratings: Sequence[Rating] | None) -> "PlackettLuceRating":
    return _model().rating(mu=ratings[-1].mu, sigma=ratings[-1].sigma) if ratings else _model().rating()


@cache
def _model() -> "PlackettLuce":
    """The rating model, imported when it is first used; see `companion/lazy_modules.py`."""
    model: PlackettLuce = import_module("openskill.models").PlackettLuce()
    return model
