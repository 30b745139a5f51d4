"""Agreements of the table, the same in every game."""

from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Adjusted, CameLate, Resumed, Stopped, Table
from scoring.contract.prompts import Count, Role, find_prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Best, Outcome, Seat, totals
from scoring.engine import agreements
from scoring.engine.agreements import BY_AGREEMENT, LARGEST_ADJUSTMENT, STOP
from scoring.games import find_game
from scoring.games.loot_and_recruit import GAME as LOOT
from scoring.games.loot_and_recruit.moving import GoblinAdded
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.options import Options as LootOptions
from scoring.games.score_pad import Options as PadOptions
from scoring.games.score_pad import RoundEntered
from tests.scoring.sketches import sealed
from tests.scoring.sketches.sealed import GAME, BidsTurned, Options

ANA, BEN = Seat(0), Seat(1)
STOPPED = Stopped("the last tram", counts=True)
TABLE = Table(("Ana", "Ben"))


def lot(state: sealed.Market, ana: int, ben: int) -> sealed.Market:
    return agreements.judge(GAME, state, BidsTurned(((ANA, ana), (BEN, ben))))


FRESH = GAME.open(TABLE, Options(lots=2))
RUNNING = lot(FRESH, 1, 0)
OVER = lot(RUNNING, 0, 1)
PAUSED = agreements.judge(GAME, RUNNING, STOPPED)


@pytest.mark.parametrize("state", [FRESH, RUNNING, OVER, PAUSED], ids=["fresh", "running", "over", "stopped"])
@pytest.mark.parametrize("points", [5, -5, 1, -LARGEST_ADJUSTMENT])
def test_points_can_be_agreed_on_at_any_time(state: sealed.Market, points: int) -> None:
    after = agreements.judge(GAME, state, Adjusted(BEN, points, "a spilt drink"))
    (line,) = after.ledger[len(state.ledger) :]
    assert (line.seat, line.points, line.rule, line.round) == (BEN, points, BY_AGREEMENT, state.round)
    assert line.working == f"{points} by agreement (a spilt drink) = {points}"


@pytest.mark.parametrize(
    ("key", "unit"),
    [
        ("crown_battles", 5),
        ("recruit", 1),
        ("recruits", 1),
        ("faction_wars", 1),
        ("loot_and_recruit", 1),
        ("score_pad", 1),
    ],
)
def test_points_by_agreement_go_in_what_the_game_counts_in(key: str, unit: int) -> None:
    game = find_game(key)
    prompt = find_prompt(agreements.prompts(game, game.open(Table(("Ana", "Ben", "Cleo")), game.options())), "adjusted")
    (points,) = (field for field in prompt.fields if isinstance(field, Count))
    assert (points.step, points.low % unit, points.high % unit) == (unit, 0, 0)


def test_a_newcomer_starts_with_points_in_what_the_game_counts_in() -> None:
    game = find_game("crown_battles")
    state = game.open(Table(("Ana", "Ben", "Cleo")), game.options())
    assert agreements.judge(game, state, CameLate(Seat(3), "Dov", ANA, -15)).ledger[-1].points == -15
    with pytest.raises(RuleViolation, match="in steps of 5") as refusal:
        agreements.judge(game, state, CameLate(Seat(3), "Dov", ANA, 3))
    assert refusal.value.field == "points"


@pytest.mark.parametrize(("best", "likely"), [(Best.HIGH, 2), (Best.LOW, 9)])
def test_a_newcomer_is_offered_the_points_of_the_last_player(best: Best, likely: int) -> None:
    game = find_game("score_pad")
    state = game.open(Table(("Ana", "Ben", "Cleo")), PadOptions(best=best))
    state = agreements.judge(game, state, RoundEntered(((ANA, 5), (BEN, 9), (Seat(2), 2))))
    prompt = find_prompt(agreements.prompts(game, state), CameLate.kind)
    assert [field.likely for field in prompt.fields if isinstance(field, Count)] == [likely]


@pytest.mark.parametrize(
    ("event", "field", "message"),
    [
        (Adjusted(Seat(2), 5, "x"), "seat", "Choose one of the players at this table."),
        (Adjusted(Seat(-1), 5, "x"), "seat", "Choose one of the players at this table."),
        (Adjusted(ANA, 0, "x"), "points", "Between 1 and 1000 points can be given or taken."),
        (Adjusted(ANA, 1001, "x"), "points", "Between 1 and 1000 points can be given or taken."),
        (Adjusted(ANA, -1001, "x"), "points", "Between 1 and 1000 points can be given or taken."),
        (Adjusted(ANA, 5, " "), "reason", "Say in a few words what the points are for."),
    ],
)
def test_an_agreement_needs_a_player_points_and_a_reason(event: Adjusted, field: str, message: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        agreements.judge(GAME, RUNNING, event)
    assert (refusal.value.rule, refusal.value.field, refusal.value.message) == (BY_AGREEMENT, field, message)


@pytest.mark.parametrize(
    ("state", "event", "message"),
    [
        (PAUSED, STOPPED, "The game has already been stopped."),
        (OVER, STOPPED, "The game is over; there is nothing to stop."),
        (RUNNING, Resumed(), "The game is not stopped."),
        (PAUSED, BidsTurned(((ANA, 0), (BEN, 1))), "The game is stopped; resume it first."),
    ],
)
def test_stopping_and_going_on_take_turns(state: sealed.Market, event: Any, message: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        agreements.judge(GAME, state, event)
    assert (refusal.value.rule, refusal.value.message) == (STOP, message)


def test_a_resumed_session_is_what_it_was() -> None:
    assert PAUSED.stopped == STOPPED
    assert agreements.judge(GAME, PAUSED, Resumed()) == RUNNING


@pytest.mark.parametrize(
    ("state", "kinds"),
    [
        (RUNNING, ["bids_turned", "adjusted", "stopped"]),
        (OVER, ["adjusted"]),
        (PAUSED, ["resumed", "adjusted"]),
    ],
    ids=["running", "over", "stopped"],
)
def test_what_may_be_entered(state: sealed.Market, kinds: list[str]) -> None:
    prompts = agreements.prompts(GAME, state)
    assert [prompt.kind for prompt in prompts] == kinds
    assert all(prompt.role is Role.ASIDE for prompt in prompts if prompt.kind != "bids_turned")


@pytest.mark.parametrize("has_points", [False, True])
def test_the_result_so_far_counts_once_there_is_one(has_points: bool) -> None:
    state = LOOT.open(Table(("Ana", "Ben")), LootOptions())
    if has_points:
        state = agreements.judge(LOOT, state, Adjusted(Seat(0), 3, "a song"))
    prompt = find_prompt(agreements.prompts(LOOT, state), Stopped.kind)
    assert prompt.fields[1].get_likely() is has_points


def test_the_outcome_is_the_games_own_while_nobody_stopped() -> None:
    assert agreements.outcome(GAME, RUNNING) is None
    assert agreements.outcome(GAME, OVER) == GAME.outcome(OVER)


def test_the_lead_counts_when_a_stopped_session_counts() -> None:
    text = "Stopped early; the lead at that moment counts."
    assert agreements.outcome(GAME, PAUSED) == Outcome(STOP, (ANA,), text)
    draw = agreements.judge(GAME, FRESH, STOPPED)
    assert agreements.outcome(GAME, draw) == Outcome(STOP, (ANA, BEN), text)


def test_what_stands_counts_in_a_stopped_session() -> None:
    """Points still on the table count when a session is stopped, and are not doubled when it goes on."""
    brute = KnownCard("Brute", (("vp", 3), ("def", 5), ("cost", 4)))
    state = LOOT.open(TABLE, LootOptions(level=Level.STACKS))
    state = agreements.judge(LOOT, state, GoblinAdded(BEN, 0, brute))
    stopped = agreements.judge(LOOT, state, STOPPED)
    assert agreements.score_if_stopped(LOOT, state) is state
    assert totals(agreements.score_if_stopped(LOOT, stopped).ledger, stopped.table.seats) == {ANA: 0, BEN: 3}
    assert [(place.side, place.points) for place in agreements.standings(LOOT, stopped)] == [((BEN,), 3), ((ANA,), 0)]
    outcome = agreements.outcome(LOOT, stopped)
    assert outcome.winners == (BEN,)
    assert agreements.judge(LOOT, stopped, Resumed()).ledger == ()


def test_nobody_wins_a_stopped_session_that_does_not_count() -> None:
    assert agreements.outcome(GAME, agreements.judge(GAME, RUNNING, Stopped("", counts=False))) is None


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Adjusted(ANA, 5, "the song"), "Ana +5 by agreement: the song"),
        (Adjusted(BEN, -5, "the song"), "Ben -5 by agreement: the song"),
        (STOPPED, "Stopped here (the last tram); the result counts"),
        (Stopped("", counts=False), "Stopped here; the result does not count"),
        (Resumed(), "Resumed"),
        (BidsTurned(((ANA, 0), (BEN, 1))), "Bids: Ana 0, Ben 1"),
    ],
)
def test_the_log_tells_every_event(event: Any, text: str) -> None:
    assert agreements.sentence(GAME, RUNNING, event) == text
