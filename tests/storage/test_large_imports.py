"""Large files are imported in batches: recording goes first, and a killed import can be completed."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from scoring.contract.game import Opened
from storage.bg_stats import importing
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.report import ImportReport
from storage.errors import IncompleteImport, StorageFull
from storage.file import write_batches
from storage.file.database import Database
from storage.file.write_batches import Pace
from storage.history import import_log
from storage.history.import_log import UNFINISHED_SETTING, FileImport
from storage.history.player_matching import ImportAction
from storage.history.session_list import SessionHead
from storage.models import SETTING
from storage.store import Store
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_file import MAX_CHARACTERS, MAX_ENTRIES, split_sessions
from storage.transfer.session_import import import_sessions
from storage.transfer.session_join import SessionChange
from storage.upkeep.doctor import doctor
from tests.storage.conftest import OPENED, named, nearly_full, open_store, play, record, scored
from tests.storage.forks import NEEDS_FORK, Report, kill_during
from tests.storage.tiny import TINY, Options
from tests.storage.worlds import play as bg_play
from tests.storage.worlds import read, score, uuid, world

SEED = 20260103
SESSIONS = 40


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """A file of forty sessions of three tables."""
    tables = (OPENED, Opened(("Ana", "Zoë"), Options()), Opened(("Ben", "Cleo", "Dov", "Eve"), Options(rounds=2)))
    with open_store(tmp_path_factory.mktemp("lines") / "there.db") as there:
        for number in range(SESSIONS):
            play(there, *(number % 2 for _ in range(number % 4)), opened=tables[number % 3])
        return tuple(export_sessions(there))


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Import a few sessions per batch, as on a slow device."""
    monkeypatch.setattr(write_batches, "ROWS", 20)


def assert_healthy(path: Path) -> None:
    report = doctor(path, (TINY,))
    assert report.healthy, report


def find_completed(store: Store) -> FileImport:
    """The only import, after asserting that it is complete."""
    ((file_import, number),) = store.imports.list_latest()
    assert number == SESSIONS
    assert store.settings.get(UNFINISHED_SETTING) is None
    return file_import


# Memory ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_import_reads_only_one_batch_ahead(store, lines, small_pieces) -> None:
    read = 0

    def stream() -> Iterator[str]:
        nonlocal read
        for line in lines:
            read += 1
            yield line

    ahead: list[int] = []
    import_sessions(store, stream(), on_progress=lambda done: ahead.append(read))
    assert ahead[0] <= 40
    assert ahead == sorted(ahead)


@pytest.mark.long
@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ([""] * (MAX_ENTRIES + 5), f"the session has more than {MAX_ENTRIES:,} entries"),
        ([" " * (MAX_CHARACTERS // 4)] * 6, "the session is longer than 16 MB"),
    ],
    ids=["too many entries", "too long"],
)
def test_an_oversized_session_is_skipped_and_the_others_are_imported(store, lines, more, sentence) -> None:
    count = next(at for at, line in enumerate(lines[2:], start=2) if '"app"' in line)
    first, second, *_ = sessions = import_sessions(store, [*lines[:count], *more, *lines[count:]]).sessions
    assert sentence in first.error
    assert second.result.change is SessionChange.NEW
    assert len(sessions) == SESSIONS


# Recording first ---------------------------------------------------------------------------------------------------


def test_between_two_background_writes_the_lock_is_free_for_as_long_as_it_was_held(store, monkeypatch) -> None:
    now = [0.0]
    slept: list[float] = []
    monkeypatch.setattr(write_batches, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=slept.append))
    pace = Pace()
    for held, idle in ((0.04, 0.0), (0.08, 0.03), (9.0, 0.0), (0.04, 9.0), (0.04, 0.0)):
        with pace.writing(store.database):
            now[0] += held
        now[0] += idle
    assert slept == pytest.approx([0.0, 0.04, 0.05, write_batches._LONGEST_REST, 0.0])


def test_foreground_writes_go_before_background_writes(store, monkeypatch) -> None:
    monkeypatch.setattr(Database, "_change", lambda _: nullcontext())  # the lock of SQLite would hide who waits
    order: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def table() -> None:
        with store.database.writing():
            begun.set()
            go_on.wait(10)
            order.append("table")

    def background() -> None:
        with store.database.writing_in_background():
            order.append("background")

    threads = [threading.Thread(target=table), threading.Thread(target=background)]
    threads[0].start()
    assert begun.wait(10)
    threads[1].start()
    time.sleep(0.05)
    assert order == []
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert order == ["table", "background"]


@pytest.mark.long
def test_entries_are_recorded_during_a_large_import(store, path, lines, small_pieces) -> None:
    """In this process and from another process."""
    ours, theirs = store.sessions.open(TINY, OPENED), store.sessions.open(TINY, OPENED)
    recorded: list[str] = []
    with open_store(path, patience=2.0) as window:

        def tell(done: int) -> None:
            for place, session_id in ((store, ours), (window, theirs)):
                if len(recorded) < 6:
                    record(place, session_id, scored(0))
                    recorded.append(session_id)

        import_sessions(store, lines, on_progress=tell)
    assert len(recorded) == 6
    assert len(store.sessions.load(ours).journal) == len(store.sessions.load(theirs).journal) == 4
    assert store.history.count() == SESSIONS + 2
    assert_healthy(path)


# One import --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_batches_belong_to_one_import_and_are_undone_together(store, lines, path, small_pieces) -> None:
    sessions = import_sessions(store, lines, "evenings.jsonl").sessions
    assert {session.result.change for session in sessions} == {SessionChange.NEW}
    assert find_completed(store).file == "evenings.jsonl"
    assert store.imports.undo(find_completed(store).at) == SESSIONS
    assert store.history.list_sessions().sessions == ()
    assert store.players.list_recent(archived=True) == ()
    assert_healthy(path)
    assert {session.result.change for session in import_sessions(store, lines).sessions} == {SessionChange.UNCHANGED}


@pytest.mark.long
def test_a_full_disk_leaves_whole_sessions_and_the_import_can_be_completed(store, lines, path, small_pieces) -> None:
    sentence = r"no room left .* games of this file were imported; import the file again"
    with nearly_full(store, 4), pytest.raises(IncompleteImport, match=sentence):
        import_sessions(store, lines, "evenings.jsonl")
    there = store.history.count()
    assert 0 < there < SESSIONS
    assert_healthy(path)
    changes = [session.result.change for session in import_sessions(store, lines, "evenings.jsonl").sessions]
    assert changes.count(SessionChange.UNCHANGED) == there
    assert tuple(export_sessions(store))[1:] == lines[1:]
    assert store.imports.undo(find_completed(store).at) == SESSIONS


@pytest.mark.long
def test_a_completed_import_is_not_resumed_by_a_file_of_the_same_name(store, lines, small_pieces) -> None:
    half = next(at for at, line in enumerate(lines) if at > len(lines) // 2 and '"app"' in line)
    import_sessions(store, lines[:half], "evenings.jsonl")
    import_sessions(store, lines, "evenings.jsonl")
    assert len(store.imports.list_latest()) == 2


def export_twice(store: Store) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The id of a session and its file after one round and after three."""
    session_id = play(store, 0)
    short = export_session(store, session_id)
    record(store, session_id, scored(1), scored(2))
    return session_id, short, export_session(store, session_id)


def test_a_session_listed_twice_is_extended(store, other) -> None:
    session_id, short, long = export_twice(other)
    sessions = import_sessions(store, (*short, *long, *short)).sessions
    assert [session.result.change for session in sessions] == [
        SessionChange.NEW,
        SessionChange.EXTENDED,
        SessionChange.UNCHANGED,
    ]
    assert [session.result.added_entries for session in sessions] == [2, 2, 0]
    assert export_session(store, session_id) == long
    assert store.sessions.load_head(session_id).winners == other.sessions.load_head(session_id).winners != ()


@pytest.mark.long
def test_an_import_interrupted_at_a_repeated_session_is_completed_as_the_same_import(store, other) -> None:
    """The first copy of a session is written when the second one is read, before the rest of the file."""
    session_id, short, long = export_twice(other)
    last = export_session(other, play(other, 1))

    def interrupted() -> Iterator[str]:
        yield from (*short, *long, last[0])
        raise StorageFull("There is no room left.")

    with pytest.raises(IncompleteImport):
        import_sessions(store, interrupted(), "evenings.jsonl")
    assert export_session(store, session_id) == short
    import_sessions(store, (*short, *long, *last), "evenings.jsonl")
    ((file_import, number),) = store.imports.list_latest()
    assert number == 2
    assert store.imports.undo(file_import.at) == 2


def test_numbers_too_large_for_sqlite_are_refused_by_session(store, lines) -> None:
    """A score too large for SQLite; the other sessions are imported."""
    at = next(number for number, line in enumerate(lines) if '"totals"' in line)
    bad = list(lines)
    head, _, tail = bad[at].partition('"totals":[')
    bad[at] = f'{head}"totals":[{10**400},{tail}'
    sessions = import_sessions(store, bad).sessions
    assert len(sessions) == SESSIONS
    assert sum(bool(session.error) for session in sessions) <= 1


# Kills -------------------------------------------------------------------------------------------------------------


def kill_import(path: Path, run: Callable[[Store, Report], object], seconds: float, reports: int = 1) -> None:
    """Kill an import some seconds after its first reports, the first of which says that the file is open."""

    def work(report: Report) -> None:
        with Store(path, (TINY,)) as store:
            report("open")
            run(store, report)

    kill_during(work, seconds, reports)


def list_all(store: Store) -> tuple[SessionHead, ...]:
    return store.history.list_sessions(limit=1000).sessions


@NEEDS_FORK
@pytest.mark.parametrize(
    ("kills", "halfway"), [pytest.param(5, 0, marks=pytest.mark.long), pytest.param(100, 11, marks=pytest.mark.deep)]
)
def test_killed_imports_leave_whole_sessions_and_can_be_completed(
    tmp_path, lines, small_pieces, kills, halfway
) -> None:
    chance, left = random.Random(SEED), []
    _, *sessions = (session for _, session in split_sessions(lines))  # the first line has what belongs to none

    def run(store: Store, report: Report) -> None:
        import_sessions(store, lines, "evenings.jsonl", on_progress=report)

    for turn in range(kills):
        path = tmp_path / f"killed-{turn}.db"
        with open_store(path) as store:
            play(store, 0, 1, 2)
        kill_import(path, run, chance.uniform(0.0, 0.01), chance.randrange(1, 12))
        with open_store(path) as store:
            left.append(store.history.count() - 1)
            exported = [export_session(store, head.id) for head in list_all(store) if head.from_file]
            assert set(exported) <= set(sessions)
            assert_healthy(path)
            import_sessions(store, lines, "evenings.jsonl")
            assert {export_session(store, head.id) for head in list_all(store)} >= set(sessions)
            assert find_completed(store).file == "evenings.jsonl"
            store.imports.undo(find_completed(store).at)
            assert len(store.history.list_sessions().sessions) == 1
            assert_healthy(path)
        path.unlink()
    assert sum(0 < number < SESSIONS for number in left) >= halfway


@pytest.mark.long
def test_an_import_killed_after_its_last_session_is_completed(store, lines, small_pieces, monkeypatch) -> None:
    def killed(db: Any, *_: Any) -> None:
        if db.execute(select(SETTING.c.key).where(SETTING.c.key == UNFINISHED_SETTING)).first():
            raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(import_log, "clear_unfinished", killed)
        with pytest.raises(KeyboardInterrupt):
            import_sessions(store, lines, "evenings.jsonl")
    assert store.settings.get(UNFINISHED_SETTING) is not None
    import_sessions(store, lines, "evenings.jsonl", dry_run=True)
    assert store.settings.get(UNFINISHED_SETTING) is not None
    import_sessions(store, lines, "evenings.jsonl")
    find_completed(store)


# BG Stats ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def few_together(monkeypatch: pytest.MonkeyPatch, small_pieces: None) -> None:
    monkeypatch.setattr(importing, "MAX_PLAYS_AT_ONCE", 5)


def many_plays(number: int = SESSIONS) -> dict[str, Any]:
    """Plays of Ana and Ben, whose names are known."""
    return read(world(*(bg_play(at, score(1, str(at), winner=True), score(2, "3")) for at in range(1, number + 1))))


def import_many(store: Store) -> ImportReport:
    return importing.import_plays(store, many_plays(), name="plays.json")


@pytest.fixture
def at_once(tmp_path: Path) -> bytes:
    """The export after importing the same plays in one transaction."""
    with open_store(tmp_path / "other.db") as other:
        import_many(other)
        return export_plays(other).content


@pytest.mark.long
def test_many_plays_are_imported_in_batches_as_one_import(store, path, at_once, few_together) -> None:
    ana = store.players.create("Ana")
    ours = store.sessions.open(TINY, OPENED)
    report = import_many(store)
    assert report.count(ImportAction.NEW) == SESSIONS
    assert export_plays(store).content == at_once
    assert {merge.target.id for merge in store.merges.list_active()} >= {ana.id}
    record(store, ours, scored(0))
    assert find_completed(store).file == "plays.json"
    assert store.imports.undo(find_completed(store).at) == SESSIONS
    assert_healthy(path)


@pytest.fixture
def ana(store: Store, few_together: None) -> str:
    """The id of Ana, whom the plays name; a full disk stopped the import of them."""
    ana = store.players.create("Ana").id
    sentence = r"no room left .* plays of this file were imported; import the file again"
    with nearly_full(store, 8), pytest.raises(IncompleteImport, match=sentence):
        import_many(store)
    return ana


def assert_merged(store: Store, ana: str) -> None:
    """The import is complete, with its merge."""
    assert [merge.target.id for merge in store.merges.list_active()] == [ana]
    assert store.settings.get(UNFINISHED_SETTING) is None


@pytest.mark.long
def test_an_import_of_plays_stopped_by_a_full_disk_is_completed_with_its_merges(store, path, ana) -> None:
    there = store.history.count()
    assert 0 < there < SESSIONS
    assert_healthy(path)
    preview = importing.preview_plays(store, many_plays(), name="plays.json")
    report = import_many(store)
    assert report == preview
    assert (report.count(ImportAction.KNOWN), report.count(ImportAction.NEW)) == (there, SESSIONS - there)
    assert_merged(store, ana)
    find_completed(store)
    assert importing.import_plays(store, many_plays()).is_empty


@pytest.mark.long
def test_completing_an_import_with_few_plays_left_applies_its_merges(store, ana) -> None:
    importing.import_plays(store, many_plays(store.history.count() + 2), name="plays.json")
    assert_merged(store, ana)


@pytest.mark.long
def test_players_who_sat_together_since_an_interruption_are_not_reported_as_merged(store, ana) -> None:
    play(store, 0, opened=Opened(("Eve", "Ben"), Options()))
    report = importing.import_plays(store, many_plays(), {uuid(102): named(store, "Eve")}, "plays.json")
    assert [player.action for player in report.players] == [ImportAction.MERGED, ImportAction.NEW]
    assert report.skipped == ("Ben as Eve: Ben and Eve played in the same game; they cannot be the same person.",)
    assert_merged(store, ana)


@pytest.mark.long
def test_merges_are_not_forgotten_by_a_second_interruption(store, ana) -> None:
    with nearly_full(store, 8), pytest.raises(IncompleteImport):
        importing.import_plays(store, many_plays(2 * SESSIONS), name="plays.json")
    importing.import_plays(store, many_plays(2 * SESSIONS), name="plays.json")
    assert_merged(store, ana)


@pytest.mark.long
def test_an_import_that_ends_leaves_the_mark_of_another_file(store, ana) -> None:
    mark = store.settings.get(UNFINISHED_SETTING)
    importing.import_plays(store, read(world(bg_play(100, score(2, "3")))), name="other.json")
    assert store.settings.get(UNFINISHED_SETTING) == mark is not None
    import_many(store)
    assert_merged(store, ana)


@NEEDS_FORK
@pytest.mark.parametrize("kills", [pytest.param(5, marks=pytest.mark.long), pytest.param(100, marks=pytest.mark.deep)])
def test_killed_imports_of_plays_can_be_completed(tmp_path, at_once, few_together, kills) -> None:
    chance = random.Random(SEED)
    for turn in range(kills):
        path = tmp_path / f"killed-{turn}.db"
        with open_store(path) as store:
            ana = store.players.create("Ana")
        kill_import(path, lambda store, _: import_many(store), chance.uniform(0.0, 0.25))
        assert_healthy(path)
        with open_store(path) as store:
            import_many(store)
            assert export_plays(store).content == at_once
            assert [merge.target.id for merge in store.merges.list_active()] == [ana.id]
            find_completed(store)
        assert_healthy(path)
