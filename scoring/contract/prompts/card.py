"""A card of a deck."""

from dataclasses import dataclass

from scoring.contract.cards import Deck, count_left
from scoring.contract.prompts.field import Answer, Field


@dataclass(frozen=True, slots=True)
class Card(Field):
    """One card of a deck that is not in `gone`. Answer: its code.

    `barred`: (code, why not) pairs for other cards that are not allowed now.
    """

    deck: Deck
    gone: tuple[str, ...] = ()
    barred: tuple[tuple[str, str], ...] = ()

    def find_error(self, answer: Answer) -> str:
        remaining = count_left(self.deck, self.gone)
        if not isinstance(answer, str) or answer not in remaining:
            return "That card is not in the deck."
        if remaining[answer] < 1:
            return "That card has already been played."
        return dict(self.barred).get(answer, "")

    def has_shape(self, answer: Answer) -> bool:
        return isinstance(answer, str)
