"""Text: a few words, or a card by its name with the numbers printed on it."""

from collections.abc import Iterable
from functools import partial
from typing import Final

import flet as ft

from companion.forms.binding import Binding
from companion.forms.numbers import count
from companion.ui.box import text_box
from companion.ui.chips_and_buttons import CHIP, Tone, chip
from companion.ui.panel import flow, label, letters_note, stretched
from scoring.contract.cards import KnownCard
from scoring.contract.names import LONGEST_NAME, name_key
from scoring.contract.prompts import MISSING_VALUE, UNSET, Answer, Count, Known, Text, Unset

# Names suggested at once; if there are more, first letters are suggested before anything is typed
MOST_SUGGESTIONS: Final = 12
_MOST_TITLES: Final = 6  # titles of games offered at once

_NO_CARD: Final[Answer] = {"name": "", "numbers": []}


def text(field: Text, binding: Binding) -> ft.Control:
    """A few words: a reason, a note, a name; the title of a game with those in the history below it."""
    words = str(binding.entered or "")
    box = text_box(binding.look, binding.path, field.label, words, binding.answer, longest=field.longest)
    missing = letters_note(binding.look, words, "this name" if field.name == "name" else "these words")
    if not field.shelf:
        return stretched([box, *missing], 8)
    titles = [card.name for card in binding.find_cards(field.shelf, words) if card.name != words]
    put = [
        chip(binding.look, f"{binding.path}:{title}", title, partial(binding.answer, title), small=True)
        for title in titles[:_MOST_TITLES]
    ]
    return ft.Column([box, *missing, *([flow(put)] if put else [])], spacing=8, tight=True)


def known(field: Known, binding: Binding) -> ft.Control:
    """A card: its name with suggestions, then its printed numbers one by one; a tap on an answered one asks again."""
    card = binding.entered or _NO_CARD
    name, numbers = card["name"], dict(map(tuple, card["numbers"]))
    remembered = binding.find_cards(field.shelf, name)
    rows: list[ft.Control] = [
        text_box(binding.look, binding.path, field.label, name, partial(_spell, field, binding), longest=LONGEST_NAME),
    ]
    if not numbers or name_key(name) not in {name_key(other.name) for other in remembered}:
        rows += _suggestions(field, binding, name, [other.name for other in remembered])
    if not name.strip():
        return ft.Column(rows, spacing=8, tight=True)
    recorded = binding.recorded or _NO_CARD
    if not numbers and name_key(name) != name_key(recorded["name"]):  # of another card, or of this one, mistyped
        printed = dict(map(tuple, recorded["numbers"]))
        same = [[number.name, printed[number.name]] for number in field.numbers if number.name in printed]
        keep = partial(binding.answer, {"name": name, "numbers": same})
        words = f"Same numbers as {recorded['name']}"
        rows += [flow([chip(binding.look, f"{binding.path}.same", words, keep, small=True)])] if same else []
    answered = [number for number in field.numbers if number.name in numbers]
    if answered:
        rows.append(flow([_number_chip(field, binding, number, numbers[number.name]) for number in answered]))
    missing = next((number for number in field.numbers if number.name not in numbers), None)
    if missing is not None:
        put = partial(_put_number, field, binding, missing.name)
        inner = binding.nested(f".{missing.name}", MISSING_VALUE, put, lambda _: None)
        rows += [label(binding.look, missing.label), count(missing, inner)]
    return ft.Column(rows, spacing=8, tight=True)


def _spell(field: Known, binding: Binding, letters: str) -> None:
    """Enter a name, with its numbers if it is the only remembered card that begins like this.

    The numbers of a known card do not stay for another name.
    """
    cards = binding.find_cards(field.shelf, letters)
    numbers = _numbers_of(cards, letters) if len(cards) == 1 else None
    if numbers is None:
        card = binding.latest or binding.entered or _NO_CARD
        known = (*binding.find_cards(field.shelf, card["name"]), *field.printed)
        numbers = [] if card["numbers"] == _numbers_of(known, card["name"]) else card["numbers"]
    binding.answer({"name": letters, "numbers": numbers})


def _choose(field: Known, binding: Binding, name: str) -> None:
    """Enter a suggested card with its remembered or printed numbers."""
    remembered = _numbers_of(binding.find_cards(field.shelf, name), name)
    numbers = _numbers_of(field.printed, name) if remembered is None else remembered
    binding.answer({"name": name, "numbers": numbers or []})


def _numbers_of(cards: Iterable[KnownCard], name: str) -> list[Answer] | None:
    """The numbers of the card with this name; None if it is not among the cards."""
    matching = (card.numbers for card in cards if name_key(card.name) == name_key(name))
    return next(([list(pair) for pair in numbers] for numbers in matching), None)


def _put_number(field: Known, binding: Binding, label: str, answer: Answer | Unset) -> None:
    """Enter or remove one of the printed numbers."""
    card = binding.latest or binding.entered or _NO_CARD
    after = {**dict(map(tuple, card["numbers"])), label: answer}
    numbers = [[n.name, after[n.name]] for n in field.numbers if after.get(n.name, UNSET) is not UNSET]
    binding.answer({"name": card["name"], "numbers": numbers})


def _suggestions(field: Known, binding: Binding, name: str, remembered: list[str]) -> list[ft.Control]:
    """Cards that begin with these letters; if there are too many and nothing is typed yet, their first letters."""
    look, path = binding.look, binding.path
    known, letters = {name_key(card) for card in remembered}, name_key(name)
    others = [card for card in field.suggestions if name_key(card).startswith(letters) and name_key(card) not in known]
    cards = sorted(card for card in (*remembered, *others) if card != name)
    if len(cards) > MOST_SUGGESTIONS and not name:
        spell = partial(_spell, field, binding)
        initials = sorted({card[0].upper() for card in cards})
        chips = [chip(look, f"{path}^{letter}", letter, partial(spell, letter), width=CHIP) for letter in initials]
        return [flow(chips)]
    choose = partial(_choose, field, binding)
    chips = [chip(look, f"{path}:{card}", card, partial(choose, card), small=True) for card in cards]
    return [flow(chips[:MOST_SUGGESTIONS])] if chips else []


def _number_chip(field: Known, binding: Binding, number: Count, value: int) -> ft.Control:
    text = number.words[number.numbers.index(value)] if number.words else f"{number.label}: {value}"
    clear = partial(_put_number, field, binding, number.name, UNSET)
    return chip(binding.look, f"{binding.path}.{number.name}", text, clear, tone=Tone.CHOSEN, small=True)
