"""A recruit goes to its winner: points, what is left to win, and who cannot be caught any more."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Reach, Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import ScoreLine, Seat, Term, totals
from scoring.games.recruits import deck, piles, supply
from scoring.games.recruits.options import Level, Variant
from scoring.games.recruits.state import Awaiting, Contest, Earned, Over, Pile, Resolved, State, Won

SCORE: Final = Rule("RS-071", "The points of your recruits are your score.", "Game end")
LEFT: Final = Rule("RS-074", "Recruits that nobody has earned can still be won.", "Follows from RS-004")
CLINCHED: Final = Rule("RS-075", "A lead larger than what is left cannot be caught.", "Follows from RS-074")


@dataclass(frozen=True, slots=True)
class RecruitEarned(Event[State]):
    """The winner of the recruit, or of the draw for it where cards are not entered (RS-083)."""

    seat: Seat

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} gets the recruit"


def add_earned(state: State, earned: Earned) -> State:
    """Score a recruit for its winner; the caller of a game with piles sets the next turn."""
    assert earned.seat is not None, "whoever earns a recruit plays"
    term = Term(f"for the {deck.in_words(earned.recruit)}", deck.points_of(earned.recruit))
    line = ScoreLine(state.round, earned.seat, deck.POINTS, (term,))
    ledger = (*state.ledger, line)
    placed = replace(earned, round=state.round)
    return replace(state, earned=(*state.earned, placed), ledger=ledger, begun=True, phase=Awaiting())


def award(state: State, contest: Contest, won: Won) -> State:
    """Finish a resolution: discard the cards shown, refill the hands, score the recruit."""
    cleared = _clear_table(state, contest)
    earned = Earned(won.seat, contest.recruit, contest.claimants, state.blind_pile, contest.blind)
    return replace(add_earned(cleared, earned), last=Resolved(contest, won))


def _clear_table(state: State, contest: Contest) -> State:
    shown = (*(card for bid in contest.bids for card in bid.shown), *contest.tie_cards)
    if not contest.pile:
        return replace(state, seen=state.seen.union(shown, contest.drawn))
    pile = state.pile(contest.pile)
    emptied = piles.with_pile(state, Pile(pile.number, pile.left - 1, blind=pile.blind))
    refill = len(contest.tie_cards)
    if refill <= state.draw:
        return supply.discard(supply.draw(emptied, refill), len(shown), shown)
    return supply.draw(supply.discard(emptied, len(shown), shown), refill)


def is_finished(state: State) -> bool:
    if len(state.earned) == deck.RECRUITS:
        return True
    if not state.has(Variant.QUICK_GAME):
        return False
    if state.level is Level.REFEREE:
        return any(not pile.left for pile in state.piles)
    return piles.must_be_empty(state)


def points_left(state: State) -> int:
    """The points of all recruits nobody has earned yet (RS-074)."""
    return deck.POINTS_TO_WIN - sum(deck.points_of(earned.recruit) for earned in state.earned)


def within_reach(state: State) -> int:
    """The most points one player can still earn: all that are left, or fewer in a Quick Game (RS-081)."""
    if not state.has(Variant.QUICK_GAME):
        return points_left(state)
    return sum(sorted(_points_unearned(state), reverse=True)[: _recruits_to_come(state)])


def reach(state: State) -> Reach | None:
    """Every recruit that is left, or none of them; None before the first is earned, and when all is over.

    In a Quick Game too, because the table may still agree to play on to the last recruit.
    """
    if not state.earned or isinstance(state.phase, Over):
        return None
    left = points_left(state)
    return Reach(((0, left),) * state.players)


def earned_points(state: State) -> dict[Seat, int]:
    """Everybody's points from recruits, without points by agreement."""
    points = dict.fromkeys(state.table.seats, 0)
    for earned in state.earned:
        if earned.seat is not None:
            points[earned.seat] += deck.points_of(earned.recruit)
    return points


def clinched(state: State) -> Seat | None:
    """The player nobody can catch any more, and who is ahead of those who left (RS-075)."""
    points = totals(state.ledger, state.table.seats)
    leader = max(state.table.seats, key=lambda seat: points[seat])
    others = max(points[seat] for seat in state.table.seats if seat != leader)
    return leader if points[leader] > max((others + within_reach(state), *state.rivals)) else None


def hidden(state: State) -> dict[str, int]:
    """Recruits of each rank that nobody has seen yet (RS-074)."""
    known = piles.count_known_ranks(state)
    return {rank: deck.COPIES - known[rank] for rank in deck.POINTS_OF}


def _points_unearned(state: State) -> list[int]:
    earned_ranks = Counter(deck.rank_of(earned.recruit) for earned in state.earned)
    return [points for rank, points in deck.POINTS_OF.items() for _ in range(deck.COPIES - earned_ranks[rank])]


def _recruits_to_come(state: State) -> int:
    if state.level is Level.REFEREE:
        return sum(pile.left - 1 for pile in state.piles) + 1
    return deck.RECRUITS - deck.pile_count(state.company) + 1 - len(state.earned)
