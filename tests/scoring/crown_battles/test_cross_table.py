"""The cross table of the types (section 23): bids, doubles, tricks, secrets, the dealer and the Jester."""

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from scoring.contract.game import AGREEMENTS
from scoring.contract.prompts import Bid, Field, Grid, Group, Prompt, Sealed
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import Options, RoundType, ScrewDoubleMode, Secrets
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.testing.walks import Walk, play_on, rolled, start
from tests.scoring.crown_battles.table import GAME

ALL = (1, 2, 7, 8)


class Row(NamedTuple):
    """One line of the table; `tricks` are those of 1, 2, 7 and 8 cards."""

    bids: int
    doubles: bool
    tricks: tuple[int, ...] = ALL
    secret: bool = False
    screwed: bool = True
    jester: bool = True


TABLE = {
    "normal": Row(1, doubles=True),
    "blind": Row(1, doubles=True, secret=True, screwed=False),
    "long_play": Row(1, doubles=True, tricks=(1, 1, 4, 4)),
    "stealth": Row(1, doubles=True),
    "leaked_suit": Row(1, doubles=True, secret=True),
    "split": Row(2, doubles=True),
    "suit_precision": Row(4, doubles=True),
    "missions": Row(0, doubles=False, screwed=False, jester=False),
    "blind_missions": Row(0, doubles=False, secret=True, screwed=False, jester=False),
    "wagering": Row(1, doubles=False),
    "duel_fights": Row(1, doubles=True),
    "alliances": Row(1, doubles=True),
    "missions_alliances": Row(0, doubles=False, screwed=False, jester=False),
    "suit_precision_alliances": Row(4, doubles=True),
}


@cache
def walked(kind: RoundType) -> Walk:
    """Some rounds of four players with Screw the Dealer, sealed secrets and a Jester in the deck."""
    options = Options(
        schedule=(6,) * 13,
        pool=(kind,),
        specials=(Special.JESTER,),
        secrets=Secrets.SEALED,
        screw_the_dealer=True,
        screw_double_mode=ScrewDoubleMode.IGNORE_DOUBLES,
    )
    return play_on(start(GAME, 4, options), rolled(random.Random(5)), aside=1000)


def prompts(kind: RoundType) -> Iterator[Prompt]:
    """All prompts in the rounds of this type."""
    for state in walked(kind).states:
        if state.deal.type is kind:
            yield from GAME.prompts(state)


def bid_fields(prompt: Field) -> Iterator[Bid]:
    """All bid fields inside a field."""
    match prompt:
        case Bid():
            yield prompt
        case Sealed(field=inner):
            yield from bid_fields(inner)
        case Grid(cells=cells):
            for cell in cells:
                yield from bid_fields(cell.field)
        case Group(fields=inner_fields):
            for field in inner_fields:
                yield from bid_fields(field)
        case _:
            return


def asked_bids(kind: RoundType) -> list[Bid]:
    return [bid for prompt in prompts(kind) for field in prompt.fields for bid in bid_fields(field)]


def test_the_table_has_all_types() -> None:  # CB-172
    assert TABLE.keys() == {kind.value for kind in RoundType}


every_type = pytest.mark.parametrize("kind", ROUNDS)


@every_type
def test_bids(kind: RoundType) -> None:
    past = next(past for past in walked(kind).state.past if past.deal.type is kind)
    assert len(past.bids) == TABLE[kind.value].bids
    assert all(len(said) == 4 for said in past.bids)


@every_type
def test_secrets(kind: RoundType) -> None:
    trail = walked(kind)
    own = [event for event in trail.events if type(event) not in AGREEMENTS]
    veiled = any(event.veiled(state) for state in trail.states for event in own)
    assert veiled == TABLE[kind.value].secret


@pytest.mark.parametrize("kind", [kind for kind in ROUNDS if TABLE[kind.value].bids != 4])
def test_the_dealer(kind: RoundType) -> None:  # bids on suits: test_suit_precision.py looks at their sum
    barred = any(bid.barred or bid.barred_singles for bid in asked_bids(kind))
    assert barred == TABLE[kind.value].screwed
