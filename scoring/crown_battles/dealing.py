"""The start of the game and of every round: who deals how many cards of which type, and what is asked first."""

from typing import Final

from scoring.changing import replace
from scoring.crown_battles.deck import Composition, check_composition
from scoring.crown_battles.options import Level, Options, RoundType
from scoring.crown_battles.pool import drawable, is_drawn, pool_for
from scoring.crown_battles.rounds import ROUNDS
from scoring.crown_battles.schedule import check_schedule, default_schedule
from scoring.crown_battles.state import Bidding, Deal, Drawing, Phase, Spinning, State
from scoring.game import Table
from scoring.rulebook import Rule, require

NEXT_DEALER: Final = Rule("CB-059", "The deal passes clockwise, and the spinner with it.", "Ending a Round")


def open_table(table: Table, options: Options) -> State:
    """The session before its first round; raises RuleViolation for options that cannot be played."""
    players = len(table.names)
    deck = options.deck(players)
    check_composition(deck, players)
    schedule = options.schedule or default_schedule(players, deck)
    check_schedule(schedule, players, deck.size)
    options = replace(options, pool=pool_for(options, players))
    known = 0 <= options.first_dealer < players
    require(known, NEXT_DEALER, "The first dealer is one of the players at this table.", field="first_dealer")
    first = _deal(table, options, deck, schedule, 1, options.level, RoundType.NORMAL)
    return begin(State(table, options, deck, schedule, options.level, first, Drawing()), 1)


def begin(state: State, number: int) -> State:
    """The state before round `number`; a tie-break is of the type of the round before it (CB-155)."""
    if number > len(state.schedule):
        return typed(state, number, state.deal.kind, stopgap=state.deal.stopgap)
    kinds = drawable(state, number)
    if not kinds:
        return typed(state, number, RoundType.NORMAL, stopgap=True)
    if not is_drawn(state.options):
        return typed(state, number, kinds[0])
    deal = _dealt(state, number, RoundType.NORMAL)
    return replace(state, deal=deal, phase=Drawing())


def typed(state: State, number: int, kind: RoundType, *, stopgap: bool = False) -> State:
    """The state before round `number` of a known type; `stopgap`: in place of those of the pool."""
    deal = _dealt(state, number, kind, stopgap=stopgap)
    return replace(state, deal=deal, phase=first_phase(deal, state.options))


def first_phase(deal: Deal, options: Options) -> Phase:
    """What a round waits for first: the spinner, or the bids where the trump may stay open."""
    spun_first = deal.level is not Level.COUNTS or ROUNDS[deal.kind].deal.needs_trump(options)
    return Spinning() if spun_first else Bidding()


def is_untouched(state: State) -> bool:
    """Whether nothing of this round was entered yet, its type apart."""
    first = (Drawing(), first_phase(state.deal, state.options))
    return state.deal.untouched and state.deal.own is None and state.phase in first


def _dealt(state: State, number: int, kind: RoundType, *, stopgap: bool = False) -> Deal:
    deal = _deal(state.table, state.options, state.deck, state.schedule, number, state.level, kind)
    return replace(deal, stopgap=True) if stopgap else deal


def _deal(
    table: Table,
    options: Options,
    deck: Composition,
    schedule: tuple[int, ...],
    number: int,
    level: Level,
    kind: RoundType,
) -> Deal:
    """Round `number`; after the schedule its last deal is repeated (CB-155)."""
    rules = ROUNDS[kind]
    cards = schedule[min(number, len(schedule)) - 1]
    dealer = table.left_of(options.first_dealer, number - 1)
    tricks = rules.deal.tricks(cards)
    order = rules.deal.order(table.clockwise_from(table.left_of(dealer)), options)
    return Deal(number, kind, cards, tricks, dealer, level, rules.deal.parts(tricks, deck), order)
