"""A form on the screen: its draft, the message at a field, and the tap that records.

Whether a tap is still meant is told by one number, that of the entry since which the question is asked. It is part of
the keys of all controls that answer it: a question has controls of its own, and Flet drops a tap on one that is gone. A
tap that comes before the next drawing reaches the desk with the old number, and the desk refuses it.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Final

import flet as ft

from companion.desk.table_session import TableSession
from companion.desk.verdicts import Moved, Noted, Recorded, Refused, Unsaved, Verdict, problem
from companion.forms import field_views
from companion.forms.field_views import Binding
from companion.ui.dock import message, refusal
from companion.ui.theme import Look
from companion.window.hooks import use_changes, use_memory, use_window
from companion.window.state import Window
from scoring.contract.board import Board
from scoring.contract.cards import KnownCard, Suit
from scoring.contract.prompts import UNSET, Answer, Field, Gap, Grid, Prompt, Role, Unset
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.engine.drafts import collect_answers, drop_malformed, find_gaps
from storage.errors import StorageError

_AFTER_THE_FRAME: Final = 0.03
"""Seconds between a tap and the moment when the draft it changed is saved."""

Submit = Callable[[Prompt, dict[str, Answer], tuple[str, ...]], Verdict | None]
"""Records a complete form: prompt, answers, waived rule ids. None means there is nothing to report."""

SaveDraft = Callable[[int, str, dict[str, Answer]], None]
"""Saves the draft of the form for this entry number and kind of prompt."""


FormKey = tuple[int, str, Seat | None]
"""Entry number, kind of prompt with what tells corrections apart, and the player who is asked."""


@dataclass(frozen=True)
class FormMemory:
    """What a form remembers between two drawings; it is discarded when `key` changes."""

    key: FormKey
    draft: dict[str, Answer]
    version: int  # of the draft at the desk that this one is, see `HeldDrafts.version`; 0 if none is kept there
    message: str = ""
    field: str = ""  # path of the field to frame
    rule: Rule | None = None  # cited by the message
    waived: tuple[str, ...] = ()
    undo_steps: tuple[dict[str, Answer], ...] = ()  # the draft before every tap


@dataclass(frozen=True)
class Form:
    """A form as it is drawn now."""

    prompt: Prompt
    state: Any  # of the game before the entry that is corrected; None at the table
    memory: FormMemory
    desk: TableSession
    draw: Callable[[FormMemory], None]
    submit: Submit
    find_cards: Callable[[str, str], Sequence[KnownCard]]
    save_draft: SaveDraft
    on_overtaken: Callable[[], None]  # called if somebody else recorded the entry first
    window: Window
    newest: Any  # a reference to the latest drawing of this form, for taps on controls that were drawn earlier
    question: tuple[str, str, int] = ("", "", 0)  # kind, title and round; the same while other entries are recorded
    on_gap: Callable[[str], None] = lambda path: None  # shows the field of this path, which is still open
    entry: int = 0  # the first entry that the desk takes as an answer to this question; see `TableSession.fits_since`
    since: int = 0  # the entry number since which this question is on the screen
    ready: Seat | None = None  # the player whose field is to be ready, where a number of theirs is corrected
    taken_back: Mapping[str, Answer] = field(default_factory=dict)  # what undo took back, with which the form began

    @property
    def draft(self) -> Mapping[str, Answer]:
        return self.memory.draft

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """What is missing or does not fit."""
        return find_gaps(self.prompt, self.draft)

    @property
    def is_started(self) -> bool:
        """Whether something is entered that is not recorded yet. What undo took back is not: redo has it."""
        return bool(self.memory.undo_steps or (self.draft and self.draft != self.taken_back))

    # ---- answers -----------------------------------------------------------------------------

    def put_answer(self, name: str, answer: Answer | Unset) -> None:
        """Put one field's answer into the draft; an instant form is recorded as soon as it is complete."""
        draft = {key: old for key, old in self.draft.items() if key != name}
        if answer is not UNSET:
            draft[name] = answer
        if self.prompt.instant and not find_gaps(self.desk.narrowed(self.prompt, draft), draft):
            self._submit(dict(self.prompt.given) | draft, replace(self.memory, draft=draft))
            return
        is_typed = isinstance(answer, str) and isinstance(self.draft.get(name), str)  # letters are undone together
        steps = self.memory.undo_steps
        self._put_draft(draft, steps if is_typed else (*steps, dict(self.draft)))

    def put_cell(self, grid: Grid, key: Any, answer: Answer | Unset) -> None:
        """Put the answer of one cell of a `Grid` into the draft; only cells that are asked now are kept."""
        fields = (field for field in self.prompt.fields if isinstance(field, Grid) and field.name == grid.name)
        grid = next(fields, grid)
        entered = dict(map(tuple, self.draft.get(grid.name, ()))) | {key: answer}
        pairs = [[cell.key, entered[cell.key]] for cell in grid.cells if entered.get(cell.key, UNSET) is not UNSET]
        self.put_answer(grid.name, pairs)

    def refuse(self, message: str) -> None:
        """Show in the message line why a value is closed."""
        self._put(replace(self.memory, message=message, field="", rule=None))

    def take_back(self) -> None:
        """Undo the last tap in the latest drawing; empties a draft that an earlier window left."""
        form = _newest(self.newest)
        *steps, draft = form.memory.undo_steps or ({},)
        form._put_draft(draft, tuple(steps))

    def caught_up(self) -> "Form":
        """This form with the answers that phones and other windows gave since, which the next tap must not undo."""
        if self.memory.version == self._version or self.memory.key[0] != self.desk.number:
            return self
        draft = self.desk.draft(self.prompt.kind)
        return replace(self, memory=_take_over(self.prompt, self.memory, draft, self._version))

    def _put_draft(self, draft: dict[str, Answer], undo_steps: tuple[dict[str, Answer], ...]) -> None:
        self.save_draft(self.memory.key[0], self.prompt.kind, draft)
        memory = replace(self.memory, draft=draft, version=self._version, undo_steps=undo_steps)
        self._put(replace(memory, message="", field="", rule=None))

    @property
    def _version(self) -> int:
        return 0 if self.save_draft is _save_nothing else self.desk.drafts.version(self.prompt.kind)

    def _put(self, memory: FormMemory) -> None:
        """Remember this at once: the next tap may come before it is drawn."""
        self.newest.current = replace(self, memory=memory)
        self.draw(memory)

    # ---- recording ---------------------------------------------------------------------------

    def send(self) -> None:
        """The primary button: record, or frame the field that is missing."""
        self._current._send()

    def send_newest(self) -> None:
        """Send whatever form is here at the moment of the tap."""
        _newest(self.newest)._send()

    def send_if_complete(self) -> bool:
        """Send whatever form is here now if nothing of it is open; False if something is."""
        form = _newest(self.newest)
        if form.gaps:
            return False
        form._send()
        return True

    def waive(self) -> None:
        """A printed card overrules the rule: record the entry anyway, with the rule's id."""
        form = self._current
        assert form.memory.rule is not None, "only a refusal can be waived"
        memory = replace(form.memory, waived=(*form.memory.waived, form.memory.rule.id))
        form._submit(collect_answers(form.prompt, form.draft), memory)

    @property
    def _current(self) -> "Form":
        """This form with the answers that came since it was drawn."""
        newest = _newest(self.newest)
        return newest if newest.memory.key == self.memory.key else self

    def _send(self) -> None:
        if self.gaps:
            self._put(replace(self.memory, message="", field=self.gaps[0].path, rule=None))
            self.on_gap(self.gaps[0].path)
        else:
            self._submit(collect_answers(self.prompt, self.draft), self.memory)

    def _submit(self, payload: dict[str, Answer], memory: FormMemory) -> None:
        match verdict := self.submit(self.prompt, payload, memory.waived):
            case Refused(violation):
                rule, field = violation.rule, violation.field or ""
                self._put(replace(memory, message=violation.message, field=field, rule=rule))
            case Noted():
                self._put(replace(memory, draft={field.name: payload[field.name] for field in self.prompt.fields}))
            case Moved():
                self.on_overtaken()
            case Unsaved():
                draft = dict(self.draft) if self.prompt.instant else memory.draft  # the same tap tries again
                self._put(replace(memory, draft=draft, message=problem(verdict), rule=None))
            case Recorded(number):
                self.window.recorded.add((self.desk.session_id, number))
                self.newest.current = replace(self, submit=_ignore)
            case None:
                pass

    # ---- drawing -----------------------------------------------------------------------------

    def views(self, look: Look, some: Sequence[Field] | None = None) -> list[ft.Control]:
        """All fields, or some of them, one below the other."""
        return field_views.views(self.prompt.fields if some is None else some, partial(self.bind, look))

    @property
    def button_key(self) -> str:
        """The key of the button that records: another one for another entry."""
        return f"{self.prompt.kind}#{self.entry}"

    def message_line(self, look: Look) -> list[ft.Control]:
        """The message, if there is one; a refusal opens the rule it cites."""
        text, rule = self.memory.message, self.memory.rule
        if rule is None:
            return [message(look, text, bad=True)] if text else []
        return [refusal(look, self.desk.game, rule, text, self.waive if rule.waivable else None)]

    def bind(self, look: Look, field: Field) -> Binding:
        """The binding for the field's view."""
        newest, table = self.newest, self.desk.shown.table

        def answer(given: Answer | Unset) -> None:
            _newest(newest).put_answer(field.name, given)

        def read_latest() -> Answer:
            draft = _newest(newest).draft  # a value solved from it is not entered yet
            latest = draft.get(field.name, field.get_value(draft).answer)
            return None if latest is UNSET else latest

        return Binding(
            look=look,
            path=f"{self.prompt.kind}.{field.name}",
            value=field.get_value(self.draft),
            answer=answer,
            refuse=lambda why: _newest(newest).refuse(why),
            table=table,
            suits=self._suits,
            board=lambda: self._board,
            find_cards=self.find_cards,
            read_latest=read_latest,
            since=self.since,
            seat=self.prompt.seat,
            ready=self.ready,
        )

    def bind_cell(self, look: Look, grid: Grid, key: Any) -> Binding:
        """The binding of one cell of a `Grid`, for its player's row."""
        newest, grid_binding = self.newest, self.bind(look, grid)
        cell_value = {cell.key: value for cell, value in grid.get_cells(self.draft)}[key]

        def answer(given: Answer | Unset) -> None:
            _newest(newest).put_cell(grid, key, given)

        return replace(
            grid_binding, path=f"{grid_binding.path}[{key}]", value=cell_value, answer=answer, read_latest=None
        )

    @cached_property
    def _suits(self) -> dict[str, Suit]:
        return {suit.key: suit for suit in self.desk.game.box.suits}

    @cached_property
    def _board(self) -> Board:
        board: Board = self.desk.shown.board if self.state is None else self.desk.game.view(self.state).board
        return board


def _newest(newest: Any) -> Form:
    """The form as it was drawn last, with all answers that came since."""
    form: Form = newest.current
    newest.current = caught_up = form.caught_up()
    return caught_up


def _ignore(prompt: Prompt, payload: dict[str, Answer], waived: tuple[str, ...]) -> None:
    """For a form that is recorded but still on the screen: a second tap changes nothing."""


# ---- the hook ------------------------------------------------------------------------------------


def use_form(
    desk: TableSession,
    prompt: Prompt,
    *,
    submit: Submit | None = None,
    start: Mapping[str, Answer] | None = None,
    state: Any = None,
    tag: str = "",
    on_gap: Callable[[str], None] = lambda path: None,
    ready: Seat | None = None,
) -> Form:
    """The form of a prompt, with the draft that an earlier window left in it.

    Without `submit` it records at the desk. `start` pre-fills a correction, whose draft is not saved; `state` is then
    the state before the corrected entry and `tag` tells corrections apart. `on_gap` is called with the path of a field
    that is still open when the form is sent. `ready` is the player whose field is turned to first, where all are asked.
    """
    window, number = use_window(), desk.number
    key = number, f"{prompt.kind}{tag}", prompt.seat
    taken_back = ft.use_memo(lambda: _fit(desk, prompt, desk.taken_back(prompt), state) if start is None else {}, [key])
    has_draft = start is None and not _has_no_draft(desk, prompt)
    version = desk.drafts.version(prompt.kind) if has_draft else 0
    memory, put = _use_memory(desk, window, prompt, key, version, start, state, taken_back)
    use_changes(desk.drafts.watch, desk.session_id, by_others_only=True)
    newest: Any = ft.use_ref(None)
    entry = desk.fits_since(prompt)
    question, last = (prompt.kind, prompt.title, desk.shown.round), newest.current
    newest.current = Form(
        prompt=desk.narrowed(prompt, memory.draft, state),
        state=state,
        memory=memory,
        desk=desk,
        draw=put,
        submit=submit or _recorder(desk, number),
        find_cards=desk.known_cards,
        save_draft=_draft_saver(desk) if has_draft else _save_nothing,
        on_overtaken=_overtaken_marker(desk, window),
        window=window,
        newest=newest,
        question=question,
        on_gap=on_gap,
        entry=entry,
        since=last.since if last is not None and last.question == question and not prompt.instant else entry,
        taken_back=taken_back,
        ready=ready,
    )
    form: Form = newest.current
    return form


def _use_memory(
    desk: TableSession,
    window: Window,
    prompt: Prompt,
    key: FormKey,
    version: int,
    start: Mapping[str, Answer] | None,
    state: Any,
    taken_back: Mapping[str, Answer],
) -> tuple[FormMemory, Callable[[FormMemory], None]]:
    """What the form of this key remembers, and the function that replaces it; a new form begins with its draft."""
    remembered, put = use_memory(desk.session_id, _nothing_remembered)
    is_known = remembered is not None and (remembered.key, remembered.version) == (key, version)
    first = ft.use_memo(
        lambda: {} if is_known else _first_draft(desk, prompt, start, state), [key, None if is_known else version]
    )
    if remembered is not None and is_known:
        return remembered, put
    if remembered is not None and remembered.key == key:
        return _take_over(prompt, remembered, first, version), put
    was_missed = window.missed == (desk.session_id, desk.number)
    is_late = was_missed or _is_overtaken(desk, remembered, window, has_draft=bool(first) and first != taken_back)
    text = problem(Moved()) if is_late and prompt.role is not Role.BESIDE else ""
    return FormMemory(key, first, version, text), put


def _take_over(prompt: Prompt, memory: FormMemory, draft: dict[str, Answer], version: int) -> FormMemory:
    """The memory with a draft that was changed elsewhere; undo takes back the taps made here, and no others."""
    grids = {field.name for field in prompt.fields if isinstance(field, Grid)}
    steps = tuple(_changed_alike(grids, step, memory.draft, draft) for step in memory.undo_steps if draft)
    return replace(memory, draft=draft, version=version, undo_steps=steps, message="", field="", rule=None)


def _changed_alike(
    grids: Set[str], step: Mapping[str, Answer], before: Mapping[str, Answer], after: Mapping[str, Answer]
) -> dict[str, Answer]:
    """An earlier draft with what changed between two others; of a `Grid` only the cells that changed."""
    changed = {name: answer for name, answer in step.items() if name in after or name not in before}
    for name, now in after.items():
        if name in grids:
            cells, old, new = (dict(map(tuple, draft.get(name, ()))) for draft in (changed, before, after))
            cells |= {key: answer for key, answer in new.items() if old.get(key, UNSET) != answer}
            changed[name] = [[key, answer] for key, answer in cells.items() if key in new or key not in old]
        elif before.get(name, UNSET) != now:
            changed[name] = now
    return changed


def _nothing_remembered() -> FormMemory | None:
    return None


def _first_draft(
    desk: TableSession, prompt: Prompt, start: Mapping[str, Answer] | None, state: Any
) -> dict[str, Answer]:
    """The answers of a correction, or the draft of an earlier window."""
    if start is None:
        start = {} if _has_no_draft(desk, prompt) else desk.draft(prompt.kind)
    return _fit(desk, prompt, start, state)


def _fit(desk: TableSession, prompt: Prompt, start: Mapping[str, Answer], state: Any) -> dict[str, Answer]:
    """Those of the answers that the form still asks for.

    An answer may fit only after others have opened its field: the count of a card, once its owner is known.
    """
    draft = drop_malformed(prompt, start)
    for _ in prompt.fields:
        draft |= drop_malformed(desk.narrowed(prompt, draft, state), start)
    return draft


def _has_no_draft(desk: TableSession, prompt: Prompt) -> bool:
    """Whether the form is recorded with its last tap; on a phone, a part of a form for all waits for the others."""
    return prompt.instant and desk.seat is None


def _is_overtaken(desk: TableSession, memory: FormMemory | None, window: Window, *, has_draft: bool) -> bool:
    """Whether somebody else recorded the entry that was being filled in here, and nothing of the draft is left."""
    if memory is None or has_draft:
        return False
    is_ours = (desk.session_id, memory.key[0]) in window.recorded
    return bool(memory.undo_steps) and memory.key[0] < desk.number and not is_ours


def _recorder(desk: TableSession, number: int) -> Submit:
    """Records at the desk, as entry `number`."""
    return lambda prompt, payload, waived: desk.record(prompt, payload, number, waived)


def _overtaken_marker(desk: TableSession, window: Window) -> Callable[[], None]:
    """Marks the next entry as one that somebody else recorded first; its form then says so."""

    def mark() -> None:
        window.missed = (desk.session_id, desk.number)

    return mark


def _draft_saver(desk: TableSession) -> SaveDraft:
    """Saves drafts right after the frame that shows them, so that no tap waits for the disk."""
    page = ft.context.page

    async def write(number: int, kind: str) -> None:
        await asyncio.sleep(_AFTER_THE_FRAME)
        desk.drafts.wake()
        with suppress(StorageError):  # a draft that cannot be saved is still on the screen
            desk.save_held_draft(number, kind)

    def save(number: int, kind: str, draft: dict[str, Answer]) -> None:
        desk.hold_draft(number, kind, draft)  # an entry recorded before the frame must find it
        page.run_task(write, number, kind)

    return save


def _save_nothing(number: int, kind: str, draft: dict[str, Answer]) -> None:
    """For corrections, and for forms that are recorded at once."""
