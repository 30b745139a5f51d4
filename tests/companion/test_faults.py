"""Every command with every fault: one clear sentence, an exit code, no traceback, and no changed file.

The real `main` runs in a process forked from this one, with streams, limits and a user of its own. In the ordinary
tests every fault meets one command, and every command some faults; the long tests run the whole table.
"""

import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from companion.__main__ import main
from companion.cli.command_line import COMMANDS
from companion.cli.console import PIPE_CLOSED
from scoring.games import GAMES, KEYS
from storage.store import Store
from storage.transfer.card_file import export_cards
from storage.transfer.session_export import export_session
from storage.upkeep.backups import backup
from tests.companion.test_cli import keep_evening
from tests.storage import worlds

NOBODY: Final = 65534
SECONDS: Final = 20
"""A command that takes longer counts as hanging."""

LONG_NAME: Final = "x" * 300
FOREIGN_NAME: Final = os.fsdecode(b"Spiele\xff")
"""A file name that is not valid UTF-8."""

COMMAND_LINES: Final = {
    "replay": "replay {input}",
    "replay --json": "replay --json {input}",
    "sessions": "sessions",
    "sessions --json": "sessions --json",
    "export": "export {session} {target}",
    "export to stdout": "export {session}",
    "export-all sessions": "export-all sessions {target}",
    "export-all bgstats": "export-all bgstats {target}",
    "export-all results": "export-all results {target}",
    "export-all lines": "export-all lines {target} --json",
    "import": "import {input}",
    "import plays": "import --json {plays}",
    "import --dry-run": "import --dry-run {plays}",
    "export-cards": f"export-cards {KEYS[0]} {{target}}",
    "export-cards to stdout": f"export-cards {KEYS[0]}",
    "import-cards": "import-cards {cards}",
    "backup": "backup {target}",
    "restore": "restore {backup}",
    "doctor": "doctor",
    "doctor --json": "doctor --json",
    "doctor --rebuild": "doctor --rebuild",
}
INPUTS: Final = {"input": "input.jsonl", "plays": "plays.json", "cards": "cards.json", "backup": "backup.sqlite"}
NEEDS_NO_DATABASE: Final = ("import", "import --dry-run", "import plays", "import-cards", "restore")
READS_PIPES: Final = ("replay", "replay --json", "import-cards")


@dataclass
class World:
    """A folder with a database and files for every command, and how the command is run in it."""

    folder: Path
    database: Path
    session: str
    paths: dict[str, Path]
    stdout: str = ""
    encoding: str = "utf-8"
    as_nobody: bool = False
    largest_file: int | None = None
    locks: list[sqlite3.Connection] = field(default_factory=list)

    def files(self) -> dict[Path, bytes]:
        """All files in the folder, except SQLite's own beside an open database."""
        plain = (path for path in self.folder.rglob("*") if path.is_file() and os.access(path, os.R_OK))
        return {path: path.read_bytes() for path in plain if not path.name.endswith(("-wal", "-shm"))}

    def replace_inputs(self, make: Callable[[Path], object]) -> None:
        """Replace every file that a command reads."""
        for name in INPUTS:
            self.paths[name].unlink()
            make(self.paths[name])


@dataclass(frozen=True)
class Outcome:
    code: int
    out: bytes
    err: str


# Faults ------------------------------------------------------------------------------------------------------------

Prepare = Callable[["World"], object]


@dataclass(frozen=True)
class Fault:
    """A fault, and the commands that meet it."""

    name: str
    prepare: Prepare
    meets: Callable[[str], bool]

    def refuses(self, command: str) -> bool | None:
        """Whether the command must be refused; None if either is fine."""
        if self.name in ACCEPTED or (self.name == "no database" and command in NEEDS_NO_DATABASE):
            return False
        if self.name == "half a database" and command == "restore":  # it is set aside
            return False
        if self.name in EITHER or (self.name in DOCTOR_ONLY and not command.startswith("doctor")):
            return None
        return True


def uses(*names: str) -> Callable[[str], bool]:
    """The commands that name one of these files."""
    return lambda command: any(f"{{{name}}}" in COMMAND_LINES[command] for name in names)


def run_script(world: World, script: str) -> None:
    with closing(sqlite3.connect(world.database)) as db:
        db.executescript(script)


def replace_database(world: World, make: Callable[[Path], object]) -> None:
    world.database.unlink()
    make(world.database)


def move_database(world: World, *parts: str) -> None:
    """Use a database elsewhere, and move it there if possible."""
    world.database, before = world.folder.joinpath(*parts), world.database
    if len(world.database.name) < 255 and world.database.parent.is_dir():
        before.rename(world.database)


def close_folder(world: World, path: Path) -> Path:
    """Move a file into an unreadable folder."""
    closed = world.folder / "closed"
    closed.mkdir(exist_ok=True)
    if path.exists():
        path.rename(closed / path.name)
    world.as_nobody = True
    return closed / path.name


def close_database(world: World) -> None:
    world.database = close_folder(world, world.database)
    world.database.parent.chmod(0)


def close_paths(world: World, *names: str) -> None:
    for name in names:
        world.paths[name] = close_folder(world, world.paths[name])
    (world.folder / "closed").chmod(0)


def write_protect(world: World) -> None:
    world.database.chmod(0o444)
    world.folder.chmod(0o555)
    world.as_nobody = True


def lock(world: World) -> None:
    holder = sqlite3.connect(world.database, isolation_level=None)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    world.locks.append(holder)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


def make_noise(path: Path) -> None:
    path.write_bytes(random.Random(11).randbytes(5000))


def make_foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE session (id TEXT)")


def rename_inputs(world: World, name: str) -> None:
    for key in INPUTS:
        path = world.paths[key].with_name(f"{name}{world.paths[key].suffix}")
        if len(name) < 255:
            world.paths[key].rename(path)
        world.paths[key] = path


def set_target(world: World, path: Path) -> None:
    world.paths["target"] = path


DATABASE_FAULTS: Final[dict[str, Prepare]] = {
    "no database": lambda world: world.database.unlink(),
    "a folder for a database": lambda world: replace_database(world, Path.mkdir),
    "a database in a closed folder": close_database,
    "a database with too long a name": lambda world: move_database(world, LONG_NAME),
    "a database below a file": lambda world: move_database(world, "plays.json", "x.db"),
    "a database whose name is no UTF-8": lambda world: move_database(world, FOREIGN_NAME),
    "a text for a database": lambda world: world.database.write_text("Ana 12\n"),
    "noise for a database": lambda world: make_noise(world.database),
    "half a database": lambda world: truncate(world.database),
    "another database": lambda world: replace_database(world, make_foreign),
    "a pipe for a database": lambda world: replace_database(world, os.mkfifo),
    "an empty database": lambda world: world.database.write_bytes(b""),
    "a newer database": lambda world: run_script(world, "UPDATE alembic_version SET version_num = '9001'"),
    "a database without writing": write_protect,
    "a disk that is full": lambda world: setattr(world, "largest_file", 1024),
    "a damaged moment": lambda world: run_script(world, "UPDATE session SET opened_at = 'soon'"),
    "a damaged number": lambda world: run_script(world, "UPDATE session SET closed_totals = '[[1'"),
    "rows of nobody": lambda world: run_script(world, "DELETE FROM player WHERE name = 'Ben'"),
    "a missing trigger": lambda world: run_script(world, "DROP TRIGGER entry_no_update"),
    "a missing table": lambda world: run_script(world, "DROP TABLE known_card; DROP TABLE seat"),
    "a database that is locked": lock,
}
INPUT_FAULTS: Final[dict[str, Prepare]] = {
    "no file": lambda world: world.replace_inputs(lambda path: None),
    "a folder for a file": lambda world: world.replace_inputs(Path.mkdir),
    "a file in a closed folder": lambda world: close_paths(world, *INPUTS),
    "a file with too long a name": lambda world: rename_inputs(world, LONG_NAME),
    "a file whose name is no UTF-8": lambda world: rename_inputs(world, FOREIGN_NAME),
    "an empty file": lambda world: world.replace_inputs(Path.touch),
    "noise for a file": lambda world: world.replace_inputs(make_noise),
    "a pipe for a file": lambda world: world.replace_inputs(os.mkfifo),
}
TARGET_FAULTS: Final[dict[str, Prepare]] = {
    "a file that exists": lambda world: world.paths["target"].write_text("Ana 12\n"),
    "a folder that exists": lambda world: world.paths["target"].mkdir(),
    "a pipe that exists": lambda world: os.mkfifo(world.paths["target"]),
    "a target in a closed folder": lambda world: close_paths(world, "target"),
    "a target without a folder": lambda world: set_target(world, world.folder / "no" / "file"),
    "a target below a file": lambda world: set_target(world, world.database / "file"),
    "a target with too long a name": lambda world: set_target(world, world.folder / LONG_NAME),
    "a target whose name is no UTF-8": lambda world: set_target(world, world.folder / FOREIGN_NAME),
    "the database as target": lambda world: set_target(world, world.database),
    "a backup as target": lambda world: set_target(world, world.paths["backup"]),
    "a log as target": lambda world: set_target(world, world.folder / "backup.sqlite-wal"),
}
STDOUT_FAULTS: Final[dict[str, Prepare]] = {
    "a terminal without letters": lambda world: setattr(world, "encoding", "ascii"),
    "a reader that left": lambda world: setattr(world, "stdout", "left"),
    "a full disk for the answer": lambda world: setattr(world, "stdout", "/dev/full"),
    "no stdout": lambda world: setattr(world, "stdout", "none"),
}
ACCEPTED: Final = {
    *(f"a {what} whose name is no UTF-8" for what in ("database", "file", "target")),
    "a terminal without letters",
    "no stdout",
}
EITHER: Final = ("an empty database", "a database without writing", "a disk that is full")
DOCTOR_ONLY: Final = (
    "a damaged moment",
    "a damaged number",
    "rows of nobody",
    "a missing trigger",
    "a missing table",
)
"""Only the doctor must report these; other commands may still find what they need."""


def uses_database(command: str) -> bool:
    return not command.startswith("replay")


def meets_input(name: str) -> Callable[[str], bool]:
    """The commands that read a file, and not from a pipe if the fault is one."""
    return lambda command: uses(*INPUTS)(command) and (name != "a pipe for a file" or command not in READS_PIPES)


FAULTS: Final = (
    *(Fault(name, prepare, uses_database) for name, prepare in DATABASE_FAULTS.items()),
    *(Fault(name, prepare, meets_input(name)) for name, prepare in INPUT_FAULTS.items()),
    *(Fault(name, prepare, uses("target")) for name, prepare in TARGET_FAULTS.items()),
    *(Fault(name, prepare, lambda command: True) for name, prepare in STDOUT_FAULTS.items()),
)
SLOW: Final = ("a database that is locked",)
"""Long or deep tests only, because they wait."""
LONG: Final = 3
"""How many more commands meet a fault with `-m long`."""


def table() -> Iterator[object]:
    """One command for each fault, in turn; a few more with `-m long`, all pairs with `-m deep`."""
    for number, fault in enumerate(FAULTS):
        commands = [command for command in COMMAND_LINES if fault.meets(command)]
        start = number * 5 % len(commands)
        for place, command in enumerate(commands[start:] + commands[:start]):
            quick = place == 0 and fault.name not in SLOW
            few = 0 if fault.name in SLOW else LONG
            marks = () if quick else pytest.mark.long if place <= few else pytest.mark.deep
            yield pytest.param(fault, command, id=f"{command}, {fault.name}", marks=marks)


# Runs --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def template() -> Iterator[Path]:
    """A folder with a database and a file of every kind; what a command may import is loaded."""
    for module, _ in COMMANDS.values():
        import_module(f"companion.{module}")  # without its rights a process can import nothing
    for module in ("storage.migrations.applying", "encodings.ascii", "encodings.idna"):
        import_module(module)
    assert len(tuple(GAMES)) == len(KEYS)
    with TemporaryDirectory() as name:
        folder = Path(name)
        with Store(folder / "companion.sqlite") as store:
            session = keep_evening(store)
            renamed = next(player for player in store.players.list_recent() if player.name == "Ana")
            store.players.rename(renamed.id, "Łukasz")
            store.cards.remember(KEYS[0], "goblin", "Łowca", [["vp", 2]])
            (folder / "input.jsonl").write_text("\n".join(export_session(store, session)) + "\n", encoding="utf-8")
            (folder / "cards.json").write_text(export_cards(store, KEYS[0]), encoding="utf-8")
            backup(store, folder / "backup.sqlite")
            (folder / "session.txt").write_text(session)
        (folder / "plays.json").write_text(json.dumps(worlds.world()), encoding="utf-8")
        yield folder


@pytest.fixture
def world(template: Path) -> Iterator[World]:
    with TemporaryDirectory() as name:
        outside = Path(name).resolve()
        outside.chmod(0o755)
        folder = outside / "home"
        shutil.copytree(template, folder)
        paths = {key: folder / file for key, file in INPUTS.items()} | {"target": folder / "target"}
        sandbox = World(folder, folder / "companion.sqlite", (folder / "session.txt").read_text(), paths)
        yield sandbox
        for lock in sandbox.locks:
            lock.close()
        for path in (folder, folder / "closed"):
            if path.is_dir():
                path.chmod(0o755)


def run(world: World, command: str) -> Outcome:
    """Run a command in its own process with the faults of this world."""
    given = {key: str(path) for key, path in world.paths.items()} | {"session": world.session}
    words = [word.format(**given) for word in COMMAND_LINES[command].split()]
    out_end, out = os.pipe()
    err_end, err = os.pipe()
    if world.stdout == "left":
        os.close(out_end)
    child = os.fork()
    if not child:
        become(world, out, err)
        os._exit(run_main(["companion", "--database", str(world.database), *words]))
    os.close(out)
    os.close(err)
    with open(err_end, encoding="utf-8") as sentences:
        errors = sentences.read()
    printed = b""
    if world.stdout != "left":
        with open(out_end, "rb") as answer:
            printed = answer.read()
    return Outcome(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), printed, errors)


def become(world: World, out: int, err: int) -> None:
    """Take on the streams, the limits and the user of this world, in the child."""
    signal.alarm(SECONDS)
    os.dup2(err, 2)
    sys.stderr = TextIOWrapper(FileIO(2, "w"), "utf-8", "backslashreplace", write_through=True)
    if world.stdout == "none":
        os.close(1)
        sys.stdout = None  # type: ignore[assignment]  # as Python itself begins then
    else:
        os.dup2(os.open(world.stdout, os.O_WRONLY) if world.stdout.startswith("/") else out, 1)
        sys.stdout = TextIOWrapper(BufferedWriter(FileIO(1, "w")), world.encoding)
    if world.largest_file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (world.largest_file, world.largest_file))
    if world.as_nobody and os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def run_main(argv: list[str]) -> int:
    """Run the command as the interpreter does, including the last flush."""
    sys.argv = argv
    try:
        code = main()
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    except BaseException:
        traceback.print_exc()
        code = 99
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        print("Exception ignored:", repr(error), file=sys.stderr)
        code = 120
    sys.stderr.flush()
    return code


def check_sentence(command: str, outcome: Outcome) -> None:
    """A refusal is one sentence on stderr; a doctor may put it into the report."""
    report = outcome.out.decode()
    if command == "doctor --json" and report:
        assert json.loads(report)["healthy"] is False
    elif command.startswith("doctor") and report:
        assert report.endswith("The database is damaged; restore a backup or ask for help.\n")
    else:
        assert outcome.err.count("\n") == 1
        assert outcome.err.endswith(".\n")
        assert outcome.err[0].isupper() or outcome.err[0] == "/"


@pytest.mark.parametrize(("fault", "command"), [*table()])
def test_a_fault_is_one_sentence_and_nothing_is_touched(fault: Fault, command: str, world: World) -> None:
    fault.prepare(world)
    if world.as_nobody and os.geteuid() == 0:
        for path in (world.folder, *world.folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    before = world.files()
    outcome = run(world, command)
    assert "Traceback" not in outcome.err, outcome.err
    assert "Exception" not in outcome.err, outcome.err
    if world.stdout == "left":
        assert (outcome.code, outcome.err) == (PIPE_CLOSED, "")
        return
    if fault.refuses(command) or (fault.refuses(command) is None and outcome.code):
        assert outcome.code == 2, outcome
        check_sentence(command, outcome)
        if before.get(world.database) == b"":  # an empty file is a new database, which every command begins
            before[world.database] = world.files()[world.database]
        if not world.stdout:  # otherwise only the answer was lost
            assert world.files() == before
    else:
        assert (outcome.code, outcome.err) == (0, "")


def test_every_command_is_in_the_table() -> None:
    assert {line.split()[0] for line in COMMAND_LINES.values()} == set(COMMANDS)
    assert all(any(fault.meets(command) for fault in FAULTS) for command in COMMAND_LINES)


@pytest.mark.parametrize("command", ["sessions --json", "export to stdout", "export-cards to stdout"])
def test_what_another_program_reads_is_the_same_on_any_terminal(command: str, world: World) -> None:
    plain = run(world, command).out.decode("utf-8")
    world.encoding = "ascii"
    output = run(world, command).out.decode("utf-8")
    read = json.loads if command.endswith("json") else str
    assert read(output) == read(plain)
    assert "Łukasz" in plain or "Łowca" in plain
