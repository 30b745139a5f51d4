"""The flow of a game: which event is allowed in which phase, and which prompts are offered."""

from collections.abc import Collection, Iterator

from scoring.contract.game import Draft
from scoring.contract.prompts import Prompt
from scoring.games.recruits import bidding, entry, final_count, order, piles, resolving, stuck, supply, ties, winning
from scoring.games.recruits.events import (
    AceAimed,
    BidPlaced,
    CardShown,
    CountedSoFar,
    DeckShuffled,
    EndedEarly,
    Event,
    HandRedrawn,
    LeftOut,
    LevelChosen,
    PileEmptied,
    RecruitEarned,
    RecruitNamed,
    RecruitsCounted,
    RecruitTurned,
    TieCardDrawn,
    TieCardPlayed,
    TotalCounted,
    VariantsAgreed,
    WinCardPlayed,
)
from scoring.games.recruits.options import Level
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

# Entries -----------------------------------------------------------------------------------------------------------


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """Apply an event; RuleViolation if it is not allowed now."""
    order.check_running(state)
    match event:
        case BidPlaced():
            return _place(state, event)
        case CardShown():
            return _show(state, event)
        case RecruitNamed():
            return entry.name_recruit(state, event)
        case RecruitEarned():
            return _earn(state, event)
        case RecruitTurned():
            return _turn_up(state, event)
        case TieCardPlayed() | TieCardDrawn():
            return _play_tie_card(state, event)
        case LeftOut() if isinstance(state.phase, LeavingOut):
            return resolving.leave_out(state, state.phase, event)
        case TotalCounted() if isinstance(state.phase, Showing):
            return resolving.enter_total(state, state.phase, event)
        case AceAimed() if isinstance(state.phase, Aiming):
            return resolving.aim(state, state.phase, event)
        case HandRedrawn() if isinstance(state.phase, Turn):
            redrawn = stuck.redraw(state, state.phase, event)
            return resolving.start_next_turn(redrawn) if event.locked_out else redrawn
        case WinCardPlayed() if isinstance(state.phase, Deciding):
            return winning.play_card(state, state.phase, event)
        case RecruitsCounted():
            return final_count.count_all(state, event)
        case CountedSoFar():
            return final_count.count_so_far(state, event)
        case PileEmptied():
            return entry.empty_pile(state, event)
        case EndedEarly() if is_between(state):
            return winning.end_early(state)
        case DeckShuffled():
            return supply.shuffle(state)
        case LevelChosen():
            return entry.choose_level(state, event)
        case VariantsAgreed():
            return entry.change_variants(state, event)
        case _:
            raise order.refusal(state)


def _place(state: State, event: BidPlaced) -> State:
    if not isinstance(state.phase, Turn):
        raise order.refusal(state, "NOT_YOUR_TURN" if state.piles else "")
    placed = bidding.place(state, state.phase, event)
    return placed if isinstance(placed.phase, Claiming) else resolving.resolve_if_complete(placed, event)


def _show(state: State, event: CardShown) -> State:
    match state.phase:
        case Claiming() as phase:
            return resolving.start_next_turn(bidding.claim(state, phase, event))
        case Showing(contest) as phase if not contest.totals:
            return resolving.show(state, phase, event)
        case _:
            raise order.refusal(state, "NOT_COMPLETE")


def _turn_up(state: State, event: RecruitTurned) -> State:
    match state.phase:
        case Turning() as phase:
            return piles.turn_up(state, phase, event)
        case Uncovering() as phase:
            return resolving.uncover(state, phase, event)
        case _:
            raise order.refusal(state, "NOT_A_RECRUIT")


def _earn(state: State, event: RecruitEarned) -> State:
    match state.phase:
        case Naming() as phase:
            return entry.record_winner(state, phase, event)
        case Drawing(contest) as tie if contest.totals:
            return resolving.decide_draw(state, tie, event)
        case _:
            raise order.refusal(state)


def _play_tie_card(state: State, event: TieCardPlayed | TieCardDrawn) -> State:
    match event, state.phase:
        case TieCardPlayed(), Breaking() as tie:
            return resolving.break_tie(state, tie, event)
        case TieCardDrawn(), Drawing(contest) as tie if not contest.totals:
            return resolving.draw_card(state, tie, event)
        case _, Breaking() | Drawing():
            raise order.refusal(state)
        case _:
            raise ties.refuse_tie_card(state)


def is_between(state: State) -> bool:
    """Whether the game is between two turns or two recruits."""
    return isinstance(state.phase, Awaiting | Turn | Turning)


# Forms -------------------------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """The main prompt first; nothing once the game is over."""
    if isinstance(state.phase, Over):
        return ()
    return (_main(state, state.phase), *_alternatives(state), *_asides(state), *entry.asides(state))


def _main(state: State, phase: Running) -> Prompt:
    match phase:
        case Awaiting() if state.level is Level.COUNT:
            return final_count.question(state)
        case Awaiting():
            return entry.name_question(state)
        case Naming():
            return entry.earn_question(state, phase)
        case Turning():
            return piles.question(state, phase)
        case Turn(seat):
            is_out = stuck.locked_out(state, seat)
            return stuck.skip_question(state, phase) if is_out else bidding.question(state, phase)
        case Claiming():
            return bidding.card_question(state, phase)
        case LeavingOut() | Showing() | Aiming() | Breaking() | Drawing() | Uncovering():
            return _resolution(state, phase)
        case Deciding():
            return winning.card_question(state, phase)


def _resolution(state: State, phase: LeavingOut | Showing | Aiming | Breaking | Drawing | Uncovering) -> Prompt:
    match phase:
        case LeavingOut():
            return resolving.leaving_question(state, phase)
        case Showing():
            return resolving.show_question(state, phase)
        case Aiming():
            return resolving.aim_question(state, phase)
        case Breaking():
            return ties.play_question(state, phase)
        case Drawing():
            return ties.draw_question(state, phase)
        case Uncovering():
            return resolving.uncover_question(state, phase)


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """Update the count of the recruits for a draft."""
    return final_count.narrow(state, prompt, draft)


def _alternatives(state: State) -> Iterator[Prompt]:
    """What may be entered instead: mostly ways to end the game."""
    if final_count.is_awaited(state):
        yield final_count.so_far_question(state)
    if entry.can_empty_pile(state):
        yield entry.empty_question(state)
    if is_between(state) and winning.can_end_early(state):
        yield winning.end_question(state)


def _asides(state: State) -> Iterator[Prompt]:
    if isinstance(state.phase, Showing) and resolving.can_switch_unit(state.phase.contest):
        yield resolving.other_unit_question(state, state.phase)
    if isinstance(state.phase, Turn) and stuck.can_redraw(state):
        yield stuck.redraw_question(state, state.phase)
    if supply.can_shuffle(state):
        yield supply.shuffle_question()
