"""What a table agrees on before Recruit begins; the defaults are the rules as printed."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.scores import Seat


class Level(StrEnum):
    """How much of a hand is entered."""

    COUNTS = "counts"  # the piles at the end
    TRICKS = "tricks"  # the winner of every trick, and the faces in it
    CARDS = "cards"  # every card


class PileCount(StrEnum):
    """In what the piles are counted (RT-090)."""

    TRICKS = "tricks"
    CARDS = "cards"


class MatchMode(StrEnum):
    """What the four points of a matching card are (RT-R03)."""

    INSTEAD = "instead"
    ADDITIONAL = "additional"


class JokerFollow(StrEnum):
    """Whether the joker may be played by somebody who could follow (RT-R01)."""

    STRICT = "strict"
    FREE = "free"


class JokerLead(StrEnum):
    """Which suit is to be followed after a joker was led (RT-R02)."""

    NONE = "none"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Options:
    """Who deals first, how much is entered, and the rulings on what the rulebook leaves open."""

    first_dealer: Seat = Seat(0)  # noqa: RUF009  # a seat is a plain number
    level: Level = Level.COUNTS
    pile_count: PileCount = PileCount.TRICKS
    match_mode: MatchMode = MatchMode.INSTEAD
    joker_follow: JokerFollow = JokerFollow.STRICT
    joker_lead: JokerLead = JokerLead.NONE
