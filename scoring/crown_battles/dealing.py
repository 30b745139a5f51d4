"""The start of the game and of every round: who deals how many cards, and what is asked first."""

from typing import Final

from scoring.crown_battles.deck import check_composition
from scoring.crown_battles.options import Level, Options, RoundKind
from scoring.crown_battles.rounds import ROUNDS
from scoring.crown_battles.schedule import base_schedule, check_schedule
from scoring.crown_battles.state import Bidding, Deal, Phase, Spinning, State
from scoring.game import Table
from scoring.rulebook import Rule, require

NEXT_DEALER: Final = Rule("CB-059", "The deal passes clockwise, and the spinner with it.", "Ending a Round")
RULES: Final = (NEXT_DEALER,)


def open_table(table: Table, options: Options) -> State:
    """The session before its first round; raises RuleViolation for options that cannot be played."""
    players = len(table.names)
    deck = options.deck(players)
    check_composition(deck, players)
    schedule = options.schedule or base_schedule(players)
    check_schedule(schedule, players, deck.size)
    known = 0 <= options.first_dealer < players
    require(known, NEXT_DEALER, "The first dealer is one of the players at this table.", field="first_dealer")
    first = deal(table, options, schedule, 1, options.level)
    return State(table, options, deck, schedule, options.level, first, first_phase(first))


def deal(table: Table, options: Options, schedule: tuple[int, ...], number: int, level: Level) -> Deal:
    """Round `number`; after the schedule its last deal is repeated (CB-155)."""
    kind = RoundKind.NORMAL
    cards = schedule[min(number, len(schedule)) - 1]
    dealer = table.left_of(options.first_dealer, number - 1)
    return Deal(number, kind, cards, ROUNDS[kind].tricks(cards), dealer, level)


def first_phase(deal: Deal) -> Phase:
    """What a round waits for first: the spinner, or the bids where the trump may stay open."""
    return Bidding() if deal.level is Level.COUNTS else Spinning()


def is_untouched(state: State) -> bool:
    """Whether nothing of this round was entered yet."""
    return state.deal.untouched and state.phase == first_phase(state.deal)
