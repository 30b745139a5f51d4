"""Everything can be copied, taken back from a copy, and examined without being changed."""

import sqlite3

import pytest
from sqlalchemy import select

from scoring.journal import Amend
from storage import migrations, plays
from storage.database import MEMORY, examine
from storage.errors import CannotOpen, NotADatabase
from storage.models import PLAY
from storage.store import Store
from storage.upkeep import Contents, Fault, Report, backup, check_backup, doctor, restore
from tests.storage.conftest import back_to_0001, open_store, play, record, scored
from tests.storage.tiny import TINY


def test_a_backup_is_one_sound_file_with_everything_in_it(store, tmp_path) -> None:
    session_id = play(store, 0, 1, 2)
    store.put_setting("theme", "dark")
    target = tmp_path / "safe.db"
    backup(store, target)
    record(store, session_id, Amend(1, scored(1).event))
    assert sorted(each.name for each in tmp_path.iterdir() if each.name.startswith("safe")) == ["safe.db"]
    with open_store(target) as copy:
        assert len(copy.load(session_id).journal) == 4
        assert copy.setting("theme") == "dark"


def test_a_backup_overwrites_nothing_and_needs_a_folder(store, tmp_path) -> None:
    target = tmp_path / "there.txt"
    target.write_text("mine")
    with pytest.raises(CannotOpen, match=r"exists already; choose another name"):
        backup(store, target)
    assert target.read_text() == "mine"
    with pytest.raises(CannotOpen, match=r"is not a folder"):
        backup(store, tmp_path / "nowhere" / "safe.db")


def test_a_restore_brings_back_everything_and_keeps_what_was(store, path, tmp_path) -> None:
    old = play(store, 0, 1, 2)
    backup(store, tmp_path / "safe.db")
    safe = (tmp_path / "safe.db").read_bytes()
    new = play(store, 0)
    seen = store.version()
    with open_store(path) as other:
        kept = restore(store, tmp_path / "safe.db")
        assert [head.id for head in other.sessions().sessions] == [old]
    assert [head.id for head in store.sessions().sessions] == [old]
    assert store.version() != seen
    assert (tmp_path / "safe.db").read_bytes() == safe
    record(store, old, Amend(1, scored(1).event))
    assert kept is not None
    with open_store(kept) as before:
        assert {head.id for head in before.sessions().sessions} == {old, new}


def test_a_backup_of_an_older_version_is_brought_up_to_date_on_the_way(store, tmp_path) -> None:
    session_id = play(store, 0, 1, 2)
    head = store.head(session_id)
    target = tmp_path / "old.db"
    backup(store, target)
    back_to_0001(target)
    restore(store, target)
    assert store.head(session_id) == head
    assert examine(target) == "0001"


def test_what_is_no_backup_is_refused_and_nothing_changes(store, tmp_path) -> None:
    session_id = play(store, 0)
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("Ana 12, Ben 30")
    for name, kind in (("nowhere.db", CannotOpen), ("empty.db", CannotOpen), ("text.db", NotADatabase)):
        with pytest.raises(kind):
            restore(store, tmp_path / name)
    assert [head.id for head in store.sessions().sessions] == [session_id]


def test_a_backup_tells_what_it_holds_and_is_called_by_its_own_name_where_it_is_none(store, tmp_path) -> None:
    play(store, 0)
    store.bin(play(store, 0))
    backup(store, tmp_path / "safe.db")
    assert check_backup(tmp_path / "safe.db", "safe") == Contents(1, 3, store.sessions().sessions[0].opened_at)
    back_to_0001(tmp_path / "safe.db")
    assert check_backup(tmp_path / "safe.db", "safe").sessions == 1
    (tmp_path / "text.db").write_text("Ana 12, Ben 30")
    with pytest.raises(NotADatabase, match=r"^notes is not a database"):
        check_backup(tmp_path / "text.db", "notes")


def test_a_store_in_memory_can_be_restored_too(store, tmp_path) -> None:
    session_id = play(store, 0)
    backup(store, tmp_path / "safe.db")
    with Store(MEMORY, (TINY,)) as memory:
        assert restore(memory, tmp_path / "safe.db") is None
        assert len(memory.load(session_id).journal) == 2


def test_a_sound_file_gets_a_clean_bill(store, path) -> None:
    play(store, 0, 1, 2)
    play(store, 0)
    before = path.read_bytes()
    assert doctor(path, (TINY,)) == Report(path, schema=migrations.NEWEST, sessions=2, entries=6)
    assert doctor(path, (TINY,)).healthy
    assert path.read_bytes() == before


def test_a_file_that_is_not_there_or_empty_is_told(tmp_path) -> None:
    assert "does not exist" in doctor(tmp_path / "x.db", (TINY,)).fault
    assert not (tmp_path / "x.db").exists()
    (tmp_path / "x.db").touch()
    assert doctor(tmp_path / "x.db", (TINY,)).healthy


def test_the_doctor_finds_gaps_bad_entries_and_stale_results(store, path) -> None:
    gap, empty, bad, stale, refused, other = (play(store, 0, 1, 2) for _ in range(6))
    with store.database.writing() as db:
        for trigger in ("entry_no_delete", "entry_no_update"):
            db.exec_driver_sql(f"DROP TRIGGER {trigger}")
        db.exec_driver_sql("DELETE FROM entry WHERE session_id = ? AND number = 1", (gap,))
        db.exec_driver_sql("DELETE FROM entry WHERE session_id = ?", (empty,))
        db.exec_driver_sql("UPDATE entry SET kind = 'x' WHERE session_id = ? AND number = 1", (bad,))
        db.exec_driver_sql("UPDATE placing SET points = 99 WHERE session_id = ? AND seat = 0", (stale,))
        db.exec_driver_sql("UPDATE session SET closed_totals = '[[0, 1], [1, 2], [2, 3]]' WHERE id = ?", (other,))
    record(store, refused, Amend(1, scored(0, 99).event))
    report = doctor(path, (TINY,))
    assert not report.healthy
    assert {fault.session for fault in report.gaps} == {gap, empty}
    assert {fault.session for fault in report.unreadable} == {gap, empty, bad}
    assert [fault.session for fault in report.outdated] == [stale]
    assert report.waiting == (Fault(refused, "Entry 1 is refused today: Nobody scores more than 9 points."),)
    assert [fault.session for fault in report.changed] == [other]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE play SET points = points + 1 WHERE session_id = ? AND seat = 1",
        "UPDATE play SET evening = '1999-12-31' WHERE session_id = ? AND seat = 0",
        "DELETE FROM play WHERE session_id = ? AND seat = 2",
        "INSERT INTO play SELECT player_id, finished_at, session_id, 9, game, evening, side, sides, rank, ahead,"
        " behind, points, won, halfway, seconds FROM play WHERE session_id = ? AND seat = 0",
    ],
)
def test_a_play_that_is_not_copied_right_is_found_and_made_again(store, path, damage) -> None:
    hurt, _, binned = (play(store, 0, 1, 2) for _ in range(3))
    store.bin(binned)
    assert doctor(path, (TINY,)).healthy
    with store.database.reading() as db:
        before = db.execute(select(PLAY)).all()
    with store.database.writing() as db:
        assert db.exec_driver_sql(damage, (hurt,)).rowcount == 1
    report = doctor(path, (TINY,))
    assert [fault.session for fault in report.outdated] == [hurt]
    assert not report.healthy
    store.rebuild()
    assert doctor(path, (TINY,)).healthy
    with store.database.reading() as db:
        assert db.execute(select(PLAY)).all() == before


def test_plays_are_made_again_even_where_the_entries_cannot_be_read(store) -> None:
    hurt = play(store, 0, 1, 2)
    with store.database.writing() as db:
        db.exec_driver_sql("DROP TRIGGER entry_no_update")
        db.exec_driver_sql("UPDATE entry SET kind = 'x' WHERE number = 1")
        db.exec_driver_sql("UPDATE play SET points = points + 1")
        assert plays.wrong(db) == (hurt,)
    assert store.rebuild() == (hurt,)
    with store.database.reading() as db:
        assert plays.wrong(db) == ()


def test_sums_that_are_not_those_of_the_results_are_found_and_made_again(store, path) -> None:
    play(store, 0, 1, 2)
    with store.database.writing() as db:
        db.exec_driver_sql("UPDATE round_sum SET value = value + 1")
    report = doctor(path, (TINY,))
    assert (report.sums_are_right, report.healthy, report.lost) == (False, False, False)
    store.rebuild()
    assert doctor(path, (TINY,)).healthy


def test_the_doctor_looks_at_a_damaged_file_without_touching_it(store, path) -> None:
    for _ in range(20):
        play(store, 0, 1, 2)
    store.close()
    hurt = bytearray(path.read_bytes())
    hurt[4096 * 6 + 8 : 4096 * 6 + 3000] = b"\xff" * 2992
    path.write_bytes(hurt)
    report = doctor(path, (TINY,))
    assert report.fault  # what SQLite itself finds depends on the page that was hit
    assert not report.healthy
    assert path.read_bytes() == hurt


def test_an_older_file_is_examined_as_it_is(store, path) -> None:
    play(store, 0, 1, 2)
    store.close()
    back_to_0001(path)
    assert doctor(path, (TINY,)) == Report(path, schema="0001", sessions=1, entries=4)


def test_rows_that_belong_to_nothing_are_found(store, path) -> None:
    play(store, 0, 1, 2)
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO half_form VALUES ('nowhere', 1, 'x', '{}', '2026-01-01 00:00:00')")
    db.close()
    assert doctor(path, (TINY,)).integrity == ("a row of half_form belongs to nothing",)
