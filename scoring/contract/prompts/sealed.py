"""A secret answer."""

from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.contract.prompts.bid import Bid
from scoring.contract.prompts.count import Count
from scoring.contract.prompts.field import Answer, Field, Move
from scoring.contract.prompts.pick import Pick
from scoring.contract.prompts.subset import Subset


@dataclass(frozen=True, slots=True)
class Sealed(Field):
    """A secret answer: the screen covers it, and the log does not show it yet."""

    field: Pick | Count | Bid | Subset

    @property
    def parts(self) -> tuple[Field, ...]:
        return (self.field,)

    def find_error(self, answer: Answer) -> str:
        return self.field.find_error(answer)

    def has_shape(self, answer: Answer) -> bool:
        return self.field.has_shape(answer)

    def move_seats(self, hint: Any, move: Move) -> Self:
        return replace(self, field=self.field.move_seats(hint, move))
