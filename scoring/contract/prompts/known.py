"""A card that has a name and numbers of its own."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.contract.cards import KnownCard
from scoring.contract.names import LONGEST_NAME
from scoring.contract.prompts.count import Count
from scoring.contract.prompts.field import UNSET, Answer, Field, Unset, are_pairs, read_pairs


@dataclass(frozen=True, slots=True)
class Known(Field):
    """A card by its name, with the numbers printed on it; typed once, then remembered.

    Answer: {"name": str, "numbers": [[label, number], ...]}, the labels being the names of `numbers`.
    """

    shelf: str  # cards are remembered by shelf: "goblin", "recruit"
    numbers: tuple[Count, ...] = ()
    suggestions: tuple[str, ...] = ()  # names printed in the rulebook
    printed: tuple[KnownCard, ...] = ()  # cards printed in the rulebook: their numbers are filled in
    needed: bool = True  # otherwise the name may be empty; such a card is not remembered

    def get_likely(self) -> Answer | Unset:
        return UNSET if self.needed or self.numbers else {"name": "", "numbers": []}

    def find_error(self, answer: Answer) -> str:
        match answer:
            case {"name": str(name), "numbers": list(numbers)} if name.strip() or not self.needed:
                if len(name) > LONGEST_NAME:
                    return f"At most {LONGEST_NAME} characters."
                typed = dict(read_pairs(numbers))
                if list(typed) != [count.name for count in self.numbers]:
                    return "Type every number printed on the card."
                return next((why for count in self.numbers if (why := count.find_error(typed[count.name]))), "")
        return "The card needs its name."

    def has_shape(self, answer: Answer) -> bool:
        return isinstance(answer, dict) and isinstance(answer.get("name"), str) and are_pairs(answer.get("numbers"))

    def list_known(self, answer: Answer) -> Iterator[tuple[str, Answer]]:
        if answer["name"].strip():
            yield self.shelf, answer
