"""The flow of a game: which event is allowed in which phase, and which prompts are offered."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from scoring.contract.game import Event
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import RuleViolation
from scoring.games.recruits import bidding, entry, final_count, order, piles, resolving, stuck, supply, ties, winning
from scoring.games.recruits.bidding import BidPlaced, CardShown
from scoring.games.recruits.options import Level
from scoring.games.recruits.piles import RecruitTurned
from scoring.games.recruits.score import RecruitEarned
from scoring.games.recruits.state import (
    Aiming,
    Awaiting,
    Breaking,
    Claiming,
    Deciding,
    Drawing,
    LeavingOut,
    Naming,
    Over,
    Running,
    Showing,
    State,
    Turn,
    Turning,
    Uncovering,
)
from scoring.games.recruits.ties import TieCardDrawn, TieCardPlayed


def _place(state: State, phase: Turn, event: BidPlaced) -> State:
    placed = bidding.place(state, phase, event)
    return placed if isinstance(placed.phase, Claiming) else resolving.resolve_if_complete(placed, event)


def _claim(state: State, phase: Claiming, event: CardShown) -> State:
    return resolving.start_next_turn(bidding.claim(state, phase, event))


_BY_PHASE: Final[Mapping[type[Event[State]], Mapping[type, Callable[[State, Any, Any], State]]]] = {
    BidPlaced: {Turn: _place},
    CardShown: {Claiming: _claim, Showing: resolving.show},
    RecruitTurned: {Turning: piles.turn_up, Uncovering: resolving.uncover},
    RecruitEarned: {Naming: entry.record_winner, Drawing: resolving.decide_draw},
    TieCardPlayed: {Breaking: resolving.break_tie},
    TieCardDrawn: {Drawing: resolving.draw_card},
}
"""What the events of a turn and of a resolution do, by phase; the others do the same whenever they are allowed."""


def apply(state: State, event: Event[State], waived: Collection[str] = ()) -> State:
    state = winning.with_agreed_points(state)
    if isinstance(state.phase, Over):
        raise RuleViolation(order.OVER, "The game is over.", code="GAME_OVER")
    acts = _BY_PHASE.get(type(event))
    if acts is None:
        return event.apply(state, waived)
    act = acts.get(type(state.phase))
    if act is None:
        raise _refusal(state, event)
    return act(state, state.phase, event)


def _refusal(state: State, event: Event[State]) -> RuleViolation:
    if isinstance(event, TieCardPlayed | TieCardDrawn) and not isinstance(state.phase, Breaking | Drawing):
        return ties.refuse_tie_card(state)
    if isinstance(event, BidPlaced) and not state.piles:
        return order.refusal(state)
    return order.refusal(state, _CODES.get(type(event), ""))


_CODES: Final = {BidPlaced: "NOT_YOUR_TURN", CardShown: "NOT_COMPLETE", RecruitTurned: "NOT_A_RECRUIT"}


def prompts(state: State) -> tuple[Prompt, ...]:
    state = winning.with_agreed_points(state)
    if isinstance(state.phase, Over):
        return ()
    return (_main(state, state.phase), *_alternatives(state), *_asides(state), *entry.asides(state))


_QUESTIONS: Final[Mapping[type[Running], Callable[[State, Any], Prompt]]] = {
    Naming: entry.earn_question,
    Turning: piles.question,
    Claiming: bidding.card_question,
    LeavingOut: resolving.leaving_question,
    Showing: resolving.show_question,
    Aiming: resolving.aim_question,
    Breaking: ties.play_question,
    Drawing: ties.draw_question,
    Uncovering: resolving.uncover_question,
    Deciding: winning.card_question,
}
"""The question of each phase that always asks the same."""


def _main(state: State, phase: Running) -> Prompt:
    if isinstance(phase, Awaiting):
        return final_count.question(state) if state.level is Level.COUNT else entry.name_question(state)
    if isinstance(phase, Turn):
        is_out = stuck.locked_out(state, phase.seat)
        return stuck.skip_question(state, phase) if is_out else bidding.question(state, phase)
    return _QUESTIONS[type(phase)](state, phase)


def _alternatives(state: State) -> Iterator[Prompt]:
    """What may be entered instead: mostly ways to end the game."""
    if final_count.is_awaited(state):
        yield final_count.so_far_question(state)
    if entry.can_empty_pile(state):
        yield entry.empty_question(state)
    if order.is_between(state) and winning.can_end_early(state):
        yield winning.end_question(state)


def _asides(state: State) -> Iterator[Prompt]:
    if isinstance(state.phase, Showing) and resolving.can_take_totals(state.phase.contest):
        if not state.phase.contest.totals:
            yield resolving.other_unit_question(state, state.phase)
    if isinstance(state.phase, Turn) and stuck.can_redraw(state):
        yield stuck.redraw_question(state, state.phase)
    if supply.can_shuffle(state):
        yield supply.shuffle_question()
