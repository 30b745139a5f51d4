"""Several fields together, and one field several times."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.forms.binding import Binding, entered_value
from companion.forms.cells import View
from companion.forms.numbers import UNOPENED, count
from companion.ui.chips_and_buttons import CHIP, Tone, chip
from companion.ui.panel import flow, label, note
from scoring.contract.prompts import UNSET, Answer, Count, Field, Group, Repeat, Text, Unset


def group(field: Group, binding: Binding, view: View) -> ft.Control:
    """Several fields that belong together; words that may be left out are empty until they are typed."""
    entered = dict(binding.entered or {})

    def put(name: str, answer: Answer | Unset) -> None:
        words = {inner.name: "" for inner in field.fields if isinstance(inner, Text) and not inner.needed}
        after = {**words, **(binding.latest or {}), name: answer}
        binding.answer({key: other for key, other in after.items() if other is not UNSET})

    def part(inner: Field) -> ft.Control:
        pick = lambda answers: (answers or {}).get(inner.name)  # noqa: E731
        return view(inner, binding.nested(f".{inner.name}", inner.get_value(entered), partial(put, inner.name), pick))

    parts = [part(inner) for inner in field.fields]
    return ft.Column([label(binding.look, field.label), *parts] if field.label else parts, spacing=8, tight=True)


def repeat(field: Repeat, binding: Binding, view: View) -> ft.Control:
    """The same field several times: numbers side by side, anything else below each other."""
    entered = list(binding.entered or ())

    def put(index: int, answer: Answer | Unset) -> None:
        latest = list(binding.latest or ())
        binding.answer([*latest[:index], *([] if answer is UNSET else [answer]), *latest[index + 1 :]])

    def one(index: int, answer: Answer | Unset) -> ft.Control:
        pick = lambda answers: (list(answers or ())[index : index + 1] or [None])[0]  # noqa: E731
        return view(field.field, binding.nested(f"[{index}]", entered_value(answer), partial(put, index), pick))

    rows: list[ft.Control] = [label(binding.look, field.label)]
    if isinstance(field.field, Count):
        rows.append(Numbers(field.field, field.high, binding, put, key=binding.path))
    else:
        rows += [one(index, answer) for index, answer in enumerate(entered)]
        if len(entered) < field.high:
            rows.append(one(len(entered), UNSET))
    return ft.Column(rows, spacing=8, tight=True)


@ft.component
def Numbers(
    field: Count, most: int, binding: Binding, put: Callable[[int, Answer | Unset], None], key: str | None = None
) -> ft.Control:
    """Numbers in a row; a tap on one opens all values for it, and the last two keys add and remove a number."""
    opened, open_ = ft.use_state(UNOPENED)
    look, entered = binding.look, list(binding.entered or ())

    def choose(answer: Answer | Unset) -> None:
        if answer is not UNSET:  # a second tap on the number changes nothing
            put(opened, answer)

    keys = [_number(binding, index, number, opened == index, open_) for index, number in enumerate(entered)]
    rows: list[ft.Control] = [flow([*keys, _ends(field, most, binding, put)])]
    if 0 <= opened < len(entered):
        value = entered_value(entered[opened])
        inner = binding.nested(f"[{opened}]", value, choose, lambda answers: list(answers or ())[opened])
        rows += [label(look, f"{field.label}, number {opened + 1}"), count(field, inner)]
    elif entered:
        rows.append(note(look, "Tap a number to change it."))
    return ft.Column(rows, spacing=8, tight=True)


def _ends(field: Count, most: int, binding: Binding, put: Callable[[int, Answer | Unset], None]) -> ft.Control:
    """The keys that remove the last number and add another one."""
    entered = list(binding.entered or ())

    def add() -> None:
        latest = list(binding.latest or ())
        put(len(latest), min(field.high, latest[-1] + 1) if latest else field.low)

    def drop() -> None:
        put(len(binding.latest or ()) - 1, UNSET)

    keys: list[ft.Control] = []
    if entered:
        keys.append(chip(binding.look, f"{binding.path}.drop", "−", drop, width=CHIP, says="One less"))
    if len(entered) < most:
        keys.append(chip(binding.look, f"{binding.path}.add", "+", add, width=CHIP, says="One more"))
    blank = ft.Text(" ", style=binding.look.text(12))
    return ft.Column([blank, ft.Row(keys, spacing=6, tight=True)], spacing=2, tight=True, key=f"{binding.path}.ends")


def _number(binding: Binding, index: int, number: Answer, is_open: bool, open_: Callable[[int], None]) -> ft.Control:
    """One of the numbers, with its place above it."""
    name, tone = f"{binding.path}[{index}]", Tone.CHOSEN if is_open else Tone.OPEN
    act = partial(open_, UNOPENED if is_open else index)
    place = ft.Text(str(index + 1), style=binding.look.text(12, color=ft.Colors.ON_SURFACE_VARIANT))
    return ft.Column(
        [place, chip(binding.look, name, str(number), act, tone=tone, width=CHIP)],
        spacing=2,
        tight=True,
        key=f"{name}.place",
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
