"""The deck, what follows suit, and who wins a trick (CB-004 to CB-014, CB-090 to CB-111)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.games.crown_battles.options import Options

GOLEM: Final = "golem"
DRAGON: Final = "dragon"
PEASANT: Final = "peasant"
GOLEM_KING: Final = "golem_king"
DRAGON_KING: Final = "dragon_king"
DOUBLE_FACED: Final = "double_faced"
SUMMONER: Final = "summoner"
WIZARD: Final = "wizard"
BOMB: Final = "bomb"
NO_TRUMP: Final = "none"

_HIGHEST: Final = 13

_ORDER: Final = (GOLEM, GOLEM_KING, DRAGON, DRAGON_KING)
"""The cards above every number, weakest first."""


@dataclass
class Play:
    """A card on the table; `golem` is what the player of Double-faced declared."""

    seat: int
    card: str
    golem: bool = False


def is_number(card: str) -> bool:
    return "-" in card


def suit_of(card: str) -> str:
    return card.split("-", maxsplit=1)[0]


def value_of(card: str) -> int:
    return int(card.split("-")[1])


def deck(options: Options, players: int) -> list[str]:
    """Every card of the deck (CB-010 to CB-013, CB-R01, CB-R02)."""
    two = players == 2
    lowest = options.lowest if options.lowest is not None else (5 if two else 1)
    golems = options.golems if options.golems is not None else (1 if two else 2)
    dragons = options.dragons if options.dragons is not None else (1 if two else 2)
    places = (2 if two else 4) - len(options.specials)
    peasants = options.peasants if options.peasants is not None else places
    numbers = [f"{suit.value}-{value}" for suit in options.suits for value in range(lowest, _HIGHEST + 1)]
    specials = [special.value for special in options.specials]
    return [*numbers, *[GOLEM] * golems, *[DRAGON] * dragons, *[PEASANT] * peasants, *specials]


def led_suit(plays: Sequence[Play], *, kings: bool) -> str | None:
    """The suit to be followed; None: no suit yet, or none at all (CB-099, CB-100, CB-R10, CB-R13).

    `kings`: the Wizard makes Peasants of the two Kings too.
    """
    wizard = any(play.card == WIZARD for play in plays)
    for place, play in enumerate(plays):
        if is_number(play.card):
            return suit_of(play.card)
        if _strength(plays, place, wizard=wizard, kings=kings) in _ORDER:
            return None
    return None


def legal_cards(hand: Sequence[str], led: str | None) -> list[str]:
    """What may be played to a trick with this led suit (CB-091, CB-092)."""
    if led is None or all(not is_number(card) or suit_of(card) != led for card in hand):
        return list(hand)
    return [card for card in hand if not is_number(card) or suit_of(card) == led]


def winning_place(plays: Sequence[Play], trump: str, options: Options) -> int | None:
    """Which of the cards wins the trick; None: a Bomb destroyed it (CB-111)."""
    if any(play.card == BOMB for play in plays):
        return None
    ranks = [_rank(plays, place, trump, options) for place in range(len(plays))]
    return max(range(len(plays)), key=lambda place: (ranks[place], -place))


def pile_suits(plays: Sequence[Play], trump: str, options: Options) -> list[str]:
    """The suits under which the winner may put the trick (CB-232 to CB-235, CB-R35)."""
    place = winning_place(plays, trump, options)
    assert place is not None, "a bombed trick lies nowhere"
    strength = _strength(plays, place, wizard=_has_wizard(plays), kings=options.wizard_affects_kings)
    if not is_number(strength):
        return [suit.value for suit in options.suits]
    led = suit_of(next(play.card for play in plays if is_number(play.card)))
    return sorted({led, trump}) if suit_of(strength) == trump else [led]


def is_won_by_trump(plays: Sequence[Play], trump: str, options: Options) -> bool:
    """Whether the card that wins is a trump, or a Summoner's copy of one (CB-271, CB-R53)."""
    place = winning_place(plays, trump, options)
    if place is None:
        return False
    strength = _strength(plays, place, wizard=_has_wizard(plays), kings=options.wizard_affects_kings)
    return is_number(strength) and suit_of(strength) == trump


def _has_wizard(plays: Sequence[Play]) -> bool:
    return any(play.card == WIZARD for play in plays)


def _strength(plays: Sequence[Play], place: int, *, wizard: bool, kings: bool) -> str:
    """What a card counts as in its trick: itself, a Golem, a Peasant, or what a Summoner copies (CB-106 to CB-108)."""
    play = plays[place]
    card = play.card
    if card == SUMMONER:
        return PEASANT if place == 0 else _strength(plays, place - 1, wizard=wizard, kings=kings)
    if card == DOUBLE_FACED:
        card = GOLEM if play.golem else PEASANT
    if wizard and (card in (GOLEM, DRAGON) or (kings and card in (GOLEM_KING, DRAGON_KING))):
        return PEASANT
    return card if is_number(card) or card in _ORDER else PEASANT


def _rank(plays: Sequence[Play], place: int, trump: str, options: Options) -> float:
    """How strong a card is in its trick; equal ranks: the earlier one wins."""
    strength = _strength(plays, place, wizard=_has_wizard(plays), kings=options.wizard_affects_kings)
    copied = plays[place].card == SUMMONER
    above = 0.5 if copied else 0.0
    if is_number(strength):
        led = suit_of(next(play.card for play in plays if is_number(play.card)))
        if suit_of(strength) == trump:
            return 100 + value_of(strength) + above
        return value_of(strength) + above if suit_of(strength) == led else -1
    if strength in _ORDER:
        if strength == DRAGON_KING and copied and not options.summoner_beats_dragon_king:
            above = -0.5
        return 200 + 10 * _ORDER.index(strength) + above
    return above
