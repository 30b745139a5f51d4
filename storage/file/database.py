"""The database file: checked before it is opened, copied before a migration, and changed in transactions only."""

import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing, contextmanager
from glob import escape
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import NullPool, StaticPool
from sqlmodel import Session

from scoring.contract.names import quote
from storage import migrations
from storage.errors import (
    CannotOpen,
    Damaged,
    DamagedValue,
    FileGone,
    Locked,
    NewerSchema,
    NotADatabase,
    ReadOnly,
    StorageError,
    StorageFull,
)
from storage.file.column_types import damaged_values, decode_text
from storage.file.file_io import make_partial_path

APPLICATION_ID: Final = 0x54434D50  # "TCMP": tells our files from other SQLite databases
MEMORY: Final = "sqlite://"
SHARED_MEMORY: Final = "-shm"
SIDECARS: Final = ("-wal", "-journal", SHARED_MEMORY)
"""Suffixes of the files that SQLite keeps beside a database; the first two hold entries that are not in it yet."""

_MAX_FULL_CHECK: Final = 32 * 1024 * 1024  # bytes; about a thousand sessions, checked in about 0.1 s
_MAGIC: Final = b"SQLite format 3\0"
_MIN_FREE: Final = 64 * 1024  # bytes
_HEADER: Final = 100  # bytes
_OWNER: Final = slice(68, 72)  # the application id in the header
_WRITES: Final = "storage_writes"  # execution option: take the write lock at once
_PATIENCE: Final = 5.0  # seconds to wait for a lock
_MAX_YIELD: Final = 2.0  # seconds for which background work lets other writers go first

T = TypeVar("T")


class Database:
    """An open database file; with `MEMORY` as the path, everything stays in memory, for tests.

    Every failure is a StorageError, and leaves the file as it was. `patience` is how many seconds to wait for a lock.
    """

    def __init__(self, path: str | Path, patience: float = _PATIENCE) -> None:
        self.path = None if path == MEMORY else _parse_path(path)
        self._patience = patience
        self._writes = 0
        self._urgent = 0
        self._turn = threading.Condition()
        self._watch: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._remembered: tuple[tuple[int, int], dict[Hashable, Any]] = ((0, 0), {})
        revision = self._prepare()
        self.engine = self._connect()
        self._writer = self.engine.execution_options(**{_WRITES: True})
        try:
            self._migrate(revision)
            self._remember_identity()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A read transaction. Raises FileGone if the file has been deleted or replaced."""
        self.check_identity()
        with convert_errors(self.path), self.engine.begin() as connection, Session(connection) as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A write transaction: committed to disk, or rolled back on an exception. Raises FileGone like `reading`.

        Flush changed instances before a statement on tables reads them: only `exec`, `get` and the end do it by itself.
        """
        with self._turn:
            self._urgent += 1
        try:
            with self._change() as db:
                yield db
        finally:
            with self._turn:
                self._urgent -= 1
                self._turn.notify_all()

    @contextmanager
    def writing_in_background(self) -> Iterator[Session]:
        """Like `writing`, for a small part of long work: lets every `writing` of this process go first."""
        with self._turn:
            self._turn.wait_for(lambda: not self._urgent, timeout=_MAX_YIELD)
        with self._change() as db:
            yield db

    @contextmanager
    def _change(self) -> Iterator[Session]:
        self.check_identity()
        with convert_errors(self.path), self._writer.begin() as connection, Session(connection) as db:
            yield db
            db.flush()
            self.check_identity()
        self._writes += 1

    def version(self) -> tuple[int, int]:
        """A value that changes with every write of this or another process; takes microseconds. Raises FileGone."""
        if self._watch is None:
            return self._writes, 0
        self.check_identity()
        with convert_errors(self.path):
            return self._writes, self._watch.execute("PRAGMA data_version").fetchone()[0]

    def remember(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The result of `compute`, kept until the file changes; for the few queries that are too slow for every tap."""
        version = self.version()
        if self._remembered[0] != version:
            self._remembered = (version, {})
        values = self._remembered[1]
        if key not in values:
            values[key] = compute()
        value: T = values[key]
        return value

    def check_identity(self) -> None:
        """Raise FileGone if the path has no file or another one.

        SQLite would go on writing into the deleted file without an error, and everything written would be lost.
        """
        if self._identity is not None and _identity(self.path) != self._identity:
            raise FileGone(
                f"{self.path} was moved, deleted or replaced while the app was open. Nothing that was recorded is"
                " lost yet: save it now, before the app is closed."
            )

    def can_put_back(self) -> bool:
        """Whether the path of a deleted file is free, so that it can be written there again."""
        return self.path is not None and self.path.parent.is_dir() and not self.path.exists()

    def put_back(self) -> None:
        """Write everything to the old path again and continue with that file; raises StorageError if it is taken."""
        if self.path is None or not self.can_put_back():
            raise CannotOpen(f"There is another file at {self.path}; save a copy instead.")
        for name in (f"{self.path.name}-wal", f"{self.path.name}-shm"):  # they belong to the deleted file
            self.path.with_name(name).unlink(missing_ok=True)
        self.rescue_to(self.path)
        self.engine.dispose()
        self._remember_identity()
        self._writes += 1

    def rescue_to(self, target: Path) -> None:
        """Copy everything to `target`, even if the file itself has been deleted."""
        with convert_errors(target):
            _copy(self._watch, target)

    def copy_to(self, target: Path) -> None:
        """Make a consistent copy while the app is running; `target` is written atomically."""
        with convert_errors(self.path), closing(self.engine.raw_connection()) as connection:
            _copy(connection.driver_connection, target)

    def page_size(self) -> int:
        """The page size in bytes; only a file with the same page size can replace this one."""
        with self.reading() as db:
            size: int = db.connection().exec_driver_sql("PRAGMA page_size").scalar_one()
        return size

    def replace_by(self, source: Path) -> None:
        """Replace everything by the content of a valid file of the current version with the same page size."""
        with (
            convert_errors(self.path),
            closing(_connect_read_only(source, self._patience)) as copy,
            closing(self.engine.raw_connection()) as connection,
        ):
            driver: Any = connection.driver_connection
            copy.backup(driver)
        self._writes += 1

    def close(self) -> None:
        """Close the file."""
        self.engine.dispose()
        if self._watch is not None:
            self._watch.close()

    def _remember_identity(self) -> None:
        """Note which file this is, and keep a connection that can read it even after it is deleted."""
        if self.path is None:
            return
        if self._watch is not None:
            self._watch.close()
        with convert_errors(self.path):
            self._watch = sqlite3.connect(self.path, timeout=self._patience, check_same_thread=False)
            self._watch.execute("PRAGMA data_version").fetchone()
        self._identity = _identity(self.path)

    def _prepare(self) -> str | None:
        """The revision of the file; None if it is new."""
        if self.path is None:
            return None
        if _exists(self.path):
            return examine(self.path, self._patience)
        _make_folder(self.path.parent)
        return None

    def _connect(self) -> Engine:
        engine = create_engine(
            URL.create("sqlite", database=str(self.path) if self.path else None),
            poolclass=None if self.path else StaticPool,
            connect_args={"timeout": self._patience, "check_same_thread": False},
            json_serializer=_compact_json,
        )
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin)
        return engine

    def _migrate(self, revision: str | None) -> None:
        if revision == migrations.NEWEST:
            with self.writing() as db:  # fails now, not at the first entry, if the file cannot be written
                db.connection().exec_driver_sql("UPDATE alembic_version SET version_num = version_num WHERE 1 = 0")
            return
        if revision is not None and self.path is not None:
            self.copy_to(free_name(self.path, f"before-{migrations.NEWEST}-from-{revision}"))
        with convert_errors(self.path), self._writer.connect() as db:
            driver: Any = db.connection.driver_connection
            driver.execute("PRAGMA foreign_keys = OFF")  # a table may be rebuilt on the way
            with db.begin():
                migrations.upgrade(db)
                db.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            driver.execute("PRAGMA foreign_keys = ON")


def examine(path: Path, patience: float = _PATIENCE) -> str | None:
    """The revision of a file, which is not changed; None if it is empty. Raises StorageError if it cannot be used.

    Only SQLite opens it: closing it otherwise would drop the locks that this process has on it, and the next program
    that closes it would delete what is not yet written into it.
    """
    if path.is_dir():
        raise CannotOpen(f"{path} is a folder; name a file in it instead.")
    if not path.is_file():
        raise CannotOpen(f"{path} is not a plain file; choose another one.")
    if not os.access(path, os.R_OK):
        raise ReadOnly(f"{path} cannot be read: check the permissions of the file.")
    with convert_errors(path), closing(_connect_read_only(path, patience)) as db:
        return _check_file(db, path)


def is_owned(path: Path) -> bool:
    """Whether a file is a database of this app, or a database in use; raises OSError. Reads only the header."""
    with path.open("rb") as file:
        start = file.read(_HEADER)
    owner = int.from_bytes(start[_OWNER])
    return start.startswith(_MAGIC) and (owner == APPLICATION_ID or path.with_name(f"{path.name}-wal").exists())


@contextmanager
def convert_errors(path: Path | None) -> Iterator[None]:
    """Convert every error of SQLite into a StorageError, except for IntegrityError, which the caller handles.

    Any other error, such as a row that an index has and its table has not, is blamed on the file if it is damaged.
    """
    try:
        yield
    except (IntegrityError, StorageError):
        raise
    except DBAPIError as error:
        raise convert_error(error.orig, path) from error
    except sqlite3.Error as error:
        raise convert_error(error, path) from error
    except DamagedValue as error:
        raise damaged(path, str(error)) from error
    except json.JSONDecodeError as error:
        raise damaged(path, "a value in it is not JSON") from error
    except UnicodeDecodeError as error:  # SQLite's message contains a part of the damaged file
        raise damaged(path, "its list of tables cannot be read") from error
    except Exception as error:
        if path is not None and (fault := find_damage(path)):
            raise damaged(path, fault) from error
        raise


def find_damage(path: Path) -> str:
    """The first fault of a file, as a clause; empty if it is sound or is no file. Reads the whole file."""
    try:
        if not path.is_file():
            return ""
        with open_read_only(path) as db:
            return next(_iter_faults(db), "")
    except StorageError as error:
        return "" if isinstance(error, Locked | ReadOnly) else "it cannot be read to its end"


def _iter_faults(db: Session) -> Iterator[str]:
    run = db.connection().exec_driver_sql
    yield from (text for (text,) in run("PRAGMA integrity_check(1)") if text != "ok")
    yield from (f"a row of {row[0]} refers to a missing row" for row in run("PRAGMA foreign_key_check"))
    yield from damaged_values(db)


@contextmanager
def open_read_only(path: Path) -> Iterator[Session]:
    """Open a valid file read-only, without migrating it."""
    engine = create_engine(
        MEMORY,
        creator=lambda: _connect_read_only(path, _PATIENCE),
        poolclass=NullPool,
        json_serializer=_compact_json,  # statements remember that of the first engine that ran them
    )
    with convert_errors(path), engine.connect() as connection, Session(connection) as db:
        yield db


def copy_file(source: Path, target: Path, page_size: int) -> None:
    """Make a consistent copy of a valid file that this process has not opened, with this page size in bytes.

    Its tables are read and its indexes made anew, so that no damage comes along which the quick check overlooks. Raises
    StorageError.
    """
    with convert_errors(source), closing(_connect_read_only(source, _PATIENCE)) as driver:
        _copy(driver, target)
    with convert_errors(source), closing(sqlite3.connect(target, isolation_level=None)) as copy:
        copy.execute(f"PRAGMA page_size = {page_size}")
        copy.execute("REINDEX")
        copy.execute("VACUUM")


def convert_error(error: BaseException | None, path: Path | None) -> StorageError:
    """The StorageError for an error of SQLite."""
    name = getattr(error, "sqlite_errorname", "")
    where = path or "the memory"
    code = name.removeprefix("SQLITE_").split("_")[0]
    if code == "IOERR" and path and _is_disk_full(path):
        code = "FULL"
    match code:
        case "FULL":
            return StorageFull(f"There is no room left for {where}: free some space, then try again.")
        case "BUSY" | "LOCKED":
            return Locked(f"Another program is using {where}: close it, then try again.")
        case "READONLY" | "PERM" | "CANTOPEN" | "AUTH":
            return ReadOnly(f"{where} cannot be written: check the permissions of the file and of its folder.")
        case "CORRUPT":
            return damaged(path, str(error))
        case "NOTADB":
            return NotADatabase(f"{where} is not a database of this app and was left untouched; choose another file.")
        case _:
            return StorageError(f"{where} could not be used ({error}): check the disk, then try again.")


def _is_disk_full(path: Path) -> bool:
    """Whether there is no room for SQLite's files beside the database, which it reports as an I/O error."""
    try:
        return shutil.disk_usage(path.parent).free < _MIN_FREE
    except OSError:
        return False


def damaged(path: Path | None, fault: str) -> Damaged:
    """The error for a damaged file; the message names the latest copy."""
    return Damaged(f"{path} is damaged ({fault}) and was left as it is; {_suggest_copy(path)}.")


def _suggest_copy(path: Path | None) -> str:
    copies = path.parent.glob(f"{escape(path.stem)}.before-*{escape(path.suffix)}") if path else ()
    if latest := max(copies, key=lambda copy: (copy.stat().st_mtime_ns, copy.name), default=None):
        return f"its latest copy is {latest}"
    return "there is no copy beside it, so restore a backup, or move the file away to start afresh"


def _copy(driver: Any, target: Path) -> None:
    partial = make_partial_path(target)
    try:
        with convert_errors(target), closing(sqlite3.connect(partial)) as copy:
            driver.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # a copy has no side files
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def _identity(path: Path | None) -> tuple[int, int] | None:
    """The device and inode of the file at the path; None if there is none."""
    try:
        stat = os.stat(path or "")
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _parse_path(path: str | Path) -> Path:
    text = str(path)
    if "://" in text and not text.startswith("sqlite:///"):
        raise CannotOpen(f"{text} is not a SQLite file; give the path of one.")
    return Path(text.removeprefix("sqlite:///")).expanduser().absolute()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except PermissionError as error:
        raise ReadOnly(f"{path} cannot be read: check the permissions of its folder.") from error
    except OSError as error:
        raise CannotOpen(f"{path} cannot be used: {error.strerror or error}.") from error


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except PermissionError as error:
        raise ReadOnly(f"{folder} cannot be made: check the permissions of the folder above it.") from error
    except OSError as error:
        raise CannotOpen(f"{folder} cannot be made: a file is in the way or the disk is missing.") from error


def _connect_read_only(path: Path, patience: float) -> sqlite3.Connection:
    """Open a file read-only; a transaction that a crash interrupted is rolled back first."""
    try:
        return _connect_file(path, "ro", patience)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_READONLY_ROLLBACK":
            raise
    _connect_file(path, "rw", patience).close()
    return _connect_file(path, "ro", patience)


def _connect_file(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
    db.text_factory = decode_text
    try:
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db


def _check_file(db: sqlite3.Connection, path: Path) -> str | None:
    for check in _choose_checks(path.stat().st_size):
        (fault,) = db.execute(check).fetchone()
        if fault != "ok":
            raise damaged(path, fault)
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return None
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID or "alembic_version" not in tables:
        raise NotADatabase(f"{path} is a database of another app and was left untouched; choose another file.")
    revisions: list[str] = [revision for (revision,) in db.execute("SELECT version_num FROM alembic_version")]
    if len(revisions) != 1:
        raise damaged(path, "its version is missing")
    (revision,) = revisions
    if revision == migrations.NEWEST or revision in migrations.known():
        return revision
    if not revision.isdecimal() or revision < migrations.NEWEST:
        raise damaged(path, f"its version, {quote(revision)}, never existed")
    raise NewerSchema(
        f"{path} was written by a newer version of this app and was left untouched;"
        f" update the app, or use an older copy: {_suggest_copy(path)}."
    )


def _choose_checks(size: int) -> tuple[str, ...]:
    """The queries that check a file of this size, in bytes.

    A large file is only checked in the tables that do not grow with the sessions, and at both ends of the others, so
    that a file of any size opens in the same time; the doctor checks all of it.
    """
    if size <= _MAX_FULL_CHECK:
        return ("PRAGMA quick_check(1)",)
    small = (f"PRAGMA quick_check({table})" for table in ("player", "player_merge", "setting", "known_card"))
    ends = (
        f"SELECT COALESCE(MAX('ok'), 'ok') FROM (SELECT * FROM {table} ORDER BY {key} {order} LIMIT 1)"
        for table, key in (("session", "id"), ("seat", "session_id"), ("entry", "session_id"))
        for order in ("ASC", "DESC")
    )
    return (*small, *ends)


def free_name(path: Path, label: str) -> Path:
    """An unused path like `sessions.before-2.db` beside `sessions.db`, numbered if necessary."""
    name = path.with_name(f"{path.stem}.{label}{path.suffix}")
    number = 2
    while name.exists():
        name = path.with_name(f"{path.stem}.{label}-{number}{path.suffix}")
        number += 1
    return name


_compact_json: Final = json.JSONEncoder(separators=(",", ":")).encode


def _configure(driver: Any, _: Any) -> None:
    driver.text_factory = decode_text
    driver.isolation_level = None  # we begin transactions ourselves, so that they include schema changes
    driver.execute("PRAGMA journal_mode = WAL")
    driver.execute("PRAGMA synchronous = FULL")
    driver.execute("PRAGMA foreign_keys = ON")


def _begin(db: Connection) -> None:
    writes = db.get_execution_options().get(_WRITES, False)
    db.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
