"""Statistics of one game."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from scoring.contract.game import (
    PLAYED_BEFORE,
    SUMMED_UP,
    AnyGame,
    Measure,
    MeasureKind,
    Measures,
    RoundHead,
    Stopped,
)
from scoring.engine.journal import Record
from storage.bg_stats.importing import import_plays
from storage.statistics import game_records
from storage.statistics.game_records import GameRecord as Best
from storage.statistics.game_sums import RoundSum, ScoreCount, TurnCount
from storage.statistics.games import GamePage, TurnShare, compute_turn_shares, list_games, load_game_page, load_rounds
from storage.statistics.profile import MeasureTotal, load_games
from storage.store import Store
from tests.storage import worlds as bg
from tests.storage.conftest import named, record, ticking
from tests.storage.pasts import evening
from tests.storage.tiny import PAIRS, TINY, TinyState


def _rounds(state: TinyState) -> tuple[RoundHead, ...]:
    """The deal rotates; the player to the dealer's left starts."""
    return tuple(
        RoundHead(
            number, f"Round {number}", ("even", "odd")[number % 2], number, starter=state.table.left_of(number - 1)
        )
        for number in range(1, state.round + 1)
    )


def _measures(state: TinyState) -> tuple[Measure, ...]:
    """The player who scored had bid the number of the round."""
    measures = []
    for line in state.ledger:
        measures.append(Measure(line.round, line.seat, "bid", line.round, 9))
        measures.append(Measure(line.round, line.seat, "tricks", line.points, 9))
        measures.append(Measure(line.round, line.seat, "bid_met", int(line.points == line.round), 1))
    return tuple(measures)


DEALT: AnyGame = replace(
    TINY,
    key="dealt",
    box=replace(TINY.box, title="Dealt"),
    rounds=_rounds,
    measures=Measures(
        (MeasureKind("bid_met", "Bids met", share=True), MeasureKind("bid", "Bid"), MeasureKind("tricks", "Won")),
        _measures,
    ),
)
"""The tiny game with a dealer, two kinds of rounds, and bids."""


LATE: AnyGame = replace(
    DEALT,
    key="late",
    rounds=lambda state: (replace(_rounds(state)[0], type=PLAYED_BEFORE), *_rounds(state)[1:]),
)
"""The same, with one row for the rounds before the first entry."""

COUNTED: AnyGame = replace(
    DEALT,
    key="counted",
    rounds=lambda state: (*_rounds(state)[:-1], replace(_rounds(state)[-1], type=SUMMED_UP)),
)
"""The same, with a last row for several rounds that were counted together."""


SHELF = (TINY, DEALT, LATE, COUNTED, PAIRS)
played = partial(evening, game=DEALT)


def page(store: Store, game: str = "dealt") -> GamePage:
    return load_game_page(store.database, game)


def sums(store: Store, game: str = "dealt") -> tuple[RoundSum, ...]:
    return load_rounds(store.database, game)


def find_record(store: Store, key: str) -> Best:
    return next(record for record in page(store).records if record.key == key)


# A small world -----------------------------------------------------------------------------------------------------


def test_a_game_with_plays_in_the_bin_alone_has_empty_statistics(store: Store) -> None:
    store.bin.add(played(store, ("Ana", "Ben"), (1, 9), (1, 9), (1, 9), rounds=3))
    empty = page(store)
    assert (empty.plays, empty.sizes, empty.scores, empty.turns, sums(store), empty.records) == (0, (), (), (), (), ())
    assert empty.champions == ()
    assert list_games(store.database) == ()


def test_scores_are_counted_by_number_of_players_and_by_who_won(store: Store) -> None:
    played(store, ("Ana", "Ben"), (0, 5), (1, 3), (0, 1))
    played(store, ("Ana", "Ben", "Cleo"), (0, 6), (1, 0), (2, 6))
    played(store, ("Ana", "Ben"), (1, 6), (1, 0), (0, 3))
    assert page(store).scores == (
        ScoreCount(2, 3, won=False, count=2),
        ScoreCount(2, 6, won=True, count=2),
        ScoreCount(3, 0, won=False, count=1),
        ScoreCount(3, 6, won=True, count=2),
    )


def test_turn_order_counts_from_the_dealers_left(store: Store) -> None:
    """Seat 0 deals first, so seat 1 starts, and with three players seat 0 is last."""
    played(store, ("Ana", "Ben", "Cleo"), (1, 5), (1, 0), (1, 0))
    played(store, ("Ana", "Ben", "Cleo"), (0, 5), (0, 0), (0, 0))
    played(store, ("Ana", "Ben"), (1, 5), (1, 0), (1, 0))
    assert page(store).turns == (
        TurnCount(2, 1, plays=1, wins=1),
        TurnCount(2, 2, plays=1, wins=0),
        TurnCount(3, 1, plays=2, wins=1),
        TurnCount(3, 2, plays=2, wins=0),
        TurnCount(3, 3, plays=2, wins=1),
    )
    assert compute_turn_shares(page(store).turns) == (
        TurnShare(1, 3, 2, pytest.approx((1 / 2 + 2 / 3) / 3)),
        TurnShare(2, 3, 0, pytest.approx((1 / 2 + 2 / 3) / 3)),
        TurnShare(3, 2, 1, pytest.approx(1 / 3)),
    )


def test_turn_order_is_unknown_if_nobody_starts(store: Store) -> None:
    played(store, ("Ana", "Ben"), (1, 5), (1, 0), (1, 0), game=TINY)
    turns = page(store, "tiny").turns
    assert turns == (TurnCount(2, 0, plays=2, wins=1),)
    assert compute_turn_shares(turns) == ()


def test_bids_and_points_are_summed_by_kind_size_and_turn(store: Store) -> None:
    played(store, ("Ana", "Ben"), (0, 1), (1, 4), (1, 3))
    statistics = {(row.key, row.by, row.at): row for row in sums(store)}
    assert statistics["", "type", "odd"] == RoundSum("", "type", "odd", count=4, value=4, of=0, reached=2)
    assert statistics["", "type", "even"] == RoundSum("", "type", "even", count=2, value=4, of=0, reached=1)
    assert statistics["bid_met", "size", 1] == RoundSum("bid_met", "size", 1, count=1, value=1, of=1, reached=1)
    assert statistics["bid_met", "size", 2].share == 0
    assert statistics["tricks", "size", 2].mean - statistics["bid", "size", 2].mean == 2
    # Ana dealt rounds 1 and 3, Ben round 2: Ana scored as the last in round 1, Ben last in 2, first in 3
    assert statistics["bid", "turn", 2].count == 2
    assert statistics["bid", "turn", 1] == RoundSum("bid", "turn", 1, count=1, value=3, of=9, reached=0)
    ben = load_games(store.database, named(store, "Ben")).measures["dealt"]
    assert (ben.plays, ben.totals["bid"]) == (1, MeasureTotal(value=5, of=18))


@pytest.mark.long
def test_a_record_belongs_to_the_first_holder(store: Store) -> None:
    first = played(store, ("Ana", "Ben"), (0, 2), (1, 9), (1, 0))
    played(store, ("Cleo", "Ben"), (0, 1), (1, 9), (1, 0))
    close = played(store, ("Cleo", "Dov"), (0, 1), (0, 1), (1, 1))
    most, comeback = find_record(store, "most_points"), find_record(store, "comeback")
    assert (most.value, most.session_id, most.names) == (9, first, ("Ben",))
    assert (comeback.value, comeback.session_id, comeback.names) == (1, first, ("Ben",))
    best = find_record(store, "best_round")
    assert (best.value, best.session_id, best.names, best.title) == (9, first, ("Ben",), "Round 2")
    assert (most.other_holders, comeback.other_holders, best.other_holders) == (0, 0, 0)
    assert find_record(store, "least_points").value == 1
    assert find_record(store, "clearest").value == 8
    assert find_record(store, "longest").names == ()
    assert close not in {record.session_id for record in page(store).records if record.key == "clearest"}


def test_a_round_record_names_its_round_only_where_all_reached_it_there(store: Store) -> None:
    played(store, ("Ana", "Ben", "Cleo"), (0, 9), (1, 8), (0, 1))
    assert find_record(store, "best_round").title == "Round 1"
    played(store, ("Ana", "Ben"), (1, 1), (1, 9), (0, 9))  # Ben in another round
    best = find_record(store, "best_round")
    assert (best.names, best.title) == (("Ana", "Ben"), "")


@pytest.mark.long
def test_other_holders_are_counted_once_each(store: Store) -> None:
    played(store, ("Ana", "Ben"), (0, 2), (1, 9), (1, 0))
    for names in (("Cleo", "Ben"), ("Ana", "Dov"), ("Ana", "Dov")):
        played(store, names, (0, 2), (1, 9), (1, 0))
    for key, names, others in (
        ("best_round", ("Ben", "Dov"), 0),
        ("most_points", ("Ben", "Dov"), 0),
        ("least_points", ("Ana", "Cleo"), 0),
    ):
        assert (find_record(store, key).names, find_record(store, key).other_holders) == (names, others)
    played(store, ("Eve", "Fay", "Ben", "Gus"), (0, 9), (1, 2), (3, 9))
    assert find_record(store, "best_round").other_holders == 3
    assert (find_record(store, "longest").names, find_record(store, "longest").other_holders) == ((), 0)


def test_the_number_of_other_holders_is_truncated(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_records, "_MAX_SESSIONS", 2)
    for last, truncated in (("Dov", False), ("Eve", True)):
        played(store, ("Ana", "Ben"), (0, 4), (1, 4), (1, 3))
        played(store, ("Cleo", last), (0, 4), (1, 4), (1, 3))
        best = find_record(store, "best_round")
        assert (best.names, best.other_holders, best.is_truncated) == (("Ana",), 3, truncated)


def test_partners_share_a_score_record_but_not_a_round_record(store: Store) -> None:
    played(store, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (2, 7), (1, 3), game=PAIRS)
    holders = {record.key: record.names for record in page(store, "pairs").records}
    assert holders["most_points"] == ("Ana", "Cleo")
    assert holders["best_round"] == ("Cleo",)
    assert {(score.points, score.count) for score in page(store, "pairs").scores} == {(12, 1), (3, 1)}


@pytest.mark.parametrize(
    ("game", "scores", "sizes"), [(LATE, ((0, 9), (1, 4), (1, 3)), {2, 3}), (COUNTED, ((0, 4), (0, 3), (1, 9)), {1, 2})]
)
def test_points_of_several_rounds_in_one_row_are_not_a_round(
    store: Store, game: AnyGame, scores: tuple[tuple[int, int], ...], sizes: set[int]
) -> None:
    """Before the first entry, or counted together at the end; nobody knows who led halfway."""
    played(store, ("Ana", "Ben"), *scores, game=game)
    values = {record.key: record.value for record in page(store, game.key).records}
    assert (values["best_round"], values["worst_round"], "comeback" in values) == (4, 0, False)
    assert {row.at for row in sums(store, game.key) if row.by == "type"} == {"even", "odd"}
    assert {row.at for row in sums(store, game.key) if row.by == "size"} == sizes
    assert [score.points for score in page(store, game.key).scores] == [7, 9]


def test_a_stopped_session_counts_as_a_play_without_record_or_score(store: Store) -> None:
    played(store, ("Ana", "Ben"), (0, 2), (0, 2), (0, 2))
    record(store, played(store, ("Ana", "Ben"), (0, 9)), Record(Stopped("late", counts=True)))
    (size,) = page(store).sizes
    assert (size.plays, size.finished, size.timed) == (2, 1, 1)
    assert size.total_seconds > size.seconds
    assert find_record(store, "best_round").value == 2
    assert sum(score.count for score in page(store).scores) == 2
    assert [turn.plays for turn in page(store).turns] == [2, 2]


def test_variants_are_options_that_differ_from_the_default(store: Store) -> None:
    store.sessions.now = ticking(step=timedelta(minutes=1))
    played(store, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    played(store, ("Ana", "Ben"), (0, 1), (1, 3), rounds=2)
    played(store, ("Ana", "Ben"), (0, 1), (1, 5), rounds=2)
    statistics = page(store)
    assert (statistics.baseline.plays, statistics.baseline.top) == (3, 23)
    record(store, played(store, ("Ana", "Ben"), (0, 9)), Record(Stopped("late", counts=True)))
    assert page(store).baseline == statistics.baseline  # what was not played to its end has no usual length or sum
    (size,) = statistics.sizes
    assert (size.rounds, size.shortest < size.longest) == (pytest.approx(7 / 3), True)
    (two,) = statistics.variants
    assert (two.name, two.value, two.plays, two.scored, two.top) == ("rounds", "2", 2, 2, 8)
    assert (two.timed, two.seconds) == (2, 2 * 2 * 60)


def test_champions_need_three_plays_and_have_the_most_wins(store: Store) -> None:
    for _ in range(3):
        played(store, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5))
    played(store, ("Cleo", "Dov"), (0, 5), (0, 5), (0, 5))
    assert [(champion.name, champion.wins, champion.plays) for champion in page(store).champions] == [
        ("Ben", 3, 3),
        ("Ana", 0, 3),
    ]


def test_what_is_unknown_of_imported_plays_counts_for_nothing(store: Store) -> None:
    import_plays(store, bg.read(bg.world(bg.play(1, bg.score(1, "12", winner=True), bg.score(2, "7"), rounds=0))))
    (imported,) = list_games(store.database)
    statistics = load_game_page(store.database, imported.game)
    assert (statistics.sizes[0].finished, statistics.sizes[0].rounds, statistics.baseline.plays) == (1, None, 0)


def test_nobody_is_a_champion_of_games_against_nobody(store: Store) -> None:
    winners = bg.score(1, None, winner=True), bg.score(2, None, winner=True)
    import_plays(store, bg.read(bg.world(*(bg.play(number, *winners, scoringSetting=4) for number in range(1, 4)))))
    (game,) = list_games(store.database)
    assert (game.plays, load_game_page(store.database, game.game).champions) == (3, ())


def test_merged_players_are_one_champion(store: Store) -> None:
    for name in ("Ana", "Anna", "Ana"):
        played(store, (name, "Ben"), (0, 5), (0, 5), (0, 5))
    ids = {player.name: player.id for player in store.players.list_recent()}
    store.merges.merge(ids["Anna"], ids["Ana"])
    assert next((champion.name, champion.wins) for champion in page(store).champions) == ("Ana", 3)


def test_games_are_listed_by_number_of_plays(store: Store) -> None:
    played(store, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5))
    for _ in range(2):
        played(store, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5), game=TINY)
    tiny, dealt = list_games(store.database)
    assert [(head.game, head.plays, head.timed) for head in (tiny, dealt)] == [("tiny", 2, 2), ("dealt", 1, 1)]
    assert tiny.last_played_at > store.history.list_sessions().sessions[0].opened_at
