"""A session that was continued on two devices: one of its two journals keeps the id, the other becomes a branch.

A branch has an id that follows from the session and from its first own entry, so that every device makes the same one.
"""

from collections.abc import Sequence
from uuid import UUID, uuid5

from scoring.engine.replay import replay
from storage.clock import format_utc
from storage.sessions.entry_rows import StoredEntry, make_fingerprint
from storage.transfer.session_file import SessionFile


def find_fork(ours: Sequence[StoredEntry], theirs: Sequence[StoredEntry]) -> int | None:
    """The number of the first entry that differs; None if one journal begins with the other."""
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((number for number, (one, other) in pairs if one != other), None)


def make_branch_id(session_id: str, first: StoredEntry) -> str:
    """The id of the branch of a session whose first own entry is `first`."""
    return str(uuid5(UUID(session_id), ":".join(_make_key(first))))


def comes_first(one: StoredEntry, other: StoredEntry) -> bool:
    """Which of two first entries keeps the id where both devices made a branch of the other's: the earlier one."""
    return _make_key(one) < _make_key(other)


def describe_fork(file: SessionFile, number: int) -> str:
    """Since when the session was continued on both devices: "Round 4"."""
    shared = replay(file.game, file.journal[:number]) if number else None
    rounds = [line.round for line in shared.state.ledger] if shared else []
    return f"Round {max(rounds, default=0) + 1}"


def _make_key(entry: StoredEntry) -> tuple[str, str]:
    return format_utc(entry.at), make_fingerprint(entry)
