"""Choosing: one of several, some of several, an order, yes or no."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.forms.binding import Binding
from companion.ui.chips_and_buttons import CHIP, Tone, chip, switch
from companion.ui.marks import ICONS, badge, suit_mark
from companion.ui.panel import flow, label, note
from companion.ui.theme import Look
from scoring.contract.prompts import UNSET, Answer, Choice, Count, Flag, OnBoard, Pick, Source, Subset

_CAPTION: Final = 10  # font size below a picture
_CAPTION_WIDTH: Final = 40  # width of these lines
FULL_ROW: Final = 7  # chips with a picture that fill a row on a phone

_TONES = {Source.ENTERED: Tone.CHOSEN, Source.LIKELY: Tone.LIKELY, Source.SOLVED: Tone.SOLVED}


def tone(binding: Binding, value: Answer, why_not: str = "") -> Tone:
    if binding.value.answer is not UNSET and binding.value.answer == value:
        return _TONES[binding.value.source]
    return Tone.BARRED if why_not else Tone.OPEN


def pick(field: Pick, binding: Binding, *, slim: bool = False, in_a_row: bool = False) -> ft.Control:
    """Exactly one of several chips; `slim` ones show pictures with captions.

    They share a row that they just fill, or if they are to be `in_a_row`.
    """
    slim = slim and not binding.look.is_large  # captions are small print
    shares = slim and (in_a_row or len(field.choices) + bool(field.by_chance) == FULL_ROW)
    chips = [_choice(binding, choice, seats=field.seats, slim=slim, shares=shares) for choice in field.choices]
    if field.by_chance:
        allowed = [choice.value for choice in field.choices if not choice.why_not for _ in range(choice.copies)]
        chips.append(chance(binding, field.by_chance, allowed, slim=slim, shares=shares))
    return ft.Row(chips, spacing=5) if shares else flow(chips)


def chance(
    binding: Binding, words: str, allowed: Sequence[Answer], *, slim: bool = False, shares: bool = False
) -> ft.Control:
    """The button for a table without spinner, dice or straws; it enters one of the `allowed` answers at random."""
    look = binding.look
    name, icon = f"{binding.path}.chance", ft.Icon(ICONS["chance"], size=22, color=look.accent)

    def draw() -> None:
        binding.answer(random.choice(list(allowed)))

    if not slim:
        return chip(look, name, words, draw, mark=icon, small=True)
    captioned, width = _with_caption(look, words, icon), None if shares else CHIP
    return chip(look, name, "", draw, says=words, mark=captioned, width=width, small=True, expand=shares, snug=True)


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
    act = partial(binding.refuse, choice.why_not) if barred else turn
    mark = _picture(binding, choice, seats=False, chosen=on) if width is None else None
    return chip(binding.look, name, choice.label, act, tone=tone, mark=mark, width=width, small=True)


def flag(field: Flag, binding: Binding) -> ft.Control:
    """Yes or no, as a switch with its sentence."""
    flip = lambda: binding.answer(not binding.latest)  # noqa: E731
    return switch(binding.look, binding.path, field.label, bool(binding.entered), binding.answer, flip)


def labelled(field: Pick | Subset | Count | OnBoard, binding: Binding, content: ft.Control) -> ft.Control:
    """The content between the field's label and the line that explains the chosen answer."""
    rows = [label(binding.look, field.label), content] if field.label else [content]
    chosen = (choice for choice in field.choices if choice.value == binding.entered) if isinstance(field, Pick) else ()
    text = next((choice.text for choice in chosen if choice.text), "")
    return ft.Column([*rows, note(binding.look, text)] if text else rows, spacing=6, tight=True)


def _choice(binding: Binding, choice: Choice, *, seats: bool, slim: bool, shares: bool) -> ft.Control:
    look, state = binding.look, tone(binding, choice.value, choice.why_not)
    is_chosen = state is Tone.CHOSEN
    mark = _picture(binding, choice, seats=seats, chosen=is_chosen)
    is_bare = slim and mark is not None
    width = CHIP if slim and not shares and (is_bare or len(choice.label) < 3) else None
    words = "" if is_bare else choice.label
    if mark is not None and not words:
        mark = _with_caption(look, choice.label, mark, chosen=is_chosen)
    act = partial(binding.refuse, choice.why_not) if state is Tone.BARRED else binding.toggle(choice.value)
    return chip(
        look,
        f"{binding.path}={choice.value}",
        words,
        act,
        tone=state,
        says=choice.label,
        mark=mark,
        width=width,
        small=True,
        expand=shares,
        snug=is_bare,
    )


def _picture(binding: Binding, choice: Choice, *, seats: bool, chosen: bool) -> ft.Control | None:
    """The picture on a choice's chip: its suit, the badge of its seat, or the icon its game names."""
    look = binding.look
    ink = look.on_tint if chosen else None
    if choice.suit in binding.suits:
        return suit_mark(look, binding.suits[choice.suit], 22, ink, is_named=True)
    if seats and isinstance(choice.value, int):
        return badge(look, choice.value, 26)
    return ft.Icon(ICONS[choice.icon], size=22, color=ink or ft.Colors.ON_SURFACE) if choice.icon in ICONS else None


def _with_caption(look: Look, name: str, picture: ft.Control, *, chosen: bool = False) -> ft.Control:
    """The picture with its name below: a sign alone has to be learnt."""
    style = look.text(_CAPTION, color=look.on_tint if chosen else ft.Colors.ON_SURFACE)
    style.height = 1.0
    words = ft.Text(name, style=style, max_lines=2, text_align=ft.TextAlign.CENTER, width=_CAPTION_WIDTH)
    column = ft.Column([picture, words], spacing=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    return ft.Semantics(label=name, exclude_semantics=True, content=column)
