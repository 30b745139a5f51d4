"""Sessions are kept entry by entry, found again, binned and, only then, deleted."""

import pytest

from scoring.game import Opened
from scoring.journal import Amend, Record, Redo, Remove, Undo
from storage.errors import Collision, StorageError, UnknownSession
from storage.store import Store
from tests.storage.conftest import OPENED, open_store, play, record, scored
from tests.storage.tiny import TINY, Options


def test_a_journal_comes_back_as_it_was_recorded(store, path) -> None:
    session_id = store.open_session(TINY, OPENED)
    entries = (
        scored(0),
        Amend(1, scored(1).event, ("TINY-1",)),
        Remove(1),
        Undo(3),
        Redo(3),
        Record(scored(2).event, 1),
    )
    record(store, session_id, *entries)
    with open_store(path) as other:
        loaded = other.load(session_id)
    assert loaded.game is TINY
    assert loaded.journal == (Record(OPENED), *entries)
    assert loaded.names == ("Ana", "Ben", "Cleo")
    assert len(loaded.times) == 7
    assert list(loaded.times) == sorted(loaded.times)


def test_what_another_window_added_can_be_read_alone(store) -> None:
    session_id = play(store, 0, 1)
    assert store.load_from(session_id, 2).journal == (scored(1),)
    assert store.load_from(session_id, 3).journal == ()


def test_a_second_writer_of_the_same_number_collides(store) -> None:
    session_id = play(store, 0)
    with pytest.raises(Collision, match=r"recorded something first"):
        store.append(session_id, 1, TINY, scored(1))
    assert store.load(session_id).journal[1:] == (scored(0),)


def test_an_entry_cannot_leave_a_gap(store) -> None:
    session_id = play(store)
    with pytest.raises(StorageError, match=r"does not follow the last one"):
        store.append(session_id, 5, TINY, scored(1))
    assert len(store.load(session_id).journal) == 1


def test_an_entry_for_a_session_that_is_gone_says_so(store) -> None:
    with pytest.raises(UnknownSession):
        store.append("nowhere", 1, TINY, scored(1))
    with pytest.raises(UnknownSession):
        store.load("nowhere")


def test_version_changes_with_every_write_of_anybody(store, path) -> None:
    before = store.version()
    assert store.version() == before
    session_id = play(store)
    own = store.version()
    assert own != before
    with open_store(path) as other:
        other.append(session_id, 1, TINY, scored(0))
    assert store.version() != own
