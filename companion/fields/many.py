"""Questions made of questions: for each of several, several times, together, in groups."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import flet as ft

from companion.fields.asked import Asked
from companion.fields.choices import switched
from companion.fields.height import in_turn
from companion.fields.numbers import UNOPENED, bid_text, count, short_count
from companion.parts.marks import badge
from companion.parts.panel import flow, label, note
from companion.parts.press import CHIP, Tone, chip, quiet
from scoring.drafts import Source, get_cells, get_value
from scoring.prompts import UNSET, Answer, Cell, Count, Field, Flag, Grid, Group, Groups, Pick, Repeat, Subset, Unset

_PAIR: Final = 2
_SHORT: Final = 8
"""Letters of a name that fits before a row of keys."""

_NEXT: Final = -1
"""Nobody's pad was asked for: it is the next one's who has no bid."""

_MARK: Final = 58
"""Width of the key at the end of a row."""

_NAME: Final = 66
_ROOM: Final = 6
"""Width of such a name, and the keys beside it on a phone."""

View = Callable[[Field, Asked], ft.Control]


@dataclass(frozen=True)
class Marks:
    """A choice of cells of a `Grid`: it has a key at the end of each row."""

    field: Subset
    asked: Asked

    def key(self, cell: Cell) -> ft.Control:
        """The key of this cell's row."""
        (choice,) = (choice for choice in self.field.choices if choice.value == cell.key)
        return switched(self.field, self.asked, choice, _MARK)


def are_marks(each: Grid, of: Subset) -> bool:
    """Whether `of` chooses among the cells of this question for several numbers, so that both fit into its rows."""
    fits = [cell.key for cell in each.cells] == [choice.value for choice in of.choices]
    return fits and not each.seats and all(_in_a_row(cell) for cell in each.cells)


def _in_a_row(cell: Cell) -> bool:
    """Whether the numbers of the cell stand beside its name."""
    return isinstance(cell.field, Count) and not cell.note and len(cell.label) <= _SHORT


def each(field: Grid, asked: Asked, view: View, marks: Marks | None = None) -> ft.Control:
    """One row a key: its name, the fact that helps, its own question; `marks` have a key at the end of each row."""
    if in_turn(field):
        return InTurn(field, asked, view, key=asked.path)

    def put(key: Answer, answer: Answer | Unset) -> None:
        after = {**_pairs(asked.now), key: answer}
        asked.answer([[cell.key, after[cell.key]] for cell in field.cells if after.get(cell.key, UNSET) is not UNSET])

    def row(cell: Cell, held: object) -> ft.Control:
        pick = lambda whole: _pairs(whole).get(cell.key)  # noqa: E731
        inner = asked.inner(f"[{cell.key}]", UNSET, lambda answer: put(cell.key, answer), pick)
        inner = replace(inner, held=held)  # type: ignore[arg-type]
        if isinstance(cell.field, Count) and not field.seats and _in_a_row(cell):
            return NumberRow(cell.label, cell.field, inner, marks.key(cell) if marks else None, key=inner.path)
        head: list[ft.Control] = [ft.Text(cell.label, style=asked.look.text(16, bold=True))]
        if field.seats and isinstance(cell.key, int):
            head.insert(0, badge(asked.look, cell.key, 26))
        if cell.note:
            head.append(note(asked.look, cell.note))
        if isinstance(cell.field, Flag):  # its switch has room beside the name
            share = ft.Container(view(cell.field, inner), expand=1 if cell.field.label else None)
            return ft.Row([ft.Row(head, spacing=8, expand=1), share], spacing=8)
        return ft.Column([ft.Row(head, spacing=8), view(cell.field, inner)], spacing=4, tight=True)

    if not field.cells:  # nobody is asked yet; the place stays, so that what follows keeps its own
        return ft.Column(tight=True)
    draft = {field.name: asked.entered} if asked.entered is not None else {}
    rows = [row(cell, held) for cell, held in get_cells(field, draft)]
    if marks is not None:
        rows.append(note(asked.look, marks.field.label))
    close = all(_in_a_row(cell) for cell in field.cells)  # rows of one line each need less air
    above = [label(asked.look, field.label)] if field.label else []
    return ft.Column([*above, *rows], spacing=6 if close else 12, tight=True)


@ft.component
def NumberRow(
    name: str, field: Count, asked: Asked, tail: ft.Control | None = None, key: str | None = None
) -> ft.Control:
    """A short name with its numbers beside it: those around the likely one, or all once somebody asked for more."""
    whole, show = ft.use_state(False)
    around = field.likely if isinstance(field.likely, int) else field.low
    room = _ROOM if tail is None else _ROOM - 1
    keys = count(field, asked) if whole else short_count(field, asked, around, room, lambda: show(True))
    words = ft.Text(name, style=asked.look.text(16, bold=True), width=_NAME, no_wrap=True)
    return ft.Row([words, ft.Container(keys, expand=True), *([tail] if tail else [])], spacing=4)


@ft.component
def InTurn(field: Grid, asked: Asked, view: View, key: str | None = None) -> ft.Control:
    """Everybody's answer on a chip, and one place to answer: a tap there goes on to the next who has none yet."""
    turn, go_to = ft.use_state(_NEXT)
    look, held = asked.look, _pairs(asked.entered)
    missing = [cell.key for cell in field.cells if cell.key not in held]
    on = turn if turn != _NEXT else missing[0] if missing else None

    def put(answer: Answer | Unset) -> None:
        after = {**_pairs(asked.now), on: answer}
        asked.answer([[cell.key, after[cell.key]] for cell in field.cells if after.get(cell.key, UNSET) is not UNSET])
        go_to(_NEXT)

    def one(cell: Cell) -> ft.Control:
        said = f" {_said(cell.field, held[cell.key])}" if cell.key in held else ""
        tone = Tone.LIKELY if cell.key == on else Tone.CHOSEN if said else Tone.OPEN
        seat = int(cell.key)
        act, mark = partial(go_to, seat), badge(look, seat, 26)
        return chip(look, f"{asked.path}[{seat}]", f"{cell.label}{said}", act, tone=tone, mark=mark, small=True)

    rows: list[ft.Control] = [flow([one(cell) for cell in field.cells])]
    for cell in field.cells:
        if cell.key == on:
            inner = asked.inner(f"[{on}]", held.get(on, UNSET), put, lambda whole: _pairs(whole).get(on))
            words = label(look, cell.label)
            rows.append(ft.Column([words, view(cell.field, inner)], spacing=8, tight=True, key=inner.path))
    return ft.Column(rows, spacing=12, tight=True)


def _said(field: Field, answer: Answer) -> str:
    """An answer as its chip says it."""
    if isinstance(field, Pick):
        return next((choice.label for choice in field.choices if choice.value == answer), "")
    return bid_text(answer)


def group(field: Group, asked: Asked, view: View) -> ft.Control:
    """Several questions that belong together."""
    held = dict(asked.entered or {})

    def put(name: str, answer: Answer | Unset) -> None:
        after = {**(asked.now or {}), name: answer}
        asked.answer({key: kept for key, kept in after.items() if kept is not UNSET})

    def part(inner: Field) -> ft.Control:
        pick = lambda whole: (whole or {}).get(inner.name)  # noqa: E731
        question = asked.inner(f".{inner.name}", UNSET, lambda answer: put(inner.name, answer), pick)
        return view(inner, replace(question, held=get_value(inner, held)))

    parts = [part(inner) for inner in field.fields]
    return ft.Column([label(asked.look, field.label), *parts] if field.label else parts, spacing=8, tight=True)


def repeat(field: Repeat, asked: Asked, view: View) -> ft.Control:
    """The same question several times; numbers lie side by side, anything else below each other."""
    held = list(asked.entered or ())

    def put(index: int, answer: Answer | Unset) -> None:
        now = list(asked.now or ())
        asked.answer([*now[:index], *([] if answer is UNSET else [answer]), *now[index + 1 :]])

    def one(index: int, answer: Answer | Unset) -> ft.Control:
        pick = lambda whole: (list(whole or ())[index : index + 1] or [None])[0]  # noqa: E731
        return view(field.field, asked.inner(f"[{index}]", answer, partial(put, index), pick))

    rows: list[ft.Control] = [label(asked.look, field.label)]
    if isinstance(field.field, Count):
        rows.append(Numbers(field.field, field.high, asked, put, key=asked.path))
    else:
        rows += [one(i, old) for i, old in enumerate(held)]
        if len(held) < field.high:
            rows.append(one(len(held), UNSET))
    return ft.Column(rows, spacing=8, tight=True)


@ft.component
def Numbers(
    field: Count, most: int, asked: Asked, put: Callable[[int, Answer | Unset], None], key: str | None = None
) -> ft.Control:
    """Numbers in a row; a tap opens one, to be chosen anew among all there are; the last keys add and drop one."""
    opened, open_ = ft.use_state(UNOPENED)
    held = list(asked.entered or ())

    def add() -> None:
        now = list(asked.now or ())
        put(len(now), min(field.high, now[-1] + 1) if now else field.low)

    def drop() -> None:
        put(len(asked.now or ()) - 1, UNSET)

    def choose(answer: Answer | Unset) -> None:
        if answer is not UNSET:  # a second tap on the number that holds changes nothing
            put(opened, answer)

    look = asked.look
    keys = [_numbered(asked, index, number, opened == index, open_) for index, number in enumerate(held)]
    ends: list[ft.Control] = [chip(look, f"{asked.path}.drop", "−", drop, width=CHIP, says="One less")] if held else []
    if len(held) < most:
        ends.append(chip(look, f"{asked.path}.add", "+", add, width=CHIP, says="One more"))
    blank = ft.Text(" ", style=look.text(12))
    keys.append(
        ft.Column([blank, ft.Row(ends, spacing=6, tight=True)], spacing=2, tight=True, key=f"{asked.path}.ends")
    )
    rows: list[ft.Control] = [flow(keys)]
    if 0 <= opened < len(held):
        inner = asked.inner(f"[{opened}]", held[opened], choose, lambda whole: list(whole or ())[opened])
        rows += [label(look, f"{field.label}, number {opened + 1}"), count(field, inner)]
    elif held:
        rows.append(note(look, "Tap a number to change it."))
    return ft.Column(rows, spacing=8, tight=True)


def _numbered(asked: Asked, index: int, number: Answer, chosen: bool, open_: Callable[[int], None]) -> ft.Control:
    """One number of several with its place above it."""
    name, tone = f"{asked.path}[{index}]", Tone.CHOSEN if chosen else Tone.OPEN
    act = partial(open_, UNOPENED if chosen else index)
    place = ft.Text(str(index + 1), style=asked.look.text(12, color=ft.Colors.ON_SURFACE_VARIANT))
    return ft.Column(
        [place, chip(asked.look, name, str(number), act, tone=tone, width=CHIP)],
        spacing=2,
        tight=True,
        key=f"{name}.place",
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def groups(field: Groups, asked: Asked) -> ft.Control:
    """Players into groups: tap one after the other who belongs together, or draw; those left over are the last group.

    Another tap moves a player on to the next group, and from the last one out again.
    """
    look, names = asked.look, asked.table.names
    of = _grouped(asked.entered)
    chosen = Tone.SOLVED if asked.held.source is Source.SOLVED else Tone.CHOSEN
    rooms = sorted(field.sizes[0], key=lambda size: (size != _PAIR, size))  # pairs first: who is left over is not one

    def tap(seat: int) -> None:
        now = _grouped(asked.now)
        held = [[other for other in field.seats if now.get(other) == number] for number in range(len(rooms))]
        if seat in now:
            to = now[seat] + 1
        else:
            to = next((n for n, (group, room) in enumerate(zip(held, rooms, strict=True)) if len(group) < room), 0)
        after = {**now, seat: to}
        asked.answer([[other for other in field.seats if after.get(other) == number] for number in range(len(rooms))])

    def draw() -> None:
        seats, sizes = list(field.seats), random.choice(field.sizes)
        random.shuffle(seats)
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        asked.answer([sorted(seats[start : start + size]) for start, size in zip(starts, sizes, strict=True)])

    def one(seat: int) -> ft.Control:
        label = f"{names[seat]} {of[seat] + 1}" if seat in of else names[seat]
        tone = chosen if seat in of else Tone.OPEN
        mark = badge(look, seat, 26)
        return chip(look, f"{asked.path}[{seat}]", label, partial(tap, seat), tone=tone, mark=mark, small=True)

    chips = [one(seat) for seat in field.seats]
    if field.by_chance:
        chips.append(quiet(look, f"{asked.path}.chance", field.by_chance, draw, icon=ft.Icons.CASINO_ROUNDED))
    told = " · ".join(" + ".join(names[seat] for seat in group) for group in asked.entered or () if group)
    return ft.Column([label(look, field.label), flow(chips), note(look, told)], spacing=8, tight=True)


def _pairs(answer: Answer) -> dict[Answer, Answer]:
    """The cells of a `Grid` that are entered, by key."""
    return dict(map(tuple, answer or ()))


def _grouped(answer: Answer) -> dict[int, int]:
    """The number of everybody's group, by seat."""
    return {seat: number for number, members in enumerate(answer or ()) for seat in members}
