"""How a session went: where the lead changed for good, which round decided it, what one point more would have meant."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from scoring.contract.game import AGREEMENTS, AnyGame, Payload, State, are_successive, name_rounds
from scoring.contract.prompts import Grid, find_prompt, read_pairs
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Best, Seat, Side, as_points, by_round, totals
from scoring.contract.tapes import add_up
from scoring.engine import agreements
from scoring.engine.codec import encode, event_from
from scoring.engine.regrouping import find_first_round, list_players_of, list_unranked
from scoring.engine.replay import Replay
from scoring.insight.what_if import describe_amount, find_numbers, name_counted

_LATEST: Final = 3
"""How many of the latest numbers are tried with one more; changing earlier ones would change what followed."""


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
    gain: float  # points


@dataclass(frozen=True, slots=True)
class Near:
    """With `had` + 1 for `seat` in `round`, and one less for `giver`, `winners` would have won: the seat's side."""

    round: int
    seat: Seat
    had: float
    winners: Side
    giver: Seat | None  # None: nobody has less, for the numbers need no sum
    giver_had: float = 0
    counted: str = ""  # what the number counts, as the question says it: "tricks"; empty: it counts nothing


def find_lead(game: AnyGame, state: State) -> Lead | None:
    """Where the lead changed for good; None if several are level at the end, or fewer than two rounds scored."""
    after = _rounds(game, state)
    if len(after) < 2:
        return None
    rounds = sorted(after)
    best = game.best(state)
    winners = _leaders(best, after[rounds[-1]])
    if len(winners) != 1:
        return None
    since = rounds[-1]
    for number in reversed(rounds):
        if _leaders(best, after[number]) != winners:
            break
        since = number
    return Lead(winners[0], since, rounds[0], rounds[-1])


def find_decision(game: AnyGame, state: State) -> Decision | None:
    """The round with the greatest gain on the second, if that gain was at least the lead at the end."""
    after = _rounds(game, state)
    if len(after) < 2:
        return None
    end = after[max(after)]
    if len(end) < 2:
        return None
    sign = game.best(state).sign
    first, second, *_ = sorted(end, key=lambda side: -sign * end[side])
    gained = {side: _points_by_round(game, state, side) for side in (first, second)}
    common = [number for number in after if {*first, *second}.issubset(list_players_of(state, number))]
    gains = {number: sign * (gained[first].get(number, 0) - gained[second].get(number, 0)) for number in common}
    decisive = max(common, key=lambda number: (gains[number], number), default=None)
    if decisive is None or not 0 < sign * (end[first] - end[second]) <= gains[decisive]:
        return None
    return Decision(decisive, first, second, as_points(gains[decisive]))


def try_one_more(game: AnyGame, run: Replay[Any, Any]) -> Iterator[Near | None]:
    """What one more would have meant in the latest numbers, latest first; None for each change that does not win.

    One unit goes to a player who did not win, from each of the others in turn, or from nobody where the numbers need no
    sum. Everything else stays as it was entered; a change that later entries do not allow is passed over.
    """
    outcome = agreements.outcome(game, run.state)
    if outcome is None:
        return
    for numbers in islice(_list_numbers(game, run), _LATEST):
        for seat in sorted(numbers.by_seat.keys() - set(outcome.winners)):
            for giver in _list_givers(numbers, seat):
                winners = _find_winners(game, run, numbers, seat, giver)
                had, giver_had = numbers.by_seat[seat], 0 if giver is None else numbers.by_seat[giver]
                is_won = seat in winners and not set(winners) & set(outcome.winners)
                near = Near(numbers.round, seat, had, winners, giver, giver_had, name_counted(numbers.grid))
                yield near if is_won else None


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The entry at `position` of the steps that gave each player a number."""

    position: int
    round: int
    grid: Grid
    payload: Payload
    by_seat: Mapping[Seat, float]


def _list_numbers(game: AnyGame, run: Replay[Any, Any]) -> Iterator[_Numbers]:
    """The entries of nothing but numbers, latest first."""
    for position in reversed(range(len(run.steps))):
        event, before = run.steps[position].event, _state_before(run, position)
        payload = encode(game, event).payload
        if not any(map(read_pairs, payload.values())):  # no numbers, seen without asking the game for all its questions
            continue
        prompt = None if isinstance(event, AGREEMENTS) else find_prompt(game.prompts(before), event.kind)
        grid = find_numbers(prompt) if prompt else None
        if grid is not None:
            by_seat = {Seat(seat): add_up(number) for seat, number in payload[grid.name]}
            yield _Numbers(position, before.round, grid, payload, by_seat)


def _list_givers(numbers: _Numbers, seat: Seat) -> list[Seat] | list[None]:
    if not numbers.grid.totals:
        return [None]
    return [giver for giver, number in numbers.by_seat.items() if giver != seat and number > 0]


def _find_winners(game: AnyGame, run: Replay[Any, Any], numbers: _Numbers, seat: Seat, giver: Seat | None) -> Side:
    """Who wins with one more for `seat`, one less for `giver`, and everything later as it was; () if that cannot be."""
    changes = {seat: 1} if giver is None else {seat: 1, giver: -1}
    pairs = [[key, number + changes.get(key, 0)] for key, number in numbers.by_seat.items()]
    changed, *later = run.steps[numbers.position :]
    event = event_from(game, changed.event.kind, {**numbers.payload, numbers.grid.name: pairs})
    try:
        state = agreements.judge(game, _state_before(run, numbers.position), event, changed.waived)
        for step in later:
            state = agreements.judge(game, state, step.event, step.waived)
    except RuleViolation:
        return ()
    outcome = agreements.outcome(game, state)
    return outcome.winners if outcome is not None else ()


def _state_before(run: Replay[Any, Any], position: int) -> Any:
    return run.steps[position - 1].state if position else run.opening


def tell_rounds(game: AnyGame, state: State) -> tuple[str, ...]:
    """Where the lead changed for good and which round decided it, in a sentence each.

    Nothing before the end, or where the rows are no rounds.
    """
    if not are_successive(game.rounds(state)):
        return ()
    lead, decision = find_lead(game, state), find_decision(game, state)
    outcome, join_names = agreements.outcome(game, state), state.table.join_names
    if outcome is None or lead is None or set(lead.side) != set(outcome.winners):
        return ()
    who = join_names(lead.side)
    gone, is_first = list_unranked(state), lead.round == lead.first
    playing = (set(list_players_of(state, number)) for number in range(lead.round, lead.last + 1))
    if (is_first and gone) or any(players & gone or not players.issuperset(lead.side) for players in playing):
        sentences = []  # who left may have led, or somebody else while the winner was away
    elif is_first:
        sentences = [f"{who} led from the first {game.box.round} to the end."]
    elif lead.round == lead.last:
        sentences = [f"{who} took the lead in the last {game.box.round}."]
    else:
        title = _name(game, state, lead.round)
        sentences = [f"{who} took the lead {_in_or_with(title)} {title} and kept it."]
    if decision is not None:
        other, points = join_names(decision.other), "point" if decision.gain == 1 else "points"
        title = _name(game, state, decision.round)
        gained = f"{decision.gain} {points}"
        if decision.round >= lead.round:
            made = f"{title[0].upper()}{title[1:]} {'made the difference' if title[0] == '“' else 'decided it'}"
            sentences.append(f"{made}: {who} gained {gained} on {other}.")
        else:
            sentences.append(f"{who} gained most on {other} {_in_or_with(title)} {title}: {gained}.")
    return tuple(sentences)


def tell_near(game: AnyGame, state: State, near: Near) -> str:
    """What one more would have meant: "With 3 tricks for Ana and none for Ben in round 9, Ana would have won." """
    names = state.table.names
    more = f"With {describe_amount(near.had + 1, near.counted)} for {names[near.seat]}"
    if near.giver is not None:
        more += f" and {near.giver_had - 1 or ('none' if near.counted else 0)} for {names[near.giver]}"
    title = _name(game, state, near.round)
    return f"{more} in {title}, {state.table.join_names(near.winners)} would have won."


def _name(game: AnyGame, state: State, number: int) -> str:
    return name_rounds(game.rounds(state), game.box.round).get(number, f"round {number}")


def _in_or_with(name: str) -> str:
    """What stands before the name of a round: "in round 3", "with “King”"."""
    return "with" if name[0] == "“" else "in"


def _rounds(game: AnyGame, state: State) -> dict[int, dict[Side, float]]:
    """The totals after each round that scored, of the ranked sides that had come by then.

    What was given before the first round is in all.
    """
    ledger = agreements.score_if_stopped(game, state).ledger
    unranked = list_unranked(state)
    sides = tuple(sorted(place.side for place in agreements.standings(game, state) if place.side[0] not in unranked))
    since = {side: min(find_first_round(state, seat) for seat in side) for side in sides}
    after: dict[int, dict[Side, float]] = {}
    for number in sorted({line.round for line in ledger if line.round}):
        points = totals((line for line in ledger if line.round <= number), state.table.seats)
        row = {side: sum(points[seat] for seat in side) for side in sides if since[side] <= number}
        if row:
            after[number] = row
    return after


def _points_by_round(game: AnyGame, state: State, side: Side) -> dict[int, float]:
    cells = by_round(agreements.score_if_stopped(game, state).ledger)
    return {
        number: sum(cells.get((number, seat), 0) for seat in side) for number, seat in cells if seat in side and number
    }


def _leaders(best: Best, points: dict[Side, float]) -> list[Side]:
    most = max(best.sign * number for number in points.values())
    return [side for side, number in points.items() if best.sign * number == most]
