"""A hand entered card by card: turns, winners of tricks, and the last card, which is known without asking."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import require
from scoring.contract.scores import Seat
from scoring.games.recruit import dealing, order
from scoring.games.recruit.counting import pile_of
from scoring.games.recruit.deck import DECK, FACE_OF, IDENTITY, SUIT_NAMES, TRICKS, check_code, rank_of
from scoring.games.recruit.piles import FIELDS
from scoring.games.recruit.score import EACH_ALONE
from scoring.games.recruit.state import ByCards, Counts, Pile, State, Trick
from scoring.games.recruit.trick_rules import in_words, led_suit, trump_of, winner
from scoring.games.recruit.tricks import ONE_EACH
from scoring.games.recruit.winning import score_hand
from scoring.kit.trick_taking import Play, card_question, next_to_play


@dataclass(frozen=True, slots=True)
class CardPlayed(Event[State]):
    """A card played to the current trick (RT-021)."""

    hand: int
    trick: int
    seat: Seat
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, ByCards)
        _check_card(state, phase, self.card)
        message = f"All {TRICKS} tricks are played; score the hand."
        require(not is_complete(phase), order.HAND_OVER, message, field="card", code="TRICK_SUM")
        now = (self.hand, self.trick) == (state.hand.number, phase.running)
        require(now, ONE_EACH, "Cards are entered in the trick that is being played.", field="card")
        _check_turn(state, phase, self.seat)
        done = _play_card(state, phase, self.card)
        last = _last_card(state, done)
        return replace(state, phase=_play_card(state, done, last) if last else done)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays {'a card' if veiled else f'the {in_words(self.card)}'}"

    def veiled(self, state: State) -> frozenset[str]:
        return frozenset({"card"}) if order.is_face_down(state, self.hand, self.trick) else frozenset()


@dataclass(frozen=True, slots=True)
class HandScored(Event[State]):
    """All cards of the hand are entered (RT-050)."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, ByCards)
        message = f"{len(phase.tricks)} of {TRICKS} tricks are entered; the others come first."
        require(is_complete(phase), EACH_ALONE, message, code="TRICK_SUM")
        return score_hand(state, collected_piles(state, phase))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The hand is scored"


def collected_piles(state: State, phase: ByCards) -> tuple[Pile, ...]:
    """Every player's pile, from the finished tricks."""
    return tuple(
        pile_of(state, sum(trick.winner == seat for trick in phase.tricks), count_faces(state, phase, seat))
        for seat in state.table.seats
    )


def count_faces(state: State, phase: ByCards, seat: Seat) -> Counts:
    """The faces and matching cards in a player's pile."""
    cards = [play.card for trick in phase.tricks if trick.winner == seat for play in trick.plays]
    ranks = [rank_of(card) for card in cards]
    faces = {FIELDS[face]: ranks.count(short) for short, face in FACE_OF.items()}
    shown = rank_of(state.hand.displayed)
    return Counts(**faces, match=ranks.count(shown) if shown else 0)


def is_complete(phase: ByCards) -> bool:
    return len(phase.tricks) == TRICKS


def question(state: State, phase: ByCards) -> Prompt:
    """Asks for the next card, or to score the hand."""
    if is_complete(phase):
        confirm = f"Score hand {state.hand.number}"
        return Prompt(HandScored.kind, "All tricks are played", (), rule=EACH_ALONE, confirm=confirm)
    displayed = _displayed_card(state)
    return card_question(
        CardPlayed.kind,
        state.table,
        next_to_play(state.table, phase.leader, phase.plays),
        DECK,
        lead="" if phase.plays else f"trick {phase.running} of {TRICKS}",
        gone=phase.cards_played,
        barred=((displayed, _why_displayed(displayed)),),
        rule=ONE_EACH,
        given=(("hand", state.hand.number), ("trick", phase.running)),
        help=_led_text(state, phase),
    )


def _check_card(state: State, phase: ByCards, card: str) -> None:
    check_code(card)
    again = f"The {in_words(card)} has already been played in this hand."
    require(card not in phase.cards_played, IDENTITY, again, field="card", code="DUPLICATE_CARD")
    shown = card == state.hand.displayed
    require(not shown, dealing.OUT_OF_PLAY, _why_displayed(card), field="card", code="DISPLAYED_CARD_PLAYED")


def _displayed_card(state: State) -> str:
    assert state.hand.displayed is not None, "card by card the displayed card is known"
    return state.hand.displayed


def _why_displayed(card: str) -> str:
    return f"The {in_words(card)} is displayed and in nobody's hand."


def _check_turn(state: State, phase: ByCards, seat: Seat) -> None:
    following = next_to_play(state.table, phase.leader, phase.plays)
    twice = any(play.seat == seat for play in phase.plays)
    message = f"It is {state.name(following)}'s turn{'; everybody plays one card to a trick' if twice else ''}."
    require(seat == following, ONE_EACH, message, field="seat", code="WRONG_CARD_COUNT" if twice else "")


def _play_card(state: State, phase: ByCards, card: str) -> ByCards:
    seat = next_to_play(state.table, phase.leader, phase.plays)
    plays, cards_played = (*phase.plays, Play(seat, card)), (*phase.cards_played, card)
    if len(plays) < state.players:
        return ByCards(phase.leader, phase.tricks, plays, cards_played)
    result = winner(plays, trump_of(_displayed_card(state)))
    seat_of_winner = result.winner(plays)
    assert seat_of_winner is not None, "somebody wins every trick"
    trick = Trick(seat_of_winner, result.rule, result.reason, plays)
    return ByCards(seat_of_winner, (*phase.tricks, trick), (), cards_played)


def _last_card(state: State, phase: ByCards) -> str:
    """With four players the 52nd card is the only one left (RT-043); empty: it is not its turn yet."""
    if not state.partners or len(phase.cards_played) != len(DECK) - 2:
        return ""
    seen = {*phase.cards_played, state.hand.displayed}
    return next(card.code for card in DECK if card.code not in seen)


def _led_text(state: State, phase: ByCards) -> str:
    if not phase.plays:
        return ""
    suit = led_suit(phase.plays, state.options.joker_lead)
    return f"{SUIT_NAMES[suit].capitalize()} are led." if suit else "After the joker, play any card."
