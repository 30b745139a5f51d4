"""What each player can still gain in the hands that are left, the current one included."""

from typing import Final, NamedTuple

from scoring.contract.cards import JOKER
from scoring.contract.game import Gain, Reach
from scoring.games.recruit import score
from scoring.games.recruit.deck import COPIES, DECK, TRICKS, Face
from scoring.games.recruit.options import MatchMode
from scoring.games.recruit.order import HANDS
from scoring.games.recruit.state import Dealing, Over, State, Variation

_FACES: Final = len(Face)


class _Pays(NamedTuple):
    """What counts in a hand besides the cards; of what is not declared yet, the end that matters is taken."""

    match: int  # for a matching card
    dream: int  # for a Dream Team
    penalty: int  # the most that two of a face cost
    least_penalty: int


def reach(state: State) -> Reach | None:
    """The current hand by the tricks entered so far, and every later one at its worst and best.

    None before the first hand is scored. A hand that is thrown in is not foreseen. Partners share cards, faces and
    matching cards, so their best together is less than the sum of both.
    """
    if state.hand.number == 1 or isinstance(state.phase, Over):
        return None
    won, later = state.tricks_won or (0,) * state.players, HANDS - state.hand.number
    open_tricks = TRICKS - sum(won)
    now, then = _pays_now(state), _pays_later(state)

    def gain(*tricks: int) -> Gain:
        low, high = _range(state.players, tricks, open_tricks, now)
        low_later, high_later = _range(state.players, (0,) * len(tricks), TRICKS, then)
        return low + later * low_later, high + later * high_later

    sides = tuple((side, gain(*(won[seat] for seat in side))) for side in state.sides) if state.partners else ()
    return Reach(tuple(map(gain, won)), sides)


def _pays_later(state: State) -> _Pays:
    """A hand whose dealer may still declare any variation."""
    is_instead = state.options.match_mode is MatchMode.INSTEAD
    match = score.MATCH_POINTS - score.CARD_POINTS * is_instead
    return _Pays(match, score.DREAM_POINTS, score.PENALTY_POINTS, score.LOW_PENALTY_POINTS)


def _pays_now(state: State) -> _Pays:
    """The current hand; once a card is displayed its variations are known."""
    hand, any_variation = state.hand, _pays_later(state)
    if isinstance(state.phase, Dealing):
        return any_variation
    is_matched = hand.has(Variation.MATCH) and hand.displayed != JOKER.code
    penalty = score.LOW_PENALTY_POINTS if hand.has(Variation.LOW_PENALTY) else score.PENALTY_POINTS
    dream = any_variation.dream * hand.has(Variation.DREAM_TEAM)
    return _Pays(any_variation.match * is_matched, dream, penalty, penalty)


def _range(players: int, tricks: tuple[int, ...], more: int, pays: _Pays) -> tuple[int, int]:
    """The least and most points of one or two piles that have these tricks and may get so many more."""
    least = sum(min(_lowest(players * number, pays) for number in range(own, own + more + 1)) for own in tricks)
    together = range(sum(tricks), sum(tricks) + more + 1)
    return least, max(_highest(players, len(tricks), number, pays) for number in together)


def _lowest(cards: int, pays: _Pays) -> int:
    """A pile with as many doubled faces as it has room for (RT-054)."""
    return cards - pays.penalty * min(_FACES, cards // 2)


def _highest(players: int, piles: int, tricks: int, pays: _Pays) -> int:
    """Every matching card, every Dream Team, and no more penalties than the other cards in play force on the piles.

    A face is doubled in no pile only if the others of it lie elsewhere: in other piles or out of play.
    """
    cards = players * tricks
    elsewhere = len(DECK) - cards  # with the displayed card, which may be a face
    clean = min(_FACES, elsewhere // (COPIES - piles))
    dreams = piles if clean == _FACES else piles - 1
    extra = pays.match * min(COPIES - 1, cards) + pays.dream * min(dreams, cards // _FACES)
    return cards * score.CARD_POINTS + extra - pays.least_penalty * (_FACES - clean)
