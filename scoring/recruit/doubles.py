"""The faces that score: who has two or more of a rank. Everybody else has none or one, and that is all the same."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from scoring.game import Draft, Table
from scoring.prompts import Answer, Count, Field, Grid, Prompt
from scoring.recruit import counting, order
from scoring.recruit.counting import FIELDS, RANK_IN_ALL, RANK_IN_PILE, asks_match, in_play
from scoring.recruit.deck import Face, face_of
from scoring.recruit.score import PENALTY
from scoring.recruit.state import Counts, Event, Sorting, State, Variation
from scoring.recruit.winning import score_hand
from scoring.rulebook import RuleViolation, require
from scoring.scores import PerSeat, Seat

NONE_OR_ONE: Final = 1
"""The number that stands for none or one."""

_WORDS: Final = ("0–1", "2", "3", "4")
_MATCH: Final = "match"


def why_not_enough(state: State) -> str:
    """Why every face has to be counted in this hand; empty: doubles are enough."""
    if state.hand.has(Variation.DREAM_TEAM):
        return "Dream Team was declared, so count every face."
    if state.hand.has(Variation.MATCH) and face_of(state.hand.displayed):
        return "The matching card is a face, so count every face."
    return ""


def are_asked(state: State, phase: Sorting) -> bool:
    """Whether the table is asked for doubles; faces noted during the hand are known one by one."""
    return phase.counts is None and not why_not_enough(state)


@dataclass(frozen=True, slots=True)
class DoublesCounted:
    """Two, three or four faces of a rank in a pile; 1 stands for none or one. `match` as in `FacesCounted`."""

    kind: ClassVar[str] = "doubles_counted"
    jacks: PerSeat
    queens: PerSeat
    kings: PerSeat
    match: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_sorting(state)
        why = why_not_enough(state)
        require(not why, PENALTY, why)
        ranks = {face: _by_seat(state, getattr(self, name), face) for face, name in FIELDS.items()}
        match = counting.match_by_seat(state, self.match)
        doubles = {face: tuple(n if n > NONE_OR_ONE else 0 for n in numbers) for face, numbers in ranks.items()}
        for face, numbers in doubles.items():
            most, total = in_play(state, face), sum(numbers)
            message = f"All piles together cannot hold {total} {face}s: {most} are in play."
            require(total <= most, RANK_IN_ALL, message, field=FIELDS[face], code="RANK_SUM")
        counts = [Counts(*numbers) for numbers in zip(*doubles.values(), match or (0,) * state.players, strict=True)]
        counting.check_room(state, phase, counts)
        _check_noted(state, phase, ranks, match)
        if state.partners:
            _check_found(state, phase, ranks, counts)
        return score_hand(state, tuple(map(partial(counting.pile_of, state), phase.tricks, counts)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        parts = [
            f"{name}: {table.list_numbers(doubled)}"
            for name in FIELDS.values()
            if (doubled := [(seat, n) for seat, n in getattr(self, name) if n > NONE_OR_ONE])
        ]
        if self.match:
            parts.append(f"matching: {table.list_numbers((seat, n) for seat, n in self.match if n) or 'none'}")
        text = "; ".join(parts) or "nobody has two faces of a rank"
        return text[0].upper() + text[1:]


def question(state: State, phase: Sorting) -> Prompt:
    """Asks who has two or more of a rank; a tap is needed only for them."""
    return narrow(state, phase, {})


def narrow(state: State, phase: Sorting, draft: Draft) -> Prompt:
    """Update the prompt for a draft: allow only what the other piles leave and what fits into the pile."""
    entered = {name: counting.read_numbers(draft.get(name)) for name in (*FIELDS.values(), _MATCH)}
    fields: list[Field] = [_ask_rank(state, phase, face, entered) for face in FIELDS]
    given: tuple[tuple[str, Answer], ...] = ((_MATCH, []),)
    if asks_match(state):
        fields.append(counting.ask_match(state, phase, {name: _only_doubles(entered, name) for name in entered}))
        given = ()
    return Prompt(
        DoublesCounted.kind,
        "Who has two or more of a face?",
        tuple(fields),
        rule=PENALTY,
        given=given,
        confirm=f"Score hand {state.hand.number}",
        help="None or one scores the same.",
    )


def _ask_rank(state: State, phase: Sorting, face: Face, entered: Mapping[str, Mapping[Seat, int]]) -> Grid:
    most, name = in_play(state, face), FIELDS[face]
    label = f"{face.value.capitalize()}s"

    def ask(seat: Seat) -> Field:
        left = most - sum(_doubled(n) for other, n in entered[name].items() if other != seat)
        used = sum(_doubled(numbers.get(seat, 0)) for rank, numbers in entered.items() if rank not in (name, _MATCH))
        room = phase.tricks[seat] * state.players - used - entered[_MATCH].get(seat, 0)
        least = _least_of(state, phase, seat, entered[name], most)

        def why_not(n: int) -> str:
            if n < least:
                return f"The other piles have no room for the rest of the {label.lower()}."
            if reason := counting.why_too_few(state, phase, seat, name, n):
                return reason
            if n > NONE_OR_ONE and n > room:
                return f"{state.name(seat)}'s pile has no room for {n} {label}."
            return _leave(left, label) if n > NONE_OR_ONE and n > left else ""

        barred = tuple((n, why) for n in range(NONE_OR_ONE, most + 1) if (why := why_not(n)))
        noted = getattr(phase.least.counts[seat], name) if phase.least else 0
        likely = max(NONE_OR_ONE, noted, least)
        return Count(name, "", NONE_OR_ONE, most, likely=likely, barred=barred, words=_WORDS[:most])

    return state.table.ask_each_seat(name, label, ask)


def _least_of(state: State, phase: Sorting, seat: Seat, entered: Mapping[Seat, int], most: int) -> int:
    """How many of a rank this pile must have: with four players, those that no other pile can hold; else 0."""
    if not state.partners:
        return 0
    cards = [tricks * state.players for tricks in phase.tricks]
    held = sum(min(entered.get(other, most), cards[other]) for other in state.table.seats if other != seat)
    return most - held if most - held > min(NONE_OR_ONE, cards[seat]) else 0


def _only_doubles(entered: Mapping[str, Mapping[Seat, int]], name: str) -> Mapping[Seat, int]:
    """The numbers of a rank without those that stand for none or one; matching cards are counted one by one."""
    if name == _MATCH:
        return entered[name]
    return {seat: n for seat, n in entered[name].items() if n > NONE_OR_ONE}


def _leave(left: int, label: str) -> str:
    return f"The other piles leave at most {max(left, 0)} of the {label.lower()}."


def _doubled(number: int) -> int:
    return number if number > NONE_OR_ONE else 0


def _by_seat(state: State, given: PerSeat, face: Face) -> tuple[int, ...]:
    """The numbers by seat, each 1 or more and no more than are in play."""
    name, most = FIELDS[face], in_play(state, face)
    numbers = counting.by_seat(state, given, name, RANK_IN_PILE)
    for seat, n in enumerate(numbers):
        message = f"Enter 2, 3 or 4 {name} for {state.table.names[seat]}, or none or one."
        if n < NONE_OR_ONE:
            raise RuleViolation(RANK_IN_PILE, message, field=f"{name}[{seat}]", code="NEGATIVE")
        if n > most:
            raise counting.too_many_refusal(state, face, numbers, most)
    return numbers


def _check_noted(
    state: State, phase: Sorting, ranks: Mapping[Face, tuple[int, ...]], match: tuple[int, ...] | None
) -> None:
    """Refuse fewer cards than were entered one by one."""
    numbers = {FIELDS[face]: counted for face, counted in ranks.items()} | ({_MATCH: match} if match else {})
    for name, counted in numbers.items():
        for seat in state.table.seats:
            if reason := counting.why_too_few(state, phase, seat, name, counted[seat]):
                raise RuleViolation(RANK_IN_PILE, reason, field=f"{name}[{seat}]", code="NEGATIVE")


def _check_found(state: State, phase: Sorting, ranks: Mapping[Face, tuple[int, ...]], counts: Sequence[Counts]) -> None:
    """With four players all faces are in the piles: those with none or one must have room for the others."""
    faces = {
        face: tuple(
            n if n > NONE_OR_ONE else min(NONE_OR_ONE, tricks * state.players - sum(pile))
            for n, tricks, pile in zip(numbers, phase.tricks, counts, strict=True)
        )
        for face, numbers in ranks.items()
    }
    short = [face for face, numbers in faces.items() if sum(numbers) < in_play(state, face)]
    counting.check_missing(state, faces, short)


EVENTS: Final[tuple[type[Event], ...]] = (DoublesCounted,)
