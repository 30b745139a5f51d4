"""The fourteen types of rounds: steps before the play, bids, steps after it, and points."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from scoring.contract.cards import KnownCard
from scoring.contract.prompts import UNSET, Grid
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import Trump
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import AbsentSuitSpin, LeakedReveal, MissionsReveal, RoundType, Secrets
from scoring.games.crown_battles.powers.smuggler import SmugglerSwapped
from scoring.games.crown_battles.rounds.blind import BlindBidSealed, BlindBidsSet, BlindBidsTurned, BlindBidsUncovered
from scoring.games.crown_battles.rounds.blind_missions import MissionSealed, MissionsSet, MissionsUncovered
from scoring.games.crown_battles.rounds.duel_fights import DuelsPaired
from scoring.games.crown_battles.rounds.leaked_suit import Shown, SuitCalled, SuitPicked, SuitShown, SuitsShown
from scoring.games.crown_battles.rounds.mission_cards import Mission
from scoring.games.crown_battles.rounds.mission_judging import MissionsJudged
from scoring.games.crown_battles.rounds.missions import MissionKept, MissionPicked, MissionRead, MissionsKept
from scoring.games.crown_battles.rounds.split import Half, SplitBidPlaced
from scoring.games.crown_battles.rounds.suit_precision import SuitBidsPlaced
from scoring.games.crown_battles.rounds.teams import TeamsFormed
from scoring.games.crown_battles.rounds.wagering import ExtrasBet
from scoring.games.crown_battles.trump import TrumpNamed, TrumpSpun
from scoring.kit.trick_taking import Level
from tests.simulators.crown_battles import bids as legal
from tests.simulators.crown_battles import missions, points, powers, tricks
from tests.simulators.crown_battles.bids import Bid
from tests.simulators.crown_battles.table import Hands

_SPINNER = ("none", "yellow", "blue", "red", "green", "choice")
_FAMILY = "golems_and_dragons"
_PICKS = 0.7
"""How often suits and missions are picked in secret, where secrets are sealed."""
_DRAWN = 60
"""How many bids on the suits a dealer tries before nothing is taken to be open."""


class Round:
    """A round with bids as in Normal Bidding; other types override what differs."""

    def __init__(self, hands: Hands) -> None:
        self.round = hands
        self.table = hands.table
        self.rng = hands.table.rng
        self.options = hands.table.options
        self.entering = hands.table.entering
        self.seats = tuple(map(Seat, hands.table.seats))

    def play(self) -> None:
        self._spin()
        powers.buy_shields(self.round, begun=False)
        self.before_bids()
        self.place_bids()
        powers.buy_shields(self.round, begun=False)
        self.after_bids()
        self.round.owned = [[0] * self.table.players for _ in self.round.parts]
        tricks.play_all(self.round, self.count)
        self.after_tricks()
        if self.round.level is Level.COUNTS:
            self.count(len(self.round.parts) - 1)
        else:
            self.entering.tricks_are_over()
        for seat, won in self.score().items():
            self.table.pay(seat, won)

    def needs_trump(self) -> bool:
        return False

    def before_bids(self) -> None:
        """What the type does between the spinner and the bids."""

    def after_bids(self) -> None:
        """What the type does between the bids and the first trick."""

    def after_tricks(self) -> None:
        """What is revealed or judged after the last trick."""

    def count(self, last: int) -> None:
        """The piles of what was played since the last count, up to this part."""
        first = last if self.round.type is RoundType.SPLIT else 0
        chosen = slice(first, last + 1)
        self.entering.piles(self.round.owned[chosen], self.round.parts[chosen])

    def order(self) -> list[int]:
        """Who bids when (CB-070)."""
        return self.round.clockwise

    def place_bids(self) -> None:
        """One bid each, the dealer last (CB-070 to CB-077)."""
        placed: dict[int, Bid] = {}
        for seat in self.order():
            self._smuggle(seat)
            open_to = self._open_bids(seat, placed)
            bid = self.rng.choice(open_to)
            everything = legal.all_bids(self.round.tricks + 1, doubles=True)
            wrong = [other for other in everything if other not in open_to]
            self.entering.try_illegal(
                *(BidPlaced(Seat(seat), other) for other in (*wrong, (1, 3), (2, 2), (-1,))),
                *(BidPlaced(Seat(other), bid) for other in placed),
            )
            self.entering.enter(BidPlaced(Seat(seat), bid))
            placed[seat] = bid
        self.round.bids = [[placed[seat] for seat in self.table.seats]]

    def doubles_are_open(self) -> bool:
        return legal.doubles_are_open(self.options, self.round.dealt, self.round.tricks)

    def ally_doubled(self, seat: int, doubled: Collection[int]) -> bool:
        """Whether a teammate has already bid a double; only one of a team may (CB-333)."""
        team = next((team for team in self.round.groups if seat in team), ()) if self.round.has_teams else ()
        return any(other in doubled for other in team)

    def score(self) -> points.Points:
        return {seat: points.normal(*hand) for seat, hand in enumerate(self.bids_and_tricks())}

    def measured(self, seat: int) -> dict[str, tuple[int, int]]:
        tricks = sum(pile[seat] for pile in self.round.owned)
        misses = [legal.miss(*self.bids_and_tricks(part)[seat]) for part in range(len(self.round.owned))]
        met = (misses.count(0), len(misses))
        return {"tricks": (tricks, self.round.tricks), "bid_met": met, "miss": (sum(misses), 0)}

    def bids_and_tricks(self, part: int = 0) -> list[points.Hand]:
        """Every seat's bid on a part, and the tricks owned there."""
        return list(zip(self.round.bids[part], self.round.owned[part], strict=True))

    def _open_bids(self, seat: int, placed: dict[int, Bid]) -> list[Bid]:
        round, options = self.round, self.options
        high = legal.highest(options, self.table.players, round.tricks)
        doubled = [other for other, bid in placed.items() if len(bid) > 1]
        doubles = self.doubles_are_open() and not self.ally_doubled(seat, doubled)
        open_to = legal.all_bids(high, doubles=doubles)
        last = seat == round.dealer and len(placed) == self.table.players - 1
        if not (options.screw_the_dealer and last):
            return open_to
        target = legal.compared_with(options, round.dealt, round.tricks)
        return legal.open_to_dealer(options, list(placed.values()), open_to, target)

    def _spin(self) -> None:
        """The spinner, again where it has to be, and the dealer's choice (CB-052 to CB-055)."""
        round, suits = self.round, [suit.value for suit in self.options.suits]
        entered = round.level is not Level.COUNTS or self.needs_trump() or self.rng.random() < 0.3
        while True:
            shows = self.rng.choice(_SPINNER)
            absent = shows in _SPINNER[1:5] and shows not in suits
            respun = absent and self.options.absent_suit_spin is AbsentSuitSpin.RESPIN
            if not respun:
                break
            if entered:
                self.entering.try_illegal(TrumpSpun(Spinner(shows)))
        round.trump = "none" if absent else shows
        if entered:
            if round.level is not Level.COUNTS:
                self.entering.try_illegal(BidPlaced(Seat(round.opening_seat), (0,)))
            self.entering.enter(TrumpSpun(Spinner(shows)))
        if shows == "choice":
            self._name(suits, entered=entered)
        round.spun = round.trump

    def _name(self, suits: Sequence[str], *, entered: bool) -> None:
        """The dealer names a suit after the four colours (CB-054, CB-R09)."""
        none = ["none"] if self.options.four_colours_allows_none else []
        self.round.trump = self.rng.choice([*suits, *none])
        if entered:
            wrong = {"none", "yellow", "blue", "red", "green"} - {*suits, *none}
            self.entering.try_illegal(*(TrumpNamed(Trump(suit)) for suit in sorted(wrong)))
            self.entering.enter(TrumpNamed(Trump(self.round.trump)))

    def _smuggle(self, seat: int) -> None:
        """Whoever holds the Smuggler may swap a card with the pile before bidding (CB-128)."""
        round = self.round
        has_smuggler = "smuggler" in (*round.hands[seat], *(round.second_hands[seat] if round.second_hands else ()))
        if not has_smuggler or not round.pile or "smuggler" not in round.hands[seat] or self.rng.random() < 0.4:
            return
        self.entering.enter(SmugglerSwapped(Seat(seat)))
        hand, pile = round.hands[seat], round.pile
        own = self.rng.choice([n for n, card in enumerate(hand) if card != "smuggler"] or [0])
        other = self.rng.randrange(len(pile))
        hand[own], pile[other] = pile[other], hand[own]


class LeakedSuit(Round):
    """Everybody shows a suit before the bids (CB-205 to CB-214)."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self.guessing: set[Seat] = set()
        """Players without a suit to show, who name one all the same."""

    def before_bids(self) -> None:
        match self.options.leaked_reveal:
            case LeakedReveal.TOGETHER:
                shown = tuple((Seat(seat), self._choice(seat)) for seat in self.round.clockwise)
                wrong = ((shown[0][0], Shown.PEASANTS), *shown[1:])
                self.entering.try_illegal(SuitsShown(wrong), BidPlaced(shown[0][0], (0,)))
                if self.options.secrets is Secrets.SEALED and self.rng.random() < _PICKS:
                    self._pick(shown)
                else:
                    self.entering.enter(SuitsShown(shown))
            case LeakedReveal.CLOCKWISE | LeakedReveal.RANDOM_CARD:
                for seat in self.round.clockwise:
                    self.entering.try_illegal(SuitShown(Seat(seat), Shown.SPECIALS))
                    self.entering.enter(SuitShown(Seat(seat), self._choice(seat)))
            case LeakedReveal.DEALER:
                self.entering.try_illegal(SuitCalled(Shown.PEASANTS))
                self.entering.enter(SuitCalled(self._choice(self.round.dealer)))
            case LeakedReveal.SPINNER:
                self.entering.try_illegal(SuitCalled(Shown.FAMILY), BidPlaced(Seat(self.round.opening_seat), (0,)))
                self.entering.enter(SuitCalled(Shown(self.rng.choice([suit.value for suit in self.options.suits]))))

    def _pick(self, shown: tuple[tuple[Seat, Shown], ...]) -> None:
        """Everybody picks in secret, in any order (CB-205)."""
        for seat, suit in self.rng.sample(shown, len(shown)):
            event = SuitPicked(self.round.number, seat, suit)
            self.entering.try_illegal(replace(event, suit=Shown.SPECIALS), BidPlaced(seat, (0,)))
            self.entering.enter(event)
            self.entering.try_illegal(event, SuitsShown(shown))
            if self._is_secret():
                self.entering.check_secret(event, replace(event, suit=Shown.FAMILY))

    def _is_secret(self) -> bool:
        return bool(GAME.sealed(self.entering.session.state))

    def after_tricks(self) -> None:
        notices = GAME.view(self.entering.session.state).notices
        accused = {notice.seat for notice in notices if notice.code == "W_REVEAL_SUIT"}
        self.entering.check("who is accused of a suit not held", accused - self.guessing, set())

    def _choice(self, seat: int) -> Shown:
        """A suit of the hand, or any suit of the deck where the hand has none (CB-206, CB-207)."""
        hand = self.round.hands[seat]
        suits = {card.split("-")[0] for card in hand if "-" in card}
        if any(card in ("golem", "dragon", "golem_king", "dragon_king") for card in hand):
            suits.add(_FAMILY)
        if not suits and self.options.leaked_reveal is not LeakedReveal.DEALER:
            self.guessing.add(Seat(seat))
        return Shown(self.rng.choice(sorted(suits) or [suit.value for suit in self.options.suits]))


class Blind(Round):
    """Bids nobody sees before the last trick (CB-185 to CB-187)."""

    def place_bids(self) -> None:
        placed: dict[int, Bid] = {}
        open_to = self._blind_bids()
        sealed = self.options.secrets is Secrets.SEALED
        for seat in self.round.clockwise:
            placed[seat] = self.rng.choice(open_to)
            self._smuggle(seat)
            if sealed:
                self.entering.try_illegal(BlindBidSealed(self.round.number, Seat(seat), (self.round.tricks + 1,)))
                event = BlindBidSealed(self.round.number, Seat(seat), placed[seat])
                self.entering.enter(event)
                self.entering.check_secret(event, replace(event, bid=self.rng.choice(open_to)))
        if not sealed:
            self.entering.enter(BlindBidsSet())
        self.round.bids = [[placed[seat] for seat in self.table.seats]]

    def doubles_are_open(self) -> bool:
        return self.options.blind_double_bids and super().doubles_are_open()

    def after_tricks(self) -> None:
        if self.options.secrets is Secrets.SEALED:
            self.entering.enter(BlindBidsUncovered())
            return
        shown = tuple(zip(self.seats, self.round.bids[0], strict=True))
        self.entering.try_illegal(BlindBidsTurned(((shown[0][0], (self.round.tricks + 1,)), *shown[1:])))
        self.entering.enter(BlindBidsTurned(shown))

    def _blind_bids(self) -> list[Bid]:
        high = legal.highest(self.options, self.table.players, self.round.tricks)
        return legal.all_bids(high, doubles=self.doubles_are_open())


class Split(Round):
    """Two hands, two bids (CB-215 to CB-224)."""

    def place_bids(self) -> None:
        first, last = self.round.ends
        sizes = (first, last - first)
        placed: list[list[Bid]] = [[], []]
        said: dict[int, tuple[Bid, Bid]] = {}
        for seat in self.round.clockwise:
            self._smuggle(seat)
            open_to = [self._half_bids(seat, sizes[part], placed[part]) for part in (0, 1)]
            both = (self.rng.choice(open_to[0]), self.rng.choice(open_to[1]))
            for part in (0, 1):
                placed[part].append(both[part])
                wrong = [bid for bid in legal.all_bids(sizes[part] + 1, doubles=True) if bid not in open_to[part]]
                bad = [(bid, both[1]) if part == 0 else (both[0], bid) for bid in wrong]
                self.entering.try_illegal(*(self._event(seat, pair) for pair in bad))
            self.entering.try_illegal(SplitBidPlaced(Seat(seat), ((Half.FIRST, both[0]),)))
            self.entering.enter(self._event(seat, both))
            said[seat] = both
        self.round.bids = [[said[seat][part] for seat in self.table.seats] for part in (0, 1)]

    def score(self) -> points.Points:
        halves = [self.bids_and_tricks(part) for part in (0, 1)]
        for (start, end), pile in zip(((0, self.round.ends[0]), self.round.ends), self.round.owned, strict=True):
            won = self.round.winners[start:end]
            assert sum(pile) == len(won) - won.count(None), "the tricks of a half add up"
        return {seat: points.split(self.options, [half[seat] for half in halves]) for seat in self.table.seats}

    def _event(self, seat: int, both: Sequence[Bid]) -> SplitBidPlaced:
        return SplitBidPlaced(Seat(seat), tuple(zip((Half.FIRST, Half.SECOND), both, strict=True)))

    def _half_bids(self, seat: int, size: int, placed: list[Bid]) -> list[Bid]:
        """What may be bid on one half; a half with one trick takes no doubles (CB-R05, CB-R30)."""
        options, round = self.options, self.round
        doubles = options.split_double_bids and legal.doubles_are_open(options, round.dealt, size)
        open_to = legal.all_bids(legal.highest(options, self.table.players, size), doubles=doubles)
        if not (options.screw_the_dealer and seat == round.dealer):
            return open_to
        return legal.open_to_dealer(options, placed, open_to, size)


class SuitPrecision(Round):
    """A bid on every suit (CB-230 to CB-244)."""

    def place_bids(self) -> None:
        placed: dict[int, tuple[Bid, ...]] = {}
        for seat in self.round.clockwise:
            self._smuggle(seat)
            bid = self._suit_bids(seat, placed)
            self.entering.try_illegal(*(self._event(seat, other) for other in self._wrong(seat, placed, bid)))
            self.entering.enter(self._event(seat, bid))
            placed[seat] = bid
        parts = range(len(self.round.parts))
        self.round.bids = [[placed[seat][part] for seat in self.table.seats] for part in parts]

    def score(self) -> points.Points:
        return {seat: points.suits(self.options, self.suits_of(seat)) for seat in self.table.seats}

    def measured(self, seat: int) -> dict[str, tuple[int, int]]:
        together = self.suits_of(seat)
        miss = sum(legal.miss(bid, won) for bid, won in together)
        tricks = sum(pile[seat] for pile in self.round.owned)
        return {"tricks": (tricks, self.round.tricks), "bid_met": (int(not miss), 1), "miss": (miss, 0)}

    def suits_of(self, seat: int) -> list[points.Hand]:
        return [(said[seat], won[seat]) for said, won in zip(self.round.bids, self.round.owned, strict=True)]

    def may_double(self, seat: int, placed: dict[int, tuple[Bid, ...]]) -> bool:
        doubled = [other for other, said in placed.items() if any(len(bid) > 1 for bid in said)]
        return self.doubles_are_open() and not self.ally_doubled(seat, doubled)

    def _event(self, seat: int, bid: Sequence[Bid]) -> SuitBidsPlaced:
        said = list(zip(self.options.suits, bid, strict=True))
        doubled = tuple(suit for suit, numbers in said if len(numbers) > 1)
        return SuitBidsPlaced(Seat(seat), tuple((suit, numbers[0]) for suit, numbers in said), doubled)

    def _suit_bids(self, seat: int, placed: dict[int, tuple[Bid, ...]]) -> tuple[Bid, ...]:
        """Random legal bids on all suits, those the dealer may not say left out."""
        drawn = [self._any_suit_bids(seat, placed) for _ in range(_DRAWN)]
        return next((bid for bid in drawn if not self._is_closed(seat, placed, bid)), drawn[0])

    def _any_suit_bids(self, seat: int, placed: dict[int, tuple[Bid, ...]]) -> tuple[Bid, ...]:
        """Random bids on all suits that anybody but the dealer might say."""
        round, capped = self.round, self.options.suit_bid_sum_cap
        high = legal.highest(self.options, self.table.players, round.tricks)
        left = round.tricks
        bid: list[Bid] = []
        for _ in self.options.suits:
            number = self.rng.choice((0, self.rng.randint(0, min(high, left) if capped else high)))
            left -= number if capped else 0
            double = self.may_double(seat, placed) and number < high and self.rng.random() < 0.3
            bid.append((number, number + 1) if double else (number,))
        self.rng.shuffle(bid)
        return tuple(bid)

    def _is_closed(self, seat: int, placed: dict[int, tuple[Bid, ...]], bid: Sequence[Bid]) -> bool:
        """Whether Screw the Dealer bars these bids: all bids on all suits are added (CB-244, CB-R08)."""
        last = seat == self.round.dealer and len(placed) == self.table.players - 1
        if not (self.options.screw_the_dealer and last):
            return False
        others = [bid for bids in placed.values() for bid in bids]
        return legal.suits_closed_to_dealer(self.options, others, bid, self.round.tricks)

    def _wrong(self, seat: int, placed: dict[int, tuple[Bid, ...]], bid: tuple[Bid, ...]) -> list[tuple[Bid, ...]]:
        """Bids on all suits that have to be refused."""
        tricks = self.round.tricks
        wrong: list[tuple[Bid, ...]] = [((tricks + 1,), *bid[1:])]
        if not self.may_double(seat, placed):
            wrong.append(((0, 1), *((0,) for _ in bid[1:])))
        if self.options.suit_bid_sum_cap:
            wrong.append(((tricks,), (1,), *((0,) for _ in bid[2:])))
        if not self._is_closed(seat, placed, bid):
            drawn = [self._any_suit_bids(seat, placed) for _ in range(5)]
            wrong += [other for other in drawn if self._is_closed(seat, placed, other)]
        return wrong


class Wagering(Round):
    """A pot for those who are right (CB-285 to CB-297)."""

    def doubles_are_open(self) -> bool:
        return False

    def after_bids(self) -> None:
        extras = [self.rng.choice((0, 0, 10, 20)) for _ in self.seats]
        by_seat = tuple(zip(self.seats, extras, strict=True))
        self.entering.try_illegal(ExtrasBet(((Seat(0), 15), *by_seat[1:])), ExtrasBet(((Seat(0), 30), *by_seat[1:])))
        self.entering.enter(ExtrasBet(by_seat))
        self.extras = extras
        self.round.staked = [points.STAKE + extra for extra in extras]

    def score(self) -> points.Points:
        pot = self.table.pot + points.STAKE * self.table.players
        paid, self.table.pot = points.wagering(self.options, pot, self.bids_and_tricks(), self.extras)
        return paid


class Duels(Round):
    """Fights of two, and one of three where the number is odd (CB-305 to CB-320)."""

    def before_bids(self) -> None:
        groups = random_groups(self.round, extra=3)
        self.round.groups = tuple(tuple(sorted(group, key=self.round.clockwise.index)) for group in groups)
        seats = [seat for group in groups for seat in group]
        wrong = (tuple(map(Seat, seats[:1])), tuple(map(Seat, seats[1:])))
        self.entering.try_illegal(DuelsPaired(wrong), BidPlaced(Seat(self.round.opening_seat), (0,)))
        self.entering.enter(DuelsPaired(tuple(tuple(map(Seat, group)) for group in groups)))

    def order(self) -> list[int]:
        """Fight by fight, each beginning with the player next after the dealer (CB-307, CB-R46)."""
        fights = sorted(self.round.groups, key=lambda fight: self.round.clockwise.index(fight[0]))
        return [seat for fight in fights for seat in fight]

    def score(self) -> points.Points:
        hands = self.bids_and_tricks()
        fights = [points.duel(self.options, fight, hands) for fight in self.round.groups]
        return {seat: won for fight in fights for seat, won in fight.items()}


class Alliances(Round):
    """Teams of two add up their bids (CB-330 to CB-343)."""

    def before_bids(self) -> None:
        form_teams(self.round)

    def measured(self, seat: int) -> dict[str, tuple[int, int]]:
        team = next(team for team in self.round.groups if seat in team)
        hands = [self.bids_and_tricks()[other] for other in team]
        low, high = (sum(bid[end] for bid, _ in hands) for end in (0, -1))
        miss = legal.miss((low, high), sum(won for _, won in hands))
        tricks = (self.round.owned[0][seat], self.round.tricks)
        return {"tricks": tricks, "bid_met": (int(not miss), 1), "miss": (miss, 0)}

    def score(self) -> points.Points:
        hands = self.bids_and_tricks()
        return {seat: points.alliance(team, hands) for team in self.round.groups for seat in team}


class SuitAlliances(SuitPrecision):
    """Suit Precision in teams (CB-360 to CB-365)."""

    def before_bids(self) -> None:
        form_teams(self.round)

    def measured(self, seat: int) -> dict[str, tuple[int, int]]:
        team = next(team for team in self.round.groups if seat in team)
        hands = [self.suits_of(other) for other in team]
        miss = 0
        for suit in range(len(self.round.parts)):
            low, high = (sum(hand[suit][0][end] for hand in hands) for end in (0, -1))
            miss += legal.miss((low, high), sum(hand[suit][1] for hand in hands))
        return {"bid_met": (int(not miss), 1), "miss": (miss, 0)}

    def score(self) -> points.Points:
        hands = [self.suits_of(seat) for seat in self.table.seats]
        return {seat: points.suit_alliance(self.options, team, hands) for team in self.round.groups for seat in team}


class Missions(Round):
    """No bids: everybody keeps one of five missions (CB-260 to CB-281)."""

    blind = False

    def needs_trump(self) -> bool:
        return True

    def place_bids(self) -> None:
        """Missions in place of bids, chosen with the trump known (CB-260, CB-276)."""
        self.kept = [self._choose() for _ in self.table.seats]
        self.values = [self._value(mission) for mission in self.kept]
        self.names = [f"Card {self.rng.randrange(99)}" for _ in self.kept]
        if not self.blind:
            self._show()

    def measured(self, seat: int) -> dict[str, tuple[int, int]]:
        return {"mission": (int(self.achieved[seat]), 1)}

    def count(self, last: int) -> None:
        """Piles that are worth nothing are not counted."""

    def after_tricks(self) -> None:
        achieved = [self._achieved(seat) for seat in self.table.seats]
        by_seat = tuple((seat, int(achieved[seat])) for seat in self.seats)
        self.entering.try_illegal(MissionsJudged(by_seat[1:]))
        self._check_detection(achieved)
        self.entering.enter(MissionsJudged(by_seat))
        self.achieved = achieved

    def score(self) -> points.Points:
        return {seat: points.mission(self.values[seat], achieved=self.achieved[seat]) for seat in self.table.seats}

    def _check_detection(self, achieved: Sequence[bool]) -> None:
        """What the app fills in for a printed mission is what happened (CB-278)."""
        prompt = self.entering.session.prompt(MissionsJudged.kind)
        cells = prompt.fields[0].cells if prompt and isinstance(prompt.fields[0], Grid) else ()
        for cell in cells:
            likely = getattr(cell.field, "likely", UNSET)
            if likely is not UNSET and self.kept[int(cell.key)] != missions.OTHER:
                self.entering.check(f"the mission of seat {cell.key}", bool(likely), achieved[int(cell.key)])

    def _show(self) -> None:
        """The missions are shown, one by one or all at once; a card that is not printed is read (CB-261, CB-275)."""
        if self.options.missions_reveal is MissionsReveal.TOGETHER:
            by_seat = tuple((Seat(seat), Mission(self.kept[seat])) for seat in self.round.clockwise)
            self.entering.try_illegal(
                *(MissionsKept(((by_seat[0][0], wrong), *by_seat[1:])) for wrong in self._infeasible())
            )
            if self.options.secrets is Secrets.SEALED and self.rng.random() < _PICKS:
                self._pick(by_seat)
            else:
                self.entering.enter(MissionsKept(by_seat))
            for seat in self.seats:
                self._read(seat)
            return
        for seat in map(Seat, self.round.clockwise):
            self.entering.try_illegal(*(MissionKept(seat, wrong) for wrong in self._infeasible()))
            self.entering.enter(MissionKept(seat, Mission(self.kept[seat])))
            self._read(seat)

    def _pick(self, kept: tuple[tuple[Seat, Mission], ...]) -> None:
        """Everybody picks in secret, in any order (CB-270)."""
        for seat, mission in self.rng.sample(kept, len(kept)):
            event = MissionPicked(self.round.number, seat, mission)
            self.entering.try_illegal(*(replace(event, mission=wrong) for wrong in self._infeasible()))
            self.entering.enter(event)
            self.entering.try_illegal(event, MissionsKept(kept))

    def _read(self, seat: Seat) -> None:
        if self.kept[seat] == missions.OTHER:
            card = KnownCard(self.names[seat])
            self.entering.try_illegal(MissionRead(seat, card, 7))
            self.entering.enter(MissionRead(seat, card, self.values[seat]))

    def _infeasible(self) -> list[Mission]:
        """Missions that have to be exchanged (CB-267, CB-268)."""
        return [mission for mission in Mission if not self._is_feasible(mission.value)]

    def _is_feasible(self, mission: str) -> bool:
        return missions.is_feasible(mission, self.table.players, self.round.dealt, self.round.spun)

    def _choose(self) -> str:
        return self.rng.choice([mission.value for mission in Mission if self._is_feasible(mission.value)])

    def _value(self, mission: str) -> int:
        if mission == missions.OTHER:
            return self.rng.randrange(0, 105, 5)
        value = missions.value(mission, self.table.players, self.round.dealt)
        assert value is not None, "a dash is exchanged"
        return value

    def _achieved(self, seat: int) -> bool:
        """Whether a mission was achieved; random for missions that are not in the rulebook."""
        if self.kept[seat] == missions.OTHER:
            return self.rng.random() < 0.5
        return missions.is_achieved(
            self.kept[seat],
            self.round.owned[0][seat],
            trump_won=seat in self.round.trump_tricks.values(),
            first_won=self.round.winners[0] == seat,
        )


class BlindMissions(Missions):
    """Missions nobody sees before the last trick (CB-280, CB-281)."""

    blind = True

    def before_bids(self) -> None:
        """Nothing."""

    def after_bids(self) -> None:
        if self.options.secrets is not Secrets.SEALED:
            self.entering.enter(MissionsSet())
            return
        for seat in map(Seat, self.round.clockwise):
            self.entering.try_illegal(*(MissionSealed(self.round.number, seat, bad) for bad in self._infeasible()))
            event = MissionSealed(self.round.number, seat, Mission(self.kept[seat]))
            self.entering.enter(event)
            self.entering.check_secret(event, replace(event, mission=self.rng.choice(tuple(Mission))))

    def after_tricks(self) -> None:
        if self.options.secrets is Secrets.SEALED:
            self.entering.enter(MissionsUncovered())
            for seat in map(Seat, self.round.clockwise):
                self._read(seat)
        else:
            self._show()
        super().after_tricks()


class MissionAlliances(Missions):
    """Missions in teams (CB-350 to CB-354)."""

    def before_bids(self) -> None:
        form_teams(self.round)

    def score(self) -> points.Points:
        teams = [points.mission_alliance(self.options, team, self.values, self.achieved) for team in self.round.groups]
        return {seat: won for team in teams for seat, won in team.items()}


def random_groups(round: Hands, extra: int) -> list[list[int]]:
    """Everybody in pairs, and one group of `extra` where the number is odd."""
    seats = list(round.table.seats)
    round.table.rng.shuffle(seats)
    groups = [[seats.pop() for _ in range(extra)]] if len(seats) % 2 else []
    while seats:
        groups.append([seats.pop(), seats.pop()])
    round.table.rng.shuffle(groups)
    return groups


def form_teams(round: Hands) -> None:
    """The dealer forms the teams (CB-334, CB-335)."""
    teams = random_groups(round, extra=1)
    round.groups = tuple(map(tuple, teams))
    seats = [Seat(seat) for team in teams for seat in team]
    alone = tuple((seat,) for seat in seats)
    round.table.entering.try_illegal(TeamsFormed(alone))
    round.table.entering.enter(TeamsFormed(tuple(tuple(map(Seat, team)) for team in teams)))


CLASSES: dict[RoundType, type[Round]] = {
    RoundType.NORMAL: Round,
    RoundType.BLIND: Blind,
    RoundType.LONG_PLAY: Round,
    RoundType.STEALTH: Round,
    RoundType.LEAKED_SUIT: LeakedSuit,
    RoundType.SPLIT: Split,
    RoundType.SUIT_PRECISION: SuitPrecision,
    RoundType.MISSIONS: Missions,
    RoundType.BLIND_MISSIONS: BlindMissions,
    RoundType.WAGERING: Wagering,
    RoundType.DUEL_FIGHTS: Duels,
    RoundType.ALLIANCES: Alliances,
    RoundType.MISSIONS_ALLIANCES: MissionAlliances,
    RoundType.SUIT_PRECISION_ALLIANCES: SuitAlliances,
}
"""Which class plays which type."""
