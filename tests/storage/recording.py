"""Records evenings and reports each entry, in a process or a browser that is about to be killed."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from scoring.contract.game import Opened
from scoring.engine.journal import Amend, Record, Redo, Undo
from scoring.engine.replay import replay
from storage.derived.results import derive
from storage.store import Store
from tests.storage.tiny import TINY, Options, Scored

LONG: Final = Opened(("Ana", "Ben", "Cleo"), Options(rounds=12))

EVENING: Final[tuple[Any, ...]] = (
    Record(LONG),
    *(Record(Scored(number % 3, 5)) for number in range(12)),
    Undo(12),
    Redo(12),
    Amend(3, Scored(0, 9)),
)
"""A session that is closed by entry 12, opened again, closed again and then corrected."""


def record_evenings(store: Store) -> Iterator[str]:
    """Record one evening after the other without end; yields "session number" after each recorded entry."""
    while True:
        session_id = store.sessions.open(TINY, LONG)
        yield f"{session_id} 0"
        for number, entry in enumerate(EVENING[1:], start=1):
            store.drafts.save(session_id, number, "scored", {"seat": number % 3})
            derived = derive(TINY, replay(TINY, EVENING[: number + 1]))
            store.sessions.append(session_id, number, TINY, entry, derived)
            yield f"{session_id} {number}"


def last_reported(reports: Iterable[str]) -> dict[str, int]:
    """The last entry reported of each session."""
    return {session_id: int(number) for session_id, number in (report.split() for report in reports)}


def count_kept(store: Store, reported: dict[str, int]) -> int:
    """The number of reported entries, after asserting that each is stored as it was recorded."""
    for session_id, number in reported.items():
        journal = store.sessions.load(session_id).journal
        assert journal == EVENING[: len(journal)]
        assert number < len(journal)
    return sum(number + 1 for number in reported.values())
