"""Numbers without a keyboard: chips for small ranges, a keypad for large ones, the bid pad."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.forms.binding import Binding
from companion.forms.choices import chance, tone
from companion.forms.number_pad import Slot, number_pad
from companion.ui.chips_and_buttons import CHIP, Tone, chip
from companion.ui.marks import number_text
from companion.ui.panel import flow, note
from scoring.contract.prompts import UNSET, Bid, Count, Field, Grid, Group, Known, Repeat, Sealed, Sum

UNOPENED: Final = -1  # no ten of a large number is open
KEYPAD: Final = -2  # the keypad is open instead of a ten
DOUBLE: Final = 58  # width of a double bid's chip
_DOUBLE_WIDE: Final = 66  # the same with two digits or more
_GAP: Final = 14  # extra pixels after the lowest number where some are skipped
_VERY_LARGE: Final = 1.4  # from this text scale on, a row has fewer keys
_FEWER: Final = 2  # by this many
MOST_CHIPS: Final = 24  # values drawn as chips; with more, the number is typed on the keypad


def is_typed(field: Count) -> bool:
    """Whether the number is typed on the keypad where it is asked alone."""
    return len(field.numbers) > MOST_CHIPS


def is_on_pad(field: Field) -> bool:
    """Whether the number of a cell is typed on a pad that all cells share: points, which may be below zero."""
    return isinstance(field, Sum) or (isinstance(field, Count) and is_typed(field) and field.low < 0)


def has_keys(field: Field) -> bool:
    """Whether a number of the field may be typed digit by digit."""
    match field:
        case Sum():
            return True
        case Count():
            return is_typed(field)
        case Known(numbers=parts) | Group(fields=parts):
            return any(map(has_keys, parts))
        case Repeat(field=inner) | Sealed(field=inner):
            return has_keys(inner)
        case Grid(cells=cells):
            return any(has_keys(cell.field) for cell in cells)
        case _:
            return False


def count(field: Count, binding: Binding) -> ft.Control:
    if is_typed(field):
        return number_pad([Slot(field, binding, field.label)], has_keyboard=False)
    values = field.numbers
    chips = [_value(field, binding, value) for value in values]
    if field.by_chance:
        barred = dict(field.barred)
        chips.append(chance(binding, field.by_chance, [value for value in values if value not in barred]))
    return flow(chips)


def short_count(field: Count, binding: Binding, around: int, room: int, more: Callable[[], None]) -> ft.Control:
    """One row of at most `room` keys: the lowest value, those around `around`, and the key that opens all numbers."""
    values = field.numbers
    room -= _FEWER if binding.look.text_scale >= _VERY_LARGE else 0
    if len(values) <= room:
        return ft.Row([_value(field, binding, value, expand=True) for value in values], spacing=5)
    middle = int((around - field.low) // field.step)
    is_low = field.likely is not UNSET and middle <= room - 3  # then no number is skipped
    start = 1 if is_low else max(1, middle - room // 2 + 2)
    first = min(start, len(values) - (room - 2))
    answer = binding.value.answer
    if isinstance(answer, int) and answer in values and answer != values[0]:
        at = values.index(answer)  # the row moves to an answer from beyond it
        first = at if at < first else max(first, at - (room - 3))
    if first == 2 and answer != values[first + room - 3]:
        first = 1  # one number alone is not worth a gap
    shown = [values[0], *values[first : first + room - 2]]  # the lowest value, mostly 0, is always at the edge
    chips = [_value(field, binding, value, expand=True) for value in shown]
    if first > 1:
        chips.insert(1, ft.Container(width=_GAP))
    return ft.Row([*chips, _all_numbers(binding, more)], spacing=5)


def _all_numbers(binding: Binding, act: Callable[[], None]) -> ft.Control:
    look = binding.look
    icon = ft.Icon(ft.Icons.DIALPAD, size=20, color=look.accent, semantics_label="Other numbers")
    return chip(look, f"{binding.path}.more", "", act, mark=icon, expand=True, snug=True)


def sign_keys(field: Count, binding: Binding, label: str) -> list[ft.Control]:
    """A key for the first of the `signs`, and one that goes through the others by taps, then to the likely number."""
    numbers = field.numbers[1:]
    return [_sign_key(field, binding, label, part) for part in (numbers[:1], numbers[1:]) if part]


def _sign_key(field: Count, binding: Binding, label: str, numbers: Sequence[float]) -> ft.Control:
    """The key for these numbers: it shows the chosen one, or else the first one allowed."""
    barred, answer = dict(field.barred), binding.value.answer
    allowed = [number for number in numbers if number not in barred]
    shown = answer if isinstance(answer, int) and answer in numbers else (allowed or numbers)[0]
    state = tone(binding, shown, barred.get(shown, ""))
    after = next((number for number in allowed if answer == shown and number > shown), None)
    if state is Tone.BARRED:
        act: Callable[[], None] = partial(binding.refuse, barred[shown])
    else:
        act = binding.toggle(shown) if after is None else partial(binding.answer, after)
    sign = field.signs[field.numbers.index(shown) - 1]
    name, says = f"{binding.path}={shown}", f"{label} {shown}{' or more' if sign.endswith('+') else ''}"
    return chip(binding.look, name, sign, act, tone=state, says=says, small=True, expand=True, snug=True)


def tens_count(field: Count, binding: Binding, room: int, ten: int, open_ten: Callable[[int], None]) -> ft.Control:
    """A large number in two taps: its ten, then itself; numbers beyond the row are typed on the keypad."""
    room -= _FEWER if binding.look.text_scale >= _VERY_LARGE else 0
    if ten != UNOPENED:
        return _within_ten(field, binding, room, ten, open_ten)
    current = binding.value.answer if isinstance(binding.value.answer, int) else None

    def ten_key(n: int) -> ft.Control:
        says = f"{n} to {n + 9}"
        words = "0–9" if n == 0 else f"{n}+"
        return chip(binding.look, f"{binding.path}~{n}", words, partial(open_ten, n), says=says, expand=True)

    first = field.low // 10 * 10
    tens = [
        ten_key(n) for n in range(first, min(field.high, first + 10 * (room - 1 - (current is not None)) - 1) + 1, 10)
    ]
    shown = [] if current is None else [_value(field, binding, current, expand=True)]
    return ft.Row([*shown, *tens, _all_numbers(binding, lambda: open_ten(KEYPAD))], spacing=5)


def _within_ten(field: Count, binding: Binding, room: int, ten: int, open_ten: Callable[[int], None]) -> ft.Control:
    """The numbers of one ten in one or two rows, and the key back to the tens."""
    back = chip(binding.look, f"{binding.path}.back", "‹", lambda: open_ten(UNOPENED), says="Other tens", expand=True)
    numbers = range(max(ten, field.low), min(ten + 9, field.high) + 1)
    keys = [*(_value(field, binding, n, expand=True) for n in numbers), back]
    half = len(keys) if len(keys) <= room else (len(keys) + 1) // 2
    lines: list[ft.Control] = [ft.Row(line, spacing=5) for line in (keys[:half], keys[half:]) if line]
    return ft.Column(lines, spacing=5, tight=True)


def is_large(field: Count) -> bool:
    """Whether the number is entered in two taps: it has many values and no likely one."""
    return field.likely is UNSET and field.step == 1 and field.low >= 0 and field.high - field.low >= MOST_CHIPS


def bid_pad(field: Bid, binding: Binding) -> ft.Control:
    """Single bids in one block, double bids in the next."""
    singles = [_bid(field, binding, (n,)) for n in range(field.low, field.high + 1)]
    blocks: list[ft.Control] = [flow(singles)]
    if field.no_doubles:
        blocks.append(note(binding.look, field.no_doubles))
    elif field.high > field.low:
        doubles = [_bid(field, binding, (n, n + 1)) for n in range(field.low, field.high)]
        blocks.append(note(binding.look, "Double bid, half the points"))
        blocks.append(flow(doubles))
    return ft.Column(blocks, spacing=8, tight=True)


def bid_text(numbers: Sequence[int]) -> str:
    """A bid as the players say it: "2", "2–3"."""
    return "–".join(map(str, numbers))


def _value(field: Count, binding: Binding, value: float, *, expand: bool = False) -> ft.Control:
    why_not = dict(field.barred).get(value, "")
    state = tone(binding, value, why_not)
    act = partial(binding.refuse, why_not) if state is Tone.BARRED else binding.toggle(value)
    words = field.words[field.numbers.index(value)] if field.words else number_text(value)
    width, small = None if expand or field.words else CHIP, bool(field.words)
    name = f"{binding.path}={value}"
    return chip(binding.look, name, words, act, tone=state, width=width, small=small, expand=expand)


def _bid(field: Bid, binding: Binding, numbers: tuple[int, ...]) -> ft.Control:
    why_not = field.find_error(list(numbers))
    state = tone(binding, list(numbers), why_not)
    act = partial(binding.refuse, why_not) if state is Tone.BARRED else binding.toggle(list(numbers))
    name, words = f"{binding.path}={'-'.join(map(str, numbers))}", bid_text(numbers)
    double = len(numbers) == 2
    says = f"{'double ' if double else ''}{words}"
    width = CHIP if not double else DOUBLE if numbers[0] < 9 else _DOUBLE_WIDE
    return chip(binding.look, name, words, act, tone=state, says=says, width=width, small=double)
