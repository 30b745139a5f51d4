"""A file that is moved, deleted or replaced while the app runs: writing fails, and everything can be saved."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.errors import CannotOpen, FileGone
from storage.store import Store
from tests.storage.conftest import open_store, play, scored
from tests.storage.tiny import TINY


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replace(path: Path) -> None:
    other = path.with_name("other.db")
    open_store(other).close()
    os.replace(other, path)


@pytest.mark.parametrize("lose", [delete, delete_all, move, replace])
def test_nothing_is_recorded_into_a_file_that_is_gone_but_everything_can_be_saved(
    store: Store, path: Path, tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    session = play(store, 0)
    lose(path)
    for write_or_look in (
        lambda: store.sessions.append(session, 2, TINY, scored(0)),
        lambda: store.sessions.load(session),
        store.version,
        lambda: store.settings.put("theme", "dark"),
    ):
        with pytest.raises(FileGone, match="moved, deleted or replaced"):
            write_or_look()
    store.database.rescue_to(tmp_path / "rescued.db")
    with open_store(tmp_path / "rescued.db") as rescued:
        assert rescued.sessions.load(session).journal[1:] == (scored(0),)


@pytest.mark.parametrize("lose", [delete, delete_all, move])
def test_a_file_that_was_put_back_goes_on(path: Path, lose: Callable[[Path], None]) -> None:
    with open_store(path) as store:
        session = play(store)
        lose(path)
        assert store.database.can_put_back()
        store.database.put_back()
        store.sessions.append(session, 1, TINY, scored(0))
        store.version()
    with open_store(path) as again:
        assert again.sessions.load(session).journal[1] == scored(0)


def test_a_file_is_never_put_back_over_another(store: Store, path: Path) -> None:
    replace(path)
    before = path.read_bytes()
    assert not store.database.can_put_back()
    with pytest.raises(CannotOpen, match="save a copy"):
        store.database.put_back()
    assert path.read_bytes() == before


def test_a_file_that_is_moved_back_goes_on(store: Store, path: Path) -> None:
    session = play(store)
    move(path)
    with pytest.raises(FileGone):
        store.sessions.append(session, 1, TINY, scored(0))
    path.with_name("elsewhere.db").rename(path)
    store.sessions.append(session, 1, TINY, scored(0))
    assert store.sessions.load(session).journal[1] == scored(0)


def test_a_file_that_goes_in_the_middle_of_a_change_keeps_none_of_it(store: Store, path: Path, tmp_path: Path) -> None:
    session = play(store)

    def change() -> None:
        with store.database.writing() as db:
            db.connection().exec_driver_sql("UPDATE session SET place = 'Vienna'")
            path.unlink()

    with pytest.raises(FileGone):
        change()
    store.database.rescue_to(tmp_path / "rescued.db")
    with open_store(tmp_path / "rescued.db") as rescued:
        assert rescued.sessions.load_head(session).place == ""
