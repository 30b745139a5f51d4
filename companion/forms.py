"""A form on the screen: the draft, the refusal at its field, and the tap that records.

A form is bound to the number its entry will have, so a tap that is replayed after a lost
connection is recorded once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion import fields
from companion.desk import Desk, Moved, Recorded, Refused, Unsaved, Verdict
from companion.fields import Asked
from companion.theme import Look
from companion.window import use_house, use_memory
from scoring.cards import KnownCard
from scoring.drafts import Gap, answers, cells, gaps, value
from scoring.prompts import UNSET, Answer, Each, Field, Prompt, Unset

Submit = Callable[[Prompt, dict[str, Answer], tuple[str, ...]], Verdict | None]
"""What a full form does: prompt, answers, waived rule ids; None: nothing to say."""


@dataclass(frozen=True)
class Kept:
    """What a form holds between two drawings; thrown away when `key` is another one."""

    key: tuple[int, str]
    draft: dict[str, Answer]
    message: str = ""
    field: str = ""
    waivable: str = ""  # id of the rule that a printed card may overrule
    waived: tuple[str, ...] = ()


@dataclass(frozen=True)
class Form:
    """One form as it is drawn now."""

    prompt: Prompt
    kept: Kept
    desk: Desk
    put: Callable[[Kept], None]
    submit: Submit
    known: Callable[[str, str], Sequence[KnownCard]]
    keep: bool

    @property
    def draft(self) -> Mapping[str, Answer]:
        return self.kept.draft

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What is missing or does not fit."""
        return gaps(self.prompt, self.draft)

    def put_answer(self, name: str, answer: Answer | Unset) -> None:
        """Put one field's answer into the draft; a form of one instant field records it."""
        draft = {key: old for key, old in self.draft.items() if key != name}
        if answer is not UNSET:
            draft[name] = answer
        if self.prompt.instant:
            self._send(dict(self.prompt.given) | draft, self.kept)
            return
        if self.keep:
            self.desk.keep_draft(self.prompt.kind, draft)
        self.put(replace(self.kept, draft=draft, message="", field="", waivable=""))

    def say(self, message: str) -> None:
        """Tell in the message line why something is closed."""
        self.put(replace(self.kept, message=message, field=""))

    def send(self) -> None:
        """The primary button: record, or frame the field it says is missing."""
        missing = self.gaps
        if missing:
            self.put(replace(self.kept, message="", field=missing[0].path))
            return
        self._send(answers(self.prompt, self.draft), self.kept)

    def waive(self) -> None:
        """The card says so: record it although the rule forbids it; the log shows the waiver."""
        kept = replace(self.kept, waived=(*self.kept.waived, self.kept.waivable))
        self._send(answers(self.prompt, self.draft), kept)

    def asked(self, look: Look, field: Field) -> Asked:
        """What the field's view needs."""
        state = self.desk.state
        return Asked(
            look=look,
            path=f"{self.prompt.kind}.{field.name}",
            held=value(field, self.draft),
            answer=lambda answer: self.put_answer(field.name, answer),
            refuse=self.say,
            table=state.table,
            suits={suit.key: suit for suit in self.desk.game.suits},
            board=self.desk.game.board_for(state, self.prompt, self.draft),
            known=self.known,
        )

    def asked_cell(self, look: Look, each: Each, key: Any) -> Asked:
        """The question of one cell of an `Each`, to be drawn in its player's row."""
        held = {cell.key: held for cell, held in cells(each, self.draft)}[key]
        entered = dict(map(tuple, self.draft.get(each.name, ())))

        def put(answer: Answer | Unset) -> None:
            after = {**entered, key: answer}
            self.put_answer(
                each.name, [[c.key, after[c.key]] for c in each.cells if after.get(c.key, UNSET) is not UNSET]
            )

        whole = self.asked(look, each)
        return replace(whole, path=f"{whole.path}[{key}]", held=held, answer=put)

    def views(self, look: Look) -> list[ft.Control]:
        """All fields, one below the other."""
        return [fields.view(field, self.asked(look, field)) for field in self.prompt.fields]

    def _send(self, payload: dict[str, Answer], kept: Kept) -> None:
        match self.submit(self.prompt, payload, kept.waived):
            case Refused(violation):
                waivable = violation.rule.id if violation.rule.waivable else ""
                self.put(replace(kept, message=violation.message, field=violation.field or "", waivable=waivable))
            case Moved():
                self.put(replace(kept, message="Somebody else entered something first. Look again, then go on."))
            case Unsaved(text):
                self.put(replace(kept, message=f"Not recorded. {text}"))
            case Recorded() | None:
                pass


def _nothing() -> Kept | None:
    return None


def use_form(
    desk: Desk,
    prompt: Prompt,
    *,
    submit: Submit | None = None,
    start: Mapping[str, Answer] | None = None,
    tag: str = "",
) -> Form:
    """The form of a prompt, with what an earlier window left in it.

    Without `submit` it records at the desk. `start` pre-fills it (a correction), and such a form
    is not kept for the next start of the app.
    """
    store = use_house().store
    number = desk.number
    key = (number, f"{prompt.kind}{tag}")
    recorded: Submit = submit or (lambda asked, payload, waived: desk.record(asked, payload, number, waived))
    keep = start is None and not prompt.instant
    first = ft.use_memo(lambda: dict(start) if start is not None else desk.draft(prompt.kind) if keep else {}, [key])
    kept, put = use_memory(desk.session_id, _nothing)
    now: Kept = kept if kept is not None and kept.key == key else Kept(key, first)
    narrowed = desk.game.form(desk.state, prompt, now.draft)
    return Form(
        narrowed, now, desk, put, recorded, lambda shelf, first: store.known_cards(desk.game.key, shelf, first), keep
    )
