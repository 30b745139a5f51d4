"""Choosing: one of several, some of several, an order, yes or no."""

import random
from collections.abc import Sequence
from functools import partial

import flet as ft

from companion.fields.asked import Asked
from companion.parts.marks import ICONS, badge, suit_mark
from companion.parts.panel import flow, label, note
from companion.parts.press import CHIP, Tone, chip, switch
from scoring.drafts import Source
from scoring.prompts import UNSET, Answer, Choice, Count, Flag, OnBoard, Pick, Ranking, Subset

_TONES = {Source.ENTERED: Tone.CHOSEN, Source.LIKELY: Tone.LIKELY, Source.SOLVED: Tone.SOLVED}


def tone(asked: Asked, value: Answer, why_not: str = "") -> Tone:
    """How the chip of this value looks now."""
    if asked.held.answer is not UNSET and asked.held.answer == value:
        return _TONES[asked.held.source]
    return Tone.BARRED if why_not else Tone.OPEN


def pick(
    field: Pick, asked: Asked, choices: Sequence[Choice], *, seats: bool = False, slim: bool = False
) -> ft.Control:
    """Exactly one: a chip a choice, closed ones struck out. `slim` shows pictures without words."""
    chips = [_choice(asked, choice, seats=seats, slim=slim) for choice in choices]
    if field.by_chance:
        allowed = [choice.value for choice in choices if not choice.why_not for _ in range(choice.copies)]
        chips.append(chance(asked, field.by_chance, allowed, slim=slim))
    return flow(chips)


def chance(asked: Asked, words: str, allowed: Sequence[Answer], *, slim: bool = False) -> ft.Control:
    """The button for those without spinner, dice or straws; what it picks is entered like anything else."""
    look = asked.look
    icon: ft.Control = ft.Icon(ICONS["chance"], size=22, color=look.accent, semantics_label=words if slim else None)

    def draw() -> None:
        asked.answer(random.choice(list(allowed)))

    return chip(
        look, f"{asked.path}.chance", "" if slim else words, draw, mark=icon, width=CHIP if slim else None, small=True
    )


def subset(field: Subset, asked: Asked) -> ft.Control:
    """Several: every chip switches itself."""
    return flow([switched(field, asked, choice) for choice in field.choices])


def switched(field: Subset, asked: Asked, choice: Choice, width: float | None = None) -> ft.Control:
    """The chip of one of several, which switches itself; of a given width it has no picture."""
    on = choice.value in (asked.entered or ())
    key = partial(_switched_chip, field, asked, choice, width, on)
    return asked.keep(f"{asked.path}={choice.value}", (asked.look, field, choice, width, on), key)


def _switched_chip(field: Subset, asked: Asked, choice: Choice, width: float | None, on: bool) -> ft.Control:
    shut = "" if on else choice.why_not

    def turn() -> None:
        now = list(asked.now or ())
        asked.answer([c.value for c in field.choices if (c.value in now) != (c.value == choice.value)])

    return chip(
        asked.look,
        f"{asked.path}={choice.value}",
        choice.label,
        (lambda: asked.refuse(shut)) if shut else turn,
        tone=Tone.CHOSEN if on else Tone.BARRED if shut else Tone.OPEN,
        mark=None if width else _mark(asked, choice, seats=False, ink=asked.look.on_accent if on else None),
        width=width,
        small=True,
    )


def ranking(field: Ranking, asked: Asked) -> ft.Control:
    """An order, tapped first to last; a second tap takes a name out again."""
    order = list(asked.entered or ())

    def tap(value: Answer) -> None:
        now = list(asked.now or ())
        asked.answer([each for each in now if each != value] if value in now else [*now, value])

    def one(choice: Choice) -> ft.Control:
        place = f"{order.index(choice.value) + 1}. " if choice.value in order else ""
        state = Tone.CHOSEN if place else Tone.OPEN
        name, words = f"{asked.path}={choice.value}", f"{place}{choice.label}"
        key = partial(chip, asked.look, name, words, partial(tap, choice.value), tone=state, small=True)
        return asked.keep(name, (asked.look, words), key)

    return flow([one(choice) for choice in field.choices])


def flag(field: Flag, asked: Asked) -> ft.Control:
    """Yes or no, as a switch with its sentence."""
    flip = lambda: asked.answer(not asked.now)  # noqa: E731
    return switch(asked.look, asked.path, field.label, bool(asked.entered), asked.answer, flip)


def labelled(field: Pick | Subset | Ranking | Count | OnBoard, asked: Asked, content: ft.Control) -> ft.Control:
    """The content below what it asks for, above the line that explains what is chosen."""
    rows = [label(asked.look, field.label), content] if field.label else [content]
    chosen = (choice for choice in field.choices if choice.value == asked.entered) if isinstance(field, Pick) else ()
    told = next((choice.text for choice in chosen if choice.text), "")
    return ft.Column([*rows, note(asked.look, told)] if told else rows, spacing=6, tight=True)


def _choice(asked: Asked, choice: Choice, *, seats: bool, slim: bool) -> ft.Control:
    state = tone(asked, choice.value, choice.why_not)
    key = partial(_choice_chip, asked, choice, state, seats=seats, slim=slim)
    return asked.keep(f"{asked.path}={choice.value}", (asked.look, choice, state), key)


def _choice_chip(asked: Asked, choice: Choice, state: Tone, *, seats: bool, slim: bool) -> ft.Control:
    look = asked.look
    mark = _mark(asked, choice, seats=seats, ink=look.on_accent if state is Tone.CHOSEN else None)
    act = (lambda: asked.refuse(choice.why_not)) if state is Tone.BARRED else asked.toggle(choice.value)
    bare = slim and mark is not None
    return chip(
        look,
        f"{asked.path}={choice.value}",
        "" if bare else choice.label,
        act,
        tone=state,
        says=choice.label,
        mark=ft.Semantics(label=choice.label, exclude_semantics=True, content=mark) if bare else mark,
        width=CHIP if slim and (bare or len(choice.label) < 3) else None,
        small=True,
    )


def _mark(asked: Asked, choice: Choice, *, seats: bool, ink: str | None) -> ft.Control | None:
    """The picture of a choice: its suit, its player's badge, or the icon its game names; `ink` if it is chosen."""
    if choice.suit in asked.suits:
        return suit_mark(asked.look, asked.suits[choice.suit], 22, ink)
    if seats and isinstance(choice.value, int):
        return badge(asked.look, choice.value, 26)
    return ft.Icon(ICONS[choice.icon], size=22, color=ink or ft.Colors.ON_SURFACE) if choice.icon in ICONS else None
