"""A form on the screen: the draft, the refusal at its field, and the tap that records.

A form is bound to the number its entry will have, so a tap that is replayed after a lost
connection is recorded once. Its controls last from entry to entry: a tap on them counts for the
entry whose form the browser had painted when it was made.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final

import flet as ft

from companion import fields
from companion.fields import Asked
from companion.flet_guard.painted import Painted
from companion.flet_guard.redrawing import Keeping, anew
from companion.parts.dock import message, refusal
from companion.session.desk import Desk, Moved, Noted, Recorded, Refused, Unsaved, Verdict, problem
from companion.theme import Look
from companion.window.hooks import use_memory, use_window
from scoring.board import Board
from scoring.cards import KnownCard, Suit
from scoring.drafts import Gap, answers, cells, gaps, readable, value
from scoring.prompts import UNSET, Answer, Each, Field, Prompt, Role, Unset
from scoring.rulebook import Rule
from storage.errors import StorageError

_AFTER_THE_FRAME: Final = 0.03
"""Seconds by which a half-filled form is written down after the tap that changed it."""

Submit = Callable[[Prompt, dict[str, Answer], tuple[str, ...]], Verdict | None]
"""What a full form does: prompt, answers, waived rule ids; None: nothing to say."""


@dataclass(frozen=True)
class Kept:
    """What a form holds between two drawings; thrown away when `key` is another one."""

    key: tuple[int, str]
    draft: dict[str, Answer]
    message: str = ""
    field: str = ""
    rule: Rule | None = None  # what the message cites
    waived: tuple[str, ...] = ()
    before: tuple[dict[str, Answer], ...] = ()  # the draft before every tap, to take taps back


@dataclass(frozen=True)
class Form:
    """One form as it is drawn now."""

    prompt: Prompt
    state: Any  # the table the form asks about
    kept: Kept
    desk: Desk
    draw: Callable[[Kept], None]
    submit: Submit
    known: Callable[[str, str], Sequence[KnownCard]]
    keep: Callable[[int, str, dict[str, Answer]], None]
    missed: Callable[[], None]  # somebody else was first
    live: Any  # this form as it is now, for taps on what was drawn earlier
    painted: Painted | None = None  # what the browser shows; None where every form has controls of its own
    question: tuple[str, str, int] = (
        "",
        "",
        0,
    )  # kind, title and round, which stay while something is entered beside it
    since: int = 0  # the entry for which this question was first asked

    @property
    def draft(self) -> Mapping[str, Answer]:
        return self.kept.draft

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """What is missing or does not fit."""
        return gaps(self.prompt, self.draft)

    @property
    def now(self) -> "Form":
        """This form at the moment of a tap, with the answers that came since it was drawn."""
        latest = _now(self.live)
        return latest if latest.kept.key == self.kept.key else self

    def put(self, kept: Kept) -> None:
        """Hold this from now on; the next tap finds it, even one that comes before it is drawn."""
        self.live.current = replace(self, kept=kept)
        self.draw(kept)

    @property
    def is_painted(self) -> bool:
        """Whether a tap that comes now was made on the form for this entry."""
        return self.painted is None or self.painted.is_at(self.kept.key[0])

    @property
    def takes_answers(self) -> bool:
        """Whether an answer that is tapped now was meant for this question."""
        carried = self.painted is not None and not self.prompt.instant and self.painted.is_past(self.since)
        return carried or self.is_painted

    def put_answer(self, name: str, answer: Answer | Unset) -> None:
        """Put one field's answer into the draft; an instant form records it once it is whole."""
        if not self.takes_answers:
            return
        draft = {key: old for key, old in self.draft.items() if key != name}
        if answer is not UNSET:
            draft[name] = answer
        if self.prompt.instant and not gaps(self.desk.narrowed(self.prompt, draft), draft):
            self._send(dict(self.prompt.given) | draft, replace(self.kept, draft=draft))
            return
        typed = isinstance(answer, str) and isinstance(self.draft.get(name), str)  # letters come back together
        before = self.kept.before if typed else (*self.kept.before, dict(self.draft))
        self._hold(draft, before)

    @property
    def tapped(self) -> bool:
        """Whether something is entered here that is not recorded yet."""
        return bool(self.kept.before or self.draft)

    def take_back(self) -> None:
        """The draft as it was before the last tap; empty where an earlier window left it."""
        now = self.now
        *before, draft = now.kept.before or ({},)
        now._hold(draft, tuple(before))

    def take_back_now(self) -> None:
        """The same for whatever form is here at the moment of the tap."""
        _now(self.live).take_back()

    def _hold(self, draft: dict[str, Answer], before: tuple[dict[str, Answer], ...]) -> None:
        self.keep(self.kept.key[0], self.prompt.kind, draft)
        self.put(replace(self.kept, draft=draft, before=before, message="", field="", rule=None))

    def say(self, message: str) -> None:
        """Tell in the message line why something is closed."""
        if not self.takes_answers:
            return
        self.put(replace(self.kept, message=message, field="", rule=None))

    def send(self) -> None:
        """The primary button: record, or frame the field it says is missing."""
        now = self.now
        if not now.is_painted:
            if now.painted is not None and now.painted.is_overtaken:
                now.missed()
            return
        if now.gaps:
            now.put(replace(now.kept, message="", field=now.gaps[0].path, rule=None))
            return
        now._send(answers(now.prompt, now.draft), now.kept)

    def send_now(self) -> None:
        """The same for whatever form is here at the moment of the tap."""
        _now(self.live).send()

    def waive(self) -> None:
        """The card says so: record it although the rule forbids it; the log shows the waiver."""
        now = self.now
        if not now.is_painted:
            return
        assert now.kept.rule is not None, "only a refusal is waived"
        kept = replace(now.kept, waived=(*now.kept.waived, now.kept.rule.id))
        now._send(answers(now.prompt, now.draft), kept)

    def asked(self, look: Look, field: Field, keep: Keeping = anew) -> Asked:
        """What the field's view needs."""
        live, table = self.live, self.desk.state.table

        def answer(given: Answer | Unset) -> None:
            _now(live).put_answer(field.name, given)

        def latest() -> Answer:
            draft = _now(live).draft  # what is solved from it is not entered yet
            now = draft.get(field.name, value(field, draft).answer)
            return None if now is UNSET else now

        return Asked(
            look=look,
            path=f"{self.prompt.kind}.{field.name}",
            held=value(field, self.draft),
            answer=answer,
            refuse=lambda why: _now(live).say(why),
            table=table,
            suits=self._suits,
            board=lambda: self._board,
            known=self.known,
            latest=latest,
            keep=keep,
        )

    def asked_cell(self, look: Look, each: Each, key: Any) -> Asked:
        """The question of one cell of an `Each`, to be drawn in its player's row."""
        live, whole = self.live, self.asked(look, each)
        held = {cell.key: held for cell, held in cells(each, self.draft)}[key]

        def answer(given: Answer | Unset) -> None:
            _now(live).put_cell(each, key, given)

        return replace(whole, path=f"{whole.path}[{key}]", held=held, answer=answer, latest=None)

    def put_cell(self, each: Each, key: Any, answer: Answer | Unset) -> None:
        """Put the answer of one cell of an `Each` into the draft; its cells are those asked at present."""
        each = next(
            (field for field in self.prompt.fields if isinstance(field, Each) and field.name == each.name), each
        )
        entered = dict(map(tuple, self.draft.get(each.name, ()))) | {key: answer}
        kept = [[cell.key, entered[cell.key]] for cell in each.cells if entered.get(cell.key, UNSET) is not UNSET]
        self.put_answer(each.name, kept)

    @cached_property
    def _suits(self) -> dict[str, Suit]:
        return {suit.key: suit for suit in self.desk.game.suits}

    @cached_property
    def _board(self) -> Board:
        board: Board = self.desk.game.board_for(self.state, self.prompt, self.draft)
        return board

    def said(self, look: Look) -> list[ft.Control]:
        """The message line, if there is something to say; a refusal opens the rule it cites."""
        text, rule = self.kept.message, self.kept.rule
        if rule is None:
            return [message(look, text, bad=True)] if text else []
        return [refusal(look, self.desk.game, rule, text, self.waive if rule.waivable else None)]

    def views(self, look: Look) -> list[ft.Control]:
        """All fields, one below the other."""
        return fields.views(self.prompt.fields, partial(self.asked, look))

    def _send(self, payload: dict[str, Answer], kept: Kept) -> None:
        match verdict := self.submit(self.prompt, payload, kept.waived):
            case Refused(violation):
                rule, field = violation.rule, violation.field or ""
                self.put(replace(kept, message=violation.message, field=field, rule=rule))
            case Moved():
                self.missed()
            case Unsaved():
                self.put(replace(kept, message=problem(verdict), rule=None))
            case Noted():
                self.put(kept)
            case Recorded(number):
                if self.painted is not None:
                    self.painted.recorded = number
                self.live.current = replace(self, submit=_spent)
            case None:
                pass


def _nothing() -> Kept | None:
    return None


def _spent(asked: Prompt, payload: dict[str, Answer], waived: tuple[str, ...]) -> None:
    """For a form that is recorded but still on the screen: a second tap changes nothing."""


def use_form(
    desk: Desk,
    prompt: Prompt,
    *,
    submit: Submit | None = None,
    start: Mapping[str, Answer] | None = None,
    state: Any = None,
    tag: str = "",
    painted: Painted | None = None,
) -> Form:
    """The form of a prompt, with what an earlier window left in it.

    Without `submit` it records at the desk. `start` pre-fills it (a correction), and such a form
    is not kept for the next start of the app; `state` is then the table as it was. `painted` is
    needed where its controls last from entry to entry.
    """
    window = use_window()
    number = desk.number
    key = (number, f"{prompt.kind}{tag}#{desk.outside_answers}")
    recorded: Submit = submit or (lambda asked, payload, waived: desk.record(asked, payload, number, waived))
    keeps = start is None and not prompt.instant
    first = ft.use_memo(lambda: _left_in(desk, prompt, start), [key])
    kept, put = use_memory(desk.session_id, _nothing)
    late = prompt.role is not Role.BESIDE and (
        window.missed == (desk.session_id, number) or _is_overtaken(kept, number, first, painted)
    )
    now: Kept = kept if kept is not None and kept.key == key else Kept(key, first, problem(Moved()) if late else "")

    def missed() -> None:
        window.missed = (desk.session_id, desk.number)

    live: Any = ft.use_ref(None)
    then = desk.state if state is None else state
    question, before = (prompt.kind, prompt.title, desk.state.round), live.current
    form = Form(
        prompt=desk.narrowed(prompt, now.draft, state),
        state=then,
        kept=now,
        desk=desk,
        draw=put,
        submit=recorded,
        known=desk.known_cards,
        keep=_keeper(desk) if keeps else _keep_nothing,
        missed=missed,
        live=live,
        painted=painted,
        question=question,
        since=before.since if before is not None and before.question == question else number,
    )
    live.current = form
    return form


def _is_overtaken(kept: Kept | None, number: int, first: Mapping[str, Answer], painted: Painted | None) -> bool:
    """Whether this window was filling in an entry that somebody else has recorded, and nothing of it goes on."""
    if kept is None or painted is None or first:
        return False
    return bool(kept.before) and kept.key[0] < number and painted.recorded < kept.key[0]


def _left_in(desk: Desk, prompt: Prompt, start: Mapping[str, Answer] | None) -> dict[str, Answer]:
    """What a form begins with: the answers of a correction, else what a window left in it."""
    if start is None:
        start = {} if prompt.instant else desk.draft(prompt.kind)
    return readable(prompt, start)


def _now(live: Any) -> Form:
    """The form as it stands at the moment of a tap."""
    form: Form = live.current
    return form


def _keeper(desk: Desk) -> Callable[[int, str, dict[str, Answer]], None]:
    """Writes drafts down right after the frame that shows them, so that no tap waits for the disk."""
    page = ft.context.page

    async def write(number: int, kind: str) -> None:
        await asyncio.sleep(_AFTER_THE_FRAME)
        with suppress(StorageError):  # a form that cannot be kept is still on the screen
            desk.save_held_draft(number, kind)

    def keep(number: int, kind: str, draft: dict[str, Answer]) -> None:
        desk.hold_draft(number, kind, draft)  # what is entered beside it before the frame must find it
        page.run_task(write, number, kind)

    return keep


def _keep_nothing(number: int, kind: str, draft: dict[str, Answer]) -> None:
    """For forms that are recorded at once, and for corrections."""
