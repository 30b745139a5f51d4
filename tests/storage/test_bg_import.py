"""BG Stats files are previewed and imported without loss; invalid items are skipped and reported."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.contract.game import Left, Opened
from scoring.contract.scores import Best, Outcome, Seat
from scoring.engine.journal import Record
from scoring.games import find_game
from scoring.games.score_pad import GameEnded, RoundEntered
from scoring.games.score_pad import Options as PadOptions
from storage.bg_stats import importing
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays, preview_plays
from storage.derived import ratings
from storage.errors import StorageFull, TransferError, Unreadable
from storage.history.player_matching import SEPARATE, ImportAction
from storage.play_file import reading
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from storage.upkeep.doctor import doctor
from tests.storage.conftest import nearly_full, scored, sql
from tests.storage.conftest import play as evening
from tests.storage.conftest import record as record_all
from tests.storage.tiny import END, PAIRS, TINY, Options, TinyState
from tests.storage.worlds import game, play, player, read, score, uuid, world

REAL = Path(__file__).parents[1] / "exchange" / "bgstats_79_plays.json"


def counted(store: Store) -> dict[str, int]:
    tables = ("session", "seat", "player", "result", "placing", "imported_object", "imported_play")
    return {table: len(sql(store, f"SELECT * FROM {table}")) for table in tables}


def heads(store: Store) -> list[tuple[str, str, list[tuple[str, int | None, int | None, bool]]]]:
    return [
        (head.game, head.place, [(seat.player.name, seat.rank, seat.points, seat.won) for seat in head.seats])
        for head in store.history.list_sessions(limit=1000).sessions
    ]


# The real file -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_import_of_a_real_file_matches_a_plain_count(store) -> None:
    data = json.loads(REAL.read_bytes())
    assert import_plays(store, reading.parse_file(REAL.read_bytes(), REAL.name)).skipped == ()
    players, games, places = (
        {item["id"]: item["name"] for item in data[name]} for name in ("players", "games", "locations")
    )
    titles = store.titles.load()
    ours = store.history.list_sessions(limit=1000).sessions
    assert Counter(
        (titles[head.game], head.place, *((seat.player.name, seat.points, seat.won) for seat in head.seats))
        for head in ours
    ) == Counter(
        (
            games[play["gameRefId"]],
            places[play["locationRefId"]],
            *(
                (players[row["playerRefId"]], int(row["score"]) if row["score"] else None, row["winner"])
                for row in play["playerScores"]
            ),
        )
        for play in data["plays"]
    )
    followed = sql(store, "SELECT session_id, player_id, won FROM play")
    assert sorted(map(tuple, followed)) == sorted(
        (head.id, seat.player.id, seat.won) for head in ours for seat in head.seats
    )
    assert sum(head.seconds or 0 for head in ours) == 60 * sum(play["durationMin"] for play in data["plays"])


def test_a_real_file_is_previewed_imported_once_and_exported_byte_for_byte(store) -> None:
    data = reading.parse_file(REAL.read_bytes(), REAL.name)
    empty, preview = counted(store), preview_plays(store, data)
    assert counted(store) == empty
    assert import_plays(store, data) == preview
    assert export_plays(store).content == REAL.read_bytes()
    before = counted(store), heads(store)
    again = import_plays(store, data)
    assert (again.is_empty, again.count(ImportAction.KNOWN)) == (True, 79)
    assert (len(preview.places), again.places) == (5, ())
    assert (counted(store), heads(store)) == before


@pytest.mark.long
def test_rebuild_and_doctor_handle_imported_plays(store, path) -> None:
    import_plays(store, reading.parse_file(REAL.read_bytes(), REAL.name))
    before = heads(store)
    assert doctor(path, (TINY,)).healthy
    assert store.rebuild() == ()
    assert heads(store) == before
    sql(store, "UPDATE placing SET rank = 7")
    assert len(doctor(path, (TINY,)).outdated) == 79
    store.rebuild()
    assert doctor(path, (TINY,)).healthy
    assert heads(store) == before
    sql(store, "UPDATE imported_play SET raw = '{'")
    assert len(doctor(path, (TINY,)).unreadable) == 79
    assert len(store.rebuild()) == 79


# Players -----------------------------------------------------------------------------------------------------------


def test_a_new_player_with_a_known_name_is_merged_until_undone(store) -> None:
    ana = store.players.create("ana ")
    report = import_plays(store, read(world()))
    assert [(player.name, player.action, player.merged_into) for player in report.players] == [
        ("Ana", ImportAction.MERGED, ana.id),
        ("Ben", ImportAction.NEW, ""),
    ]
    assert heads(store)[0][2][0][0] == "ana"
    store.merges.undo(store.merges.list_active()[0].id)
    assert [name for name, *_ in heads(store)[0][2]] == ["Ana", "Ben"]
    assert store.sessions.load_head(uuid(901)).seats[0].player.id == uuid(101)


def test_the_user_can_choose_whom_a_player_is_merged_with(store) -> None:
    ana, eve = store.players.create("Ana"), store.players.create("Eve")
    data = read(world())
    choices = {uuid(101): SEPARATE, uuid(102): eve.id}
    assert [player.action for player in preview_plays(store, data, choices).players] == [
        ImportAction.NEW,
        ImportAction.MERGED,
    ]
    import_plays(store, data, choices)
    assert [seat.player.id for seat in store.sessions.load_head(uuid(901)).seats] == [uuid(101), eve.id]
    assert ana.id not in [seat.player.id for seat in store.sessions.load_head(uuid(901)).seats]


def test_namesakes_in_one_file_and_anonymous_players_are_not_merged(store, other) -> None:
    for name in ("Ana", "Anonymous player"):
        store.players.create(name)
    anonymous = play(2, score(1, "5"), score(4, "7"), score(4, "8"))
    data = world(play(1, score(1, "5"), score(5, "6")), anonymous)
    data["players"].append(player(5, "Ana"))
    report = import_plays(store, read(data))
    assert {player.action for player in report.players} == {ImportAction.NEW}
    assert [[name for name, *_ in head[2]] for head in heads(store)] == [
        ["Ana", "Anonymous player", "Anonymous player 2"],
        ["Ana", "Ana"],
    ]
    assert "Anonymous player 2" not in [player.name for player in store.players.list_recent()]
    import_plays(other, read(json.loads(export_plays(store).content)))
    assert export_plays(other).content == export_plays(store).content


def test_a_rename_in_the_file_applies_unless_the_player_was_renamed_here(store) -> None:
    import_plays(store, read(world()))
    store.players.rename(uuid(102), "Benjamin")
    data = world()
    for record, name in zip(data["players"], ("Anna", "Benno"), strict=False):
        record |= {"name": name, "modificationDate": "2026-05-05 10:00:00"}
    data["plays"].append(play(2, score(1, "3"), score(2, "4")))
    import_plays(store, read(data))
    assert sorted(player.name for player in store.players.list_recent()) == ["Anna", "Benjamin"]
    assert b'"name":"Benjamin"' in export_plays(store).content
    data["players"][0] |= {"name": "Annie", "modificationDate": "2026-04-04 10:00:00"}
    import_plays(store, read(data))
    assert sorted(player.name for player in store.players.list_recent()) == ["Anna", "Benjamin"]


def test_a_name_given_here_stays_though_our_export_and_an_undated_file_come_in(store) -> None:
    import_plays(store, read(world()))
    store.players.rename(uuid(102), "Benjamin")
    for file in (json.loads(export_plays(store).content), world()):
        import_plays(store, read(file))
        assert store.players.get(uuid(102)).name == "Benjamin"


# Plays -------------------------------------------------------------------------------------------------------------


def test_a_newer_play_updates_the_stored_one_and_an_older_one_does_not(store) -> None:
    import_plays(store, read(world()))
    store.sessions.set_details(uuid(901), note="our own words")
    later = world(play(1, score(1, "1"), score(2, "99", winner=True), modificationDate="2026-02-02 10:00:00"))
    assert preview_plays(store, read(later)).count(ImportAction.CHANGED) == 1
    import_plays(store, read(later))
    assert [seat[2:] for seat in heads(store)[0][2]] == [(1, False), (99, True)]
    assert store.sessions.load_head(uuid(901)).note == "our own words"
    assert store.sessions.load_head(uuid(901)).place == ""
    older = import_plays(store, read(world()))
    assert older.is_empty
    assert heads(store)[0][2][1][2] == 99


LATER = {"modificationDate": "2026-02-02 10:00:00"}
UNMARKED = [{"playerRefId": 1, "score": "5"}, {"playerRefId": 2, "score": "7"}]
"""The scores of a play in which the points name the winner: Ben if the highest win, Ana if the lowest."""


def winners(store: Store) -> list[tuple[str, ...]]:
    return [
        tuple(seat.player.name for seat in head.seats if seat.won) for head in store.history.list_sessions().sessions
    ]


@pytest.mark.parametrize("at_once", [importing.MAX_PLAYS_AT_ONCE, 0])
def test_a_game_corrected_in_bg_stats_changes_who_won_its_stored_plays(store, path, monkeypatch, at_once) -> None:
    monkeypatch.setattr(importing, "MAX_PLAYS_AT_ONCE", at_once)
    import_plays(store, read(world(play(1, *UNMARKED), play(2, *UNMARKED))))
    assert winners(store) == [("Ben",), ("Ben",)]
    tichu = game(1, "Tichu", highestWins=False, **LATER)
    corrected = read(world(play(1, *UNMARKED, comments="Counted again", **LATER), games=[tichu]))
    report = import_plays(store, corrected)
    assert report.changed == ("Tichu: the lowest points win",)
    assert winners(store) == [("Ana",), ("Ana",)]
    assert doctor(path, (TINY,)).healthy
    assert not store.is_outdated()
    assert import_plays(store, corrected).is_empty


def test_plays_of_an_older_file_are_won_as_the_newer_game_says(store, path) -> None:
    import_plays(store, read(world(games=[game(1, "Tichu", highestWins=False, **LATER)])))
    report = import_plays(store, read(world(play(2, *UNMARKED))))
    assert [one.winners for one in report.plays] == [("Ana",)]
    assert winners(store) == [("Ana",), ("Ana",)]
    assert doctor(path, (TINY,)).healthy


def rename_kitchen(*plays: dict[str, Any]) -> dict[str, Any]:
    """A later file, in which the kitchen has another name."""
    data = world(*plays)
    data["locations"][0] |= {"name": "Big kitchen", **LATER}
    return read(data)


def list_places(store: Store) -> list[str]:
    return [head.place for head in reversed(store.history.list_sessions().sessions)]


def test_a_place_renamed_in_bg_stats_is_renamed_in_its_plays_unless_edited_here(store) -> None:
    at_home = [play(number, score(1, "3"), locationRefId=1) for number in (1, 2)]
    import_plays(store, read(world(*at_home, play(3, score(1, "3"), locationRefId=2))))
    store.sessions.set_details(uuid(902), place="Attic")
    report = import_plays(store, rename_kitchen(at_home[0]))
    assert (report.is_empty, report.changed) == (False, ("Kitchen is now Big kitchen",))
    assert list_places(store) == ["Big kitchen", "Attic", "Club"]
    written = json.loads(export_plays(store).content)
    assert [place["name"] for place in written["locations"]] == ["Big kitchen", "Club", "Attic"]
    assert [play["locationRefId"] for play in written["plays"]] == [1, 3, 2]
    assert import_plays(store, rename_kitchen(at_home[0])).is_empty


def test_a_play_at_a_renamed_place_is_still_moved_by_bg_stats(store) -> None:
    import_plays(store, read(world()))
    import_plays(store, rename_kitchen())
    import_plays(store, rename_kitchen(play(1, score(1, "12"), locationRefId=2, **LATER)))
    assert list_places(store) == ["Club"]


def test_a_play_of_an_older_file_was_at_the_place_as_it_is_called_now(store) -> None:
    import_plays(store, rename_kitchen())
    import_plays(store, read(world(play(2, score(1, "3"), locationRefId=1))))
    assert list_places(store) == ["Big kitchen", "Big kitchen"]


def test_an_ignored_play_is_imported_but_not_counted(store, path) -> None:
    report = import_plays(store, read(world(play(1, score(1, "5", winner=True), ignored=True))))
    assert report.ignored == 1
    assert counted(store)["session"] == 1
    assert counted(store)["result"] == 0
    assert doctor(path, (TINY,)).healthy
    assert export_plays(store).plays == 1


def test_a_play_set_to_cooperative_is_no_contest_and_rates_nobody(store, path) -> None:
    scores = [score(1, "5", winner=True), score(2, "7", winner=True)]
    import_plays(
        store, read(world(*(play(n, *scores, scoringSetting=setting) for n, setting in enumerate((4, 6, 12)))))
    )
    ratings.recompute(store.database)
    assert ratings.load_ratings(store.database) == {}
    import_plays(store, read(world(play(3, *scores, scoringSetting=1))))
    ratings.recompute(store.database)
    assert set(ratings.load_ratings(store.database)) == {uuid(101), uuid(102)}
    assert doctor(path, (TINY,)).healthy


def tombstone(number: int, **more: Any) -> dict[str, Any]:
    return {"uuid": uuid(900 + number).upper(), "objectType": "Play", "externalId": 0} | more


DELETED = "Play 1 (Tichu, 2 Jan 2026): it was deleted in BG Stats."
DATES = ("deletionDate", "deletedDate", "deleteDate", "modificationDate", "date")
OBEYED = [
    *({"objectType": kind} for kind in ("Play", " plays ", "", None)),
    *({"modificationDate": date} for date in ("2026-01-02 23:00:00", "2026-03-03", "2026-03-03T10:00:00+02:00")),
]
IGNORED = [
    *({"objectType": kind} for kind in ("Player", "Location", "Game", "Tag", 3)),
    *({key: "2026-01-01 10:00:00"} for key in DATES),  # the play was changed after its deletion
]


@pytest.mark.parametrize(("more", "obeyed"), [*((m, True) for m in OBEYED), *((m, False) for m in IGNORED)])
def test_a_tombstone_keeps_a_play_out_and_puts_a_stored_one_into_the_bin(store, other, more, obeyed) -> None:
    data = world(deletedObjects=[tombstone(1, **more)])
    report = import_plays(store, read(data))
    assert report.count(ImportAction.NEW) == (not obeyed)
    assert report.skipped == (DELETED,) * obeyed
    written = json.loads(export_plays(store).content)
    assert written["deletedObjects"] == data["deletedObjects"]
    import_plays(other, read(world()))
    report = import_plays(other, read(data))
    assert report.deleted == ((uuid(901),) if obeyed else ())
    assert [head.id for head in other.history.list_sessions(binned=obeyed).sessions] == [uuid(901)]
    assert import_plays(other, read(data)).is_empty


def test_tombstones_with_the_same_id_but_another_kind_are_kept_apart(store) -> None:
    both = [tombstone(7), tombstone(7) | {"objectType": "Player"}]
    import_plays(store, read(world(deletedObjects=both)))
    assert json.loads(export_plays(store).content)["deletedObjects"] == both


def test_tombstones_of_earlier_files_apply_to_later_imports(store) -> None:
    import_plays(store, read(world(plays=[], deletedObjects=[tombstone(1)])))
    report = import_plays(store, read(world()))
    assert report.skipped == (DELETED,)
    assert store.history.list_sessions().sessions == ()


def test_a_play_restored_from_the_bin_is_exported_without_its_tombstone(store, other) -> None:
    import_plays(store, read(world()))
    import_plays(store, read(world(plays=[], deletedObjects=[tombstone(1), tombstone(2)])))
    store.bin.restore(uuid(901))
    written = json.loads(export_plays(store).content)
    assert written["deletedObjects"] == [tombstone(2)]
    assert import_plays(other, read(written)).count(ImportAction.NEW) == 1


def test_a_game_of_partners_goes_out_as_one_that_uses_teams(store) -> None:
    evening(store, 0, 0, 0)
    session_id = store.sessions.open(PAIRS, Opened(("Ana", "Ben", "Cleo", "Dov"), Options()))
    record_all(store, session_id, *map(scored, (0, 1, 0)))
    written = json.loads(export_plays(store).content)
    assert [game["usesTeams"] for game in written["games"]] == [False, True]
    assert [play["usesTeams"] for play in written["plays"]] == [False, True]


def test_an_import_never_deletes_or_changes_our_own_sessions(store) -> None:
    session_id = evening(store, 0, 0, 0)
    data = json.loads(export_plays(store).content)
    data["plays"][0]["playerScores"][0]["score"] = "999"
    assert import_plays(store, read(data)).is_empty
    data |= {"deletedObjects": [{"uuid": session_id}]}
    import_plays(store, read(data))
    assert [head.id for head in store.history.list_sessions().sessions] == [session_id]


BAD = [
    (5, "Play 2", "it is damaged."),
    (play(2, score(1, "5"), gameRefId=77), "Play 2 (2 Jan 2026)", "its game is not in the file."),
    (play(2, score(1, "5"), gameRefId=None), "Play 2 (2 Jan 2026)", "its game is not in the file."),
    (play(2, score(1, "5"), playDate="soon"), "Play 2 (Tichu)", "its date cannot be read."),
    (play(2), "Play 2 (Tichu, 2 Jan 2026)", "it has no players."),
    (play(2, score(77, "5")), "Play 2 (Tichu, 2 Jan 2026)", "one of its players is not in the file."),
    (play(2, playerScores="none"), "Play 2 (Tichu, 2 Jan 2026)", "it has no players."),
    (play(1, score(1, "5")), "Play 2 (Tichu, 2 Jan 2026)", "it is in the file twice; only the first one is imported."),
]


@pytest.mark.parametrize(("bad", "what", "why"), BAD)
def test_an_invalid_play_is_skipped_and_the_others_are_imported(store, bad, what, why) -> None:
    good = [play(1, score(1, "12", winner=True)), play(3, score(2, "3"))]
    report = import_plays(store, read(world(good[0], bad, good[1])))
    assert report.skipped == (f"{what}: {why}",)
    assert report.count(ImportAction.NEW) == 2


def test_items_that_are_not_objects_are_skipped(store) -> None:
    report = import_plays(store, read(world(tags=["x"], players=[player(1, "Ana"), None, player(2, "Ben")])))
    assert report.skipped == ("Item 2 of players: it is damaged.", "Item 1 of tags: it is damaged.")


def test_a_game_numbered_0_keeps_its_number_when_a_later_file_renumbers_it(store) -> None:
    tichu, golf = game(0, "Tichu"), game(5, "Golf")
    import_plays(store, read(world(play(1, score(1, "1"), gameRefId=5), games=[tichu, golf])))
    import_plays(store, read(world(play(2, score(1, "2"), gameRefId=5), games=[tichu | {"id": 5}])))
    written = json.loads(export_plays(store).content)
    titles = {game["id"]: game["name"] for game in written["games"]}
    assert [titles[play["gameRefId"]] for play in written["plays"]] == ["Golf", "Tichu"]


def test_missing_and_unknown_keys_are_accepted(store) -> None:
    """Players without ids, only an entry date, invalid places and unknown keys."""
    odd = {"gameRefId": 1, "entryDate": "2026-01-02 20:00:00", "playerScores": [{"playerRefId": 1}], "new": {"a": [1]}}
    data = {
        "players": [{"id": 1, "name": "Ana"}],
        "games": [{"id": 1}],
        "plays": [odd | {"locationRefId": 5}],
        "tags": [{"uuid": uuid(1), "id": 1, "name": "fun"}],
        "brandNew": {"gameRefId": 1},
        "about": "This is a Play file",
    }
    report = import_plays(store, read(data))
    assert report.skipped == ()
    assert store.titles.load()[store.history.list_sessions().sessions[0].game] == "Untitled game"
    written = json.loads(export_plays(store).content)
    assert [{key: value for key, value in play.items() if key != "uuid"} for play in written["plays"]] == data["plays"]
    assert (written["tags"], written["brandNew"]) == (data["tags"], data["brandNew"])
    assert "about" not in written
    assert import_plays(store, read(data)).is_empty


def without_uuids(data: dict[str, Any], blank: Any = None) -> dict[str, Any]:
    """The file with no uuid in its players, places, games and plays, or with a blank one."""
    for list_name in ("players", "locations", "games", "plays"):
        for item in data[list_name]:
            del item["uuid"]
            item |= {} if blank is None else {"uuid": blank}
    return data


@pytest.mark.parametrize("blank", [None, "", " ", 7, [1]])
def test_equal_plays_without_uuids_are_several_and_the_same_file_again_adds_nothing(store, blank) -> None:
    quick = [play(number, score(1, "5", winner=True), score(2, "3")) for number in (1, 2, 3)]
    other_evening = play(4, score(1, "5", winner=True), score(2, "3"), playDate="2026-01-03 20:00:00")
    data = read(without_uuids(world(*quick, other_evening), blank))
    report = import_plays(store, data)
    assert (report.count(ImportAction.NEW), report.skipped) == (4, ())
    assert import_plays(store, data).is_empty
    one_more = without_uuids(world(*(play(n, score(1, "5", winner=True), score(2, "3")) for n in range(4))), blank)
    assert import_plays(store, read(one_more)).count(ImportAction.NEW) == 1
    assert len(store.history.list_sessions().sessions) == 5


def test_a_place_that_is_taken_away_here_goes_out_as_none(store) -> None:
    import_plays(store, read(world(play(1, score(1, "5", winner=True), score(2, "3"), locationRefId=1))))
    (head,) = store.history.list_sessions().sessions
    assert head.place
    store.sessions.set_details(head.id, place="")
    assert "locationRefId" not in reading.parse_file(export_plays(store).content, "x")["plays"][0]


def test_plays_without_uuids_are_known_again_whatever_happened_to_them_here(store, other) -> None:
    """Their own export adds nothing here, and brings all of it elsewhere."""
    data = read(without_uuids(world(*(play(n, score(1, "5", winner=True), score(2, "3")) for n in range(3)))))
    import_plays(store, data)
    noted, placed, _ = (head.id for head in store.history.list_sessions().sessions)
    store.sessions.set_details(noted, note="the long one")
    store.sessions.set_details(placed, place="Attic")
    store.players.rename(next(seat.player.id for seat in store.sessions.load_head(noted).seats), "Anna")
    exported = reading.parse_file(export_plays(store).content, "x")
    assert "Anna" in [item["name"] for item in exported["players"]]
    for file in (data, exported):
        report = import_plays(store, file)
        assert (report.is_empty, report.skipped) == (True, ())
        assert {person.action for person in report.players} == {ImportAction.KNOWN}
    import_plays(other, exported)
    there, here = (
        {
            (head.id, head.place, *(seat.player.id for seat in head.seats))
            for head in copy.history.list_sessions().sessions
        }
        for copy in (other, store)
    )
    assert there == here
    assert export_plays(other).content == export_plays(store).content
    store.bin.add(noted)
    assert import_plays(store, data).is_empty


def test_plays_without_uuids_are_known_when_a_later_file_numbers_its_players_anew(store) -> None:
    import_plays(store, read(without_uuids(world())))
    later = world(play(1, score(11, "12", winner=True), score(7, "7"), locationRefId=1))
    later["players"] = [player(5, "Zoe"), player(11, "Ana"), player(7, "Ben")]
    assert import_plays(store, read(without_uuids(later))).is_empty


def test_players_of_the_same_name_without_uuids_are_as_many_as_the_file_numbers(store) -> None:
    data = world(play(1, score(1, "5", winner=True)), play(2, score(2, "6", winner=True)))
    data["players"] = [player(1, "Ana"), player(2, "Ana")]
    assert import_plays(store, read(without_uuids(data))).skipped == ()
    assert len({seat.player.id for head in store.history.list_sessions().sessions for seat in head.seats}) == 2
    assert import_plays(store, read(data)).is_empty


def test_a_game_of_the_shelf_is_known_by_its_title_in_files_of_others(store) -> None:
    """What others played with this app counts as the same game, under whatever id their file gives it."""
    evening(store)
    report = import_plays(store, read(world(play(1, score(1, "12")), games=[game(1, name=TINY.box.title.upper())])))
    assert report.games == ()
    assert [head.game for head in store.history.list_sessions().sessions] == [TINY.key, TINY.key]
    assert store.titles.load()[TINY.key] == TINY.box.title


@pytest.mark.parametrize("twin", [game(3, "tichu"), game(3, "Tichu 2nd edition", bggId=215)], ids=["name", "BGG id"])
def test_one_game_that_the_file_has_twice_is_one_game(store, twin) -> None:
    games = [game(1, "Tichu", bggId=215), twin]
    import_plays(store, read(world(play(1, score(1, "9")), play(2, score(1, "8"), gameRefId=3), games=games)))
    assert len({head.game for head in store.history.list_sessions().sessions}) == 1


def test_files_with_conflicting_reference_numbers_are_combined(store, other) -> None:
    import_plays(store, read(world()))
    scores = score(1, "3", winner=True, startPosition="North"), score(2, "4")
    data = world(
        play(2, *scores, locationRefId=2, tags=[{"tagRefId": 1}], expansionPlays=[{"gameRefId": 5}]),
        players=[player(1, "Dov") | {"uuid": uuid(501)}, player(2, "Ana") | {"uuid": uuid(101)}],
        games=[game(1, "TICHU", bggId=0) | {"uuid": uuid(601)}, game(5, "More")],
        tags=[{"uuid": uuid(1), "id": 1, "name": "fun"}],
        groups=[{"uuid": uuid(700), "id": 1, "name": "Us", "players": [{"playerRefId": 1}]}],
        challenges=[{"uuid": uuid(701), "id": 1, "games": [{"gameRefId": 5}]}],
        userInfo={"meRefId": 1},
    )
    import_plays(store, read(data))
    assert [(row[1], [score[0] for score in row[2]]) for row in sorted(heads(store))] == [
        ("Club", ["Dov", "Ana"]),
        ("Kitchen", ["Ana", "Ben"]),
    ]
    assert len({head.game for head in store.history.list_sessions().sessions}) == 1
    written = json.loads(export_plays(store).content)
    names, games, tags = (
        {item["id"]: item["name"] for item in written[list_name]} for list_name in ("players", "games", "tags")
    )
    assert len(names) == len(written["players"]) == 5
    last = written["plays"][-1]
    assert (games[last["expansionPlays"][0]["gameRefId"]], tags[last["tags"][0]["tagRefId"]]) == ("More", "fun")
    assert last["playerScores"][0]["startPosition"] == "North"
    assert names[written["groups"][0]["players"][0]["playerRefId"]] == "Dov"
    assert games[written["challenges"][0]["games"][0]["gameRefId"]] == "More"
    assert names[written["userInfo"]["meRefId"]] == "Ana"  # of the first file
    assert [[names[row["playerRefId"]] for row in play["playerScores"]] for play in written["plays"]] == [
        ["Ana", "Ben"],
        ["Dov", "Ana"],
    ]
    import_plays(other, read(written))
    assert export_plays(other).content == export_plays(store).content


# Our own sessions --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_our_sessions_survive_export_import_export_byte_for_byte(store, other) -> None:
    import_plays(store, read(world()))
    evening(store, 0, 2, 2, opened=Opened(("Ana", "Zoë", "=Gus"), Options()))
    store.sessions.set_details(evening(store, 1, 1, 1), place="kitchen", note='"quoted"\n2')
    store.sessions.set_details(evening(store, 2, 2, 2), place="Attic")
    store.sessions.set_details(uuid(901), note="seen", place="Attic")
    first = export_plays(store)
    assert (first.plays, first.skipped) == (4, 0)
    assert import_plays(store, reading.parse_file(first.content, "x")).is_empty
    assert export_plays(store).content == first.content
    report = import_plays(other, reading.parse_file(first.content, "x"))
    assert report.skipped == ()
    assert export_plays(other).content == first.content
    assert other.rebuild() == ()
    assert [row[2] for row in heads(store)] == [row[2] for row in heads(other)]
    assert sorted(row[1] for row in heads(other)) == ["", "Attic", "Attic", "Kitchen"]


def test_our_sessions_are_exported_with_points_ranks_and_rounds(store) -> None:
    session_id = evening(store, 0, 2, 2)
    written = json.loads(export_plays(store).content)
    (left,) = written["plays"]
    placed = store.sessions.load_head(session_id).seats
    assert left["uuid"] == session_id
    assert left["playDate"] == "2026-01-02 20:00:01"
    assert [(game["id"], game["name"]) for game in written["games"]] == [(1, TINY.box.title)]
    assert [player["id"] for player in written["players"]] == [1, 2, 3]
    assert [(row["score"], row["rank"], row["winner"]) for row in left["playerScores"]] == [
        (str(seat.points), seat.rank, seat.won) for seat in placed
    ]
    for row in left["playerScores"]:
        assert all(isinstance(row[key], bool) for key in ("winner", "startPlayer", "newPlayer"))
    sheet = json.loads(left["scoresheet"])
    game_sums: Counter[str] = Counter()
    for sheet_round in sheet["rounds"]:
        for row in sheet_round["rows"]:
            game_sums.update({who: int(points) for who, points in row["scores"].items()})
    assert [game_sums[seat.player.id] for seat in placed] == [seat.points for seat in placed]
    assert {
        tuple((key, value) for key, value in row.items() if key not in ("templateId", "label", "scores"))
        for sheet_round in sheet["rounds"]
        for row in sheet_round["rows"]
    } == {(("repetition", 0), ("repeatable", False), ("negative", False), ("isExtra", False))}


def test_who_began_is_exported_where_the_game_knows_it(store) -> None:
    evening(store, 0, 2, 2)
    for starter in (1, None):
        sql(store, "UPDATE result SET starter = ?", starter)
        (left,) = json.loads(export_plays(store).content)["plays"]
        assert [row["startPlayer"] for row in left["playerScores"]] == [False, starter == 1, False]


def test_open_and_binned_sessions_are_not_exported(store) -> None:
    store.bin.add(evening(store, 0, 0, 0))
    store.sessions.open(TINY, Opened(("Ana", "Ben"), Options()))
    written = export_plays(store)
    assert (written.plays, written.skipped) == (0, 1)
    lists = ("players", "locations", "games", "plays", "challenges")
    assert json.loads(written.content) == {key: [] for key in lists} | {"userInfo": {"meRefId": 0}}


@pytest.mark.long
def test_a_session_file_replaces_the_imported_result(store, other, tmp_path) -> None:
    session_id = evening(store, 0, 2, 2)
    lines = export_session(store, session_id)
    import_plays(other, reading.parse_file(export_plays(store).content, "x"))
    assert other.sessions.is_imported(session_id)
    with pytest.raises(TransferError, match="was imported from BG Stats"):
        export_session(other, session_id)
    with pytest.raises(Unreadable, match="it has a result, but no log"):
        other.sessions.load(session_id)
    import_sessions(other, lines)
    assert not other.sessions.is_imported(session_id)
    assert export_session(other, session_id) == lines
    assert doctor(tmp_path / "other.db", (TINY,)).healthy


def test_a_purged_play_can_be_imported_again(store) -> None:
    import_plays(store, read(world()))
    store.bin.add(uuid(901))
    store.bin.empty([uuid(901)])
    assert counted(store)["imported_play"] == 0
    assert import_plays(store, read(world())).count(ImportAction.NEW) == 1


# Other files -------------------------------------------------------------------------------------------------------

NONE = [
    (b"", "is empty"),
    (b"\xef\xbb\xbf \n", "is empty"),
    (b"<!DOCTYPE html><html></html>", "is a web page"),
    (b"<a/>", "is XML"),
    (b'{"plays": [', "is damaged at line 1, column"),
    (b'{"plays":\n[1,]}', "is damaged at line 2, column"),
    (b'{"plays": "\xff"}', "is damaged at line 1: it is not UTF-8 text"),
    (b'{"plays": [NaN]}', "is damaged: NaN is not a number"),
    (b'{"plays": [1e999]}', "is damaged: a number is too large"),
    (b'{"plays": [' + b"9" * 5000 + b"]}", "is damaged: Exceeds the limit"),
    (b'{"plays": ' + b"[" * 100_000, "nested too deeply"),
    (b'{"plays": ' + b"[" * 70 + b"]" * 70 + b"}", "nested too deeply"),
    (b"[]", "has no list of plays"),
    (b'"plays"', "has no list of plays"),
    (b'{"plays": {}}', "has no list of plays"),
    (b" " * (reading.MAX_BYTES + 1), "is larger than 64 MB"),
]


@pytest.mark.parametrize(("raw", "fault"), NONE, ids=[fault for _, fault in NONE])
def test_files_that_are_not_exports_are_refused_with_a_sentence(raw, fault) -> None:
    with pytest.raises(TransferError, match=fault) as refused:
        reading.parse_file(raw, "plays.json")
    assert str(refused.value).startswith("plays.json ")
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_every_unicode_encoding_is_accepted(encoding) -> None:
    assert reading.parse_file('{"plays":[],"x":"Zoë ♠"}'.encode(encoding), "x") == {"plays": [], "x": "Zoë ♠"}


def test_lone_surrogates_are_replaced(store) -> None:
    data = reading.parse_file(rb'{"plays":[],"\ud83c":["\ud83c", "\ud83c\udccf"]}', "x")
    assert data == {"plays": [], "\ufffd": ["\ufffd", "\U0001f0cf"]}


@pytest.mark.long
def test_a_full_disk_rolls_the_import_back(store) -> None:
    before, data = counted(store), reading.parse_file(REAL.read_bytes(), REAL.name)
    with nearly_full(store, 10), pytest.raises(StorageFull, match="no room left"):
        import_plays(store, data)
    assert counted(store) == before
    assert import_plays(store, data).count(ImportAction.NEW) == 79


def test_a_winner_whom_the_points_do_not_name_goes_out_as_chosen_by_hand(path) -> None:
    def win(state: TinyState) -> Outcome | None:
        return Outcome(END, (Seat(0),), "Ana won the tie.") if state.played == state.rounds else None

    opened = Opened(("Ana", "Ben"), Options(rounds=2))
    with Store(path, (replace(TINY, outcome=win),)) as store:
        evening(store, 0, 1, opened=opened)
        evening(store, 0, 0, opened=opened)
        exported = json.loads(export_plays(store).content)
    assert [one["manualWinner"] for one in exported["plays"]] == [True, False]


@pytest.mark.parametrize(("best", "points"), [(Best.HIGH, (9, 5, 50)), (Best.LOW, (5, 9, 1))])
def test_who_left_and_is_ranked_last_does_not_tell_whether_the_highest_points_win(path, best, points) -> None:
    with Store(path) as store:
        pad, opened = find_game("score_pad"), Opened(("Ana", "Ben", "Cleo"), PadOptions(best=best))
        scores = tuple((Seat(seat), number) for seat, number in enumerate(points))
        entries = RoundEntered(scores), Left(Seat(2), ranked=False), RoundEntered(scores[:2]), GameEnded()
        record_all(store, store.sessions.open(pad, opened), *map(Record, entries))
        exported = json.loads(export_plays(store).content)
    assert exported["games"][0]["highestWins"] == (best is Best.HIGH)
    assert exported["plays"][0]["scoringSetting"] == 0
    assert exported["plays"][0]["manualWinner"]  # by the points, Cleo would win


def test_our_own_players_come_back_with_plays_that_bg_stats_added(store) -> None:
    evening(store, 0, 0, 0)
    exported = json.loads(export_plays(store).content)
    ours = [row["playerRefId"] for row in exported["plays"][0]["playerScores"]]
    added = play(77, *(score(number, "3") for number in ours), gameRefId=exported["games"][0]["id"])
    exported["plays"].append(added | {"locationRefId": 0})
    exported["players"] = [one | {"bggUsername": one["name"].lower()} for one in exported["players"]]
    assert import_plays(store, read(exported)).count(ImportAction.NEW) == 1
    again = json.loads(export_plays(store).content)
    names = {one["id"]: one["name"] for one in again["players"]}
    for one in again["plays"]:
        assert [names[row["playerRefId"]] for row in one["playerScores"]] == ["Ana", "Ben", "Cleo"]
    assert [one["bggUsername"] for one in again["players"]] == [one["name"].lower() for one in again["players"]]
