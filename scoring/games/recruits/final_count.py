"""The recruits in front of everybody, counted at the end of the game; or before it, if the table wants to know.

Recruits that were entered one by one lie in front of their owners, too, so they are counted again: what was entered is
the least that everybody has.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.names import count_of
from scoring.contract.prompts import Count, Draft, Grid, Presentation, Prompt
from scoring.contract.rulebook import RuleViolation, require
from scoring.contract.scores import PerSeat, ScoreLine, Seat
from scoring.games.recruits import deck, order, piles, score, winning
from scoring.games.recruits.options import Level, Variant
from scoring.games.recruits.state import Awaiting, Earned, State
from scoring.kit.seats import read_numbers

FIELDS: Final = {"K": "kings", "Q": "queens", "J": "jacks"}
_Numbers = Mapping[str, Mapping[Seat, int]]
"""Recruits by rank and seat."""


@dataclass(frozen=True, slots=True)
class RecruitsCounted(Event[State]):
    """Everybody's recruits at the end of the game, by rank, those entered before included."""

    kings: PerSeat
    queens: PerSeat
    jacks: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        numbers = _read(state, self)
        for rank in deck.RANKS:
            total, most = sum(numbers[rank].values()), _most(state, rank)
            if total < most and not state.has(Variant.QUICK_GAME):
                missing = count_of(most - total, deck.rank_name(rank))
                message = (
                    f"All recruits are earned at the end of the game: {missing} still missing.{_tell_uncounted(state)}"
                )
                raise RuleViolation(order.OVER, message, field=FIELDS[rank], code="NOT_COMPLETE")
        if state.has(Variant.QUICK_GAME):
            _check_quick_total(state, numbers, is_over=True)
        return winning.finish(_add(state, numbers))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        text = _describe(table, self)
        return text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class CountedSoFar(Event[State]):
    """Everybody's recruits while others are still in the piles; see `RecruitsCounted`."""

    kings: PerSeat
    queens: PerSeat
    jacks: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        numbers = _read(state, self)
        message = "Nothing has been added since the last time."
        require(numbers != _entered(state) or not state.begun, piles.ONCE, message, field="kings")
        if state.has(Variant.QUICK_GAME):
            _check_quick_total(state, numbers, is_over=False)
        counted = _add(state, numbers)
        return winning.finish(counted) if score.is_finished(counted) else counted

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"So far, {_describe(table, self)}"


def is_awaited(state: State) -> bool:
    return state.level is Level.COUNT and isinstance(state.phase, Awaiting)


def _describe(table: Table, event: RecruitsCounted | CountedSoFar) -> str:
    parts = []
    for name in FIELDS.values():
        numbers: PerSeat = getattr(event, name)
        parts.append(f"{name}: {table.list_numbers((seat, n) for seat, n in numbers if n) or 'none'}")
    return "; ".join(parts)


def _read(state: State, event: RecruitsCounted | CountedSoFar) -> _Numbers:
    if not is_awaited(state):
        raise order.refusal(state)
    numbers = {rank: _by_seat(state, rank, getattr(event, name)) for rank, name in FIELDS.items()}
    entered = _entered(state)
    for rank, counted in numbers.items():
        for seat, n in counted.items():
            if reason := _why_too_few(state, entered, rank, seat, n):
                raise RuleViolation(piles.ONCE, reason, field=f"{FIELDS[rank]}[{seat}]", code="RECRUIT_ALREADY_EARNED")
        total, most = sum(counted.values()), _most(state, rank)
        message = f"{total} {FIELDS[rank]} are too many: there are {most}."
        require(total <= most, piles.ONCE, message, field=FIELDS[rank], code="TOO_MANY_OF_RANK")
    return numbers


def _by_seat(state: State, rank: str, given: PerSeat) -> dict[Seat, int]:
    name = FIELDS[rank]
    message = f"Every player needs a number of {name}; enter 0 for none."
    require(state.table.has_all_seats(given), score.SCORE, message, field=name)
    for seat, n in given:
        require(n >= 0, score.SCORE, f"{state.name(seat)} cannot have {n} {name}.", field=f"{name}[{seat}]")
    return dict(sorted(given))


def _why_too_few(state: State, entered: _Numbers, rank: str, seat: Seat, number: int) -> str:
    least = entered[rank][seat]
    return f"{state.name(seat)} has {count_of(least, deck.rank_name(rank))} already." if number < least else ""


def _check_quick_total(state: State, numbers: _Numbers, *, is_over: bool) -> None:
    """Refuse an end with which no pile can be used up, and any count with which a pile was used up before."""
    total = sum(sum(counted.values()) for counted in numbers.values()) + _gone(state).total()
    least, most = deck.pile_size(state.company), deck.RECRUITS - deck.pile_count(state.company) + 1
    message = f"A Quick Game ends with {least} to {most} recruits earned, not with {total}."
    fits = (least if is_over else 0) <= total <= most
    require(fits, piles.QUICK, message, field=FIELDS[deck.RANKS[-1]], code="NOT_COMPLETE")


def _add(state: State, numbers: _Numbers) -> State:
    """Score what was not entered before, in one row."""
    before, number = _entered(state), state.round
    new = {seat: {rank: numbers[rank][seat] - before[rank][seat] for rank in deck.RANKS} for seat in state.table.seats}
    earned = tuple(
        Earned(seat, rank, round=number, is_counted=True)
        for seat, won in new.items()
        for rank, n in won.items()
        for _ in range(n)
    )
    lines = tuple(
        ScoreLine(number, seat, deck.POINTS, tuple(deck.counted_term(rank, n) for rank, n in won.items() if n))
        for seat, won in new.items()
        if any(won.values())
    )
    return replace(state, earned=(*state.earned, *earned), ledger=(*state.ledger, *lines), begun=True)


def _entered(state: State) -> _Numbers:
    """What everybody has by the entries so far."""
    won = Counter((deck.rank_of(earned.recruit), earned.seat) for earned in state.earned)
    return {rank: {seat: won[rank, seat] for seat in state.table.seats} for rank in deck.RANKS}


def _gone(state: State) -> Counter[str]:
    """The recruits of those who left, by rank."""
    return Counter(deck.rank_of(earned.recruit) for earned in state.earned if earned.seat is None)


def _most(state: State, rank: str) -> int:
    """How many recruits of a rank those who play can have in all."""
    return deck.COPIES - _gone(state)[rank]


def _tell_uncounted(state: State) -> str:
    """How to count what a player took along who left after the last count; empty where nothing can be missing."""
    text = " If a player left with recruits that were not counted yet, correct the count before that."
    return text if state.laid_for and not state.has(Variant.QUICK_GAME) else ""


def question(state: State) -> Prompt:
    end = "a pile is empty" if state.has(Variant.QUICK_GAME) else "all are earned"
    return Prompt(
        RecruitsCounted.kind,
        "Count the recruits",
        _grids(state, {}, is_all=not state.has(Variant.QUICK_GAME)),
        rule=score.SCORE,
        confirm="Score the game",
        help=f"Once {end}. KK is two kings; tap it again for three and four.{_tell_uncounted(state)}",
        shown=Presentation(meanwhile="Play all recruits, then count them.", so_far=CountedSoFar.kind),
    )


def so_far_question(state: State) -> Prompt:
    return Prompt(
        CountedSoFar.kind,
        "Count so far",
        _grids(state, {}, is_all=False),
        rule=score.LEFT,
        confirm="Score so far",
        help="To stop early, to see who leads, or before somebody leaves.",
    )


def narrow(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """Update the prompt for a draft: allow only what the others leave."""
    if prompt.kind not in (RecruitsCounted.kind, CountedSoFar.kind):
        return prompt
    entered = {rank: read_numbers(draft.get(name)) for rank, name in FIELDS.items()}
    is_all = prompt.kind == RecruitsCounted.kind and not state.has(Variant.QUICK_GAME)
    return replace(prompt, fields=_grids(state, entered, is_all=is_all))


def _grids(state: State, entered: _Numbers, *, is_all: bool) -> tuple[Grid, ...]:
    least = _entered(state)
    return tuple(_grid(state, least, rank, entered.get(rank, {}), is_all=is_all) for rank in deck.RANKS)


def _grid(state: State, least: _Numbers, rank: str, entered: Mapping[Seat, int], *, is_all: bool) -> Grid:
    most = _most(state, rank)
    held = {seat: max(entered.get(seat, 0), n) for seat, n in least[rank].items()}

    def ask(seat: Seat) -> Count:
        left = max(most - sum(held.values()) + held[seat], 0)

        def why_not(n: int) -> str:
            if reason := _why_too_few(state, least, rank, seat, n):
                return reason
            return f"The others leave at most {left} of the {FIELDS[rank]}." if n > left else ""

        barred = tuple((n, why) for n in range(deck.COPIES + 1) if (why := why_not(n)))
        signs = tuple(rank * n for n in range(1, deck.COPIES + 1))
        return Count(FIELDS[rank], "", 0, deck.COPIES, likely=least[rank][seat], barred=barred, signs=signs)

    return state.table.ask_each_seat(FIELDS[rank], FIELDS[rank].capitalize(), ask, totals=(most,) if is_all else ())
