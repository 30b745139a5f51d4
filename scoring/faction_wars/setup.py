"""The set-up: who can play, and the form of the variation and the rulings."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from scoring.faction_wars import battle, bidding, collecting, counting, passes, score
from scoring.faction_wars.cards import BOX, PASS_CARDS
from scoring.faction_wars.entry import LEVELS
from scoring.faction_wars.options import ActionsGo, Bids, Exhaust, Level, NamedBonus, Options, TieWin, WarEnd
from scoring.faction_wars.state import CountingCards, Holding, State, Stock
from scoring.game import OptionField, Table
from scoring.prompts import Choice, Flag, Pick
from scoring.rulebook import Rule, require

COMPANY: Final = Rule("FW-003", "Two to five people can play.", "Game end")

PLAYERS: Final = range(2, 6)
_GAME: Final = "Game"
_HOUSE: Final = "House rulings"


def open_table(table: Table, options: Options) -> State:
    """The session before its first line-up; raises RuleViolation for a table that is too small or too large."""
    players = len(table.names)
    message = f"Faction Wars is for {PLAYERS[0]} to {PLAYERS[-1]} players; here are {players}."
    require(players in PLAYERS, COMPANY, message, code="PLAYERS")
    final = options.level is Level.FINAL
    holdings = (Holding(),) * players
    state = State(table, options, options.level, CountingCards(), holdings, Stock(PASS_CARDS), partial=final)
    return state if final else passes.begin(state)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The whole form, for those who play and what is chosen so far."""
    return (*_game(table, options), *_house(options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    levels = tuple(Choice(level.value, label, text=text) for level, label, text in LEVELS)
    level = Pick("level", "What is entered", levels, options.level.value)
    yield OptionField(level, "Can be changed during the game.", BOX, _GAME)
    fewer = Flag("fewer_battles", "Fewer Battles", options.fewer_battles)
    players = len(table.names)
    text = f"{players + 1} positions in place of {players}: at least one is left alone."
    yield OptionField(fewer, text, passes.FEWER, _GAME)
    yield _which(
        "bids",
        "Bids are entered",
        {Bids.TURNED: "When turned over", Bids.SEALED: "Sealed on this phone"},
        options.bids,
        bidding.SECRET,
        _GAME,
    )


def _house(options: Options) -> Iterator[OptionField]:
    rows: tuple[tuple[str, str, Mapping[StrEnum, str], StrEnum, Rule], ...] = (
        (
            "exhaust",
            "A tied player without cards",
            {Exhaust.DROP_OUT: "Drops out", Exhaust.UNCLAIMED: "Ends it: nobody collects"},
            options.exhaust,
            battle.EXHAUSTED,
        ),
        (
            "war_end",
            "War is Over in a refill",
            {WarEnd.PLAY_ROUND: "One more round", WarEnd.STOP: "The game ends at once"},
            options.war_end,
            passes.CURRENT_ROUND,
        ),
        (
            "actions_go",
            "Actions from the line-up go to",
            {ActionsGo.BATTLE_DISCARD: "The own discard pile", ActionsGo.RECRUIT_DISCARD: "The recruit deck's"},
            options.actions_go,
            collecting.ACTIONS_GO,
        ),
        (
            "named_bonus",
            "Gatling Gun and the like score for",
            {NamedBonus.OWNED: "Their owner", NamedBonus.DISPLAYED: "Everybody, while displayed"},
            options.named_bonus,
            score.WHO_OWNS,
        ),
        (
            "tie_win",
            "Equal totals",
            {TieWin.SHARED: "Share the win", TieWin.MOST_RECRUITS: "Most recruits win"},
            options.tie_win,
            counting.TIE,
        ),
    )
    for name, label, words, chosen, rule in rows:
        yield _which(name, label, words, chosen, rule, _HOUSE)


def _which(
    name: str, label: str, words: Mapping[StrEnum, str], chosen: StrEnum, rule: Rule, section: str
) -> OptionField:
    choices = tuple(Choice(value.value, word) for value, word in words.items())
    return OptionField(Pick(name, label, choices, chosen.value), rule.text, rule, section, house=section == _HOUSE)
