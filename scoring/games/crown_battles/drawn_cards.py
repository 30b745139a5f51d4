"""Which types were drawn since the last reshuffle; uncertain if the session joined the game late."""

from dataclasses import dataclass

from scoring.games.crown_battles.options import RoundType, RoundTypeDraw
from scoring.games.crown_battles.state import Drawing, State


@dataclass(frozen=True, slots=True)
class Aside:
    """The cards drawn since the last reshuffle: the known ones, and how many more."""

    known: tuple[RoundType, ...] = ()
    unknown: int = 0

    @property
    def size(self) -> int:
        return len(self.known) + self.unknown


def possible_asides(state: State) -> tuple[Aside, ...]:
    """All possibilities for the cards drawn since the last reshuffle (CB-R54); never empty.

    A game joined late has one possibility for each number of cards drawn before it joined. Between two reshuffles each
    type comes once.
    """
    if state.options.round_type_draw is RoundTypeDraw.WITH_REPLACEMENT:
        return (Aside(),)
    size = _cards_in_pool(state)
    asides = (_aside(state.drawn, size, before) for before in range(min(state.joined, size - 1) + 1))
    return tuple(aside for aside in asides if aside is not None) or (Aside(),)


def may_come(state: State, round_type: RoundType, number: int) -> bool:
    """Whether the card of a type may come up to round `number`: it is not aside, or all are shuffled before."""
    draws = number - state.deal.number + isinstance(state.phase, Drawing)
    size, asides = _cards_in_pool(state), possible_asides(state)
    return draws > 0 and any(round_type not in aside.known or draws > size - aside.size for aside in asides)


def _cards_in_pool(state: State) -> int:
    return len(set(state.options.pool))


def _aside(drawn: tuple[RoundType, ...], size: int, before: int) -> Aside | None:
    """The cards aside if `before` cards were aside at first; None if `drawn` contradicts that."""
    first = size - before  # cards until the first reshuffle
    cycles = (drawn[:first], *(drawn[at : at + size] for at in range(first, len(drawn), size)))
    if any(len(set(cycle)) < len(cycle) for cycle in cycles):
        return None
    if len(drawn) < first:
        return Aside(drawn, before)
    full = (len(drawn) - first) % size == 0
    return Aside() if full else Aside(cycles[-1])
