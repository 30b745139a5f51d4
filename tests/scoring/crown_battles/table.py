"""What is entered, asked and shown at a table of Crown Battles."""

from scoring.contract import prompts
from scoring.contract.scores import ScoreLine
from scoring.games import find_game
from scoring.games.crown_battles.state import State
from scoring.testing.tables import Tables

GAME = find_game("crown_battles")
TABLES = Tables(GAME)
after = TABLES.after
refusal = TABLES.refusal
assert_refused = TABLES.assert_refused
state_main = TABLES.main
prompt_for = TABLES.prompt_for
kinds = TABLES.kinds


def closed_doubles(state: State) -> list[str]:
    """Why double bids are not allowed, for each bid of the main prompt."""
    fields = [inner for field in state_main(state).fields for inner in _inside(field)]
    return [field.no_doubles for field in fields if isinstance(field, prompts.Bid)]


def _inside(field: prompts.Field) -> list[prompts.Field]:
    return [cell.field for cell in field.cells] if isinstance(field, prompts.Grid) else [field]


def team_facts(state: State) -> list[tuple[str, str]]:
    """The teams at the top of the table, with what they say."""
    return [(fact.label, fact.value) for fact in GAME.view(state).facts if fact.key.startswith("team")]


def lines(state: State, number: int = 1) -> list[ScoreLine]:
    return [line for line in state.ledger if line.round == number]
