"""The course of a game: dispatches events to their modules and collects the current prompts."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from scoring.contract.game import Event, Measure, RoundHead, rounds_before
from scoring.contract.prompts import Draft, Prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Ledger
from scoring.games.crown_battles import (
    bidding,
    cards,
    counting,
    dealing,
    entry,
    order,
    pool,
    powers,
    shield,
    trick_position,
    tricks,
    trump,
    winning,
)
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.cards import TrickRuled
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.entry import JoinedLate, LevelChosen
from scoring.games.crown_battles.events import PowerPlayed, TypeEvent
from scoring.games.crown_battles.powers import smuggler
from scoring.games.crown_battles.powers.smuggler import SmugglerSwapped
from scoring.games.crown_battles.rounds import ROUNDS, current_wait, rules_of, type_rules
from scoring.games.crown_battles.rounds.type_rules import Wait
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import (
    Bidding,
    ByCards,
    ByCounts,
    ByTricks,
    Deal,
    Drawing,
    Over,
    Phase,
    Playing,
    Spinning,
    State,
    Trickwise,
)
from scoring.games.crown_battles.trump import TrumpNamed, TrumpSpun
from scoring.kit.trick_taking import Level

MEASURED: Final = (*type_rules.MEASURED, *dict.fromkeys(kind for rules in ROUNDS.values() for kind in rules.measured))

_NEVER_WAIT: Final = (TypeDrawn, TrumpSpun, TrumpNamed, ShieldBought, LevelChosen, JoinedLate)
"""Events that are accepted even while a type of round waits for something else."""


def apply(state: State, event: Event[State], waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation.

    First what the type of the round waits for, then the event's own rules, then what follows without an entry.
    """
    if isinstance(state.phase, Over):
        raise RuleViolation(winning.WINNER, "The game is over.")
    if state.spying is not None:
        state = replace(state, spying=None)
    _check_wait(state, event)
    if waived:
        acted = _act(bidding.waive_screw(state, waived), event)
        return _go_on(replace(acted, options=state.options))
    return _go_on(_act(state, event))


def prompts(state: State) -> tuple[Prompt, ...]:
    if isinstance(state.phase, Over):
        return ()
    wait = current_wait(state)
    main = _main(state, state.phase) if wait is None else wait.prompt
    instead = (wait.instead,) if wait is not None and wait.instead is not None else ()
    return (main, *_beside(state), *instead, *_asides(state, state.phase, wait), *entry.asides(state))


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    return rules_of(state).narrow(state, powers.narrow(state, prompt, draft), draft)


def provisional(state: State) -> Ledger:
    """The ledger with the current round scored, if all its tricks and actions are known and nothing is secret."""
    phase = state.phase
    if not isinstance(phase, Trickwise) or not trick_position.is_played(state) or current_wait(state) is not None:
        return state.ledger
    return state.ledger + rules_of(state).lines(state, phase.bids, phase.owned)


def rounds(state: State) -> tuple[RoundHead, ...]:
    deals = [past.deal for past in state.past]
    if not isinstance(state.phase, Over):
        deals.append(state.deal)
    return (*rounds_before(state.joined), *(_head(state, deal) for deal in deals))


def _head(state: State, deal: Deal) -> RoundHead:
    """The row of a round; with its type if the game may have several."""
    starter = state.table.left_of(deal.dealer)
    title = f"Round {deal.number}" if deal.number <= len(state.schedule) else "Tie-break"
    if deal is state.deal and isinstance(state.phase, Drawing):
        return RoundHead(deal.number, title, "", deal.cards, starter=starter)
    name = ROUNDS[deal.type].title if pool.is_mixed(state.options, state.schedule) else ""
    return RoundHead(deal.number, title, deal.type.value, deal.cards, name, starter)


def measures(state: State) -> tuple[Measure, ...]:
    return tuple(
        measure
        for past in state.past
        for seat in state.table.seats
        for measure in ROUNDS[past.deal.type].measures(past, seat)
    )


def sealed(state: State) -> tuple[Prompt, ...]:
    """The prompts that several players may answer in secret, in any order."""
    return rules_of(state).sealed(state, state.phase) if isinstance(state.phase, Bidding) else ()


def _check_wait(state: State, event: Event[State]) -> None:
    """Refuse an event that comes before the one that the type waits for."""
    wait = current_wait(state)
    if wait is None or wait.is_for(event.kind) or isinstance(event, _NEVER_WAIT):
        return
    if isinstance(event, SmugglerSwapped) and smuggler.bids_at_once(state):
        return
    if wait.powers and (isinstance(event, PowerPlayed | TrickRuled) or _is_aside(state, event)):
        return
    raise RuleViolation(wait.prompt.rule or order.ORDER, wait.why)


def _act(state: State, event: Event[State]) -> State:
    """Special cards go by the rules they share, others by their own."""
    if isinstance(event, PowerPlayed):
        acted = powers.use_power(state, event)
        return cards.finish_full_trick(acted, acted.phase) if isinstance(acted.phase, ByCards) else acted
    if isinstance(event, BidPlaced | TypeEvent):
        _check_type(state, event)
    return event.apply(state, ())


def _check_type(state: State, event: BidPlaced | TypeEvent) -> None:
    """Refuse a bid or an event that the type of the round does not ask for now."""
    if isinstance(state.phase, Drawing | Spinning):
        raise order.too_early(state)
    rules = rules_of(state)
    if type(event) not in rules.events or (isinstance(event, TypeEvent) and not _is_asked(state, event)):
        raise RuleViolation(rules.rule, f"This is a round of {rules.title}; that does not belong here.")


def _is_asked(state: State, event: TypeEvent) -> bool:
    """Whether the type asks for this kind of event now: as the next step, as the next bid, or as an aside."""
    wait = current_wait(state)
    if wait is not None:
        return wait.is_for(event.kind) or (wait.powers and _is_aside(state, event))
    is_bid = isinstance(state.phase, Bidding) and rules_of(state).question(state, state.phase).kind == event.kind
    return is_bid or _is_aside(state, event)


def _is_aside(state: State, event: Event[State]) -> bool:
    return any(prompt.kind == event.kind for prompt in rules_of(state).asides(state))


def _go_on(state: State) -> State:
    """Begin the play after the last bid, and score the round after the last pile."""
    if current_wait(state) is not None:
        return state
    match state.phase:
        case ByCards():
            return cards.drop_useless_actions(state)
        case Bidding() as phase if not bidding.yet_to_bid(state, phase):
            return _go_on(replace(state, phase=_begin_play(state, phase)))
        case ByCounts(bids=bids, piles=piles) as phase if counting.is_counted(state, phase):
            return winning.score_round(state, bids, piles)
        case Bidding() | ByTricks() | ByCounts() | Drawing() | Spinning() | Over():
            return state


def _begin_play(state: State, phase: Bidding) -> Phase:
    bids = bidding.bids_by_part(phase)
    none = ((0,) * state.players,) * len(state.deal.parts)
    match state.deal.level:
        case Level.COUNTS:
            return ByCounts(bids)
        case Level.TRICKS:
            return ByTricks(bids, state.opening_seat, none)
        case Level.CARDS:
            return ByCards(bids, state.opening_seat, none)


def _main(state: State, phase: Drawing | Spinning | Bidding | Playing) -> Prompt:
    match phase:
        case Drawing():
            return dealing.question(state)
        case Spinning():
            return trump.question(state)
        case Bidding():
            return rules_of(state).question(state, phase)
        case ByCounts():
            return counting.question(state, phase)
        case ByTricks() | ByCards() if trick_position.is_played(state):
            return winning.question(state)
        case ByTricks():
            return tricks.question(state, phase)
        case ByCards():
            return cards.question(state, phase)


def _beside(state: State) -> tuple[Prompt, ...]:
    """The trump is optional at level counts."""
    is_optional = state.deal.level is Level.COUNTS and not isinstance(state.phase, Drawing | Spinning)
    return (trump.question(state),) if is_optional and state.deal.trump is None else ()


def _asides(state: State, phase: Phase, wait: Wait | None) -> Iterator[Prompt]:
    shield_prompt, has_powers = shield.question(state), wait is None or wait.powers
    may_bid = wait is None or smuggler.bids_at_once(state)
    if isinstance(phase, Bidding) and may_bid and smuggler.can_swap(state, phase):
        yield smuggler.question(state, phase)
    if isinstance(phase, Playing) and has_powers:
        yield from powers.asides(state, phase)
    if shield_prompt is not None:
        yield shield_prompt
    if isinstance(phase, ByCards) and has_powers:
        yield from cards.asides(state, phase)
    if isinstance(phase, Bidding | Playing) and has_powers:
        yield from rules_of(state).asides(state)
