"""What names, texts, times and offsets may be: imports, screens and the store's own methods all ask here."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from scoring.contract.names import LONGEST_NAME, name_key, tidy

LONGEST_NOTE: Final = 100_000

FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 8999
"""Of times in UTC. Local times, and days and weeks around them, stay within the calendar."""

MOST_OFFSET: Final = 18 * 60
"""Minutes east or west of UTC; the clocks of the world differ by at most 14 hours from it."""

MOST_CARD_NUMBERS: Final = 20
LONGEST_CARD_LABEL: Final = 40


def find_name_error(name: str, what: str = "A name") -> str:
    """Why nobody and nothing can have this name, in a sentence; empty: it can. Places may have an empty one."""
    return _find_error(tidy(name), LONGEST_NAME, what)


def find_card_error(name: str, numbers: Sequence[Sequence[Any]]) -> str:
    """Why this cannot be a remembered card with its (label, number) pairs, in a sentence; empty: it can."""
    if not name_key(name):
        return "A card needs a name."
    if error := find_name_error(name):
        return error
    labels = [label for label, _ in numbers]
    if len(labels) > MOST_CARD_NUMBERS or not all(0 < len(label) <= LONGEST_CARD_LABEL for label in labels):
        return f"A card has at most {MOST_CARD_NUMBERS} numbers, with names of at most {LONGEST_CARD_LABEL} characters."
    return next(filter(None, map(find_name_error, labels)), "")


def find_note_error(note: str) -> str:
    """Why this cannot be a note, in a sentence; empty: it can."""
    return _find_error(note, LONGEST_NOTE, "A note")


def _find_error(text: str, longest: int, what: str) -> str:
    if len(text) > longest:
        return f"{what} has at most {longest:,} characters."
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        return f"{what} has a character that cannot be saved; type it again."
    return ""


def clean_name(text: str) -> str:
    """A name out of a file of another app, made one that is allowed."""
    return tidy(_readable(text))[:LONGEST_NAME].rstrip()


def clean_note(text: str) -> str:
    """A note out of a file of another app, made one that is allowed."""
    return _readable(text)[:LONGEST_NOTE]


def _readable(text: str) -> str:
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def is_time(at: datetime) -> bool:
    """Whether a session or an entry can have this time, which has a time zone."""
    try:
        return FIRST_YEAR <= at.astimezone(UTC).year <= LAST_YEAR
    except OverflowError:
        return False


def is_local_year(year: int) -> bool:
    """Whether some time can be in this year somewhere."""
    return FIRST_YEAR - 1 <= year <= LAST_YEAR + 1
