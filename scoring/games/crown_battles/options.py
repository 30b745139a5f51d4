"""The options of Crown Battles; the defaults are the rules as printed."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import PRINTED, Composition, CrownSuit, Special, check_players
from scoring.kit.trick_taking import Level


class RoundType(StrEnum):
    """The types of rounds (CB-172)."""

    NORMAL = "normal"
    BLIND = "blind"
    LONG_PLAY = "long_play"
    STEALTH = "stealth"
    LEAKED_SUIT = "leaked_suit"
    SPLIT = "split"
    SUIT_PRECISION = "suit_precision"
    MISSIONS = "missions"
    BLIND_MISSIONS = "blind_missions"
    WAGERING = "wagering"
    DUEL_FIGHTS = "duel_fights"
    ALLIANCES = "alliances"
    MISSIONS_ALLIANCES = "missions_alliances"
    SUIT_PRECISION_ALLIANCES = "suit_precision_alliances"


class RoundTypeDraw(StrEnum):
    """Whether a type that was drawn can come again before the others (CB-R54)."""

    NO_REPLACEMENT = "no_replacement_then_reshuffle"
    WITH_REPLACEMENT = "with_replacement"


class Secrets(StrEnum):
    """When secret bids, missions and suits are entered."""

    AT_THE_TABLE = "at_the_table"  # once they are revealed at the table
    SEALED = "sealed"  # at once, and hidden by the app until then


class AbsentSuitSpin(StrEnum):
    """What to do if the spinner shows a suit that is not in the deck (CB-R04)."""

    RESPIN = "respin"
    NO_TRUMP = "no_trump"


class BidCap(StrEnum):
    """How high a bid may go (CB-R06)."""

    TRICKS = "tricks"
    TOKENS = "tokens"


class ScrewComparesWith(StrEnum):
    """The sum the bids may not have with Screw the Dealer (CB-R08)."""

    TRICKS = "tricks"
    CARDS_DEALT = "cards_dealt"


class LeakedReveal(StrEnum):
    """How players choose the suit they show in Leaked Suit (CB-205, CB-209 to CB-212)."""

    TOGETHER = "together"
    CLOCKWISE = "clockwise"
    DEALER = "dealer"
    SPINNER = "spinner"
    RANDOM_CARD = "random_card"


class SplitPartialCredit(StrEnum):
    """What a met half pays next to a missed one (CB-R28)."""

    PER_TRICK = "per_trick"
    FLAT_10 = "flat_10"


class SplitSecondLead(StrEnum):
    """Who leads the second half of The Split (CB-R31)."""

    LEFT_OF_DEALER = "left_of_dealer"
    LAST_WINNER = "last_winner"


class ScrewDoubleMode(StrEnum):
    """How double bids count for Screw the Dealer (CB-R07)."""

    LOW = "low"
    ANY_OVERLAP = "any_overlap"
    IGNORE_DOUBLES = "ignore_doubles"


class AlchemistFrom(StrEnum):
    """The first trick in which an Alchemist's trump is trump (CB-R14)."""

    THIS_TRICK = "this_trick"
    NEXT_TRICK = "next_trick"


class WitchVictimFloor(StrEnum):
    """The lowest total a Witch may leave (CB-R18)."""

    NONE = "none"
    ZERO = "zero"


class ShieldWindow(StrEnum):
    """When a Bubble Shield may be bought (CB-R19)."""

    BEFORE_FIRST_TRICK = "before_first_trick"
    ANY_TIME = "any_time"


class ShieldDuration(StrEnum):
    """How long a Bubble Shield lasts (CB-R19)."""

    ROUND = "round"
    ONE_THEFT = "one_theft"
    GAME = "game"


class FinalTiePoints(StrEnum):
    """Whether a tie-break round adds to the tied totals or replaces the round before it (CB-R25)."""

    ADD = "add"
    REPLACE = "replace"


class FinalTieEligible(StrEnum):
    """Who can win a game that goes into a tie-break round (CB-R25)."""

    ALL = "all"
    TIED_ONLY = "tied_only"


class DuelWinnerBonus(StrEnum):
    """The bonus for a met bid in a duel that others lose (CB-R41)."""

    NONE = "none"
    AS_NORMAL = "as_normal"  # 20, and 10 for a double bid


class DuelNoWinner(StrEnum):
    """What players pay in a duel without a winner (CB-R42)."""

    TRANSFER_ONLY = "transfer_only"  # the difference, to the nearest
    LOSSES_PLUS_TRANSFER = "losses_plus_transfer"  # their loss to the bank, and the difference to the nearest
    PAY_FROM_LOSS = "pay_from_loss"  # their loss: the difference to the nearest, the rest to the bank


class AllianceSoloExpansion(StrEnum):
    """What missions or suits pay a player without an ally (CB-R48)."""

    DOUBLE_ON_SUCCESS = "double_on_success"
    PLAIN = "plain"


class AllianceMissionsBoth(StrEnum):
    """What each ally gets if both missions are achieved (CB-R49)."""

    SUM_EACH = "sum_each"
    OWN_EACH = "own_each"


class WageringFinalPot(StrEnum):
    """Who gets a pot that is left when the game ends (CB-R39)."""

    BANK = "bank"
    SHARE_AMONG_LEADERS = "share_among_leaders"


class MissionsReveal(StrEnum):
    """How missions are revealed before the play (CB-261, CB-270)."""

    IN_ORDER = "in_order"
    TOGETHER = "together"


class SuitPartialCredit(StrEnum):
    """What tricks in a missed suit pay (CB-R32)."""

    PER_SUIT = "per_suit"  # nothing
    MATCHED_TRICKS = "matched_tricks"  # as many as were bid


class SuitZeroDoubleBonus(StrEnum):
    """The points for no trick at all with a double bid on a suit (CB-R33)."""

    FIVE = "5"
    NONE = "0"
    TEN = "10"


class SpaFailPartial(StrEnum):
    """What met suits pay allies who missed another one (CB-R50)."""

    REGULAR = "regular"
    LOSS_ONLY = "loss_only"


@dataclass(frozen=True, slots=True)
class Options:
    """The schedule, the deck, the level of entry and the house rulings.

    An empty schedule means the base table. Parts of the deck that are None are those of the first printed deck that
    matches the other parts; Peasants fill the places that special cards leave.
    """

    schedule: tuple[int, ...] = ()
    lowest: int | None = None
    suits: tuple[CrownSuit, ...] = tuple(CrownSuit)
    golems: int | None = None
    dragons: int | None = None
    peasants: int | None = None
    specials: tuple[Special, ...] = ()
    level: Level = Level.COUNTS
    first_dealer: Seat = Seat(0)  # noqa: RUF009  # a seat is a plain number

    absent_suit_spin: AbsentSuitSpin = AbsentSuitSpin.RESPIN
    bid_cap: BidCap = BidCap.TRICKS
    screw_the_dealer: bool = False
    screw_double_mode: ScrewDoubleMode = ScrewDoubleMode.LOW
    four_colours_allows_none: bool = False
    wizard_affects_kings: bool = True
    summoner_beats_dragon_king: bool = False
    alchemist_from: AlchemistFrom = AlchemistFrom.THIS_TRICK
    bomb_rest_still_plays: bool = True
    thief_optional: bool = True
    witch_victim_floor: WitchVictimFloor = WitchVictimFloor.NONE
    shield_window: ShieldWindow = ShieldWindow.BEFORE_FIRST_TRICK
    shield_duration: ShieldDuration = ShieldDuration.ROUND
    final_tie_points: FinalTiePoints = FinalTiePoints.ADD
    final_tie_eligible: FinalTieEligible = FinalTieEligible.ALL

    pool: tuple[RoundType, ...] = (RoundType.NORMAL,)
    round_type_draw: RoundTypeDraw = RoundTypeDraw.NO_REPLACEMENT
    secrets: Secrets = Secrets.AT_THE_TABLE
    double_on_single_trick: bool = False
    screw_compares_with: ScrewComparesWith = ScrewComparesWith.TRICKS
    blind_double_bids: bool = True
    leaked_reveal: LeakedReveal = LeakedReveal.TOGETHER
    split_partial_credit: SplitPartialCredit = SplitPartialCredit.PER_TRICK
    split_double_bids: bool = True
    split_second_lead: SplitSecondLead = SplitSecondLead.LEFT_OF_DEALER
    duel_winner_bonus: DuelWinnerBonus = DuelWinnerBonus.NONE
    duel_no_winner: DuelNoWinner = DuelNoWinner.TRANSFER_ONLY
    wagering_normal_score: bool = False
    wagering_final_pot: WageringFinalPot = WageringFinalPot.BANK
    missions_reveal: MissionsReveal = MissionsReveal.IN_ORDER
    suit_partial_credit: SuitPartialCredit = SuitPartialCredit.PER_SUIT
    suit_zero_double_bonus: SuitZeroDoubleBonus = SuitZeroDoubleBonus.FIVE
    suit_bid_sum_cap: bool = True
    spa_fail_partial: SpaFailPartial = SpaFailPartial.REGULAR
    alliance_solo_expansion: AllianceSoloExpansion = AllianceSoloExpansion.DOUBLE_ON_SUCCESS
    alliance_missions_both: AllianceMissionsBoth = AllianceMissionsBoth.SUM_EACH

    def deck(self, players: int) -> Composition:
        """Complete the deck from the first printed one that matches the parts that are given (CB-010 to CB-012).

        Only the number of players is checked.
        """
        check_players(players)
        peasants, specials = self.peasants, self.specials
        places = None if peasants is None else peasants + len(specials)
        wanted = (self.lowest, len(self.suits), self.golems, self.dragons, places)
        printed = next((deck for deck in PRINTED[players] if deck.matches(*wanted)), PRINTED[players][0])
        if peasants is None and not specials:
            peasants, specials = printed.default.peasants, printed.default.specials
        return Composition(
            printed.lowest if self.lowest is None else self.lowest,
            self.suits,
            printed.golems if self.golems is None else self.golems,
            printed.dragons if self.dragons is None else self.dragons,
            printed.places - len(specials) if peasants is None else peasants,
            specials,
        )
