"""Backup, restore, the doctor and rebuilding."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from scoring.engine.journal import Amend
from storage import migrations
from storage.bg_stats.exporting import export_plays
from storage.errors import CannotOpen, Damaged, Locked, NotADatabase, StorageError, TransferError
from storage.file.database import MEMORY, examine, find_damage
from storage.store import Store
from storage.transfer.results_csv import export_lines, export_results
from storage.transfer.session_export import export_session, export_sessions
from storage.upkeep.backups import Contents, backup, check_backup, contents, restore
from storage.upkeep.doctor import Fault, Report, doctor, rebuild
from tests.seeds import one_short
from tests.storage.conftest import named, open_store, play, record, run_script, scored, sql
from tests.storage.tiny import TINY


def test_a_backup_is_one_valid_file_with_everything(store, tmp_path) -> None:
    session_id = play(store, 0, 1, 2)
    store.settings.put("theme", "dark")
    target = tmp_path / "safe.db"
    backup(store, target)
    record(store, session_id, Amend(1, scored(1).event))
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith("safe")) == ["safe.db"]
    with open_store(target) as copy:
        assert len(copy.sessions.load(session_id).journal) == 4
        assert copy.settings.get("theme") == "dark"


@pytest.mark.parametrize("look", [doctor, examine, find_damage])
def test_looking_at_the_open_file_keeps_its_locks(look, path) -> None:
    script = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT COUNT(*) FROM session'))"
    other_program = [sys.executable, "-c", script, path]
    with open_store(path) as store:
        play(store, 0)
        look(path)
        subprocess.run(other_program, check=True)
        play(store, 0)
        assert subprocess.check_output(other_program) == b"(2,)\n"


def test_a_backup_never_overwrites_and_needs_a_folder(store, tmp_path) -> None:
    target = tmp_path / "there.txt"
    target.write_text("mine")
    with pytest.raises(CannotOpen, match=r"already exists; choose another name"):
        backup(store, target)
    assert target.read_text() == "mine"
    with pytest.raises(CannotOpen, match=r"is not a folder"):
        backup(store, tmp_path / "nowhere" / "safe.db")
    with open_store(tmp_path / "other.db"):
        pass
    with pytest.raises(TransferError, match=r"belongs to a database of this app"):
        backup(store, tmp_path / "other.db-wal")


def test_a_restore_replaces_everything_and_saves_the_current_data(store, path, tmp_path) -> None:
    old = play(store, 0, 1, 2)
    backup(store, tmp_path / "safe.db")
    safe = (tmp_path / "safe.db").read_bytes()
    new = play(store, 0)
    version = store.version()
    with open_store(path) as other:
        kept = restore(store, tmp_path / "safe.db")
        assert [head.id for head in other.history.list_sessions().sessions] == [old]
    assert [head.id for head in store.history.list_sessions().sessions] == [old]
    assert store.version() != version
    assert (tmp_path / "safe.db").read_bytes() == safe
    record(store, old, Amend(1, scored(1).event))
    assert kept is not None
    with open_store(kept) as before:
        assert {head.id for head in before.history.list_sessions().sessions} == {old, new}


def test_a_restore_into_a_locked_file_is_refused_and_leaves_no_copy(path, tmp_path) -> None:
    with open_store(path, patience=0.05) as store, closing(sqlite3.connect(path)) as another:
        backup(store, tmp_path / "safe.db")
        files = sorted(tmp_path.iterdir())
        another.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked):
            restore(store, tmp_path / "safe.db")
        assert sorted(tmp_path.iterdir()) == files


def test_merged_players_are_counted_once(store, tmp_path) -> None:
    play(store, 0)
    store.merges.merge(store.players.create("Annie").id, named(store, "Ana"))
    backup(store, tmp_path / "safe.db")
    assert contents(store) == check_backup(tmp_path / "safe.db", "safe")
    assert contents(store).players == 3


def test_an_older_backup_is_migrated(path, tmp_path, learn_second_version) -> None:
    target = tmp_path / "old.db"
    with open_store(path) as store:
        session_id = play(store, 0, 1, 2)
        head = store.sessions.load_head(session_id)
        backup(store, target)
    learn_second_version()
    with open_store(path) as store:
        restore(store, target)
        assert store.sessions.load_head(session_id) == head
    assert examine(path) == "0002"
    assert examine(target) == "0001"


def test_files_that_are_not_backups_are_refused(store, tmp_path) -> None:
    session_id = play(store, 0)
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("Ana 12, Ben 30")
    for name, kind in (("nowhere.db", CannotOpen), ("empty.db", CannotOpen), ("text.db", NotADatabase)):
        with pytest.raises(kind):
            restore(store, tmp_path / name)
    assert [head.id for head in store.history.list_sessions().sessions] == [session_id]


def test_check_backup_reports_contents_or_an_error_with_the_given_name(store, tmp_path, learn_second_version) -> None:
    play(store, 0)
    store.bin.add(play(store, 0))
    backup(store, tmp_path / "safe.db")
    assert check_backup(tmp_path / "safe.db", "safe") == Contents(
        1, 3, store.history.list_sessions().sessions[0].opened_at
    )
    learn_second_version()
    assert check_backup(tmp_path / "safe.db", "safe").sessions == 1
    (tmp_path / "text.db").write_text("Ana 12, Ben 30")
    with pytest.raises(NotADatabase, match=r"^notes is not a database"):
        check_backup(tmp_path / "text.db", "notes")


def test_a_store_in_memory_can_be_restored_too(store, tmp_path) -> None:
    session_id = play(store, 0)
    backup(store, tmp_path / "safe.db")
    with Store(MEMORY, (TINY,)) as memory:
        version = memory.version()
        play(memory, 0)
        assert memory.version() != version
        assert restore(memory, tmp_path / "safe.db") is None
        assert len(memory.sessions.load(session_id).journal) == 2


def test_a_healthy_file_has_no_problems(store, path) -> None:
    play(store, 0, 1, 2)
    play(store, 0)
    before = path.read_bytes()
    assert doctor(path, (TINY,)) == Report(path, schema=migrations.NEWEST, sessions=2, entries=6)
    assert doctor(path, (TINY,)).healthy
    assert path.read_bytes() == before


def test_missing_and_empty_files_are_reported(tmp_path) -> None:
    assert "does not exist" in doctor(tmp_path / "x.db", (TINY,)).fault
    assert not (tmp_path / "x.db").exists()
    (tmp_path / "x.db").touch()
    assert doctor(tmp_path / "x.db", (TINY,)).healthy


def test_the_doctor_finds_gaps_bad_entries_and_stale_results(store, path) -> None:
    gap, end, empty, bad, stale, refused, other = (play(store, 0, 1, 2) for _ in range(7))
    run_script(
        path,
        f"""
        DROP TRIGGER entry_no_delete; DROP TRIGGER entry_no_update;
        DELETE FROM entry WHERE session_id = '{gap}' AND number = 1;
        DELETE FROM entry WHERE session_id = '{end}' AND number = 3;
        DELETE FROM entry WHERE session_id = '{empty}';
        UPDATE entry SET payload = '[]' WHERE session_id = '{bad}' AND number = 1;
        UPDATE placing SET points = 99 WHERE session_id = '{stale}' AND seat = 0;
        UPDATE session SET closed_totals = '[[0, 1], [1, 2], [2, 3]]' WHERE id = '{other}';
        """,
    )
    record(store, refused, Amend(1, scored(0, 99).event))
    report = doctor(path, (TINY,))
    assert not report.healthy
    assert {fault.session for fault in report.gaps} == {gap, end, empty}
    assert Fault(end, "4 entries were recorded, but 3 are stored.") in report.gaps
    assert {fault.session for fault in report.unreadable} == {gap, end, empty, bad}
    assert report.lost
    assert [fault.session for fault in report.outdated] == [stale]
    assert report.waiting == (Fault(refused, "The current rules refuse entry 1: Nobody scores more than 9 points."),)
    assert [fault.session for fault in report.changed] == [other]


@pytest.mark.long
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE play SET points = points + 1 WHERE session_id = ? AND seat = 1",
        "UPDATE play SET evening = '1999-12-31' WHERE session_id = ? AND seat = 0",
        "DELETE FROM play WHERE session_id = ? AND seat = 2",
        "INSERT INTO play SELECT player_id, finished_at, session_id, 9, game, evening, side, sides, rank, ahead,"
        " behind, points, won, halfway, seconds, players, climb FROM play"
        " WHERE session_id = ? AND seat = 0",
    ],
)
def test_a_wrong_play_is_found_and_rebuilt(store, path, damage) -> None:
    hurt, _, binned = (play(store, 0, 1, 2) for _ in range(3))
    store.bin.add(binned)
    assert doctor(path, (TINY,)).healthy
    before = sql(store, "SELECT * FROM play")
    sql(store, damage, hurt)
    report = doctor(path, (TINY,))
    assert [fault.session for fault in report.outdated] == [hurt]
    assert not report.healthy
    store.rebuild()
    assert doctor(path, (TINY,)).healthy
    assert sql(store, "SELECT * FROM play") == before


def test_plays_of_a_session_that_is_gone_go_too_once_all_is_rebuilt(store, path) -> None:
    play(store, 0, 1, 2)
    before = sql(store, "SELECT * FROM play")
    run_script(
        path,
        "CREATE TEMP TABLE stray AS SELECT * FROM play;"
        "UPDATE stray SET session_id = 'gone';"
        "INSERT INTO play SELECT * FROM stray;",
    )
    assert len(sql(store, "SELECT * FROM play")) == 2 * len(before)
    rebuild(store)
    assert sql(store, "SELECT * FROM play") == before


def test_plays_are_rebuilt_even_if_entries_are_unreadable(store) -> None:
    hurt = play(store, 0, 1, 2)
    before = sql(store, "SELECT * FROM play")
    sql(store, "DROP TRIGGER entry_no_update")
    sql(store, "UPDATE entry SET payload = '[]' WHERE number = 1")
    sql(store, "UPDATE play SET points = points + 1")
    assert store.rebuild() == (hurt,)
    assert sql(store, "SELECT * FROM play") == before


@pytest.mark.long
def test_the_doctor_does_not_change_a_damaged_file(store, path) -> None:
    for _ in range(20):
        play(store, 0, 1, 2)
    store.close()
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'session'").fetchone()
    hurt = bytearray(path.read_bytes())
    hurt[4096 * (page - 1) + 8 : 4096 * (page - 1) + 3000] = b"\xff" * 2992
    path.write_bytes(hurt)
    report = doctor(path, (TINY,))
    assert report.fault  # what SQLite itself finds depends on the page that was hit
    assert not report.healthy
    assert path.read_bytes() == hurt


def test_an_older_file_is_checked_by_its_own_schema_without_migration(store, path, learn_second_version) -> None:
    play(store, 0, 1, 2)
    store.close()
    learn_second_version()
    assert doctor(path, (TINY,)) == Report(path, schema="0001", sessions=1, entries=4)
    run_script(path, "DROP TRIGGER entry_no_delete")
    assert doctor(path, (TINY,)).schema_faults == ("the trigger entry_no_delete is missing",)


# Schema ------------------------------------------------------------------------------------------------------------

BROKEN_SCHEMAS = [
    ("DROP TRIGGER entry_no_update", "the trigger entry_no_update is missing"),
    (
        "CREATE TRIGGER spy AFTER INSERT ON entry BEGIN DELETE FROM setting; END",
        "the trigger spy is not one of this app",
    ),
    (
        "DROP TRIGGER entry_no_update; CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT 1; END",
        "the trigger entry_no_update is not as this app makes it",
    ),
    ("DROP INDEX ix_session_place", "the index ix_session_place is missing"),
    ("CREATE UNIQUE INDEX one_game ON session (game)", "the index one_game is not one of this app"),
    (
        "DROP INDEX ix_session_place; CREATE UNIQUE INDEX ix_session_place ON session (place, opened_at)",
        "the index ix_session_place is not as this app makes it",
    ),
    ("DROP TABLE known_card", "the table known_card is missing"),
    ("CREATE TABLE chess (id TEXT)", "the table chess is not one of this app"),
    ("CREATE VIEW players AS SELECT * FROM player", "the view players is not one of this app"),
    ("ALTER TABLE session ADD COLUMN mood TEXT", "the table session is not as this app makes it"),
    ("ALTER TABLE session DROP COLUMN note", "the table session is not as this app makes it"),
    (
        "DROP TABLE setting; CREATE TABLE setting (key VARCHAR NOT NULL, value JSON NOT NULL)",
        "the table setting is not as this app makes it",
    ),
    (
        "DROP TABLE draft; CREATE TABLE draft (session_id VARCHAR NOT NULL, entry_number INTEGER NOT NULL,"
        " kind VARCHAR NOT NULL, answers JSON NOT NULL, changed_at DATETIME NOT NULL,"
        " PRIMARY KEY (session_id, entry_number, kind)) WITHOUT ROWID",
        "the table draft is not as this app makes it",
    ),
]


@pytest.mark.parametrize("broken", one_short(BROKEN_SCHEMAS), ids=[fault for _, fault in BROKEN_SCHEMAS])
def test_a_wrong_schema_is_reported_and_never_restored(store, path, tmp_path, broken) -> None:
    script, fault = broken
    session_id = play(store, 0, 1, 2)
    safe = tmp_path / "safe.db"
    backup(store, safe)
    run_script(safe, script)
    report = doctor(safe, (TINY,))
    assert report.schema_faults == (fault,)
    assert report.lost
    before = path.read_bytes(), safe.read_bytes()
    with pytest.raises(Damaged, match=re.escape(f"safe.db is damaged ({fault})")):
        restore(store, safe)
    with pytest.raises(Damaged, match=re.escape(f"evening is damaged ({fault})")):
        check_backup(safe, "evening")
    assert (path.read_bytes(), safe.read_bytes()) == before
    assert len(store.sessions.load(session_id).journal) == 4


def test_a_file_with_sqlite_statistics_is_healthy(store, path) -> None:
    play(store, 0)
    run_script(path, "ANALYZE; VACUUM")
    assert doctor(path, (TINY,)).healthy


# Damaged values ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "column"),
    [
        ("UPDATE session SET opened_at = 'last Friday'", "opened_at"),
        ("UPDATE session SET opened_at = 20260102", "opened_at"),
        ("UPDATE session SET opened_at = '2026-13-40 20:00:00.000000'", "opened_at"),
        ("UPDATE session SET changed_at = x'00ff'", "changed_at"),
        ("UPDATE session SET utc_offset = 'east'", "utc_offset"),
        ("UPDATE session SET closed_totals = '[[0, 5'", "closed_totals"),
        ("UPDATE player SET created_at = ''", "created_at"),
        ("UPDATE player SET name = CAST(x'416eff61' AS TEXT)", "name"),
        ("UPDATE setting SET value = 'not JSON'", "value"),
        ("UPDATE setting SET value = CAST(x'22ff22' AS TEXT)", "value"),
        ("DROP TRIGGER entry_no_update; UPDATE entry SET entered_at = 'soon' WHERE number = 1", "entered_at"),
    ],
)
def test_a_damaged_value_is_found_in_its_column(store, path, script, column) -> None:
    play(store, 0, 1, 2)
    store.settings.put("theme", "dark")
    run_script(path, script)
    report = doctor(path, (TINY,))
    assert [column in fault for fault in report.damaged_values] == [True]
    assert report.lost


def test_a_damaged_letter_does_not_keep_a_session_from_opening(store, path) -> None:
    play(store, 0)
    run_script(path, "UPDATE player SET name = CAST(x'416eff61' AS TEXT)")
    (listed,) = store.history.list_sessions().sessions
    assert {seated.player.name for seated in listed.seats} == {"An\N{REPLACEMENT CHARACTER}a"}


@pytest.mark.parametrize(
    "leave",
    [
        lambda store: list(export_sessions(store)),
        lambda store: list(export_results(store)),
        lambda store: list(export_lines(store)),
        lambda store: export_plays(store),
        lambda store: store.history.list_sessions(),
    ],
    ids=["sessions", "results", "lines", "plays", "list"],
)
@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("UPDATE session SET opened_at = 'last Friday'", "is not a time"),
        ("UPDATE session SET opened_at = 20260102", "is not a time"),
        ("UPDATE session SET opened_at = '2026-01-02 20:00'", "is not a time"),
        ("UPDATE session SET opened_at = '9999-12-31 23:59:59.000000'", "is not a time"),
        ("UPDATE session SET utc_offset = 'east'", "'east' is not a number"),
    ],
)
def test_a_damaged_value_gives_a_sentence_wherever_it_is_read(store, path, script, fault, leave) -> None:
    play(store, 0, 1, 2)
    run_script(path, script)
    with pytest.raises(StorageError, match=fault):
        leave(store)


@pytest.mark.parametrize("script", ["UPDATE placing SET points = 'many'", "UPDATE round_score SET points = 'many'"])
def test_points_that_became_text_do_not_leave(store, path, script) -> None:
    play(store, 0, 1, 2)
    run_script(path, script)
    with pytest.raises(StorageError, match=r"'many' is not a number"):
        export_plays(store)


# Rebuilding --------------------------------------------------------------------------------------------------------


def test_a_file_with_orphaned_primary_rows_is_not_rebuilt(store, path) -> None:
    play(store, 0, 1, 2)
    run_script(path, "DELETE FROM player WHERE name = 'Ana'")
    before = path.read_bytes()
    with pytest.raises(Damaged, match=r"cannot be rebuilt \(a row of seat refers to a missing row\)"):
        rebuild(store)
    assert path.read_bytes() == before
    assert doctor(path, (TINY,)).integrity == ("a row of seat refers to a missing row",)
    with pytest.raises(Damaged, match=r"is damaged \(a row refers to a missing row\)"):
        store.rebuild()


@pytest.mark.long
def test_orphaned_derived_rows_are_deleted(store, path) -> None:
    play(store, 0, 1, 2)
    orphan = play(store, 2, 2, 0)
    run_script(path, f"DELETE FROM result WHERE session_id = '{orphan}'")
    report = doctor(path, (TINY,))
    assert not report.healthy
    assert not report.lost
    rebuild(store)
    assert doctor(path, (TINY,)).healthy


# Other files -------------------------------------------------------------------------------------------------------


def test_special_files_are_reported_at_once(store, tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert doctor(pipe, (TINY,)).fault == f"{pipe} is not a plain file; choose another one."
    for use in (lambda: restore(store, pipe), lambda: open_store(pipe)):
        with pytest.raises(CannotOpen, match=r"pipe is not a plain file"):
            use()
    assert "is a folder" in doctor(tmp_path, (TINY,)).fault


@pytest.mark.long
@pytest.mark.parametrize("size", [512, 1024, 8192, 65536])
def test_a_backup_with_another_page_size_is_restored(store, tmp_path, size) -> None:
    session_id = play(store, 0, 1, 2)
    safe = tmp_path / "safe.db"
    backup(store, safe)
    run_script(safe, f"PRAGMA page_size = {size}; VACUUM")
    before = safe.read_bytes()
    play(store, 0)
    restore(store, safe)
    assert [head.id for head in store.history.list_sessions().sessions] == [session_id]
    assert safe.read_bytes() == before
    with Store(MEMORY, (TINY,)) as memory:
        restore(memory, safe)
        assert len(memory.sessions.load(session_id).journal) == 4


def test_a_restored_file_has_its_indexes_made_anew(store, path, tmp_path) -> None:
    """The quick check of a backup does not notice missing index rows."""
    play(store, 0, 1, 2)
    safe = tmp_path / "safe.db"
    backup(store, safe)
    schema = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = {} WHERE name = 'ix_session_place';"
    run_script(safe, schema.format("sql || ' WHERE 0'"))
    run_script(safe, "UPDATE session SET place = 'Here'")
    run_script(safe, schema.format("replace(sql, ' WHERE 0', '')"))
    assert check_backup(safe, "safe.db").sessions == 1
    restore(store, safe)
    report = doctor(path, (TINY,))
    assert (report.fault, report.integrity, report.sessions) == ("", (), 1)


def test_a_damaged_status_is_told_and_set_right_by_a_rebuild(store, path) -> None:
    session = play(store, 0)
    was = store.sessions.load_head(session).status
    run_script(path, "UPDATE session SET status = 'opeN'")
    for read in (store.history.list_sessions, lambda: export_session(store, session)):
        with pytest.raises(Damaged, match="'opeN' is not a status"):
            read()
    assert doctor(path, (TINY,)).can_rebuild
    rebuild(store)
    assert store.sessions.load_head(session).status is was
