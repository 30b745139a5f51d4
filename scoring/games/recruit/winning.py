"""The end of a hand and of the game: scores, the next deal, partners' totals, the winners."""

from dataclasses import replace
from typing import Final

from scoring.contract.names import count_of, join_words
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, Outcome, Standings, rank, totals
from scoring.games.recruit.dealing import deal_hand
from scoring.games.recruit.order import HANDS
from scoring.games.recruit.score import lines
from scoring.games.recruit.state import Dealing, Over, Pile, ScoredHand, State

BOUNDS: Final = Rule(
    "RT-054",
    "Without variations a hand scores -9 to 26 points with two players, -9 to 39 with three, -7 to 44 with four.",
    "Follows from RT-053",
)
TOTAL: Final = Rule("RT-060", "A total is the sum of all hands.", "Winning the game")
TEAM_TOTAL: Final = Rule("RT-061", "Partners add their totals.", "Winning the game")
WINNER: Final = Rule("RT-062", "The highest total wins; a tie is a shared win.", "Winning the game")
PROVISIONAL: Final = Rule("RT-063", "Before the fourth hand is scored every total is provisional.", "Our aid")


def hand_lines(state: State, piles: tuple[Pile, ...]) -> Ledger:
    hand, mode = state.hand, state.options.match_mode
    return tuple([line for seat in state.table.seats for line in lines(seat, piles[seat], hand, mode)])


def score_hand(state: State, piles: tuple[Pile, ...]) -> State:
    """Score the hand, and deal the next one or end the game."""
    ledger, past = state.ledger + hand_lines(state, piles), (*state.past, ScoredHand(state.hand, piles))
    if state.hand.number == HANDS:
        return replace(state, ledger=ledger, past=past, phase=Over())
    following = deal_hand(state.table, state.options, state.hand.number + 1, state.level)
    return replace(state, ledger=ledger, past=past, hand=following, phase=Dealing())


def standings(state: State) -> Standings:
    return rank(totals(state.ledger, state.table.seats), state.sides)


def outcome(state: State) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    places = standings(state)
    first = [place for place in places if place.rank == 1]
    winners = tuple(sorted(seat for place in first for seat in place.side))
    names = join_words(state.names(place.side) for place in first)
    best = first[0].points
    if len(first) > 1:
        because = f"{names} have {count_of(best, 'point')} each and share the win."
        if state.partners:
            because = f"Both pairs have {count_of(best, 'point')} and share the win."
        return Outcome(WINNER, winners, because)
    second = places[1].points
    verb = "have" if state.partners else "has"
    rule = TEAM_TOTAL if state.partners else WINNER
    return Outcome(rule, winners, f"{names} {verb} the most points after four hands, {best} to {second}.")
