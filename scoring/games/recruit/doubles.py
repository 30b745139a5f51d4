"""The faces that score: who has two or more of a rank, which cost the same. Everybody else has none or one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.names import join_words
from scoring.contract.prompts import UNSET, Count, Draft, Field, Grid, Prompt
from scoring.contract.rulebook import RuleViolation, refuse_if, require
from scoring.contract.scores import PerSeat, Seat
from scoring.games.recruit import counting, order
from scoring.games.recruit.deck import COPIES, Face, face_of, rank_name
from scoring.games.recruit.piles import FIELDS, MATCH, Number, Piles, asks_match, in_play, read_piles, why_too_few
from scoring.games.recruit.score import PENALTY
from scoring.games.recruit.state import Counts, Sorting, State, Variation
from scoring.games.recruit.winning import score_hand
from scoring.kit.seats import read_numbers

NONE_OR_ONE: Final = 1
TWO_OR_MORE: Final = 2
"""The numbers that stand for none or one, and for any more."""

_WORDS: Final = ("0–1", "2+")


def why_not_enough(state: State, phase: Sorting) -> str:
    """Why every face has to be counted in this hand; empty: doubles are enough, and the table is asked for them."""
    if state.hand.has(Variation.DREAM_TEAM):
        return "Dream Team was declared, so count every face."
    if state.hand.has(Variation.MATCH) and face_of(state.hand.displayed):
        return "The matching card is a face, so count every face."
    return "" if phase.counts is None else "Faces were noted trick by trick, so count every face."


@dataclass(frozen=True, slots=True)
class DoublesCounted(Event[State]):
    """Faces of a rank in a pile: 2 stands for two or more, 1 for none or one. `match` as in `FacesCounted`."""

    jacks: PerSeat
    queens: PerSeat
    kings: PerSeat
    match: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, Sorting)
        refuse_if(why_not_enough(state, phase), PENALTY)
        ranks = {face: _by_seat(state, getattr(self, name), face) for face, name in FIELDS.items()}
        match = counting.match_by_seat(state, self.match)
        doubles = {face: tuple(n if n > NONE_OR_ONE else 0 for n in numbers) for face, numbers in ranks.items()}
        for face, numbers in doubles.items():
            most, total = in_play(state, face), sum(numbers)
            message = f"All piles together cannot hold {total} {face}s: {most} are in play."
            require(total <= most, counting.RANK_IN_ALL, message, field=FIELDS[face], code="RANK_SUM")
        counts = [Counts(*numbers) for numbers in zip(*doubles.values(), match or (0,) * state.players, strict=True)]
        counting.check_room(state, phase, counts)
        _check_noted(state, phase, ranks, match)
        if state.partners:
            _check_found(state, phase, ranks, counts)
        _check_together(state, phase, ranks, match)
        piles = map(partial(counting.pile_of, state), phase.tricks, counts)
        return score_hand(state, tuple(pile._replace(has_doubles=True) for pile in piles))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        doubled = {
            name: [table.names[seat] for seat, n in getattr(self, name) if n > NONE_OR_ONE] for name in FIELDS.values()
        }
        parts = [f"two or more {name}: {join_words(names)}" for name, names in doubled.items() if names]
        if self.match:
            parts.append(f"matching: {table.list_numbers((seat, n) for seat, n in self.match if n) or 'none'}")
        text = "; ".join(parts) or "nobody has two faces of a rank"
        return text[0].upper() + text[1:]


def question(state: State, phase: Sorting, draft: Draft) -> Prompt:
    """Asks who has two or more of a rank; a tap is needed only for them.

    Beside the answers of the draft only numbers are allowed that the other piles leave and that fit into the pile.
    """
    entered = {name: read_numbers(draft.get(name)) for name in (*FIELDS.values(), MATCH)}
    piles = _read(state, phase, entered)
    fields, given = counting.ask_ranks(state, partial(_ask_rank, piles))
    answers = (field.collect(draft) for field in fields)  # with those that follow from the others
    has_two = any(n > NONE_OR_ONE for answer in answers for n in read_numbers(answer).values())
    return Prompt(
        DoublesCounted.kind,
        "Who has two or more of a face?",
        fields,
        rule=PENALTY,
        given=given,
        confirm=f"{'' if has_two else 'Nobody has two: '}score hand {state.hand.number}".capitalize(),
        help=_help(state),
    )


def _help(state: State) -> str:
    faces = "No tap for none or one."
    if not asks_match(state):
        return faces
    return f"{faces} Count everybody's {rank_name(state.hand.displayed, COPIES)}, too."


def _read(state: State, phase: Sorting, entered: Mapping[str, Mapping[Seat, int]]) -> Piles:
    return read_piles(
        state,
        phase,
        {name: {seat: _stands_for(state, name, n) for seat, n in numbers.items()} for name, numbers in entered.items()},
    )


def _stands_for(state: State, name: str, number: int) -> Number:
    """Matching cards are counted one by one."""
    if name == MATCH:
        return Number(number, number)
    face = next(face for face, field in FIELDS.items() if field == name)
    return Number(0, NONE_OR_ONE) if number == NONE_OR_ONE else Number(number, in_play(state, face))


def _ask_rank(piles: Piles, name: str, label: str, most: int) -> Grid:
    is_face = name != MATCH
    first, high, words = (NONE_OR_ONE, TWO_OR_MORE, _WORDS) if is_face else (0, most, ())
    signs = (f"{label[0] * TWO_OR_MORE}+",) if is_face else ()

    def ask(seat: Seat) -> Field:
        numbers = {n: _stands_for(piles.state, name, n) for n in range(first, high + 1)}
        fitting = piles.find_fitting(name, seat, [*numbers.values()])

        def why_not(number: Number) -> str:
            if (reason := piles.why_not(name, label, seat, number)) or number in fitting:
                return reason
            if any(number < other for other in fitting):
                return f"Then the other piles have no room for the rest of the {label.lower()}."
            return "Then some faces would fit into no pile."

        barred = tuple((n, why) for n, number in numbers.items() if (why := why_not(number)))
        possible = sorted({*numbers} - {n for n, _ in barred})
        likely = UNSET if len(possible) > 1 and not is_face else next(iter(possible), first)
        return Count(name, "", first, high, likely=likely, barred=barred, words=words, signs=signs)

    totals = (most,) if name == MATCH and piles.state.partners else ()
    return piles.state.table.ask_each_seat(name, label, ask, totals=totals)


def _by_seat(state: State, given: PerSeat, face: Face) -> tuple[int, ...]:
    """The numbers by seat, each 1 or 2 and no more than are in play."""
    name, most = FIELDS[face], in_play(state, face)
    numbers = counting.by_seat(state, given, name, counting.RANK_IN_PILE)
    for seat, n in enumerate(numbers):
        if n > most:
            raise counting.too_many_refusal(state, face, numbers, most)
        if n not in (NONE_OR_ONE, TWO_OR_MORE):
            message = f"Enter two or more {name} for {state.name(seat)}, or none or one."
            raise RuleViolation(counting.RANK_IN_PILE, message, field=f"{name}[{seat}]", code="NEGATIVE")
    return numbers


def _check_noted(
    state: State, phase: Sorting, ranks: Mapping[Face, tuple[int, ...]], match: tuple[int, ...] | None
) -> None:
    numbers = {FIELDS[face]: _most(state, face, counted) for face, counted in ranks.items()}
    numbers |= {MATCH: match} if match else {}
    for name, counted in numbers.items():
        for seat in state.table.seats:
            if reason := why_too_few(state, phase, seat, name, counted[seat]):
                raise RuleViolation(counting.RANK_IN_PILE, reason, field=f"{name}[{seat}]", code="NEGATIVE")


def _most(state: State, face: Face, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The most cards of a rank that the numbers stand for."""
    return tuple(n if n <= NONE_OR_ONE else in_play(state, face) for n in numbers)


def _check_found(state: State, phase: Sorting, ranks: Mapping[Face, tuple[int, ...]], counts: Sequence[Counts]) -> None:
    """With four players all faces are in the piles: those with none or one must have room for the others."""
    faces = {
        face: tuple(
            n if n > NONE_OR_ONE else min(NONE_OR_ONE, tricks * state.players - sum(pile))
            for n, tricks, pile in zip(_most(state, face, numbers), phase.tricks, counts, strict=True)
        )
        for face, numbers in ranks.items()
    }
    short = [face for face, numbers in faces.items() if sum(numbers) < in_play(state, face)]
    counting.check_missing(state, faces, short, "somebody has two or more")


def _check_together(
    state: State, phase: Sorting, ranks: Mapping[Face, tuple[int, ...]], match: tuple[int, ...] | None
) -> None:
    """Each rank has room for itself, but all of them, with what was noted before, may not."""
    numbers = {FIELDS[face]: counted for face, counted in ranks.items()} | {MATCH: match or (0,) * state.players}
    entered = {name: dict(zip(state.table.seats, counted, strict=True)) for name, counted in numbers.items()}
    message = "Some faces fit into no pile; check the tricks and the faces."
    fits = _read(state, phase, entered).can_be()
    require(fits, counting.RANK_IN_ALL, message, field=FIELDS[Face.JACK], code="RANK_SUM")
