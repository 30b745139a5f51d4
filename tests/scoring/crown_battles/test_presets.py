"""The base table, the printed suggestions, and lists of deals that cannot be dealt."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.rulebook import RuleViolation
from scoring.games.crown_battles.deck import CrownSuit, Special, check_composition
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.presets import SUGGESTIONS, Suggestion, presets
from scoring.games.crown_battles.rounds import ROUNDS as TYPES
from scoring.games.crown_battles.schedule import (
    base_schedule,
    check_schedule,
    default_schedule,
    growing,
    largest_deal,
)

TEN_EVEN = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20)

BASE = [
    ("CB-020", 2, TEN_EVEN, 110),
    ("CB-020", 3, TEN_EVEN, 110),
    ("CB-021", 4, (2, 4, 6, 8, 10, 12, 14, 15), 71),
    ("CB-020", 5, (2, 4, 6, 8, 10, 12), 42),
    ("CB-020", 6, (2, 4, 6, 8, 10), 30),
    ("CB-021", 7, (2, 4, 6, 8, 9), 29),
    ("CB-020", 8, (2, 4, 6, 8), 20),
]


@pytest.mark.parametrize(("rule", "players", "deals", "tricks"), BASE)
def test_the_base_table_deals_two_more_each_round(rule: str, players: int, deals: tuple[int, ...], tricks: int) -> None:
    assert base_schedule(players) == deals
    assert sum(deals) == tricks


def test_a_preset_says_how_many_cards_the_deck_has() -> None:  # nobody is dealt all of them
    texts = {preset.key: preset.text for preset in presets(7)}
    assert texts["base"].startswith("5 rounds, 67 cards in the deck, ")
    assert texts["base_60"].startswith("4 rounds, 60 cards in the deck; ")


LARGEST = [("CB-014", 3, 42, 14), ("CB-014", 7, 60, 8), ("CB-014", 2, 40, 20), ("CB-014", 8, 68, 8)]


@pytest.mark.parametrize(("rule", "players", "size", "most"), LARGEST)
def test_the_largest_deal_shares_out_the_deck(rule: str, players: int, size: int, most: int) -> None:
    assert largest_deal(players, size) == most


FOLLOWING_THE_DECK = [
    ("CB-030", 3, {"lowest": 1, "dragons": 1}, 57, (2, 4, 6, 8, 10, 12, 14, 16, 18, 19)),
    ("CB-023", 3, {"lowest": 5}, 42, (2, 4, 6, 8, 10, 12, 14)),
    ("CB-020", 3, {}, 60, (2, 4, 6, 8, 10, 12, 14, 16, 18, 20)),
    ("CB-015", 7, {"peasants": 4, "specials": (), "lowest": 1}, 60, (2, 4, 6, 8, 9)),  # and refused
]


@pytest.mark.parametrize(("rule", "players", "options", "size", "deals"), FOLLOWING_THE_DECK)
def test_the_printed_table_ends_where_a_smaller_deck_does(
    rule: str, players: int, options: dict[str, Any], size: int, deals: tuple[int, ...]
) -> None:
    deck = Options(**options).deck(players)
    assert deck.size == size
    assert default_schedule(players, deck) == deals


GROWING = [
    ("CB-021", 15, (2, 4, 6, 8, 10, 12, 14, 15)),
    ("CB-021", 4, (2, 4)),
    ("CB-021", 2, (2,)),
    ("CB-021", 1, (1,)),
]


@pytest.mark.parametrize(("rule", "last", "deals"), GROWING)
def test_the_last_step_may_be_smaller(rule: str, last: int, deals: tuple[int, ...]) -> None:
    assert growing(last) == deals


FITTING = [
    ("CB-014", (14,), 3, 42),
    ("CB-044", (15, 14, 12, 10, 8, 6, 4, 2), 4, 60),
    ("CB-045", (7, 2, 11, 4), 5, 60),
    ("CB-046", (12, 1), 5, 60),
    ("CB-015", (2, 4, 6, 8), 7, 60),
    ("CB-015", (2, 4, 6, 7), 8, 60),
    ("CB-022", (1,), 8, 60),
]


@pytest.mark.parametrize(("rule", "deals", "players", "size"), FITTING)
def test_deals_that_fit_are_accepted(rule: str, deals: tuple[int, ...], players: int, size: int) -> None:
    check_schedule(deals, players, size)


SMALL = "E_DECK_TOO_SMALL"
REFUSED = [
    ("CB-044", (), 4, 60, "E_SCHEDULE", "List at least one deal, and at least one card in each."),
    ("CB-044", (2, 0, 4), 4, 60, "E_SCHEDULE", "List at least one deal, and at least one card in each."),
    ("CB-014", (2, 15), 3, 42, SMALL, "15 cards for each of 3 players are 45, and the deck has 42; deal at most 14."),
    (
        "CB-015",
        (2, 4, 6, 8),
        8,
        60,
        SMALL,
        "8 cards for each of 8 players are 64, and the deck has 60: take the deck of 68 cards, or deal 2, 4, 6, 7.",
    ),
    (
        "CB-015",
        (2, 4, 6, 8, 9),
        7,
        60,
        SMALL,
        "9 cards for each of 7 players are 63, and the deck has 60: take the deck of 67 cards, or deal 2, 4, 6, 8.",
    ),
    ("CB-014", (10,), 7, 67, SMALL, "10 cards for each of 7 players are 70, and the deck has 67; deal at most 9."),
]


@pytest.mark.parametrize(("rule", "deals", "players", "size", "code", "message"), REFUSED)
def test_deals_that_do_not_fit_are_refused(
    rule: str, deals: tuple[int, ...], players: int, size: int, code: str, message: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        check_schedule(deals, players, size)
    error = caught.value
    assert (error.rule.id, error.code, error.message, error.field) == (rule, code, message, "schedule")


PRINTED = [  # rule, players, minutes, cards, rounds, tricks
    ("CB-024", 2, (20, 30), 40, 10, 110),
    ("CB-024", 2, (20, 30), 40, 10, 101),
    ("CB-025", 2, (20, 30), 20, 10, 55),
    ("CB-026", 2, (35, 45), 28, 14, 105),
    ("CB-027", 2, (35, 45), 28, 14, 105),
    ("CB-028", 3, (25, 30), 60, 10, 110),
    ("CB-028", 3, (25, 30), 60, 10, 101),
    ("CB-029", 3, (35, 50), 42, 14, 105),
    ("CB-030", 3, (45, 60), 57, 19, 190),
    ("CB-031", 3, (45, 60), 60, 20, 210),
    ("CB-032", 4, (30, 45), 60, 8, 71),
    ("CB-032", 4, (30, 45), 60, 8, 64),
    ("CB-033", 4, (45, 60), 60, 15, 120),
    ("CB-034", 5, (35, 45), 60, 6, 42),
    ("CB-035", 5, (30, 40), 60, 10, 74),
    ("CB-036", 5, (35, 45), 60, 12, 78),
    ("CB-037", 6, (30, 45), 60, 5, 30),
    ("CB-038", 6, (45, 60), 60, 10, 55),
    ("CB-039", 6, (45, 60), 66, 11, 66),
    ("CB-040", 7, (30, 45), 67, 5, 29),
    ("CB-041", 7, (40, 60), 67, 9, 45),
    ("CB-042", 8, (30, 45), 68, 4, 20),
    ("CB-043", 8, (45, 65), 68, 8, 36),
]


@pytest.mark.parametrize(("suggestion", "printed"), [*zip(SUGGESTIONS, PRINTED, strict=True)])
def test_a_suggestion_is_that_of_the_rulebook_and_deals_out_its_list(suggestion: Suggestion, printed: object) -> None:
    deals = suggestion.schedule  # CB-R03: of a suggestion without a heading, too
    size = suggestion.decks[0].default.size
    told = (suggestion.rule.id, suggestion.players, suggestion.minutes, size, len(deals), sum(deals))
    assert told == printed
    dealt_out = suggestion.decks[-1].default.size  # without the Peasants a heading adds (CB-R02)
    assert max(deals) * suggestion.players == dealt_out


@pytest.mark.parametrize("players", range(2, 9))
def test_every_preset_can_be_played_and_no_two_are_the_same(players: int) -> None:
    offered = presets(players)
    meant = set()
    for preset in offered:
        deck = preset.options.deck(players)
        deals = preset.options.schedule or base_schedule(players)
        check_composition(deck, players)
        check_schedule(deals, players, deck.size)
        assert preset.title
        assert preset.text.endswith(".")
        meant.add((deck, deals, preset.options.pool))
    assert len(meant) == len({preset.key for preset in offered}) == len(offered)


WITH_TYPES = ("expansion", "no_alliances", "quick")
KEYS = [
    (2, ["base", "short", "2p_a_odd", "2p_b", "2p_c", "2p_d", "downhill"]),
    (3, ["base", "short", "3p_a_odd", "3p_b", "3p_c", "3p_d", "downhill"]),
    (4, ["base", "short", "4p_a_odd", "4p_b", "downhill"]),
    (5, ["base", "short", "5p_b", "5p_c", "downhill"]),
    (6, ["base", "short", "6p_b", "6p_c", "downhill"]),
    (7, ["base", "short", "7p_a_63", "7p_b", "7p_b_63", "base_60", "downhill"]),
    (8, ["base", "short", "8p_a_64", "8p_b", "8p_b_64", "base_60", "downhill"]),
]


@pytest.mark.parametrize(("players", "keys"), KEYS)
def test_what_equals_the_base_table_is_offered_once(players: int, keys: list[str]) -> None:
    kept = [preset.key for preset in presets(players) if preset.key not in WITH_TYPES]
    assert kept == keys


DECKS = [  # rule, players, preset, cards, deals, specials
    ("CB-R01", 7, "base", 67, (2, 4, 6, 8, 9), 7),
    ("CB-R01", 8, "base", 68, (2, 4, 6, 8), 8),
    ("CB-R02", 7, "7p_a_63", 63, (2, 4, 6, 8, 9), 3),
    ("CB-R02", 8, "8p_b_64", 64, (1, 2, 3, 4, 5, 6, 7, 8), 4),
    ("CB-015", 7, "base_60", 60, (2, 4, 6, 8), 0),
    ("CB-015", 8, "base_60", 60, (2, 4, 6, 7), 0),
    ("CB-039", 6, "6p_c", 66, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 6),
    ("CB-037", 6, "base", 60, (2, 4, 6, 8, 10), 0),
    ("CB-035", 5, "5p_b", 60, (2, 4, 5, 6, 7, 8, 9, 10, 11, 12), 0),
    ("CB-024", 2, "2p_a_odd", 40, (1, 3, 5, 7, 9, 11, 13, 15, 17, 20), 0),
    ("CB-032", 4, "4p_a_odd", 60, (1, 3, 5, 7, 9, 11, 13, 15), 0),
    ("CB-044", 4, "downhill", 60, (15, 14, 12, 10, 8, 6, 4, 2), 0),
]


@pytest.mark.parametrize(("rule", "players", "key", "size", "deals", "specials"), DECKS)
def test_places_hold_peasants_as_far_as_the_box_has_any(
    rule: str, players: int, key: str, size: int, deals: tuple[int, ...], specials: int
) -> None:
    options = next(preset.options for preset in presets(players) if preset.key == key)
    deck = options.deck(players)
    assert (deck.size, options.schedule or base_schedule(players), len(deck.specials)) == (size, deals, specials)
    assert deck.peasants == min(4, deck.places)


def test_the_first_preset_is_the_default_of_the_options() -> None:
    assert {presets(players)[0].options for players in range(2, 9)} == {Options()}


@pytest.mark.parametrize("players", range(2, 9))
def test_evenings_of_the_expansion_hold_only_what_so_many_play(players: int) -> None:  # CB-170
    for preset in presets(players):
        assert all(players in TYPES[kind].players for kind in preset.options.pool)
        if preset.key in ("no_alliances", "quick"):
            assert all(TYPES[kind].may_be_last for kind in preset.options.pool)


def test_a_special_card_can_be_chosen_on_top_of_a_small_deck() -> None:
    options = next(preset.options for preset in presets(3) if preset.key == "3p_b")
    deck = replace(options, specials=(Special.BOMB,)).deck(3)
    check_composition(deck, 3)
    assert (deck.size, deck.peasants) == (42, 2)


def test_cb_r04_any_suit_may_stay_out_of_the_three_suit_deck() -> None:
    for absent in CrownSuit:
        check_composition(Options(suits=tuple(suit for suit in CrownSuit if suit is not absent)).deck(2), 2)


def test_cb_r59_times_that_do_not_fit_are_shown_as_printed_and_marked() -> None:
    texts = {preset.key: preset.text.partition("deck, ")[2] for preset in presets(5)}
    mark = " (as printed; could be shorter or longer)."
    assert [texts[key] for key in ("base", "5p_b", "5p_c")] == [
        f"{minutes} minutes{mark}" for minutes in ("35 to 45", "30 to 40", "35 to 45")
    ]
    assert not any(mark in preset.text for players in (2, 3, 4, 6, 7, 8) for preset in presets(players))


def test_cb_r06_the_eleven_without_a_token_is_mentioned() -> None:
    assert "bid of 11" in next(preset.text for preset in presets(6) if preset.key == "6p_c")


def test_cb_018_a_first_game_has_four_peasants() -> None:
    first = presets(5)[0].options.deck(5)
    assert (first.peasants, first.specials) == (4, ())
