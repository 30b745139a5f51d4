"""Protection against theft: the Bubble Shield and the Wizard."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import ScoreLine, Seat, Term
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import ShieldDuration, ShieldWindow
from scoring.games.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Drawing, Over, Spinning, State
from scoring.kit.seats import check_player

SHIELD: Final = Rule("CB-137", "A Bubble Shield costs 20 points and stops Thief and Witch.", "Notes")
SCOPE: Final = Rule("CB-138", "Wizard and shield stop Thief and Witch, and nothing else.", "Notes; Wizard")
WINDOW: Final = Rule(
    "CB-R19", "A shield is bought before the first trick and lasts to the end of the round.", "Our ruling"
)
WIZARD_COVERS: Final = Rule(
    "CB-133", "The player of the Wizard is safe from theft for the rest of the round.", "Action cards: Wizard"
)

PRICE: Final = 20
"""The points a Bubble Shield costs."""


@dataclass(frozen=True, slots=True)
class ShieldBought(Event[State]):
    """A Bubble Shield for 20 points (CB-137)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.seat, SHIELD)
        name = state.name(self.seat)
        message = f"{name} already has a Bubble Shield; one is enough."
        require(self.seat not in state.shields, SHIELD, message, field="seat", code="E_SHIELD_TWICE")
        message = f"The first trick has begun; {name} can buy a shield before the next round's."
        require(is_open(state), WINDOW, message, code="E_SHIELD_WINDOW")
        line = ScoreLine(state.round, self.seat, SHIELD, (Term("for a Bubble Shield", -PRICE),))
        return replace(state, ledger=(*state.ledger, line), shields=(*state.shields, self.seat))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} buys a Bubble Shield"


def is_open(state: State) -> bool:
    """Whether a shield can be bought now (CB-R19)."""
    if state.options.shield_window is ShieldWindow.ANY_TIME:
        return True
    match state.phase:
        case Drawing() | Spinning() | Bidding():
            return True
        case ByCounts(used=used, piles=piles):
            return not used and not piles
        case ByTricks(used=used, tricks=tricks):
            return not used and not tricks
        case ByCards(cards_played=cards):
            return not cards
        case Over():
            return False


def is_useless(state: State) -> bool:
    """Whether no card in the deck can steal (W_SHIELD_USELESS)."""
    return not {Special.THIEF, Special.WITCH} & set(state.deck.specials)


def why_protected(state: State, seat: Seat) -> str:
    """Why nobody can steal from this seat; empty: somebody can, even if it only breaks a shield."""
    if seat in wizard_seats(state):
        return f"{state.name(seat)} is covered by the Wizard until the round ends."
    if seat in state.shields and state.options.shield_duration is not ShieldDuration.ONE_THEFT:
        return f"{state.name(seat)} has a Bubble Shield."
    return ""


def stops_one_theft(state: State, seat: Seat) -> bool:
    """Whether the seat has a shield that breaks at the next theft (CB-R19, one theft)."""
    return seat in state.shields and state.options.shield_duration is ShieldDuration.ONE_THEFT


def break_shield(state: State, seat: Seat) -> State:
    return replace(state, shields=tuple(other for other in state.shields if other != seat))


def wizard_seats(state: State) -> tuple[Seat, ...]:
    """The seats that a Wizard covers in this round."""
    return tuple(power.seat for power in state.used if power.card is Special.WIZARD)


def question(state: State) -> Prompt | None:
    """Offers a shield; None if nobody can buy one, or no card in the deck can steal."""
    if not is_open(state) or is_useless(state) or len(state.shields) == state.players:
        return None
    return Prompt(
        ShieldBought.kind,
        f"Buy a Bubble Shield for {PRICE} points",
        (
            state.table.pick_seat(
                "seat", "Who buys it", lambda seat: "Already has a Bubble Shield." if seat in state.shields else ""
            ),
        ),
        rule=SHIELD,
        confirm=f"Pay {PRICE} points",
        help=_LASTS[state.options.shield_duration],
        menu="Bubble Shield",
    )


_LASTS: Final = {
    ShieldDuration.ROUND: "Stops Thief and Witch until the round ends.",
    ShieldDuration.ONE_THEFT: "Stops one Thief or Witch, whenever it comes.",
    ShieldDuration.GAME: "Stops Thief and Witch until the game ends.",
}
