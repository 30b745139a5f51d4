"""The set-up form: the first dealer, the level of entry, and house rulings."""

from typing import Final

from scoring.contract.game import OptionField, Preset, Table
from scoring.games.recruit.counting import PILES
from scoring.games.recruit.dealing import FIRST_DEALER
from scoring.games.recruit.entry import LEVELS
from scoring.games.recruit.options import JokerFollow, JokerLead, MatchMode, Options, PileCount
from scoring.games.recruit.order import HAND_OVER, THIRTEEN_TRICKS
from scoring.games.recruit.score import MATCH_MODE
from scoring.games.recruit.trick_rules import JOKER_AND_FOLLOWING, JOKER_LED, REVOKE
from scoring.kit.rulings import GAME, Ruling, ask_house_rulings, ask_option
from scoring.kit.trick_taking import Level

_OPTIONS: Final = (
    Ruling("pile_count", "Piles are counted in", {PileCount.TRICKS: "Tricks", PileCount.CARDS: "Cards"}, PILES),
    Ruling(
        "match_mode",
        "A matching card scores",
        {MatchMode.INSTEAD: "4 instead of 1", MatchMode.ADDITIONAL: "4 in addition to 1"},
        MATCH_MODE,
    ),
)
_HOUSE_RULINGS: Final = (
    Ruling(
        "joker_follow",
        "The joker may be played instead of following suit",
        {JokerFollow.STRICT: "No", JokerFollow.FREE: "Yes"},
        JOKER_AND_FOLLOWING,
    ),
    Ruling(
        "joker_lead",
        "After a led joker",
        {JokerLead.NONE: "Any card is allowed", JokerLead.NEXT: "The next card leads its suit"},
        JOKER_LED,
    ),
)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    likely = options.first_dealer
    dealer = table.pick_seat("first_dealer", "First dealer", likely=likely, by_chance="Pick at random")
    return (
        OptionField(dealer, "Deals the first hand.", FIRST_DEALER, GAME),
        LEVELS.ask_option(options.level, "Can be changed during the game.", HAND_OVER),
        *(ask_option(ruling, options) for ruling in _OPTIONS),
        *ask_house_rulings(_HOUSE_RULINGS, options),
    )


def presets(players: int) -> tuple[Preset[Options], ...]:
    return LEVELS.presets(
        lambda level: Options(level=level),
        {
            Level.COUNTS: ("Play without the app; count the piles after each hand.", PILES),
            Level.TRICKS: ("One tap for each trick and one for each face.", THIRTEEN_TRICKS),
            Level.CARDS: ("The app finds the winner of every trick, and revokes.", REVOKE),
        },
        keys={Level.COUNTS: "counted", Level.TRICKS: "trick_log", Level.CARDS: "referee"},
    )
