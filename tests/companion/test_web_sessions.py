"""The connection of a page sends what Flet's own would, without formatting it for the log."""

import asyncio
from dataclasses import dataclass
from typing import Any

import flet as ft
import pytest
from flet.messaging.protocol import Message, MessageAction, PatchControlBody
from flet_web.fastapi import FletApp

from companion.flet_guard.web_sessions import PageVisitor
from companion.testing.headless import headless

pytestmark = pytest.mark.deep  # goes with what it tests


@dataclass
class Unspeakable:
    """A value that can be sent but not formatted as text."""

    value: int = 7

    def __repr__(self) -> str:
        raise AssertionError("a message was formatted")


def visitor(queue: "asyncio.Queue[bytes] | None") -> Any:
    page: Any = PageVisitor(loop=asyncio.get_running_loop(), executor=None, main=None, before_main=None)
    page._FletApp__send_queue = queue
    return page


def message(value: Any) -> Message:
    return Message(MessageAction.PATCH_CONTROL, PatchControlBody(7, [[0], [0, 0, "content", value]]))


@headless
async def test_a_page_is_sent_the_same_bytes_as_by_flet() -> None:
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    page = visitor(queue)
    controls = [ft.Text("Ana", size=19), ft.Row([ft.Icon(ft.Icons.ADD)]), ft.Container(on_click=lambda: None)]
    for control in controls:
        page.send_message(message(control))
        FletApp.send_message(page, message(control))
        ours, flets = queue.get_nowait(), queue.get_nowait()
        assert ours == flets


@headless
async def test_a_message_is_not_formatted_for_the_log() -> None:
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    visitor(queue).send_message(message(Unspeakable()))
    assert queue.qsize() == 1


@headless
async def test_a_message_to_a_page_that_has_left_is_dropped() -> None:
    visitor(None).send_message(message(ft.Text("Ana")))
