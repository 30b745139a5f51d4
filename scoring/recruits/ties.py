"""Ties for the highest bid: cards from the hands, cards from the draw pile, and who may join."""

from collections.abc import Iterable
from typing import Final

from scoring.cards import PlayingCard
from scoring.changing import replace
from scoring.prompts import Card, Choice, Pick, Prompt
from scoring.recruits import order, supply
from scoring.recruits.deck import BID_DECK, SUIT_NAMES, SUIT_OF, VALUE, check_bid_card, hand_size, in_words, listed
from scoring.recruits.events import NO_CARD, RecruitEarned, TieCardDrawn, TieCardPlayed
from scoring.recruits.options import Joiners, RandomGrabs, SecondTie, Variant
from scoring.recruits.state import Breaking, Cards, Contest, Drawing, State, Uncovering, Won
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

TIE: Final = Rule("RS-055", "Tied for the highest total: each plays a card of any suit, the highest wins.", "Ties")
ITS_SUIT: Final = Rule("RS-056", "If those cards tie, the one in the recruit's suit wins.", "Breaking ties")
NO_MATCH: Final = Rule("RS-057", "If none of them has that suit, the house ruling decides.", "Our aid")
RANDOM: Final = Rule(
    "RS-083", "Random Tiebreaker: the first card turned in a tied player's suit decides.", "Variations"
)
GRABS: Final = Rule(
    "RS-084", "Up for Grabs: others join with a card, and win if it beats those of the tied.", "Variations"
)
BOTH: Final = Rule("RS-085", "Up for Grabs and Random Tiebreaker may be played together.", "Variations")
COVERED: Final = Rule("RS-090", "A covered recruit is turned up when its suit must decide.", "Follows from RS-056")
ONLY_TIED: Final = Rule("RS-R03", "Only those who are tied play cards.", "Our ruling")
SECOND_TIE: Final = Rule("RS-R04", "Where no card has the recruit's suit, those still tied play again.", "Our ruling")
WHO_JOINS: Final = Rule("RS-R08", "A player without a suit on this recruit may join, too.", "Our ruling")
MUST_BEAT: Final = Rule("RS-R09", "Who joins must play a higher card; an equal one is not enough.", "Our ruling")
ALL_DRAW: Final = Rule("RS-R10", "With both variations the suits of all bidders count in the draw.", "Our ruling")
AT_ONCE: Final = Rule("RS-R15", "Tie-break cards are laid face down and turned together.", "Our ruling")
NOTHING_TIED: Final = Rule("RS-R20", "Totals of nothing tie like any others.", "Our ruling")
WHO_GOES_ON: Final = Rule("RS-R21", "After a second tie only those who are equal go on.", "Our ruling")
EQUAL_JOINERS: Final = Rule(
    "RS-R22", "If joiners are equal, the recruit's suit decides, then another card.", "Our ruling"
)
NO_SUIT_LEFT: Final = Rule(
    "RS-R24", "If no card that can be turned has a suit that counts, cards from the hands decide.", "Our ruling"
)

Next = Breaking | Drawing | Uncovering | Won
"""What follows: more cards, a look at the recruit, or a winner."""

_STAYS_OUT: Final = PlayingCard(NO_CARD, "No card")
_NONE_LEFT: Final = PlayingCard(NO_CARD, "None can decide")


# The tie -----------------------------------------------------------------------------------------------------------


def begin(state: State, contest: Contest, tied: tuple[Seat, ...]) -> Breaking | Drawing:
    """How a tie for the highest total is broken at this table."""
    grabs = state.has(Variant.UP_FOR_GRABS)
    if state.has(Variant.RANDOM_TIEBREAKER):
        all_draw = grabs and state.options.ufg_random is RandomGrabs.ALL_DRAW
        return Drawing(contest, contest.claimants if all_draw else tied, last=not _may_join(state))
    return Breaking(contest, tied, _others(state, contest, tied) if grabs else ())


def play(state: State, tie: Breaking, event: TieCardPlayed) -> Next:
    """What follows a card from a hand; raises RuleViolation."""
    _check_player(state, tie, event)
    if event.card == NO_CARD:
        forced = tie.next in tie.must
        message = f"{state.name(tie.next)} is tied and must play a card."
        require(not forced, TIE, message, field="card", code="TIED_PLAYER_MISSING")
    else:
        check_bid_card(event.card)
        _check_new(state, tie, event.card)
    played = replace(tie, played=(*tie.played, (event.seat, event.card)))
    return played if len(played.played) < len(played.must + played.may) else judge(state, played)


def judge(state: State, tie: Breaking) -> Next:
    """Who wins with the cards that were played, or what follows."""
    laid = tuple((seat, card) for seat, card in tie.played if card != NO_CARD)
    best = _best(tie, laid)
    if not best:
        assert tie.beat is not None, "without tied players the draw has decided already"
        return Won(tie.beat[0], RANDOM, f"Nobody beats the {tie.beat[1]} that was drawn for {state.name(tie.beat[0])}.")
    done = replace(tie.contest, rounds=(*tie.contest.rounds, laid))
    if len(best) == 1:
        ((seat, card),) = best
        joined = seat in tie.may
        return Won(seat, GRABS if joined else TIE, f"The {in_words(card)} is the highest card.")
    if not done.recruit:
        return Uncovering(tie.contest, tie)
    own = next(((seat, card) for seat, card in best if SUIT_OF[card] == SUIT_OF[done.recruit]), None)
    if own:
        return Won(own[0], ITS_SUIT, f"The {in_words(own[1])} has the suit of the recruit.")
    return _again(state, done, tuple(seat for seat, _ in best))


def contest_after(tie: Breaking) -> Contest:
    """The contest with the cards of this round, once all of them are in."""
    laid = tuple((seat, card) for seat, card in tie.played if card != NO_CARD)
    return replace(tie.contest, rounds=(*tie.contest.rounds, laid))


def draw(state: State, tie: Drawing, event: TieCardDrawn) -> Next:
    """What follows a card turned from the draw pile; raises RuleViolation."""
    if event.card == NO_CARD:
        message = "The companion counts the cards here: turn another one."
        require(not tie.contest.pile, NO_SUIT_LEFT, message, field="card")
        return _by_hand(state, tie)
    check_bid_card(event.card)
    _check_new(state, tie, event.card)
    contest = replace(tie.contest, drawn=(*tie.contest.drawn, event.card))
    suit = SUIT_OF[event.card]
    seat = next((seat for seat in tie.live if contest.claim_of(seat) == suit), None)
    if seat is None:
        return replace(tie, contest=contest)
    others = () if tie.last else _others(state, contest, tie.live)
    if others:
        return Breaking(contest, (), others, beat=(seat, VALUE[event.card]))
    return Won(seat, RANDOM, f"The {in_words(event.card)} is the first card in a suit that counts.")


def after_drawing(state: State, tie: Drawing) -> Breaking | Drawing:
    """How a draw goes on that has not decided: from the hands once no card can decide it (RS-R24)."""
    hands = len(tie.contest.rounds) < hand_size(state.players)
    if not hands or _may_decide(state, tie):
        return tie
    return _by_hand(state, tie)


def _by_hand(state: State, tie: Drawing) -> Breaking:
    """The same tie without the draw pile (RS-R24)."""
    return Breaking(tie.contest, tie.live, () if tie.last else _others(state, tie.contest, tie.live))


def _may_decide(state: State, tie: Drawing) -> bool:
    """Whether a card that is still to be turned might have a suit that counts."""
    if not tie.contest.pile or state.draw or len(state.seen) < state.discard:
        return True
    claims = {tie.contest.claim_of(seat) for seat in tie.live}
    return any(SUIT_OF[card] in claims for card in state.seen)


def decide(state: State, tie: Drawing, event: RecruitEarned) -> Won:
    """The winner of a draw whose cards nobody entered."""
    able = may_win(state, tie)
    message = f"The draw is between {listed(state.name(seat) for seat in able)}."
    require(event.seat in able, RANDOM, message, field="seat", code="NOT_TIED")
    return Won(event.seat, RANDOM, "The draw decided.")


def may_win(state: State, tie: Drawing) -> tuple[Seat, ...]:
    """Who may win a draw, those who beat the drawn card included."""
    return tie.live if tie.last else (*tie.live, *_others(state, tie.contest, tie.live))


# Forms -------------------------------------------------------------------------------------------------------------


def play_question(state: State, tie: Breaking) -> Prompt:
    """The form of the next card from a hand."""
    seat, name = tie.next, state.name(tie.next)
    deck = BID_DECK if seat in tie.must else (*BID_DECK, _STAYS_OUT)
    joins = seat in tie.may
    return Prompt(
        TieCardPlayed.kind,
        f"{name} may join the tie" if joins else f"Tie: {name} plays a card",
        (Card("card", f"{name}'s card", deck, _unavailable(state, tie)),),
        rule=GRABS if joins else TIE,
        seat=seat,
        given=(("seat", seat),),
        instant=True,
        help=_told(state, tie),
    )


def draw_question(state: State, tie: Drawing) -> Prompt:
    """The form of the next card from the draw pile, or of what the draw came to."""
    if tie.contest.totals:
        choices = tuple(Choice(seat, state.name(seat)) for seat in may_win(state, tie))
        pick = Pick("seat", "Who wins the draw", choices, seats=True)
        return Prompt(RecruitEarned.kind, "Tie: turn cards from the draw pile", (pick,), rule=RANDOM, instant=True)
    deck = BID_DECK if tie.contest.pile else (*BID_DECK, _NONE_LEFT)
    suits = listed((SUIT_NAMES[tie.contest.claim_of(seat)] for seat in tie.live), "or")
    return Prompt(
        TieCardDrawn.kind,
        "Tie: turn cards from the draw pile",
        (Card("card", "The card turned", deck, _unavailable(state, tie)),),
        rule=RANDOM,
        instant=True,
        help=f"The first card of {suits} decides.",
    )


# Details -----------------------------------------------------------------------------------------------------------


def _may_join(state: State) -> bool:
    """Whether others may play a card against the one that was drawn (RS-R10)."""
    return state.has(Variant.UP_FOR_GRABS) and state.options.ufg_random is RandomGrabs.OUTSIDERS_PLAY


def _others(state: State, contest: Contest, tied: Iterable[Seat]) -> tuple[Seat, ...]:
    """Who is not tied and may join (RS-084, RS-R08)."""
    able = state.table.seats if state.options.ufg_who is Joiners.ALL else contest.claimants
    return tuple(seat for seat in state.table.seats if seat in able and seat not in tuple(tied))


def _best(tie: Breaking, laid: Cards) -> Cards:
    """The highest cards, of those who joined if one of them beats the tied; empty: the draw stands."""
    tied = [VALUE[card] for seat, card in laid if seat in tie.must]
    mark = tie.beat[1] if tie.beat else max(tied)
    joined = tuple((seat, card) for seat, card in laid if seat in tie.may and VALUE[card] > mark)
    among = joined or tuple((seat, card) for seat, card in laid if seat in tie.must)
    top = max((VALUE[card] for _, card in among), default=0)
    return tuple((seat, card) for seat, card in among if VALUE[card] == top)


def _again(state: State, contest: Contest, equal: tuple[Seat, ...]) -> Next:
    """Those still equal play another card, or the draw pile decides (RS-R04)."""
    empty = len(contest.rounds) >= hand_size(state.players)
    if state.options.second_tie is SecondTie.REPLAY and not empty:
        return Breaking(contest, equal)
    live = equal if contest.totals else tuple(seat for seat in equal if contest.claim_of(seat))
    if len(live) == 1:
        return Won(live[0], RANDOM, f"Of those who are equal only {state.name(live[0])} has claimed a suit.")
    return Drawing(contest, live, last=True)


def _check_player(state: State, tie: Breaking, event: TieCardPlayed) -> None:
    known = event.seat in (*tie.must, *tie.may)
    able = listed(state.name(seat) for seat in (*tie.must, *tie.may))
    message = f"Only {able} may play a card here."
    require(known, ONLY_TIED, message, field="seat", code="NOT_TIED")
    order.check_seat(state, event.seat, tie.next, "TIED_PLAYER_MISSING")


def _check_new(state: State, tie: Breaking | Drawing, card: str) -> None:
    refused = _objection(state, tie, card)
    if refused:
        raise refused


def _unavailable(state: State, tie: Breaking | Drawing) -> tuple[str, ...]:
    """The cards that the form does not offer."""
    return tuple(card.code for card in BID_DECK if _objection(state, tie, card.code))


def _objection(state: State, tie: Breaking | Drawing, card: str) -> RuleViolation | None:
    """Why this card cannot break the tie; None: it may."""
    if card in _lying(tie):
        message = f"The {in_words(card)} lies on the table already."
        return RuleViolation(supply.IDENTITY, message, field="card", code="DUPLICATE_CARD")
    if card in supply.turned(tie):
        message = f"The {in_words(card)} was turned already; if you have shuffled, enter that first."
        return RuleViolation(supply.TURNED_BACK, message, field="card", code="DUPLICATE_CARD")
    if not tie.contest.pile:
        return None
    return supply.objection(supply.ready(state) if isinstance(tie, Drawing) else state, card)


def _lying(tie: Breaking | Drawing) -> tuple[str, ...]:
    """The cards of this resolution that lie open."""
    shown = (card for bid in tie.contest.bids for card in bid.shown)
    now = (card for _, card in tie.played) if isinstance(tie, Breaking) else ()
    return (*shown, *tie.contest.tie_cards, *now)


def _told(state: State, tie: Breaking) -> str:
    if tie.beat:
        return f"The card drawn for {state.name(tie.beat[0])} is worth {tie.beat[1]}; a higher one takes the recruit."
    if tie.contest.drawn and not (state.piles and state.draw):
        return "No card that can be turned has a suit that counts: the highest card from a hand decides."
    if tie.contest.rounds:
        return "The cards tied, too, and none has the recruit's suit: those still tied play another one."
    return f"{listed(state.name(seat) for seat in tie.must)} are tied. Lay the cards face down and turn them together."


def misplaced(state: State) -> RuleViolation:
    """Why a tie-break card does not belong here."""
    last = state.last
    if last and last.contest.drawn:
        message = f"{state.name(last.won.seat)} has won the draw; no further card counts."
        return RuleViolation(RANDOM, message, code="EARLIER_DRAW_MATCHED")
    refused = order.refusal(state, "NO_TIE")
    return RuleViolation(TIE, f"Nobody is tied. {refused.message}", code="NO_TIE")
