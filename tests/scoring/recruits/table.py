"""What is entered, asked and shown at a table of Recruits."""

from typing import Any

from scoring.contract.game import Agreement, Event
from scoring.engine.codec import event_from
from scoring.games import find_game
from scoring.games.recruits.state import State
from scoring.testing.tables import Tables

GAME = find_game("recruits")
TABLES = Tables(GAME)
after = TABLES.after
refusal = TABLES.refusal
assert_refused = TABLES.assert_refused
main = TABLES.main
prompt_for = TABLES.prompt_for
kinds = TABLES.kinds
points = TABLES.points
notices = TABLES.notices


def answer(state: State, word: str) -> Event[Any] | Agreement:
    """The event of the main prompt, with this answer in its one field."""
    prompt = main(state)
    (field,) = prompt.fields
    value: Any = int(word) if word.isdigit() else word
    return event_from(GAME, prompt.kind, dict(prompt.given) | {field.name: value})


def one_field(state: State) -> Any:
    (field,) = main(state).fields
    return field


def open_cards(state: State) -> set[str]:
    field = one_field(state)
    closed = {*field.gone, *dict(field.barred)}
    return {card.code for card in field.deck} - closed
