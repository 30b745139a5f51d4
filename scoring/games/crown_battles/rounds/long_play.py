"""Long Play: everybody plays two cards to each trick, so there are half as many tricks."""

from dataclasses import replace
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.games.crown_battles.rounds import normal

TWO_LAPS: Final = Rule("CB-190", "Everybody plays two cards to a trick, in two laps of the same order.", "Long Play")

_LAPS: Final = 2


def tricks(cards: int) -> int:
    """The number of tricks, by cards dealt to each (CB-191, CB-192)."""
    return -(-cards // _LAPS)


def laps(cards: int, trick: int) -> int:
    """How many cards each player plays to trick `trick` (from 0)."""
    return min(_LAPS, cards - _LAPS * trick)


ROUND: Final = replace(
    normal.ROUND,
    title="Long Play",
    text="Everybody plays two cards to each trick; bid on half as many tricks.",
    rule=TWO_LAPS,
    tricks=tricks,
    laps=laps,
)
