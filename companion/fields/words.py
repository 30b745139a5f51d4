"""Words: a few of them, or a card by its name with the numbers printed on it."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.fields.asked import Asked
from companion.fields.numbers import count
from companion.parts.box import text_box
from companion.parts.panel import flow, label
from companion.parts.press import CHIP, Tone, chip
from scoring.names import name_key
from scoring.prompts import UNSET, Answer, Count, Known, Text, Unset

_OFFERS: Final = 12
"""Names that are offered at once; with more of them their first letters come first."""


def text(field: Text, asked: Asked) -> ft.Control:
    """A few words; a reason, a note, a name."""
    words = str(asked.entered or "")
    return text_box(asked.look, asked.path, field.label, words, asked.answer, longest=field.longest)


def known(field: Known, asked: Asked) -> ft.Control:
    """The name, cards that begin like it, and the printed numbers, filled in where they are remembered.

    A number that is answered shrinks to a chip, which a tap opens again; the next one follows.
    """
    held = asked.entered or {"name": "", "numbers": []}
    name, typed = held["name"], dict(map(tuple, held["numbers"]))
    known_cards = asked.known(field.shelf, name)
    cards = {name_key(card.name): [list(pair) for pair in card.numbers] for card in known_cards}
    printed = {name_key(card.name): [list(pair) for pair in card.numbers] for card in field.printed}

    def choose(card: str) -> None:
        asked.answer({"name": card, "numbers": cards.get(name_key(card), printed.get(name_key(card), []))})

    def spell(letters: str) -> None:
        only = len(asked.known(field.shelf, letters)) == 1
        kept = cards.get(name_key(letters)) if only else None
        asked.answer({"name": letters, "numbers": (asked.now or held)["numbers"] if kept is None else kept})

    def number(of: str, value: Answer | Unset) -> None:
        now = asked.now or held
        after = {**dict(map(tuple, now["numbers"])), of: value}
        ordered = [[c.name, after[c.name]] for c in field.numbers if after.get(c.name, UNSET) is not UNSET]
        asked.answer({"name": now["name"], "numbers": ordered})

    rows: list[ft.Control] = [text_box(asked.look, asked.path, field.label, name, spell)]
    if not typed or name_key(name) not in cards:
        rows += _offers(field, asked, name, [card.name for card in known_cards], choose, spell)
    if not name.strip():
        return ft.Column(rows, spacing=8, tight=True)
    answered = [each for each in field.numbers if each.name in typed]
    if answered:
        rows.append(flow([_answered(asked, each, typed[each.name], number) for each in answered]))
    for each in [each for each in field.numbers if each.name not in typed][:1]:
        inner = asked.inner(f".{each.name}", UNSET, partial(number, each.name), lambda _: None)
        rows += [label(asked.look, each.label), count(each, inner)]
    return ft.Column(rows, spacing=8, tight=True)


def _offers(
    field: Known, asked: Asked, name: str, cards: list[str], choose: Callable[[str], None], spell: Callable[[str], None]
) -> list[ft.Control]:
    """Cards that begin like the name; before a letter is typed and with too many of them, their first letters."""
    kept, letters = {name_key(card) for card in cards}, name_key(name)
    fitting = [card for card in field.suggestions if name_key(card).startswith(letters) and name_key(card) not in kept]
    offered = sorted(card for card in (*cards, *fitting) if card != name)
    if len(offered) > _OFFERS and not name:
        initials = sorted({card[0].upper() for card in offered})
        keys = [chip(asked.look, f"{asked.path}^{key}", key, partial(spell, key), width=CHIP) for key in initials]
        return [flow(keys)]
    chips = [chip(asked.look, f"{asked.path}:{each}", each, partial(choose, each), small=True) for each in offered]
    return [flow(chips[:_OFFERS])] if chips else []


def _answered(asked: Asked, each: Count, value: int, number: Callable[[str, Answer | Unset], None]) -> ft.Control:
    words = each.words[(value - each.low) // each.step] if each.words else f"{each.label}: {value}"
    act = partial(number, each.name, UNSET)
    return chip(asked.look, f"{asked.path}.{each.name}", words, act, tone=Tone.CHOSEN, small=True)
