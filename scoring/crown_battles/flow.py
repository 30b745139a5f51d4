"""Which entry is due when and what it changes: the one place where all of them meet."""

from collections.abc import Collection, Iterator
from typing import Final

from scoring.changing import replace
from scoring.crown_battles import (
    bidding,
    cards,
    counting,
    crown,
    dealing,
    entry,
    pool,
    powers,
    shield,
    trick_position,
    tricks,
    trump,
)
from scoring.crown_battles import order as order_of_play
from scoring.crown_battles.events import (
    BidPlaced,
    CardPlayed,
    DoubleFacedDeclared,
    Event,
    JoinedLate,
    LevelChosen,
    RoundScored,
    ShieldBought,
    SmugglerSwapped,
    TrickRuled,
    TricksTaken,
    TrickWon,
    TrumpNamed,
    TrumpSpun,
    TypeDrawn,
    TypeEvent,
)
from scoring.crown_battles.options import Level
from scoring.crown_battles.powers import smuggler
from scoring.crown_battles.rounds import ROUNDS, rules_of, waiting
from scoring.crown_battles.rounds import veil as veil_of_type
from scoring.crown_battles.rounds.type_rules import MEASURED as MEASURED_BY_ALL
from scoring.crown_battles.rounds.type_rules import Wait
from scoring.crown_battles.state import (
    Bidding,
    ByCards,
    ByCounts,
    ByTricks,
    Deal,
    Drawing,
    Over,
    Phase,
    Playing,
    ScoredRound,
    Spinning,
    State,
)
from scoring.game import Draft, Measure, RoundHead, rounds_before
from scoring.prompts import Prompt
from scoring.rulebook import RuleViolation
from scoring.scores import Ledger, Seat

_OF_TYPES: Final = {kind.key: kind for rules in ROUNDS.values() for kind in rules.shown.measured}
MEASURED: Final = (*MEASURED_BY_ALL, *_OF_TYPES.values())

_BEFORE_STAGES: Final = (TypeDrawn, TrumpSpun, TrumpNamed, ShieldBought, LevelChosen, JoinedLate)


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation and changes nothing if it is not allowed."""
    if isinstance(state.phase, Over):
        raise RuleViolation(crown.WINNER, "The game is over; correct an entry in the log if something is wrong.")
    if state.spying is not None:
        state = replace(state, spying=None)
    wait = waiting(state)
    if wait is not None:
        _check_stage(state, wait, event)
    return _gone_on(_applied(state, event))


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be entered now, what the round waits for first."""
    if isinstance(state.phase, Over):
        return ()
    wait = waiting(state)
    main = _main(state, state.phase) if wait is None else wait.prompt
    return (main, *_beside(state), *_asides(state, state.phase, wait), *entry.asides(state))


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """A special card's form once its player is known, a type's own with what is filled in; others as they are."""
    return rules_of(state).bidding.narrowed(state, powers.narrowed(state, prompt, draft), draft)


def provisional(state: State) -> Ledger:
    """The ledger with the running round scored, once all its tricks are known and nothing is hidden."""
    match state.phase:
        case ByTricks() | ByCards() as phase if trick_position.all_played(state) and waiting(state) is None:
            return state.ledger + rules_of(state).lines(state, phase.bids, phase.owned)
        case _:
            return state.ledger


def rounds(state: State) -> tuple[RoundHead, ...]:
    """The rows of the score sheet."""
    deals = [past.deal for past in state.past]
    if not isinstance(state.phase, Over):
        deals.append(state.deal)
    return (*rounds_before(state.joined), *(_head(state, deal) for deal in deals))


def starter(state: State) -> Seat:
    """Who bids and leads first in the running round."""
    return state.opening_seat


def _head(state: State, deal: Deal) -> RoundHead:
    """The row of one round; it says its type where several are played."""
    title = f"Round {deal.number}" if deal.number <= len(state.schedule) else "Tie-break"
    if deal is state.deal and isinstance(state.phase, Drawing):
        return RoundHead(deal.number, title, "", deal.cards)
    name = ROUNDS[deal.kind].title if pool.is_mixed(state.options, state.schedule) else ""
    return RoundHead(deal.number, title, deal.kind.value, deal.cards, name)


def measures(state: State) -> tuple[Measure, ...]:
    """What each type measures, for every scored round."""
    return tuple(measure for past in state.past for measure in _measured(state, past))


def sealed(state: State) -> tuple[Prompt, ...]:
    """What several may answer in secret at the same time."""
    return () if isinstance(state.phase, Over) else rules_of(state).bidding.sealed(state)


def veil(state: State, event: Event) -> frozenset[str]:
    """What of an entry may not be shown yet: only types of rounds have secrets."""
    if not isinstance(event, TypeEvent) or isinstance(state.phase, Over):
        return frozenset()
    return veil_of_type(state, event)


def _applied(state: State, event: Event) -> State:
    match event:
        case CardPlayed():  # the most frequent ones first
            return cards.play(state, event)
        case BidPlaced() | TypeEvent():
            return _of_type(state, event)
        case TrickWon():
            return tricks.won(state, event)
        case TricksTaken():
            return counting.count(state, event)
        case TypeDrawn():
            return _drawn(state, event)
        case TrumpSpun():
            return trump.spin(_typed(state), event)
        case TrumpNamed():
            return trump.name(state, event)
        case RoundScored():
            phase = cards.score(state, event)
            return crown.score_round(state, phase.bids, phase.owned)
        case DoubleFacedDeclared():
            return cards.declare(state, event)
        case TrickRuled():
            return cards.rule(state, event)
        case ShieldBought():
            return shield.buy(state, event)
        case SmugglerSwapped():
            return smuggler.swap(state, event)
        case LevelChosen():
            return entry.choose_level(state, event)
        case JoinedLate():
            return entry.join(state, event)
        case _:  # a power, dispatched in its own module
            acted = powers.play(state, event)
            return cards.settle(acted, acted.phase) if isinstance(acted.phase, ByCards) else acted


def _check_stage(state: State, wait: Wait, event: Event) -> None:
    """Refuse what has to wait for a stage of the type's own."""
    if event.kind == wait.prompt.kind or isinstance(event, _BEFORE_STAGES):
        return
    if wait.powers and (event.kind in powers.KINDS or isinstance(event, TrickRuled) or _is_aside(state, event)):
        return
    raise RuleViolation(wait.prompt.rule or order_of_play.ORDER, wait.why)


def _typed(state: State) -> State:
    """The state, if the type of its round is known."""
    if isinstance(state.phase, Drawing):
        raise order_of_play.early(state)
    return state


def _drawn(state: State, event: TypeDrawn) -> State:
    if not isinstance(state.phase, Drawing):
        name = rules_of(state).title
        raise RuleViolation(pool.DRAW, f"This is a round of {name} already; correct the entry in the log.")
    drawn = pool.draw(state, event.type)
    return dealing.typed(drawn, state.deal.number, event.type, stopgap=drawn.drawn == state.drawn)


def _of_type(state: State, event: BidPlaced | TypeEvent) -> State:
    """The state after a bid, or another entry only some types know."""
    if isinstance(state.phase, (Drawing, Spinning)):
        raise order_of_play.early(state)
    rules = rules_of(state)
    known = rules.bidding.entries.get(type(event))
    if known is None or (isinstance(event, TypeEvent) and not _is_asked(state, event)):
        raise RuleViolation(rules.rule, f"This is a round of {rules.title}; nothing of that kind is entered now.")
    return known.act(state, event)


def _is_asked(state: State, event: TypeEvent) -> bool:
    """Whether the type asks for this kind of event now."""
    wait, rules = waiting(state), rules_of(state)
    if wait is not None:
        return event.kind == wait.prompt.kind or (wait.powers and _is_aside(state, event))
    bid = state.phase if isinstance(state.phase, Bidding) else None
    return (bid is not None and rules.bidding.question(state, bid).kind == event.kind) or _is_aside(state, event)


def _is_aside(state: State, event: Event) -> bool:
    """Whether the type takes this kind of event beside what it waits for."""
    return any(prompt.kind == event.kind for prompt in rules_of(state).bidding.asides(state))


def _gone_on(state: State) -> State:
    """The state once nothing more has to be entered: the play begun after the last bid, the round scored."""
    if waiting(state) is not None:
        return state
    match state.phase:
        case ByCards():
            return cards.drop_powerless(state)
        case Bidding() as phase if bidding.is_complete(state, phase):
            return _gone_on(replace(state, phase=_play(state, phase)))
        case ByCounts(bids=bids, piles=piles) as phase if counting.is_counted(state, phase):
            return crown.score_round(state, bids, piles)
        case _:
            return state


def _play(state: State, phase: Bidding) -> Phase:
    """What follows the last bid, at the level of the round."""
    bids = bidding.by_seat(phase)
    none = ((0,) * len(state.table.names),) * len(state.deal.parts)
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
            return pool.question(state)
        case Spinning():
            return trump.question(state)
        case Bidding():
            return rules_of(state).bidding.question(state, phase)
        case ByCounts():
            return counting.question(state, phase)
        case ByTricks():
            return tricks.question(state, phase)
        case ByCards():
            return cards.question(state, phase)


def _beside(state: State) -> tuple[Prompt, ...]:
    """Counting needs no trump; it may be noted all the same."""
    known = isinstance(state.phase, Drawing | Spinning) or not trump.is_asked(state)
    return () if known or state.deal.level is not Level.COUNTS else (trump.question(state),)


def _asides(state: State, phase: Phase, wait: Wait | None) -> Iterator[Prompt]:
    bought = shield.question(state)
    if isinstance(phase, Bidding) and wait is None and smuggler.can_swap(state, phase):
        yield smuggler.question(state, phase)
    if isinstance(phase, ByCounts | ByTricks | ByCards) and (wait is None or wait.powers):
        yield from powers.asides(state, phase)
    if bought is not None:
        yield bought
    if isinstance(phase, ByCards) and (wait is None or wait.powers):
        yield from cards.asides(state, phase)
    if (wait is None or wait.powers) and not isinstance(phase, Drawing | Spinning):
        yield from rules_of(state).bidding.asides(state)


def _measured(state: State, past: ScoredRound) -> Iterator[Measure]:
    for seat in state.table.seats:
        yield from ROUNDS[past.deal.kind].shown.measures(past, seat)
