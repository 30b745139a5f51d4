"""An unusable file is refused with a sentence and left unchanged."""

import os
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from storage import migrations
from storage.errors import (
    CannotOpen,
    Damaged,
    Locked,
    NewerSchema,
    NotADatabase,
    ReadOnly,
    StorageError,
    StorageFull,
)
from storage.file import database
from storage.file.database import APPLICATION_ID, MEMORY, Database, convert_error, damaged, examine, free_name
from storage.store import Store
from tests.storage.conftest import OPENED, nearly_full, open_store, play, run_script, scored
from tests.storage.forks import NEEDS_FORK, fork_workers
from tests.storage.tiny import TINY


@pytest.fixture
def played(path: Path) -> Path:
    """A closed file with a few sessions in it."""
    with open_store(path) as store:
        for _ in range(6):
            play(store, 0, 1, 2)
    return path


def refused(path: Path, kind: type[StorageError], sentence: str, **options: float) -> str:
    """Assert that opening is refused with a sentence that names the path, and that the file is unchanged."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(kind, match=sentence) as raised:
        open_store(path, **options)
    assert type(raised.value) is kind
    assert str(path) in str(raised.value)
    assert str(raised.value).endswith(".")
    assert before is None or path.read_bytes() == before
    return str(raised.value)


def test_a_new_file_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "some where" / "deep?" / "100%.db"
    with open_store(path) as store:
        play(store, 0)
    with open_store(path) as store:
        assert len(store.history.list_sessions().sessions) == 1
    assert sorted(file.name for file in path.parent.iterdir()) == ["100%.db"]


def test_what_is_promised_about_durability_is_set(path: Path) -> None:
    database = Database(path)
    for connection in (database.reading, database.writing):
        with connection() as db:
            settings = {
                name: db.connection().exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "application_id")
            }
        assert settings == {
            "journal_mode": "wal",
            "synchronous": 2,
            "foreign_keys": 1,
            "busy_timeout": 5000,
            "application_id": APPLICATION_ID,
        }
    database.close()


def test_a_sqlite_url_names_a_file_too_and_any_other_url_is_refused(path: Path) -> None:
    with open_store(f"sqlite:///{path}") as store:
        assert store.database.path == path
    with pytest.raises(CannotOpen, match=r"postgresql://club/db is not a SQLite file"):
        open_store("postgresql://club/db")


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.touch()
    with open_store(path) as store:
        play(store, 0)


@pytest.mark.parametrize("content", [b"Ana 12, Ben 30\n", b"SQLite format 3\0" + b"Ana 12, Ben 30\n" * 40])
def test_a_text_file_is_not_a_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, NotADatabase, r"is not a database of this app and was left untouched")


def test_another_apps_database_is_refused(path: Path) -> None:
    run_script(path, "CREATE TABLE session (id TEXT)")
    refused(path, NotADatabase, r"is a database of another app and was left untouched")


def test_a_file_in_the_way_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(CannotOpen, match=r"a file is in the way"):
        open_store(tmp_path / "file" / "sessions.db")


def test_a_file_that_cannot_be_opened_a_second_time_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many open files: the connection that watches the file is the last one to be made."""
    open_store(path).close()
    connect = sqlite3.connect

    def refuse_to_watch(name: Any, **options: Any) -> Any:
        if options.keys() == {"timeout", "check_same_thread"}:
            raise sqlite3.OperationalError("unable to open database file")
        return connect(name, **options)

    monkeypatch.setattr(sqlite3, "connect", refuse_to_watch)
    with pytest.raises(StorageError, match=r"sessions\.db"):
        open_store(path)


def test_too_long_a_name_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match=r"x\.db cannot be used: File name too long\.$"):
        open_store(tmp_path / f"{'x' * 300}.db")


@pytest.mark.long
def test_a_newer_schema_is_refused_and_an_older_copy_named(played: Path) -> None:
    run_script(played, "UPDATE alembic_version SET version_num = '9001'")
    assert "there is no copy beside it" in refused(played, NewerSchema, r"was written by a newer version")
    copy = played.with_name("sessions.before-9001-from-0002.db")
    shutil.copy(played, copy)
    assert str(copy) in refused(played, NewerSchema, r"update the app, or use an older copy")


@pytest.mark.parametrize("name", ["games [2026].db", "a**b.db", "what?.[db]"])
def test_the_latest_copy_is_named_whatever_the_file_is_called(tmp_path: Path, name: str) -> None:
    copy = free_name(tmp_path / name, "before-restore")
    copy.touch()
    assert str(copy) in str(damaged(tmp_path / name, "torn"))


@pytest.mark.long
@pytest.mark.parametrize("revision", ["0000", "", "00 1", "x001"])
def test_a_file_whose_version_never_existed_is_damaged(played: Path, revision: str) -> None:
    run_script(played, f"UPDATE alembic_version SET version_num = '{revision}'")
    refused(played, Damaged, r"its version, '.*', never existed")


@pytest.mark.long
def test_a_file_whose_version_is_missing_is_damaged(played: Path) -> None:
    run_script(played, "DELETE FROM alembic_version")
    refused(played, Damaged, r"its version is missing")


@pytest.mark.long
def test_a_large_file_is_checked_where_it_matters_and_opened_at_once(played: Path) -> None:
    with sqlite3.connect(played) as db:
        db.execute("INSERT INTO setting VALUES ('large', zeroblob(70000000))")
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'session'").fetchone()
    db.close()
    with open_store(played) as store:
        assert len(store.history.list_sessions().sessions) == 6
    with closing(sqlite3.connect(played)) as db:  # a connection not yet collected may keep the last pages in the log
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with played.open("r+b") as file:
        file.seek((root - 1) * 4096)  # with the kind of the page: SQLite follows a broken pointer beyond it by chance
        file.write(b"\xff" * 2000)
    refused(played, Damaged, r"is damaged")


@pytest.mark.long
def test_a_large_file_of_ten_times_the_sessions_opens_with_the_same_work(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_MAX_FULL_CHECK", 0)
    with open_store(path) as store:
        for _ in range(3):
            play(store, 0)
    few = steps_of_examining(path, monkeypatch)
    with open_store(path) as store:
        for _ in range(57):
            play(store, 0)
    assert steps_of_examining(path, monkeypatch) < 1.5 * few


def steps_of_examining(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of SQLite instructions needed to examine a file."""
    steps = 0
    look = database._connect_read_only

    def count() -> None:
        nonlocal steps
        steps += 1

    def counted(path: Path, patience: float) -> sqlite3.Connection:
        db = look(path, patience)
        db.set_progress_handler(count, 1)
        return db

    with monkeypatch.context() as patch:
        patch.setattr(database, "_connect_read_only", counted)
        examine(path)
    return steps


@pytest.mark.long
def test_a_damaged_file_is_refused_or_whole_but_never_a_crash(played: Path) -> None:
    """Bytes that were changed, and missing ones: every damage gives a sentence, on opening or loading."""
    content, chance = played.read_bytes(), random.Random(7)
    starts = [chance.randrange(len(content) - 64) for _ in range(60)]
    flipped = {_use(played, content[:start] + chance.randbytes(64) + content[start + 64 :]) for start in starts}
    assert {"whole", "refused"} <= flipped <= {"whole", "refused", "unreadable"}
    cut = [_use(played, content[:size]) for size in range(512, len(content), 3 * 4096 + 100)]
    assert {"refused"} <= set(cut) <= {"whole", "refused"}  # the last page may be a free one


def _use(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    try:
        store = open_store(path)
    except StorageError as error:
        assert re.match(rf"(?s){path} is .*was left", str(error))  # noqa: PT017
        assert path.read_bytes() == content
        return "refused"
    with store:
        try:
            journals = [store.sessions.load(head.id).journal for head in store.history.list_sessions().sessions]
        except StorageError:
            return "unreadable"
    assert [len(journal) for journal in journals] == [4] * 6
    return "whole"


def test_a_locked_file_is_told_after_some_patience(played: Path) -> None:
    other = sqlite3.connect(played, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refused(played, Locked, r"Another program is using", patience=0.05)
    other.execute("ROLLBACK")
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN EXCLUSIVE")
    refused(played, Locked, r"close it, then try again", patience=0.05)
    other.close()
    open_store(played).close()


@pytest.mark.long
def test_a_lock_while_recording_leaves_nothing_half_done(played: Path) -> None:
    with open_store(played, patience=0.05) as store:
        session_id = play(store)
        other = sqlite3.connect(played, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked):
            store.sessions.append(session_id, 1, TINY, scored(0))
        assert len(store.sessions.load(session_id).journal) == 1
        other.execute("ROLLBACK")
        store.sessions.append(session_id, 1, TINY, scored(0))
        other.close()


def open_as_nobody(path: Path) -> str:
    """In a child: the message for a user without rights who opens this file."""
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    try:
        Database(path).close()
    except ReadOnly as error:
        return str(error)
    return "nothing"


def told_to_nobody(path: Path) -> str:
    with fork_workers(1) as workers:
        return workers.apply(open_as_nobody, (path,))


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A file with a session in a folder of its own that everybody may read; pytest's own are closed to others."""
    Database(MEMORY).close()  # the driver is loaded before rights are given up
    with TemporaryDirectory() as folder:
        path = Path(folder).resolve() / "folder" / "sessions.db"
        path.parent.parent.chmod(0o755)
        with open_store(path) as store:
            play(store, 0)
        yield path


@pytest.mark.long
@NEEDS_FORK
def test_a_read_only_file_or_folder_is_told_on_opening(open_to_all: Path) -> None:
    path, folder = open_to_all, open_to_all.parent
    folder.chmod(0o777)
    path.chmod(0o444)
    before = path.read_bytes()
    assert told_to_nobody(path) == f"{path} cannot be written: check the permissions of the file and of its folder."
    path.chmod(0o000)
    assert told_to_nobody(path) == f"{path} cannot be read: check the permissions of the file."
    path.chmod(0o666)
    assert path.read_bytes() == before
    folder.chmod(0o555)
    assert f"{path} cannot be written" in told_to_nobody(path)
    assert "cannot be written" in told_to_nobody(folder / "new.db")
    assert "cannot be made" in told_to_nobody(folder / "sub" / "new.db")
    folder.chmod(0o000)
    assert f"{path} cannot be read" in told_to_nobody(path)
    folder.chmod(0o755)


def append_until_full(store: Store, session_id: str) -> tuple[int, str]:
    """The number of the last recorded entry, and the message for the next one."""
    for number in range(1, 1000):
        try:
            store.sessions.append(session_id, number, TINY, scored(0))
        except StorageFull as error:
            return number - 1, str(error)
    raise AssertionError("the disk never got full")


def test_a_full_disk_is_told_and_nothing_is_half_recorded(path: Path) -> None:
    with open_store(path) as store:
        session_id = store.sessions.open(TINY, OPENED)
        with nearly_full(store, 3):
            recorded, message = append_until_full(store, session_id)
            assert recorded > 5
            assert message.startswith(f"There is no room left for {path}: free some space")
            assert len(store.sessions.load(session_id).journal) == recorded + 1
            with pytest.raises(StorageFull):
                store.settings.put("long", "x" * 100_000)
            assert store.settings.get("long") is None
        store.sessions.append(session_id, recorded + 1, TINY, scored(1))
    with open_store(path) as store:
        assert len(store.sessions.load(session_id).journal) == recorded + 2


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="/proc, on which there is never room, is Linux's")
@pytest.mark.parametrize("name", ["SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_WRITE", "SQLITE_IOERR", "SQLITE_FULL"])
def test_an_error_on_a_disk_without_room_is_told_as_such(name: str, tmp_path: Path) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name
    converted = convert_error(error, Path("/proc/sessions.db"))
    assert isinstance(converted, StorageFull)
    assert str(converted) == "There is no room left for /proc/sessions.db: free some space, then try again."
    assert isinstance(convert_error(error, tmp_path / "sessions.db"), StorageFull) == (name == "SQLITE_FULL")


@pytest.mark.long
def test_a_wal_left_by_a_crash_is_read_before_anything_is_judged(played: Path, tmp_path: Path) -> None:
    with open_store(played) as store:
        session_id = play(store, 0, 1, 2)
        crashed = tmp_path / "crashed" / "sessions.db"
        crashed.parent.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(f"{played}{suffix}", f"{crashed}{suffix}")
    assert examine(crashed) == migrations.NEWEST
    with open_store(crashed) as again:
        assert len(again.sessions.load(session_id).journal) == 4


@pytest.mark.long
def test_a_change_that_a_crash_broke_off_is_taken_back(played: Path, tmp_path: Path) -> None:
    """A new file is written with a rollback journal; a kill at that moment leaves a hot journal."""
    driver = sqlite3.connect(played, isolation_level=None)
    driver.execute("PRAGMA journal_mode = DELETE")
    driver.execute("PRAGMA cache_size = 1")  # pages are written before the commit
    driver.execute("BEGIN")
    driver.execute("UPDATE session SET note = 'half'")
    driver.execute("INSERT INTO setting VALUES ('large', zeroblob(100000))")
    crashed = tmp_path / "crashed" / "sessions.db"
    crashed.parent.mkdir()
    for suffix in ("", "-journal"):
        shutil.copy(f"{played}{suffix}", f"{crashed}{suffix}")
    driver.close()
    assert examine(crashed) == migrations.NEWEST
    with open_store(crashed) as store:
        assert {head.note for head in store.history.list_sessions().sessions} == {""}


def test_an_older_file_is_copied_and_brought_up_to_date_with_its_results(
    path: Path, learn_second_version: Callable[[], None]
) -> None:
    with open_store(path) as store:
        session_id = play(store, 0, 1, 2)
        before = store.sessions.load(session_id), store.sessions.load_head(session_id)
    old = path.read_bytes()
    learn_second_version()
    with open_store(path) as store:
        assert (store.sessions.load(session_id), store.sessions.load_head(session_id)) == before
    assert examine(path) == "0002"
    assert examine(path.with_name("sessions.before-0002-from-0001.db")) == "0001"
    path.write_bytes(old)
    open_store(path).close()
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "sessions.before-0002-from-0001-2.db",
        "sessions.before-0002-from-0001.db",
        "sessions.db",
    ]


def test_an_update_that_fails_leaves_the_older_file_as_it_was(
    path: Path, learn_second_version: Callable[[], None]
) -> None:
    with open_store(path) as store:
        play(store, 0, 1, 2)
    run_script(path, "CREATE TABLE guest (in_the_way TEXT)")
    learn_second_version()
    with pytest.raises(StorageError):
        open_store(path)
    assert examine(path) == "0001"
    with closing(sqlite3.connect(path)) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(session)")]
    assert "mood" not in columns


def test_an_error_nobody_thought_of_is_still_a_sentence(store: Store) -> None:
    sentence = r"could not be used \(no such table: nowhere\): check the disk"
    with pytest.raises(StorageError, match=sentence), store.database.reading() as db:
        db.connection().exec_driver_sql("SELECT * FROM nowhere")


def test_what_is_remembered_is_computed_anew_once_the_file_has_changed(path: Path) -> None:
    with open_store(path) as store:
        computed: list[str] = []
        for change in (False, False, True, False):
            if change:
                store.settings.put("theme", "dark")
            store.database.remember("page", lambda: computed.append("page"))
        assert len(computed) == 2
