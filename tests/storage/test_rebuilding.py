"""Outdated rows are rebuilt in small batches, newest session first, and an interrupted rebuild resumes."""

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from storage.file import write_batches
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
    reports: list[tuple[int, int]] = []
    rests: list[float] = []
    monkeypatch.setattr(write_batches, "time", SimpleNamespace(monotonic=time.monotonic, sleep=rests.append))
    oldest_first = find_outdated(outdated)

    def progress(done: int, total: int) -> None:
        reports.append((done, total))
        assert find_outdated(outdated) == oldest_first[: total - done]

    assert outdated.rebuild_outdated(progress) == ()
    assert [done for done, _ in reports] == [2, 4, 6, 8, 9]
    assert {total for _, total in reports} == {SESSIONS}
    assert len(rests) == len(reports)  # others have the lock between two batches
    assert not outdated.is_outdated()


def test_an_interrupted_rebuild_resumes(outdated: Store, path: Path) -> None:
    done = 0

    def progress(n: int, _: int) -> None:
        nonlocal done
        done = n

    outdated.rebuild_outdated(progress, lambda: done >= 4)
    assert outdated.is_outdated()
    assert len(find_outdated(outdated)) == SESSIONS - 4
    outdated.close()
    reports: list[int] = []
    with open_store(path, rebuild=False) as store:
        store.rebuild_outdated(lambda n, _: reports.append(n))
        assert reports[0] == 6
        assert find_outdated(store) == []
        assert not store.is_outdated()


def test_sessions_may_end_and_be_deleted_while_a_rebuild_goes_on(outdated: Store) -> None:
    oldest_first, added = find_outdated(outdated), list[str]()

    def progress(done: int, _: int) -> None:
        if done == 4:
            added.append(played(outdated, TINY, 3))
            outdated.bin.add(oldest_first[3])
            outdated.bin.empty([oldest_first[3]])

    assert outdated.rebuild_outdated(progress) == ()
    assert find_outdated(outdated) == []
    assert not outdated.is_outdated()
    assert outdated.sessions.load_head(added[0]).winners
