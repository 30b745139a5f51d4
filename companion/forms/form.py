"""A form on the screen: its answers, the message at a field, and the tap that records.

Whether a tap is still meant is told by one number, that of the entry since which the question is asked. It is part of
the keys of all controls that answer it: a question has controls of its own, and Flet drops a tap on one that is gone. A
tap that comes before the next drawing reaches the desk with the old number, and the desk refuses it.

The answers of a half-filled form are at the desk, where other windows and phones enter theirs. So a tap reads them
there first, and a form that was drawn earlier does no harm.

A double tap is one tap: the second one answers the next question only if it comes later, or with another answer.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from time import monotonic
from typing import Any, Final

import flet as ft

from companion.forms import field_views
from companion.forms.field_views import Binding
from companion.forms.numbers import has_keys
from companion.forms.undone_taps import (
    Step,
    add_step,
    cell_step,
    changed,
    changed_cell,
    find_cell,
    take_back,
    undoable_steps,
)
from companion.open_session.record_outcomes import Moved, Noted, Recorded, Refused, Unsaved, Verdict, problem
from companion.open_session.table_session import TableSession
from companion.ui.dock import message, refusal
from companion.ui.theme import Look
from companion.window.hooks import use_changes, use_redraw, use_window
from companion.window.state import Window
from scoring.contract.board import Board
from scoring.contract.cards import Suit
from scoring.contract.prompts import (
    UNSET,
    Answer,
    Draft,
    Field,
    Gap,
    Grid,
    Prompt,
    Role,
    Source,
    Unset,
    Value,
    read_pairs,
)
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat, Side
from scoring.engine.drafts import collect_answers, drop_malformed, find_gaps
from storage.errors import StorageError

_AFTER_THE_FRAME: Final = 0.03  # seconds between a tap and saving the draft it changed
_DOUBLE_TAP: Final = 0.25  # seconds after an entry in which the same tap again is the second of a double tap

Submit = Callable[[Prompt, dict[str, Answer], tuple[str, ...]], Verdict | None]
"""Records a complete form: prompt, answers, waived rule ids. None means there is nothing to report."""

FormKey = tuple[str, int, str, Seat | None]
"""Session, entry number, kind of prompt with what tells corrections apart, and the player who is asked."""


@dataclass
class FormMemory:
    """What a form remembers from one drawing to the next, and from one tap to the next."""

    key: FormKey
    own: dict[str, Answer] | None  # the answers of a form that the desk keeps no draft of
    taken_back: Mapping[str, Answer] = field(default_factory=dict)  # what undo took back, with which the form began
    steps: list[Step] = field(default_factory=list)
    message: str = ""
    framed: str = ""  # path of the field to frame
    rule: Rule | None = None  # cited by the message
    waived: tuple[str, ...] = ()
    recorded: Mapping[str, Answer] = field(default_factory=dict)  # with which a correction began
    is_recorded: bool = False  # and still on the screen: a second tap changes nothing
    held: str = ""  # why nothing is recorded now: a character that was refused is still in sight

    def say(self, message: str, framed: str = "", rule: Rule | None = None) -> None:
        """Set the message line and the path of the field that is framed; empty: neither."""
        self.message, self.framed, self.rule = message, framed, rule


@dataclass(frozen=True)
class Form:
    asked: Prompt  # as the game asks it; `prompt` is narrowed by the answers
    prompt: Prompt
    draft: Mapping[str, Answer]
    state: Any  # of the game before the entry that is corrected; None at the table
    memory: FormMemory
    desk: TableSession
    redraw: Callable[[], None]
    submit: Submit
    save: Callable[[], object]  # the draft at the desk, soon
    window: Window
    on_gap: Callable[[str], None] = lambda path: None  # shows the field of this path, which is still open
    entry: int = 0  # since which this question is asked, see `TableSession.fits_since`; 0 for a correction
    ready: Seat | None = None  # the player whose field is to be ready, where a number of theirs is corrected

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """What is missing or does not fit."""
        return find_gaps(self.prompt, self.draft)

    @property
    def undoes(self) -> str:
        """What `take_back` undoes; empty if nothing is entered that is not recorded. What undo took back, redo has."""
        if undoable_steps(self.memory.steps, self.draft):
            return "the last tap"
        if not self.draft or self.draft == self.memory.taken_back:
            return ""
        return "all that is filled in" if self.desk.is_host else "what you filled in"

    def now(self) -> "Form":
        """This form with the answers as they are at the moment of a tap."""
        draft = _read_draft(self.desk, self.asked, self.memory)
        return replace(self, draft=draft, prompt=_narrow(self.desk, self.asked, draft, self.state))

    # ---- answers -----------------------------------------------------------------------------

    def put_answer(self, name: str, answer: Answer | Unset) -> None:
        """Put one field's answer into the draft; an instant form is recorded as soon as it is complete."""
        form = self.now()
        before = form.draft.get(name, UNSET)
        is_grid = any(isinstance(field, Grid) and field.name == name for field in form.prompt.fields)
        step = cell_step(name, before, answer) if is_grid else Step(name, None, before, answer)
        form._put(changed(form.draft, name, answer), step)

    def put_cell(self, grid: Grid, key: Any, answer: Answer | Unset) -> None:
        """Put the answer of one cell of a `Grid` into the draft; only cells that are asked now are kept."""
        form = self.now()
        grids = (field for field in form.prompt.fields if isinstance(field, Grid) and field.name == grid.name)
        asked = {cell.key for cell in next(grids, grid).cells}
        before = find_cell(form.draft, grid.name, key)
        draft = changed_cell(form.draft, grid.name, key, answer, asked)
        form._put(draft, Step(grid.name, key, before, answer))

    def refuse(self, message: str) -> None:
        """Show in the message line why a value is closed."""
        self.memory.say(message)
        self.redraw()

    def hold(self, message: str) -> None:
        """Record nothing as long as there is a message."""
        self.memory.held = message

    def take_back(self) -> None:
        """Undo the last tap; empties a form that was filled in before it was drawn here."""
        form = self.now()
        steps, draft = undoable_steps(self.memory.steps, form.draft), dict[str, Answer]()
        if steps:
            last = steps.pop()
            draft = take_back(last, form.draft)
            self.window.taps.undone = self._path(last.name, last.cell)
        self.memory.steps[:] = steps
        form._hold(draft)

    def _put(self, draft: dict[str, Answer], step: Step) -> None:
        prompt = self.desk.narrowed(self.asked, draft, self.state)
        if self.prompt.instant and not find_gaps(prompt, draft):
            replace(self, prompt=prompt, draft=draft)._submit(dict(prompt.given) | draft, (prompt.kind, draft))
            return
        add_step(self.memory.steps, step)
        self._hold(draft)

    def _hold(self, draft: dict[str, Answer]) -> None:
        if self._is_late():
            return
        if self.memory.own is not None:
            self.memory.own = draft
        else:
            self.desk.cache_draft(self.entry, self.prompt.kind, draft)
            self.save()
        self.memory.held = ""
        self.memory.say("")
        self.redraw()

    def _is_late(self) -> bool:
        """Whether the question was answered before this tap; the next drawing says so if somebody else did it."""
        is_answered = self.state is None and self.entry != self.desk.fits_since(self.asked)
        if is_answered and not self.memory.is_recorded:
            self.window.missed = (self.desk.session_id, self.desk.number)
        return is_answered or self.memory.is_recorded

    # ---- recording ---------------------------------------------------------------------------

    def send(self) -> None:
        """The primary button: record, or frame the field that is missing."""
        form = self.now()
        if self._is_late():
            return
        if self.memory.held:
            self.refuse(self.memory.held)
        elif form.gaps:
            self.memory.say("", form.gaps[0].path)
            self.redraw()
            self.on_gap(form.gaps[0].path)
        else:
            form._submit(collect_answers(form.prompt, form.draft))

    def send_if_complete(self) -> bool:
        """Record the form if nothing of it is open; False if something is."""
        is_complete = not self.now().gaps
        if is_complete:
            self.send()
        return is_complete

    def waive(self) -> None:
        """A printed card overrules the rule: record the entry anyway, with the rule's id."""
        assert self.memory.rule is not None, "only a refusal can be waived"
        self.memory.waived = (*self.memory.waived, self.memory.rule.id)
        form = self.now()
        form._submit(collect_answers(form.prompt, form.draft))

    def _submit(self, payload: dict[str, Answer], tapped: Any = "button") -> None:
        taps = self.window.taps
        if self._is_late() or (tapped == taps.last and monotonic() - taps.at < _DOUBLE_TAP):
            return
        match verdict := self.submit(self.prompt, payload, self.memory.waived):
            case Refused(violation):
                if self.prompt.instant:
                    self.memory.own = dict(self.draft)  # shown as chosen below the reason
                self.memory.say(violation.message, violation.field or "", violation.rule)
                self.redraw()
            case Noted():
                self.memory.say("")
                self.redraw()
            case Moved():
                self.window.missed = (self.desk.session_id, self.desk.number)
            case Unsaved():
                self.memory.say(problem(verdict))
                self.redraw()
            case Recorded(number):
                self.memory.is_recorded = True
                taps.last, taps.at = tapped, monotonic()
                taps.undoable.pop(self.memory.key, None)
                self.window.recorded |= {(self.desk.session_id, number), (self.desk.session_id, self.entry)}
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
        def read_latest() -> Answer:
            draft = self.now().draft  # a value solved from it is not entered yet
            latest = draft.get(field.name, field.get_value(draft).answer)
            return None if latest is UNSET else latest

        return Binding(
            look=look,
            path=self._path(field.name),
            value=field.get_value(self.draft),
            answer=partial(self.put_answer, field.name),
            refuse=self.refuse,
            hold=self.hold,
            table=self.desk.shown.table,
            suits=self._suits,
            board=lambda: self._board,
            find_cards=self.desk.known_cards,
            read_latest=read_latest,
            is_kept=self.state is not None and _is_missing(field.get_value(changed(self.draft, field.name, UNSET))),
            recorded=self.memory.recorded.get(field.name),
            since=self.entry,
            seat=self.prompt.seat,
            ready=self.ready,
        )

    def bind_cell(self, look: Look, grid: Grid, key: Any) -> Binding:
        """The binding of one cell of a `Grid`, for its player's row."""
        whole = self.bind(look, grid)
        without = changed_cell(self.draft, grid.name, key, UNSET)
        return replace(
            whole,
            path=self._path(grid.name, key),
            value=_get_cell(grid, self.draft, key),
            answer=partial(self.put_cell, grid, key),
            read_latest=None,
            recorded=None,
            is_kept=self.state is not None and _is_missing(_get_cell(grid, without, key)),
        )

    def _path(self, name: str, cell: Any = None) -> str:
        """Where an answer stands: of a field, or of one cell of a `Grid`."""
        return f"{self.prompt.kind}.{name}" + ("" if cell is None else f"[{cell}]")

    @cached_property
    def _suits(self) -> dict[str, Suit]:
        return {suit.key: suit for suit in self.desk.game.box.suits}

    @cached_property
    def _board(self) -> Board:
        return self.desk.shown.view.board if self.state is None else self.desk.game.view(self.state).board


def _is_missing(value: Value) -> bool:
    return value.source is Source.MISSING


def _get_cell(grid: Grid, draft: Draft, key: Any) -> Value:
    return {cell.key: value for cell, value in grid.get_cells(draft)}[key]


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
    window, page = use_window(), ft.context.page
    use_changes(desk.drafts.watch, desk.session_id, by_others_only=True)
    remembered: Any = ft.use_ref(None)
    entry = desk.fits_since(prompt) if state is None else 0  # what is entered meanwhile does not touch a correction
    key = desk.session_id, entry, f"{prompt.kind}{tag}", prompt.seat
    memory: FormMemory | None = remembered.current
    if memory is None or memory.key != key:
        memory = remembered.current = _begin(desk, window, prompt, key, memory, start, state)
    draft = _read_draft(desk, prompt, memory)
    return Form(
        asked=prompt,
        prompt=_narrow(desk, prompt, draft, state),
        draft=draft,
        state=state,
        memory=memory,
        desk=desk,
        redraw=use_redraw(),
        submit=submit or (lambda prompt, payload, waived: desk.record(prompt, payload, entry, waived)),
        save=lambda: page.run_task(_save_soon, desk, entry, prompt.kind),
        window=window,
        on_gap=on_gap,
        entry=entry,
        ready=ready,
    )


def _begin(
    desk: TableSession,
    window: Window,
    prompt: Prompt,
    key: FormKey,
    last: FormMemory | None,
    start: Mapping[str, Answer] | None,
    state: Any,
) -> FormMemory:
    """The memory of a new question: of a correction, or with the draft at the desk."""
    if start is not None:
        recorded = _fit(desk, prompt, start, state)
        return FormMemory(key, recorded, recorded=recorded)
    if prompt.instant and desk.seat is None:  # recorded with its last tap; a phone's part waits for the others
        draft, taken_back, own = dict[str, Answer](), dict[str, Answer](), dict[str, Answer]()
    else:
        left, own = desk.draft(prompt.kind), None
        draft, taken_back = _fit(desk, prompt, left, state), _fit(desk, prompt, desk.taken_back(prompt), state)
        if draft != left:
            desk.cache_draft(key[1], prompt.kind, draft)
    steps = _find_steps(window, key, is_filled_in=bool(draft) and draft != taken_back) if own is None else []
    memory = FormMemory(key, own, taken_back, steps)
    was_missed = window.missed == (desk.session_id, desk.number)
    is_late = was_missed or _is_overtaken(last, key, window, has_draft=bool(draft) and draft != taken_back)
    is_opened = last is None and prompt.role is Role.ASIDE  # after what was entered first
    if is_late and prompt.role is not Role.BESIDE and not is_opened:
        memory.message = problem(Moved())
    return memory


def _find_steps(window: Window, key: FormKey, *, is_filled_in: bool) -> list[Step]:
    """The taps in a form of this window; one that is filled in goes on under another number after a correction."""
    taps = window.taps.undoable
    if is_filled_in and key not in taps:
        same = [other for other in taps if (other[0], *other[2:]) == (key[0], *key[2:])]
        taps[key] = taps.pop(same[-1]) if same else []
    return taps.setdefault(key, [])


def _narrow(desk: TableSession, prompt: Prompt, draft: Draft, state: Any) -> Prompt:
    """The narrowed prompt; where digits are typed it is never instant, because another digit may follow."""
    narrowed = desk.narrowed(prompt, draft, state)
    return replace(narrowed, instant=False) if any(map(has_keys, narrowed.fields)) else narrowed


def _read_draft(desk: TableSession, prompt: Prompt, memory: FormMemory) -> dict[str, Answer]:
    return desk.draft(prompt.kind) if memory.own is None else memory.own


def _fit(desk: TableSession, prompt: Prompt, start: Mapping[str, Answer], state: Any) -> dict[str, Answer]:
    """The answers that the form still asks for; one may open the field of another, as a card's owner its count."""
    if desk.shown.view.by_side:
        start = {**start, **dict(_at_first_seats(desk.shown.sides, prompt, start))}
    draft = drop_malformed(prompt, start)
    for _ in prompt.fields:
        draft |= drop_malformed(desk.narrowed(prompt, draft, state), start)
    return draft


def _at_first_seats(sides: Iterable[Side], prompt: Prompt, start: Mapping[str, Answer]) -> Iterator[tuple[str, Answer]]:
    """The numbers of sides at the seat that is asked for them: who was first may sit elsewhere after a correction."""
    first: dict[Any, Seat] = {seat: side[0] for side in sides for seat in side}
    for grid in prompt.fields:
        pairs = read_pairs(start.get(grid.name)) if isinstance(grid, Grid) and grid.seats else []
        moved = {first.get(seat, seat): answer for seat, answer in pairs}
        if len(moved) == len(pairs) > 0:
            yield grid.name, [[seat, answer] for seat, answer in moved.items()]


def _is_overtaken(last: FormMemory | None, key: FormKey, window: Window, *, has_draft: bool) -> bool:
    """Whether somebody else recorded the entry that was being filled in here, and no draft is left."""
    if last is None or last.key[0] != key[0] or has_draft:
        return False
    return bool(last.steps) and last.key[1] < key[1] and last.key[:2] not in window.recorded


async def _save_soon(desk: TableSession, number: int, kind: str) -> None:
    """Save a draft after the frame that shows it, so that no tap waits for the disk."""
    await asyncio.sleep(_AFTER_THE_FRAME)
    desk.drafts.wake()
    with suppress(StorageError):  # a draft that cannot be saved is still on the screen
        desk.save_draft(number, kind)
