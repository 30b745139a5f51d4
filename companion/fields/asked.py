"""What a field's view needs to draw one question and to hand back its answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.flet_guard.redrawing import Keeping, anew
from companion.theme import Look
from scoring.board import Board
from scoring.cards import KnownCard, Suit
from scoring.drafts import MISSING_VALUE, Source, Value
from scoring.game import Table
from scoring.prompts import UNSET, Answer, Unset


@dataclass(frozen=True)
class Asked:
    """One question on the screen.

    `held` is what the form holds now. `answer` puts an answer into the form (UNSET takes it out
    again), `refuse` says in the form's message line why a closed value is closed. `known` finds
    remembered cards by shelf and first letters. The three always act on the form as it is at the
    moment of the tap, so two questions that look the same are the same, whoever drew them.
    """

    look: Look
    path: str
    held: Value
    answer: Callable[[Answer | Unset], None] = field(compare=False)
    refuse: Callable[[str], None] = field(compare=False)
    table: Table
    suits: Mapping[str, Suit]
    board: Callable[[], Board] = field(compare=False)  # what shows it is drawn each time
    known: Callable[[str, str], Sequence[KnownCard]] = field(compare=False)
    latest: Callable[[], Answer] | None = field(default=None, compare=False)
    keep: Keeping = field(default=anew, compare=False)  # the keys that look as before

    @property
    def now(self) -> Answer:
        """What is entered at the moment of a tap, perhaps more than is drawn yet; None where there is nothing."""
        return self.latest() if self.latest else self.entered

    @property
    def entered(self) -> Answer:
        """The entered or pre-filled answer; None where there is none."""
        return None if isinstance(self.held.answer, Unset) else self.held.answer

    def inner(
        self,
        part: str,
        answer: Answer | Unset,
        put: Callable[[Answer | Unset], None],
        pick: Callable[[Answer], Answer],
    ) -> "Asked":
        """The question inside this one, whose answer `put` weaves into this one's and `pick` takes out of it."""
        held = MISSING_VALUE if answer is UNSET else Value(answer, Source.ENTERED)
        return replace(self, path=f"{self.path}{part}", held=held, answer=put, latest=lambda: pick(self.now), keep=anew)

    def toggle(self, answer: Answer) -> Callable[[], None]:
        """Tapping an entered value again takes it out."""
        again = self.held.source is Source.ENTERED and self.held.answer == answer
        return lambda: self.answer(UNSET if again else answer)
