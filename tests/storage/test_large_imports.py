"""A file of thousands of sessions comes in piece by piece: the table writes first, and a kill does no harm."""

import gc
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from scoring.game import Opened
from storage.bg_stats import importing
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.report import Fate
from storage.errors import PartlyTakenIn
from storage.file import write_batches
from storage.file.write_batches import GOAL, Pace
from storage.history import import_log
from storage.history.import_log import UNFINISHED
from storage.models import PLAYER, SESSION, SETTING
from storage.store import Store
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_file import MOST_CHARACTERS, MOST_ENTRIES, SessionFile, read_session
from storage.transfer.session_import import Import, import_session, import_sessions
from storage.upkeep.doctor import doctor
from tests.storage.conftest import OPENED, open_store, play, record, scored
from tests.storage.tiny import TINY, Options
from tests.storage.worlds import play as bg_play
from tests.storage.worlds import read, score, world

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
    """A few sessions at a time, as on a slow device."""
    for name in ("_FIRST", "_LEAST", "_MOST"):
        monkeypatch.setattr(write_batches, name, 20)


def kept(store: Store) -> int:
    with store.database.reading() as db:
        return db.execute(select(func.count()).select_from(SESSION)).scalar_one()


# Memory ------------------------------------------------------------------------------------------------------------


def test_an_import_keeps_no_session_in_memory(store, lines, small_pieces) -> None:
    alive: list[int] = []

    def tell(done: int) -> None:
        alive.append(sum(isinstance(each, SessionFile) for each in gc.get_objects()))

    taken = import_sessions(store, iter(lines), tell=tell)
    assert len(taken) == SESSIONS
    assert len(alive) >= 5
    assert max(alive) <= 12


def test_no_more_is_read_than_is_taken_in_next(store, lines, small_pieces) -> None:
    read = 0

    def stream() -> Iterator[str]:
        nonlocal read
        for line in lines:
            read += 1
            yield line

    ahead: list[int] = []
    import_sessions(store, stream(), tell=lambda done: ahead.append(read))
    assert ahead[0] <= 40
    assert ahead == sorted(ahead)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ([""] * (MOST_ENTRIES + 5), f"the session has more than {MOST_ENTRIES:,} entries"),
        ([" " * (MOST_CHARACTERS // 4)] * 6, "the session is longer than 16 MB"),
    ],
    ids=["too many entries", "too long"],
)
def test_a_session_too_large_to_be_one_is_refused_by_name_and_the_others_come_in(store, lines, more, sentence) -> None:
    count = next(at for at, line in enumerate(lines[1:], start=1) if '"app"' in line)
    first, second, *_ = taken = import_sessions(store, [*lines[:count], *more, *lines[count:]])
    assert sentence in first.error
    assert second.done.change is Import.NEW
    assert len(taken) == SESSIONS


# The table first ---------------------------------------------------------------------------------------------------


def test_the_pace_follows_how_long_the_lock_was_held(store) -> None:
    now = [0.0]
    slept: list[float] = []
    steps = Pace(clock=lambda: now[0], sleep=slept.append)
    first = steps.rows

    def write(rows: int, seconds: float) -> None:
        with steps.writing(store.database, rows):
            now[0] += seconds

    write(first, GOAL / 100)
    assert steps.rows == 2 * first
    write(steps.rows, GOAL * 4)
    assert steps.rows == first // 2
    assert slept[1] == pytest.approx(GOAL / 100)
    write(steps.rows, GOAL)
    assert slept[2] == pytest.approx(4 * GOAL)
    assert steps.rows == first // 2
    now[0] += 1
    write(steps.rows, GOAL * 1e6)
    assert slept[3] == 0.0
    assert steps.rows == 100


def test_writes_of_the_table_go_before_those_in_the_background(store) -> None:
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


def test_entries_are_recorded_while_a_large_file_comes_in(store, path, lines, small_pieces) -> None:
    """In this process, and in another window of the app."""
    ours, theirs = store.open_session(TINY, OPENED), store.open_session(TINY, OPENED)
    recorded: list[str] = []
    with open_store(path, patience=2.0) as window:

        def tell(done: int) -> None:
            for place, session_id in ((store, ours), (window, theirs)):
                if len(recorded) < 6:
                    record(place, session_id, scored(0))
                    recorded.append(session_id)

        import_sessions(store, lines, tell=tell)
    assert len(recorded) == 6
    assert len(store.load(ours).journal) == len(store.load(theirs).journal) == 4
    assert kept(store) == SESSIONS + 2
    assert doctor(path, (TINY,)).healthy


# One file ----------------------------------------------------------------------------------------------------------


def full_after(store: Store, pages: int) -> None:
    with store.database.reading() as db:
        used = db.exec_driver_sql("PRAGMA page_count").scalar_one()
        db.exec_driver_sql(f"PRAGMA max_page_count = {used + pages}")


def test_pieces_are_one_file_and_go_together(store, lines, path, small_pieces) -> None:
    taken = import_sessions(store, lines, "evenings.jsonl")
    assert {each.done.change for each in taken} == {Import.NEW}
    ((arrival, number),) = store.arrivals()
    assert (arrival.file, number) == ("evenings.jsonl", SESSIONS)
    assert store.setting(UNFINISHED) is None
    assert store.take_back(arrival.at) == SESSIONS
    assert store.sessions().sessions == ()
    assert store.recent_players(archived=True) == ()
    assert doctor(path, (TINY,)).healthy
    assert {each.done.change for each in import_sessions(store, lines)} == {Import.NOTHING}


def test_a_disk_that_fills_up_leaves_whole_sessions_and_the_rest_comes_in_later(
    store, lines, path, small_pieces
) -> None:
    full_after(store, 8)
    with pytest.raises(PartlyTakenIn, match=r"no room left .* sessions of this file are here now; take it in again"):
        import_sessions(store, lines, "evenings.jsonl")
    there = kept(store)
    assert 0 < there < SESSIONS
    assert doctor(path, (TINY,)).healthy
    full_after(store, 100_000)
    changes = [each.done.change for each in import_sessions(store, lines, "evenings.jsonl")]
    assert changes.count(Import.NOTHING) == there
    assert tuple(export_sessions(store)) == lines
    ((arrival, number),) = store.arrivals()
    assert number == SESSIONS
    assert store.take_back(arrival.at) == SESSIONS


def test_a_file_taken_in_whole_is_not_joined_by_a_later_one_of_the_same_name(store, lines, small_pieces) -> None:
    half = next(at for at, line in enumerate(lines) if at > len(lines) // 2 and '"app"' in line)
    import_sessions(store, lines[:half], "evenings.jsonl")
    import_sessions(store, lines, "evenings.jsonl")
    assert len(store.arrivals()) == 2


def test_a_session_that_stands_in_the_file_twice_goes_on_where_it_ended(store, tmp_path) -> None:
    with open_store(tmp_path / "there.db") as there:
        session_id = play(there, 0)
        short = export_session(there, session_id)
        record(there, session_id, scored(1), scored(2))
        long = export_session(there, session_id)
    taken = import_sessions(store, (*short, *long, *short))
    assert [each.done.change for each in taken] == [Import.NEW, Import.MORE, Import.NOTHING]
    assert export_session(store, session_id) == long


def test_nobody_counts_as_somebody_at_the_same_table(store, tmp_path) -> None:
    """Ana was renamed after that evening; the one who was called Ana then is new here."""
    with open_store(tmp_path / "there.db") as there:
        session_id = play(there, 0, opened=Opened(("Ana", "Anna"), Options()))
        first, second = (seat.player.id for seat in there.head(session_id).seats)
        lines = export_session(there, session_id)
    with store.database.writing() as db:
        moments = dict.fromkeys(("created_at", "changed_at", "used_at"), store.now())
        row = {"id": second, "name": "Ana", "name_key": "ana", "colour": "", "symbol": "", "counts_as": second}
        db.execute(PLAYER.insert().values(**row, **moments))
    import_sessions(store, lines)
    assert [seat.player.id for seat in store.head(session_id).seats] == [first, second]


def test_numbers_no_file_can_keep_are_refused_session_by_session(store, tmp_path, lines) -> None:
    """A score beyond what SQLite counts to; the sessions around it come in."""
    at = next(number for number, line in enumerate(lines) if '"totals"' in line)
    bad = list(lines)
    head, _, tail = bad[at].partition('"totals":[')
    bad[at] = f'{head}"totals":[{10**400},{tail}'
    taken = import_sessions(store, bad)
    assert len(taken) == SESSIONS
    assert sum(bool(each.error) for each in taken) <= 1


# Kills -------------------------------------------------------------------------------------------------------------


def import_until_killed(path: Path, lines: tuple[str, ...], pieces: int, seconds: float) -> None:
    """Kill an import so many seconds after it reported so many pieces."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        os.close(read_end)
        try:
            with Store(path, (TINY,)) as store:
                os.write(write_end, b"!")
                import_sessions(store, lines, "evenings.jsonl", tell=lambda done: os.write(write_end, b"!"))
        finally:
            os._exit(0)
    os.close(write_end)
    with open(read_end, "rb", buffering=0) as pipe:
        for _ in range(pieces):
            pipe.read(1)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def kill_imports(folder: Path, lines: tuple[str, ...], times: int) -> list[int]:
    """Kill `times` imports at random moments and complete each; gives how many sessions each had taken in."""
    chance, left = random.Random(SEED), []
    for turn in range(times):
        path = folder / f"killed-{turn}.db"
        with open_store(path) as store:
            play(store, 0, 1, 2)
        import_until_killed(path, lines, chance.randrange(1, 12), chance.uniform(0.0, 0.01))
        with open_store(path) as store:
            left.append(kept(store) - 1)
            assert_whole(store, lines)
            report = doctor(path, (TINY,))
            assert report.healthy, report
            import_sessions(store, lines, "evenings.jsonl")
            assert {tuple(export_session(store, each)) for each in own(store)} >= set(split(lines))
            ((arrival, number),) = store.arrivals()
            assert number == SESSIONS
            assert store.setting(UNFINISHED) is None
            store.take_back(arrival.at)
            assert len(store.sessions().sessions) == 1
            assert doctor(path, (TINY,)).healthy
        path.unlink()
    return left


def split(lines: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    starts = [at for at, line in enumerate(lines) if '"app"' in line]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start:end]


def own(store: Store) -> list[str]:
    return [head.id for head in store.sessions(limit=1000).sessions]


def assert_whole(store: Store, lines: tuple[str, ...]) -> None:
    """What came in is there with its last entry."""
    whole = set(split(lines))
    came = [export_session(store, head.id) for head in store.sessions(limit=1000).sessions if head.arrived]
    assert all(each in whole for each in came)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked there")
@pytest.mark.parametrize(("kills", "halfway"), [(3, 0), pytest.param(100, 11, marks=pytest.mark.long)])
def test_killed_imports_leave_whole_sessions_and_are_completed(tmp_path, lines, small_pieces, kills, halfway) -> None:
    left = kill_imports(tmp_path, lines, kills)
    assert sum(0 < number < SESSIONS for number in left) >= halfway


def test_one_session_still_comes_in_whole_by_itself(store, lines) -> None:
    first = next(split(lines))
    assert import_session(store, read_session(first, (TINY,))).change is Import.NEW
    assert import_session(store, read_session(first, (TINY,))).change is Import.NOTHING


def test_a_session_that_only_grows_is_not_noted_as_a_broken_import(path, lines, small_pieces, monkeypatch) -> None:
    first = next(split(lines))
    noted: list[Any] = []
    written = import_log.note_unfinished
    monkeypatch.setattr(import_log, "note_unfinished", lambda *about: noted.append(about) or written(*about))
    with open_store(path) as store:
        import_sessions(store, first[:2], "evenings.jsonl")
        import_sessions(store, first, "evenings.jsonl")
        assert len(store.load(store.sessions().sessions[0].id).journal) == len(first) - 1
    assert noted == []


def test_what_is_noted_of_a_broken_import_is_forgotten_when_it_is_completed(store, lines, small_pieces) -> None:
    note: list[Any] = []
    import_sessions(store, lines, "evenings.jsonl", tell=lambda done: note.append(store.setting(UNFINISHED)))
    assert note[0]["file"] == "evenings.jsonl"
    assert note[-1] is None
    with store.database.reading() as db:
        assert db.execute(select(SETTING.c.key).where(SETTING.c.key == UNFINISHED)).first() is None


# BG Stats ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def few_together(monkeypatch: pytest.MonkeyPatch, small_pieces: None) -> None:
    monkeypatch.setattr(importing, "TOGETHER", 5)


def many_plays(number: int = SESSIONS) -> dict[str, Any]:
    """Plays of Ana and Ben, who are known here by name."""
    return read(world(*(bg_play(at, score(1, str(at), winner=True), score(2, "3")) for at in range(1, number + 1))))


@pytest.fixture
def at_once(tmp_path: Path) -> bytes:
    """The same plays as they leave after they came in by one transaction."""
    with open_store(tmp_path / "other.db") as other:
        importing.take_in(other, many_plays(), name="plays.json")
        return export_plays(other).content


def test_many_plays_come_in_piece_by_piece_as_one_file(store, path, at_once, few_together) -> None:
    ana = store.create_player("Ana")
    ours = store.open_session(TINY, OPENED)
    report = importing.take_in(store, many_plays(), name="plays.json")
    assert report.count(Fate.NEW) == SESSIONS
    assert export_plays(store).content == at_once
    assert {merge.into.id for merge in store.merges()} >= {ana.id}
    record(store, ours, scored(0))
    ((arrival, number),) = store.arrivals()
    assert (arrival.file, number) == ("plays.json", SESSIONS)
    assert store.take_back(arrival.at) == SESSIONS
    assert store.setting(UNFINISHED) is None
    assert doctor(path, (TINY,)).healthy


def test_plays_broken_off_by_a_full_disk_are_completed_with_their_merges(store, path, few_together) -> None:
    ana = store.create_player("Ana")
    full_after(store, 8)
    with pytest.raises(PartlyTakenIn, match=r"no room left .* plays of this file are here now; take it in again"):
        importing.take_in(store, many_plays(), name="plays.json")
    there = kept(store)
    assert 0 < there < SESSIONS
    assert doctor(path, (TINY,)).healthy
    full_after(store, 100_000)
    report = importing.take_in(store, many_plays(), name="plays.json")
    assert (report.count(Fate.KNOWN), report.count(Fate.NEW)) == (there, SESSIONS - there)
    assert [merge.into.id for merge in store.merges()] == [ana.id]
    ((_, number),) = store.arrivals()
    assert number == SESSIONS
    assert store.setting(UNFINISHED) is None
    assert importing.take_in(store, many_plays()).nothing


def test_the_last_few_plays_of_a_file_that_was_broken_off_bring_its_merges(store, few_together) -> None:
    ana = store.create_player("Ana")
    full_after(store, 8)
    with pytest.raises(PartlyTakenIn):
        importing.take_in(store, many_plays(), name="plays.json")
    full_after(store, 100_000)
    importing.take_in(store, many_plays(kept(store) + 2), name="plays.json")
    assert [merge.into.id for merge in store.merges()] == [ana.id]
    assert store.setting(UNFINISHED) is None


def import_plays_until_killed(path: Path, seconds: float) -> None:
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        try:
            with Store(path, (TINY,)) as store:
                os.write(write_end, b"!")
                importing.take_in(store, many_plays(), name="plays.json")
        finally:
            os._exit(0)
    os.close(write_end)
    with open(read_end, "rb", buffering=0) as pipe:
        pipe.read(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def kill_imports_of_plays(folder: Path, whole: bytes, times: int) -> None:
    """Kill `times` imports at random moments and complete each."""
    chance = random.Random(SEED)
    for turn in range(times):
        path = folder / f"killed-{turn}.db"
        with open_store(path) as store:
            ana = store.create_player("Ana")
        import_plays_until_killed(path, chance.uniform(0.0, 0.25))
        report = doctor(path, (TINY,))
        assert report.healthy, report
        with open_store(path) as store:
            importing.take_in(store, many_plays(), name="plays.json")
            assert export_plays(store).content == whole
            assert [merge.into.id for merge in store.merges()] == [ana.id]
            ((_, number),) = store.arrivals()
            assert number == SESSIONS
            assert store.setting(UNFINISHED) is None
        assert doctor(path, (TINY,)).healthy


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked there")
@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.long)])
def test_killed_imports_of_plays_are_completed(tmp_path, at_once, few_together, kills) -> None:
    kill_imports_of_plays(tmp_path, at_once, kills)
