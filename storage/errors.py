"""What can go wrong with the file, each told in one sentence for people."""


class StorageError(Exception):
    """Something could not be kept or read; the message says what, where and what to do.

    Whatever was being written is not there: there is never half a change.
    """


class CannotOpen(StorageError):
    """The path leads nowhere: a folder, or a place that does not exist."""


class NotADatabase(StorageError):
    """The file is something else, or another app's database."""


class Damaged(StorageError):
    """The file, or something kept in it, is broken."""


class NewerSchema(StorageError):
    """A newer version of the app wrote the file."""


class ReadOnly(StorageError):
    """The file or its folder may not be written."""


class Locked(StorageError):
    """Another program holds the file and does not let go."""


class FileGone(StorageError):
    """The file was moved, deleted or replaced while it was open; what it held can still be saved."""


class StorageFull(StorageError):
    """There is no room left."""


class Collision(StorageError):
    """Another window wrote an entry of this number first; load again and look."""


class UnknownSession(StorageError):
    """There is no such session, or no longer."""


class Unreadable(StorageError):
    """A session whose entries, or whose game, this app cannot read; nothing of it is lost."""


class TransferError(StorageError):
    """A file that cannot be taken in or written; the message names what is wrong, and nothing was added."""


class DamagedValue(ValueError):
    """A stored value that is not of the type of its column; the message says what stands there."""


class IncompleteImport(StorageError):
    """Something ended an import of which a part has come in; taking the file in again completes it."""

    def __init__(self, cause: StorageError, here: str) -> None:
        verb = "is" if here.startswith("1 ") else "are"
        super().__init__(f"{cause} {here} of this file {verb} here now; take it in again for the rest.")
