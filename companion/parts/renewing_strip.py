"""A band on pages about the past while their numbers are being renewed after an update."""

import asyncio
from typing import Final

import flet as ft

from companion.window.hooks import use_house, use_look, use_window

_LOOK_EVERY: Final = 1.0  # seconds


@ft.component
def RenewingStrip() -> ft.Control:
    """How far it is; nothing when all is done. The page is drawn again at the end."""
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
    of = f": {renewing.done} of {renewing.total}" if renewing.total else ""
    words = f"Statistics are being renewed after an update{of}. You can play meanwhile."
    return ft.Container(
        ft.Semantics(identifier="renewing", live_region=True, content=ft.Text(words, style=look.text(14, bold=True))),
        key="renewing",
        padding=ft.Padding.symmetric(horizontal=16, vertical=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )
