"""What is entered, asked and shown at a table of Recruit."""

from scoring.contract.prompts import Grid, Prompt
from scoring.contract.scores import ScoreLine, Seat
from scoring.games import find_game
from scoring.games.recruit.state import State
from scoring.testing.tables import Tables

GAME = find_game("recruit")
TABLES = Tables(GAME)
after = TABLES.after
enter = TABLES.enter
refusal = TABLES.refusal
assert_refused = TABLES.assert_refused
main = TABLES.main
prompt_for = TABLES.prompt_for
kinds = TABLES.kinds
points = TABLES.points
fact_value = TABLES.fact
notes = TABLES.notes


def grid_of(prompt: Prompt, name: str) -> Grid:
    """A grid of the prompt, by name."""
    (field,) = (field for field in prompt.fields if field.name == name)
    assert isinstance(field, Grid)
    return field


def lines(state: State, seat: Seat, number: int = 1) -> list[ScoreLine]:
    """The lines of a player's hand."""
    return [line for line in state.ledger if line.round == number and line.seat == seat]
