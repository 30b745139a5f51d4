"""The types of arguments; each refuses an impossible value with a sentence."""

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
    try:
        is_path = bool(text.strip()) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_path = False
    if not is_path:
        raise ArgumentTypeError(f"“{text}” is not the name of a file.")
    return text


def whole_number(high: int) -> Callable[[str], int]:
    """A number from 1 to `high`."""

    def parse(text: str) -> int:
        try:
            return parse_number(text, 1, high)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from error

    return parse
