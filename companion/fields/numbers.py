"""Numbers without a keyboard: chips for small ranges, a keypad for large ones, the bid pad."""

from collections.abc import Callable, Sequence
from functools import partial

import flet as ft

from companion.fields.asked import Asked
from companion.fields.choices import chance, tone
from companion.parts.marks import number_text
from companion.parts.panel import flow, note
from companion.parts.press import CHIP, Tone, chip, identified
from scoring.drafts import bid_fault
from scoring.prompts import UNSET, Bid, Count

_MOSTCHIPS = 24
"""Up to so many values are chips; more of them are typed on the keypad."""


def count(field: Count, asked: Asked) -> ft.Control:
    """A whole number."""
    values = range(field.low, field.high + 1, field.step)
    if len(values) > _MOSTCHIPS:
        return keypad(field, asked)
    chips = [_value(field, asked, value) for value in values]
    if field.by_chance:
        barred = dict(field.barred)
        chips.append(chance(asked, field.by_chance, [value for value in values if value not in barred]))
    return flow(chips)


def short_count(field: Count, asked: Asked, around: int, room: int, more: Callable[[], None]) -> ft.Control:
    """One row of at most `room` keys: the lowest first, the values around a likely one, the way to all of them."""
    values: Sequence[int] = range(field.low, field.high + 1, field.step)
    if len(values) <= room:
        return ft.Row([_value(field, asked, value, expand=True) for value in values], spacing=5)
    middle = (around - field.low) // field.step
    first = max(1, min(middle - room // 2 + 2, len(values) - (room - 2)))
    shown = [values[0], *values[first : first + room - 2]]  # a thumb that looks for 0 finds it at the edge
    if isinstance(asked.held.answer, int) and asked.held.answer not in shown:
        shown[1 if asked.held.answer < shown[1] else -1] = asked.held.answer
    chips = [_value(field, asked, value, expand=True) for value in shown]
    return ft.Row(
        [*chips, chip(asked.look, f"{asked.path}.more", "…", more, says="Other numbers", expand=True)], spacing=5
    )


def keypad(field: Count, asked: Asked) -> ft.Control:
    """Digits, a sign and a rubber, for numbers that no row of chips could hold."""
    held = asked.entered if isinstance(asked.entered, int) else None

    def put(number: int) -> None:
        if -max(-field.low, 0) <= number <= max(field.high, 0):
            asked.answer(number)

    def push(digit: int) -> None:
        put((held or 0) * 10 + (-digit if held and held < 0 else digit))

    def rub() -> None:
        rest = int((held or 0) / 10)
        asked.answer(rest or UNSET)

    def key(name: str, words: str, act: Callable[[], None], says: str = "") -> ft.Control:
        return chip(asked.look, f"{asked.path}#{name}", words, act, width=CHIP, says=says)

    keys = [key(str(digit), str(digit), partial(push, digit)) for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)]
    if field.low < 0:
        keys.append(key("sign", "±", lambda: put(-held) if held else None, "Plus or minus"))
    keys.append(key("rub", "⌫", rub, "Rub out"))
    shown = ft.Text("–" if held is None else number_text(held), style=asked.look.figure(30))
    return ft.Column([identified(asked.path, shown), flow(keys)], spacing=6, tight=True)


def bid_pad(field: Bid, asked: Asked) -> ft.Control:
    """Single bids in one block, double bids in the next, between their numbers."""
    singles = [_bid(field, asked, (n,)) for n in range(field.low, field.high + 1)]
    blocks: list[ft.Control] = [flow(singles)]
    if field.no_doubles:
        blocks.append(note(asked.look, field.no_doubles))
    elif field.high > field.low:
        doubles = [_bid(field, asked, (n, n + 1)) for n in range(field.low, field.high)]
        blocks.append(note(asked.look, "Double bid, half the points"))
        blocks.append(flow(doubles))
    return ft.Column(blocks, spacing=8, tight=True)


def bid_text(numbers: Sequence[int]) -> str:
    """A bid as the table says it: "2", "2–3"."""
    return "–".join(map(str, numbers))


def _value(field: Count, asked: Asked, value: int, *, expand: bool = False) -> ft.Control:
    why_not = dict(field.barred).get(value, "")
    state = tone(asked, value, why_not)
    act = (lambda: asked.refuse(why_not)) if state is Tone.BARRED else asked.toggle(value)
    words = field.words[(value - field.low) // field.step] if field.words else number_text(value)
    width = None if expand or field.words else CHIP
    return chip(
        asked.look,
        f"{asked.path}={value}",
        words,
        act,
        tone=state,
        width=width,
        expand=expand,
        small=bool(field.words),
    )


def _bid(field: Bid, asked: Asked, numbers: tuple[int, ...]) -> ft.Control:
    why_not = bid_fault(field, list(numbers))
    state = tone(asked, list(numbers), why_not)
    act = (lambda: asked.refuse(why_not)) if state is Tone.BARRED else asked.toggle(list(numbers))
    words = bid_text(numbers)
    double = len(numbers) == 2
    return chip(
        asked.look,
        f"{asked.path}={'-'.join(map(str, numbers))}",
        words,
        act,
        tone=state,
        says=f"{'double ' if double else ''}{words}",
        width=_wide(asked, CHIP if not double else 58 if numbers[0] < 9 else 66),
        small=double,
    )


def _wide(asked: Asked, width: float) -> float:
    """A key's width in the reader's text size."""
    return width * max(1.0, asked.look.scale)
