"""The piles of recruits: laid out, turned up, used up, and with Blind Recruit one of them covered."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Card, Prompt
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.games.recruits import deck
from scoring.games.recruits.state import Earned, Pile, State, Turn, Turning

PILES: Final = Rule("RS-005", "Three piles of four recruits, or four of three with four players.", "Setup")
TOPS: Final = Rule("RS-006", "The top recruit of every pile is face up and can be bid on.", "Setup")
USED_UP: Final = Rule("RS-060", "A pile without recruits is closed.", "Resolving bids")
QUICK: Final = Rule("RS-080", "Quick Game: it ends as soon as one pile is used up.", "Variations")
BLIND: Final = Rule("RS-082", "Blind Recruit: one pile stays covered until its recruit is earned.", "Variations")
ONCE: Final = Rule("RS-096", "Every recruit is earned once: four of each rank, no more than the piles hold.", "Our aid")


@dataclass(frozen=True, slots=True)
class RecruitTurned(Event[State]):
    """The top recruit of a pile was turned face up (RS-006); `pile` is 0 where piles are not entered."""

    pile: int
    recruit: str

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The {deck.in_words(self.recruit)} is turned up{f' on pile {self.pile}' if self.pile else ''}"


def set_up(table: Table, blind_pile: int) -> tuple[Pile, ...]:
    """All piles, still face down; `blind_pile` stays so, 0 for none."""
    players = len(table.names)
    size, numbers = deck.pile_size(players), range(1, deck.pile_count(players) + 1)
    return tuple(Pile(number, size, blind=number == blind_pile) for number in numbers)


def begin_turn(state: State) -> State:
    """Turn up a top recruit that is still face down, else take the next turn."""
    for pile in state.piles:
        if pile.left and not pile.top and not pile.blind:
            return replace(state, phase=Turning(pile.number))
    return replace(state, phase=Turn(state.turn))


def turn_up(state: State, phase: Turning, event: RecruitTurned) -> State:
    message = f"Turn up the recruit on pile {phase.pile} now."
    require(event.pile == phase.pile, TOPS, message, field="pile")
    deck.check_recruit(event.recruit)
    check_available(state, event.recruit)
    return begin_turn(with_pile(state, replace(state.pile(phase.pile), top=event.recruit)))


def check_available(state: State, recruit: str) -> None:
    """Refuse a recruit that was earned, is on another pile or does not exist; a rank of which all four were seen."""
    if recruit not in deck.RANKS:
        deck.check_recruit(recruit)
        refuse_if(_seen_recruits(state).get(recruit, ""), ONCE, field="recruit", code="RECRUIT_ALREADY_EARNED")
    refuse_if(why_rank_is_complete(state, deck.rank_of(recruit)), ONCE, field="recruit", code="TOO_MANY_OF_RANK")


def why_rank_is_complete(state: State, rank: str) -> str:
    """Why no other recruit of this rank can come; empty if one can."""
    if count_known_ranks(state)[rank] < deck.COPIES:
        return ""
    return f"All four {deck.rank_name(rank, deck.COPIES)} have come up."


def count_known_ranks(state: State) -> Counter[str]:
    """How many recruits of each rank are earned or face up on a pile."""
    tops = [pile.top for pile in state.piles if pile.top]
    return Counter(map(deck.rank_of, (*(earned.recruit for earned in state.earned), *tops)))


def _seen_recruits(state: State) -> dict[str, str]:
    """The recruits that are earned or on a pile, and where they are; a rank stands for a recruit without a suit."""
    on_piles = {
        pile.top: f"The {deck.in_words(pile.top)} is on pile {pile.number}." for pile in state.piles if pile.top
    }
    earned = {won.recruit: f"{_owner(state, won)} has the {deck.in_words(won.recruit)}." for won in state.earned}
    return on_piles | earned


def barred_recruits(state: State) -> tuple[tuple[str, str], ...]:
    """The recruits that cannot be turned up or named any more, each with the reason."""
    complete = {rank: reason for rank in deck.RANKS if (reason := why_rank_is_complete(state, rank))}
    full = {card.code: complete[card.short] for card in deck.RECRUIT_DECK if card.short in complete}
    return tuple((code, reason) for code, reason in (full | _seen_recruits(state)).items() if code not in deck.RANKS)


def question(state: State, phase: Turning) -> Prompt:
    pile = state.pile(phase.pile)
    size = deck.pile_size(state.company)
    return Prompt(
        RecruitTurned.kind,
        f"Turn up pile {pile.number}",
        (Card("recruit", "The recruit on top", deck.RECRUIT_DECK, (), barred_recruits(state)),),
        rule=TOPS,
        given=(("pile", pile.number),),
        instant=True,
        help=f"{pile.left} of {size} recruits are left there." if pile.left < size else "",
    )


def _owner(state: State, earned: Earned) -> str:
    return "Somebody who left" if earned.seat is None else state.name(earned.seat)


def check_pile(state: State, number: int) -> Pile:
    message = f"Choose one of the piles 1 to {len(state.piles)}."
    require(1 <= number <= len(state.piles), PILES, message, field="pile", code="PILE_EMPTY")
    return state.pile(number)


def with_pile(state: State, pile: Pile) -> State:
    at = pile.number
    return replace(state, piles=(*state.piles[: at - 1], pile, *state.piles[at:]))


def pile_name(pile: Pile) -> str:
    """A pile in a sentence: by its recruit, or by its number while that is covered."""
    return f"the {deck.in_words(pile.top)}" if pile.top else f"the covered recruit on pile {pile.number}"


def why_not_empty(state: State, pile: int) -> str:
    """Why this pile cannot be used up yet, where piles are not entered; empty if it can (RS-080)."""
    elsewhere = _earned_from(state, covered=pile != state.blind_pile)
    is_too_early = len(state.earned) - elsewhere < deck.pile_size(state.company)
    return f"Pile {pile} cannot be used up yet: too few recruits have been earned." if is_too_early else ""


def must_be_empty(state: State) -> bool:
    """Whether some pile must be used up by now, where piles are not entered (RS-080)."""
    count, size = deck.pile_count(state.company), deck.pile_size(state.company)
    if not state.blind_pile:
        return len(state.earned) > deck.RECRUITS - count
    covered, uncovered = _earned_from(state, covered=True), _earned_from(state, covered=False)
    return covered == size or uncovered > (count - 1) * (size - 1) or len(state.earned) > deck.RECRUITS - count


def why_none_left(state: State, *, covered: bool) -> str:
    """Why no covered (or no uncovered) recruit is left, where piles are not entered; empty if one is."""
    if not state.blind_pile:
        return ""
    size = deck.pile_size(state.company)
    recruits = size if covered else deck.RECRUITS - size
    if _earned_from(state, covered=covered) < recruits:
        return ""
    return f"All {recruits} covered recruits are earned." if covered else "Only covered recruits are left."


def check_left(state: State, *, covered: bool) -> None:
    """Refuse to resolve more covered (or uncovered) recruits than there are."""
    refuse_if(why_none_left(state, covered=covered), ONCE, field="recruit", code="PILE_EMPTY")


def _earned_from(state: State, *, covered: bool) -> int:
    """Recruits earned from the covered pile, or from the other piles while it was covered."""
    return sum(earned.covered is covered for earned in state.earned if earned.blind_pile == state.blind_pile)
