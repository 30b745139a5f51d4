"""The tables the migrations make are the tables the models describe, here and on other databases."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable
from sqlmodel import SQLModel

from storage import migrations


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


def test_the_tables_can_be_made_on_postgresql() -> None:
    for table in SQLModel.metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=postgresql.dialect())).lstrip().startswith("CREATE TABLE")
