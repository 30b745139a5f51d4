"""For whom the table waits, and for what."""

from collections.abc import Sequence

from scoring.contract.game import AnyGame, State
from scoring.contract.names import join_words
from scoring.contract.prompts import Prompt, Role, Sealed
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.engine.regrouping import list_playing


def find_awaited_seats(game: AnyGame, state: State) -> frozenset[Seat]:
    """The seats the table waits for: several if they choose in secret, none if all answer together."""
    together = secrets_open(game, state)
    main = next((prompt for prompt in agreements.prompts(game, state) if prompt.role is Role.MAIN), None)
    open_prompts = together or ((main,) if main else ())
    return frozenset(prompt.seat for prompt in open_prompts if prompt.seat is not None)


def secrets_open(game: AnyGame, state: State) -> tuple[Prompt, ...]:
    """The secret questions that are still to be answered, one a seat."""
    return () if state.stopped else game.sealed(state)


def is_sealed(prompt: Prompt) -> bool:
    """Whether it asks for something the others may not see yet."""
    return any(isinstance(field, Sealed) for field in prompt.fields)


def describe_waiting(game: AnyGame, state: State, seat_order: Sequence[Seat | None] = ()) -> str:
    """What the table waits for, for a phone that has nothing to answer; seats without an order are named last."""
    names = state.table.names
    together = secrets_open(game, state)
    if together:
        seats = [prompt.seat for prompt in together if prompt.seat is not None]
        seats.sort(key=lambda seat: seat_order.index(seat) if seat in seat_order else len(seat_order))
        missing, players = [names[seat] for seat in seats], len(list_playing(state))
        return f"{players - len(missing)} of {players} have chosen. Still open: {join_words(missing)}."
    main = next((prompt for prompt in agreements.prompts(game, state) if prompt.role is Role.MAIN), None)
    if main is None:
        return "The game is stopped." if state.stopped else ""
    if main.shown.meanwhile:
        return main.shown.meanwhile
    if main.seat is not None and names[main.seat] not in main.title:
        return f"Waiting for {names[main.seat]}: {main.title}"
    return f"Waiting: {main.title}"
