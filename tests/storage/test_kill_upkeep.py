"""A process that dies in a backup, a restore, a migration, a rebuild or a sealed entry leaves whole files behind."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from storage.file.database import examine
from storage.file.write_batches import finish
from storage.store import Store
from storage.upkeep.backups import backup, check_backup, restore
from storage.upkeep.doctor import doctor
from tests.storage.conftest import OPENED, play
from tests.storage.forks import NEEDS_FORK, Report, kill_during
from tests.storage.tiny import TINY

pytestmark = NEEDS_FORK

SEED = 20260102
KILLS = [pytest.param(6, marks=pytest.mark.long), pytest.param(60, marks=pytest.mark.deep)]
EVENINGS = 12


@pytest.fixture
def chance() -> random.Random:
    return random.Random(SEED)


def evenings(path: Path, number: int = EVENINGS) -> None:
    """A file with this many finished sessions."""
    with Store(path, (TINY,)) as store:
        for turn in range(number):
            play(store, turn % 3, 1, 2)


def is_whole(path: Path, sessions: int) -> bool:
    """Whether the file is healthy and has this many sessions."""
    report = doctor(path, (TINY,))
    assert report.healthy, report
    return report.sessions == sessions


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_backup_leaves_whole_copies_only(tmp_path: Path, chance: random.Random, kills: int) -> None:
    path = tmp_path / "club.db"
    evenings(path)
    for turn in range(kills):
        folder = tmp_path / str(turn)
        folder.mkdir()

        def copy_on_and_on(report: Report, folder: Path = folder) -> None:
            with Store(path, (TINY,)) as store:
                for number in count():
                    backup(store, folder / f"copy-{number}.db")
                    report(number)

        output = kill_during(copy_on_and_on, chance.uniform(0, 0.05))
        copies = sorted(folder.glob("copy-*.db"))
        assert len(copies) >= len(output)
        assert all(check_backup(copy, copy.name).sessions == EVENINGS for copy in copies)
    assert is_whole(path, EVENINGS)


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_restore_leaves_what_was_there_or_what_was_restored(
    tmp_path: Path, chance: random.Random, kills: int
) -> None:
    saved, path = tmp_path / "saved.db", tmp_path / "club.db"
    evenings(saved, 3)
    evenings(path)
    for _ in range(kills):

        def bring_back(report: Report) -> None:
            with Store(path, (TINY,)) as store:
                report("open")
                restore(store, saved)

        kill_during(bring_back, chance.uniform(0, 0.06))
        assert is_whole(path, 3) or is_whole(path, EVENINGS)
        for kept in tmp_path.glob("club.before-*.db"):
            assert check_backup(kept, kept.name).sessions in (3, EVENINGS)
            kept.unlink()
        if is_whole(path, 3):
            for file in tmp_path.glob("club.db*"):
                file.unlink()
            evenings(path)


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_migration_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, chance: random.Random, kills: int, learn_second_version: Callable[[], None]
) -> None:
    old, path = tmp_path / "old.db", tmp_path / "club.db"
    evenings(old)
    learn_second_version()
    for _ in range(kills):
        shutil.copy(old, path)

        def bring_up_to_date(report: Report) -> None:
            report("begun")
            Store(path, (TINY,)).close()

        kill_during(bring_up_to_date, chance.uniform(0, 0.5))
        assert examine(path) in ("0001", "0002")
        Store(path, (TINY,)).close()
        assert examine(path) == "0002"
        assert is_whole(path, EVENINGS)
        for copy in tmp_path.glob("club.before-*.db"):
            with sqlite3.connect(copy) as db:
                assert db.execute("SELECT count(*) FROM session").fetchone() == (EVENINGS,)
        for file in tmp_path.glob("club.*"):
            file.unlink()


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_renewal_goes_on_and_ends_right(tmp_path: Path, chance: random.Random, kills: int) -> None:
    path = tmp_path / "club.db"
    evenings(path, 60)
    for _ in range(kills):
        with Store(path, (TINY,)) as store, store.database.writing() as db:
            db.connection().exec_driver_sql("UPDATE session SET derived_by = 0")
            db.connection().exec_driver_sql("UPDATE placing SET points = points + 1000")

        def rebuild_outdated(report: Report) -> None:
            with Store(path, (TINY,), rebuild=False) as store:
                finish(store.rebuild_in_steps(), report)

        kill_during(rebuild_outdated, chance.uniform(0, 0.2))
        Store(path, (TINY,)).close()
        assert is_whole(path, 60)


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_sealed_entry_keeps_each_answer_that_was_given(
    tmp_path: Path, chance: random.Random, kills: int
) -> None:
    path = tmp_path / "club.db"
    with Store(path, (TINY,)) as store:
        session_id = store.sessions.open(TINY, OPENED)
    for _ in range(kills):

        def seal_one_after_the_other(report: Report) -> None:
            with Store(path, (TINY,)) as store:
                for number in count():
                    store.drafts.save(session_id, 1, "scored", {"bids": [[0, number], [1, number]]})
                    report(number)

        output = kill_during(seal_one_after_the_other, chance.uniform(0, 0.05))
        with Store(path, (TINY,)) as store:
            draft = store.drafts.load(session_id, 1).get("scored")
        last = int(output[-1])
        assert draft is not None
        assert draft["bids"] in ([[0, last], [1, last]], [[0, last + 1], [1, last + 1]])
