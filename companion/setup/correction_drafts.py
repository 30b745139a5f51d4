"""Drafts of corrections, kept while the user is on another screen."""

from collections.abc import Mapping
from typing import Any

from companion.open_session.desk import Desk
from companion.window.state import Window
from scoring.contract.prompts import Answer
from storage.store import Store


class CorrectionDrafts:
    """The unsaved corrections of a window by session and entry, with the event they correct."""

    def __init__(self, _: Store) -> None:
        self._kept: dict[tuple[str, int], tuple[Any, dict[str, Answer]]] = {}

    def find(self, desk: Desk, entry: int) -> dict[str, Answer]:
        """The answers of an unsaved correction; empty if the entry has changed since."""
        event, answers = self._kept.get((desk.session_id, entry), (None, {}))
        return answers if event == _event(desk, entry) else {}

    def keep(self, desk: Desk, entry: int, answers: Mapping[str, Answer]) -> None:
        """Store the answers of a correction; empty answers delete it."""
        self._kept[desk.session_id, entry] = _event(desk, entry), dict(answers)


def correction_drafts_of(window: Window) -> CorrectionDrafts:
    assert window.memory is not None, "only windows of the house correct anything"
    return window.memory[CorrectionDrafts]


def _event(desk: Desk, entry: int) -> Any:
    return desk.event(entry) if entry else desk.run.opened
