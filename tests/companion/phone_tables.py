"""Helpers for tests with phones: tables with secrets, phones that were let in, and their pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import flet as ft

from companion.app import main_for
from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.phones.door.phone_server import PhoneServer
from companion.phones.invitation import Invitation, Phone, Place, Use
from companion.phones.phone_access import PhoneAccess
from companion.phones.phone_app import guest_main
from companion.phones.phone_table import PhoneTable
from companion.testing.headless import Page, visited
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import MissionsReveal, RoundType, Secrets
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.options import Bids, Level, Options
from storage.store import Store
from tests.companion.tables import opened

SEALED = Options(bids=Bids.SEALED, level=Level.ROUNDS)


def sealed_table(store: Store) -> Desk:
    """Faction Wars for three, whose bids are sealed."""
    return opened(store, FACTION_WARS, 3, SEALED)


def crown_table(store: Store, *types: RoundType) -> Desk:
    """Two rounds of two cards for three, by counts, secrets sealed."""
    pool, reveal = types or (RoundType.NORMAL,), MissionsReveal.TOGETHER
    options = CrownOptions(schedule=(2, 2), pool=pool, secrets=Secrets.SEALED, missions_reveal=reveal)
    return opened(store, CROWN, 3, options)


def admit(invitation: Invitation, device: str = "Phone", *, scanned: bool = True) -> Phone:
    """A phone that came with a right code and has no place yet."""
    return invitation.find(invitation.admit(device, scanned=scanned))


def let_in(invitation: Invitation, place: Place) -> Phone:
    phone = admit(invitation)
    invitation.ask(phone, place)
    invitation.let_in(phone)
    return phone


def seated(invitation: Invitation, seat: int) -> tuple[Phone, PhoneTable]:
    """A phone that was let in at a seat, and its desk."""
    phone = let_in(invitation, Place(Use.SEAT, Seat(seat)))
    return phone, PhoneTable(invitation.desk, invitation, Seat(seat), phone.fingerprint)


@asynccontextmanager
async def on_phone(invitation: Invitation, phone: Phone, **size: Any) -> AsyncIterator[Page]:
    async with visited(partial(guest_main, invitation, phone), **size) as page:
        await page.go(f"/table/{invitation.desk.session_id}")
        yield page


@asynccontextmanager
async def at_seat(invitation: Invitation, seat: int, **size: Any) -> AsyncIterator[Page]:
    """The page of a phone that was let in at a seat."""
    async with on_phone(invitation, let_in(invitation, Place(Use.SEAT, Seat(seat))), **size) as page:
        yield page


@asynccontextmanager
async def hosting(store: Store) -> AsyncIterator[tuple[Page, PhoneServer]]:
    """The host's window, and the server of the door that it can open."""
    desks = Desks(store)
    server = PhoneServer(desks, "127.0.0.2")
    try:
        async with visited(main_for(store, desks=desks, phones=server)) as host:
            yield host, server
    finally:
        await server.close()


def status_of(page: Page) -> list[str]:
    """The first line of the table."""
    return [text for line in page.all(ft.Semantics, identifier="status") for text in page.texts(line)]


class OpenDoor(PhoneAccess):
    """An open door without a listener."""

    addresses = ("127.0.0.2",)
    host = "127.0.0.2:8600"

    def __init__(self, invitation: Invitation) -> None:
        super().__init__()
        self.invitation = invitation
        invitation.watch(self.wake)

    def follow(self, desk: Desk) -> None:
        assert self.invitation is not None, "it is open"
        self.invitation.move_to(desk)
