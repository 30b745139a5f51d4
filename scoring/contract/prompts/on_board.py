"""A card or token that is tapped where it lies."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.contract.prompts.choice import Choice, find_choice_error
from scoring.contract.prompts.field import Answer, Draft, Field, Gap


@dataclass(frozen=True, slots=True)
class OnBoard(Field):
    """A tile, tapped on the board. Answer: its id. `tiles` are the choices.

    `struck` are the tiles that the form, as it is filled in, would take from the board; they are shown crossed out.
    """

    tiles: tuple[Choice, ...]
    struck: tuple[str, ...] = ()

    def find_gaps(self, draft: Draft, path: str, topic: str = "") -> Iterator[Gap]:
        for gap in Field.find_gaps(self, draft, path, topic):
            yield gap if self.name in draft else replace(gap, text=f"{gap.text} Tap it above.")

    def find_error(self, answer: Answer) -> str:
        return find_choice_error(self.tiles, answer)

    def has_shape(self, answer: Answer) -> bool:
        return answer is None or isinstance(answer, str | int)

    def list_values(self) -> Iterator[tuple[str, Answer]]:
        return ((tile.label, tile.value) for tile in self.tiles)
