"""Half-filled forms of a session: cached in memory at the tap, stored for the next start."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from companion.window.watchers import Watchable
from scoring.contract.prompts import Answer, Draft
from scoring.engine.seat_moves import Moves, move_draft
from storage.errors import StorageError
from storage.store import Store


class DraftCache(Watchable):
    """The half-filled forms of one desk by entry number and kind; `suffix` keeps those of a seat's phone apart."""

    def __init__(self, store: Store, session_id: str, suffix: str = "") -> None:
        super().__init__()
        self._store, self._session_id, self._suffix = store.drafts, session_id, suffix
        self._cached: dict[int, dict[str, Draft]] = {}
        self._read: set[int] = set()  # the entries whose stored forms are cached, too

    def find(self, number: int, kind: str) -> dict[str, Answer] | None:
        """The answers in the form for entry `number`, {} if all were taken back; None if nobody filled anything in."""
        name = f"{kind}{self._suffix}"
        if number not in self._read and name not in self._cached.get(number, {}):
            self._cached[number] = self._store.load(self._session_id, number) | self._cached.get(number, {})
            self._read.add(number)
        draft = self._cached.get(number, {}).get(name)
        return None if draft is None else dict(draft)

    def put(self, number: int, kind: str, draft: Draft) -> None:
        """Cache the answers of a form."""
        self._cached.setdefault(number, {})[f"{kind}{self._suffix}"] = dict(draft)

    def save(self, number: int, kind: str) -> None:
        """Store the cached form, if there is one. Raises StorageError."""
        name = f"{kind}{self._suffix}"
        if name in self._cached.get(number, {}):
            self._store.save(self._session_id, number, name, self._cached[number][name])

    def keep(self, number: int, kind: str, draft: Draft) -> None:
        """Cache the answers of a form and store them, unless that fails: they stay on the screen then."""
        self.put(number, kind, draft)
        with suppress(StorageError):
            self.save(number, kind)

    def replace_all(self, number: int, drafts: Mapping[str, Draft]) -> None:
        """Keep these answers by kind in the forms for entry `number`, and forget those for earlier entries."""
        self._cached, self._read = {}, set()
        for kind, draft in drafts.items():
            self.keep(number, kind, draft)

    def move_seats(self, number: int, events: Collection[Any], moves: Moves) -> None:
        """Give what is filled in for entry `number` to the same players on their new seats; see `move_draft`."""
        for event in events:
            if draft := self.find_safely(number, event.kind):
                self.keep(number, event.kind, move_draft(event, draft, moves))

    def find_safely(self, number: int, kind: str) -> dict[str, Answer] | None:
        """The answers in the form for entry `number`; None also where they cannot be read."""
        with suppress(StorageError):  # the entry is recorded; a draft that cannot be read starts empty
            return self.find(number, kind)
        return None
