"""Which player a name means that is typed at the set-up."""

from collections.abc import Iterable

from scoring.contract.names import LONGEST_TYPED_NAME, name_key, tidy
from storage.text_folding import fold


def normalize_name(name: str) -> str:
    """The name as it is stored."""
    return tidy(tidy(name)[:LONGEST_TYPED_NAME])


def find_spelling(typed: str, known: Iterable[str]) -> str:
    """How the player whom a typed name means is spelled: "bea" is Bea, and "jose" is José if nobody else is so near.

    A name that is known itself stays as it is, also one of a file that is longer than those on a screen.
    """
    spellings = set(known)
    name = tidy(typed) if tidy(typed) in spellings else normalize_name(typed)
    same = {other for other in spellings if name_key(other) == name_key(name)} or {
        other for other in spellings if fold(other) == fold(name)
    }
    return next(iter(same)) if len(same) == 1 and name not in same else name
