"""The flow of a game: which prompts are offered in which phase."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from scoring.contract.game import Event
from scoring.contract.prompts import Draft, Prompt
from scoring.contract.rulebook import RuleViolation
from scoring.games.loot_and_recruit import (
    attacks,
    buying,
    days,
    entry,
    line_ups,
    memory,
    moving,
    own_cards,
    playing,
    recruiting,
)
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import (
    Bearing,
    Buying,
    Deciding,
    Flip,
    Open,
    Over,
    Placing,
    State,
    Turn,
    TurnEvent,
)


def apply(state: State, event: Event[State], waived: Collection[str] = ()) -> State:
    if isinstance(state.phase, Over):
        message = "All fourteen rounds are over, and with them the game."
        raise RuleViolation(days.CLOSING, message, code="GAME_OVER")
    if state.retyped is not None:
        state = replace(state, retyped=None)
    after = event.apply(state, waived)
    match after.phase:
        case Turn(begun=False) as turn if isinstance(event, TurnEvent):
            return replace(after, phase=replace(turn, begun=True))
        case _:
            return after


def prompts(state: State) -> tuple[Prompt, ...]:
    match state.phase:
        case Over():
            return ()
        case Turn(pending=Placing() as pending) as turn:
            return (recruiting.place_question(state, turn, pending),)
        case Turn(pending=Bearing()) as turn:
            return (recruiting.bearer_question(state, turn),)
        case Turn(pending=Buying()) as turn:
            return (playing.action_question(state, turn),)
        case _ if row := line_ups.row_to_enter(state):
            return (*line_ups.questions(state, row), *_corrections(state))
        case Turn() as turn:
            return (*_turn(state, turn), *_asides(state, turn))
        case Flip() | Deciding() | Open():
            play_on = (days.play_on_question(state),) if days.can_play_on(state) else ()
            return (*play_on, days.question(state), *line_ups.asides(state), *_corrections(state))


def _turn(state: State, turn: Turn) -> Iterator[Prompt]:
    if state.level is Level.REFEREE:
        yield from playing.play_questions(state, turn)
    yield from recruiting.recruit_questions(state, turn)
    if state.level is Level.REFEREE:
        yield from buying.buy_questions(state, turn)
        if turn.ready or turn.used:
            yield playing.action_question(state, turn)
    if _has_cards(state, bearers=True):
        yield attacks.question(state, turn)
    if _has_cards(state, bearers=False):
        yield moving.move_question(state, turn)
    yield playing.end_question(state, turn)


def _asides(state: State, turn: Turn) -> Iterator[Prompt]:
    if state.level is Level.STACKS:
        yield attacks.sergeant_question(state, turn)
        yield recruiting.bearer_question(state, turn)
    else:
        yield playing.powers_question(turn)
        yield own_cards.trash_question(state, turn)
    yield from line_ups.asides(state)
    yield from _stack_corrections(state)
    yield days.move_first_question(state)


def _corrections(state: State) -> Iterator[Prompt]:
    """Changes between two rounds, or while a card of a line-up is to be entered."""
    yield from _stack_corrections(state)
    yield days.move_first_question(state)
    if entry.can_change_level(state):
        yield entry.level_question(state)


def _stack_corrections(state: State) -> Iterator[Prompt]:
    if state.level is Level.CHECKPOINTS:
        return
    yield moving.add_question(state)
    if _has_cards(state, bearers=True):
        yield moving.remove_question(state)
    if state.level is Level.REFEREE:
        yield own_cards.piles_question(state)


def _has_cards(state: State, *, bearers: bool) -> bool:
    """Whether any card is on a platform, Shield Bearers counted or not."""
    stacks = (stack for platforms in state.stacks for stack in platforms)
    return any(bearers or not card.bearer for stack in stacks for card in stack)


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    if prompt.kind == days.CheckpointCounted.kind:
        return days.narrow(state, prompt, draft)
    if prompt.kind == attacks.Attacked.kind:
        return attacks.narrow(state, prompt, draft)
    return memory.narrow(state, prompt, draft)
