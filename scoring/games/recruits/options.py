"""The options of Recruits; the defaults are the printed rules."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.contract.scores import Seat


class Level(StrEnum):
    """How much of the game is entered."""

    COUNT = "count"  # what everybody has at the end
    LEDGER = "ledger"  # who earned which recruit
    RESOLVER = "resolver"  # the bids, when a recruit is resolved
    REFEREE = "referee"  # every card as it is placed


class Variant(StrEnum):
    """A printed variation (RS-080 to RS-089)."""

    QUICK_GAME = "quick_game"
    BLIND_RECRUIT = "blind_recruit"
    RANDOM_TIEBREAKER = "random_tiebreaker"
    UP_FOR_GRABS = "up_for_grabs"
    PAIRS = "pairs"
    POWERED_ACE = "powered_ace"


class Naming(StrEnum):
    """How a recruit is named in the ledger."""

    RANK = "rank"  # a king
    CARD = "card"  # the king of diamonds


class Reveal(StrEnum):
    """How bids are entered at resolver level."""

    CARDS = "cards"
    TOTALS = "totals"


class SecondTie(StrEnum):
    """How to settle equal tie-break cards if none has the recruit's suit (RS-R04)."""

    REPLAY = "replay"
    RANDOM = "random"


class AceTarget(StrEnum):
    """Whose card a powered ace cancels (RS-R05)."""

    OWNER = "owner"  # its owner chooses
    LEADER = "leader"  # the opponent with the highest total


class BlindSuit(StrEnum):
    """Whether a claim in the covered recruit's own suit counts (RS-R07)."""

    FREE = "free"
    VOID = "void"


class Joiners(StrEnum):
    """Who may join a tie under Up for Grabs (RS-R08)."""

    ALL = "all"
    CLAIMANTS = "claimants"


class RandomGrabs(StrEnum):
    """How Up for Grabs and Random Tiebreaker go together (RS-R10)."""

    ALL_DRAW = "all_draw"
    OUTSIDERS_PLAY = "outsiders_play"


class WinTie(StrEnum):
    """How to settle equal points at the end (RS-R12)."""

    SHARED = "shared"
    KINGS = "kings"
    RECRUITS = "recruits"
    CARD = "card"


class EarlyEnd(StrEnum):
    """When the table may stop before the last recruit (RS-R13)."""

    OVER18 = "over18"
    CLINCHED = "clinched"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Options:
    """Who begins, how much is entered, the variations, and rulings on what the rulebook leaves open."""

    first_player: Seat = Seat(0)  # noqa: RUF009  # a seat is a plain number
    level: Level = Level.COUNT
    variants: tuple[Variant, ...] = ()
    blind_pile: int = 1  # the covered pile of Blind Recruit, from 1
    naming: Naming = Naming.RANK
    reveal: Reveal = Reveal.CARDS
    second_tie: SecondTie = SecondTie.REPLAY
    ace_target: AceTarget = AceTarget.OWNER
    offsuit_ace: bool = False
    blind_suit: BlindSuit = BlindSuit.FREE
    ufg_who: Joiners = Joiners.ALL
    ufg_random: RandomGrabs = RandomGrabs.ALL_DRAW
    win_tie: WinTie = WinTie.SHARED
    early_end: EarlyEnd = EarlyEnd.OVER18
