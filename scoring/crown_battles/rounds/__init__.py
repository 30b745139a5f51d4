"""The types of rounds: one module and one line each; all the game asks of a type stands here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.crown_battles import bidding
from scoring.crown_battles.events import Bid, BidPlaced
from scoring.crown_battles.options import RoundKind
from scoring.crown_battles.rounds import normal
from scoring.crown_battles.state import Bidding, State
from scoring.prompts import Prompt
from scoring.rulebook import Rule
from scoring.scores import Ledger


@dataclass(frozen=True, slots=True)
class RoundRules:
    """What one type of round does its own way."""

    title: str
    rule: Rule
    tricks: Callable[[int], int]  # cards dealt to each -> tricks played
    question: Callable[[State, Bidding], Prompt]  # the form of the next bid
    check: Callable[[State, Bidding, BidPlaced], None]  # refuses an illegal bid
    lines: Callable[[State, tuple[Bid, ...], tuple[int, ...]], Ledger]  # bids and tricks won, by seat
    missed_by: Callable[[Bid, int], int]  # 0: the bid is met


ROUNDS: Final[Mapping[RoundKind, RoundRules]] = {
    RoundKind.NORMAL: RoundRules(
        "Normal Bidding",
        normal.NORMAL,
        normal.tricks,
        bidding.question,
        bidding.check,
        normal.lines,
        normal.missed_by,
    ),
}
