"""What kind of file somebody brings, by its first bytes."""

from enum import StrEnum
from typing import Final

from storage.errors import TransferError

ENOUGH: Final = 4096
"""So many bytes of a file tell its kind."""


class Kind(StrEnum):
    """What can be taken in."""

    SESSIONS = "sessions"
    CARDS = "cards"
    PLAYS = "plays"
    BACKUP = "backup"


_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def kind_of(start: bytes, name: str) -> Kind:
    """The kind of a file that begins like this; TransferError for one of no use here."""
    if start.startswith(b"SQLite format 3\0"):
        return Kind.BACKUP
    text = start[:ENOUGH].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.strip(b"\0"):
        raise TransferError(f"{name} is empty.")
    if b'"app"' in text and b'"table-companion"' in text:
        return Kind.CARDS if b'"cards"' in text.partition(b"\n\n")[0] and not _one_line(text) else Kind.SESSIONS
    if text.startswith((b"{", b"[", b"<", *_UTF_16)):
        return Kind.PLAYS
    raise TransferError(
        f"{name} is nothing that can be taken in here: that is sessions (.jsonl), plays of BG Stats (.json),"
        " remembered cards (.json) or a backup (.sqlite)."
    )


def _one_line(text: bytes) -> bool:
    """Whether the first line is an object of its own, as in a file of sessions."""
    return text.split(b"\n", 1)[0].rstrip().endswith(b"}")
