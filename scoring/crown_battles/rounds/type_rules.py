"""What a type of round is: all the game asks of one, with what most of them share as defaults."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.board import Marker, Tile
from scoring.crown_battles import bidding, order
from scoring.crown_battles.deck import PLAYERS, Composition, Special, Trump
from scoring.crown_battles.events import Bid, BidPlaced, Event, Spinner
from scoring.crown_battles.options import Options, Ruling
from scoring.crown_battles.state import Bidding, Bids, Part, Piles, ScoredRound, State, Trick
from scoring.game import Draft, Fact, Measure, MeasureKind, Notice, Table
from scoring.prompts import Prompt
from scoring.rulebook import Rule
from scoring.scores import Ledger, Seat

MEASURED: Final = (
    MeasureKind("bid_met", "Bids met", share=True, main=True, praise="Sharpest eye"),
    MeasureKind("tricks", "Tricks won", share=True, praise="Busiest hands"),
    MeasureKind("bid", "Tricks bid", share=True),
    MeasureKind("miss", "Tricks off the bid"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What an event of a type does, and how the log tells it without its veiled fields.

    `act` checks everything first and raises RuleViolation; that the event is asked for at all
    (by `waits`, `question` or `asides`) is checked before it is called.
    """

    act: Callable[[State, Any], State]
    told: Callable[[Table, Any, frozenset[str]], str]


@dataclass(frozen=True, slots=True)
class Wait:
    """A stage of the type's own: the form that comes before anything else, and why other entries are refused.

    With `powers` special cards and the type's own asides may still be entered before it (a reveal
    after the play).
    """

    prompt: Prompt
    why: str  # a sentence: "Everybody shows a suit first."
    powers: bool = False


def all_cards(cards: int) -> int:
    """As many tricks as cards were dealt to each (CB-060)."""
    return cards


def whole(tricks: int, deck: Composition) -> tuple[Part, ...]:
    """The round as one part."""
    return (Part(tricks),)


def everybody(seats: tuple[Seat, ...], options: Options) -> tuple[Seat, ...]:
    """All bid, left of the dealer first."""
    return seats


def nobody(seats: tuple[Seat, ...], options: Options) -> tuple[Seat, ...]:
    """There are no bids, or they are not placed one by one."""
    return ()


def no_wait(state: State) -> Wait | None:
    """For types without stages of their own."""
    return None


def as_asked(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """For types whose forms say the same whatever is filled in."""
    return prompt


def no_prompts(state: State) -> tuple[Prompt, ...]:
    """For types without asides."""
    return ()


def one_lap(cards: int, trick: int) -> int:
    """Everybody plays one card to a trick."""
    return 1


def winner_leads(state: State, done: int, seat: Seat) -> Seat:
    """Who took the trick, or was named after a Bomb, leads the next."""
    return seat


def in_turn(state: State, trick: Trick, number: int) -> int | None:
    """A trick lies in the part that is played; None where parts share the tricks: somebody has to say."""
    return state.deal.part_of(number)


def never(state: State) -> bool:
    """For types whose bids lie open."""
    return False


def always(state: State) -> bool:
    """For types whose bids a Jester moves in the app as at the table."""
    return True


def anywhere(state: State, shows: Spinner) -> str:
    """The spinner counts wherever it stops."""
    return ""


def any_name(state: State, trump: Trump) -> str:
    """The dealer may name what the table allows."""
    return ""


def never_needed(options: Options) -> bool:
    """For types that can be counted without knowing the trump."""
    return False


def nothing_veiled(state: State, event: Any) -> frozenset[str]:
    """For types without secrets."""
    return frozenset()


def all_others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else is an opponent."""
    return state.others(seat)


def nothing_staked(state: State, seat: Seat) -> int:
    """For types without stakes."""
    return 0


def no_tiles(state: State, seat: Seat) -> tuple[Tile, ...]:
    """For types that put nothing but bids on the table."""
    return ()


def no_signs(state: State) -> tuple[Marker, ...]:
    """For types that put no sign beside a name."""
    return ()


def no_facts(state: State) -> tuple[Fact, ...]:
    """For types with nothing more to see at the top."""
    return ()


def no_notices(state: State) -> tuple[Notice, ...]:
    """For types that never warn."""
    return ()


def unchanged(state: State) -> State:
    """For types that leave nothing to later rounds."""
    return state


def no_lines(state: State) -> Ledger:
    """For types with nothing to settle when the game ends."""
    return ()


def placed(state: State, event: BidPlaced) -> State:
    """The state with an open bid of one number or two (CB-070)."""
    phase = order.bidding_phase(state)
    bidding.check(state, phase, event)
    return bidding.place(state, phase, event.seat, event.bid)


def placed_told(table: Table, event: BidPlaced, veiled: frozenset[str]) -> str:
    """An open bid as the log tells it."""
    return f"{table.names[event.seat]} bids {bidding.say(event.bid)}"


BIDS: Final[Mapping[type[Event], Entry]] = {BidPlaced: Entry(placed, placed_told)}
"""Open bids as in Normal Bidding."""


def missed_by(bid: Bid, won: int) -> int:
    """How far the tricks are from the nearest number of the bid; 0: it is met."""
    return max(bid[0] - won, won - bid[-1], 0)


def astray(bid: Bid, won: int) -> str:
    """What a missed bid is told as: "for a trick too few (bid 2, took 0)"."""
    return f"for a trick too {'many' if won > bid[-1] else 'few'} (bid {bidding.say(bid)}, took {won})"


def measures(past: ScoredRound, seat: Seat) -> Iterator[Measure]:
    """Bids met, tricks won, tricks bid and missed, over all parts of a scored round with bids."""
    number, played = past.deal.number, past.deal.tricks
    yield Measure(number, seat, "tricks", sum(pile[seat] for pile in past.won), played)
    misses = [missed_by(bids[seat], pile[seat]) for bids, pile in zip(past.bids, past.won, strict=True)]
    one = past.deal.parts[0].tricks is None  # bids on suits are met all together
    yield Measure(number, seat, "bid_met", int(not any(misses)) if one else misses.count(0), 1 if one else len(misses))
    bid = sum(bids[seat][0] for bids in past.bids)
    yield Measure(number, seat, "bid", min(bid, played), played)  # on suits a table may bid beyond what is played
    yield Measure(number, seat, "miss", sum(misses))


@dataclass(frozen=True, slots=True, kw_only=True)
class FittingRules:
    """Who plays a type, and when."""

    players: range = PLAYERS
    last: bool = True  # whether the final round may be of this type; alliances may not
    plain: bool = False  # whether it needs nothing but the cards and bids of the base game
    fewest: int = 1  # cards dealt to each


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRules:
    """How a type is dealt, and what the spinner may decide."""

    tricks: Callable[[int], int] = all_cards
    parts: Callable[[int, Composition], tuple[Part, ...]] = whole
    order: Callable[[tuple[Seat, ...], Options], tuple[Seat, ...]] = everybody  # clockwise, dealer last -> who bids
    needs_trump: Callable[[Options], bool] = never_needed  # also where the piles are only counted
    why_not_spun: Callable[[State, Spinner], str] = anywhere  # why the spinner cannot count there; empty: it can
    why_not_named: Callable[[State, Trump], str] = any_name  # why the dealer cannot name that; empty: it can


@dataclass(frozen=True, slots=True, kw_only=True)
class BiddingRules:
    """What is entered beside the play, and what the type waits for."""

    entries: Mapping[type[Event], Entry]
    bids: bool = True  # whether anybody bids on tricks, openly or in secret
    question: Callable[[State, Bidding], Prompt] = bidding.question  # the form of the next bid
    sealed: Callable[[State], tuple[Prompt, ...]] = no_prompts  # what several may answer in secret at the same time
    narrowed: Callable[[State, Prompt, Draft], Prompt] = as_asked  # a form with some of it filled in
    waits: Callable[[State], Wait | None] = no_wait
    asides: Callable[[State], tuple[Prompt, ...]] = no_prompts


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """How a type is played."""

    laps: Callable[[int, int], int] = one_lap  # cards dealt, trick from 0 -> cards of each player in it
    leads: Callable[[State, int, Seat], Seat] = winner_leads  # tricks done, who would lead -> who leads
    pile: Callable[[State, Trick, int], int | None] = in_turn  # finished trick, its number from 0 -> its part
    late: frozenset[Special] = frozenset()  # cards that act after the trick and not at once
    face_down: bool = False  # only the lead of a trick lies open until all have played
    opponents: Callable[[State, Seat], tuple[Seat, ...]] = all_others  # of a Witch or Bishop
    staked: Callable[[State, Seat], int] = nothing_staked  # points on the table that the totals still hold


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRules:
    """What of a type is seen and counted."""

    hides: Callable[[State], bool] = never  # bids may not be shown now
    moves_bids: Callable[[State], bool] = always  # a Jester's step is entered; else its token was exchanged unseen
    veil: Callable[[State, Any], frozenset[str]] = nothing_veiled  # of the type's own events
    tiles: Callable[[State, Seat], tuple[Tile, ...]] = no_tiles  # beside the bid
    signs: Callable[[State], tuple[Marker, ...]] = no_signs  # beside the names
    facts: Callable[[State], tuple[Fact, ...]] = no_facts  # asked in every round if the type is in the pool
    notices: Callable[[State], tuple[Notice, ...]] = no_notices  # the same
    measures: Callable[[ScoredRound, Seat], Iterator[Measure]] = measures
    measured: tuple[MeasureKind, ...] = ()  # beyond MEASURED


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterRules:
    """What a type leaves to later rounds and to the end."""

    carried: Callable[[State], State] = unchanged  # after its score: `state.past[-1]` is this round, `state.pot`
    closing: Callable[[State], Ledger] = no_lines  # when the game is over, if the type is in the pool


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeRules:
    """What one type of round does its own way; everything has the default of Normal Bidding.

    Bids and piles are kept part by part: `bids[part][seat]`, `won[part][seat]`. Most types have one
    part, the whole round; The Split has two with tricks of their own, Suit Precision one for each
    suit, whose `Part.tricks` is None. There `pile` says where a finished trick goes if there is no
    choice; else `Trick.part` stays None until the type's own event lays it down with `state.lay`.

    A round goes: type drawn, trump spun, `waits` until it returns None, `question` for everybody in
    `Deal.order`, play, `waits` again, score. `waits` is asked in the phases Bidding, ByCounts,
    ByTricks and ByCards and decides from the state; its form comes first, and nothing else that
    belongs to the round is taken until its event is in. What the type has to remember goes into
    `Deal.own`, a frozen dataclass derived from `Own` that the type declares; an event's `act` may
    also change `Deal.order` (groups that bid one after the other), lay bids itself with
    `bidding.place`, or fill `ByCounts.piles` when it asks for them in its own form. After every
    event the frame goes on by itself: the last bid begins the play, the last pile scores.

    Events are frozen dataclasses derived from `TypeEvent` in the type's own module; `entries` lists
    them with what they do, and the plain bids as `**BIDS`.
    """

    title: str
    text: str  # what is special, in one line
    rule: Rule
    lines: Callable[[State, Bids, Piles], Ledger]
    bidding: BiddingRules
    fits: FittingRules = FittingRules()
    deal: DealRules = DealRules()
    play: PlayRules = PlayRules()
    shown: ShownRules = ShownRules()
    after: AfterRules = AfterRules()
    rulings: tuple[Ruling, ...] = ()  # of section 24, shown while the type is in the pool
