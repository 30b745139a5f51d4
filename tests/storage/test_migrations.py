"""The tables the migrations make are the tables the models describe, here and on other databases."""

import compileall
import shutil
import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable
from sqlmodel import SQLModel

from storage import migrations
from tests.storage import blank

ROOT = Path(__file__).resolve().parents[2]


def test_migrations_and_models_agree() -> None:
    with create_engine("sqlite://").begin() as db:
        assert migrations.revision(db) is None
        migrations.upgrade(db)
        assert migrations.revision(db) == migrations.NEWEST
        assert compare_metadata(MigrationContext.configure(db), SQLModel.metadata) == []


def test_the_newest_migration_is_the_one_that_is_named() -> None:
    assert max(migrations.known()) == migrations.NEWEST


def test_an_upgrade_of_what_is_new_already_changes_nothing() -> None:
    with create_engine("sqlite://").begin() as db:
        migrations.upgrade(db, "0001")
        assert migrations.revision(db) == "0001"
        migrations.upgrade(db)
        migrations.upgrade(db)
        assert migrations.revision(db) == migrations.NEWEST


def test_the_tests_begin_with_the_files_that_the_migrations_make() -> None:
    made = []
    for upgrade in (migrations.upgrade, blank.laid_out):
        with create_engine("sqlite://").begin() as db:
            upgrade(db)
            tables = db.exec_driver_sql("SELECT type, name, tbl_name, sql FROM sqlite_master").all()
            kept = {
                name: db.exec_driver_sql(f'SELECT * FROM "{name}"').all()
                for kind, name, *_ in tables
                if kind == "table"
            }
            made.append((sorted(map(tuple, tables), key=str), kept))
    assert made[0] == made[1]
    assert made[0][1]["alembic_version"] == [(migrations.NEWEST,)]


def test_plays_of_before_are_found_by_the_migration_that_brings_them() -> None:
    at = "'2026-01-02 23:30:00.000000'"
    with create_engine("sqlite://").begin() as db:
        migrations.upgrade(db, "0004")
        for row in (
            f"player VALUES ('a', 'Ana', 'ana', '', '', 'a', {at}, {at}, {at}, NULL)",
            f"player VALUES ('b', 'Ben', 'ben', '', '', 'b', {at}, {at}, {at}, NULL)",
            f"session VALUES ('s', 'tiny', {at}, 60, '', '', 'finished', NULL, {at}, NULL)",
            f"session VALUES ('t', 'tiny', {at}, 60, '', '', 'finished', NULL, {at}, {at})",
            *(
                f"seat VALUES ('{key}', {seat}, '{who}', '', {at}, {at})"
                for key in "st"
                for seat, who in enumerate("ab")
            ),
            *(f"result VALUES ('{key}', 'tiny', 'finished', {at}, 2, 3, '', '', 600)" for key in "st"),
            *(
                f"placing VALUES ('{key}', {seat}, {seat}, {seat + 1}, 9, {seat == 0})"
                for key in "st"
                for seat in (0, 1)
            ),
        ):
            db.exec_driver_sql(f"INSERT INTO {row}")
        migrations.upgrade(db, "0005")
        plays = db.exec_driver_sql("SELECT player_id, session_id, evening, sides, ahead, behind, won FROM play").all()
        assert plays == [("a", "s", "2026-01-02", 2, 0, 1, 1), ("b", "s", "2026-01-02", 2, 1, 0, 0)]
        state = db.exec_driver_sql("SELECT changes <> rated, since FROM rating_state").all()
        assert state == [(1, "0001-01-01 00:00:00.000000")]


def test_a_packaged_app_without_sources_finds_its_migrations(tmp_path: Path) -> None:
    """Apps for phones are shipped as .pyc files alone."""
    for package in ("scoring", "storage"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(tmp_path, legacy=True, quiet=2)
    for source in tmp_path.rglob("*.py"):
        source.unlink()
    opened = "from storage.store import Store; store = Store('new.db'); print(store.sessions())"
    done = subprocess.run([sys.executable, "-c", opened], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "Page(sessions=(), more=None)\n"


def test_the_tables_can_be_made_on_postgresql() -> None:
    for table in SQLModel.metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=postgresql.dialect())).lstrip().startswith("CREATE TABLE")
