"""Sessions of the score pad count as the game that their table named, beside imported plays of that game."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.contract.game import Opened
from scoring.contract.scores import Best
from scoring.engine.codec import event_from
from scoring.engine.journal import Amend, Record, Undo
from scoring.games import GAMES, find_game
from scoring.games.score_pad import Ending, Options
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays
from storage.history.session_filter import SessionFilter
from storage.statistics.games import list_games, load_game_page
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from storage.upkeep.doctor import doctor
from tests.storage.conftest import record, run_script
from tests.storage.worlds import game, play, read, score, world

SHELF = GAMES
GAME = find_game("score_pad")
NAMES = ("Ana", "Ben")
TICHU = world()
"""A file with a play of Tichu that Ana won by 12 to 7."""


@pytest.fixture(autouse=True)
def _healthy_in_the_end(store: Store, other: Store) -> Iterator[None]:
    yield
    assert doctor(store.database.path).healthy
    assert doctor(other.database.path).healthy


def played(store: Store, name: str, *points: int, names: tuple[str, ...] = NAMES, **options: Any) -> str:
    """A finished session of one round."""
    chosen = Options(name, ending=Ending.ROUNDS, rounds=1, **options)
    session_id = store.sessions.open(GAME, Opened(names, chosen))
    scores = [[seat, number] for seat, number in enumerate(points or (5, 9))]
    record(store, session_id, Record(event_from(GAME, "round_entered", {"scores": scores})))
    return session_id


def renamed(store: Store, session_id: str, name: str) -> None:
    opened: Any = store.sessions.load(session_id).journal[0]
    options = Options(name, ending=Ending.ROUNDS, rounds=1)
    record(store, session_id, Amend(0, Opened(opened.event.names, options)))


def played_by_title(store: Store) -> dict[str, int]:
    titles = store.titles.load()
    return {titles[summary.game]: summary.plays for summary in list_games(store.database)}


def test_a_session_counts_under_the_name_of_its_game_whatever_its_case(store: Store) -> None:
    for name in ("Wingspan", "WINGSPAN ", "", "Azul"):
        played(store, name)
    assert played_by_title(store) == {"Wingspan": 2, "Score pad": 1, "Azul": 1}
    (key,) = (key for key, title in store.titles.load().items() if title == "Wingspan")
    assert load_game_page(store.database, key).plays == 2
    assert store.history.count(SessionFilter(game=key)) == store.history.count(SessionFilter(words="wingsp")) == 2
    assert store.titles.load_games()[key] is GAME


@pytest.mark.parametrize("imported_first", [True, False])
def test_sessions_and_imported_plays_of_one_name_are_one_game(store: Store, imported_first: bool) -> None:
    if imported_first:
        import_plays(store, read(TICHU))
    played(store, "tichu", 5, 9)
    if not imported_first:
        import_plays(store, read(TICHU))
    assert played_by_title(store) == {"Tichu": 2}
    assert {head.rules for head in store.history.list_sessions().sessions} == {"", "score_pad"}
    (game_key,) = {head.game for head in store.history.list_sessions().sessions}
    page = load_game_page(store.database, game_key)
    assert {record.key: record.value for record in page.records}["most_points"] == 12


def test_a_game_of_the_shelf_is_itself_under_its_own_title(store: Store) -> None:
    played(store, "crown battles")
    assert [(head.game, head.rules) for head in store.history.list_sessions().sessions] == [
        ("crown_battles", "score_pad")
    ]
    assert played_by_title(store) == {"Crown Battles": 1}


def test_a_corrected_name_moves_the_session_and_its_result(store: Store) -> None:
    session_id = played(store, "Wingspam")
    renamed(store, session_id, "Wingspan")
    assert played_by_title(store) == {"Wingspan": 1}
    record(store, session_id, Undo(2))
    assert played_by_title(store) == {"Wingspam": 1}
    store.rebuild()
    assert played_by_title(store) == {"Wingspam": 1}


def test_an_open_session_takes_its_new_name_too(store: Store) -> None:
    session_id = store.sessions.open(GAME, Opened(NAMES, Options("Azul")))
    renamed(store, session_id, "Uno")
    titles = store.titles.load()
    assert [titles[head.game] for head in store.history.list_sessions().sessions] == ["Uno"]
    assert store.history.count_by_game() == {head.game: 1 for head in store.history.list_sessions().sessions}


def test_an_exported_session_counts_as_the_same_game_elsewhere(store: Store, other: Store) -> None:
    session_id = played(store, "Wingspan")
    lines = export_session(store, session_id)
    import_sessions(other, lines)
    assert export_session(other, session_id) == lines
    assert other.sessions.load_head(session_id).game == store.sessions.load_head(session_id).game
    assert played_by_title(other) == {"Wingspan": 1}
    renamed(store, session_id, "Azul")
    import_sessions(other, export_session(store, session_id))
    assert played_by_title(other) == {"Azul": 1}


@pytest.mark.long
def test_out_to_bg_stats_under_the_name_with_its_sheet_and_in_again_byte_for_byte(store: Store, other: Store) -> None:
    import_plays(store, read(TICHU))
    played(store, "Tichu", 20, 35)
    played(store, "Golf", 70, 66, best=Best.LOW)
    played(store, "Wingspan", 80, 66)
    played(store, "Wingspan", 12, 30, best=Best.LOW)
    played(store, "Hearts", 12, 30, best=Best.LOW)
    played(store, "Spades", 9, 9, best=Best.LOW)  # its points do not tell
    file = read(json.loads(export_plays(store).content))
    games = {one["id"]: one for one in file["games"]}
    assert [one["name"] for one in file["games"]] == ["Tichu", "Golf", "Wingspan", "Hearts", "Spades"]
    assert [one["highestWins"] for one in file["games"]] == [True, False, True, False, False]
    plays = [(games[one["gameRefId"]]["name"], one.get("scoringSetting")) for one in file["plays"]]
    own = [("Tichu", 0), ("Golf", 0), ("Wingspan", 0), ("Wingspan", 2), ("Hearts", 0), ("Spades", 0)]
    assert plays == [("Tichu", None), *own]
    winners = [[row["score"] for row in one["playerScores"] if row["winner"]] for one in file["plays"]]
    assert winners == [["12"], ["35"], ["66"], ["80"], ["12"], ["12"], ["9", "9"]]
    assert not any(one.get("manualWinner") for one in file["plays"])
    assert all("scoresheet" in one for one in file["plays"][1:])
    import_plays(other, file)
    assert export_plays(other).content == export_plays(store).content
    assert played_by_title(other) == played_by_title(store)
    import_plays(store, file)
    assert export_plays(other).content == export_plays(store).content


def test_options_are_remembered_by_the_name(store: Store) -> None:
    played(store, "Wingspan", categories="birds, eggs")
    played(store, "Wingspan", categories="birds, eggs, food", best=Best.LOW)
    played(store, "Azul")
    options = store.titles.load_last_options(GAME, "wingspan")
    assert options is not None
    assert (options["categories"], options["best"]) == ("birds, eggs, food", "low")
    assert store.titles.load_last_options(GAME, "Wing") is None


def test_options_are_those_of_the_last_session_that_can_be_read(store: Store, path: Path) -> None:
    played(store, "Wingspan", categories="birds, eggs")
    newest = played(store, "Wingspan")
    run_script(path, f"UPDATE session SET entries = 9 WHERE id = '{newest}'")
    options = store.titles.load_last_options(GAME, "Wingspan")
    assert options is not None
    assert options["categories"] == "birds, eggs"
    store.bin.add(newest)
    store.bin.empty([newest])


def test_a_game_is_not_forgotten_with_the_import_that_brought_it(store: Store) -> None:
    import_plays(store, read(world(play(1, score(1, "3"), gameRefId=2), games=[game(2, "Uno")])))
    session_id = played(store, "Uno")
    for head in store.history.list_sessions().sessions:
        if head.id != session_id:
            store.bin.add(head.id)
    store.bin.empty(store.bin.list_ids())
    assert played_by_title(store) == {"Uno": 1}
