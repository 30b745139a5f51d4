"""The table as the phone of one seat sees it, with only the questions that this phone may answer."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Moved, Noted, Recorded, Unsaved, Verdict
from companion.open_session.shown_table import ShownTable
from companion.open_session.table_session import LogLine, TableSession
from companion.open_session.telling.awaiting import is_sealed
from companion.phones.invitation import Invitation, Right
from companion.phones.rights import may_answer, part_of, prompts_for
from scoring.contract.cards import KnownCard
from scoring.contract.prompts import PLAYER_NAMES, Answer, Draft, Grid, Prompt, find_prompt
from scoring.contract.scores import Ledger, Seat
from scoring.engine import agreements
from scoring.engine.drafts import find_gaps
from scoring.engine.journal import Record, undo
from scoring.engine.regrouping import list_left
from storage.errors import StorageError
from storage.sessions.players import Player

# The reason may name a file of the host, which is not for guests
_UNSAVED: Final = Unsaved("The host's device could not save it; try again.")


class Question(NamedTuple):
    """What makes a question the same while others record."""

    kind: str
    given: str  # as text, because the answers may be lists
    round: int


class PhoneTable(TableSession):
    """The table as the phone of one `seat` sees it (None: it only watches); its half-filled forms are its own."""

    def __init__(self, host: Desk, invitation: Invitation, seat: Seat | None, fingerprint: str = "") -> None:
        self._host = host
        self._fingerprint = fingerprint
        self._invitation = invitation
        self.session_id, self.game, self.clock = host.session_id, host.game, host.clock
        self.seat = seat
        self.drafts = host.open_drafts(seat)
        self._answered: tuple[int, int] | None = None  # the last entry that answered for this seat, and its round
        self._since: dict[Question, int] = {}
        self._followed: tuple[int, Any] = host.number, host.state  # the last entry and state it has processed
        self._asked: tuple[Any, Right | None, tuple[Prompt, ...]] = (None, None, ())
        self._ends = host.watch(self._follow), host.drafts.watch(self._follow_form)

    def close(self) -> None:
        for end in self._ends:
            end()

    # ---- as the host shows it ------------------------------------------------------------------

    @property
    def shown(self) -> ShownTable:
        return self._host.shown

    @property
    def number(self) -> int:
        return self._host.number

    @property
    def title(self) -> str:
        return self._host.title

    @property
    def players(self) -> tuple[Player, ...]:
        return self._host.players

    @property
    def log(self) -> tuple[LogLine, ...]:
        return self._host.log

    @property
    def hold(self) -> str:
        return self._host.hold

    def ledger_after(self, prompt: Prompt, answers: Mapping[str, Answer]) -> Ledger | None:
        return self._host.ledger_after(prompt, answers)

    def known_cards(self, shelf: str, letters: str) -> Sequence[KnownCard]:
        """As the host's, but no names: those of its other players are not for guests."""
        return () if shelf == PLAYER_NAMES else self._host.known_cards(shelf, letters)

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        return self._host.watch(wake)

    # ---- for this seat -------------------------------------------------------------------------

    @property
    def _is_here(self) -> bool:
        """Whether the phone still has this seat: a tap may come before its page is drawn for another place."""
        return self._invitation.has_place(self._fingerprint, self.seat, self._host)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        return self._ask(self._host.state)

    def _ask(self, state: Any) -> tuple[Prompt, ...]:
        right = self._invitation.right
        if self._asked[0] is not state or self._asked[1] is not right:
            self._asked = state, right, self._ask_seat(state, self.seat)
        return self._asked[2]

    def _ask_seat(self, state: Any, seat: Seat | None) -> tuple[Prompt, ...]:
        if seat is None or seat in list_left(state):
            return ()
        return prompts_for(self.game, state, seat, self._invitation.right)

    @property
    def has_left(self) -> bool:
        return self.seat in self.shown.left

    @property
    def is_turn(self) -> bool:
        main = self.main
        if main is None or self.seat is None:
            return False
        return main.seat == self.seat or (self._is_part(main) and not self._has_part(main))

    @property
    def status(self) -> str:
        """The status line: whose turn it is, what the host entered for this seat, or that its player has left."""
        if self.has_left and self.seat is not None:
            back = "" if self.shown.is_over else "; the host brings you back when you want to play on"
            return f"You have left the game, {self.shown.table.names[self.seat]}. Your points stay{back}."
        if self.is_turn and self.seat is not None:
            return f"Your turn, {self.shown.table.names[self.seat]}"
        if self.main is not None and self._is_part(self.main):
            wrong = self._find_wrong_sum(self.main)
            return f"{wrong} Check your number." if wrong else "Entered. The host records it once all are in."
        if self.main is not None or self.shown.outcome is not None:
            return ""
        return " ".join(filter(None, (self._entered_by_host, self.shown.waiting)))

    def _is_part(self, prompt: Prompt) -> bool:
        return prompt.seat is None and self._invitation.right is Right.OWN

    def _has_part(self, prompt: Prompt) -> bool:
        draft = self._host.draft(prompt.kind)
        return all(any(key == self.seat for key, _ in draft.get(field.name, ())) for field in prompt.fields)

    def is_entered(self, prompt: Prompt) -> bool:
        is_changed = bool(self.drafts.find(self.number, prompt.kind))
        return self._is_part(prompt) and self._has_part(prompt) and not is_changed

    @property
    def _entered_by_host(self) -> str:
        """What the host answered for this seat in this round."""
        number, round_ = self._answered or (-1, -1)
        is_counted = any(step.entry == number for step in self._host.run.steps)
        if not is_counted or round_ != self.shown.round or (self.session_id, number) in self._invitation.entered_by:
            return ""
        return f"Entered by the host: {self._host.sentence(self._host.event(number))}."

    def is_being_counted(self, prompt: Prompt) -> bool:
        """Whether somebody at the table has entered a part: before that the cards may still be in play."""
        return self._part(prompt.kind) is None or any(self._host.draft(prompt.kind).values())

    def _find_wrong_sum(self, prompt: Prompt) -> str:
        """Why the answers of all cannot be recorded: "1 trick too many."; empty while one is missing."""
        form, draft = self._find_shared_form(prompt.kind), self._host.draft(prompt.kind)
        if form is None:
            return ""
        is_in = all(
            {cell.key for cell in field.cells} <= {key for key, _ in draft.get(field.name, ())}
            for field in form.fields
            if isinstance(field, Grid)
        )
        gaps = find_gaps(form, draft) if is_in else ()
        return gaps[0].text if gaps else ""

    def is_passed_around(self, prompt: Prompt) -> bool:
        return False

    @property
    def undoable(self) -> str:
        step, invitation = undo(self._host.journal), self._invitation
        if step is None or self.seat is None or not self._is_here:
            return ""
        if invitation.entered_by.get((self.session_id, step.target)) != self.seat:
            return ""
        prompt = self._host.prompt_for(step.target)
        return self._host.undoable if prompt and may_answer(prompt, self.seat, invitation.right) else ""

    @property
    def redoable(self) -> str:
        return ""

    def record(
        self, prompt: Prompt, answers: Mapping[str, Answer], number: int, waived: tuple[str, ...] = ()
    ) -> Verdict:
        """Record at the host's desk. Entries of others do not matter while the question is the same."""
        is_asked = self._question(prompt) in map(self._question, self.prompts)
        if not (self._is_here and is_asked and number >= self.fits_since(prompt)):
            return Moved()
        if self._part(prompt.kind) is not None:
            return self._enter_part(prompt, answers)
        number, entered_by = self._host.number, self._invitation.entered_by
        entry = self.session_id, number
        entered_by[entry] = self.seat  # before the windows are drawn: they show who may take it back
        verdict: Verdict | None = None
        try:
            verdict = self._host.record(prompt, answers, number, waived)
        finally:
            if not isinstance(verdict, Recorded):
                del entered_by[entry]
        if isinstance(verdict, Recorded) and is_sealed(prompt):
            self._invitation.sealed_on[entry] = self._fingerprint, self._host.journal[number]
            self._host.wake()
        return _UNSAVED if isinstance(verdict, Unsaved) else verdict

    @property
    def has_own_secret(self) -> bool:
        return bool(self._own_secrets)

    def reveal_own_secret(self) -> str:
        return "\n".join(event.sentence(self.shown.table, frozenset()) for event in self._own_secrets)

    @property
    def _own_secrets(self) -> tuple[Any, ...]:
        """What this phone sealed for its seat, while it is uncorrected and still secret; seats may have moved."""
        host, invitation = self._host, self._invitation
        counted = {step.entry: step.event for step in host.run.steps} if invitation.sealed_on else {}
        return tuple(
            counted[number]
            for (session, number), (fingerprint, entry) in invitation.sealed_on.items()
            if fingerprint == self._fingerprint and invitation.entered_by.get((session, number)) == self.seat
            if session == self.session_id and number in counted and host.journal[number] == entry
            if number not in host.corrected and agreements.list_veiled(self.game, host.state, counted[number])
        )

    def fits_since(self, prompt: Prompt) -> int:
        return self._since.get(self._question(prompt), self.number)

    def narrowed(self, prompt: Prompt, draft: Draft, state: Any = None) -> Prompt:
        """The prompt narrowed by the answers so far; a part by what everybody has entered."""
        return self._part(prompt.kind) or self._host.narrowed(prompt, draft, state)

    def draft(self, kind: str) -> dict[str, Answer]:
        """The answers so far; of a part that is not half filled, those in the host's form."""
        part, held = self._part(kind), self.drafts.find(self.number, kind) or {}
        if part is None or held:
            return held
        entered = self._host.draft(kind)
        own = {
            field.name: [pair for pair in entered.get(field.name, ()) if pair[0] == self.seat] for field in part.fields
        }
        return {name: pairs for name, pairs in own.items() if pairs}

    def taken_back(self, prompt: Prompt) -> dict[str, Answer]:
        return {}

    def _find_shared_form(self, kind: str) -> Prompt | None:
        """The host's form, narrowed by what everybody has entered."""
        form = find_prompt(self._host.mains, kind)
        return None if form is None else self._host.narrowed(form, self._host.draft(kind))

    def _part(self, kind: str) -> Prompt | None:
        """This seat's part of the host's form; None if it has none."""
        form = self._find_shared_form(kind)
        if form is None or self.seat is None or self._invitation.right is not Right.OWN:
            return None
        return part_of(form, self.seat)

    def _put_part(self, prompt: Prompt, answers: Mapping[str, Answer]) -> None:
        """Replace this seat's answers in the host's form. Raises StorageError."""
        draft = self._host.draft(prompt.kind)
        for field in prompt.fields:
            pairs = {key: answer for key, answer in draft.get(field.name, ()) if key != self.seat}
            pairs |= {key: answer for key, answer in answers.get(field.name, ()) if key == self.seat}
            self._host.put_in_draft(prompt.kind, field.name, [list(pair) for pair in sorted(pairs.items())])

    def _enter_part(self, prompt: Prompt, answers: Mapping[str, Answer]) -> Verdict:
        try:
            self._put_part(prompt, answers)
        except StorageError:
            return _UNSAVED
        self._forget_held(prompt.kind)
        return Noted()

    def _forget_held(self, kind: str) -> None:
        self.drafts.keep(self.number, kind, {})
        self._host.wake()

    def undo(self, number: int) -> Verdict | None:
        verdict = self._host.undo(number) if self.undoable else None
        return _UNSAVED if isinstance(verdict, Unsaved) else verdict

    def redo(self, number: int) -> Verdict | None:
        return None

    def cache_draft(self, number: int, kind: str, draft: Draft) -> None:
        """Keep a tap in memory, also one that was made before others recorded; empty, a part is withdrawn."""
        if not self._is_here:
            return
        prompt = find_prompt(self.prompts, kind)
        if draft or prompt is None or self._part(kind) is None:
            super().cache_draft(number, kind, draft)
            return
        with suppress(StorageError):  # the host sees it until then
            self._put_part(prompt, {})
        self._forget_held(kind)

    def _follow(self) -> None:
        """Take over what the host's desk recorded; forms whose question is still open keep their answers."""
        number, state = self._followed
        asked = self._ask(state)
        before = {
            question: self._since.get(question, number)
            for question in (self._question(prompt, state.round) for prompt in asked)
        }
        own = [prompt for prompt in asked if prompt.seat is not None and prompt.seat == self.seat]
        self._followed = self._host.number, self._host.state
        if number == self.number:
            return
        entries = [n for n in range(number, self.number) if any(self._answers(n, prompt) for prompt in own)]
        if entries:
            self._answered = entries[-1], state.round
        open_still = [prompt for prompt in self.prompts if self._question(prompt) in before]
        steady = [prompt for prompt in open_still if not self._is_answered(prompt, number)]
        self._since = {self._question(prompt): self.number for prompt in self.prompts}
        self._since |= {question: before[question] for question in map(self._question, steady)}
        self._carry_drafts(number, asked, {prompt.kind for prompt in steady})

    def _carry_drafts(self, number: int, asked: Sequence[Prompt], steady: set[str]) -> None:
        """Keep what is half filled in: in steady forms, and after a correction in all that are still this player's.

        A phone whose player got another seat by it reads them from the store, with the page of that seat.
        """
        moves = self._host.find_moves(self._host.journal[number]) if self.number == number + 1 else None
        after: dict[Seat | None, Seat] = {Seat(seat): Seat(moved) for seat, moved in enumerate(moves or ())}
        seat = after.get(self.seat, self.seat)
        if moves is not None and self._invitation.has_place(self._fingerprint, seat, self._host):
            prompts = self._ask_seat(self._host.state, seat)
            open_for = {(prompt.kind, prompt.seat) for prompt in prompts if not self._answers(number, prompt)}
            steady = {prompt.kind for prompt in asked if (prompt.kind, after.get(prompt.seat, prompt.seat)) in open_for}
        else:
            moves = None
        drafts = {kind: draft for kind in steady if (draft := self.drafts.find_safely(number, kind))}
        self.drafts.replace_all(self.number, drafts)
        if moves:
            self.drafts.move_seats(self.number, self.game.events, moves)

    def _follow_form(self) -> None:
        """Draw this phone again when the host's form changed of which it has a part: it shows its own from there."""
        if self.main is not None and self._part(self.main.kind) is not None:
            self.drafts.wake()

    def _question(self, prompt: Prompt, round_: int | None = None) -> Question:
        return Question(prompt.kind, repr(prompt.given), self.shown.round if round_ is None else round_)

    def _is_answered(self, prompt: Prompt, number: int) -> bool:
        """Whether an entry from `number` on answered this question, or a correction may have if no seat is given."""
        entries = range(number, self.number)
        corrected = any(not isinstance(self._host.journal[n], Record) for n in entries) and not prompt.given
        restored = self.number < number  # from a backup
        return restored or corrected or any(self._answers(n, prompt) for n in entries)

    def _answers(self, number: int, prompt: Prompt) -> bool:
        """Whether entry `number` was recorded as the answer to this question."""
        entry = self._host.journal[number]
        return isinstance(entry, Record) and self._is_answer(prompt, entry.event)
