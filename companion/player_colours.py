"""Player colours: chosen by the player, or by seat."""

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
"""The colours to choose from: stored value and name."""


def colour_of(player: Player) -> str:
    """The player's chosen colour, or a constant one derived from the id."""
    chosen = player.colour
    if len(chosen) != 7 or not chosen.startswith("#") or not all(digit in "0123456789abcdef" for digit in chosen[1:]):
        chosen = SEATS[sum(player.id.encode()) % len(SEATS)]
    return darkened(chosen, "#ffffff", READABLE)


def seat_colours(players: Sequence[Player]) -> tuple[str, ...]:
    """A different colour for each seat.

    Chosen colours come first; if two players chose the same one, the lower seat gets it. The others get the colour of
    their seat, or the next free one.
    """
    own: dict[int, str] = {}
    for seat, player in enumerate(players):
        if player.colour in COLOURS and player.colour not in own.values():
            own[seat] = player.colour
    colours = dict(own)
    for seat in range(len(players)):
        default = SEATS[seat % len(SEATS)]
        free = (colour for colour in (default, *COLOURS) if colour not in colours.values())
        colours.setdefault(seat, next(free, default))
    return tuple(darkened(colours[seat], "#ffffff", READABLE) for seat in range(len(players))) or SEATS
