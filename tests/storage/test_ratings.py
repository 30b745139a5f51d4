"""Ratings follow from who beat whom, and stored ones equal those computed from scratch."""

import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from openskill.models import PlackettLuce

from scoring.contract.game import Opened, Stopped
from scoring.contract.scores import Seat
from scoring.engine.journal import Amend, Record
from storage.derived import ratings
from storage.derived.ratings import ALL, load_curve, load_player_ratings, recompute
from storage.store import Store
from storage.upkeep.backups import backup, restore
from tests.storage.conftest import named, record
from tests.storage.pasts import evening
from tests.storage.tiny import PAIRS, Options, Scored


def won_by(store: Store, winner: int, *names: str) -> str:
    return evening(store, names, (winner, 5), (winner, 5), (winner, 5))


def test_a_rating_is_what_the_model_gives_for_the_ranks_in_order(store: Store) -> None:
    won_by(store, 0, "Ana", "Ben")
    evening(store, ("Ana", "Ben", "Cleo"), (2, 9), (1, 5), (0, 5))
    recompute(store.database)
    model = PlackettLuce()
    [[ana], [ben]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    [[ana], [ben], [cleo]] = model.rate([[ana], [ben], [model.rating()]], ranks=[2, 2, 1])
    for name, plays, rating in (("Ana", 2, ana), ("Ben", 2, ben), ("Cleo", 1, cleo)):
        current = load_player_ratings(store.database, named(store, name))
        assert list(current) == [ALL, "tiny"]
        assert (current[ALL].plays, current[ALL].mu) == (plays, rating.mu)
        assert current["tiny"] == current[ALL]


def test_partners_are_rated_as_a_team(store: Store) -> None:
    evening(store, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, 2), (2, 5), game=PAIRS)
    recompute(store.database)
    model = PlackettLuce()
    teams = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]], ranks=[1, 2])
    means = [
        load_player_ratings(store.database, named(store, name))["pairs"].mu for name in ("Ana", "Cleo", "Ben", "Dov")
    ]
    assert means == [rating.mu for team in teams for rating in team]


@pytest.mark.long
def test_a_rating_is_shown_from_five_plays_on_as_a_band_with_its_curve(store: Store) -> None:
    for number in range(1, 8):
        won_by(store, 0, "Ana", "Ben")
        recompute(store.database)
        rating = load_player_ratings(store.database, named(store, "Ana"))[ALL]
        assert rating.shown is (number >= 5)
        assert rating.low < rating.value < rating.high
    assert [point.plays for point in load_curve(store.database, named(store, "Ana"))] == [5, 6, 7]
    assert load_curve(store.database, named(store, "Ana"))[-1] == rating
    assert rating.value > 1000


def test_a_long_curve_is_thinned_out_and_keeps_its_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "_POINTS", 3)
    for _ in range(14):
        won_by(store, 0, "Ana", "Ben")
    recompute(store.database)
    assert [rating.plays for rating in load_curve(store.database, named(store, "Ana"))] == [6, 10, 14]


def test_a_change_while_ratings_are_computed_is_not_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    won_by(store, 0, "Ana", "Ben")
    compute = ratings._compute

    def compute_while_others_play(sessions: Any) -> Any:
        monkeypatch.setattr(ratings, "_compute", compute)
        won_by(store, 1, "Ana", "Ben")
        return compute(sessions)

    monkeypatch.setattr(ratings, "_compute", compute_while_others_play)
    recompute(store.database)
    assert load_player_ratings(store.database, named(store, "Ana"))[ALL].plays == 2
    assert not ratings.are_outdated(store.database)


def test_only_evenings_that_count_and_are_contested_are_rated(store: Store) -> None:
    for counts in (True, False):
        record(store, evening(store, ("Ana", "Ben"), (0, 5)), Record(Stopped("late", counts=counts)))
    recompute(store.database)
    assert load_player_ratings(store.database, named(store, "Ana"))[ALL].plays == 1


def test_ratings_are_old_after_anything_that_changes_them(store: Store) -> None:
    session_id = won_by(store, 0, "Ana", "Ben")
    won_by(store, 0, "Cleo", "Dov")
    ana, cleo = named(store, "Ana"), named(store, "Cleo")
    for change in (
        lambda: won_by(store, 0, "Ana", "Ben"),
        lambda: record(store, session_id, Amend(1, Scored(Seat(1), 9)), Amend(2, Scored(Seat(1), 9))),
        lambda: store.bin.add(session_id),
        lambda: store.bin.restore(session_id),
        lambda: store.merges.merge(cleo, ana),
        lambda: store.merges.undo(store.merges.list_active()[0].id),
        lambda: record(store, session_id, Amend(0, Opened(("Eve", "Ben"), Options()))),
    ):
        recompute(store.database)
        assert not ratings.are_outdated(store.database)
        change()
        assert ratings.are_outdated(store.database)


def test_ratings_are_old_after_a_restore_and_as_many_other_plays(store: Store, tmp_path: Path) -> None:
    won_by(store, 0, "Ana", "Ben")
    backup(store, tmp_path / "safe.db")
    won_by(store, 0, "Ana", "Ben")
    recompute(store.database)
    restore(store, tmp_path / "safe.db")
    won_by(store, 1, "Ana", "Ben")
    assert ratings.are_outdated(store.database)


def test_what_changes_no_play_leaves_ratings_as_they_are(store: Store) -> None:
    won_by(store, 0, "Ana", "Ben")
    recompute(store.database)
    store.players.rename(named(store, "Ana"), "Anna")
    evening(store, ("Anna", "Ben"), (0, 5))
    store.sessions.set_details(store.history.list_sessions().sessions[0].id, note="nice")
    assert not ratings.are_outdated(store.database)


def test_several_threads_make_them_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    won_by(store, 0, "Ana", "Ben")
    compute, computed = ratings._compute, list[Any]()

    def compute_slowly(sessions: Any) -> Any:
        computed.append(sessions)
        time.sleep(0.05)
        return compute(sessions)

    monkeypatch.setattr(ratings, "_compute", compute_slowly)
    threads = [Thread(target=recompute, args=(store.database,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(computed) == 1
