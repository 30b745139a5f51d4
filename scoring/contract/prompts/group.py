"""Several questions that belong together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from scoring.contract.hints import list_hints
from scoring.contract.prompts.field import Answer, Draft, Field, Gap, Move

INCOMPLETE: Final = "Answer every part."


@dataclass(frozen=True, slots=True)
class Group(Field):
    """Several fields that belong together. Answer: dict by field name."""

    fields: tuple[Field, ...]

    @property
    def parts(self) -> tuple[Field, ...]:
        return self.fields

    def find_error(self, answer: Answer) -> str:
        if not isinstance(answer, dict) or answer.keys() != {part.name for part in self.fields}:
            return INCOMPLETE
        return next((why for part in self.fields if (why := part.find_error(answer[part.name]))), "")

    def has_shape(self, answer: Answer) -> bool:
        by_name = {part.name: part for part in self.fields}
        return isinstance(answer, dict) and all(
            name in by_name and by_name[name].has_shape(part) for name, part in answer.items()
        )

    def find_gaps(self, draft: Draft, path: str, topic: str = "") -> Iterator[Gap]:
        for part in self.fields:
            yield from part.find_gaps(self._own(draft), f"{path}.{part.name}")

    def collect(self, draft: Draft) -> Answer:
        return {part.name: part.collect(self._own(draft)) for part in self.fields}

    def list_known(self, answer: Answer) -> Iterator[tuple[str, Answer]]:
        for part in self.fields:
            yield from part.list_known(answer[part.name])

    def move_seats(self, hint: Any, move: Move) -> Self:
        hints = list_hints(hint)
        return replace(self, fields=tuple(part.move_seats(hints.get(part.name), move) for part in self.fields))

    def _own(self, draft: Draft) -> Draft:
        entered = draft.get(self.name)
        return entered if isinstance(entered, Mapping) else {}
