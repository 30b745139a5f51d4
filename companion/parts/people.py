"""How players look away from the table: a badge in their colour with their symbol, or with their initial."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import flet as ft

from companion.theme import READABLE, SEATS, Look, darkened
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

SYMBOLS: Final = {
    "star": ("Star", ft.Icons.STAR_ROUNDED),
    "moon": ("Moon", ft.Icons.NIGHTLIGHT_ROUND),
    "sun": ("Sun", ft.Icons.SUNNY),
    "flame": ("Flame", ft.Icons.LOCAL_FIRE_DEPARTMENT),
    "drop": ("Drop", ft.Icons.WATER_DROP),
    "leaf": ("Leaf", ft.Icons.ECO),
    "bolt": ("Lightning", ft.Icons.BOLT_ROUNDED),
    "snow": ("Snowflake", ft.Icons.AC_UNIT_ROUNDED),
    "anchor": ("Anchor", ft.Icons.ANCHOR_ROUNDED),
    "rocket": ("Rocket", ft.Icons.ROCKET_LAUNCH_ROUNDED),
    "castle": ("Castle", ft.Icons.CASTLE_ROUNDED),
    "shield": ("Shield", ft.Icons.SHIELD),
    "diamond": ("Diamond", ft.Icons.DIAMOND_ROUNDED),
    "key": ("Key", ft.Icons.KEY_ROUNDED),
    "heart": ("Heart", ft.Icons.FAVORITE_ROUNDED),
    "flower": ("Flower", ft.Icons.LOCAL_FLORIST_ROUNDED),
    "tree": ("Tree", ft.Icons.PARK_ROUNDED),
    "bug": ("Beetle", ft.Icons.BUG_REPORT_ROUNDED),
    "paw": ("Paw", ft.Icons.PETS_ROUNDED),
    "ghost": ("Skull", ft.Icons.SENTIMENT_VERY_DISSATISFIED_ROUNDED),
    "smile": ("Smile", ft.Icons.SENTIMENT_VERY_SATISFIED_ROUNDED),
    "music": ("Note", ft.Icons.MUSIC_NOTE_ROUNDED),
    "coffee": ("Cup", ft.Icons.COFFEE_ROUNDED),
    "cookie": ("Cookie", ft.Icons.COOKIE_ROUNDED),
}
"""The symbols to choose from, by the word that is kept."""

INITIAL: Final = ""
"""Kept instead of a symbol: the first letter of the name."""


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


def symbol(player: Player, size: float) -> ft.Control | None:
    """The symbol that a player chose, where they chose one."""
    chosen = SYMBOLS.get(player.symbol)
    if chosen is None:
        return None
    return ft.Icon(chosen[1], size=size, color=ft.Colors.ON_SURFACE_VARIANT, semantics_label=chosen[0])


def face(look: Look, player: Player, size: float = 44) -> ft.Control:
    """The round badge of a player."""
    symbol = SYMBOLS.get(player.symbol)
    inside: ft.Control
    if symbol is None:
        inside = ft.Text(player.name[:1].upper(), style=look.figure(size * 0.48 / look.scale, color="#ffffff"))
    else:
        inside = ft.Icon(symbol[1], size=size * 0.56, color="#ffffff")
    return ft.Container(
        content=ft.Semantics(exclude_semantics=True, content=inside),
        alignment=ft.Alignment.CENTER,
        width=size,
        height=size,
        bgcolor=colour_of(player),
        border=ft.Border.all(2, ft.Colors.with_opacity(0.55, "#ffffff")) if size > 50 else None,
        border_radius=size / 2,
    )


def dressed(player: Player, colour: str, symbol: str) -> Player:
    """The player as they would look."""
    return replace(player, colour=colour, symbol=symbol)
