"""Ties for the highest bid: cards from hands, cards from the draw pile, and who may join."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import PlayingCard
from scoring.contract.game import Event, Table
from scoring.contract.names import join_words
from scoring.contract.prompts import Card, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.recruits import order, supply
from scoring.games.recruits.deck import BID_DECK, SUIT_NAMES, SUIT_OF, VALUE, check_bid_card, hand_size, in_words
from scoring.games.recruits.options import Joiners, RandomGrabs, SecondTie, Variant
from scoring.games.recruits.score import RecruitEarned
from scoring.games.recruits.state import Breaking, Cards, Contest, Drawing, State, Uncovering, Won

TIE: Final = Rule("RS-055", "Players tied for the highest total play a card of any suit; the highest wins.", "Ties")
ITS_SUIT: Final = Rule("RS-056", "If those cards tie, the one in the recruit's suit wins.", "Breaking ties")
RANDOM: Final = Rule(
    "RS-083", "Random Tiebreaker: the first card turned in a tied player's suit decides.", "Variations"
)
GRABS: Final = Rule(
    "RS-084", "Up for Grabs: others join with a card, and win if it beats the tied players' cards.", "Variations"
)
ONLY_TIED: Final = Rule("RS-R03", "Only those who are tied play cards.", "Our ruling")
SECOND_TIE: Final = Rule("RS-R04", "Where no card has the recruit's suit, those still tied play again.", "Our ruling")
WHO_JOINS: Final = Rule("RS-R08", "A player without a suit on this recruit may join, too.", "Our ruling")
ALL_DRAW: Final = Rule("RS-R10", "With both variations the suits of all bidders count in the draw.", "Our ruling")
NO_SUIT_LEFT: Final = Rule(
    "RS-R24", "If no card left to turn has a suit that counts, cards from hands decide.", "Our ruling"
)

NextStep = Breaking | Drawing | Uncovering | Won
"""After a card: more cards, a look at the covered recruit, or a winner."""

NO_CARD: Final = "none"
"""In place of a card: a player stays out of a tie, or no card left in the draw pile can decide it."""

_STAYS_OUT: Final = PlayingCard(NO_CARD, "No card")
_NONE_LEFT: Final = PlayingCard(NO_CARD, "None can decide")


@dataclass(frozen=True, slots=True)
class TieCardPlayed(Event[State]):
    """A card from the hand to break a tie (RS-055); `NO_CARD` from a player who does not join."""

    seat: Seat
    card: str

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        what = "stays out of the tie" if self.card == NO_CARD else f"plays the {in_words(self.card)} to break the tie"
        return f"{table.names[self.seat]} {what}"


@dataclass(frozen=True, slots=True)
class TieCardDrawn(Event[State]):
    """A card from the draw pile to break a tie (RS-083); `NO_CARD` once no card can decide it (RS-R24)."""

    card: str

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        if self.card == NO_CARD:
            return "No card left to turn has a suit that counts"
        return f"The {in_words(self.card)} is turned from the draw pile"


def begin_tie(state: State, contest: Contest, tied: tuple[Seat, ...]) -> Breaking | Drawing:
    """Start to break a tie in the way this table has agreed on."""
    grabs = state.has(Variant.UP_FOR_GRABS)
    if state.has(Variant.RANDOM_TIEBREAKER):
        all_draw = grabs and state.options.ufg_random is RandomGrabs.ALL_DRAW  # else others may beat the card (RS-R10)
        return Drawing(contest, contest.claimants if all_draw else tied, last=all_draw or not grabs)
    return Breaking(contest, tied, _others(state, contest, tied) if grabs else ())


def play(state: State, tie: Breaking, event: TieCardPlayed) -> NextStep:
    _check_player(state, tie, event)
    if event.card == NO_CARD:
        forced = tie.next in tie.must
        message = f"{state.name(tie.next)} is tied and must play a card."
        require(not forced, TIE, message, field="card", code="TIED_PLAYER_MISSING")
    else:
        check_bid_card(event.card)
        _check_new(state, tie, event.card)
    after = replace(tie, played=(*tie.played, (event.seat, event.card)))
    return after if len(after.played) < len(after.must + after.may) else judge(state, after)


def judge(state: State, tie: Breaking) -> NextStep:
    """Find the winner once all cards are in, or the next way to break the tie."""
    cards = _without_no_card(tie.played)
    best = _best_cards(tie, cards)
    if not best:
        assert tie.beat is not None, "without tied players, a card from the draw pile has decided"
        return Won(tie.beat[0], RANDOM, f"Nobody beats the {tie.beat[1]} that was drawn for {state.name(tie.beat[0])}.")
    contest = contest_with_round(tie)
    if len(best) == 1:
        ((seat, card),) = best
        joined = seat in tie.may
        return Won(seat, GRABS if joined else TIE, f"The {in_words(card)} is the highest card.")
    if not contest.recruit:
        return Uncovering(tie.contest, tie)
    in_suit = next(((seat, card) for seat, card in best if SUIT_OF[card] == SUIT_OF[contest.recruit]), None)
    if in_suit:
        return Won(in_suit[0], ITS_SUIT, f"The {in_words(in_suit[1])} has the recruit's suit.")
    return _break_again(state, contest, tuple(seat for seat, _ in best))


def contest_with_round(tie: Breaking) -> Contest:
    return replace(tie.contest, rounds=(*tie.contest.rounds, _without_no_card(tie.played)))


def _without_no_card(played: Cards) -> Cards:
    return tuple((seat, card) for seat, card in played if card != NO_CARD)


def draw(state: State, tie: Drawing, event: TieCardDrawn) -> NextStep:
    if event.card == NO_CARD:
        message = "The app counts the cards in this game: turn another one."
        require(not tie.contest.pile, NO_SUIT_LEFT, message, field="card")
        return _break_by_hand(state, tie)
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


def go_on_drawing(state: State, tie: Drawing) -> Breaking | Drawing:
    """Go on after a card that did not decide: by hand once no card of the draw pile can (RS-R24)."""
    has_hands = len(tie.contest.rounds) < hand_size(state.players)
    return _break_by_hand(state, tie) if has_hands and not _can_be_drawn(state, tie) else tie


def _break_by_hand(state: State, tie: Drawing) -> Breaking:
    """Break the tie with cards from hands instead of the draw pile (RS-R24)."""
    return Breaking(tie.contest, tie.live, () if tie.last else _others(state, tie.contest, tie.live))


def _can_be_drawn(state: State, tie: Drawing) -> bool:
    """Whether a card still to be turned may have a suit that counts."""
    if not tie.contest.pile or state.draw or len(state.seen) < state.discard:
        return True
    claims = {tie.contest.claim_of(seat) for seat in tie.live}
    return any(SUIT_OF[card] in claims for card in state.seen)


def decide(state: State, tie: Drawing, event: RecruitEarned) -> Won:
    players = possible_winners(state, tie)
    message = f"The draw is between {state.names(players)}."
    require(event.seat in players, RANDOM, message, field="seat", code="NOT_TIED")
    return Won(event.seat, RANDOM, "The draw decided.")


def possible_winners(state: State, tie: Drawing) -> tuple[Seat, ...]:
    """The players who may win a draw, including those who may beat the card drawn."""
    return tie.live if tie.last else (*tie.live, *_others(state, tie.contest, tie.live))


def play_question(state: State, tie: Breaking) -> Prompt:
    seat, name = tie.next, state.name(tie.next)
    deck = BID_DECK if seat in tie.must else (*BID_DECK, _STAYS_OUT)
    joins = seat in tie.may
    return Prompt(
        TieCardPlayed.kind,
        f"{name} may join the tie" if joins else f"Tie: {name} plays a card",
        (Card("card", f"{name}'s card", deck, _unavailable(state, tie)),),
        rule=GRABS if joins else TIE,
        instant=True,
        help=_explain_tie(state, tie),
    ).for_seat(seat)


def draw_question(state: State, tie: Drawing) -> Prompt:
    """The next card from the draw pile, or the winner of the draw where cards are not entered."""
    if tie.contest.totals:
        pick = state.table.pick_seat("seat", "Who wins the draw", seats=possible_winners(state, tie))
        return Prompt(RecruitEarned.kind, "Tie: turn cards from the draw pile", (pick,), rule=RANDOM, instant=True)
    deck = BID_DECK if tie.contest.pile else (*BID_DECK, _NONE_LEFT)
    suits = join_words((SUIT_NAMES[tie.contest.claim_of(seat)] for seat in tie.live), "or")
    return Prompt(
        TieCardDrawn.kind,
        "Tie: turn cards from the draw pile",
        (Card("card", "The card turned", deck, _unavailable(state, tie)),),
        rule=RANDOM,
        instant=True,
        help=f"The first card of {suits} decides.",
    )


def _others(state: State, contest: Contest, tied: Iterable[Seat]) -> tuple[Seat, ...]:
    """The players who are not tied and may join (RS-084, RS-R08)."""
    allowed = state.table.seats if state.options.ufg_who is Joiners.ALL else contest.claimants
    return tuple(seat for seat in state.table.seats if seat in allowed and seat not in tuple(tied))


def _best_cards(tie: Breaking, cards: Cards) -> Cards:
    """The highest cards: of players who joined if they beat the tied ones; empty if the card drawn wins."""
    tied = [VALUE[card] for seat, card in cards if seat in tie.must]
    to_beat = tie.beat[1] if tie.beat else max(tied)
    joined = tuple((seat, card) for seat, card in cards if seat in tie.may and VALUE[card] > to_beat)
    eligible = joined or tuple((seat, card) for seat, card in cards if seat in tie.must)
    top = max((VALUE[card] for _, card in eligible), default=0)
    return tuple((seat, card) for seat, card in eligible if VALUE[card] == top)


def _break_again(state: State, contest: Contest, tied: tuple[Seat, ...]) -> NextStep:
    """After a second tie, play another card or let the draw pile decide (RS-R04)."""
    no_hands = len(contest.rounds) >= hand_size(state.players)
    if state.options.second_tie is SecondTie.REPLAY and not no_hands:
        return Breaking(contest, tied)
    live = tied if contest.totals else tuple(seat for seat in tied if contest.claim_of(seat))
    if len(live) == 1:
        return Won(live[0], RANDOM, f"Of the tied players, only {state.name(live[0])} has claimed a suit.")
    return Drawing(contest, live, last=True)


def _check_player(state: State, tie: Breaking, event: TieCardPlayed) -> None:
    players = (*tie.must, *tie.may)
    message = f"Only {state.names(players)} may play a card here."
    require(event.seat in players, ONLY_TIED, message, field="seat", code="NOT_TIED")
    order.check_seat(state, event.seat, tie.next, "TIED_PLAYER_MISSING")


def _check_new(state: State, tie: Breaking | Drawing, card: str) -> None:
    if violation := _objection(state, tie, card):
        raise violation


def _unavailable(state: State, tie: Breaking | Drawing) -> tuple[str, ...]:
    return tuple(card.code for card in BID_DECK if _objection(state, tie, card.code))


def _objection(state: State, tie: Breaking | Drawing, card: str) -> RuleViolation | None:
    if card in _cards_on_table(tie):
        message = f"The {in_words(card)} is already on the table."
        return RuleViolation(supply.IDENTITY, message, field="card", code="DUPLICATE_CARD")
    if card in supply.turned_cards(tie):
        message = f"The {in_words(card)} was already turned; if you have shuffled, enter that first."
        return RuleViolation(supply.TURNED_BACK, message, field="card", code="DUPLICATE_CARD")
    if not tie.contest.pile:
        return None
    return supply.objection(supply.shuffle_if_empty(state) if isinstance(tie, Drawing) else state, card)


def _cards_on_table(tie: Breaking | Drawing) -> tuple[str, ...]:
    shown = (card for bid in tie.contest.bids for card in bid.shown)
    now = (card for _, card in tie.played) if isinstance(tie, Breaking) else ()
    return (*shown, *tie.contest.tie_cards, *now)


def _explain_tie(state: State, tie: Breaking) -> str:
    if tie.beat:
        return f"The card drawn for {state.name(tie.beat[0])} is worth {tie.beat[1]}; a higher one takes the recruit."
    if tie.contest.rounds:
        return "The cards tied too, and none has the recruit's suit: the tied players play another one."
    if tie.contest.drawn and not (state.piles and state.draw):
        return "No card left to turn has a suit that counts: the highest card from a hand decides."
    return f"{state.names(tie.must)} are tied: turn your cards together."


def refuse_tie_card(state: State) -> RuleViolation:
    last = state.last
    if last and last.contest.drawn:
        message = f"{state.name(last.won.seat)} has won the draw; no further card counts."
        return RuleViolation(RANDOM, message, code="EARLIER_DRAW_MATCHED")
    return RuleViolation(TIE, f"Nobody is tied. {order.refusal(state).message}", code="NO_TIE")
