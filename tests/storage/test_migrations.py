"""The migrations make the tables that the models describe."""

import compileall
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlmodel import SQLModel

from storage import migrations
from storage.file.database import MEMORY
from storage.file.schema_check import _load_objects
from storage.migrations import applying
from storage.store import Store
from tests.storage import blank

ROOT = Path(__file__).resolve().parents[2]


def find_revision(db: Connection) -> str | None:
    return MigrationContext.configure(db).get_current_revision()


@pytest.mark.long
def test_migrations_and_models_agree() -> None:
    with create_engine("sqlite://").begin() as db:
        assert find_revision(db) is None
        migrations.upgrade(db)
        assert find_revision(db) == migrations.NEWEST
        assert compare_metadata(MigrationContext.configure(db), SQLModel.metadata) == []


def test_the_newest_migration_is_the_one_that_is_named() -> None:
    assert max(migrations.known()) == migrations.NEWEST


def test_an_upgrade_goes_as_far_as_it_is_told_and_a_second_one_changes_nothing(
    learn_second_version: Callable[[], None],
) -> None:
    learn_second_version()
    assert migrations.known() == {"0001", "0002"}
    with create_engine("sqlite://").begin() as db:
        migrations.upgrade(db, "0001")
        assert find_revision(db) == "0001"
        migrations.upgrade(db)
        migrations.upgrade(db)
        assert find_revision(db) == "0002"


def test_an_empty_database_gets_without_alembic_what_alembic_makes() -> None:
    databases = []
    for upgrade in (migrations.upgrade, applying.upgrade):
        with create_engine("sqlite://").begin() as db:
            upgrade(db, "0001")
            databases.append((_load_objects(db), find_revision(db)))
    assert databases[0] == databases[1]
    triggers = [shape for (kind, _), shape in databases[0][0].items() if kind == "trigger"]
    assert all(" ON entry " in statement for (statement,) in triggers)  # none derives anything


def test_the_tests_begin_with_a_file_as_the_app_lays_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _dump(Store(MEMORY, ()))
    blank.speed_up_files(monkeypatch)
    assert _dump(Store(MEMORY, ())) == made


def _dump(store: Store) -> list[str]:
    with store, store.database.reading() as db:
        driver: Any = db.connection().connection.driver_connection
        return list(driver.iterdump())


@pytest.mark.long
def test_a_packaged_app_without_sources_finds_its_migrations(tmp_path: Path) -> None:
    """Apps for phones are shipped as .pyc files alone."""
    for package in ("scoring", "storage"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(tmp_path, legacy=True, quiet=2)
    for source in tmp_path.rglob("*.py"):
        source.unlink()
    opened = "from storage.store import Store; store = Store('new.db'); print(store.history.list_sessions())"
    known = "from storage.migrations import applying; print(len(applying.known()))"
    process = subprocess.run(
        [sys.executable, "-c", f"{opened}; {known}"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert process.stdout == f"Page(sessions=(), more=None)\n{len(applying.known())}\n"
