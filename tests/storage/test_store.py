"""Sessions are stored entry by entry, listed, binned and, only then, deleted."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from scoring.contract.game import Opened, Resumed, Stopped
from scoring.engine.codec import FormatError
from scoring.engine.journal import Amend, Record, Redo, Remove, Undo
from scoring.engine.replay import replay
from storage.derived.results import Status, derive
from storage.errors import Collision, StorageError, UnknownSession, Unreadable
from storage.file import write_batches
from storage.file.database import Database
from storage.sessions.entry_rows import StoredEntry, build_journal, to_stored
from storage.store import Store
from storage.transfer.session_export import export_session
from tests.storage.conftest import OPENED, insert, open_store, play, record, run_script, scored, sql, ticking
from tests.storage.tiny import TINY, Options


def test_a_journal_comes_back_as_it_was_recorded(store, path) -> None:
    session_id = store.sessions.open(TINY, OPENED)
    amended = Amend(1, scored(1).event, ("TINY-1",))
    entries = (scored(0), amended, Remove(1), Undo(3), Redo(3), Record(scored(2).event, 1, ("TINY-1",)))
    record(store, session_id, *entries)
    with open_store(path) as other:
        loaded = other.sessions.load(session_id)
    assert loaded.game is TINY
    assert loaded.journal == (Record(OPENED), *entries)
    assert loaded.names == ("Ana", "Ben", "Cleo")
    assert len(loaded.times) == 7
    assert list(loaded.times) == sorted(loaded.times)


def test_what_another_window_added_can_be_read_alone(store) -> None:
    session_id = play(store, 0, 1)
    assert store.sessions.load(session_id, 2).journal == (scored(1),)
    assert store.sessions.load(session_id, 3).journal == ()


@pytest.mark.parametrize(
    ("number", "kind", "sentence"),
    [(1, Collision, "recorded something first"), (5, StorageError, "does not follow the last one")],
)
def test_a_second_writer_of_the_same_number_collides_and_no_entry_leaves_a_gap(store, number, kind, sentence) -> None:
    session_id = play(store, 0)
    with pytest.raises(kind, match=sentence):
        store.sessions.append(session_id, number, TINY, scored(1))
    assert store.sessions.load(session_id).journal[1:] == (scored(0),)


def test_results_that_do_not_fit_are_not_blamed_on_the_number_of_the_entry(store) -> None:
    session_id = play(store, 0, 1)
    derived = derive(TINY, replay(TINY, (*store.sessions.load(session_id).journal, scored(2))))
    twice = replace(derived, result=replace(derived.result, placings=derived.result.placings * 2))
    with pytest.raises(StorageError, match=r"Entry 3 was not recorded: .*placing") as refused:
        store.sessions.append(session_id, 3, TINY, scored(2), twice)
    assert not isinstance(refused.value, Collision)
    assert len(store.sessions.load(session_id).journal) == 3


def test_a_session_that_is_gone_says_so(store) -> None:
    for attempt in (
        lambda: store.sessions.append("nowhere", 1, TINY, scored(1)),
        lambda: store.sessions.load("nowhere"),
        lambda: store.sessions.load("nowhere", 1),
        lambda: store.sessions.load_head("nowhere"),
        lambda: store.bin.add("nowhere"),
        lambda: store.sessions.find("nowhere"),
        lambda: export_session(store, "nowhere"),
    ):
        with pytest.raises(UnknownSession):
            attempt()


def test_entries_can_be_neither_changed_nor_deleted(store) -> None:
    session_id = play(store, 0, 1)
    before = store.sessions.load(session_id)
    for statement in (
        "UPDATE entry SET payload = '{}'",
        "UPDATE entry SET number = 9 WHERE number = 2",
        "DELETE FROM entry WHERE number = 2",
        "REPLACE INTO entry SELECT session_id, 5, action, target, kind, format, payload, waived, entered_at FROM entry",
    ):
        with pytest.raises(IntegrityError, match=r"append-only|no gaps"):
            sql(store, statement)
    assert store.sessions.load(session_id) == before


def test_only_a_binned_session_can_be_deleted_for_ever(store) -> None:
    session_id, other = play(store, 0, 1, 2), play(store, 0, 1, 2)
    store.drafts.save(session_id, 4, "adjusted", {"points": 5})
    assert store.bin.empty([session_id]) == 0
    store.bin.add(session_id)
    assert store.bin.empty([session_id]) == 1
    for table in ("entry", "seat", "draft", "result"):
        assert {found for (found,) in sql(store, f"SELECT session_id FROM {table}")} <= {other}
    assert sql(store, "SELECT id FROM session") == [(other,)]
    assert len(store.sessions.load(other).journal) == 4


def test_the_bin_is_emptied_of_what_has_lain_there_for_thirty_days(store) -> None:
    old, new = play(store), play(store)
    store.bin.add(old)
    store.bin.add(new)
    day, binned_at = timedelta(days=1), store.now()
    store.bin.now = lambda: binned_at + 30 * day - timedelta(seconds=5)
    assert store.bin.purge_old() == 0
    sql(store, "UPDATE session SET binned_at = datetime(binned_at, '-1 day') WHERE id = ?", old)
    assert store.bin.purge_old() == 1
    assert [head.id for head in store.history.list_sessions(binned=True).sessions] == [new]


@pytest.mark.parametrize("step", [0, 1], ids=["of one moment", "one after the other"])
def test_sessions_are_listed_by_pages_newest_first(path, step) -> None:
    with open_store(path) as store:
        store.sessions.now = ticking(step=timedelta(seconds=step))
        ids = [play(store) for _ in range(7)]
        pages = [store.history.list_sessions(limit=3)]
        while pages[-1].more:
            pages.append(store.history.search(after=pages[-1].more, limit=3))
    listed = [head.id for page in pages for head in page.sessions]
    assert listed == (ids[::-1] if step else sorted(ids, reverse=True))
    assert [len(page.sessions) for page in pages] == [3, 3, 1]


def test_a_stopped_session_is_listed_as_stopped_until_it_goes_on(store) -> None:
    session_id = play(store, 0)
    record(store, session_id, Record(Stopped("late", counts=False)))
    assert store.sessions.load_head(session_id).status is Status.STOPPED
    assert store.sessions.load_head(session_id).seats[0].rank is None
    record(store, session_id, Record(Resumed()))
    assert store.sessions.load_head(session_id).status is Status.OPEN


@pytest.mark.long
def test_a_session_is_found_by_the_beginning_of_its_id(store) -> None:
    session_id = play(store)
    assert store.sessions.find(session_id[:8]) == session_id
    for _ in range(40):
        play(store)
    with pytest.raises(StorageError, match=r"Several sessions start with “”;"):
        store.sessions.find("")


def test_place_and_note_are_kept_and_can_be_changed(store) -> None:
    session_id = store.sessions.open(TINY, OPENED, place="Kitchen")
    store.sessions.set_details(session_id, note="Cleo's first game")
    store.sessions.set_details(session_id, place=" Garden ")
    head = store.sessions.load_head(session_id)
    assert (head.place, head.note) == ("Garden", "Cleo's first game")


def test_moments_are_utc_and_remember_the_offset_of_the_table(store) -> None:
    head = store.sessions.load_head(play(store))
    assert head.opened_at == datetime(2026, 1, 2, 20, 0, 1, tzinfo=UTC)
    local = head.opened_at.astimezone().utcoffset()
    assert local is not None
    assert head.utc_offset * 60 == local.total_seconds()


def test_a_corrected_set_up_seats_the_right_players_and_undo_the_old_ones(store) -> None:
    session_id = play(store, 0)
    before = [seated.player for seated in store.sessions.load_head(session_id).seats]
    record(store, session_id, Amend(0, Opened(("Ana", "Dov", "Cleo", "Eve"), Options())))
    assert store.sessions.load_names(session_id) == ("Ana", "Dov", "Cleo", "Eve")
    record(store, session_id, Undo(2))
    assert [seated.player for seated in store.sessions.load_head(session_id).seats] == before
    record(store, session_id, Redo(2))
    assert store.sessions.load_names(session_id) == ("Ana", "Dov", "Cleo", "Eve")


def test_the_same_player_cannot_sit_on_two_seats(store) -> None:
    with pytest.raises(StorageError, match=r"Two players are called ana"):
        store.sessions.open(TINY, Opened(("Ana", "Ben", "ana "), Options()))
    assert store.history.list_sessions().sessions == ()
    assert store.players.list_recent() == ()


def test_version_changes_with_every_write_of_anybody(store, path) -> None:
    before = store.version()
    assert store.version() == before
    session_id = play(store)
    own = store.version()
    assert own != before
    assert store.version() == own
    with open_store(path) as other:
        other.sessions.append(session_id, 1, TINY, scored(0))
    assert store.version() != own


def test_an_entry_of_a_newer_or_unknown_kind_is_not_guessed(store) -> None:
    session_id = play(store, 0)
    unknown = StoredEntry(2, "record", None, "teleported", 9, {}, (), datetime(2026, 1, 2, tzinfo=UTC))
    insert(store, session_id, unknown)
    with pytest.raises(Unreadable, match=r"Entry 2: .*newer than this app knows"):
        store.sessions.load(session_id)


def test_a_session_of_a_game_nobody_knows_stays_listed_but_is_not_opened(store, path) -> None:
    session_id = play(store, 0)
    store.close()
    with Store(path, ()) as poorer:
        assert poorer.sessions.load_head(session_id).game == "tiny"
        with pytest.raises(Unreadable, match="The game Tiny is not installed"):
            poorer.sessions.load(session_id)


def test_an_entry_of_an_older_format_is_read_as_todays(store) -> None:
    session_id = play(store)
    at = datetime(2026, 1, 2, tzinfo=UTC)
    older = StoredEntry(1, "record", None, "scored", 1, {"seat": 1, "score": 7}, (), at)
    insert(store, session_id, older)
    assert store.sessions.load(session_id).journal[1] == scored(1, 7)


def test_a_row_that_is_no_longer_json_makes_one_session_unreadable_and_no_other(store, path) -> None:
    broken, sound = play(store, 0), play(store, 0)
    run_script(path, f"DROP TRIGGER entry_no_update; UPDATE entry SET payload = '{{' WHERE session_id = '{broken}'")
    with pytest.raises(Unreadable, match=r"it was not changed"):
        store.sessions.load(broken)
    assert len(store.sessions.load(sound).journal) == 2


def test_each_entry_notes_when_its_session_changed(store) -> None:
    session_id, other = play(store), play(store)
    before = store.sessions.load_head(other)
    at = store.sessions.append(session_id, 1, TINY, scored(0))
    ((changed,),) = sql(store, "SELECT changed_at FROM session WHERE id = ?", session_id)
    assert datetime.fromisoformat(f"{changed}Z") == store.sessions.load(session_id).times[-1] == at
    assert store.sessions.load_head(other) == before


@pytest.mark.long
def test_the_bin_is_emptied_in_small_transactions_and_what_leaves_it_meanwhile_stays(
    store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_batches, "ROWS", 200)  # two sessions at a time
    ids = [play(store, 0, 1, 2) for _ in range(6)]
    for session_id in ids:
        store.bin.add(session_id)
    writing, turns = Database.writing_in_background, []

    def counted(database: Database) -> Any:
        turns.append(1)
        if len(turns) == 2:
            store.bin.restore(ids[-1])
        return writing(database)

    monkeypatch.setattr(Database, "writing_in_background", counted)
    assert store.bin.empty(store.bin.list_ids()) == 5
    assert len(turns) == 3
    assert [head.id for head in store.history.list_sessions().sessions] == [ids[-1]]
    assert store.history.list_sessions(binned=True).sessions == ()


@pytest.mark.parametrize(
    "entry",
    [Undo(1), Record(Opened(("Ana", "Ben"), Options(1))), Remove(0)],
    ids=["undo", "second beginning", "removal"],
)
def test_stored_entries_that_do_not_follow_each_other_are_no_journal(entry: Any) -> None:
    journal = [Record(Opened(("Ana", "Ben"), Options(1))), entry]
    rows = [to_stored(TINY, number, entry, OPENED) for number, entry in enumerate(journal)]
    with pytest.raises(FormatError, match=r"^Entry 1: it does not fit the entries before it\.$"):
        build_journal(TINY, rows)
    assert build_journal(TINY, rows[:1]) == tuple(journal[:1])
