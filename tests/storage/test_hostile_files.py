"""Hostile files: the work is linear in the size of a file, or a limit is reported."""

import json

import pytest

from companion.exchange.importing import facts, import_file, preview_file
from companion.open_session.desk import Desk
from scoring.contract.game import Opened
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays
from storage.errors import TransferError
from storage.history.player_matching import ImportAction
from storage.play_file.play_facts import MAX_PLAYERS
from storage.transfer.card_file import MAX_CARDS, import_cards, parse_cards
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from tests.storage.conftest import play
from tests.storage.tiny import TINY, Options
from tests.storage.worlds import game, player, read, score, uuid, world
from tests.storage.worlds import play as bg_play

# BG Stats ----------------------------------------------------------------------------------------------------------


def test_a_play_with_too_many_players_is_skipped(store) -> None:
    crowd = [player(number, f"P{number}") for number in range(1, MAX_PLAYERS + 2)]
    scores = [score(number, str(number)) for number in range(1, MAX_PLAYERS + 2)]
    data = world(bg_play(1, *scores), bg_play(2, *scores[:-1]), players=crowd)
    report = import_plays(store, read(data))
    assert report.count(ImportAction.NEW) == 1
    assert report.skipped[0] == (
        f"Play 1 (Tichu, 2 Jan 2026): it has {MAX_PLAYERS + 1} players; at most {MAX_PLAYERS} can be imported."
    )


def test_of_thousands_of_games_with_one_number_only_the_first_is_imported(store) -> None:
    games = [game(1, f"Game {number}") | {"uuid": uuid(10_000 + number)} for number in range(5000)]
    report = import_plays(store, read(world(games=games)))
    assert report.count(ImportAction.NEW) == 1
    assert len(report.skipped) == 4999
    assert report.skipped[-1] == (
        "Item 5000 of games: another one also has the number 1; only the first one is imported."
    )


@pytest.mark.long
def test_thousands_of_games_with_used_numbers_are_renumbered(store) -> None:
    import_plays(store, read(world()))
    games = [game(1, "Tichu") | {"uuid": uuid(20_000)}]
    games += [game(number, f"Game {number}") | {"uuid": uuid(20_000 + number)} for number in range(2, 3000)]
    import_plays(store, read(world(games=games)))
    numbers = [game["id"] for game in json.loads(export_plays(store).content)["games"]]
    assert len(set(numbers)) == len(numbers) == 3001


def test_dates_with_and_without_an_offset_can_be_mixed(store, tmp_path) -> None:
    dates = ("2026-01-02 20:00:00", "2026-01-02T20:00:00+02:00", "2026-01-03", "2026-01-01T20:00:00Z")
    plays = [bg_play(number, score(1, "1"), playDate=date) for number, date in enumerate(dates, start=1)]
    file = tmp_path / "plays.json"
    file.write_text(json.dumps(world(*plays)))
    assert dict(facts(preview_file(store, file)))["Played"] == "Thu 1 Jan 2026 to Sat 3 Jan 2026"
    assert len(import_file(store, file).new_session_ids) == 4


# Cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [100, 900, 2000, 100_000])
@pytest.mark.parametrize("brackets", ["[]", ("{" + '"a":', "}")], ids=["lists", "objects"])
def test_deeply_nested_cards_are_refused_with_a_sentence(depth, brackets) -> None:
    opening, closing = brackets
    text = '{"app":"table-companion","cards":1,"game":"tiny","shelves":' + opening * depth + "1" + closing * depth + "}"
    with pytest.raises(TransferError, match=r"(is nested too deeply|is damaged).*\.$"):
        parse_cards(text, (TINY,))


def list_of_cards(shelves: int, cards: int) -> str:
    card = [{"name": f"Card {number}", "numbers": [["v", number]]} for number in range(cards)]
    shelf = {f"Shelf {number}": card for number in range(shelves)}
    return json.dumps({"app": "table-companion", "cards": 1, "game": "tiny", "shelves": shelf})


def test_too_many_cards_are_refused(store) -> None:
    with pytest.raises(TransferError, match=f"more than {MAX_CARDS:,} cards"):
        import_cards(store, list_of_cards(1, MAX_CARDS + 1))
    assert import_cards(store, list_of_cards(5, 20)).new == 100
    assert import_cards(store, list_of_cards(5, 20)).known == 100


# Sessions ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("action", "undoable", "redoable"),
    [("undo", "", "Ana scores 5"), ("remove", "removing “Ana scores 5”", ""), ("redo", "Ana scores 5", "")],
)
def test_thousands_of_chained_corrections_are_fast(store, other, action, undoable, redoable) -> None:
    """Undos of undos, removals of removals, redos of redos."""
    lines = list(export_session(other, play(other, 0, opened=Opened(("Ana", "Ben"), Options()))))
    entry = {"action": action, "at": "2026-01-02T20:00:00.000000Z"}
    lines += [json.dumps(entry | {"number": number, "target": number - 1}) for number in range(2, 3000)]
    (session,) = import_sessions(store, lines).sessions
    desk = Desk(store, session.result.session_id)
    assert (desk.undoable, desk.redoable) == (undoable, redoable)


@pytest.mark.long
def test_chained_undos_over_the_set_up_do_not_recurse(store, other) -> None:
    lines = list(export_session(other, play(other, 0, opened=Opened(("Ana", "Ben"), Options()))))
    more = json.loads(lines[1]) | {"number": 2, "action": "amend", "target": 0}
    chain = [{"number": number, "action": "undo", "target": number - 1, "at": more["at"]} for number in range(3, 2500)]
    (session,) = import_sessions(store, [*lines, *map(json.dumps, [more, *chain])]).sessions
    desk: Desk = Desk(store, session.result.session_id)
    desk.undo(desk.number)
    desk.redo(desk.number)
    assert len(desk.journal) >= 2500
