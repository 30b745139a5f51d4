"""Results are derived from the journal in the transaction of the entry that closes a session."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.game import Adjusted, AnyGame, Left, Measure, Opened, RoundHead, Stopped
from scoring.contract.scores import Best, ScoreLine, Seat, Term
from scoring.engine.journal import Amend, Record, Undo
from scoring.engine.replay import replay
from scoring.games import find_game, score_pad
from storage.derived import results
from storage.derived.results import Derived, Placing, Result, RoundScore, Status, _find_extremes, derive
from storage.derived.starting_facts import find_variants
from storage.statistics.games import list_games
from tests.scoring.sketches import apples
from tests.storage.conftest import OPENED, play, record, scored, sql
from tests.storage.tiny import SCORE, TINY


def derived_of(*entries: Any, opened: Opened[Any] = OPENED, game: AnyGame = TINY) -> Any:
    return derive(game, replay(game, (Record(opened), *entries)))


def stored(store, session_id: str) -> dict[str, list[tuple[object, ...]]]:
    with store.database.reading() as db:
        return results.load_rows(db, session_id)


def test_a_finished_session_has_places_rounds_scores_and_measures() -> None:
    assert derived_of(scored(0), scored(1), scored(1, 4)) == Derived(
        Status.FINISHED,
        closed_by=3,
        totals=(5, 9, 0),
        result=Result(
            rule="TINY-3",
            because="Most points after the last round.",
            placings=(
                Placing(1, 1, 1, 9, True, halfway=2),
                Placing(0, 0, 2, 5, False, halfway=1),
                Placing(2, 2, 3, 0, False, halfway=2),
            ),
            rounds=tuple(RoundHead(number, f"Round {number}", "plain", number) for number in (1, 2, 3)),
            scores=tuple(
                RoundScore(number, seat, points)
                for number, row in ((1, (5, 0, 0)), (2, (0, 5, 0)), (3, (0, 4, 0)))
                for seat, points in enumerate(row)
            ),
            measures=(
                Measure(1, Seat(0), "scored", 1, 1),
                Measure(2, Seat(1), "scored", 1, 1),
                Measure(3, Seat(1), "scored", 1, 1),
            ),
        ),
    )


def test_a_stopped_session_that_counts_has_the_rounds_that_scored_also_the_running_one() -> None:
    derived = derived_of(scored(0), Record(Stopped("late", counts=True)))
    assert derived.status is Status.STOPPED
    assert derived.closed_by == 2
    assert [head.number for head in derived.result.rounds] == [1]
    assert [placing.seat for placing in derived.result.placings if placing.won] == [0]
    now = ScoreLine(2, Seat(1), SCORE, (Term("on the table", 4),))
    game = replace(TINY, provisional=lambda state: (*state.ledger, now))
    running = derived_of(scored(0), Record(Stopped("late", counts=True)), game=game)
    assert [head.number for head in running.result.rounds] == [1, 2]


def test_a_stopped_session_that_does_not_count_has_none() -> None:
    assert derived_of(scored(0), Record(Stopped("late", counts=False))) == Derived(Status.STOPPED, 2, (5, 0, 0), None)


def test_points_agreed_after_the_end_do_not_make_the_evening_longer() -> None:
    late = Record(Adjusted(Seat(2), 20, "a forgotten bonus"))
    derived = derived_of(scored(0), scored(1), scored(1), late)
    assert derived.closed_by == 3
    assert derived.totals == (5, 10, 20)


def test_the_entry_that_closes_a_session_writes_its_result_and_undo_takes_it_away(store) -> None:
    session_id = play(store, 0, 1)
    assert not any(stored(store, session_id).values())
    record(store, session_id, scored(1))
    assert {name: len(rows) for name, rows in stored(store, session_id).items()} == {
        "result": 1,
        "choice": 0,
        "placing": 3,
        "round": 3,
        "round_score": 9,
        "measure": 3,
    }
    assert store.sessions.load_head(session_id).closed_totals == (5, 10, 0)
    record(store, session_id, Undo(3))
    assert not any(stored(store, session_id).values())
    assert store.sessions.load_head(session_id).status is Status.OPEN
    assert store.sessions.load_head(session_id).closed_totals is None


def test_a_correction_after_the_end_changes_the_result_but_not_when_it_ended(store) -> None:
    session_id = play(store, 0, 1, 1)
    before = sql(store, "SELECT finished_at, seconds FROM result")
    record(store, session_id, Amend(1, scored(0, 9).event), Amend(2, scored(0, 9).event))
    assert sql(store, "SELECT finished_at, seconds FROM result") == before
    assert store.sessions.load_head(session_id).winners == ("Ana",)
    (ended,) = list_games(store.database)
    assert ended.last_played_at == store.sessions.load(session_id).times[3]


def test_a_rebuild_keeps_the_totals_a_session_was_closed_with(store) -> None:
    session_id = play(store, 0, 1, 2)
    sql(store, "UPDATE session SET closed_totals = '[[0, 50], [1, 5], [2, 5]]'")
    assert store.rebuild() == ()
    assert store.sessions.load_head(session_id).closed_totals == (50, 5, 5)


def test_a_rebuild_leaves_alone_what_it_cannot_read(store, path) -> None:
    session_id = play(store, 0, 1, 2)
    before = stored(store, session_id)
    store.games = ()
    assert store.rebuild() == (session_id,)
    assert stored(store, session_id) == before


# What the contract says of a game ------------------------------------------------------------------------------------


def apples_of(*baskets: tuple[int, ...], dealer: int = 0) -> Result:
    """The result of a sketch in which the fewest points win and the dealer begins."""
    names = ("Ana", "Ben", "Cleo")[: len(baskets[0])]
    opened = Opened(names, apples.Options(len(baskets), Seat(dealer)))
    picked = (
        apples.BasketPicked(n, tuple(zip(map(Seat, range(9)), row, strict=False))) for n, row in enumerate(baskets, 1)
    )
    result: Result = derived_of(*map(Record, picked), opened=opened, game=apples.GAME).result
    return result


def test_halfway_the_fewest_points_lead_where_they_win_even_if_all_end_level() -> None:
    result = apples_of((5, 1), (0, 4))
    assert [place.rank for place in result.placings] == [1, 1]
    assert {place.seat: place.halfway for place in result.placings} == {0: 2, 1: 1}


@pytest.mark.parametrize(
    ("best", "halfway", "lead"), [(Best.HIGH, {1: 3, 2: 2, 0: None}, 15), (Best.LOW, {0: None, 2: 2, 1: 1}, None)]
)
def test_who_left_ranked_counts_halfway_and_makes_no_win_clear(
    best: Best, halfway: dict[int, int | None], lead: int | None
) -> None:
    """Ana left after the first of four rounds: she is last, or wins with the fewest points."""
    rows = ((10, 4, 6), (1, 2), (1, 2), (20, 1))
    first, *others = (
        score_pad.RoundEntered(tuple(zip(map(Seat, range(3 - len(row), 3)), row, strict=True))) for row in rows
    )
    entries = map(Record, (first, Left(Seat(0), ranked=True), *others, score_pad.GameEnded()))
    opened = Opened(("Ana", "Ben", "Cleo"), score_pad.Options(best=best))
    result = derived_of(*entries, opened=opened, game=find_game("score_pad")).result
    assert {place.seat: place.halfway for place in result.placings} == halfway
    assert _find_extremes(result)["lead"] == lead


def test_the_first_seat_is_the_dealers_where_the_dealer_begins() -> None:
    assert apples_of((1, 2, 3), (1, 2, 3), dealer=2).starters == ((0, 2), (1, 2), (2, 0))


def test_an_option_that_the_set_up_no_longer_asks_for_is_no_variant() -> None:
    opened = Opened(("Ana", "Ben"), score_pad.Options(rounds=9, target=500, categories="birds, eggs"))
    assert find_variants(score_pad.GAME, opened) == ()
