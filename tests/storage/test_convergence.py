"""Whatever files go round between devices, in whatever order: in the end all have the same, and nothing is lost."""

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

import storage.recording
from scoring.contract.game import Opened
from scoring.contract.scores import Seat
from scoring.engine.journal import Amend, Record, Redo, Undo
from scoring.engine.replay import replay
from storage.derived import merges
from storage.derived.merges import find_shared_seats
from storage.derived.results import derive
from storage.errors import StorageError
from storage.file import write_batches
from storage.sessions import later_edit_wins, players
from storage.store import Store
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_import import import_sessions
from storage.transfer.session_join import UNWRITTEN, Diverged
from storage.upkeep.doctor import doctor
from tests.seeds import over_seeds
from tests.storage.tiny import TINY, Options, Scored

DEVICES: Final = 3
NAMES: Final = ("Ana", "Ben", "Cleo", "Dov", "Eve")
Lines = tuple[str, ...]


class Device:
    """A store with a clock of its own, which may be years off and jumps back when it likes."""

    def __init__(self, number: int, path: Path, chance: random.Random, world: "World") -> None:
        self.number, self.path, self.chance, self.world = number, path, chance, world
        self.moment = datetime(2026, 1, 2, 20, 0, 0, number, UTC) + timedelta(days=chance.randint(-900, 900))
        self.backups: list[Path] = []
        self.store = self.open()

    def open(self) -> Store:
        return Store(self.path, (TINY,), now=self.now)

    def now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment

    def jump(self) -> None:
        """Set the clock. Times stay unlike any other, so that every entry can be told apart."""
        self.moment += timedelta(days=self.chance.randint(-400, 400), microseconds=DEVICES)

    # What people do ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        opened = Opened(tuple(self.chance.sample(NAMES, self.chance.choice((2, 3)))), Options())
        self.world.recorded |= self._entries(self.store.sessions.open(TINY, opened))

    def record(self) -> None:
        self._write(lambda loaded: Record(Scored(Seat(self.chance.randrange(2)), self.chance.randrange(9))))

    def correct(self) -> None:
        self._write(lambda loaded: Amend(1, Scored(Seat(0), self.chance.randrange(9))), least=2)

    def undo(self) -> None:
        self._write(lambda loaded: Undo(len(loaded.journal) - 1), least=2)

    def redo(self) -> None:
        self._write(lambda loaded: Redo(len(loaded.journal) - 2), least=3)

    def describe(self) -> None:
        text = self.chance.choice(("", "Kitchen", "Garden", "Inn"))
        self.store.sessions.set_details(self._session(), **{self.chance.choice(("place", "note")): text})

    def rename(self) -> None:
        self.store.players.rename(self._player(), f"{self.chance.choice(NAMES)} {self.chance.choice('ABC')}.")

    def style(self) -> None:
        self.store.players.set_look(self._player(), colour=self.chance.choice(("#112233", "#445566")), symbol="star")

    def archive(self) -> None:
        self.store.players.archive(self._player(), archived=self.chance.random() < 0.5)

    def merge(self) -> None:
        self.store.merges.merge(self._player(), self._player())

    def part(self) -> None:
        if merges := self.store.merges.list_active():
            self.store.merges.undo(self.chance.choice(merges).id)

    def remember(self) -> None:
        number = self.chance.randrange(5)
        self.store.cards.remember(TINY.key, "cards", self.chance.choice(("Ace", "King")), [("points", number)])

    def bin(self) -> None:
        self.store.bin.add(self._session())

    def restore(self) -> None:
        self.store.bin.restore(self._session(binned=True))

    def delete(self) -> None:
        session_id = self._session(binned=True)
        self.world.given_up |= self._entries(session_id)
        self.store.bin.empty([session_id])

    # Files ---------------------------------------------------------------------------------------------------------

    def save_all(self) -> None:
        self.world.files.append(tuple(export_sessions(self.store)))

    def save_one(self) -> None:
        self.world.files.append(export_session(self.store, self._session()))

    def take_in(self) -> None:
        if self.world.files:
            answer = self.chance.choice((None, *Diverged))
            lines = self.chance.choice(self.world.files)
            import_sessions(self.store, lines, diverged=answer, brings_back=self.chance.random() < 0.2)

    def back_up(self) -> None:
        self.backups.append(self.path.with_suffix(f".{len(self.backups)}"))
        self.store.database.rescue_to(self.backups[-1])

    def restore_backup(self) -> None:
        """The data from before is kept as a file, as the app keeps it."""
        if self.backups:
            self.save_all()
            self.store.close()
            self.path.write_bytes(self.chance.choice(self.backups).read_bytes())
            self.store = self.open()

    def act(self) -> str:
        name = self.chance.choices(list(ACTS), list(ACTS.values()))[0]
        with suppress(StorageError, LookupError):
            getattr(self, name)()
        return name

    def _write(self, make: Any, least: int = 1) -> None:
        session_id = self._session()
        loaded = self.store.sessions.load(session_id)
        if len(loaded.journal) < least:
            return
        entry = make(loaded)
        run = replay(TINY, (*loaded.journal, entry), None)
        if run.violation is None:
            self.store.sessions.append(session_id, len(loaded.journal), TINY, entry, derive(TINY, run))
            self.world.recorded |= self._entries(session_id)

    def _session(self, *, binned: bool = False) -> str:
        return self.chance.choice(self.store.history.list_sessions(binned=binned, limit=100).sessions).id

    def _entries(self, session_id: str) -> set[str]:
        return set(export_session(self.store, session_id)[1:])

    def _player(self) -> str:
        return self.chance.choice(self.store.players.list_recent(archived=True)).id


ACTS: Final = {
    **{"start": 3, "record": 12, "correct": 2, "undo": 2, "redo": 1, "jump": 1},
    **{"describe": 3, "rename": 2, "style": 1, "archive": 1, "merge": 2, "part": 1, "remember": 1},
    **{"bin": 2, "restore": 1, "delete": 1},
    **{"save_all": 4, "save_one": 2, "take_in": 8, "back_up": 1, "restore_backup": 1},
}
"""How often each of these is done."""


class World:
    """Three devices, and every file that was ever saved."""

    def __init__(self, folder: Path, chance: random.Random, stack: ExitStack) -> None:
        self.files: list[Lines] = []
        self.recorded: set[str] = set()
        self.given_up: set[str] = set()
        self.devices = [Device(number, folder / f"{number}.db", chance, self) for number in range(DEVICES)]
        for device in self.devices:
            stack.callback(lambda device=device: device.store.close())

    def finish(self) -> None:
        """All files that were ever saved, then a last round in which everybody hears from everybody."""
        first = self.devices[0]
        for lines in self.files:
            _import(first, lines)
        for _ in range(2):
            for device in self.devices:
                lines = tuple(export_sessions(device.store))
                for other in self.devices:
                    if other is not device:
                        _import(other, lines)


def _import(device: Device, lines: Lines) -> None:
    report = import_sessions(device.store, lines, diverged=Diverged.BOTH)
    assert [session.error for session in report.sessions if session.error] == []


def _brings_something(device: Device, lines: Lines) -> bool:
    """Whether the preview of an import tells of any change."""
    report = import_sessions(device.store, lines, dry_run=True)
    is_written = any(session.result.change not in UNWRITTEN for session in report.sessions if session.result)
    return is_written or report.changes_more or bool(report.parted)


def _export(device: Device) -> Iterator[str]:
    """The whole collection, but for the name of the device and the time."""
    first, *rest = export_sessions(device.store)
    for name, values in json.loads(first).items():
        if name in ("players", "merges", "deleted", "cards"):
            yield from (f"{name}: {json.dumps(value)}" for value in values)
    yield from rest


@pytest.mark.timeout(3 * 3600)
@over_seeds(short=60, long=400, deep=4000)
def test_all_devices_end_with_the_same_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance = random.Random(seed)
    for module in (storage.recording, players, merges, later_edit_wins):
        monkeypatch.setattr(module, "uuid4", lambda: UUID(int=chance.getrandbits(128)))
    monkeypatch.setattr(write_batches, "_LONGEST_REST", 0.0)  # nobody else writes
    folder = tmp_path / str(seed)
    folder.mkdir()
    with ExitStack() as stack:
        world = World(folder, chance, stack)
        for _ in range(chance.randint(10, 80)):
            chance.choice(world.devices).act()
        world.finish()
        here, *there = [list(_export(device)) for device in world.devices]
        for other in there:
            assert sorted(set(here) ^ set(other)) == []
            assert here == other
        for device, other in permutations(world.devices, 2):
            assert not _brings_something(other, tuple(export_sessions(device.store)))
        assert sorted(world.recorded - world.given_up - set(here)) == []
        for device in world.devices:
            with device.store.database.reading() as db:
                assert find_shared_seats(db) == ()
            report = doctor(device.path, (TINY,))
            assert report.healthy, report
