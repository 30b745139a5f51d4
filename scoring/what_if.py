"""What each player needs: every answer that the open question still allows, tried on the game's own rules.

Outcomes only, never advice: the answers are counted, not weighed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from scoring import agreements
from scoring.codec import event_from
from scoring.drafts import Source, Value, collect_answers, drop_malformed, get_cells
from scoring.game import AnyGame, Draft, State, Table
from scoring.prompts import UNSET, Count, Field, Grid, Prompt, Sum
from scoring.rulebook import RuleViolation
from scoring.scores import Seat
from scoring.tapes import add_up

MOST_CASES: Final = 5000
"""Ways to answer a question that are tried; eight players share seven tricks in 3,432 ways."""


class Ending(NamedTuple):
    """How a case ends for a seat that is ahead: it wins, or leads if the game goes on."""

    shared: bool
    final: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One way to answer the question: a number for each seat, and who is ahead then."""

    numbers: Mapping[Seat, int]
    ahead: frozenset[Seat]
    final: bool  # the game is over with it

    @property
    def ending(self) -> Ending:
        return Ending(len(self.ahead) > 1, self.final)


@dataclass(frozen=True, slots=True)
class Condition:
    """Another player's numbers that decide it: ahead with these of them, and with no other."""

    seat: Seat
    numbers: tuple[int, ...]
    of: tuple[int, ...]  # all that this player may have then


@dataclass(frozen=True, slots=True)
class Chance:
    """What an own number leads to: ahead for sure, never, or only if the others' numbers allow it.

    `only_if` is None where it is sure, or where no single other player decides it.
    """

    number: int
    endings: frozenset[Ending]  # those in which the seat is ahead; empty: never
    sure: bool
    final: bool  # the game is over with it, whatever the others have
    only_if: Condition | None = None


def find_numbers(prompt: Prompt) -> Grid | None:
    """The numbers of the players, if the prompt asks nothing else."""
    match prompt.fields:
        case (Grid(seats=True) as grid,) if all(_is_number(cell.field) for cell in grid.cells):
            return grid
    return None


def _is_number(field: Field) -> bool:
    return isinstance(field, Sum) or (isinstance(field, Count) and not field.words)


def try_answers(game: AnyGame, state: State, prompt: Prompt, draft: Draft) -> Iterator[Case | None]:
    """Each way to answer the rest of `draft`, judged by the game; None for one that the rules refuse.

    Each is judged when it is asked for, so a page may pause in between. There is none if the prompt asks for more than
    a number of each player, or can be answered in more than `MOST_CASES` ways.
    """
    grid = find_numbers(prompt)
    if grid is None:
        return
    for numbers in _list_ways(grid, drop_malformed(prompt, draft)):
        answer = {grid.name: [[seat, number] for seat, number in numbers.items()]}
        yield _judge(game, state, prompt, answer, numbers)


def chances(cases: Iterable[Case], seat: Seat) -> tuple[Chance, ...]:
    """What each number leads to that this seat may still have, lowest number first."""
    by_number: dict[int, list[Case]] = {}
    for case in cases:
        by_number.setdefault(case.numbers[seat], []).append(case)
    return tuple(_chance(seat, number, by_number[number]) for number in sorted(by_number))


def describe(table: Table, seat: Seat, own_chances: tuple[Chance, ...]) -> str:
    """The chances of a seat as one sentence: "Ben wins with exactly 3; with 2 only if Ana has 0; otherwise not." """
    name, all_numbers = table.names[seat], tuple(chance.number for chance in own_chances)
    good = sorted((chance for chance in own_chances if chance.endings), key=lambda chance: not chance.sure)
    if not good:
        return f"{name} cannot {'win' if all(chance.final for chance in own_chances) else 'lead'}."
    clauses: list[str] = []
    last_verb = ""
    clues = [(_verb(chance), _describe_condition(table, chance), chance.number) for chance in good]
    for (verb, condition), group in groupby(clues, key=itemgetter(0, 1)):
        numbers = tuple(number for _, _, number in group)
        if numbers != all_numbers:
            own = f"with {_describe_numbers(numbers, all_numbers, exact=not condition)}"
        else:
            own = "" if condition else "whatever happens"
        words = filter(None, ("" if verb == last_verb else verb, own, condition))
        clauses.append(" ".join(words).replace(" ,", ","))
        last_verb = verb
    rest = "; otherwise not" if len(good) < len(own_chances) else ""
    return f"{name} {'; '.join(clauses)}{rest}."


def _list_ways(grid: Grid, draft: Draft) -> list[dict[Seat, int]]:
    """Every way to fill the cells that are not entered, with an allowed sum; none if there are too many."""
    allowed = {Seat(int(cell.key)): _allowed(cell.field, value) for cell, value in get_cells(grid, draft)}
    if not all(allowed.values()):
        return []
    rest_low, rest_high = sum(map(min, allowed.values())), sum(map(max, allowed.values()))
    ways: list[tuple[int, dict[Seat, int]]] = [(0, {})]
    for seat, numbers in allowed.items():
        rest_low, rest_high = rest_low - min(numbers), rest_high - max(numbers)
        ways = [
            (so_far + number, {**way, seat: number})
            for so_far, way in ways
            for number in numbers
            if _can_reach(grid.totals, so_far + number + rest_low, so_far + number + rest_high)
        ]
        if len(ways) > MOST_CASES:
            return []
    return [way for _, way in ways]


def _allowed(field: Field, value: Value) -> list[int]:
    """The numbers that a cell may still have: the entered one, or all."""
    if value.source is Source.ENTERED and value.answer is not UNSET:
        return [add_up(value.answer)]
    if isinstance(field, Sum):
        return list(range(field.low, field.high + 1))
    assert isinstance(field, Count), "find_numbers looks for them"
    barred = {number for number, _ in field.barred}
    return [number for number in range(field.low, field.high + 1, field.step) if number not in barred]


def _can_reach(totals: tuple[int, ...], low: int, high: int) -> bool:
    return not totals or any(low <= total <= high for total in totals)


def _judge(game: AnyGame, state: State, prompt: Prompt, answer: Draft, numbers: Mapping[Seat, int]) -> Case | None:
    event = event_from(game, prompt.kind, collect_answers(prompt, answer))
    try:
        after = agreements.judge(game, state, event)
    except RuleViolation:
        return None
    outcome = agreements.outcome(game, after)
    if outcome is not None:
        return Case(numbers, frozenset(outcome.winners), final=True)
    best = (place for place in agreements.standings(game, after) if place.rank == 1)
    return Case(numbers, frozenset(seat for place in best for seat in place.side), final=False)


def _chance(seat: Seat, number: int, cases: list[Case]) -> Chance:
    good = [case for case in cases if seat in case.ahead]
    endings = frozenset(case.ending for case in good)
    is_sure, is_final = len(good) == len(cases), all(case.final for case in cases)
    condition = None if is_sure or not good else _find_condition(seat, cases, good)
    return Chance(number, endings, is_sure, is_final, condition)


def _find_condition(seat: Seat, cases: list[Case], good: list[Case]) -> Condition | None:
    """The other player who alone decides it; of several the one with the fewest numbers."""
    bad = [case for case in cases if seat not in case.ahead]
    conditions: list[Condition] = []
    for other in cases[0].numbers.keys() - {seat}:
        wanted = {case.numbers[other] for case in good}
        unwanted = {case.numbers[other] for case in bad}
        if not wanted & unwanted:
            conditions.append(Condition(other, tuple(sorted(wanted)), tuple(sorted(wanted | unwanted))))
    return min(conditions, key=lambda condition: (len(condition.numbers), condition.seat), default=None)


# ---- words -----------------------------------------------------------------------------------------


_VERBS: Final = {
    Ending(shared=False, final=True): "wins",
    Ending(shared=True, final=True): "shares the win",
    Ending(shared=False, final=False): "leads",
    Ending(shared=True, final=False): "shares the lead",
}


def _verb(chance: Chance) -> str:
    return " or ".join(words for ending, words in _VERBS.items() if ending in chance.endings)


def _describe_condition(table: Table, chance: Chance) -> str:
    if chance.sure:
        return ""
    if chance.only_if is None:
        return ", depending on the others"
    name, others = table.names[chance.only_if.seat], set(chance.only_if.of) - set(chance.only_if.numbers)
    if len(others) == 1 < len(chance.only_if.numbers):
        return f"unless {name} has {others.pop()}"
    return f"only if {name} has {_describe_numbers(chance.only_if.numbers, chance.only_if.of)}"


def _describe_numbers(numbers: tuple[int, ...], of: tuple[int, ...], *, exact: bool = False) -> str:
    """ "exactly 3", "at least 2", "at most 1", "2 to 4", "1, 3 or 4"."""
    if len(numbers) == 1:
        return f"exactly {numbers[0]}" if exact else str(numbers[0])
    if numbers == of[-len(numbers) :]:
        return f"at least {numbers[0]}"
    if numbers == of[: len(numbers)]:
        return f"at most {numbers[-1]}"
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2:
        return f"{numbers[0]} to {numbers[-1]}"
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}"
