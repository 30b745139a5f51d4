"""Suit Precision-Alliances: allies add up their bids and tricks, suit by suit."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat
from scoring.games.crown_battles import bidding
from scoring.games.crown_battles.options import SpaFailPartial
from scoring.games.crown_battles.rounds import suit_precision, teams
from scoring.games.crown_battles.rounds.bid_scores import MISS
from scoring.games.crown_battles.rounds.suit_scores import Line, Rates, worth
from scoring.games.crown_battles.state import Bids, Piles, State
from scoring.kit.rulings import Ruling

COMBINED: Final = Rule("CB-360", "The bids of allies are added up in every suit, and so are their tricks.", "Alliances")
FAILURE: Final = Rule(
    "CB-R50", "Allies who miss a suit still earn points for the suits they meet; so does a player alone.", "Our ruling"
)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """The lines of every member of every team (CB-360 to CB-365)."""
    return tuple(
        ScoreLine(state.deal.number, seat, rule, terms)
        for team in state.deal.teams
        for seat in team
        for rule, terms in team_worth(state, team, bids, won)
    )


def team_worth(state: State, team: tuple[Seat, ...], bids: Bids, won: Piles) -> Iterator[Line]:
    options, alone = state.options, len(team) == 1
    beside = alone or options.spa_fail_partial is SpaFailPartial.REGULAR
    rates = Rates(options, teams.times_alone(options) if alone else 1, beside)
    return worth(suit_precision.hands(state.deal.parts, bids, won, team), rates)


def reach(state: State, tricks: int) -> tuple[int, int]:
    """As in Suit Precision, with the bids of two; tricks count twice for a player alone."""
    times = teams.times_alone(state.options) if teams.has_solo(state) else 1
    least = -MISS * suit_precision.most_off(state, tricks, teams.SIZE)
    return least, suit_precision.most_points(state, tricks, times)


def _standing(state: State, team: tuple[Seat, ...]) -> str:
    """The combined bid of a team and its tricks so far: "1 of 2 red"."""
    won = state.owned or ((0,) * state.players,) * len(state.bids)
    hands = suit_precision.hands(state.deal.parts, state.bids, won, team)
    hands = tuple(hand for hand in hands if hand.won or hand.bid != (0,))
    if not hands:
        return "bid 0 in every suit"
    if state.owned:
        return ", ".join(f"{hand.won} of {bidding.format_bid(hand.bid)} {hand.label}" for hand in hands)
    return f"bid {', '.join(f'{bidding.format_bid(hand.bid)} {hand.label}' for hand in hands)}"


ROUND: Final = replace(
    teams.with_allies(suit_precision.ROUND, _standing),
    title="Suit Precision-Alliances",
    text="Allies add up their bids and tricks in every suit.",
    rule=COMBINED,
    lines=lines,
    reach=reach,
    rulings=(
        *suit_precision.RULINGS,
        Ruling(
            "spa_fail_partial",
            "Suit Precision-Alliances: beside a missed suit the met ones",
            {
                SpaFailPartial.REGULAR: "Earn as in Suit Precision",
                SpaFailPartial.LOSS_ONLY: "Earn nothing, except for a player alone",
            },
            FAILURE,
        ),
        teams.SOLO_RULING,
    ),
)
