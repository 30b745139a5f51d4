"""Game statistics equal a slow recomputation from the journals."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scoring.contract.game import (
    PLAYED_BEFORE,
    SUMMED_UP,
    TOTALS_ONLY,
    AnyGame,
    Measure,
    MeasureKind,
    Measures,
    Opened,
    RoundHead,
    Stopped,
)
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.engine.journal import Amend, Record
from scoring.engine.replay import replay
from scoring.games import GAMES
from storage.derived import pipeline
from storage.derived.starting_facts import Variant, find_variants
from storage.errors import UnknownSession
from storage.statistics import game_sums
from storage.statistics.game_sums import RoundSum, ScoreCount, TurnCount
from storage.statistics.games import GamePage, TurnShare, compute_turn_shares, list_games, load_game_page
from storage.statistics.records import GameRecord as Best
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.benchmarks.evenings import fill
from tests.seeds import seeds
from tests.storage.conftest import ticking
from tests.storage.pasts import NAMES, PAIRS, append
from tests.storage.tiny import TINY, Options, Scored, TinyState


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


@pytest.fixture
def world(path: Path) -> Iterator[Store]:
    with Store(path, (TINY, DEALT, LATE, COUNTED, PAIRS), now=ticking()) as store:
        yield store


def played(
    store: Store, names: tuple[str, ...], *scores: tuple[int, int], rounds: int = 3, game: AnyGame = DEALT
) -> str:
    """A session with one (seat, points) pair per round."""
    session_id = store.sessions.open(game, Opened(names, Options(rounds)))
    append(store, session_id, *(Record(Scored(Seat(seat), points)) for seat, points in scores))
    return session_id


def page(store: Store, game: str = "dealt") -> GamePage:
    return load_game_page(store.database, game)


def find_record(store: Store, key: str) -> Best:
    return next(record for record in page(store).records if record.key == key)


# A small world -----------------------------------------------------------------------------------------------------


def test_a_game_without_plays_has_empty_statistics(world: Store) -> None:
    empty = page(world)
    assert (empty.plays, empty.sizes, empty.scores, empty.turns, empty.rounds, empty.records) == (0, (), (), (), (), ())
    assert empty.champions == ()
    assert list_games(world.database) == ()


def test_scores_are_counted_by_number_of_players_and_by_who_won(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 5), (1, 3), (0, 1))
    played(world, ("Ana", "Ben", "Cleo"), (0, 6), (1, 0), (2, 6))
    played(world, ("Ana", "Ben"), (1, 6), (1, 0), (0, 3))
    assert page(world).scores == (
        ScoreCount(2, 3, won=False, count=2),
        ScoreCount(2, 6, won=True, count=2),
        ScoreCount(3, 0, won=False, count=1),
        ScoreCount(3, 6, won=True, count=2),
    )


def test_turn_order_counts_from_the_dealers_left(world: Store) -> None:
    """Seat 0 deals first, so seat 1 starts, and with three players seat 0 is last."""
    played(world, ("Ana", "Ben", "Cleo"), (1, 5), (1, 0), (1, 0))
    played(world, ("Ana", "Ben", "Cleo"), (0, 5), (0, 0), (0, 0))
    played(world, ("Ana", "Ben"), (1, 5), (1, 0), (1, 0))
    assert page(world).turns == (
        TurnCount(2, 1, plays=1, wins=1),
        TurnCount(2, 2, plays=1, wins=0),
        TurnCount(3, 1, plays=2, wins=1),
        TurnCount(3, 2, plays=2, wins=0),
        TurnCount(3, 3, plays=2, wins=1),
    )
    assert compute_turn_shares(page(world).turns) == (
        TurnShare(1, 3, 2, pytest.approx((1 / 2 + 2 / 3) / 3)),
        TurnShare(2, 3, 0, pytest.approx((1 / 2 + 2 / 3) / 3)),
        TurnShare(3, 2, 1, pytest.approx(1 / 3)),
    )


def test_turn_order_is_unknown_if_nobody_starts(world: Store) -> None:
    played(world, ("Ana", "Ben"), (1, 5), (1, 0), (1, 0), game=TINY)
    turns = page(world, "tiny").turns
    assert turns == (TurnCount(2, 0, plays=2, wins=1),)
    assert compute_turn_shares(turns) == ()


def test_bids_and_points_are_summed_by_kind_size_and_turn(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 1), (1, 4), (1, 3))
    statistics = {(row.key, row.by, row.at): row for row in page(world).rounds}
    assert statistics["", "type", "odd"] == RoundSum("", "type", "odd", count=4, value=4, of=0, reached=2)
    assert statistics["", "type", "even"] == RoundSum("", "type", "even", count=2, value=4, of=0, reached=1)
    assert statistics["bid_met", "size", 1] == RoundSum("bid_met", "size", 1, count=1, value=1, of=1, reached=1)
    assert statistics["bid_met", "size", 2].share == 0
    assert statistics["tricks", "size", 2].mean - statistics["bid", "size", 2].mean == 2
    # Ana dealt rounds 1 and 3, Ben round 2: Ana scored as the last in round 1, Ben last in 2, first in 3
    assert statistics["bid", "turn", 2].count == 2
    assert statistics["bid", "turn", 1] == RoundSum("bid", "turn", 1, count=1, value=3, of=9, reached=0)


@pytest.mark.long
def test_a_record_belongs_to_the_first_holder(world: Store) -> None:
    first = played(world, ("Ana", "Ben"), (0, 2), (1, 9), (1, 0))
    played(world, ("Cleo", "Ben"), (0, 1), (1, 9), (1, 0))
    close = played(world, ("Cleo", "Dov"), (0, 1), (0, 1), (1, 1))
    most, comeback = find_record(world, "most_points"), find_record(world, "comeback")
    assert (most.value, most.session_id, most.names) == (9, first, ("Ben",))
    assert (comeback.value, comeback.session_id, comeback.names) == (1, first, ("Ben",))
    best = find_record(world, "best_round")
    assert (best.value, best.session_id, best.names, best.title) == (9, first, ("Ben",), "Round 2")
    assert (most.other_holders, comeback.other_holders, best.other_holders) == (0, 0, 0)
    assert find_record(world, "least_points").value == 1
    assert find_record(world, "clearest").value == 8
    assert find_record(world, "longest").names == ()
    assert page(world).sizes[0].lead == 8
    assert close not in {record.session_id for record in page(world).records if record.key == "clearest"}


@pytest.mark.long
def test_other_holders_are_counted_once_each(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 2), (1, 9), (1, 0))
    for names in (("Cleo", "Ben"), ("Ana", "Dov"), ("Ana", "Dov")):
        played(world, names, (0, 2), (1, 9), (1, 0))
    for key, names, others in (
        ("best_round", ("Ben",), 1),
        ("most_points", ("Ben",), 1),
        ("least_points", ("Ana",), 1),
    ):
        assert (find_record(world, key).names, find_record(world, key).other_holders) == (names, others)
    played(world, ("Eve", "Fay", "Ben", "Gus"), (0, 9), (1, 2), (3, 9))
    assert find_record(world, "best_round").other_holders == 3
    assert (find_record(world, "longest").names, find_record(world, "longest").other_holders) == ((), 0)


@pytest.mark.long
def test_the_number_of_other_holders_is_truncated(world: Store) -> None:
    for _ in range(10):
        played(world, ("Ana", "Ben"), *((0, 4), (1, 4)) * 3, rounds=6)
    assert (find_record(world, "best_round").other_holders, find_record(world, "best_round").is_truncated) == (1, True)
    assert (find_record(world, "most_points").other_holders, find_record(world, "most_points").is_truncated) == (
        1,
        False,
    )


def test_partners_share_a_score_record_but_not_a_round_record(world: Store) -> None:
    played(world, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (2, 7), (1, 3), game=PAIRS)
    holders = {record.key: record.names for record in page(world, "pairs").records}
    assert holders["most_points"] == ("Ana", "Cleo")
    assert holders["best_round"] == ("Cleo",)
    assert {(score.points, score.count) for score in page(world, "pairs").scores} == {(12, 1), (3, 1)}


def test_earlier_points_are_not_a_round(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 9), (1, 4), (1, 3), game=LATE)
    statistics = page(world, "late")
    assert [record.value for record in statistics.records if record.key == "best_round"] == [4]
    assert {row.at for row in statistics.rounds if row.by == "type"} == {"even", "odd"}
    assert {row.at for row in statistics.rounds if row.by == "size"} == {2, 3}


def test_points_counted_together_are_not_a_round(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 4), (0, 3), (1, 9), game=COUNTED)
    statistics = page(world, "counted")
    assert {record.key: record.value for record in statistics.records if "round" in record.key} == {
        "best_round": 4,
        "worst_round": 0,
    }
    assert not [record for record in statistics.records if record.key == "comeback"]  # nobody knows who led halfway
    assert {row.at for row in statistics.rounds if row.by == "type"} == {"even", "odd"}
    assert {row.at for row in statistics.rounds if row.by == "size"} == {1, 2}
    assert [score.points for score in statistics.scores] == [7, 9]


def test_a_stopped_session_counts_as_a_play_without_record_or_score(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 2), (0, 2), (0, 2))
    broken = world.sessions.open(DEALT, Opened(("Ana", "Ben"), Options(3)))
    append(world, broken, Record(Scored(Seat(0), 9)), Record(Stopped("late", counts=True)))
    (size,) = page(world).sizes
    assert (size.plays, size.finished, size.timed) == (2, 1, 1)
    assert size.total_seconds > size.seconds
    assert find_record(world, "best_round").value == 2
    assert sum(score.count for score in page(world).scores) == 2
    assert [turn.plays for turn in page(world).turns] == [2, 2]


def test_binned_sessions_do_not_count_until_restored(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 2), (0, 2), (0, 2))
    before = page(world)
    other = played(world, ("Ana", "Ben"), (1, 9), (1, 9), (1, 9), rounds=3)
    after = page(world)
    world.sessions.bin(other)
    assert page(world) == before
    assert [head.plays for head in list_games(world.database)] == [1]
    world.sessions.restore(other)
    assert page(world) == after
    world.sessions.bin(other)
    world.sessions.purge(other)
    assert page(world) == before


def test_variants_are_options_that_differ_from_the_default(world: Store) -> None:
    played(world, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    played(world, ("Ana", "Ben"), (0, 1), (1, 3), rounds=2)
    played(world, ("Ana", "Ben"), (0, 1), (1, 5), rounds=2)
    statistics = page(world)
    assert (statistics.baseline.plays, statistics.baseline.top) == (3, 23)
    (two,) = statistics.variants
    assert (two.name, two.value, two.plays, two.scored, two.top) == ("rounds", "2", 2, 2, 8)


def test_champions_need_three_plays_and_have_the_most_wins(world: Store) -> None:
    for _ in range(3):
        played(world, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5))
    played(world, ("Cleo", "Dov"), (0, 5), (0, 5), (0, 5))
    assert [(champion.name, champion.wins, champion.plays) for champion in page(world).champions] == [
        ("Ben", 3, 3),
        ("Ana", 0, 3),
    ]


def test_merged_players_are_one_champion(world: Store) -> None:
    for name in ("Ana", "Anna", "Ana"):
        played(world, (name, "Ben"), (0, 5), (0, 5), (0, 5))
    ids = {player.name: player.id for player in world.players.list_recent()}
    world.merges.merge(ids["Anna"], ids["Ana"])
    assert next((champion.name, champion.wins) for champion in page(world).champions) == ("Ana", 3)


def test_games_are_listed_by_number_of_plays(world: Store) -> None:
    played(world, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5))
    for _ in range(2):
        played(world, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5), game=TINY)
    assert [(head.game, head.plays, head.timed) for head in list_games(world.database)] == [
        ("tiny", 2, 2),
        ("dealt", 1, 1),
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [(Options(3), ()), (Options(5), (Variant("rounds", "5"),))],
)
def test_a_default_option_is_not_a_variant(options: Options, expected: tuple[Variant, ...]) -> None:
    assert find_variants(DEALT, Opened(("Ana", "Ben"), options)) == expected


# Random worlds -----------------------------------------------------------------------------------------------------


def happen(store: Store, rng: random.Random) -> str:
    """Play a session or change an earlier one; returns the id of the session."""
    here = [head.id for head in store.history.list_sessions(limit=99).sessions]
    binned = [head.id for head in store.history.list_sessions(limit=99, binned=True).sessions]
    match rng.randrange(10):
        case 0 if here:
            store.sessions.bin(session_id := rng.choice(here))
        case 1 if binned:
            store.sessions.restore(session_id := rng.choice(binned))
        case 2 if binned:
            store.sessions.purge(session_id := rng.choice(binned))
        case 3 if here:
            session_id = rng.choice(here)
            if len(store.sessions.load(session_id).journal) > 1:
                append(store, session_id, Amend(1, Scored(Seat(rng.randrange(2)), rng.randrange(10))))
        case _:
            names = tuple(rng.sample(NAMES, rng.randrange(2, 5)))
            rounds = rng.choice((2, 3, 3, 4))
            upto = rng.choice((rounds, rounds, 1))
            scores = [(rng.randrange(len(names)), rng.randrange(10)) for _ in range(upto)]
            session_id = played(store, names, *scores, rounds=rounds)
            if upto < rounds and rng.random() < 0.7:
                append(store, session_id, Record(Stopped("late", counts=rng.random() < 0.7)))
    return session_id


def is_a_play(store: Store, session_id: str) -> bool:
    """Whether a session counts, from its journal."""
    try:
        loaded = store.sessions.load(session_id)
    except UnknownSession:
        return False
    over = agreements.outcome(loaded.game, replay(loaded.game, loaded.journal).state) is not None
    return over and loaded.binned_at is None


def slowly(store: Store) -> dict[str, Any]:
    """Recompute everything session by session from the journals."""
    truth: dict[str, Any] = {
        "plays": 0,
        "scores": Counter(),
        "turns": defaultdict(lambda: [0, 0]),
        "rounds": defaultdict(lambda: [0, 0, 0, 0]),
        "variants": defaultdict(lambda: [0, 0]),
        "records": defaultdict(list),
        "times": Counter(),
    }
    for head in store.history.list_sessions(limit=1000).sessions:
        loaded = store.sessions.load(head.id)
        state = replay(loaded.game, loaded.journal).state
        outcome = agreements.outcome(loaded.game, state)
        if outcome is None:
            continue
        _note(truth, loaded, state, outcome, seats := len(state.table.names))
        truth["plays"] += 1
        for seat in range(seats):
            turn = truth["turns"][seats, (seat - 1) % seats + 1]
            turn[0] += 1
            turn[1] += seat in outcome.winners
    return truth


def _note(truth: dict[str, Any], loaded: Any, state: TinyState, outcome: Any, seats: int) -> None:
    points = [sum(line.points for line in state.ledger if line.seat == seat) for seat in range(seats)]
    scored = {line.round for line in state.ledger}
    for number in sorted(scored):
        for seat in range(seats):
            points_of_round = sum(line.points for line in state.ledger if (line.round, line.seat) == (number, seat))
            _sum(truth, "", number, seat, seats, points_of_round, 0, points_of_round > 0)
    for measure in loaded.game.measures.of(state):
        _sum(
            truth,
            measure.key,
            measure.round,
            measure.seat,
            seats,
            measure.value,
            measure.of,
            measure.value == measure.of,
        )
    if state.stopped is not None:
        return
    for seat in range(seats):
        truth["scores"][seats, points[seat], seat in outcome.winners] += 1
        after = [
            sum(line.points for line in state.ledger if line.seat == s and line.round <= len(scored) // 2)
            for s in range(seats)
        ]
        halfway = 1 + sum(other > after[seat] for other in after)
        truth["records"]["comeback"].append(halfway - 1 - sum(other > points[seat] for other in points))
    truth["records"]["most_points"].append(max(points))
    truth["records"]["least_points"].append(min(points))
    truth["records"]["clearest"].append(sorted(points)[-1] - sorted(points)[-2])
    last = next(n for n in range(len(loaded.times)) if n >= state.rounds)
    took = int((loaded.times[last] - loaded.times[0]) / timedelta(seconds=1))
    truth["records"]["longest"].append(took)
    truth["times"][seats, took // 300 * 5] += 1
    if state.rounds != 3:
        truth["variants"]["rounds", str(state.rounds)][0] += 1
        truth["variants"]["rounds", str(state.rounds)][1] += max(points)


def _sum(
    truth: dict[str, Any], key: str, number: int, seat: int, seats: int, value: int, of: int, reached: bool
) -> None:
    dealer = (number - 1) % seats
    turn = (seat - dealer - 1) % seats + 1
    for by, at in (("type", ("even", "odd")[number % 2]), ("size", number), ("turn", turn)):
        row = truth["rounds"][key, by, at]
        for column, more in enumerate((1, value, of, int(reached))):
            row[column] += more


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(6, short=1, long=3))
def test_game_statistics_equal_a_slow_recomputation_from_the_journals(seed: int, world: Store) -> None:
    rng = random.Random(seed)
    counted: set[str] = set()
    for _ in range(40):
        changed = happen(world, rng)
        counted = counted | {changed} if is_a_play(world, changed) else counted - {changed}
        assert page(world).plays == len(counted)
    statistics, truth = page(world), slowly(world)
    assert statistics.plays == truth["plays"]
    assert {(e.players, e.points, e.won): e.count for e in statistics.scores} == truth["scores"]
    assert {(e.players, e.turn): [e.plays, e.wins] for e in statistics.turns} == truth["turns"]
    assert {(e.key, e.by, e.at): [e.count, e.value, e.of, e.reached] for e in statistics.rounds} == truth["rounds"]
    assert {(e.name, e.value): [e.plays, e.top] for e in statistics.variants} == truth["variants"]
    assert {(e.players, e.minutes): e.count for e in statistics.times} == truth["times"]
    records = {record.key: record.value for record in statistics.records}
    best = {key: (min if key == "least_points" else max)(values) for key, values in truth["records"].items()}
    assert {key: records.get(key, 0) for key in best} == best


@pytest.mark.parametrize("seed", seeds(3, short=0, long=0))
def test_the_page_of_a_game_equals_a_rebuild(seed: int, path: Path, world: Store) -> None:
    rng = random.Random(100 + seed)
    for _ in range(40):
        happen(world, rng)
        with world.database.reading() as db:
            assert not pipeline.find_wrong_plays(db)
    before = page(world)
    world.rebuild()
    assert page(world) == before
    assert doctor(path, (TINY, DEALT, LATE, COUNTED, PAIRS)).healthy


# Real games --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("years") / "years.sqlite"
    fill(path, 100, seed=6, until=datetime(2026, 11, 1, 12, tzinfo=UTC))
    return path


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_statistics_of_real_games_match_their_journals(game: AnyGame, years: Path) -> None:
    scores: Counter[tuple[int, int, bool]] = Counter()
    paid: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    counted: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    variants: Counter[str] = Counter()
    with Store(years) as store:
        statistics = load_game_page(store.database, game.key)
        for head in store.history.list_sessions(limit=1000, game=game.key).sessions:
            loaded = store.sessions.load(head.id)
            run = replay(game, loaded.journal)
            outcome = agreements.outcome(game, run.state)
            if outcome is None:
                continue
            finished = run.state.stopped is None
            if finished:
                for place in game.standings(run.state):
                    scores[len(loaded.names), place.points, place.side[0] in outcome.winners] += 1
                usual, options = game.options(), run.opened.options
                variants.update(name.name for name in fields(options) if _differs(usual, options, name.name))
            lines = agreements.score_if_stopped(game, run.state).ledger
            scored = {line.round for line in lines}
            kinds = {
                head.number: head.type
                for head in game.rounds(run.state)
                if head.type not in TOTALS_ONLY and (finished or head.number in scored)
            }
            for number, kind in kinds.items():
                paid["type", kind][0] += len(loaded.names)
                paid["type", kind][1] += sum(line.points for line in lines if line.round == number)
            for measure in game.measures.of(run.state):
                if measure.round in kinds:
                    for column, more in enumerate((1, measure.value, measure.of)):
                        counted[measure.key, kinds[measure.round]][column] += more
    assert {(e.players, e.points, e.won): e.count for e in statistics.scores} == scores
    by_kind = [row for row in statistics.rounds if row.by == "type"]
    assert {("type", e.at): [e.count, e.value] for e in by_kind if e.key == game_sums.POINTS} == paid
    assert {(e.key, e.at): [e.count, e.value, e.of] for e in by_kind if e.key != game_sums.POINTS} == counted
    no_rules = {"first_dealer", "first_player", "first_seat", "dealer", "name"}  # seats, and the title of a score pad
    assert {variant.name for variant in statistics.variants} - no_rules == {*variants} - no_rules


def _differs(usual: Any, options: Any, name: str) -> bool:
    return bool(getattr(usual, name) != getattr(options, name))
