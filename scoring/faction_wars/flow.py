"""Which entry is due when: the one place where all of them meet."""

from collections.abc import Collection, Iterator

from scoring.faction_wars import battle, bidding, collecting, counting, entry, passes, rounds
from scoring.faction_wars import cards as box
from scoring.faction_wars.collecting import ActionDone, Robbed
from scoring.faction_wars.counting import BonusesScored, RecruitsCounted
from scoring.faction_wars.state import (
    Act,
    Battle,
    Bidding,
    BreakingTie,
    Contest,
    CountingBonuses,
    CountingCards,
    Event,
    LayAside,
    LiningUp,
    Over,
    Resolving,
    Rob,
    Shuffle,
    State,
    Stocktaking,
)
from scoring.game import Draft
from scoring.prompts import Known, Prompt, Role
from scoring.rulebook import RuleViolation

Asking = LiningUp | Bidding | Resolving | Stocktaking | CountingCards | CountingBonuses | BreakingTie
"""The phases in which something is asked."""


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation and changes nothing if it is not allowed."""
    if isinstance(state.phase, Over):
        message = "Everything is scored; correct an entry in the log if something is wrong."
        raise RuleViolation(passes.THE_END, message, code="GAME_OVER")
    return rounds.advance(event.apply(state, waived))


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be entered now, what the game waits for first."""
    if isinstance(state.phase, Over):
        return ()
    return (*_main(state, state.phase), *_asides(state))


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """A typed card, a robbery and the bonuses, narrowed by what is filled in; every other form as it is."""
    match state.phase:
        case CountingBonuses() if prompt.kind == BonusesScored.kind:
            return counting.narrowed(state, draft)
        case _ if prompt.kind == RecruitsCounted.kind:
            return counting.recruits_question(state, draft)
        case Resolving(pending=(Rob() as step, *_)) if prompt.kind == Robbed.kind:
            return collecting.narrowed(state, step, draft)
        case Resolving(pending=(Act() as acting, *_)) as phase if prompt.kind == ActionDone.kind:
            return collecting.act_question(state, phase, acting, draft)
        case _:
            return _typed(state, prompt, draft)


def _typed(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    match prompt.fields:
        case (Known() as card,):
            return box.narrowed(prompt, card, draft, collecting.shut(state))
        case _:
            return prompt


def _main(state: State, phase: Asking) -> Iterator[Prompt]:
    """What is waited for, with what may be answered beside it."""
    if passes.must_be_war(state):
        yield passes.war_question(state)
        return
    yield _question(state, phase)
    if passes.can_draw_war(state):
        yield passes.war_question(state)


def _question(state: State, phase: Asking) -> Prompt:
    match phase:
        case LiningUp():
            return passes.lay_question(state, phase)
        case Bidding():
            return bidding.question(state, phase)
        case Resolving():
            return _next_step(state, phase)
        case Stocktaking():
            return entry.piles_question(state)
        case CountingCards():
            return counting.cards_question(state, phase)
        case CountingBonuses():
            asks = counting.asks_display(state)
            return counting.display_question(state, Role.MAIN) if asks else counting.bonuses_question(state)
        case BreakingTie():
            return counting.recruits_question(state, {})


def _next_step(state: State, phase: Resolving) -> Prompt:
    step = phase.pending[0]
    if isinstance(step, Battle):
        return battle.question(state, step)
    assert not isinstance(step, Contest | Shuffle | LayAside), "these are done without an answer"
    return collecting.question(state, phase, step)


def _asides(state: State) -> Iterator[Prompt]:
    if not isinstance(state.phase, BreakingTie) and not _asks_display_now(state):
        yield counting.display_question(state, Role.ASIDE)
    if counting.can_count_recruits(state) and not isinstance(state.phase, BreakingTie):
        yield counting.recruits_question(state, {})
    if entry.can_count(state) and not isinstance(state.phase, Stocktaking):
        yield entry.piles_question(state)
    if passes.can_empty(state):
        yield passes.empty_question(state)
    if entry.can_choose(state):
        yield entry.level_question(state)


def _asks_display_now(state: State) -> bool:
    return isinstance(state.phase, CountingBonuses) and counting.asks_display(state)
