"""The set-up: who can play, what everybody begins with, and the form of the rulings."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from scoring.game import OptionField, Table
from scoring.loot_and_recruit import attacks, days, offer, score, supply
from scoring.loot_and_recruit.entry import LEVELS, starters
from scoring.loot_and_recruit.options import AttackCost, FirstPlayer, Level, Options, SergeantRule, TieWin
from scoring.loot_and_recruit.state import PLATFORMS, State
from scoring.prompts import Choice, Flag, Pick
from scoring.rulebook import Rule, require

COMPANY: Final = Rule("LR-002", "Two to five people can play.", "Box")
UNUSED: Final = Rule("LR-011", "Starter cards nobody needs are out of the game.", "Setup")
FIRST: Final = Rule("LR-018", "The first player is drawn by lot.", "Setup")
PLATFORM: Final = Rule("LR-019", "Everybody has three platforms, empty at first.", "Building goblin stacks")

PLAYERS: Final = range(2, 6)
_GAME: Final = "Game"
_HOUSE: Final = "House rulings"


def open_table(table: Table, options: Options) -> State:
    """The session before its first event; raises RuleViolation for a table that is too small or too large."""
    players = len(table.names)
    message = f"Loot & Recruit is for {PLAYERS[0]} to {PLAYERS[-1]} players; here are {players}."
    require(players in PLAYERS, COMPANY, message, code="PLAYERS")
    known = 0 <= options.first_seat < players
    require(known, FIRST, "The first player is one of those at the table.", field="first_seat")
    stacks = tuple(((),) * PLATFORMS for _ in table.seats)
    holdings = starters(players) if options.level is Level.REFEREE else ()
    return offer.begun(State(table, options, options.level, stacks, supply.fresh(), holdings, first=options.first_seat))


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The whole form, for those who play and what is chosen so far."""
    return (*_game(table, options), *_house(options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    players = tuple(Choice(seat, table.names[seat]) for seat in table.seats)
    first = Pick("first_seat", "First player", players, options.first_seat, by_chance="Draw", seats=True)
    yield OptionField(first, "Has the first turn of the first round.", FIRST, _GAME)
    levels = tuple(Choice(level.value, label, text=text) for level, label, text in LEVELS)
    level = Pick("level", "What is entered", levels, options.level.value)
    yield OptionField(level, "Can be changed between two rounds.", days.ROUND, _GAME)
    if options.level is not Level.CHECKPOINTS:
        where = "the Crowd and the Shop" if options.level is Level.REFEREE else "the Crowd"
        line_ups = Flag("line_ups", "The line-up is entered, card by card", options.line_ups)
        yield OptionField(line_ups, f"Only what lies in {where} can be taken; a tap or two more.", supply.CROWD, _GAME)


def _house(options: Options) -> Iterator[OptionField]:
    yield _which(
        "first_player",
        "The First Player card",
        {FirstPlayer.FIXED: "Stays", FirstPlayer.ROTATES: "Moves on every round"},
        options.first_player,
        days.FIRST_PLAYER,
    )
    yield _which(
        "attack_cost",
        "An attack uses",
        {AttackCost.DEFENSE: "The target's defense", AttackCost.ALL: "All attack power"},
        options.attack_cost,
        attacks.USES,
    )
    yield _which(
        "sergeant",
        "A Sergeant's attack hits",
        {SergeantRule.ALL_DIFFERENT: "Nobody twice", SergeantRule.PREVIOUS: "Not the last one again"},
        options.sergeant,
        attacks.WHO,
    )
    shield = Flag("shield_first", "A Shield Bearer has to fall first", options.shield_first)
    yield OptionField(shield, attacks.BENEATH.text, attacks.BENEATH, _HOUSE, house=True)
    trio = Flag("trio_return", "A trashed Troublesome Trio goes back to its pile", options.trio_return)
    yield OptionField(trio, supply.TRIO_BACK.text, supply.TRIO_BACK, _HOUSE, house=True)
    yield _which(
        "tie_win",
        "Equal scores",
        {
            TieWin.SHARED: "Share the win",
            TieWin.LAST_CHECKPOINT: "The last checkpoint",
            TieWin.MOST_GOBLINS: "Most goblins",
        },
        options.tie_win,
        score.TIE,
    )


def _which(name: str, label: str, words: Mapping[StrEnum, str], chosen: StrEnum, rule: Rule) -> OptionField:
    choices = tuple(Choice(value.value, word) for value, word in words.items())
    return OptionField(Pick(name, label, choices, chosen.value), rule.text, rule, _HOUSE, house=True)
