"""One open session: record, amend, remove, undo, redo and preview; several pages may watch it.

No Flet here. A desk holds the journal as last read or written, and its replay. Whatever it shows as
recorded has already been committed by the store.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from companion.open_session.draft_cache import DraftCache
from companion.open_session.preview import Preview, compare_replays
from companion.open_session.record_outcomes import Moved, Recorded, Refused, Unsaved, Verdict
from companion.open_session.shown_table import ShownTable
from companion.open_session.table_session import LogLine, TableSession
from companion.open_session.telling.awaiting import is_sealed, secrets_open
from companion.open_session.telling.option_labels import humanize
from companion.open_session.turn_clock import SessionClock
from companion.ui.text import counted, true_minus
from companion.window.watchers import Watchable
from scoring.contract.cards import KnownCard
from scoring.contract.errors import GameFailed
from scoring.contract.game import AGREEMENTS, CameLate, Opened, Resumed, Stopped, Table
from scoring.contract.names import join_words, name_key
from scoring.contract.prompts import PLAYER_NAMES, Answer, Draft, Prompt, Role, find_prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Ledger, Seat
from scoring.engine import agreements
from scoring.engine.codec import FormatError, encode, event_from, opened_from
from scoring.engine.drafts import known_answers
from scoring.engine.journal import Amend, Entry, Journal, Record, Redo, Remove, Undo, effective, list_names, redo, undo
from scoring.engine.replay import Replay, extend, replay
from scoring.engine.seat_moves import Moves
from scoring.insight.chase import tell_decided
from scoring.insight.what_if import settles_round
from storage.derived.duration import Duration, compute_duration
from storage.derived.results import derive, find_closing_entry, replay_journal
from storage.errors import Collision, StorageError
from storage.history.session_list import SessionHead
from storage.sessions.players import Player
from storage.store import Store
from storage.text_folding import fold

T = TypeVar("T")

_HOST: Final = "host"  # the setting that says who plays on the host's device


class Invited(Protocol):
    """The phones that were invited to a table."""

    @property
    def host_seat(self) -> Seat | None:
        """Who plays on the device that holds the table."""

    def has_phone(self, seat: Seat) -> bool:
        """Whether a phone was let in for this seat."""

    def is_connected(self, seat: Seat) -> bool:
        """Whether a page of that phone is open now."""


class _Form(NamedTuple):
    """What tells a form from others: it is another one for the next player."""

    kind: str
    title: str
    seat: Seat | None
    round: int | None  # None: that of an agreement is the same in every round


class Desk(Watchable, TableSession):
    """The journal and the replay of one session, on the device that holds the table."""

    is_host = True

    invited: Invited | None = None
    """The phones at this table; None where none are invited."""

    def __init__(self, store: Store, session_id: str) -> None:
        super().__init__()
        self.store = store
        self.session_id = session_id
        self.drafts = DraftCache(store, session_id)
        self._memo: tuple[Replay[Any, Any] | None, dict[str, Any]] = (None, {})
        self._seat_order: tuple[Seat | None, ...] = ()
        self.clock = SessionClock(store, session_id)
        self._closed_drafts: dict[_Form, Draft] = {}  # half-filled forms that the last entry or corrections closed
        self._read()

    # ---- read by the screens ---------------------------------------------------------------

    @property
    def number(self) -> int:
        return len(self.journal)

    @property
    def state(self) -> Any:
        return self.run.state

    @property
    def title(self) -> str:
        try:
            return self.game.title_of(self.run.opened.options)
        except GameFailed:
            return self.game.box.title

    @property
    def setup_names(self) -> tuple[str, ...]:
        """The current names of those who sat down at first, by seat: without players who came late."""
        return self._names[: len(self.run.opened.names)]

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        return self._memoize("prompts", self._ask)

    def _ask(self) -> tuple[Prompt, ...]:
        prompts = agreements.prompts(self.game, self.state)
        secret = () if self.state.stopped or not self._seat_order else self.game.sealed(self.state)
        own_prompts = [prompt for prompt in secret if prompt.seat in self._seat_order]
        if not own_prompts:
            return prompts
        first = min(own_prompts, key=lambda prompt: self._seat_order.index(prompt.seat))
        is_secret = {prompt.kind for prompt in secret}
        return tuple(first if prompt.role is Role.MAIN and prompt.kind in is_secret else prompt for prompt in prompts)

    @property
    def shown(self) -> ShownTable:
        return self._memoize("shown", lambda: ShownTable(self.game, self.run, self._seat_order))

    @property
    def duration(self) -> Duration:
        """The time played and paused, up to the entry that closed the session."""
        last = find_closing_entry(self.game, self.run) if self.shown.is_over else self.number - 1
        return compute_duration(self.times[: last + 1])

    @property
    def log(self) -> tuple[LogLine, ...]:
        return self._memoize("log", self._list_log)

    def _list_log(self) -> tuple[LogLine, ...]:
        corrected = self.corrected
        on_hold = (LogLine(n, f"On hold: {self.describe(n)}", self.times[n], None) for n in self.run.waiting)
        counting = (
            LogLine(
                step.entry,
                self.sentence(step.event),
                self.times[step.entry],
                self.run.before(step.entry).round,
                step.entry in corrected,
            )
            for step in reversed(self.run.steps)
        )
        lines = (*on_hold, *counting)
        words = f"Set-up: {join_words(self.run.opened.names)}"
        return (*lines, LogLine(0, words, self.times[0], 0)) if lines else ()

    @property
    def hold(self) -> str:
        if self.run.violation is None:
            return ""
        first, *others = self.run.waiting
        more = f" and {counted(len(others), 'line')} after it" if others else ""
        return f"On hold: {self.describe(first)}{more}. {self.run.violation.message}"

    def settles_round(self, prompt: Prompt) -> bool:
        """Whether the round is over with the answer to this prompt, so that what each player needs can be said."""
        return self._memoize(f"settles {prompt.kind}", lambda: self._try_to_settle(prompt))

    def has_needs(self, prompt: Prompt) -> bool:
        """Whether there is something to tell: the round is over then, or somebody can no longer be caught."""
        return self.settles_round(prompt) or self._memoize("decided", self._has_decided)

    def _has_decided(self) -> bool:
        try:
            return any(tell_decided(self.game, self.state, seat) for seat in self.state.table.seats)
        except GameFailed:  # the table goes on without it
            return False

    def _try_to_settle(self, prompt: Prompt) -> bool:
        try:
            return settles_round(self.game, self.state, prompt)
        except GameFailed:  # the table goes on without it
            return False

    def fits_since(self, prompt: Prompt) -> int:
        return self._since.get(self._identify(prompt), self.number)

    def _identify(self, prompt: Prompt) -> _Form:
        return _Form(prompt.kind, prompt.title, prompt.seat, None if prompt.role is Role.ASIDE else self.state.round)

    def narrowed(self, prompt: Prompt, draft: Draft, state: Any = None) -> Prompt:
        narrowed: Prompt = self.game.form(self.state if state is None else state, prompt, draft)
        return narrowed

    def prompt_for(self, entry: int) -> Prompt | None:
        """The prompt that entry `entry` answered, as of that entry."""
        event, before = self.event(entry), self.run.before(entry)
        try:
            prompts = agreements.prompts(self.game, before)
            sealed = () if before.stopped else self.game.sealed(before)  # phones answer in any order
        except GameFailed:  # the entry can be removed, but not changed
            return None
        own = (prompt for prompt in sealed if self._is_answer(prompt, event))
        return next(own, None) or find_prompt(prompts, event.kind)

    def event(self, entry: int) -> Any:
        """The event entry `entry` counts as now. Raises KeyError if it does not count."""
        return {step.entry: step.event for step in self.run.steps}[entry]

    @property
    def corrected(self) -> frozenset[int]:
        """The entries whose event differs from the one recorded."""
        amended = {entry.target for entry in self.journal if isinstance(entry, Amend)}
        recorded = ((step, self.journal[step.entry]) for step in self.run.steps if step.entry in amended)
        return frozenset(step.entry for step, old in recorded if isinstance(old, Record) and old.event != step.event)

    def payload(self, entry: int) -> dict[str, Answer]:
        """The answers of entry `entry`, as a form holds them; also while it is on hold."""
        return self.payload_of(self.event_at(entry))

    def payload_of(self, event: Any) -> dict[str, Answer]:
        """The answers of an event, as a form holds them."""
        return encode(self.game, event).payload

    def open_answers(self, entry: int) -> dict[str, Answer]:
        """The answers of entry `entry` that may be shown, with which a form may start; also while it is on hold."""
        return self._list_open_answers(self.event_at(entry))

    def _list_open_answers(self, event: Any) -> dict[str, Answer]:
        veiled = agreements.list_veiled(self.game, self.state, event)
        return {name: answer for name, answer in self.payload_of(event).items() if name not in veiled}

    @property
    def undoable(self) -> str:
        return self._memoize("undoable", lambda: self._describe_step(undo(self.journal)))

    @property
    def redoable(self) -> str:
        return self._memoize("redoable", lambda: self._describe_step(redo(self.journal)))

    @property
    def status(self) -> str:
        if self.invited is None:
            return ""
        secret = self.shown.waiting if secrets_open(self.game, self.state) else ""
        seat = self.main.seat if self.main is not None else None
        if seat is None:
            return secret
        name = self.state.table.names[seat]
        if self.is_turn:
            return f"Your turn, {name}. {secret}" if secret else f"Your turn, {name}"
        if secret or not self.invited.has_phone(seat):
            return secret
        if not self.invited.is_connected(seat):
            return f"{name}'s phone is not connected. Answer here, or wait for it."
        return f"{name} is asked on their own phone. You may answer here as well."

    @property
    def is_turn(self) -> bool:
        seat = self.main.seat if self.main is not None else None
        return self.invited is not None and seat is not None and seat == self.invited.host_seat

    def is_passed_around(self, prompt: Prompt) -> bool:
        if prompt.seat is None or not is_sealed(prompt):
            return False
        invited = self.invited
        return invited is None or not (prompt.seat == invited.host_seat or invited.has_phone(prompt.seat))

    # ---- done by the screens ---------------------------------------------------------------

    def record(
        self, prompt: Prompt, answers: Mapping[str, Answer], number: int, waived: tuple[str, ...] = ()
    ) -> Verdict:
        if number < self.fits_since(prompt):
            self.refresh()
            return Moved()
        try:
            event = event_from(self.game, prompt.kind, dict(answers))
        except FormatError as error:
            raise AssertionError(f"the form for {prompt.kind} built something else: {error}") from error
        waiting = self.run.waiting
        entry = Record(event, before=waiting[0] if waiting else None, waived=waived)
        try:
            run = extend(self.game, self.run, self.number, event, waived)
        except RuleViolation as violation:
            return Refused(violation)
        except GameFailed as error:
            return Unsaved(str(error))
        verdict = self._commit(entry, self._replay_with(entry) if waiting else run)
        if isinstance(verdict, Recorded):
            self._remember(prompt, answers)
        return verdict

    def amendment(self, entry: int, answers: Mapping[str, Answer], waived: tuple[str, ...] = ()) -> Amend[Any]:
        """The correction of entry `entry` to these answers, not yet written."""
        if entry == 0:
            return Amend(0, self._with_original_names(opened_from(self.game, dict(answers))))
        return Amend(entry, event_from(self.game, self.event(entry).kind, dict(answers)), waived)

    def prompts_before(self, entry: int) -> tuple[Prompt, ...]:
        """What could have been entered before entry `entry`, the game's own question first; not an end or a pause."""
        prompts = agreements.prompts(self.game, self.run.before(entry))
        return tuple(prompt for prompt in prompts if prompt.kind not in (Stopped.kind, Resumed.kind))

    def insertion(
        self, entry: int, prompt: Prompt, answers: Mapping[str, Answer], waived: tuple[str, ...] = ()
    ) -> Record[Any]:
        """What had been forgotten before entry `entry`, not yet written."""
        return Record(event_from(self.game, prompt.kind, dict(answers)), before=entry, waived=waived)

    def preview(self, entry: Entry[Any], *more: Entry[Any]) -> Preview | Refused | Unsaved:
        """The changes that writing `entry` and `more` would make.

        Refused if a rule forbids the last of them itself, Unsaved where the game fails.
        """
        last, number = (entry, *more)[-1], self.number + len(more)
        own = last.target if isinstance(last, Amend) else number if isinstance(last, Record) else None
        try:
            after = self._replay_with(entry, *more)
            if after.violation and after.waiting[0] == own:
                return Refused(after.violation)
            return compare_replays(self.game, entry, self.run, after, more)
        except RuleViolation as violation:
            return Refused(violation)
        except GameFailed as error:
            return Unsaved(str(error))

    def event_at(self, entry: int) -> Any:
        """The event entry `entry` counts as, or would count as if it were not on hold."""
        return {counted.entry: counted.event for counted in effective(self.journal)}[entry]

    def find_moves(self, entry: Entry[Any]) -> Moves | None:
        """The new seat of each player by the one before, where `entry` is, undoes or redoes a correction.

        Empty where nobody changes seats; None if it is no correction.
        """
        if isinstance(entry, Record) and entry.before in self.run.waiting:  # it answers a question while others wait
            return None
        corrected = self.journal[entry.target] if isinstance(entry, Undo | Redo) else entry
        if isinstance(corrected, Amend) and isinstance(corrected.event, Opened):
            moves = corrected.event.moves
            return tuple(map(moves.index, range(len(moves)))) if isinstance(entry, Undo) else moves
        return () if _corrects(corrected) else None

    def sentence(self, event: Any, table: Table | None = None) -> str:
        """The log text of an event; its kind where the game fails to tell it."""
        table = table or self.state.table
        try:
            if not isinstance(event, AGREEMENTS):
                table = self.shown.name_scorers(table)
            return true_minus(agreements.sentence(self.game, replace(self.state, table=table), event))
        except GameFailed:
            return humanize(str(event.kind))

    def write(self, entry: Entry[Any], time: datetime | None = None) -> Verdict:
        """Commit a correction; later entries that then break a rule wait until the log fits again.

        With the `time` of the correction before it, it is undone and redone together with that one.
        """
        try:
            run = self._replay_with(entry)
        except RuleViolation as violation:
            return Refused(violation)
        except GameFailed as error:
            return Unsaved(str(error))
        verdict = self._commit(entry, run, time)
        if isinstance(verdict, Recorded) and isinstance(entry, Amend):
            self._remember_corrected(entry.target)
        return verdict

    def undo(self, number: int) -> Verdict | None:
        return self._take_steps(undo, number)

    def redo(self, number: int) -> Verdict | None:
        return self._take_steps(redo, number)

    def _take_steps(self, find: Callable[[Journal[Any]], Undo | Redo | None], number: int) -> Verdict | None:
        """Undo or redo an entry, with those written together with it."""
        if number < self.number:
            return None
        verdict, step = None, find(self.journal)
        first = self._find_first(step.target) if step else 0
        while step and self._find_first(step.target) == first:
            verdict = self.write(step)
            if not isinstance(verdict, Recorded):
                break
            step = find(self.journal)
        return verdict

    def _find_first(self, number: int) -> int:
        """The first of the corrections that entry `number` was written with; itself where there are none."""
        while self.times[number - 1] == self.times[number] and all(map(_corrects, self.journal[number - 1 :][:2])):
            number -= 1
        return number

    def ask_in_order(self, seats: tuple[Seat, ...]) -> None:
        """Ask the seats for their secrets in this order; empty: in the game's. A form for another seat starts anew."""
        if seats == self._seat_order:
            return
        before = self.main
        self._seat_order, self._memo = seats, (None, {})
        if before is not None and before != self.main:
            self.drafts.keep(self.number, before.kind, {})
        self.wake()

    def ledger_after(self, prompt: Prompt, answers: Mapping[str, Answer]) -> Ledger | None:
        try:
            event = event_from(self.game, prompt.kind, dict(answers))
            ledger: Ledger = agreements.judge(self.game, self.state, event).ledger
        except (RuleViolation, FormatError, GameFailed):
            return None
        return ledger

    # ---- half-filled forms -----------------------------------------------------------------

    def draft(self, kind: str) -> dict[str, Answer]:
        draft = self.drafts.find(self.number, kind)
        if draft is not None:
            return draft
        prompt = find_prompt(self.prompts, kind)
        return {} if prompt is None else self.taken_back(prompt)

    def taken_back(self, prompt: Prompt) -> dict[str, Answer]:
        event = self._memoize("taken back", self._find_taken_back)
        is_answer = event is not None and self._is_answer(prompt, event)
        if not is_answer or self.run.waiting or prompt.instant or is_sealed(prompt):
            return {}
        names = {field.name for field in prompt.fields}
        with suppress(GameFailed):  # the form is empty then
            return {name: answer for name, answer in self._list_open_answers(event).items() if name in names}
        return {}

    def _find_taken_back(self) -> Any | None:
        """The event that redo would record again as the last one; None if there is none."""
        step = redo(self.journal)
        entry = None if step is None else self.journal[step.target]
        return entry.event if isinstance(entry, Record) and entry.before is None else None

    def open_drafts(self, seat: Seat | None) -> DraftCache:
        """The half-filled forms of the phone of a seat, which no other window reads."""
        player = "" if seat is None else self.players[seat].id  # who may get another seat
        return DraftCache(self.store, self.session_id, f"@{player}")

    # ---- what the table remembers ------------------------------------------------------------

    def known_cards(self, shelf: str, letters: str) -> Sequence[KnownCard]:
        if shelf != PLAYER_NAMES:
            return self.store.cards.find(self.game.key, shelf, letters)
        names = (player.name for player in self.store.players.list_recent(1000))
        seated = set(map(name_key, self.shown.table.names))
        return [
            KnownCard(name) for name in names if fold(name).startswith(fold(letters)) and name_key(name) not in seated
        ]

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(seated.player for seated in self.load_head().seats)

    def load_head(self) -> SessionHead:
        """The session as lists show it. Raises UnknownSession."""
        return self.store.sessions.load_head(self.session_id)

    @property
    def host_player(self) -> str:
        """The id of the player who plays on the device that holds the table; empty: nobody, or not told."""
        kept = self.store.settings.get(_HOST, {})
        return str(kept.get("player", "")) if kept.get("session") == self.session_id else ""

    def keep_host_player(self, player: str) -> None:
        """Remember who plays on the device that holds the table. Raises StorageError."""
        self.store.settings.put(_HOST, {"session": self.session_id, "player": player})

    # ---- the turn clock ----------------------------------------------------------------------

    def switch_clock(self) -> str:
        """Switch the turn clock on or off; returns why it is not possible, else nothing."""
        return self._change_clock(lambda: self.clock.switch(self.game, self.state))

    def toggle_clock(self) -> str:
        """Pause the turn clock, or go on; returns why it is not possible, else nothing."""
        return self._change_clock(lambda: self.clock.toggle(self.game, self.state))

    def beat_clock(self) -> None:
        """Somebody has the app in view. Raises StorageError."""
        if self.clock.beat():
            self.wake()

    def _change_clock(self, change: Callable[[], None]) -> str:
        try:
            self.refresh()  # another program may have changed it
            change()
        except StorageError as error:
            return str(error)
        self.wake()
        return ""

    # ---- several windows -------------------------------------------------------------------

    def refresh(self) -> bool:
        """Read what other windows or processes wrote; True if something is new, also after a restored older backup."""
        newer, is_other_clock = self.store.sessions.load(self.session_id, self.number - 1), self.clock.read()
        same = (newer.journal, newer.times) == (self.journal[-1:], self.times[-1:])
        if same and (newer.names, newer.binned_at) == (self._names, self.binned_at):
            if is_other_clock:
                self.wake()
            return is_other_clock
        self.clock.reread_players()
        self._read()
        self.wake()
        return True

    # ---- inside ----------------------------------------------------------------------------

    def _memoize(self, name: str, compute: Callable[[], T]) -> T:
        """Memoize `compute()` for the current replay, because a redraw reads it several times."""
        if self._memo[0] is not self.run:
            self._memo = self.run, {}
        if name not in self._memo[1]:
            self._memo[1][name] = compute()
        value: T = self._memo[1][name]
        return value

    def _read(self) -> None:
        loaded = self.store.sessions.load(self.session_id)
        self.game = loaded.game
        self.journal: Journal[Any] = loaded.journal
        self.times: tuple[datetime, ...] = loaded.times
        self._names = loaded.names
        self.binned_at = loaded.binned_at
        self.run: Replay[Any, Any] = replay_journal(self.game, self.journal, self._names)
        self._since: dict[_Form, int] = {}  # questions that stayed open while others were answered

    def _replay_with(self, *entries: Entry[Any]) -> Replay[Any, Any]:
        """The replay as if `entries` were written, with the names that a new set-up or a late joiner brings."""
        journal, changes_seats = (*self.journal, *entries), any(map(self._changes_seats, entries))
        return replay(self.game, journal, self._current_names(journal) if changes_seats else self._names)

    def _current_names(self, journal: Journal[Any]) -> tuple[str, ...]:
        """The names in the journal's set-up; renamed players under their current names."""
        called = dict(zip(list_names(self.journal), self._names, strict=True))
        return tuple(called.get(name, name) for name in list_names(journal))

    def _with_original_names(self, opened: Opened[Any]) -> Opened[Any]:
        """The set-up with those who sit at the table under their names in entry 0, also on another seat."""
        called = dict(zip(self._names, self.run.opened.names, strict=False))
        return replace(opened, names=tuple(called.get(name, name) for name in opened.names))

    def _changes_seats(self, entry: Entry[Any]) -> bool:
        """Whether it corrects the set-up, or is about a late joiner."""
        while isinstance(entry, Undo | Redo | Remove):  # a file may hold long chains of them
            entry = self.journal[entry.target]
        return (isinstance(entry, Amend) and entry.target == 0) or isinstance(entry.event, CameLate)

    def _commit(self, entry: Entry[Any], run: Replay[Any, Any], time: datetime | None = None) -> Verdict:
        number, moves = self.number, self.find_moves(entry)
        recorded = self.journal[entry.target] if isinstance(entry, Undo | Redo) else entry
        event = recorded.event if isinstance(recorded, Record) and moves is None else None
        before = self._open_forms(event, number)
        drafts = {form: draft for form in before if (draft := self._find_draft(form, entry))}
        try:
            clock = self.clock.after(self.game, run.state, moves or ())
            derived = derive(self.game, run)
            time = self.store.sessions.append(self.session_id, number, self.game, entry, derived, clock, time)
        except Collision:
            self.refresh()
            return Moved()
        except (StorageError, GameFailed) as error:
            return Unsaved(str(error))
        self.journal = (*self.journal, entry)
        self.times = (*self.times, time)
        self.run = run
        self.clock.accept(clock)
        if self._changes_seats(entry):
            self._names = self.store.sessions.load_names(self.session_id)
            self.clock.reread_players()
            self.run = replay(self.game, self.journal, self._names)
        after = self._open_forms(event, number)
        unchanged = before & after if isinstance(entry, Record) else ()  # a correction may change what the words ask
        self._since = {form: self._since.get(form, number) for form in unchanged if form.round is not None}
        if isinstance(entry, Record) and entry.before is None and not isinstance(entry.event, Resumed):
            self._closed_drafts = {}
        self._carry_drafts(drafts, after, moves)
        self.wake()
        return Recorded(number)

    def _find_draft(self, form: _Form, entry: Entry[Any]) -> Draft | None:
        """What is filled in; what undo brought back is as good as typed once something else is entered."""
        with suppress(StorageError):  # it can be typed again
            return self.drafts.find(self.number, form.kind) if isinstance(entry, Undo | Redo) else self.draft(form.kind)
        return None

    def _carry_drafts(self, drafts: Mapping[_Form, Draft], after: set[_Form], moves: Moves | None) -> None:
        """Take the drafts along with the forms that stay open; those of others wait for the undo."""
        still_open = drafts.keys() & after
        if moves is not None:  # a forgotten round that is put in makes a form that of the next round
            open_for = {(form.kind, form.seat) for form in after}
            still_open = {form for form in drafts if (form.kind, form.seat) in open_for}
        self._closed_drafts |= {form: draft for form, draft in drafts.items() if form not in still_open}
        self.drafts.replace_all(self.number, {form.kind: drafts[form] for form in still_open})
        if moves:
            self.drafts.move_seats(self.number, self.game.events, moves)
            self._closed_drafts = {}
        for form in self._closed_drafts.keys() & after:  # open again, after an undo
            self.drafts.keep(self.number, form.kind, self._closed_drafts.pop(form))

    def _open_forms(self, event: Any | None, number: int) -> set[_Form]:
        """The forms that are open beside the one that `event` answers; empty where the game raises.

        Those of agreements only where something was filled in for entry `number`.
        """
        try:
            prompts = self.prompts
        except GameFailed:
            return set()
        return {
            self._identify(prompt)
            for prompt in prompts
            if not prompt.instant
            and (prompt.role is not Role.ASIDE or self.drafts.find_safely(number, prompt.kind))
            and (event is None or not self._is_answer(prompt, event))
        }

    def _remember(self, prompt: Prompt, answers: Mapping[str, Answer]) -> None:
        for shelf, card in known_answers(prompt, answers):
            self.store.cards.remember(self.game.key, shelf, card["name"], card["numbers"])

    def _remember_corrected(self, entry: int) -> None:
        prompt = self.prompt_for(entry) if any(step.entry == entry for step in self.run.steps) else None
        if prompt is not None:
            self._remember(prompt, self.payload(entry))

    def _describe_step(self, step: Undo | Redo | None) -> str:
        return self.describe(self._find_first(step.target)) if step else ""

    def describe(self, number: int) -> str:
        """Entry `number` as a sentence, also while it is on hold; a correction is called one."""
        entry, removes = self.journal[number], False
        while isinstance(entry, Remove | Undo | Redo):  # a file may hold long chains of them
            removes = removes or isinstance(entry, Remove)
            entry = self.journal[entry.target]
        corrects = isinstance(entry, Amend)
        words = "the correction of the set-up" if corrects else "the set-up"
        if not isinstance(entry.event, Opened):
            words = self.sentence(entry.event, self._everybody())
        if removes:
            return f"removing “{words}”"
        return f"the correction “{words}”" if corrects and not isinstance(entry.event, Opened) else words

    def _everybody(self) -> Table:
        """All players; seats that a correction removed keep their last player."""
        names: tuple[str, ...] = self.state.table.names
        for entry in reversed(self.journal):
            if isinstance(entry, Record | Amend) and isinstance(entry.event, Opened):
                names += entry.event.names[len(names) :]
            if isinstance(entry, Record | Amend) and isinstance(entry.event, CameLate):
                names += (entry.event.name,) * (entry.event.seat == len(names))
        return Table(names)


def _corrects(entry: Entry[Any]) -> bool:
    return isinstance(entry, Amend | Remove) or (isinstance(entry, Record) and entry.before is not None)
