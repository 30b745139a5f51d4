"""The set-up form: who begins, how much is entered, the variations, and the house rulings."""

from collections.abc import Iterator
from typing import Final

from scoring.contract.game import OptionField, Preset, Table
from scoring.games.recruits import bidding, counting, piles, ties, winning
from scoring.games.recruits.entry import AGREED, LEVELS, blind_field, variants_field
from scoring.games.recruits.options import (
    AceTarget,
    BlindSuit,
    EarlyEnd,
    Joiners,
    Level,
    Naming,
    Options,
    RandomGrabs,
    Reveal,
    SecondTie,
    Variant,
    WinTie,
)
from scoring.games.recruits.order import FIRST_PLAYER, ONE_AFTER_THE_OTHER, UNDO
from scoring.games.recruits.resolving import HIGHEST, REVEAL
from scoring.games.recruits.score import SCORE
from scoring.kit.rulings import GAME, Ruling, ask_house_rulings, ask_option

_NAMING: Final = Ruling(
    "naming", "Recruits are named", {Naming.RANK: "By rank", Naming.CARD: "With their suit"}, piles.ONCE
)
_REVEAL: Final = Ruling(
    "reveal", "Bids are entered by", {Reveal.CARDS: "Their cards", Reveal.TOTALS: "Their totals"}, REVEAL
)
_RULINGS: Final = (
    Ruling(
        "second_tie",
        "If tie-break cards tie too",
        {SecondTie.REPLAY: "Another card", SecondTie.RANDOM: "The draw pile decides"},
        ties.SECOND_TIE,
    ),
    Ruling(
        "ace_target",
        "A powered ace cancels a card of",
        {AceTarget.OWNER: "Any opponent", AceTarget.LEADER: "The leading opponent"},
        counting.WHOSE_CARD,
    ),
    Ruling("offsuit_ace", "An ace has power even if it does not count", {}, counting.WHICH_ACES),
    Ruling(
        "blind_suit",
        "A claim in the covered recruit's suit",
        {BlindSuit.FREE: "Allowed", BlindSuit.VOID: "Worth nothing"},
        bidding.BLIND_SUIT,
    ),
    Ruling(
        "ufg_who",
        "A tie may be joined by",
        {Joiners.ALL: "Everybody", Joiners.CLAIMANTS: "Only bidders on that recruit"},
        ties.WHO_JOINS,
    ),
    Ruling(
        "ufg_random",
        "With a random tie-break",
        {RandomGrabs.ALL_DRAW: "All suits count", RandomGrabs.OUTSIDERS_PLAY: "Others beat the card drawn"},
        ties.ALL_DRAW,
    ),
    Ruling(
        "win_tie",
        "Equal points at the end",
        {
            WinTie.SHARED: "Shared",
            WinTie.KINGS: "Most kings",
            WinTie.RECRUITS: "Most recruits",
            WinTie.CARD: "A card decides",
        },
        winning.WIN_TIE,
    ),
    Ruling(
        "early_end",
        "Ending early is offered",
        {EarlyEnd.OVER18: "Above 18 points", EarlyEnd.CLINCHED: "Once it is decided", EarlyEnd.OFF: "Never"},
        winning.MORE_THAN_HALF,
    ),
)
_MATTERS_IN: Final = {
    "ace_target": {Variant.POWERED_ACE},
    "offsuit_ace": {Variant.POWERED_ACE},
    "blind_suit": {Variant.BLIND_RECRUIT},
    "ufg_who": {Variant.UP_FOR_GRABS},
    "ufg_random": {Variant.UP_FOR_GRABS, Variant.RANDOM_TIEBREAKER},
}
"""The variations in which a house ruling matters; the others always do."""


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    rulings = (ruling for ruling in _RULINGS if _MATTERS_IN.get(ruling.name, set()) <= set(options.variants))
    return (*_game(table, options), *ask_house_rulings(rulings, options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    first = table.pick_seat("first_player", "First player", likely=options.first_player, by_chance="Pick at random")
    yield OptionField(first, "Places the first card.", FIRST_PLAYER, GAME)
    yield LEVELS.ask_option(options.level, "", UNDO)
    if options.level is Level.LEDGER:
        yield ask_option(_NAMING, options)
    if options.level is Level.RESOLVER:
        yield ask_option(_REVEAL, options)
    yield OptionField(variants_field(options.variants), "None, one, or several of them.", AGREED, GAME)
    if Variant.BLIND_RECRUIT in options.variants:
        blind = blind_field(len(table.names), options.blind_pile)
        yield OptionField(blind, piles.BLIND.text, piles.BLIND, GAME)


def presets(players: int) -> tuple[Preset[Options], ...]:
    """The printed game at each level, a short game, and one with the lively variations."""
    levels = LEVELS.presets(
        lambda level: Options(level=level),
        {
            Level.COUNT: ("Just play; then count what lies in front of everybody.", SCORE),
            Level.LEDGER: ("Two taps per recruit; see who leads all along.", SCORE),
            Level.RESOLVER: ("Totals, ties and winners from the cards shown.", HIGHEST),
            Level.REFEREE: ("Whose turn it is, which suits are open, when to shuffle.", ONE_AFTER_THE_OTHER),
        },
    )
    quick = Options(variants=(Variant.QUICK_GAME,))
    lively = Options(level=Level.RESOLVER, variants=(Variant.UP_FOR_GRABS, Variant.PAIRS, Variant.POWERED_ACE))
    return (
        *levels,
        Preset("quick", "Quick Game", quick, "Over with the first empty pile.", piles.QUICK),
        Preset("tavern", "Tavern rules", lively, "Pairs count, aces bite, ties are open to all."),
    )
