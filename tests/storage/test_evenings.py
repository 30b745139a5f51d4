"""The files of random evenings used by the benchmarks."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.benchmarks.evenings import fill

pytestmark = pytest.mark.long

UNTIL = datetime(2026, 11, 1, 12, tzinfo=UTC)


def test_what_is_derived_of_a_filled_file_is_what_its_entries_give(tmp_path: Path) -> None:
    path = tmp_path / "filled.sqlite"
    fill(path, 200, seed=3, until=UNTIL)
    report = doctor(path)
    assert (report.sessions, report.waiting, report.changed) == (200, (), ())
    assert report.healthy, report


def test_evenings_can_be_added_to_a_file_whose_players_are_known(tmp_path: Path) -> None:
    path = tmp_path / "twice.sqlite"
    fill(path, 30, seed=1, until=UNTIL)
    fill(path, 30, seed=2, until=UNTIL)
    with Store(path) as store:
        names = [player.name for player in store.players.list_recent(100, archived=True)]
    assert doctor(path).healthy
    assert len(names) == len(set(names))
