"""Colours of players: the ones they chose, and one for each seat of a table."""

from collections.abc import Sequence
from typing import Final

from companion.theme import READABLE, SEATS, darkened
from storage.sessions.players import Player

COLOURS: Final = {
    SEATS[0]: "Red",
    SEATS[1]: "Blue",
    SEATS[2]: "Green",
    SEATS[3]: "Violet",
    SEATS[4]: "Amber",
    SEATS[5]: "Teal",
    SEATS[6]: "Pink",
    SEATS[7]: "Slate",
    "#7a4a2b": "Brown",
    "#3d4f9e": "Indigo",
    "#5e7322": "Olive",
    "#2a211a": "Ink",
}
"""The colours to choose from, as they are kept, and what they are called."""


def colour_of(player: Player) -> str:
    """The player's own colour; one that stays the same for somebody who has not chosen."""
    chosen = player.colour
    if len(chosen) != 7 or not chosen.startswith("#") or not all(each in "0123456789abcdef" for each in chosen[1:]):
        chosen = SEATS[sum(player.id.encode()) % len(SEATS)]
    return darkened(chosen, "#ffffff", READABLE)


def seat_colours(players: Sequence[Player]) -> tuple[str, ...]:
    """A colour for each seat of a table, no two alike.

    Whoever chose a colour has it; where two chose the same one, the first of them. The others have that of their seat,
    or the next that is free.
    """
    own: dict[int, str] = {}
    for seat, player in enumerate(players):
        if player.colour in COLOURS and player.colour not in own.values():
            own[seat] = player.colour
    given = dict(own)
    for seat in range(len(players)):
        wishes = (SEATS[seat % len(SEATS)], *COLOURS)
        given.setdefault(seat, next((each for each in wishes if each not in given.values()), SEATS[seat % len(SEATS)]))
    return tuple(darkened(given[seat], "#ffffff", READABLE) for seat in range(len(players))) or SEATS
