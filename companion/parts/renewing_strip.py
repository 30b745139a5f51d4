"""The strip on statistics screens while statistics are being rebuilt after an update."""

import asyncio
from typing import Final

import flet as ft

from companion.window.hooks import use_house, use_look, use_window

_LOOK_EVERY: Final = 1.0  # seconds


@ft.component
def RenewingStrip() -> ft.Control:
    """The progress of the rebuild; an empty control without one. The screen is redrawn at the end."""
    renewing, window, look = use_house().renewing, use_window(), use_look()
    _, bump = ft.use_state(0)

    async def follow() -> None:
        while renewing.running:
            await asyncio.sleep(_LOOK_EVERY)
            bump(lambda n: n + 1)
        if renewing.done:
            window.revision += 1

    ft.use_effect(follow, [])
    if not renewing.running:
        return ft.Container(key="renewing", height=0)
    progress = f": {renewing.done:,} of {renewing.total:,} sessions" if renewing.total else ""
    words = f"Statistics are being rebuilt after an update{progress}. You can keep playing."
    inside: list[ft.Control] = [
        ft.Icon(ft.Icons.AUTORENEW_ROUNDED, size=20, color=look.accent),
        ft.Text(words, style=look.text(14, bold=True), expand=True),
    ]
    return ft.Container(
        ft.Semantics(identifier="renewing", live_region=True, content=ft.Row(inside, spacing=10)),
        key="renewing",
        margin=ft.Margin.only(left=16, right=16, top=10),
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=14,
    )
