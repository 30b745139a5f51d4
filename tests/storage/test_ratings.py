"""Ratings follow from who beat whom, and stored ones equal those computed from scratch."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest
from openskill.models import PlackettLuce

from scoring.contract.game import Opened, Stopped
from scoring.contract.scores import Seat
from scoring.engine.journal import Amend, Record
from storage.derived import ratings
from storage.derived.ratings import ALL, load_curve, load_player_ratings, recompute
from storage.models import SEAT
from storage.store import Store
from tests.storage.conftest import named, record, ticking
from tests.storage.pasts import PAIRS, evening
from tests.storage.tiny import TINY, Options, Scored


@pytest.fixture
def world(path: Path) -> Iterator[Store]:
    with Store(path, (TINY, PAIRS), now=ticking(datetime(2026, 1, 2, 20, 0, tzinfo=UTC))) as store:
        recompute(store.database)
        yield store


def won_by(store: Store, winner: int, *names: str) -> str:
    return evening(store, names, (winner, 5), (winner, 5), (winner, 5))


def test_a_rating_is_what_the_model_gives_for_the_ranks_in_order(world: Store) -> None:
    won_by(world, 0, "Ana", "Ben")
    evening(world, ("Ana", "Ben", "Cleo"), (2, 9), (1, 5), (0, 5))
    recompute(world.database)
    model = PlackettLuce()
    [[ana], [ben]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    [[ana], [ben], [cleo]] = model.rate([[ana], [ben], [model.rating()]], ranks=[2, 2, 1])
    for name, plays, rating in (("Ana", 2, ana), ("Ben", 2, ben), ("Cleo", 1, cleo)):
        player_ratings = load_player_ratings(world.database, named(world, name))
        assert not player_ratings.old
        assert set(player_ratings.ratings) == {ALL, "tiny"}
        assert (player_ratings.ratings[ALL].plays, player_ratings.ratings[ALL].mu) == (plays, rating.mu)
        assert player_ratings.ratings["tiny"] == player_ratings.ratings[ALL]


def test_partners_are_rated_as_a_team(world: Store) -> None:
    evening(world, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, 2), (2, 5), game=PAIRS)
    recompute(world.database)
    model = PlackettLuce()
    teams = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]], ranks=[1, 2])
    means = [
        load_player_ratings(world.database, named(world, name)).ratings["pairs"].mu
        for name in ("Ana", "Cleo", "Ben", "Dov")
    ]
    assert means == [rating.mu for team in teams for rating in team]


def test_a_player_with_two_seats_is_rated_once_by_the_first(world: Store) -> None:
    won_by(world, 0, "Ana", "Ben", "Cleo")
    ana = named(world, "Ana")
    session_id = world.sessions.open(TINY, Opened(("Ana", "Ben", "Al"), Options(3)), (ana, None, None))
    with world.database.writing() as db:  # no way through the store leads there
        db.execute(SEAT.update().where(SEAT.c.session_id == session_id, SEAT.c.seat == 2).values(player_id=ana))
    record(world, session_id, *(Record(Scored(Seat(2), 5)) for _ in range(3)))
    recompute(world.database)
    model = PlackettLuce()
    [[first], [second], [_]] = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 2])
    [[first], [second]] = model.rate([[first], [second]], ranks=[2, 2])
    for name, rating in (("Ana", first), ("Ben", second)):
        current = load_player_ratings(world.database, named(world, name)).ratings[ALL]
        assert (current.plays, current.mu) == (2, rating.mu)


@pytest.mark.long
def test_a_rating_is_shown_from_five_plays_on_as_a_band_with_its_curve(world: Store) -> None:
    for number in range(1, 8):
        won_by(world, 0, "Ana", "Ben")
        recompute(world.database)
        rating = load_player_ratings(world.database, named(world, "Ana")).ratings[ALL]
        assert rating.shown is (number >= 5)
        assert rating.low < rating.value < rating.high
    assert [point.plays for point in load_curve(world.database, named(world, "Ana"))] == [5, 6, 7]
    assert load_curve(world.database, named(world, "Ana"))[-1] == rating
    assert rating.value > 1000


def test_a_long_curve_is_thinned_out_and_keeps_its_end(world: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "_POINTS", 3)
    for _ in range(14):
        won_by(world, 0, "Ana", "Ben")
    recompute(world.database)
    assert [rating.plays for rating in load_curve(world.database, named(world, "Ana"))] == [6, 10, 14]


def test_a_change_while_ratings_are_computed_is_not_lost(world: Store) -> None:
    won_by(world, 0, "Ana", "Ben")
    acts = [lambda: won_by(world, 1, "Ana", "Ben")]
    assert recompute(world.database, lambda done, total: acts.pop()() if acts else None)
    assert load_player_ratings(world.database, named(world, "Ana")).ratings[ALL].plays == 2
    assert not ratings.are_outdated(world.database)


def test_only_evenings_that_count_and_are_contested_are_rated(world: Store) -> None:
    for counts in (True, False):
        record(world, evening(world, ("Ana", "Ben"), (0, 5)), Record(Stopped("late", counts=counts)))
    recompute(world.database)
    assert load_player_ratings(world.database, named(world, "Ana")).ratings[ALL].plays == 1


@pytest.mark.parametrize("change", ["played", "corrected", "binned", "restored", "merged", "parted", "reseated"])
def test_ratings_are_old_after_anything_that_changes_them(change: str, world: Store) -> None:
    session_id = won_by(world, 0, "Ana", "Ben")
    won_by(world, 0, "Cleo", "Dov")
    if change == "restored":
        world.sessions.bin(session_id)
    merge_id = world.merges.merge(named(world, "Cleo"), named(world, "Ana")) if change == "parted" else ""
    recompute(world.database)
    assert not ratings.are_outdated(world.database)
    match change:
        case "played":
            won_by(world, 0, "Ana", "Ben")
        case "corrected":
            record(world, session_id, Amend(1, Scored(Seat(1), 9)), Amend(2, Scored(Seat(1), 9)))
        case "binned":
            world.sessions.bin(session_id)
        case "restored":
            world.sessions.restore(session_id)
        case "merged":
            world.merges.merge(named(world, "Cleo"), named(world, "Ana"))
        case "parted":
            world.merges.undo(merge_id)
        case "reseated":
            opened = world.sessions.load(session_id).journal[0].event  # type: ignore[union-attr]
            record(world, session_id, Amend(0, type(opened)(("Eve", "Ben"), opened.options)))
    assert ratings.are_outdated(world.database)
    assert load_player_ratings(world.database, named(world, "Ben")).old
    assert recompute(world.database)
    assert not ratings.are_outdated(world.database)


def test_what_changes_no_play_leaves_ratings_as_they_are(world: Store) -> None:
    won_by(world, 0, "Ana", "Ben")
    recompute(world.database)
    world.players.rename(named(world, "Ana"), "Anna")
    evening(world, ("Anna", "Ben"), (0, 5))
    world.sessions.set_details(world.history.list_sessions().sessions[0].id, note="nice")
    assert not ratings.are_outdated(world.database)
    assert not recompute(world.database)


@pytest.mark.long
def test_several_threads_make_them_once(world: Store) -> None:
    for _ in range(5):
        won_by(world, 0, "Ana", "Ben")
    threads = [Thread(target=recompute, args=(world.database,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert load_player_ratings(world.database, named(world, "Ana")).ratings[ALL].plays == 5
