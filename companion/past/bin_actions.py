"""Moving sessions to the bin and back, with an undo, on every screen."""

from companion.desk.desk import Desks
from companion.window.messages import tell
from companion.window.state import House, Window


def restore(house: House, session_id: str) -> None:
    """Take a session out of the bin and refresh all screens."""
    house.store.sessions.restore(session_id)
    house.shared[Desks].look()


def move_to_bin(house: House, window: Window, session_id: str) -> None:
    """Move a session to the bin and offer an undo."""
    house.store.sessions.bin(session_id)
    house.shared[Desks].look()

    def undo() -> None:
        restore(house, session_id)
        window.revision += 1

    tell("The game is in the bin.", "Undo", undo)


def restore_from_bin(house: House, window: Window, session_id: str) -> None:
    """Take a session out of the bin and confirm it."""
    restore(house, session_id)
    window.revision += 1
    tell("The game is back in the history.")
