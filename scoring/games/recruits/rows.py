"""The rows of the score sheet, and what is measured in each."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from scoring.contract.game import SUMMED_UP, Measure, MeasureKind, RoundHead
from scoring.games.recruits.deck import in_words, rank_of
from scoring.games.recruits.options import Level
from scoring.games.recruits.state import Deciding, Earned, Over, State

MEASURED: Final = (
    MeasureKind("kings", "Kings", praise="Friend of kings"),
    MeasureKind("queens", "Queens", praise="Friend of queens"),
    MeasureKind("jacks", "Jacks", praise="Friend of jacks"),
    MeasureKind("bids_won", "Bids won", share=True, main=True, praise="Luckiest bidder"),
)
FINAL: Final = "Final count"
_MEASURE_OF: Final = {"K": "kings", "Q": "queens", "J": "jacks"}


def rounds(state: State) -> tuple[RoundHead, ...]:
    """A row for each recruit, named once it is earned, and one for all that were counted together.

    The first player starts the first recruit; later the first to move since the last one was earned, if turns are
    entered.
    """
    over = isinstance(state.phase, Over | Deciding)
    last = state.earned[-1].round if state.earned else 0
    heads = [_head(number, earned, is_final=over and number == last) for number, earned in _rows(state)]
    if last < state.round and (not over or any(line.round == state.round for line in state.ledger)):
        title = FINAL if state.level is Level.COUNT else f"Recruit {len(state.earned) + 1}"
        starter = state.options.first_player if state.round == 1 else state.opener
        heads.append(RoundHead(state.round, title, starter=starter))
    return tuple(heads)


def _rows(state: State) -> Iterator[tuple[int, list[Earned]]]:
    for number, earned in groupby(state.earned, key=lambda earned: earned.round):
        yield number, list(earned)


def _head(number: int, earned: list[Earned], *, is_final: bool) -> RoundHead:
    first = earned[0]
    if first.is_counted and len(earned) > 1:
        return RoundHead(number, FINAL if is_final else "So far", SUMMED_UP)
    return RoundHead(number, in_words(first.recruit).capitalize(), _MEASURE_OF[rank_of(first.recruit)])


def measures(state: State) -> tuple[Measure, ...]:
    """Recruits by rank, and bids won if bids were entered."""
    return tuple(measure for number, earned in _rows(state) for measure in _measure(number, earned))


def _measure(number: int, earned: list[Earned]) -> Iterator[Measure]:
    won = Counter((one.seat, rank_of(one.recruit)) for one in earned)
    for (seat, rank), count in won.items():
        if seat is not None:
            yield Measure(number, seat, _MEASURE_OF[rank], count)
    for one in earned:
        for seat in one.bidders:
            yield Measure(number, seat, "bids_won", int(seat == one.seat), 1)
