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
from scoring.games.recruits.piles import QUICK
from scoring.games.recruits.resolving import HIGHEST, REVEAL
from scoring.games.recruits.score import SCORE
from scoring.kit.rulings import GAME, Ruling, ask_house_rulings, ask_option

_NAMING: Final = Ruling(
    "naming", "Recruits are named", {Naming.RANK: "By rank", Naming.CARD: "With their suit"}, piles.ONCE
)
_REVEAL: Final = Ruling(
    "reveal", "Bids are entered by", {Reveal.CARDS: "Their cards", Reveal.TOTALS: "Their totals"}, REVEAL
)
_RULINGS: Final[tuple[tuple[Ruling, frozenset[Variant]], ...]] = (
    (
        Ruling(
            "second_tie",
            "If tie-break cards tie too",
            {SecondTie.REPLAY: "Another card", SecondTie.RANDOM: "The draw pile decides"},
            ties.SECOND_TIE,
        ),
        frozenset(),
    ),
    (
        Ruling(
            "ace_target",
            "A powered ace cancels a card of",
            {AceTarget.OWNER: "Any opponent", AceTarget.LEADER: "The leading opponent"},
            counting.WHOSE_CARD,
        ),
        frozenset({Variant.POWERED_ACE}),
    ),
    (
        Ruling("offsuit_ace", "An ace has power even if it does not count", {}, counting.WHICH_ACES),
        frozenset({Variant.POWERED_ACE}),
    ),
    (
        Ruling(
            "blind_suit",
            "A claim in the covered recruit's suit",
            {BlindSuit.FREE: "Allowed", BlindSuit.VOID: "Worth nothing"},
            bidding.BLIND_SUIT,
        ),
        frozenset({Variant.BLIND_RECRUIT}),
    ),
    (
        Ruling(
            "ufg_who",
            "A tie may be joined by",
            {Joiners.ALL: "Everybody", Joiners.CLAIMANTS: "Only bidders on that recruit"},
            ties.WHO_JOINS,
        ),
        frozenset({Variant.UP_FOR_GRABS}),
    ),
    (
        Ruling(
            "ufg_random",
            "With a random tie-break",
            {RandomGrabs.ALL_DRAW: "All suits count", RandomGrabs.OUTSIDERS_PLAY: "Others beat the card drawn"},
            ties.ALL_DRAW,
        ),
        frozenset({Variant.UP_FOR_GRABS, Variant.RANDOM_TIEBREAKER}),
    ),
    (
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
        frozenset(),
    ),
    (
        Ruling(
            "early_end",
            "Ending early is offered",
            {EarlyEnd.OVER18: "Above 18 points", EarlyEnd.CLINCHED: "Once it is decided", EarlyEnd.OFF: "Never"},
            winning.MORE_THAN_HALF,
        ),
        frozenset(),
    ),
)
"""The house rulings, each with the variations in which it matters."""


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    rulings = (ruling for ruling, variants in _RULINGS if variants <= set(options.variants))
    return (*_game(table, options), *ask_house_rulings(rulings, options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    first = table.pick_seat("first_player", "First player", likely=options.first_player, by_chance="Pick at random")
    yield OptionField(first, "Places the first card.", FIRST_PLAYER, GAME)
    yield LEVELS.ask_option(options.level, "", UNDO)
    match options.level:
        case Level.COUNT:
            pass
        case Level.LEDGER:
            yield ask_option(_NAMING, options)
        case Level.RESOLVER:
            yield ask_option(_REVEAL, options)
        case Level.REFEREE:
            pass
    yield OptionField(variants_field(options.variants), "None, one, or several of them.", AGREED, GAME)
    if Variant.BLIND_RECRUIT in options.variants:
        blind = blind_field(len(table.names), options.blind_pile)
        yield OptionField(blind, piles.BLIND.text, piles.BLIND, GAME)


def presets(players: int) -> tuple[Preset[Options], ...]:
    """The printed game at each level, a short game, and one with the lively variations."""
    return (
        Preset("count", "Count at the end", Options(), "Just play; then count what lies in front of everybody.", SCORE),
        Preset(
            "ledger",
            "Keep the score",
            Options(level=Level.LEDGER),
            "Two taps per recruit; see who leads all along.",
            SCORE,
        ),
        Preset(
            "resolver",
            "Settle the bids",
            Options(level=Level.RESOLVER),
            "Totals, ties and winners from the cards shown.",
            HIGHEST,
        ),
        Preset(
            "referee",
            "Every card",
            Options(level=Level.REFEREE),
            "Whose turn it is, which suits are open, when to shuffle.",
            ONE_AFTER_THE_OTHER,
        ),
        Preset(
            "quick", "Quick Game", Options(variants=(Variant.QUICK_GAME,)), "Over with the first empty pile.", QUICK
        ),
        Preset(
            "tavern",
            "Tavern rules",
            Options(
                level=Level.RESOLVER,
                variants=(Variant.UP_FOR_GRABS, Variant.PAIRS, Variant.POWERED_ACE),
            ),
            "Pairs count, aces bite, ties are open to all.",
        ),
    )
