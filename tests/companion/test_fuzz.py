"""Whatever a file holds, it is taken in or refused with a sentence, and what is here stays whole.

Inputs are made from a seed; a failing one is named by its number, and `files` makes it again.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.files.import_file import Brought, details, facts, look_into, put_aside, summary, take_in
from scoring.games import GAMES
from storage.bg_format import reading
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import take_in as take_in_plays
from storage.errors import StorageError
from storage.store import Store
from storage.transfer.card_file import write_cards
from storage.transfer.file_kinds import Kind
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
FEW, MANY = 12, 1000


def open_store(path: str | Path = "sqlite://") -> Store:
    return Store(path, SHELF)


# Files that are good -----------------------------------------------------------------------------------------------


def plays() -> dict[str, Any]:
    """A file of BG Stats with a part of every sort."""
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
            store.remember_card("recruits", shelf, f"Card {number}", [("points", number), ("cost", 2)])
        return write_cards(store, "recruits")


def backup(folder: Path) -> bytes:
    path = folder / "backup.sqlite"
    with open_store(folder / "source.sqlite") as store:
        evening(store, 0, 1, 2)
        take_in_plays(store, read(world()))
        backups.backup(store, path)
    return path.read_bytes()


def files(kind: Kind, good: Any, numbers: range) -> Iterator[tuple[int, bytes]]:
    """Damaged files of a kind, by number."""
    for number in numbers:
        chance = random.Random(f"{kind}-{number}")
        times = chance.randrange(1, 4)
        match kind:
            case Kind.PLAYS if number % 3:
                yield number, json.dumps(mutate(good, chance, times)).encode("utf-8", "replace")
            case Kind.PLAYS:
                yield number, damage(json.dumps(good).encode(), chance, times)
            case Kind.SESSIONS if number % 3:
                yield number, "\n".join(damaged_lines(good, chance, times)).encode("utf-8", "replace")
            case Kind.SESSIONS:
                yield number, damage("\n".join(good).encode(), chance, times)
            case Kind.CARDS if number % 3:
                yield number, json.dumps(mutate(json.loads(good), chance, times), indent=1).encode("utf-8", "replace")
            case Kind.CARDS:
                yield number, damage(good.encode(), chance, times)
            case Kind.BACKUP:
                yield number, damage(good, chance, times)


# Whatever comes of it ----------------------------------------------------------------------------------------------


def said(brought: Brought, *, done: bool) -> tuple[str, ...]:
    """Everything that is said of a file."""
    lines = [line for title, under in details(brought) for line in (title, *under)]
    around = [word for fact in facts(brought) for word in fact]
    return (summary(brought, done=done), put_aside(brought), *lines, *around)


def assert_sentence(error: StorageError, number: int) -> None:
    text = str(error)
    assert text.endswith((".", "…")), (number, text)
    assert len(text) < 1000, (number, text[:200])
    assert "Traceback" not in text, (number, text)


def everything_in(store: Store) -> list[Any]:
    """All rows of all tables."""
    with store.database.reading() as db:
        names = db.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").scalars().all()
        return [db.exec_driver_sql(f"SELECT * FROM {name}").all() for name in names]


def taken_in(path: Path, raw: bytes, number: int) -> None:
    """Look, take in, look again: no trace of what is refused, and nothing left to do after what is not."""
    path.write_bytes(raw)
    with open_store() as store:
        before = everything_in(store)
        try:
            said(look_into(store, path), done=False)
        except StorageError as error:
            assert_sentence(error, number)
        assert everything_in(store) == before, number
        try:
            done = take_in(store, path)
        except StorageError as error:
            assert_sentence(error, number)
            assert everything_in(store) == before, number
            return
        said(done, done=True)
        assert store.rebuild() == (), number
        again = look_into(store, path)
        assert again.nothing or (again.plays is not None and again.plays.deleted), (number, said(again, done=False))
        assert take_in(store, path).refused == again.refused


def fuzz(path: Path, kind: Kind, good: Any, numbers: range) -> None:
    for number, raw in files(kind, good, numbers):
        taken_in(path, raw, number)


def fuzz_backups(folder: Path, numbers: range) -> None:
    """A damaged backup is refused, and nothing changes; or what it holds is here, as far as it can be read."""
    path = folder / "damaged.sqlite"
    for number, raw in files(Kind.BACKUP, backup(folder), numbers):
        path.write_bytes(raw)
        with open_store(folder / f"here-{number}.sqlite") as store:
            evening(store, 1)
            before = everything_in(store)
            try:
                said(look_into(store, path), done=False)
                backups.restore(store, path)
            except StorageError as error:
                assert_sentence(error, number)
                assert everything_in(store) == before, number
        assert doctor(folder / f"here-{number}.sqlite", SHELF).fault == "", number
        for file in folder.glob("here-*"):
            file.unlink()


KINDS: dict[Kind, Callable[[], Any]] = {Kind.PLAYS: plays, Kind.SESSIONS: lines, Kind.CARDS: cards}


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_taken_in_or_refused_with_a_sentence(tmp_path, kind) -> None:
    fuzz(tmp_path / "file", kind, KINDS[kind](), range(FEW))


def test_a_damaged_backup_is_restored_or_refused_with_a_sentence(tmp_path) -> None:
    fuzz_backups(tmp_path, range(FEW))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_thousands_of_damaged_files_are_taken_in_or_refused_with_a_sentence(tmp_path, kind) -> None:
    fuzz(tmp_path / "file", kind, KINDS[kind](), range(FEW, MANY))


@pytest.mark.long
def test_thousands_of_damaged_backups_are_restored_or_refused_with_a_sentence(tmp_path) -> None:
    fuzz_backups(tmp_path, range(FEW, MANY))


# In and out again --------------------------------------------------------------------------------------------------


def expected(file: dict[str, Any], left_out: tuple[Any, ...]) -> dict[str, Any]:
    """The file without what was left out by name; what led to the second of two leads to the first."""
    want: dict[str, Any] = json.loads(json.dumps(file))
    refs: dict[str, dict[int, int]] = {sort: {} for sort in reading.LISTS}
    gone: dict[str, set[int]] = {}
    for left in left_out:
        if whole := re.fullmatch(r"The list of (\w+)", left.what):
            want[whole[1]] = []
        elif part := re.fullmatch(r"(?:Play|Number) (\d+)(?: of (\w+)| \(.*\))?", left.what, re.DOTALL):
            sort, at = part[2] or reading.PLAYS, int(part[1]) - 1
            gone.setdefault(sort, set()).add(at)
            if "twice" in left.why and sort != reading.PLAYS:
                _follow(want[sort], at, refs[sort])
    for sort, numbers in gone.items():
        want[sort] = [each for at, each in enumerate(want[sort]) if at not in numbers]
    want.pop("about", None)
    changed: dict[str, Any] = reading.referred(want, refs)
    return changed


def _follow(parts: list[dict[str, Any]], at: int, refs: dict[int, int]) -> None:
    """Let references to a part that stands there twice lead to the first."""

    def known_by(part: Any) -> str:
        return str(part.get("uuid") or part.get("name") or part.get("id")).strip().lower()

    first = next(part for part in parts if isinstance(part, dict) and known_by(part) == known_by(parts[at]))
    if isinstance(first.get("id"), int) and isinstance(parts[at].get("id"), int):
        refs[parts[at]["id"]] = first["id"]


def in_and_out(numbers: range) -> int:
    """How many damaged files of BG Stats came in and left as they came, but for what was left out by name."""
    same, good = 0, plays()
    for number in numbers:
        chance = random.Random(number)
        try:
            file = read(mutate(good, chance, chance.randrange(1, 4)))
        except StorageError:
            continue
        with open_store() as store:
            report = take_in_plays(store, file)
            written = json.loads(export_plays(store).content)
        want = expected(file, report.left_out)
        added = {sort: value for sort, value in written.items() if sort not in want and value}
        assert added.keys() <= {"userInfo"}, number
        assert {key: json.dumps(written[key]) for key in want} == {
            key: json.dumps(value) for key, value in want.items()
        }, number
        same += 1
    return same


def test_what_a_damaged_file_of_bg_stats_loses_is_named(tmp_path) -> None:
    assert in_and_out(range(20)) >= 15


@pytest.mark.long
def test_what_thousands_of_damaged_files_of_bg_stats_lose_is_named(tmp_path) -> None:
    assert in_and_out(range(20, 3000)) > 2500
