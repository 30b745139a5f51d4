"""Who collects a trick and why, which suit must be followed, and who failed to follow it."""

from collections.abc import Sequence
from typing import Final

from scoring.contract.cards import JOKER
from scoring.contract.rulebook import Rule
from scoring.games.recruit.deck import CARD, SUIT_NAMES, rank_name
from scoring.games.recruit.options import JokerFollow, JokerLead
from scoring.kit.trick_taking import Play, Revoke, RevokeTracker, TrickResult, strongest

JOKER_COLLECTS: Final = Rule("RT-024", "The joker collects its trick.", "Playing each trick")
HIGHEST_TRUMP: Final = Rule("RT-025", "Without a joker the highest trump collects.", "Playing each trick")
HIGHEST_LED: Final = Rule("RT-026", "Without a joker or trump, the highest card of the led suit collects.", "Playing")
NO_TRUMP: Final = Rule("RT-028", "If the joker is displayed, no suit is trump.", "Setting up")
REVOKE: Final = Rule(
    "RT-040",
    "A player who did not follow suit and later plays a card of it could have followed.",
    "Follows from RT-013",
)
REPORTED: Final = Rule("RT-042", "The rulebook has no penalty for a revoke; it is only reported.", "Our aid")
JOKER_AND_FOLLOWING: Final = Rule(
    "RT-R01", "The joker has no suit: a player who can follow suit may not play it.", "Our ruling"
)
JOKER_LED: Final = Rule("RT-R02", "If the joker is led, everybody may play any card.", "Our ruling")

_TRUMP: Final = 100
"""Added to the rank of a trump, so that the lowest trump beats every ace."""


def trump_of(displayed: str) -> str:
    """The key of the trump suit; empty if the joker is displayed (RT-008)."""
    return CARD[displayed].suit


def winner(plays: Sequence[Play], trump: str) -> TrickResult:
    """Judge a complete trick, in playing order (RT-024 to RT-028); `trump` is a suit's key or empty."""
    cards = [CARD[play.card] for play in plays]
    if JOKER in cards:
        return TrickResult(cards.index(JOKER), JOKER_COLLECTS, "The joker collects the trick.")
    led = cards[0].suit
    strengths = [
        card.rank + _TRUMP if trump and card.suit == trump else card.rank if card.suit == led else 0 for card in cards
    ]
    best = strongest(strengths)
    name = f"The {in_words(cards[best].code)}"
    if strengths[best] > _TRUMP:
        alone = sum(strength > _TRUMP for strength in strengths) == 1
        return TrickResult(best, HIGHEST_TRUMP, f"{name} is the {'only' if alone else 'highest'} trump.")
    if not trump:
        return TrickResult(best, NO_TRUMP, f"{name} is the highest of the led suit; nothing is trump.")
    return TrickResult(best, HIGHEST_LED, f"{name} is the highest of the led suit.")


def led_suit(plays: Sequence[Play], joker_lead: JokerLead = JokerLead.NONE) -> str:
    """The suit the next player must follow; empty: any card is allowed (RT-022, RT-R02)."""
    if not plays:
        return ""
    if plays[0].card != JOKER.code:
        return CARD[plays[0].card].suit
    return CARD[plays[1].card].suit if joker_lead is JokerLead.NEXT and len(plays) > 1 else ""


def revokes(
    tricks: Sequence[Sequence[Play]],
    joker_follow: JokerFollow = JokerFollow.STRICT,
    joker_lead: JokerLead = JokerLead.NONE,
) -> tuple[Revoke, ...]:
    """All failures to follow suit that a later card of the same hand proves; the current trick comes last."""
    tracker = RevokeTracker()
    for number, trick in enumerate(tricks, start=1):
        for place, play in enumerate(trick):
            suit = CARD[play.card].suit
            is_free = not suit and joker_follow is JokerFollow.FREE
            tracker.add(number, play, suit, "" if is_free else led_suit(trick[:place], joker_lead))
    return tuple(tracker.revokes)


def in_words(code: str) -> str:
    """The name of a card in a sentence: "king of hearts", "7 of clubs", "joker"."""
    return f"{rank_name(code)} of {SUIT_NAMES[CARD[code].suit]}" if CARD[code].suit else CARD[code].name.lower()
