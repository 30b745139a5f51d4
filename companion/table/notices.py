"""Reminders and warnings above the table, some with a countdown."""

import asyncio
from typing import Final

import flet as ft

from companion.ui.chips_and_buttons import quiet
from companion.ui.cited_rules import Cited
from companion.ui.panel import inset
from companion.ui.theme import TOUCH, Look
from scoring.contract.game import AnyGame, Notice

_AIR: Final = 6


@ft.component
def NoticeStrip(look: Look, game: AnyGame, notices: tuple[Notice, ...], key: str | None = None) -> ft.Control:
    """One line per notice; a tap opens its rule. Notices never block."""
    return ft.Column(
        [
            Cited(look, game, notice.rule, _line(look, notice), key=f"{notice.code or notice.rule.id}.{place}")
            for place, notice in enumerate(notices)
        ],
        spacing=4,
        tight=True,
    )


def _line(look: Look, notice: Notice) -> ft.Control:
    inside: list[ft.Control] = [
        ft.Icon(ft.Icons.NOTIFICATIONS_NONE_ROUNDED, size=18, color=look.accent),
        ft.Text(notice.text, style=look.text(14), expand=True),
        ft.Container(width=0, height=TOUCH - 2 * _AIR),
    ]
    if notice.seconds:
        inside.append(Countdown(look, notice.seconds))
    return ft.Semantics(
        identifier=f"notice.{notice.code or notice.rule.id}",
        live_region=True,
        content=inset(ft.Row(inside, spacing=8), padding=ft.Padding.symmetric(horizontal=12, vertical=_AIR)),
    )


@ft.component
def Countdown(look: Look, seconds: int, key: str | None = None) -> ft.Control:
    """A countdown that a tap starts."""
    left, set_left = ft.use_state(-1)
    running = left > 0

    async def tick() -> None:
        if left > 0:
            await asyncio.sleep(1)
            set_left(left - 1)

    ft.use_effect(tick, [left], cleanup=lambda: None)
    words = f"Start {seconds} s" if left < 0 else f"{left} s" if running else "Time is up"
    return quiet(look, "clock", words, lambda: set_left(seconds), icon=ft.Icons.TIMER_OUTLINED, bad=left == 0)
