"""A round from its bids to its end: what needs no answer is done at once, position by position."""

from typing import Final

from scoring.changing import replace
from scoring.faction_wars import battle, collecting, passes
from scoring.faction_wars.state import (
    Battle,
    Claim,
    Contest,
    Discard,
    Draw,
    Give,
    LayAside,
    ResolvedRound,
    Resolving,
    Rob,
    Shuffle,
    State,
)
from scoring.game import Measure, MeasureKind, RoundHead, rounds_before
from scoring.scores import Seat

MEASURED: Final = (
    MeasureKind("battles", "Battles won", share=True, main=True, praise="Bravest fighter"),
    MeasureKind("recruits", "Recruits collected", praise="Biggest band"),
    MeasureKind("robberies", "Recruits taken from others", praise="Master thief"),
)


def advance(state: State) -> State:
    """The state after everything that needs no answer: the next question, or the next round."""
    while isinstance(state.phase, Resolving):
        after = _step(state, state.phase)
        if after is state:
            return state
        state = after
    return state


def heads(state: State) -> tuple[RoundHead, ...]:
    """The rows of the score sheet: the rounds, and a row for what is counted at the end."""
    numbers = range(state.joined + 1, state.round)
    played = (RoundHead(number, f"Round {number}", "round") for number in numbers)
    title = "Final count" if passes.is_counting(state) else f"Round {state.round}"
    running = RoundHead(state.round, title, "count" if passes.is_counting(state) else "round")
    return (*rounds_before(state.joined), *played, running)


def measures(state: State) -> tuple[Measure, ...]:
    """Battles, recruits and robberies of every finished round."""
    return tuple(measure for past in state.past for seat in state.table.seats for measure in _measured(past, seat))


def _step(state: State, phase: Resolving) -> State:
    """The state after one step that needs no answer; the same state where an answer is needed."""
    if not phase.pending:
        return _ended(state, phase)
    step = phase.pending[0]
    match step:
        case Battle():
            return state
        case Contest():
            return battle.start(state, phase, step)
        case Shuffle():
            return battle.reshuffled(state, phase, step)
        case Claim(position=position) if 0 < position <= len(state.lineup):
            return collecting.claimed(state, phase, step, state.lineup[position - 1])
        case Draw() if not passes.can_draw(state):
            return replace(state, phase=collecting.done(phase))
        case Draw() if not state.stock.deck:
            return passes.ready(state)
        case Rob() if not collecting.prey(state, step):
            return replace(state, phase=collecting.done(phase))
        case Discard(victim=victim) if not collecting.has_recruit(state.holdings[victim]):
            return replace(state, phase=collecting.done(phase))
        case LayAside():
            return collecting.laid_aside(state, collecting.done(phase), step)
        case Give(seat, card) if len(state.table.names) == 2:
            return collecting.given(state, collecting.done(phase), state.table.left_of(seat), card)
        case _:
            return state


def _ended(state: State, phase: Resolving) -> State:
    """The state after a round: what is left of the line-up is discarded, the next one is laid (FW-025)."""
    past = ResolvedRound(state.round, phase.fought, phase.won, phase.gained, phase.robbed)
    stock = passes.discarded(state, phase.positions - len(phase.gone))
    if state.last_round:
        return passes.finish(replace(state, past=(*state.past, past), stock=stock))
    return passes.begin(replace(state, past=(*state.past, past), stock=stock, round=state.round + 1))


def _measured(past: ResolvedRound, seat: Seat) -> tuple[Measure, ...]:
    won, fought = past.won.count(seat), past.fought.count(seat)
    robbed = past.robbed.count(seat)
    return (
        *((Measure(past.number, seat, "battles", won, fought),) if fought else ()),
        Measure(past.number, seat, "recruits", past.gained.count(seat)),
        *((Measure(past.number, seat, "robberies", robbed),) if robbed else ()),
    )
