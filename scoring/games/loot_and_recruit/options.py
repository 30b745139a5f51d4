"""The options of Loot & Recruit; the defaults are the printed rules."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.scores import Seat


class Level(StrEnum):
    """How much of the game is entered."""

    CHECKPOINTS = "checkpoints"  # the rounds, and three totals per player
    STACKS = "stacks"  # every goblin that comes, falls or moves
    REFEREE = "referee"  # every card played and bought as well


class FirstPlayer(StrEnum):
    """Whether the First Player card moves (LR-R01)."""

    FIXED = "fixed"
    ROTATES = "rotates"


class AttackCost(StrEnum):
    """How much attack power an attack costs (LR-R02)."""

    DEFENSE = "defense"
    ALL = "all"


class SergeantRule(StrEnum):
    """Which opponents a Sergeant's attack may not hit (LR-R03)."""

    ALL_DIFFERENT = "all_different"
    PREVIOUS = "previous"


class TieWin(StrEnum):
    """How to settle equal totals (LR-R05)."""

    SHARED = "shared"
    LAST_CHECKPOINT = "last_checkpoint"
    MOST_GOBLINS = "most_goblins"


FIRST_SEAT: Final = Seat(0)


@dataclass(frozen=True, slots=True)
class Options:
    """Who begins, how much is entered, and rulings on what the rulebook leaves open.

    With `line_ups`, the face-up cards of the Crowd and the Shop are entered too.
    """

    first_seat: Seat = FIRST_SEAT
    level: Level = Level.CHECKPOINTS
    line_ups: bool = False
    first_player: FirstPlayer = FirstPlayer.FIXED
    attack_cost: AttackCost = AttackCost.DEFENSE
    sergeant: SergeantRule = SergeantRule.ALL_DIFFERENT
    shield_first: bool = False
    trio_return: bool = True
    tie_win: TieWin = TieWin.SHARED
