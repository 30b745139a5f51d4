"""For whom the table waits."""

from scoring.contract.game import AnyGame, State
from scoring.contract.prompts import Prompt, Role
from scoring.contract.scores import Seat
from scoring.engine import agreements


def find_awaited_seats(game: AnyGame, state: State) -> frozenset[Seat]:
    """The seats the table waits for: several if they choose in secret, none if all answer together."""
    together = secrets_open(game, state)
    main = next((prompt for prompt in agreements.prompts(game, state) if prompt.role is Role.MAIN), None)
    open_prompts = together or ((main,) if main else ())
    return frozenset(prompt.seat for prompt in open_prompts if prompt.seat is not None)


def secrets_open(game: AnyGame, state: State) -> tuple[Prompt, ...]:
    """The secret questions that are still to be answered, one a seat."""
    return () if state.stopped else game.sealed(state)
