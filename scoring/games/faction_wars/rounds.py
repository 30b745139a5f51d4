"""Resolving a round: carries out the steps that need no answer, position by position."""

from dataclasses import replace
from typing import Final

from scoring.contract.game import FINAL_COUNT, SUMMED_UP, Measure, MeasureKind, RoundHead, rounds_before
from scoring.contract.scores import Seat
from scoring.games.faction_wars import battle, collecting, passes, phases, robbing, steps
from scoring.games.faction_wars.state import ResolvedRound, State

MEASURED: Final = (
    MeasureKind("battles", "Battles won", share=True, main=True, praise="Bravest fighter"),
    MeasureKind("recruits", "Recruits collected", praise="Biggest band"),
    MeasureKind("robberies", "Recruits taken from others", praise="Master thief"),
)


def advance(state: State) -> State:
    """Carry out steps until one needs an answer or the next round begins."""
    while isinstance(state.phase, phases.Resolving):
        after = _step(state, state.phase)
        if after is state:
            return state
        state = after
    return state


def heads(state: State) -> tuple[RoundHead, ...]:
    numbers = range(state.joined + 1, state.round)
    played = (RoundHead(number, f"Round {number}", "round") for number in numbers)
    current = RoundHead(state.round, f"Round {state.round}", "round")
    if passes.is_counting(state):
        counts_rounds = state.partial and state.round > 1
        current = RoundHead(state.round, "Final count", SUMMED_UP if counts_rounds else FINAL_COUNT)
    return (*rounds_before(state.joined), *played, current)


def measures(state: State) -> tuple[Measure, ...]:
    """Battles, recruits and robberies of every finished round; nothing where only some rounds were entered."""
    if state.partial:
        return ()
    return tuple(measure for past in state.past for seat in state.table.seats for measure in _measure(past, seat))


def _step(state: State, phase: phases.Resolving) -> State:
    if not phase.pending:
        return _end_round(state, phase)
    step = phase.pending[0]
    match step:
        case steps.Battle():
            return state
        case steps.Contest():
            return battle.start_battle(state, phase, step)
        case steps.Shuffle():
            return battle.shuffle_empty_decks(state, phase, step)
        case steps.Claim(position=position) if 0 < position <= len(state.lineup):
            return collecting.claim(state, phase, step, state.lineup[position - 1])
        case steps.Draw() if not passes.can_draw(state):
            return replace(state, phase=phase.finish_step())
        case steps.Draw() if not state.stock.deck:
            return passes.shuffle_if_empty(state)
        case steps.Rob() if not robbing.has_victim(state, step):
            return replace(state, phase=phase.finish_step())
        case steps.Discard(victim=victim) if not robbing.has_recruit(state.holdings[victim]):
            return replace(state, phase=phase.finish_step())
        case steps.LayAside():
            return collecting.lay_aside(state, phase, step)
        case steps.Give(seat, card) if state.players == 2:
            return collecting.give(state, phase, state.table.left_of(seat), card)
        case steps.Claim() | steps.Draw() | steps.Rob() | steps.Discard() | steps.Give() | steps.Act():
            return state


def _end_round(state: State, phase: phases.Resolving) -> State:
    """Discard the cards left in the line-up and begin the next round or the final count (FW-025)."""
    past = ResolvedRound(state.round, phase.fought, phase.won, phase.gained, phase.robbed)
    stock = passes.discard(state, phase.positions - len(phase.emptied))
    if state.last_round:
        return passes.finish_rounds(replace(state, past=(*state.past, past), stock=stock))
    return passes.begin_round(replace(state, past=(*state.past, past), stock=stock, round=state.round + 1))


def _measure(past: ResolvedRound, seat: Seat) -> tuple[Measure, ...]:
    won, fought = past.won.count(seat), past.fought.count(seat)
    robbed = past.robbed.count(seat)
    return (
        *((Measure(past.number, seat, "battles", won, fought),) if fought else ()),
        Measure(past.number, seat, "recruits", past.gained.count(seat)),
        *((Measure(past.number, seat, "robberies", robbed),) if robbed else ()),
    )
