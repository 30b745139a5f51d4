"""The frame of every screen: its key, its header, and the strips that the app shows on all of them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import flet as ft

from companion.flet_guard.guard import Connection
from companion.window.back import use_back
from companion.window.state import LineContext


class Frame(NamedTuple):
    """What is on every screen: `cover` puts a banner over its header, each of `strips` draws a strip below it."""

    cover: Callable[[ft.Control], ft.Control]
    strips: tuple[Callable[[], ft.Control], ...]


FrameContext: Any = ft.create_context(Frame(lambda head: head, ()))


def use_view(controls: list[ft.Control], **more: Any) -> ft.View:
    """A screen whose key contains the connection's epoch, so that it is repainted after a reconnect."""
    line: Connection = ft.use_context(LineContext)
    frame: Frame = ft.use_context(FrameContext)
    use_back()
    head, *rest = controls
    return ft.View(
        route=f"{ft.use_view_path()}#{line.epoch}",
        controls=[frame.cover(head), *(strip() for strip in frame.strips), *rest],
        padding=0,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        spacing=0,
        bgcolor=ft.Colors.SURFACE,
        **more,
    )
