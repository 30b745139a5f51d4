"""Revokes, reported as soon as the cards prove them."""

import pytest

from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import CrownSuit
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.trick_rules import Play, Revoke, revokes
from tests.scoring.crown_battles.test_trick_rules import trick

ANA, BEN, CLEO = map(Seat, range(3))
BLUE, GREEN, RED = CrownSuit.BLUE, CrownSuit.GREEN, CrownSuit.RED

Played = list[tuple[Seat, str]]
"""Tricks of three players as (who leads, cards)."""


def tricks(played: Played) -> list[tuple[Play, ...]]:
    return [
        tuple(Play(Seat((play.seat + leader) % 3), play.card, play.as_golem) for play in trick(cards, players=3))
        for leader, cards in played
    ]


FOUND = [
    ("CB-113", [(ANA, "b5 r9 b2"), (ANA, "g2 g3 g4"), (ANA, "r2 b4 r3")], [Revoke(BEN, BLUE, 1, "red-9", 3, "blue-4")]),
    ("CB-113", [(ANA, "b5 r9 b2"), (BEN, "b4")], [Revoke(BEN, BLUE, 1, "red-9", 2, "blue-4")]),
    (
        "CB-091",
        [(ANA, "b5 r9 g2"), (ANA, "r2 b4 b3")],
        [Revoke(BEN, BLUE, 1, "red-9", 2, "blue-4"), Revoke(CLEO, BLUE, 1, "green-2", 2, "blue-3")],
    ),
    (
        "CB-091",
        [(ANA, "b5 r9 b2"), (BEN, "r1 r2 b9"), (ANA, "r3 b1 g1")],
        [Revoke(ANA, RED, 2, "blue-9", 3, "red-3"), Revoke(BEN, BLUE, 1, "red-9", 3, "blue-1")],
    ),
    ("CB-099", [(ANA, "P b5 r9"), (BEN, "g5 b1 g1")], [Revoke(CLEO, BLUE, 1, "red-9", 2, "blue-1")]),
    ("CB-107", [(ANA, "S b5 r9"), (BEN, "g5 b1 g1")], [Revoke(CLEO, BLUE, 1, "red-9", 2, "blue-1")]),
    ("CB-108", [(ANA, "D b5 wizard r13"), (ANA, "b1")], [Revoke(ANA, BLUE, 1, "red-13", 2, "blue-1")]),
    ("CB-113", [(ANA, "b5 r9 b2 b7 b4 b8")], [Revoke(BEN, BLUE, 1, "red-9", 1, "blue-4")]),  # two laps
    (
        "CB-113",
        [(ANA, "b5 r9 b2"), (ANA, "g1 b4 g2"), (BEN, "g7 g8 g9")],
        [Revoke(BEN, BLUE, 1, "red-9", 2, "blue-4"), Revoke(BEN, GREEN, 2, "blue-4", 3, "green-7")],
    ),
    ("CB-128", [(ANA, "b5 r9 b2"), (CLEO, "smuggler g2 b4")], [Revoke(BEN, BLUE, 1, "red-9", 2, "blue-4")]),
    ("CB-127", [(ANA, "merchant b2 r9"), (BEN, "g1 b4 g2")], [Revoke(CLEO, BLUE, 1, "red-9", 2, "blue-4")]),
    ("CB-130", [(ANA, "b5 r9 b2"), (ANA, "g7 S"), (BEN, "b4")], [Revoke(BEN, BLUE, 1, "red-9", 3, "blue-4")]),
]

NOTHING = [
    ("CB-091", [(ANA, "b5 b9 r2"), (BEN, "g1 g2 g3")]),
    ("CB-091", [(ANA, "b5 r9 b2"), (ANA, "g1 r4 g2")]),
    ("CB-092", [(ANA, "b5 G b2"), (BEN, "b4")]),
    ("CB-092", [(ANA, "b5 thief b2"), (CLEO, "g1 g2 b4")]),
    ("CB-100", [(ANA, "G b5 r9"), (ANA, "g1 g2 b1")]),
    ("CB-R10", [(ANA, "P D r9"), (BEN, "r1 b1 b2")]),
    ("CB-108", [(ANA, "D b5 r9 wizard"), (ANA, "g1 g2 b1")]),  # red-9 came before the Wizard
    ("CB-124", [(ANA, "b5 r9 cursed"), (BEN, "b4")]),
    ("CB-124", [(ANA, "b5 r9 b2"), (ANA, "cursed g2 g3"), (BEN, "b4")]),
    ("CB-126", [(ANA, "b5 r9 b2"), (ANA, "g1 g2 magician"), (BEN, "b4")]),
    ("CB-127", [(ANA, "b5 r9 merchant"), (BEN, "b4")]),
    ("CB-128", [(ANA, "b5 r9 b2"), (ANA, "g2 smuggler g3"), (BEN, "b4")]),
    ("CB-130", [(ANA, "b5 r9 b2"), (ANA, "merchant S g3"), (BEN, "b4")]),
    ("CB-130", [(ANA, "b5 r9 b2"), (ANA, "smuggler S g3"), (BEN, "b4")]),
]


@pytest.mark.parametrize(("rule", "played", "expected"), FOUND)
def test_a_suit_shown_after_not_following_it_is_reported(rule: str, played: Played, expected: list[Revoke]) -> None:
    assert revokes(tricks(played), Options(), face_down=False) == tuple(expected)


@pytest.mark.parametrize(("rule", "played"), NOTHING)
def test_what_the_cards_do_not_prove_is_not_reported(rule: str, played: Played) -> None:
    assert revokes(tricks(played), Options(), face_down=False) == ()


@pytest.mark.parametrize(
    ("rule", "played", "expected"),
    [
        ("CB-091", [(ANA, "b5 r9 b2"), (ANA, "g2 b4 g4")], [Revoke(BEN, BLUE, 1, "red-9", 2, "blue-4")]),
        ("CB-099", [(ANA, "P b5 r9"), (BEN, "g5 b1 g1")], []),
        ("CB-107", [(ANA, "S b5 r9"), (BEN, "g5 b1 g1")], []),
        ("CB-108", [(ANA, "D b5 wizard r13"), (ANA, "b1")], []),
        ("CB-R57", [(ANA, "b5 magician r9"), (ANA, "g2 g3 b4")], []),
        ("CB-R57", [(ANA, "b5 merchant r9"), (ANA, "g2 g3 b4")], []),
        ("CB-R57", [(ANA, "b5 r9 magician"), (ANA, "g2 b4 g3")], []),
    ],
)
def test_with_cards_face_down_only_an_open_lead_is_followed(rule: str, played: Played, expected: list[Revoke]) -> None:
    assert revokes(tricks(played), Options(), face_down=True) == tuple(expected)
