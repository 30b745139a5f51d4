"""The options of Faction Wars; the defaults are the printed rules."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How much of the game is entered."""

    FINAL = "final"  # the piles after the last round
    ROUNDS = "rounds"  # bids, battles and the cards collected
    REFEREE = "referee"  # the line-up as well


class Bids(StrEnum):
    """How bids are entered."""

    TURNED = "turned"  # when the bid cards are turned over
    SEALED = "sealed"  # on the phone, which is passed around


class Exhaust(StrEnum):
    """What happens when a tied player has no card left (FW-R02)."""

    DROP_OUT = "drop_out"
    UNCLAIMED = "unclaimed"


class WarEnd(StrEnum):
    """When the game ends after War is Over was drawn during a refill (FW-R04)."""

    PLAY_ROUND = "play_round"
    STOP = "stop"


class ActionsGo(StrEnum):
    """Where an action card from the line-up goes after use (FW-R06)."""

    BATTLE_DISCARD = "battle_discard"
    RECRUIT_DISCARD = "recruit_discard"


class NamedBonus(StrEnum):
    """Who scores the four named bonus cards (FW-R07)."""

    OWNED = "owned"
    DISPLAYED = "displayed"


class TieWin(StrEnum):
    """How to settle equal totals (FW-R09)."""

    SHARED = "shared"
    MOST_RECRUITS = "most_recruits"


@dataclass(frozen=True, slots=True)
class Options:
    """How much is entered, the variation, and rulings on what the rulebook leaves open."""

    level: Level = Level.FINAL
    fewer_battles: bool = False
    bids: Bids = Bids.TURNED
    exhaust: Exhaust = Exhaust.DROP_OUT
    war_end: WarEnd = WarEnd.PLAY_ROUND
    actions_go: ActionsGo = ActionsGo.BATTLE_DISCARD
    named_bonus: NamedBonus = NamedBonus.OWNED
    tie_win: TieWin = TieWin.SHARED
