"""What is entered, asked and shown at a table of Faction Wars."""

from scoring.games import find_game
from scoring.games.faction_wars.state import State
from scoring.testing.tables import Tables

GAME = find_game("faction_wars")
TABLES = Tables(GAME)
after = TABLES.after
refusal = TABLES.refusal
assert_refused = TABLES.assert_refused
main = TABLES.main
prompt_for = TABLES.prompt_for
kinds = TABLES.kinds
points = TABLES.points
texts = TABLES.notices


def decks(state: State) -> list[tuple[int, int]]:
    """Battle decks and discard piles."""
    return [(own.deck, own.discard) for own in state.holdings]


def first(state: State) -> object:
    """The next step of the round."""
    return state.phase.pending[0]


def titles(state: State) -> list[str]:
    """The rows of the score sheet."""
    return [head.title for head in GAME.rounds(state)]
