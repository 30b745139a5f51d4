"""The files of random evenings used by the benchmarks."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from scoring.games import GAMES
from storage.derived.results import Status
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.benchmarks.evenings import fill

pytestmark = pytest.mark.long

UNTIL = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evenings") / "filled.sqlite"
    fill(path, 200, seed=3, until=UNTIL)
    return path


def test_what_is_derived_of_a_filled_file_is_what_its_entries_give(filled: Path) -> None:
    report = doctor(filled)
    assert (report.sessions, report.waiting, report.changed) == (200, (), ())
    assert report.healthy, report


def test_every_game_is_played_at_tables_of_every_size(filled: Path) -> None:
    with Store(filled) as store, store.database.reading() as db:
        sizes = {(game, size) for game, size in db.execute(text("SELECT DISTINCT game, players FROM result"))}
    assert {game for game, _ in sizes} == {game.key for game in GAMES}
    # The score pad has a dozen sizes, too many for two hundred sessions.
    assert sizes >= {(game.key, size) for game in GAMES if game.key != "score_pad" for size in game.box.players}


def test_some_are_open_some_stopped_some_binned_some_in_places_with_notes_over_years(filled: Path) -> None:
    with Store(filled) as store:
        heads = store.history.list_sessions(limit=500).sessions
        binned = store.history.list_sessions(limit=500, binned=True).sessions
    assert {head.status for head in heads} == set(Status)
    assert binned
    assert {bool(head.place) for head in heads} == {bool(head.note) for head in heads} == {True, False}
    assert (heads[0].opened_at - heads[-1].opened_at).days > 8 * 365
    assert heads[0].opened_at < UNTIL


def test_the_same_seed_gives_the_same_evenings(tmp_path: Path, filled: Path) -> None:
    again = tmp_path / "again.sqlite"
    fill(again, 200, seed=3, until=UNTIL)
    contents = []
    for path in (filled, again):
        with Store(path) as store, store.database.reading() as db:
            tables = ("session", "entry", "seat", "placing", "measure")
            contents.append([db.execute(text(f'SELECT * FROM "{table}" ORDER BY 1, 2')).all() for table in tables])
    assert contents[0] == contents[1]


def test_evenings_can_be_added_to_a_file_whose_players_are_known(tmp_path: Path) -> None:
    path = tmp_path / "twice.sqlite"
    fill(path, 30, seed=1, until=UNTIL)
    fill(path, 30, seed=2, until=UNTIL)
    with Store(path) as store:
        names = [player.name for player in store.players.list_recent(100, archived=True)]
    assert doctor(path).healthy
    assert len(names) == len(set(names))
