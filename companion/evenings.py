"""Beginning a session: a new one, or a rematch of one that was played."""

from typing import Any

from companion.desk import Desk, Desks
from scoring.game import AnyGame, Opened
from storage.store import Store


def begin(store: Store, game: AnyGame, names: tuple[str, ...], options: Any) -> str:
    """Open a session for these players and give its id; RuleViolation if it cannot be played."""
    return store.open_session(game, Opened(names, options))


def rematch(desks: Desks, session_id: str) -> str:
    """The same people in the same seats with the same options, under their present names."""
    desk: Desk = desks.desk(session_id)
    return begin(desks.store, desk.game, desk.state.table.names, desk.run.opened.options)
