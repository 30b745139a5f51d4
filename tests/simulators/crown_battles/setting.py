"""A random set-up: players, deck, schedule, pool and every option (sections 2, 3, 10 and 24 of the rules)."""

from dataclasses import fields, replace
from enum import StrEnum
from random import Random
from typing import Any, Final, NamedTuple, get_type_hints

from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import CrownSuit, Special
from scoring.games.crown_battles.options import Options, RoundType
from scoring.kit.trick_taking import Level
from tests.simulators.crown_battles import cards

NAMES: Final = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hal")
NOT_FOR_TWO: Final = frozenset(
    {
        RoundType.STEALTH,
        RoundType.DUEL_FIGHTS,
        RoundType.ALLIANCES,
        RoundType.MISSIONS_ALLIANCES,
        RoundType.SUIT_PRECISION_ALLIANCES,
    }
)
ALLIANCES: Final = frozenset({RoundType.ALLIANCES, RoundType.MISSIONS_ALLIANCES, RoundType.SUIT_PRECISION_ALLIANCES})

_NO_RULING: Final = frozenset(
    {"schedule", "lowest", "suits", "golems", "dragons", "peasants", "specials", "level", "first_dealer", "pool"}
)
_MOST_PEASANTS: Final = 4
_LARGE_TABLE: Final = 7
_AS_PRINTED: Final = 0.3


class PrintedDeck(NamedTuple):
    """A deck of the rulebook: its fixed part, the places of Peasants and specials, and how many may be special."""

    lowest: int
    suits: int
    golems: int
    dragons: int
    places: int
    specials: int


_FULL: Final = PrintedDeck(1, 4, 2, 2, 4, 4)
_DECKS: Final[dict[int, tuple[PrintedDeck, ...]]] = {
    2: tuple(PrintedDeck(*deck, 1, 1, 2, 2) for deck in ((5, 4), (10, 4), (6, 3), (8, 4))),
    3: (_FULL, PrintedDeck(5, 4, 2, 1, 3, 3), PrintedDeck(1, 4, 2, 1, 2, 2)),
    4: (_FULL,),
    5: (_FULL,),
    6: (_FULL, PrintedDeck(1, 4, 2, 2, 10, 6)),
    7: (_FULL, PrintedDeck(1, 4, 2, 2, 11, 7), PrintedDeck(1, 4, 2, 2, 7, 7)),
    8: (_FULL, PrintedDeck(1, 4, 2, 2, 12, 8), PrintedDeck(1, 4, 2, 2, 8, 8)),
}


def playable(kind: RoundType, players: int) -> bool:
    """Whether this number of players can play the type (CB-173, CB-174)."""
    if players == 2:
        return kind not in NOT_FOR_TWO
    return players > 3 or kind is not RoundType.DUEL_FIGHTS


def random_set_up(rng: Random) -> tuple[tuple[str, ...], Options]:
    """Who plays, and what they agreed on."""
    players = rng.choice((2, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8))
    options = _random_deck(rng, players, _random_rulings(rng))
    most = len(cards.deck(options, players)) // players
    options = replace(
        options,
        schedule=_random_schedule(rng, most),
        level=rng.choice(tuple(Level)),
        first_dealer=Seat(rng.randrange(players)),
        pool=_random_pool(rng, players),
    )
    return NAMES[:players], options


def _random_schedule(rng: Random, most: int) -> tuple[int, ...]:
    """Mostly a few short rounds, now and then large ones (CB-044, CB-045)."""
    largest = most if rng.random() < 0.06 else min(most, rng.choice((2, 4, 6, 8)))
    return tuple(rng.randint(1, largest) for _ in range(rng.choice((1, 1, 2, 2, 3, 4))))


def _random_pool(rng: Random, players: int) -> tuple[RoundType, ...]:
    """One type that can be played, some, or all of them."""
    kinds = tuple(kind for kind in RoundType if playable(kind, players))
    chosen = rng.sample(kinds, min(rng.choice((1, 1, 1, 2, 3, 5, len(kinds))), len(kinds)))
    return tuple(kind for kind in kinds if kind in chosen)


def _random_deck(rng: Random, players: int, options: Options) -> Options:
    """One of the printed decks with Peasants and special cards in its places (CB-010 to CB-013)."""
    deck = rng.choice(_DECKS[players])
    fewest = max(0, deck.places - _MOST_PEASANTS)
    number = rng.randint(fewest, deck.specials) if rng.random() < 0.4 else deck.specials
    chosen = rng.sample(tuple(Special), number)
    if number > 1 and Special.SUMMONER not in chosen and rng.random() < 0.4:
        chosen[0] = Special.SUMMONER
    suits = sorted(rng.sample(range(len(CrownSuit)), deck.suits))
    specials = tuple(special for special in Special if special in chosen)
    if deck is _DECKS[players][0] and players < _LARGE_TABLE and rng.random() < _AS_PRINTED:
        return replace(options, specials=specials)  # everything else is as printed for so many
    return replace(
        options,
        lowest=deck.lowest,
        suits=tuple(tuple(CrownSuit)[place] for place in suits),
        golems=deck.golems,
        dragons=deck.dragons,
        peasants=deck.places - number,
        specials=specials,
    )


def _random_rulings(rng: Random) -> Options:
    """Every ruling as printed or another way."""
    types: dict[str, Any] = get_type_hints(Options)
    strange = rng.choice((0.0, 0.3, 0.7))
    changes: dict[str, Any] = {}
    for field in fields(Options):
        kind = types[field.name]
        if field.name in _NO_RULING or rng.random() >= strange:
            continue
        if kind is bool:
            changes[field.name] = rng.random() < 0.5
        elif issubclass(kind, StrEnum):
            changes[field.name] = rng.choice(tuple(kind))
    return Options(**changes)
