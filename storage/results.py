"""What history and statistics read: derived from a replay, written with the entry that closes a session.

Nothing here is primary: `rebuild` makes all of it again from the journals.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update

from scoring import agreements
from scoring.game import AnyGame, Measure, RoundHead
from scoring.replay import Replay
from scoring.scores import Ledger, Outcome, totals
from storage.models import ENTRY, MEASURE, PLACING, RESULT, ROUND, ROUND_SCORE, SESSION


class Status(StrEnum):
    """Whether a session goes on; stored."""

    OPEN = "open"
    FINISHED = "finished"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Placing:
    """How a seat came out: `side` is the lowest seat of its side, `points` the side's total."""

    seat: int
    side: int
    rank: int
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a seat scored in a round; round 0 is what was agreed before the first."""

    number: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Result:
    """The part of a closed session that counts."""

    rule: str
    because: str
    placings: tuple[Placing, ...]
    rounds: tuple[RoundHead, ...]
    scores: tuple[RoundScore, ...]
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """A closed session: `closed_by` is the entry that ended it, `totals` the points seat by seat.

    `result` is None for one that was stopped and does not count.
    """

    status: Status
    closed_by: int
    totals: tuple[int, ...]
    result: Result | None


def derive(game: AnyGame, run: Replay[Any, Any]) -> Derived | None:
    """What a session amounts to as it stands; None while it is open."""
    outcome = agreements.outcome(game, run.state)
    if outcome is None and run.state.stopped is None:
        return None
    status = Status.FINISHED if run.state.stopped is None else Status.STOPPED
    points = totals(run.state.ledger, run.state.table.seats)
    result = _result(game, run.state, outcome, status) if outcome else None
    return Derived(status, _closed_by(game, run), tuple(points.values()), result)


def write(db: Connection, session_id: str, game: AnyGame, derived: Derived, finished_at: datetime) -> None:
    """Replace what is derived of a session, inside the caller's transaction; its status is the caller's."""
    erase(db, session_id)
    if derived.result is None:
        return
    for table, rows in _rows(session_id, game, derived, derived.result, finished_at):
        if rows:
            db.execute(insert(table), rows)


def erase(db: Connection, session_id: str) -> None:
    """Forget what is derived of a session: it is open again."""
    db.execute(delete(RESULT).where(RESULT.c.session_id == session_id))


def close(db: Connection, session_id: str, game: AnyGame, derived: Derived | None, at: datetime | None = None) -> None:
    """Write the status of a session, the totals at its closing and all that is derived."""
    values: dict[str, Any] = {} if at is None else {"changed_at": at}
    if derived is None:
        erase(db, session_id)
        values |= {"status": Status.OPEN, "closed_totals": None}
    else:
        write(db, session_id, game, derived, entered_at(db, session_id, derived.closed_by))
        closed_totals = [[seat, points] for seat, points in enumerate(derived.totals)]
        values |= {"status": derived.status, "closed_totals": closed_totals}
    db.execute(update(SESSION).where(SESSION.c.id == session_id).values(values))


def entered_at(db: Connection, session_id: str, number: int) -> datetime:
    """When an entry was recorded."""
    query = select(ENTRY.c.entered_at).where(ENTRY.c.session_id == session_id, ENTRY.c.number == number)
    at: datetime = db.execute(query).scalar_one()
    return at


def stored_rows(db: Connection, session_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything derived of a session as it is stored, for comparison with `fresh_rows`."""
    return {
        table.name: sorted(tuple(row) for row in db.execute(select(table).where(table.c.session_id == session_id)))
        for table in (RESULT, PLACING, ROUND, ROUND_SCORE, MEASURE)
    }


def fresh_rows(
    session_id: str, game: AnyGame, derived: Derived | None, finished_at: datetime | None
) -> dict[str, list[tuple[Any, ...]]]:
    """What `stored_rows` should be."""
    empty: dict[str, list[tuple[Any, ...]]] = {
        table.name: [] for table in (RESULT, PLACING, ROUND, ROUND_SCORE, MEASURE)
    }
    if derived is None or derived.result is None or finished_at is None:
        return empty
    rows = _rows(session_id, game, derived, derived.result, finished_at)
    return empty | {
        table.name: sorted(tuple(row[column.name] for column in table.columns) for row in each) for table, each in rows
    }


def _result(game: AnyGame, state: Any, outcome: Outcome, status: Status) -> Result:
    placings = tuple(
        Placing(seat, min(place.side), place.rank, place.points, seat in outcome.winners)
        for place in game.standings(state)
        for seat in place.side
    )
    rounds = tuple(_played(game.rounds(state), state.ledger, status))
    scores = tuple(_scores(rounds, state.ledger, tuple(state.table.seats)))
    return Result(outcome.rule.id, outcome.because, placings, rounds, scores, game.measures(state))


def _closed_by(game: AnyGame, run: Replay[Any, Any]) -> int:
    """The first entry from which on the session was closed; entry 0 for one that is over before it began."""

    def closed(state: Any) -> bool:
        return state.stopped is not None or game.outcome(state) is not None

    tail = list(takewhile(lambda step: closed(step.state), reversed(run.steps)))
    return tail[-1].entry if tail else 0


def _played(heads: tuple[RoundHead, ...], ledger: Ledger, status: Status) -> Iterator[RoundHead]:
    """The rounds that count: in a stopped session those that scored."""
    scored = {line.round for line in ledger}
    return (head for head in heads if status is Status.FINISHED or head.number in scored)


def _scores(heads: tuple[RoundHead, ...], ledger: Ledger, seats: tuple[int, ...]) -> Iterator[RoundScore]:
    """A number for every seat in every round, 0 included; also where agreed points have no round."""
    points: dict[tuple[int, int], int] = defaultdict(int)
    points |= {(head.number, seat): 0 for head in heads for seat in seats}
    for line in ledger:
        points[line.round, line.seat] += line.points
    return (RoundScore(number, seat, sum_) for (number, seat), sum_ in sorted(points.items()))


Rows = list[dict[str, Any]]


def _rows(
    session_id: str, game: AnyGame, derived: Derived, result: Result, finished_at: datetime
) -> Iterator[tuple[Table, Rows]]:
    of = {"session_id": session_id}
    head = {
        "game": game.key,
        "status": derived.status.value,
        "finished_at": finished_at,
        "players": len(derived.totals),
        "rounds": len(result.rounds),
        "rule": result.rule,
        "because": result.because,
    }
    yield RESULT, [of | head]
    yield PLACING, [of | _columns(each, PLACING) for each in result.placings]
    yield ROUND, [of | _columns(each, ROUND) for each in result.rounds]
    yield ROUND_SCORE, [of | _columns(each, ROUND_SCORE) for each in result.scores]
    yield MEASURE, [of | _columns(each, MEASURE) for each in result.measures]


def _columns(value: object, table: Table) -> dict[str, Any]:
    """A small dataclass as a row: its fields are named like the columns."""
    return {column.name: getattr(value, column.name) for column in table.columns if column.name != "session_id"}
