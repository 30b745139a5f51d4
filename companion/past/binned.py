"""The notice about a session in the bin and its date of deletion."""

from datetime import datetime, timedelta

import flet as ft

from companion.ui.press import Act, quiet
from companion.ui.theme import Look
from storage.session_store import BIN_DAYS


def deletion_text(binned_at: datetime) -> str:
    """When a session in the bin is deleted: "deleted for ever on 20 Dec"."""
    last = (binned_at + timedelta(days=BIN_DAYS)).astimezone()
    return f"deleted for ever on {last.day} {last:%b}"


def bin_strip(look: Look, binned_at: datetime, restore: Act) -> ft.Control:
    """A strip that says so, with a button to restore the session."""
    words = f"In the bin: {deletion_text(binned_at)}."
    inside: list[ft.Control] = [
        ft.Icon(ft.Icons.DELETE_OUTLINE_ROUNDED, size=20, color=look.bad),
        ft.Text(words, style=look.text(14, bold=True, color=look.bad), expand=True),
        quiet(look, "bin.restore", "Restore", restore),
    ]
    return ft.Container(
        ft.Semantics(
            identifier="binned",
            live_region=True,
            content=ft.Row(inside, spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        ),
        key="binned",
        padding=ft.Padding.only(left=16, right=8, top=6, bottom=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )
