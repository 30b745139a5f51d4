"""Player badges away from the table: the player's colour with a symbol or an initial."""

from typing import Final

import flet as ft

from companion.ui.player_colours import colour_of
from companion.ui.theme import Look
from storage.sessions.players import Player

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
"""The symbols to choose from, by stored value."""

INITIAL: Final = ""  # stored value for no symbol: the badge shows the initial


def symbol(player: Player, size: float) -> ft.Control | None:
    """The player's symbol; None if they chose none."""
    chosen = SYMBOLS.get(player.symbol)
    if chosen is None:
        return None
    return ft.Icon(chosen[1], size=size, color=ft.Colors.ON_SURFACE_VARIANT, semantics_label=chosen[0])


def face(look: Look, player: Player, size: float = 44) -> ft.Control:
    """The round badge of a player."""
    symbol = SYMBOLS.get(player.symbol)
    inside: ft.Control
    if symbol is None:
        inside = ft.Text(player.name[:1].upper(), style=look.figure(size * 0.48 / look.text_scale, color="#ffffff"))
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
