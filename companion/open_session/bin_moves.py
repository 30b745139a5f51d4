"""Moving sessions to the bin, with an undo, and back."""

from functools import partial

from companion.open_session.desks import Desks
from companion.window.messages import ABOVE_DOCK, tell
from companion.window.state import House, Window
from storage.errors import UnknownSession


def move_to_bin(house: House, window: Window, session_id: str) -> None:
    """Move a session to the bin, offer an undo, and refresh all screens."""
    house.store.bin.add(session_id)
    house.shared[Desks].look()
    window.revision += 1
    act = partial(restore, house, window, session_id)
    tell("The game is in the bin.", "Undo", act, above=ABOVE_DOCK)  # it may still be there at the next table


def restore(house: House, window: Window, session_id: str, confirmation: str = "") -> None:
    """Take a session out of the bin, unless it was deleted for ever elsewhere, and refresh all screens.

    With a `confirmation` where the screen does not show it by itself.
    """
    try:
        house.store.bin.restore(session_id)
        tell(confirmation)
    except UnknownSession as error:
        tell(str(error))
    house.shared[Desks].look()
    window.revision += 1
