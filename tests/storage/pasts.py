"""Random sessions of a few people, and what people change about them."""

import random
from dataclasses import replace

from scoring.contract.game import AnyGame, Opened, Stopped
from scoring.engine.journal import Amend, Record
from storage.errors import StorageError
from storage.store import Store
from tests.storage.conftest import record
from tests.storage.tiny import PAIRS, TINY, Options, Scored

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay")


def evening(
    store: Store, names: tuple[str, ...], *scores: tuple[int, int], game: AnyGame = TINY, rounds: int = 3
) -> str:
    """A session with one (seat, points) pair per round; finished after so many rounds."""
    session_id = store.sessions.open(game, Opened(names, Options(rounds)))
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
            store.bin.add(rng.choice(sessions))
        case 1 if sessions:
            store.bin.restore(rng.choice(sessions))
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
