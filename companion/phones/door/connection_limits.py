"""Connections to the phones' door: every address has a share of them, and every phone with a key has its own."""

import asyncio
from collections import Counter
from typing import Any, Final

from companion.server.timeouts import ImpatientHttp

Client = tuple[str, int]  # address and port of the other side
_SHARE: Final = 16  # connections of one address without a key, and of one phone; a browser opens six
_MOST_STRANGERS: Final = 128  # connections without a key, of all addresses together


class ConnectionLimits:
    """The HTTP connections of one door. A new connection always gets in.

    Where there are too many, the oldest of the same address or phone is ended, and among strangers that of the address
    with the most. So connections without a key never push out those of a phone.
    """

    def __init__(self) -> None:
        self._lines: dict[Client, tuple[str, asyncio.Transport]] = {}
        """By client, its holder (its address, or the fingerprint of its key) and its transport. Oldest first."""

    def add(self, client: Client, transport: asyncio.Transport) -> None:
        """Add a new connection. Its key is not known yet."""
        address = client[0]
        self._lines[client] = address, transport
        self._keep_to_share(address)
        strangers = Counter(holder for (host, _), (holder, _) in self._lines.items() if holder == host)
        if strangers.total() > _MOST_STRANGERS:
            self._end_oldest(strangers.most_common(1)[0][0])

    def assign(self, client: Client, fingerprint: str) -> None:
        """Count the connection to the phone with this fingerprint from now on."""
        line = self._lines.get(client)
        if line is None or line[0] == fingerprint:
            return
        del self._lines[client]
        self._lines[client] = fingerprint, line[1]
        self._keep_to_share(fingerprint)

    def remove(self, client: Client) -> None:
        """The connection has ended, or is a web socket now: of these every phone has two at most."""
        self._lines.pop(client, None)

    def _keep_to_share(self, holder: str) -> None:
        if sum(own == holder for own, _ in self._lines.values()) > _SHARE:
            self._end_oldest(holder)

    def _end_oldest(self, holder: str) -> None:
        oldest = next(client for client, (own, _) in self._lines.items() if own == holder)
        _, transport = self._lines.pop(oldest)
        transport.abort()


class GuestHttp(ImpatientHttp):
    """The HTTP protocol of the phones' door: every connection counts."""

    def __init__(self, limits: ConnectionLimits, **settings: Any) -> None:
        super().__init__(**settings)
        self._limits = limits

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._limits.add(self.client or ("", 0), transport)

    def handle_websocket_upgrade(self) -> None:
        """Stop counting it; without a key there is no socket."""
        self._limits.remove(self.client or ("", 0))
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.remove(self.client or ("", 0))
        super().connection_lost(exc)
