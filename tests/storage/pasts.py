"""Random players and sessions, and their statistics computed slowly from the journals."""

import random
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from scoring.contract.game import AnyGame, Opened, Stopped
from scoring.contract.scores import Outcome, Standings, rank, totals
from scoring.engine import agreements
from scoring.engine.journal import Amend, Record
from scoring.engine.replay import replay
from storage.derived.results import derive
from storage.errors import StorageError
from storage.store import Store
from tests.storage.conftest import record
from tests.storage.tiny import END, TINY, Options, Scored, TinyState

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay")


def _pairs(state: TinyState) -> Standings:
    """Opposite seats are partners; at a table of three, one plays alone."""
    seats = state.table.seats
    sides = tuple(tuple(seat for seat in seats if seat % 2 == parity) for parity in (0, 1))
    return rank(totals(state.ledger, seats), sides)


def _won_by_a_pair(state: TinyState) -> Outcome | None:
    if state.played < state.rounds:
        return None
    winners = tuple(seat for place in _pairs(state) if place.rank == 1 for seat in place.side)
    return Outcome(END, winners, "Most points after the last round.")


PAIRS: AnyGame = replace(
    TINY, key="pairs", box=replace(TINY.box, title="Pairs"), standings=_pairs, outcome=_won_by_a_pair
)
"""The tiny game for partners."""


@dataclass(frozen=True)
class Play:
    """One seat of a counted session, as read from its journal."""

    person: str
    order: tuple[Any, str]
    day: date
    game: str
    session: str
    side: frozenset[int]
    ranks: tuple[int, ...]  # of every side at the table
    rank: int
    halfway: int | None
    finished: bool
    points: int
    won: bool
    seconds: int
    measures: tuple[tuple[str, int, int], ...]


def evening(store: Store, names: tuple[str, ...], *scores: tuple[int, int], game: AnyGame = TINY) -> str:
    """A session with one (seat, points) pair per round; finished after three rounds."""
    session_id = store.sessions.open(game, Opened(names, Options(3)))
    record(store, session_id, *(Record(Scored(seat, points)) for seat, points in scores))  # type: ignore[arg-type]
    return session_id


def happen(store: Store, rng: random.Random) -> None:
    """A random action: mostly a new session, sometimes a change to an earlier one."""
    sessions = [
        head.id
        for head in (
            *store.history.list_sessions(limit=99).sessions,
            *store.history.list_sessions(limit=99, binned=True).sessions,
        )
    ]
    ids = [player.id for player in store.players.list_recent(archived=True)]
    merges = store.merges.list_active()
    match rng.randrange(12):
        case 0 if sessions:
            store.sessions.bin(rng.choice(sessions))
        case 1 if sessions:
            store.sessions.restore(rng.choice(sessions))
        case 2 if sessions:
            correct(store, rng, rng.choice(sessions))
        case 3 if len(ids) > 3:
            try:
                store.merges.merge(*rng.sample(ids, 2))
            except StorageError:
                return  # they played in the same session
        case 4 if merges:
            store.merges.undo(rng.choice(merges).id)
        case _:
            play_at_random(store, rng)


def play_at_random(store: Store, rng: random.Random) -> None:
    """A session of two to four players; one in four is stopped."""
    names = tuple(rng.sample(NAMES, rng.randrange(2, 5)))
    rounds = rng.choice((3, 3, 3, 2, 1))
    scores = [(rng.randrange(len(names)), rng.randrange(10)) for _ in range(rounds)]
    session_id = evening(store, names, *scores, game=rng.choice((TINY, PAIRS)))
    if rounds < 3 and rng.random() < 0.7:
        record(store, session_id, Record(Stopped("late", counts=rng.random() < 0.6)))


def correct(store: Store, rng: random.Random, session_id: str) -> None:
    """Correct the score of the first round, or the player of a seat."""
    loaded = store.sessions.load(session_id)
    if rng.random() < 0.5 and len(loaded.journal) > 1 and isinstance(loaded.journal[1], Record):
        if isinstance(loaded.journal[1].event, Scored):
            record(store, session_id, Amend(1, Scored(rng.randrange(2), rng.randrange(10))))  # type: ignore[arg-type]
        return
    opened = loaded.journal[0].event  # type: ignore[union-attr]
    free = [name for name in NAMES if name not in loaded.names and name not in opened.names]
    record(store, session_id, Amend(0, replace(opened, names=(rng.choice(free), *opened.names[1:]))))


def plays(store: Store) -> list[Play]:
    """Every counted play by end time, computed from the journals."""
    counted = []
    for head in store.history.list_sessions(limit=1000).sessions:
        loaded = store.sessions.load(head.id)
        run = replay(loaded.game, loaded.journal)
        outcome = agreements.outcome(loaded.game, run.state)
        if outcome is None:
            continue
        derived = derive(loaded.game, run)
        assert derived is not None
        ended = loaded.times[derived.closed_by]
        standings = loaded.game.standings(run.state)
        for place in standings:
            for seat in place.side:
                counted.append(
                    Play(
                        person=head.seats[seat].player.id,
                        order=(ended, head.id),
                        day=(head.opened_at + timedelta(minutes=head.utc_offset) - timedelta(hours=5)).date(),
                        game=loaded.game.key,
                        session=head.id,
                        side=frozenset(place.side),
                        ranks=tuple(place.rank for place in standings),
                        rank=place.rank,
                        halfway=_halfway(run.state, standings, place.side),
                        finished=run.state.stopped is None,
                        points=place.points,
                        won=seat in outcome.winners,
                        seconds=int((ended - loaded.times[0]).total_seconds()),
                        measures=tuple(
                            (measure.key, measure.value, measure.of)
                            for measure in loaded.game.measures.of(run.state)
                            if measure.seat == seat
                        ),
                    )
                )
    return sorted(counted, key=lambda play: play.order)


def _halfway(state: TinyState, standings: Standings, side: tuple[int, ...]) -> int | None:
    """The rank after the first of two or three rounds."""
    if len({line.round for line in state.ledger}) < 2:
        return None
    first = {
        place.side: sum(line.points for line in state.ledger if line.round == 1 and line.seat in place.side)
        for place in standings
    }
    return 1 + sum(points > first[side] for points in first.values())  # type: ignore[index]


def met(world: list[Play], me: str) -> dict[str, tuple[int, int, int, int, int]]:
    """The rivals of a player: meetings, beaten, lost, plays as partners, and wins of these."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    for mine in world:
        for other in world:
            if mine.person != me or other.person == me or other.session != mine.session:
                continue
            if other.side == mine.side:
                change = (0, 0, 0, 1, int(mine.won))
            else:
                change = (1, int(mine.rank < other.rank), int(mine.rank > other.rank), 0, 0)
            sums[other.person] = [a + b for a, b in zip(sums[other.person], change, strict=True)]
    return {person: tuple(change) for person, change in sums.items()}  # type: ignore[misc]


def longest(won: list[bool]) -> int:
    """The longest run of wins, counted naively; 0 for a single win."""
    best = run = 0
    for is_won in won:
        run = run + 1 if is_won else 0
        best = max(best, run)
    return best if best > 1 else 0


def expected_wins(world: list[Play]) -> Fraction:
    """The expected wins by chance."""
    return sum((Fraction(1, len(play.ranks)) for play in world), Fraction())
