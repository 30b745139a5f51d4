"""A form that a game asks the table to fill in."""

from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum

from scoring.contract.prompts.field import Answer, Field
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat


class Role(StrEnum):
    """Where a prompt is offered."""

    MAIN = "main"  # the game waits for the answer
    BESIDE = "beside"  # optional, in a slim row next to the main prompt
    ASIDE = "aside"  # optional, in a menu: special cards, shields, notes


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How a prompt is shown, where a form in the middle of the table is not enough."""

    beside: bool = False  # optional, in a slim row next to the main prompt
    suit: str = ""  # Suit.key of the suit it is about, which its title names
    so_far: str = ""  # the kind of an event with the same fields that scores a part of the answers, to be foreseen
    meanwhile: str = ""  # what the table does until it can be answered: "Play all tricks, then count them."
    reveals: str = ""  # what everybody sees then; the primary button must be held for a moment


@dataclass(frozen=True, slots=True)
class Prompt:
    """A form for one kind of event: its fields and `given` are exactly the fields of the event."""

    kind: str
    title: str  # a question or an instruction: "Ana bids", "Count the tricks"
    fields: tuple[Field, ...] = ()
    _: KW_ONLY
    rule: Rule | None = None
    seat: Seat | None = None  # whose turn it is
    given: tuple[tuple[str, Answer], ...] = ()  # answers known without asking
    instant: bool = False  # recorded as soon as its last field is answered
    confirm: str = "Record"  # the primary button
    help: str = ""  # one sentence below the title
    menu: str = ""  # the heading in the menu under which it is offered; empty: not in the menu
    shown: Presentation = Presentation()

    @property
    def role(self) -> Role:
        if self.menu:
            return Role.ASIDE
        return Role.BESIDE if self.shown.beside else Role.MAIN

    def for_seat(self, seat: Seat) -> "Prompt":
        """The prompt on this player's turn, for an event that names them in its `seat`."""
        return replace(self, seat=seat, given=(("seat", seat), *self.given))


def find_prompt(prompts: tuple[Prompt, ...], kind: str) -> Prompt | None:
    """The prompt for this kind of event; there is at most one."""
    return next((prompt for prompt in prompts if prompt.kind == kind), None)
