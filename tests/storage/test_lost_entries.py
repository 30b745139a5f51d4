"""An entry with a damaged key belongs to no session or to another one; the journal it is missing from is refused."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scoring.engine.journal import Undo
from storage.errors import Damaged, StorageError, Unreadable
from storage.file import database
from storage.store import Store
from storage.transfer.results_csv import export_lines
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_import import import_sessions
from storage.upkeep.backups import check_backup, restore
from storage.upkeep.doctor import doctor
from tests.storage.conftest import open_store, play, record, sql
from tests.storage.tiny import TINY

PAGE = 4096
LEAF_OF_INDEX = 0x0A
ID = 36


@pytest.fixture
def kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The entry counts of three sessions in a closed file, opened like a large one, without a complete check."""
    monkeypatch.setattr(database, "_MAX_FULL_CHECK", 0)
    with open_store(path) as store:
        ids = [play(store, *range(3)[:rounds]) for rounds in (3, 2, 1)]
        record(store, ids[1], Undo(2))
        lengths = {session_id: len(store.sessions.load(session_id).journal) for session_id in ids}
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return lengths


def entry_keys(path: Path) -> Iterator[range]:
    """The offsets of the entries' keys in the file: the end of the session's id and the number, and their header."""
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()
    page = (root - 1) * PAGE
    content = path.read_bytes()
    assert content[page] == LEAF_OF_INDEX
    for number in range(int.from_bytes(content[page + 3 : page + 5])):
        pointer = page + 8 + 2 * number
        cell = page + int.from_bytes(content[pointer : pointer + 2])
        header = cell + (2 if content[cell] & 0x80 else 1)
        values = header + content[header]
        size = content[header + 2] if content[header + 2] < 5 else 0  # types 8 and 9 are the numbers 0 and 1
        yield from (range(header + 1, header + 3), range(values + ID - 2, values + ID + size))


def outcome(path: Path, kept: dict[str, int]) -> str:
    """How the app opens the file; sessions that load must be complete."""
    try:
        with open_store(path) as store:
            lengths = {}
            for session_id in kept:
                try:
                    lengths[session_id] = len(store.sessions.load(session_id).journal)
                except Unreadable:
                    lengths[session_id] = -1
    except StorageError:
        return "refused"
    assert all(length in (-1, kept[session_id]) for session_id, length in lengths.items())
    return "sound" if lengths == kept else "unreadable"


@pytest.mark.long
def test_a_flipped_byte_in_a_key_never_shortens_a_journal_unnoticed(path: Path, kept: dict[str, int]) -> None:
    content = path.read_bytes()
    outcomes = set()
    for where in entry_keys(path):
        for at in where:
            hurt = bytearray(content)
            hurt[at] ^= 1 << at % 7
            path.write_bytes(hurt)
            result = outcome(path, kept)
            outcomes.add(result)
            if result == "unreadable":
                assert not doctor(path, (TINY,)).healthy
                with pytest.raises(Damaged):
                    check_backup(path, "the backup")
    assert "unreadable" in outcomes


@pytest.fixture
def shortened(path: Path, kept: dict[str, int]) -> str:
    """The session whose last entry was moved to a session that does not exist."""
    (session_id, length), *_ = kept.items()
    with closing(sqlite3.connect(path)) as db, db:
        (trigger,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'entry_no_update'").fetchone()
        db.execute("DROP TRIGGER entry_no_update")
        where = "WHERE session_id = ? AND number = ?"
        db.execute(f"UPDATE entry SET session_id = 'nobody' {where}", (session_id, length - 1))
        db.execute(trigger)
    return session_id


def test_a_session_without_its_last_entry_is_not_opened_and_the_others_are(
    path: Path, kept: dict[str, int], shortened: str
) -> None:
    before = path.read_bytes()
    with open_store(path) as store:
        with pytest.raises(Unreadable, match=r"it was not changed: 4 entries were recorded, but 3 are stored\.$"):
            store.sessions.load(shortened)
        with pytest.raises(Unreadable, match=r"4 entries were recorded, but 3 are stored"):
            store.sessions.load(shortened, 2)
        assert [len(store.sessions.load(other).journal) for other in list(kept)[1:]] == list(kept.values())[1:]
    assert path.read_bytes() == before


def test_an_export_leaves_out_the_session_that_lost_an_entry_and_names_it(
    path: Path, kept: dict[str, int], shortened: str
) -> None:
    sentence = "Tiny, 2 Jan 2026: This game cannot be read, and it was not changed: 4 entries were recorded, but 3"
    with open_store(path) as store:
        for export in (export_sessions, export_lines):
            left_out: list[str] = []
            file = "".join(map(str, export(store, left_out=left_out)))
            assert [text.removesuffix(" are stored.") for text in left_out] == [sentence]
            assert {session_id for session_id in kept if session_id in file} == set(kept) - {shortened}


@pytest.mark.long
def test_a_backup_with_a_lost_entry_is_not_restored(path: Path, shortened: str, tmp_path: Path) -> None:
    with Store(tmp_path / "mine.db", (TINY,)) as store:
        mine = play(store, 0)
        with pytest.raises(Damaged, match=r"entries of the game opened on 2 Jan 2026 are missing\)"):
            restore(store, path)
        assert [head.id for head in store.history.list_sessions().sessions] == [mine]


def test_a_shortened_journal_is_neither_exported_nor_continued(
    path: Path, kept: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_id = next(iter(kept))
    with open_store(path) as store:
        lines = export_session(store, session_id)
        sql(store, "DROP TRIGGER entry_no_update")
        moved = "UPDATE entry SET session_id = ?, number = 99 WHERE session_id = ? AND number = 3"
        sql(store, moved, list(kept)[1], session_id)
        with pytest.raises(Unreadable):
            export_session(store, session_id)
        (report,) = import_sessions(store, lines).sessions
        assert "4 entries were recorded, but 3 are stored" in report.error
        with pytest.raises(StorageError, match=r"Entry 3 was not recorded"):
            store.sessions.append(session_id, 3, TINY, Undo(1))
        with pytest.raises(StorageError):
            store.sessions.append(session_id, 4, TINY, Undo(1))
