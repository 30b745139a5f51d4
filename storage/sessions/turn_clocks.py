"""The turn clock of a session at rest: how long the turns of each player took, and the turn that runs."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.errors import DamagedValue, UnknownSession
from storage.file.database import OnDatabase
from storage.models import SEAT, TURN_CLOCK

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
        query = select(TURN_CLOCK).where(TURN_CLOCK.c.session_id == session_id)
        with self.database.reading() as db:
            row = db.execute(query).one_or_none()
            return None if row is None else _parse(row)

    def save_clock(self, session_id: str, kept: KeptClock) -> None:
        """Keep a clock. Raises UnknownSession if the session was deleted."""
        try:
            with self.database.writing() as db:
                write_clock(db, session_id, kept)
        except IntegrityError as error:
            raise UnknownSession(
                "This session no longer exists; it may have been deleted in another window."
            ) from error

    def save_clock_seen(self, session_id: str, seen: datetime) -> None:
        """Keep when somebody last had the app in view, and nothing else: another program may have changed the rest."""
        with self.database.writing() as db:
            db.execute(update(TURN_CLOCK).where(TURN_CLOCK.c.session_id == session_id).values(seen=seen))

    def load_seat_ids(self, session_id: str) -> tuple[str, ...]:
        """The ids of the players, by seat."""
        query = select(SEAT.c.player_id).where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat)
        with self.database.reading() as db:
            return tuple(db.execute(query).scalars())


def write_clock(db: Connection, session_id: str, kept: KeptClock) -> None:
    """Replace the clock of a session."""
    clock = kept.clock
    row: dict[str, Any] = {
        "session_id": session_id,
        "state": str(clock.state),
        "seat": clock.seat,
        "turn": clock.turn,
        "since": clock.since,
        "sums": [list(pair) for pair in clock.sums],
        "seen": kept.seen,
    }
    db.execute(delete(TURN_CLOCK).where(TURN_CLOCK.c.session_id == session_id))
    db.execute(insert(TURN_CLOCK).values(row))


def _parse(row: Any) -> KeptClock:
    try:
        sums = tuple((str(player), int(milliseconds)) for player, milliseconds in row.sums)
        clock = TurnClock(ClockState(row.state), row.seat, row.turn, row.since, sums)
    except (TypeError, ValueError) as error:
        raise DamagedValue(f"{row.state!r}, {row.sums!r} is not a turn clock") from error
    return KeptClock(clock, row.seen)
