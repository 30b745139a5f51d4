"""Player colours: chosen by the player, or by name."""

from collections import Counter
from collections.abc import Sequence
from typing import Final
from zlib import crc32

from companion.ui.theme import READABLE, SEATS, legible
from scoring.contract.names import name_key
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
    """The player's chosen colour, or the one that goes with the name."""
    chosen = player.colour
    if len(chosen) != 7 or not chosen.startswith("#") or not all(digit in "0123456789abcdef" for digit in chosen[1:]):
        chosen = _list_preferred(player)[0]
    return legible(chosen, "#ffffff", READABLE)


def seat_colours(players: Sequence[Player], others: Sequence[Player] = ()) -> tuple[str, ...]:
    """A different colour for each seat.

    Chosen colours come first; if two players chose the same one, the lower seat gets it. The rest get the colour that
    goes with their name, or the next free one, in the order of their names: players who change seats keep theirs. What
    `others` have is given only when nothing else is left.
    """
    owned = {player.colour for player in others}
    colours: dict[int, str] = {}
    for seat, player in enumerate(players):
        if player.colour in COLOURS and player.colour not in colours.values():
            colours[seat] = player.colour
    for seat in sorted(range(len(players)), key=lambda seat: name_key(players[seat].name)):
        free = [colour for colour in _list_preferred(players[seat]) if colour not in colours.values()]
        free.sort(key=lambda colour: colour in owned)
        colours.setdefault(seat, next(iter(free), SEATS[seat % len(SEATS)]))
    return tuple(legible(colours[seat], "#ffffff", READABLE) for seat in range(len(players))) or SEATS


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """The first letter of each name, and the second where two begin alike: "B", "An", "Al"."""
    firsts = Counter(name_key(name)[:1] for name in names)
    return tuple(name[:1].upper() + (name[1:2].lower() if firsts[name_key(name)[:1]] > 1 else "") for name in names)


def _list_preferred(player: Player) -> list[str]:
    """All colours, beginning with the one that goes with the player's name."""
    first = crc32(name_key(player.name).encode()) % len(SEATS)
    return [*SEATS[first:], *SEATS[:first], *(colour for colour in COLOURS if colour not in SEATS)]
