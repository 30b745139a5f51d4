"""Helpers that set up a state of Recruits for a test."""

from typing import Any

from scoring.contract.scores import Seat
from scoring.games.recruits import counting
from scoring.games.recruits.options import Level, Options, Variant
from scoring.games.recruits.state import Bid, Contest, State
from scoring.testing.walks import table_of
from tests.scoring.recruits.table import GAME, after, answer

TOPS = {2: "KD QH JS", 3: "KD QH JS", 4: "KD QH JS QC"}
RULEBOOK = "1 9S 1 7C 1 8H 1 1 1"
"""Three players bid on the king of diamonds, as in the rulebook; the second cards are face down."""


def opened(players: int = 3, *variants: Variant, **options: Any) -> State:
    """A game before its first entry; at ledger level unless said otherwise."""
    return GAME.open(table_of(players), Options(variants=variants, **{"level": Level.LEDGER, **options}))


def go(state: State, words: str) -> State:
    """Answer the main prompt with each of these words in turn."""
    for word in words.split():
        state = after(state, answer(state, word))
    return state


def referee(players: int = 3, *variants: Variant, words: str = "", **options: Any) -> State:
    """A game at referee level with its piles turned up, after these answers."""
    state = opened(players, *variants, level=Level.REFEREE, **options)
    tops = TOPS[players].split()
    if state.blind_pile:
        del tops[state.blind_pile - 1]
    return go(state, f"{' '.join(tops)} {words}")


def resolver(players: int = 3, *variants: Variant, words: str = "", **options: Any) -> State:
    """A game at resolver level, after these answers."""
    return go(opened(players, *variants, level=Level.RESOLVER, **options), words)


def ledger(players: int = 3, *variants: Variant, words: str = "", **options: Any) -> State:
    """A game at ledger level, after these answers: "K 0 Q 1"."""
    return go(opened(players, *variants, **options), words)


def contest(recruit: str, *bids: str, blind: bool = False, aims: tuple[tuple[Seat, Seat], ...] = ()) -> Contest:
    """Bids as they are shown, "9S 9D" a player."""
    cards = [bid.split() for bid in bids]
    shown = tuple(Bid(Seat(seat), 2, first, second) for seat, (first, second) in enumerate(cards))
    return Contest(recruit, blind, bids=shown, aims=aims)


def counted(bids: Contest, *variants: Variant, **options: Any) -> tuple[int, ...]:
    """The totals of bids, by seat."""
    return tuple(tally.total for tally in counting.tallies(opened(3, *variants, **options), bids))
