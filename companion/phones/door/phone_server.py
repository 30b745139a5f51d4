"""Opens and shuts the second door: a listener of its own in the server's event loop."""

import asyncio
import io
import socket
from contextlib import nullcontext, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import ifaddr
import segno
import uvicorn

from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.phones.door.certificate import Certificate
from companion.phones.door.connection_limits import GuestHttp
from companion.phones.door.phone_door import PHONE, PhoneDoor
from companion.phones.door.phone_socket import LARGEST_MESSAGE
from companion.phones.invitation import Invitation, Right
from companion.phones.phone_access import CannotOpen, PhoneAccess
from companion.phones.phone_app import guest_main
from companion.server import timeouts
from companion.server.page_socket import PageSocket
from companion.server.serving import bind_free
from storage.derived.results import Status
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter

PORT: Final = 8600  # tried first, so that phones find the door again after a restart; the next twenty follow

_OPEN_SESSIONS: Final = SessionFilter(statuses=(Status.OPEN,))

_OPEN_DOOR: Final = "phones"  # the setting that says where the door was open
_EVENING: Final = timedelta(hours=12)  # an invitation is for so long: a door that is older is not opened again
_PATIENCE: Final = 5.0  # seconds for the listener to come up
_FAREWELL: Final = 1.0  # seconds that phones have to close their sockets when the door is closed


class PhoneServer(PhoneAccess):
    """The door for phones of one process; there is one at most."""

    def __init__(self, desks: Desks, address: str = "", certificate: Certificate | None = None) -> None:
        super().__init__()
        self.desks = desks
        desks.watch(self._close_if_deleted)
        self._address = address  # or name; the only one to listen at, where one was asked for
        self._certificate = certificate
        self.is_encrypted = certificate is not None
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._remembered: dict[str, Any] | None = None
        self._opened_at = self.desks.store.now()

    @property
    def addresses(self) -> tuple[str, ...]:
        return (self._address,) if self._address else find_addresses()

    async def reopen(self) -> None:
        """Open the door again that was open when the program ended this evening, so that phones find their seats."""
        kept = self.desks.store.settings.get(_OPEN_DOOR)
        match kept:
            case {
                "session": str(session_id),
                "address": str(address),
                "port": int(port),
                "right": right,
                "scanned": on,
                "opened_at": str(opened_at),
            }:
                with suppress(StorageError, CannotOpen, ValueError):
                    at = datetime.fromisoformat(opened_at).astimezone()
                    if self.desks.store.now() - at > _EVENING:
                        return
                    invitation = await self.open(self.desks.desk(session_id), address, port)
                    self._opened_at = at
                    invitation.set_right(Right(right))
                    invitation.set_lets_scanned_in(bool(on))
            case _:
                pass

    async def open_for_last_session(self) -> bool:
        """Invite to the session that was played last and is still open; False if there is none. Raises CannotOpen."""
        last = self.desks.store.history.search(_OPEN_SESSIONS, limit=1).sessions
        if last:
            await self.open(self.desks.desk(last[0].id))
        return bool(last)

    async def open(self, desk: Desk, address: str = "", port: int = PORT) -> Invitation:
        """Listen at an address, or at the likeliest one; where one was asked for, only at that.

        Raises CannotOpen; a door that is open at another address stays as it is then.
        """
        invitation = self.invitation
        address = (self._address or address or next(iter(self.addresses), "")).lower()  # as browsers send a name
        if not address:
            raise CannotOpen("This device is not in a network that a phone could join. Turn on Wi-Fi, then try again.")
        if self.host.rpartition(":")[0] == address:
            await self.close()  # or its own port would be taken
        try:
            bound = bind_free(address, port)
        except OSError as error:
            raise CannotOpen(f"Phones cannot be invited at {address}: {error.strerror or error}.") from error
        except (TypeError, UnicodeError) as error:
            raise CannotOpen(f"Phones cannot be invited at {address}: that is no address or name.") from error
        await self.close()
        self._opened_at = self.desks.store.now()
        if invitation is None:
            invitation = Invitation(desk)
            invitation.watch(self.wake)
        else:
            invitation.open()
            if invitation.desk is not desk:
                invitation.move_to(desk)
        self.host = f"{address}:{bound.getsockname()[1]}"
        pages = PageSocket(lambda page: guest_main(invitation, PHONE.get(), page))
        door = PhoneDoor(invitation, self.host, pages)
        config = uvicorn.Config(
            door,
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            http=partial(GuestHttp, door.connections),  # type: ignore[arg-type]  # it makes a protocol
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            timeout_graceful_shutdown=1,
            ssl_certfile=self._certificate.chain if self._certificate else None,
            ssl_keyfile=self._certificate.key if self._certificate else None,
        )
        self._server = _Listener(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[bound]))
        self.invitation = invitation
        await self._wait_until_up()
        self.wake()
        return invitation

    def follow(self, desk: Desk) -> None:
        if self.invitation is not None and self.invitation.desk is not desk:
            self.invitation.move_to(desk)
            self.wake()

    def _close_if_deleted(self) -> None:
        """Close the door to a table whose session was deleted for ever."""
        if self.invitation is not None and self.desks.opened(self.invitation.desk.session_id) is None:
            self._closing = asyncio.create_task(self.close())

    def _remember(self) -> None:
        """Store the address of the door and the rights of phones; None while it is shut."""
        invitation, door = self.invitation, None
        if invitation is not None:
            address, _, port = self.host.rpartition(":")
            door = {
                "session": invitation.desk.session_id,
                "address": address,
                "port": int(port),
                "right": invitation.right.value,
                "scanned": invitation.lets_scanned_in,
                "opened_at": self._opened_at.isoformat(),
            }
        if door != self._remembered:
            with suppress(StorageError):  # phones have to be invited again after the next start
                self.desks.store.settings.put(_OPEN_DOOR, door)
                self._remembered = door

    async def close(self) -> None:
        server, serving, invitation = self._server, self._serving, self.invitation
        self._server = self._serving = self.invitation = None
        if invitation is not None:
            invitation.close()
            await _wait_until_gone(invitation)
        if server is not None and serving is not None:
            server.should_exit = True
            await serving
        self.wake()

    def wake(self) -> None:
        """Remember where the door is open, and call the watchers."""
        self._remember()
        super().wake()

    async def _wait_until_up(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while self._server is not None and not self._server.started:
                    await asyncio.sleep(0.01)


class _Listener(uvicorn.Server):
    """A second uvicorn server in this process, without signal handlers of its own."""

    def capture_signals(self) -> Any:
        return nullcontext()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen as uvicorn does, with a deadline for TLS handshakes."""
        await super().startup(sockets=[])
        self.started = False
        config, loop = self.config, asyncio.get_running_loop()
        http: Any = config.http_protocol_class
        protocol = partial(http, config=config, server_state=self.server_state, app_state=self.lifespan.state)
        patience = timeouts.HEAD_SECONDS if config.ssl else None
        for bound in sockets or ():
            listener = await loop.create_server(
                protocol, sock=bound, ssl=config.ssl, backlog=config.backlog, ssl_handshake_timeout=patience
            )
            self.servers.append(listener)
        self.started = True


async def _wait_until_gone(invitation: Invitation) -> None:
    """Let phones receive the "closed" message before their sockets drop."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_FAREWELL):
            while any(phone.connected for phone in invitation.phones):
                await asyncio.sleep(0.01)


def find_addresses() -> tuple[str, ...]:
    """The machine's IPv4 addresses, without loopback and link-local ones; those of home networks come first."""
    addresses = [
        str(ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and not str(ip.ip).startswith(("127.", "169.254."))
    ]
    return tuple(sorted(addresses, key=_network_order))


def _network_order(address: str) -> tuple[bool, bool]:
    return not address.startswith("192.168."), not address.startswith("10.")


async def open_door(phones: PhoneServer, *, is_asked: bool) -> None:
    """Reopen the door that was open before a restart; if asked to, open one for the last open session and print it."""
    await phones.reopen()
    if not is_asked:
        if phones.invitation is not None:
            print(f"The phones of this evening find their table again at {phones.site}.", flush=True)
        return
    try:
        if phones.invitation is None and not await phones.open_for_last_session():
            print("No game is open. Start one, then invite phones there.", flush=True)
            return
    except CannotOpen as error:
        print(error, flush=True)
        return
    drawn = io.StringIO()
    segno.make_qr(phones.join_address, error="l", boost_error=False).terminal(out=drawn, compact=True)
    invitation = phones.invitation
    assert invitation is not None, "it is open"
    print(f"Phones scan this, or open {phones.site} and type {invitation.short_code}:", flush=True)
    print(drawn.getvalue(), flush=True)
