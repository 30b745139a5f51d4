"""Half-filled forms of a session: in memory with the tap, in the file for the next start."""

from collections import Counter
from collections.abc import Callable

from companion.window.watchers import Watchers
from scoring.contract.prompts import Answer, Draft
from storage.store import Store


class HeldDrafts:
    """The half-filled forms of one desk, by entry number and kind of form.

    Those of a seat's phone have the seat in their name in the file, and nobody else reads them.
    """

    def __init__(self, store: Store, session_id: str, suffix: str = "") -> None:
        self._store, self._session_id, self._suffix = store.drafts, session_id, suffix
        self._held: dict[tuple[int, str], Draft] = {}
        self._emptied: set[tuple[int, str]] = set()  # forms in which every answer was taken back
        self._versions: Counter[str] = Counter()  # by kind of form
        self._watchers = Watchers()

    def read(self, number: int, kind: str) -> dict[str, Answer]:
        """The answers so far in the form for entry `number`; empty for a fresh one."""
        held = self._held.get((number, kind))
        return dict(held) if held is not None else self._store.load(self._session_id, number, f"{kind}{self._suffix}")

    def hold(self, number: int, kind: str, draft: Draft) -> None:
        """Keep a tap in memory."""
        self._held[number, kind] = dict(draft)
        self._versions[kind] += 1
        (self._emptied.discard if draft else self._emptied.add)((number, kind))

    def save(self, number: int, kind: str) -> None:
        """Store the form that is in memory, where it stays; nothing if none is there. Raises StorageError."""
        draft = self._held.get((number, kind))
        if draft is not None:
            self._store.save(self._session_id, number, f"{kind}{self._suffix}", draft)

    def release(self, number: int, kind: str) -> None:
        """From now on the form is read from the file, which other programs write to as well."""
        self._held.pop((number, kind), None)

    def replace(self, held: dict[tuple[int, str], Draft]) -> None:
        """Hold these forms in memory and no others."""
        self._held = dict(held)

    def is_emptied(self, number: int, kind: str) -> bool:
        """Whether every answer of this form was taken back."""
        return (number, kind) in self._emptied

    def version(self, kind: str) -> int:
        """How often the half-filled form was changed; a form that knows an older version reads its draft again."""
        return self._versions[kind]

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after taps in a half-filled form; returns the function that ends it."""
        return self._watchers.watch(wake)

    def wake(self) -> None:
        """Have every form of this desk drawn again in the other windows."""
        self._watchers.wake()
