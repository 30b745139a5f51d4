"""Files of BG Stats come in whole, once, and are told of before; what cannot be understood is named and left out."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, select

from scoring.game import Opened
from storage.bg_format import reading
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import look_through, take_in
from storage.bg_stats.report import APART, Fate
from storage.derived import pipeline
from storage.errors import StorageError, StorageFull, TransferError, Unreadable
from storage.history.import_log import App
from storage.models import IMPORTED_PART, IMPORTED_PLAY, PLACING, PLAY, PLAYER, RESULT, SEAT, SESSION
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_file import read_session
from storage.transfer.session_import import import_session
from storage.upkeep.doctor import doctor
from tests.storage.conftest import open_store
from tests.storage.conftest import play as evening
from tests.storage.tiny import TINY, Options
from tests.storage.worlds import game, play, player, read, score, uuid, world

REAL = Path(__file__).parents[1] / "exchange" / "bgstats_79_plays.json"


def counted(store: Store) -> dict[str, int]:
    with store.database.reading() as db:
        tables = (SESSION, SEAT, PLAYER, RESULT, PLACING, IMPORTED_PART, IMPORTED_PLAY)
        return {table.name: len(db.execute(select(table)).all()) for table in tables}


def heads(store: Store) -> list[tuple[str, str, list[tuple[str, int | None, int | None, bool]]]]:
    return [
        (head.game, head.place, [(each.player.name, each.rank, each.points, each.won) for each in head.seats])
        for head in store.sessions(limit=1000).sessions
    ]


# The real file -----------------------------------------------------------------------------------------------------


def test_every_figure_of_a_real_file_equals_a_plain_count(store) -> None:
    data = json.loads(REAL.read_bytes())
    report = take_in(store, reading.read(REAL.read_bytes(), REAL.name))
    names = {each["id"]: each["name"] for each in data["players"]}
    titles = {each["id"]: each["name"] for each in data["games"]}
    rows = [(played, row) for played in data["plays"] for row in played["playerScores"]]

    assert report.count(Fate.NEW) == len(data["plays"]) == 79
    assert report.left_out == ()
    ours = store.sessions(limit=1000).sessions
    assert len(ours) == 79
    seated = [(head, each) for head in ours for each in head.seats]
    assert Counter(each.player.name for _, each in seated) == Counter(names[row["playerRefId"]] for _, row in rows)
    assert Counter(each.player.name for _, each in seated if each.won) == Counter(
        names[row["playerRefId"]] for _, row in rows if row["winner"]
    )
    assert Counter(store.titles()[head.game] for head in ours) == Counter(
        titles[each["gameRefId"]] for each in data["plays"]
    )
    points: Counter[str] = Counter()
    for _, row in rows:
        points[names[row["playerRefId"]]] += int(row["score"] or 0)
    game_sums: Counter[str] = Counter()
    for _, each in seated:
        game_sums[each.player.name] += each.points or 0
    assert game_sums == points
    assert sum(each.points is None for _, each in seated) == sum(row["score"] is None for _, row in rows)
    places = {each["id"]: each["name"] for each in data["locations"]}
    assert Counter(head.place for head in ours) == Counter(places[each["locationRefId"]] for each in data["plays"])
    with store.database.reading() as db:
        seconds = db.execute(select(RESULT.c.seconds)).scalars().all()
        followed = db.execute(select(PLAY.c.session_id, PLAY.c.player_id, PLAY.c.won)).all()
    assert sorted(map(tuple, followed)) == sorted((head.id, each.player.id, each.won) for head, each in seated)
    assert sum(each or 0 for each in seconds) == 60 * sum(each["durationMin"] for each in data["plays"])


def test_a_real_file_comes_out_as_it_came_in_byte_for_byte(store) -> None:
    take_in(store, reading.read(REAL.read_bytes(), REAL.name))
    assert export_plays(store).content == REAL.read_bytes()


def test_what_is_told_before_is_what_is_told_after_and_nothing_is_changed_by_looking(store) -> None:
    data = reading.read(REAL.read_bytes(), REAL.name)
    before = counted(store)
    looked = look_through(store, data)
    assert counted(store) == before
    assert take_in(store, data) == looked


def test_a_second_time_adds_nothing(store) -> None:
    data = reading.read(REAL.read_bytes(), REAL.name)
    take_in(store, data)
    before = counted(store), heads(store), export_plays(store).content
    again = take_in(store, data)
    assert again.nothing
    assert again.count(Fate.KNOWN) == 79
    assert (counted(store), heads(store), export_plays(store).content) == before


def test_rebuild_and_doctor_know_what_came(store, path) -> None:
    take_in(store, reading.read(REAL.read_bytes(), REAL.name))
    before = heads(store)
    assert doctor(path, (TINY,)).healthy
    assert store.rebuild() == ()
    assert heads(store) == before
    with store.database.writing() as db:
        db.execute(PLACING.update().values(rank=7))
    assert len(doctor(path, (TINY,)).outdated) == 79
    store.rebuild()
    assert doctor(path, (TINY,)).healthy
    assert heads(store) == before
    with store.database.writing() as db:
        db.execute(IMPORTED_PLAY.update().values(raw="{"))
    assert len(doctor(path, (TINY,)).unreadable) == 79
    assert len(store.rebuild()) == 79


# Players -----------------------------------------------------------------------------------------------------------


def test_a_new_player_of_a_known_name_counts_as_that_player_until_told_otherwise(store) -> None:
    ana = store.create_player("ana ")
    report = take_in(store, read(world()))
    assert [(each.name, each.fate, each.into) for each in report.players] == [
        ("Ana", Fate.MERGED, ana.id),
        ("Ben", Fate.NEW, ""),
    ]
    assert heads(store)[0][2][0][0] == "ana"
    store.unmerge_players(store.merges()[0].id)
    assert [name for name, *_ in heads(store)[0][2]] == ["Ana", "Ben"]
    assert store.head(uuid(901)).seats[0].player.id == uuid(101)


def test_the_choice_whom_somebody_counts_as_is_the_tables(store) -> None:
    ana, eve = store.create_player("Ana"), store.create_player("Eve")
    data = read(world())
    choices = {uuid(101): APART, uuid(102): eve.id}
    assert [each.fate for each in look_through(store, data, choices).players] == [Fate.NEW, Fate.MERGED]
    take_in(store, data, choices)
    assert [each.player.id for each in store.head(uuid(901)).seats] == [uuid(101), eve.id]
    assert ana.id not in [each.player.id for each in store.head(uuid(901)).seats]


def test_two_of_one_name_and_the_anonymous_count_as_nobody_else(store) -> None:
    for name in ("Ana", "Anonymous player"):
        store.create_player(name)
    data = world(play(1, score(1, "5"), score(5, "6"), score(4, "7"), score(4, "8")))
    data["players"].append(player(5, "Ana"))
    report = take_in(store, read(data))
    assert {each.fate for each in report.players} == {Fate.NEW}
    assert [name for name, *_ in heads(store)[0][2]] == ["Ana", "Ana", "Anonymous player", "Anonymous player 2"]
    assert "Anonymous player 2" not in [each.name for each in store.recent_players()]
    with open_store(store.database.path.with_name("b.db")) as other:
        take_in(other, read(json.loads(export_plays(store).content)))
        assert export_plays(other).content == export_plays(store).content


def test_two_who_sat_at_one_table_stay_two(store) -> None:
    eve = store.create_player("Eve")
    report = take_in(store, read(world()), {uuid(101): eve.id, uuid(102): eve.id})
    assert [each.fate for each in report.players] == [Fate.MERGED, Fate.NEW]
    assert [each.what for each in report.left_out] == ["Ben as Eve"]
    assert "sat at one table" in report.left_out[0].why


def test_ids_are_compared_without_regard_to_case(store) -> None:
    take_in(store, read(world()))
    data = world(play(2, score(1, "3"), score(2, "4")))
    for each in (*data["players"], *data["games"], *data["plays"]):
        each["uuid"] = each["uuid"].replace("0", "0").upper()
    data["players"][0]["uuid"] = data["players"][0]["uuid"].upper()
    report = take_in(store, read(data))
    assert [each.fate for each in report.players] == [Fate.KNOWN, Fate.KNOWN]
    assert report.games == ()
    assert counted(store)["player"] == 2


def test_somebody_renamed_there_is_renamed_here_unless_they_were_here_too(store) -> None:
    take_in(store, read(world()))
    store.rename_player(uuid(102), "Benjamin")
    data = world()
    for each, name in zip(data["players"], ("Anna", "Benno"), strict=False):
        each |= {"name": name, "modificationDate": "2026-05-05 10:00:00"}
    data["plays"].append(play(2, score(1, "3"), score(2, "4")))
    take_in(store, read(data))
    assert sorted(each.name for each in store.recent_players()) == ["Anna", "Benjamin"]
    assert b'"name":"Benjamin"' in export_plays(store).content


# Plays -------------------------------------------------------------------------------------------------------------


def test_a_play_changed_since_is_changed_here_and_an_older_one_is_not(store) -> None:
    take_in(store, read(world()))
    store.describe(uuid(901), note="our own words")
    later = world(play(1, score(1, "1"), score(2, "99", winner=True), modificationDate="2026-02-02 10:00:00"))
    assert look_through(store, read(later)).count(Fate.CHANGED) == 1
    take_in(store, read(later))
    assert [each[2:] for each in heads(store)[0][2]] == [(1, False), (99, True)]
    assert store.head(uuid(901)).note == "our own words"
    assert store.head(uuid(901)).place == ""
    older = take_in(store, read(world()))
    assert older.nothing
    assert heads(store)[0][2][1][2] == 99


def test_an_ignored_play_is_kept_but_does_not_count(store, path) -> None:
    report = take_in(store, read(world(play(1, score(1, "5", winner=True), ignored=True))))
    assert report.ignored == 1
    assert counted(store)["session"] == 1
    assert counted(store)["result"] == 0
    assert doctor(path, (TINY,)).healthy
    assert export_plays(store).plays == 1


def test_what_was_deleted_there_does_not_come_back_and_goes_into_the_bin_here(store) -> None:
    take_in(store, read(world()))
    data = world(deletedObjects=[{"uuid": uuid(901).upper(), "objectType": "Play", "externalId": 0}])
    report = take_in(store, read(data))
    assert report.deleted == (uuid(901),)
    assert [each.why for each in report.left_out] == ["it was deleted in BG Stats."]
    assert store.sessions().sessions == ()
    assert [head.id for head in store.sessions(binned=True).sessions] == [uuid(901)]
    assert take_in(store, read(data)).nothing
    assert b"deletedObjects" in export_plays(store).content


def tombstone(number: int, **more: str) -> dict[str, Any]:
    return {"uuid": uuid(900 + number).upper(), "objectType": "Play", "externalId": 0} | more


DATES = ["deletionDate", "deletedDate", "deleteDate", "modificationDate", "date"]


@pytest.mark.parametrize("key", DATES)
def test_a_play_changed_after_it_was_deleted_is_taken_in_and_leaves_again(store, key) -> None:
    data = world(deletedObjects=[tombstone(1, **{key: "2026-01-01 10:00:00"})])
    report = take_in(store, read(data))
    assert (report.count(Fate.NEW), report.left_out) == (1, ())
    written = json.loads(export_plays(store).content)
    assert (written["plays"], written["deletedObjects"]) == (data["plays"], data["deletedObjects"])
    assert take_in(store, read(data)).nothing


@pytest.mark.parametrize("deleted", ["2026-01-02 23:00:00", "2026-03-03 10:00:00", "2026-03-03T10:00:00+02:00"])
def test_a_play_not_changed_since_it_was_deleted_stays_away(store, deleted) -> None:
    report = take_in(store, read(world(deletedObjects=[tombstone(1, modificationDate=deleted)])))
    assert [each.why for each in report.left_out] == ["it was deleted in BG Stats."]


def test_a_tombstone_does_not_put_a_newer_play_into_the_bin(store) -> None:
    take_in(store, read(world()))
    older = [tombstone(1, modificationDate="2026-01-02 22:00:00")]
    assert take_in(store, read(world(plays=[], deletedObjects=older))).deleted == ()
    assert [head.id for head in store.sessions().sessions] == [uuid(901)]
    newer = [tombstone(1, modificationDate="2026-01-04 22:00:00")]
    assert take_in(store, read(world(plays=[], deletedObjects=newer))).deleted == (uuid(901),)


@pytest.mark.parametrize("sort", ["Player", "Location", "Game", "Tag", 3])
def test_a_tombstone_of_something_else_deletes_no_play(store, sort) -> None:
    data = world(deletedObjects=[tombstone(1) | {"objectType": sort}])
    assert take_in(store, read(data)).count(Fate.NEW) == 1
    assert take_in(store, read(world(plays=[], deletedObjects=data["deletedObjects"]))).deleted == ()
    assert json.loads(export_plays(store).content)["deletedObjects"] == data["deletedObjects"]


def test_tombstones_of_one_id_but_different_kinds_are_two(store) -> None:
    both = [tombstone(7), tombstone(7) | {"objectType": "Player"}]
    take_in(store, read(world(deletedObjects=both)))
    assert json.loads(export_plays(store).content)["deletedObjects"] == both


def test_what_an_earlier_file_said_was_deleted_does_not_come_back_with_an_older_one(store) -> None:
    take_in(store, read(world(plays=[], deletedObjects=[tombstone(1)])))
    report = take_in(store, read(world()))
    assert [each.why for each in report.left_out] == ["it was deleted in BG Stats."]
    assert store.sessions().sessions == ()


def test_a_play_taken_out_of_the_bin_leaves_without_its_tombstone(store, tmp_path) -> None:
    take_in(store, read(world()))
    take_in(store, read(world(plays=[], deletedObjects=[tombstone(1), tombstone(2)])))
    store.restore(uuid(901))
    written = json.loads(export_plays(store).content)
    assert written["deletedObjects"] == [tombstone(2)]
    with open_store(tmp_path / "other.db") as other:
        assert take_in(other, read(written)).count(Fate.NEW) == 1


def test_our_own_sessions_are_not_for_others_to_delete_or_change(store) -> None:
    session_id = evening(store, 0, 0, 0)
    data = json.loads(export_plays(store).content)
    data["plays"][0]["playerScores"][0]["score"] = "999"
    assert take_in(store, read(data)).nothing
    data |= {"deletedObjects": [{"uuid": session_id}]}
    take_in(store, read(data))
    assert [head.id for head in store.sessions().sessions] == [session_id]


BAD = [
    (5, "Play 2", "it is damaged."),
    (play(2, score(1, "5"), gameRefId=77), "Play 2 (2026-01-02)", "its game is not in the file."),
    (play(2, score(1, "5"), gameRefId=None), "Play 2 (2026-01-02)", "its game is not in the file."),
    (play(2, score(1, "5"), playDate="soon"), "Play 2 (Tichu)", "its date cannot be read."),
    (play(2), "Play 2 (Tichu, 2026-01-02)", "it names nobody who played."),
    (play(2, score(77, "5")), "Play 2 (Tichu, 2026-01-02)", "somebody who played is not in the file."),
    (play(2, playerScores="none"), "Play 2 (Tichu, 2026-01-02)", "it names nobody who played."),
    (play(1, score(1, "5")), "Play 2 (Tichu, 2026-01-02)", "it stands in the file twice; the first one is taken."),
]


@pytest.mark.parametrize(("bad", "what", "why"), BAD)
def test_one_bad_play_is_named_and_never_stops_the_rest(store, bad, what, why) -> None:
    good = [play(1, score(1, "12", winner=True)), play(3, score(2, "3"))]
    report = take_in(store, read(world(good[0], bad, good[1])))
    assert [(each.what, each.why) for each in report.left_out] == [(what, why)]
    assert str(report.left_out[0]) == f"{what}: {why}"
    assert report.count(Fate.NEW) == 2


def test_parts_that_are_no_objects_are_named(store) -> None:
    report = take_in(store, read(world(tags=["x"], players=[player(1, "Ana"), None, player(2, "Ben")])))
    assert [str(each) for each in report.left_out] == [
        "Number 2 of players: it is damaged.",
        "Number 1 of tags: it is damaged.",
    ]


def test_old_and_new_apps_may_leave_out_or_add_what_they_like(store) -> None:
    """No ids for people, no date but that of entry, places that are none, keys nobody knows."""
    odd = {"gameRefId": 1, "entryDate": "2026-01-02 20:00:00", "playerScores": [{"playerRefId": 1}], "new": {"a": [1]}}
    data = {
        "players": [{"id": 1, "name": "Ana"}],
        "games": [{"id": 1}],
        "plays": [odd | {"locationRefId": 5}],
        "tags": [{"uuid": uuid(1), "id": 1, "name": "fun"}],
        "brandNew": {"gameRefId": 1},
        "about": "This is a Play file",
    }
    report = take_in(store, read(data))
    assert report.left_out == ()
    assert store.titles()[store.sessions().sessions[0].game] == "A game without a name"
    written = json.loads(export_plays(store).content)
    assert written["plays"] == data["plays"]
    assert (written["tags"], written["brandNew"]) == (data["tags"], data["brandNew"])
    assert "about" not in written
    assert take_in(store, read(data)).nothing


def test_two_files_that_use_the_same_numbers_for_other_things_go_together(store) -> None:
    take_in(store, read(world()))
    data = world(play(2, score(1, "3", winner=True), score(2, "4"), locationRefId=2, tags=[{"tagRefId": 1}]))
    data["players"] = [player(1, "Dov") | {"uuid": uuid(501)}, player(2, "Ana")]
    data["players"][1]["uuid"] = uuid(101)
    data["games"] = [game(1, "TICHU", bggId=0) | {"uuid": uuid(601)}]
    data["tags"] = [{"uuid": uuid(1), "id": 1, "name": "fun"}]
    take_in(store, read(data))
    assert [(row[1], [each[0] for each in row[2]]) for row in sorted(heads(store))] == [
        ("Club", ["Dov", "Ana"]),
        ("Kitchen", ["Ana", "Ben"]),
    ]
    assert len({head.game for head in store.sessions().sessions}) == 1
    written = json.loads(export_plays(store).content)
    names = {each["id"]: each["name"] for each in written["players"]}
    assert len(names) == len(written["players"]) == 5
    assert [[names[row["playerRefId"]] for row in each["playerScores"]] for each in written["plays"]] == [
        ["Ana", "Ben"],
        ["Dov", "Ana"],
    ]
    with open_store(store.database.path.with_name("b.db")) as other:
        take_in(other, read(written))
        assert export_plays(other).content == export_plays(store).content


def test_a_newer_apple_file_merges_with_an_older_one_and_every_reference_leads_where_it_led(store) -> None:
    """Ids in capitals, blanks and another order, tags, groups, expansions, challenges, what nobody knows."""
    take_in(store, reading.read(REAL.read_bytes(), REAL.name))
    expansion = {"gameRefId": 2, "bggId": 0}
    first = play(
        1,
        score(1, "3+6", winner=True, metaData='{"scoreUuid":"A"}', teamRole="", startPosition="North"),
        score(2, "21,7", winner=False, rank=0, newPlayer=True),
        expansionPlays=[expansion],
        tags=[{"tagRefId": 1}],
        locationRefId=1,
        playImages="[]",
        nemestatsId=0,
        metaData="{}",
    )
    data = world(first, tags=[{"uuid": "AB-1", "id": 1, "name": "Online", "type": "Plays"}])
    data |= {
        "groups": [{"uuid": uuid(700), "id": 1, "name": "Us", "players": [{"playerRefId": 2}]}],
        "challenges": [{"uuid": uuid(701), "id": 1, "games": [{"gameRefId": 2}]}],
        "deletedObjects": [{"uuid": uuid(999).upper(), "objectType": "Play", "externalId": 0}],
    }
    for each in (*data["players"], *data["games"], *data["plays"]):
        each["uuid"] = each["uuid"].upper()
    raw = json.dumps(data, indent=2, sort_keys=True).encode("utf-8-sig")
    report = take_in(store, reading.read(raw, "ios.json"))
    assert (report.count(Fate.NEW), report.left_out) == (1, ())
    written = json.loads(export_plays(store).content)

    def named(sort: str, ref: int) -> str:
        return next(each["name"] for each in written[sort] if each["id"] == ref)

    left = written["plays"][-1]
    assert [named("players", row["playerRefId"]) for row in left["playerScores"]] == ["Ana", "Ben"]
    assert named("games", left["gameRefId"]) == "Tichu"
    assert named("games", left["expansionPlays"][0]["gameRefId"]) == "Golf"
    assert named("locations", left["locationRefId"]) == "Kitchen"
    assert named("tags", left["tags"][0]["tagRefId"]) == "Online"
    assert named("players", written["groups"][0]["players"][0]["playerRefId"]) == "Ben"
    assert named("games", written["challenges"][0]["games"][0]["gameRefId"]) == "Golf"
    assert named("players", written["userInfo"]["meRefId"]) == "Player 004"
    for sort in ("players", "games", "locations"):
        assert len({each["id"] for each in written[sort]}) == len(written[sort])
    assert left["playerScores"][0]["startPosition"] == "North"
    assert [each.points for each in store.head(uuid(901)).seats] == [9, 22]
    old = json.loads(REAL.read_bytes())
    assert written["plays"][:79] == old["plays"]
    assert take_in(store, reading.read(raw, "ios.json")).nothing
    with open_store(store.database.path.with_name("b.db")) as other:
        take_in(other, reading.read(export_plays(store).content, "x"))
        assert export_plays(other).content == export_plays(store).content


def test_a_single_play_that_was_shared_comes_in(store) -> None:
    """A .bgsplay holds only what its play needs; the same play in a whole export is the same play."""
    whole = world(play(1, score(1, "5", winner=True), score(2, "3")), play(2, score(3, "1")))
    shared = {
        "about": "This is a Play file",
        "players": whole["players"][:2],
        "locations": [],
        "games": whole["games"][:1],
        "plays": whole["plays"][:1],
        "userInfo": {"meRefId": 1},
    }
    assert take_in(store, read(shared)).count(Fate.NEW) == 1
    again = take_in(store, read(whole))
    assert (again.count(Fate.KNOWN), again.count(Fate.NEW)) == (1, 1)


def test_what_came_can_be_put_into_the_bin_again(store) -> None:
    known = evening(store, 0)
    report = take_in(store, read(world()), name="BGStatsExport.json")
    arrival = store.arrival(report.new[0])
    assert (arrival.app, arrival.file) == (App.BG_STATS, "BGStatsExport.json")
    assert store.take_back(arrival.at) == 1
    assert [head.id for head in store.sessions().sessions] == [known]
    assert store.take_back(arrival.at) == 0


def test_each_namesake_costs_the_same_however_many_there_are(tmp_path) -> None:
    def asked(number: int) -> int:
        """How many statements it takes to take in a play each of so many who are known here by name."""
        several = range(1, number + 1)
        data = world(*(play(n, score(n, "5")) for n in several), players=[player(n, f"Player {n}") for n in several])
        with open_store(tmp_path / f"{number}.db") as store:
            for n in several:
                store.create_player(f"Player {n}")
            statements: list[str] = []
            event.listen(store.database.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
            assert {each.fate for each in take_in(store, read(data)).players} == {Fate.MERGED}
        return len(statements)

    few, more, many = asked(4), asked(8), asked(16)
    assert many - more == 2 * (more - few)


def test_plays_that_changed_are_written_together_however_many_there_are(tmp_path) -> None:
    def asked(number: int) -> int:
        """How many statements it takes to write so many plays anew."""
        plays = [play(n, score(1, "5"), score(2, "7"), locationRefId=1) for n in range(1, number + 1)]
        with open_store(tmp_path / f"{number}.db") as store:
            take_in(store, read(world(*plays)))
            store.describe(uuid(901), place="Attic")
            for each in plays:
                each |= {"modificationDate": "2026-05-05 00:00:00", "locationRefId": 2, "comments": "late"}
            statements: list[str] = []
            event.listen(store.database.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
            assert take_in(store, read(world(*plays))).count(Fate.CHANGED) == number
            noted = {(head.place, head.note) for head in store.sessions(limit=100).sessions}
            assert noted == {("Attic", "late"), ("Club", "late")}
        return len(statements)

    assert asked(3) == asked(12)


def test_sums_are_right_however_many_sessions_are_counted_at_once(store, path, monkeypatch) -> None:
    monkeypatch.setattr(pipeline, "_TOGETHER", 30)
    data = json.loads(REAL.read_bytes())
    take_in(store, read(data))
    assert doctor(path, (TINY,)).healthy
    for each in data["plays"]:
        each["modificationDate"] = "2100-01-01 00:00:00"
        each["playerScores"] = each["playerScores"][::-1]
    assert take_in(store, read(data)).count(Fate.CHANGED) == 79
    assert doctor(path, (TINY,)).healthy


# Beside our own sessions -------------------------------------------------------------------------------------------


def test_our_sessions_go_out_in_and_out_again_as_the_same_bytes(store, tmp_path) -> None:
    take_in(store, read(world()))
    evening(store, 0, 2, 2, opened=Opened(("Ana", "Zoë", "=Gus"), Options()))
    store.describe(evening(store, 1, 1, 1), place="kitchen", note='"quoted"\n2')
    store.describe(evening(store, 2, 2, 2), place="Attic")
    store.describe(uuid(901), note="seen", place="Attic")
    first = export_plays(store)
    assert (first.plays, first.left_out) == (4, 0)
    assert take_in(store, reading.read(first.content, "x")).nothing
    assert export_plays(store).content == first.content
    with open_store(tmp_path / "other.db") as other:
        report = take_in(other, reading.read(first.content, "x"))
        assert report.left_out == ()
        assert export_plays(other).content == first.content
        assert other.rebuild() == ()
        assert [each[2] for each in heads(store)] == [each[2] for each in heads(other)]
        assert sorted(each[1] for each in heads(other)) == ["", "Attic", "Attic", "Kitchen"]


def test_our_sessions_leave_with_their_points_ranks_and_rounds(store) -> None:
    session_id = evening(store, 0, 2, 2)
    written = json.loads(export_plays(store).content)
    (left,) = written["plays"]
    placed = store.head(session_id).seats
    assert left["uuid"] == session_id
    assert left["playDate"] == "2026-01-02 20:00:01"
    assert written["games"][0]["name"] == TINY.title
    assert [(row["score"], row["rank"], row["winner"]) for row in left["playerScores"]] == [
        (str(each.points), each.rank, each.won) for each in placed
    ]
    for row in left["playerScores"]:
        assert all(isinstance(row[key], bool) for key in ("winner", "startPlayer", "newPlayer"))
    sheet = json.loads(left["scoresheet"])
    game_sums: Counter[str] = Counter()
    for each in sheet["rounds"]:
        for row in each["rows"]:
            game_sums.update({who: int(points) for who, points in row["scores"].items()})
    assert [game_sums[each.player.id] for each in placed] == [each.points for each in placed]
    assert {
        tuple((key, value) for key, value in row.items() if key not in ("templateId", "label", "scores"))
        for each in sheet["rounds"]
        for row in each["rows"]
    } == {(("repetition", 0), ("repeatable", False), ("negative", False), ("isExtra", False))}


def test_what_is_ours_is_numbered_from_one(store) -> None:
    evening(store, 0, 2, 2)
    written = json.loads(export_plays(store).content)
    assert [each["id"] for each in written["games"]] == [1]
    assert [each["id"] for each in written["players"]] == [1, 2, 3]


def test_open_sessions_and_those_in_the_bin_stay_here(store) -> None:
    store.bin(evening(store, 0, 0, 0))
    store.open_session(TINY, Opened(("Ana", "Ben"), Options()))
    written = export_plays(store)
    assert (written.plays, written.left_out) == (0, 1)
    assert json.loads(written.content) == {
        "players": [],
        "locations": [],
        "games": [],
        "plays": [],
        "challenges": [],
        "userInfo": {"meRefId": 0},
    }


def test_the_whole_session_takes_the_place_of_its_result(store, tmp_path) -> None:
    session_id = evening(store, 0, 2, 2)
    lines = export_session(store, session_id)
    with open_store(tmp_path / "other.db") as other:
        take_in(other, reading.read(export_plays(store).content, "x"))
        assert other.imported(session_id)
        with pytest.raises(TransferError, match="came from another app"):
            export_session(other, session_id)
        with pytest.raises(Unreadable, match="there is its result, but no log"):
            other.load(session_id)
        import_session(other, read_session(lines, (TINY,)))
        assert not other.imported(session_id)
        assert export_session(other, session_id) == lines
        assert doctor(tmp_path / "other.db", (TINY,)).healthy


def test_a_purged_play_is_gone_and_can_come_again(store) -> None:
    take_in(store, read(world()))
    store.bin(uuid(901))
    store.purge(uuid(901))
    assert counted(store)["imported_play"] == 0
    assert take_in(store, read(world())).count(Fate.NEW) == 1


# Files that are none -----------------------------------------------------------------------------------------------

XML = b'<?xml version="1.0"?><plays username="x" total="1"><play id="1"/></plays>'
NONE = [
    (b"", "is empty"),
    (b"\xef\xbb\xbf \n", "is empty"),
    (XML, "is a list of plays of BoardGameGeek \\(XML\\)"),
    (b"<!DOCTYPE html><html></html>", "is a page of the web"),
    (b"<a/>", "is XML"),
    (b'{"plays": [', "is damaged at line 1, column"),
    (b'{"plays":\n[1,]}', "is damaged at line 2, column"),
    (b'{"plays": "\xff"}', "is damaged at line 1: it is not text in UTF-8"),
    (b'{"plays": [NaN]}', "is damaged: NaN is not a number"),
    (b'{"plays": [1e999]}', "is damaged: a number is too large"),
    (b'{"plays": [' + b"9" * 5000 + b"]}", "is damaged: Exceeds the limit"),
    (b'{"plays": ' + b"[" * 100_000, "nested too deeply"),
    (b'{"plays": ' + b"[" * 70 + b"]" * 70 + b"}", "nested too deeply"),
    (b"[]", "has no list of plays"),
    (b'"plays"', "has no list of plays"),
    (b'{"plays": {}}', "has no list of plays"),
    (b" " * (reading.LARGEST + 1), "is larger than 64 MB"),
]


@pytest.mark.parametrize(("raw", "fault"), NONE, ids=[fault for _, fault in NONE])
def test_what_is_no_export_is_refused_with_a_sentence(raw, fault) -> None:
    with pytest.raises(TransferError, match=fault) as refused:
        reading.read(raw, "plays.json")
    assert str(refused.value).startswith("plays.json ")
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_any_encoding_of_unicode_is_read(encoding) -> None:
    assert reading.read('{"plays":[],"x":"Zoë ♠"}'.encode(encoding), "x") == {"plays": [], "x": "Zoë ♠"}


def test_half_a_character_becomes_a_sign_for_it(store) -> None:
    data = reading.read(rb'{"plays":[],"\ud83c":["\ud83c", "\ud83c\udccf"]}', "x")
    assert data == {"plays": [], "\ufffd": ["\ufffd", "\U0001f0cf"]}


def test_a_full_disk_in_the_middle_leaves_nothing_half_done(store) -> None:
    before = counted(store)
    with store.database.reading() as db:
        pages = db.exec_driver_sql("PRAGMA page_count").scalar_one()
        db.exec_driver_sql(f"PRAGMA max_page_count = {pages + 10}")
    with pytest.raises(StorageFull, match="no room left"):
        take_in(store, reading.read(REAL.read_bytes(), REAL.name))
    with store.database.reading() as db:
        db.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert counted(store) == before
    assert take_in(store, reading.read(REAL.read_bytes(), REAL.name)).count(Fate.NEW) == 79


# Anything at all ---------------------------------------------------------------------------------------------------

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 6),
    st.sampled_from(
        [2**31, -(2**70), 10**30, 0.5, "", "12", "3+6", "Ana", uuid(101), uuid(901), "2026-01-02 20:00:00"]
    ),
    st.text(max_size=6),
)
KEYS = st.sampled_from(
    [
        *("id", "uuid", "name", "playerRefId", "gameRefId", "locationRefId", "score", "winner", "rank", "team"),
        *("playDate", "durationMin", "rounds", "ignored", "usesTeams", "cooperative", "highestWins", "comments"),
        *("isAnonymous", "modificationDate", "scoreSheet", "scoringSetting", "bggId", "playerScores", "tagRefId"),
    ]
)
THINGS = st.dictionaries(KEYS, st.one_of(SCALARS, st.lists(st.dictionaries(KEYS, SCALARS, max_size=6), max_size=3)))
LISTS = st.one_of(SCALARS, st.lists(st.one_of(SCALARS, THINGS), max_size=4))
FILES = st.dictionaries(st.sampled_from(["plays", *reading.LISTS, "userInfo", "more"]), LISTS)


@st.composite
def mutated(draw: st.DrawFn) -> dict:
    """A small good file of which some values are anything."""
    data = json.loads(
        json.dumps(world(play(1, score(1, "3+6", winner=True, team="0"), score(2, None)), play(2, score(4, "5"))))
    )
    for _ in range(draw(st.integers(1, 5))):
        spot, at = data, draw(st.sampled_from(sorted(data)))
        while isinstance(spot[at], dict | list) and spot[at] and draw(st.integers(0, 4)):
            spot = spot[at]
            at = draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
        spot[at] = draw(st.one_of(SCALARS, THINGS, LISTS))
    return data | draw(st.one_of(st.just({}), st.just({}), FILES))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=mutated())
def test_whatever_the_shape_it_comes_in_and_out_or_is_refused_with_a_sentence(data) -> None:
    assert_comes_in_and_out_or_is_refused(data)


@pytest.mark.long
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=mutated())
def test_whatever_the_shape_of_a_hundred_files_they_come_in_and_out_or_are_refused(data) -> None:
    assert_comes_in_and_out_or_is_refused(data)


def assert_comes_in_and_out_or_is_refused(data: dict) -> None:
    """What is taken in goes out and comes in again the same; a refused file changes nothing."""
    with Store("sqlite://", (TINY,)) as store, Store("sqlite://", (TINY,)) as other:
        before = counted(store)
        try:
            file = read(data)
            looked = look_through(store, file)
            took = take_in(store, file)
        except StorageError:
            assert counted(store) == before
            return
        assert took == looked
        assert take_in(store, file).nothing or took.deleted
        written = export_plays(store).content
        assert take_in(store, reading.read(written, "x")).count(Fate.NEW) == 0
        again = take_in(other, reading.read(written, "x"))
        assert again.count(Fate.NEW) == len(json.loads(written)["plays"])
        assert export_plays(other).content == written
        ids = [head.id for head in store.sessions(limit=100).sessions]
        assert store.rebuild() == ()
        assert [head.id for head in store.sessions(limit=100).sessions] == ids
