"""Cursed: two players swap their hands."""

from typing import Final

from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import CursedPlayed
from scoring.crown_battles.powers.power import Power, check_two, two_players, two_told
from scoring.crown_battles.state import ByCards, ByTricks, State
from scoring.rulebook import Rule
from scoring.scores import Seat

CURSED: Final = Rule("CB-124", "Cursed swaps the hands of two players; not in the last trick.", "Action cards: Cursed")
WHEN: Final = Rule("CB-R22", "Cursed swaps after the trick, so that the hands are equally large.", "Our ruling")
RULES: Final = (CURSED, WHEN)


def act(state: State, event: CursedPlayed) -> State:
    """Nothing is counted; the hands belong to two different players."""
    check_two(state, event.swapped, CURSED)
    return state


def why_not(state: State, seat: Seat | None) -> str:
    """After the last trick there is nothing to swap."""
    match state.phase:
        case ByTricks(tricks=done) | ByCards(tricks=done):
            over = len(done) == state.deal.tricks
        case _:
            over = False
    return "Cursed has no effect in the last trick." if over or state.deal.tricks == 1 else ""


POWER: Final = Power(
    card=Special.CURSED,
    event=CursedPlayed,
    rule=CURSED,
    text="Two players swap their hands, at the end of the trick.",
    act=act,
    fields=two_players,
    detail=two_told("their hands"),
    why_not=why_not,
    code="W_LAST_TRICK",
    after_trick=True,
)
