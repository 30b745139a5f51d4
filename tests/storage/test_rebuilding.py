"""Outdated rows are rebuilt in small batches, newest session first, and an interrupted rebuild resumes."""

import time
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from storage.file import write_batches
from storage.file.write_batches import finish
from storage.store import Store
from tests.companion.tables import played
from tests.storage.conftest import open_store, sql
from tests.storage.tiny import TINY

pytestmark = pytest.mark.long

SESSIONS = 9


@pytest.fixture
def outdated(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store whose results were derived by an older version, with consecutive sessions."""
    monkeypatch.setattr(write_batches, "ROWS", 80)  # two sessions a batch
    for _ in range(SESSIONS):
        played(store, TINY, 3)
    sql(store, "UPDATE placing SET points = points + 1000")
    sql(store, "UPDATE session SET derived_by = derived_by - 1")
    return store


def find_outdated(store: Store) -> list[str]:
    """The sessions that still have outdated results, oldest first."""
    query = "SELECT session.id FROM session JOIN placing ON placing.session_id = session.id WHERE points > 900"
    return [session_id for (session_id,) in sql(store, f"{query} GROUP BY session.id ORDER BY opened_at")]


def test_an_outdated_file_is_rebuilt_when_it_is_opened(outdated: Store, path: Path) -> None:
    outdated.close()
    with open_store(path) as store:
        assert not store.is_outdated()
        assert find_outdated(store) == []


def test_the_newest_sessions_are_rebuilt_first_with_progress(outdated: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    monkeypatch.setattr(write_batches, "time", SimpleNamespace(monotonic=time.monotonic, sleep=rests.append))
    oldest_first = find_outdated(outdated)

    for step, done in zip(outdated.rebuild_in_steps(), (2, 4, 6, 8, 9), strict=True):
        assert step[1:] == (done, SESSIONS)
        assert find_outdated(outdated) == oldest_first[: SESSIONS - done]
    assert len(rests) == 5  # others have the lock between two batches
    assert not outdated.is_outdated()


def test_an_interrupted_rebuild_resumes(outdated: Store, path: Path) -> None:
    assert [step.done for step in islice(outdated.rebuild_in_steps(), 2)] == [2, 4]
    assert outdated.is_outdated()
    assert len(find_outdated(outdated)) == SESSIONS - 4
    outdated.close()
    with open_store(path, rebuild=False) as store:
        assert [step.done for step in store.rebuild_in_steps()] == [6, 8, 9]
        assert find_outdated(store) == []
        assert not store.is_outdated()


def test_sessions_may_end_and_be_deleted_while_a_rebuild_goes_on(outdated: Store) -> None:
    oldest_first, steps = find_outdated(outdated), outdated.rebuild_in_steps()
    list(islice(steps, 2))
    added = played(outdated, TINY, 3)
    outdated.bin.add(oldest_first[3])
    outdated.bin.empty([oldest_first[3]])
    assert finish(steps) == ()
    assert find_outdated(outdated) == []
    assert not outdated.is_outdated()
    assert outdated.sessions.load_head(added).winners


def test_what_another_process_outdates_meanwhile_is_rebuilt_too(outdated: Store) -> None:
    steps = outdated.rebuild_in_steps()
    next(steps)
    sql(outdated, "UPDATE session SET derived_by = 0")
    assert finish(steps) == ()
    assert not outdated.is_outdated()
