"""The adding tape: the cards of a pile tapped one by one, or their sum tapped as it was counted already.

Every key adds its number: 3, 5, 2 stand on the tape, and a tap takes one off again. A ten and its unit are one number:
20 and 7 make 27. The pad never goes on by itself, because no number shows that it is complete: 13 may be a card, and
another one may follow. Two kinds of keys go on, and say so: "Next", and the keys "0 ›" to "9 ›", which add their number
first, so that a plain number is a ten and its last digit. "Next" does nothing on a tape without a number, so that a
needless tap on it skips nobody. Once every number is in, no tape is on: one that is tapped begins anew. All tapes of a
form share one pad, which stays where it is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any, Final, NamedTuple

import flet as ft

from companion.forms.binding import Binding
from companion.ui.marks import badge, number_text
from companion.ui.panel import GAP, label, note
from companion.ui.press import CHIP, TITLED, Tone, chip, titled_chip
from companion.ui.theme import TOUCH
from companion.ui.typed_numbers import read_character, why_not_in_number
from companion.window.hooks import use_window
from companion.window.keys import use_keys
from scoring.contract.prompts import UNSET, Answer, Count, Field, Source, Sum, is_int, is_tape
from scoring.contract.tapes import add_up

_KEYS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
_LAST: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The keys that add their number and go on."""

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

_NEXT: Final = 62
"""Width of the key to the next tape, at the normal text size."""

_WORDS: Final = 20
"""Height of the line above the keys that go on."""

_HINT: Final = "Card by card, or the sum: 20, then 7."
_HINT_GOING_ON: Final = "Each card; or 27: tap 20, then 7 ›"
_HINT_NUMBER: Final = "How many?"
_HINT_KEYBOARD: Final = "Type it and press Enter, or tap: 27 is 20, then 7 ›"
_HINT_SIGNED: Final = "Each part; or 27: tap 20, then 7 ›"
_ALL_IN: Final = "All in. Tap one above to change it."

_TAKE_BACK: Final = "Press Backspace, then go on."
_NO_SIGN: Final = "Lost points are entered without a sign."
_MINUS_ALONE: Final = "A number is missing after the minus."


class Slot(NamedTuple):
    """One tape of the pad: a player's, or one of a player's piles. A plain number keeps its sum only."""

    field: Sum | Count
    binding: Binding
    title: str
    seat: int | None = None


@dataclass
class Typing:
    """Where the pad is. It changes at the tap and not with the drawing, so that no fast tap goes to the wrong tape."""

    slot: int | None = 0  # None: every number is in, and none of them is being changed
    has_begun: bool = False  # a key was tapped since this tape is on; the first key replaces an earlier number
    is_open: bool = False  # the last number is a ten or a hundred that waits for its unit
    is_minus: bool = False  # the next number is below zero; on an empty tape, one that is replaced, or by a key
    digits: str = ""  # of the last number, if it was typed on a keyboard; another digit makes it longer
    ends_in_minus: bool = False  # the last key typed was a minus
    refusal: str = ""  # of the last key typed; until Backspace takes it back, any other key is refused too
    has_answers: bool = False
    answered: set[int] = field(default_factory=set)  # since the last drawing


class Typed(NamedTuple):
    """A tape after a tap on a number: its parts, whether a unit may follow."""

    parts: list[int]
    is_open: bool


@dataclass(frozen=True)
class Taps:
    """What the keys of a pad do. They act on the answers as they are at the moment of the tap."""

    slots: Sequence[Slot]
    typing: Typing
    redraw: Callable[[], None]

    def turn_to(self, slot: int | None) -> None:
        """Turn this tape on, or none."""
        self.typing.slot = slot
        self.typing.has_begun = self.typing.is_open = self.typing.is_minus = False
        self._forget_keys()
        self.redraw()

    def go_on(self) -> None:
        """Turn to the next tape without an answer. On a tape without one nothing happens: it was a second tap."""
        if self.can_go_on():
            self.turn_to(self.following())

    def can_go_on(self) -> bool:
        """Whether the tape that is on has an answer."""
        return self.typing.slot is not None and self._has_answer(self.typing.slot)

    def following(self) -> int | None:
        """The next tape without an answer, round the table; None if there is none."""
        on = self.typing.slot if self.typing.slot is not None else len(self.slots)
        order = [*range(on + 1, len(self.slots)), *range(min(on, len(self.slots)))]
        return next((at for at in order if not self._has_answer(at)), None)

    def is_replaced(self) -> bool:
        """Whether the next number replaces those on the tape, because they were entered before."""
        slot = self._slot()
        return slot is not None and not self.typing.has_begun and bool(_parts(slot.binding.latest))

    def tap_last(self, number: int) -> None:
        """Put a number on the tape and turn to the next one; a number that is refused stays here."""
        if self.tap(number):
            self.turn_to(self.following())

    def tap(self, number: int) -> bool:
        """Put a number on the tape; False if it is refused."""
        slot = self._slot()
        if slot is None:
            self.slots[0].binding.refuse(_ALL_IN)
            return False
        typed = _with_number([] if self.is_replaced() else _parts(slot.binding.latest), number, self.typing)
        if not self._put(slot, typed.parts):
            return False
        self.typing.has_begun, self.typing.is_open = True, typed.is_open
        self.typing.is_minus = False
        self._forget_keys()
        return True

    def press(self, key: str) -> bool:
        """What a key of a keyboard does: digits make a number, a sign begins another one, Enter goes on."""
        slot = self._slot()
        if slot is None:
            if len(key) == 1:
                self.slots[0].binding.refuse(_ALL_IN)
            return len(key) == 1
        if key == "Backspace":
            self._take_key_back(slot)
        elif self.typing.refusal and (key == "Enter" or len(key) == 1):
            slot.binding.refuse(self.typing.refusal)
        elif key == "Enter":
            return self._enter(slot)
        elif len(key) == 1:
            self._type(slot, key)
        else:
            return False
        return True

    def _enter(self, slot: Slot) -> bool:
        if not self.can_go_on():
            return False
        if self.typing.ends_in_minus:
            slot.binding.refuse(_MINUS_ALONE)
        else:
            self.go_on()
        return True

    def _type(self, slot: Slot, key: str) -> None:
        character = read_character(key)
        if character == "+" or (character == "-" and _is_signed(slot.field)):
            self.typing.is_minus = (self.typing.is_minus and not self.typing.digits) != (character == "-")
            self.typing.digits = ""
            self.redraw()
        elif character == "-":
            self._refuse_key(slot, _NO_SIGN if _is_penalty(slot.field) else slot.field.find_error(-1))
        elif character:
            self._type_digit(slot, int(character))
        elif key != " " or self.typing.digits:  # otherwise it presses the key of the pad that has the focus
            self._refuse_key(slot, why_not_in_number(key))
        self.typing.ends_in_minus = character == "-" and not self.typing.refusal

    def _type_digit(self, slot: Slot, digit: int) -> None:
        parts = [] if self.is_replaced() else _parts(slot.binding.latest)
        if int(self.typing.digits or 0) and parts:
            last = parts[-1]
            parts[-1] = last * 10 + (digit if last > 0 else -digit)
        elif digit:
            parts.append(-digit if self.typing.is_minus else digit)
        answer = _answer(slot.field, parts)
        if error := slot.field.find_error(answer):
            self._refuse_key(slot, error)
            return
        self._answer(slot, answer)
        self.typing.has_begun, self.typing.is_open = True, False
        self.typing.digits += str(digit)
        self.typing.is_minus &= digit == 0

    def _refuse_key(self, slot: Slot, why: str) -> None:
        self.typing.refusal = f"{why} {_TAKE_BACK}"
        slot.binding.refuse(self.typing.refusal)

    def _forget_keys(self) -> None:
        self.typing.digits = self.typing.refusal = ""
        self.typing.ends_in_minus = False

    def _take_key_back(self, slot: Slot) -> None:
        """Take back the last key: one that was refused, a minus, a digit or a number."""
        if self.typing.refusal:
            self.typing.refusal = ""
            slot.binding.refuse("")
        elif self.typing.ends_in_minus:
            self.typing.is_minus, self.typing.ends_in_minus = not self.typing.is_minus, False
            self.redraw()
        else:
            self._rub_out_digit(slot)

    def _rub_out_digit(self, slot: Slot) -> None:
        """Take the last digit off a number that was typed, or the last number off the tape."""
        parts, digits = _parts(slot.binding.latest), self.typing.digits
        shorter = int(parts[-1] / 10) if parts else 0
        if digits and parts and not int(digits):  # zeros are on no tape
            self.typing.digits = digits[:-1]
        elif digits and shorter:
            self._put(slot, [*parts[:-1], shorter])
            self.typing.digits = digits[:-1]
        else:
            self.rub_out()

    def change_sign(self) -> None:
        """Change the sign of the last number, or that of the next one on an empty tape."""
        self.typing.refusal, self.typing.ends_in_minus = "", False
        slot = self._slot()
        if slot is None:
            self.slots[0].binding.refuse(_ALL_IN)
            return
        parts = _parts(slot.binding.latest)
        if not parts:
            self.typing.is_minus = not self.typing.is_minus
            self.redraw()
        elif self._put(slot, [*parts[:-1], -parts[-1]]):
            self.typing.is_minus = not self.typing.has_begun and parts[-1] > 0

    def take_off(self, place: int) -> None:
        """Take a number off the tape."""
        slot = self._slot()
        parts = [] if slot is None else _parts(slot.binding.latest)
        if slot is None or self.typing.slot is None or place >= len(parts):
            return
        self.typing.has_begun, self.typing.is_open = True, False
        self._forget_keys()
        rest = [*parts[:place], *parts[place + 1 :]]
        self.typing.answered -= set() if rest else {self.typing.slot}
        slot.binding.answer(_answer(slot.field, rest) if rest else UNSET)

    def rub_out(self) -> None:
        """Take the last number off the tape; a tape with a 0 becomes one without an answer."""
        slot = self._slot()
        if slot is None:
            return
        if parts := _parts(slot.binding.latest):
            self.take_off(len(parts) - 1)
        elif slot.binding.latest == 0:
            slot.binding.answer(UNSET)

    def keep_parts(self) -> None:
        """Add to the numbers on the tape, which were entered before."""
        self.typing.has_begun = True
        self.redraw()

    def _slot(self) -> Slot | None:
        return None if self.typing.slot is None else self.slots[self.typing.slot]

    def _has_answer(self, slot: int) -> bool:
        return self.slots[slot].binding.value.source is Source.ENTERED or slot in self.typing.answered

    def _put(self, slot: Slot, parts: Sequence[int]) -> bool:
        answer = _answer(slot.field, parts)
        if error := slot.field.find_error(answer):
            slot.binding.refuse(error)
            return False
        self._answer(slot, answer)
        return True

    def _answer(self, slot: Slot, answer: Answer) -> None:
        if self.typing.slot is not None:
            self.typing.answered.add(self.typing.slot)
        slot.binding.answer(answer)


def pad_of(fields: Iterable[Field]) -> tuple[Sum | Count, ...]:
    """The fields of a form that share one pad: sums, and plain numbers beside them; empty without a sum."""
    numbers = tuple(field for field in fields if isinstance(field, Sum | Count))
    return numbers if any(isinstance(field, Sum) for field in numbers) else ()


def keys_of(fields: Iterable[Field]) -> tuple[int, ...]:
    """The numbers on the keys of their pad: the tens go as far as the sums usually do."""
    usual = max(field.usual for field in fields if isinstance(field, Sum))
    return tuple(key for key in _KEYS if key <= usual)


def pad_height(fields: Sequence[Field], width: float) -> float:
    """The height of the pad of these fields, `width` pixels wide, in pixels."""
    slots, is_wide = len(fields), width > _NARROW
    in_a_row = _IN_A_ROW_WIDE if is_wide else _IN_A_ROW
    rows = ceil(len(keys_of(fields)) / in_a_row) + (ceil(len(_LAST) / in_a_row) if slots > 1 else 0)
    lines = ceil(slots / (_SLOTS_WIDE if is_wide else _SLOTS))
    return lines * (TITLED + GAP) + (rows + 1) * TOUCH + rows * GAP + (_WORDS + GAP if slots > 1 else 0)


def tape_pad(slots: Sequence[Slot], name: str = "") -> ft.Control:
    """The pad of these tapes, under the name they share."""
    path = f"{slots[0].binding.path.partition('[')[0]}.tape"
    pad: ft.Control = TapePad(slots, path, name, key=path)
    return pad


@ft.component
def TapePad(slots: Sequence[Slot], path: str, name: str = "", key: str | None = None) -> ft.Control:
    """The tapes with their sums, the numbers on the one that is on, and the pad."""
    typing, redraw = _use_typing(slots)
    taps = Taps(slots, typing, redraw)
    window = use_window()
    wide = window.wide
    use_keys(window.keys, taps.press)
    look = slots[0].binding.look
    tone = Tone.INERT if typing.slot is None else Tone.OPEN
    keys: list[ft.Control] = []
    for number in keys_of(slot.field for slot in slots):
        text, act, is_wide = _key_text(number, taps), partial(taps.tap, number), number >= 100
        keys.append(chip(look, f"{path}#{number}", text, act, tone=tone, expand=True, small=is_wide))
    rows: list[ft.Control] = [label(look, name)] if name else []
    rows += _slot_rows(slots, typing.slot, _SLOTS_WIDE if wide else _SLOTS, taps.turn_to)
    rows.append(ft.Row([_tape(taps, path, has_keyboard=wide), *_beside_the_tape(taps, path)], spacing=GAP))
    in_a_row = _IN_A_ROW_WIDE if wide else _IN_A_ROW
    rows += [ft.Row(list(line), spacing=GAP) for line in _lines(keys, in_a_row)]
    if len(slots) > 1:
        rows += _going_on(taps, path, tone, in_a_row)
    return ft.Column(rows, spacing=GAP, tight=True)


def _going_on(taps: Taps, path: str, tone: Tone, in_a_row: int) -> Iterator[ft.Control]:
    """The keys that add their number and go on, under a line that says to whom."""
    look, following = taps.slots[0].binding.look, taps.following()
    way = "finish" if following is None else f"go on to {taps.slots[following].title}"
    words = ft.Text(f"{_what(taps)} and {way}", style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT), no_wrap=True)
    yield ft.Container(words, height=look.size(_WORDS), alignment=ft.Alignment.CENTER_LEFT)
    keys: list[ft.Control] = []
    for number in _LAST:
        text, act = f"{_key_text(number, taps).removeprefix('+')} ›", partial(taps.tap_last, number)
        keys.append(chip(look, f"{path}>{number}", text, act, tone=tone, says=f"{number} and {way}", expand=True))
    yield from (ft.Row(list(line), spacing=GAP) for line in _lines(keys, in_a_row))


def _what(taps: Taps) -> str:
    """What the next number does to the tape that is on."""
    slot = None if taps.typing.slot is None else taps.slots[taps.typing.slot]
    if slot is None or not taps.is_replaced():
        return "Add"
    return f"Replace {_figure(slot.field, add_up(slot.binding.entered))}"


def _use_typing(slots: Sequence[Slot]) -> tuple[Typing, Callable[[], None]]:
    """Where the pad is, and the function that draws it again. A form without answers begins at its first tape."""
    memory: Any = ft.use_ref(None)
    _, draw = ft.use_state(0)
    entered = [slot.binding.value.source is Source.ENTERED for slot in slots]
    typing: Typing | None = memory.current
    if typing is None or (typing.slot or 0) >= len(slots) or (typing.has_answers and not any(entered)):
        ready = (at for at, slot in enumerate(slots) if slot.seat is not None and slot.seat == slot.binding.ready)
        first = entered.index(False) if False in entered else 0 if len(slots) == 1 else None
        typing = Typing(slot=next(ready, first) if typing is None else first)
        memory.current = typing
    typing.has_answers = any(entered)
    typing.answered = set()
    return typing, lambda: draw(lambda drawings: drawings + 1)


def _parts(answer: Answer) -> list[int]:
    """The numbers on a tape; a 0 is an empty one."""
    if is_tape(answer):
        return list(answer)
    return [answer] if is_int(answer) and answer else []


def _answer(field: Sum | Count, parts: Sequence[int]) -> Answer:
    return list(parts) if len(parts) > 1 and isinstance(field, Sum) else add_up(parts)


def _with_number(parts: list[int], number: int, typing: Typing) -> Typed:
    """The tape after a tap on this number. A 0 ends a ten, and is a number on an empty tape; else it adds nothing."""
    if number == 0:
        return Typed(parts, is_open=False)
    if _joins(parts, number, typing):
        last = parts[-1] + (number if parts[-1] > 0 else -number)
        return Typed([*parts[:-1], last], is_open=number >= 10)
    return Typed([*parts, -number if typing.is_minus else number], is_open=number >= 10)


def _joins(parts: Sequence[int], number: int, typing: Typing) -> bool:
    """Whether the number makes one with the ten or the hundred before it."""
    return bool(typing.is_open and parts and parts[-1] % (100 if number >= 10 else 10) == 0)


def _key_text(number: int, taps: Taps) -> str:
    """A key says what it does: it adds its number, takes it away, or begins a tape anew."""
    slot = taps.typing.slot
    if number and slot is not None and _is_penalty(taps.slots[slot].field):
        return f"−{number}"
    if number == 0 or (taps.is_replaced() and not taps.typing.is_minus):
        return f"{number}"
    parts = [] if slot is None else _parts(taps.slots[slot].binding.entered)
    is_minus = parts[-1] < 0 if _joins(parts, number, taps.typing) else taps.typing.is_minus
    return f"−{number}" if is_minus else f"+{number}"


def _slot_rows(
    slots: Sequence[Slot], on: int | None, in_a_row: int, turn_to: Callable[[int], None]
) -> Iterator[ft.Control]:
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


def _figure(field: Sum | Count, number: int) -> str:
    """The sum of a tape; points that are lost are entered without a sign, and shown with it."""
    return number_text(-abs(number)) if _is_penalty(field) else number_text(number)


def _is_penalty(field: Sum | Count) -> bool:
    """Whether the sum says how many points are lost."""
    return isinstance(field, Sum) and field.low < 0 and not field.is_signed


def _is_signed(field: Sum | Count) -> bool:
    return field.is_signed if isinstance(field, Sum) else field.low < 0


def _part_text(field: Sum | Count, part: int, place: int) -> str:
    if _is_penalty(field):
        return number_text(-abs(part))
    return f"+{part}" if place and part > 0 else number_text(part)


def _tape(taps: Taps, path: str, *, has_keyboard: bool) -> ft.Control:
    """The numbers on the tape that is on, each taken off by a tap."""
    slot = None if taps.typing.slot is None else taps.slots[taps.typing.slot]
    look = taps.slots[0].binding.look
    shown = (
        []
        if slot is None
        else [
            chip(
                look,
                f"{path}.part[{place}]",
                _part_text(slot.field, part, place),
                partial(taps.take_off, place),
                tone=Tone.LIKELY,
                width=_PART if -10 < part < 100 else None,
                says=f"Take {part} off",
                small=True,
            )
            for place, part in enumerate(_parts(slot.binding.entered))
        ]
    )
    if shown and taps.is_replaced():
        shown.append(chip(look, f"{path}.add", "Add to it", taps.keep_parts, small=True))
    hint = _ALL_IN if slot is None else _HINT_KEYBOARD if has_keyboard else _hint(taps, slot)
    tape: ft.Control = (
        ft.Row(shown, spacing=GAP, scroll=ft.ScrollMode.AUTO, auto_scroll=True) if shown else note(look, hint)
    )
    return ft.Container(tape, expand=True, height=TOUCH, alignment=ft.Alignment.CENTER_LEFT)


def _hint(taps: Taps, slot: Slot) -> str:
    """How a number is entered that was added up already."""
    if len(taps.slots) == 1:
        return _HINT
    if isinstance(slot.field, Count):
        return _HINT_NUMBER
    return _HINT_SIGNED if slot.field.is_signed else _HINT_GOING_ON


def _beside_the_tape(taps: Taps, path: str) -> Iterator[ft.Control]:
    """The sign, the way back and the way on. They keep their places whichever tape is on."""
    look, typing = taps.slots[0].binding.look, taps.typing
    off = typing.slot is None
    if any(_is_signed(slot.field) for slot in taps.slots):
        tone = Tone.INERT if off else Tone.CHOSEN if typing.is_minus else Tone.OPEN
        yield chip(look, f"{path}.sign", "±", taps.change_sign, tone=tone, width=CHIP, says="Below zero or above")
    is_empty = typing.slot is None or taps.slots[typing.slot].binding.entered is None
    tone = Tone.INERT if is_empty else Tone.OPEN
    yield chip(look, f"{path}.rub", "⌫", taps.rub_out, tone=tone, width=CHIP, says="Take the last number off")
    if len(taps.slots) > 1:
        following = taps.following()
        words, says = ("Done", "Done") if following is None else ("Next", f"Next: {taps.slots[following].title}")
        tone = Tone.OPEN if taps.can_go_on() else Tone.INERT
        width = max(_NEXT, look.size(_NEXT))
        yield chip(look, f"{path}.next", words, taps.go_on, tone=tone, width=width, says=says, small=True)


def _lines(items: Sequence[ft.Control], in_a_row: int) -> Iterator[Sequence[ft.Control]]:
    return (items[at : at + in_a_row] for at in range(0, len(items), in_a_row))
