"""The set-up form: who deals, how much is entered, the schedule, the deck and the house rulings."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from scoring.crown_battles import bidding, crown, precedence, shield, trump
from scoring.crown_battles.deck import (
    BASE_DECK,
    HIGHEST,
    MISSING_SUIT,
    MOST,
    SPECIALS_FOR_PEASANTS,
    SUITS,
    Special,
)
from scoring.crown_battles.entry import LEVELS
from scoring.crown_battles.options import (
    AbsentSuitSpin,
    AlchemistFrom,
    BidCap,
    FinalTieEligible,
    FinalTiePoints,
    Options,
    ScrewDoubleMode,
    ShieldDuration,
    ShieldWindow,
    WitchVictimFloor,
)
from scoring.crown_battles.order import ORDER
from scoring.crown_battles.powers import POWERS, alchemist, bomb, thief, witch
from scoring.crown_battles.schedule import BASE_TABLE, OWN_SCHEDULE, base_schedule, largest_deal
from scoring.game import OptionField, Table
from scoring.prompts import Choice, Count, Flag, Pick, Repeat, Subset
from scoring.rulebook import Rule

_GAME: Final = "Game"
_SCHEDULE: Final = "Schedule"
_DECK: Final = "Deck"
_HOUSE: Final = "House rulings"
_MOST_ROUNDS: Final = 40

_OTHER_SPECIALS: Final = {
    Special.SUMMONER: "Copies the card before it, a little stronger, and its action.",
    Special.DOUBLE_FACED: "A Peasant or a Golem, as its player says.",
    Special.GOLEM_KING: "Beats numbers and Golems.",
    Special.DRAGON_KING: "Beats every card.",
}


_RULINGS: Final[tuple[tuple[str, str, Mapping[StrEnum, str], Rule], ...]] = (
    (
        "absent_suit_spin",
        "A suit that is not in the deck is spun",
        {AbsentSuitSpin.RESPIN: "Spin again", AbsentSuitSpin.NO_TRUMP: "No trump"},
        MISSING_SUIT,
    ),
    (
        "bid_cap",
        "The highest bid is",
        {BidCap.TRICKS: "All tricks", BidCap.TOKENS: "The highest token"},
        bidding.BID_CAP,
    ),
    (
        "screw_double_mode",
        "Screw the dealer: a double bid counts",
        {
            ScrewDoubleMode.LOW: "Its lower number",
            ScrewDoubleMode.ANY_OVERLAP: "Either number",
            ScrewDoubleMode.IGNORE_DOUBLES: "Not at all",
        },
        bidding.SCREW_COUNT,
    ),
    (
        "four_colours_allows_none",
        "After the four colours the dealer may also name no trump",
        {},
        trump.CHOICE_OF_SUIT,
    ),
    (
        "wizard_affects_kings",
        "The Wizard turns Golem King and Dragon King into Peasants too",
        {},
        precedence.WIZARD_AND_KINGS,
    ),
    (
        "summoner_beats_dragon_king",
        "A Summoner after the Dragon King beats it",
        {},
        precedence.SUMMONER_AND_KING,
    ),
    (
        "alchemist_from",
        "The Alchemist's trump holds from",
        {AlchemistFrom.THIS_TRICK: "The running trick", AlchemistFrom.NEXT_TRICK: "The next trick"},
        alchemist.FROM_WHEN,
    ),
    (
        "bomb_rest_still_plays",
        "After a Bomb the others still play to the trick",
        {},
        bomb.REST_PLAYS,
    ),
    (
        "thief_optional",
        "The Thief may steal nothing",
        {},
        thief.HOW,
    ),
    (
        "witch_victim_floor",
        "The Witch may push somebody",
        {WitchVictimFloor.NONE: "Below zero", WitchVictimFloor.ZERO: "Down to zero"},
        witch.HOW,
    ),
    (
        "shield_window",
        "A Bubble Shield is bought",
        {ShieldWindow.BEFORE_FIRST_TRICK: "Before the first trick", ShieldWindow.ANY_TIME: "At any time"},
        shield.WINDOW,
    ),
    (
        "shield_duration",
        "A Bubble Shield lasts for",
        {ShieldDuration.ROUND: "The round", ShieldDuration.ONE_THEFT: "One theft", ShieldDuration.GAME: "The game"},
        shield.WINDOW,
    ),
    (
        "final_tie_points",
        "A tie-break round",
        {FinalTiePoints.ADD: "Adds to the totals", FinalTiePoints.REPLACE: "Replaces the round before"},
        crown.REPLAY,
    ),
    (
        "final_tie_eligible",
        "A tie-break can be won by",
        {FinalTieEligible.ALL: "Everybody", FinalTieEligible.TIED_ONLY: "The tied players"},
        crown.REPLAY,
    ),
)
"""Every ruling a table may decide otherwise: option, label, its values in words (none: yes or no), rule."""


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The whole form, for those who play and what is chosen so far."""
    return (*_game(table, options), _schedule(table, options), *_deck(table, options), *_house(options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    dealers = tuple(Choice(seat, table.names[seat]) for seat in table.seats)
    dealer = Pick("first_dealer", "First dealer", dealers, options.first_dealer, by_chance="Draw", seats=True)
    yield OptionField(dealer, "Deals and spins in the first round.", trump.FIRST_DEALER, _GAME)
    levels = tuple(Choice(level.value, label, text=text) for level, label, text in LEVELS)
    level = Pick("level", "What is entered", levels, options.level.value)
    yield OptionField(level, "Can be changed during the game.", ORDER, _GAME)
    screw = Flag("screw_the_dealer", "Screw the dealer", options.screw_the_dealer)
    yield OptionField(screw, "The dealer may not make the bids add up to the tricks.", bidding.SCREW_THE_DEALER, _GAME)


def _schedule(table: Table, options: Options) -> OptionField:
    players = len(table.names)
    most = max(1, largest_deal(players, options.deck(players).size))
    deal = Count("deal", "Cards", 1, most, by_chance="Draw")
    deals = options.schedule or base_schedule(players)
    field = Repeat("schedule", "Cards each, round by round", deal, 0, _MOST_ROUNDS, deals)
    text = "The printed table, until you change it. The last deal is the final round."
    return OptionField(field, text, OWN_SCHEDULE if options.schedule else BASE_TABLE, _SCHEDULE)


def _deck(table: Table, options: Options) -> Iterator[OptionField]:
    players = len(table.names)
    deck = options.deck(players)
    lowest = _number("lowest", "Lowest number", deck.lowest, range(1, HIGHEST + 1), options.lowest)
    yield OptionField(lowest, f"Every suit ends at {HIGHEST}.", BASE_DECK, _DECK)
    suits = tuple(Choice(suit.key, suit.name, suit=suit.key) for suit in SUITS)
    chosen = Subset("suits", "Suits", suits, 1, len(SUITS), tuple(suit.value for suit in options.suits))
    yield OptionField(chosen, "Three are printed for one deck of two players.", MISSING_SUIT, _DECK)
    specials = tuple(Choice(card.value, card.label, text=_text(card)) for card in Special)
    picked = Subset("specials", "Special cards", specials, 0, len(Special), tuple(map(str, options.specials)))
    yield OptionField(picked, "Each takes the place of a Peasant.", SPECIALS_FOR_PEASANTS, _DECK)
    peasants = _number("peasants", "Peasants", deck.peasants, range(MOST["peasants"] + 1), options.peasants)
    yield OptionField(peasants, "They fill what the special cards leave.", SPECIALS_FOR_PEASANTS, _DECK)
    golems = _number("golems", "Golems", deck.golems, range(MOST["golems"] + 1), options.golems)
    yield OptionField(golems, "They beat every number.", precedence.GOLEM_WINS, _DECK)
    dragons = _number("dragons", "Dragons", deck.dragons, range(MOST["dragons"] + 1), options.dragons)
    yield OptionField(dragons, "They beat numbers and Golems.", precedence.DRAGON_WINS, _DECK)


def _number(name: str, label: str, meant: int, numbers: range, chosen: int | None) -> Pick:
    """A number of the deck, or what is printed beside the rest of it."""
    printed = Choice(None, "as printed" if chosen is not None else f"as printed: {meant}")
    return Pick(name, label, (printed, *(Choice(n, str(n)) for n in numbers)), chosen)


def _text(card: Special) -> str:
    return POWERS[card].text if card in POWERS else _OTHER_SPECIALS[card]


def _house(options: Options) -> Iterator[OptionField]:
    for name, label, words, rule in _RULINGS:
        chosen = getattr(options, name)
        choices = tuple(Choice(value.value, word) for value, word in words.items())
        field = Pick(name, label, choices, chosen.value) if choices else Flag(name, label, chosen)
        yield OptionField(field, rule.text, rule, _HOUSE, house=True)
