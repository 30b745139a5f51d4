"""Words: a few of them, or a card by its name with the numbers printed on it."""

import flet as ft

from companion.fields.asked import Asked
from companion.fields.numbers import count
from companion.parts.panel import flow, label
from companion.parts.press import chip, identified
from scoring.prompts import UNSET, Answer, Known, Text, Unset


def text(field: Text, asked: Asked) -> ft.Control:
    """A few words; a reason, a note, a name."""
    box = ft.TextField(
        label=field.label,
        value=str(asked.entered or ""),
        max_length=field.longest,
        counter="",
        on_change=lambda e: asked.answer(e.control.value or ""),
        border_radius=12,
    )
    return identified(asked.path, box)


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
        chip(asked.look, f"{asked.path}:{name}", name, lambda name=name: named(name), small=True)  # type: ignore[misc]
        for name in names[:8]
        if name != held["name"]
    ]
    box = ft.TextField(
        label=field.label, value=held["name"], on_change=lambda e: named(e.control.value or ""), border_radius=12
    )
    rows: list[ft.Control] = [identified(asked.path, box)]
    if offers:
        rows.append(flow(offers))
    for each in field.numbers:
        inner = asked.inner(f".{each.name}", typed.get(each.name, UNSET), lambda value, of=each.name: number(of, value))  # type: ignore[misc]
        rows += [label(asked.look, each.label), count(each, inner)]
    return ft.Column(rows, spacing=8, tight=True)
