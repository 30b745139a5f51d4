"""The facts at the top of the table, as pills: round, cards, trump, dealer."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import flet as ft

from companion.flet_guard.redrawing import Keeping, draw_always
from companion.parts.marks import ICONS, suit_mark
from companion.theme import Look
from scoring.cards import Suit
from scoring.game import Fact


class PillFacts(NamedTuple):
    """What one pill shows."""

    look: Look
    fact: Fact
    suit: Suit | None


def facts_strip(
    look: Look, facts: Sequence[Fact], suits: Mapping[str, Suit], keep: Keeping = draw_always
) -> ft.Control:
    """The facts in a row that wraps."""
    pills = [keep(f"fact.{fact.key}", PillFacts(look, fact, suits.get(fact.suit)), _pill) for fact in facts]
    return ft.Container(ft.Row(pills, wrap=True, spacing=6, run_spacing=4), padding=ft.Padding.only(left=10, right=8))


def fact_text(fact: Fact) -> str:
    """The text of a fact: "Round 3 of 10"."""
    return f"{fact.label} {fact.value}".strip()


def _pill(facts: PillFacts) -> ft.Control:
    look, fact, suit = facts
    inside: list[ft.Control] = []
    if suit:
        inside.append(ft.Container(suit_mark(look, suit, 16), bgcolor=ft.Colors.SURFACE, border_radius=12, padding=3))
    elif fact.key in ICONS:
        inside.append(ft.Icon(ICONS[fact.key], size=15, color="#ccffffff"))
    inside.append(ft.Text(fact_text(fact), style=look.text(13, bold=True, color="#ffffff"), no_wrap=True))
    return ft.Semantics(
        identifier=f"fact.{fact.key}",
        content=ft.Container(
            ft.Row(inside, spacing=5, tight=True),
            padding=ft.Padding.symmetric(horizontal=9, vertical=4),
            border_radius=16,
            bgcolor="#38000000",
        ),
    )
