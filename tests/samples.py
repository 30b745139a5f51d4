"""Write the sample evenings of the app anew: `python -m tests.samples`.

The tables of `tests/simulators/` play them with real cards, each seed chosen for a close result, and the people are
made up. The evening of Crown Battles is the one in the screenshots.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from companion.device.paths import ASSETS
from companion.testing.random_sessions import keep_journal
from scoring.engine.journal import Record
from storage.store import Store
from storage.transfer.session_export import export_sessions
from tests.screenshots import play_crown
from tests.simulators.crown_battles.game import Evening
from tests.simulators.faction_wars import FactionWars
from tests.simulators.loot_and_recruit import LootAndRecruit
from tests.simulators.recruit import Recruit
from tests.simulators.recruits import Recruits

LAST: Final = datetime(2026, 1, 30, 19, 30, tzinfo=UTC)
"""When the last of the evenings begins; they are moved to yesterday when they are shown."""


@dataclass(frozen=True)
class Sampled:
    """A session: the table that plays it, or None for that of the screenshots, who sits there, for how many minutes."""

    table: Callable[[int], Any] | None
    seed: int
    names: tuple[str, ...]
    minutes: int


EVENINGS: Final = {  # days before the last evening, place: the sessions
    (49, "at Ana's"): (
        Sampled(None, 0, ("Ana", "Ben", "Cleo", "Dov", "Eve"), 52),
        Sampled(Recruit, 58, ("Ben", "Ana", "Dov", "Cleo"), 24),
    ),
    (28, "in the club"): (
        Sampled(FactionWars, 238, ("Cleo", "Ana", "Eve", "Ben"), 41),
        Sampled(Recruits, 130, ("Ben", "Eve", "Ana", "Cleo"), 26),
    ),
    (14, "at Ben's"): (
        Sampled(LootAndRecruit, 232, ("Dov", "Ben", "Ana", "Cleo"), 38),
        Sampled(Recruit, 134, ("Ana", "Cleo", "Ben"), 19),
        Sampled(Recruits, 12, ("Cleo", "Ben", "Ana"), 22),
    ),
    (0, "at Ana's"): (
        Sampled(Evening, 73, ("Ana", "Cleo", "Eve", "Dov"), 36),
        Sampled(FactionWars, 8, ("Eve", "Dov", "Ana"), 29),
        Sampled(LootAndRecruit, 95, ("Dov", "Cleo", "Ana"), 33),
        Sampled(Recruits, 118, ("Cleo", "Ana", "Eve", "Dov"), 21),
    ),
}


class Clock:
    """A clock that goes on by `step` whenever somebody looks."""

    def __init__(self) -> None:
        self.at, self.step = LAST, timedelta()

    def __call__(self) -> datetime:
        self.at += self.step
        return self.at


def write(path: Path) -> None:
    """Play all evenings and write their file."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "sample.sqlite", now=clock) as store:
        for (days, place), sessions in EVENINGS.items():
            clock.at = LAST - timedelta(days=days)
            for session in sessions:
                began = clock.at
                session_id = play(store, clock, session)
                store.sessions.set_details(session_id, place=f"Sample, {place}", note="A sample: made up, to look at.")
                clock.at = began + timedelta(minutes=session.minutes + 10)
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(export_sessions(store)) + "\n", "utf-8")


def play(store: Store, clock: Clock, sampled: Sampled) -> str:
    """One session, entered at an even pace."""
    if sampled.table is None:
        clock.step = timedelta(minutes=sampled.minutes) / 65
        return play_crown(store, sampled.names, 6)
    table = sampled.table(sampled.seed)
    table.play()
    game, (first, *rest) = table.session.game, table.session.journal
    clock.step = timedelta(minutes=sampled.minutes) / (len(rest) + 1)
    return keep_journal(store, game, (Record(replace(first.event, names=sampled.names)), *rest))


if __name__ == "__main__":
    write(ASSETS / "sample" / "evenings.jsonl")
