"""Who collects a trick, which suit is led, who could have followed."""

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruit.options import JokerFollow, JokerLead
from scoring.games.recruit.trick_rules import Play, Revoke, revokes, winner
from scoring.testing.tables import B, C


def plays(cards: str, leader: int = 0, players: int = 4) -> tuple[Play, ...]:
    return tuple(Play(Seat((leader + n) % players), card) for n, card in enumerate(cards.split()))


@pytest.mark.parametrize(
    ("rule", "trump", "cards", "wins", "reason"),
    [
        ("RT-024", "D", "AS AD JOKER", 2, "The joker collects the trick."),
        ("RT-024", "H", "JOKER 2H", 0, "The joker collects the trick."),
        ("RT-025", "H", "AS 2H KS 10H", 3, "The 10 of hearts is the highest trump."),
        ("RT-025", "H", "AS 2H KS", 1, "The 2 of hearts is the only trump."),
        ("RT-025", "H", "2H AH KH QH", 1, "The ace of hearts is the highest trump."),
        ("RT-026", "H", "9C AD 10C KS", 2, "The 10 of clubs is the highest of the led suit."),
        ("RT-026", "H", "2C AD AS KS", 0, "The 2 of clubs is the highest of the led suit."),
        ("RT-028", "", "3S AH AD 4S", 3, "The 4 of spades is the highest of the led suit; nothing is trump."),
        ("RT-026", "S", "QH 10H JH KC", 0, "The queen of hearts is the highest of the led suit."),  # RT-027
        ("RT-026", "S", "KH AH", 1, "The ace of hearts is the highest of the led suit."),  # RT-027
    ],
)
def test_the_trick_goes_to(rule: str, trump: str, cards: str, wins: int, reason: str) -> None:
    verdict = winner(plays(cards), trump)
    assert (verdict.rule.id, verdict.place, verdict.reason) == (rule, wins, reason)


FOLLOWED = "RT-023"


@pytest.mark.parametrize(
    ("rule", "tricks", "options", "expected"),
    [
        ("RT-040", ["5H 6H 2C 7H", "9S 8S 7S 6S", "2D 3D 9H 4D"], {}, [Revoke(C, "H", 1, "2C", 3, "9H")]),
        (FOLLOWED, ["5H 6H 2C 7H", "9S 8S 7S 6S"], {}, []),
        ("RT-041", ["JOKER 3C 2S 5H", "9S 4S 8S 6S"], {}, []),
        ("RT-041", ["5H 6H JOKER 7H", "9S 8S 9H 6S"], {}, [Revoke(C, "H", 1, "JOKER", 2, "9H")]),  # RT-R01
        ("RT-R01", ["5H 6H JOKER 7H", "9S 8S 9H 6S"], {"joker_follow": JokerFollow.FREE}, []),
        ("RT-R02", ["JOKER 3C 2S 5H", "9S 8S 4C 6S"], {}, []),
        (
            "RT-R02",
            ["JOKER 3C 2S 5H", "9S 8S 4C 6S"],
            {"joker_lead": JokerLead.NEXT},
            [Revoke(C, "C", 1, "2S", 2, "4C")],
        ),
        (
            "RT-040",
            ["5H 6H 2C 7H", "8H 10H 3C JH", "2D 3D 9H 4D"],
            {},
            [Revoke(C, "H", 1, "2C", 3, "9H"), Revoke(C, "H", 2, "3C", 3, "9H")],
        ),
        ("RT-040", ["5H 2C", "7S 3H"], {}, [Revoke(B, "H", 1, "2C", 2, "3H")]),
    ],
)
def test_who_could_have_followed(
    rule: str, tricks: list[str], options: dict[str, JokerLead], expected: list[Revoke]
) -> None:
    played = [plays(trick) for trick in tricks]
    assert list(revokes(played, **options)) == expected, rule
