"""Typed and passed numbers: every digit and sign of any keyboard is understood, anything else refused."""

import unicodedata
from typing import Final

_SIGNS: Final = {
    **dict.fromkeys("-\u2212\ufe63\uff0d", "-"),  # hyphen-minus, minus, and their small and full-width forms
    **dict.fromkeys("+\ufe62\uff0b", "+"),
}
_NAMES: Final = {".": "A point", ",": "A comma", " ": "A space"}
_MOST_DIGITS: Final = 18


def read_character(character: str) -> str:
    """The ASCII digit or sign that a character stands for, in any script; "" for any other character."""
    digit = unicodedata.decimal(character, None)
    return _SIGNS.get(character, "") if digit is None else str(digit)


def why_not_in_number(character: str) -> str:
    """The sentence for a character that `read_character` does not know."""
    return f"{_NAMES.get(character, f'“{character}”')} is not part of a whole number."


def parse_number(text: str, low: int, high: int) -> int:
    """Parse a whole number from `low` to `high`; raises ValueError with a sentence."""
    typed = "".join(read_character(character) or "?" for character in text.strip())
    digits = typed[1:] if typed[:1] in ("+", "-") else typed
    if digits.isdecimal() and len(digits) <= _MOST_DIGITS and low <= int(typed) <= high:
        return int(typed)
    raise ValueError(f"“{text}” is not a whole number from {low} to {high}.")
