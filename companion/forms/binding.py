"""One field on the screen, bound to its form: its value, and how to change it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.ui.theme import Look
from scoring.contract.board import Board
from scoring.contract.cards import KnownCard, Suit
from scoring.contract.game import Table
from scoring.contract.prompts import MISSING_VALUE, UNSET, Answer, Source, Unset, Value
from scoring.contract.scores import Seat


@dataclass(frozen=True)
class Binding:
    """What the view of a field needs.

    `answer` puts an answer into the form (UNSET removes it), `refuse` shows in the form's message line why a value is
    closed, `hold` keeps the form from being recorded until it is called without a message, `find_cards` gives the
    remembered cards of a shelf by their first letters. These functions act on the form as it is at the moment of the
    tap and are not compared: two bindings that show the same are equal.
    """

    look: Look
    path: str  # identifies the field to tests and screen readers
    value: Value
    answer: Callable[[Answer | Unset], None] = field(compare=False)
    refuse: Callable[[str], None] = field(compare=False)
    table: Table
    suits: Mapping[str, Suit]
    board: Callable[[], Board] = field(compare=False)  # a field that shows it is always drawn again
    find_cards: Callable[[str, str], Sequence[KnownCard]] = field(compare=False)
    read_latest: Callable[[], Answer] | None = field(default=None, compare=False)
    hold: Callable[[str], None] = field(default=lambda message: None, compare=False)
    seat: Seat | None = None  # whose question it is
    ready: Seat | None = None  # whose field is turned to first, where all players are asked
    is_kept: bool = False  # a tap on the chosen answer leaves it: a correction would miss it
    recorded: Answer = None  # the answer that a correction began with; None at the table
    since: int = 0  # the entry number since which the question is asked; see `Form.entry`

    @property
    def key(self) -> str:
        """The key of the control that asks the question: another one for another question of the same form."""
        return f"{self.path}#{self.since}"

    @property
    def latest(self) -> Answer:
        """The answer at the moment of a tap, which may be newer than the drawn one; None if there is none."""
        return self.read_latest() if self.read_latest else self.entered

    @property
    def entered(self) -> Answer:
        """The entered or pre-filled answer that is drawn; None if there is none."""
        return None if isinstance(self.value.answer, Unset) else self.value.answer

    def nested(
        self,
        part: str,
        value: Value,
        put: Callable[[Answer | Unset], None],
        pick: Callable[[Answer], Answer],
    ) -> "Binding":
        """The binding of a field inside this one: `put` merges its answer into this one's, `pick` reads it there."""
        path, read_latest = f"{self.path}{part}", lambda: pick(self.latest)
        return replace(self, path=path, value=value, answer=put, read_latest=read_latest, is_kept=False, recorded=None)

    def toggle(self, answer: Answer) -> Callable[[], None]:
        """A tap that enters this answer, or removes it if it is entered already and may be missing."""
        is_entered = self.value.source is Source.ENTERED and self.value.answer == answer
        return lambda: self.answer(UNSET if is_entered and not self.is_kept else answer)


def entered_value(answer: Answer | Unset) -> Value:
    """The value of an answer that was entered, or of none."""
    return MISSING_VALUE if isinstance(answer, Unset) else Value(answer, Source.ENTERED)
