"""Recruits, played with real cards: `python -m tests.simulators.recruits --seed N`.

The rules are written anew from the rulebook; of the app's game only its events and options are used.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from scoring.contract.game import Opened, Resumed, Stopped
from scoring.contract.scores import Seat
from scoring.games import GAMES
from scoring.games.recruits.bidding import BidPlaced, CardShown
from scoring.games.recruits.deck import COVERED
from scoring.games.recruits.entry import LevelChosen, PileEmptied, RecruitNamed, VariantsAgreed
from scoring.games.recruits.final_count import CountedSoFar, RecruitsCounted
from scoring.games.recruits.options import (
    AceTarget,
    BlindSuit,
    EarlyEnd,
    Joiners,
    Level,
    Naming,
    Options,
    RandomGrabs,
    Reveal,
    SecondTie,
    Variant,
    WinTie,
)
from scoring.games.recruits.piles import RecruitTurned
from scoring.games.recruits.resolving import AceAimed, LeftOut, TotalCounted
from scoring.games.recruits.score import RecruitEarned
from scoring.games.recruits.stuck import HandRedrawn
from scoring.games.recruits.supply import DeckShuffled
from scoring.games.recruits.ties import NO_CARD, TieCardDrawn, TieCardPlayed
from scoring.games.recruits.winning import EndedEarly, WinCardPlayed
from scoring.testing import command
from scoring.testing.session import Disagreement, Session
from tests.simulators.simulated_table import SimulatedTable

GAME: Final = next(game for game in GAMES if game.key == "recruits")
SUITS: Final = "SHDC"
FACES: Final = {"J": 2, "Q": 3, "K": 4}
RECRUITS: Final = tuple(rank + suit for suit in SUITS for rank in FACES)
BID_CARDS: Final = tuple(rank + suit for suit in SUITS for rank in ("A", *map(str, range(2, 11))))


def suit_of(card: str) -> str:
    return card[-1]


def rank_of(card: str) -> str:
    return card[:-1]


def value_of(card: str) -> int:
    return 1 if rank_of(card) == "A" else int(rank_of(card))


@dataclass
class Pile:
    """Recruits, the top one last, and the bids beside it: by seat one or two cards."""

    number: int
    recruits: list[str]
    covered: bool = False
    bids: dict[Seat, list[str]] = field(default_factory=dict)

    @property
    def top(self) -> str:
        return self.recruits[-1]

    def count(self, seat: Seat) -> int:
        return len(self.bids.get(seat, ()))

    def claims(self) -> dict[Seat, str]:
        return {seat: suit_of(cards[0]) for seat, cards in self.bids.items()}

    def open_suits(self) -> set[str]:
        """What a first card may be: nobody can tell the suit of a covered recruit (RS-R07)."""
        closed = set(self.claims().values()) | (set() if self.covered else {suit_of(self.top)})
        return set(SUITS) - closed


@dataclass
class Fight:
    """What is needed to settle one recruit."""

    pile: Pile
    seats: list[Seat]
    aims: list[tuple[Seat, Seat]] = field(default_factory=list)
    spent: list[tuple[Seat | None, str]] = field(default_factory=list)  # cards for ties; None: from the draw pile
    seen: bool = False  # the covered recruit was turned up
    by_draw: bool = False  # without suits, the app only learns who won the draw


class Recruits(SimulatedTable):
    """One table, from the opening to the end."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, most=4)
        counting = random.Random(f"{seed} one count")
        self.likes_counts = counting.random() < 0.4
        self.options = self._options()
        if self.likes_counts and counting.random() < 0.6:
            self.options = replace(self.options, level=Level.COUNT)
        self.level = self.options.level
        self.variants = self.options.variants
        self.reveal = self.options.reveal
        self.eager = self.chance(0.3)  # shuffles as soon as the draw pile is empty
        self.loves_ties = self.chance(0.4)
        self.points: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.agreed: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.has_changed = False  # other variations, or another level: the app cannot count all of it
        self.named: list[str] = []  # the recruits whose suit was entered, too
        self.earned: dict[Seat, list[str]] = {seat: [] for seat in self.seats}
        self.uncounted: list[tuple[Seat, str]] = []  # earned, but the app was not told; not in earned, points, measured
        self.ended = False
        self.redrawn = 0
        self.measured: Counter[tuple[Seat, str]] = Counter()
        self.discard: list[str] = []
        self._deal()

    @property
    def has_begun(self) -> bool:
        has_bids = self.referee and any(pile.bids for pile in self.piles)
        return has_bids or any(self.earned.values())

    @property
    def hand_size(self) -> int:
        return 4 if len(self.names) == 4 else 5

    @property
    def referee(self) -> bool:
        return self.level is Level.REFEREE

    # set-up

    def _options(self) -> Options:
        pick = self.random.choice
        players = len(self.names)
        return Options(
            first_player=Seat(self.random.randrange(players)),
            level=pick([level for level in Level if level is not Level.COUNT]),
            variants=tuple(variant for variant in Variant if self.chance(0.35)),
            blind_pile=self.random.randint(1, 4 if players == 4 else 3),
            naming=pick(list(Naming)),
            reveal=pick(list(Reveal)),
            second_tie=pick(list(SecondTie)),
            ace_target=pick(list(AceTarget)),
            offsuit_ace=self.chance(0.5),
            blind_suit=pick(list(BlindSuit)),
            ufg_who=pick(list(Joiners)),
            ufg_random=pick(list(RandomGrabs)),
            win_tie=pick(list(WinTie)),
            early_end=pick(list(EarlyEnd)),
        )

    def _deal(self) -> None:
        count = 4 if len(self.names) == 4 else 3
        faces = self.random.sample(RECRUITS, 12)
        self.piles = [Pile(number + 1, faces[number::count]) for number in range(count)]
        if Variant.BLIND_RECRUIT in self.variants:
            self.piles[self.options.blind_pile - 1].covered = True
        self.draw = self.random.sample(BID_CARDS, 40)
        if self.chance(0.1):
            self.draw.sort(key=lambda card: (value_of(card), suit_of(card)))
            self.loves_ties = True  # the hands are alike: ties without end
        self.hands = {seat: [] for seat in self.seats}
        for _ in range(self.hand_size):
            for seat in self.seats:
                self.hands[seat].append(self.draw.pop())

    # play

    def play(self) -> None:
        self.session = Session(GAME, Opened(self.names, self.options))
        for pile in self.piles:
            self._turn_up(pile)
        seat = self.options.first_player
        while not self.ended:
            self.turn = seat
            self._interlude()
            if self.ended:
                break
            self._turn(seat)
            seat = self.left_of(seat)
        self._finish()
        is_decided = isinstance(self.session.events[-1], WinCardPlayed)
        if self.chance(0.1) and not is_decided and not self.stopped:
            self.agree_on_points(self.agreed, [-3, -2, -1, 1, 2, 5])
            self._finish()
        self._correct()

    def _correct(self) -> None:
        """A mistake that is corrected leaves no trace."""
        if self.chance(0.3):
            self.correct_one_of(len(self.session.records) // 2)
        if self.chance(0.1):
            self._change_units()

    def _change_units(self) -> None:
        """The set-up may name other units later: what was entered before stays."""
        options = replace(
            self.options, naming=self.random.choice(list(Naming)), reveal=self.random.choice(list(Reveal))
        )
        self.check_options(options)

    def mistake(self, event: Any) -> Any:
        names = {field.name for field in fields(event)}
        wrong: dict[str, Any] = {}
        if "seat" in names:
            wrong["seat"] = self.random.choice(self.seats)
        if "pile" in names:
            wrong["pile"] = self.random.choice(self.piles).number
        if "card" in names:
            wrong["card"] = self.random.choice(BID_CARDS)
        if "recruit" in names:
            wrong["recruit"] = self.random.choice((*RECRUITS, *FACES))
        if "total" in names:
            wrong["total"] = self.random.randint(1, 20)
        if "kings" in names:
            counts = [n for _, n in event.kings]
            wrong["kings"] = tuple(zip(self.seats, counts[1:] + counts[:1], strict=True))
        return replace(event, **wrong) if wrong else None

    def enter_all(self, events: Iterable[Any]) -> None:
        """Record what happened at once in the order in which the app asks the seats."""
        waiting = list(events)
        while waiting:
            event = next((one for one in waiting if self.session.prompt(one.kind, seat=one.seat)), waiting[0])
            self.enter(event)
            waiting.remove(event)

    # between turns

    def _interlude(self) -> None:
        self._compare_facts()
        if self.chance(0.05):
            self.session.view()
        if self.chance(0.02):
            self.agree_on_points(self.agreed, [-3, -2, -1, 1, 2, 5])
        if self.chance(0.01):
            self._pause()
        if self.chance(0.005):
            self.stopped = Stopped("the tavern closes", self.chance(0.7))
            self.enter(self.stopped)
            self.ended = True
            return
        if self.chance(0.01) and self.discard:
            self._shuffle_early()
        if self.chance(0.02):
            self._change_level()
        if self.chance(0.05):
            self._change_variants()
        if self.uncounted and self.chance(0.1):
            self._count(CountedSoFar)
        if self.chance(0.15):
            self._try_illegal()
        if self.chance(0.2):
            self._end_early()

    def _compare_facts(self) -> None:
        """The facts at the top, and the notice about the lead."""
        if self.level is Level.COUNT and not any(self.earned.values()):
            return
        facts = self.facts()
        self.compare("left", facts["points_left"], f"{36 - sum(self.points.values())} points")
        if self.referee:
            self.compare("cards to draw", int(facts["cards"]), len(self.draw))
        clinched = [notice.seat for notice in GAME.view(self.session.state).notices if notice.rule.id == "RS-075"]
        if any(self.earned.values()):
            self.compare("out of reach", bool(clinched), self._is_clinched())

    def _pause(self) -> None:
        self.enter(Stopped("the soup is ready", self.chance(0.5)))
        self.session.judged_refusal(BidPlaced(self.turn, 1))
        self.enter(Resumed())

    def _change_level(self) -> None:
        bids = [Level.RESOLVER, Level.LEDGER]
        others = {Level.REFEREE: bids, Level.RESOLVER: bids[1:], Level.LEDGER: bids[:1], Level.COUNT: bids}
        counts = [Level.COUNT] if self.likes_counts and self.level is not Level.COUNT else []
        level = self.random.choice([*others[self.level], *counts])
        if self.uncounted:
            self._count(CountedSoFar)
        lost = self.level is Level.REFEREE and any(pile.bids for pile in self.piles)
        if lost:
            self.session.judged_refusal(LevelChosen(level, forget=False))
        self.has_changed = True
        self.enter(LevelChosen(level, forget=lost))
        self.level = level

    def _change_variants(self) -> None:
        chosen = {variant for variant in Variant if (variant in self.variants) != self.chance(0.2)}
        covered = next((pile.number for pile in self.piles if pile.covered), None)
        blind = self.random.randint(1, len(self.piles)) if self.chance(0.3) else covered or self.options.blind_pile
        wanted = blind if Variant.BLIND_RECRUIT in chosen else None
        if wanted != covered and any(pile.bids for pile in self.piles if pile.number in (wanted, covered)):
            return  # the table would have to take cards back
        if any(not pile.recruits for pile in self.piles):
            chosen.discard(Variant.QUICK_GAME)
        variants = tuple(variant for variant in Variant if variant in chosen)
        if (variants, wanted) == (self.variants, covered):
            return
        if self.has_begun:
            self.session.judged_refusal(VariantsAgreed(variants, blind, agreed=False))
        self.has_changed = True
        self.enter(VariantsAgreed(variants, blind, agreed=True))
        self.variants = variants
        for pile in self.piles:
            pile.covered = pile.number == wanted
            if pile.number == covered != wanted:
                self._turn_up(pile)

    def _end_early(self) -> None:
        if self._may_end_early():
            self.enter(EndedEarly())
            self.ended = True
        else:
            self.session.judged_refusal(EndedEarly())

    def _may_end_early(self) -> bool:
        match self.options.early_end:
            case EarlyEnd.OVER18:
                return max(self.points.values()) > 18
            case EarlyEnd.CLINCHED:
                return self._is_clinched()
            case _:
                return False

    def _is_clinched(self) -> bool:
        """Whether the lead is greater than everything that can still be earned (RS-075, RS-081)."""
        unknown = [*(card for pile in self.piles for card in pile.recruits), *(card for _, card in self.uncounted)]
        left = sorted((FACES[rank_of(card)] for card in unknown), reverse=True)
        most = len(left) - len(self.piles) + 1 if Variant.QUICK_GAME in self.variants else len(left)
        second, best = sorted(self.points[seat] + self.agreed[seat] for seat in self.seats)[-2:]
        return best > second + sum(left[:most])

    def _try_illegal(self) -> None:
        seat, others = self.turn, [other for other in self.seats if other != self.turn]
        match self.level:
            case Level.COUNT:
                counted = self._counted(CountedSoFar)
                kings = tuple((one, 5) for one, _ in counted.kings)
                events: list[Any] = [replace(counted, kings=kings), RecruitNamed("K"), PileEmptied(1)]
                if any(self.earned.values()):  # that nobody has any may be counted once
                    events.append(counted)
                if Variant.QUICK_GAME not in self.variants:
                    events.append(self._counted(RecruitsCounted))
            case Level.LEDGER:
                out = [rank for rank in FACES if sum(rank_of(card) == rank for card in self._all_earned()) == 4]
                events = [RecruitNamed(card) for card in (*out, "10S", "A")]
                events.append(RecruitEarned(seat))
            case Level.RESOLVER:
                events = [RecruitNamed(card) for card in (*self.named, "10S", "K")]
                events.append(CardShown(seat, "9S"))
                if not any(pile.covered and (pile.recruits or self.has_changed) for pile in self.piles):
                    events.append(RecruitNamed(COVERED))
            case Level.REFEREE:
                events = [BidPlaced(self.random.choice(others), self.random.randint(1, len(self.piles)))]
                events += [BidPlaced(seat, pile.number) for pile in self.piles if self._why_closed(seat, pile)]
                events += [BidPlaced(seat, 0), BidPlaced(seat, len(self.piles) + 1), CardShown(seat, "9S")]
                events.append(HandRedrawn(seat, (), locked_out=not self._is_locked_out(seat)))
                if any(pile.count(seat) == 1 for pile in self._open_piles()):
                    events.append(HandRedrawn(seat, (), locked_out=False))
                if self._moves(seat):
                    events.append(HandRedrawn(seat, tuple(self.hands[seat]), locked_out=False))
        self.session.judged_refusal(self.random.choice(events))

    def _refuse_some(self, events: list[Any]) -> None:
        if events and self.chance(0.05):
            self.session.judged_refusal(self.random.choice(events))

    def _lying(self, fight: Fight) -> list[str]:
        """Cards that were shown in this contest and are still on the table."""
        return [card for bid in fight.pile.bids.values() for card in bid] if self._by_cards else []

    def _why_closed(self, seat: Seat, pile: Pile) -> bool:
        return not pile.recruits or pile.count(seat) == 2 or (pile.count(seat) == 0 and not pile.open_suits())

    def _all_earned(self) -> list[str]:
        return [card for cards in self.earned.values() for card in cards]

    # a turn

    def _turn_up(self, pile: Pile) -> None:
        if self.referee and pile.recruits and not pile.covered:
            self.enter(RecruitTurned(pile.number, pile.top))

    def _turn(self, seat: Seat) -> None:
        if self._is_locked_out(seat):
            self._redraw(seat, locked_out=True)
            return
        while not self._moves(seat):
            if self._has_seen_all(seat):
                self._redraw(seat, locked_out=True)
                return
            self._redraw(seat, locked_out=False)
        pile = self._place(seat)
        if self._is_complete(pile):
            self._settle(pile)

    def _moves(self, seat: Seat) -> list[tuple[Pile, str]]:
        """Every card that may be placed, and where."""
        return [(pile, card) for pile in self._open_piles() for card in self.hands[seat] if self._may(seat, pile, card)]

    def _may(self, seat: Seat, pile: Pile, card: str) -> bool:
        if pile.count(seat) == 0:
            return suit_of(card) in pile.open_suits()
        return pile.count(seat) == 1

    def _open_piles(self) -> list[Pile]:
        return [pile for pile in self.piles if pile.recruits]

    def _is_locked_out(self, seat: Seat) -> bool:
        return not any(
            pile.count(seat) == 1 or (pile.count(seat) == 0 and pile.open_suits()) for pile in self._open_piles()
        )

    def _has_seen_all(self, seat: Seat) -> bool:
        """Whether no card that can come would help, and the app knows it, too (RS-R23)."""
        can_come = [*self.draw, *self.discard, *self.hands[seat]]
        hopeless = not any(self._may(seat, pile, card) for pile in self._open_piles() for card in can_come)
        if not self.referee:
            return hopeless
        known = self.session.prompt(HandRedrawn.kind, locked_out=True) is not None
        if known and not hopeless:
            raise Disagreement(f"{self.names[seat]} may skip, though a card that helps can come")
        return known

    def _redraw(self, seat: Seat, locked_out: bool) -> None:
        hand = self.hands[seat]
        self.redrawn += 1
        if self.redrawn > 1000:
            raise Disagreement(f"{self.names[seat]} draws new hands without an end")
        if self.referee:
            shown = tuple(hand) if not locked_out and self.chance(0.5) else ()
            self.enter(HandRedrawn(seat, shown, locked_out))
        self.discard += hand
        self.hands[seat] = []
        self._refill(seat)

    def _refill(self, seat: Seat) -> None:
        while len(self.hands[seat]) < self.hand_size:
            self.hands[seat].append(self._top_card())
        if not self.draw and self.eager:
            self._shuffle_early()

    def _top_card(self) -> str:
        if not self.draw:
            self.draw, self.discard = self.random.sample(self.discard, len(self.discard)), []
        return self.draw.pop()

    def _shuffle_early(self) -> None:
        """Before the next card is needed: nobody can know unless it is entered."""
        self.draw, self.discard = self.random.sample(self.draw + self.discard, len(self.draw + self.discard)), []
        if self.referee:
            self.enter(DeckShuffled())

    def _place(self, seat: Seat) -> Pile:
        pile, card = self.random.choice(self._moves(seat))
        if self.loves_ties and (ties := [move for move in self._moves(seat) if self._makes_tie(seat, *move)]):
            pile, card = self.random.choice(ties)
        first = pile.count(seat) == 0
        if self.referee:
            self.enter(BidPlaced(seat, pile.number))
            if first:
                on_table = [bid[0] for other in self.piles for bid in other.bids.values()]
                closed = [one for one in BID_CARDS if one in on_table or suit_of(one) not in pile.open_suits()]
                self._refuse_some([CardShown(seat, one) for one in (*closed, "KS", "")])
                self.enter(CardShown(seat, card))
        self.hands[seat].remove(card)
        pile.bids.setdefault(seat, []).append(card)
        self._refill(seat)
        return pile

    def _makes_tie(self, seat: Seat, pile: Pile, card: str) -> bool:
        if pile.count(seat) != 1 or sum(map(len, pile.bids.values())) != 2 * self._bidders(pile) - 1:
            return False
        bids = {other: [*cards, card] if other == seat else cards for other, cards in pile.bids.items()}
        totals = sorted(sum(self._counting(Pile(0, pile.recruits, pile.covered, bids), other, ())) for other in bids)
        return totals[-1] == totals[-2]

    def _bidders(self, pile: Pile) -> int:
        return len(self.names) if pile.covered else min(3, len(self.names))

    def _is_complete(self, pile: Pile) -> bool:
        return sum(pile.count(seat) == 2 for seat in self.seats) == self._bidders(pile)

    # resolving

    def _settle(self, pile: Pile) -> None:
        fight = Fight(pile, sorted(pile.bids))
        if self.referee and self.chance(0.02):
            self._forget(fight)
        self._show(fight)
        totals = self._totals(fight)
        best = [seat for seat in fight.seats if totals[seat] == max(totals.values())]
        if len(best) > 1:
            self._beside(fight)
        winner = best[0] if len(best) == 1 else self._break_tie(fight, best)
        self._award(fight, winner)

    def _beside(self, fight: Fight) -> None:
        """What may happen while a recruit is fought for."""
        if self.chance(0.1):
            self.session.view()
        if self.chance(0.03):
            self.agree_on_points(self.agreed, [-3, -2, -1, 1, 2, 5])
        if self.chance(0.03):
            self._pause()
        if self.chance(0.05) and self.referee:
            self._put_turned_back(fight)
            if self.discard:
                self._shuffle_early()
        if self.chance(0.03) and self._by_bids and not fight.by_draw:
            self._forget(fight)

    def _forget(self, fight: Fight) -> None:
        """The table stops entering cards: from now on only who gets each recruit, or nothing before the end."""
        level = Level.COUNT if self.likes_counts else Level.LEDGER
        self.session.judged_refusal(LevelChosen(level, forget=False))
        self.has_changed = True
        self.enter(LevelChosen(level, forget=True))
        self.level = level
        fight.by_draw = False

    def _show(self, fight: Fight) -> None:
        pile = fight.pile
        match self.level:
            case Level.REFEREE:
                self._look_if_void(fight)
                self._refuse_some([CardShown(fight.seats[0], bid[0]) for bid in pile.bids.values()])
                self._refuse_some([CardShown(seat, "9S") for seat in self.seats if seat not in fight.seats])
                self.enter_all(CardShown(seat, pile.bids[seat][1]) for seat in fight.seats)
            case Level.RESOLVER:
                self.enter(RecruitNamed(COVERED if pile.covered else pile.top))
                self._look_if_void(fight)
                other = Reveal.TOTALS if self.options.reveal is Reveal.CARDS else Reveal.CARDS
                self.reveal = other if self.chance(0.1) else self.options.reveal
                if len(fight.seats) < len(self.names):
                    self.enter(LeftOut(next(seat for seat in self.seats if seat not in fight.seats)))
                if self.reveal is Reveal.CARDS:
                    for seat in fight.seats:
                        wrong = self._not_open(fight, seat)
                        self._refuse_some([CardShown(seat, one) for one in BID_CARDS if suit_of(one) in wrong])
                        self.enter(CardShown(seat, pile.bids[seat][0]))
                        self.enter(CardShown(seat, pile.bids[seat][1]))
            case Level.LEDGER | Level.COUNT:
                pass
        if Variant.POWERED_ACE in self.variants:
            self._aim(fight)
        if self._by_totals:
            totals = self._totals(fight)
            self._refuse_some([TotalCounted(fight.seats[0], wrong) for wrong in (-1, 21, 40)])
            self.enter_all(TotalCounted(seat, totals[seat]) for seat in fight.seats)

    def _not_open(self, fight: Fight, seat: Seat) -> set[str]:
        """The suits that nobody but this player's predecessors, or nobody at all, can have claimed."""
        before = [other for other in fight.seats if other < seat]
        closed = {suit_of(fight.pile.bids[other][0]) for other in before}
        return closed if fight.pile.covered else closed | {suit_of(fight.pile.top)}

    @property
    def _by_bids(self) -> bool:
        return self.level in (Level.RESOLVER, Level.REFEREE)

    @property
    def _by_totals(self) -> bool:
        return self.level is Level.RESOLVER and self.reveal is Reveal.TOTALS

    @property
    def _by_cards(self) -> bool:
        return self.referee or (self.level is Level.RESOLVER and self.reveal is Reveal.CARDS)

    def _look_at(self, fight: Fight) -> None:
        """Turn up a covered recruit: its suit, or who has earned it, must be known now."""
        if not fight.pile.covered or fight.seen or fight.by_draw:
            return
        fight.seen = True
        if self.referee or self.level is Level.RESOLVER:
            self.enter(RecruitTurned(fight.pile.number if self.referee else 0, fight.pile.top))

    def _look_if_void(self, fight: Fight) -> None:
        if self.options.blind_suit is BlindSuit.VOID:
            self._look_at(fight)

    def _is_void(self, pile: Pile, seat: Seat) -> bool:
        wrong = pile.claims()[seat] == suit_of(pile.top)
        return pile.covered and self.options.blind_suit is BlindSuit.VOID and wrong

    def _counts(self, pile: Pile, seat: Seat, card: str) -> bool:
        first, _ = pile.bids[seat]
        if self._is_void(pile, seat):
            return False
        same_rank = Variant.PAIRS in self.variants and rank_of(card) == rank_of(first)
        return card == first or suit_of(card) == suit_of(first) or same_rank

    def _counting(self, pile: Pile, seat: Seat, aims: Sequence[tuple[Seat, Seat]]) -> list[int]:
        """The numbers that count, the highest first, without those that aces strike."""
        cards = [card for card in pile.bids[seat] if self._counts(pile, seat, card)]
        powered = Variant.POWERED_ACE in self.variants
        numbers = sorted((value_of(card) for card in cards if not (powered and rank_of(card) == "A")), reverse=True)
        return numbers[sum(target == seat for _, target in aims) :]

    def _totals(self, fight: Fight) -> dict[Seat, int]:
        return {seat: sum(self._counting(fight.pile, seat, fight.aims)) for seat in fight.seats}

    def _aim(self, fight: Fight) -> None:
        aces = [
            seat
            for seat in fight.seats
            for card in fight.pile.bids[seat]
            if rank_of(card) == "A" and self._has_power(fight.pile, seat, card)
        ]
        for seat in aces:
            targets = self._targets(fight, seat)
            if not targets:
                continue
            target = self.random.choice(targets)
            if self._by_cards and (len(targets) > 1 or self.session.prompt(AceAimed.kind, seat=seat)):
                self.enter(AceAimed(seat, target))
            fight.aims.append((seat, target))

    def _has_power(self, pile: Pile, seat: Seat, ace: str) -> bool:
        return self._counts(pile, seat, ace) or (self.options.offsuit_ace and not self._is_void(pile, seat))

    def _targets(self, fight: Fight, seat: Seat) -> list[Seat]:
        """All aces act at once, so whoever shows a number that counts; under the ruling those who lead."""
        totals = {other: sum(self._counting(fight.pile, other, ())) for other in fight.seats if other != seat}
        bar = max(totals.values()) if self.options.ace_target is AceTarget.LEADER else 1
        return [other for other, total in totals.items() if total >= bar > 0]

    # ties

    def _break_tie(self, fight: Fight, tied: list[Seat]) -> Seat:
        joiners = []
        if Variant.UP_FOR_GRABS in self.variants:
            may_join = self.seats if self.options.ufg_who is Joiners.ALL else fight.seats
            joiners = [seat for seat in may_join if seat not in tied]
        if Variant.RANDOM_TIEBREAKER not in self.variants:
            return self._break_by_hand(fight, tied, joiners)
        if joiners and self.options.ufg_random is RandomGrabs.OUTSIDERS_PLAY:
            drawn = self._draw(fight, tied)
            return self._break_by_hand(fight, [] if drawn else tied, joiners, drawn)
        everybody = Variant.UP_FOR_GRABS in self.variants and self.options.ufg_random is RandomGrabs.ALL_DRAW
        return self._break_by_draw(fight, fight.seats if everybody else tied)

    def _break_by_hand(
        self, fight: Fight, tied: list[Seat], joiners: list[Seat], drawn: tuple[Seat, str] | None = None
    ) -> Seat:
        while True:
            if any(not self.hands[seat] for seat in tied):
                return self._break_by_draw(fight, tied)
            cards = self._tie_cards(fight, tied, joiners)
            bar = value_of(drawn[1]) if drawn else max(value_of(cards[seat]) for seat in tied)
            above = [seat for seat in joiners if seat in cards and value_of(cards[seat]) > bar]
            if drawn and not above:
                return drawn[0]
            highest = max((value_of(cards[seat]) for seat in above), default=bar)
            tied = [seat for seat in above or tied if value_of(cards[seat]) == highest]
            joiners, drawn = [], None
            if len(tied) == 1:
                return tied[0]
            self._look_at(fight)
            for seat in tied:
                if suit_of(cards[seat]) == suit_of(fight.pile.top):
                    return seat
            if self.options.second_tie is SecondTie.RANDOM:
                return self._break_by_draw(fight, tied)

    def _tie_cards(self, fight: Fight, tied: list[Seat], joiners: list[Seat]) -> dict[Seat, str]:
        cards: dict[Seat, str] = {}
        for seat in (*tied, *joiners):
            if seat in joiners and (not self.hands[seat] or self.chance(0.3)):
                continue
            same = [card for card in self.hands[seat] if any(value_of(card) == value_of(one) for one in cards.values())]
            cards[seat] = self.random.choice(same if same and self.loves_ties else self.hands[seat])
        for seat, card in cards.items():
            self.hands[seat].remove(card)
            fight.spent.append((seat, card))
        if self._by_bids and not fight.by_draw:
            self._refuse_some(
                [
                    *(TieCardPlayed(seat, NO_CARD) for seat in tied),
                    *(TieCardPlayed(seat, "9S") for seat in self.seats if seat not in (*tied, *joiners)),
                    *(TieCardPlayed(tied[0], one) for one in self._lying(fight) if tied),
                ]
            )
            self.enter_all(TieCardPlayed(seat, cards.get(seat, NO_CARD)) for seat in (*tied, *joiners))
        return cards

    def _break_by_draw(self, fight: Fight, live: list[Seat]) -> Seat:
        """A joiner without a suit on the recruit cannot win a draw (RS-085), so a single player with one needs none."""
        bidders = [seat for seat in live if seat in fight.pile.claims()]
        if len(bidders) == 1 and not self._by_totals:
            return bidders[0]
        drawn = self._draw(fight, live)
        return drawn[0] if drawn else self._break_by_hand(fight, live, [])

    def _draw(self, fight: Fight, live: list[Seat]) -> tuple[Seat, str] | None:
        """Turn cards until one has a suit that one of these claims; shuffle what was turned, too, if they run out."""
        fight.by_draw = self._by_totals
        claims = {suit: seat for seat, suit in fight.pile.claims().items() if seat in live}
        while True:
            if self._cannot_decide(fight, claims):
                return None
            if not self.draw:
                turned = self._put_turned_back(fight)
                if turned and not self.referee and self._by_cards:
                    self.enter(DeckShuffled())  # nobody counts draws there
            card = self._top_card()
            fight.spent.append((None, card))
            if self._by_cards:
                self._refuse_some([TieCardDrawn(one) for one in self._lying(fight)])
                self.enter(TieCardDrawn(card))
            if suit_of(card) in claims:
                return claims[suit_of(card)], card

    def _put_turned_back(self, fight: Fight) -> list[str]:
        turned = [card for seat, card in fight.spent if seat is None]
        fight.spent = [(seat, card) for seat, card in fight.spent if seat is not None]
        self.discard += turned
        return turned

    def _cannot_decide(self, fight: Fight, claims: dict[str, Seat]) -> bool:
        """Whether no card that can be turned has a suit that counts, and the app knows it, too (RS-R24)."""
        can_come = [*self.draw, *self.discard, *(card for seat, card in fight.spent if seat is None)]
        hopeless = not any(suit_of(card) in claims for card in can_come)
        if not self._by_cards:
            return hopeless
        if not self.referee:  # nobody counts draws there, so the table says so when it has turned them all
            if hopeless and not self.draw:
                self.enter(TieCardDrawn(NO_CARD))
            return hopeless and not self.draw
        known = self.session.prompt(TieCardDrawn.kind) is None
        if known and not hopeless:
            raise Disagreement("no card is event for, though one that decides can come")
        return known

    # award

    def _award(self, fight: Fight, winner: Seat) -> None:
        pile = fight.pile
        recruit = pile.top
        if self.level is Level.LEDGER:
            self.enter(RecruitNamed(recruit if self.options.naming is Naming.CARD else rank_of(recruit)))
            self.enter(RecruitEarned(winner))
        if fight.by_draw:
            self.enter(RecruitEarned(winner))
            fight.by_draw = False
        self._look_at(fight)
        if self._by_bids or (self.level is Level.LEDGER and self.options.naming is Naming.CARD):
            self.named.append(recruit)
        if self.level is Level.COUNT:
            self.uncounted.append((winner, recruit))
        else:
            self._earn(winner, recruit)
        if self._by_bids:
            for seat in fight.seats:
                self.measured[(seat, "bids_won")] += seat == winner
                self.measured[(seat, "bids")] += 1
        shown = [card for cards in pile.bids.values() for card in cards] + [card for _, card in fight.spent]
        pile.bids = {}
        pile.recruits.pop()
        missing = sum(self.hand_size - len(hand) for hand in self.hands.values())
        if len(self.draw) < missing:
            self.discard += shown
            shown = []
        for seat in self.seats:
            self._refill_quietly(seat)
        self.discard += shown
        self._compare()
        self._end_test(pile)
        if self.ended:
            return
        if not self.draw and self.eager:
            self._shuffle_early()
        self._turn_up(pile)

    def _earn(self, winner: Seat, recruit: str) -> None:
        rank = {"J": "jacks", "Q": "queens", "K": "kings"}[rank_of(recruit)]
        self.measured[(winner, rank)] += 1
        self.points[winner] += FACES[rank_of(recruit)]
        self.earned[winner].append(recruit)

    def _count(self, kind: type[CountedSoFar] | type[RecruitsCounted]) -> None:
        """Count what lies in front of everybody."""
        before, has_any = self._counted(kind), any(self.earned.values())
        for winner, recruit in self.uncounted:
            self._earn(winner, recruit)
        is_refused = has_any if kind is CountedSoFar else Variant.QUICK_GAME not in self.variants
        if self.uncounted:
            self._refuse_some([before] if is_refused else [])
        self.uncounted = []
        self.enter(self._counted(kind))
        self._compare()

    def _counted(self, kind: type[Any]) -> Any:
        """The count of what the app was told."""
        ranks = [
            tuple((seat, sum(rank_of(card) == rank for card in self.earned[seat])) for seat in self.seats)
            for rank in "KQJ"
        ]
        return kind(*ranks)

    def _compare_measures(self) -> None:
        app: Counter[tuple[Seat, str]] = Counter()
        for measure in GAME.measures.of(self.session.state):
            app[(measure.seat, measure.key)] += measure.value
            if measure.key == "bids_won":
                app[(measure.seat, "bids")] += measure.of
        self.compare("measures", +app, +self.measured)

    def _refill_quietly(self, seat: Seat) -> None:
        while len(self.hands[seat]) < self.hand_size:
            self.hands[seat].append(self._top_card())

    def _end_test(self, pile: Pile) -> None:
        if not pile.recruits and Variant.QUICK_GAME in self.variants:
            if self.session.prompt(PileEmptied.kind):  # the app cannot always tell that a pile must be empty
                self.enter(PileEmptied(pile.number))
            self.ended = True
        elif not any(pile.recruits for pile in self.piles):
            self.ended = True
        if self.ended and self.level is Level.COUNT:
            self._count(RecruitsCounted)

    # comparison

    def _compare(self) -> None:
        expected = {seat: self.points[seat] + self.agreed[seat] for seat in self.seats}
        self.compare("totals", self.session.totals(), expected)
        cards = len(self.draw) + len(self.discard) + sum(map(len, self.hands.values()))
        cards += sum(len(bid) for pile in self.piles for bid in pile.bids.values())
        left = sum(FACES[rank_of(card)] for pile in self.piles for card in pile.recruits)
        left += sum(FACES[rank_of(card)] for _, card in self.uncounted)
        assert cards == 40, "the simulator lost a card"
        assert left + sum(self.points.values()) == 36, "the simulator lost a recruit"

    def _finish(self) -> None:
        self._compare_measures()
        self.session.view()
        self.compare_winners(self._winners())

    def _winners(self) -> list[Seat]:
        totals = {seat: self.points[seat] + self.agreed[seat] for seat in self.seats}
        best = [seat for seat in self.seats if totals[seat] == max(totals.values())]
        if self.stopped:
            return best  # a lead is not decided further
        match self.options.win_tie:
            case WinTie.KINGS:
                kings = {seat: sum(rank_of(card) == "K" for card in self.earned[seat]) for seat in best}
                return [seat for seat in best if kings[seat] == max(kings.values())]
            case WinTie.RECRUITS:
                return [seat for seat in best if len(self.earned[seat]) == max(len(self.earned[one]) for one in best)]
            case WinTie.CARD if len(best) > 1:
                return self._win_cards(best)
            case _:
                return best

    def _win_cards(self, tied: list[Seat]) -> list[Seat]:
        while len(tied) > 1 and all(self.hands[seat] for seat in tied):
            cards = {seat: self.hands[seat].pop() for seat in tied}
            placed = [bid[0] for pile in self.piles for bid in pile.bids.values()] if self.referee else []
            self._refuse_some([WinCardPlayed(tied[0], card) for card in (*placed, "KS", NO_CARD)])
            others = [seat for seat in self.seats if seat not in tied]
            self._refuse_some([WinCardPlayed(seat, "9S") for seat in others])
            self.enter_all(WinCardPlayed(seat, card) for seat, card in cards.items())
            highest = max(map(value_of, cards.values()))
            tied = [seat for seat in tied if value_of(cards[seat]) == highest]
        return tied


if __name__ == "__main__":
    command.run(Recruits, "tests.simulators.recruits")
