"""What a number of the open question would make sure, where more is counted in the round after it.

By `Game.reach` alone: every way to answer is tried, and with each some sides may be safe or out of the race. Nothing is
said about the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring import agreements
from scoring.chase import find_runners, find_safe, is_out
from scoring.codec import event_from
from scoring.drafts import collect_answers, drop_malformed
from scoring.game import AnyGame, Draft, State, Table
from scoring.names import join_words
from scoring.prompts import Grid, Prompt
from scoring.rulebook import RuleViolation
from scoring.scores import Seat, Side
from scoring.what_if import MOST_CASES, describe_amount, describe_numbers, find_numbers, list_sides_asked, list_ways


@dataclass(frozen=True, slots=True)
class Outlook:
    """One way to answer: a number for each side, the side that is safe then, and those that are out of the race."""

    numbers: Mapping[Side, int]
    safe: Side | None
    out: frozenset[Side]


def is_foreseeable(game: AnyGame, state: State, prompt: Prompt) -> bool:
    """Whether the prompt asks every player for a number, and it is known what each can still gain."""
    return find_numbers(prompt) is not None and bool(find_runners(game, state))


def try_outlooks(game: AnyGame, state: State, prompt: Prompt, draft: Draft) -> Iterator[Outlook | None]:
    """Each way to answer the rest of `draft`; None for one that the rules refuse. None at all if there are too many."""
    grid = find_numbers(prompt)
    ways = [] if grid is None else list_ways(grid, drop_malformed(prompt, draft))
    if grid is None or len(ways) > MOST_CASES:
        return
    sides = list_sides_asked(game, state, grid)
    for numbers in ways:
        yield _look_ahead(game, state, prompt, grid, numbers, sides)


def _look_ahead(
    game: AnyGame, state: State, prompt: Prompt, grid: Grid, numbers: Mapping[Seat, int], sides: Sequence[Side]
) -> Outlook | None:
    answers = {grid.name: [[seat, number] for seat, number in numbers.items()]}
    try:
        after = agreements.judge(game, state, event_from(game, prompt.kind, collect_answers(prompt, answers)))
    except RuleViolation:
        return None
    best, runners = game.best_in(after), find_runners(game, after)
    safe = find_safe(runners, best) if runners else None
    out = {one.side for one in runners if any(is_out(one, other, best) for other in runners if other.side != one.side)}
    by_side = {side: sum(numbers.get(seat, 0) for seat in side) for side in sides}
    return Outlook(by_side, safe.side if safe else None, frozenset(out))


def tell_outlooks(table: Table, outlooks: Iterable[Outlook], counted: str = "") -> tuple[tuple[Side, str], ...]:
    """A sentence for each side for which a number makes something sure; `counted` is what it counts: "tricks"."""
    listed = list(outlooks)
    sides = listed[0].numbers if listed else ()
    sentences = ((side, _describe(table, side, listed, counted)) for side in sides)
    return tuple((side, sentence) for side, sentence in sentences if sentence)


def list_sure(side: Side, outlooks: Sequence[Outlook]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers with which a side is safe however the others' are shared, and those with which it is out."""
    open_: set[int] = set()
    in_race: set[int] = set()
    for outlook in outlooks:
        if outlook.safe != side:
            open_.add(outlook.numbers[side])
        if side not in outlook.out:
            in_race.add(outlook.numbers[side])
    every = sorted({outlook.numbers[side] for outlook in outlooks})
    return tuple(n for n in every if n not in open_), tuple(n for n in every if n not in in_race)


def _describe(table: Table, side: Side, outlooks: Sequence[Outlook], counted: str) -> str:
    """ "Ana and Cleo cannot be caught any more with at least 9 tricks together, nor catch up with at most 3."."""
    every = tuple(sorted({outlook.numbers[side] for outlook in outlooks}))
    together = " together" if len(side) > 1 else ""
    verdicts = zip(("be caught", "catch up"), list_sure(side, outlooks), strict=True)
    clauses = [
        f"{verb} any more {_with(numbers, every, counted, together)}".rstrip() for verb, numbers in verdicts if numbers
    ]
    if not clauses:
        return ""
    return f"{join_words(table.names[seat] for seat in side)} cannot {', nor '.join(clauses)}."


def _with(numbers: tuple[int, ...], every: tuple[int, ...], counted: str, together: str) -> str:
    """ "with at least 9 tricks together"; empty where the number does not matter."""
    return "" if numbers == every else f"with {describe_amount(describe_numbers(numbers, every), counted)}{together}"
