"""The turn clock of a session at rest: how long the turns of each player took, and the turn that runs."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlmodel import Session

from storage.errors import DamagedValue, UnknownSession
from storage.file.store_part import StorePart
from storage.models import SessionRow

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


class ClockStore(StorePart):
    def load(self, session_id: str) -> KeptClock | None:
        """The clock of a session; None if it was never switched on. Raises StorageError if it is damaged."""
        with self.database.reading() as db:
            row = db.get(SessionRow, session_id)
            return KeptClock(_parse(row.clock), row.clock_seen) if row and row.clock_seen else None

    def save(self, session_id: str, kept: KeptClock) -> None:
        """Keep a clock. Raises UnknownSession if the session was deleted."""
        with self.database.writing() as db:
            if not write_clock(db, session_id, kept):
                raise UnknownSession

    def save_seen(self, session_id: str, seen: datetime) -> None:
        """Keep when somebody last had the app in view, and nothing else: another program may have changed the rest."""
        with self.database.writing() as db:
            row = db.get(SessionRow, session_id)
            if row and row.clock_seen:
                row.clock_seen = seen


def write_clock(db: Session, session_id: str, kept: KeptClock) -> bool:
    """Replace the clock of a session; False if there is no such session."""
    row = db.get(SessionRow, session_id)
    if row is None:
        return False
    clock = kept.clock
    row.clock = {
        "state": str(clock.state),
        "seat": clock.seat,
        "turn": clock.turn,
        "since": clock.since and clock.since.isoformat(),
        "sums": [list(pair) for pair in clock.sums],
    }
    row.clock_seen = kept.seen
    return True


def _parse(values: Any) -> TurnClock:
    try:
        sums = tuple((str(player), int(milliseconds)) for player, milliseconds in values["sums"])
        since = values["since"] and datetime.fromisoformat(values["since"])
        return TurnClock(ClockState(values["state"]), values["seat"], values["turn"], since, sums)
    except (TypeError, ValueError, KeyError) as error:
        raise DamagedValue(f"{values!r} is not a turn clock") from error
