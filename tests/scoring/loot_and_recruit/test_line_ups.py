"""The line-ups card by card: contents, what may be taken, and how gaps are filled (LR-015, LR-016, LR-034)."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.board import Tile
from scoring.contract.cards import KnownCard
from scoring.contract.game import Event
from scoring.contract.prompts import Flag, Role
from scoring.engine.codec import event_from
from scoring.games.loot_and_recruit import line_ups, memory, supply
from scoring.games.loot_and_recruit.buying import CardBought, NewCardBought
from scoring.games.loot_and_recruit.days import EffectsDecided, EventFlipped
from scoring.games.loot_and_recruit.entry import LevelChosen
from scoring.games.loot_and_recruit.line_ups import CardSwept, CardTurnedOver, LineUpResumed, LineUpSkipped
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.playing import NewCardPlayed, TurnEnded
from scoring.games.loot_and_recruit.recruiting import BearerPlaced, GoblinPlaced, GoblinRecruited, NewGoblinRecruited
from scoring.games.loot_and_recruit.state import LineUp, Row, State
from scoring.testing.tables import A, B
from tests.scoring.loot_and_recruit.cards import BAG, CHOW, GOB, OCTET, PACK, TRIO, goblin, power
from tests.scoring.loot_and_recruit.states import flipped, opened, rich
from tests.scoring.loot_and_recruit.table import GAME, after, assert_refused, kinds, prompt_for, turn

IMP, OGRE = goblin("Imp", 1, 2, 2), goblin("Ogre", 4, 6, 6)
CROWD = (IMP, IMP, OCTET, GOB, PACK)
CANNON, SPY = power("Cannon", attack=3, cost=4), power("Spy", loot=1, cost=2, kind=3)
SHOP = (CANNON, SPY, power("Sergeant", attack=1, cost=3), power("Bodyguard", cost=3, kind=1), SPY)


def faced(state: State, row: Row, *cards: KnownCard) -> State:
    """Turn over these cards."""
    return after(state, *(CardTurnedOver(row, card) for card in cards))


def lined(**options: Any) -> State:
    """The first turn with a Crowd of five."""
    return flipped(faced(opened(line_ups=True, **options), Row.CROWD, *CROWD))


def shopping(loot: int = 9, recruit: int = 9) -> State:
    """The first turn with both line-ups and powers to spend."""
    state = faced(opened(line_ups=True, level=Level.REFEREE), Row.CROWD, *CROWD)
    return rich(flipped(faced(state, Row.SHOP, *SHOP)), loot=loot, recruit=recruit)


# Laying them out ----------------------------------------------------------------------------------------------------


def test_five_cards_are_entered_before_the_first_event() -> None:
    """LR-016: then the Trio makes six choices."""
    state = opened(line_ups=True)
    assert kinds(state) == ["card_turned_over", "line_up_skipped", "goblin_added", "first_player_moved", "level_chosen"]
    assert prompt_for(state, "card_turned_over").title == "Crowd: card 1"
    assert prompt_for(state, "card_turned_over").rule is supply.CROWD
    assert_refused(state, EventFlipped(1, None, effect=False), "LR-039", says="or skip it")
    state = flipped(faced(state, Row.CROWD, *CROWD))
    assert state.crowd == LineUp(("Imp", "Imp", "Ornery Octet", "Gob O' Goblins", "Pint-Sized Pack"), 5, 0)
    state = after(state, NewGoblinRecruited(A, TRIO), GoblinPlaced(A, 0))
    (name,) = prompt_for(state, "goblin_recruited").fields
    offered = ["Imp", "Ornery Octet", "Gob O' Goblins", "Pint-Sized Pack", "Troublesome Trio"]
    assert sorted(choice.label for choice in name.choices) == sorted(offered)


def test_the_shop_is_entered_where_every_card_is() -> None:
    """LR-015: five cards, after the Crowd."""
    state = faced(opened(line_ups=True, level=Level.REFEREE), Row.CROWD, *CROWD)
    assert dict(prompt_for(state, "card_turned_over").given) == {"row": "shop"}
    state = faced(state, Row.SHOP, *SHOP)
    assert kinds(state, Role.MAIN) == ["event_flipped"]
    assert_refused(state, CardTurnedOver(Row.SHOP, CANNON), "LR-015", says="No card of the Shop")


@pytest.mark.parametrize(("level", "rows"), [(Level.CHECKPOINTS, 0), (Level.STACKS, 1), (Level.REFEREE, 2)])
def test_line_ups_belong_to_the_level(level: Level, rows: int) -> None:
    """LR-015, LR-016: with the option off nothing is asked at any level."""
    state = opened(level=level, line_ups=True)
    assert len([zone for zone in GAME.view(state).board.zones if zone.id in ("crowd", "shop")]) == rows
    plain = opened(level=level)
    assert "card_turned_over" not in kinds(plain)
    assert {zone.id for zone in GAME.view(plain).board.zones} & {"crowd", "shop"} == set()


@pytest.mark.parametrize(("level", "asks"), [(Level.CHECKPOINTS, False), (Level.STACKS, True), (Level.REFEREE, True)])
def test_the_set_up_offers_line_ups_where_goblins_are_entered(level: Level, asks: bool) -> None:  # LR-016
    state = opened(level=level)
    fields = [option.field for option in GAME.option_fields(state.table, state.options)]
    assert any(isinstance(field, Flag) and field.name == "line_ups" for field in fields) is asks


NOT_THERE: list[tuple[Row, KnownCard, str, str]] = [
    (Row.CROWD, goblin("troublesome trio"), "LR-016", "NOT_ON_OFFER"),
    (Row.CROWD, goblin("Shield Bearer"), "LR-003", "NOT_ON_OFFER"),
    (Row.CROWD, goblin("Trio", vp=-1), "LR-004", "NEGATIVE"),
    (Row.CROWD, goblin("Troublesome Trio", vp=-1), "LR-004", "NEGATIVE"),
    (Row.SHOP, CHOW, "LR-015", "NOT_ON_OFFER"),
    (Row.SHOP, BAG, "LR-015", "NOT_ON_OFFER"),
    (Row.SHOP, power("Ornery Octet"), "LR-003", "NOT_ON_OFFER"),
]


@pytest.mark.parametrize(("row", "card", "rule", "code"), NOT_THERE)
def test_what_never_lies_in_a_line_up_is_refused(row: Row, card: KnownCard, rule: str, code: str) -> None:
    """LR-015, LR-016: permanent and starter cards, the wrong kind of card."""
    state = faced(opened(line_ups=True, level=Level.REFEREE), Row.CROWD, OCTET)
    if row is Row.SHOP:
        state = after(state, LineUpSkipped(Row.CROWD))
    assert_refused(state, CardTurnedOver(row, card), rule, code)


def test_a_card_of_the_shop_is_no_goblin() -> None:  # LR-003
    state = after(shopping(), GoblinRecruited(A, "Imp"), GoblinPlaced(A, 0))
    assert_refused(state, CardTurnedOver(Row.CROWD, goblin("Cannon")), "LR-003", "NOT_ON_OFFER", "comes from the Shop")


# Taking and filling up ----------------------------------------------------------------------------------------------


def test_only_what_lies_there_is_recruited() -> None:
    """LR-037, LR-016: unless a card says so (LR-063); then nothing is turned over."""
    state = lined()
    assert_refused(state, NewGoblinRecruited(A, OGRE), "LR-037", "NOT_ON_OFFER", "It has Imp, Ornery Octet")
    state = after(state, NewGoblinRecruited(A, OGRE), waived=("LR-037",))
    state = after(state, GoblinPlaced(A, 0))
    assert (state.crowd.open, state.supply.crowd) == (0, 40)
    assert_refused(state, GoblinRecruited(A, "Ogre"), "LR-037", "NOT_ON_OFFER")


def test_a_recruit_is_placed_and_its_place_filled_before_anything_else() -> None:
    """LR-038, LR-039: the new card lies where the old one lay."""
    state = after(lined(), GoblinRecruited(A, "Ornery Octet"))
    assert kinds(state) == ["goblin_placed"]
    state = after(state, GoblinPlaced(A, 0))
    assert kinds(state, Role.MAIN) == ["card_turned_over"]
    assert prompt_for(state, "card_turned_over").title == "Crowd: which card is new?"
    assert prompt_for(state, "card_turned_over").rule is line_ups.CROWD_REFILL
    for event in (TurnEnded(A), GoblinRecruited(A, "Imp"), NewGoblinRecruited(A, IMP), BearerPlaced(A, 0, 3)):
        assert_refused(state, event, "LR-039", says="Enter the card turned over in the Crowd first")
    state = faced(state, Row.CROWD, OGRE)
    assert state.crowd.cards == ("Imp", "Imp", "Ogre", "Gob O' Goblins", "Pint-Sized Pack")
    assert state.supply.crowd == 39


def test_nothing_is_bought_twice_before_the_refill() -> None:
    """LR-033, LR-034: two purchases, two refills; a permanent card needs none."""
    state = after(shopping(), CardBought(A, "Cannon"))
    assert_refused(state, CardBought(A, "Sergeant"), "LR-034", says="turned over in the Shop")
    state = faced(state, Row.SHOP, power("Scavenger", cost=2, kind=1))
    assert state.shop.cards == ("Scavenger", "Spy", "Sergeant", "Bodyguard", "Spy")
    assert_refused(state, CardBought(A, "Cannon"), "LR-033", "NOT_ON_OFFER", "It has Scavenger, Spy")
    state = after(state, NewCardBought(A, CHOW))
    assert (state.shop.open, state.supply.shop, state.supply.chow) == (0, 49, 11)
    (name,) = prompt_for(state, "card_bought").fields
    assert {choice.value for choice in name.choices} == {"Scavenger", "Spy", "Sergeant", "Bodyguard", "Pile O' Chow"}


def test_what_is_not_on_offer_is_said_before_what_it_costs() -> None:
    """LR-033, LR-037: the first reason of the list is fact."""
    state = shopping(loot=1, recruit=1)
    assert_refused(state, NewCardBought(A, power("Anvil", cost=9)), "LR-033", "NOT_ON_OFFER")
    assert_refused(state, NewGoblinRecruited(A, OGRE), "LR-037", "NOT_ON_OFFER")
    assert_refused(state, CardBought(A, "Cannon"), "LR-033", "NOT_ENOUGH_POWER")
    assert_refused(state, NewCardBought(A, power("Money Bag", loot=-1)), "LR-004", "NEGATIVE")
    assert_refused(state, NewGoblinRecruited(A, goblin("Shield Bearer", vp=-1)), "LR-004", "NEGATIVE")


def test_a_line_up_stays_short_when_no_card_is_left() -> None:  # LR-083
    state = lined()
    for _ in range(40):
        state = faced(after(state, GoblinRecruited(A, "Imp"), GoblinPlaced(A, 0)), Row.CROWD, IMP)
    state = after(state, GoblinRecruited(A, "Imp"), GoblinPlaced(A, 0))
    assert (len(state.crowd.cards), state.crowd.open) == (4, 0)
    shop = after(shopping(loot=3), CardBought(A, "Sergeant"))
    assert shop.shop.open == 1


# What was never entered is never judged -----------------------------------------------------------------------------


def test_what_was_skipped_can_be_entered_later() -> None:  # LR-016
    state = flipped(after(faced(opened(line_ups=True), Row.CROWD, IMP), LineUpSkipped(Row.CROWD)))
    state = after(state, LineUpResumed(Row.CROWD))
    assert (state.crowd.cards, state.crowd.open) == (("Imp",), 4)
    state = faced(state, Row.CROWD, *CROWD[1:])
    assert "line_up_resumed" not in kinds(state)
    assert_refused(state, LineUpResumed(Row.CROWD), "LR-016", says="Every card of the Crowd is entered")
    assert_refused(state, LineUpResumed(Row.SHOP), "LR-015")
    assert_refused(state, LineUpSkipped(Row.CROWD), "LR-016")


def test_only_a_line_up_with_skipped_cards_can_be_entered_later() -> None:  # LR-015, LR-016
    state = after(opened(line_ups=True, level=Level.REFEREE), LineUpSkipped(Row.CROWD))
    (field,) = prompt_for(flipped(faced(state, Row.SHOP, *SHOP)), "line_up_resumed").fields
    assert [choice.label for choice in field.choices] == ["Crowd"]
    (field,) = prompt_for(flipped(after(state, LineUpSkipped(Row.SHOP))), "line_up_resumed").fields
    assert [choice.label for choice in field.choices] == ["Crowd", "Shop"]


def test_goblins_of_the_session_are_offered_with_their_numbers() -> None:
    """LR-004: the Trio is not among them, for it never lies there."""
    state = faced(opened(line_ups=True), Row.CROWD, OGRE)
    (field,) = prompt_for(state, "card_turned_over").fields
    assert field.suggestions == ("Ogre", "Ornery Octet", "Pint-Sized Pack", "Gob O' Goblins")
    assert dict(field.printed[0].numbers) == {"vp": 4, "def": 6, "cost": 6}
    shop = faced(after(opened(line_ups=True, level=Level.REFEREE), LineUpSkipped(Row.CROWD)), Row.SHOP, CANNON)
    (field,) = prompt_for(shop, "card_turned_over").fields
    assert field.suggestions[:2] == ("Cannon", "Sergeant")
    assert "Catapult" not in field.suggestions


# Line-ups changed by cards ------------------------------------------------------------------------------------------


def test_a_card_of_a_line_up_is_trashed_and_replaced() -> None:  # LR-063, LR-057
    state = shopping()
    (field,) = prompt_for(state, "card_swept").fields
    assert [choice.label for choice in field.tiles][4:6] == ["Crowd: Pint-Sized Pack", "Shop: Cannon"]
    state = faced(after(state, CardSwept("crowd-0")), Row.CROWD, OGRE)
    state = faced(after(state, CardSwept("shop-4")), Row.SHOP, power("Scavenger", cost=2, kind=1))
    assert state.crowd.cards[0] == "Ogre"
    assert state.shop.cards[4] == "Scavenger"
    assert (state.supply.crowd_trash, state.supply.shop_trash) == (1, 1)
    assert (state.supply.crowd, state.supply.shop) == (39, 49)


@pytest.mark.parametrize(
    "event",
    [CardSwept("crowd-0"), LineUpResumed(Row.CROWD), LineUpSkipped(Row.CROWD), CardTurnedOver(Row.CROWD, IMP)],
)
def test_what_was_begun_comes_before_changes_of_a_line_up(event: Event[Any]) -> None:  # LR-061
    assert_refused(after(lined(), GoblinRecruited(A, "Imp")), event, "LR-039", says="First finish what you began")


def test_what_does_not_lie_there_cannot_be_trashed() -> None:  # LR-016
    assert_refused(lined(), CardSwept("crowd-5"), "LR-016", "NO_SUCH_CARD")
    assert "card_swept" not in kinds(flipped(opened()))


def test_flip_effects_and_counting_wait_for_the_line_up() -> None:  # LR-021, LR-090
    state = flipped(faced(opened(line_ups=True), Row.CROWD, *CROWD), effect=True)
    state = after(state, CardSwept("crowd-0"))
    done = EffectsDecided(tuple((seat, False) for seat in state.table.seats))
    assert_refused(state, done, "LR-039")
    assert isinstance(after(state, LineUpSkipped(Row.CROWD), done), State)


def test_the_names_typed_last_are_offered_at_one_tap() -> None:
    names = tuple(str(n) for n in range(memory.OFFERED + 3))
    offered = memory.choose_offered(names, always=("0",))
    assert offered == ("0", *names[-memory.OFFERED + 1 :])
    assert memory.choose_offered(names[: memory.OFFERED], ()) == names[: memory.OFFERED]


# Other levels -------------------------------------------------------------------------------------------------------


def test_points_are_counted_once_the_line_up_is_entered() -> None:
    """LR-090: where more is entered from a checkpoint on."""
    state = opened(line_ups=True, level=Level.CHECKPOINTS)
    for _ in range(5):
        state = flipped(state)
    state = after(state, LevelChosen(Level.STACKS))
    answers = {"round": 5, "points": [[seat, 0] for seat in range(3)], "goblins": []}
    counted = event_from(GAME, "checkpoint_counted", answers)
    assert_refused(state, counted, "LR-039")
    assert after(state, LineUpSkipped(Row.CROWD), counted).number == 6


# What is shown ------------------------------------------------------------------------------------------------------


def test_line_ups_are_zones_in_the_middle() -> None:  # LR-015, LR-016
    state = shopping()
    zones = {zone.id: zone for zone in GAME.view(state).board.zones}
    crowd, shop = zones["crowd"], zones["shop"]
    assert (crowd.title, crowd.count, crowd.seat) == ("Crowd", "40 in the deck", None)
    assert crowd.tiles[0] == Tile("crowd-0:Imp", "Imp", numbers=(("Cost", 2), ("VP", 1), ("Def", 2)))
    assert shop.tiles[0] == Tile("shop-0:Cannon", "Cannon", numbers=(("Cost", 4), ("Attack", 3)))
    hidden = after(opened(line_ups=True), LineUpSkipped(Row.CROWD))
    (zone,) = (zone for zone in GAME.view(hidden).board.zones if zone.id == "crowd")
    assert zone.tiles[0] == Tile("crowd-0:", "Not entered", up=False)


def test_cards_played_do_not_touch_the_line_ups() -> None:  # LR-030
    state = after(shopping(), NewCardPlayed(A, BAG))
    assert (turn(state).powers.loot, state.shop.open) == (10, 0)
    assert_refused(state, GoblinRecruited(B, "Imp"), "LR-031")


@pytest.mark.parametrize(("trio", "left"), [(2, (1, 3)), (0, (0, 2))])
def test_an_added_goblin_comes_from_its_pile_before_the_trash(trio: int, left: tuple[int, int]) -> None:
    piles = replace(supply.initial_supply(), trio=trio, trio_trash=3)
    taken = supply.take_added(piles, supply.TRIO)
    assert (taken.trio, taken.trio_trash) == left
