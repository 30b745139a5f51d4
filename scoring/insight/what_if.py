"""What each player needs: every answer that the open question still allows, tried on the game's own rules.

Outcomes only, never advice: the answers are counted, not weighed. Nothing is said where more of the round is entered
after the question, because that may change who is ahead.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from scoring.contract.game import AnyGame, State, Table
from scoring.contract.names import join_words
from scoring.contract.prompts import UNSET, Count, Draft, Field, Grid, Prompt, Source, Sum, Value
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat, Side, as_points
from scoring.contract.tapes import add_up
from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.engine.drafts import collect_answers, drop_malformed

MOST_CASES: Final = 5000
"""Ways to answer a question that are tried; eight players share seven tricks in 3,432 ways."""

_PROBES: Final = 20
"""Ways to answer a question that are tried to see whether it ends its round."""


class Ending(NamedTuple):
    """How a case ends for a side that is ahead: it wins, or leads if the game goes on."""

    shared: bool
    final: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One way to answer the question: a number for each side, the sum of its players', and who is ahead then."""

    numbers: Mapping[Side, float]
    ahead: frozenset[Side]
    final: bool  # the game is over with it
    settled: bool  # the round or the game is over with it, so nothing else of this round changes who is ahead

    @property
    def ending(self) -> Ending:
        return Ending(len(self.ahead) > 1, self.final)


@dataclass(frozen=True, slots=True)
class Condition:
    """Another side's numbers that decide it: ahead with these of them, and with no other."""

    side: Side
    numbers: tuple[float, ...]
    of: tuple[float, ...]  # all that this side may have then


@dataclass(frozen=True, slots=True)
class Chance:
    """What an own number leads to: ahead for sure, never, or only if the others' numbers allow it.

    `only_if` is None where it is sure, or where no single other side decides it.
    """

    number: float
    endings: frozenset[Ending]  # those in which the side is ahead; empty: never
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


def name_counted(grid: Grid) -> str:
    """What the numbers count, as the question says it: "tricks"; empty for a place or a bid, which counts nothing.

    What is counted may be 0.
    """
    lows = (cell.field.low for cell in grid.cells if isinstance(cell.field, Count | Sum))
    return grid.label.lower() if grid.label.endswith("s") and all(low <= 0 for low in lows) else ""


def describe_amount(number: float | str, counted: str) -> str:
    """A number of what is counted: "1 trick", "at least 2 tricks"; the number alone if it counts nothing."""
    is_one = re.search(r"(?<!\d)1$", str(number)) is not None
    return f"{number} {counted.removesuffix('s') if is_one else counted}".rstrip()


def settles_round(game: AnyGame, state: State, prompt: Prompt) -> bool:
    """Whether the numbers of the players end the round, and are few enough to be tried; by one way to answer.

    Other answers may still not end it: see `Case.settled`.
    """
    grid = find_numbers(prompt)
    if grid is None or any(len(_list_allowed(cell.field)) > MOST_CASES for cell in grid.cells):
        return False
    sides = list_sides_asked(game, state, grid)
    tried = (_judge(game, state, prompt, numbers, sides) for numbers in list_ways(grid, {}, _PROBES))
    return next((case.settled for case in tried if case), False)


def has_too_many_ways(prompt: Prompt, draft: Draft) -> bool:
    """Whether the rest of `draft` can be answered in more than `MOST_CASES` ways."""
    grid = find_numbers(prompt)
    return grid is not None and len(list_ways(grid, drop_malformed(prompt, draft))) > MOST_CASES


def try_answers(game: AnyGame, state: State, prompt: Prompt, draft: Draft) -> Iterator[Case | None]:
    """Each way to answer the rest of `draft`, judged by the game; None for one that the rules refuse.

    Each is judged when it is asked for, so a page may pause in between. There is none if the prompt asks for more than
    a number of each player, or can be answered in more than `MOST_CASES` ways.
    """
    grid = find_numbers(prompt)
    if grid is None:
        return
    ways = list_ways(grid, drop_malformed(prompt, draft))
    if len(ways) > MOST_CASES:
        return
    sides = list_sides_asked(game, state, grid)
    for numbers in ways:
        yield _judge(game, state, prompt, numbers, sides)


def chances(cases: Iterable[Case], side: Side) -> tuple[Chance, ...]:
    """What each number leads to that this side may still have, lowest number first."""
    by_number: dict[float, list[Case]] = {}
    for case in cases:
        by_number.setdefault(case.numbers[side], []).append(case)
    return tuple(_chance(side, number, by_number[number]) for number in sorted(by_number))


def tell_needs(table: Table, cases: Sequence[Case], counted: str = "") -> tuple[tuple[Side, str], ...]:
    """A sentence for each side that a number is entered for; none if a case leaves the round open.

    `counted` is what the numbers count, by `name_counted`.
    """
    if not cases or not all(case.settled for case in cases):
        return ()
    return tuple((side, describe(table, side, chances(cases, side), counted)) for side in cases[0].numbers)


def list_sides_asked(game: AnyGame, state: State, grid: Grid) -> tuple[Side, ...]:
    """The sides that a number is entered for, in the order of the seats; players who left have none."""
    seats = {Seat(int(cell.key)) for cell in grid.cells}
    return tuple(sorted(place.side for place in agreements.standings(game, state) if seats & set(place.side)))


def list_ways(grid: Grid, draft: Draft, first: int | None = None) -> list[dict[Seat, float]]:
    """The ways to fill the cells that are not entered, with an allowed sum.

    If there are more than `MOST_CASES`, the list has more too, and its ways need not be complete. `first`: list only
    so many ways, complete ones.
    """
    allowed = {Seat(int(cell.key)): _allowed(cell.field, value) for cell, value in grid.get_cells(draft)}
    if not all(allowed.values()):
        return []
    rest_low, rest_high = sum(own[0] for own in allowed.values()), sum(own[-1] for own in allowed.values())
    most = MOST_CASES + 1 if first is None else first
    ways: list[tuple[float, dict[Seat, float]]] = [(0, {})]
    for seat, numbers in allowed.items():
        rest_low, rest_high = rest_low - numbers[0], rest_high - numbers[-1]
        longer = (
            (so_far + number, {**way, seat: number})
            for so_far, way in ways
            for number in numbers
            if _can_reach(grid.totals, so_far + number + rest_low, so_far + number + rest_high)
        )
        ways = list(islice(longer, most))
        if first is None and len(ways) == most:
            break
    return [way for _, way in ways]


def _allowed(field: Field, value: Value) -> Sequence[float]:
    """The numbers that a cell may still have, lowest first: the entered one, or all."""
    if value.source is Source.ENTERED and value.answer is not UNSET:
        return [add_up(value.answer)]
    return _list_allowed(field)


def _list_allowed(field: Field) -> Sequence[float]:
    if isinstance(field, Sum):
        return Count(field.name, field.label, field.low, field.high, field.step).numbers
    assert isinstance(field, Count), "find_numbers looks for them"
    barred = {number for number, _ in field.barred}
    return [number for number in field.numbers if number not in barred]


def _can_reach(totals: tuple[int, ...], low: float, high: float) -> bool:
    return not totals or any(low <= total <= high for total in totals)


def _judge(
    game: AnyGame, state: State, prompt: Prompt, numbers: Mapping[Seat, float], sides: tuple[Side, ...]
) -> Case | None:
    (field,) = prompt.fields
    answer = {field.name: [[seat, number] for seat, number in numbers.items()]}
    event = event_from(game, prompt.kind, collect_answers(prompt, answer))
    try:
        after = agreements.judge(game, state, event)
    except RuleViolation:
        return None
    is_final = agreements.outcome(game, after) is not None
    ahead = frozenset(place.side for place in agreements.standings(game, after) if place.rank == 1)
    by_side = {side: as_points(sum(numbers.get(seat, 0) for seat in side)) for side in sides}
    return Case(by_side, ahead, is_final, settled=is_final or after.round != state.round)


def _chance(side: Side, number: float, cases: list[Case]) -> Chance:
    good = [case for case in cases if side in case.ahead]
    endings = frozenset(case.ending for case in good)
    is_sure, is_final = len(good) == len(cases), all(case.final for case in cases)
    condition = None if is_sure or not good else _find_condition(side, cases, good)
    return Chance(number, endings, is_sure, is_final, condition)


def _find_condition(side: Side, cases: list[Case], good: list[Case]) -> Condition | None:
    """The other side that alone decides it; of several the one with the fewest numbers."""
    bad = [case for case in cases if side not in case.ahead]
    conditions: list[Condition] = []
    for other in cases[0].numbers.keys() - {side}:
        wanted = {case.numbers[other] for case in good}
        unwanted = {case.numbers[other] for case in bad}
        if not wanted & unwanted:
            conditions.append(Condition(other, tuple(sorted(wanted)), tuple(sorted(wanted | unwanted))))
    return min(conditions, key=lambda condition: (len(condition.numbers), condition.side), default=None)


# ---- words -----------------------------------------------------------------------------------------


_VERBS: Final = {
    Ending(shared=False, final=True): ("wins", "win"),
    Ending(shared=True, final=True): ("shares the win", "share the win"),
    Ending(shared=False, final=False): ("leads", "lead"),
    Ending(shared=True, final=False): ("shares the lead", "share the lead"),
}
"""In the singular, and in the plural or after "can"."""


_MOST_CONDITIONS: Final = 2
"""The others' numbers in one sentence; with more of them it only says what is possible."""


def describe(table: Table, side: Side, own_chances: tuple[Chance, ...], counted: str = "") -> str:
    """The chances of a side as one sentence, the surest first: "Ben wins with 3 tricks, or with 2 if Ana has 0."

    What is not in it does not win or lead; a sure number alone says so: "Ben wins only with 3 tricks."
    """
    name, all_numbers = table.join_names(side), tuple(chance.number for chance in own_chances)
    good = sorted(_shorten(chance for chance in own_chances if chance.endings), key=_order)
    if not good:
        return f"{name} cannot {'win' if all(chance.final for chance in own_chances) else 'lead'}."
    groups: dict[tuple[str, str], list[float]] = {}
    for chance in good:
        groups.setdefault((_verb(chance, side), _describe_condition(table, chance)), []).append(chance.number)
    clauses: list[str] = []
    last_verb = ""
    for (verb, condition), numbers in groups.items():
        only = "only " if len(groups) == 1 and not condition and tuple(numbers) != all_numbers else ""
        noun = counted if verb != last_verb else ""
        own = only + _describe_own(tuple(numbers), all_numbers, noun, verb, condition)
        own += " together" if len(side) > 1 and tuple(numbers) != all_numbers else ""
        words = " ".join(filter(None, (own, condition)))
        clauses.append(f", or {words}" if verb == last_verb else f"{'; ' if clauses else ''}{verb} {words}".rstrip())
        last_verb = verb
    return f"{name} {''.join(clauses)}."


def _shorten(good: Iterable[Chance]) -> list[Chance]:
    """The chances without the others' numbers where these are too many to read: that it is possible says enough."""
    listed = list(good)
    if len({chance.only_if for chance in listed if chance.only_if}) <= _MOST_CONDITIONS:
        return listed
    return [replace(chance, only_if=None) for chance in listed]


def _order(chance: Chance) -> tuple[bool, bool, bool, float]:
    """What is sure first, then what one other side decides; a win alone before a shared one."""
    is_shared = any(ending.shared for ending in chance.endings)
    return not chance.sure, chance.only_if is None, is_shared, chance.number


def _verb(chance: Chance, side: Side) -> str:
    can = not chance.sure and chance.only_if is None
    is_plain = can or len(side) > 1
    verbs = (words[is_plain] for ending, words in _VERBS.items() if ending in chance.endings)
    return f"{'can ' if can else ''}{' or '.join(verbs)}"


def _describe_own(numbers: tuple[float, ...], of: tuple[float, ...], counted: str, verb: str, condition: str) -> str:
    """Nothing where the side has no choice of numbers and it depends on others."""
    if numbers == of and verb.startswith("can "):
        return "with any number" if len(of) > 1 else ""
    if numbers == of:
        return "" if condition else "whatever happens"
    return f"with {describe_amount(describe_numbers(numbers, of), counted)}"


def _describe_condition(table: Table, chance: Chance) -> str:
    if chance.only_if is None:
        return ""
    condition = chance.only_if
    name, others = table.join_names(condition.side), set(condition.of) - set(condition.numbers)
    has = "have" if len(condition.side) > 1 else "has"
    if len(others) == 1 < len(condition.numbers):
        return f"unless {name} {has} {others.pop()}"
    return f"if {name} {has} {describe_numbers(condition.numbers, condition.of)}"


def describe_numbers(numbers: tuple[float, ...], of: tuple[float, ...]) -> str:
    """ "3", "at least 2", "at most 1", "2 to 4", "1, 3 or 4", "0 or at least 6"."""
    if len(numbers) == 1:
        return str(numbers[0])
    if numbers == of[-len(numbers) :]:
        return f"at least {numbers[0]}"
    if numbers == of[: len(numbers)]:
        return f"at most {numbers[-1]}"
    if len(numbers) > 2 and len(_split_runs(numbers)) == 1:
        return f"{numbers[0]} to {numbers[-1]}"
    parts: list[str] = []
    for run in _split_runs(numbers):
        parts += [describe_numbers(run, of)] if len(run) > 2 else map(str, run)
    return join_words(parts, "or")


def _split_runs(numbers: tuple[float, ...]) -> list[tuple[float, ...]]:
    """The numbers in runs without a gap."""
    starts = [at for at, number in enumerate(numbers) if at == 0 or numbers[at - 1] != number - 1]
    return [numbers[start:end] for start, end in zip(starts, [*starts[1:], len(numbers)], strict=True)]
