"""The set-up form: who begins, how much is entered, the variations, and the house rulings."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from scoring.game import OptionField, Table
from scoring.prompts import Choice, Flag, Pick
from scoring.recruits import bidding, counting, piles, ties, winning
from scoring.recruits.entry import AGREED, LEVELS, blind_field, variants_field
from scoring.recruits.options import (
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
from scoring.recruits.order import FIRST_PLAYER, UNDO
from scoring.recruits.resolving import REVEAL
from scoring.rulebook import Rule

_GAME: Final = "Game"
_HOUSE: Final = "House rulings"


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The whole form, for those who play and what is chosen so far."""
    return (*_game(table, options), *_house(options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    players = tuple(Choice(seat, table.names[seat]) for seat in table.seats)
    first = Pick("first_player", "First player", players, options.first_player, by_chance="Draw", seats=True)
    yield OptionField(first, "Places the first card.", FIRST_PLAYER, _GAME)
    levels = tuple(Choice(level.value, label, text=text) for level, label, text in LEVELS)
    yield OptionField(Pick("level", "What is entered", levels, options.level.value), "", UNDO, _GAME)
    match options.level:
        case Level.LEDGER:
            words: Mapping[StrEnum, str] = {Naming.RANK: "By rank", Naming.CARD: "With their suit"}
            yield _which("naming", "Recruits are named", words, options.naming, piles.ONCE, _GAME)
        case Level.RESOLVER:
            words = {Reveal.CARDS: "The cards", Reveal.TOTALS: "The totals"}
            yield _which("reveal", "Of a bid are entered", words, options.reveal, REVEAL, _GAME)
        case Level.REFEREE:
            pass
    yield OptionField(variants_field(options.variants), "None, one, or several of them.", AGREED, _GAME)
    if Variant.BLIND_RECRUIT in options.variants:
        blind = blind_field(len(table.names), options.blind_pile)
        yield OptionField(blind, piles.BLIND.text, piles.BLIND, _GAME)


def _house(options: Options) -> Iterator[OptionField]:
    """Every ruling that can come up with these variations."""
    yield _house_pick(
        "second_tie",
        "Tie-break cards tie, too",
        {SecondTie.REPLAY: "Another card", SecondTie.RANDOM: "The draw pile decides"},
        options.second_tie,
        ties.SECOND_TIE,
    )
    yield from _ace(options)
    if Variant.BLIND_RECRUIT in options.variants:
        words: Mapping[StrEnum, str] = {BlindSuit.FREE: "Allowed", BlindSuit.VOID: "Worth nothing"}
        label = "A claim in the covered recruit's suit"
        yield _house_pick("blind_suit", label, words, options.blind_suit, bidding.BLIND_SUIT)
    yield from _grabs(options)
    yield _house_pick(
        "win_tie",
        "Equal points at the end",
        {
            WinTie.SHARED: "Shared",
            WinTie.KINGS: "Most kings",
            WinTie.RECRUITS: "Most recruits",
            WinTie.CARD: "A card decides",
        },
        options.win_tie,
        winning.WIN_TIE,
    )
    yield _house_pick(
        "early_end",
        "Ending early is offered",
        {EarlyEnd.OVER18: "Above 18 points", EarlyEnd.CLINCHED: "Once it is decided", EarlyEnd.OFF: "Never"},
        options.early_end,
        winning.MORE_THAN_HALF,
    )


def _ace(options: Options) -> Iterator[OptionField]:
    if Variant.POWERED_ACE not in options.variants:
        return
    words: Mapping[StrEnum, str] = {AceTarget.OWNER: "Whom its owner names", AceTarget.LEADER: "The leading opponent"}
    yield _house_pick("ace_target", "A powered ace strikes", words, options.ace_target, counting.WHOSE_CARD)
    offsuit = Flag("offsuit_ace", "An ace that does not count has power, too", options.offsuit_ace)
    yield OptionField(offsuit, counting.WHICH_ACES.text, counting.WHICH_ACES, _HOUSE, house=True)


def _grabs(options: Options) -> Iterator[OptionField]:
    if Variant.UP_FOR_GRABS not in options.variants:
        return
    who: Mapping[StrEnum, str] = {Joiners.ALL: "Everybody", Joiners.CLAIMANTS: "Only who has bid there"}
    yield _house_pick("ufg_who", "A tie may be joined by", who, options.ufg_who, ties.WHO_JOINS)
    if Variant.RANDOM_TIEBREAKER in options.variants:
        how: Mapping[StrEnum, str] = {
            RandomGrabs.ALL_DRAW: "All suits count",
            RandomGrabs.OUTSIDERS_PLAY: "Others beat the card drawn",
        }
        yield _house_pick("ufg_random", "With a random tie-break", how, options.ufg_random, ties.ALL_DRAW)


def _house_pick(name: str, label: str, words: Mapping[StrEnum, str], chosen: StrEnum, rule: Rule) -> OptionField:
    return _which(name, label, words, chosen, rule, _HOUSE)


def _which(
    name: str, label: str, words: Mapping[StrEnum, str], chosen: StrEnum, rule: Rule, section: str
) -> OptionField:
    choices = tuple(Choice(value.value, word) for value, word in words.items())
    return OptionField(Pick(name, label, choices, chosen.value), rule.text, rule, section, house=section == _HOUSE)
