"""Full-text search in a few texts by SQLite's FTS5: word stems, best match first."""

import sqlite3
from collections.abc import Sequence
from typing import Final

_WEIGHTS: Final = "10.0, 2.0, 3.0"
"""How much a word counts in a title, in a chapter, and in the text."""


class TextIndex:
    """An index in memory over (title, chapter, text) rows."""

    def __init__(self, rows: Sequence[tuple[str, str, str]]) -> None:
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        tokens = "tokenize = 'porter unicode61 remove_diacritics 2'"
        self._db.execute(f"CREATE VIRTUAL TABLE texts USING fts5(title, chapter, body, {tokens})")
        self._db.executemany("INSERT INTO texts VALUES (?, ?, ?)", rows)

    def find(self, words: Sequence[str]) -> tuple[int, ...]:
        """The places of the rows with words that begin like any of these or their stems; more and rarer words first."""
        if not words:
            return ()
        query = " OR ".join(f'"{word}"*' for word in words if word.isalnum())
        order = f"SELECT rowid - 1 FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, {_WEIGHTS}), rowid"
        return tuple(place for (place,) in self._db.execute(order, (query,))) if query else ()
