"""Who wins a trick: every example of the rules, and laws over random tricks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import CARD, CrownSuit, Special, Trump
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.trick_rules import Play, led_suit, winner
from tests.scoring.crown_battles.states import code_of
from tests.simulators.crown_battles import cards as simulated


def trick(cards: str, players: int = 8) -> tuple[Play, ...]:
    """ "b13 D dg thief": blue 13, Dragon, Double-faced as a Golem (df: as a Peasant), Thief; seat 0 leads."""
    return tuple(_play(Seat(n % players), card) for n, card in enumerate(cards.split()))


def _play(seat: Seat, card: str) -> Play:
    return Play(seat, "double_faced" if card in ("df", "dg") else code_of(card), as_golem=card == "dg")


N, Y, B, R, G = Trump
PRINTED = Options()
HOUSE = Options(wizard_affects_kings=False)
COPY = Options(summoner_beats_dragon_king=True)

EXAMPLES = [  # example of, trick, trump, who wins, cited rule
    ("CB-093", "b5 b9 b3", N, 1, "CB-093"),
    ("CB-094", "b2 r13 g13", N, 0, "CB-094"),
    ("CB-094", "b13 r2", N, 0, "CB-093"),
    ("CB-095", "b13 y12", Y, 1, "CB-095"),  # the rulebook's example, up to the trump
    ("CB-095", "b2 r1", R, 1, "CB-095"),
    ("CB-095", "r2 r9 b13", R, 1, "CB-095"),
    ("CB-096", "b13 y12 G", Y, 2, "CB-096"),
    ("CB-097", "b13 y12 G D", Y, 3, "CB-097"),
    ("CB-098", "b1 P", N, 0, "CB-093"),
    ("CB-098", "P b1", N, 1, "CB-099"),
    ("CB-099", "P P g3 y13", N, 2, "CB-099"),
    ("CB-099", "P P g3 y13", Y, 3, "CB-095"),
    ("CB-100", "G b13 y13", Y, 0, "CB-096"),
    ("CB-101", "P P P P", Y, 0, "CB-101"),
    ("CB-101", "thief witch", N, 0, "CB-101"),
    ("CB-101", "P thief df", N, 0, "CB-101"),
    ("CB-102", "b3 G G", N, 1, "CB-102"),
    ("CB-103", "b13 y12 G D D", Y, 3, "CB-103"),  # the rulebook's example; CB-111
    ("CB-104", "G GG", N, 1, "CB-104"),  # CB-135
    ("CB-104", "GG G", N, 0, "CB-104"),
    ("CB-104", "D GG", N, 0, "CB-097"),
    ("CB-104", "GG DD", N, 1, "CB-105"),  # CB-136
    ("CB-105", "D DD", N, 1, "CB-105"),
    ("CB-105", "DD D", N, 0, "CB-105"),
    ("CB-105", "DD S", N, 0, "CB-R12"),
    ("CB-106", "G dg", N, 0, "CB-102"),
    ("CB-106", "dg G", N, 0, "CB-102"),
    ("CB-106", "b13 dg", N, 1, "CB-106"),  # CB-134
    ("CB-106", "b13 df", N, 0, "CB-093"),  # CB-134
    ("CB-106", "df b1", N, 1, "CB-099"),
    ("CB-107", "b12 S b13", N, 2, "CB-093"),
    ("CB-107", "b12 S", N, 1, "CB-107"),
    ("CB-107", "b12 S b11", N, 1, "CB-107"),
    ("CB-107", "S P", N, 0, "CB-107"),
    ("CB-107", "S b1", N, 1, "CB-099"),
    ("CB-107", "b13 S y1", Y, 2, "CB-095"),
    ("CB-107", "b13 y1 S y2", Y, 3, "CB-095"),
    ("CB-107", "b13 y1 S", Y, 2, "CB-107"),
    ("CB-107", "P S", N, 1, "CB-107"),
    ("CB-107", "thief S P", N, 1, "CB-107"),
    ("CB-107", "b2 r13 S", N, 0, "CB-094"),  # a copy of a colour that cannot win cannot win either
    ("CB-107", "G S G", N, 1, "CB-107"),
    ("CB-107", "G S GG", N, 2, "CB-104"),
    ("CB-107", "GG S D", N, 2, "CB-097"),
    ("CB-107", "GG S", N, 1, "CB-107"),
    ("CB-107", "D D S", N, 2, "CB-107"),
    ("CB-107", "D S DD", N, 2, "CB-105"),
    ("CB-108", "D b5 wizard r13", N, 1, "CB-108"),
    ("CB-108", "b5 wizard D b7", N, 3, "CB-108"),
    ("CB-108", "wizard D G P", N, 0, "CB-108"),
    ("CB-108", "G D wizard", N, 0, "CB-108"),
    ("CB-108", "b5 wizard b7", N, 2, "CB-093"),
    ("CB-109", "b5 bomb D", N, None, "CB-109"),
    ("CB-109", "DD wizard bomb S", N, None, "CB-109"),
    ("CB-110", "witch b1", N, 1, "CB-099"),
    ("CB-110", "b1 alchemist bishop cursed jester magician merchant smuggler spy", N, 0, "CB-093"),
    ("CB-121", "b5 alchemist r2", R, 2, "CB-095"),
    ("CB-139", "thief P witch", N, 0, "CB-101"),
    ("CB-139", "df thief P", N, 0, "CB-101"),
    ("CB-194", "b5 b9 y1 b2", Y, 2, "CB-095"),
    ("CB-201", "b5 g9 b7 D", N, 3, "CB-097"),
    ("CB-202", "b5 dg S", N, 2, "CB-107"),
    ("CB-R10", "P G b13", N, 1, "CB-096"),
    ("CB-R11", "b3 wizard DD", N, 0, "CB-108"),
    ("CB-R11", "b3 wizard GG dg", N, 0, "CB-108"),
    ("CB-R13", "D g2 b13 wizard g4", N, 4, "CB-108"),
    ("CB-R13", "G S wizard", N, 1, "CB-108"),  # the copy of a Golem without its rank is worth half a step
    ("CB-R13", "wizard G S", N, 2, "CB-108"),
    ("CB-R23", "dg S G", N, 1, "CB-107"),
    ("CB-R23", "df S", N, 1, "CB-107"),
    ("CB-R23", "P bomb S", N, None, "CB-109"),
]


@pytest.mark.parametrize(("example", "cards", "trump", "index", "rule"), EXAMPLES)
def test_the_strongest_card_wins(example: str, cards: str, trump: Trump, index: int | None, rule: str) -> None:
    verdict = winner(trick(cards), trump, PRINTED)
    assert (verdict.place, verdict.rule.id) == (index, rule)
    assert verdict.reason.endswith(".")


HOUSE_RULINGS = [
    ("CB-R11", "b3 wizard DD", HOUSE, 2, "CB-105"),
    ("CB-R11", "b3 GG wizard D", HOUSE, 1, "CB-104"),
    ("CB-R11", "b3 dg wizard", HOUSE, 0, "CB-108"),
    ("CB-R11", "b3 D wizard", HOUSE, 0, "CB-108"),
    ("CB-R12", "DD S", COPY, 1, "CB-107"),
    ("CB-R12", "S DD", COPY, 1, "CB-105"),
    ("CB-R12", "D S", COPY, 1, "CB-107"),
]


@pytest.mark.parametrize(("example", "cards", "ruling", "index", "rule"), HOUSE_RULINGS)
def test_a_table_may_rule_otherwise(example: str, cards: str, ruling: Options, index: int, rule: str) -> None:
    verdict = winner(trick(cards), N, ruling)
    assert (verdict.place, verdict.rule.id) == (index, rule)


REASONS = [
    ("CB-093", "b5 b9 b3", N, "Blue 9 is the highest card of the led suit."),
    ("CB-094", "b2 r13", N, "Blue 2 is the highest card of the led suit; another colour cannot win."),
    ("CB-095", "b2 r1", R, "Red 1 is the highest trump."),
    ("CB-096", "b2 G", R, "The Golem beats every number."),
    ("CB-097", "b2 D", R, "The Dragon beats every number and every Golem."),
    ("CB-099", "P g3 y13", N, "Green 3 is the highest green; the first card left the suit to the next."),
    ("CB-101", "P thief", N, "Nothing above a Peasant was played, so the first card wins."),
    ("CB-102", "G G", N, "The first Golem beats every number."),
    ("CB-102", "dg G", N, "Double-faced is the first Golem and beats every number."),
    ("CB-103", "b13 y12 G D D", Y, "The first Dragon beats every number and every Golem."),
    ("CB-104", "G GG", N, "The Golem King beats every number and every Golem."),
    ("CB-105", "D DD", N, "The Dragon King beats every card."),
    ("CB-106", "b13 dg", N, "Double-faced, played as a Golem, beats every number."),
    ("CB-107", "b12 S", N, "The Summoner is just above the Blue 12 it copies."),
    ("CB-107", "S P", N, "The Summoner ranks just above a Peasant, and nothing higher was played."),
    (
        "CB-108",
        "D b5 wizard",
        N,
        "Blue 5 is the highest blue; the first card left the suit to the next; "
        "the Wizard turned the Golems and Dragons into Peasants.",
    ),
    ("CB-109", "bomb b5", N, "The Bomb destroyed the trick; nobody owns it."),
    ("CB-R12", "DD S", N, "The Dragon King beats every card, even a Summoner that copies it."),
]


@pytest.mark.parametrize(("rule", "cards", "trump", "sentence"), REASONS)
def test_the_table_is_told_why(rule: str, cards: str, trump: Trump, sentence: str) -> None:
    verdict = winner(trick(cards), trump, PRINTED)
    assert (verdict.rule.id, verdict.reason) == (rule, sentence)


WON_WITH = [  # the suit of the winning card, as Suit Precision and the missions need it
    ("CB-232", "b5 b9", N, CrownSuit.BLUE),
    ("CB-233", "b5 y1", Y, CrownSuit.YELLOW),
    ("CB-234", "b5 G", Y, None),
    ("CB-235", "P P", Y, None),
    ("CB-R35", "b5 y1 S", Y, CrownSuit.YELLOW),
    ("CB-R35", "b5 D S", Y, None),
    ("CB-R35", "P S", Y, None),
    ("CB-109", "b5 bomb", Y, None),
]


@pytest.mark.parametrize(("rule", "cards", "trump", "suit"), WON_WITH)
def test_the_verdict_names_the_suit_of_the_winning_card(
    rule: str, cards: str, trump: Trump, suit: CrownSuit | None
) -> None:
    assert winner(trick(cards), trump, PRINTED).suit == (suit or "")


LED = [
    ("CB-091", "", None),
    ("CB-091", "b3", CrownSuit.BLUE),
    ("CB-091", "b3 y5 G", CrownSuit.BLUE),
    ("CB-099", "P", None),
    ("CB-099", "P P g3", CrownSuit.GREEN),
    ("CB-099", "witch b1", CrownSuit.BLUE),
    ("CB-100", "G b13", None),
    ("CB-100", "D b13", None),
    ("CB-100", "GG b13", None),
    ("CB-100", "DD b13", None),
    ("CB-100", "dg b13", None),
    ("CB-106", "df b13", CrownSuit.BLUE),
    ("CB-107", "S", None),
    ("CB-107", "S r2", CrownSuit.RED),
    ("CB-107", "r2 S", CrownSuit.RED),
    ("CB-108", "D b5 wizard", CrownSuit.BLUE),
    ("CB-R10", "P G b13", None),
    ("CB-R13", "D b5", None),
    ("CB-R13", "wizard D b5", CrownSuit.BLUE),
    ("CB-R11", "DD b5 wizard", CrownSuit.BLUE),
]


@pytest.mark.parametrize(("rule", "cards", "suit"), LED)
def test_the_first_card_above_a_peasant_decides_what_is_led(rule: str, cards: str, suit: CrownSuit | None) -> None:
    assert led_suit(trick(cards), PRINTED) == suit


# ---- laws -----------------------------------------------------------------------------------

_PLAIN = tuple(code for code, card in CARD.items() for _ in range(card.copies))
TRICKS = st.lists(st.sampled_from(range(len(_PLAIN))), min_size=1, max_size=8, unique=True).flatmap(
    lambda chosen: st.tuples(*(_plays(n, _PLAIN[card]) for n, card in enumerate(chosen)))
)
SPECIAL_TRICKS = st.lists(
    st.sampled_from([*Special, "golem", "dragon", "peasant", "blue-1", "blue-13", "red-7", "yellow-12"]),
    min_size=1,
    max_size=8,
    unique=True,
).flatmap(lambda chosen: st.tuples(*(_plays(n, card) for n, card in enumerate(chosen))))
ANY_TRICK = TRICKS | SPECIAL_TRICKS
TRUMPS = st.sampled_from(Trump)


def _plays(seat: int, card: str) -> st.SearchStrategy[Play]:
    if card == Special.DOUBLE_FACED:
        return st.booleans().map(lambda as_golem: Play(Seat(seat), card, as_golem))
    return st.just(Play(Seat(seat), card))


@pytest.mark.long
@given(ANY_TRICK, TRUMPS, st.booleans(), st.booleans())
def test_the_decision_agrees_with_that_of_the_simulated_table(
    plays: tuple[Play, ...], trump: Trump, kings: bool, copy_of_king: bool
) -> None:
    rulings = Options(wizard_affects_kings=kings, summoner_beats_dragon_king=copy_of_king)
    cards = [simulated.Play(play.seat, play.card, play.as_golem) for play in plays]
    assert winner(plays, trump, rulings).place == simulated.winning_place(cards, trump.value, rulings)
    assert led_suit(plays, rulings) == simulated.led_suit(cards, kings=kings)
