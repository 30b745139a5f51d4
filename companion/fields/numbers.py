"""Numbers without a keyboard: chips for small ranges, a keypad for large ones, the bid pad."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.fields.asked import Asked
from companion.fields.choices import chance, tone
from companion.parts.marks import number_text
from companion.parts.panel import flow, note
from companion.parts.press import CHIP, Tone, chip, identified
from scoring.prompts import UNSET, Bid, Count
from scoring.validation import find_bid_error

UNOPENED: Final = -1
KEYPAD: Final = -2
"""Stand for no ten and for the keypad, where one of the tens of a large number may be open."""

_PAD: Final = 6
"""Keys of a row of the keypad: two rows on every screen."""

_MOSTCHIPS = 24
"""Up to so many values are chips; more of them are typed on the keypad."""


def numbers_of(field: Count) -> range:
    """The numbers that may be chosen."""
    return range(field.low, field.high + 1, field.step)


def count(field: Count, asked: Asked) -> ft.Control:
    """A whole number."""
    values = numbers_of(field)
    if len(values) > _MOSTCHIPS:
        return keypad(field, asked)
    chips = [_value(field, asked, value) for value in values]
    if field.by_chance:
        barred = dict(field.barred)
        chips.append(chance(asked, field.by_chance, [value for value in values if value not in barred]))
    return flow(chips)


def short_count(field: Count, asked: Asked, around: int, room: int, more: Callable[[], None]) -> ft.Control:
    """One row of at most `room` keys: from the lowest on, or the lowest and those around a high likely one; others."""
    values: Sequence[int] = numbers_of(field)
    if len(values) <= room:
        return ft.Row([_value(field, asked, value, expand=True) for value in values], spacing=5)
    middle = (around - field.low) // field.step
    low = field.likely is not UNSET and middle <= room - 3  # then no number is skipped
    ahead = 1 if low else max(1, middle - room // 2 + 2)
    first = min(ahead, len(values) - (room - 2))
    shown = [values[0], *values[first : first + room - 2]]  # a thumb that looks for 0 finds it at the edge
    if isinstance(asked.held.answer, int) and asked.held.answer not in shown:
        shown[1 if asked.held.answer < shown[1] else -1] = asked.held.answer
    chips = [_value(field, asked, value, expand=True) for value in shown]
    name = f"{asked.path}.more"
    others = partial(chip, asked.look, name, "…", more, says="Other numbers", expand=True)
    return ft.Row([*chips, asked.keep(name, (asked.look,), others)], spacing=5)


def tens_count(field: Count, asked: Asked, room: int, ten: int, open_ten: Callable[[int], None]) -> ft.Control:
    """A large number in two taps: its ten, then itself; what is beyond the row is typed on the keypad."""
    if ten != UNOPENED:
        return _within_ten(field, asked, room, ten, open_ten)
    held = asked.held.answer if isinstance(asked.held.answer, int) else None

    def key(n: int) -> ft.Control:
        ends = f"{n} to {n + 9}"
        words = "0–9" if n == 0 else f"{n}+"
        return chip(asked.look, f"{asked.path}~{n}", words, partial(open_ten, n), says=ends, expand=True)

    first = field.low // 10 * 10
    tens = [key(n) for n in range(first, min(field.high, first + 10 * (room - 1 - (held is not None)) - 1) + 1, 10)]
    shown = [] if held is None else [_value(field, asked, held, expand=True)]
    more = chip(asked.look, f"{asked.path}.more", "…", lambda: open_ten(KEYPAD), says="Other numbers", expand=True)
    return ft.Row([*shown, *tens, more], spacing=5)


def _within_ten(field: Count, asked: Asked, room: int, ten: int, open_ten: Callable[[int], None]) -> ft.Control:
    """The numbers of one ten in one row or two, and the way back to the tens."""
    back = chip(asked.look, f"{asked.path}.back", "‹", lambda: open_ten(UNOPENED), says="Other tens", expand=True)
    numbers = range(max(ten, field.low), min(ten + 9, field.high) + 1)
    keys = [*(_value(field, asked, n, expand=True) for n in numbers), back]
    half = len(keys) if len(keys) <= room else (len(keys) + 1) // 2
    lines: list[ft.Control] = [ft.Row(line, spacing=5) for line in (keys[:half], keys[half:]) if line]
    return ft.Column(lines, spacing=5, tight=True)


def is_large(field: Count) -> bool:
    """Whether the number is typed in two taps: too many values for a row, none of them likelier than the others."""
    return field.likely is UNSET and field.step == 1 and field.low >= 0 and field.high - field.low >= _MOSTCHIPS


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
    lines = (ft.Row(keys[at : at + _PAD], spacing=6) for at in range(0, len(keys), _PAD))
    return ft.Column([identified(asked.path, shown), *lines], spacing=6, tight=True)


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
    key = partial(chip, asked.look, f"{asked.path}={value}", words, act, tone=state, width=width, expand=expand)
    told = asked.look, words, state, why_not, width, expand
    return asked.keep(f"{asked.path}={value}", told, partial(key, small=bool(field.words)))


def _bid(field: Bid, asked: Asked, numbers: tuple[int, ...]) -> ft.Control:
    why_not = find_bid_error(field, list(numbers))
    state = tone(asked, list(numbers), why_not)
    act = (lambda: asked.refuse(why_not)) if state is Tone.BARRED else asked.toggle(list(numbers))
    name, words = f"{asked.path}={'-'.join(map(str, numbers))}", bid_text(numbers)
    double = len(numbers) == 2
    says = f"{'double ' if double else ''}{words}"
    width = _wide(asked, CHIP if not double else 58 if numbers[0] < 9 else 66)
    key = partial(chip, asked.look, name, words, act, tone=state, says=says, width=width, small=double)
    return asked.keep(name, (asked.look, state, why_not), key)


def _wide(asked: Asked, width: float) -> float:
    """A key's width in the reader's text size."""
    return width * max(1.0, asked.look.scale)
