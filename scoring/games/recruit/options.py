"""The options of Recruit; the defaults are the rules as printed."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.contract.scores import Seat
from scoring.kit.trick_taking import Level


class PileCount(StrEnum):
    """The unit in which piles are counted (RT-090)."""

    TRICKS = "tricks"
    CARDS = "cards"


class MatchMode(StrEnum):
    """Whether a matching card scores 4 instead of its 1 or in addition to it (RT-R03)."""

    INSTEAD = "instead"
    ADDITIONAL = "additional"


class JokerFollow(StrEnum):
    """Whether a player who could follow suit may play the joker (RT-R01)."""

    STRICT = "strict"
    FREE = "free"


class JokerLead(StrEnum):
    """The suit to follow after a joker was led (RT-R02)."""

    NONE = "none"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Options:
    """The first dealer, the level of entry, and rulings where the rulebook leaves something open."""

    first_dealer: Seat = Seat(0)  # noqa: RUF009  # a seat is a plain number
    level: Level = Level.COUNTS
    pile_count: PileCount = PileCount.TRICKS
    match_mode: MatchMode = MatchMode.INSTEAD
    joker_follow: JokerFollow = JokerFollow.STRICT
    joker_lead: JokerLead = JokerLead.NONE
