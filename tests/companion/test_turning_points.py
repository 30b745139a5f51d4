"""The sentences of the result are true for random sessions."""

from typing import Any

import pytest

from scoring.contract.game import AnyGame
from scoring.contract.prompts import find_prompt
from scoring.contract.scores import Seat
from scoring.engine.codec import encode, event_from
from scoring.engine.journal import Amend
from scoring.engine.replay import Replay, replay
from scoring.games import GAMES
from scoring.games.score_pad import GAME as PAD
from scoring.insight.turning_points import Lead, Near, find_lead, try_one_more
from scoring.insight.what_if import find_numbers
from tests.companion.tables import enter, open_store, opened, played
from tests.seeds import over_seeds


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@over_seeds(1, long=8, deep=40)
def test_what_is_told_of_a_random_evening_is_true(game: AnyGame, seed: int) -> None:
    with open_store() as store:
        session = store.sessions.load(
            played(store, game, game.box.players[0] + seed % len(game.box.players), seed=seed)
        )
    journal, run = session.journal, replay(game, session.journal)
    outcome = game.outcome(run.state)
    assert outcome is not None
    lead = find_lead(game, run.state)
    if lead is not None:
        ahead = [_sole_leader(game, run, number) for number in range(lead.round, lead.last + 1)]
        scored = {line.round for line in run.state.ledger}
        assert {side for number, side in enumerate(ahead, lead.round) if number in scored} == {lead.side}
    for near in filter(None, try_one_more(game, run)):
        assert near.seat not in outcome.winners
        assert any(_wins(game, journal, run, entry, near) for entry in range(1, len(journal)))


def test_of_players_who_are_level_at_the_end_nobody_took_the_lead_for_good() -> None:
    with open_store() as store:
        desk = opened(store, PAD, 3)
        for points in ([10, 0, 0], [0, 10, 0]):
            enter(desk, desk.main.kind, **{desk.main.fields[0].name: [list(cell) for cell in enumerate(points)]})
        assert find_lead(PAD, desk.state) is None
        enter(desk, desk.main.kind, **{desk.main.fields[0].name: [[0, 0], [1, 0], [2, 30]]})
        assert find_lead(PAD, desk.state) == Lead((Seat(2),), 3, 1, 3)


def _sole_leader(game: AnyGame, run: Replay[Any, Any], last: int) -> Any:
    """The side that leads alone after a round, by sums made here; None if several are level."""
    sides = [place.side for place in game.standings(run.state)]
    sums = {
        side: game.best(run.state).sign
        * sum(line.points for line in run.state.ledger if line.round <= last and line.seat in side)
        for side in sides
    }
    best = [side for side in sides if sums[side] == max(sums.values())]
    return best[0] if len(best) == 1 else None


def _wins(game: AnyGame, journal: Any, run: Replay[Any, Any], entry: int, near: Near) -> bool:
    """Whether a correction of this entry to what `near` says lets that player win alone."""
    event = next((step.event for step in run.steps if step.entry == entry), None)
    before = run.before(entry)
    prompt = find_prompt(game.prompts(before), event.kind) if event is not None else None
    grid = find_numbers(prompt) if prompt else None
    if grid is None or before.round != near.round:
        return False
    payload = encode(game, event).payload
    numbers = dict(payload[grid.name])
    if numbers[near.seat] != near.had:
        return False
    numbers[near.seat] += 1
    if near.giver is not None:
        numbers[near.giver] -= 1
    answers = {**payload, grid.name: [[seat, numbers[seat]] for seat, _ in payload[grid.name]]}
    changed = replay(game, (*journal, Amend(entry, event_from(game, event.kind, answers))))
    outcome = game.outcome(changed.state)
    return changed.violation is None and outcome is not None and outcome.winners == near.winners
