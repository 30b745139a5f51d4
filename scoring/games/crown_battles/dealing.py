"""The start of the game and of every round: dealer, number of cards, type, and the first phase."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, Pick, Prompt
from scoring.contract.rulebook import Rule, RuleViolation
from scoring.games.crown_battles.deck import check_composition
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.crown_battles.pool import (
    DRAW,
    draw_type,
    drawable_types,
    is_drawn,
    may_step_in,
    pool_for,
    refuse_now,
)
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.crown_battles.schedule import check_schedule, default_schedule
from scoring.games.crown_battles.state import Bidding, Deal, Drawing, Phase, Spinning, State
from scoring.kit.seats import check_player
from scoring.kit.trick_taking import Level

NEXT_DEALER: Final = Rule("CB-059", "The deal passes clockwise, and the spinner with it.", "Ending a Round")


def open_table(table: Table, options: Options) -> State:
    """Open a session; raises RuleViolation for options that cannot be played."""
    players = len(table.names)
    deck = options.deck(players)
    check_composition(deck, players)
    schedule = options.schedule or default_schedule(players, deck)
    check_schedule(schedule, players, deck.size)
    chosen = options.pool
    options = replace(options, pool=pool_for(chosen, players))
    check_player(table, options.first_dealer, NEXT_DEALER, field="first_dealer")
    undealt = Deal(0, RoundType.NORMAL, 0, 0, options.first_dealer, options.level, (), ())
    return begin_round(State(table, options, deck, schedule, options.level, undealt, Drawing(), chosen=chosen), 1)


@dataclass(frozen=True, slots=True)
class TypeDrawn(Event[State]):
    """The type of the round, by the card that was drawn (CB-171)."""

    type: RoundType

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The card says {ROUNDS[self.type].title}"

    def apply(self, state: State, waived: Collection[str]) -> State:
        if not isinstance(state.phase, Drawing):
            name = ROUNDS[state.deal.type].title
            raise RuleViolation(DRAW, f"This is already a round of {name}; correct it in the log.")
        drawn = draw_type(state, self.type)
        return deal_round(drawn, state.deal.number, self.type, stopgap=drawn.drawn == state.drawn)


def question(state: State) -> Prompt:
    number = state.deal.number
    steps_in = {RoundType.NORMAL} if may_step_in(state, number) else set[RoundType]()

    def why_not(round_type: RoundType) -> str:
        refusal = None if round_type in steps_in else refuse_now(state, number, round_type)
        return refusal.why if refusal else ""

    choices = tuple(
        Choice(round_type.value, rules.title, why_not(round_type), text=rules.text)
        for round_type, rules in ROUNDS.items()
        if round_type in {*state.options.pool, *steps_in}
    )
    return Prompt(
        TypeDrawn.kind,
        "Which type was drawn?",
        (Pick("type", "Type", choices, by_chance="Pick at random"),),
        rule=DRAW,
        seat=state.deal.dealer,
        instant=True,
        help="Put back a card that cannot be played now, and draw the next one.",
    )


def begin_round(state: State, number: int) -> State:
    """Begin round `number`; a tie-break is of the same type as the last round (CB-155)."""
    names = state.table.names
    gone = (name for name in state.shielded if name not in names)
    state = replace(state, shielded=(*(names[seat] for seat in state.shields), *gone))
    if number > len(state.schedule):
        return deal_round(state, number, state.deal.type, stopgap=state.deal.stopgap)
    round_types = drawable_types(state, number)
    if not round_types:
        return deal_round(state, number, RoundType.NORMAL, stopgap=True)
    if not is_drawn(state.options):
        return deal_round(state, number, round_types[0])
    return replace(state, deal=_deal(state, number, RoundType.NORMAL), phase=Drawing())


def deal_round(state: State, number: int, round_type: RoundType, *, stopgap: bool = False) -> State:
    """Deal round `number` of a known type; `stopgap`: because no type of the pool can be played."""
    deal = replace(_deal(state, number, round_type), stopgap=stopgap)
    return replace(state, deal=deal, phase=first_phase(deal))


def first_phase(deal: Deal) -> Phase:
    """The first phase of a round: spinning, or bidding if the trump may stay unknown."""
    spun_first = deal.level is not Level.COUNTS or ROUNDS[deal.type].needs_trump
    return Spinning() if spun_first else Bidding()


def is_untouched(state: State) -> bool:
    """Whether nothing but the type of this round was entered yet."""
    first = (Drawing(), first_phase(state.deal))
    has_begun = bool(state.deal.teams) or state.deal.type_state is not None
    return state.deal.untouched and not has_begun and state.phase in first


def _deal(state: State, number: int, round_type: RoundType) -> Deal:
    """Round `number`; after the schedule its last deal is repeated (CB-155)."""
    rules, table, options = ROUNDS[round_type], state.table, state.options
    cards = state.schedule[min(number, len(state.schedule)) - 1]
    dealer = table.left_of(options.first_dealer, number - 1)
    tricks = rules.tricks(cards)
    order = rules.order(table.clockwise_from(table.left_of(dealer)), options)
    parts, closed = rules.parts(tricks, state.deck), rules.why_no_double(options)
    return Deal(number, round_type, cards, tricks, dealer, state.level, parts, order, no_doubles=closed)
