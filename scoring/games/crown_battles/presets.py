"""Presets: the base table, the suggestions of the rulebook, and decks for seven and eight."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.contract.game import Preset
from scoring.contract.rulebook import Rule
from scoring.games.crown_battles import deck
from scoring.games.crown_battles.deck import FULL, HEADING_COUNTS, PRINTED, CrownSuit, PrintedDeck, check_players
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.pool import POOL
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.crown_battles.schedule import (
    BASE_TABLE,
    OWN_SCHEDULE,
    SEVEN_AND_EIGHT,
    base_schedule,
    growing,
    largest_deal,
)

_RULES: Final = {
    "CB-024": "Two players: the base deck in ten rounds, by even or by odd deals.",
    "CB-025": "Two players: only the numbers from 10 up, ten rounds.",
    "CB-026": "Two players: three suits from 6 up, fourteen rounds.",
    "CB-027": "Two players: four suits from 8 up, fourteen rounds.",
    "CB-028": "Three players: all sixty cards in ten rounds, by even or by odd deals.",
    "CB-029": "Three players: the numbers from 5 up, fourteen rounds.",
    "CB-030": "Three players: one Dragon less and two special places, nineteen rounds.",
    "CB-031": "Three players: all sixty cards, twenty rounds.",
    "CB-032": "Four players: eight rounds, by even or by odd deals.",
    "CB-033": "Four players: every deal from 1 to 15.",
    "CB-034": "Five players: six rounds by even deals.",
    "CB-035": "Five players: ten rounds; the deals of 1 and 3 are left out.",
    "CB-036": "Five players: every deal from 1 to 12.",
    "CB-037": "Six players: five rounds by even deals, with Peasants.",
    "CB-038": "Six players: every deal from 1 to 10.",
    "CB-039": "Six players: four Peasants and six special cards, every deal from 1 to 11.",
    "CB-040": "Seven players: five rounds by even deals, the last of 9.",
    "CB-041": "Seven players: every deal from 1 to 9.",
    "CB-042": "Eight players: four rounds by even deals.",
    "CB-043": "Eight players: every deal from 1 to 8.",
}
SUGGESTED: Final = {id: Rule(id, text, "Gameplay suggestions") for id, text in _RULES.items()}
"""The rules of the suggestions, in printed order."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One suggestion of the rulebook; it does not say which of `decks` it means, and we take the first."""

    id: str  # of its rule
    players: int
    key: str  # of the preset
    title: str
    schedule: tuple[int, ...]
    minutes: tuple[int, int]
    decks: tuple[PrintedDeck, ...] = (FULL,)
    uncertain: bool = False  # whether the printed time contradicts the length (CB-R59)

    @property
    def rule(self) -> Rule:
        return SUGGESTED[self.id]


def _every(last: int) -> tuple[int, ...]:
    return tuple(range(1, last + 1))


_SHORT: Final = (3, 4, 5, 6)
_SHORT_LENGTH: Final = f"{len(_SHORT)} rounds of {_SHORT[0]} to {_SHORT[-1]} cards"
_SEVEN: Final = (deck.SEVEN_HEADING, deck.SEVEN_LISTED)
_EIGHT: Final = (deck.EIGHT_HEADING, deck.EIGHT_LISTED)

SUGGESTIONS: Final = (
    Suggestion("CB-024", 2, "2p_a", "Even deals", growing(20), (20, 30), (deck.TWO_BASE,)),
    Suggestion("CB-024", 2, "2p_a_odd", "Odd deals", (*range(1, 18, 2), 20), (20, 30), (deck.TWO_BASE,)),
    Suggestion("CB-025", 2, "2p_b", "Small deck, 10 to 13", _every(10), (20, 30), (deck.TWO_TOP,)),
    Suggestion("CB-026", 2, "2p_c", "Three suits, 6 to 13", _every(14), (35, 45), (deck.TWO_THREE_SUITS,)),
    Suggestion("CB-027", 2, "2p_d", "Middle deck, 8 to 13", _every(14), (35, 45), (deck.TWO_MIDDLE,)),
    Suggestion("CB-028", 3, "3p_a", "Even deals", growing(20), (25, 30)),
    Suggestion("CB-028", 3, "3p_a_odd", "Odd deals", (*range(1, 18, 2), 20), (25, 30)),
    Suggestion("CB-029", 3, "3p_b", "Small deck, 5 to 13", _every(14), (35, 50), (deck.THREE_SMALL,)),
    Suggestion("CB-030", 3, "3p_c", "Every deal to 19", _every(19), (45, 60), (deck.THREE_LARGE,)),
    Suggestion("CB-031", 3, "3p_d", "Every deal to 20", _every(20), (45, 60)),
    Suggestion("CB-032", 4, "4p_a", "Even deals", growing(15), (30, 45)),
    Suggestion("CB-032", 4, "4p_a_odd", "Odd deals", tuple(range(1, 16, 2)), (30, 45)),
    Suggestion("CB-033", 4, "4p_b", "Every deal to 15", _every(15), (45, 60)),
    Suggestion("CB-034", 5, "5p_a", "Even deals", growing(12), (35, 45), uncertain=True),
    Suggestion("CB-035", 5, "5p_b", "Without 1 and 3", (2, *range(4, 13)), (30, 40), uncertain=True),
    Suggestion("CB-036", 5, "5p_c", "Every deal to 12", _every(12), (35, 45), uncertain=True),
    Suggestion("CB-037", 6, "6p_a", "Even deals", growing(10), (30, 45)),
    Suggestion("CB-038", 6, "6p_b", "Every deal to 10", _every(10), (45, 60)),
    Suggestion("CB-039", 6, "6p_c", "Every deal to 11", _every(11), (45, 60), (deck.SIX_LARGE,)),
    Suggestion("CB-040", 7, "7p_a", "Even deals", growing(9), (30, 45), _SEVEN),
    Suggestion("CB-041", 7, "7p_b", "Every deal to 9", _every(9), (40, 60), _SEVEN),
    Suggestion("CB-042", 8, "8p_a", "Even deals", growing(8), (30, 45), _EIGHT),
    Suggestion("CB-043", 8, "8p_b", "Every deal to 8", _every(8), (45, 65), _EIGHT),
)
"""All suggestions in printed order; `presets` leaves out those that equal the base table."""

_NOTES: Final = {
    "2p_c": " Choose the suit to leave out.",
    "6p_c": " There is no token for a bid of 11; say it aloud.",
}


def presets(players: int) -> tuple[Preset[Options], ...]:
    """The presets for a number of players; the first is the base table (CB-R01).

    Places for special cards have Peasants as far as the box has any.
    """
    check_players(players)
    first = next(_suggested(players))  # the first suggestion for every number of players is the base table
    text = _text(first, first.decks[0])
    return (
        Preset("base", "Base game", Options(), text, BASE_TABLE),
        Preset("short", "Short evening", Options(schedule=_SHORT), f"{_SHORT_LENGTH}; the base game.", OWN_SCHEDULE),
        *_expansion(players),
        *(preset for suggestion in _suggested(players) for preset in _presets_of(suggestion)),
        *_shortened(players),
        _downhill(players),
    )


def _suggested(players: int) -> Iterator[Suggestion]:
    return (suggestion for suggestion in SUGGESTIONS if suggestion.players == players)


def _presets_of(suggestion: Suggestion) -> Iterator[Preset[Options]]:
    players = suggestion.players
    for printed in suggestion.decks:
        if printed is PRINTED[players][0] and suggestion.schedule == base_schedule(players):
            continue
        options, text = _options(players, printed, suggestion.schedule), _text(suggestion, printed)
        if printed is suggestion.decks[0]:
            yield Preset(suggestion.key, suggestion.title, options, text, suggestion.rule)
        else:
            size = printed.default.size
            yield Preset(f"{suggestion.key}_{size}", f"{suggestion.title}, {size} cards", options, text, HEADING_COUNTS)


def _shortened(players: int) -> Iterator[Preset[Options]]:
    """The base deck for seven and eight, with smaller deals (CB-015)."""
    if PRINTED[players][0].default.size > FULL.default.size:
        schedule = growing(largest_deal(players, FULL.default.size))
        text = f"{_length(FULL, schedule)}; everything as for fewer players."
        yield Preset("base_60", "Base deck, shorter", _options(players, FULL, schedule), text, SEVEN_AND_EIGHT)


def _downhill(players: int) -> Preset[Options]:
    schedule = base_schedule(players)[::-1]
    text = f"{_length(PRINTED[players][0], schedule)}; the deals shrink from {schedule[0]} to {schedule[-1]}."
    return Preset("downhill", "Downhill", Options(schedule=schedule), text, OWN_SCHEDULE)


def _expansion(players: int) -> Iterator[Preset[Options]]:
    """Presets with all types of rounds for this number of players, or with some of them (CB-170)."""
    types = {round_type: rules for round_type, rules in ROUNDS.items() if players in rules.players}
    schedule = base_schedule(players)
    length = _length(PRINTED[players][0], schedule)
    everything = Options(pool=tuple(types))
    yield Preset("expansion", "Expansion, all types", everything, f"{length}; every type of round may come.", POOL)
    apart = tuple(round_type for round_type, rules in types.items() if rules.may_be_last)
    if len(apart) < len(types):
        text = f"{length}; everybody plays alone all evening."
        yield Preset("no_alliances", "No alliances", Options(pool=apart), text, POOL)
    plain = tuple(round_type for round_type, rules in types.items() if rules.plain)
    text = f"{_SHORT_LENGTH}; only types without extra cards or teams."
    yield Preset("quick", "Short evening, expansion", Options(schedule=_SHORT, pool=plain), text, OWN_SCHEDULE)


def _options(players: int, printed: PrintedDeck, schedule: tuple[int, ...]) -> Options:
    """Options with only the parts of the deck that are needed, so that special cards can still be chosen."""
    if printed is PRINTED[players][0]:
        return Options(schedule=schedule)
    default = printed.default
    alone = next(other for other in PRINTED[players] if other.has_fixed_part_of(default)) is printed
    return Options(
        schedule=schedule,
        lowest=default.lowest,
        suits=tuple(CrownSuit)[: printed.suits],
        golems=default.golems,
        dragons=default.dragons,
        peasants=None if alone else default.peasants,
        specials=() if alone else default.specials,
    )


def _text(suggestion: Suggestion, printed: PrintedDeck) -> str:
    low, high = suggestion.minutes
    time = f"{low} to {high} minutes{' (as printed; could be shorter or longer)' if suggestion.uncertain else ''}"
    return f"{_length(printed, suggestion.schedule)}, {time}.{_NOTES.get(suggestion.key, '')}"


def _length(printed: PrintedDeck, schedule: tuple[int, ...]) -> str:
    return f"{len(schedule)} rounds, {printed.default.size} cards in the deck"
