"""Stores that know a game, and random sessions in them."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scoring.contract.game import AnyGame
from scoring.engine.journal import Record
from scoring.engine.replay import replay
from scoring.games import GAMES
from scoring.testing.walks import NAMES, random_session
from storage.derived.results import derive
from storage.store import Store


def shelf_of(game: AnyGame) -> tuple[AnyGame, ...]:
    """This game and all others, for a store that knows it whether it is installed or not."""
    return (game, *(other for other in GAMES if other.key != game.key))


def played(
    store: Store, game: AnyGame, players: int, seed: int = 1, events: int | None = None, names: tuple[str, ...] = NAMES
) -> str:
    """Play a random session, to its end or for a number of events; returns its id."""
    first, *rest = random_journal(game, players, seed)[: events and events + 1]
    return keep_journal(store, game, (Record(replace(first.event, names=names[:players])), *rest))


def keep_journal(store: Store, game: AnyGame, journal: Sequence[Any], **details: Any) -> str:
    """Record a session, with its result after the last entry; returns its id."""
    session_id = store.sessions.open(game, journal[0].event, **details)
    for number, entry in enumerate(journal[1:], start=1):
        derived = derive(game, replay(game, tuple(journal))) if number == len(journal) - 1 else None
        store.sessions.append(session_id, number, game, entry, derived)
    return session_id


@lru_cache(maxsize=256)
def random_journal(game: AnyGame, players: int, seed: int) -> tuple[Record[Any], ...]:
    """The journal of a whole random session; cached, because many tests show the same sessions."""
    return random_session(game, random.Random(seed), players, names=NAMES[:players])
