"""Entries shown as recorded survive a kill of the process, and nothing is damaged."""

import random
from pathlib import Path

import pytest

from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.seeds import sizes
from tests.storage.conftest import OPENED, open_store, play, scored
from tests.storage.forks import NEEDS_FORK, Report, fork_workers, kill_during
from tests.storage.recording import count_kept, last_reported, record_evenings
from tests.storage.tiny import TINY

pytestmark = NEEDS_FORK

SEED = 20260102


def record_until_killed(path: Path, reports: int, seconds: float) -> dict[str, int]:
    """Kill a child that records evenings; returns the last entry it reported of each session."""

    def work(report: Report) -> None:
        with Store(path, (TINY,)) as store:
            for recorded in record_evenings(store):
                report(recorded)

    return last_reported(kill_during(work, seconds, reports))


def kill_again_and_again(folder: Path, times: int) -> int:
    """Kill `times` children at random moments, ten per file; returns the number of entries kept."""
    chance, kept_entries = random.Random(SEED), 0
    for turn in range(times):
        path = folder / f"sessions-{turn // 10}.db"
        if turn % 10 in (0, 9):
            reports = record_until_killed(path, 0, chance.uniform(0.0, 0.04))
        else:
            reports = record_until_killed(path, chance.randrange(1, 20), chance.uniform(0.0, 0.002))
        with Store(path, (TINY,)) as store:
            kept_entries += count_kept(store, reports)
            for session_id, number in reports.items():
                assert len(store.sessions.load(session_id).journal) <= number + 2
    return kept_entries


@pytest.mark.parametrize("kills", sizes(10, long=50, deep=1000))
def test_kills_lose_nothing_that_was_shown(tmp_path: Path, kills: int) -> None:
    with open_store(tmp_path / "warm.db") as store:  # loads what the children need; no file stays open across a fork
        play(store, 0, 1, 2)
    assert kill_again_and_again(tmp_path, kills) > 5 * kills
    for path in tmp_path.glob("sessions-*.db"):
        report = doctor(path, (TINY,))
        assert report.healthy, report


def write_side_by_side(path: Path, session_id: str, seat: int) -> list[tuple[str, int]]:
    """In each of two children: record the next entry as often as possible; returns each outcome and its number."""
    outcomes = []
    with open_store(path) as store:
        for _ in range(60):
            number = len(store.sessions.load(session_id).journal)
            try:
                store.sessions.append(session_id, number, TINY, scored(seat))
                outcomes.append((str(seat), number))
            except Exception as error:
                outcomes.append((type(error).__name__, number))
    return outcomes


@pytest.mark.long
def test_two_writers_collide_instead_of_interleaving(path: Path) -> None:
    with open_store(path) as store:
        session_id = store.sessions.open(TINY, OPENED)
    with fork_workers(2) as workers:
        ours, theirs = workers.starmap(write_side_by_side, [(path, session_id, seat) for seat in (0, 1)], chunksize=1)
    assert {outcome for outcome, _ in (*ours, *theirs)} <= {"0", "1", "Collision"}
    written = {number: int(outcome) for outcome, number in (*ours, *theirs) if outcome != "Collision"}
    with open_store(path) as store:
        journal = store.sessions.load(session_id).journal
    assert [entry.event.seat for entry in journal[1:]] == [written[number] for number in range(1, len(journal))]
    assert len(written) == len(journal) - 1


def open_and_play(path: Path, winner: int) -> None:
    with Store(path, (TINY,)) as store:
        play(store, winner)


@pytest.mark.long
def test_two_processes_may_open_a_new_file_at_the_same_moment(path: Path) -> None:
    with fork_workers(4) as workers:
        workers.starmap(open_and_play, [(path, number % 3) for number in range(4)], chunksize=1)
    with open_store(path) as store:
        assert len(store.history.list_sessions().sessions) == 4
        assert len(store.players.list_recent()) == 3
