"""The adding tape: the cards of a pile tapped one by one, or their sum tapped as it was counted already.

Units add up: 3, 5, 2 stand on the tape, and a tap takes one off again. A ten and its unit are one number: 20 and 7 make
27, and as it was counted already, the next tape is on. All tapes of a form share one pad, which stays where it is.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any, Final, NamedTuple

import flet as ft

from companion.fields.binding import Binding
from companion.parts.marks import badge, number_text
from companion.parts.panel import GAP, label, note
from companion.parts.press import TITLED, Tone, chip, titled_chip
from companion.theme import TOUCH
from companion.window.hooks import use_window
from scoring.drafts import Source
from scoring.prompts import UNSET, Answer, Sum
from scoring.tapes import add_up
from scoring.validation import find_error, is_int, is_tape

_KEYS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
_IN_A_ROW: Final = 5
_IN_A_ROW_WIDE: Final = 10
"""Keys in a row of the pad, on a phone and in a wide window."""

_SLOTS: Final = 4
_SLOTS_WIDE: Final = 8
"""At most so many tapes share a row."""

_NARROW: Final = 480
"""Fields are at most this wide on a phone."""

_PART: Final = 46
"""Width of a number on the tape."""

_HINT: Final = "Tap card by card, or the sum: 20, then 7."
_HINT_SIGNED: Final = "Tap part by part, or the sum: 20, then 7."


class Slot(NamedTuple):
    """One tape of the pad: a player's, or one of a player's piles."""

    field: Sum
    binding: Binding
    title: str
    seat: int | None = None


@dataclass
class Typing:
    """Where the pad is. It changes at the tap and not with the drawing, so that no fast tap goes to the wrong tape."""

    slot: int = 0
    is_open: bool = False  # the last number is a ten or a hundred that waits for its unit
    is_minus: bool = False  # the next number is below zero; on an empty tape
    has_answers: bool = False
    answered: set[int] = field(default_factory=set)  # since the last drawing


def pad_height(slots: int, width: float) -> float:
    """The height of a pad with this many tapes in fields of this width, in pixels."""
    is_wide = width > _NARROW
    rows = ceil(len(_KEYS) / (_IN_A_ROW_WIDE if is_wide else _IN_A_ROW))
    lines = ceil(slots / (_SLOTS_WIDE if is_wide else _SLOTS))
    return lines * (TITLED + GAP) + (rows + 1) * TOUCH + rows * GAP


def tape_pad(slots: Sequence[Slot], name: str = "") -> ft.Control:
    """The pad of these tapes, under the name they share."""
    path = f"{slots[0].binding.path.partition('[')[0]}.tape"
    pad: ft.Control = TapePad(slots, path, name, key=path)
    return pad


@ft.component
def TapePad(slots: Sequence[Slot], path: str, name: str = "", key: str | None = None) -> ft.Control:
    """The tapes with their sums, the numbers on the one that is on, and the pad."""
    typing, redraw = _use_typing(slots)
    wide = use_window().wide
    look = slots[0].binding.look

    def turn_to(slot: int) -> None:
        typing.slot, typing.is_open, typing.is_minus = slot, False, False
        redraw()

    def change_sign() -> None:
        binding = slots[typing.slot].binding
        parts = _parts(binding.latest)
        if not parts:
            typing.is_minus = not typing.is_minus
            redraw()
            return
        changed = [*parts[:-1], -parts[-1]]
        if error := find_error(slots[typing.slot].field, _answer(changed)):
            binding.refuse(error)
        else:
            binding.answer(_answer(changed))

    def tap(number: int) -> None:
        slot = slots[typing.slot]
        parts, is_done = _with_number(_parts(slot.binding.latest), number, typing)
        if error := find_error(slot.field, _answer(parts)):
            slot.binding.refuse(error)
            return
        typing.answered.add(typing.slot)
        slot.binding.answer(_answer(parts))
        following = _following(slots, typing)
        if is_done and following is not None:
            turn_to(following)

    def take_off(place: int) -> None:
        binding = slots[typing.slot].binding
        parts = _parts(binding.latest)
        typing.is_open = False
        rest = [*parts[:place], *parts[place + 1 :]]
        binding.answer(_answer(rest) if rest else UNSET)

    keys = [chip(look, f"{path}#{number}", f"{number}", partial(tap, number), expand=True) for number in _KEYS]
    rows: list[ft.Control] = [label(look, name)] if name else []
    rows += _slot_rows(slots, typing.slot, _SLOTS_WIDE if wide else _SLOTS, turn_to)
    rows.append(_tape(slots, typing, path, take_off, turn_to, change_sign))
    rows += [ft.Row(list(line), spacing=GAP) for line in _lines(keys, _IN_A_ROW_WIDE if wide else _IN_A_ROW)]
    return ft.Column(rows, spacing=GAP, tight=True)


def _use_typing(slots: Sequence[Slot]) -> tuple[Typing, Callable[[], None]]:
    """Where the pad is, and the function that draws it again. A form without answers begins at its first tape."""
    memory: Any = ft.use_ref(None)
    _, draw = ft.use_state(0)
    entered = [slot.binding.value.source is Source.ENTERED for slot in slots]
    typing: Typing | None = memory.current
    if typing is None or typing.slot >= len(slots) or (typing.has_answers and not any(entered)):
        typing = Typing(slot=entered.index(False) if False in entered else 0)
        memory.current = typing
    typing.has_answers = any(entered)
    typing.answered = set()
    return typing, lambda: draw(lambda drawings: drawings + 1)


def _parts(answer: Answer) -> list[int]:
    """The numbers on a tape; a 0 is an empty one."""
    if is_tape(answer):
        return list(answer)
    return [answer] if is_int(answer) and answer else []


def _answer(parts: Sequence[int]) -> Answer:
    return list(parts) if len(parts) > 1 else add_up(parts)


def _with_number(parts: list[int], number: int, typing: Typing) -> tuple[list[int], bool]:
    """The tape after a tap on this number, and whether it was a plain number and is complete."""
    was_open, typing.is_open = typing.is_open and bool(parts), number >= 10
    is_minus, typing.is_minus = typing.is_minus, False
    if number == 0:
        return parts, True
    if was_open and parts[-1] % (100 if number >= 10 else 10) == 0:
        last = parts[-1] + (number if parts[-1] > 0 else -number)
        return [*parts[:-1], last], number < 10 and len(parts) == 1
    return [*parts, -number if is_minus else number], False


def _following(slots: Sequence[Slot], typing: Typing) -> int | None:
    """The next tape without an answer, round the table; None if there is none."""
    order = [*range(typing.slot + 1, len(slots)), *range(typing.slot)]
    entered = {at for at, slot in enumerate(slots) if slot.binding.value.source is Source.ENTERED} | typing.answered
    return next((at for at in order if at not in entered), None)


def _slot_rows(slots: Sequence[Slot], on: int, in_a_row: int, turn_to: Callable[[int], None]) -> Iterator[ft.Control]:
    """Every tape with its sum, in even rows."""
    even = ceil(len(slots) / ceil(len(slots) / in_a_row))
    chips = [_slot_chip(slot, at == on, partial(turn_to, at)) for at, slot in enumerate(slots)]
    for line in _lines(chips, even):
        blanks = [ft.Container(expand=True) for _ in range(even - len(line))]
        yield ft.Row([*line, *blanks], spacing=GAP)


def _slot_chip(slot: Slot, is_on: bool, act: Callable[[], None]) -> ft.Control:
    binding = slot.binding
    answer = binding.entered
    figure = "–" if answer is None else _figure(slot.field, add_up(answer))
    is_entered = binding.value.source is Source.ENTERED
    tone = Tone.LIKELY if is_on else Tone.CHOSEN if is_entered else Tone.OPEN
    mark = None if slot.seat is None else badge(binding.look, slot.seat, 20)
    return titled_chip(binding.look, binding.path, slot.title, figure, act, tone=tone, mark=mark)


def _figure(field: Sum, number: int) -> str:
    """The sum of a tape; a penalty is written without its sign."""
    return number_text(number) if field.is_signed else f"{abs(number)}"


def _part_text(part: int, place: int) -> str:
    return f"+{part}" if place and part > 0 else number_text(part)


def _tape(
    slots: Sequence[Slot],
    typing: Typing,
    path: str,
    take_off: Callable[[int], None],
    turn_to: Callable[[int], None],
    change_sign: Callable[[], None],
) -> ft.Control:
    """The numbers on the tape that is on, each taken off by a tap, its sign, and the way to the next tape."""
    binding = slots[typing.slot].binding
    look, parts = binding.look, _parts(binding.entered)
    following = _following(slots, typing)
    shown: list[ft.Control] = [
        chip(
            look,
            f"{path}.part[{place}]",
            _part_text(part, place),
            partial(take_off, place),
            tone=Tone.LIKELY,
            width=_PART if -10 < part < 100 else None,
            says=f"Take {part} off",
            small=True,
        )
        for place, part in enumerate(parts)
    ]
    tape: ft.Control = (
        ft.Row(shown, spacing=GAP, scroll=ft.ScrollMode.AUTO, auto_scroll=True)
        if shown
        else note(look, _HINT_SIGNED if slots[typing.slot].field.is_signed else _HINT)
    )
    line: list[ft.Control] = [ft.Container(tape, expand=True, height=TOUCH, alignment=ft.Alignment.CENTER_LEFT)]
    if slots[typing.slot].field.is_signed:
        tone = Tone.CHOSEN if typing.is_minus else Tone.OPEN
        line.append(chip(look, f"{path}.sign", "±", change_sign, tone=tone, says="Below zero or above", small=True))
    if following is not None:
        says = f"Next: {slots[following].title}"
        line.append(chip(look, f"{path}.next", "Next", partial(turn_to, following), says=says, small=True))
    return ft.Row(line, spacing=GAP)


def _lines(items: Sequence[ft.Control], in_a_row: int) -> Iterator[Sequence[ft.Control]]:
    return (items[at : at + in_a_row] for at in range(0, len(items), in_a_row))
