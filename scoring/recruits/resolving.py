"""A recruit is fought for: bids shown, aces aimed, totals compared, ties broken, the recruit awarded."""

from typing import Final

from scoring.changing import replace
from scoring.prompts import Card, Choice, Count, Pick, Prompt, Role
from scoring.recruits import bidding, counting, order, piles, score, supply, ties, winning
from scoring.recruits.deck import BID_DECK, FOUR, RECRUIT_DECK, check_bid_card, in_words, listed
from scoring.recruits.events import (
    NO_CARD,
    AceAimed,
    BidPlaced,
    CardShown,
    LeftOut,
    RecruitEarned,
    RecruitTurned,
    TieCardDrawn,
    TieCardPlayed,
    TotalTold,
)
from scoring.recruits.options import BlindSuit, Reveal, Variant
from scoring.recruits.state import (
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
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

COMPLETE: Final = Rule("RS-050", "A recruit is resolved once everybody who can bid has two cards there.", "Step 3")
ONE_A_TURN: Final = Rule("RS-051", "Only the pile just played on can be complete.", "Follows from RS-050")
HIGHEST: Final = Rule("RS-054", "The highest total takes the recruit.", "Resolving bids")
REVEAL: Final = Rule("RS-061", "The bids shown must be bids that could be placed.", "Follows from RS-017")
THREE_OF_FOUR: Final = Rule("RS-R01", "With four players the three who have a suit complete a recruit.", "Our ruling")
NOT_FEWER: Final = Rule("RS-R02", "While a suit is open a recruit is not complete.", "Our ruling")

MOST_CLAIMS: Final = 3
"""Suits that are open on a recruit that lies face up."""
_HIGHEST_TOTAL: Final = 19
_HIGHEST_PAIR: Final = 20


# When --------------------------------------------------------------------------------------------------------------


def bidders_needed(players: int, *, blind: bool) -> int:
    """How many bids of two cards complete a recruit (RS-050)."""
    return players if blind else min(players, MOST_CLAIMS)


def is_complete(state: State, pile: Pile) -> bool:
    """Whether everybody who can take part has two cards there."""
    full = sum(bid.count == bidding.MOST for bid in pile.bids)
    return full == bidders_needed(state.players, blind=pile.blind)


def after_placing(state: State, event: BidPlaced) -> State:
    """The state after a second card: a resolution, or the next turn."""
    pile = state.pile(event.pile)
    if not is_complete(state, pile):
        return pass_on(state)
    bids = tuple(sorted(pile.bids, key=lambda bid: bid.seat))
    return go_on(state, Contest(pile.top, pile.blind, pile.number, bids))


def pass_on(state: State) -> State:
    """The state with the player to the left on."""
    turn = state.table.left_of(state.turn)
    return replace(state, turn=turn, reshuffled=0, phase=piles.next_phase(state.piles, turn))


# Step by step ------------------------------------------------------------------------------------------------------


def go_on(state: State, contest: Contest) -> State:
    """The state at the next thing a resolution needs."""
    if contest.blind and not contest.recruit and state.options.blind_suit is BlindSuit.VOID:
        return replace(state, phase=Uncovering(contest))
    if is_awaited(state, contest):
        return replace(state, phase=Showing(contest))
    rules = counting.count_for(state.options, state.variants)
    if contest.totals:
        return compare(state, contest, rules)
    contest = _aimed(contest, rules)
    pending = counting.powers(contest, rules)[len(contest.aims) :]
    if pending:
        return replace(state, phase=Aiming(contest, pending[0], counting.targets(contest, pending[0], rules)))
    return compare(state, contest, rules)


def _aimed(contest: Contest, rules: counting.Count) -> Contest:
    """The contest with every ace aimed that leaves no choice; one without any target cancels nothing."""
    while len(contest.aims) < len(powers := counting.powers(contest, rules)):
        seat = powers[len(contest.aims)]
        able = counting.targets(contest, seat, rules)
        if len(able) > 1:
            break
        contest = replace(contest, aims=(*contest.aims, (seat, able[0] if able else None)))
    return contest


def compare(state: State, contest: Contest, rules: counting.Count) -> State:
    """The state after the totals were compared."""
    totals = counting.totals(contest, rules)
    best = max(total for _, total in totals)
    leaders = tuple(seat for seat, total in totals if total == best)
    if len(leaders) > 1:
        return replace(state, phase=ties.begin(state, contest, leaders))
    won = Won(leaders[0], HIGHEST, f"{best} is the highest total.")
    return finish(state, contest, won)


def finish(state: State, contest: Contest, won: Won) -> State:
    """The state after the recruit went to its winner; a covered one is looked at first (RS-082)."""
    if not contest.recruit:
        return replace(state, phase=Uncovering(contest, won))
    awarded = score.award(state, contest, won)
    if score.is_finished(awarded):
        return winning.finish(awarded)
    if not contest.pile:
        return awarded
    following = pass_on(awarded)
    return replace(following, opener=following.turn)


def _follow(state: State, contest: Contest, following: ties.Next) -> State:
    if isinstance(following, Won):
        return finish(state, contest, following)
    return replace(state, phase=following)


# Entries -----------------------------------------------------------------------------------------------------------


def begin(state: State, recruit: str, *, blind: bool) -> State:
    """The state after the resolver was told which recruit is fought for; `blind`: it lies face down."""
    contest = Contest(recruit, blind)
    if state.players == FOUR and not blind:
        return replace(state, phase=LeavingOut(contest), begun=True)
    return replace(_with_bidders(state, contest, state.table.seats), begun=True)


def leave_out(state: State, phase: LeavingOut, event: LeftOut) -> State:
    """The state after it was said who is locked out of this recruit."""
    known = event.seat in state.table.seats
    require(known, THREE_OF_FOUR, "Choose one of the players at this table.", field="seat", code="WRONG_CLAIMANTS")
    return _with_bidders(state, phase.contest, tuple(seat for seat in state.table.seats if seat != event.seat))


def _with_bidders(state: State, contest: Contest, seats: tuple[Seat, ...]) -> State:
    return go_on(state, replace(contest, bids=tuple(Bid(seat, bidding.MOST) for seat in seats)))


def show(state: State, phase: Showing, event: CardShown) -> State:
    """The state after one more card of a bid was seen."""
    contest = phase.contest
    bid = next_bid(contest)
    _check_bidder(state, contest, event.seat)
    order.check_seat(state, event.seat, bid.seat, "NOT_COMPLETE")
    check_bid_card(event.card)
    _check_new(state, contest, event.card)
    if not bid.first:
        bidding.check_claim(state, "" if contest.blind else contest.recruit, contest.bids, event.card)
    shown = Bid(bid.seat, bid.count, bid.first or event.card, event.card if bid.first else "")
    bids = tuple(shown if each is bid else each for each in contest.bids)
    return go_on(_note_seen(state, contest, event.card), replace(contest, bids=bids))


def _note_seen(state: State, contest: Contest, card: str) -> State:
    """The state that reminds of a card seen before, where draws are not counted (RS-095)."""
    again = card if not contest.pile and card in state.seen else ""
    return state if again == state.repeated else replace(state, repeated=again)


def tell_total(state: State, phase: Showing, event: TotalTold) -> State:
    """The state after the table counted one more bid itself."""
    contest = phase.contest
    require(may_take_totals(contest), REVEAL, "Here the cards of the bids are entered.", code="NOT_COMPLETE")
    _check_bidder(state, contest, event.seat)
    order.check_seat(state, event.seat, next_total(contest), "NOT_COMPLETE")
    low, high = total_range(state)
    usual = f"A bid comes to {low} at least and {high} at most, not to {event.total}."
    message = dict(_impossible(state)).get(event.total, "" if low <= event.total <= high else usual)
    require(not message, counting.TOTAL, message, field="total", code="TOTAL_IMPOSSIBLE")
    return go_on(state, replace(contest, totals=(*contest.totals, (event.seat, event.total))))


def _check_bidder(state: State, contest: Contest, seat: Seat) -> None:
    if seat not in contest.claimants:
        message = f"{listed(state.name(seat) for seat in contest.claimants)} bid on this recruit."
        raise RuleViolation(REVEAL, message, field="seat", code="WRONG_CLAIMANTS")


def aim(state: State, phase: Aiming, event: AceAimed) -> State:
    """The state after an ace was aimed."""
    order.check_seat(state, event.seat, phase.seat)
    able = listed((state.name(seat) for seat in phase.targets), "or")
    message = f"The ace of {state.name(phase.seat)} cancels a card of {able}."
    require(event.target in phase.targets, counting.POWERED, message, field="target", code="BAD_ACE_TARGET")
    return go_on(state, replace(phase.contest, aims=(*phase.contest.aims, (event.seat, event.target))))


def break_tie(state: State, tie: Breaking, event: TieCardPlayed) -> State:
    """The state after a card from a hand."""
    following = ties.play(state, tie, event)
    state = _note_seen(state, tie.contest, event.card)
    done = replace(tie, played=(*tie.played, (event.seat, event.card)))
    return _follow(state, ties.contest_after(done), following)


def draw_card(state: State, tie: Drawing, event: TieCardDrawn) -> State:
    """The state after a card was turned from the draw pile; it is discarded at once (RS-083)."""
    following = ties.draw(state, tie, event)
    if event.card == NO_CARD:
        return _follow(state, tie.contest, following)
    state = _note_seen(state, tie.contest, event.card)
    contest = replace(tie.contest, drawn=(*tie.contest.drawn, event.card))
    if contest.pile:
        state = supply.discarded(supply.drawn(supply.ready(state), 1), 1, (event.card,))
    if isinstance(following, Drawing):
        following = ties.after_drawing(state, following)
    return _follow(state, contest, following)


def decide_draw(state: State, tie: Drawing, event: RecruitEarned) -> State:
    """The state after the table said who won the draw."""
    return finish(state, tie.contest, ties.decide(state, tie, event))


def uncover(state: State, phase: Uncovering, event: RecruitTurned) -> State:
    """The state after a covered recruit was seen."""
    message = "The recruit of this resolution is turned up now."
    require(event.pile == phase.contest.pile, piles.BLIND, message, field="pile", code="NOT_A_RECRUIT")
    require(event.recruit not in piles.rank_codes(), piles.BLIND, "Name the card itself.", field="recruit")
    piles.check_free(state, event.recruit)
    contest = replace(phase.contest, recruit=event.recruit)
    match phase.then:
        case Won() as won:
            return finish(state, contest, won)
        case Breaking() as tie:
            tie = replace(tie, contest=contest)
            return _follow(state, ties.contest_after(tie), ties.judge(state, tie))
        case None:
            return go_on(state, contest)


def _check_new(state: State, contest: Contest, card: str) -> None:
    refused = _objection(state, contest, card)
    if refused:
        raise refused


def _objection(state: State, contest: Contest, card: str) -> RuleViolation | None:
    """Why this card cannot lie in a bid of the contest; None: it may."""
    if any(card in (bid.first, bid.second) for bid in contest.bids):
        message = f"The {in_words(card)} lies in another bid already."
        return RuleViolation(supply.IDENTITY, message, field="card", code="DUPLICATE_CARD")
    return supply.objection(state, card) if contest.pile else None


# Forms -------------------------------------------------------------------------------------------------------------


def next_bid(contest: Contest) -> Bid:
    """Whose cards are shown next."""
    return next(bid for bid in contest.bids if not bid.second)


def next_total(contest: Contest) -> Seat:
    """Whose total is told next."""
    return contest.claimants[len(contest.totals)]


def is_awaited(state: State, contest: Contest) -> bool:
    """Whether some bid is not known yet."""
    if takes_totals(state, contest):
        return len(contest.totals) < len(contest.bids)
    return any(not bid.second for bid in contest.bids)


def takes_totals(state: State, contest: Contest) -> bool:
    """Whether the table counts the totals of this contest itself: as it has begun, else as the set-up says now."""
    return bool(contest.totals) or (may_take_totals(contest) and state.options.reveal is Reveal.TOTALS)


def has_choice(contest: Contest) -> bool:
    """Whether the bids may still be entered either way."""
    return may_take_totals(contest) and not contest.totals


def may_take_totals(contest: Contest) -> bool:
    """Whether totals may be entered here: no cards are, and none were."""
    return not contest.pile and not any(bid.first for bid in contest.bids)


def total_range(state: State) -> tuple[int, int]:
    """The lowest and the highest total a bid can have with these variations (RS-052)."""
    low = 0 if state.has(Variant.POWERED_ACE) or _may_be_void(state) else 1
    return low, _HIGHEST_PAIR if state.has(Variant.PAIRS) else _HIGHEST_TOTAL


def leaving_question(state: State, phase: LeavingOut) -> Prompt:
    """The form that asks who is locked out."""
    players = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    pick = Pick("seat", "No suit was left for", players, seats=True)
    what = in_words(phase.contest.recruit)
    return Prompt(LeftOut.kind, f"Who did not bid on the {what}?", (pick,), rule=THREE_OF_FOUR, instant=True)


def show_question(state: State, phase: Showing) -> Prompt:
    """The form of the next card that is turned, or of all totals."""
    contest = phase.contest
    return _total_question(state, contest) if takes_totals(state, contest) else _card_question(state, contest)


def other_unit_question(state: State, phase: Showing) -> Prompt:
    """The form that begins the bids of this recruit with cards instead of totals, or with totals instead of cards."""
    totals = takes_totals(state, phase.contest)
    form = _card_question(state, phase.contest) if totals else _total_question(state, phase.contest)
    return replace(
        form,
        title=f"Enter the {'cards' if totals else 'totals'} of these bids instead",
        role=Role.ASIDE,
        instant=False,
        confirm="Go on with cards" if totals else "Go on with totals",
        help=f"{form.title}{'' if form.title.endswith('?') else '.'} {form.help}",
        group="This recruit",
    )


def _card_question(state: State, contest: Contest) -> Prompt:
    bid = next_bid(contest)
    name = state.name(bid.seat)
    recruit = "" if contest.blind else contest.recruit
    barred = () if bid.first else bidding.barred(state, recruit, contest.bids)
    gone = tuple(card.code for card in BID_DECK if _objection(state, contest, card.code))
    return Prompt(
        CardShown.kind,
        f"{name} turns the second card" if bid.first else f"{name}'s first card",
        (Card("card", f"{name}'s card", BID_DECK, gone, barred),),
        rule=COMPLETE if contest.pile else REVEAL,
        seat=bid.seat,
        given=(("seat", bid.seat),),
        instant=True,
        help=f"For {_about(contest)}.",
    )


def aim_question(state: State, phase: Aiming) -> Prompt:
    """The form that asks for the target of an ace."""
    name = state.name(phase.seat)
    players = tuple(
        Choice(seat, state.name(seat), "" if seat in phase.targets else _spared(state, phase, seat))
        for seat in phase.contest.claimants
    )
    return Prompt(
        AceAimed.kind,
        f"Whose highest card does {name}'s ace cancel?",
        (Pick("target", "", players, seats=True),),
        rule=counting.POWERED,
        seat=phase.seat,
        given=(("seat", phase.seat),),
        instant=True,
    )


def uncover_question(state: State, phase: Uncovering) -> Prompt:
    """The form that asks what a covered recruit is."""
    won = phase.then
    why = f"{state.name(won.seat)} has earned it." if isinstance(won, Won) else "Its suit decides now."
    return Prompt(
        RecruitTurned.kind,
        "Turn up the covered recruit",
        (Card("recruit", "The recruit", RECRUIT_DECK, (), piles.barred(state)),),
        rule=piles.BLIND,
        given=(("pile", phase.contest.pile),),
        instant=True,
        help=why,
    )


def _total_question(state: State, contest: Contest) -> Prompt:
    seat, (low, high) = next_total(contest), total_range(state)
    return Prompt(
        TotalTold.kind,
        f"What is {state.name(seat)}'s bid worth?",
        (Count("total", "", low, high, barred=_impossible(state)),),
        rule=counting.TOTAL,
        seat=seat,
        given=(("seat", seat),),
        instant=True,
        help=f"For {_about(contest)}.",
    )


def _impossible(state: State) -> tuple[tuple[int, str], ...]:
    """Totals between the lowest and the highest that no two cards have."""
    if state.has(Variant.POWERED_ACE):
        return ((1, "With powered aces no card is worth 1."),)
    return ()


def _may_be_void(state: State) -> bool:
    rules = counting.count_for(state.options, state.variants)
    return rules.void and state.has(Variant.BLIND_RECRUIT)


def _about(contest: Contest) -> str:
    return f"the {in_words(contest.recruit)}" if contest.recruit else "the covered recruit"


def _spared(state: State, phase: Aiming, seat: Seat) -> str:
    if seat == phase.seat:
        return f"{state.name(seat)} cannot cancel a card of their own."
    rules = counting.count_for(state.options, state.variants)
    if rules.leader and seat in counting.targets(phase.contest, phase.seat, replace(rules, leader=False)):
        return "At this table an ace strikes the leading opponent."
    return f"{state.name(seat)} has no counting card to cancel."
