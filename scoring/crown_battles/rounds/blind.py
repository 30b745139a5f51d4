"""Blind Bidding: everybody bids face down; the bids are turned after the last trick."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.board import Shape, Tile
from scoring.changing import replace
from scoring.crown_battles import bidding, order, trick_position
from scoring.crown_battles.bidding import Closed
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import Bid, TypeEvent
from scoring.crown_battles.options import Options, Ruling, Secrets
from scoring.crown_battles.rounds import normal
from scoring.crown_battles.rounds.type_rules import (
    BiddingRules,
    DealRules,
    Entry,
    FittingRules,
    ShownRules,
    TypeRules,
    Wait,
)
from scoring.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Own, Playing, State
from scoring.game import Table
from scoring.prompts import Cell, Choice, Each, Pick, Prompt, Sealed
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

FACE_DOWN: Final = Rule("CB-185", "Everybody bids in secret, in no order, with tokens face down.", "Blind Bidding")
TURNED: Final = Rule("CB-186", "The bids are turned after the last trick.", "Blind Bidding")
LIKE_NORMAL: Final = Rule("CB-187", "A blind bid is worth what an open one is.", "Blind Bidding: Scoring")
OPEN_DOUBLES: Final = Rule("CB-R58", "Double bids are open in Blind Bidding, with two tokens.", "Our ruling")

_STEPS: Final = {0: "Keep it", -1: "One less", 1: "One more"}


@dataclass(frozen=True, slots=True)
class BlindBidsSet(TypeEvent):
    """Everybody's bid lies face down on the table (CB-185)."""

    kind: ClassVar[str] = "blind_bids_set"


@dataclass(frozen=True, slots=True)
class BlindBidSealed(TypeEvent):
    """One player's bid of round `round`, covered on this phone."""

    kind: ClassVar[str] = "blind_bid_sealed"
    round: int
    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class BlindBidMoved(TypeEvent):
    """The step a Jester gives a sealed bid: +1, -1, or 0 to keep it."""

    kind: ClassVar[str] = "blind_bid_moved"
    round: int
    seat: Seat
    delta: int


@dataclass(frozen=True, slots=True)
class BlindBidsTurned(TypeEvent):
    """All bids as they lie after the last trick (CB-186)."""

    kind: ClassVar[str] = "blind_bids_turned"
    bids: tuple[tuple[Seat, Bid], ...]


@dataclass(frozen=True, slots=True)
class BlindBidsUncovered(TypeEvent):
    """The sealed bids may be seen: the last trick is played."""

    kind: ClassVar[str] = "blind_bids_uncovered"


@dataclass(frozen=True, slots=True)
class FaceDown(Own):
    """Bids that lie face down; `moved` counts the Jesters whose step is in."""

    moved: int = 0
    shown: bool = False


def who_bids(seats: tuple[Seat, ...], options: Options) -> tuple[Seat, ...]:
    """Sealed bids are entered one by one, those at the table only when they are turned."""
    return seats if is_sealed(options) else ()


def is_sealed(options: Options) -> bool:
    """Whether secrets are entered at once and covered on this phone."""
    return options.secrets is Secrets.SEALED


def hides(state: State) -> bool:
    """Whether the bids of the round still lie face down."""
    return not _own(state).shown


def moves_bids(state: State) -> bool:
    """Whether a Jester still moves a bid: at the table its token was exchanged before it was turned (CB-186)."""
    return not hides(state) and is_sealed(state.options)


def veil(state: State, event: TypeEvent) -> frozenset[str]:
    """What is sealed stays covered until the bids are turned."""
    match event:
        case BlindBidSealed(round=round) if is_covered(state, round, shown=_own(state).shown):
            return frozenset({"bid"})
        case BlindBidMoved(round=round) if is_covered(state, round, shown=_own(state).shown):
            return frozenset({"delta"})
        case _:
            return frozenset()


def is_covered(state: State, round: int, *, shown: bool) -> bool:
    """Whether what was sealed in a round is still secret; entries that wait for a correction may be of a later one."""
    return round > state.deal.number or (round == state.deal.number and not shown)


def waits(state: State) -> Wait | None:
    """Bids set face down, a Jester's step on a sealed bid, and the bids turned at the end."""
    match state.phase:
        case Bidding() if state.deal.own is None and not is_sealed(state.options):
            return Wait(_SET, "Everybody puts a bid face down first.")
        case ByCounts() | ByTricks() | ByCards() as phase:
            return _in_play(state, phase)
        case _:
            return None


def question(state: State, phase: Bidding) -> Prompt:
    """The form of the next sealed bid."""
    return _sealing(state, phase, bidding.missing(state, phase)[0])


def questions(state: State) -> tuple[Prompt, ...]:
    """The forms of all bids that are still to be sealed, in no order (CB-185)."""
    match state.phase:
        case Bidding() as phase if is_sealed(state.options):
            return tuple(_sealing(state, phase, seat) for seat in bidding.missing(state, phase))
        case _:
            return ()


def _sealing(state: State, phase: Bidding, seat: Seat) -> Prompt:
    bid = bidding.field(state, phase, seat, doubles=_doubles(state), screw=False)
    given = (("round", state.deal.number), ("seat", seat))
    title = f"{state.name(seat)} bids in secret"
    return Prompt(BlindBidSealed.kind, title, (Sealed("bid", bid.label, bid),), rule=FACE_DOWN, seat=seat, given=given)


def set_down(state: State, event: BlindBidsSet) -> State:
    """The state with all bids face down on the table."""
    return replace(state, deal=replace(state.deal, own=FaceDown()))


def seal(state: State, event: BlindBidSealed) -> State:
    """The state with one more sealed bid."""
    phase = order.bidding_phase(state)
    _check_round(state, event.round)
    bidding.check_turn(state, phase, event.seat)
    bidding.check_bid(state, phase, event.seat, event.bid, doubles=_doubles(state), screw=False)
    return bidding.place(state, phase, event.seat, event.bid)


def move(state: State, event: BlindBidMoved) -> State:
    """The state with a sealed bid moved by its player's Jester (CB-186)."""
    _check_round(state, event.round)
    own, phase = _own(state), order.playing(state)
    seat = _jesters(phase)[own.moved]
    require(event.seat == seat, TURNED, f"{state.name(seat)} played the Jester.", field="seat")
    require(event.delta in _STEPS, TURNED, "A bid moves by one, up or down.", field="delta", code="E_JESTER_DELTA")
    (said,) = phase.bids
    bid = tuple(n + event.delta for n in said[seat])
    message = f"{state.name(seat)}'s hidden bid cannot go that way."
    inside = bid[0] >= 0 and bid[-1] <= bidding.highest(state)
    require(inside, TURNED, message, field="delta", code="E_JESTER_RANGE")
    bids = (tuple(bid if place == seat else other for place, other in enumerate(said)),)
    deal = replace(state.deal, own=replace(own, moved=own.moved + 1))
    return replace(state, deal=deal, phase=replace(phase, bids=bids))


def turn(state: State, event: BlindBidsTurned) -> State:
    """The state with the bids as they were turned."""
    complete = sorted(seat for seat, _ in event.bids) == list(state.table.seats)
    require(complete, TURNED, "Every player needs one bid.", field="bids", code="E_BID_MISSING")
    for seat, bid in event.bids:
        bidding.check_bid(state, Bidding(), seat, bid, f"bids[{seat}]", doubles=_doubles(state), screw=False)
    bids = (tuple(bid for _, bid in sorted(event.bids)),)
    return _shown(replace(state, phase=replace(order.playing(state), bids=bids)))


def uncover(state: State, event: BlindBidsUncovered) -> State:
    """The state with the sealed bids for all to see."""
    return _shown(state)


def tiles(state: State, seat: Seat) -> tuple[Tile, ...]:
    """A token face down for a bid that only the table knows."""
    placed = state.deal.own is not None and hides(state) and not is_sealed(state.options)
    return (Tile(f"bid-{seat}", "?", up=False, owner=seat, badge="set", shape=Shape.TOKEN),) if placed else ()


def _told_set(table: Table, event: BlindBidsSet, veiled: frozenset[str]) -> str:
    return "All bids lie face down"


def _told_sealed(table: Table, event: BlindBidSealed, veiled: frozenset[str]) -> str:
    return f"{table.names[event.seat]} {'has sealed a bid' if 'bid' in veiled else f'bids {bidding.say(event.bid)}'}"


def _told_moved(table: Table, event: BlindBidMoved, veiled: frozenset[str]) -> str:
    name = table.names[event.seat]
    return f"{name} may move the hidden bid" if "delta" in veiled else f"{name}: {_STEPS[event.delta].lower()}"


def _told_turned(table: Table, event: BlindBidsTurned, veiled: frozenset[str]) -> str:
    bids = ", ".join(f"{table.names[seat]} {bidding.say(bid)}" for seat, bid in event.bids)
    return f"The bids are turned: {bids}"


def _told_uncovered(table: Table, event: BlindBidsUncovered, veiled: frozenset[str]) -> str:
    return "The sealed bids are shown"


def _own(state: State) -> FaceDown:
    own = state.deal.own
    return own if isinstance(own, FaceDown) else FaceDown()


def _jesters(phase: Playing) -> tuple[Seat, ...]:
    """Who played a Jester, or copied it, in turn."""
    return tuple(used.seat for used in phase.used if used.card is Special.JESTER)


def _in_play(state: State, phase: Playing) -> Wait | None:
    own = _own(state)
    if own.shown:
        return None
    jesters = _jesters(phase) if is_sealed(state.options) else ()
    if own.moved < len(jesters):
        return _moving(state, jesters[own.moved])
    if isinstance(phase, ByCounts):
        return Wait(_turning(state), "The bids are turned first.", powers=True)
    over = trick_position.all_played(state) and not (isinstance(phase, ByCards) and phase.due)
    return Wait(_turning(state), "The bids are turned first.", powers=True) if over else None


def _moving(state: State, seat: Seat) -> Wait:
    """The step of a Jester; every way stands open, so that the form tells nothing about the bid."""
    steps = Pick("delta", "Bid", tuple(Choice(delta, label) for delta, label in _STEPS.items()))
    name = state.name(seat)
    given = (("round", state.deal.number), ("seat", seat))
    title = f"{name} may move the hidden bid"
    fields = (Sealed("delta", f"{name}'s bid", steps),)
    return Wait(Prompt(BlindBidMoved.kind, title, fields, rule=TURNED, seat=seat, given=given), f"{title} first.")


def _turning(state: State) -> Prompt:
    if is_sealed(state.options):
        return Prompt(BlindBidsUncovered.kind, "Turn the bids", (), rule=TURNED, confirm="Show all bids", help=_AFTER)
    cells = tuple(
        Cell(seat, state.name(seat), bidding.field(state, Bidding(), seat, doubles=_doubles(state), screw=False))
        for seat in state.table.seats
    )
    fields = (Each("bids", "Bids", cells, seats=True),)
    return Prompt(BlindBidsTurned.kind, "Turn the bids", fields, rule=TURNED, confirm="These are the bids", help=_AFTER)


def _shown(state: State) -> State:
    return replace(state, deal=replace(state.deal, own=replace(_own(state), shown=True)))


def _check_round(state: State, round: int) -> None:
    if round != state.deal.number:
        raise RuleViolation(FACE_DOWN, f"Round {state.deal.number} is played, not round {round}.", field="round")


def _doubles(state: State) -> Closed | None:
    if state.options.blind_double_bids:
        return None
    return Closed(OPEN_DOUBLES, "This table plays Blind Bidding without double bids.", "E_DOUBLE_ONE_TRICK")


_AFTER: Final = "After the last trick."
_SET: Final = Prompt(
    BlindBidsSet.kind,
    "Everybody bids face down",
    (),
    rule=FACE_DOWN,
    confirm="All bids are set",
    help="In secret and in no order; the bids are entered when they are turned.",
)

SECRETS: Final = Ruling(
    "secrets",
    "Secret bids and missions are entered",
    {Secrets.AT_THE_TABLE: "When they are turned", Secrets.SEALED: "At once, sealed on this phone"},
    FACE_DOWN,
)

ROUND: Final = TypeRules(
    title="Blind Bidding",
    text="Everybody bids face down; the bids are turned after the last trick.",
    rule=FACE_DOWN,
    lines=normal.lines,
    fits=FittingRules(plain=True),
    deal=DealRules(order=who_bids),
    bidding=BiddingRules(
        entries={
            BlindBidsSet: Entry(set_down, _told_set),
            BlindBidSealed: Entry(seal, _told_sealed),
            BlindBidMoved: Entry(move, _told_moved),
            BlindBidsTurned: Entry(turn, _told_turned),
            BlindBidsUncovered: Entry(uncover, _told_uncovered),
        },
        question=question,
        sealed=questions,
        waits=waits,
    ),
    shown=ShownRules(hides=hides, moves_bids=moves_bids, veil=veil, tiles=tiles),
    rulings=(SECRETS, Ruling("blind_double_bids", "Blind Bidding: double bids", {}, OPEN_DOUBLES)),
)
