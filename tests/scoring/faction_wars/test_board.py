"""The board, the facts, the log and the measures."""

from typing import Any

import pytest

from scoring.contract.game import Event, are_successive
from scoring.engine import agreements
from scoring.games.faction_wars.actions import ActionDone
from scoring.games.faction_wars.battle import CardRevealed
from scoring.games.faction_wars.bonuses import BonusesDisplayed, BonusesScored
from scoring.games.faction_wars.collecting import BystanderGiven, CardDrawn
from scoring.games.faction_wars.counting import RecruitsCounted
from scoring.games.faction_wars.entry import LevelChosen
from scoring.games.faction_wars.options import Level
from scoring.games.faction_wars.passes import DeckEmptied
from scoring.games.faction_wars.robbing import RecruitRemoved, Robbed
from scoring.games.faction_wars.state import Bonus, State
from scoring.testing.tables import A, B, C
from tests.scoring.faction_wars.cards import BUCCANEER, COWBOY, NINJA, PIRATE, WIDOW
from tests.scoring.faction_wars.states import bid, fight, opened, piles, stocked, take
from tests.scoring.faction_wars.table import GAME, after

THREE = tuple(Bonus(name, "") for name in ("Feast", "Kuji-kiri", "Fair Winds"))


def zone(state: State, id: str) -> list[tuple[str, str]]:
    """Name and badge of every tile that lies in a zone."""
    return [(tile.name, tile.badge) for zone in GAME.view(state).board.zones if zone.id == id for tile in zone.tiles]


def test_a_battle_shows_its_cards() -> None:  # FW-030
    state = bid(opened(3), 2, 2, 3)
    assert zone(state, "battle") == []
    state = fight(state, 2, (A, "kunoichi"), (B, "kunoichi"), (A, "4"))
    assert zone(state, "battle") == [("Kunoichi", "Ana"), ("Kunoichi", "Ben"), ("4", "Ana")]


def test_bonus_cards_stay_in_sight_to_the_end() -> None:  # FW-009
    state = after(opened(2, Level.FINAL), BonusesDisplayed(THREE))
    assert [name for name, _ in zone(state, "bonuses")] == ["Feast", "Kuji-kiri", "Fair Winds"]
    assert GAME.view(opened(2, Level.FINAL)).board.zones == ()
    stock = after(opened(2, Level.FINAL), LevelChosen(Level.ROUNDS))
    assert (GAME.view(stock).board.zones, GAME.view(stock).board.markers) == ((), ())


def test_the_facts_tell_the_round_and_the_deck() -> None:  # FW-050
    assert [(fact.label, fact.value) for fact in GAME.view(opened(4)).facts] == [
        ("Round", "1"),
        ("Pass", "1 of 3"),
        ("Deck", "54"),
    ]
    last = stocked(2, recruit_deck=9, passes=2, war=True)
    assert GAME.view(last).facts[0].value == "1, the last"
    assert [fact.value for fact in GAME.view(opened(2, Level.FINAL)).facts] == ["Final count"]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [  # what no transcript in `tests/sessions` tells
        (CardRevealed(1, 1, A, "8"), "Ana reveals an 8 for position 1"),
        (CardDrawn(B, NINJA), "Ben draws Shadow"),
        (Robbed(A, B, "Shadow"), "Ana takes Shadow from Ben"),
        (Robbed(A, B, ""), "Ana takes a recruit from Ben"),
        (ActionDone(A, 0, (), ((B, 0),), ((B, 0),), "all shuffle"), "Ana carries out an action: all shuffle"),
        (
            ActionDone(A, 2, (3,), ((B, 1),), ((B, 0),), "x"),
            "Ana carries out an action: 2 drawn, position 3, a recruit from Ben",
        ),
        (
            ActionDone(A, 0, (), ((B, 2),), ((B, 1),), "x"),
            "Ana carries out an action: 2 recruits from Ben, a recruit of Ben removed",
        ),
        (Robbed(B, None, ""), "Ben takes nothing: nobody has a recruit"),
        (RecruitRemoved(A, B, None), "Ben has no recruit that could be removed"),
        (RecruitRemoved(A, B, "Shadow"), "Shadow of Ben is discarded"),
        (RecruitRemoved(A, B, ""), "A recruit of Ben is discarded"),
        (DeckEmptied(1), "The recruit deck has run out and its discard pile is shuffled"),
        (
            piles(opened(2)),
            "Piles before round 1: battle decks Ana 3, Ben 3; discard piles Ana 0, Ben 0; recruit deck 56",
        ),
        (BonusesDisplayed(THREE), "Bonus cards: Feast, Kuji-kiri, Fair Winds"),
        (BonusesScored((), (), ()), "Bonuses: none"),
        (RecruitsCounted(((A, 4), (B, 5))), "Recruits: Ana 4, Ben 5"),
    ],
)
def test_the_log_tells_an_entry(event: Event[Any], sentence: str) -> None:
    assert agreements.sentence(GAME, opened(2), event) == sentence


def test_battles_recruits_and_robberies_are_measured() -> None:
    state = fight(bid(opened(3), 1, 1, 2), 1, (A, "3"), (B, "1"))
    state = take(take(state, A, COWBOY), C, BUCCANEER)
    state = after(state, Robbed(C, A, "Sheriff"))
    counts = {(measure.seat, measure.key): (measure.value, measure.of) for measure in GAME.measures.of(state)}
    assert counts == {
        (A, "battles"): (1, 1),
        (A, "recruits"): (1, 0),
        (B, "battles"): (0, 1),
        (B, "recruits"): (0, 0),
        (C, "recruits"): (2, 0),
        (C, "robberies"): (1, 0),
    }


def test_nothing_is_said_of_rounds_where_only_some_were_entered() -> None:
    """Two recruits of one round are no "biggest band" of a game that was counted at its end."""
    state = take(fight(bid(opened(3), 1, 1, 2), 1, (A, "3"), (B, "1")), A, COWBOY)
    state = after(take(state, C, BUCCANEER), LevelChosen(Level.FINAL))
    assert GAME.measures.of(state) == ()
    assert not are_successive(GAME.rounds(state))


def test_a_bystander_is_no_recruit_of_the_measures() -> None:  # FW-046
    state = after(take(bid(opened(3), 1, 2, 2), A, WIDOW), BystanderGiven(A, C))
    state = take(fight(state, 2, (B, "1"), (C, "3")), C, PIRATE)
    assert [measure.value for measure in GAME.measures.of(state) if measure.key == "recruits"] == [0, 0, 1]
