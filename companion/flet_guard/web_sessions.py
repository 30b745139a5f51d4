"""The sessions of Flet's web server, which it keeps private. Imported by `companion.server` only."""

from typing import Final, cast

from flet.messaging.protocol import MessageAction
from flet.messaging.session import Session
from flet_web.fastapi import FletApp, app_manager

REGISTER: Final = MessageAction.REGISTER_CLIENT.value
"""The number of the message in which a page says who it is, and of the answer that gives it its session."""


def sessions_by_key() -> dict[str, Session]:
    """All sessions in memory, those of closed pages included, by the key `app_manager.delete_session` takes."""
    return cast(dict[str, Session], getattr(app_manager, "_FletAppManager__sessions"))  # noqa: B009  # name mangling


def is_registered(visitor: FletApp) -> bool:
    """Whether a page has said who it is and got its session."""
    return getattr(visitor, "_FletApp__session") is not None  # noqa: B009  # name mangling
