"""What history and statistics read: derived from a replay, written with the entry that closes a session.

Nothing here is primary: `rebuild` makes all of it again from the journals.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from itertools import takewhile
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, select, update

from scoring import agreements
from scoring.game import PLAYED_BEFORE, AnyGame, Measure, RoundHead
from scoring.replay import Replay, replay
from scoring.rulebook import RuleViolation
from scoring.scores import Best, Ledger, Outcome, Side, Standings, by_round, rank, totals
from storage.derived import imported_sessions
from storage.derived.duration import compute_duration
from storage.derived.pipeline import changing
from storage.derived.starting_facts import Variant, find_starters, find_variants
from storage.errors import Unreadable
from storage.file.bulk_insert import insert_rows
from storage.models import (
    CHOICE,
    ENTRY,
    MEASURE,
    PLACING,
    PLAY,
    PLAYER,
    RATING,
    RESULT,
    ROUND,
    ROUND_SCORE,
    SESSION,
    TALLY,
)
from storage.sessions import journals

VERSION: Final = 10
"""How results are derived. Raise it when that changes: every file is then rebuilt when next opened."""


Rows = list[dict[str, Any]]

_TABLES: Final = (RESULT, CHOICE, PLACING, ROUND, ROUND_SCORE, MEASURE, TALLY)


class Status(StrEnum):
    """Whether a session goes on; stored."""

    OPEN = "open"
    FINISHED = "finished"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Placing:
    """How a seat came out: `side` is the lowest seat of its side, `points` the side's total.

    `halfway` is its rank by points when half of the rounds were over, None where there are no two rounds.
    """

    seat: int
    side: int
    rank: int
    points: int
    won: bool
    halfway: int | None = None


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a seat scored in a round; round 0 is what was agreed before the first."""

    number: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Result:
    """The part of a closed session that counts; `firsts` are (round, seat that began it), 0 for the first of all."""

    rule: str
    because: str
    placings: tuple[Placing, ...]
    rounds: tuple[RoundHead, ...]
    scores: tuple[RoundScore, ...]
    measures: tuple[Measure, ...]
    firsts: tuple[tuple[int, int], ...] = ()
    choices: tuple[Variant, ...] = ()


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
    points = totals(agreements.score_if_stopped(game, run.state).ledger, run.state.table.seats)
    result = _result(game, run, outcome, status) if outcome else None
    return Derived(status, closed_by(game, run), tuple(points.values()), result)


def close(
    db: Connection, session_id: str, game: AnyGame, derived: Derived | None, at: datetime, totals: Any = None
) -> None:
    """Write status, totals at closing and all that is derived, inside the caller's transaction.

    `totals` are kept instead of those of today's rules, where the session was closed under older ones.
    """
    if derived is not None:
        totals = totals or [[seat, points] for seat, points in enumerate(derived.totals)]
    _write(db, session_id, game, derived, closed_totals=totals, changed_at=at)


def rows_of(
    session_id: str, game: AnyGame, derived: Derived | None, times: Sequence[datetime]
) -> Iterator[tuple[Table, Rows]]:
    """The derived rows of a session by table, with the moments of its entries; none where nothing counts."""
    if derived is not None and derived.result is not None:
        yield from _rows(session_id, game, derived, derived.result, times[: derived.closed_by + 1])


def insert_many(db: Connection, rows: Mapping[str, Rows]) -> None:
    """Insert the derived rows of many sessions, by table, for which there are none yet.

    The caller sees to what is derived from them, by `pipeline.add` or `pipeline.changing`.
    """
    for table in _TABLES:
        insert_rows(db, table, rows.get(table.name, []))


def delete_rows(db: Connection, session_ids: Sequence[str]) -> None:
    """Delete what is derived of each session alone, inside `pipeline.changing` of the caller."""
    db.execute(delete(RESULT).where(RESULT.c.session_id.in_(session_ids)))


def drop_orphans(db: Connection) -> None:
    """Delete derived rows whose session or result is gone, inside the caller's transaction."""
    for table in (*_TABLES[1:], PLAY):
        db.execute(delete(table).where(table.c.session_id.not_in(select(RESULT.c.session_id))))
    db.execute(delete(RESULT).where(RESULT.c.session_id.not_in(select(SESSION.c.key))))
    db.execute(delete(RATING).where(RATING.c.player_id.not_in(select(PLAYER.c.id))))


def rebuild(db: Connection, games: Sequence[AnyGame], session_ids: Iterable[str]) -> tuple[str, ...]:
    """Derive sessions anew, inside the caller's transaction; gives those that cannot be read.

    Their rows stay as they are, and so do the totals that every session was closed with.
    """
    unreadable = []
    for session_id in session_ids:
        try:
            if imported_sessions.is_imported(db, session_id):
                rows = imported_sessions.derive_rows(db, session_id)
                replace_rows(db, session_id, rows, status=Status.FINISHED)
                continue
            game, derived = derived_of(db, session_id, games)
        except Unreadable:
            unreadable.append(session_id)
            continue
        _write(db, session_id, game, derived)
    return tuple(unreadable)


def derived_of(db: Connection, session_id: str, games: Iterable[AnyGame]) -> tuple[AnyGame, Derived | None]:
    """What the journal of a session amounts to today; Unreadable."""
    game, run = replayed(db, session_id, games)
    return game, derive(game, run)


def replayed(db: Connection, session_id: str, games: Iterable[AnyGame]) -> tuple[AnyGame, Replay[Any, Any]]:
    """A session as today's rules see it; Unreadable if it cannot be decoded or not even opened."""
    game = journals.load_game(db, session_id, games)
    entries = journals.decode_journal(game, journals.load_entries(db, session_id))
    try:
        return game, replay(game, entries)
    except RuleViolation as violation:
        raise Unreadable(f"This session cannot be opened under today's rules: {violation}") from violation


def times_of(db: Connection, session_id: str, upto: int) -> tuple[datetime, ...]:
    """When the entries were made, the first to number `upto`."""
    query = select(ENTRY.c.entered_at).where(ENTRY.c.session_id == session_id, ENTRY.c.number <= upto)
    return tuple(db.execute(query.order_by(ENTRY.c.number)).scalars())


def stored_rows(db: Connection, session_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything derived of a session as it is stored, for comparison with `fresh_rows`."""
    return {
        table.name: sorted(tuple(row) for row in db.execute(select(table).where(table.c.session_id == session_id)))
        for table in _TABLES
    }


def fresh_rows(
    session_id: str, game: AnyGame, derived: Derived | None, times: Sequence[datetime]
) -> dict[str, list[tuple[Any, ...]]]:
    """What `stored_rows` should be, with the moments of the entries up to the one that closed the session."""
    empty: dict[str, list[tuple[Any, ...]]] = {table.name: [] for table in _TABLES}
    if derived is None or derived.result is None:
        return empty
    rows = _rows(session_id, game, derived, derived.result, times)
    return empty | {
        table.name: sorted(tuple(row[column.name] for column in table.columns) for row in each) for table, each in rows
    }


def _write(db: Connection, session_id: str, game: AnyGame, derived: Derived | None, **columns: Any) -> None:
    """Replace the derived rows of a session, and write its status and other columns."""
    times = times_of(db, session_id, derived.closed_by) if derived else ()
    status = derived.status if derived else Status.OPEN
    replace_rows(db, session_id, rows_of(session_id, game, derived, times), status=status, **columns)


def replace_rows(db: Connection, session_id: str, rows: Iterable[tuple[Table, Rows]], **columns: Any) -> None:
    """Replace the derived rows of a session, and write these columns of its own row."""
    with changing(db, [session_id]):
        delete_rows(db, [session_id])
        for table, some in rows:
            insert_rows(db, table, some)
        db.execute(update(SESSION).where(SESSION.c.id == session_id).values(columns))


def _result(game: AnyGame, run: Replay[Any, Any], outcome: Outcome, status: Status) -> Result:
    state = agreements.score_if_stopped(game, run.state)
    rounds = tuple(_played(game.rounds(state), state.ledger, status))
    standings = game.standings(state)
    halfway = _halfway(rounds, state.ledger, standings, game.best)
    placings = tuple(
        Placing(seat, min(place.side), place.rank, place.points, seat in outcome.winners, halfway.get(place.side))
        for place in standings
        for seat in place.side
    )
    scores = tuple(_scores(rounds, state.ledger, tuple(state.table.seats)))
    return Result(
        rule=outcome.rule.id,
        because=outcome.because,
        placings=placings,
        rounds=rounds,
        scores=scores,
        measures=game.measures(state),
        firsts=tuple(find_starters(game, run).items()),
        choices=find_variants(game, run.opened),
    )


def _halfway(rounds: tuple[RoundHead, ...], ledger: Ledger, standings: Standings, best: Best) -> dict[Side, int]:
    """The rank of each side by points when half of the rounds were over; empty where there are no two rounds."""
    if len(rounds) < 2:
        return {}
    half = rounds[len(rounds) // 2 - 1].number
    points = totals(
        (line for line in ledger if line.round <= half), (seat for place in standings for seat in place.side)
    )
    return {place.side: place.rank for place in rank(points, (place.side for place in standings), best)}


def closed_by(game: AnyGame, run: Replay[Any, Any]) -> int:
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
    points: dict[tuple[int, int], int] = {(head.number, seat): 0 for head in heads for seat in seats}
    points |= by_round(ledger)
    return (RoundScore(number, seat, sum_) for (number, seat), sum_ in sorted(points.items()))


def _rows(
    session_id: str, game: AnyGame, derived: Derived, result: Result, times: Sequence[datetime]
) -> Iterator[tuple[Table, Rows]]:
    of = {"session_id": session_id}
    head = {
        "game": game.key,
        "status": derived.status.value,
        "finished_at": times[-1],
        "players": len(derived.totals),
        "rounds": len(result.rounds),
        "rule": result.rule,
        "because": result.because,
        "seconds": compute_duration(times).played,
    }
    firsts = dict(result.firsts)
    yield RESULT, [of | head | {"first": firsts.get(0)} | _extremes(result)]
    yield CHOICE, [of | _columns(each, CHOICE) for each in result.choices]
    yield PLACING, [of | _columns(each, PLACING) for each in result.placings]
    yield ROUND, [of | _head(each) | {"first": firsts.get(each.number)} for each in result.rounds]
    yield ROUND_SCORE, [of | _columns(each, ROUND_SCORE) for each in result.scores]
    yield MEASURE, [of | _columns(each, MEASURE) for each in result.measures]
    yield TALLY, [of | row for row in _tallies(result.measures)]


def _head(each: RoundHead) -> dict[str, Any]:
    return {"number": each.number, "title": each.title, "kind": each.type, "size": each.size}


def _extremes(result: Result) -> dict[str, int | None]:
    """The most and the least in a round, the points of the best side and its lead, the most ranks made up."""
    played = {head.number for head in result.rounds if head.type != PLAYED_BEFORE}
    rounds = [score.points for score in result.scores if score.number in played]
    sides = tuple({place.side: place for place in result.placings}.values())
    best, *others = sorted(sides, key=lambda place: place.rank)
    climbs = (place.halfway - place.rank for place in result.placings if place.halfway is not None)
    return {
        "high": max(rounds, default=None),
        "low": min(rounds, default=None),
        "top": best.points,
        "lead": abs(best.points - others[0].points) if others else None,
        "climb": max(climbs, default=None),
        "most": max((place.points for place in sides), default=None),
        "least": min((place.points for place in sides), default=None),
    }


def _tallies(measures: Sequence[Measure]) -> Iterator[dict[str, Any]]:
    """The measures of a seat summed over the rounds."""
    found: dict[tuple[int, str], list[Measure]] = defaultdict(list)
    for each in measures:
        found[each.seat, each.key].append(each)
    for (seat, key), counted in found.items():
        value, of = sum(each.value for each in counted), sum(each.of for each in counted)
        yield {"seat": seat, "key": key, "value": value, "of": of, "rounds": len(counted)}


def _columns(value: object, table: Table) -> dict[str, Any]:
    """A small dataclass as a row: its fields are named like the columns."""
    return {name: getattr(value, name) for name in _names(table)}


@cache
def _names(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns if column.name != "session_id")
