"""What names, texts, times and offsets may be: imports, screens and the store's own methods all ask here."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from scoring.contract.names import LONGEST_NAME, name_key, tidy
from storage.errors import InvalidValue

LONGEST_NOTE: Final = 100_000

FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 8999
"""Of times in UTC. Local times, and days and weeks around them, stay within the calendar."""

MOST_OFFSET: Final = 18 * 60
"""Minutes east or west of UTC; the clocks of the world differ by at most 14 hours from it."""

MOST_CARD_NUMBERS: Final = 20
LONGEST_CARD_LABEL: Final = 40


def check_name(name: str, what: str = "A name") -> str:
    """The name, tidied; raises InvalidValue for one that nobody and nothing can have. Places may have an empty one."""
    return _check_text(tidy(name), LONGEST_NAME, what)


def check_card(name: str, numbers: Sequence[Sequence[Any]]) -> None:
    """Raise InvalidValue unless this can be a remembered card with its (label, number) pairs."""
    if not name_key(name):
        raise InvalidValue("A card needs a name.")
    check_name(name)
    labels = [label for label, _ in numbers]
    if len(labels) > MOST_CARD_NUMBERS or not all(0 < len(label) <= LONGEST_CARD_LABEL for label in labels):
        raise InvalidValue(
            f"A card has at most {MOST_CARD_NUMBERS} numbers, with names of at most {LONGEST_CARD_LABEL} characters."
        )
    for label in labels:
        check_name(label)


def check_note(note: str) -> str:
    """The note; raises InvalidValue if it cannot be one."""
    return _check_text(note, LONGEST_NOTE, "A note")


def _check_text(text: str, longest: int, what: str) -> str:
    if len(text) > longest:
        raise InvalidValue(f"{what} has at most {longest:,} characters.")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidValue(f"{what} has a character that cannot be saved; type it again.")
    return text


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
