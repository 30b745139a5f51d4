"""The set-up form: who deals, how much is entered, the schedule, the deck and the house rulings."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scoring.contract.game import OptionField, Table
from scoring.contract.prompts import Choice, Count, Pick, Repeat, Subset
from scoring.games.crown_battles import bidding, pool, shield, trick_rules, trump, winning
from scoring.games.crown_battles.deck import (
    BASE_DECK,
    HIGHEST,
    MISSING_SUIT,
    MOST,
    SPECIALS_FOR_PEASANTS,
    SUITS,
    Special,
)
from scoring.games.crown_battles.entry import LEVELS
from scoring.games.crown_battles.options import (
    AbsentSuitSpin,
    AlchemistFrom,
    BidCap,
    FinalTieEligible,
    FinalTiePoints,
    LeakedReveal,
    MissionsReveal,
    Options,
    RoundType,
    RoundTypeDraw,
    ScrewComparesWith,
    ScrewDoubleMode,
    ShieldDuration,
    ShieldWindow,
    WitchVictimFloor,
)
from scoring.games.crown_battles.order import ORDER
from scoring.games.crown_battles.powers import POWERS, alchemist, bomb, thief, witch
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.crown_battles.rounds.blind import SECRETS
from scoring.games.crown_battles.schedule import BASE_TABLE, OWN_SCHEDULE, default_schedule, is_shortened, largest_deal
from scoring.kit.rulings import GAME, Ruling, ask_house_rulings, ask_option

_SCHEDULE: Final = "Schedule"
_DECK: Final = "Deck"
_MOST_ROUNDS: Final = 40
_SECRETS: Final = "To seal them, pass the phone round or invite everybody's own; the app shows them when the rules do."

_SPECIALS: Final = {
    **{card: power.text for card, power in POWERS.items()},
    Special.SUMMONER: "Copies the card before it, a little stronger, and its action.",
    Special.DOUBLE_FACED: "A Peasant or a Golem; its player declares which.",
    Special.GOLEM_KING: "Beats numbers and Golems.",
    Special.DRAGON_KING: "Beats every card.",
}


_RULINGS: Final[dict[str, tuple[Ruling, ...]]] = {
    "Trump": (
        Ruling(
            "absent_suit_spin",
            "A suit that is not in the deck is spun",
            {AbsentSuitSpin.RESPIN: "Spin again", AbsentSuitSpin.NO_TRUMP: "No trump"},
            MISSING_SUIT,
        ),
        Ruling(
            "four_colours_allows_none",
            "After the four colours the dealer may also name no trump",
            {},
            trump.CHOICE_OF_SUIT,
        ),
    ),
    "Bids": (
        Ruling(
            "bid_cap",
            "The highest bid is",
            {BidCap.TRICKS: "All tricks", BidCap.TOKENS: "The highest token"},
            bidding.BID_CAP,
        ),
        Ruling(
            "double_on_single_trick",
            "Double bids even if several cards make a single trick",
            {},
            bidding.SINGLE_TRICK,
        ),
        Ruling(
            "screw_compares_with",
            "Screw the dealer: the bids may not add up to",
            {ScrewComparesWith.TRICKS: "The tricks", ScrewComparesWith.CARDS_DEALT: "The cards dealt to each"},
            bidding.SCREW_WHEN,
        ),
        Ruling(
            "screw_double_mode",
            "Screw the dealer: a double bid counts",
            {
                ScrewDoubleMode.LOW: "Its lower number",
                ScrewDoubleMode.ANY_OVERLAP: "Either number",
                ScrewDoubleMode.IGNORE_DOUBLES: "Not at all",
            },
            bidding.SCREW_COUNT,
        ),
    ),
    "Special cards": (
        Ruling(
            "wizard_affects_kings",
            "The Wizard turns Golem King and Dragon King into Peasants too",
            {},
            trick_rules.WIZARD_AND_KINGS,
        ),
        Ruling(
            "summoner_beats_dragon_king",
            "A Summoner after the Dragon King beats it",
            {},
            trick_rules.SUMMONER_AND_KING,
        ),
        Ruling(
            "alchemist_from",
            "The Alchemist's trump holds from",
            {AlchemistFrom.THIS_TRICK: "The current trick", AlchemistFrom.NEXT_TRICK: "The next trick"},
            alchemist.FROM_WHEN,
        ),
        Ruling("bomb_rest_still_plays", "After a Bomb the others still play to the trick", {}, bomb.REST_PLAYS),
        Ruling("thief_optional", "The Thief may steal nothing", {}, thief.HOW),
        Ruling(
            "witch_victim_floor",
            "The Witch may push somebody",
            {WitchVictimFloor.NONE: "Below zero", WitchVictimFloor.ZERO: "Down to zero"},
            witch.HOW,
        ),
        Ruling(
            "shield_window",
            "A Bubble Shield is bought",
            {ShieldWindow.BEFORE_FIRST_TRICK: "Before the first trick", ShieldWindow.ANY_TIME: "At any time"},
            shield.WINDOW,
        ),
        Ruling(
            "shield_duration",
            "A Bubble Shield lasts for",
            {ShieldDuration.ROUND: "The round", ShieldDuration.ONE_THEFT: "One theft", ShieldDuration.GAME: "The game"},
            shield.WINDOW,
        ),
    ),
    "Tie-breaks": (
        Ruling(
            "final_tie_points",
            "A tie-break round",
            {FinalTiePoints.ADD: "Adds to the totals", FinalTiePoints.REPLACE: "Replaces the round before"},
            winning.REPLAY,
        ),
        Ruling(
            "final_tie_eligible",
            "A tie-break can be won by",
            {FinalTieEligible.ALL: "Everybody", FinalTieEligible.TIED_ONLY: "The tied players"},
            winning.REPLAY,
        ),
    ),
}
"""The rulings of the base game that a table may change, by the heading under which the set-up asks for them."""

_DRAW_RULING: Final = Ruling(
    "round_type_draw",
    "A card of the pool that was drawn",
    {
        RoundTypeDraw.NO_REPLACEMENT: "Stays out until all have been drawn",
        RoundTypeDraw.WITH_REPLACEMENT: "Goes back at once",
    },
    pool.DRAWING,
)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    return (
        *_game_fields(table, options),
        _schedule_field(table, options),
        *_deck_fields(table, options),
        *_house_fields(options),
    )


def _game_fields(table: Table, options: Options) -> Iterator[OptionField]:
    likely = options.first_dealer
    dealer = table.pick_seat("first_dealer", "First dealer", likely=likely, by_chance="Pick at random")
    yield OptionField(dealer, "Deals and spins in the first round.", trump.FIRST_DEALER, GAME)
    yield LEVELS.ask_option(options.level, "Can be changed during the game.", ORDER)
    screw = Ruling("screw_the_dealer", "Screw the dealer", {}, bidding.SCREW_THE_DEALER)
    yield ask_option(screw, options)
    yield _pool_field(table, options)
    if _has_secrets(options):  # sealing changes how to enter, not the rules
        yield ask_option(SECRETS, options, _SECRETS, seals=True)


def _has_secrets(options: Options) -> bool:
    """Whether anything in this game is chosen in secret; suits and missions are unless they are shown in turn."""
    together = options.missions_reveal is MissionsReveal.TOGETHER
    return bool(
        {RoundType.BLIND, RoundType.BLIND_MISSIONS} & set(options.pool)
        or (RoundType.LEAKED_SUIT in options.pool and options.leaked_reveal is LeakedReveal.TOGETHER)
        or (together and {RoundType.MISSIONS, RoundType.MISSIONS_ALLIANCES} & set(options.pool))
    )


def _schedule_field(table: Table, options: Options) -> OptionField:
    players = len(table.names)
    deck = options.deck(players)
    deal = Count("deal", "Cards", 1, max(1, largest_deal(players, deck.size)), by_chance="Pick at random")
    deals = options.schedule or default_schedule(players, deck)
    field = Repeat("schedule", "Cards each, round by round", deal, 0, _MOST_ROUNDS, deals)
    printed = (
        f"The printed table{' as far as the deck goes' if is_shortened(players, deck) else ''}, until you change it."
    )
    text = f"{'In place of the printed table.' if options.schedule else printed} The last deal is the final round."
    return OptionField(field, text, OWN_SCHEDULE if options.schedule else BASE_TABLE, _SCHEDULE)


def _deck_fields(table: Table, options: Options) -> Iterator[OptionField]:
    players = len(table.names)
    deck = options.deck(players)
    lowest = _number_field("lowest", "Lowest number", deck.lowest, range(1, HIGHEST + 1), options.lowest)
    yield OptionField(lowest, f"Every suit ends at {HIGHEST}; fewer numbers make a shorter game.", BASE_DECK, _DECK)
    suits = tuple(Choice(suit.key, suit.name, suit=suit.key) for suit in SUITS)
    chosen = Subset("suits", "Suits", suits, 1, len(SUITS), tuple(suit.value for suit in options.suits))
    yield OptionField(chosen, "Three suits are for one of the two-player decks.", MISSING_SUIT, _DECK)
    specials = tuple(Choice(card.value, card.label, text=_SPECIALS[card]) for card in Special)
    picked = Subset("specials", "Special cards", specials, 0, len(Special), tuple(map(str, options.specials)))
    yield OptionField(picked, "Each takes the place of a Peasant.", SPECIALS_FOR_PEASANTS, _DECK)
    peasants = _number_field("peasants", "Peasants", deck.peasants, range(MOST["peasants"] + 1), options.peasants)
    yield OptionField(peasants, "They fill what the special cards leave.", SPECIALS_FOR_PEASANTS, _DECK)
    golems = _number_field("golems", "Golems", deck.golems, range(MOST["golems"] + 1), options.golems)
    yield OptionField(golems, "They beat every number.", trick_rules.GOLEM_WINS, _DECK)
    dragons = _number_field("dragons", "Dragons", deck.dragons, range(MOST["dragons"] + 1), options.dragons)
    yield OptionField(dragons, "They beat numbers and Golems.", trick_rules.DRAGON_WINS, _DECK)


def _number_field(name: str, label: str, default: int, numbers: range, chosen: int | None) -> Pick:
    """A number of cards, or the printed one for the rest of the deck."""
    printed = Choice(None, "as printed" if chosen is not None else f"as printed: {default}")
    return Pick(name, label, (printed, *(Choice(n, str(n)) for n in numbers)), chosen)


def _house_fields(options: Options) -> Iterator[OptionField]:
    """The rulings of the base game and of the types that may come up, each asked once."""
    groups = {**_RULINGS, **({"Types of rounds": (_DRAW_RULING,)} if pool.is_drawn(options) else {})}
    groups |= {rules.title: rules.rulings for round_type, rules in ROUNDS.items() if round_type in options.pool}
    rulings = {ruling.name: replace(ruling, group=group) for group, of_group in groups.items() for ruling in of_group}
    rulings.pop(SECRETS.name, None)
    return ask_house_rulings(rulings.values(), options)


def _pool_field(table: Table, options: Options) -> OptionField:
    players = len(table.names)
    choices = tuple(
        Choice(round_type.value, rules.title, pool.why_not_players(round_type, players), text=rules.text)
        for round_type, rules in ROUNDS.items()
    )
    chosen = tuple(round_type.value for round_type in ROUNDS if round_type in options.pool)
    field = Subset("pool", "Types of rounds", choices, 1, len(choices), chosen)
    fitting = tuple(round_type for round_type in options.pool if not pool.why_not_players(round_type, players))
    why = pool.why_not_always(
        replace(options, pool=fitting), options.schedule or default_schedule(players, options.deck(players))
    )
    instead = f"{why} Normal Bidding is played instead."
    drawn = "With several types, a card is drawn before each round."
    return OptionField(field, instead if why else drawn, pool.POOL, GAME)
