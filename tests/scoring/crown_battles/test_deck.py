"""The cards of the box, the decks the rulebook prints, and every other deck refused."""

import pytest

from scoring.contract import cards
from scoring.contract.game import OptionField
from scoring.contract.rulebook import RuleViolation
from scoring.games.crown_battles.deck import (
    ALL_CARDS,
    CARD,
    SUITS,
    Composition,
    CrownSuit,
    Special,
    Trump,
    base_composition,
    check_card,
    check_composition,
    check_players,
)
from scoring.games.crown_battles.options import Options
from scoring.testing.walks import table_of
from tests.scoring.crown_battles.states import opened
from tests.scoring.crown_battles.table import GAME

FOUR = tuple(CrownSuit)
THREE = (CrownSuit.BLUE, CrownSuit.RED, CrownSuit.GREEN)
SIXTY = Composition(1, FOUR, golems=2, dragons=2, peasants=4)
FORTY = Composition(5, FOUR, golems=1, dragons=1, peasants=2)
A, B, C, D, E, F = (
    Special.THIEF,
    Special.WITCH,
    Special.BOMB,
    Special.WIZARD,
    Special.JESTER,
    Special.SUMMONER,
)
SEVEN = (A, B, C, D, E, F, Special.SPY)
EIGHT = (*SEVEN, Special.BISHOP)


def refusal(composition: Composition, players: int) -> tuple[str, str, str | None]:
    with pytest.raises(RuleViolation) as caught:
        check_composition(composition, players)
    assert caught.value.message.endswith(".")
    return caught.value.rule.id, caught.value.code, caught.value.field


@pytest.mark.parametrize("players", [0, 1, 9])
def test_cb_001_other_companies_are_refused(players: int) -> None:
    with pytest.raises(RuleViolation) as caught:
        check_players(players)
    assert (caught.value.rule.id, caught.value.code) == ("CB-001", "E_PLAYERS")


BOX = [
    ("CB-004", "numbers", sum(card.rank > 0 for card in ALL_CARDS), 52),
    ("CB-004", "peasants", CARD["peasant"].copies, 4),
    ("CB-004", "golems", CARD["golem"].copies, 2),
    ("CB-004", "dragons", CARD["dragon"].copies, 2),
    ("CB-004", "specials", len(Special), 16),
    ("CB-004", "all cards", cards.count_cards(ALL_CARDS), 76),
    ("CB-006", "colours", len(CrownSuit), 4),
    ("CB-006", "highest blue", max(card.rank for card in ALL_CARDS if card.suit == "blue"), 13),
    ("CB-013", "copies of a special", {CARD[special].copies for special in Special}, {1}),
]


@pytest.mark.parametrize(("rule", "what", "value", "printed"), BOX)
def test_the_box_holds_what_is_printed(rule: str, what: str, value: object, printed: object) -> None:
    assert value == printed


def test_every_card_has_a_code_a_name_and_a_label_for_a_small_key() -> None:
    assert len(CARD) == len(ALL_CARDS)
    assert all(card.name and 1 <= len(card.short) <= 2 for card in ALL_CARDS)
    shorts = [card.short for card in ALL_CARDS if not card.suit]
    assert len(set(shorts)) == len(shorts)


def test_suits_are_told_apart_by_shape_and_colour() -> None:
    assert [(suit.key, suit.shape) for suit in SUITS] == [
        ("yellow", "sun"),
        ("blue", "drop"),
        ("red", "flame"),
        ("green", "leaf"),
    ]
    assert [suit.key for suit in SUITS] == list(CrownSuit)
    assert list(Trump) == ["none", *CrownSuit]


LEGAL = [
    ("CB-010", SIXTY, 3, 60),
    ("CB-010", SIXTY, 6, 60),
    ("CB-011", FORTY, 2, 40),
    ("CB-012", SIXTY._replace(peasants=2, specials=(A, B)), 4, 60),  # the rulebook's own example
    ("CB-012", SIXTY._replace(peasants=0, specials=(A, B, C, D)), 5, 60),
    ("CB-012", FORTY._replace(peasants=0, specials=(A, B)), 2, 40),
    ("CB-013", SIXTY._replace(peasants=0, specials=(A, B, C, D)), 3, 60),
    ("CB-025", Composition(10, FOUR, 1, 1, 2), 2, 20),
    ("CB-026", Composition(6, THREE, 1, 1, 1, (A,)), 2, 28),
    ("CB-027", Composition(8, FOUR, 1, 1, 0, (A, B)), 2, 28),
    ("CB-029", Composition(5, FOUR, 2, 1, 0, (A, B, C)), 3, 42),
    ("CB-030", Composition(1, FOUR, 2, 1, 2), 3, 57),
    ("CB-039", SIXTY._replace(specials=SEVEN[:6]), 6, 66),
    ("CB-R01", base_composition(7), 7, 67),
    ("CB-R02", SIXTY._replace(specials=SEVEN), 7, 67),
    ("CB-R02", SIXTY._replace(peasants=0, specials=SEVEN), 7, 63),
    ("CB-R02", SIXTY._replace(peasants=4, specials=SEVEN[:3]), 7, 63),
    ("CB-R02", SIXTY._replace(specials=EIGHT), 8, 68),
    ("CB-R02", SIXTY._replace(peasants=0, specials=EIGHT), 8, 64),
    ("CB-015", SIXTY, 7, 60),
    ("CB-015", SIXTY, 8, 60),
    ("CB-R04", Composition(6, (CrownSuit.YELLOW, CrownSuit.BLUE, CrownSuit.RED), 1, 1, 2), 2, 28),
]


@pytest.mark.parametrize(("rule", "composition", "players", "size"), LEGAL)
def test_a_printed_deck_is_accepted(rule: str, composition: Composition, players: int, size: int) -> None:
    check_composition(composition, players)
    assert composition.size == cards.count_cards(composition.cards) == size


FEWER = [  # CB-023: players, the lowest number, cards, the table of deals
    (4, 2, 56, (2, 4, 6, 8, 10, 12, 14)),
    (4, 5, 44, (2, 4, 6, 8, 10, 11)),
    (5, 5, 44, (2, 4, 6, 8)),
    (5, 10, 24, (2, 4)),
    (6, 5, 44, (2, 4, 6, 7)),
    (6, 13, 12, (2,)),
    (7, 5, 51, (2, 4, 6, 7)),
    (8, 7, 44, (2, 4, 5)),
]


@pytest.mark.parametrize(("players", "lowest", "size", "deals"), FEWER)
def test_from_four_players_on_the_numbers_may_begin_higher(
    players: int, lowest: int, size: int, deals: tuple[int, ...]
) -> None:  # CB-023
    deck = Options(lowest=lowest).deck(players)
    check_composition(deck, players)
    assert deck == base_composition(players)._replace(lowest=lowest)
    assert deck.size == cards.count_cards(deck.cards) == size
    state = opened(players, lowest=lowest)
    assert (state.deck, state.schedule) == (deck, deals)
    check_composition(Options(lowest=lowest, specials=deck.specials or (A,)).deck(players), players)


FEWER_AND_LARGE = [
    (6, Composition(3, FOUR, 2, 2, 4, SEVEN[:6]), 58),
    (7, Composition(3, FOUR, 2, 2, 4), 52),
    (8, Composition(3, FOUR, 2, 2, 0, EIGHT), 56),
]


@pytest.mark.parametrize(("players", "deck", "size"), FEWER_AND_LARGE)
def test_every_printed_deck_of_many_may_begin_higher(players: int, deck: Composition, size: int) -> None:  # CB-023
    check_composition(deck, players)
    assert deck.size == size


FEWER_REFUSED = [
    ("CB-010", SIXTY._replace(lowest=5, golems=1), 4, "lowest"),
    ("CB-010", SIXTY._replace(lowest=5, suits=THREE), 5, "lowest"),
    ("CB-012", SIXTY._replace(lowest=5, peasants=3), 4, "specials"),
    ("CB-012", SIXTY._replace(lowest=5, specials=SEVEN[:6]), 5, "specials"),  # ten places are for six
    ("CB-006", SIXTY._replace(lowest=14), 5, "lowest"),
    ("CB-010", SIXTY._replace(lowest=7), 3, "lowest"),  # for two and three the shorter decks are printed
    ("CB-011", FORTY._replace(lowest=7), 2, "lowest"),
]


@pytest.mark.parametrize(("rule", "deck", "players", "field"), FEWER_REFUSED)
def test_only_the_low_numbers_may_stay_out(rule: str, deck: Composition, players: int, field: str) -> None:  # CB-023
    assert refusal(deck, players) == (rule, "E_DECK_COMPOSITION", field)


def test_with_fewer_numbers_the_printed_table_goes_as_far_as_the_deck() -> None:  # CB-023
    def schedule(players: int, options: Options) -> OptionField:
        fields = GAME.option_fields(table_of(players), options)
        return next(field for field in fields if field.field.name == "schedule")

    for players, lowest, deals in (
        (4, 5, (2, 4, 6, 8, 10, 11)),
        (2, 10, (2, 4, 6, 8, 10)),
        (3, 5, tuple(range(2, 15, 2))),
    ):
        shorter = schedule(players, Options(lowest=lowest))
        assert shorter.field.likely == deals
        assert shorter.text.startswith("The printed table as far as the deck goes")
        assert opened(players, lowest=lowest).schedule == deals
    assert schedule(4, Options()).text.startswith("The printed table, until")


@pytest.mark.parametrize(("peasants", "more"), [(5, "1 more special card."), (6, "2 more special cards.")])
def test_too_many_peasants_ask_for_as_many_special_cards(peasants: int, more: str) -> None:  # CB-004
    with pytest.raises(RuleViolation, match=f"so choose {more}$"):
        check_composition(SIXTY._replace(peasants=peasants), 8)


DECK = "E_DECK_COMPOSITION"
ILLEGAL = [
    ("CB-001", SIXTY, 9, "E_PLAYERS", "names"),
    ("CB-004", SIXTY._replace(peasants=5), 4, DECK, "specials"),
    ("CB-004", SIXTY._replace(golems=3), 4, DECK, "golems"),
    ("CB-004", SIXTY._replace(golems=-1), 4, DECK, "golems"),
    ("CB-004", SIXTY._replace(dragons=3), 4, DECK, "dragons"),
    ("CB-004", SIXTY._replace(peasants=8, specials=SEVEN[:4]), 8, DECK, "specials"),
    ("CB-006", SIXTY._replace(lowest=0), 4, DECK, "lowest"),
    ("CB-006", SIXTY._replace(lowest=14), 4, DECK, "lowest"),
    ("CB-006", SIXTY._replace(suits=()), 4, DECK, "suits"),
    ("CB-006", SIXTY._replace(suits=(CrownSuit.RED,) * 4), 4, DECK, "suits"),
    ("CB-010", FORTY, 4, DECK, "lowest"),
    ("CB-010", SIXTY._replace(golems=1), 4, DECK, "lowest"),
    ("CB-010", SIXTY._replace(suits=THREE), 5, DECK, "lowest"),
    ("CB-010", Composition(5, FOUR, 2, 1, 3), 4, DECK, "lowest"),  # the small deck is for three players
    ("CB-011", SIXTY, 2, DECK, "lowest"),
    ("CB-011", FORTY._replace(golems=2), 2, DECK, "lowest"),
    ("CB-012", SIXTY._replace(peasants=0, specials=SEVEN[:5]), 4, DECK, "specials"),
    ("CB-012", SIXTY._replace(peasants=-1, specials=SEVEN[:5]), 4, DECK, "specials"),
    ("CB-012", SIXTY._replace(peasants=3), 4, DECK, "specials"),
    ("CB-012", SIXTY._replace(peasants=4, specials=(A,)), 4, DECK, "specials"),
    ("CB-012", FORTY._replace(peasants=0, specials=(A, B, C)), 2, DECK, "specials"),
    ("CB-012", SIXTY._replace(peasants=3, specials=SEVEN), 6, DECK, "specials"),  # ten places, six for specials
    ("CB-012", SIXTY._replace(peasants=4, specials=SEVEN[:6]), 7, DECK, "specials"),
    ("CB-012", SIXTY._replace(peasants=4, specials=SEVEN[:6]), 5, DECK, "specials"),  # the deck of 66 is for six
    ("CB-013", SIXTY._replace(peasants=2, specials=(A, A)), 4, "E_SPECIAL_DUPLICATE", "specials"),
]


@pytest.mark.parametrize(("rule", "composition", "players", "code", "field"), ILLEGAL)
def test_any_other_deck_is_refused(rule: str, composition: Composition, players: int, code: str, field: str) -> None:
    assert refusal(composition, players) == (rule, code, field)


ASKED = [
    ("CB-010", 5, {}, SIXTY),
    ("CB-011", 2, {}, FORTY),
    ("CB-012", 5, {"specials": (A,)}, SIXTY._replace(peasants=3, specials=(A,))),
    ("CB-012", 2, {"specials": (A,)}, FORTY._replace(peasants=1, specials=(A,))),
    ("CB-R04", 2, {"suits": THREE}, Composition(6, THREE, 1, 1, 2)),
    ("CB-029", 3, {"lowest": 5, "specials": (A,)}, Composition(5, FOUR, 2, 1, 2, (A,))),
    ("CB-R01", 7, {}, base_composition(7)),
    ("CB-R01", 7, {"specials": SEVEN}, SIXTY._replace(specials=SEVEN)),
    ("CB-015", 7, {"peasants": 4}, SIXTY),
    ("CB-012", 4, {"lowest": 9, "golems": 0, "dragons": 1}, Composition(9, FOUR, 0, 1, 4)),
]


@pytest.mark.parametrize(("rule", "players", "parts", "deck"), ASKED)
def test_what_a_table_leaves_open_is_as_printed(rule: str, players: int, parts: dict, deck: Composition) -> None:
    assert Options(**parts).deck(players) == deck


PLAYED = [
    ("CB-017", SIXTY, (), "blue-13"),
    ("CB-017", SIXTY, ("golem",), "golem"),
    ("CB-017", SIXTY, ("peasant",) * 3, "peasant"),
    ("CB-017", SIXTY._replace(peasants=3, specials=(A,)), ("witch",), "thief"),
]


@pytest.mark.parametrize(("rule", "deck", "played", "code"), PLAYED)
def test_a_card_of_the_deck_may_be_played(rule: str, deck: Composition, played: tuple[str, ...], code: str) -> None:
    check_card(deck, played, code)


TWICE, ABSENT = "E_CARD_DUPLICATE", "E_CARD_NOT_IN_DECK"
NOT_PLAYED = [
    ("CB-017", SIXTY, ("blue-13",), "blue-13", TWICE, "Blue 13 has been played in this round; there is only one."),
    (
        "CB-017",
        SIXTY,
        ("golem",) * 2,
        "golem",
        TWICE,
        "Golem has been played in this round; the deck has no more than 2.",
    ),
    ("CB-017", FORTY, (), "red-3", ABSENT, "Red 3 is not in the deck you play with."),
    ("CB-017", SIXTY, (), "thief", ABSENT, "Thief is not in the deck you play with."),
    ("CB-017", SIXTY, (), "blue-14", ABSENT, "blue-14 is not in the deck you play with."),
    ("CB-011", FORTY, (), "blue-4", ABSENT, "Blue 4 is not in the deck you play with."),
    ("CB-011", FORTY, ("golem",), "golem", TWICE, "Golem has been played in this round; there is only one."),
]


@pytest.mark.parametrize(("rule", "deck", "played", "code", "error", "message"), NOT_PLAYED)
def test_a_card_too_many_is_refused(
    rule: str, deck: Composition, played: tuple[str, ...], code: str, error: str, message: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        check_card(deck, played, code)
    assert (caught.value.code, caught.value.message, caught.value.field) == (error, message, "card")


def test_a_deck_without_dragons_has_no_dragon_to_tap() -> None:
    assert [card.code for card in Composition(13, THREE, 1, 0, 0).cards] == ["blue-13", "red-13", "green-13", "golem"]
