"""The set-up form: the first dealer, the level of entry, and house rulings."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from scoring.game import OptionField, Table
from scoring.prompts import Choice, Pick
from scoring.recruit.counting import PILES
from scoring.recruit.dealing import FIRST_DEALER
from scoring.recruit.entry import LEVELS
from scoring.recruit.options import JokerFollow, JokerLead, MatchMode, Options, PileCount
from scoring.recruit.order import HAND_OVER
from scoring.recruit.precedence import JOKER_AND_FOLLOWING, JOKER_LED
from scoring.recruit.score import MATCH_MODE
from scoring.rulebook import Rule

_GAME: Final = "Game"
_HOUSE: Final = "House rulings"


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The set-up form, for these players and options."""
    return (*_game_fields(table, options), *_house_fields(options))


def _game_fields(table: Table, options: Options) -> Iterator[OptionField]:
    dealers = tuple(Choice(seat, table.names[seat]) for seat in table.seats)
    dealer = Pick("first_dealer", "First dealer", dealers, options.first_dealer, by_chance="Draw", seats=True)
    yield OptionField(dealer, "Deals the first hand.", FIRST_DEALER, _GAME)
    levels = tuple(Choice(level.value, label, text=text) for level, label, text in LEVELS)
    level = Pick("level", "What is entered", levels, options.level.value)
    yield OptionField(level, "Can be changed during the game.", HAND_OVER, _GAME)
    yield _choice_field(
        "pile_count",
        "Piles are counted in",
        {PileCount.TRICKS: "Tricks", PileCount.CARDS: "Cards"},
        options.pile_count,
        PILES,
        _GAME,
    )
    yield _choice_field(
        "match_mode",
        "A matching card scores",
        {MatchMode.INSTEAD: "4 in place of 1", MatchMode.ADDITIONAL: "4 on top of 1"},
        options.match_mode,
        MATCH_MODE,
        _GAME,
    )


def _house_fields(options: Options) -> Iterator[OptionField]:
    yield _choice_field(
        "joker_follow",
        "Who could follow may play the joker",
        {JokerFollow.STRICT: "No", JokerFollow.FREE: "Yes"},
        options.joker_follow,
        JOKER_AND_FOLLOWING,
        _HOUSE,
    )
    yield _choice_field(
        "joker_lead",
        "After a led joker",
        {JokerLead.NONE: "Any card will do", JokerLead.NEXT: "The next card leads its suit"},
        options.joker_lead,
        JOKER_LED,
        _HOUSE,
    )


def _choice_field(
    name: str, label: str, words: Mapping[StrEnum, str], chosen: StrEnum, rule: Rule, section: str
) -> OptionField:
    choices = tuple(Choice(value.value, word) for value, word in words.items())
    return OptionField(Pick(name, label, choices, chosen.value), rule.text, rule, section, house=section == _HOUSE)
