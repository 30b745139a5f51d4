"""Faction Wars, played with real cards: `python -m tests.simulators.faction_wars --seed N`.

The rules are written anew from the rulebook; of the app's game only its events and options are used. What is printed
on the cards is invented: the rulebook does not tell it.
"""

from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Adjusted, Opened
from scoring.contract.scores import Seat
from scoring.games import GAMES
from scoring.games.faction_wars.actions import ActionDone
from scoring.games.faction_wars.battle import CardRevealed
from scoring.games.faction_wars.bidding import BidSealed, BidsTurned
from scoring.games.faction_wars.bonuses import BonusesDisplayed, BonusesScored
from scoring.games.faction_wars.cards import NamedBonusCard
from scoring.games.faction_wars.collecting import BystanderGiven, CardCollected, CardDrawn
from scoring.games.faction_wars.counting import CardsCounted, RecruitsCounted
from scoring.games.faction_wars.entry import LevelChosen, PilesCounted
from scoring.games.faction_wars.options import ActionsGo, Bids, Exhaust, Level, NamedBonus, Options, TieWin, WarEnd
from scoring.games.faction_wars.passes import CardLaid, DeckEmptied, WarDrawn
from scoring.games.faction_wars.robbing import RecruitRemoved, Robbed
from scoring.games.faction_wars.state import Bonus
from scoring.testing import command
from scoring.testing.session import Session
from tests.simulators.simulated_table import SimulatedTable

GAME: Final = next(game for game in GAMES if game.key == "faction_wars")
COWBOY, NINJA, PIRATE, VIKING, BYSTANDER, ACTION = range(6)
FACTIONS: Final = (COWBOY, NINJA, PIRATE, VIKING)
IN_FACTION: Final = 11
SPECIALS: Final = {"Berserker": VIKING, "Buccaneer": PIRATE, "Gambler": COWBOY, "Kunoichi": NINJA}
PAYS_FOR: Final = {
    NamedBonusCard.GATLING_GUN: ("Gatling Gun", COWBOY),
    NamedBonusCard.KUJI_KIRI: ("Kuji-kiri", NINJA),
    NamedBonusCard.FAIR_WINDS: ("Fair Winds", PIRATE),
    NamedBonusCard.ODINS_FAVOR: ("Odin's Favor", VIKING),
}
WORDS: Final = {COWBOY: "Rider", NINJA: "Shadow", PIRATE: "Sailor", VIKING: "Raider"}


class GameOver(Exception):
    """The last card was played."""


@dataclass(eq=False)
class Card:
    """One card; a conscript has no kind."""

    name: str
    kind: int
    value: int
    points: int = 0
    entered: bool = False  # the app knows it by name

    @property
    def recruit(self) -> bool:
        return self.kind in FACTIONS

    @property
    def code(self) -> str:
        """What is tapped when it is revealed."""
        return "kunoichi" if self.name == "Kunoichi" else str(self.value)

    @property
    def typed(self) -> KnownCard:
        """What is typed when it comes up."""
        if self.name == "Berserker":
            return KnownCard(self.name)
        numbers = (("value", self.value), ("points", self.points))
        return KnownCard(self.name, numbers if self.name in SPECIALS else (("kind", self.kind), *numbers))


WAR: Final = Card("War is Over", -2, 0)


@dataclass
class Pile:
    """Somebody's cards; the top card comes last."""

    deck: list[Card]
    discard: list[Card] = field(default_factory=list)

    @property
    def cards(self) -> list[Card]:
        return self.deck + self.discard

    @property
    def recruits(self) -> list[Card]:
        return [card for card in self.cards if card.recruit]


def count_parts(cards: list[Card]) -> tuple[int, int, int]:
    """Points of the recruits, number of Berserkers, penalties."""
    recruits = sum(card.points for card in cards if card.recruit)
    berserkers = sum(card.name == "Berserker" for card in cards)
    return recruits, berserkers, sum(card.points for card in cards if card.kind == BYSTANDER)


def worth(cards: list[Card]) -> int:
    recruits, berserkers, penalties = count_parts(cards)
    return recruits + berserkers**2 - penalties


class FactionWars(SimulatedTable):
    """One table, from the opening to the end."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, most=5)
        self.options = self._options()
        self.level = self.options.level
        self.positions = len(self.names) + self.options.fewer_battles
        self.agreed: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.herd = self.random.choice([0.0, 0.3, 0.8])  # how often a bid follows the others
        self.round = 0
        self.last_round = 0
        self.partial = False  # some cards were never entered by name
        self.shown = False
        self.was_entered = False  # rounds were entered
        self.reserved: list[int] = []  # positions an action under way will still bring
        self._deal()

    @property
    def rounds_entered(self) -> bool:
        return self.level is not Level.FINAL

    @property
    def referee(self) -> bool:
        return self.level is Level.REFEREE

    @property
    def passes(self) -> int:
        return 2 if len(self.names) <= 3 else 3

    def others(self, seat: Seat) -> list[Seat]:
        return [other for other in self.seats if other != seat]

    # set-up

    def _options(self) -> Options:
        pick = self.random.choice
        return Options(
            level=pick([Level.FINAL, Level.ROUNDS, Level.ROUNDS, Level.REFEREE, Level.REFEREE]),
            fewer_battles=self.chance(0.4),
            bids=pick(list(Bids)),
            exhaust=pick(list(Exhaust)),
            war_end=pick(list(WarEnd)),
            actions_go=pick(list(ActionsGo)),
            named_bonus=pick(list(NamedBonus)),
            tie_win=pick(list(TieWin)),
        )

    def _deal(self) -> None:
        self.deck = self._box()
        self.random.shuffle(self.deck)
        self.trash: list[Card] = []
        self.begun = 1
        self.line_up: dict[int, Card] = {}
        conscripts = [self.random.choice([0, 1, 1, 2, 3]) for _ in range(3)]
        self.piles = {seat: Pile([Card("Conscript", -1, value) for value in conscripts]) for seat in self.seats}
        titles = ["Harvest", "Long Ships", "Old Grudge", "Last Stand"]
        if self.options.named_bonus is NamedBonus.DISPLAYED:
            titles += [title for title, _ in PAYS_FOR.values()]
        self.displayed = self.random.sample(titles, 3)

    def _box(self) -> list[Card]:
        """The recruit deck without War is Over (FW-001, FW-006)."""
        cards: list[Card] = []
        printed = {
            name: (2 if name in ("Berserker", "Kunoichi") else self.number(4), self.number(4)) for name in SPECIALS
        }
        if self.rounds_entered and self.chance(0.2):
            printed["Kunoichi"] = (self.random.choice([1, 3]), 2)  # FW-R03
        for name, faction in SPECIALS.items():
            value, points = printed[name]
            copies = self.random.randint(1, 5)
            cards += [Card(name, faction, value, 0 if name == "Berserker" else points) for _ in range(copies)]
        if self.options.named_bonus is NamedBonus.OWNED:
            cards += [Card(title, faction, self.number(3)) for title, faction in PAYS_FOR.values() if self.chance(0.7)]
        for faction, word in WORDS.items():
            kinds = [(f"{word} {letter}", self.number(5), self.number(5)) for letter in "ABCD"]
            while sum(card.kind == faction for card in cards) < IN_FACTION:
                name, value, points = self.random.choice(kinds)
                cards.append(Card(name, faction, value, points))
        for name, kind, copies in (
            ("Widow", BYSTANDER, 4),
            ("Baker", BYSTANDER, 2),
            ("Raid", ACTION, 5),
            ("Feast", ACTION, 3),
        ):
            value, points = self.number(1), self.number(3) if kind == BYSTANDER else 0
            cards += [Card(name, kind, value, points) for _ in range(copies)]
        return cards

    def number(self, most: int) -> int:
        return self.random.randint(0, most)

    # play

    def play(self) -> None:
        self.session = Session(GAME, Opened(self.names, self.options))
        if self.chance(0.3):
            self._display()
        try:
            for self.round in count(1):
                self._refill()
                self._interlude()
                self._bid_and_resolve()
                if self.round == self.last_round:
                    break
        except GameOver:
            pass
        self._count()
        self._finish()
        for _ in range(2):
            if self.chance(0.3):
                self.correct_one_of(len(self.session.records))

    def enter(self, event: Any) -> None:
        self.session.enter(self._spelled(event))

    def _spelled(self, event: Any) -> Any:
        """The event as phones write it: another apostrophe, capitals, a blank too many."""
        card = getattr(event, "card", None)
        if not isinstance(card, KnownCard) or ("'" not in card.name and card.name not in SPECIALS):
            return event
        name = self.random.choice([card.name.replace("'", "\u2019"), card.name.upper(), f" {card.name}  ", card.name])
        return replace(event, card=replace(card, name=name))

    def enter_round_event(self, event: Any) -> None:
        if self.rounds_entered:
            self.enter(event)

    def _display(self) -> None:
        self.shown = True
        self.enter(BonusesDisplayed(tuple(Bonus(card, "as printed") for card in self.displayed)))

    # the recruit deck

    def _draw(self, drawing_round: int, *, refill: bool) -> Card | None:
        """The top card that is not War is Over; None where there is none (FW-026, FW-052, FW-R05)."""
        while self.deck or self.trash:
            if not self.deck:
                self._begin_pass()
            card = self.deck.pop()
            if not self.deck:  # at once (FW-R14)
                self._begin_pass()
            if card is not WAR:
                return card
            self.enter_round_event(WarDrawn(drawing_round))
            self.last_round = drawing_round
            if refill and self.options.war_end is WarEnd.STOP:
                self.last_round = drawing_round - 1
                raise GameOver
        return None

    def _begin_pass(self) -> None:
        if not self.trash and self.begun >= self.passes:
            return
        self.begun += 1
        self.deck, self.trash = self.trash, []
        if self.begun == self.passes:
            self.deck.append(WAR)
        self.random.shuffle(self.deck)

    def _refill(self) -> None:
        """The line-up of this round (FW-010, FW-025)."""
        self.trash += self.line_up.values()
        self.line_up = {}
        if not self.deck and self.trash:
            self._begin_pass()
        for position in range(1, self.positions + 1):
            card = self._draw(self.round, refill=True)
            if card is None:  # nothing is left: the line-up stays short
                break
            self.line_up[position] = card
            if self.referee:
                self.enter(CardLaid(self.round, position, card.typed))
                card.entered = True
        self.laid_by_name = self.referee
        if not self.line_up:
            self.round -= 1
            raise GameOver

    # a round

    def _interlude(self) -> None:
        if self.rounds_entered:
            self._compare_piles()
        if self.chance(0.02):
            self.agree_on_points(self.agreed, [-3, -1, 1, 2])
        if self.chance(0.02):
            self._pause()
        if self.chance(0.015):
            self._change_level()
        if self.chance(0.02) and self.rounds_entered:
            self._count_piles()
        if self.chance(0.02) and not self.shown:
            self._display()
        if self.chance(0.2):
            self._try_illegal()

    def _pause(self) -> None:
        """In a stopped session, the cards count as far as they were entered; the app cannot know those of later on."""
        is_known = self.rounds_entered or not self.was_entered
        points = {seat: self._so_far(seat) for seat in self.seats} if is_known else None
        self.pause(BidSealed(self.round, Seat(0), 1), points)

    def _so_far(self, seat: Seat) -> int:
        return worth([card for card in self.piles[seat].cards if card.entered]) + self.agreed[seat]

    def _change_level(self) -> None:
        level = self.random.choice([level for level in Level if level is not self.level])
        late = not self.rounds_entered
        if late and self.was_entered:
            self.session.refusal(LevelChosen(level))
            return
        self.enter(LevelChosen(level))
        self.level = level
        if late:
            self._count_piles()
            self.partial = self.round > 1

    def _count_piles(self) -> None:
        """Count all piles; nothing changes if they were entered before."""
        self.enter(
            PilesCounted(
                self.round,
                tuple((seat, len(pile.deck)) for seat, pile in self.piles.items()),
                tuple((seat, len(pile.discard)) for seat, pile in self.piles.items()),
                len(self.deck),
                len(self.trash),
                min(self.begun, self.passes),
                self.last_round > 0,
            )
        )

    def _try_illegal(self) -> None:
        """Something the rules forbid now (FW-007, FW-020, FW-026, FW-044, FW-051)."""
        bids = dict.fromkeys(self.seats, 1)
        short = dict(list(bids.items())[1:])
        far = bids | {self.random.choice(self.seats): len(self.line_up) + 1}
        events: list[Any] = [
            BidsTurned(self.round, tuple(far.items())),
            BidsTurned(self.round, tuple(short.items())),
            BidsTurned(self.round, tuple((bids | {Seat(0): 0}).items())),
            BidSealed(self.round, self.random.choice(self.seats), len(self.line_up) + 1),
            CardRevealed(self.round, 1, self.random.choice(self.seats), "2"),
            CardDrawn(self.random.choice(self.seats), self.deck[-1].typed if self.deck else KnownCard("Berserker")),
            Robbed(Seat(0), Seat(1), "Berserker"),
            BonusesScored((), (), tuple((seat, 0) for seat in self.seats)),
        ]
        if self.begun < self.passes or self.last_round or not self.rounds_entered:
            events.append(WarDrawn(self.round))
        if self.begun >= self.passes and not self.last_round:
            events.append(DeckEmptied(self.round))
        if self.rounds_entered:
            events.append(RecruitsCounted(tuple((seat, 3) for seat in self.seats)))
            events.append(CardsCounted(Seat(0), 3, 1, 2))
        self.session.refusal(self.random.choice(events))

    def _bid_and_resolve(self) -> None:
        bids = self._bids()
        self.was_entered = self.was_entered or self.rounds_entered
        self.bids = bids
        match self.options.bids:
            case _ if not self.rounds_entered:
                pass
            case Bids.TURNED:
                self.enter(BidsTurned(self.round, tuple(bids.items())))
            case Bids.SEALED:
                for seat, bid in bids.items():
                    self.enter(BidSealed(self.round, seat, bid))
        for position in sorted(set(bids.values())):
            self._resolve(position, [seat for seat in self.seats if bids[seat] == position])

    def _bids(self) -> dict[Seat, int]:
        bids: dict[Seat, int] = {}
        for seat in self.seats:
            follow = bool(bids) and self.chance(self.herd)
            bids[seat] = self.random.choice(list(bids.values()) if follow else list(self.line_up))
        return bids

    def _resolve(self, position: int, bidders: list[Seat]) -> None:
        winner = bidders[0] if len(bidders) == 1 else self._fight(position, bidders)
        card = self.line_up.pop(position)
        if winner is None:
            self.trash.append(card)
        else:
            self._collect(winner, card, from_line_up=True)
        for seat in bidders if len(bidders) > 1 else []:
            self._shuffle_if_empty(seat)

    def _shuffle_if_empty(self, seat: Seat) -> None:
        pile = self.piles[seat]
        if not pile.deck:
            pile.deck, pile.discard = self.random.sample(pile.discard, len(pile.discard)), []

    def _fight(self, position: int, seats: list[Seat]) -> Seat | None:
        """Who wins the battle; None: nobody (FW-030 to FW-035, FW-R02)."""
        while True:
            shown: dict[Seat, Card] = {}
            for seat in seats:
                if self.rounds_entered and self.chance(0.03):
                    self._disturb(position, seats, list(shown))
                card = self.piles[seat].deck.pop()
                self.piles[seat].discard.append(card)
                self.enter_round_event(CardRevealed(self.round, position, seat, card.code))
                shown[seat] = card
            tied = self._best(shown)
            if len(tied) == 1:
                return tied[0]
            able = [seat for seat in tied if self.piles[seat].deck]
            if not able or (len(able) < len(tied) and self.options.exhaust is Exhaust.UNCLAIMED):
                return None
            if len(able) == 1:
                return able[0]
            seats = able

    def _disturb(self, position: int, seats: list[Seat], shown: list[Seat]) -> None:
        """The piles counted in a battle, or a card of somebody who shows none now (FW-023, FW-031)."""
        if self.chance(0.3):
            self._count_piles()
        wrong = [seat for seat in self.seats if seat in shown or seat not in seats]
        events: list[Any] = [CardRevealed(self.round, position, seat, "1") for seat in wrong]
        events += [CardRevealed(self.round, position + 1, seats[-1], "1"), CardCollected(seats[0], WAR.typed)]
        events += [BystanderGiven(seats[0], seats[0]), LevelChosen(self.level)]
        self.session.refusal(self.random.choice(events))

    def _best(self, shown: dict[Seat, Card]) -> list[Seat]:
        highest = max(card.value for card in shown.values())
        best = [seat for seat, card in shown.items() if card.value == highest]
        hers = [seat for seat, card in shown.items() if card.name == "Kunoichi"]
        return hers if hers and highest == 2 else best  # whatever number her card shows (FW-R03)

    # collecting

    def _collect(self, seat: Seat, card: Card, *, from_line_up: bool) -> None:
        """A card collected, with all that it sets off (FW-040 to FW-046)."""
        if from_line_up and self.rounds_entered and not self.laid_by_name:
            self.enter(CardCollected(seat, card.typed))
        card.entered = self.rounds_entered
        if card.kind == BYSTANDER:
            self._give(seat, card)
        elif card.kind == ACTION:
            self._act(seat, card, from_line_up)
        else:
            self._own(seat, card)

    def _own(self, seat: Seat, card: Card) -> None:
        self.piles[seat].discard.append(card)
        if card.name == "Gambler":
            self._gamble(seat)
        elif card.name == "Buccaneer":
            self._rob(seat)

    def _give(self, seat: Seat, card: Card) -> None:
        to = self.random.choice(self.others(seat))
        if len(self.names) > 2:
            self.enter_round_event(BystanderGiven(seat, to))
        self.piles[to].discard.append(card)

    def _gamble(self, seat: Seat) -> None:
        card = self._draw(self.round, refill=False)
        if card is not None:
            self.enter_round_event(CardDrawn(seat, card.typed))
            self._collect(seat, card, from_line_up=False)

    def _rob(self, seat: Seat) -> None:
        victims = [other for other in self.others(seat) if self.piles[other].recruits]
        if victims:
            self._take_over(seat, self.random.choice(victims))
        elif any(self._has_unknown(other) for other in self.others(seat)):
            self.enter_round_event(Robbed(seat, None, ""))

    def _has_unknown(self, seat: Seat) -> bool:
        """Whether, as far as the app knows, a card that was never entered may be a recruit."""
        return any(not card.entered and card.name != "Conscript" for card in self.piles[seat].cards)

    def _lose(self, victim: Seat) -> Card:
        """A recruit taken by chance; whoever lost it shuffles all cards (FW-043)."""
        pile = self.piles[victim]
        card = self.random.choice(pile.recruits)
        left = [one for one in pile.cards if one is not card]
        pile.deck, pile.discard = self.random.sample(left, len(left)), []
        return card

    def _take_over(self, seat: Seat, victim: Seat) -> None:
        card = self._lose(victim)
        self.enter_round_event(Robbed(seat, victim, card.name if card.entered else ""))
        if not card.entered:
            self.enter_round_event(CardCollected(seat, card.typed))
            card.entered = self.rounds_entered
        self._own(seat, card)

    def _act(self, seat: Seat, card: Card, from_line_up: bool) -> None:
        drawn, positions = 0, []
        robbed, removed = dict.fromkeys(self.others(seat), 0), dict.fromkeys(self.others(seat), 0)
        match self.random.randint(0, 5):
            case 0:
                drawn = self.random.randint(1, 4)
            case 1:
                taken = {*self.bids.values(), *self.reserved}
                free = [position for position in self.line_up if position not in taken]
                positions = sorted(self.random.sample(free, min(len(free), self.random.randint(1, 2))))
            case 2 | 3 as which:
                victim = self.random.choice(self.others(seat))
                number = min(len(self.piles[victim].recruits), self.random.randint(1, 2))
                (robbed if which == 2 else removed)[victim] = number
            case _:
                pass
        drawn = min(drawn, len(self.deck))
        if self.reserved and self.rounds_entered:
            none = tuple(dict.fromkeys(self.others(seat), 0).items())
            self.session.refusal(ActionDone(seat, 0, (self.reserved[-1],), none, none, ""))
        results = (tuple(positions), tuple(robbed.items()), tuple(removed.items()))
        self.enter_round_event(ActionDone(seat, drawn, *results, "as printed"))
        self._carry_out(seat, drawn, positions, robbed, removed)
        own = from_line_up and self.options.actions_go is ActionsGo.BATTLE_DISCARD
        (self.piles[seat].discard if own else self.trash).append(card)

    def _carry_out(
        self, seat: Seat, drawn: int, positions: list[int], robbed: dict[Seat, int], removed: dict[Seat, int]
    ) -> None:
        """Move the cards that an action brings, in the order in which the app asks for them."""
        for _ in range(drawn):
            self._gamble(seat)
        self.reserved = [*positions, *self.reserved]
        for position in positions:
            self.reserved.remove(position)
            self._collect(seat, self.line_up.pop(position), from_line_up=True)
        for victim, number in robbed.items():
            for _ in range(number):
                if self.piles[victim].recruits:  # a Buccaneer taken over may have taken the last one
                    self._take_over(seat, victim)
                elif self._has_unknown(victim):
                    self.enter_round_event(Robbed(seat, None, ""))
        for victim, number in removed.items():
            for _ in range(number):
                lost = self._lose(victim)
                self.enter_round_event(RecruitRemoved(seat, victim, lost.name if lost.entered else ""))
                self.trash.append(lost)

    # the score

    def _count(self) -> None:
        if not self.rounds_entered or self.partial:
            for seat in self.seats:
                recruits, berserkers, penalties = count_parts(self.piles[seat].cards)
                self.enter(CardsCounted(seat, recruits, berserkers, penalties * self.random.choice([-1, 1])))
        needs = self.options.named_bonus is NamedBonus.DISPLAYED and not self.shown
        if needs:
            self._display()
        self._score_bonuses()

    def _faction(self, seat: Seat, faction: int) -> int:
        return sum(card.kind == faction for card in self.piles[seat].cards)

    def _owner(self, title: str) -> Seat | None:
        return next((seat for seat in self.seats if any(card.name == title for card in self.piles[seat].cards)), None)

    def _score_bonuses(self) -> None:
        self.bonus = {seat: self.random.choice([0, 0, 3, 5]) for seat in self.seats}
        if self.options.named_bonus is NamedBonus.OWNED:
            owners = {named: self._owner(title) for named, (title, _) in PAYS_FOR.items()}
            counts = {
                named: {seat: self._faction(seat, PAYS_FOR[named][1]) - 1}
                for named, seat in owners.items()
                if seat is not None
            }
            self.named_points = {
                seat: sum(1 + number[seat] for number in counts.values() if seat in number) for seat in self.seats
            }
        else:
            owners = {}
            shown = [named for named, (title, _) in PAYS_FOR.items() if title in self.displayed]
            counts = {named: {seat: self._faction(seat, PAYS_FOR[named][1]) for seat in self.seats} for named in shown}
            self.named_points = {seat: sum(number[seat] for number in counts.values()) for seat in self.seats}
        self.enter(
            BonusesScored(
                tuple(owners.items()),
                tuple((named, tuple(number.items())) for named, number in counts.items()),
                tuple(self.bonus.items()),
            )
        )

    def score(self, seat: Seat) -> int:
        return worth(self.piles[seat].cards) + self.bonus[seat] + self.named_points[seat] + self.agreed[seat]

    # comparison

    def _compare_piles(self) -> None:
        assert self._number_of_cards() == 58 + 3 * len(self.names), "the simulator lost a card"
        markers = {mark.seat: mark.label for mark in GAME.view(self.session.state).board.markers}
        table = {seat: f"deck {len(pile.deck)}, pile {len(pile.discard)}" for seat, pile in self.piles.items()}
        self.compare("piles", markers, table)
        facts = self.facts()
        table_pass = f"{min(self.begun, self.passes)} of {self.passes}"
        self.compare("deck and pass", (facts["cards"], facts["pass"]), (str(len(self.deck)), table_pass))

    def _number_of_cards(self) -> int:
        loose = sum(card is not WAR for card in self.deck + self.trash) + len(self.line_up)
        return loose + sum(len(pile.cards) for pile in self.piles.values())

    def _finish(self) -> None:
        table = {seat: self.score(seat) for seat in self.seats}
        self.compare("totals", self.session.totals(), table)
        best = [seat for seat in self.seats if table[seat] == max(table.values())]
        if self.options.tie_win is TieWin.MOST_RECRUITS and len(best) > 1:
            best = self._break_tie(best)
        self.compare_winners(best)

    # corrections

    def mistake(self, event: Any) -> Any:
        match event:
            case CardCollected() | CardLaid() | CardDrawn() if event.card.numbers:
                *numbers, (label, number) = event.card.numbers
                card = KnownCard(event.card.name, (*numbers, (label, number + self.random.choice([1, 2]))))
                return replace(event, card=self.random.choice([card, KnownCard("Berserker")]))
            case BidsTurned():
                (_, bid), *rest = event.bids
                return replace(event, bids=((Seat(0), bid % len(self.names) + 1), *rest))
            case CardRevealed():
                return replace(event, card=self.random.choice(["0", "1", "4", "kunoichi"]))
            case CardsCounted():
                return replace(event, recruits=event.recruits + 3)
            case BystanderGiven():
                return replace(event, to=self.random.choice(self.others(event.seat)))
            case BonusesScored():
                return replace(event, points=tuple((seat, points + 2) for seat, points in event.points))
            case Adjusted():
                return replace(event, points=event.points * 2)
            case _:
                return None

    def _break_tie(self, tied: list[Seat]) -> list[Seat]:
        recruits = {seat: len(self.piles[seat].recruits) for seat in tied}
        self.enter(RecruitsCounted(tuple(recruits.items())))
        return [seat for seat in tied if recruits[seat] == max(recruits.values())]


if __name__ == "__main__":
    command.run(FactionWars, "tests.simulators.faction_wars")
