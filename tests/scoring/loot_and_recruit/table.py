"""What is entered, asked and shown at a table of Loot & Recruit."""

from dataclasses import replace
from typing import Any

from scoring.contract.scores import Seat
from scoring.games import find_game
from scoring.games.loot_and_recruit import line_ups, targets
from scoring.games.loot_and_recruit.state import State, Turn
from scoring.testing.tables import Tables


def aimed(state: State, event: Any) -> Any:
    """The entry, with its place replaced by the target of the card there."""
    return replace(event, target=target(state, event.target)) if hasattr(event, "target") else event


def target(state: State, place: str) -> str:
    """The target of the card at a place, "1-0-2" or "crowd-2"; without a card there, a target of no card."""
    on_stacks = (card for card, _ in targets.stack_targets(state))
    cards = map(str, (*on_stacks, *line_ups.line_up_targets(state)))
    return next((card for card in cards if card.split(":")[0] == place), place)


GAME = find_game("loot_and_recruit")
TABLES = Tables(GAME, aimed)
after = TABLES.after
enter = TABLES.enter
refusal = TABLES.refusal
assert_refused = TABLES.assert_refused
prompt_for = TABLES.prompt_for
kinds = TABLES.kinds
main = TABLES.main
points = TABLES.points
fact = TABLES.fact
notes = TABLES.notes


def turn(state: State) -> Turn:
    assert isinstance(state.phase, Turn)
    return state.phase


def names(state: State, seat: Seat, platform: int) -> list[str]:
    """The cards of a stack, bottom first."""
    return [card.name for card in state.stacks[seat][platform]]
