"""The entries that a number of the score sheet comes from. No Flet here."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.open_session.desk import Desk
from scoring.contract.game import AGREEMENTS
from scoring.contract.prompts import Answer, Bid, Prompt, read_pairs
from scoring.contract.scores import Seat
from scoring.engine.replay import Step
from scoring.insight.what_if import find_numbers


@dataclass(frozen=True, slots=True)
class Sources:
    """The entries to correct a number by: one for each of its score lines, if several wrote them, and others.

    None where the set-up wrote a line, or where it is not recorded yet. The others have the words of their buttons.
    """

    of_lines: tuple[int | None, ...] = ()
    others: tuple[tuple[str, int], ...] = ()


def find_sources(desk: Desk, round_: int, seat: Seat) -> Sources:
    """Where a player's number in a round comes from; where partners score as one, it has the lines of both."""
    of_lines = desk.run.find_line_entries(round_, desk.shown.list_scorers(seat))
    scoring = {entry for entry in of_lines if entry is not None}
    if not scoring:
        return Sources()
    asked = [entry for entry in _list_asked(desk, round_, seat) if entry not in scoring]
    if len(scoring) > 1:
        return Sources(of_lines, tuple((_label_button(desk, entry), entry) for entry in asked))
    entries = (*asked, *scoring)
    return Sources((), tuple((_label_button(desk, entry) if asked else "Correct this", entry) for entry in entries))


def _label_button(desk: Desk, entry: int) -> str:
    """The button for one of several entries: "Correct: Count the tricks"."""
    prompt = desk.prompt_for(entry)
    return f"Correct: {prompt.title if prompt is not None else desk.describe(entry)}"


def _list_asked(desk: Desk, round_: int, seat: Seat) -> Iterator[int]:
    """The entries of a round that asked a seat for its number or bid: the tricks, before the faces are counted."""
    kinds: dict[str, bool] = {}
    before = desk.run.opening
    for step in desk.run.steps:
        is_candidate = before.round == round_ and kinds.get(step.event.kind, True) and _names(desk, step, seat)
        prompt = desk.prompt_for(step.entry) if is_candidate else None
        before = step.state
        if is_candidate:
            kinds[step.event.kind] = prompt is not None and _asks_number(prompt, seat)
            if kinds[step.event.kind]:
                yield step.entry


def _names(desk: Desk, step: Step[Any, Any], seat: Seat) -> bool:
    """Whether the event is of this seat, or has an answer for it."""
    if isinstance(step.event, AGREEMENTS):
        return False
    payload = desk.payload_of(step.event)
    return payload.get("seat") == seat or any(_has(answer, seat) for answer in payload.values())


def _has(answer: Answer, seat: Seat) -> bool:
    return isinstance(answer, list) and any(key == seat for key, _ in read_pairs(answer))


def _asks_number(prompt: Prompt, seat: Seat) -> bool:
    if prompt.seat == seat and any(isinstance(field, Bid) for field in prompt.fields):
        return True
    grid = find_numbers(prompt)
    return grid is not None and any(cell.key == seat for cell in grid.cells)
