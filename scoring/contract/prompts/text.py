"""A few words."""

from dataclasses import dataclass
from typing import Final

from scoring.contract.prompts.field import UNSET, Answer, Field, Unset

GAME_TITLES: Final = "game_titles"
"""The shelf of a `Text` whose answer is the title of a game: those in the history are offered."""

PLAYER_NAMES: Final = "player_names"
"""The shelf of a `Text` whose answer is a player's name: known players who are not at the table are offered."""


@dataclass(frozen=True, slots=True)
class Text(Field):
    """A few words. Answer: str of at most `longest` characters; may be empty unless `needed`.

    `shelf` is what the words are offered from while they are typed: `GAME_TITLES`, `PLAYER_NAMES`, or nothing.
    """

    longest: int = 80
    needed: bool = False
    likely: str | Unset = UNSET
    shelf: str = ""

    def get_likely(self) -> Answer | Unset:
        return "" if self.likely is UNSET and not self.needed else self.likely

    def find_error(self, answer: Answer) -> str:
        if not isinstance(answer, str) or len(answer) > self.longest:
            return f"At most {self.longest} characters."
        return "A few words are needed." if self.needed and not answer.strip() else ""

    def has_shape(self, answer: Answer) -> bool:
        return isinstance(answer, str)
