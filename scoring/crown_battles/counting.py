"""A round whose piles are counted at the end: the quickest level of entry."""

from typing import Final

from scoring.crown_battles import bidding, order
from scoring.crown_battles.crown import ROUND_END, score_round
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import Bid, TricksTaken
from scoring.crown_battles.state import ByCounts, State
from scoring.prompts import UNSET, Cell, Count, Each, Prompt
from scoring.rulebook import Rule, require

OWNERSHIP: Final = Rule("CB-112", "The winner keeps a trick beside the bid, face down.", "Playing Each Trick")
CONSERVATION: Final = Rule(
    "CB-114", "Every trick is owned by exactly one player, except one a Bomb destroyed.", "How to Play; Bomb"
)
RULES: Final = (OWNERSHIP, CONSERVATION)


_AS_BID: Final = "Everybody as bid, until you tap what differs."


def bombs(phase: ByCounts) -> int:
    """How many tricks nobody owns: a Summoner's copy destroys no second one (CB-R23)."""
    return int(any(used.card is Special.BOMB for used in phase.used))


def count(state: State, event: TricksTaken) -> State:
    """The state after the piles were counted; the round is scored."""
    phase = order.by_counts(state)
    seats = [seat for seat, _ in event.tricks]
    complete = sorted(seats) == list(state.table.seats)
    require(complete, CONSERVATION, "Every player needs one number of tricks.", field="tricks", code="E_TRICKS_SUM")
    for seat, tricks in event.tricks:
        message = f"{state.name(seat)} cannot own {tricks} tricks; 0 is the least."
        require(tricks >= 0, CONSERVATION, message, field=f"tricks[{seat}]", code="E_TRICKS_NEGATIVE")
    won = tuple(tricks for _, tricks in sorted(event.tricks))
    owned = state.deal.tricks - bombs(phase)
    require(sum(won) == owned, CONSERVATION, _sum_message(state, phase, sum(won)), field="tricks", code="E_TRICKS_SUM")
    return score_round(state, phase.bids, won)


def question(state: State, phase: ByCounts) -> Prompt:
    """The form of the piles: everybody made their bid until told otherwise."""
    owned = state.deal.tricks - bombs(phase)
    cells = tuple(
        Cell(seat, state.name(seat), _tricks(phase.bids[seat], owned), f"bid {bidding.say(phase.bids[seat])}")
        for seat in state.table.seats
    )
    return Prompt(
        TricksTaken.kind,
        "Count the tricks",
        (Each("tricks", "Tricks", cells, totals=(owned,), seats=True),),
        ROUND_END,
        confirm=f"Score {round_name(state)}",
        help="The piles as they lie now; a stolen trick lies with the thief." if _steals(state) else _AS_BID,
    )


def round_name(state: State) -> str:
    """The running round as a button says it: "round 4", "the tie-break"."""
    return "the tie-break" if state.tie_break else f"round {state.deal.number}"


def _tricks(bid: Bid, owned: int) -> Count:
    made = bid[0] if len(bid) == 1 and bid[0] <= owned else UNSET
    return Count("tricks", "", 0, owned, likely=made)


def _steals(state: State) -> bool:
    return Special.THIEF in state.deck.specials


def _sum_message(state: State, phase: ByCounts, total: int) -> str:
    owned = state.deal.tricks - bombs(phase)
    wanted = f"{owned} were played" if owned == state.deal.tricks else f"{owned} are left beside the bombed one"
    off = abs(owned - total)
    return f"The tricks add up to {total}, but {wanted}: {off} {'too few' if total < owned else 'too many'}."
