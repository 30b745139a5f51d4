"""Who wins a trick and why, which suit must be followed, and who failed to follow it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.contract.rulebook import Rule
from scoring.games.crown_battles.deck import CARD, DRAGON, GOLEM, CrownSuit, Special, Trump
from scoring.games.crown_battles.options import Options
from scoring.kit import trick_taking
from scoring.kit.trick_taking import Revoke, RevokeTracker, TrickResult, strongest

LED_SUIT: Final = Rule("CB-093", "The highest card of the suit that was led wins.", "How to Play")
OFF_SUIT: Final = Rule("CB-094", "A number that is neither led suit nor trump never wins.", "How to Play")
TRUMP: Final = Rule("CB-095", "The highest trump beats every other number.", "How to Play")
GOLEM_WINS: Final = Rule("CB-096", "A Golem beats every number, even trumps.", "How to Play")
DRAGON_WINS: Final = Rule("CB-097", "A Dragon beats every number and every Golem.", "How to Play")
PEASANT_LED: Final = Rule(
    "CB-099", "If a Peasant is led, the next card with a suit decides the led suit.", "Special Cases"
)
ONLY_PEASANTS: Final = Rule("CB-101", "Among Peasants alone the first one wins.", "Special Cases")
FIRST_GOLEM: Final = Rule("CB-102", "Of several Golems the first one counts.", "Special Cases")
FIRST_DRAGON: Final = Rule("CB-103", "Of several Dragons the first one counts.", "Special Cases")
GOLEM_KING: Final = Rule("CB-104", "The Golem King beats numbers and Golems, and loses to Dragons.", "Non-Action cards")
DRAGON_KING: Final = Rule("CB-105", "The Dragon King beats every card.", "Non-Action cards")
DOUBLE_FACED: Final = Rule("CB-106", "Double-faced is a Peasant or a Golem, as declared.", "Non-Action cards")
SUMMONER: Final = Rule(
    "CB-107",
    "The Summoner is half a step above the card before it, or above a Peasant if it is led.",
    "Action cards",
)
WIZARD: Final = Rule("CB-108", "The Wizard turns the Golems and Dragons of its trick into Peasants.", "Action cards")
BOMB: Final = Rule("CB-109", "The Bomb destroys its trick; its player names who leads next.", "Action cards")
DECISION: Final = Rule(
    "CB-111",
    "Dragon King, Dragon, Golem King, Golem, trump, led suit, Peasant: in that order, the first of equals.",
    "How to Play",
)
REVOKE: Final = Rule(
    "CB-113",
    "A player who did not follow suit and later plays a card of it made a mistake; the table decides what follows.",
    "Our aid",
)
WIZARD_AND_KINGS: Final = Rule("CB-R11", "The Wizard turns the two Kings into Peasants, too.", "Our ruling")
SUMMONER_AND_KING: Final = Rule("CB-R12", "A Summoner after the Dragon King loses to it.", "Our ruling")


@dataclass(frozen=True, slots=True)
class Play(trick_taking.Play):
    """A card on the table; a Double-faced may have been declared a Golem (CB-106)."""

    as_golem: bool = False


# Strength in half steps: a Summoner's copy is one more than the card it copies.
_HALF: Final = 1  # a Summoner without a number: above every Peasant, below every number that can win
_LED: Final = 2  # plus twice the value: 4 to 28
_TRUMP: Final = 30  # plus twice the value: 32 to 56
_GOLEM: Final = 60
_GOLEM_KING: Final = 62
_DRAGON: Final = 64
_DRAGON_KING: Final = 66
_CANNOT_WIN: Final = -1

_FAMILY: Final[dict[str, int]] = {
    GOLEM: _GOLEM,
    DRAGON: _DRAGON,
    Special.GOLEM_KING: _GOLEM_KING,
    Special.DRAGON_KING: _DRAGON_KING,
}
_KINGS: Final = (Special.GOLEM_KING, Special.DRAGON_KING)
_NUMBERS: Final[dict[str, tuple[CrownSuit, int]]] = {
    card.code: (CrownSuit(card.suit), card.rank) for card in CARD.values() if card.suit
}
_CHANGES_ANY_HAND: Final = (Special.MAGICIAN, Special.MERCHANT)


class _Strength(NamedTuple):
    """The strength of a card in its trick: a family rank, or a suit and value; neither: a Peasant."""

    family: int = 0
    suit: CrownSuit | None = None
    value: int = 0
    half: int = 0


_PEASANT: Final = _Strength()
_GOLEM_STRENGTH: Final = _Strength(_GOLEM)
_STRENGTHS: Final[dict[str, _Strength]] = {
    code: _Strength(_FAMILY.get(code, 0), *_NUMBERS.get(code, ())) for code in CARD
}
"""The strength of each card on its own; Double-faced counts as a Peasant."""


def winner(plays: Sequence[Play], trump: Trump, options: Options) -> TrickResult:
    """Judge a trick of at least one card, in playing order (CB-111); in Long Play both laps together.

    `trump` must already take into account an Alchemist played in this trick.
    """
    codes = [play.card for play in plays]
    if Special.BOMB in codes:
        return TrickResult(None, BOMB, "The Bomb destroyed the trick; nobody owns it.")
    strengths = _strengths(plays, options)
    led = _led(strengths)
    heights = [_height(strength, led, trump) for strength in strengths]
    best = strongest([min(height, _DRAGON_KING + options.summoner_beats_dragon_king) for height in heights])
    rule, reason = _reason(plays, strengths, best, trump)
    if Special.WIZARD in codes and not strengths[best].family and _has_demoted(plays, strengths):
        rule, reason = WIZARD, f"{reason[:-1]}; the Wizard turned the Golems and Dragons into Peasants."
    return TrickResult(best, rule, reason, strengths[best].suit or "")


def led_suit(plays: Sequence[Play], options: Options) -> CrownSuit | None:
    """The suit that was led; None: there is none, as after a Golem (CB-099, CB-100, CB-R10, CB-R13)."""
    return _led(_strengths(plays, options))


def suit_to_follow(plays: Sequence[Play], options: Options, *, face_down: bool) -> CrownSuit | None:
    """The suit the next player must follow; None: any card is allowed (CB-091).

    `face_down`: only the first card is open, so nobody can follow a suit that a later card leads (CB-200, CB-201).
    """
    return led_suit(plays[:1] if face_down else plays, options)


def revokes(tricks: Sequence[Sequence[Play]], options: Options, *, face_down: bool) -> tuple[Revoke, ...]:
    """All failures to follow suit that a later card of the same hand proves (CB-113).

    `tricks` are those of one round, or of one half of The Split, the current one last. Cursed, Magician, Merchant and
    Smuggler change hands when they are played. `face_down`: only the first card of a trick is open, and Magician and
    Merchant act after the trick (CB-200, CB-R57).
    """
    tracker = RevokeTracker()
    late_changes = (Special.CURSED, *(_CHANGES_ANY_HAND if face_down else ()))
    for number, trick in enumerate(tricks, start=1):
        for n, play in enumerate(trick):
            if play.card in _NUMBERS:
                must = suit_to_follow(trick[:n], options, face_down=face_down)
                tracker.add(number, play, _NUMBERS[play.card][0], must or "")
            acting = _acting_card(trick, n)
            if acting in _CHANGES_ANY_HAND:
                tracker.forget()
            elif acting == Special.SMUGGLER:
                tracker.forget(play.seat)
        if any(play.card in late_changes for play in trick):
            tracker.forget()
    return tuple(tracker.revokes)


def _strengths(plays: Sequence[Play], options: Options) -> list[_Strength]:
    wizard = Special.WIZARD in [play.card for play in plays]
    strengths: list[_Strength] = []
    for play in plays:
        if play.card == Special.SUMMONER:
            strengths.append((strengths[-1] if strengths else _PEASANT)._replace(half=_HALF))
            continue
        strength = _GOLEM_STRENGTH if play.as_golem else _STRENGTHS[play.card]
        turned = wizard and strength.family and (options.wizard_affects_kings or play.card not in _KINGS)
        strengths.append(_PEASANT if turned else strength)
    return strengths


def _led(strengths: Sequence[_Strength]) -> CrownSuit | None:
    """The suit of the first card above Peasant rank; none if that is a Golem or Dragon."""
    for strength in strengths:
        if strength.family or strength.suit:
            return strength.suit
    return None


def _height(strength: _Strength, led: CrownSuit | None, trump: str) -> int:
    if strength.family:
        return strength.family + strength.half
    if strength.suit is None:
        return strength.half
    if strength.suit == trump:
        return _TRUMP + 2 * strength.value + strength.half
    return _LED + 2 * strength.value + strength.half if strength.suit is led else _CANNOT_WIN


def _has_demoted(plays: Sequence[Play], strengths: Sequence[_Strength]) -> bool:
    """Whether the Wizard turned a Golem or Dragon of this trick into a Peasant."""
    return any(
        not strength.family and (play.as_golem or _STRENGTHS[play.card].family)
        for play, strength in zip(plays, strengths, strict=True)
    )


def _reason(plays: Sequence[Play], strengths: Sequence[_Strength], best: int, trump: Trump) -> tuple[Rule, str]:
    strength = strengths[best]
    if strength.half:
        return SUMMONER, _summoner_reason(plays, strength, best)
    if strength.family:
        return _family_reason(plays, strengths, best)
    if strength.suit is None:
        return ONLY_PEASANTS, "Nothing above a Peasant was played, so the first card wins."
    if strength.suit == str(trump):
        return TRUMP, f"{CARD[plays[best].card].name} is the highest trump."
    return _led_reason(plays, strengths, best)


def _summoner_reason(plays: Sequence[Play], strength: _Strength, best: int) -> str:
    if strength.family or strength.suit:
        return f"The Summoner is just above the {CARD[plays[best - 1].card].name} it copies."
    return "The Summoner ranks just above a Peasant, and nothing higher was played."


def _family_reason(plays: Sequence[Play], strengths: Sequence[_Strength], best: int) -> tuple[Rule, str]:
    family = strengths[best].family
    equals = [strength for strength in strengths if strength.family == family and not strength.half]
    if family == _DRAGON_KING:
        if any(strength.family == family and strength.half for strength in strengths):
            return SUMMONER_AND_KING, "The Dragon King beats every card, even a Summoner that copies it."
        return DRAGON_KING, "The Dragon King beats every card."
    if family == _DRAGON:
        if len(equals) > 1:
            return FIRST_DRAGON, "The first Dragon beats every number and every Golem."
        return DRAGON_WINS, "The Dragon beats every number and every Golem."
    if family == _GOLEM_KING:
        return GOLEM_KING, "The Golem King beats every number and every Golem."
    return _golem_reason(plays[best], alone=len(equals) == 1)


def _golem_reason(play: Play, *, alone: bool) -> tuple[Rule, str]:
    double_faced = play.card == Special.DOUBLE_FACED
    if not alone:
        which = "Double-faced is the first Golem and" if double_faced else "The first Golem"
        return FIRST_GOLEM, f"{which} beats every number."
    if double_faced:
        return DOUBLE_FACED, "Double-faced, played as a Golem, beats every number."
    return GOLEM_WINS, "The Golem beats every number."


def _led_reason(plays: Sequence[Play], strengths: Sequence[_Strength], best: int) -> tuple[Rule, str]:
    name, strength = CARD[plays[best].card].name, strengths[best]
    if strengths[0].suit is None:
        return PEASANT_LED, f"{name} is the highest {strength.suit}; the first card left the suit to the next."
    if any(other.suit is not strength.suit and other.value > strength.value for other in strengths):
        return OFF_SUIT, f"{name} is the highest card of the led suit; another colour cannot win."
    return LED_SUIT, f"{name} is the highest card of the led suit."


def _acting_card(trick: Sequence[Play], n: int) -> str:
    """The card whose action play `n` has: its own, or the one a Summoner copies."""
    return trick[n - 1].card if trick[n].card == Special.SUMMONER and n else trick[n].card
