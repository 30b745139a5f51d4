"""The countdown beside a notice, such as the minute of the Spy."""

import asyncio
from types import SimpleNamespace

import flet as ft
import pytest

from companion.table import notices
from companion.table.notices import NoticeStrip
from companion.testing.headless import mounted
from companion.ui.theme import Look
from scoring.contract.game import Notice
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.powers.spy import SPY


async def test_a_tap_starts_a_countdown_which_ends_and_can_start_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tick = asyncio.Event()

    async def wait(seconds: float) -> None:
        assert seconds == 1
        await tick.wait()
        tick.clear()

    @ft.component
    def Strip() -> ft.Control:
        return NoticeStrip(Look(), CROWN, (Notice(SPY, "One minute.", seconds=2),))

    monkeypatch.setattr(notices, "asyncio", SimpleNamespace(sleep=wait))
    async with mounted(Strip) as page:
        assert page.texts(page.id("clock")) == ["Start 2 s"]
        await page.tap("clock")
        assert page.texts(page.id("clock")) == ["2 s"]
        for words in ("1 s", "Time is up"):
            tick.set()
            await page.settle()
            assert page.texts(page.id("clock")) == [words]
        await page.tap("clock")
        assert page.texts(page.id("clock")) == ["2 s"]
