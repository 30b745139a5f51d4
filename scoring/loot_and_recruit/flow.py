"""Which entry is due when: the one place where all of them meet."""

from collections.abc import Collection, Iterator

from scoring.changing import replace
from scoring.game import Draft
from scoring.loot_and_recruit import attacks, days, entry, memory, offer, playing, stacks
from scoring.loot_and_recruit.attacks import Attacked
from scoring.loot_and_recruit.days import CheckpointCounted
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import (
    Bearing,
    Buying,
    Deciding,
    Deed,
    Event,
    Flip,
    Open,
    Over,
    Placing,
    State,
    Turn,
)
from scoring.prompts import Prompt
from scoring.rulebook import require


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation and changes nothing if it is not allowed."""
    message = "All fourteen rounds are over; correct an entry in the log if something is wrong."
    require(not isinstance(state.phase, Over), days.CLOSING, message, code="GAME_OVER")
    if state.retyped is not None:
        state = replace(state, retyped=None)
    after = event.apply(state, waived)
    match after.phase:
        case Turn(begun=False) as turn if isinstance(event, Deed):
            return replace(after, phase=replace(turn, begun=True))
        case _:
            return after


# What is asked ------------------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be entered now, what the game waits for first."""
    match state.phase:
        case Over():
            return ()
        case Turn(pending=Placing() as pending) as turn:
            return (stacks.place_question(state, turn, pending),)
        case Turn(pending=Bearing()) as turn:
            return (stacks.bear_question(state, turn),)
        case Turn(pending=Buying()) as turn:
            return (playing.act_question(state, turn),)
        case _ if row := offer.due(state):
            return (*offer.questions(state, row), *_setting_right(state))
        case Turn() as turn:
            return (*_turn(state, turn), *_asides(state, turn))
        case Flip() | Deciding() | Open():
            return (*days.questions(state), *offer.asides(state), *_setting_right(state))


def _turn(state: State, turn: Turn) -> Iterator[Prompt]:
    """What somebody may do in the turn, and its end."""
    if state.level is Level.REFEREE:
        yield from playing.play_questions(state, turn)
    yield from stacks.recruit_questions(state, turn)
    if state.level is Level.REFEREE:
        yield from playing.buy_questions(state, turn)
        if turn.ready or turn.used:
            yield playing.act_question(state, turn)
    if stacks.tiles(state, bearers=True):
        yield attacks.question(state, turn)
    if stacks.tiles(state, bearers=False):
        yield stacks.move_question(state, turn)
    yield playing.end_question(state, turn)


def _asides(state: State, turn: Turn) -> Iterator[Prompt]:
    if state.level is Level.STACKS:
        yield attacks.sergeant_question(turn)
        yield stacks.bear_question(state, turn)
    else:
        yield playing.powers_question(turn)
        yield playing.trash_question(state, turn)
    yield from offer.asides(state)
    yield from _stacks(state)
    yield days.move_first_question(state)


def _setting_right(state: State) -> Iterator[Prompt]:
    """What may be set right between two rounds, or while a card of a line-up is missing."""
    yield from _stacks(state)
    yield days.move_first_question(state)
    if entry.can_choose(state):
        yield entry.level_question(state)


def _stacks(state: State) -> Iterator[Prompt]:
    """Stacks and piles set right."""
    if state.level is Level.CHECKPOINTS:
        return
    yield stacks.lay_question(state)
    if stacks.tiles(state, bearers=True):
        yield stacks.remove_question(state)
    if state.level is Level.REFEREE:
        yield playing.piles_question(state)


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """A card typed before brings its numbers, equal final scores ask for goblins, an attack says what it fells."""
    if prompt.kind == CheckpointCounted.kind:
        return days.narrowed(state, prompt, draft)
    if prompt.kind == Attacked.kind:
        return attacks.narrowed(state, prompt, draft)
    return memory.narrowed(state, prompt, draft)
