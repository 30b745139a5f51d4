"""The types of arguments: what cannot be meant is refused by the parser, in a sentence."""

import os
from argparse import ArgumentTypeError
from collections.abc import Callable

from companion.ui.typed_numbers import parse_number


def words(text: str) -> str:
    """Text that can be looked up."""
    if not text.isprintable():  # also lone surrogates
        raise ArgumentTypeError(f"“{text}” has characters that cannot be read.")
    return text


def file_path(text: str) -> str:
    """The path of a file."""
    if why := why_no_path(text):
        raise ArgumentTypeError(why)
    return text


def why_no_path(text: str) -> str:
    """Why no file can have this path, in a sentence; empty: one can."""
    try:
        is_path = bool(text.strip()) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_path = False
    return "" if is_path else f"“{text}” is not the name of a file."


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A number from `low` to `high`."""

    def parse(text: str) -> int:
        try:
            return parse_number(text, low, high)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from error

    return parse
