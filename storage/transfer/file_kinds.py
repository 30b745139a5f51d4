"""Detect the kind of an imported file from its first bytes."""

from enum import StrEnum
from typing import Final

from storage.errors import TransferError

HEAD_BYTES: Final = 4096
"""The number of bytes `detect_kind` needs."""


class FileKind(StrEnum):
    """The kinds of files that can be imported."""

    SESSIONS = "sessions"
    CARDS = "cards"
    PLAYS = "plays"
    BACKUP = "backup"


_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def detect_kind(head: bytes, name: str) -> FileKind:
    """Detect the kind from the first `HEAD_BYTES` of a file; raises TransferError for other files."""
    if head.startswith(b"SQLite format 3\0"):
        return FileKind.BACKUP
    text = head[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.strip(b"\0"):
        raise TransferError(f"{name} is empty.")
    if b'"collection":true' in text:  # its first line may be longer than what is read here
        return FileKind.SESSIONS
    if b'"app"' in text and b'"table-companion"' in text:
        is_one_line = text.split(b"\n", 1)[0].rstrip().endswith(b"}")  # as the header of a session file
        has_cards = b'"cards"' in text.partition(b"\n\n")[0]
        return FileKind.CARDS if has_cards and not is_one_line else FileKind.SESSIONS
    if text.startswith((b"{", b"[", b"<", *_UTF_16)):
        return FileKind.PLAYS
    raise TransferError(
        f"{name} cannot be imported. You can import games (.jsonl), games of BG Stats (.json) or BoardGameGeek"
        " (.xml), remembered cards (.json) or a backup (.sqlite)."
    )
