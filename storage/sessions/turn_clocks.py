"""The turn clock of a session at rest: how long the turns of each player took, and the turn that runs."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select, update

from storage.errors import DamagedValue, UnknownSession
from storage.file.database import OnDatabase
from storage.models import SEAT, SESSION

TABLE: Final = ""
"""The key of what counts for nobody: questions that concern everybody."""


class ClockState(StrEnum):
    """Whether a clock runs, and if not, why. It also is "on" once the session is over."""

    OFF = "off"
    ON = "on"
    PAUSED = "paused"  # by a tap
    ASLEEP = "asleep"  # the app was closed or not in view
    IDLE = "idle"  # nothing was entered for long


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Whose turn it is and since when it counts. Times are in milliseconds; `sums` are by id of the player, or `TABLE`.

    `since` is None while it is paused, and once the session is over. `turn` and `sums` have what was counted until
    then.
    """

    state: ClockState = ClockState.ON
    seat: int | None = None  # None: everybody's
    turn: int = 0
    since: datetime | None = None
    sums: tuple[tuple[str, int], ...] = ()


class KeptClock(NamedTuple):
    """A clock, and when somebody last had the app in view."""

    clock: TurnClock
    seen: datetime


class TurnClockStore(OnDatabase):
    """The part of the store for turn clocks."""

    def load_clock(self, session_id: str) -> KeptClock | None:
        """The clock of a session; None if it was never switched on. Raises StorageError if it is damaged."""
        query = select(SESSION.c.clock, SESSION.c.clock_seen)
        with self.database.reading() as db:
            row = db.execute(query.where(SESSION.c.id == session_id, SESSION.c.clock_seen.is_not(None))).one_or_none()
            return None if row is None else KeptClock(_parse(row.clock), row.clock_seen)

    def save_clock(self, session_id: str, kept: KeptClock) -> None:
        """Keep a clock. Raises UnknownSession if the session was deleted."""
        with self.database.writing() as db:
            if not write_clock(db, session_id, kept):
                raise UnknownSession("This game no longer exists; it may have been deleted in another window.")

    def save_clock_seen(self, session_id: str, seen: datetime) -> None:
        """Keep when somebody last had the app in view, and nothing else: another program may have changed the rest."""
        with_clock = (SESSION.c.id == session_id, SESSION.c.clock_seen.is_not(None))
        with self.database.writing() as db:
            db.execute(update(SESSION).where(*with_clock).values(clock_seen=seen))

    def load_seat_ids(self, session_id: str) -> tuple[str, ...]:
        """The ids of the players, by seat."""
        query = select(SEAT.c.player_id).where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat)
        with self.database.reading() as db:
            return tuple(db.execute(query).scalars())


def write_clock(db: Connection, session_id: str, kept: KeptClock) -> bool:
    """Replace the clock of a session; False if there is no such session."""
    clock = kept.clock
    values: dict[str, Any] = {
        "state": str(clock.state),
        "seat": clock.seat,
        "turn": clock.turn,
        "since": clock.since and clock.since.isoformat(),
        "sums": [list(pair) for pair in clock.sums],
    }
    session = update(SESSION).where(SESSION.c.id == session_id)
    return bool(db.execute(session.values(clock=values, clock_seen=kept.seen)).rowcount)


def _parse(values: Any) -> TurnClock:
    try:
        sums = tuple((str(player), int(milliseconds)) for player, milliseconds in values["sums"])
        since = values["since"] and datetime.fromisoformat(values["since"])
        return TurnClock(ClockState(values["state"]), values["seat"], values["turn"], since, sums)
    except (TypeError, ValueError, KeyError) as error:
        raise DamagedValue(f"{values!r} is not a turn clock") from error
