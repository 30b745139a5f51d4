"""The errors of the storage package. Every message is one sentence that can be shown to the user."""


class StorageError(Exception):
    """Something could not be read or written; the message says what, where and what to do.

    The transaction was rolled back, and none of it is stored.
    """


class CannotOpen(StorageError):
    """The path is a folder, is in a folder that does not exist, or is not allowed as a target."""


class NotADatabase(StorageError):
    """The file is not a database, or is a database of another app."""


class Damaged(StorageError):
    """The database file or a row in it is damaged."""


class NewerSchema(StorageError):
    """A newer version of the app wrote the database file."""


class ReadOnly(StorageError):
    """There is no permission to write the file or its folder."""


class Locked(StorageError):
    """Another program has locked the file for too long."""


class FileGone(StorageError):
    """The file was moved, deleted or replaced while open; its content can still be saved from memory."""


class StorageFull(StorageError):
    """The disk is full."""


class InvalidValue(StorageError, ValueError):
    """A name, a note or a card that nothing can have; the message says why."""


class Collision(StorageError):
    """Another window recorded an entry with this number first; load the session again."""


class UnknownSession(StorageError):
    """There is no session with this id."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or "This game no longer exists; it may have been deleted in another window.")


class Unreadable(StorageError):
    """This version of the app cannot read the entries or the game of a session. The data are left unchanged."""


class NeedsGame(Unreadable):
    """The game of a session is not installed, is older than it, refuses it or fails. Nothing is damaged."""


class TransferError(StorageError):
    """A file cannot be imported or exported. Nothing was imported."""


class MissingGame(TransferError):
    """A session of a file is of a game that is not installed; the sentence is the same for all of that game."""


class DamagedValue(ValueError):
    """A stored value has the wrong type for its column; the message shows the value."""


class IncompleteImport(StorageError):
    """An import ended after a part of the file was imported. Importing the file again completes it."""

    def __init__(self, cause: StorageError, number: int, noun: str) -> None:
        imported = f"1 {noun} of this file was" if number == 1 else f"{number} {noun}s of this file were"
        super().__init__(f"{cause} {imported} imported; import the file again to add the rest.")
