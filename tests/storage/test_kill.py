"""Entries shown as recorded survive a kill of the process, and nothing is damaged."""

import os
import random
import signal
import time
from pathlib import Path

import pytest

from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.storage.conftest import OPENED, open_store, play, record, scored
from tests.storage.recording import count_kept, last_reported, record_evenings
from tests.storage.tiny import TINY

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked there")

SEED = 20260102


def write_until_killed(path: Path, pipe: int) -> None:
    """In the child: record evenings entry by entry, and report each entry once it is recorded."""
    with Store(path, (TINY,)) as store:
        for report in record_evenings(store):
            os.write(pipe, f"{report}\n".encode())


def killed_after(path: Path, reports: int, seconds: float) -> str:
    """The reports of a child that is killed some seconds after some reports; with none, while it opens the file."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        os.close(read_end)
        try:
            write_until_killed(path, write_end)
        finally:
            os._exit(1)
    os.close(write_end)
    with open(read_end, "rb") as pipe:
        output = b"".join(pipe.readline() for _ in range(reports))
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return (output + pipe.read()).decode()


def reported(text: str) -> dict[str, int]:
    """The last entry reported of each session; a line the kill cut off does not count."""
    return last_reported(text[: text.rfind("\n") + 1].splitlines())


def kill_again_and_again(folder: Path, times: int) -> int:
    """Kill `times` children at random moments, ten per file; returns the number of entries kept."""
    chance, kept_entries = random.Random(SEED), 0
    for turn in range(times):
        path = folder / f"sessions-{turn // 10}.db"
        if turn % 10 in (0, 9):
            reports = reported(killed_after(path, 0, chance.uniform(0.0, 0.04)))
        else:
            reports = reported(killed_after(path, chance.randrange(1, 20), chance.uniform(0.0, 0.002)))
        with Store(path, (TINY,)) as store:
            kept_entries += count_kept(store, reports)
            for session_id, number in reports.items():
                assert len(store.sessions.load(session_id).journal) <= number + 2
    return kept_entries


@pytest.mark.parametrize(
    "kills", [10, pytest.param(50, marks=pytest.mark.long), pytest.param(1000, marks=pytest.mark.deep)]
)
def test_kills_lose_nothing_that_was_shown(tmp_path: Path, kills: int) -> None:
    play_warm(tmp_path)
    assert kill_again_and_again(tmp_path, kills) > 5 * kills
    assert_all_healthy(tmp_path)


def assert_all_healthy(folder: Path) -> None:
    """Assert that no file has a gap or a wrong result."""
    for path in folder.glob("sessions-*.db"):
        report = doctor(path, (TINY,))
        assert report.healthy, report


def play_warm(folder: Path) -> None:
    """Load everything the children need before forking; no file stays open across a fork."""
    with open_store(folder / "warm.db") as store:
        play(store, 0, 1, 2)


def write_side_by_side(path: Path, session_id: str, seat: int, pipe: int) -> None:
    """In each of two children: record the next entry as often as possible."""
    with open_store(path) as store:
        for _ in range(60):
            number = len(store.sessions.load(session_id).journal)
            try:
                store.sessions.append(session_id, number, TINY, scored(seat))
            except Exception as error:
                os.write(pipe, f"{type(error).__name__}\n".encode())
            else:
                os.write(pipe, f"{seat} {number}\n".encode())


@pytest.mark.long
def test_two_writers_collide_instead_of_interleaving(path: Path) -> None:
    with open_store(path) as store:
        session_id = store.sessions.open(TINY, OPENED)
    read_end, write_end = os.pipe()
    children = []
    for seat in (0, 1):
        child = os.fork()
        if not child:
            os.close(read_end)
            write_side_by_side(path, session_id, seat, write_end)
            os._exit(0)
        children.append(child)
    os.close(write_end)
    with open(read_end, "rb") as pipe:
        lines = pipe.read().decode().splitlines()
    for child in children:
        os.waitpid(child, 0)
    written = {int(line.split()[1]): int(line.split()[0]) for line in lines if line[0].isdigit()}
    assert {line for line in lines if not line[0].isdigit()} <= {"Collision"}
    assert len(lines) == 120
    with open_store(path) as store:
        journal = store.sessions.load(session_id).journal
    assert [entry.event.seat for entry in journal[1:]] == [written[number] for number in range(1, len(journal))]
    assert len(written) == len(journal) - 1


@pytest.mark.long
def test_two_processes_may_open_a_new_file_at_the_same_moment(path: Path) -> None:
    children = []
    for seat in range(4):
        child = os.fork()
        if not child:
            code = 1
            try:
                with Store(path, (TINY,)) as store:
                    play(store, seat % 3)
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0, 0]
    with open_store(path) as store:
        assert len(store.history.list_sessions().sessions) == 4
        assert len(store.players.list_recent()) == 3


def test_what_another_process_writes_is_noticed_within_a_second(path: Path) -> None:
    with open_store(path) as store:
        session_id = play(store)
    watching, writing = os.pipe()
    child = os.fork()
    if not child:
        os.read(watching, 1)
        with open_store(path) as store:
            record(store, session_id, scored(2))
        os._exit(0)
    with open_store(path) as store:
        version = store.version()
        os.write(writing, b"!")
        deadline = time.monotonic() + 20
        while store.version() == version and time.monotonic() < deadline:
            time.sleep(0.01)
        assert store.version() != version
        os.waitpid(child, 0)
        assert store.sessions.load_from(session_id, 1).journal == (scored(2),)
