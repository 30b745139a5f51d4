"""The turn clock of a session: it follows the entries, and counts only while somebody has the app in view.

A turn belongs to the player for whom the table waits, as the game knows it; where it waits for several, or for all
together, to nobody. Nothing here is a rule: the journal and the scores know nothing of it.
"""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from companion.open_session.telling.awaiting import find_awaited_seats
from scoring.contract.errors import GameFailed
from scoring.contract.game import AnyGame, State
from scoring.engine import agreements
from scoring.engine.seat_moves import Moves
from storage.derived.duration import PAUSE
from storage.errors import StorageError
from storage.models import EVER
from storage.sessions.turn_clocks import TABLE, ClockState, KeptClock, TurnClock
from storage.store import Store

ASLEEP: Final = timedelta(seconds=30)
"""If nobody has had the app in view for longer, that time counts for nobody, and the clock waits for a tap."""

IDLE: Final = PAUSE
"""If nothing was entered for longer, that time counts for nobody, and the clock waits for a tap."""

_WRITE_EVERY: Final = timedelta(seconds=10)  # how often to store that the app is in view; less than `ASLEEP`

_MILLISECOND: Final = timedelta(milliseconds=1)


class SessionClock:
    """The turn clock of an open session, kept with it. `clock` is None until the table first switches it on."""

    def __init__(self, store: Store, session_id: str) -> None:
        self._store, self._session_id = store, session_id
        self.clock: TurnClock | None = None
        self._seen = self._written = EVER
        self.players: tuple[str, ...] = ()
        """The ids of the players, by seat."""
        self.read()

    @property
    def is_on(self) -> bool:
        """Whether the table shows it."""
        return self.clock is not None and self.clock.state is not ClockState.OFF

    @property
    def is_running(self) -> bool:
        return self.clock is not None and self.look()[0].since is not None

    def count_turn(self) -> int:
        """The milliseconds of this turn, or of the one that was paused."""
        clock, now = self.look()
        return clock.turn + _count_running(clock, now)

    def count_sums(self) -> dict[str, int]:
        """The milliseconds of each player by id, and of the table, with this turn."""
        return self._add_up(*self.look())

    def seconds_to_next(self) -> float:
        """How long it shows the same time."""
        return 1.02 - self.count_turn() % 1000 / 1000 if self.is_on else 1.0

    def look(self) -> tuple[TurnClock, datetime]:
        """The clock as it is now, and the time; only where there is one.

        It is paused if the app was not in view, or nothing was entered, for too long.
        """
        assert self.clock is not None, "asked where the clock is on"
        clock, now = self.clock, self._store.now()
        if clock.since is not None and now - self._seen > ASLEEP:
            clock = self._stop(clock, self._seen, ClockState.ASLEEP)
        elif clock.since is not None and now - clock.since > IDLE:
            clock = self._stop(clock, clock.since, ClockState.IDLE)
        return clock, now

    def read(self) -> bool:
        """Read what other programs wrote; True if it is another clock. One that cannot be read counts as none."""
        kept: KeptClock | None = None
        with suppress(StorageError):
            kept = self._store.clocks.load(self._session_id)
            if kept is not None:
                self.players = self._store.sessions.load_seat_ids(self._session_id)
        before, self.clock = self.clock, None if kept is None else kept.clock
        if kept is not None:
            is_newer = before is None or kept.seen > self._seen
            self._seen = self._written = kept.seen if is_newer else self._seen
        return before != self.clock

    def after(self, game: AnyGame, state: State, moves: Moves = ()) -> KeptClock | None:
        """The clock to keep with an entry that leads to this state; None where it is not on.

        `moves` are the new seats of players who change them; whose turn it is takes it along.
        """
        if self.clock is None or not self.is_on:
            return None
        clock, now = self.look()
        if clock.seat is not None and clock.seat < len(moves):
            clock = replace(self._stop(clock, now, clock.state), seat=moves[clock.seat])
        return KeptClock(self._follow(clock, now, *_find_turn(game, state)), now)

    def accept(self, kept: KeptClock | None) -> None:
        """Go on from a clock that was stored."""
        if kept is not None:
            self.clock, self._seen, self._written = kept.clock, kept.seen, kept.seen

    def reread_players(self) -> None:
        """Other players have the seats."""
        if self.clock is not None:
            self.players = self._store.sessions.load_seat_ids(self._session_id)

    def beat(self) -> bool:
        """Somebody has the app in view; True if the clock paused because nobody had, or nothing was entered."""
        if self.clock is None or self.clock.since is None:
            return False
        clock, now = self.look()
        if clock is not self.clock:
            self._save(clock, now)
            return True
        self._seen = now
        if not timedelta() <= now - self._written < _WRITE_EVERY:
            self._store.clocks.save_seen(self._session_id, now)
            self._written = now
        return False

    def switch(self, game: AnyGame, state: State) -> None:
        """Switch it on, or off; what was counted is kept. Raises StorageError."""
        if self.is_on:
            clock, now = self.look()
            self._save(self._stop(clock, now, ClockState.OFF), now)
            return
        now = self._store.now()
        self.players = self._store.sessions.load_seat_ids(self._session_id)
        seat, has_ended = _find_turn(game, state)
        fresh = replace(self.clock or TurnClock(), turn=0, seat=seat)
        self._save(self._follow(fresh, now, seat, has_ended), now)

    def toggle(self, game: AnyGame, state: State) -> None:
        """Pause, or go on. Raises StorageError."""
        clock, now = self.look()
        if clock.since is not None:
            self._save(self._stop(clock, now, ClockState.PAUSED), now)
        else:
            self._save(self._follow(replace(clock, state=ClockState.ON), now, *_find_turn(game, state)), now)

    def _save(self, clock: TurnClock, now: datetime) -> None:
        self._store.clocks.save(self._session_id, KeptClock(clock, now))
        self.accept(KeptClock(clock, now))

    def _follow(self, clock: TurnClock, now: datetime, seat: int | None, has_ended: bool) -> TurnClock:
        """The clock after an entry: the turn is that of `seat`, or of the table. Who pauses goes on with the next."""
        clock = self._stop(clock, now, clock.state)
        if has_ended:
            return replace(clock, state=ClockState.ON, seat=None, turn=0)
        if seat == clock.seat and clock.state is ClockState.PAUSED:
            return clock
        turn = clock.turn if seat == clock.seat else 0
        return replace(clock, state=ClockState.ON, seat=seat, turn=turn, since=now)

    def _stop(self, clock: TurnClock, at: datetime, state: ClockState) -> TurnClock:
        """The clock stopped at a moment, with everything counted until then."""
        turn, sums = clock.turn + _count_running(clock, at), tuple(self._add_up(clock, at).items())
        return replace(clock, state=state, turn=turn, since=None, sums=sums)

    def _add_up(self, clock: TurnClock, now: datetime) -> dict[str, int]:
        """The milliseconds of each player by id, and of the table, until a moment."""
        sums, seat = dict(clock.sums), clock.seat
        key = TABLE if seat is None or seat >= len(self.players) else self.players[seat]
        return {**sums, key: sums.get(key, 0) + _count_running(clock, now)}


def _count_running(clock: TurnClock, now: datetime) -> int:
    """The milliseconds since it last started. A clock set back counts as no time."""
    return 0 if clock.since is None else max(0, (now - clock.since) // _MILLISECOND)


def is_over(game: AnyGame, state: State) -> bool:
    """Whether nobody's turn counts any more: the session is over, or stopped."""
    return state.stopped is not None or agreements.outcome(game, state) is not None


def _find_turn(game: AnyGame, state: State) -> tuple[int | None, bool]:
    """Whose turn it is (None: everybody's, or the game raises), and whether the session is over."""
    try:
        if is_over(game, state):
            return None, True
        seats = find_awaited_seats(game, state)
    except GameFailed:
        return None, False
    return next(iter(seats)) if len(seats) == 1 else None, False
