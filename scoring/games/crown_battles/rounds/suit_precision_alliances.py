"""Suit Precision-Alliances: allies add up their bids and tricks, suit by suit."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scoring.contract.game import Fact, Measure
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat
from scoring.games.crown_battles import bidding
from scoring.games.crown_battles.options import AllianceSoloExpansion, RoundType, SpaFailPartial
from scoring.games.crown_battles.rounds import suit_precision, teams
from scoring.games.crown_battles.rounds.bid_scores import MISS, sum_bids
from scoring.games.crown_battles.rounds.suit_precision import SuitBidsPlaced, TrickLaid
from scoring.games.crown_battles.rounds.suit_scores import Line, Rates, SuitHand, worth
from scoring.games.crown_battles.rounds.type_rules import Wait, measure_bids, note_miss
from scoring.games.crown_battles.state import Bidding, Bids, Part, Piles, ScoredRound, State
from scoring.kit.rulings import Ruling

COMBINED: Final = Rule("CB-360", "The bids of allies are added up in every suit, and so are their tricks.", "Alliances")
FAILURE: Final = Rule(
    "CB-R50", "Allies who miss a suit still earn points for the suits they meet; so does a player alone.", "Our ruling"
)

_TWICE: Final = 2


def question(state: State, phase: Bidding) -> Prompt:
    """Asks for the next player's bids and says who the ally is."""
    seat = bidding.yet_to_bid(state, phase)[0]
    return suit_precision.bids_prompt(
        state, phase, teams.why_no_double(state, phase, seat), teams.reminder(state, seat)
    )


def place_bids(state: State, event: SuitBidsPlaced) -> State:
    """Place a player's bids; only one of a team may bid a double (CB-333)."""
    phase = bidding.require_bidding(state)
    known = 0 <= event.seat < state.players
    return suit_precision.place_suit_bids(
        state, event, teams.why_no_double(state, phase, event.seat) if known else None
    )


def find_wait(state: State) -> Wait | None:
    """The teams before the bids, and the suit of a trick."""
    return teams.find_wait(state) or suit_precision.find_wait(state)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """The lines of every member of every team (CB-360 to CB-365)."""
    return tuple(
        ScoreLine(state.deal.number, seat, rule, terms)
        for team in teams.teams_of(state)
        for seat in team
        for rule, terms in team_worth(state, team, bids, won)
    )


def team_worth(state: State, team: tuple[Seat, ...], bids: Bids, won: Piles) -> Iterator[Line]:
    options = state.options
    alone = len(team) == 1
    twice = alone and options.alliance_solo_expansion is AllianceSoloExpansion.DOUBLE_ON_SUCCESS
    rates = Rates(
        options.suit_partial_credit,
        options.suit_zero_double_bonus,
        times=_TWICE if twice else 1,
        beside=alone or options.spa_fail_partial is SpaFailPartial.REGULAR,
    )
    return worth(_team_hands(state.deal.parts, team, bids, won), rates)


def reach(state: State, tricks: int) -> tuple[int, int]:
    """As in Suit Precision, with the bids of two; tricks count twice for a player alone."""
    twice = state.options.alliance_solo_expansion is AllianceSoloExpansion.DOUBLE_ON_SUCCESS and teams.has_solo(state)
    most = suit_precision.most_points(state, tricks, _TWICE if twice else 1)
    return -MISS * suit_precision.most_off(state, tricks, teams.SIZE), most


def measures(past: ScoredRound, seat: Seat) -> Iterator[Measure]:
    """Tricks and bid of the seat, but whether the team met its bids on all suits, and its misses."""
    return measure_bids(past, seat, [_miss(past, seat)])


def cell_note(past: ScoredRound, seat: Seat) -> str:
    """How far the team missed its bids on all suits."""
    return teams.note_team(teams.team_of(past, seat), note_miss(_miss(past, seat)))


def _miss(past: ScoredRound, seat: Seat) -> int:
    team = teams.team_of(past, seat)
    return sum(hand.miss for hand in _team_hands(past.deal.parts, team, past.bids, past.won))


def facts(state: State) -> tuple[Fact, ...]:
    """Each team with its combined bid and, if they are entered, its tricks (CB-360)."""
    if state.deal.type is not RoundType.SUIT_PRECISION_ALLIANCES:
        return ()
    return tuple(teams.team_fact(state, n, _standing(state, team)) for n, team in enumerate(teams.teams_of(state)))


def _standing(state: State, team: tuple[Seat, ...]) -> str:
    """The combined bid of a team and its tricks so far: "1 of 2 red"; empty before all have bid."""
    if not state.bids:
        return ""
    won = state.owned or ((0,) * state.players,) * len(state.bids)
    hands = [hand for hand in _team_hands(state.deal.parts, team, state.bids, won) if hand.won or hand.bid != (0,)]
    if not hands:
        return "bid 0 in every suit"
    if state.owned:
        return ", ".join(f"{hand.won} of {bidding.format_bid(hand.bid)} {hand.label}" for hand in hands)
    return f"bid {', '.join(f'{bidding.format_bid(hand.bid)} {hand.label}' for hand in hands)}"


def _team_hands(parts: tuple[Part, ...], team: tuple[Seat, ...], bids: Bids, won: Piles) -> tuple[SuitHand, ...]:
    members = [suit_precision.hands(parts, bids, won, seat) for seat in team]
    return tuple(
        SuitHand(suit[0].label, sum_bids([hand.bid for hand in suit]), sum(hand.won for hand in suit))
        for suit in zip(*members, strict=True)
    )


ROUND: Final = replace(
    suit_precision.ROUND,
    title="Suit Precision-Alliances",
    text="Allies add up their bids and tricks in every suit.",
    rule=COMBINED,
    lines=lines,
    reach=reach,
    players=teams.TABLES,
    may_be_last=False,
    events=(*teams.EVENTS, SuitBidsPlaced, TrickLaid),
    acts={SuitBidsPlaced: place_bids},
    question=question,
    find_wait=find_wait,
    asides=teams.asides,
    opponents=teams.opponents,
    markers=teams.markers,
    facts=facts,
    measures=measures,
    cell_note=cell_note,
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
