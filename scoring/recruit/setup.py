"""The set-up form: the first dealer, the level of entry, and house rulings."""

from collections.abc import Iterator
from typing import Final

from scoring.game import OptionField, Table
from scoring.recruit.counting import PILES
from scoring.recruit.dealing import FIRST_DEALER
from scoring.recruit.entry import LEVELS
from scoring.recruit.options import JokerFollow, JokerLead, MatchMode, Options, PileCount
from scoring.recruit.order import HAND_OVER
from scoring.recruit.precedence import JOKER_AND_FOLLOWING, JOKER_LED
from scoring.recruit.score import MATCH_MODE
from scoring.rulings import GAME, Ruling, ask_house_rulings, ask_option

_OPTIONS: Final = (
    Ruling("pile_count", "Piles are counted in", {PileCount.TRICKS: "Tricks", PileCount.CARDS: "Cards"}, PILES),
    Ruling(
        "match_mode",
        "A matching card scores",
        {MatchMode.INSTEAD: "4 in place of 1", MatchMode.ADDITIONAL: "4 on top of 1"},
        MATCH_MODE,
    ),
)
_RULINGS: Final = (
    Ruling(
        "joker_follow",
        "Who could follow may play the joker",
        {JokerFollow.STRICT: "No", JokerFollow.FREE: "Yes"},
        JOKER_AND_FOLLOWING,
    ),
    Ruling(
        "joker_lead",
        "After a led joker",
        {JokerLead.NONE: "Any card will do", JokerLead.NEXT: "The next card leads its suit"},
        JOKER_LED,
    ),
)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The set-up form, for these players and options."""
    return (*_game_fields(table, options), *ask_house_rulings(_RULINGS, options))


def _game_fields(table: Table, options: Options) -> Iterator[OptionField]:
    dealer = table.pick_seat("first_dealer", "First dealer", likely=options.first_dealer, by_chance="Draw")
    yield OptionField(dealer, "Deals the first hand.", FIRST_DEALER, GAME)
    yield LEVELS.ask_option(options.level, "Can be changed during the game.", HAND_OVER)
    for ruling in _OPTIONS:
        yield ask_option(ruling, options)
