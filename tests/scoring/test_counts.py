"""Perft for score sheets: every answer to every prompt of a tiny table, counted.

A changed number is a changed rule. Asides are left out; a typed card has one name and one set of numbers, a text is
as short as it may be.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from typing import Any

import pytest

from scoring.contract.game import AnyGame
from scoring.contract.prompts import (
    Answer,
    Bid,
    Card,
    Count,
    Field,
    Flag,
    Grid,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Repeat,
    Role,
    Sealed,
    Subset,
    Sum,
    Text,
)
from scoring.contract.rulebook import RuleViolation
from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.testing.walks import table_of
from tests.scoring.sketches import sealed, stacks, thefts, variations


def every(field: Field) -> Iterator[Answer]:
    """All valid answers of a field."""
    return (answer for answer in _candidates(field) if not field.find_error(answer))


def _candidates(field: Field) -> Iterator[Answer]:
    match field:
        case Pick(choices=choices) | OnBoard(tiles=choices):
            yield from (choice.value for choice in choices)
        case Count(low=low, high=high, step=step):
            yield from range(low, high + 1, step)
        case Sum(low=low, high=high):
            yield from range(low, high + 1)
        case Flag():
            yield from (False, True)
        case Text(needed=needed):
            yield "x" if needed else ""
        case Subset(choices=choices, low=low, high=high):
            values = [choice.value for choice in choices]
            yield from (list(some) for n in range(low, min(high, len(values)) + 1) for some in combinations(values, n))
        case Group(fields=inner):
            names = [inner_field.name for inner_field in inner]
            yield from (dict(zip(names, values, strict=True)) for values in product(*map(list, map(every, inner))))
        case Grid(cells=cells):
            rows = ([[cell.key, value] for value in every(cell.field)] for cell in cells)
            yield from map(list, product(*rows))
        case Repeat(field=inner, low=low, high=high):
            yield from (
                list(row) for n in range(low, min(high, 2) + 1) for row in product(list(every(inner)), repeat=n)
            )
        case Bid(low=low, high=high):
            yield from ([n] for n in range(low, high + 1))
            yield from ([n, n + 1] for n in range(low, high))
        case Groups(seats=seats, sizes=sizes):
            yield from _partitions(seats, sizes)
        case Card(deck=deck):
            yield from (card.code for card in deck)
        case Known(suggestions=suggestions, numbers=numbers):
            yield {"name": suggestions[0], "numbers": [[count.name, count.low] for count in numbers]}
        case Sealed(field=inner):
            yield from every(inner)


def _partitions(seats: tuple[Any, ...], sizes: tuple[tuple[int, ...], ...]) -> Iterator[Answer]:
    seen = set()
    for order, shape in product(permutations(seats), sizes):
        cuts = [sum(shape[:n]) for n in range(len(shape) + 1)]
        groups = frozenset(frozenset(order[a:b]) for a, b in pairwise(cuts))
        if groups not in seen:
            seen.add(groups)
            yield sorted(map(sorted, groups))


def count(game: AnyGame, state: Any, depth: int, memo: dict[tuple[Any, int], int]) -> int:
    """The number of sessions that have `depth` more entries or end before."""
    if depth == 0 or game.outcome(state) is not None:
        return 1
    if (state, depth) not in memo:
        memo[state, depth] = sum(count(game, after, depth - 1, memo) for after in following(game, state))
    return memo[state, depth]


def following(game: AnyGame, state: Any) -> Iterator[Any]:
    """All states after one more legal entry."""
    for prompt in game.prompts(state):
        if prompt.role is Role.ASIDE:
            continue
        names = [field.name for field in prompt.fields]
        for values in product(*(list(every(field)) for field in prompt.fields)):
            answers = dict(prompt.given) | dict(zip(names, values, strict=True))
            try:
                yield agreements.judge(game, state, event_from(game, prompt.kind, answers))
            except RuleViolation:
                continue


ENDED = 99
ONE_LOT = {"lots": 1, "top": 1}
ONE_BY_ONE = {**ONE_LOT, "sealing": sealed.Sealing.ONE_BY_ONE}


@pytest.mark.parametrize(
    ("game", "players", "options", "depth", "sessions"),
    [
        # 2 bids that differ; 2 that tie: 24 pairs of cards decide, 6 tie again and meet 4 x 3 others
        (sealed.GAME, 2, ONE_LOT, ENDED, 2 + 2 * (24 + 6 * 12)),
        (sealed.GAME, 2, ONE_BY_ONE, ENDED, 194),
        (sealed.GAME, 2, {**ONE_LOT, "lots": 2}, 2, 2 * 4 + 2 * (24 + 6)),
        # of 8 sets 6 without both keeper and passer; 11 first bids leave the dealer 8 or 9
        (variations.GAME, 2, {"hands": 1}, 1, 6),
        (variations.GAME, 2, {"hands": 1}, 2, 6 * 11),
        (variations.GAME, 2, {"hands": 1}, 3, 6 * (4 * 9 - 9 + 8 * 8)),
        # 3 events; sheltered or not; then hire on 3 towers or end the turn
        (stacks.GAME, 2, {"days": 1}, 1, 3 * 4),
        (stacks.GAME, 2, {"days": 1}, 2, 12 * 4),
        # after a hire: 2 towers without the bearer, end; exposed: 20 strengths, guarded or not
        (stacks.GAME, 2, {"days": 1}, 3, 3 * (4 * 4 + 2 * 3 * (2 + 1) + 2 * 3 * (2 + 1 + 40))),
        # a coin or an egg passes the draw on, a gambler draws again, the others name the only other pirate
        (thefts.GAME, 2, {"rounds": 1}, 2, 5),
        (thefts.GAME, 2, {"rounds": 1}, 3, 3 * 5 + 2),
        (thefts.GAME, 4, {"rounds": 1}, 1, 3),
        (thefts.GAME, 5, {"rounds": 1}, 1, 10),
        (thefts.GAME, 6, {"rounds": 1}, 1, 15 + 10),
        # every order of draws the deck allows, 2 brawls, 4 points an egg: a recursion over the deck gives the same
        (thefts.GAME, 2, {"rounds": 1}, ENDED, 5112),
    ],
)
def test_number_of_legal_sessions(
    game: AnyGame, players: int, options: dict[str, Any], depth: int, sessions: int
) -> None:
    state = game.open(table_of(players), game.options(**options))
    assert count(game, state, depth, {}) == sessions
