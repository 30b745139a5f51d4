"""Derived rows are renewed in small pieces, newest first, and go on where they were stopped."""

from pathlib import Path

import pytest
from sqlalchemy import select, text

from storage.derived import rebuilding, results
from storage.file import write_batches
from storage.file.database import Database
from storage.models import RESULT
from storage.store import Store
from tests.companion.tables import played
from tests.companion.tables import tiny as tiny_session
from tests.storage.conftest import open_store
from tests.storage.tiny import TINY

SESSIONS = 9


@pytest.fixture
def outdated(path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store whose results were derived by an older version, of sessions one after the other."""
    monkeypatch.setattr(write_batches, "_FIRST", 80)  # two sessions a piece
    monkeypatch.setattr(write_batches, "_LEAST", 80)
    monkeypatch.setattr(write_batches, "_MOST", 80)
    store = open_store(path, renew=False)
    for _ in range(SESSIONS):
        played(store, TINY, 3)
    with store.database.writing() as db:
        db.execute(text("UPDATE placing SET points = points + 1000"))
    store.put_setting(rebuilding.DERIVED_BY, results.VERSION - 1)
    return store


def wrong(store: Store) -> list[str]:
    """The sessions that still have the old results, oldest first."""
    query = "SELECT session.id FROM session JOIN placing ON placing.session_id = session.key WHERE points > 900"
    with store.database.reading() as db:
        return list(db.execute(text(f"{query} GROUP BY session.id ORDER BY opened_at")).scalars())


def test_an_outdated_file_is_renewed_when_it_is_opened(outdated: Store, path: Path) -> None:
    outdated.close()
    with open_store(path) as store:
        assert not store.is_outdated()
        assert wrong(store) == []


def test_the_newest_sessions_are_renewed_first_and_the_progress_is_told(outdated: Store) -> None:
    told: list[tuple[int, int]] = []
    oldest_first = wrong(outdated)

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        assert wrong(outdated) == oldest_first[: total - done]

    assert outdated.renew(progress) == ()
    assert [done for done, _ in told] == [2, 4, 6, 8, 9]
    assert {total for _, total in told} == {SESSIONS}
    assert not outdated.is_outdated()
    outdated.close()


def test_a_renewal_goes_on_where_it_was_stopped(outdated: Store, path: Path) -> None:
    done = 0

    def progress(n: int, _: int) -> None:
        nonlocal done
        done = n

    outdated.renew(progress, lambda: done >= 4)
    assert outdated.is_outdated()
    assert len(wrong(outdated)) == SESSIONS - 4
    outdated.close()
    told: list[int] = []
    with open_store(path, renew=False) as store:
        store.renew(lambda n, _: told.append(n))
        assert told[0] == 6
        assert wrong(store) == []
        assert not store.is_outdated()


def test_a_renewal_by_another_version_begins_again(outdated: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    outdated.renew(is_stopped=iter([False, False, True]).__next__)
    monkeypatch.setattr(results, "VERSION", results.VERSION + 1)
    told: list[int] = []
    outdated.renew(lambda n, _: told.append(n))
    assert told[0] == 2
    outdated.close()


def test_a_session_that_ends_meanwhile_is_right_and_nobody_waits_for_the_rest(outdated: Store) -> None:
    added: list[str] = []

    def progress(done: int, _: int) -> None:
        if done == 4:
            added.append(played(outdated, TINY, 3))

    outdated.renew(progress)
    assert wrong(outdated) == []
    with outdated.database.reading() as db:
        assert db.execute(select(RESULT.c.session_id).where(RESULT.c.session_id == added[0])).scalar()
    outdated.close()


def test_the_lock_is_held_for_a_piece_only(outdated: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[int] = []
    rebuild = results.rebuild

    def counted(db, games, ids):  # type: ignore[no-untyped-def]
        pieces.append(len(ids))
        return rebuild(db, games, ids)

    monkeypatch.setattr(results, "rebuild", counted)
    writing = Database.writing_in_background
    turns: list[int] = []
    monkeypatch.setattr(Database, "writing_in_background", lambda self: turns.append(1) or writing(self))
    outdated.renew()
    assert pieces == [2, 2, 2, 2, 1]
    assert len(turns) == len(pieces) + 1  # and the sums, which were those of other points
    outdated.close()


def test_a_session_deleted_for_ever_in_the_middle_starts_the_renewal_again(outdated: Store) -> None:
    last: list[str] = wrong(outdated)
    outdated.renew(is_stopped=iter([False, True]).__next__)
    outdated.bin(last[-2])
    outdated.purge(last[-2])
    outdated.renew()
    assert wrong(outdated) == []
    assert not outdated.is_outdated()
    outdated.close()


def test_an_open_session_is_left_open(path: Path) -> None:
    with open_store(path) as store:
        session = tiny_session(store, (0, 5)).session_id
        store.rebuild()
        assert store.load_head(session).status == results.Status.OPEN
