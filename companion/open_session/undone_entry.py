"""The entry that undo took back: its form comes back filled in, ready to be changed. No Flet here.

Nothing is stored for it. As long as redo would bring the entry back, its answers stand in the form like a draft.
"""

from collections.abc import Sequence
from typing import Any

from companion.open_session.telling.awaiting import is_sealed
from scoring.contract.game import AnyGame, State
from scoring.contract.prompts import Answer, Prompt
from scoring.engine import agreements
from scoring.engine.codec import encode
from scoring.engine.journal import Entry, Record, redo


def find_taken_back(journal: Sequence[Entry[Any]]) -> Any | None:
    """The event that redo would record again as the last one; None if there is none."""
    step = redo(journal)
    entry = None if step is None else journal[step.target]
    return entry.event if isinstance(entry, Record) and entry.before is None else None


def list_answers(game: AnyGame, state: State, prompt: Prompt, event: Any) -> dict[str, Answer]:
    """The answers with which this form recorded `event`, without secrets; empty for an instant form."""
    if prompt.instant or is_sealed(prompt) or event.kind != prompt.kind:
        return {}
    payload = encode(game, event).payload
    if not dict(prompt.given).items() <= payload.items():
        return {}
    names = {field.name for field in prompt.fields} - agreements.list_veiled(game, state, event)
    return {name: answer for name, answer in payload.items() if name in names}
