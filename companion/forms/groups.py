"""Dividing the players into groups."""

import random
from functools import partial
from typing import Final

import flet as ft

from companion.forms.binding import Binding
from companion.ui.chips_and_buttons import Tone, chip, quiet
from companion.ui.marks import badge
from companion.ui.panel import flow, label, note
from scoring.contract.prompts import Answer, Groups, Source

_PAIR: Final = 2


def groups(field: Groups, binding: Binding) -> ft.Control:
    """A chip for each player: a tap puts them into a group, another tap into the next one, and at last into none."""
    look, names = binding.look, binding.table.names
    number_of = _numbers(binding.entered)
    chosen = Tone.SOLVED if binding.value.source is Source.SOLVED else Tone.CHOSEN

    def draw() -> None:
        binding.answer(_draw(field))

    def player_chip(seat: int) -> ft.Control:
        text = f"{names[seat]} {number_of[seat] + 1}" if seat in number_of else names[seat]
        tone = chosen if seat in number_of else Tone.OPEN
        act, mark = partial(_move, field, binding, seat), badge(look, seat, 26)
        return chip(look, f"{binding.path}[{seat}]", text, act, tone=tone, mark=mark, small=True)

    chips = [player_chip(seat) for seat in field.seats]
    if field.by_chance:
        chips.append(quiet(look, f"{binding.path}.chance", field.by_chance, draw, icon=ft.Icons.CASINO_ROUNDED))
    summary = " · ".join(" + ".join(names[seat] for seat in group) for group in binding.entered or () if group)
    return ft.Column([label(look, field.label), flow(chips), note(look, summary)], spacing=8, tight=True)


def _move(field: Groups, binding: Binding, seat: int) -> None:
    """Put a player into the first group with room, or move them from their group to the next."""
    sizes = sorted(field.sizes[0], key=lambda size: (size != _PAIR, size))  # pairs first: a player left over is last
    number_of = _numbers(binding.latest)
    members = [[other for other in field.seats if number_of.get(other) == number] for number in range(len(sizes))]
    if seat in number_of:
        number = number_of[seat] + 1
    else:
        with_room = (number for number, size in enumerate(sizes) if len(members[number]) < size)
        number = next(with_room, 0)
    after = {**number_of, seat: number}
    binding.answer([[other for other in field.seats if after.get(other) == number] for number in range(len(sizes))])


def _draw(field: Groups) -> list[list[int]]:
    seats, sizes = list(field.seats), random.choice(field.sizes)
    random.shuffle(seats)
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [sorted(seats[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def _numbers(answer: Answer) -> dict[int, int]:
    return {seat: number for number, members in enumerate(answer or ()) for seat in members}
