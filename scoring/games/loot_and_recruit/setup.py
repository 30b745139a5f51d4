"""The start of a session, and its set-up form."""

from collections.abc import Iterator
from typing import Final

from scoring.contract.game import OptionField, Preset, Table
from scoring.contract.rulebook import Rule
from scoring.games.loot_and_recruit import attacks, days, line_ups, score, supply
from scoring.games.loot_and_recruit.entry import LEVELS, starter_holdings
from scoring.games.loot_and_recruit.options import AttackCost, FirstPlayer, Level, Options, SergeantRule, TieWin
from scoring.games.loot_and_recruit.own_cards import POOL
from scoring.games.loot_and_recruit.platforms import PLACE
from scoring.games.loot_and_recruit.state import PLATFORMS, State
from scoring.kit.rulings import GAME, Ruling, ask_house_rulings, ask_option
from scoring.kit.seats import check_player, check_table_size

COMPANY: Final = Rule("LR-002", "Two to five people can play.", "Box")
FIRST: Final = Rule("LR-018", "The first player is drawn by lot.", "Setup")

PLAYERS: Final = range(2, 6)
_LINE_UPS: Final = Ruling("line_ups", "The line-up is entered, card by card", {}, supply.CROWD)
_RULINGS: Final = (
    Ruling(
        "first_player",
        "The First Player card",
        {FirstPlayer.FIXED: "Stays", FirstPlayer.ROTATES: "Moves on each round"},
        days.FIRST_PLAYER,
    ),
    Ruling(
        "attack_cost",
        "An attack costs",
        {AttackCost.DEFENSE: "The target's defense", AttackCost.ALL: "All attack power"},
        attacks.USES,
    ),
    Ruling(
        "sergeant",
        "A Sergeant's attack hits",
        {SergeantRule.ALL_DIFFERENT: "Nobody twice", SergeantRule.PREVIOUS: "Not the last one again"},
        attacks.WHO,
    ),
    Ruling("shield_first", "A Shield Bearer has to fall first", {}, attacks.BENEATH),
    Ruling("trio_return", "A trashed Troublesome Trio goes back to its pile", {}, supply.TRIO_BACK),
    Ruling(
        "tie_win",
        "Equal scores",
        {
            TieWin.SHARED: "Share the win",
            TieWin.LAST_CHECKPOINT: "The last checkpoint",
            TieWin.MOST_GOBLINS: "Most goblins",
        },
        score.TIE,
    ),
)


def open_table(table: Table, options: Options) -> State:
    """Open a session before its first event; RuleViolation for a table size or first player the game does not allow."""
    check_table_size(table, PLAYERS, "Loot & Recruit", COMPANY)
    check_player(table, options.first_seat, FIRST, field="first_seat")
    stacks = tuple(((),) * PLATFORMS for _ in table.seats)
    holdings = starter_holdings(len(table.names)) if options.level is Level.REFEREE else ()
    state = State(table, options, options.level, stacks, supply.initial_supply(), holdings, first=options.first_seat)
    return line_ups.reset(state)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The whole form, for the players and the options so far."""
    return (*_game(table, options), *ask_house_rulings(_RULINGS, options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    first = table.pick_seat("first_seat", "First player", likely=options.first_seat, by_chance="Pick at random")
    yield OptionField(first, "Has the first turn of the first round.", FIRST, GAME)
    yield LEVELS.ask_option(options.level, "Can be changed between two rounds.", days.ROUND)
    if options.level is not Level.CHECKPOINTS:
        where = "the Crowd and the Shop" if options.level is Level.REFEREE else "the Crowd"
        yield ask_option(_LINE_UPS, options, f"Only the cards in {where} can be taken; a tap or two more.")


def presets(players: int) -> tuple[Preset[Options], ...]:
    return LEVELS.presets(
        lambda level: Options(level=level),
        {
            Level.CHECKPOINTS: ("Just play; count points three times.", days.CHECKPOINT),
            Level.STACKS: (f"Enter the goblins of {14 * players} turns; the app adds up the points.", PLACE),
            Level.REFEREE: ("Cards, powers and costs too; the app checks them.", POOL),
        },
    )
