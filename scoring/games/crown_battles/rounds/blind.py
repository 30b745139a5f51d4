"""Blind Bidding: everybody bids face down; the bids are revealed after the last trick."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract import prompts
from scoring.contract.board import Shape, Tile
from scoring.contract.game import Table
from scoring.contract.prompts import Choice, Pick, Presentation, Prompt, Sealed
from scoring.contract.rulebook import Refusal, Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import bidding, order, trick_position
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Bid, TypeEvent
from scoring.games.crown_battles.options import Options, Secrets
from scoring.games.crown_battles.rounds import normal
from scoring.games.crown_battles.rounds.type_rules import Wait
from scoring.games.crown_battles.state import Bidding, Over, Playing, State, TypeState
from scoring.kit.rulings import Ruling

FACE_DOWN: Final = Rule("CB-185", "Everybody bids in secret, in any order, with tokens face down.", "Blind Bidding")
TURNED: Final = Rule("CB-186", "The bids are revealed after the last trick.", "Blind Bidding")
OPEN_DOUBLES: Final = Rule("CB-R58", "Double bids are allowed in Blind Bidding, with two tokens.", "Our ruling")

_SINGLES_ONLY: Final = Refusal(
    OPEN_DOUBLES, "This table plays Blind Bidding without double bids.", "E_DOUBLE_ONE_TRICK"
)
_STEPS: Final = {0: "Keep it", -1: "One less", 1: "One more"}


@dataclass(frozen=True, slots=True)
class BlindBidsSet(TypeEvent):
    """All bids lie face down on the table (CB-185)."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        return state.with_type_state(FaceDown())

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "All bids lie face down"


@dataclass(frozen=True, slots=True)
class BlindBidSealed(TypeEvent):
    """A player's bid in round `round`, kept secret by the app."""

    round: int
    seat: Seat
    bid: Bid

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = bidding.require_bidding(state)
        check_round(state, self.round, FACE_DOWN)
        bidding.check_turn(state, phase, self.seat)
        bidding.check_bid(state, phase, self.seat, self.bid, screw=False)
        return bidding.place_bids(state, phase, self.seat, self.bid)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        bids = "has sealed a bid" if "bid" in veiled else f"bids {bidding.format_bid(self.bid)}"
        return f"{table.names[self.seat]} {bids}"

    def veiled(self, state: State) -> frozenset[str]:
        return veil(state, self.round, "bid", shown=FaceDown.of(state).shown)


@dataclass(frozen=True, slots=True)
class BlindBidMoved(TypeEvent):
    """The step a Jester gives a sealed bid: +1, -1, or 0 to keep it."""

    round: int
    seat: Seat
    delta: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_round(state, self.round, FACE_DOWN)
        face_down, phase = FaceDown.of(state), order.require_playing(state)
        seat = _jesters(phase)[face_down.moved]
        require(self.seat == seat, TURNED, f"{state.name(seat)} played the Jester.", field="seat")
        require(self.delta in _STEPS, TURNED, "A bid moves by one, up or down.", field="delta", code="E_JESTER_DELTA")
        bids = bidding.shift_bids(phase.bids, 0, seat, self.delta)
        bid = bids[0][seat]
        message = f"{state.name(seat)}'s hidden bid cannot go that way."
        inside = bid[0] >= 0 and bid[-1] <= bidding.highest_bid(state)
        require(inside, TURNED, message, field="delta", code="E_JESTER_RANGE")
        moved = state.with_type_state(replace(face_down, moved=face_down.moved + 1))
        return replace(moved, phase=replace(phase, bids=bids))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        name = table.names[self.seat]
        return f"{name} may move the hidden bid" if "delta" in veiled else f"{name}: {_STEPS[self.delta].lower()}"

    def veiled(self, state: State) -> frozenset[str]:
        return veil(state, self.round, "delta", shown=FaceDown.of(state).shown)


@dataclass(frozen=True, slots=True)
class BlindBidsTurned(TypeEvent):
    """All bids, revealed after the last trick (CB-186)."""

    bids: tuple[tuple[Seat, Bid], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        complete = state.table.has_all_seats(self.bids)
        require(complete, TURNED, "Every player needs one bid.", field="bids", code="E_BID_MISSING")
        for seat, bid in self.bids:
            bidding.check_bid(state, Bidding(), seat, bid, f"bids[{seat}]", screw=False)
        bids = (tuple(bid for _, bid in sorted(self.bids)),)
        return _show_bids(replace(state, phase=replace(order.require_playing(state), bids=bids)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        bids = ", ".join(f"{table.names[seat]} {bidding.format_bid(bid)}" for seat, bid in self.bids)
        return f"The bids are revealed: {bids}"


@dataclass(frozen=True, slots=True)
class BlindBidsUncovered(TypeEvent):
    """The sealed bids are revealed after the last trick."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        return _show_bids(state)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The sealed bids are shown"


@dataclass(frozen=True, slots=True)
class FaceDown(TypeState):
    """Bids that lie face down; `moved` is the number of Jesters whose step was entered."""

    moved: int = 0
    shown: bool = False

    @property
    def are_tricks_over(self) -> bool:
        return self.shown


def is_sealed(options: Options) -> bool:
    """Whether secrets are entered at once, and hidden by the app."""
    return options.secrets is Secrets.SEALED


def hides(state: State) -> bool:
    return not FaceDown.of(state).shown


def moves_bids(state: State) -> bool:
    """Whether a Jester's step is entered; at the table its token is exchanged before it is revealed (CB-186)."""
    return not hides(state) and is_sealed(state.options)


def veil(state: State, round: int, field: str, *, shown: bool) -> frozenset[str]:
    """The field while the secrets of a round are hidden; an entry waiting for a correction may be of a later round."""
    is_open = shown or isinstance(state.phase, Over)
    is_covered = round > state.deal.number or (round == state.deal.number and not is_open)
    return frozenset({field}) if is_covered else frozenset()


def ask_in_secret(
    state: State, seat: Seat, kind: str, field: prompts.Bid | Pick, *, title: str, what: str, rule: Rule
) -> Prompt:
    """Asks a player for a secret of this round, which the app hides: "Seal Ana's mission"."""
    secret = f"{state.name(seat)}'s {what}"
    return Prompt(
        kind,
        f"{state.name(seat)} {title}",
        (Sealed(field.name, secret, field),),
        rule=rule,
        given=(("round", state.deal.number),),
        confirm=f"Seal {secret}",
    ).for_seat(seat)


def wait_for_all(
    state: State,
    ask_all: Prompt,
    ask: Callable[[State, Seat], Prompt],
    left: tuple[Seat, ...],
    what: str,
    powers: bool = False,
) -> Wait:
    """What everybody shows at once, entered together, or where secrets are sealed picked one by one."""
    if not is_sealed(state.options):
        return Wait(ask_all, f"Everybody shows a {what} first.", powers)
    instead = replace(ask_all, menu="This round") if len(left) == state.players else None
    return Wait(ask(state, left[0]), f"{state.name(left[0])} picks a {what} first.", powers, instead)


def before_play(state: State) -> Wait | None:
    """The bids set face down."""
    is_set = state.deal.type_state is not None or is_sealed(state.options)
    return None if is_set else Wait(_SET, "Everybody puts a bid face down first.")


def question(state: State, phase: Bidding) -> Prompt:
    return _sealed_question(state, phase, bidding.yet_to_bid(state, phase)[0])


def sealed_questions(state: State, phase: Bidding) -> tuple[Prompt, ...]:
    """Ask for all bids still to be sealed, in any order (CB-185)."""
    return tuple(_sealed_question(state, phase, seat) for seat in bidding.yet_to_bid(state, phase))


def _sealed_question(state: State, phase: Bidding, seat: Seat) -> Prompt:
    bid = bidding.bid_field(state, phase, seat, screw=False)
    kind, title = BlindBidSealed.kind, "bids in secret"
    return ask_in_secret(state, seat, kind, bid, title=title, what="bid", rule=FACE_DOWN)


def tiles(state: State, seat: Seat) -> tuple[Tile, ...]:
    """A token face down for a bid that the app does not know."""
    placed = state.deal.type_state is not None and hides(state) and not is_sealed(state.options)
    return (Tile(f"bid-{seat}", "?", up=False, owner=seat, badge="set", shape=Shape.TOKEN),) if placed else ()


def _jesters(phase: Playing) -> tuple[Seat, ...]:
    """The seats that played a Jester or copied it, in turn."""
    return tuple(used.seat for used in phase.used if used.card is Special.JESTER)


def in_play(state: State, phase: Playing) -> Wait | None:
    """A Jester's step on a sealed bid, and the bids revealed at the end."""
    face_down = FaceDown.of(state)
    if face_down.shown:
        return None
    jesters = _jesters(phase) if is_sealed(state.options) else ()
    if face_down.moved < len(jesters):
        return _move_wait(state, jesters[face_down.moved])
    if not trick_position.is_played(state):
        return None
    return Wait(_turn_prompt(state), "The bids are revealed first.", powers=True)


def _move_wait(state: State, seat: Seat) -> Wait:
    """Asks for a Jester's step. Every step is offered, so that the prompt reveals nothing about the bid."""
    steps = Pick("delta", "Bid", tuple(Choice(delta, label) for delta, label in _STEPS.items()))
    kind, title = BlindBidMoved.kind, "may move the hidden bid"
    prompt = ask_in_secret(state, seat, kind, steps, title=title, what="bid", rule=TURNED)
    return Wait(replace(prompt, confirm=f"Seal {state.name(seat)}'s choice"), f"{prompt.title} first.")


def _turn_prompt(state: State) -> Prompt:
    if is_sealed(state.options):
        return _UNCOVER
    ask = partial(bidding.bid_field, state, Bidding(), screw=False)
    return Prompt(
        BlindBidsTurned.kind,
        "Reveal the bids",
        (state.table.ask_each_seat("bids", "Bids", ask),),
        rule=TURNED,
        confirm="These are the bids",
        help=_AFTER,
        shown=Presentation(meanwhile=_MEANWHILE),
    )


def _show_bids(state: State) -> State:
    return state.with_type_state(replace(FaceDown.of(state), shown=True))


def check_round(state: State, round: int, rule: Rule) -> None:
    if round != state.deal.number:
        raise RuleViolation(rule, f"This is round {state.deal.number}, not round {round}.", field="round")


_AFTER: Final = "After the last trick."
_MEANWHILE: Final = "Play all tricks. Then the bids are revealed."
_UNCOVER: Final = Prompt(
    BlindBidsUncovered.kind,
    "Reveal the bids",
    rule=TURNED,
    confirm="Hold to show all bids",
    help=_AFTER,
    shown=Presentation(
        meanwhile=_MEANWHILE,
        reveals="All tricks are played? Then hold the button for a moment: everybody sees the bids.",
    ),
)
_SET: Final = Prompt(
    BlindBidsSet.kind,
    "Everybody bids face down",
    rule=FACE_DOWN,
    confirm="All bids are set",
    help="In secret and in any order; the bids are entered when they are revealed.",
)

SECRETS: Final = Ruling(
    "secrets",
    "Secret bids, missions and suits are entered",
    {Secrets.AT_THE_TABLE: "When they are revealed", Secrets.SEALED: "At once, sealed by the app"},
    FACE_DOWN,
)

ROUND: Final = replace(
    normal.ROUND,
    title="Blind Bidding",
    text="Everybody bids face down; the bids are revealed after the last trick.",
    rule=FACE_DOWN,
    order=lambda seats, options: seats if is_sealed(options) else (),  # else they are entered when they are revealed
    why_no_double=lambda options: None if options.blind_double_bids else _SINGLES_ONLY,
    events=(BlindBidsSet, BlindBidSealed, BlindBidMoved, BlindBidsTurned, BlindBidsUncovered),
    question=question,
    sealed=sealed_questions,
    before_play=before_play,
    in_play=in_play,
    hides_bids=hides,
    moves_bids=moves_bids,
    tiles=tiles,
    rulings=(SECRETS, Ruling("blind_double_bids", "Blind Bidding: double bids", {}, OPEN_DOUBLES)),
)
