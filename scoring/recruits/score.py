"""The recruit goes to its winner: points, what is left to win, and who can still be passed."""

from collections import Counter
from typing import Final

from scoring.changing import replace
from scoring.recruits import piles, supply
from scoring.recruits.deck import (
    COPIES,
    POINTS,
    POINTS_OF,
    POINTS_TO_WIN,
    RECRUITS,
    pile_count,
    points_of,
    rank_of,
    winning_term,
)
from scoring.recruits.options import Level, Variant
from scoring.recruits.state import Awaiting, Contest, Earned, Pile, Resolved, State, Won
from scoring.rulebook import Rule
from scoring.scores import ScoreLine, Seat, totals

AFTER_A_TIE: Final = Rule("RS-058", "Who played cards to break a tie draws as many.", "Resolving bids")
CLEAN_UP: Final = Rule("RS-059", "Shown cards are discarded, the next recruit is turned up.", "Resolving bids")
SCORE: Final = Rule("RS-071", "The points of your recruits are your score.", "Game end")
LEFT: Final = Rule("RS-074", "What nobody has earned is still to be won.", "Follows from RS-004")
CLINCHED: Final = Rule("RS-075", "Who leads by more than what is left cannot be passed.", "Follows from RS-074")
QUICK_LEFT: Final = Rule("RS-081", "In a Quick Game only so many recruits can still come.", "Follows from RS-080")
UNCHANGED: Final = Rule("RS-091", "Variations change neither points, piles, hands nor the early end.", "Variations")


# The award ---------------------------------------------------------------------------------------------------------


def earn(state: State, earned: Earned) -> State:
    """The state after a recruit went to its winner; where piles are kept it is not said yet who is on."""
    line = ScoreLine(state.round, earned.seat, POINTS, (winning_term(earned.recruit),))
    ledger = (*state.ledger, line)
    return replace(state, earned=(*state.earned, earned), ledger=ledger, begun=True, phase=Awaiting())


def award(state: State, contest: Contest, won: Won) -> State:
    """The state after a resolution: cards away, hands refilled, the recruit with its winner."""
    cleared = _cleared(state, contest)
    earned = Earned(won.seat, contest.recruit, contest.claimants, state.blind_pile, contest.blind)
    return replace(earn(cleared, earned), last=Resolved(contest, won))


def _cleared(state: State, contest: Contest) -> State:
    shown = (*(card for bid in contest.bids for card in bid.shown), *contest.tie_cards)
    if not contest.pile:
        return replace(state, seen=state.seen.union(shown, contest.drawn))
    pile = state.pile(contest.pile)
    emptied = piles.among(state, Pile(pile.number, pile.left - 1, blind=pile.blind))
    refill = len(contest.tie_cards)
    if refill <= state.draw:
        return supply.discarded(supply.drawn(state, refill, emptied), len(shown), shown)
    return supply.drawn(supply.discarded(state, len(shown), shown), refill, emptied)


def is_finished(state: State) -> bool:
    """Whether nothing more is earned: all twelve, or a pile used up in a Quick Game."""
    if len(state.earned) == RECRUITS:
        return True
    if not state.has(Variant.QUICK_GAME):
        return False
    if state.level is Level.REFEREE:
        return any(not pile.left for pile in state.piles)
    return piles.must_be_empty(state)


# What is left ------------------------------------------------------------------------------------------------------


def points_left(state: State) -> int:
    """The points nobody has earned yet, open and hidden (RS-074)."""
    return POINTS_TO_WIN - sum(points_of(each.recruit) for each in state.earned)


def within_reach(state: State) -> int:
    """The most points that can still be earned: all that are left, or fewer in a Quick Game (RS-081)."""
    if not state.has(Variant.QUICK_GAME):
        return points_left(state)
    return sum(sorted(_unearned(state), reverse=True)[: _still_to_come(state)])


def earned_points(state: State) -> dict[Seat, int]:
    """What everybody's recruits bring, without points by agreement."""
    points = dict.fromkeys(state.table.seats, 0)
    for each in state.earned:
        points[each.seat] += points_of(each.recruit)
    return points


def clinched(state: State) -> Seat | None:
    """Who cannot be passed nor reached any more (RS-075)."""
    points = totals(state.ledger, state.table.seats)
    leader = max(state.table.seats, key=lambda seat: points[seat])
    others = max(points[seat] for seat in state.table.seats if seat != leader)
    return leader if points[leader] > others + within_reach(state) else None


def hidden(state: State) -> dict[str, int]:
    """How many recruits of each rank nobody has seen yet (RS-074)."""
    known = piles.known_of_rank(state)
    return {rank: COPIES - known[rank] for rank in POINTS_OF}


def _unearned(state: State) -> list[int]:
    gone = Counter(rank_of(each.recruit) for each in state.earned)
    return [points for rank, points in POINTS_OF.items() for _ in range(COPIES - gone[rank])]


def _still_to_come(state: State) -> int:
    """How many recruits can be earned before a pile is used up."""
    if state.level is Level.REFEREE:
        return sum(pile.left - 1 for pile in state.piles) + 1
    return RECRUITS - pile_count(state.players) + 1 - len(state.earned)
