"""Notices: checkpoints, the final round, decks to shuffle, unused actions and attacks."""

from collections.abc import Iterator

from scoring.contract.game import Notice
from scoring.games.loot_and_recruit import attacks, days, memory, moving, playing, supply
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import CHECKPOINTS, ROUNDS, Flip, Open, State, Turn

_SHORT = "nothing is left to shuffle, so the line-up stays short"


def notices(state: State) -> Iterator[Notice]:
    """All current notices."""
    if state.retyped is not None:
        first = f"{state.retyped.name} was first typed as {memory.describe_numbers(state.retyped)}"
        text = f"{first}; these numbers count. If they are wrong, correct it there."
        yield Notice(memory.MEMORY, text, code="W_TYPED")
    if state.next_first is not None:
        yield Notice(days.FIRST_PLAYER, f"{state.name(state.next_first)} begins the next round.", state.next_first)
    match state.phase:
        case Turn() as turn:
            yield from _turn(state, turn)
        case Flip() | Open() if state.behind:
            text = "Enter the goblins already on platforms: menu, “Add a goblin that was not recruited”."
            yield Notice(moving.CARD_WINS, text, code="W_BEHIND")
        case _:
            return


def _turn(state: State, turn: Turn) -> Iterator[Notice]:
    if state.number in CHECKPOINTS and turn.seat == days.last_seat(state):
        text = f"After {state.name(turn.seat)}'s turn, the platforms are scored."
        yield Notice(days.CHECKPOINT, text, turn.seat, code="W_CHECKPOINT")
    elif state.number == ROUNDS and turn.seat == state.first:
        yield Notice(days.CLOSING, "The Closing Ceremony: the final round.", code="W_LAST_ROUND")
    if state.supply.crowd == 0:
        shuffle = "shuffle the Crowd Trash without its Trios" if state.supply.crowd_trash else _SHORT
        yield Notice(supply.NEW_DECK, f"The Crowd deck is empty: {shuffle}.")
    if state.level is Level.REFEREE and state.supply.shop == 0:
        shuffle = "shuffle the Shop Trash without permanents and starters" if state.supply.shop_trash else _SHORT
        yield Notice(supply.NEW_DECK, f"The Shop deck is empty: {shuffle}.")
    if 0 < len(turn.attacked) <= turn.sergeants:
        names = " or ".join(state.name(seat) for seat in attacks.sergeant_targets(state, turn))
        text = f"A Sergeant allows another attack on {names}." if names else "Nobody is left for a Sergeant's attack."
        yield Notice(attacks.SERGEANT, text, turn.seat)
    if turn.ready:
        names = ", ".join(turn.ready)
        yield Notice(playing.ACTION, f"Actions you may still use this turn: {names}.", turn.seat)
