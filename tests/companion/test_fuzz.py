"""Any file is imported or refused with a sentence, and the database stays intact.

Inputs are made from a seed; a failing one is named by its number, and `files` makes it again.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.exchange.importing import (
    ImportFile,
    current_data,
    details,
    facts,
    import_file,
    preview_file,
    summary,
)
from scoring.games import GAMES
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays
from storage.bg_stats.report import ImportReport
from storage.errors import StorageError
from storage.play_file import reading
from storage.play_file.play_facts import get_uuid
from storage.play_file.references import LARGEST, parse_reference, replace_references
from storage.store import Store
from storage.transfer.card_file import export_cards
from storage.transfer.file_kinds import FileKind
from storage.transfer.session_export import export_sessions
from storage.upkeep import backups
from storage.upkeep.doctor import doctor
from tests.storage.conftest import play as evening
from tests.storage.mutants import damage, damaged_lines, mutate
from tests.storage.test_transfer import everything
from tests.storage.tiny import TINY
from tests.storage.worlds import play, read, score, uuid, world

SESSIONS = Path(__file__).parents[1] / "sessions"
GOLDEN = ("recruits", "loot_and_recruit", "crown_battles")
SHELF = (TINY, *GAMES)
FEW, SOME, MANY = 4, 40, 1000
MANY_FILES = pytest.param(range(SOME, MANY), id="many", marks=pytest.mark.deep)


def open_store(path: str | Path = "sqlite://") -> Store:
    return Store(path, SHELF)


# Valid files -------------------------------------------------------------------------------------------------------


def plays() -> dict[str, Any]:
    """A BG Stats file with objects of every kind."""
    first = play(
        1,
        score(1, "3+6", winner=True, metaData='{"scoreUuid":"A"}'),
        score(2, "21,7", newPlayer=True),
        expansionPlays=[{"gameRefId": 2, "bggId": 0}],
        tags=[{"tagRefId": 1}],
        locationRefId=1,
        comments="fun",
        rounds=3,
    )
    teams = play(2, score(4, "5", team="0"), score(4, "7", team="1"), usesTeams=True)
    return world(first, teams, play(3, score(3, None))) | {
        "tags": [{"uuid": "AB-1", "id": 1, "name": "Online", "type": "Plays"}],
        "groups": [{"uuid": uuid(700), "id": 1, "name": "Us", "players": [{"playerRefId": 2}]}],
        "challenges": [{"uuid": uuid(701), "id": 1, "games": [{"gameRefId": 2}]}],
        "deletedObjects": [{"uuid": uuid(999), "objectType": "Play", "externalId": 0}],
    }


def lines() -> tuple[str, ...]:
    """Sessions of the tiny game with every action, and one of each of some games."""
    with open_store() as store:
        everything(store)
        evening(store, 0, 1)
        own = tuple(export_sessions(store))
    golden = (min((SESSIONS / game).glob("*/*.jsonl"), key=lambda file: file.stat().st_size) for game in GOLDEN)
    return (*own, *(line for file in golden for line in file.read_text().splitlines()))


def cards() -> str:
    with open_store() as store:
        for number, shelf in enumerate(("goblin", "goblin", "elf")):
            store.cards.remember("recruits", shelf, f"Card {number}", [("points", number), ("cost", 2)])
        return export_cards(store, "recruits")


def backup(folder: Path) -> bytes:
    path = folder / "backup.sqlite"
    with open_store(folder / "source.sqlite") as store:
        evening(store, 0, 1, 2)
        import_plays(store, read(world()))
        backups.backup(store, path)
    return path.read_bytes()


def files(kind: FileKind, good: Any, numbers: range) -> Iterator[tuple[int, bytes]]:
    """Damaged files of a kind, by number."""
    for number in numbers:
        chance = random.Random(f"{kind}-{number}")
        times = chance.randrange(1, 4)
        match kind:
            case FileKind.PLAYS if number % 3:
                yield number, json.dumps(mutate(good, chance, times)).encode("utf-8", "replace")
            case FileKind.PLAYS:
                yield number, damage(json.dumps(good).encode(), chance, times)
            case FileKind.SESSIONS if number % 3:
                yield number, "\n".join(damaged_lines(good, chance, times)).encode("utf-8", "replace")
            case FileKind.SESSIONS:
                yield number, damage("\n".join(good).encode(), chance, times)
            case FileKind.CARDS if number % 3:
                yield number, json.dumps(mutate(json.loads(good), chance, times), indent=1).encode("utf-8", "replace")
            case FileKind.CARDS:
                yield number, damage(good.encode(), chance, times)
            case FileKind.BACKUP:
                yield number, damage(good, chance, times)


# Fuzzing -----------------------------------------------------------------------------------------------------------


def describe_import(file: ImportFile, *, done: bool) -> tuple[str, ...]:
    """Every sentence shown about a file."""
    lines = [line for title, under in details(file) for line in (title, *under)]
    around = [word for fact in facts(file) for word in fact]
    current = [current_data(file.current)] if file.current else []
    return (summary(file, done=done), *current, *lines, *around)


def assert_sentence(error: StorageError, number: int) -> None:
    text = str(error)
    assert text.endswith((".", "…")), (number, text)
    assert len(text) < 1000, (number, text[:200])
    assert "Traceback" not in text, (number, text)


def everything_in(store: Store) -> list[Any]:
    """All rows of all tables."""
    with store.database.reading() as db:
        run = db.connection().exec_driver_sql
        names = run("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").scalars().all()
        return [run(f"SELECT * FROM {name}").all() for name in names]


def taken_in(path: Path, raw: bytes, number: int) -> None:
    """Preview, import, preview: a refused file leaves no trace, an imported one leaves nothing to do."""
    path.write_bytes(raw)
    with open_store() as store:
        before = everything_in(store)
        try:
            describe_import(preview_file(store, path), done=False)
        except StorageError as error:
            assert_sentence(error, number)
        assert everything_in(store) == before, number
        try:
            done = import_file(store, path)
        except StorageError as error:
            assert_sentence(error, number)
            assert everything_in(store) == before, number
            return
        describe_import(done, done=True)
        assert store.rebuild() == (), number
        again = preview_file(store, path)
        deleted = isinstance(again.report, ImportReport) and again.report.deleted
        assert again.is_empty or deleted, (number, describe_import(again, done=False))
        assert import_file(store, path).refused == again.refused


KINDS: dict[FileKind, Callable[[], Any]] = {FileKind.PLAYS: plays, FileKind.SESSIONS: lines, FileKind.CARDS: cards}


@pytest.mark.parametrize(
    "numbers",
    [pytest.param(range(FEW), id="few"), pytest.param(range(FEW, SOME), id="some", marks=pytest.mark.long), MANY_FILES],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_imported_or_refused_with_a_sentence(tmp_path, kind, numbers) -> None:
    for number, raw in files(kind, KINDS[kind](), numbers):
        taken_in(tmp_path / "file", raw, number)


@pytest.mark.parametrize("numbers", [pytest.param(range(SOME), id="some", marks=pytest.mark.long), MANY_FILES])
def test_a_damaged_backup_is_restored_or_refused_with_a_sentence(tmp_path, numbers) -> None:
    """It is refused without a change, or restored as far as it is readable."""
    path = tmp_path / "damaged.sqlite"
    for number, raw in files(FileKind.BACKUP, backup(tmp_path), numbers):
        path.write_bytes(raw)
        with open_store(tmp_path / f"here-{number}.sqlite") as store:
            evening(store, 1)
            before = everything_in(store)
            try:
                describe_import(preview_file(store, path), done=False)
                backups.restore(store, path)
            except StorageError as error:
                assert_sentence(error, number)
                assert everything_in(store) == before, number
        assert doctor(tmp_path / f"here-{number}.sqlite", SHELF).fault == "", number
        for file in tmp_path.glob("here-*"):
            file.unlink()


# Import and export -------------------------------------------------------------------------------------------------


def expected(file: dict[str, Any], left_out: tuple[str, ...]) -> dict[str, Any]:
    """The file without the reported parts; references to a duplicate point to the first one."""
    expected_file: dict[str, Any] = json.loads(json.dumps(file))
    refs: dict[str, dict[int, int]] = {sort: {} for sort in reading.LISTS}
    left_numbers: dict[str, set[int]] = {}
    for sentence in left_out:
        item, _, reason = sentence.rpartition(": ")
        if list_ := re.fullmatch(r"The list (\w+)", item):
            expected_file[list_[1]] = []
        elif part := re.fullmatch(r"(?:Play|Item) (\d+)(?: of (\w+)| \(.*\))?", item, re.DOTALL):
            sort, at = part[2] or reading.PLAYS, int(part[1]) - 1
            left_numbers.setdefault(sort, set()).add(at)
            if "twice" in reason and sort != reading.PLAYS:
                _follow(expected_file[sort], at, refs[sort])
    for sort, numbers in left_numbers.items():
        expected_file[sort] = [record for at, record in enumerate(expected_file[sort]) if at not in numbers]
    expected_file.pop("about", None)
    changed: dict[str, Any] = replace_references(expected_file, refs)
    return changed


def _follow(parts: list[dict[str, Any]], at: int, refs: dict[int, int]) -> None:
    """Redirect references from a duplicate to the first one."""

    def known_by(part: Any) -> str:
        return str(part.get("uuid") or part.get("name") or part.get("id")).strip().lower()

    first = next(part for part in parts if isinstance(part, dict) and known_by(part) == known_by(parts[at]))
    if isinstance(first.get("id"), int) and isinstance(parts[at].get("id"), int):
        refs[parts[at]["id"]] = first["id"]


def without_ids_made_here(records: Any, read: Any) -> Any:
    """A list without the UUIDs and numbers of records that had none of use when they were read."""
    if not isinstance(read, list) or len(records) != len(read):
        return records
    return [
        {key: value for key, value in record.items() if key not in _list_useless_ids(before)}
        if isinstance(before, dict)
        else record
        for record, before in zip(records, read, strict=True)
    ]


def written_plainly(value: Any) -> str:
    """JSON with 3 for 3.0: some apps write references so, and we do not."""

    def whole(text: str) -> int | float:
        number = float(text)
        return int(number) if number.is_integer() else number

    return json.dumps(json.loads(json.dumps(value), parse_float=whole))


def _list_useless_ids(record: dict[str, Any]) -> list[str]:
    number = parse_reference(record.get("id"))
    is_useful = {"uuid": bool(get_uuid(record)), "id": number is not None and abs(number) <= LARGEST}
    return [key for key, useful in is_useful.items() if not useful]


NUMBERED = (reading.PLAYERS, reading.PLACES, reading.GAMES)


def in_and_out(numbers: range) -> int:
    """The number of damaged BG Stats files that were exported as imported, except for the reported parts."""
    same, good = 0, plays()
    for number in numbers:
        chance = random.Random(number)
        try:
            file = read(mutate(good, chance, chance.randrange(1, 4)))
        except StorageError:
            continue
        with open_store() as store:
            report = import_plays(store, file)
            written = json.loads(export_plays(store).content)
        expected_file = expected(file, report.skipped)
        added = {sort: value for sort, value in written.items() if sort not in expected_file and value}
        assert added.keys() <= {"userInfo"}, number
        if any("id" in _list_useless_ids(item) for sort in NUMBERED for item in expected_file.get(sort) or ()):
            continue  # a number that it gets may be one to which something pointed in vain
        for key, value in expected_file.items():
            exported, imported = without_ids_made_here(written[key], value), without_ids_made_here(value, value)
            assert written_plainly(exported) == written_plainly(imported), f"{number} {key}"
        same += 1
    return same


@pytest.mark.long
def test_every_part_a_damaged_bg_stats_file_loses_is_reported(tmp_path) -> None:
    assert in_and_out(range(20)) >= 15


@pytest.mark.deep
def test_every_part_thousands_of_damaged_bg_stats_files_lose_is_reported(tmp_path) -> None:
    assert in_and_out(range(20, 3000)) > 2500
