"""Suit Precision-Alliances: the bids and tricks of two allies are added, suit by suit."""

from collections.abc import Iterator
from typing import Final

from scoring.crown_battles import bidding, order
from scoring.crown_battles.events import Bid
from scoring.crown_battles.options import AllianceSoloExpansion, RoundKind, Ruling, SpaFailPartial
from scoring.crown_battles.rounds import suit_precision, teams
from scoring.crown_battles.rounds.kind import Entry, RoundRules, Wait
from scoring.crown_battles.rounds.suit_precision import SuitBidsPlaced, TrickLaid
from scoring.crown_battles.rounds.suit_scores import Line, Rates, SuitHand, worth
from scoring.crown_battles.state import Bidding, Bids, Piles, State
from scoring.game import Fact
from scoring.prompts import Prompt
from scoring.rulebook import Rule
from scoring.scores import Ledger, ScoreLine, Seat

COMBINED: Final = Rule(
    "CB-360", "The bids of two allies are added in every suit; who wins the tricks does not matter.", "Alliances"
)
TEAM_MET: Final = Rule(
    "CB-361", "All suits met: each ally gets 10 for each trick of both, and 10 for each suit with one.", "Alliances"
)
TEAM_MISSED: Final = Rule("CB-362", "With a suit missed both allies score as in Suit Precision.", "Alliances")
TEAM_DOUBLE: Final = Rule("CB-363", "A double bid of one ally makes the sum in its suit a double bid.", "Our ruling")
TEAM_ZERO: Final = Rule("CB-364", "Two allies who bid nothing and win nothing get 10 each.", "Our ruling")
ALONE: Final = Rule("CB-365", "Alone, a trick pays 20 where the suit is met.", "Our ruling")
FAILURE: Final = Rule("CB-R50", "Allies who miss a suit still earn for those they meet.", "Our ruling")
RULES: Final = (
    *teams.RULES,
    *suit_precision.RULES,
    *(COMBINED, TEAM_MET, TEAM_MISSED, TEAM_DOUBLE, TEAM_ZERO, ALONE, FAILURE),
    teams.SOLO,
)

_TWICE: Final = 2


def question(state: State, phase: Bidding) -> Prompt:
    """The form of the next player's bids, which tells with whom they count."""
    seat = bidding.missing(state, phase)[0]
    return suit_precision.form(state, phase, teams.no_double(state, phase, seat), teams.reminder(state, seat))


def place(state: State, event: SuitBidsPlaced) -> State:
    """The state with a player's bids; only one of a team may double (CB-333)."""
    phase = order.bidding_phase(state)
    known = 0 <= event.seat < len(state.table.names)
    return suit_precision.placed(state, event, teams.no_double(state, phase, event.seat) if known else None)


def waits(state: State) -> Wait | None:
    """The teams before the bids, and the pile of a trick."""
    return teams.waits(state) or suit_precision.waits(state)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """What everybody gets for the suits of the own team (CB-360 to CB-365)."""
    return tuple(
        ScoreLine(state.deal.number, seat, rule, terms)
        for team in teams.teams(state)
        for seat in team
        for rule, terms in team_worth(state, team, bids, won)
    )


def team_worth(state: State, team: tuple[Seat, ...], bids: Bids, won: Piles) -> Iterator[Line]:
    """The lines each member of a team gets."""
    options = state.options
    alone = len(team) == 1
    twice = alone and options.alliance_solo_expansion is AllianceSoloExpansion.DOUBLE_ON_SUCCESS
    rates = Rates(
        options.suit_partial_credit,
        options.suit_zero_double_bonus,
        times=_TWICE if twice else 1,
        beside=alone or options.spa_fail_partial is SpaFailPartial.REGULAR,
    )
    return worth(tuple(_sums(state, team, bids, won)), rates)


def _sums(state: State, team: tuple[Seat, ...], bids: Bids, won: Piles) -> Iterator[SuitHand]:
    """The suits of a team: what all of it bid and won in each."""
    each = [suit_precision.hands(state, bids, won, seat) for seat in team]
    for suit in zip(*each, strict=True):
        yield SuitHand(suit[0].label, _sum([hand.bid for hand in suit]), sum(hand.won for hand in suit))


def _sum(said: list[Bid]) -> Bid:
    """Bids added up; one double among them makes two numbers (CB-363)."""
    low, high = sum(bid[0] for bid in said), sum(bid[-1] for bid in said)
    return (low,) if low == high else (low, high)


def facts(state: State) -> tuple[Fact, ...]:
    """Who plays with whom."""
    if state.deal.kind is not RoundKind.SUIT_PRECISION_ALLIANCES:
        return ()
    return tuple(teams.fact_of(state, number, "") for number, _ in enumerate(teams.teams(state)))


ROUND: Final[RoundRules] = RoundRules(
    title="Suit Precision-Alliances",
    text="Allies add up their bids and tricks in every suit.",
    rule=COMBINED,
    rules=RULES,
    lines=lines,
    players=teams.TABLES,
    last=False,
    parts=suit_precision.parts,
    entries={**teams.ENTRIES, SuitBidsPlaced: Entry(place, suit_precision.told), TrickLaid: suit_precision.LAID},
    question=question,
    narrowed=suit_precision.narrowed,
    waits=waits,
    asides=teams.asides,
    pile=suit_precision.pile,
    opponents=teams.opponents,
    signs=teams.signs,
    facts=facts,
    rulings=(
        *suit_precision.RULINGS,
        Ruling(
            "spa_fail_partial",
            "Suit Precision-Alliances: beside a missed suit the met ones",
            {SpaFailPartial.REGULAR: "Earn as in Suit Precision", SpaFailPartial.LOSS_ONLY: "Earn nothing"},
            FAILURE,
        ),
        teams.SOLO_RULING,
    ),
)
