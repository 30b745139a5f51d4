"""Words: a few of them, or a card by its name with the numbers printed on it."""

from functools import partial

import flet as ft

from companion.fields.asked import Asked
from companion.fields.numbers import count
from companion.parts.box import text_box
from companion.parts.panel import flow, label
from companion.parts.press import chip
from scoring.prompts import UNSET, Answer, Known, Text, Unset


def text(field: Text, asked: Asked) -> ft.Control:
    """A few words; a reason, a note, a name."""
    words = str(asked.entered or "")
    return text_box(asked.look, asked.path, field.label, words, asked.answer, longest=field.longest)


def known(field: Known, asked: Asked) -> ft.Control:
    """The name, cards that begin like it, and the printed numbers, filled in where they are remembered."""
    held = asked.entered or {"name": "", "numbers": []}
    typed = dict(map(tuple, held["numbers"]))

    def named(name: str) -> None:
        remembered = next((c for c in asked.known(field.shelf, name) if c.name.lower() == name.strip().lower()), None)
        numbers = [list(pair) for pair in remembered.numbers] if remembered else held["numbers"]
        asked.answer({"name": name, "numbers": numbers})

    def number(of: str, value: Answer | Unset) -> None:
        after = {**typed, of: value}
        ordered = [[c.name, after[c.name]] for c in field.numbers if after.get(c.name, UNSET) is not UNSET]
        asked.answer({"name": held["name"], "numbers": ordered})

    names = [card.name for card in asked.known(field.shelf, held["name"])]
    names += [name for name in field.suggestions if name.lower().startswith(held["name"].lower()) and name not in names]
    offers = [
        chip(asked.look, f"{asked.path}:{name}", name, partial(named, name), small=True)
        for name in names[:8]
        if name != held["name"]
    ]
    rows: list[ft.Control] = [text_box(asked.look, asked.path, field.label, held["name"], named)]
    if offers:
        rows.append(flow(offers))
    for each in field.numbers:
        inner = asked.inner(f".{each.name}", typed.get(each.name, UNSET), partial(number, each.name))
        rows += [label(asked.look, each.label), count(each, inner)]
    return ft.Column(rows, spacing=8, tight=True)
