"""A round whose piles are counted at the end: the quickest level of entry."""

from typing import Final

from scoring.changing import replace
from scoring.crown_battles import bidding, order
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import Bid, TricksTaken
from scoring.crown_battles.state import ByCounts, State
from scoring.crown_battles.trick_position import ROUND_END
from scoring.prompts import UNSET, Cell, Count, Each, Prompt
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

OWNERSHIP: Final = Rule("CB-112", "The winner keeps a trick beside the bid, face down.", "Playing Each Trick")
CONSERVATION: Final = Rule(
    "CB-114", "Every trick is owned by exactly one player, except one a Bomb destroyed.", "How to Play; Bomb"
)


_AS_BID: Final = "As bid, until you tap what differs."


def bombs(phase: ByCounts, part: int | None = None) -> int:
    """How many tricks nobody owns, in one part or in all: a Summoner's copy destroys no second one (CB-R23)."""
    return int(any(used.card is Special.BOMB and part in (None, used.part) for used in phase.used))


def owned(state: State, phase: ByCounts) -> int:
    """How many tricks the piles counted next hold together; at most, where further parts share the tricks."""
    part = len(phase.piles)
    if state.deal.parts[part].tricks is None:
        return state.deal.tricks - bombs(phase) - sum(map(sum, phase.piles))
    return bidding.tricks_of(state, part) - bombs(phase, part)


def is_exact(state: State, phase: ByCounts) -> bool:
    """Whether the piles counted next add up to a known number: not before the last of several that share the tricks."""
    part = len(phase.piles)
    return state.deal.parts[part].tricks is not None or part + 1 == len(state.deal.parts)


def is_counted(state: State, phase: ByCounts) -> bool:
    """Whether the piles of all parts are in."""
    return len(phase.piles) == len(state.deal.parts)


def count(state: State, event: TricksTaken) -> State:
    """The state after the piles of the round, or of its next part, were counted."""
    phase = order.by_counts(state)
    require(not is_counted(state, phase), CONSERVATION, "The tricks are counted already.", field="tricks")
    turn = state.deal.parts[len(phase.piles)]
    message = f"Count the tricks of the {turn.label} now." if turn.label else "All tricks are counted together."
    require(event.part in (None, turn.key or None), CONSERVATION, message, field="part", code="E_TRICKS_SUM")
    won = _won(state, event)
    total, least = sum(won), owned(state, phase)
    if total > least or (total < least and is_exact(state, phase)):
        message = _sum_message(state, phase, total)
        raise RuleViolation(CONSERVATION, message, field="tricks", code="E_TRICKS_SUM")
    return replace(state, phase=replace(phase, piles=(*phase.piles, won)))


def _won(state: State, event: TricksTaken) -> tuple[int, ...]:
    """The tricks of every seat; refused where one is missing, there twice or below 0."""
    seats, won = zip(*sorted(event.tricks), strict=True) if event.tricks else ((), ())
    complete = seats == state.table.seats
    require(complete, CONSERVATION, "Every player needs one number of tricks.", field="tricks", code="E_TRICKS_SUM")
    if min(won) < 0:
        seat, tricks = next((seat, tricks) for seat, tricks in event.tricks if tricks < 0)
        message = f"{state.name(seat)} cannot own {tricks} tricks; 0 is the least."
        raise RuleViolation(CONSERVATION, message, field=f"tricks[{seat}]", code="E_TRICKS_NEGATIVE")
    return won


def question(state: State, phase: ByCounts) -> Prompt:
    """The form of the piles: everybody made their bid until told otherwise."""
    total, part = owned(state, phase), len(phase.piles)
    of, key = state.deal.parts[part].label, state.deal.parts[part].key
    cells = tuple(_cell(state, phase, seat, total) for seat in state.table.seats)
    totals = (total,) if is_exact(state, phase) else tuple(range(total + 1))
    return Prompt(
        TricksTaken.kind,
        f"Count the {of}" if of else "Count the tricks",
        (Each("tricks", "Tricks", cells, totals=totals, seats=True),),
        rule=ROUND_END,
        given=(("part", key or None),),
        confirm=f"Score {round_name(state)}" if part + 1 == len(state.deal.parts) else f"{of.capitalize()} counted",
        help="The piles as they lie now; a stolen trick lies with the thief." if _steals(state) else _AS_BID,
    )


def round_name(state: State) -> str:
    """The running round as a button says it: "round 4", "the tie-break"."""
    return "the tie-break" if state.tie_break else f"round {state.deal.number}"


def _cell(state: State, phase: ByCounts, seat: Seat, total: int) -> Cell:
    bid = phase.bids[len(phase.piles)][seat]
    return Cell(seat, state.name(seat), made(bid, total), f"bid {bidding.say(bid)}")


def made(bid: Bid, total: int) -> Count:
    """The field of one pile of at most `total`: as bid, until told otherwise; a double bid stays open."""
    likely = bid[0] if len(bid) == 1 and bid[0] <= total else UNSET
    return Count("tricks", "", 0, total, likely=likely)


def _steals(state: State) -> bool:
    return Special.THIEF in state.deck.specials


def _sum_message(state: State, phase: ByCounts, total: int) -> str:
    wanted = owned(state, phase)
    if phase.piles and state.deal.parts[0].tricks is None:
        return (
            f"The tricks add up to {total}, but {wanted} {'is' if wanted == 1 else 'are'} left beside the other suits."
        )
    bombed = wanted < bidding.tricks_of(state, len(phase.piles))
    were = f"{wanted} are left beside the bombed one" if bombed else f"{wanted} were played"
    off = abs(wanted - total)
    return f"The tricks add up to {total}, but {were}: {off} {'too few' if total < wanted else 'too many'}."
