"""The piles of recruits: set up, turned up, used up, and one of them covered if the table likes."""

from collections import Counter
from typing import Final

from scoring.changing import replace
from scoring.game import Table
from scoring.prompts import Card, Prompt
from scoring.recruits.deck import (
    COPIES,
    RECRUIT_DECK,
    RECRUITS,
    check_recruit,
    in_words,
    pile_count,
    pile_size,
    rank_name,
    rank_of,
)
from scoring.recruits.events import RecruitTurned
from scoring.recruits.state import Pile, State, Turn, Turning
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

PILES: Final = Rule("RS-005", "Three piles of four recruits, or four of three with four players.", "Setup")
TOPS: Final = Rule("RS-006", "The top recruit of every pile lies face up: these can be bid on.", "Setup")
USED_UP: Final = Rule("RS-060", "A pile without recruits is closed.", "Resolving bids")
QUICK: Final = Rule("RS-080", "Quick Game: over as soon as one pile is used up.", "Variations")
BLIND: Final = Rule("RS-082", "Blind Recruit: one pile stays covered until its recruit is earned.", "Variations")
ONCE: Final = Rule("RS-096", "Every recruit is earned once, four of a rank, as many as a pile holds.", "Our aid")
QUICK_END: Final = Rule("RS-R17", "The Quick Game ends at once after the resolution that empties a pile.", "Our ruling")


def set_up(table: Table, blind_pile: int) -> tuple[Pile, ...]:
    """All piles face down; `blind_pile` 0: none stays so."""
    players = len(table.names)
    return tuple(
        Pile(number, pile_size(players), blind=number == blind_pile) for number in range(1, pile_count(players) + 1)
    )


def next_phase(piles: tuple[Pile, ...], turn: Seat) -> Turning | Turn:
    """A top to turn up, or else whose turn it is."""
    for pile in piles:
        if pile.left and not pile.top and not pile.blind:
            return Turning(pile.number)
    return Turn(turn)


def turn_up(state: State, phase: Turning, event: RecruitTurned) -> State:
    """The state after the top of a pile was turned."""
    message = f"The recruit on pile {phase.pile} is turned up now."
    require(event.pile == phase.pile, TOPS, message, field="pile")
    check_free(state, event.recruit)
    turned = among(state, replace(state.pile(phase.pile), top=event.recruit))
    return replace(state, piles=turned, phase=next_phase(turned, state.turn))


def check_free(state: State, recruit: str, field: str = "recruit") -> None:
    """Refuse a recruit, or a rank, that was earned already, lies on another pile or cannot exist."""
    if recruit not in rank_codes():
        check_recruit(recruit, field)
        taken = dict(barred(state)).get(recruit) if recruit in _known(state) else None
        if taken is not None:
            raise RuleViolation(ONCE, taken, field=field, code="RECRUIT_ALREADY_EARNED")
    rank = rank_of(recruit)
    if known_of_rank(state)[rank] >= COPIES:
        message = f"All four {rank_name(rank, COPIES)} have come up already."
        raise RuleViolation(ONCE, message, field=field, code="TOO_MANY_OF_RANK")


def rank_codes() -> tuple[str, ...]:
    """The letters that name a recruit without its suit."""
    return ("K", "Q", "J")


def known_of_rank(state: State) -> Counter[str]:
    """How many recruits of each rank are earned or lie open."""
    return Counter(map(rank_of, _known(state)))


def _known(state: State) -> list[str]:
    return [each.recruit for each in state.earned] + [pile.top for pile in state.piles if pile.top]


def barred(state: State) -> tuple[tuple[str, str], ...]:
    """The recruits that cannot be turned up or named any more, each with the reason."""
    counts = known_of_rank(state)
    full = {
        card.code: f"All four {rank_name(card.short, COPIES)} have come up."
        for card in RECRUIT_DECK
        if counts[card.short] >= COPIES
    }
    lying = {pile.top: f"The {in_words(pile.top)} lies on pile {pile.number}." for pile in state.piles if pile.top}
    earned = {each.recruit: f"{state.name(each.seat)} has the {in_words(each.recruit)}." for each in state.earned}
    return tuple((code, why) for code, why in (full | lying | earned).items() if code not in rank_codes())


def question(state: State, phase: Turning) -> Prompt:
    """The form that turns up the top of a pile."""
    pile = state.pile(phase.pile)
    size = pile_size(state.players)
    return Prompt(
        RecruitTurned.kind,
        f"Turn up pile {pile.number}",
        (Card("recruit", "The recruit on top", RECRUIT_DECK, (), barred(state)),),
        rule=TOPS,
        given=(("pile", pile.number),),
        instant=True,
        help=f"{pile.left} of {size} recruits lie there." if pile.left < size else "",
    )


def check_pile(state: State, number: int) -> Pile:
    """The pile of this number; refused where there is none."""
    message = f"Choose one of the piles 1 to {len(state.piles)}."
    require(1 <= number <= len(state.piles), PILES, message, field="pile", code="PILE_EMPTY")
    return state.pile(number)


def among(state: State, pile: Pile) -> tuple[Pile, ...]:
    """The piles with this one in place of the one of its number."""
    at = pile.number
    return (*state.piles[: at - 1], pile, *state.piles[at:])


def name_of(pile: Pile) -> str:
    """What lies on a pile, in a sentence."""
    return f"the {in_words(pile.top)}" if pile.top else f"the covered recruit on pile {pile.number}"


def may_be_empty(state: State) -> bool:
    """Whether a pile may be used up by now, where piles are not kept (RS-080)."""
    return len(state.earned) >= pile_size(state.players)


def must_be_empty(state: State) -> bool:
    """Whether some pile must be used up by now, where piles are not kept (RS-080)."""
    count, size = pile_count(state.players), pile_size(state.players)
    if not state.blind_pile:
        return len(state.earned) > RECRUITS - count
    covered, beside = _earned_from(state, covered=True), _earned_from(state, covered=False)
    return covered == size or beside > (count - 1) * (size - 1) or len(state.earned) > RECRUITS - count


def why_none_left(state: State, *, covered: bool) -> str:
    """Why no covered recruit, or no open one, can be fought for where piles are not kept; empty: one can."""
    if not state.blind_pile:
        return ""
    size = pile_size(state.players)
    lie = size if covered else RECRUITS - size
    if _earned_from(state, covered=covered) < lie:
        return ""
    return f"All {lie} covered recruits are earned." if covered else "Only covered recruits are left."


def check_left(state: State, *, covered: bool) -> None:
    """Refuse to fight for more covered recruits, or open ones, than lay there."""
    message = why_none_left(state, covered=covered)
    require(not message, ONCE, message, field="recruit", code="PILE_EMPTY")


def _earned_from(state: State, *, covered: bool) -> int:
    """How many recruits came from the covered pile, or beside it while it was covered."""
    return sum(earned.covered is covered for earned in state.earned if earned.blind_pile == state.blind_pile)
