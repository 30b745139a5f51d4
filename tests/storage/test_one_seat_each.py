"""Nobody has two seats in a session, whatever was imported, merged, renamed or typed before, and in whatever order."""

import random
from contextlib import suppress

import pytest

from scoring.contract.game import Opened
from scoring.engine.journal import Amend
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays, preview_plays
from storage.derived.merges import find_shared_seats
from storage.errors import StorageError
from storage.history.player_matching import SEPARATE, ImportAction
from storage.models import MERGE, PLAYER, SEAT
from storage.play_file import reading
from storage.store import Store
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_import import import_sessions
from storage.upkeep.doctor import doctor, rebuild
from tests.storage.conftest import named, open_store, play, record
from tests.storage.pasts import NAMES, happen
from tests.storage.tiny import PAIRS, TINY, Options
from tests.storage.worlds import play as bg_play
from tests.storage.worlds import read, score, uuid, world


def together(store: Store, *names: str) -> str:
    return play(store, 0, 1, opened=Opened(names, Options()))


def seated(*names: str) -> Amend[Opened[Options]]:
    """A set-up corrected while the game runs."""
    return Amend(0, Opened(names, Options()))


def people(store: Store, session_id: str) -> list[str]:
    return [seat.player.id for seat in store.sessions.load_head(session_id).seats]


def assert_one_seat_each(store: Store, hint: object = "") -> None:
    with store.database.reading() as db:
        assert find_shared_seats(db) == (), hint


# Session files -----------------------------------------------------------------------------------------------------


def test_a_new_player_is_not_matched_with_somebody_they_sit_with_later_in_the_file(store, other) -> None:
    """Ana is called Ana B. since another Ana came; here is only the evening before that."""
    together(other, "Ana", "Zed")
    import_sessions(store, export_sessions(other))
    other.players.rename(named(other, "Ana"), "Ana B.")
    together(other, "Ana", "Cleo")
    both = together(other, "Ana", "Ana B.")
    lines = tuple(export_sessions(other))
    preview = import_sessions(store, lines, dry_run=True)
    assert import_sessions(store, lines) == preview
    assert [(player.name, player.action) for player in preview.players] == [
        ("Ana B.", ImportAction.KNOWN),
        ("Zed", ImportAction.KNOWN),
        ("Ana", ImportAction.NEW),
        ("Cleo", ImportAction.NEW),
    ]
    assert len(set(people(store, both))) == 2
    assert_one_seat_each(store)
    assert store.merges.list_active() == ()


def test_a_merge_is_undone_by_a_file_in_which_both_sit_together(store, other, path) -> None:
    together(other, "Ben", "Zed")
    together(other, "Benjamin", "Zed")
    import_sessions(store, export_sessions(other))
    store.merges.merge(named(store, "Ben"), named(store, "Benjamin"))
    both = together(other, "Ben", "Benjamin", "Zed")
    lines = tuple(export_sessions(other))
    preview = import_sessions(store, lines, dry_run=True)
    assert len(store.merges.list_active()) == 1
    assert preview.parted == ("Ben and Benjamin sat at one table, so they count as two people again.",)
    assert import_sessions(store, lines) == preview
    assert store.merges.list_active() == ()
    assert store.sessions.load_names(both) == ("Ben", "Benjamin", "Zed")
    assert doctor(path, (TINY,)).healthy


@pytest.mark.parametrize("is_in_file", [True, False])
def test_a_player_is_not_matched_with_somebody_whom_a_merge_of_the_file_rules_out(store, other, is_in_file) -> None:
    """Bo is Ben, the file says; here Ben and Dov sat together, so Bo cannot be Dov."""
    together(store, "Ben", "Dov")
    import_sessions(other, export_sessions(store))
    evening = together(other, "Bo", "Eve")
    bo, dov = named(other, "Bo"), named(store, "Dov")
    other.merges.merge(named(other, "Ben"), bo)
    collection, *sessions = export_sessions(other)
    lines = [collection, *(sessions if is_in_file else export_session(other, evening))]
    preview = import_sessions(store, lines, choices={bo: dov}, dry_run=True)
    report = import_sessions(store, lines, choices={bo: dov})
    assert report.refused == ("Bo as Dov: Bo and Dov played in the same game; they cannot be the same person.",)
    assert store.players.get_canonical(bo).id == bo
    assert preview == report


def test_a_player_is_matched_with_one_of_two_whom_the_same_file_parts(store, other) -> None:
    together(other, "Bo", "Eve")
    together(other, "Ben", "Dov")
    import_sessions(store, export_sessions(other))
    store.merges.merge(named(store, "Bo"), named(store, "Ben"))
    together(other, "Bo", "Ben")
    together(other, "Bobby", "Ben")
    lines, choices = tuple(export_sessions(other)), {named(other, "Bobby"): named(other, "Bo")}
    preview = import_sessions(store, lines, choices=choices, dry_run=True)
    assert (len(preview.parted), preview.refused) == (1, ())
    assert import_sessions(store, lines, choices=choices) == preview


def test_a_merge_that_was_undone_there_and_is_ruled_out_by_the_file_is_told_once(store, other) -> None:
    for name in ("Ben", "Eve"):
        together(store, name, "Zed")
    ben, eve = named(store, "Ben"), named(store, "Eve")
    store.merges.merge(ben, eve)
    import_sessions(other, export_sessions(store))
    other.merges.undo(other.merges.list_active()[0].id)
    together(other, "Ben", "Eve")
    lines = tuple(export_sessions(other))
    preview = import_sessions(store, lines, dry_run=True)
    report = import_sessions(store, lines)
    assert (preview, report.also, len(report.parted)) == (report, (), 1)


@pytest.mark.long
def test_only_the_newest_merge_between_two_players_is_undone(store, other) -> None:
    for name in ("Ana", "Ann", "Anna"):
        together(other, name, "Zed")
    import_sessions(store, export_sessions(other))
    ana, ann, anna = (named(store, name) for name in ("Ana", "Ann", "Anna"))
    store.merges.merge(ana, ann)
    store.merges.merge(ann, anna)
    together(other, "Ana", "Anna")
    import_sessions(store, export_sessions(other))
    assert [(merge.player.name, merge.target.name) for merge in store.merges.list_active()] == [("Ana", "Ann")]
    assert_one_seat_each(store)


@pytest.mark.long
def test_a_late_joiner_of_a_longer_file_undoes_a_merge(store, other, path) -> None:
    session_id = together(other, "Ben", "Zed")
    together(other, "Benjamin", "Zed")
    import_sessions(store, export_sessions(other))
    store.merges.merge(named(store, "Ben"), named(store, "Benjamin"))
    record(other, session_id, seated("Ben", "Zed", "Benjamin"))
    report = import_sessions(store, export_session(other, session_id))
    assert [session.result.change for session in report.sessions] == ["more"]
    assert len(report.parted) == 1
    assert doctor(path, (TINY,)).healthy


# BG Stats ----------------------------------------------------------------------------------------------------------

APART = world(
    bg_play(1, score(1, "9"), score(3, "8")),
    bg_play(2, score(2, "9"), score(3, "8")),
)
TOGETHER = bg_play(3, score(1, "9"), score(2, "8"), score(3, "7"))
CHANGED = bg_play(2, score(1, "9"), score(2, "9"), score(3, "8"), modificationDate="2026-02-02 10:00:00")


@pytest.mark.parametrize("more", [TOGETHER, CHANGED], ids=["a new play", "a changed play"])
def test_a_merge_is_undone_by_plays_in_which_both_sit_together(store, path, more) -> None:
    import_plays(store, read(APART))
    store.merges.merge(uuid(101), uuid(102))
    data = read(world(APART["plays"][0], more))
    preview = preview_plays(store, data)
    assert preview.parted == ("Ana and Ben sat at one table, so they count as two people again.",)
    assert import_plays(store, data) == preview
    assert store.merges.list_active() == ()
    assert doctor(path, (TINY,)).healthy


def test_choices_that_put_one_person_on_two_seats_are_refused_in_the_preview_too(store) -> None:
    eve = store.players.create("Eve")
    choices = {uuid(101): eve.id, uuid(102): eve.id}
    preview = preview_plays(store, read(world()), choices)
    assert [(player.name, player.action) for player in preview.players] == [
        ("Ana", ImportAction.MERGED),
        ("Ben", ImportAction.NEW),
    ]
    assert preview.skipped == ("Ben as Eve: Ben and Eve played in the same game; they cannot be the same person.",)
    assert import_plays(store, read(world()), choices) == preview


# At the table ------------------------------------------------------------------------------------------------------


def test_a_player_cannot_join_a_table_at_which_they_sit_under_another_name(store) -> None:
    session_id = together(store, "Mum", "Ben")
    store.players.rename(named(store, "Mum"), "Ana")
    with pytest.raises(StorageError, match=r"^Ana already sits at this table as Mum; choose another name\.$"):
        record(store, session_id, seated("Mum", "Ben", "Ana"))
    assert people(store, session_id) == [named(store, "Ana"), named(store, "Ben")]


def test_a_player_cannot_join_a_table_at_which_somebody_sits_who_counts_as_them(store) -> None:
    session_id = together(store, "Anna", "Ben")
    store.merges.merge(named(store, "Anna"), store.players.create("Ana").id)
    with pytest.raises(StorageError, match=r"^Ana already sits at this table as Anna"):
        record(store, session_id, seated("Anna", "Ben", "Ana"))


def test_a_name_under_which_somebody_else_began_the_game_is_refused_with_both_names(store) -> None:
    session_id = together(store, "Ana", "Ben")
    store.players.rename(named(store, "Ben"), "Ben S")
    with pytest.raises(StorageError, match=r"^Ben S began this game as Ben; add an initial to the other Ben\.$"):
        record(store, session_id, seated("Ana", "Ben", "Ben"))


def test_a_session_cannot_be_opened_with_one_person_twice(store) -> None:
    ana, ann = (store.players.create(name).id for name in ("Ana", "Ann"))
    store.merges.merge(ann, ana)
    for ids in ((ana, ana), (ana, ann)):
        with pytest.raises(StorageError, match=r"^Ann already sits at this table as Ana"):
            store.sessions.open(TINY, Opened(("Ana", "Ann"), Options()), ids)
    assert store.history.list_sessions().sessions == ()


# The doctor --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_doctor_finds_and_parts_people_with_two_seats(store, path) -> None:
    merged, seated = together(store, "Ben", "Benjamin", "Zed"), together(store, "Ana", "Anne")
    ben, benjamin, ana = (named(store, name) for name in ("Ben", "Benjamin", "Ana"))
    with store.database.writing() as db:
        row = {"id": uuid(1), "player_id": ben, "into_id": benjamin, "merged_at": store.now()}
        db.execute(MERGE.insert().values(row))
        db.execute(PLAYER.update().where(PLAYER.c.id == ben).values(counts_as=benjamin))
        db.execute(SEAT.update().where(SEAT.c.session_id == seated, SEAT.c.seat == 1).values(player_id=ana))
    report = doctor(path, (TINY,))
    assert {fault.session for fault in report.shared_seats} == {merged, seated}
    assert not report.healthy
    assert report.can_rebuild
    rebuild(store)
    assert doctor(path, (TINY,)).healthy
    assert people(store, merged)[:2] == [ben, benjamin]
    assert store.sessions.load_names(seated) == ("Ana", "Anne 2")


# Any order ---------------------------------------------------------------------------------------------------------


def _do_something(chance: random.Random, store: Store, other: Store) -> None:
    """One thing that people do, in one of two places between which files go back and forth."""
    match chance.randrange(6):
        case 0:
            store.players.rename(chance.choice(store.players.list_recent(archived=True)).id, chance.choice(NAMES))
        case 1:
            lines, choices = tuple(export_sessions(store)), _choose(chance, store, other)
            preview = import_sessions(other, lines, choices=choices, dry_run=True)
            assert import_sessions(other, lines, choices=choices) == preview
        case 2:
            data, choices = reading.parse_file(export_plays(store).content, "plays"), _choose(chance, store, other)
            preview = preview_plays(other, data, choices)
            assert import_plays(other, data, choices) == preview
        case _:
            happen(store, chance)


def _choose(chance: random.Random, store: Store, other: Store) -> dict[str, str]:
    known = [SEPARATE, *(player.id for player in other.players.list_recent(archived=True))]
    return {
        player.id: chance.choice(known) for player in store.players.list_recent(archived=True) if chance.random() < 0.3
    }


@pytest.mark.parametrize("seeds", [pytest.param(10, marks=pytest.mark.long), pytest.param(500, marks=pytest.mark.deep)])
def test_nobody_gets_two_seats_whatever_happens(tmp_path, seeds) -> None:
    for seed in range(seeds):
        chance = random.Random(seed)
        with open_store(tmp_path / f"{seed}-a.db") as one, open_store(tmp_path / f"{seed}-b.db") as two:
            for step in range(20):
                stores = chance.sample((one, two), 2)
                with suppress(StorageError, LookupError):  # a merge or a name that is refused, or nobody is there
                    _do_something(chance, *stores)
                for store in stores:
                    assert_one_seat_each(store, f"seed {seed}, step {step}")
        assert doctor(tmp_path / f"{seed}-a.db", (TINY, PAIRS)).healthy, f"seed {seed}"
