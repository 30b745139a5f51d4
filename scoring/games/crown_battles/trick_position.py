"""The position of a trick in its round, for special cards, piles, leaders and notices."""

from dataclasses import dataclass
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.games.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Drawing, Over, Spinning, State

ROUND_END: Final = Rule("CB-150", "A round is scored when all its tricks are played.", "Ending a Round")


@dataclass(frozen=True, slots=True)
class TrickPosition:
    """One trick of the round, counted from 1.

    `tricks` is the number of tricks in the round (CB-060); `part` is its half, None if all parts share the tricks;
    `part_end` is the last trick of the part. It `is_destroyed` if it is finished and nobody won it (CB-109).
    """

    number: int
    tricks: int
    part: int | None
    part_end: int
    is_destroyed: bool

    @property
    def remaining(self) -> int:
        return self.tricks - self.number

    @property
    def is_last(self) -> bool:
        """Whether it is the last trick of its part: each half of The Split has a last trick (CB-R31)."""
        return self.number == self.part_end


def are_all_played(state: State) -> bool:
    """Whether all tricks of the round are finished; False if they are only counted."""
    return len(state.tricks) == state.deal.tricks


def is_played(state: State) -> bool:
    """Whether all tricks and actions are entered; always, if tricks are only counted."""
    phase = state.phase
    is_due = isinstance(phase, ByCards) and bool(phase.due)
    return isinstance(phase, ByCounts) or (are_all_played(state) and not is_due)


def running(state: State) -> TrickPosition:
    """The current trick; the last one once all are played."""
    return _at(state, min(len(state.tricks) + 1, state.deal.tricks))


def finished(state: State) -> TrickPosition:
    """The last finished trick; the first one before any is finished."""
    return _at(state, max(len(state.tricks), 1))


def current(state: State) -> TrickPosition:
    """The finished trick while special cards played in it still act, else the running one."""
    acting = isinstance(state.phase, ByCards) and bool(state.phase.due) and not state.phase.plays
    return finished(state) if acting else running(state)


def possible_tricks(state: State, *, after_trick: bool) -> tuple[TrickPosition, ...]:
    """The tricks in which a special card entered now may have been played; `after_trick`: it acts after the trick.

    Card by card it is one trick. Trick by trick, an action after the trick (CB-120) belongs to the finished trick and
    any other action to the running one. But a Bomb finishes its trick at once while the others still play to it
    (CB-R15), so the next action may belong to either. By counts it may be any trick of the part to be counted next.
    """
    match state.phase:
        case ByCards(plays=plays):
            return (running(state) if plays else finished(state),)
        case ByTricks():
            last, following = finished(state), running(state)
            if after_trick or last == following:
                return (last,)
            return (last, following) if last.is_destroyed else (following,)
        case ByCounts(piles=piles):
            return _of_part(state, len(piles))
        case Drawing() | Spinning() | Bidding() | Over():
            return _of_part(state, 0)


def _of_part(state: State, counted: int) -> tuple[TrickPosition, ...]:
    """All tricks of the part at index `counted`; those of the round if the parts share the tricks."""
    parts = state.deal.parts
    part = None if parts[0].tricks is None else min(counted, len(parts) - 1)
    tricks = (_at(state, number) for number in range(1, state.deal.tricks + 1))
    return tuple(trick for trick in tricks if trick.part == part)


def _at(state: State, number: int) -> TrickPosition:
    deal = state.deal
    part = deal.part_of(number - 1)
    end = deal.tricks if part is None else deal.part_ends[part]
    is_destroyed = any(trick.winner is None for trick in state.tricks[number - 1 : number])
    return TrickPosition(number, deal.tricks, part, end, is_destroyed)
