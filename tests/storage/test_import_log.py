"""The import log: finding, listing and undoing imports."""

from typing import Any

import pytest

from scoring.contract.game import Opened
from storage.bg_stats.importing import import_plays
from storage.history.import_log import App, FileImport
from storage.statistics.player_totals import list_player_summaries
from storage.store import Store
from storage.transfer.session_export import export_sessions
from storage.transfer.session_import import import_sessions
from storage.upkeep.doctor import doctor
from tests.storage.conftest import open_store, play, player_names
from tests.storage.tiny import TINY, Options
from tests.storage.worlds import read, world


@pytest.fixture
def lines(tmp_path) -> tuple[str, ...]:
    """A file of two sessions: Ana, Ben and Cleo; Ana and Zoë."""
    with open_store(tmp_path / "other.db") as other:
        play(other, 0, 1, 2)
        play(other, 0, 2, opened=Opened(("Ana", "Zoë"), Options()))
        return tuple(export_sessions(other))


def import_lines(store: Store, lines: tuple[str, ...], **more: Any) -> tuple[list[str], FileImport]:
    ids = [session.result.session_id for session in import_sessions(store, lines, "evenings.jsonl", **more).sessions]
    arrival = store.imports.find(ids[0])
    assert arrival is not None
    return ids, arrival


def listed(store: Store) -> set[str]:
    """The names in every list of players."""
    names = {player.name for player in store.players.list_recent(archived=True)}
    assert {person.player.name for person in list_player_summaries(store.database)} == names
    return names


@pytest.mark.long
def test_an_imported_session_names_its_file_and_a_recorded_one_does_not(store, lines) -> None:
    own = play(store, 0, 1, 2)
    ids, arrival = import_lines(store, lines)
    assert (arrival.app, arrival.file) == (App.OURS, "evenings.jsonl")
    assert [store.imports.find(session_id) for session_id in ids] == [arrival, arrival]
    assert store.imports.find(own) is None
    assert {head.id for head in store.history.list_sessions().sessions if head.from_file} == set(ids)
    assert [store.sessions.load_head(session_id).from_file for session_id in (own, *ids)] == [False, True, True]


def test_our_own_session_stays_ours_when_imported(store, lines) -> None:
    own = play(store, 0, 1, 2)
    import_sessions(store, tuple(export_sessions(store)), "own.jsonl")
    assert store.imports.find(own) is None
    assert store.imports.list_latest() == ()


@pytest.mark.long
def test_recent_imports_are_listed_with_their_remaining_sessions(store, lines) -> None:
    ids, first = import_lines(store, lines)
    import_plays(store, read(world()), name="plays.json")
    assert [(file_import.app, file_import.file, number) for file_import, number in store.imports.list_latest()] == [
        (App.BG_STATS, "plays.json", 1),
        (App.OURS, "evenings.jsonl", 2),
    ]
    store.bin.add(ids[0])
    assert [number for _, number in store.imports.list_latest()] == [1, 1]
    assert store.imports.undo(first.at) == 1
    assert [file_import.file for file_import, _ in store.imports.list_latest()] == ["plays.json"]


def test_undoing_an_import_hides_its_players_but_none_that_are_older_used_or_edited(store, lines, path) -> None:
    store.players.create("Cleo")
    ids, arrival = import_lines(store, lines)
    play(store, 0, opened=Opened(("Ben", "Dov"), Options()))
    zoe = next(player for player in store.players.list_recent() if player.name == "Zoë")
    store.players.rename(zoe.id, "Zoe")
    store.imports.undo(arrival.at)
    assert listed(store) == {"Ben", "Cleo", "Dov", "Zoe"}
    store.bin.restore(ids[0])
    assert listed(store) == {"Ana", "Ben", "Cleo", "Dov", "Zoe"}
    assert store.sessions.load_names(ids[0]) == ("Ana", "Ben", "Cleo")
    assert doctor(path, (TINY,)).healthy


@pytest.mark.long
def test_imported_players_are_deleted_with_their_last_session(store, lines, path) -> None:
    cleo = store.players.create("Cleo")
    ids, arrival = import_lines(store, lines)
    play(store, 0, opened=Opened(("Ben", "Dov"), Options()))
    store.imports.undo(arrival.at)
    store.bin.empty([ids[0]])
    assert player_names(store) == ["Ana", "Ben", "Cleo", "Dov", "Zoë"]
    assert store.merges.list_active() == ()
    store.bin.empty(store.bin.list_ids())
    assert player_names(store) == ["Ben", "Cleo", "Dov"]
    assert store.players.get(cleo.id) == cleo
    assert doctor(path, (TINY,)).healthy


@pytest.mark.long
def test_an_imported_player_merged_or_renamed_by_the_user_is_kept(store, lines) -> None:
    eve = store.players.create("Eve")
    _, arrival = import_lines(store, lines)
    ids = {player.name: player.id for player in store.players.list_recent()}
    store.merges.merge(eve.id, ids["Zoë"])
    store.players.rename(ids["Ana"], "Anna")
    store.imports.undo(arrival.at)
    assert listed(store) == {"Anna", "Zoë"}
    store.bin.empty(store.bin.list_ids())
    assert player_names(store) == ["Anna", "Eve", "Zoë"]


def test_a_bg_stats_import_is_undone_in_the_same_way(store, path) -> None:
    report = import_plays(store, read(world()), name="plays.json")
    arrival = store.imports.find(report.new_session_ids[0])
    assert store.imports.undo(arrival.at) == 1
    assert listed(store) == set()
    store.bin.empty(store.bin.list_ids())
    assert player_names(store) == []
    assert doctor(path, (TINY,)).healthy


@pytest.mark.long
def test_a_purged_import_can_be_imported_again(store, lines) -> None:
    ids, arrival = import_lines(store, lines)
    store.imports.undo(arrival.at)
    store.bin.empty(store.bin.list_ids())
    again, later = import_lines(store, lines, brings_back=True)
    assert again == ids
    assert later.at > arrival.at
    assert listed(store) == {"Ana", "Ben", "Cleo", "Zoë"}
