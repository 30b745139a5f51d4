"""The number pad: one for all numbers of a form, which are typed as on a pocket calculator: 27, or 3 + 6 + 2.

A key is a character, whether it is tapped or pressed on a keyboard: a digit, "+", "-", "±", "⌫", or "›", which goes on
to the next number. Where half points count, "½" or a point and 5 make a half. The characters of a number make a text,
and the answer is what the text says.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Any, Final, NamedTuple

import flet as ft

from companion.forms.binding import Binding
from companion.ui.chips_and_buttons import Tone, identified, titled_chip, titled_height
from companion.ui.marks import badge, number_text
from companion.ui.panel import GAP, cut_text, label
from companion.ui.theme import TOUCH
from companion.ui.typed_numbers import read_character, why_not_in_number
from companion.window.hooks import scroll, use_redraw, use_window
from companion.window.keys import use_keys
from scoring.contract.prompts import UNSET, Answer, Count, Field, Source, Sum, is_number, is_tape
from scoring.contract.scores import HALF, as_points
from scoring.contract.tapes import add_up

SIGN: Final = "±"
BACK: Final = "⌫"
NEXT: Final = "›"
HALVE: Final = "½"
POINT: Final = "."
_POINTS: Final = ".,\u066b"  # decimal points of keyboards
_KEYBOARD: Final = {"Enter": NEXT, "Backspace": BACK}  # keys with another name
_ROWS: Final = ("123", "456", "789")  # rows of digits
_ROWS_LOW: Final = ("12345", "67890")  # the same on a phone held sideways
_SAYS: Final = {BACK: "Take back", SIGN: "Plus or minus", "+": "Plus", HALVE: "And a half"}  # what a screen reader says

_ALL_IN: Final = "All in. Tap one above to change it."
_TAKE_BACK: Final = f"{BACK} takes it back."
_NO_SIGN: Final = "Lost points are entered without a sign."
_HALVES: Final = "A number is whole or ends in .5."
_MINUS_ALONE: Final = "A number is missing after the minus."
_REPLACES: Final = "A digit replaces it, + adds."

_DIGIT: Final = 22  # font size of a key
_TYPED: Final = 27  # font size of the typed number
_LINE: Final = 1.2  # line height
_CHIP_WIDTH: Final = 80  # width of a slot
_AIR: Final = 7  # pixels above and below the text in a box
_MOST_LARGE: Final = 12  # characters shown in full size
_MOST_LARGE_TEXT: Final = 8  # the same in large text
_IN_A_LINE: Final = 4  # slots in a line
_IN_A_LINE_WIDE: Final = 8  # the same in a wide window
_PHONE: Final = 480  # fields are at most this wide on a phone
_FRAME: Final = 330  # height above and below the pad at the table
_LEAST_LINES: Final = 1.5  # lines of slots that are always in sight
_SCROLL: Final = 200  # ms to scroll to others
_ONE: Final = 242  # share of a row: one key
_TWO: Final = 506  # two keys and the gap between them
_THREE: Final = 758  # three keys and their gaps


class Slot(NamedTuple):
    """One number of the pad: a player's, or one of a player's piles. A plain number keeps its sum only."""

    field: Sum | Count
    binding: Binding
    title: str
    seat: int | None = None

    def is_source(self, *sources: Source) -> bool:
        """Whether the number that is drawn is from one of these."""
        return self.binding.value.source in sources


@dataclass
class Pad:
    """What is typed, and where. It changes with the key and not with the drawing, so that fast taps are not lost."""

    slots: Sequence[Slot] = ()
    redraw: Callable[[], None] = lambda: None
    on: int | None = 0  # the slot whose number is typed; None: all are in, and none of them is being changed
    text: str = ""  # of the number that is on, in ASCII: "3+6-2"
    is_new: bool = True  # no key was pressed since this slot is on; the first digit replaces an earlier number
    minus: str = ""  # the sign that "±" gave an earlier number, and that the digit which replaces it keeps
    refused: str = ""  # the last character, if it was refused; until "⌫" takes it back, others are refused, too
    why: str = ""
    has_answers: bool = False
    answered: set[int] = field(default_factory=set)  # since the last drawing

    @property
    def slot(self) -> Slot | None:
        return None if self.on is None else self.slots[self.on]

    def turn_to(self, slot: int | None) -> None:
        """Turn to this slot, or to none; not while a refused character is in sight."""
        if self.refused:
            self._strike(self.refused)
            return
        self.on, self.text, self.is_new, self.minus = slot, "", True, ""
        self.catch_up()
        self.redraw()

    def find_next(self) -> int | None:
        """The next slot whose number was not entered, then the first one without any; None if there is none."""
        on = len(self.slots) if self.on is None else self.on
        still_open = [at for at in range(len(self.slots)) if at != on and at not in self.answered]
        later = [at for at in still_open if at > on and self.slots[at].is_source(Source.LIKELY, Source.MISSING)]
        return next(iter([*later, *(at for at in still_open if self.slots[at].is_source(Source.MISSING))]), None)

    def can_go_on(self) -> bool:
        """Whether the slot that is on has a number."""
        return self.slot is not None and (self.on in self.answered or not self.slot.is_source(Source.MISSING))

    def catch_up(self) -> None:
        """Take over the number that is on, unless it is the one that was typed here."""
        if self.slot is None:
            return
        latest = self.slot.binding.latest
        answer = self.slot.binding.entered if latest is None else latest
        if answer == 0 and self.slot.field.low > 0:
            answer = None  # emptied on a form that keeps a number
        if _read(self.slot.field, self.text) != answer:
            self.slot.binding.hold("")
            self.text, self.is_new, self.minus, self.refused = _spell(answer), True, "", ""

    def press(self, key: str) -> bool:
        """Press a key of the pad or of a keyboard; False if it has no use for it."""
        key, slot, text = _KEYBOARD.get(key, key), self.slot, self.text
        if len(key) > 1 or (key == NEXT and not (self.refused or text.endswith("-") or self.can_go_on())):
            return False
        if slot is None:
            self.slots[0].binding.refuse(_ALL_IN)
        elif self.refused:
            self._strike("" if key == BACK else self.refused)
        elif key == NEXT:
            self._go_on(slot, text)
        elif key == BACK:
            self._put(slot, text.removesuffix(".5") if text.endswith(".5") else text[:-1])
        elif key != " ":  # which presses the key that has the focus
            self._type(slot, text, key)
        return True

    def _strike(self, key: str, why: str = "") -> None:
        """Show a refused character, which holds the form until it is taken back; "" takes it back."""
        self.refused, self.why = key, why or self.why
        if self.slot is not None:
            self.slot.binding.hold(self.why if key else "")
            self.slot.binding.refuse(self.why if key else "")
        self.redraw()

    def _go_on(self, slot: Slot, text: str) -> None:
        error = _MINUS_ALONE if text.endswith("-") else slot.field.find_error(_read(slot.field, text))
        if error:
            slot.binding.refuse(error)
        else:
            self.turn_to(self.find_next())

    def _type(self, slot: Slot, text: str, key: str) -> None:
        character, was_new = _read_key(slot.field, key), self.is_new
        after = append(self.minus if was_new and character.isdigit() else text, character)
        error = _why_not(slot.field, character, after) if character else why_not_in_number(key)
        if error:
            self._strike(key, f"{error} {_TAKE_BACK}")
            return
        self._put(slot, after)
        if was_new and character == SIGN and text:
            self.is_new, self.minus = True, "-" if after.startswith("-") else ""

    def _put(self, slot: Slot, text: str) -> None:
        answer = _read(slot.field, text)
        self.text, self.is_new, self.minus = text, False, ""
        self.answered = self.answered - {self.on} if answer is None else self.answered | {self.on or 0}
        if answer == slot.binding.latest:
            self.redraw()
        else:
            slot.binding.answer(UNSET if answer is None else answer)


# ---- the text ------------------------------------------------------------------------------------


def append(text: str, character: str) -> str:
    """The text after one more character; a sign after a sign is that of the next number."""
    last = re.search(r"([+-]?)(\d*)((?:\.5?)?)$", text)
    assert last is not None, "it matches the empty end of any text"
    before, (sign, digits, half) = text[: last.start()], last.groups()
    if character.isdigit():
        return text + character if half else f"{before}{sign}{digits if int(digits or 0) else ''}{character}"
    if character in (POINT, HALVE):
        return f"{before}{sign}{digits or 0}{half or POINT if character == POINT else '.5'}"
    if digits and character != SIGN:
        return f"{text.removesuffix(POINT)}{character}"
    if character == "+":
        return text
    return f"{before}{'-' if sign != '-' else '+' if before else ''}{digits}{half}"


def _read_key(field: Sum | Count, key: str) -> str:
    """The character that a key stands for; "" if it is no part of such a number."""
    if key == HALVE or key in _POINTS:
        return "" if field.step != HALF else HALVE if key == HALVE else POINT
    return key if key == SIGN else read_character(key)


def _read(field: Sum | Count, text: str) -> Answer:
    """The number or parts, without zeros, that a text spells; None without a digit."""
    numbers = [float(number) if POINT in number else int(number) for number in re.findall(r"[+-]?\d+(?:\.5)?", text)]
    parts = [number for number in numbers if number]
    if not numbers:
        return None
    return parts if len(parts) > 1 and isinstance(field, Sum) else as_points(sum(parts))


def _spell(answer: Answer) -> str:
    if is_tape(answer):
        return "".join(f"{part:+}" for part in answer).removeprefix("+")
    return f"{answer}" if is_number(answer) else ""


def _why_not(field: Sum | Count, character: str, text: str) -> str:
    """Why the text is refused; empty as long as more digits may make it valid."""
    if re.search(r"\.(?!5?([+-]|$))", text):
        return _HALVES
    answer = _read(field, text)
    if character in ("-", SIGN) and not _is_signed(field):
        return _NO_SIGN if _is_penalty(field) else field.find_error(-1)
    error = "" if answer is None else field.find_error(answer)
    if not error or 0 <= add_up(answer) < field.low:
        return ""
    total = int(add_up(answer))
    longer = range(total + 1, field.high + 1) if total >= 0 else range(field.low, total)
    return "" if isinstance(field, Count) and any(not field.find_error(number) for number in longer) else error


def _show(slot: Slot, text: str) -> str:
    """The text as shown: "3 + 6 − 2 = 7"."""
    is_lost = text.strip("0") and _is_penalty(slot.field)
    shown = f"-{text.replace('+', '-')}" if is_lost else text
    spaced = re.sub(r"(?<=\d)[+-]", lambda sign: f" {sign[0]} ", shown).replace("-", "−")
    is_sum = len(re.findall(r"\d+\.?\d*", text)) > 1
    return f"{spaced} = {_figure(slot.field, text)}" if is_sum else spaced.rstrip()


def _figure(field: Sum | Count, text: str) -> str:
    """The sum of a text; lost points are entered without a sign, and shown with it."""
    answer = _read(field, text)
    if answer is None:
        return "–"
    return number_text(-abs(add_up(answer)) if _is_penalty(field) else add_up(answer))


def _is_penalty(field: Sum | Count) -> bool:
    return isinstance(field, Sum) and field.low < 0 and not field.is_signed


def _is_signed(field: Sum | Count) -> bool:
    return field.is_signed if isinstance(field, Sum) else field.low < 0


# ---- drawing -------------------------------------------------------------------------------------


def pad_of(fields: Iterable[Field]) -> tuple[Sum | Count, ...]:
    """The fields of a form that share one pad: sums, and plain numbers beside them; empty without a sum."""
    numbers = tuple(field for field in fields if isinstance(field, Sum | Count))
    return numbers if any(isinstance(field, Sum) for field in numbers) else ()


def number_pad(slots: Sequence[Slot], name: str = "", *, has_keyboard: bool = True) -> ft.Control:
    """The pad of these numbers, under the name they share. Without `has_keyboard` it is only tapped."""
    path = slots[0].binding.path
    path = f"{path.partition('[')[0] if has_keyboard else path}.pad"
    return NumberPad(slots, path, name, has_keyboard, key=path)


@ft.component
def NumberPad(slots: Sequence[Slot], path: str, name: str, has_keyboard: bool, key: str | None = None) -> ft.Control:
    """The slots with their numbers, the text of the one that is on, and the keys."""
    pad, window = _use_pad(slots, path), use_window()
    use_keys(window.keys, pad.press if has_keyboard else lambda key: False)
    ft.use_effect(lambda: None, [], cleanup=lambda: pad.slots[0].binding.hold(""))  # what is struck goes with the pad
    shown: list[ft.Control] = [label(slots[0].binding.look, name)] if name else []
    in_lines = len(slots) > 1 or slots[0].seat is not None
    rows = (len(_ROWS_LOW) if window.low else len(_ROWS)) + 1
    keys = rows * (_key_height(pad) + GAP)
    around = 0 if window.low else (_FRAME + _size(pad, _FRAME)) / 2 + _display_height(pad)  # half of it is text
    room = keys - GAP if window.low else (ft.context.page.height or 800) - around - keys
    lines = [SlotLines(pad, room, key=f"{path}.slots")] if in_lines else []
    if not window.low:
        return ft.Column([*shown, *lines, _display(pad, path), *_keys(pad, path)], spacing=GAP, tight=True)
    right = ft.Column([*shown, *_low_keys(pad, path)], spacing=GAP, tight=True, expand=3)
    left: list[ft.Control] = [ft.Container(control, expand=2) for control in lines]
    return ft.Row([*left, right], spacing=2 * GAP, vertical_alignment=ft.CrossAxisAlignment.START)


def _use_pad(slots: Sequence[Slot], path: str) -> Pad:
    """The pad and what is typed on it; a form without answers begins at its first slot.

    After a look at another screen it is where it was, and after an undo where the number was undone.
    """
    memory: Any = ft.use_ref(None)
    redraw, taps = use_redraw(), use_window().taps
    entered = [slot.is_source(Source.ENTERED) for slot in slots]
    place = ft.context.page.route, path, slots[0].binding.since
    pad: Pad | None = memory.current
    if pad is None and taps.pad[0] == place and slots[0].binding.ready is None:
        pad = memory.current = replace(taps.pad[1], refused="", why="")
    if pad is None or (pad.on or 0) >= len(slots) or (pad.has_answers and not any(entered)):
        ready = (at for at, slot in enumerate(slots) if slot.seat is not None and slot.seat == slot.binding.ready)
        first = entered.index(False) if False in entered else 0 if len(slots) == 1 else None
        pad = memory.current = Pad(on=first if pad else next(ready, first))
        slots[0].binding.hold("")  # nothing is struck on a new pad
    pad.slots, pad.answered, pad.has_answers = slots, set(), any(entered)
    pad.redraw = redraw
    paths, undone, taps.undone = [slot.binding.path for slot in slots], taps.undone, ""
    if undone in paths:
        pad.on, pad.text = paths.index(undone), ""
    pad.catch_up()
    if undone in paths:
        pad.is_new = not pad.text  # the next digit goes on with what is left of the number
    taps.pad = place, pad
    return pad


@ft.component
def SlotLines(pad: Pad, room: float, key: str | None = None) -> ft.Control:
    """Every slot with its number, in even lines; where they have no room they scroll to the one that is on."""
    page, window = ft.context.page, use_window()
    most, width = (_IN_A_LINE_WIDE, 2 * _PHONE) if window.wide else (_IN_A_LINE, min(page.width or _PHONE, _PHONE))
    width = (page.width or 0) * 2 / 5 if window.low else width
    lines = ceil(len(pad.slots) / max(2, min(most, int(width // pad.slots[0].binding.look.box(_CHIP_WIDTH)))))
    even = ceil(len(pad.slots) / lines)
    chips = [_slot_chip(slot, at == pad.on, partial(pad.turn_to, at)) for at, slot in enumerate(pad.slots)]
    chips += [ft.Container(expand=True) for _ in range(lines * even - len(chips))]
    rows: list[ft.Control] = [ft.Row(chips[at : at + even], spacing=GAP) for at in range(0, len(chips), even)]
    step = titled_height(pad.slots[0].binding.look) + GAP
    in_sight = max(1 if pad.slots[0].binding.look.is_large else _LEAST_LINES, room // (step / 2) / 2)
    is_cut, at = in_sight < lines, (pad.on or 0) // even
    column = ft.Column(rows, spacing=GAP, tight=True)
    if is_cut:
        column.scroll, column.height = ft.ScrollMode.AUTO, in_sight * step

    async def follow() -> None:
        if is_cut:
            await scroll(page, column, offset=max(0, (at + (1 - in_sight) / 2) * step), duration=_SCROLL)

    ft.use_effect(follow, [at, is_cut])
    return column


def _slot_chip(slot: Slot, is_on: bool, act: Callable[[], None]) -> ft.Control:
    look, binding = slot.binding.look, slot.binding
    tone = Tone.CHOSEN if is_on else Tone.SOLVED if slot.is_source(Source.SOLVED) else Tone.OPEN
    mark = None if slot.seat is None else badge(look, slot.seat, 20)
    figure = _figure(slot.field, _spell(binding.entered))
    return titled_chip(look, binding.path, slot.title, figure, act, tone=tone, mark=mark)


def _display(pad: Pad, path: str) -> ft.Control:
    """What is typed, or a hint; a number that will be replaced is pale."""
    look, slot, text, pale = pad.slots[0].binding.look, pad.slot, pad.text, ft.Colors.ON_SURFACE_VARIANT
    is_replaced = pad.is_new and bool(text)
    name = slot.title if slot and len(pad.slots) > 1 else ""
    hint = _ALL_IN if slot is None else f"{name}\n{_REPLACES}".lstrip() if is_replaced else name
    words = cut_text(hint, look.text(look.held(13), color=pale), 2, expand=2)
    inside: list[ft.Control] = [words]
    if slot is not None:
        figures = _show(slot, text) or "–"
        is_short = len(figures) <= (_MOST_LARGE_TEXT if look.is_large else _MOST_LARGE)
        if look.is_large and not is_short and not is_replaced:
            inside.clear()  # the slot says whose number it is
        style = look.figure(look.held(_TYPED if is_short else _DIGIT * 0.8))
        style.height, style.color = _LINE, pale if is_replaced or not text else ft.Colors.ON_SURFACE
        wrong = ft.TextStyle(color=look.bad, decoration=ft.TextDecoration.LINE_THROUGH)
        refused = [ft.TextSpan(pad.refused.replace("-", "−"), style=wrong)]
        share = None if is_short else 5
        inside.append(ft.Text(figures, style=style, spans=refused, text_align=ft.TextAlign.RIGHT, expand=share))
    return identified(
        path,
        ft.Container(
            ft.Row(inside, spacing=GAP),
            padding=ft.Padding.symmetric(horizontal=12, vertical=_AIR),
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
            border=ft.Border.all(1.5, look.bad if pad.refused else ft.Colors.OUTLINE_VARIANT),
            border_radius=12,
        ),
    )


def _keys(pad: Pad, path: str) -> Iterator[ft.Control]:
    digits: list[ft.Control] = [ft.Row([_key(pad, path, key) for key in row], spacing=GAP) for row in _ROWS]
    stretch = ft.CrossAxisAlignment.STRETCH
    right: list[ft.Control] = [
        ft.Row([_key(pad, path, key)], expand=key == "+", vertical_alignment=stretch, intrinsic_height=key != "+")
        for key in _other_keys(pad)
    ]
    columns: list[ft.Control] = [  # read aloud one after the other, not line by line across both
        ft.Semantics(container=True, expand=share, content=ft.Column(keys, spacing=GAP, tight=True))
        for keys, share in ((digits, _THREE), (right, _ONE))
    ]
    yield ft.Row(columns, spacing=GAP, intrinsic_height=True, vertical_alignment=stretch)
    halves = _list_halves(pad)
    last: list[ft.Control] = [ft.Row([_key(pad, path, key)], expand=_ONE) for key in ("0", *halves)]
    if len(pad.slots) > 1:
        last.append(ft.Row(_next_key(pad, path), expand=_TWO if halves else _THREE))
    yield ft.Row(last, spacing=GAP)


def _low_keys(pad: Pad, path: str) -> Iterator[ft.Control]:
    go_on: list[ft.Control] = [ft.Row(_next_key(pad, path), expand=2)] if len(pad.slots) > 1 else []
    yield ft.Row([ft.Container(_display(pad, path), expand=3), *go_on], spacing=GAP)
    first, *rest = _other_keys(pad)
    for row, others in zip(_ROWS_LOW, ([first, *_list_halves(pad)], rest), strict=True):
        yield ft.Row([_key(pad, path, key) for key in (*row, *others)], spacing=GAP)


def _next_key(pad: Pad, path: str) -> list[ft.Control]:
    return [] if pad.find_next() is None else [_key(pad, path, NEXT)]


def _other_keys(pad: Pad) -> list[str]:
    return [BACK, *([SIGN] if any(_is_signed(slot.field) for slot in pad.slots) else []), "+"]


def _list_halves(pad: Pad) -> list[str]:
    return [HALVE] if any(slot.field.step == HALF for slot in pad.slots) else []


def _key(pad: Pad, path: str, key: str) -> ft.Control:
    look, is_next, following = pad.slots[0].binding.look, key == NEXT, pad.find_next()
    is_on = pad.can_go_on() if is_next else pad.slot is not None and (key != BACK or bool(pad.text or pad.refused))
    fill = look.fill if is_next else ft.Colors.SURFACE_CONTAINER_HIGH
    ink = "#ffffff" if is_next else ft.Colors.ON_SURFACE if key.isnumeric() else look.accent
    if not is_on:
        fill, ink = ft.Colors.SURFACE_CONTAINER_LOW, ft.Colors.ON_SURFACE_VARIANT
    title = pad.slots[following].title if is_next and following is not None else ""
    words, says = (f"{title} {NEXT}", f"Next: {title}") if is_next else (key, key)
    style = look.text(look.held(17), bold=True, color=ink) if is_next else look.figure(look.held(_DIGIT), color=ink)
    style.height = _LINE * _DIGIT / 17 if is_next else _LINE
    text = cut_text(words, style)
    text.semantics_label = _SAYS.get(key, says)
    return identified(
        f"{path}#{key}",
        ft.Container(
            text,
            alignment=ft.Alignment.CENTER,
            padding=ft.Padding.symmetric(horizontal=4, vertical=(_key_height(pad) - _size(pad, _DIGIT * _LINE)) / 2),
            bgcolor=fill,
            border=ft.Border.all(1.5, fill if is_next and is_on else ft.Colors.OUTLINE_VARIANT),
            border_radius=12,
            on_click=lambda _: pad.press(key),
        ),
        button=True,
        expand=True,
    )


def _size(pad: Pad, points: float) -> float:
    return pad.slots[0].binding.look.box(pad.slots[0].binding.look.held(points))


def _key_height(pad: Pad) -> float:
    return max(float(TOUCH), _size(pad, _DIGIT * _LINE) + _AIR)


def _display_height(pad: Pad) -> float:
    return _size(pad, _TYPED * _LINE) + 2 * _AIR
