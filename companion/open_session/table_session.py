"""What a table offers to whoever looks: the device that holds it, or a phone at it.

The screens of a table know this and no more. Neither the entries nor the state of the game are here, so that a phone
cannot be shown another player's secret, even by mistake.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from companion.open_session.draft_cache import DraftCache
from companion.open_session.record_outcomes import Verdict
from companion.open_session.shown_table import ShownTable
from companion.open_session.turn_clock import SessionClock
from scoring.contract.cards import KnownCard
from scoring.contract.game import AnyGame
from scoring.contract.prompts import Answer, Draft, Prompt, Role, find_prompt
from scoring.contract.scores import Ledger, Seat
from scoring.engine.codec import encode
from storage.sessions.players import Player


class LogLine(NamedTuple):
    """An entry as the log tells it; what is sealed stays hidden."""

    entry: int
    words: str
    at: datetime
    round: int | None  # None for an entry on hold
    is_corrected: bool = False


class TableSession(ABC):
    """One table, as the device that looks may see it and enter something."""

    session_id: str

    game: AnyGame
    """The game and its rules."""

    clock: SessionClock
    """The turn clock."""

    seat: Seat | None = None
    """Whose phone looks; None where the table is held, and on a phone that only watches."""

    is_host: bool = False
    """Whether the table is held here, where what is recorded may be changed; no on a phone at it."""

    give_away: Callable[[], None] | None = None
    """Gives this phone to another seat; None where the table is held."""

    drafts: DraftCache
    """The forms that are half filled in here."""

    # ---- what is shown -------------------------------------------------------------------------

    @property
    @abstractmethod
    def shown(self) -> ShownTable:
        """What everybody at the table may see."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number the next entry will have; a form is bound to it."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The title of the game this session counts as."""

    @property
    @abstractmethod
    def players(self) -> tuple[Player, ...]:
        """Who sits at the table, by seat."""

    @property
    def shows_clock(self) -> bool:
        """Whether the table shows a turn clock: it is on, and the session is not over."""
        return self.clock.is_on and not self.shown.is_over

    @property
    @abstractmethod
    def log(self) -> tuple[LogLine, ...]:
        """Every entry that counts, the latest first, after those on hold."""

    @property
    @abstractmethod
    def hold(self) -> str:
        """Which entries are on hold, and why; empty if none is."""

    @property
    @abstractmethod
    def status(self) -> str:
        """Whose turn it is and for whom the table waits, where phones are invited."""

    @property
    @abstractmethod
    def is_turn(self) -> bool:
        """Whether the table waits for who looks."""

    @property
    def has_left(self) -> bool:
        """Whether the player of this phone has left the game; never where the table is held."""
        return False

    @property
    def has_own_secret(self) -> bool:
        """Whether something that was sealed on this very phone is still secret; never where the table is held."""
        return False

    def reveal_own_secret(self) -> str:
        """What was sealed on this very phone, in a sentence a line; asked only while its player holds a button."""
        return ""

    # ---- what is asked -------------------------------------------------------------------------

    @property
    @abstractmethod
    def prompts(self) -> tuple[Prompt, ...]:
        """Everything that may be entered here now, main prompts first."""

    @property
    def mains(self) -> tuple[Prompt, ...]:
        """The prompts the game waits for: one, or several of which one is answered."""
        return tuple(prompt for prompt in self.prompts if prompt.role is Role.MAIN)

    @property
    def main(self) -> Prompt | None:
        """The first prompt the game waits for."""
        return next(iter(self.mains), None)

    @abstractmethod
    def is_passed_around(self, prompt: Prompt) -> bool:
        """Whether a secret is asked on a device that its player has to be given first."""

    def is_entered(self, prompt: Prompt) -> bool:
        """Whether a phone's part of this form is entered and unchanged since; never where the table is held."""
        return False

    def is_being_counted(self, prompt: Prompt) -> bool:
        """Whether the answers of others to this question come in already, where each phone gives its own."""
        return True

    @abstractmethod
    def fits_since(self, prompt: Prompt) -> int:
        """The entry number since which this question is asked: a form drawn for it, or for a later one, still fits."""

    def _is_answer(self, prompt: Prompt, event: Any) -> bool:
        """Whether an event answers this question; another seat has a question of the same kind."""
        return event.kind == prompt.kind and dict(prompt.given).items() <= encode(self.game, event).payload.items()

    @abstractmethod
    def narrowed(self, prompt: Prompt, draft: Draft, state: Any = None) -> Prompt:
        """The prompt narrowed by the answers given so far, at this table or as it was at `state`."""

    @abstractmethod
    def ledger_after(self, prompt: Prompt, answers: Mapping[str, Answer]) -> Ledger | None:
        """The score lines after this form, unsaved; None if it cannot be recorded as filled in."""

    @abstractmethod
    def known_cards(self, shelf: str, letters: str) -> Sequence[KnownCard]:
        """Cards of this game that were typed before, by their first letters."""

    # ---- half-filled forms ---------------------------------------------------------------------

    @abstractmethod
    def draft(self, kind: str) -> dict[str, Answer]:
        """The answers so far in this form, from any window, or those that undo took back; empty for a fresh form."""

    @abstractmethod
    def taken_back(self, prompt: Prompt) -> dict[str, Answer]:
        """The answers of the entry that undo took back, if this form recorded it and redo would bring it back."""

    def cache_draft(self, number: int, kind: str, draft: Draft) -> None:
        """Cache a tap, if the form that was drawn for entry `number` is still open."""
        if self._is_asked(number, kind):
            self.drafts.put(self.number, kind, draft)

    def save_draft(self, number: int, kind: str) -> None:
        """Store the cached form for the next start. Raises StorageError; it stays cached then."""
        if self._is_asked(number, kind):
            self.drafts.save(self.number, kind)

    def _is_asked(self, number: int, kind: str) -> bool:
        """Whether a form that was drawn for entry `number` is still open."""
        prompt = find_prompt(self.prompts, kind)
        return prompt is not None and number >= self.fits_since(prompt)

    def put_in_draft(self, kind: str, name: str, answer: Answer) -> None:
        """Answer one field of a form from outside it, beside what is entered in it; raises as saving does."""
        self.cache_draft(self.number, kind, {**self.draft(kind), name: answer})
        self.save_draft(self.number, kind)

    # ---- done by the screens -------------------------------------------------------------------

    @abstractmethod
    def record(
        self, prompt: Prompt, answers: Mapping[str, Answer], number: int, waived: tuple[str, ...] = ()
    ) -> Verdict:
        """Judge and commit a filled-in form that was shown for entry `number`."""

    @property
    @abstractmethod
    def undoable(self) -> str:
        """What undo would take back, as a sentence; empty if nothing."""

    @property
    @abstractmethod
    def redoable(self) -> str:
        """What redo would bring back, as a sentence; empty if nothing."""

    @abstractmethod
    def undo(self, number: int) -> Verdict | None:
        """Take back the latest change; None if there is none, or if the journal is past `number` entries by now."""

    @abstractmethod
    def redo(self, number: int) -> Verdict | None:
        """Bring back the latest undone change; None as with `undo`."""

    @abstractmethod
    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after every change; returns the function that ends it."""
