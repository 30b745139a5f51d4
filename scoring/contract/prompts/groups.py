"""All players in groups."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.contract.prompts.field import Answer, Draft, Field, Move, Source, Value, is_int
from scoring.contract.scores import Seat


@dataclass(frozen=True, slots=True)
class Groups(Field):
    """Everybody in groups. Answer: list of lists of seats, whose sizes are one of `sizes`."""

    seats: tuple[Seat, ...]
    sizes: tuple[tuple[int, ...], ...]  # each sorted ascending: (2, 3)
    by_chance: str = "Pick at random"

    def get_value(self, draft: Draft) -> Value:
        """What was entered; the last group is solved where only one can take all who are left."""
        value = super(Groups, self).get_value(draft)
        solved = None if value.source is Source.MISSING else self._solve_last(value.answer)
        return value if solved is None else Value(solved, Source.SOLVED)

    def find_error(self, answer: Answer) -> str:
        if not isinstance(answer, list) or not all(isinstance(group, list) for group in answer):
            return "Put everybody into a group."
        seats = [seat for group in answer for seat in group]
        if not all(map(is_int, seats)) or sorted(seats) != sorted(self.seats):
            return "Everybody belongs to exactly one group."
        allowed = " or ".join(" + ".join(map(str, sizes)) for sizes in self.sizes)
        return "" if tuple(sorted(map(len, answer))) in self.sizes else f"The groups are {allowed}."

    def has_shape(self, answer: Answer) -> bool:
        is_nested = isinstance(answer, list) and all(isinstance(group, list) for group in answer)
        return is_nested and all(is_int(seat) for group in answer for seat in group)

    def list_seats(self) -> Iterator[Answer]:
        return iter(self.seats)

    def move_seats(self, hint: Any, move: Move) -> Self:
        return replace(self, seats=tuple(Seat(move(Seat, seat)) for seat in self.seats))

    def _solve_last(self, entered: Answer) -> Answer | None:
        """The complete groups, with all remaining seats in one of them; None unless one group alone can take them."""
        if not self.has_shape(entered):
            return None
        rest = [seat for seat in self.seats if not any(seat in group for group in entered)]
        candidates = [
            [sorted([*group, *rest]) if number == at else group for number, group in enumerate(entered)]
            for at in range(len(entered))
        ]
        solutions = [groups for groups in candidates if not self.find_error(groups)]
        return solutions[0] if rest and len(solutions) == 1 else None
