"""Stealth Play: only the leader's card is open; the others are revealed when all have played."""

from dataclasses import replace
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.rounds import normal

FACE_DOWN: Final = Rule(
    "CB-200", "The leader plays face up, the others face down; then all cards are revealed.", "Stealth Play"
)

ROUND: Final = replace(
    normal.ROUND,
    title="Stealth Play",
    text="The leader plays open, everybody else face down; turn the cards when all have played.",
    rule=FACE_DOWN,
    players=range(3, 9),
    late_cards=frozenset({Special.MERCHANT, Special.MAGICIAN}),
    face_down=True,
)
