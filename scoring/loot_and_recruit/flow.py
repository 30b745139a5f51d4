"""Which entry is due when and what it changes: the one place where all of them meet."""

from collections.abc import Collection, Iterator
from typing import Final

from scoring.changing import replace
from scoring.game import Draft
from scoring.loot_and_recruit import attacks, days, entry, memory, offer, playing, stacks
from scoring.loot_and_recruit.events import (
    ActionDone,
    Attacked,
    BearerPlaced,
    CardBought,
    CardFaced,
    CardFound,
    CardPlayed,
    CardRemoved,
    CardShown,
    CardSwept,
    CardTrashed,
    CheckpointCounted,
    EffectsDecided,
    Event,
    EventFlipped,
    FirstPlayerMoved,
    GoblinLaid,
    GoblinMet,
    GoblinMoved,
    GoblinPlaced,
    GoblinRecruited,
    LevelChosen,
    LineUpLeft,
    LineUpOpened,
    PilesCounted,
    PowersChanged,
    SergeantPlayed,
    TurnEnded,
)
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import Bearing, Buying, Deciding, Flip, Open, Over, Placing, State, Turn
from scoring.prompts import Prompt, Role
from scoring.rulebook import Rule, require

NEXT: Final = Rule("LR-082", "After a turn the left neighbour's begins; after the last one the round ends.", "Rounds")
TURNS: Final = Rule("LR-024", "Fourteen turns each.", "Follows")
RULES: Final = (NEXT, TURNS)


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation and changes nothing if it is not allowed."""
    message = "All fourteen rounds are over; correct an entry in the log if something is wrong."
    require(not isinstance(state.phase, Over), days.CLOSING, message, code="GAME_OVER")
    if state.retyped is not None:
        state = replace(state, retyped=None)
    match event:
        case EventFlipped():
            return days.flip(state, event)
        case EffectsDecided():
            return days.decide(state, event)
        case CheckpointCounted():
            return days.count(state, event)
        case FirstPlayerMoved():
            return days.move_first(state, event)
        case LevelChosen():
            return entry.choose_level(state, event)
        case TurnEnded():
            return _end_turn(state, event)
        case CardFaced() | LineUpLeft() | LineUpOpened() | CardSwept():
            return _line_up(state, event)
        case _:
            return _begun(_in_turn(state, event, waived))


def _begun(state: State) -> State:
    match state.phase:
        case Turn(begun=False) as turn:
            return replace(state, phase=replace(turn, begun=True))
        case _:
            return state


InTurn = (
    GoblinMet
    | GoblinRecruited
    | GoblinPlaced
    | BearerPlaced
    | Attacked
    | SergeantPlayed
    | GoblinMoved
    | GoblinLaid
    | CardRemoved
    | CardShown
    | CardPlayed
    | CardFound
    | CardBought
    | ActionDone
    | PowersChanged
    | CardTrashed
    | PilesCounted
)


def _in_turn(state: State, event: InTurn, waived: Collection[str]) -> State:
    match event:
        case GoblinMet() | GoblinRecruited():
            return stacks.recruit(state, event, waived)
        case GoblinPlaced():
            return stacks.place(state, event, waived)
        case BearerPlaced():
            return stacks.bear(state, event, waived)
        case Attacked():
            return attacks.attack(state, event, waived)
        case SergeantPlayed():
            return attacks.sergeant(state, event)
        case GoblinMoved():
            return stacks.move(state, event, waived)
        case GoblinLaid():
            return stacks.lay(state, event, waived)
        case CardRemoved():
            return stacks.remove(state, event)
        case _:
            return _with_cards(state, event, waived)


def _with_cards(
    state: State,
    event: CardShown | CardPlayed | CardFound | CardBought | ActionDone | PowersChanged | CardTrashed | PilesCounted,
    waived: Collection[str],
) -> State:
    match event:
        case CardShown() | CardPlayed():
            return playing.play(state, event, waived)
        case CardFound() | CardBought():
            return playing.buy(state, event, waived)
        case ActionDone():
            return playing.act(state, event, waived)
        case PowersChanged():
            return playing.change_powers(state, event)
        case CardTrashed():
            return playing.trash(state, event)
        case PilesCounted():
            return playing.count_piles(state, event)


def _line_up(state: State, event: CardFaced | LineUpLeft | LineUpOpened | CardSwept) -> State:
    match event:
        case CardFaced():
            return offer.face(state, event)
        case LineUpLeft():
            return offer.leave(state, event)
        case LineUpOpened():
            return offer.look_again(state, event)
        case CardSwept():
            return offer.sweep(state, event)


def _end_turn(state: State, event: TurnEnded) -> State:
    turn = stacks.turn_of(state, event.seat)
    return days.next_turn(playing.clean_up(state, turn.seat), turn)


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
    yield Prompt(
        TurnEnded.kind,
        f"{state.name(turn.seat)}'s turn is over",
        (),
        rule=NEXT,
        seat=turn.seat,
        role=Role.BESIDE,
        given=(("seat", turn.seat),),
        confirm=_ends(state, turn),
    )


def _ends(state: State, turn: Turn) -> str:
    following = state.table.left_of(turn.seat)
    return "The round is over" if following == state.first else f"Next: {state.name(following)}'s turn"


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
