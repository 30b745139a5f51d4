"""One view a field kind; the only place that knows how a question looks."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

import flet as ft

from companion.fields import cards, choices, many, numbers, secret, words
from companion.fields.asked import Asked
from scoring.prompts import (
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
    Ranking,
    Repeat,
    Sealed,
    Subset,
    Text,
)

__all__ = ["Asked", "bare", "view", "views"]


def views(asked_for: Sequence[Field], asked: Callable[[Field], Asked]) -> list[ft.Control]:
    """All fields below each other; marks on the numbers before them stand in their rows."""
    shown: list[ft.Control] = []
    marks: Subset | None = None
    for field, after in zip_longest(asked_for, asked_for[1:]):
        if marks is not None:  # it stands in the rows above
            marks = None
        elif isinstance(field, Grid) and isinstance(after, Subset) and many.are_marks(field, after):
            marks = after
            shown.append(many.each(field, asked(field), view, many.Marks(marks, asked(marks))))
        else:
            shown.append(view(field, asked(field)))
    return shown


def bare(field: Field, asked: Asked) -> ft.Control:
    """The field without its label, for a row that has said what it asks; pictures alone where there are some."""
    if isinstance(field, Pick):
        return choices.pick(field, asked, field.choices, seats=field.seats, slim=True)
    return view(field, asked)


def view(field: Field, asked: Asked) -> ft.Control:
    """The control that asks this field; one that only shows the field and its answer is kept while both stay."""
    if isinstance(field, Pick | Count | Subset | Ranking | Bid):
        shown = replace(field, label="") if isinstance(field, Bid) else field  # whose bid it is, the title says
        return asked.keep(asked.path, (shown, asked), partial(_view, field, asked))
    return _view(field, asked)


def _view(field: Field, asked: Asked) -> ft.Control:
    match field:
        case Pick():
            return choices.labelled(field, asked, choices.pick(field, asked, field.choices, seats=field.seats))
        case Count():
            return choices.labelled(field, asked, numbers.count(field, asked))
        case Flag():
            return choices.flag(field, asked)
        case Text():
            return words.text(field, asked)
        case Subset():
            return choices.labelled(field, asked, choices.subset(field, asked))
        case Ranking():
            return choices.labelled(field, asked, choices.ranking(field, asked))
        case Group():
            return many.group(field, asked, view)
        case Grid():
            return many.each(field, asked, view)
        case Repeat():
            return many.repeat(field, asked, view)
        case Bid():
            return numbers.bid_pad(field, asked)
        case Groups():
            return many.groups(field, asked)
        case Card():
            return cards.CardGrid(field, asked, key=asked.path)
        case OnBoard():
            return choices.labelled(field, asked, cards.on_board(field, asked))
        case Known():
            return words.known(field, asked)
        case Sealed():
            return secret.SealedAnswer(field, asked, view, key=asked.path)
