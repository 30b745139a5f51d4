"""Resolving a recruit: bids shown, aces aimed, totals compared, ties broken, the recruit awarded."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.names import join_words
from scoring.contract.prompts import Card, Count, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.recruits import bidding, counting, order, piles, score, supply, ties, winning
from scoring.games.recruits.deck import BID_DECK, FOUR, RANKS, RECRUIT_DECK, check_bid_card, in_words
from scoring.games.recruits.options import AceTarget, BlindSuit, Reveal, Variant
from scoring.games.recruits.state import (
    Aiming,
    Bid,
    Breaking,
    Contest,
    Drawing,
    LeavingOut,
    Pile,
    Showing,
    State,
    Uncovering,
    Won,
)
from scoring.kit.seats import check_player

COMPLETE: Final = Rule("RS-050", "A recruit is resolved once everybody who can bid has two cards on it.", "Step 3")
HIGHEST: Final = Rule("RS-054", "The highest total takes the recruit.", "Resolving bids")
REVEAL: Final = Rule("RS-061", "The bids shown must be bids that could have been placed.", "Follows from RS-017")
THREE_OF_FOUR: Final = Rule("RS-R01", "With four players, a recruit is complete with three bids.", "Our ruling")

_MOST_CLAIMS: Final = 3
"""Suits that can be claimed on a recruit that is face up."""
_HIGHEST_TOTAL: Final = 19
_HIGHEST_PAIR: Final = 20


def is_complete(state: State, pile: Pile) -> bool:
    """Whether everybody who can bid has two cards there (RS-050)."""
    full = sum(bid.count == bidding.MOST for bid in pile.bids)
    return full == (state.players if pile.blind else min(state.players, _MOST_CLAIMS))


def resolve_if_complete(state: State, event: bidding.BidPlaced) -> State:
    """After a second card, resolve the recruit or begin the next turn."""
    pile = state.pile(event.pile)
    if not is_complete(state, pile):
        return start_next_turn(state)
    bids = tuple(sorted(pile.bids, key=lambda bid: bid.seat))
    return advance(state, Contest(pile.top, pile.blind, pile.number, bids))


def start_next_turn(state: State) -> State:
    return piles.begin_turn(replace(state, turn=state.table.left_of(state.turn), reshuffled=0))


def advance(state: State, contest: Contest) -> State:
    """Move a resolution to the next thing it needs from the table, or to its end."""
    if contest.blind and not contest.recruit and state.options.blind_suit is BlindSuit.VOID:
        return replace(state, phase=Uncovering(contest))
    if is_missing_bids(state, contest):
        return replace(state, phase=Showing(contest))
    return compare(state, contest) if contest.totals else _aim_aces(state, contest)


def _aim_aces(state: State, contest: Contest) -> State:
    """Ask for the next ace's target; one with at most one target needs no choice, and without any cancels nothing."""
    for seat in counting.acting_aces(state, contest)[len(contest.aims) :]:
        targets = counting.ace_targets(state, contest, seat)
        if len(targets) > 1:
            return replace(state, phase=Aiming(contest, seat, targets))
        contest = replace(contest, aims=(*contest.aims, (seat, targets[0] if targets else None)))
    return compare(state, contest)


def compare(state: State, contest: Contest) -> State:
    """Award the recruit to the highest total, or break the tie."""
    totals = counting.totals(state, contest)
    best = max(total for _, total in totals)
    leaders = tuple(seat for seat, total in totals if total == best)
    if len(leaders) > 1:
        return replace(state, phase=ties.begin_tie(state, contest, leaders))
    won = Won(leaders[0], HIGHEST, f"{best} is the highest total.")
    return finish(state, contest, won)


def finish(state: State, contest: Contest, won: Won) -> State:
    """Award the recruit to its winner; a covered one is turned up first (RS-082)."""
    if not contest.recruit:
        return replace(state, phase=Uncovering(contest, won))
    awarded = score.award(state, contest, won)
    if score.is_finished(awarded):
        return winning.finish(awarded)
    if not contest.pile:
        return awarded
    next_turn = start_next_turn(awarded)
    return replace(next_turn, opener=next_turn.turn)


def _go_on_with_tie(state: State, contest: Contest, step: ties.NextStep) -> State:
    if isinstance(step, Won):
        return finish(state, contest, step)
    return replace(state, phase=step)


def begin_contest(state: State, recruit: str, *, blind: bool) -> State:
    contest = Contest(recruit, blind)
    begun = replace(state, last=None, begun=True)
    if state.players == FOUR and not blind:
        return replace(begun, phase=LeavingOut(contest))
    return _with_bidders(begun, contest, state.table.seats)


@dataclass(frozen=True, slots=True)
class LeftOut(Event[State]):
    """The player who could not bid on this recruit: three others claimed the open suits (RS-022)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, LeavingOut)
        check_player(state.table, self.seat, THREE_OF_FOUR, code="WRONG_CLAIMANTS")
        return _with_bidders(state, phase.contest, tuple(seat for seat in state.table.seats if seat != self.seat))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} had no suit left"


def _with_bidders(state: State, contest: Contest, seats: tuple[Seat, ...]) -> State:
    return advance(state, replace(contest, bids=tuple(Bid(seat, bidding.MOST) for seat in seats)))


def show(state: State, phase: Showing, event: bidding.CardShown) -> State:
    """Show a card of a bid, unless totals are entered."""
    contest = phase.contest
    if contest.totals:
        raise order.refusal(state, "NOT_COMPLETE")
    bid = next_bid(contest)
    _check_bidder(state, contest, event.seat)
    order.check_seat(state, event.seat, bid.seat, "NOT_COMPLETE")
    check_bid_card(event.card)
    if violation := _objection(state, contest, event.card):
        raise violation
    if not bid.first:
        bidding.check_claim(state, "" if contest.blind else contest.recruit, contest.bids, event.card)
    shown = Bid(bid.seat, bid.count, bid.first or event.card, event.card if bid.first else "")
    bids = tuple(shown if other is bid else other for other in contest.bids)
    return advance(_note_seen(state, contest, event.card), replace(contest, bids=bids))


def _note_seen(state: State, contest: Contest, card: str) -> State:
    """Remember a card that was seen before, for a notice; only where draws are not counted (RS-095)."""
    repeated = card if not contest.pile and card in state.seen else ""
    return state if repeated == state.repeated else replace(state, repeated=repeated)


@dataclass(frozen=True, slots=True)
class TotalCounted(Event[State]):
    """The total of one bid, as the table counted it (RS-052)."""

    seat: Seat
    total: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, Showing)
        contest = phase.contest
        message = "The cards of these bids are being entered."
        require(can_take_totals(contest), REVEAL, message, code="NOT_COMPLETE")
        _check_bidder(state, contest, self.seat)
        order.check_seat(state, self.seat, next_total(contest), "NOT_COMPLETE")
        low, high = total_range(state, contest)
        outside = f"A bid is worth {low} to {high}, not {self.total}."
        why = dict(_impossible_totals(state)).get(self.total, "" if low <= self.total <= high else outside)
        refuse_if(why, counting.TOTAL, field="total", code="TOTAL_IMPOSSIBLE")
        return advance(state, replace(contest, totals=(*contest.totals, (self.seat, self.total))))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]}'s bid is worth {self.total}"


def _check_bidder(state: State, contest: Contest, seat: Seat) -> None:
    if seat not in contest.claimants:
        message = f"Only {state.names(contest.claimants)} bid on this recruit."
        raise RuleViolation(REVEAL, message, field="seat", code="WRONG_CLAIMANTS")


@dataclass(frozen=True, slots=True)
class AceAimed(Event[State]):
    """The player whose highest card `seat` cancels with an ace (RS-087)."""

    seat: Seat
    target: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, Aiming)
        order.check_seat(state, self.seat, phase.seat)
        targets = join_words((state.name(seat) for seat in phase.targets), "or")
        message = f"{state.name(phase.seat)}'s ace can cancel a card of {targets}."
        require(self.target in phase.targets, counting.POWERED, message, field="target", code="BAD_ACE_TARGET")
        return advance(state, replace(phase.contest, aims=(*phase.contest.aims, (self.seat, self.target))))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]}'s ace cancels {table.names[self.target]}'s highest card"


def break_tie(state: State, tie: Breaking, event: ties.TieCardPlayed) -> State:
    step = ties.play(state, tie, event)
    state = _note_seen(state, tie.contest, event.card)
    played = replace(tie, played=(*tie.played, (event.seat, event.card)))
    return _go_on_with_tie(state, ties.contest_with_round(played), step)


def draw_card(state: State, tie: Drawing, event: ties.TieCardDrawn) -> State:
    """Turn a card from the draw pile; it is discarded at once (RS-083)."""
    if tie.contest.totals:
        raise order.refusal(state)
    step = ties.draw(state, tie, event)
    if event.card == ties.NO_CARD:
        return _go_on_with_tie(state, tie.contest, step)
    state = _note_seen(state, tie.contest, event.card)
    contest = replace(tie.contest, drawn=(*tie.contest.drawn, event.card))
    if contest.pile:
        state = supply.discard(supply.draw(supply.shuffle_if_empty(state), 1), 1, (event.card,))
    if isinstance(step, Drawing):
        step = ties.go_on_drawing(state, step)
    return _go_on_with_tie(state, contest, step)


def decide_draw(state: State, tie: Drawing, event: score.RecruitEarned) -> State:
    if not tie.contest.totals:
        raise order.refusal(state)
    return finish(state, tie.contest, ties.decide(state, tie, event))


def uncover(state: State, phase: Uncovering, event: piles.RecruitTurned) -> State:
    message = "Turn up the recruit that is being resolved."
    require(event.pile == phase.contest.pile, piles.BLIND, message, field="pile", code="NOT_A_RECRUIT")
    require(event.recruit not in RANKS, piles.BLIND, "Name the card itself.", field="recruit")
    piles.check_available(state, event.recruit)
    contest = replace(phase.contest, recruit=event.recruit)
    match phase.then:
        case Won() as won:
            return finish(state, contest, won)
        case Breaking() as tie:
            tie = replace(tie, contest=contest)
            return _go_on_with_tie(state, ties.contest_with_round(tie), ties.judge(state, tie))
        case None:
            return advance(state, contest)


def _objection(state: State, contest: Contest, card: str) -> RuleViolation | None:
    if any(card in (bid.first, bid.second) for bid in contest.bids):
        message = f"The {in_words(card)} is already in another bid."
        return RuleViolation(supply.IDENTITY, message, field="card", code="DUPLICATE_CARD")
    return supply.objection(state, card) if contest.pile else None


def next_bid(contest: Contest) -> Bid:
    """The first bid with a card still to be shown."""
    return next(bid for bid in contest.bids if not bid.second)


def next_total(contest: Contest) -> Seat:
    return contest.claimants[len(contest.totals)]


def is_missing_bids(state: State, contest: Contest) -> bool:
    if takes_totals(state, contest):
        return len(contest.totals) < len(contest.bids)
    return any(not bid.second for bid in contest.bids)


def takes_totals(state: State, contest: Contest) -> bool:
    """Whether this contest is entered by totals: decided by its first entry, until then by the set-up."""
    return bool(contest.totals) or (can_take_totals(contest) and state.options.reveal is Reveal.TOTALS)


def can_take_totals(contest: Contest) -> bool:
    """Whether totals may be entered: not at referee level, and no card of these bids was entered."""
    return not contest.pile and not any(bid.first for bid in contest.bids)


def total_range(state: State, contest: Contest) -> tuple[int, int]:
    """The lowest and the highest total a bid on this recruit can have (RS-052)."""
    can_be_void = state.options.blind_suit is BlindSuit.VOID and contest.blind
    low = 0 if state.has(Variant.POWERED_ACE) or can_be_void else 1
    return low, _HIGHEST_PAIR if state.has(Variant.PAIRS) else _HIGHEST_TOTAL


def leaving_question(state: State, phase: LeavingOut) -> Prompt:
    title = f"Who did not bid on the {in_words(phase.contest.recruit)}?"
    pick = state.table.pick_seat("seat", "No suit was left for")
    return Prompt(LeftOut.kind, title, (pick,), rule=THREE_OF_FOUR, instant=True)


def show_question(state: State, phase: Showing) -> Prompt:
    contest = phase.contest
    return _total_question(state, contest) if takes_totals(state, contest) else _card_question(state, contest)


def other_unit_question(state: State, phase: Showing) -> Prompt:
    """The way to enter these bids by cards instead of totals, or the other way round."""
    totals = takes_totals(state, phase.contest)
    prompt = _card_question(state, phase.contest) if totals else _total_question(state, phase.contest)
    return replace(
        prompt,
        title=f"Enter the {'cards' if totals else 'totals'} of these bids instead",
        instant=False,
        confirm="Go on with cards" if totals else "Go on with totals",
        help=f"{prompt.title}{'' if prompt.title.endswith('?') else '.'} {prompt.help}",
        menu="This recruit",
    )


def _card_question(state: State, contest: Contest) -> Prompt:
    bid = next_bid(contest)
    name = state.name(bid.seat)
    recruit = "" if contest.blind else contest.recruit
    barred = () if bid.first else bidding.barred_cards(state, recruit, contest.bids)
    closed = tuple(card.code for card in BID_DECK if _objection(state, contest, card.code))
    return Prompt(
        bidding.CardShown.kind,
        f"{name} turns the second card" if bid.first else f"{name}'s first card",
        (Card("card", f"{name}'s card", BID_DECK, closed, barred),),
        rule=COMPLETE if contest.pile else REVEAL,
        instant=True,
        help=f"For {_recruit_name(contest)}.",
    ).for_seat(bid.seat)


def aim_question(state: State, phase: Aiming) -> Prompt:
    why_not = partial(_why_not_target, state, phase)
    return Prompt(
        AceAimed.kind,
        f"Whose highest card does {state.name(phase.seat)}'s ace cancel?",
        (state.table.pick_seat("target", "", seats=phase.contest.claimants, why_not=why_not),),
        rule=counting.POWERED,
        instant=True,
    ).for_seat(phase.seat)


def uncover_question(state: State, phase: Uncovering) -> Prompt:
    won = phase.then
    reason = f"{state.name(won.seat)} has earned it." if isinstance(won, Won) else "Its suit decides now."
    return Prompt(
        piles.RecruitTurned.kind,
        "Turn up the covered recruit",
        (Card("recruit", "The recruit", RECRUIT_DECK, (), piles.barred_recruits(state)),),
        rule=piles.BLIND,
        given=(("pile", phase.contest.pile),),
        instant=True,
        help=reason,
    )


def _total_question(state: State, contest: Contest) -> Prompt:
    seat, (low, high) = next_total(contest), total_range(state, contest)
    return Prompt(
        TotalCounted.kind,
        f"What is {state.name(seat)}'s bid worth?",
        (Count("total", "", low, high, barred=_impossible_totals(state)),),
        rule=counting.TOTAL,
        instant=True,
        help=f"For {_recruit_name(contest)}.",
    ).for_seat(seat)


def _impossible_totals(state: State) -> tuple[tuple[int, str], ...]:
    """Totals within the range that no bid can have, each with the reason."""
    if state.has(Variant.POWERED_ACE):
        return ((1, "With powered aces no card is worth 1."),)
    return ()


def _recruit_name(contest: Contest) -> str:
    return f"the {in_words(contest.recruit)}" if contest.recruit else "the covered recruit"


def _why_not_target(state: State, phase: Aiming, seat: Seat) -> str:
    if seat in phase.targets:
        return ""
    if seat == phase.seat:
        return f"{state.name(seat)} cannot cancel a card of their own."
    any_opponent = replace(state, options=replace(state.options, ace_target=AceTarget.OWNER))
    if seat in counting.ace_targets(any_opponent, phase.contest, phase.seat):
        return "Here an ace cancels the leading opponent's card."
    return f"{state.name(seat)} has no card that can be cancelled."
