"""The file itself: opened only when it is sound, copied before it is changed, never half written."""

import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import NullPool, StaticPool

from storage import migrations
from storage.clock import Clock
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
from storage.file.file_io import make_partial_path

APPLICATION_ID: Final = 0x54434D50  # "TCMP": tells our files from other SQLite databases
MEMORY: Final = "sqlite://"

_CHECKED_WHOLE: Final = 32 * 1024 * 1024  # bytes; a thousand evenings, checked in some 0.1 s
_MAGIC: Final = b"SQLite format 3\0"
_LITTLE: Final = 64 * 1024  # bytes
_HEADER: Final = 100  # bytes
_OWNER: Final = slice(68, 72)  # where the application id stands in the header
_WRITES: Final = "storage_writes"  # execution option: take the write lock at once
_PATIENCE: Final = 2.0  # seconds that background work lets the table write first


class Database:
    """An open file; `MEMORY` instead of a path keeps everything in memory, for tests.

    Raises a StorageError that tells people what is wrong; the file is then as it was.
    """

    def __init__(self, path: str | Path, patience: float = 5.0) -> None:
        self.path = None if path == MEMORY else _plain(path)
        self._patience = patience
        self._writes = 0
        self._urgent = 0
        self._turn = threading.Condition()
        self._watch: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        before = self._prepare()
        self.engine = self._connect()
        self._writer = self.engine.execution_options(**{_WRITES: True})
        try:
            self._bring_up_to_date(before)
            self._remember_identity()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent look at the data. FileGone where the file is no longer the one that was opened."""
        self.check_identity()
        with telling(self.path), self.engine.begin() as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One change: all of it is on disk afterwards, or, with an exception, nothing. FileGone as for `reading`."""
        with self._first(), self._change() as db:
            yield db

    @contextmanager
    def writing_in_background(self) -> Iterator[Connection]:
        """Like `writing`, for one small piece of long work: lets every `writing` of this process go first."""
        with self._turn:
            self._turn.wait_for(lambda: not self._urgent, timeout=_PATIENCE)
        with self._change() as db:
            yield db

    @contextmanager
    def _change(self) -> Iterator[Connection]:
        self.check_identity()
        with telling(self.path), self._writer.begin() as db:
            yield db
            self.check_identity()
        self._writes += 1

    @contextmanager
    def _first(self) -> Iterator[None]:
        """Keep background work waiting."""
        with self._turn:
            self._urgent += 1
        try:
            yield
        finally:
            with self._turn:
                self._urgent -= 1
                self._turn.notify_all()

    def version(self) -> tuple[int, int]:
        """Changes whenever anybody wrote, this process or another; costs microseconds. FileGone as for `reading`."""
        if self._watch is None:
            return self._writes, 0
        self.check_identity()
        with telling(self.path):
            return self._writes, self._watch.execute("PRAGMA data_version").fetchone()[0]

    def check_identity(self) -> None:
        """Raise FileGone where another file, or none, lies at the path: what is written would be lost there.

        An open connection goes on writing into a deleted file as if nothing had happened.
        """
        if self._identity is not None and _identity(self.path) != self._identity:
            raise FileGone(
                f"{self.path} was moved, deleted or replaced while the app was open. Nothing that was recorded is"
                " lost yet: save it now, before the app is closed."
            )

    def can_put_back(self) -> bool:
        """Whether the place of a file that is gone is free, so that it can be written there again."""
        return self.path is not None and self.path.parent.is_dir() and not self.path.exists()

    def put_back(self) -> None:
        """Write everything to the old path again and go on with it; StorageError where something lies there."""
        if self.path is None or not self.can_put_back():
            raise CannotOpen(f"Something else lies at {self.path}; save a copy instead.")
        for name in (f"{self.path.name}-wal", f"{self.path.name}-shm"):  # they belong to the file that is gone
            self.path.with_name(name).unlink(missing_ok=True)
        self.rescue_to(self.path)
        self.engine.dispose()
        self._remember_identity()
        self._writes += 1

    def rescue_to(self, target: Path) -> None:
        """Copy what the open file held to `target`, also where the file itself is gone."""
        with telling(target):
            _copy(self._watch, target)

    def copy_to(self, target: Path) -> None:
        """A consistent copy in one file, while the app goes on; there is no half-made `target`."""
        with telling(self.path), closing(self.engine.raw_connection()) as held:
            _copy(held.driver_connection, target)

    def page_size(self) -> int:
        """The bytes of a page; only a file with pages of this size can replace this one."""
        with self.reading() as db:
            size: int = db.exec_driver_sql("PRAGMA page_size").scalar_one()
        return size

    def replace_by(self, source: Path) -> None:
        """Take over everything from a sound file of the present version, with pages of the same size."""
        with (
            telling(self.path),
            closing(_look(source, self._patience)) as copy,
            closing(self.engine.raw_connection()) as held,
        ):
            driver: Any = held.driver_connection
            copy.backup(driver)
        self._writes += 1

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()
        if self._watch is not None:
            self._watch.close()

    def _remember_identity(self) -> None:
        """Take note of which file this is, with a connection that holds it even when it is deleted."""
        if self.path is None:
            return
        if self._watch is not None:
            self._watch.close()
        with telling(self.path):
            self._watch = sqlite3.connect(self.path, timeout=self._patience, check_same_thread=False)
            self._watch.execute("PRAGMA data_version").fetchone()
        self._identity = _identity(self.path)

    def _prepare(self) -> str | None:
        """The revision of the file as it is found; None if it is new."""
        if self.path is None:
            return None
        if _is_there(self.path):
            return examine(self.path, self._patience)
        _make_folder(self.path.parent)
        return None

    def _connect(self) -> Engine:
        if self.path is None:
            engine = create_engine(MEMORY, poolclass=StaticPool, connect_args={"check_same_thread": False})
        else:
            engine = create_engine(
                URL.create("sqlite", database=str(self.path)), connect_args={"timeout": self._patience}
            )
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
        return engine

    def _bring_up_to_date(self, before: str | None) -> None:
        if before == migrations.NEWEST:
            with self.writing() as db:  # fails now, not at the first entry, if the file cannot be written
                db.exec_driver_sql("UPDATE alembic_version SET version_num = version_num WHERE 1 = 0")
            return
        if before is not None and self.path is not None:
            self.copy_to(free_name(self.path, f"before-{migrations.NEWEST}-from-{before}"))
        with telling(self.path), self._writer.connect() as db:
            driver: Any = db.connection.driver_connection
            driver.execute("PRAGMA foreign_keys = OFF")  # a table may be rebuilt on the way
            with db.begin():
                migrations.upgrade(db)
                db.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            driver.execute("PRAGMA foreign_keys = ON")


class OnDatabase:
    """What every part of the store has: the file and the clock."""

    def __init__(self, database: Database, now: Clock) -> None:
        self.database = database
        self.now = now


def examine(path: Path, patience: float = 5.0) -> str | None:
    """The revision of a sound file, without touching it; None for one that is still empty.

    Raises the StorageError that says why the file cannot be used.
    """
    if path.is_dir():
        raise CannotOpen(f"{path} is a folder; name a file in it instead.")
    if not path.is_file():
        raise CannotOpen(f"{path} is not a plain file; choose another one.")
    if _first_bytes(path) not in (b"", _MAGIC):
        raise NotADatabase(f"{path} is not a database of this app and was left untouched; choose another file.")
    with telling(path), closing(_look(path, patience)) as db:
        return _examined(db, path)


def is_owned(path: Path) -> bool:
    """Whether a file is a database of this app, judged by its first bytes, or one that is in use; OSError."""
    with path.open("rb") as file:
        start = file.read(_HEADER)
    owner = int.from_bytes(start[_OWNER])
    return start.startswith(_MAGIC) and (owner == APPLICATION_ID or path.with_name(f"{path.name}-wal").exists())


@contextmanager
def telling(path: Path | None) -> Iterator[None]:
    """Turn whatever SQLite reports into a StorageError; IntegrityError passes for the caller to judge."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise explained(error.orig, path) from error
    except sqlite3.Error as error:
        raise explained(error, path) from error
    except DamagedValue as error:
        raise damaged(path, str(error)) from error
    except json.JSONDecodeError as error:
        raise damaged(path, "a value in it is not JSON") from error
    except UnicodeDecodeError as error:  # so damaged that SQLite's own message about it is not text
        raise damaged(path, "its list of tables cannot be read") from error


@contextmanager
def looking(path: Path, patience: float = 5.0) -> Iterator[Connection]:
    """A look at a sound file that cannot change it, not even bring it up to date."""
    engine = create_engine(MEMORY, creator=lambda: _look(path, patience), poolclass=NullPool)
    with telling(path), engine.connect() as db:
        yield db


def copy_file(source: Path, target: Path, page_size: int) -> None:
    """A consistent copy of a sound file that nobody has opened here, in pages of this many bytes."""
    with telling(source), closing(_look(source, 5.0)) as driver:
        _copy(driver, target)
    with telling(target), closing(sqlite3.connect(target, isolation_level=None)) as copy:
        if copy.execute("PRAGMA page_size").fetchone() != (page_size,):
            copy.execute(f"PRAGMA page_size = {page_size}")
            copy.execute("VACUUM")


def explained(error: BaseException | None, path: Path | None) -> StorageError:
    """What an error of SQLite means to people."""
    name = getattr(error, "sqlite_errorname", "")
    where = path or "the memory"
    sort = name.removeprefix("SQLITE_").split("_")[0]
    if sort == "IOERR" and path and _is_disk_full(path):
        sort = "FULL"
    match sort:
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
    """Whether too little is left for the files that SQLite keeps beside a database: it calls that an I/O error."""
    try:
        return shutil.disk_usage(path.parent).free < _LITTLE
    except OSError:
        return False


def damaged(path: Path | None, fault: str) -> Damaged:
    """A damaged file, and where the latest copy of it lies."""
    return Damaged(f"{path} is damaged ({fault}) and was left as it is; {_way_out(path)}.")


def copies(path: Path) -> tuple[Path, ...]:
    """The copies that were made of this file before changes, the latest first."""
    found = path.parent.glob(f"{path.stem}.before-*{path.suffix}")
    return tuple(sorted(found, key=lambda copy: (copy.stat().st_mtime_ns, copy.name), reverse=True))


def _way_out(path: Path | None) -> str:
    latest = copies(path)[:1] if path else ()
    if latest:
        return f"its latest copy is {latest[0]}"
    return "there is no copy beside it, so restore a backup or move it away to start anew"


def _copy(driver: Any, target: Path) -> None:
    partial = make_partial_path(target)
    try:
        with telling(target), closing(sqlite3.connect(partial)) as copy:
            driver.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # nothing beside the one file
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Which file lies at the path, by device and inode; None where none does."""
    try:
        stat = os.stat(path or "")
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _plain(path: str | Path) -> Path:
    text = str(path)
    if "://" in text and not text.startswith("sqlite:///"):
        raise CannotOpen(f"{text} is not a SQLite file; give the path of one.")
    return Path(text.removeprefix("sqlite:///")).expanduser().absolute()


def _is_there(path: Path) -> bool:
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


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC))
    except OSError as error:
        raise ReadOnly(f"{path} cannot be read: check the permissions of the file.") from error


def _look(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that cannot change the file; only a change that a crash broke off is taken back before."""
    try:
        return _connected(path, "ro", patience)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_READONLY_ROLLBACK":
            raise
    _connected(path, "rw", patience).close()
    return _connected(path, "ro", patience)


def _connected(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
    try:
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db


def _examined(db: sqlite3.Connection, path: Path) -> str | None:
    for check in _checks(path.stat().st_size):
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
    if revisions[0] != migrations.NEWEST and revisions[0] not in migrations.known():
        raise NewerSchema(
            f"{path} was written by a newer version of this app and was left untouched;"
            f" update the app, or use an older copy: {_way_out(path)}."
        )
    return revisions[0]


def _checks(size: int) -> tuple[str, ...]:
    """The whole file while that takes no time anybody notices; the doctor looks at all of a large one.

    Of a large one the tables that do not grow with the sessions, and both ends of those that do: so a file of any size
    opens in the same time.
    """
    if size <= _CHECKED_WHOLE:
        return ("PRAGMA quick_check(1)",)
    small = (f"PRAGMA quick_check({table})" for table in ("player", "player_merge", "setting", "known_card"))
    ends = (
        f"SELECT COALESCE(MAX('ok'), 'ok') FROM (SELECT * FROM {table} ORDER BY {key} {order} LIMIT 1)"
        for table, key in (("session", "rowid"), ("seat", "session_id"), ("entry", "session_id"))
        for order in ("ASC", "DESC")
    )
    return (*small, *ends)


def free_name(path: Path, label: str) -> Path:
    """`sessions.before-2.db` beside `sessions.db`; numbered if there is one already."""
    name = path.with_name(f"{path.stem}.{label}{path.suffix}")
    number = 2
    while name.exists():
        name = path.with_name(f"{path.stem}.{label}-{number}{path.suffix}")
        number += 1
    return name


def _set_up(driver: Any, _: Any) -> None:
    driver.isolation_level = None  # transactions begin where we say, also around changes of tables
    driver.execute("PRAGMA journal_mode = WAL")
    driver.execute("PRAGMA synchronous = FULL")
    driver.execute("PRAGMA foreign_keys = ON")


def _begin(db: Connection) -> None:
    writes = db.get_execution_options().get(_WRITES, False)
    db.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
