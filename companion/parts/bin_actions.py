"""Into the bin and out of it, on every screen alike: what is thrown away can be taken back with a tap."""

from companion.window.messages import tell
from companion.window.state import House, Window


def restore(house: House, session_id: str) -> None:
    """Take a session out of the bin, on every screen that shows it."""
    house.store.restore(session_id)
    house.desks.look()


def throw_away(house: House, window: Window, session_id: str) -> None:
    """Put a session into the bin and offer to take it back."""
    house.store.bin(session_id)
    house.desks.look()

    def undo() -> None:
        restore(house, session_id)
        window.revision += 1

    tell("The session is in the bin.", "Undo", undo)


def take_out(house: House, window: Window, session_id: str) -> None:
    """Take a session out of the bin and say so."""
    restore(house, session_id)
    window.revision += 1
    tell("The session is back in the history.")
