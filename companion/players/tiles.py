"""Framed figures: a label, a large number and a note; grey if there is no number."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.theme import Look


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure. An empty `value` means not known yet; `under` then says when it will be."""

    label: str
    value: str
    under: str = ""
    icon: ft.IconData | None = None


def tiles(look: Look, shown: Sequence[Tile]) -> ft.Control:
    """The figures in rows of two of the same height."""
    rows: list[ft.Control] = []
    for first in range(0, len(shown), 2):
        cells: list[ft.Control] = [_tile(look, tile) for tile in shown[first : first + 2]]
        cells += [ft.Container(expand=1)] if len(cells) < 2 else []
        rows.append(ft.Row(cells, spacing=10, intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH))
    return ft.Column(rows, spacing=10, tight=True)


def _tile(look: Look, tile: Tile) -> ft.Control:
    known, grey = bool(tile.value), ft.Colors.ON_SURFACE_VARIANT
    head: list[ft.Control] = [ft.Text(tile.label, style=look.text(13, bold=True, color=grey), expand=True)]
    if tile.icon:
        head.append(ft.Icon(tile.icon, size=18, color=look.accent if known else grey))
    rows: list[ft.Control] = [ft.Row(head, spacing=6)]
    rows.append(ft.Text(tile.value or "–", style=look.figure(26, color=None if known else grey), no_wrap=True))
    if tile.under:
        rows.append(ft.Text(tile.under, style=look.text(12, color=grey)))
    framed = ft.Container(
        ft.Column(rows, spacing=1, tight=True),
        padding=ft.Padding.symmetric(horizontal=12, vertical=10),
        border_radius=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST if known else ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )
    label = f"{tile.label}: {tile.value or 'none yet'}" + (f", {tile.under}" if tile.under else "")
    return ft.Semantics(label=label, exclude_semantics=True, container=True, expand=1, content=framed)
