"""Which player a name means that is typed at the set-up."""

from collections.abc import Iterable

from scoring.contract.names import LONGEST_TYPED_NAME, name_key
from storage.text_folding import fold


def normalize_name(name: str) -> str:
    """The name as it is stored."""
    return " ".join(name.split())[:LONGEST_TYPED_NAME]


def find_spelling(name: str, known: Iterable[str]) -> str:
    """How the player whom a typed name means is spelled: "bea" is Bea, and "jose" is José if nobody else is so near.

    A name that is known itself stays as it is.
    """
    spellings = set(known)
    same = {other for other in spellings if name_key(other) == name_key(name)} or {
        other for other in spellings if fold(other) == fold(name)
    }
    return next(iter(same)) if len(same) == 1 and name not in same else name
