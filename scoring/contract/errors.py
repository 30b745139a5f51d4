"""The error of a game that fails; in a module of its own, which every command loads."""

from typing import Final, Self


class GameFailed(Exception):
    """The code of a game of another package broke the contract: it raised something, or told what cannot be."""

    @classmethod
    def at(cls, title: str, part: str, error: Exception) -> Self:
        """The failure of a game at something it was asked for: "an entry", "the next question"."""
        return cls(f"The rules of {title} failed at {part} ({describe_error(error)}).")


def describe_error(error: BaseException) -> str:
    """An exception of foreign code in one line: its type, and the beginning of what it says."""
    first, *_ = str(error).splitlines() or [""]
    return f"{type(error).__name__}: {first}"[:_LONGEST].removesuffix(": ")


_LONGEST: Final = 200
"""The most characters that are told of an exception."""
