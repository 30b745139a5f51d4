"""The results of sessions, which history and statistics read. Written with the entry that closes a session.

Everything here is derived: `rebuild` recomputes it from the journals.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from itertools import takewhile
from typing import Any, Final

from sqlalchemy import Table, delete, insert, select, update
from sqlmodel import Session

from scoring.contract.game import TOTALS_ONLY, AnyGame, Measure, RoundHead, State, are_successive
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Best, Ledger, Outcome, Side, Standings, as_points, by_round, rank, totals
from scoring.engine import agreements
from scoring.engine.journal import Journal
from scoring.engine.regrouping import find_first_round, list_players_of, list_unranked
from scoring.engine.replay import Replay, replay
from storage.derived import imported_sessions
from storage.derived.duration import compute_duration
from storage.derived.imported_sessions import Rows
from storage.derived.pipeline import delete_plays, update_plays
from storage.derived.starting_facts import Variant, find_starters, find_variants
from storage.errors import NeedsGame, Unreadable
from storage.models import CHOICE, ENTRY, MEASURE, PLACING, PLAY, RESULT, ROUND, ROUND_SCORE, SESSION
from storage.sessions import journals

_TABLES: Final = (RESULT, CHOICE, PLACING, ROUND, ROUND_SCORE, MEASURE)


class Status(StrEnum):
    """The status of a session; stored."""

    OPEN = "open"
    FINISHED = "finished"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Placing:
    """The result of a seat. `side` is the lowest seat of its side, `points` the side's total.

    `halfway` is its rank by points after half of the rounds; None if there were fewer than two, or if some were summed
    up in one row. Who left early may not be `ranked` by the points, which then are no record.
    """

    seat: int
    side: int
    rank: int
    points: float
    won: bool
    halfway: int | None = None
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The points of a seat in a round. Round 0 has the points agreed before the first round."""

    number: int
    seat: int
    points: float


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a session that counts. `starters` are pairs (round, seat that started it), with round 0
    for the session.
    """

    rule: str
    because: str
    placings: tuple[Placing, ...]
    rounds: tuple[RoundHead, ...]
    scores: tuple[RoundScore, ...]
    measures: tuple[Measure, ...]
    starters: tuple[tuple[int, int], ...] = ()
    choices: tuple[Variant, ...] = ()

    @property
    def unranked(self) -> frozenset[int]:
        """The seats of those who left early and are not ranked by their points."""
        return frozenset(place.seat for place in self.placings if not place.ranked)


@dataclass(frozen=True, slots=True)
class Derived:
    """A closed session. `closed_by` is the number of the entry that ended it, `totals` are the points by seat.

    `result` is None if the session was stopped and does not count.
    """

    status: Status
    closed_by: int
    totals: tuple[float, ...]
    result: Result | None


def derive(game: AnyGame, run: Replay[Any, Any]) -> Derived | None:
    """Derive a session from its replay; None while it is open."""
    outcome = agreements.outcome(game, run.state)
    if outcome is None and run.state.stopped is None:
        return None
    status = Status.FINISHED if run.state.stopped is None else Status.STOPPED
    points = totals(agreements.score_if_stopped(game, run.state).ledger, run.state.table.seats)
    result = _build_result(game, run, outcome, status) if outcome else None
    return Derived(status, find_closing_entry(game, run), tuple(points.values()), result)


def close(db: Session, session_id: str, derived: Derived | None, at: datetime, totals: Any = None) -> None:
    """Write the status, the totals at closing and all derived rows, inside the caller's transaction.

    Pass `totals` for a session that was closed under older rules, to store them instead of the current ones.
    """
    if derived is not None:
        totals = totals or [[seat, points] for seat, points in enumerate(derived.totals)]
    _write(db, session_id, derived, closed_totals=totals, changed_at=at)


def build_rows(db: Session, session_id: str, derived: Derived | None) -> Iterator[tuple[Table, Rows]]:
    """The derived rows of a stored session by table; none if it does not count."""
    if derived is None or derived.result is None:
        return
    key = db.execute(select(SESSION.c.game).where(SESSION.c.id == session_id)).scalar_one()
    entries = select(ENTRY.c.entered_at).where(ENTRY.c.session_id == session_id).order_by(ENTRY.c.number)
    times = db.execute(entries.limit(derived.closed_by + 1)).scalars().all()
    of, result = {"session_id": session_id}, derived.result
    head = {
        "game": key,
        "status": derived.status.value,
        "finished_at": times[-1],
        "players": len(derived.totals),
        "rounds": len(result.rounds),
        "rule": result.rule,
        "because": result.because,
        "seconds": compute_duration(times).played,
    }
    starters = dict(result.starters)
    yield RESULT, [of | head | {"starter": starters.get(0)} | _find_extremes(result)]
    yield CHOICE, [of | _make_row(choice, CHOICE) for choice in result.choices]
    yield PLACING, [of | _make_row(placing, PLACING) for placing in result.placings]
    yield ROUND, [of | _make_row(round_, ROUND) | {"starter": starters.get(round_.number)} for round_ in result.rounds]
    yield ROUND_SCORE, [of | _make_row(score, ROUND_SCORE) for score in result.scores]
    yield MEASURE, [of | _make_row(measure, MEASURE) for measure in result.measures]


def are_stored(db: Session, session_id: str, rows: Iterable[tuple[Table, Rows]]) -> bool:
    """Whether these are the derived rows of a session, and no others."""
    expected: dict[str, list[tuple[Any, ...]]] = {table.name: [] for table in _TABLES}
    for table, of_table in rows:
        expected[table.name] = sorted(tuple(row.get(column.name) for column in table.columns) for row in of_table)
    return load_rows(db, session_id) == expected


def delete_rows(db: Session, session_ids: Sequence[str]) -> None:
    """Delete the derived rows of these sessions."""
    delete_plays(db, session_ids)
    db.execute(delete(RESULT).where(RESULT.c.session_id.in_(session_ids)))


def delete_orphans(db: Session) -> None:
    """Delete derived rows whose session or result is gone, inside the caller's transaction."""
    for table in (*_TABLES[1:], PLAY):
        db.execute(delete(table).where(table.c.session_id.not_in(select(RESULT.c.session_id))))
    db.execute(delete(RESULT).where(RESULT.c.session_id.not_in(select(SESSION.c.id))))


def rebuild(db: Session, games: Sequence[AnyGame], session_ids: Iterable[str]) -> tuple[str, ...]:
    """Derive sessions again, inside the caller's transaction; returns the ids of unreadable ones, whose rows are kept.

    The totals at closing do not change.
    """
    unreadable = []
    for session_id in session_ids:
        try:
            if imported_sessions.is_imported(db, session_id):
                rows = imported_sessions.derive_rows(db, session_id)
                replace_rows(db, session_id, rows, status=Status.FINISHED)
                continue
            _, derived = derive_stored(db, session_id, games)
        except Unreadable:
            unreadable.append(session_id)
            update_plays(db, [session_id])
            continue
        _write(db, session_id, derived)
    return tuple(unreadable)


def derive_stored(db: Session, session_id: str, games: Iterable[AnyGame]) -> tuple[Replay[Any, Any], Derived | None]:
    """Replay and derive a stored session under the current rules; raises Unreadable."""
    game, run = replay_stored(db, session_id, games)
    with journals.running_rules():
        return run, derive(game, run)


def replay_stored(db: Session, session_id: str, games: Iterable[AnyGame]) -> tuple[AnyGame, Replay[Any, Any]]:
    """Replay a stored session under the current rules; raises Unreadable if it cannot be decoded or opened."""
    game = journals.load_game(db, session_id, games)
    return game, replay_journal(game, journals.decode_journal(game, journals.load_entries(db, session_id)))


def replay_journal(game: AnyGame, journal: Journal[Any], names: tuple[str, ...] | None = None) -> Replay[Any, Any]:
    """Replay a decoded session, with its players' current `names`; raises NeedsGame if it cannot be opened."""
    try:
        with journals.running_rules():
            return replay(game, journal, names)
    except RuleViolation as violation:
        raise NeedsGame(f"This game cannot be opened under today's rules: {violation}") from violation


def load_rows(db: Session, session_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """The stored rows derived from a session, by table name."""
    return {
        table.name: sorted(tuple(row) for row in db.execute(select(table).where(table.c.session_id == session_id)))
        for table in _TABLES
    }


def _write(db: Session, session_id: str, derived: Derived | None, **columns: Any) -> None:
    rows, status = build_rows(db, session_id, derived), derived.status if derived else Status.OPEN
    replace_rows(db, session_id, rows, status=status, **columns)


def replace_rows(db: Session, session_id: str, rows: Iterable[tuple[Table, Rows]], **columns: Any) -> None:
    """Replace the derived rows of a session, and write these columns of its own row."""
    delete_rows(db, [session_id])
    for table, new_rows in rows:
        if new_rows:
            db.execute(insert(table), new_rows)
    db.execute(update(SESSION).where(SESSION.c.id == session_id).values(columns))
    update_plays(db, [session_id])


def _build_result(game: AnyGame, run: Replay[Any, Any], outcome: Outcome, status: Status) -> Result:
    state = agreements.score_if_stopped(game, run.state)
    rounds = tuple(_select_rounds(game.rounds(state), state.ledger, status))
    standings = game.standings(state)
    halfway = _rank_halfway(rounds, state, standings, game.best(state))
    unranked = list_unranked(state)
    placings = tuple(
        Placing(
            seat,
            min(place.side),
            place.rank,
            place.points,
            seat in outcome.winners,
            halfway.get(place.side),
            seat not in unranked,
        )
        for place in standings
        for seat in place.side
    )
    scores = tuple(_compute_scores(rounds, state))
    return Result(
        rule=outcome.rule.id,
        because=outcome.because,
        placings=placings,
        rounds=rounds,
        scores=scores,
        measures=game.measures.of(state),
        starters=tuple(find_starters(game, run).items()),
        choices=find_variants(game, run.opened),
    )


def _rank_halfway(rounds: tuple[RoundHead, ...], state: State, standings: Standings, best: Best) -> dict[Side, int]:
    """The rank by points after half of the rounds of each side that had come by then and played the last one; empty if
    there were fewer than two, or nobody knows. Who left is in it only if they are ranked.
    """
    if len(rounds) < 2 or not are_successive(rounds):
        return {}
    half = rounds[len(rounds) // 2 - 1].number
    players = {seat for seat in state.table.seats if find_first_round(state, seat) <= half} - list_unranked(state)
    sides = [place.side for place in standings if players >= set(place.side)]
    points = totals((line for line in state.ledger if line.round <= half and line.seat in players), players)
    last = set(list_players_of(state, rounds[-1].number))
    return {place.side: place.rank for place in rank(points, sides, best) if last.issuperset(place.side)}


def find_closing_entry(game: AnyGame, run: Replay[Any, Any]) -> int:
    """The number of the entry that closed the session; 0 if it was over before it began."""

    def is_closed(state: Any) -> bool:
        return state.stopped is not None or game.outcome(state) is not None

    tail = list(takewhile(lambda step: is_closed(step.state), reversed(run.steps)))
    return tail[-1].entry if tail else 0


def _select_rounds(heads: tuple[RoundHead, ...], ledger: Ledger, status: Status) -> Iterator[RoundHead]:
    """The rounds that count. In a stopped session, those with points."""
    scored = {line.round for line in ledger}
    return (head for head in heads if status is Status.FINISHED or head.number in scored)


def _compute_scores(heads: tuple[RoundHead, ...], state: State) -> Iterator[RoundScore]:
    """The points of everybody who played a round, including zeros, and agreed points outside any round."""
    points: dict[tuple[int, int], float] = {
        (head.number, seat): 0 for head in heads for seat in list_players_of(state, head.number)
    }
    points |= by_round(state.ledger)
    return (RoundScore(number, seat, sum_) for (number, seat), sum_ in sorted(points.items()))


def _find_extremes(result: Result) -> dict[str, float | None]:
    """The columns of `result` that may hold a record; see `ResultRow`."""
    played = {head.number for head in result.rounds if head.type not in TOTALS_ONLY}
    rounds = [score.points for score in result.scores if score.number in played]
    ranked = [place for place in result.placings if place.ranked]
    sides = tuple({place.side: place for place in ranked}.values())
    first = sorted(sides, key=lambda place: place.rank)[:2]
    last = max((score.number for score in result.scores), default=0)
    stayed = {score.seat for score in result.scores if score.number == last}
    both_stayed = len(first) == 2 and stayed.issuperset(place.seat for place in first)
    climbs = (place.halfway - place.rank for place in ranked if place.halfway is not None)
    return {
        "high": max(rounds, default=None),
        "low": min(rounds, default=None),
        "top": first[0].points,
        "lead": as_points(abs(first[0].points - first[1].points)) if both_stayed else None,
        "climb": max(climbs, default=None),
        "most": max((place.points for place in sides), default=None),
        "least": min((place.points for place in sides), default=None),
    }


def _make_row(value: object, table: Table) -> dict[str, Any]:
    """A dataclass as a row; its fields have the names of the columns."""
    return {name: getattr(value, name) for name in _names(table)}


@cache
def _names(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns if column.name != "session_id")
