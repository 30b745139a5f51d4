"""The picture of a game."""

from functools import cache

import flet as ft

from companion.device.paths import assets_of
from scoring.contract.game import AnyGame
from scoring.games import KEYS

PLAIN = ft.Icons.STYLE_OUTLINED
"""Stands for a game whose package brings no picture."""


def game_icon(game: AnyGame, size: float) -> ft.Control:
    """The icon of a game in white, `size` wide and high."""
    if game.key in KEYS:
        return ft.Image(src=f"{game.key}/icon.svg", width=size, height=size, color="#ffffff")
    drawing = draw_icon(game.key)
    if not drawing:
        return ft.Icon(PLAIN, size=size, color="#ffffff")
    return ft.Image(src=drawing, width=size, height=size, color="#ffffff")


@cache
def draw_icon(key: str) -> str:
    """The SVG text of a game of another package, which the server does not serve; empty if there is none."""
    file = assets_of(key) / "icon.svg"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
