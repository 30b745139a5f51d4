"""The starter decks, and changing the level."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule, require
from scoring.games.loot_and_recruit import days, line_ups, supply
from scoring.games.loot_and_recruit.memory import BAG, CHOW, SCRAPS, SHINIES
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import PLATFORMS, Flip, Holding, Open, State
from scoring.kit.levels import CURRENT, Levels

STARTERS: Final = Rule(
    "LR-010", "A starter deck: 4 Money Bag, 4 Table Scraps, a Box O' Shinies, a Pile O' Chow.", "Setup"
)

HAND: Final = 5
_TOO_LATE: Final = "Entering every card is possible only from the first round on."
STARTER_DECK: Final = tuple(sorted((SHINIES, *(BAG,) * 4, CHOW, *(SCRAPS,) * 4)))
LEVELS: Final = Levels(
    (
        (Level.CHECKPOINTS, "Three checkpoints", "The rounds, and everybody's points three times."),
        (Level.STACKS, "The stacks", "Every goblin that comes, falls or moves."),
        (Level.REFEREE, "Every card", "Cards played and bought as well; the app checks powers and costs."),
    )
)


def starter_holdings(players: int) -> tuple[Holding, ...]:
    """Everybody's starter deck with its first hand."""
    return (Holding(STARTER_DECK, HAND),) * players


def can_change_level(state: State) -> bool:
    """Whether the level may change: between two rounds."""
    return isinstance(state.phase, Flip | Open)


@dataclass(frozen=True, slots=True)
class LevelChosen(Event[State]):
    """The level from here on."""

    level: Level

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_change_level(state), days.ROUND, "The level changes between two rounds; finish this one first.")
        reason = _why_not_level(state, self.level)
        require(not reason, STARTERS if reason == _TOO_LATE else days.ROUND, reason, field="level")
        changed = line_ups.reset(replace(state, level=self.level, holdings=()), line_ups.entered_rows(state))
        match self.level:
            case Level.CHECKPOINTS:
                empty = tuple(((),) * PLATFORMS for _ in state.table.seats)
                return replace(changed, stacks=empty, supply=supply.initial_supply(), behind=False)
            case Level.STACKS:
                behind = state.level is Level.CHECKPOINTS and not _is_fresh(state)
                return replace(changed, behind=behind)
            case Level.REFEREE:
                return replace(changed, holdings=starter_holdings(state.players))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Entered from here on: {LEVELS.label(self.level)}"


def _is_fresh(state: State) -> bool:
    """Whether no event was flipped and no goblin is on a platform yet."""
    return state.number == 1 and isinstance(state.phase, Flip) and not any(map(any, state.stacks))


def _why_not_level(state: State, level: Level) -> str:
    if level is state.level:
        return CURRENT
    return _TOO_LATE if level is Level.REFEREE and not _is_fresh(state) else ""


def level_question(state: State) -> Prompt:
    when = "Goblins already on platforms are added once by hand." if state.level is Level.CHECKPOINTS else ""
    return LEVELS.ask_change(LevelChosen.kind, partial(_why_not_level, state), rule=days.ROUND, help=when)
