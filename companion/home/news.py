"""What is new, in one line after an update."""

from typing import Final

from companion import VERSION
from storage.store import Store

_NEWS: Final = "everybody's own phone for a whole evening, and the last scores in sight while the app starts."
"""The newest version of CHANGELOG.md for somebody who had the one before."""

_KEY: Final = "version"


def find_news(store: Store) -> str:
    """A line for a version that is opened for the first time after another one; else empty."""
    known = store.settings.get(_KEY, VERSION)
    return "" if known == VERSION else f"New in {VERSION}: {_NEWS}"


def remember_version(store: Store) -> None:
    """The news of this version have been shown."""
    if store.settings.get(_KEY) != VERSION:
        store.settings.put(_KEY, VERSION)
