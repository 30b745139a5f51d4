"""The flow of a game: which prompts are offered in which phase."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from scoring.contract.game import Event
from scoring.contract.prompts import Draft, Known, Prompt
from scoring.contract.rulebook import RuleViolation
from scoring.games.faction_wars import (
    actions,
    battle,
    bidding,
    bonuses,
    cards,
    collecting,
    counting,
    entry,
    passes,
    phases,
    robbing,
    rounds,
    steps,
)
from scoring.games.faction_wars.state import State


def apply(state: State, event: Event[State], waived: Collection[str] = ()) -> State:
    """Apply an event, then every step that needs no answer; RuleViolation if it is not allowed now."""
    if isinstance(state.phase, phases.Over):
        message = "The game is over: everything is scored."
        raise RuleViolation(passes.THE_END, message, code="GAME_OVER")
    return rounds.advance(event.apply(state, waived))


def prompts(state: State) -> tuple[Prompt, ...]:
    if isinstance(state.phase, phases.Over):
        return ()
    return (*_main(state, state.phase), *_asides(state))


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    if prompt.kind == counting.RecruitsCounted.kind:
        return counting.recruits_question(state, draft)
    match state.phase:
        case phases.CountingBonuses() if prompt.kind == bonuses.BonusesScored.kind:
            return bonuses.bonuses_question(state, draft)
        case phases.Resolving(pending=(steps.Rob() as step, *_)) if prompt.kind == robbing.Robbed.kind:
            return robbing.rob_question(state, step, draft)
        case phases.Resolving(pending=(steps.Act() as acting, *_)) as phase if prompt.kind == actions.ActionDone.kind:
            return actions.act_question(state, phase, acting, draft)
        case _:
            pass
    match prompt.fields:
        case (Known() as card,):
            return replace(prompt, fields=(cards.field(collecting.closed_kinds(state), draft.get(card.name)),))
        case _:
            return prompt


def _main(state: State, phase: phases.Running) -> Iterator[Prompt]:
    if passes.must_be_war(state):
        yield passes.war_question(state)
        return
    yield _question(state, phase)
    if passes.can_draw_war(state):
        yield passes.war_question(state)


def _question(state: State, phase: phases.Running) -> Prompt:
    match phase:
        case phases.LiningUp():
            return passes.lay_question(state, phase)
        case phases.Bidding():
            return bidding.question(state, phase)
        case phases.Resolving():
            return _step_question(state, phase)
        case phases.Stocktaking():
            return entry.piles_question(state)
        case phases.CountingCards():
            return counting.cards_question(state, phase)
        case phases.CountingBonuses():
            if bonuses.is_missing_display(state):
                return bonuses.display_question()
            return bonuses.bonuses_question(state, {})
        case phases.BreakingTie():
            return counting.recruits_question(state, {})


def _step_question(state: State, phase: phases.Resolving) -> Prompt:
    step = phase.pending[0]
    assert not isinstance(step, steps.Contest | steps.Shuffle | steps.LayAside), "rounds.advance carries these out"
    match step:
        case steps.Battle():
            return battle.question(state, step)
        case steps.Claim():
            return collecting.claim_question(state, step)
        case steps.Draw():
            return collecting.draw_question(state, step)
        case steps.Rob():
            return robbing.rob_question(state, step, {})
        case steps.Give():
            return collecting.give_question(state, step)
        case steps.Discard():
            return robbing.removal_question(state, step)
        case steps.Act():
            return actions.act_question(state, phase, step, {})


def _asides(state: State) -> Iterator[Prompt]:
    display_is_main = isinstance(state.phase, phases.CountingBonuses) and bonuses.is_missing_display(state)
    if not isinstance(state.phase, phases.BreakingTie) and not display_is_main:
        yield bonuses.display_question(counting.MENU)
    if counting.seats_to_count(state) and not isinstance(state.phase, phases.BreakingTie):
        yield counting.recruits_question(state, {})
    if entry.can_count_piles(state) and not isinstance(state.phase, phases.Stocktaking):
        yield entry.piles_question(state)
    if passes.can_empty_deck(state):
        yield passes.empty_question(state)
    if entry.can_change_level(state):
        yield entry.level_question(state)
