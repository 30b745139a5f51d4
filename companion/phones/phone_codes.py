"""Codes that open the door to a table, and the keys of phones that were let in."""

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Callable
from time import monotonic
from typing import Final

_LETTERS: Final = "ACDEFGHJKMNPQRTVWXY23456789"  # without look-alikes: no O and 0, no I, L, U and 1, no B, S and Z

_SHORT: Final = 8
_HALF: Final = _SHORT // 2

_GUESSES: Final = 10  # wrong codes an address may send within a minute
_MINUTE: Final = 60.0  # seconds
_LONGEST_WAIT: Final = 3600.0  # seconds
_EASING: Final = 600.0  # seconds without an attempt that halve the next wait


def new_link_code() -> str:
    """The secret part of the scanned address: 128 random bits."""
    return secrets.token_urlsafe(16)


def new_short_code() -> str:
    """The code to type in, in two groups of four: "K7PX-3MQD"."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_SHORT))
    return f"{letters[:_HALF]}-{letters[_HALF:]}"


def new_key() -> str:
    """The key a phone keeps: 256 random bits."""
    return secrets.token_urlsafe(32)


def fingerprint(key: str) -> str:
    """What is stored of a key: its SHA-256 in hexadecimal, from which the key cannot be found."""
    return hashlib.sha256(key.encode()).hexdigest()


def is_same(given: str, code: str) -> bool:
    """Whether the two are the same, without telling by the time it takes how much of it is."""
    return secrets.compare_digest(given.encode(), code.encode())


def is_code(typed: str, code: str) -> bool:
    """Whether somebody typed this short code, in any case, with or without spaces and hyphen."""
    return is_same(_plain(typed), _plain(code))


def _plain(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())


class Guesses:
    """Counts the wrong codes of each address and says how long it has to wait."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: defaultdict[str, list[float]] = defaultdict(list)
        self._closed: dict[str, tuple[float, float]] = {}  # the end and the length of the last wait

    def wait(self, address: str) -> float:
        """Seconds until this address may try again; 0 if it may try now."""
        until, _ = self._closed.get(address, (0.0, 0.0))
        return max(0.0, until - self._clock())

    def count_wrong(self, address: str) -> None:
        """Count a wrong code; after ten within a minute the address waits, twice as long as the last time."""
        now = self._clock()
        recent = [at for at in self._wrong[address] if now - at < _MINUTE] + [now]
        self._wrong[address] = recent
        if len(recent) >= _GUESSES:
            end, last = self._closed.get(address, (now, 0.0))
            wait = 2 * last * 0.5 ** ((now - end) // _EASING)
            wait = min(max(wait, _MINUTE), _LONGEST_WAIT)
            self._closed[address] = now + wait, wait
            del self._wrong[address]

    def forget(self, address: str) -> None:
        """A right code: the wrong ones before it no longer count."""
        self._wrong.pop(address, None)
        self._closed.pop(address, None)
