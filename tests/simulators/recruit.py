"""Recruit, played with real cards: `python -m tests.simulators.recruit --seed N`.

The rules are written anew from the rulebook; of the app's game only its events and options are used.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.contract.game import Opened, Resumed, Stopped
from scoring.contract.scores import PerSeat, Seat
from scoring.games import GAMES
from scoring.games.recruit.cards import CardPlayed, HandScored
from scoring.games.recruit.counting import CardsCounted, FacesCounted, TricksCounted
from scoring.games.recruit.dealing import CardDisplayed, CardLeftOut, SuitDisplayed
from scoring.games.recruit.doubles import DoublesCounted
from scoring.games.recruit.entry import HandVoided, JoinedLate, LevelChosen
from scoring.games.recruit.options import JokerFollow, JokerLead, MatchMode, Options, PileCount
from scoring.games.recruit.state import Noted, Variation
from scoring.games.recruit.swap import CardsSwapped
from scoring.games.recruit.tricks import CardNoted, TrickWon
from scoring.games.recruit.variations import VariationsDeclared
from scoring.kit.trick_taking import Level
from scoring.testing import command
from scoring.testing.session import Session
from tests.simulators.simulated_table import SimulatedTable

GAME: Final = next(game for game in GAMES if game.key == "recruit")
SUITS: Final = "SHDC"
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER: Final = "JOKER"
DECK: Final = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
FACES: Final = {"J": Noted.JACK, "Q": Noted.QUEEN, "K": Noted.KING}
HANDS: Final = 4
TRICKS: Final = 13


def suit_of(card: str) -> str:
    """The last letter; the joker has none."""
    return "" if card == JOKER else card[-1]


def rank_of(card: str) -> str:
    """Everything before the suit; the joker has none."""
    return "" if card == JOKER else card[:-1]


@dataclass
class Hand:
    """One hand from the deal to the score."""

    number: int
    dealer: Seat
    variations: tuple[Variation, ...]
    displayed: str
    is_displayed_known: bool
    in_hand: dict[Seat, list[str]]
    stock: list[str]
    piles: dict[Seat, list[str]] = field(default_factory=dict)
    tricks: dict[Seat, int] = field(default_factory=dict)
    failed: list[tuple[Seat, int, str]] = field(default_factory=list)  # who did not follow which suit, by trick
    shown: set[tuple[Seat, int]] = field(default_factory=set)  # those of them who could have, as a later card shows
    is_void: bool = False


class Recruit(SimulatedTable):
    """One table, from the opening to the end."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, most=4)
        self.options = self._options()
        self.level = self.options.level
        self.next_level = self.level
        self.measured: Counter[tuple[int, Seat, str]] = Counter()
        self.first_hand = 1
        self.is_honest = self.chance(0.7)
        self.points: dict[Seat, int] = dict.fromkeys(self.seats, 0)

    @property
    def partners(self) -> bool:
        """Four players are two pairs."""
        return len(self.names) == 4

    def _options(self) -> Options:
        pick = self.random.choice
        return Options(
            first_dealer=Seat(self.random.randrange(len(self.names))),
            level=pick(list(Level)),
            pile_count=pick(list(PileCount)),
            match_mode=pick(list(MatchMode)),
            joker_follow=pick(list(JokerFollow)),
            joker_lead=pick(list(JokerLead)),
        )

    # play

    def play(self) -> None:
        self.session = Session(GAME, Opened(self.names, self.options))
        self._join_late()
        number = self.first_hand
        while number <= HANDS and not self.stopped:
            number += self._play_hand(number)
        self._finish()
        if self.chance(0.1) and not self.stopped:
            self.agree_on_points(self.points, [-3, -2, -1, 1, 2, 5])
            self._finish()
        self._correct()

    def _play_hand(self, number: int) -> int:
        """1 if the hand counts; 0 if it was thrown in, or the session stopped."""
        hand = self._deal(number)
        self._swap(hand)
        self._play_tricks(hand)
        if hand.is_void or self.stopped:
            return 0
        self._count(hand)
        self._score(hand)
        return 1

    def _join_late(self) -> None:
        if self.chance(0.1):
            self.first_hand = self.random.randint(2, HANDS)
            played = self.first_hand - 1
            self.points = {seat: self.random.randint(-5 * played, 20 * played) for seat in self.seats}
            self._refuse_some([JoinedLate(hand, tuple(self.points.items())) for hand in (0, 1, HANDS + 1)])
            self.enter(JoinedLate(self.first_hand, tuple(self.points.items())))

    # besides

    def _refuse_some(self, events: list[Any]) -> None:
        if events and self.chance(0.1):
            self.session.judged_refusal(self.random.choice(events))

    def _beside(self) -> None:
        if self.chance(0.05):
            self.session.view()
        if self.chance(0.01):
            self.agree_on_points(self.points, [-3, -2, -1, 1, 2, 5])
        if self.chance(0.01):
            self.enter(Stopped("the soup is ready", self.chance(0.5)))
            self.session.judged_refusal(HandVoided(""))
            self.enter(Resumed())
        if self.chance(0.001):
            self.stopped = Stopped("the tavern closes", self.chance(0.7))
            self.enter(self.stopped)

    def _change_level(self, in_hand: bool) -> None:
        """A simpler level starts at once, a more detailed one with the next hand."""
        levels = list(Level)
        level = self.random.choice([other for other in levels if other is not self.next_level])
        self.enter(LevelChosen(level))
        self.next_level = level
        if not in_hand or levels.index(level) < levels.index(self.level):
            self.level = level

    def _correct(self) -> None:
        """A corrected mistake must not change the result, nor must another unit in the set-up."""
        if self.chance(0.3):
            self.correct_one_of(len(self.session.records) // 2)
        if self.chance(0.1):
            other = replace(self.options, pile_count=self.random.choice(list(PileCount)))
            self.check_options(other)

    def mistake(self, event: Any) -> Any:
        match event:
            case CardPlayed() | CardDisplayed():
                return replace(event, card=self.random.choice(DECK))
            case TrickWon():
                return TrickWon(self.random.choice(self.seats))
            case CardNoted():
                return replace(event, card=self.random.choice(list(Noted)))
            case TricksCounted(tricks):
                return TricksCounted(tuple(zip(self.seats, (number for _, number in reversed(tricks)), strict=True)))
            case VariationsDeclared():
                return replace(event, variations=(self.random.choice(list(Variation)),))
            case _:
                return None

    def _deal(self, number: int) -> Hand:
        dealer = self.left_of(self.options.first_dealer, number - 1)
        deck = self.random.sample(DECK, len(DECK))
        in_hand = {seat: [deck.pop() for _ in range(TRICKS)] for seat in self.seats}
        displayed = deck.pop()
        self.level = self.next_level
        if self.chance(0.1):
            self._change_level(in_hand=False)
        self._beside()
        variations = self._declare(dealer)
        needed = self.level is Level.CARDS or Variation.MATCH in variations
        known = needed or self.chance(0.7)
        if needed:
            self._refuse_some([CardLeftOut()])
        self._refuse_some([CardDisplayed("JOKER2"), CardDisplayed("1H"), HandScored(), TrickWon(dealer)])
        if not self.stopped:
            is_suit = known and self.level is Level.COUNTS and not needed and self.chance(0.5)
            if is_suit:
                self.enter(SuitDisplayed(JOKER if displayed == JOKER else suit_of(displayed)))
                known = displayed == JOKER
            else:
                self.enter(CardDisplayed(displayed) if known else CardLeftOut())
                self._refuse_some([SuitDisplayed("H")])
            self._refuse_some([VariationsDeclared(dealer, (Variation.DREAM_TEAM,))])
            if known:
                self._refuse_some([CardDisplayed("2S"), CardLeftOut()])
            elif self.chance(0.2):  # somebody looks after all
                self.enter(CardDisplayed(displayed))
                known = True
        piles: dict[Seat, list[str]] = {seat: [] for seat in self.seats}
        none = dict.fromkeys(self.seats, 0)
        return Hand(number, dealer, variations, displayed, known, in_hand, deck, piles, none)

    def _declare(self, dealer: Seat) -> tuple[Variation, ...]:
        """The variations of the hand; the dealer may declare them one by one."""
        both = (Variation.KEEPER, Variation.PASSER)
        wrong = [VariationsDeclared(dealer, both)]
        wrong += [VariationsDeclared(other, (Variation.MATCH,)) for other in self.seats if other != dealer]
        self._refuse_some(wrong)
        variations: tuple[Variation, ...] = ()
        while not self.stopped and self.chance(0.5):
            chosen = tuple(one for one in Variation if self.chance(0.3))
            if chosen != variations and not set(both) <= {*chosen, *variations}:  # a rival is taken back first
                self.enter(VariationsDeclared(dealer, chosen))
                variations = chosen
        return variations

    def _swap(self, hand: Hand) -> None:
        if self.stopped:
            return
        self._refuse_some(self._wrong_swaps(hand))
        if Variation.KEEPER in hand.variations:
            return
        if Variation.PASSER in hand.variations:
            self._pass_on(hand, 1)
        elif self.partners:
            self._pass_on(hand, 2)
        else:
            self._draw_anew(hand)

    def _wrong_swaps(self, hand: Hand) -> list[Any]:
        def swap(*counts: int) -> tuple[tuple[Seat, int], ...]:
            return tuple(zip(self._swap_order(hand), counts, strict=False))

        few, four, five = swap(3, 4, 4, 4), swap(4, 4, 4, 4), swap(5, 4, 4, 4)
        wrong: list[Any] = [CardsSwapped(five, five), CardsSwapped(few, four)]
        if self.partners or Variation.PASSER in hand.variations:
            wrong.append(CardsSwapped(few, few))
        if Variation.KEEPER in hand.variations:
            wrong.append(CardsSwapped(four, four))
        return wrong

    def _swap_order(self, hand: Hand) -> list[Seat]:
        """If cards are drawn, the player left of the dealer swaps first; passing happens at the same time."""
        if self.partners or Variation.PASSER in hand.variations:
            return self.seats
        return [self.left_of(hand.dealer, step) for step in range(1, len(self.names) + 1)]

    def _pass_on(self, hand: Hand, steps: int) -> None:
        passed = {seat: self.random.sample(hand.in_hand[seat], 4) for seat in self.seats}
        for seat, cards in passed.items():
            hand.in_hand[seat] = [card for card in hand.in_hand[seat] if card not in cards]
            hand.in_hand[self.left_of(seat, steps)] += cards
        four = tuple((seat, 4) for seat in self.seats)
        if self.chance(0.7):
            self.enter(CardsSwapped(four, four))

    def _draw_anew(self, hand: Hand) -> None:
        counts = []
        for seat in self._swap_order(hand):
            away = self.random.sample(hand.in_hand[seat], self.random.randint(0, 4))
            hand.in_hand[seat] = [card for card in hand.in_hand[seat] if card not in away]
            hand.in_hand[seat] += [hand.stock.pop() for _ in away]
            counts.append((seat, len(away)))
        if self.chance(0.7):
            self.enter(CardsSwapped(tuple(counts), tuple(counts)))

    # tricks

    def _play_tricks(self, hand: Hand) -> None:
        leader = self.left_of(hand.dealer)
        notes_all = self.chance(0.9)
        for trick in range(1, TRICKS + 1):
            if not self.stopped:
                self._beside()
            if self.chance(0.01) and not self.stopped:
                self._change_level(in_hand=True)
            if self.stopped or self._is_thrown_in(hand):
                return
            leader = self._play_trick(hand, trick, leader, notes_all)

    def _is_thrown_in(self, hand: Hand) -> bool:
        if self.chance(0.003):
            self.enter(HandVoided("a card lay face up"))
            hand.is_void = True
        return hand.is_void

    def _play_trick(self, hand: Hand, trick: int, leader: Seat, notes_all: bool) -> Seat:
        played: list[tuple[Seat, str]] = []
        known = 0  # the cards of this trick that were entered
        for seat in (self.left_of(leader, step) for step in range(len(self.names))):
            cards = [card for _, card in played]
            allowed = self._allowed(hand.in_hand[seat], cards)
            card = self.random.choice(allowed if self.is_honest or self.chance(0.8) else hand.in_hand[seat])
            self._watch(hand, trick, seat, card, cards)
            last = trick == TRICKS and seat == self.left_of(leader, 3)
            if self.level is Level.CARDS and not (self.partners and last):  # the app knows the last of 52 cards
                self._refuse_some(self._wrong_cards(hand, trick, seat, card, cards))
                self.enter(CardPlayed(hand.number, trick, seat, card))
                known += 1
            hand.in_hand[seat].remove(card)
            played.append((seat, card))
            is_known_whole = self.partners and trick == TRICKS and known == len(self.names) - 1  # the app laid the last
            if self.chance(0.002) and 0 < known == len(played) < len(self.names) and not is_known_whole:
                self._change_level(in_hand=True)
        winner = self._winner(hand, played)
        cards = [card for _, card in played]
        hand.piles[winner] += cards
        hand.tricks[winner] += 1
        if self.level is Level.TRICKS:
            self._note(hand, trick, cards[known:], notes_all)
            self._refuse_some([TrickWon(Seat(len(self.names)))])
            self.enter(TrickWon(winner))
        if self.level is Level.CARDS:
            self._compare_revokes(hand)
        return winner

    def _note(self, hand: Hand, trick: int, cards: list[str], notes_all: bool) -> None:
        notes = self._notes(hand, cards)
        if not any(self._is_plain_match(hand, card) for card in DECK):
            self._refuse_some([CardNoted(hand.number, trick, Noted.MATCH)])
        self._refuse_some(
            [CardNoted(hand.number, trick + 1, Noted.KING), CardNoted(hand.number + 1, trick, Noted.KING)]
        )
        for note in notes:
            if notes_all or self.chance(0.7):
                self.enter(CardNoted(hand.number, trick, note))

    def _wrong_cards(self, hand: Hand, trick: int, seat: Seat, card: str, cards: list[str]) -> list[Any]:
        used = [hand.displayed, *cards, *(one for pile in hand.piles.values() for one in pile)]
        wrong = [CardPlayed(hand.number, trick, seat, one) for one in (*used, "11H")]
        wrong += [CardPlayed(hand.number, trick, other, card) for other in self.seats if other != seat]
        wrong += [CardPlayed(hand.number, other, seat, card) for other in (trick - 1, trick + 1)]
        return wrong

    def _watch(self, hand: Hand, trick: int, seat: Seat, card: str, cards: list[str]) -> None:
        """Note who does not follow suit, and whose later card shows that they could have."""
        for who, when, suit in hand.failed:
            if who == seat and suit == suit_of(card):
                hand.shown.add((who, when))
        lead = self._lead_suit(cards)
        is_free = card == JOKER and self.options.joker_follow is JokerFollow.FREE
        if lead and suit_of(card) != lead and not is_free:
            hand.failed.append((seat, trick, lead))

    def _compare_revokes(self, hand: Hand) -> None:
        notices = [notice for notice in GAME.view(self.session.state).notices if notice.code == "W_REVOKE"]
        reported, expected = Counter(notice.seat for notice in notices), Counter(seat for seat, _ in hand.shown)
        self.compare("revokes", reported, expected)

    def _lead_suit(self, cards: list[str]) -> str:
        """The suit to follow; empty: none."""
        if not cards:
            return ""
        if cards[0] != JOKER:
            return suit_of(cards[0])
        return suit_of(cards[1]) if len(cards) > 1 and self.options.joker_lead is JokerLead.NEXT else ""

    def _allowed(self, in_hand: list[str], cards: list[str]) -> list[str]:
        lead = self._lead_suit(cards)
        following = [card for card in in_hand if lead and suit_of(card) == lead]
        if not following:
            return in_hand
        free = [card for card in in_hand if card == JOKER and self.options.joker_follow is JokerFollow.FREE]
        return following + free

    def _winner(self, hand: Hand, played: list[tuple[Seat, str]]) -> Seat:
        lead = self._lead_suit([card for _, card in played])
        trump = suit_of(hand.displayed)

        def strength(turn: tuple[Seat, str]) -> tuple[int, int]:
            card = turn[1]
            if card == JOKER:
                return 3, 0
            rank = RANKS.index(rank_of(card))
            return (2 if suit_of(card) == trump else 1 if suit_of(card) == lead else 0), rank

        return max(played, key=strength)[0]

    def _notes(self, hand: Hand, cards: list[str]) -> list[Noted]:
        faces = [FACES[rank_of(card)] for card in cards if rank_of(card) in FACES]
        return faces + [Noted.MATCH] * sum(self._is_plain_match(hand, card) for card in cards)

    def _is_plain_match(self, hand: Hand, card: str) -> bool:
        """Whether matching cards other than faces are counted, because of Match."""
        return (
            Variation.MATCH in hand.variations
            and hand.displayed != JOKER
            and rank_of(card) == rank_of(hand.displayed)
            and rank_of(card) not in FACES
        )

    # the score

    def _count(self, hand: Hand) -> None:
        if self.level is Level.CARDS:
            self.enter(HandScored())
            return
        if self.level is Level.COUNTS:
            tricks = tuple(hand.tricks.items())
            cards = tuple((seat, len(pile)) for seat, pile in hand.piles.items())
            self._refuse_some([TricksCounted(self._changed(tricks)), CardsCounted(self._changed(cards))])
            in_tricks = (self.options.pile_count is PileCount.TRICKS) != self.chance(0.1)
            self.enter(TricksCounted(tricks) if in_tricks else CardsCounted(cards))
        matching: PerSeat = ()
        if Variation.MATCH in hand.variations and hand.displayed != JOKER and rank_of(hand.displayed) not in FACES:
            matching = self._number(hand, lambda card: self._is_plain_match(hand, card))
        jacks, queens, kings = (self._number(hand, lambda card, rank=rank: rank_of(card) == rank) for rank in FACES)
        self._refuse_some(self._wrong_faces(hand, FacesCounted(jacks, queens, kings, matching)))
        exact = Variation.DREAM_TEAM in hand.variations or (
            Variation.MATCH in hand.variations and rank_of(hand.displayed) in FACES
        )
        doubled = [tuple((seat, 2 if n > 1 else 1) for seat, n in numbers) for numbers in (jacks, queens, kings)]
        if exact:
            self._refuse_some([DoublesCounted(*doubled, matching)])
        if exact or self.level is not Level.COUNTS or self.chance(0.3):
            self.enter(FacesCounted(jacks, queens, kings, matching))
        else:
            self._refuse_some(self._wrong_doubles(hand, DoublesCounted(*doubled, matching)))
            self.enter(DoublesCounted(*doubled, matching))

    def _wrong_doubles(self, hand: Hand, right: DoublesCounted) -> list[Any]:
        (seat, _), *rest = right.kings
        wrong: list[Any] = [replace(right, kings=((seat, 5), *rest)), replace(right, kings=((seat, 0), *rest))]
        wrong.append(replace(right, jacks=tuple((one, 3) for one in self.seats)))
        wrong += [
            replace(right, queens=tuple((one, 2 if one == seat else number) for one, number in right.queens))
            for seat in self.seats
            if not hand.piles[seat]
        ]
        return wrong

    def _changed(self, numbers: PerSeat) -> PerSeat:
        """Change one number, so that the sum is wrong, too."""
        (seat, number), *rest = numbers
        return ((seat, number + self.random.choice([-20, -1, 1, 20])), *rest)

    def _wrong_faces(self, hand: Hand, right: FacesCounted) -> list[Any]:
        wrong: list[Any] = []
        (seat, _), *rest = right.kings
        wrong.append(replace(right, kings=((seat, 5), *rest)))
        wrong.append(replace(right, kings=((seat, -1), *rest)))
        for seat in self.seats:
            if not hand.piles[seat]:
                wrong.append(
                    replace(right, jacks=tuple((one, 1 if one == seat else number) for one, number in right.jacks))
                )
        if self.partners and hand.is_displayed_known:  # all cards of a rank lie in the piles
            (seat, number), *rest = right.queens
            wrong.append(replace(right, queens=((seat, number + 1), *rest)))
            wrong.append(replace(right, queens=((seat, number - 1), *rest)))
        return wrong

    def _number(self, hand: Hand, counts: Callable[[str], bool]) -> PerSeat:
        return tuple((seat, sum(map(counts, hand.piles[seat]))) for seat in self.seats)

    def _score(self, hand: Hand) -> None:
        assert sum(map(len, hand.piles.values())) == TRICKS * len(self.names), "the simulator lost a card"
        for seat in self.seats:
            self._measure(hand, seat)
            self.points[seat] += self._score_of(hand, hand.piles[seat])
        self.compare("totals", self.session.totals(), self.points)

    def _measure(self, hand: Hand, seat: Seat) -> None:
        ranks = Counter(map(rank_of, hand.piles[seat]))
        values = {"tricks": hand.tricks[seat], "cards": len(hand.piles[seat])}
        values["penalties"] = sum(ranks[face] > 1 for face in FACES)
        if Variation.DREAM_TEAM in hand.variations:
            values["dream_teams"] = int(all(ranks[face] == 1 for face in FACES))
        for key, value in values.items():
            self.measured[(hand.number, seat, key)] = value

    def _compare_measures(self) -> None:
        measures = GAME.measures.of(self.session.state)
        reported = {(measure.round, measure.seat, measure.key): measure.value for measure in measures}
        self.compare("measures", reported, dict(self.measured))

    def _score_of(self, hand: Hand, pile: list[str]) -> int:
        ranks = Counter(map(rank_of, pile))
        score = len(pile)
        if Variation.MATCH in hand.variations and hand.displayed != JOKER:
            score += (3 if self.options.match_mode is MatchMode.INSTEAD else 4) * ranks[rank_of(hand.displayed)]
        penalty = 3 if Variation.LOW_PENALTY in hand.variations else 5
        score -= penalty * sum(ranks[face] > 1 for face in FACES)
        if Variation.DREAM_TEAM in hand.variations and all(ranks[face] == 1 for face in FACES):
            score += 5
        return score

    def _finish(self) -> None:
        self._compare_measures()
        self.session.view()
        self.compare("totals", self.session.totals(), self.points)
        self.compare_winners(self._winners())

    def _winners(self) -> list[Seat]:
        steps = (0, 2) if self.partners else (0,)
        totals = {seat: sum(self.points[self.left_of(seat, step)] for step in steps) for seat in self.seats}
        return [seat for seat in self.seats if totals[seat] == max(totals.values())]


if __name__ == "__main__":
    command.run(Recruit, "tests.simulators.recruit")
