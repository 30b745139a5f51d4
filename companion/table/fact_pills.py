"""The facts at the top of the table, as pills: round, cards, trump, dealer."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import flet as ft

from companion.ui.chips_and_buttons import identified
from companion.ui.marks import ICONS, suit_mark
from companion.ui.theme import Look
from companion.window.hooks import drawn_once
from scoring.contract.cards import Suit
from scoring.contract.game import Fact

_LETTER: Final = 7.0  # width of a letter
_PILL: Final = 18  # width of a pill around its letters
_MARK: Final = 22  # width of a picture before them
_GAP: Final = 6  # width between two pills
_HIGH: Final = 27  # height of a line of pills; one with a suit is the highest


class FactLines(NamedTuple):
    """Facts in the lines where they find room, and those that do not."""

    placed: tuple[tuple[Fact, ...], ...]
    more: tuple[Fact, ...]


def fit_facts(look: Look, facts: Sequence[Fact], room: float, lines: int) -> FactLines:
    """Put the facts into so many lines, each at most `room` pixels wide; a group of facts is not torn apart."""
    placed: list[list[Fact]] = [[]]
    used = 0.0
    for at, fact in enumerate(facts):
        width = look.box(_LETTER) * len(fact.text) + _PILL + (_MARK if fact.suit or fact.key in ICONS else 0)
        if placed[-1] and used + width > room:
            if len(placed) == lines:
                first = _first_of_group(facts, at)
                kept = [tuple(fact for fact in line if fact in facts[:first]) for line in placed]
                return FactLines(tuple(kept), tuple(facts[first:]))
            placed.append([])
            used = 0.0
        placed[-1].append(fact)
        used += width + _GAP
    placed += [[] for _ in range(lines - len(placed))]
    return FactLines(tuple(map(tuple, placed)), ())


def _first_of_group(facts: Sequence[Fact], at: int) -> int:
    """The place of the first fact of the group that fact `at` belongs to; `at` if it is in none."""
    while at and facts[at].group and facts[at - 1].group == facts[at].group:
        at -= 1
    return at


def facts_lines(look: Look, lines: Sequence[Sequence[Fact]], suits: Mapping[str, Suit]) -> ft.Control:
    """The facts in lines that are always there, even empty."""
    rows: list[ft.Control] = [
        ft.Container(ft.Row(_pills(look, facts, suits), spacing=_GAP), height=look.box(_HIGH)) for facts in lines
    ]
    return ft.Container(ft.Column(rows, spacing=2, tight=True), padding=ft.Padding.only(left=10, right=8))


def more_facts(look: Look, facts: Sequence[Fact], suits: Mapping[str, Suit]) -> ft.Control:
    """Facts outside the header, each on the header's cloth."""
    pills: list[ft.Control] = [
        ft.Container(pill, gradient=look.weave, border_radius=16) for pill in _pills(look, facts, suits)
    ]
    return ft.Row(pills, wrap=True, spacing=_GAP, run_spacing=4)


def _pills(look: Look, facts: Sequence[Fact], suits: Mapping[str, Suit]) -> list[ft.Control]:
    return [_Pill(look, fact, suits.get(fact.suit), key=f"fact.{fact.key}") for fact in facts]


@drawn_once
def _Pill(look: Look, fact: Fact, suit: Suit | None, key: str | None = None) -> ft.Control:
    inside: list[ft.Control] = []
    if suit:
        inside.append(ft.Container(suit_mark(look, suit, 16), bgcolor=ft.Colors.SURFACE, border_radius=9, padding=1))
    elif fact.key in ICONS:
        inside.append(ft.Icon(ICONS[fact.key], size=15, color="#ccffffff"))
    inside.append(ft.Text(fact.text, style=look.text(13, bold=True, color="#ffffff"), no_wrap=True))
    return identified(
        f"fact.{fact.key}",
        ft.Container(
            ft.Row(inside, spacing=5, tight=True),
            padding=ft.Padding.symmetric(horizontal=9, vertical=4),
            border_radius=16,
            bgcolor="#38000000",
        ),
    )
