"""How a session went: where the lead changed for good, which round decided it, and what one point more had meant."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from scoring import agreements
from scoring.codec import encode, event_from
from scoring.game import AGREEMENTS, AnyGame, State
from scoring.prompts import Grid, find_prompt
from scoring.replay import Replay
from scoring.rulebook import RuleViolation
from scoring.scores import Seat, Side, rank, totals
from scoring.tapes import add_up
from scoring.what_if import find_numbers

_LATEST: Final = 3
"""So many of the last numbers are changed to see what one more had meant: earlier ones would change what followed."""


@dataclass(frozen=True, slots=True)
class Lead:
    """From `round` to the end `side` led alone; `first` and `last` are the first and the last round that scored."""

    side: Side
    round: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Decision:
    """The round in which `side` gained so much on `other` that without it the other would not be behind."""

    round: int
    side: Side
    other: Side
    gain: int  # points


@dataclass(frozen=True, slots=True)
class Near:
    """With `had` + 1 in `round`, and one less for `giver` (None: nobody), `seat` would have won."""

    round: int
    seat: Seat
    had: int
    giver: Seat | None
    giver_had: int


def find_lead(game: AnyGame, state: State) -> Lead | None:
    """Where the lead changed for good; None if several are level at the end, or fewer than two rounds scored."""
    after = _rounds(game, state)
    if len(after) < 2:
        return None
    rounds = sorted(after)
    winners = _leaders(game, after[rounds[-1]])
    if len(winners) != 1:
        return None
    since = rounds[-1]
    for number in reversed(rounds):
        if _leaders(game, after[number]) != winners:
            break
        since = number
    return Lead(winners[0], since, rounds[0], rounds[-1])


def find_decision(game: AnyGame, state: State) -> Decision | None:
    """The round with the greatest gain on the second, if that gain was at least the lead at the end."""
    after = _rounds(game, state)
    rounds = sorted(after)
    if len(rounds) < 2 or len(after[rounds[-1]]) < 2:
        return None
    order = rank(_by_seat(after[rounds[-1]]), tuple(after[rounds[-1]]), game.best)
    first, second = order[0], order[1]
    if first.points == second.points:
        return None
    gains: dict[int, int] = {}
    before = 0
    for number in rounds:
        ahead = game.best.sign * (after[number][first.side] - after[number][second.side])
        gains[number], before = ahead - before, ahead
    decisive = max(rounds, key=lambda number: (gains[number], number))
    if gains[decisive] < before:
        return None
    return Decision(decisive, first.side, second.side, gains[decisive])


def try_one_more(game: AnyGame, run: Replay[Any, Any]) -> Iterator[Near | None]:
    """What one more had meant in the latest numbers, latest first; None for each change that was no win.

    One unit goes to a player who did not win, from each of the others in turn, or from nobody where the numbers need no
    sum. Everything else stays as it was entered; a change that later entries do not allow is passed over.
    """
    outcome = agreements.outcome(game, run.state)
    if outcome is None:
        return
    found = 0
    for position in reversed(range(len(run.steps))):
        step, before = run.steps[position], run.steps[position - 1].state if position else run.opening
        if isinstance(step.event, AGREEMENTS):
            continue
        prompt = find_prompt(game.prompts(before), step.event.kind)
        grid = find_numbers(prompt) if prompt else None
        if grid is None:
            continue
        payload = encode(game, step.event).payload
        numbers = {Seat(int(seat)): add_up(number) for seat, number in payload[grid.name]}
        for seat in sorted(numbers.keys() - set(outcome.winners)):
            for giver in sorted(numbers.keys() - {seat}) if grid.totals else [None]:
                changed = {**numbers, seat: numbers[seat] + 1}
                if giver is not None:
                    changed[giver] -= 1
                giver_had = numbers[giver] if giver is not None else 1
                is_won = giver_had > 0 and _would_win(game, run, position, payload, grid, changed, seat)
                yield Near(before.round, seat, numbers[seat], giver, giver_had) if is_won else None
        found += 1
        if found == _LATEST:
            return


def tell_rounds(game: AnyGame, state: State) -> tuple[str, ...]:
    """Where the lead changed for good and which round decided it, in a sentence each; nothing before the end."""
    outcome, names = agreements.outcome(game, state), state.table.names
    lead, decision = find_lead(game, state), find_decision(game, state)
    if outcome is None or lead is None or set(lead.side) != set(outcome.winners):
        return ()
    who = _join(names[seat] for seat in lead.side)
    if lead.round == lead.first:
        sentences = [f"{who} led from the first round to the end."]
    elif lead.round == lead.last:
        sentences = [f"{who} took the lead in the last round."]
    else:
        sentences = [f"{who} took the lead in {_title(game, state, lead.round)} and kept it."]
    if decision is not None:
        other, points = _join(names[seat] for seat in decision.other), "point" if decision.gain == 1 else "points"
        title = _title(game, state, decision.round)
        sentences.append(f"{title} decided it: {who} gained {decision.gain} {points} on {other}.")
    return tuple(sentences)


def tell_near(game: AnyGame, state: State, near: Near) -> str:
    """What one more had meant: "With 3 instead of 2 in Round 9, and Cleo with 1 instead of 2, Ana would have won." """
    names = state.table.names
    more = f"With {near.had + 1} instead of {near.had} in {_title(game, state, near.round)}"
    if near.giver is not None:
        more += f", and {names[near.giver]} with {near.giver_had - 1} instead of {near.giver_had}"
    return f"{more}, {names[near.seat]} would have won."


def _title(game: AnyGame, state: State, number: int) -> str:
    title = next((head.title for head in game.rounds(state) if head.number == number), f"Round {number}")
    return title if any(letter.isdigit() for letter in title) else f"“{title}”"


def _join(names: Iterable[str]) -> str:
    return " and ".join(names)


def _would_win(
    game: AnyGame,
    run: Replay[Any, Any],
    position: int,
    payload: dict[str, Any],
    grid: Grid,
    numbers: dict[Seat, int],
    seat: Seat,
) -> bool:
    """Whether the seat wins alone with these numbers and everything later as it was."""
    answers = {**payload, grid.name: [[key, numbers[Seat(int(key))]] for key, _ in payload[grid.name]]}
    state = run.steps[position - 1].state if position else run.opening
    try:
        state = agreements.judge(game, state, event_from(game, run.steps[position].event.kind, answers))
        for step in run.steps[position + 1 :]:
            state = agreements.judge(game, state, step.event, step.waived)
    except RuleViolation:
        return False
    outcome = agreements.outcome(game, state)
    return outcome is not None and outcome.winners == (seat,)


def _rounds(game: AnyGame, state: State) -> dict[int, dict[Side, int]]:
    """The totals of all sides after each round that scored."""
    ledger = agreements.score_if_stopped(game, state).ledger
    sides = tuple(sorted(place.side for place in agreements.standings(game, state)))
    after: dict[int, dict[Side, int]] = {}
    for number in sorted({line.round for line in ledger}):
        points = totals((line for line in ledger if line.round <= number), state.table.seats)
        after[number] = {side: sum(points[seat] for seat in side) for side in sides}
    return after


def _leaders(game: AnyGame, points: dict[Side, int]) -> list[Side]:
    best = max(game.best.sign * number for number in points.values())
    return [side for side, number in points.items() if game.best.sign * number == best]


def _by_seat(points: dict[Side, int]) -> dict[Seat, int]:
    """Points by seat, all of a side's at its first seat."""
    return {seat: number if seat == side[0] else 0 for side, number in points.items() for seat in side}
