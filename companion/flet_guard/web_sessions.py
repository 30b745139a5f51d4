"""The sessions of Flet's web server, which it keeps private. Imported by `companion.server` only."""

import asyncio
from typing import Any, Final, cast

import msgpack  # type: ignore[import-untyped]  # it has no types
from flet.controls.base_control import BaseControl
from flet.messaging.protocol import Message, MessageAction, configure_encode_object_for_msgpack
from flet.messaging.session import Session
from flet_web.fastapi import FletApp, app_manager

REGISTER: Final = MessageAction.REGISTER_CLIENT.value
"""The number of the message in which a page says who it is, and of the answer that gives it its session."""


_FRAME: Final = b"\x00"
"""The first byte of a message of Flet's protocol."""

_encode: Final[Any] = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]  # Flet left it untyped


class PageVisitor(FletApp):  # type: ignore[misc]  # flet_web has no types
    """The connection of a page.

    Flet formats every message as text for a log that nobody reads, which takes as long as encoding it: 10 to 50 ms
    when a table is opened.
    """

    def send_message(self, message: Message) -> None:
        """Encode a message and queue it, as Flet does. Messages to a page that has left are dropped."""
        queue: asyncio.Queue[bytes | None] | None = getattr(self, "_FletApp__send_queue")  # noqa: B009  # mangled
        if queue is not None:
            queue.put_nowait(_FRAME + msgpack.packb([message.action, message.body], default=_encode))


def sessions_by_key() -> dict[str, Session]:
    """All sessions in memory, those of closed pages included, by the key `app_manager.delete_session` takes."""
    return cast(dict[str, Session], getattr(app_manager, "_FletAppManager__sessions"))  # noqa: B009  # name mangling


def is_registered(visitor: FletApp) -> bool:
    """Whether a page has said who it is and got its session."""
    return getattr(visitor, "_FletApp__session") is not None  # noqa: B009  # name mangling
