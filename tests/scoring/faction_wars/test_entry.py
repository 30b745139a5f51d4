"""Changes of level, joining late, and recounted piles."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.prompts import Role
from scoring.games.faction_wars.bidding import BidSealed
from scoring.games.faction_wars.counting import RecruitsCounted
from scoring.games.faction_wars.entry import LevelChosen, PilesCounted
from scoring.games.faction_wars.options import Bids, Level, TieWin
from scoring.games.faction_wars.phases import Bidding, CountingCards, Stocktaking
from scoring.games.faction_wars.state import State
from scoring.kit.levels import CURRENT
from scoring.testing.tables import A, B
from tests.scoring.faction_wars.cards import COWBOY, NINJA, PIRATE
from tests.scoring.faction_wars.states import bid, bonuses, counted, fight, lay, opened, piles, stocked, take
from tests.scoring.faction_wars.table import GAME, after, assert_refused, decks, kinds, main, points, prompt_for, titles


def test_less_is_entered_at_once() -> None:
    state = lay(opened(3, Level.REFEREE), COWBOY)
    rounds = after(state, LevelChosen(Level.ROUNDS))
    assert (rounds.phase, rounds.stock.deck, rounds.lineup) == (Bidding(3), 55, ())
    full = lay(state, NINJA, PIRATE)
    assert after(full, LevelChosen(Level.ROUNDS)).lineup == full.lineup  # those cards are known still
    final = after(take(bid(rounds, 1, 2, 3), A, COWBOY), LevelChosen(Level.FINAL))
    assert (final.phase, titles(final)) == (CountingCards(), ["Round 1", "Final count"])
    assert points(after(counted(final, (9, 0, 0), (1, 0, 0), (2, 0, 0)), bonuses(final))) == (9, 1, 2)


def test_rounds_are_entered_after_the_piles_were_counted() -> None:
    state = after(opened(3, Level.FINAL), LevelChosen(Level.REFEREE))
    assert isinstance(state.phase, Stocktaking)
    assert [prompt.kind for prompt in GAME.prompts(state)] == ["piles_counted", "bonuses_displayed", "level_chosen"]
    begun = after(state, piles(state, (3, 0), (3, 0), (3, 0), recruit_deck=55))
    assert (begun.phase, begun.partial) == (Bidding(3), False)
    late = after(state, piles(state, (2, 4), (3, 1), (1, 5), next_round=7, recruit_deck=30, recruit_discard=8))
    assert (late.round, late.joined, late.partial) == (7, 6, True)
    assert titles(late) == ["Rounds 1–6", "Round 7"]
    assert titles(after(state, piles(state, (3, 0), (3, 0), (3, 0), next_round=2, recruit_deck=50))) == [
        "Round 1",
        "Round 2",
    ]
    assert [own.unnamed for own in late.holdings] == [3, 1, 3]


def test_the_same_level_and_a_level_at_the_end_are_refused() -> None:
    assert_refused(opened(2), LevelChosen(Level.ROUNDS), "FW-001", says=CURRENT)
    state = counted(opened(2, Level.FINAL), (1, 0, 0))
    assert_refused(state, LevelChosen(Level.ROUNDS), "FW-001", says="counting")
    assert "level_chosen" not in kinds(state, Role.ASIDE)


def test_after_a_round_was_begun_nothing_is_entered_before_it() -> None:  # FW-006
    state = take(bid(opened(3), 1, 2, 3), A, COWBOY)
    assert_refused(after(state, LevelChosen(Level.FINAL)), LevelChosen(Level.ROUNDS), "FW-001", says="counting")


def test_recruits_counted_before_the_rounds_were_entered_are_counted_again() -> None:  # FW-R09
    state = opened(2, Level.FINAL, tie_win=TieWin.MOST_RECRUITS)
    changes = RecruitsCounted(((A, 0), (B, 1))), LevelChosen(Level.ROUNDS), LevelChosen(Level.FINAL)
    assert "recruits_counted" in kinds(after(state, *changes), Role.ASIDE)


def lows(state: State) -> list[int]:
    """The fewest cards the form takes for each battle deck."""
    decks = next(field for field in prompt_for(state, "piles_counted").fields if field.name == "decks")
    return [cell.field.low for cell in decks.cells]


def test_who_has_shown_the_last_card_has_an_empty_battle_deck() -> None:  # FW-038, FW-039
    state = bid(opened(3), 1, 1, 2)
    assert lows(state) == [1, 1, 1]
    state = fight(state, 1, *((seat, "3") for _ in range(2) for seat in (A, B)), (A, "3"))
    assert (decks(state), lows(state)) == ([(0, 3), (1, 2), (3, 0)], [0, 1, 1])
    assert after(state, piles(state)) == replace(state, partial=False)
    assert_refused(state, piles(state, (1, 2), (0, 3), (3, 0)), "FW-038", "NO_CARDS_IN_DECK", says="Ben")
    assert_refused(state, piles(state, (0, 3), (1, 2), (0, 3)), "FW-038", "NO_CARDS_IN_DECK", says="Cleo")


@pytest.mark.parametrize("fewer", [False, True])
def test_the_line_up_belongs_to_the_cards_of_the_box(fewer: bool) -> None:  # FW-001, FW-006, FW-090
    state = opened(3, fewer_battles=fewer)
    lying = 3 + fewer
    assert state.stock.deck == 58 - lying
    assert_refused(state, piles(state, recruit_deck=59 - lying), "FW-001", "TOO_MANY_OF_KIND", says=f"With {lying} in")
    late = after(opened(3, Level.FINAL, fewer_battles=fewer), LevelChosen(Level.ROUNDS))
    deck = next(field for field in main(late).fields if field.name == "recruit_deck")
    assert deck.likely == 58 - lying
    assert_refused(late, piles(late, recruit_deck=59 - lying), "FW-001", "TOO_MANY_OF_KIND")
    assert isinstance(after(late, piles(late, recruit_deck=58 - lying)).phase, Bidding)
    fought = take(bid(state, 1, 2, 2), A, COWBOY)
    assert after(fought, piles(fought)).stock == fought.stock
    assert_refused(fought, piles(fought, recruit_discard=1), "FW-001", "TOO_MANY_OF_KIND", says=f"With {lying - 1} in")
    war = stocked(3, recruit_deck=20, recruit_discard=36 - fewer, passes=2, options={"fewer_battles": fewer})
    assert_refused(war, piles(war, recruit_deck=21), "FW-001", "TOO_MANY_OF_KIND")


def test_war_is_over_can_be_noted_with_the_piles() -> None:
    state = stocked(2, recruit_deck=9, passes=2, war=True)
    assert state.last_round == 1
    assert after(state, piles(state)).last_round == 1
    assert after(state, piles(state, war=False)).last_round == 0
    assert after(state, piles(state, next_round=2)).last_round == 1


@pytest.mark.parametrize(
    ("changes", "rule", "code"),
    [
        ({"next_round": 0}, "FW-006", ""),
        ({"next_round": 91}, "FW-006", ""),
        ({"recruit_deck": -1}, "FW-006", "NEGATIVE"),
        ({"recruit_discard": -1}, "FW-006", "NEGATIVE"),
        ({"passes": 0}, "FW-050", ""),
        ({"passes": 3}, "FW-050", ""),
        ({"passes": 2, "recruit_deck": 0}, "FW-005", ""),
        ({"recruit_discard": 3}, "FW-001", "TOO_MANY_OF_KIND"),
        ({"decks": ((A, 3),)}, "FW-006", ""),
        ({"decks": ((A, 62), (B, 3))}, "FW-006", ""),
        ({"discards": ((A, -1), (B, 3))}, "FW-006", "NEGATIVE"),
        ({"discards": ((B, 0), (A, 0))}, "FW-006", ""),
    ],
)
def test_piles_fit_the_box(changes: dict[str, Any], rule: str, code: str) -> None:
    state = opened(2)
    numbers = piles(state)
    event = PilesCounted(**({name: getattr(numbers, name) for name in numbers.__slots__} | changes))
    assert_refused(state, event, rule, code)


def test_war_is_over_is_noted_in_the_last_pass_only() -> None:
    state = opened(2)
    assert_refused(state, piles(state, war=True), "FW-005", "WAR_TOO_EARLY", "War is Over comes in pass 2 through")


def test_piles_are_counted_between_the_moves() -> None:
    state = opened(2, bids=Bids.SEALED)
    assert_refused(after(state, BidSealed(1, A, 1)), piles(state), "FW-006", says="before the bids")
    assert_refused(opened(2, Level.FINAL), piles(state), "FW-006")
    waiting = bid(opened(2), 1, 2)
    assert_refused(waiting, piles(waiting), "FW-006")
    later = take(take(waiting, A, COWBOY), B, NINJA)
    assert_refused(later, piles(later, next_round=5), "FW-006", says="Round 2")
    assert "next_round" in dict(prompt_for(later, "piles_counted").given)
    assert_refused(later, piles(later, (3, 0), (3, 1)), "FW-038", says="Ana owns at least 4 cards")
