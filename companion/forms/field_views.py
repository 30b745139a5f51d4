"""One view for each kind of field; the only place that knows how a field looks."""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

import flet as ft

from companion.forms import cards, cells, choices, groups, number_pad, repeats, typed_words
from companion.forms.binding import Binding
from companion.forms.numbers import bid_pad, count
from companion.forms.sealed_answer import SealedAnswer
from scoring.contract.prompts import (
    Bid,
    Card,
    Count,
    Field,
    Flag,
    Grid,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Repeat,
    Sealed,
    Subset,
    Sum,
    Text,
)

__all__ = ["Binding", "bare", "view", "views"]


def views(fields: Sequence[Field], bind: Callable[[Field], Binding]) -> list[ft.Control]:
    """All fields; sums and plain numbers share one pad. Each box has its question's key, so no other reuses it."""
    shown: list[ft.Control] = []
    marks: Subset | None = None
    numbers = number_pad.pad_of(fields)
    for field, after in zip_longest(fields, fields[1:]):
        if field in numbers:  # all of them share one pad
            if field is numbers[0]:
                slots = [number_pad.Slot(number, bind(number), number.label) for number in numbers]
                shown.append(_boxed(slots[0].binding, number_pad.number_pad(slots)))
        elif marks is not None:  # this field is drawn in the rows above
            marks = None
        elif isinstance(field, Grid) and isinstance(after, Subset) and cells.are_marks(field, after):
            marks = after
            binding = bind(field)
            shown.append(_boxed(binding, cells.show_cells(field, binding, view, cells.Marks(marks, bind(marks)))))
        else:
            binding = bind(field)
            shown.append(_boxed(binding, view(field, binding)))
    return shown


def _boxed(binding: Binding, content: ft.Control) -> ft.Control:
    return ft.Container(content, key=binding.key)


def bare(field: Field, binding: Binding) -> ft.Control:
    """The field without its label, for a row that has one already; choices with a picture show it alone."""
    if isinstance(field, Pick):
        return _boxed(binding, choices.pick(field, binding, slim=True))
    return _boxed(binding, view(field, binding))


def view(field: Field, binding: Binding) -> ft.Control:
    return VIEWS[type(field)](field, binding)


_Draw = Callable[[Any, Binding], ft.Control]

VIEWS: Final[Mapping[type[Field], _Draw]] = {
    Pick: lambda field, binding: choices.labelled(field, binding, choices.pick(field, binding)),
    Count: lambda field, binding: choices.labelled(field, binding, count(field, binding)),
    Sum: lambda field, binding: number_pad.number_pad([number_pad.Slot(field, binding, field.label)]),
    Flag: choices.flag,
    Text: typed_words.text,
    Subset: lambda field, binding: choices.labelled(field, binding, choices.subset(field, binding)),
    Group: lambda field, binding: repeats.group(field, binding, view),
    Grid: lambda field, binding: cells.show_cells(field, binding, view),
    Repeat: lambda field, binding: repeats.repeat(field, binding, view),
    Bid: bid_pad,
    Groups: groups.groups,
    Card: lambda field, binding: cards.CardGrid(field, binding, key=binding.path),
    OnBoard: lambda field, binding: choices.labelled(field, binding, cards.on_board(field, binding)),
    Known: typed_words.known,
    # A seat's own key: opened for one player, it would be open for the next one.
    Sealed: lambda field, binding: SealedAnswer(field, binding, view, key=f"{binding.path}@{binding.seat}"),
}
"""The view of each kind of question."""
