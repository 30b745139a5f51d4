"""The rules of a type of round, as data; the defaults are those of Normal Bidding."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from scoring.contract.board import Marker, Tile
from scoring.contract.game import Event, Fact, Measure, MeasureKind, Notice
from scoring.contract.prompts import Draft, Prompt
from scoring.contract.rulebook import Refusal, Rule
from scoring.contract.scores import Ledger, Seat
from scoring.games.crown_battles import bidding
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import PLAYERS, Composition, Special
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.rounds.bid_scores import missed_by, team_hand
from scoring.games.crown_battles.state import Bidding, Bids, Part, Piles, Playing, ScoredRound, State, Trick
from scoring.kit.rulings import Ruling

MEASURED: Final = (
    MeasureKind("bid_met", "Bids met", share=True, main=True, praise="Sharpest eye", none="missed"),
    MeasureKind("tricks", "Tricks won", share=True, praise="Busiest hands"),
    MeasureKind("bid", "Tricks bid", share=True),
    MeasureKind("miss", "Tricks off the bid"),
)


@dataclass(frozen=True, slots=True)
class Wait:
    """A step of one type of round: the prompt that comes first, and why other entries are refused until then.

    With `powers`, special cards and the type's own asides may still be entered (bids revealed after the play).
    `instead` is another form for the same step, in the menu.
    """

    prompt: Prompt
    why: str  # a sentence: "Everybody shows a suit first."
    powers: bool = False
    instead: Prompt | None = None

    def is_for(self, kind: str) -> bool:
        """Whether an event of this kind answers it."""
        return kind == self.prompt.kind or (self.instead is not None and kind == self.instead.kind)


def measures(past: ScoredRound, seat: Seat) -> Iterator[Measure]:
    """Tricks and bids of the seat, and how far each bid that counts was missed, alone or as a team.

    Of a double bid the number counts that came nearer.
    """
    number, played = past.deal.number, past.deal.tricks
    misses = [missed_by(bid, won) for bid, won in _hands(past, seat)]
    if past.deal.parts[0].tricks is None:  # bids on suits are met all together or not at all
        misses = [sum(misses)]
    yield Measure(number, seat, "tricks", sum(pile[seat] for pile in past.won), played)
    yield Measure(number, seat, "bid_met", misses.count(0), len(misses))
    pairs = ((bids[seat], won[seat]) for bids, won in zip(past.bids, past.won, strict=True))
    bid = sum(min(max(own[0], tricks), own[-1]) for own, tricks in pairs)
    yield Measure(number, seat, "bid", min(bid, played), played)  # bids on suits may add up to more than the tricks
    yield Measure(number, seat, "miss", sum(misses))


def cell_note(past: ScoredRound, seat: Seat) -> str:
    """Tricks won and bid, for each half of a round: "3/2"; for bids on suits, how far they were missed.

    The numbers are those of the whole team, unless somebody plays alone.
    """
    hands = _hands(past, seat)
    text = " ".join(f"{won}/{bidding.format_bid(bid)}" for bid, won in hands)
    if past.deal.parts[0].tricks is None:
        miss = sum(missed_by(bid, won) for bid, won in hands)
        text = f"{miss} off" if miss else "met"
    return f"team {text}" if len(past.deal.team_of(seat)) > 1 else text


def _hands(past: ScoredRound, seat: Seat) -> list[tuple[Bid, int]]:
    """The bid and the tricks of the seat, or of its team, part by part."""
    team = past.deal.team_of(seat)
    return [team_hand(team, bids, pile) for bids, pile in zip(past.bids, past.won, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeRules:
    """The rules of one type of round.

    Bids and piles are tuples by part and seat: `bids[part][seat]`, `won[part][seat]`. Most types have one part, the
    whole round. The Split has two parts with tricks of their own. Suit Precision has one for each suit, with
    `Part.tricks` None; there `pile` returns the part of a finished trick, or None if its winner chooses. The type then
    asks, and its event puts the trick on the pile.

    A round goes like this: draw the type, spin the trump, `before_play` until it returns None, `question` for every
    seat in `Deal.order`, play, `in_play` until it returns None, score. No other entry of the round is accepted before
    the event that a `Wait` asks for. Keep data of the type in `Deal.type_state`, in a class derived from `TypeState`.
    An event may also change `Deal.order` (groups that bid one after the other), place bids itself with
    `bidding.place_bids`, or fill `ByCounts.piles`. After every event `flow` goes on by itself: the play starts after
    the last bid, the round is scored after the last pile.

    Events are frozen dataclasses derived from `TypeEvent`, in the module of the type and listed in `events`;
    `BidPlaced` is an open bid. Before an event is applied, `flow` has checked that the type asks for it now.
    """

    title: str
    text: str  # one line for players
    rule: Rule
    rulings: tuple[Ruling, ...] = ()  # shown in the set-up form if the type is in the pool

    # Who can play it, and when
    players: range = PLAYERS
    may_be_last: bool = True  # whether the final round may be of this type
    plain: bool = False  # whether the cards and tokens of the base game are enough
    fewest_cards: int = 1  # dealt to each
    lasts: bool = False  # whether its facts, notices and final lines also count in rounds of other types

    # The deal, and what the spinner may show
    tricks: Callable[[int], int] = lambda cards: cards  # by cards dealt to each (CB-060)
    parts: Callable[[int, Composition], tuple[Part, ...]] = lambda tricks, deck: (Part(tricks),)
    order: Callable[[tuple[Seat, ...], Options], tuple[Seat, ...]] = lambda seats, options: seats  # who bids, in turn
    needs_trump: bool = False  # even if the piles are only counted
    why_no_double: Callable[[Options], Refusal | None] = lambda options: None

    # What is entered besides the play: the events of the type, and what they ask
    events: tuple[type[Event[State]], ...] = (BidPlaced,)
    has_bids: bool = True  # bids on tricks, open or secret
    question: Callable[[State, Bidding], Prompt] = bidding.question  # asks for the next bid
    sealed: Callable[[State, Bidding], tuple[Prompt, ...]] = lambda state, phase: ()  # bids in secret, in any order
    narrow: Callable[[State, Prompt, Draft], Prompt] = lambda state, prompt, draft: prompt  # updates a prompt
    before_play: Callable[[State], Wait | None] = lambda state: None
    in_play: Callable[[State, Playing], Wait | None] = lambda state, phase: None
    asides: Callable[[State], tuple[Prompt, ...]] = lambda state: ()

    # The play
    laps: Callable[[int, int], int] = lambda cards, trick: 1  # cards of each player in a trick (from 0)
    leads: Callable[[State, int, Seat], Seat] = lambda state, done, seat: seat  # who leads after `done` tricks
    pile: Callable[[State, Trick, int], int | None] = lambda state, trick, number: state.deal.part_of(number)
    late_cards: frozenset[Special] = frozenset()  # they act after the trick instead of at once
    face_down: bool = False  # only the first card of a trick is open until all have played

    # The score
    lines: Callable[[State, Bids, Piles], Ledger]
    reach: Callable[[State, int], tuple[int, int]]  # by tricks: the least and most points of a seat in a round
    worth: Callable[[Bid, int], int] | None = None  # by bid and tricks won, if a seat's points depend on nothing else
    points_at_stake: Callable[[State, Seat], int] = lambda state, seat: 0  # on the table, but still in the total
    carry_over: Callable[[State], State] = lambda state: state  # `state.past[-1]` is the round just scored
    final_lines: Callable[[State], Ledger] = lambda state: ()  # when the game is over

    # What is shown on the board and counted for the statistics
    hides_bids: Callable[[State], bool] = lambda state: False  # whether bids are secret now
    moves_bids: Callable[[State], bool] = lambda state: True  # whether a Jester's step is entered
    tiles: Callable[[State, Seat], tuple[Tile, ...]] = lambda state, seat: ()
    markers: Callable[[State], tuple[Marker, ...]] = lambda state: ()
    facts: Callable[[State], tuple[Fact, ...]] = lambda state: ()
    notices: Callable[[State], tuple[Notice, ...]] = lambda state: ()
    measures: Callable[[ScoredRound, Seat], Iterator[Measure]] = measures
    measured: tuple[MeasureKind, ...] = ()  # besides MEASURED
    cell_note: Callable[[ScoredRound, Seat], str] = cell_note  # below the points of the score sheet
