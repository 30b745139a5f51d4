"""The strip on statistics screens while statistics are being rebuilt after an update."""

import asyncio
from typing import Final

import flet as ft

from companion.repair.background_rebuild import BackgroundRebuild
from companion.window.hooks import use_house, use_look, use_redraw, use_window

_LOOK_EVERY: Final = 1.0  # seconds


@ft.component
def RebuildStrip() -> ft.Control:
    """The progress of the rebuild; an empty control without one. The screen is redrawn at the end."""
    rebuild, window, look = use_house().shared[BackgroundRebuild], use_window(), use_look()
    redraw = use_redraw()

    async def follow() -> None:
        while rebuild.running:
            await asyncio.sleep(_LOOK_EVERY)
            redraw()
        if rebuild.done:
            window.revision += 1

    ft.use_effect(follow, [])
    if not rebuild.running:
        return ft.Container(key="rebuild", height=0)
    progress = f": {rebuild.done:,} of {rebuild.total:,} games" if rebuild.total else ""
    words = f"Statistics are being rebuilt after an update{progress}. You can keep playing."
    inside: list[ft.Control] = [
        ft.Icon(ft.Icons.AUTORENEW_ROUNDED, size=20, color=look.accent),
        ft.Text(words, style=look.text(14, bold=True), expand=True),
    ]
    return ft.Container(
        ft.Semantics(identifier="rebuild", live_region=True, content=ft.Row(inside, spacing=10)),
        key="rebuild",
        margin=ft.Margin.only(left=16, right=16, top=10),
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=14,
    )
