"""Helpers for tests with a desk: a store that knows all games, and ways to enter answers."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.device.pocket_page import Pocket
from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Recorded, Verdict
from companion.open_session.table_session import TableSession
from companion.testing.random_sessions import played
from scoring.contract.game import AnyGame, Opened
from scoring.contract.prompts import Answer, Prompt, find_prompt
from scoring.engine import agreements
from scoring.games import GAMES as SHELF
from scoring.games import find_game
from scoring.testing.walks import NAMES, first_options
from storage.file.database import MEMORY
from storage.store import Store
from tests.scoring.sketches import SKETCHES
from tests.storage.conftest import ticking
from tests.storage.tiny import TINY, Options

__all__ = ["NAMES", "played"]

GAMES: tuple[AnyGame, ...] = (*SHELF, *SKETCHES, TINY)
"""All games of these tests: the real ones, the sketches and the tiny one."""

ALWAYS: Final = ("crown_battles", "sk_sealed")
every_game: Final = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.key, marks=() if game.key in ALWAYS else pytest.mark.long) for game in GAMES]
)
"""Run a test for every game; all but the largest game and a sketch are long."""


class Browser(Pocket):
    """A browser that promises to keep its data, or does not, when it is asked."""

    def __init__(self, *, promises: bool = True, has_share_sheet: bool = False) -> None:
        super().__init__(has_share_sheet=has_share_sheet)
        self.promises = promises
        self.asked = False

    async def is_persistent(self) -> bool:
        self.asked = True
        return self.promises


def open_store(path: str | Path = MEMORY) -> Store:
    """A store that knows every game of the tests."""
    return Store(path, GAMES, now=ticking())


def opened(store: Store, game: AnyGame, players: int = 3, options: Any = None, names: tuple[str, ...] = NAMES) -> Desk:
    """A desk with a new session; without options, of the first preset."""
    if options is None:
        options = first_options(game, players)
    return Desk(store, store.sessions.open(game, Opened(names[:players], options)))


def tiny(store: Store, *scores: tuple[int, int], rounds: int = 3) -> Desk:
    """A session of the tiny game with these scores, as (seat, points)."""
    desk = opened(store, TINY, 3, Options(rounds))
    for seat, points in scores:
        enter(desk, "scored", seat=seat, points=points)
    return desk


def finished(store: Store, *winners: int, names: tuple[str, ...] = NAMES[:3], place: str = "") -> str:
    """A session of the tiny game to its end, a round of five points for each of these seats; returns its id."""
    desk = opened(store, TINY, len(names), Options(len(winners)), names)
    for seat in winners:
        enter(desk, "scored", seat=seat, points=5)
    if place:
        store.sessions.set_details(desk.session_id, place=place)
    return desk.session_id


BRUTE: Final = {"name": "Brute", "numbers": [["vp", 1], ["def", 5], ["cost", 3]]}
"""A goblin as it is typed."""


def stacking(store: Store) -> Desk:
    """Loot & Recruit for two, goblin by goblin, in Ana's first turn."""
    game = find_game("loot_and_recruit")
    desk = opened(store, game, 2, game.presets(2)[1].options)
    enter(desk, "event_flipped", effect=False)
    return desk


def checkpoint(store: Store, players: int = 3) -> Desk:
    """Loot & Recruit after its first five rounds: the points of all are counted."""
    desk = opened(store, find_game("loot_and_recruit"), players)
    enter(desk, "rounds_played", round=5)
    return desk


def ask(desk: TableSession, kind: str) -> Prompt:
    """The current prompt for this kind of event; fails if there is none."""
    prompt = find_prompt(desk.prompts, kind)
    assert prompt is not None, f"{kind} is not asked; {[prompt.kind for prompt in desk.prompts]} are"
    return prompt


def record(desk: TableSession, kind: str, waived: tuple[str, ...] = (), **answers: Answer) -> Verdict:
    """Send one answered form, as a window does."""
    prompt = ask(desk, kind)
    return desk.record(prompt, dict(prompt.given) | answers, desk.number, waived)


def enter(desk: TableSession, kind: str, waived: tuple[str, ...] = (), **answers: Answer) -> int:
    """Record an answered form; returns the number of the entry, fails if it is refused."""
    verdict = record(desk, kind, waived, **answers)
    assert isinstance(verdict, Recorded), verdict
    return verdict.number


def bid_all(desk: Desk, *bid: int) -> None:
    """Crown Battles: everybody who is asked places this bid."""
    while desk.main is not None and desk.main.kind == "bid_placed":
        enter(desk, "bid_placed", bid=list(bid))


def view_of(desk: Desk) -> tuple[Any, ...]:
    """Everything a desk shows, to compare."""
    state = desk.state
    return (
        desk.journal,
        desk.run.steps,
        str(desk.run.violation),
        desk.run.waiting,
        desk.number,
        desk.undoable,
        desk.redoable,
        desk.prompts,
        state.table.names,
        agreements.outcome(desk.game, state),
    )


def crowned(store: Store, bids: int) -> str:
    """Crown Battles for four with four cards each and this many bids placed; returns its id."""
    game = find_game("crown_battles")
    desk = opened(store, game, 4, replace(first_options(game, 4), schedule=(4, 4)))
    for _ in range(bids):
        enter(desk, "bid_placed", bid=[2])
    return desk.session_id
