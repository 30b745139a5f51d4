"""The start of a session, and its set-up form."""

from collections.abc import Iterator
from typing import Final

from scoring.contract.game import OptionField, Preset, Table
from scoring.contract.rulebook import Rule
from scoring.games.faction_wars import battle, bidding, collecting, counting, passes, phases, score
from scoring.games.faction_wars.cards import BOX, PASS_CARDS
from scoring.games.faction_wars.entry import LEVELS
from scoring.games.faction_wars.options import ActionsGo, Bids, Exhaust, Level, NamedBonus, Options, TieWin, WarEnd
from scoring.games.faction_wars.state import Holding, State, Stock
from scoring.kit.rulings import Ruling, ask_house_rulings, ask_option
from scoring.kit.seats import check_table_size

COMPANY: Final = Rule("FW-003", "Two to five people can play.", "Game end")

PLAYERS: Final = range(2, 6)
_FEWER: Final = Ruling("fewer_battles", "Fewer Battles", {}, passes.FEWER)
_BIDS: Final = Ruling(
    "bids",
    "Bids are entered",
    {Bids.TURNED: "When turned over", Bids.SEALED: "At once, sealed by the app"},
    bidding.SECRET,
)
_RULINGS: Final = (
    Ruling(
        "exhaust",
        "A tied player without cards",
        {Exhaust.DROP_OUT: "Drops out", Exhaust.UNCLAIMED: "Ends it: nobody collects"},
        battle.EXHAUSTED,
    ),
    Ruling(
        "war_end",
        "War is Over in a refill",
        {WarEnd.PLAY_ROUND: "One more round", WarEnd.STOP: "The game ends at once"},
        passes.CURRENT_ROUND,
    ),
    Ruling(
        "actions_go",
        "Actions from the line-up go to",
        {ActionsGo.BATTLE_DISCARD: "Your own discard pile", ActionsGo.RECRUIT_DISCARD: "The recruit deck's"},
        collecting.ACTIONS_GO,
    ),
    Ruling(
        "named_bonus",
        "Gatling Gun and the like score for",
        {NamedBonus.OWNED: "Their owner", NamedBonus.DISPLAYED: "Everybody, while displayed"},
        score.WHO_OWNS,
    ),
    Ruling(
        "tie_win",
        "Equal totals",
        {TieWin.SHARED: "Share the win", TieWin.MOST_RECRUITS: "Most recruits win"},
        counting.TIE,
    ),
)


def open_table(table: Table, options: Options) -> State:
    """Open a session before its first line-up; RuleViolation if the table is too small or too large."""
    check_table_size(table, PLAYERS, "Faction Wars", COMPANY)
    final = options.level is Level.FINAL
    holdings = (Holding(),) * len(table.names)
    state = State(table, options, options.level, phases.CountingCards(), holdings, Stock(PASS_CARDS), partial=final)
    return state if final else passes.begin_round(state)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    return (*_game(table, options), *ask_house_rulings(_RULINGS, options))


def _game(table: Table, options: Options) -> Iterator[OptionField]:
    yield LEVELS.ask_option(options.level, "Can be changed during the game.", BOX)
    players = len(table.names)
    yield ask_option(_FEWER, options, f"{players + 1} positions instead of {players}: at least one gets no bid.")
    yield ask_option(_BIDS, options, seals=True)


def presets(players: int) -> tuple[Preset[Options], ...]:
    """A preset for each level, one for sealed bids, and the printed variation."""
    levels = LEVELS.presets(
        lambda level: Options(level=level),
        {
            Level.FINAL: ("Just play; count the cards once at the end.", score.SCORE),
            Level.ROUNDS: ("Bids, battles and collected cards; points as they come.", bidding.TOGETHER),
            Level.REFEREE: ("You enter the line-up too; the app resolves the bids.", passes.REFILL),
        },
    )
    sealed, fewer = Options(Level.ROUNDS, bids=Bids.SEALED), Options(Level.ROUNDS, fewer_battles=True)
    return (
        *levels,
        Preset("sealed", "Sealed on this phone", sealed, "Without bid cards: pass the phone around.", bidding.SECRET),
        Preset("fewer", "Fewer Battles", fewer, f"{players + 1} positions for {players} players.", passes.FEWER),
    )
