"""Choosing: one of several, some of several, an order, yes or no."""

import random
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import flet as ft

from companion.fields.binding import Binding
from companion.parts.marks import ICONS, badge, suit_mark
from companion.parts.panel import flow, label, note
from companion.parts.press import CHIP, Act, ChipFacts, Tone, chip, draw_chip, switch
from companion.theme import Look
from scoring.cards import Suit
from scoring.drafts import Source
from scoring.prompts import UNSET, Answer, Choice, Count, Flag, OnBoard, Pick, Ranking, Subset

_TONES = {Source.ENTERED: Tone.CHOSEN, Source.LIKELY: Tone.LIKELY, Source.SOLVED: Tone.SOLVED}


class Picture(NamedTuple):
    """The picture on a choice's chip: its suit, the badge of its seat, or the icon its game names."""

    suit: Suit | None = None
    seat: int | None = None
    icon: str = ""


NO_PICTURE = Picture()


class PictureChipFacts(NamedTuple):
    """What a chip with a picture shows; if it has no text, the picture is labelled with what it says."""

    chip: ChipFacts
    picture: Picture


def tone(binding: Binding, value: Answer, why_not: str = "") -> Tone:
    """How the chip of this value looks."""
    if binding.value.answer is not UNSET and binding.value.answer == value:
        return _TONES[binding.value.source]
    return Tone.BARRED if why_not else Tone.OPEN


def pick(
    field: Pick, binding: Binding, choices: Sequence[Choice], *, seats: bool = False, slim: bool = False
) -> ft.Control:
    """Exactly one: a chip for each choice, closed ones struck out. `slim` shows pictures without text."""
    chips = [_choice(binding, choice, seats=seats, slim=slim) for choice in choices]
    if field.by_chance:
        allowed = [choice.value for choice in choices if not choice.why_not for _ in range(choice.copies)]
        chips.append(chance(binding, field.by_chance, allowed, slim=slim))
    return flow(chips)


def chance(binding: Binding, words: str, allowed: Sequence[Answer], *, slim: bool = False) -> ft.Control:
    """The button for a table without spinner, dice or straws; it enters one of the `allowed` answers at random."""
    look = binding.look
    icon: ft.Control = ft.Icon(ICONS["chance"], size=22, color=look.accent, semantics_label=words if slim else None)

    def draw() -> None:
        binding.answer(random.choice(list(allowed)))

    return chip(
        look, f"{binding.path}.chance", "" if slim else words, draw, mark=icon, width=CHIP if slim else None, small=True
    )


def subset(field: Subset, binding: Binding) -> ft.Control:
    """Several: every chip can be on or off."""
    return flow([subset_chip(field, binding, choice) for choice in field.choices])


def subset_chip(field: Subset, binding: Binding, choice: Choice, width: float | None = None) -> ft.Control:
    """The chip that adds or removes one choice; with a given width it has no picture."""
    on = choice.value in (binding.entered or ())
    barred = bool(choice.why_not) and not on

    def turn() -> None:
        chosen = list(binding.latest or ())
        binding.answer([c.value for c in field.choices if (c.value in chosen) != (c.value == choice.value)])

    name, tone = f"{binding.path}={choice.value}", Tone.CHOSEN if on else Tone.BARRED if barred else Tone.OPEN
    facts = ChipFacts(binding.look, name, choice.label, tone, width=width, small=True)
    picture = _picture(binding, choice, seats=False) if width is None else NO_PICTURE
    act = partial(binding.refuse, choice.why_not) if barred else turn
    return binding.keep(name, PictureChipFacts(facts, picture), _picture_chip, act)


def ranking(field: Ranking, binding: Binding) -> ft.Control:
    """An order, tapped first to last; a second tap removes a choice again."""
    order = list(binding.entered or ())

    def tap(value: Answer) -> None:
        latest = list(binding.latest or ())
        binding.answer([other for other in latest if other != value] if value in latest else [*latest, value])

    def place_chip(choice: Choice) -> ft.Control:
        place = f"{order.index(choice.value) + 1}. " if choice.value in order else ""
        state = Tone.CHOSEN if place else Tone.OPEN
        name, words = f"{binding.path}={choice.value}", f"{place}{choice.label}"
        facts = ChipFacts(binding.look, name, words, state, small=True)
        return binding.keep(name, facts, draw_chip, partial(tap, choice.value))

    return flow([place_chip(choice) for choice in field.choices])


def flag(field: Flag, binding: Binding) -> ft.Control:
    """Yes or no, as a switch with its sentence."""
    flip = lambda: binding.answer(not binding.latest)  # noqa: E731
    return switch(binding.look, binding.path, field.label, bool(binding.entered), binding.answer, flip)


def labelled(field: Pick | Subset | Ranking | Count | OnBoard, binding: Binding, content: ft.Control) -> ft.Control:
    """The content between the field's label and the line that explains the chosen answer."""
    rows = [label(binding.look, field.label), content] if field.label else [content]
    chosen = (choice for choice in field.choices if choice.value == binding.entered) if isinstance(field, Pick) else ()
    text = next((choice.text for choice in chosen if choice.text), "")
    return ft.Column([*rows, note(binding.look, text)] if text else rows, spacing=6, tight=True)


def _choice(binding: Binding, choice: Choice, *, seats: bool, slim: bool) -> ft.Control:
    state, picture = tone(binding, choice.value, choice.why_not), _picture(binding, choice, seats=seats)
    is_bare = slim and picture != NO_PICTURE
    width = CHIP if slim and (is_bare or len(choice.label) < 3) else None
    words = "" if is_bare else choice.label
    facts = ChipFacts(binding.look, f"{binding.path}={choice.value}", words, state, choice.label, width, small=True)
    act = partial(binding.refuse, choice.why_not) if state is Tone.BARRED else binding.toggle(choice.value)
    return binding.keep(facts.name, PictureChipFacts(facts, picture), _picture_chip, act)


def _picture(binding: Binding, choice: Choice, *, seats: bool) -> Picture:
    if choice.suit in binding.suits:
        return Picture(suit=binding.suits[choice.suit])
    if seats and isinstance(choice.value, int):
        return Picture(seat=choice.value)
    return Picture(icon=choice.icon) if choice.icon in ICONS else NO_PICTURE


def _picture_chip(facts: PictureChipFacts, act: Act) -> ft.Control:
    mark = _draw_picture(facts.chip.look, facts.picture, chosen=facts.chip.tone is Tone.CHOSEN)
    if mark is not None and not facts.chip.label:
        mark = ft.Semantics(label=facts.chip.says, exclude_semantics=True, content=mark)
    return draw_chip(facts.chip, act, mark)


def _draw_picture(look: Look, picture: Picture, *, chosen: bool) -> ft.Control | None:
    ink = look.on_accent if chosen else None
    if picture.suit is not None:
        return suit_mark(look, picture.suit, 22, ink)
    if picture.seat is not None:
        return badge(look, picture.seat, 26)
    return ft.Icon(ICONS[picture.icon], size=22, color=ink or ft.Colors.ON_SURFACE) if picture.icon else None
