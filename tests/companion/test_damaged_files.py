"""A damaged page of the database: every command ends in a sentence, never in a traceback.

The file is small, so that every table and every index is one page. A byte of such a page is flipped where SQLite's
quick check, with which the app opens a file, cannot see it: in a value, or in an index alone.
"""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest

from companion.cli import command_line as cli
from companion.testing.random_sessions import played
from scoring.games import KEYS, find_game
from storage.bg_stats.importing import import_plays
from storage.errors import Damaged
from storage.store import Store
from storage.transfer.card_file import export_cards
from storage.transfer.session_export import export_sessions
from storage.upkeep.backups import backup
from storage.upkeep.doctor import doctor, rebuild
from tests.companion.test_cli import never
from tests.storage import blank, worlds
from tests.storage.conftest import ticking

READING: Final = (
    "doctor",
    "doctor --json",
    "sessions",
    "export {session} {target}",
    "export-all sessions {target}",
    "export-all bgstats {target}",
    "export-all results {target}",
    "export-all lines {target}",
    f"export-cards {KEYS[0]}",
    "backup {target}",
    "import --dry-run {plays}",
)
RESTORING: Final = "restore {damaged}"
"""Restores the damaged file over a sound one."""

WRITING: Final = (
    "doctor --rebuild",
    "import {sessions}",
    "import {plays}",
    "import-cards {cards}",
    "restore {sound}",
    RESTORING,
)


OFTEN: Final = ("doctor", "doctor --rebuild", "export-all lines {target}", "import {plays}")
"""Those that every damaged page meets."""


class World:
    """A folder with a sound database, files to import, and a database to damage."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.database = folder, folder / "companion.sqlite"
        self.names = {key: folder / key for key in ("sound", "plays", "sessions", "cards", "target", "damaged")}
        self.names |= {key: folder / f"{key}.sqlite" for key in ("sound", "damaged")}
        with Store(self.database, now=ticking()) as store:
            self.session = played(store, find_game("crown_battles"), 3, events=8)
            self.player = store.sessions.load_head(self.session).seats[0].player.id
            played(store, find_game("score_pad"), 3)
            store.cards.remember(KEYS[0], "goblin", "Łowca", [["vp", 2]])
            import_plays(store, worlds.read(worlds.world()))
            self.names["sessions"].write_text("".join(f"{line}\n" for line in export_sessions(store)))
            self.names["cards"].write_text(export_cards(store, KEYS[0]))
            backup(store, self.names["sound"])
        plays = [worlds.play(number, worlds.score(1, "3"), worlds.score(2, "8")) for number in (1, 2, 3)]
        self.names["plays"].write_text(json.dumps(worlds.world(*plays)))
        self.content = self.names["sound"].read_bytes()

    def run(self, command: str, content: bytes) -> int:
        """Run a command on a database with this content; returns the exit code."""
        for path in (self.names["target"], *self.folder.glob("companion.sqlite*"), *self.folder.glob("*before*")):
            path.unlink(missing_ok=True)
        self.database.write_bytes(content)
        words = [word.format(session=self.session, **self.names) for word in command.split()]
        return cli.run(["--database", str(self.database), *words], never)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    chance = random.Random(5)
    with pytest.MonkeyPatch.context() as patch:
        blank.speed_up_files(patch)
        for module in ("recording", "sessions.players"):  # the same file in every run
            patch.setattr(f"storage.{module}.uuid4", lambda: UUID(int=chance.getrandbits(128), version=4))
        yield World(tmp_path_factory.mktemp("damaged"))


def find_pages(content: bytes) -> dict[str, int]:
    """The place of the first page of every table and index, by name."""
    size = int.from_bytes(content[16:18])
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(content)
        pages = db.execute("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0 ORDER BY name")
        return {name: (page - 1) * size for name, page in pages}


def flip(content: bytes, seed: int) -> bytes:
    """Flip up to four bytes in the rows of one page."""
    chance, damaged = random.Random(seed), bytearray(content)
    size, pages = int.from_bytes(content[16:18]), find_pages(content)
    start = list(pages.values())[seed % len(pages)]
    rows = int.from_bytes(content[start + 5 : start + 7]) or size
    for _ in range(chance.choice((1, 1, 2, 4))):
        damaged[start + chance.randrange(min(rows, size - 1), size)] ^= chance.choice((1, 2, 4, 32, 128, 255))
    return bytes(damaged)


def list_tracebacks(
    world: World, content: bytes, capsys: pytest.CaptureFixture[str], commands: tuple[str, ...] = (*READING, *WRITING)
) -> list[str]:
    """The commands that do not end in a result or a sentence with this database, or with it as a backup."""
    wrong: list[str] = []
    world.names["damaged"].write_bytes(content)
    for command in commands:
        database = world.content if command == RESTORING else content
        capsys.readouterr()
        try:
            code = world.run(command, database)
        except Exception as error:
            wrong.append(f"{command}: {error!r}")
            continue
        said = capsys.readouterr().err
        if (code, bool(said)) not in ((0, False), (2, False), (2, True)) or (said and not said.rstrip().endswith(".")):
            wrong.append(f"{command}: {code}, {said}")
    return wrong


@pytest.mark.parametrize(
    ("page", "value"),
    [
        ("session", "session"),
        ("ix_session_listed", "session"),
        ("player", "player"),
        ("sqlite_autoindex_player_1", "player"),
        ("seat", "player"),
    ],
)
def test_an_id_that_differs_between_pages_is_told(
    world: World, capsys: pytest.CaptureFixture[str], page: str, value: str
) -> None:
    """A table and its index then have different rows, which the check at the opening does not compare."""
    damaged, key = bytearray(world.content), getattr(world, value).encode()
    damaged[world.content.index(key, find_pages(world.content)[page]) + 9] ^= 1
    assert not list_tracebacks(world, bytes(damaged), capsys, OFTEN)
    world.database.write_bytes(damaged)
    assert doctor(world.database).lost


def test_a_file_whose_index_is_damaged_is_not_rebuilt(world: World) -> None:
    """The session that its index does not find would be left out of all sums."""
    damaged, page = bytearray(world.content), find_pages(world.content)["ix_session_listed"]
    damaged[world.content.index(world.session.encode(), page) + 9] ^= 1
    world.database.write_bytes(damaged)
    with Store(world.database) as store, pytest.raises(Damaged, match="cannot be rebuilt"):
        rebuild(store)


FILES: Final = range(1000, 1500)
"""Seeds of damaged files."""


@pytest.mark.long
def test_a_hundred_files_with_flipped_bytes_end_in_a_sentence(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file meets one command; before a release, five times as many meet all of them."""
    commands = (*READING, *WRITING)
    for seed in FILES[::5]:
        damaged, command = flip(world.content, seed), commands[seed // 5 % len(commands)]
        assert not list_tracebacks(world, damaged, capsys, (command,)), f"seed {seed}"


@pytest.mark.deep
def test_every_command_ends_in_a_sentence_with_five_hundred_damaged_files(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {seed: list_tracebacks(world, flip(world.content, seed), capsys) for seed in FILES}
    assert not {seed: commands for seed, commands in wrong.items() if commands}
