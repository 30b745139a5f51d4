"""Stores that know a game, and random sessions in them."""

import random
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
    first = Record(replace(first.event, names=names[:players]))
    journal = (first, *rest)
    session_id = store.sessions.open(game, first.event)
    for number, entry in enumerate(rest, start=1):
        last = number == len(rest)
        derived = derive(game, replay(game, journal)) if last else None
        store.sessions.append(session_id, number, game, entry, derived)
    return session_id


@lru_cache(maxsize=256)
def random_journal(game: AnyGame, players: int, seed: int) -> tuple[Record[Any], ...]:
    """The journal of a whole random session; cached, because many tests show the same sessions."""
    return random_session(game, random.Random(seed), players, names=NAMES[:players])
