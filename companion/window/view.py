"""The frame of every screen: its key, its header, and the strip for a session in the bin."""

from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import unquote

import flet as ft

from companion.flet_guard.guard import Connection
from companion.past.bin_actions import restore
from companion.past.binned import bin_strip
from companion.past.sample import sample_strip
from companion.phones.phone_requests import PhoneRequests
from companion.window.hooks import use_house, use_look, use_window
from companion.window.state import House, LineContext
from storage.errors import UnknownSession


def use_view(controls: list[ft.Control], **more: Any) -> ft.View:
    """A screen whose key contains the connection's epoch, so that it is repainted after a reconnect.

    If its session is in the bin, a strip below the header says so.
    """
    line: Connection = ft.use_context(LineContext)
    path = f"{ft.use_view_path()}#{line.epoch}"
    head, *rest = controls
    return ft.View(
        route=path,
        controls=[_under_requests(head), _sample_strip(), _bin_strip(), *rest],
        padding=0,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        spacing=0,
        bgcolor=ft.Colors.SURFACE,
        **more,
    )


def _under_requests(head: ft.Control) -> ft.Control:
    """The header, which a phone that wants to be let in covers for a moment: nothing below it moves."""
    house = use_house()
    if house is None or house.phones is None:
        return head
    banner = ft.Container(PhoneRequests(house.phones, key="requests"), left=0, right=0, top=0)
    return ft.Stack([head, banner], fit=ft.StackFit.PASS_THROUGH, clip_behavior=ft.ClipBehavior.NONE, key="head")


def _sample_strip() -> ft.Control:
    """The strip that marks every screen of the sample; an empty control on the user's own."""
    house = use_house()
    if house is None or not house.is_sample:
        return ft.Container(key="sample", height=0)
    return sample_strip(use_look(), use_window())


def _bin_strip() -> ft.Control:
    """The strip on screens of a session in the bin; an empty control on all others."""
    session_id, house = unquote(ft.use_route_params().get("session", "")), use_house()
    look = use_look() if house else None
    binned_at = _binned_at(house, session_id) if house and session_id else None
    if look is None or binned_at is None:
        return ft.Container(key="binned", height=0)
    return bin_strip(look, binned_at, lambda: restore(house, session_id))


def _binned_at(house: House, session_id: str) -> datetime | None:
    """When a session was moved to the bin. Imported sessions have no desk, so the store is asked."""
    desk = house.desks.opened(session_id)
    if desk is not None:
        return desk.binned_at
    with suppress(UnknownSession):
        return house.store.sessions.load_head(session_id).binned_at
    return None
