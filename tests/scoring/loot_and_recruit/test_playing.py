"""A player's own cards: played, bought, used, discarded and drawn (LR-030 to LR-036, LR-060 to LR-065)."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Agreement, Event
from scoring.contract.prompts import Role
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import own_cards
from scoring.games.loot_and_recruit.buying import CardBought, NewCardBought
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.own_cards import CardTrashed, PilesCounted, Place
from scoring.games.loot_and_recruit.platforms import with_holding
from scoring.games.loot_and_recruit.playing import ActionDone, CardPlayed, NewCardPlayed, PowersChanged, TurnEnded
from scoring.games.loot_and_recruit.recruiting import BearerPlaced
from scoring.games.loot_and_recruit.state import Holding, Powers, State
from scoring.testing.tables import A, B, C
from tests.scoring.loot_and_recruit.cards import BAG, OCTET, SHINIES, power
from tests.scoring.loot_and_recruit.states import flipped, opened, refereed, rich, round_over, stacked
from tests.scoring.loot_and_recruit.states import playing as stacks
from tests.scoring.loot_and_recruit.table import GAME, after, assert_refused, enter, kinds, notes, prompt_for, turn

BOMBARDIER = power("Bombardier", attack=2, cost=4)
SCAVENGER = power("Scavenger", loot=1, cost=3, kind=1)


def sizes(state: State, seat: Any = A) -> tuple[int, int, int, int]:
    """Cards in hand, deck, discard pile and play."""
    mine = state.holdings[seat]
    return (mine.hand, mine.deck, mine.discards, len(mine.played))


# Playing ------------------------------------------------------------------------------------------------------------


def test_cards_with_attack_power_give_it_when_played() -> None:
    """LR-056: such as a Bombardier or a Sergeant."""
    state = after(refereed(), NewCardPlayed(A, BOMBARDIER), waived=("LR-064",))
    assert turn(state).powers.attack == 2
    state = after(state, NewCardPlayed(A, power("Sergeant", attack=1)), waived=("LR-064",))
    assert (turn(state).powers.attack, turn(state).sergeants) == (3, 1)


def test_a_card_in_play_is_in_no_other_place() -> None:  # LR-064
    state = refereed(3, SHINIES)
    assert sizes(state) == (4, 5, 0, 1)
    assert_refused(state, CardPlayed(A, "Box O' Shinies"), "LR-064", "NOT_IN_HAND")
    assert_refused(state, CardTrashed(A, Place.HAND, "Box O' Shinies"), "LR-057", "NOT_IN_HAND")
    assert_refused(state, CardTrashed(A, Place.DISCARD, "Box O' Shinies"), "LR-057", "NOT_IN_DISCARD")


def test_cards_are_typed_once_and_then_tapped() -> None:
    """LR-004, LR-005: a starter is asked for what it gives and nothing else."""
    state = refereed(3, BAG)
    (name,) = prompt_for(state, "card_played").fields
    assert [choice.value for choice in name.choices] == ["Money Bag"]
    shown = prompt_for(state, "new_card_played")
    (card,) = shown.fields
    assert card.suggestions == ("Box O' Shinies", "Pile O' Chow", "Table Scraps")
    assert dict(card.printed[0].numbers) == {"recruit": 3}

    def labels(called: Any) -> list[str]:
        (field,) = GAME.form(state, shown, {"card": {"name": called, "numbers": []}}).fields
        return [count.name for count in field.numbers]

    assert labels("table scraps") == ["recruit"]
    assert labels("Cannon") == ["kind", "loot", "recruit", "attack", "cost"]
    assert labels(7) == ["kind", "loot", "recruit", "attack", "cost"]
    assert after(state, NewCardPlayed(A, BAG)).cards == state.cards
    assert_refused(state, CardPlayed(A, "Table Scraps"), "LR-004", says="Type what is printed")


def test_a_typed_card_keeps_its_kind() -> None:
    """LR-004: the words of the numbers go with them."""
    state = after(rich(refereed(), loot=9), NewCardBought(A, SCAVENGER))
    (field,) = GAME.form(
        state, prompt_for(state, "new_card_bought"), {"card": {"name": "Scavenger", "numbers": []}}
    ).fields
    assert (field.numbers[0].low, field.numbers[0].words) == (1, ("Action",))
    other = after(state, NewCardBought(A, power("Scavenger", loot=2, cost=3)))
    assert other.cards == state.cards
    assert notes(other, "LR-004") == [
        "Scavenger was first typed as action, loot power 1, recruit power 0, attack power 0, loot cost 3; "
        "these numbers count. If they are wrong, correct it there."
    ]
    assert notes(rich(other, loot=1), "LR-004") == []
    assert after(state, NewCardBought(A, SCAVENGER)).cards == state.cards


def test_a_card_played_from_the_discard_pile_leaves_it() -> None:
    """LR-063, LR-064: by the text of a card; no card is there twice."""
    state = after(rich(refereed(), loot=4), NewCardBought(A, BOMBARDIER))
    state = after(state, CardPlayed(A, "Bombardier"), waived=("LR-064",))
    assert sizes(state) == (5, 5, 0, 1)


def test_powers_are_lost_with_the_turn() -> None:  # LR-032
    state = flipped(round_over(refereed(2, SHINIES)))
    assert turn(state).powers == Powers()


# Buying -------------------------------------------------------------------------------------------------------------


def test_as_many_as_the_loot_power_pays_for() -> None:
    """LR-035: two for 4 of 8, then nothing for 1."""
    state = after(rich(refereed(), loot=8), NewCardBought(A, BOMBARDIER), CardBought(A, "Bombardier"))
    cheap = NewCardBought(A, power("Rag", cost=1))
    assert_refused(state, cheap, "LR-033", "NOT_ENOUGH_POWER", "0 are left")
    assert turn(after(state, cheap, waived=("LR-033",))).powers.loot == 0
    (field,) = prompt_for(state, "card_bought").fields
    assert [choice.label for choice in field.choices] == ["Bombardier · 4"]


@pytest.mark.parametrize("name", ["Money Bag", "table scraps", "Ornery Octet"])
def test_starters_and_goblins_are_not_on_offer(name: str) -> None:  # LR-033
    state = stacked(refereed(3, BAG), A, 0, OCTET)
    assert_refused(state, CardBought(A, name), "LR-033", "NOT_ON_OFFER")
    assert_refused(state, NewCardBought(A, power(name)), "LR-033", "NOT_ON_OFFER")


def test_a_card_nobody_typed_is_not_bought_by_its_name() -> None:  # LR-004
    assert_refused(refereed(), CardBought(A, "Cannon"), "LR-004")


def test_the_pile_of_a_permanent_card_runs_out() -> None:  # LR-014
    catapult = KnownCard("Catapult", (("attack", 2), ("cost", 0)))
    state = after(refereed(), NewCardBought(A, catapult))
    for _ in range(9):
        state = after(state, CardBought(A, "Catapult"))
    assert (state.supply.catapult, state.supply.shop) == (0, 50)
    assert_refused(state, CardBought(A, "Catapult"), "LR-014", "PILE_EMPTY")


def test_an_empty_shop_is_made_anew_without_permanents_and_starters() -> None:
    """LR-083, LR-R08: of Cannon, Catapult, Money Bag and Sergeant the first and the last go back."""
    catapult = KnownCard("Catapult", (("attack", 2), ("cost", 0)))
    state = after(refereed(3, BAG), NewCardBought(A, power("Cannon")), NewCardBought(A, catapult))
    for _ in range(49):
        state = after(state, CardBought(A, "Cannon"))
    assert state.supply.shop == 0
    assert len(notes(state, "LR-083")) == 1
    for place, name in ((Place.DISCARD, "Cannon"), (Place.DISCARD, "Catapult"), (Place.PLAY, "Money Bag")):
        state = after(state, CardTrashed(A, place, name))
    state = after(state, CardTrashed(A, Place.DISCARD, "Cannon"))
    assert (state.supply.shop_trash, state.supply.permanent_trash) == (2, ("Catapult",))
    state = after(state, CardBought(A, "Cannon"))
    assert (state.supply.shop, state.supply.shop_trash, state.supply.catapult) == (1, 0, 10)


def test_a_purchase_effect_comes_first() -> None:  # LR-036, LR-061
    state = after(rich(refereed(), loot=9), NewCardBought(A, power("Stall", cost=2, kind=2)))
    assert kinds(state) == ["action_done"]
    assert_refused(state, TurnEnded(A), "LR-061")
    assert_refused(state, PilesCounted(A, 5, 1), "LR-061")
    assert_refused(state, ActionDone(B, "Stall", 1, None, ""), "LR-036")
    assert_refused(state, ActionDone(A, "Cannon", 1, None, ""), "LR-036")
    state = enter(state, "action_done", drawn=2, fetched=None, note="")
    assert (sizes(state), turn(state).pending) == ((7, 3, 1, 0), None)


# Actions ------------------------------------------------------------------------------------------------------------


def acting() -> State:
    """Ana has bought a Bombardier and played a Scavenger."""
    state = after(rich(refereed(), loot=9), NewCardBought(A, BOMBARDIER))
    return after(state, NewCardPlayed(A, SCAVENGER), waived=("LR-064",))


def test_bonus_powers_come_at_once_and_the_action_later() -> None:  # LR-060
    state = acting()
    assert (turn(state).powers.loot, turn(state).ready) == (6, ("Scavenger",))
    assert notes(state, "LR-060") == ["Actions you may still use this turn: Scavenger."]


def test_only_discarded_cards_are_fetched() -> None:
    """LR-065: not one in play or in the hand, unless a card says so."""
    state = acting()
    for name in ("Scavenger", "Money Bag"):
        assert_refused(state, ActionDone(A, "Scavenger", 0, name, ""), "LR-065", "NOT_IN_DISCARD")
    assert_refused(state, ActionDone(A, "Scavenger", 0, "Nothing", ""), "LR-060")
    before = sum(sizes(state))
    for name in ("Scavenger", "Money Bag", "Bombardier"):
        fetched = after(state, ActionDone(A, "Scavenger", 0, name, ""), waived=("LR-065",))
        assert (fetched.holdings[A].hand, sum(sizes(fetched))) == (6, before), name


def test_an_action_is_carried_out_once() -> None:  # LR-062
    done = ActionDone(A, "Scavenger", 1, None, "")
    state = after(acting(), done)
    assert_refused(state, done, "LR-062", "ACTION_ALREADY_USED")
    assert sizes(after(state, done, waived=("LR-062",)))[0] == 7
    assert_refused(state, ActionDone(A, "Money Bag", 1, None, ""), "LR-060")
    assert_refused(acting(), ActionDone(A, "Scavenger", 10, None, ""), "LR-060")
    assert "action_done" in kinds(state, Role.MAIN)


def test_a_card_unseen_in_the_discard_pile_may_be_fetched() -> None:
    """LR-065: a hand that was discarded without being seen."""
    state = enter(acting(), "piles_counted", seat=0, hand=3, discard=3)
    assert sizes(state) == (3, 5, 3, 1)
    assert sizes(after(state, ActionDone(A, "Scavenger", 0, "Money Bag", ""))) == (4, 5, 2, 1)
    _, fetched, _ = prompt_for(state, "action_done").fields[1:]
    assert [choice.label for choice in fetched.choices][:3] == ["None", "Bombardier", "Box O' Shinies"]


@pytest.mark.parametrize(
    ("place", "name", "left"),
    [
        (Place.HAND, "Table Scraps", (4, 5, 3, 1)),
        (Place.PLAY, "Scavenger", (5, 5, 3, 0)),
        (Place.DISCARD, "Bombardier", (5, 5, 2, 1)),
        (Place.DISCARD, "Money Bag", (5, 5, 2, 1)),
    ],
)
def test_a_card_of_ones_own_is_trashed_where_it_lies(place: Place, name: str, left: tuple[int, ...]) -> None:  # LR-057
    state = acting()
    own = state.holdings[A]
    state = with_holding(state, A, replace(own, unseen=(*own.unseen, "Rag", "Rag"), hidden=2))
    assert sizes(after(state, CardTrashed(A, place, name))) == left
    assert_refused(state, CardTrashed(A, place, "Cannon"), "LR-057")


def test_a_shield_bearer_played_is_placed_at_once() -> None:
    """LR-061, LR-071, LR-R16: the card leaves the own deck."""
    bearer = power("Shield Bearer", loot=1, kind=1)
    state = after(refereed(), NewCardPlayed(A, bearer), waived=("LR-064",))
    assert (kinds(state), sizes(state)) == (["bearer_placed"], (5, 5, 0, 0))
    assert_refused(state, CardPlayed(A, "Shield Bearer"), "LR-061")
    nowhere = enter(state, "bearer_placed", platform=None, defense=3)
    assert (nowhere.stacks, turn(nowhere).pending) == (state.stacks, None)
    assert sizes(nowhere) == (5, 5, 0, 1)  # it stays in play like any card, and is discarded after the turn
    assert after(nowhere, TurnEnded(A)).holdings[A].discard == ("Shield Bearer",)
    state = enter(state, "bearer_placed", platform=1, defense=3)
    assert state.stacks[A][1][0].bearer
    again = after(state, CardPlayed(A, "Shield Bearer"), waived=("LR-064",))
    assert_refused(again, BearerPlaced(B, 1, 3), "LR-R16")
    assert_refused(again, BearerPlaced(A, 1, 3), "LR-071", "STACK_SHIELDED")


REFUSED_POWERS: list[tuple[Event[Any] | Agreement, str, str]] = [
    (PowersChanged(A, 0, 0, 0), "LR-030", ""),
    (PowersChanged(A, 16, 0, 0), "LR-030", ""),
    (PowersChanged(A, 0, -1, 0), "LR-030", "NEGATIVE"),
    (PowersChanged(B, 1, 0, 0), "LR-031", ""),
]


@pytest.mark.parametrize(("event", "rule", "code"), REFUSED_POWERS)
def test_powers_by_a_card_have_to_be_possible(event: Event[Any], rule: str, code: str) -> None:
    assert_refused(refereed(), event, rule, code)


# The end of a turn --------------------------------------------------------------------------------------------------


DRAWS = [
    ((5, 0, 5), (5, 0, 5)),
    ((3, 0, 7), (5, 5, 0)),
    ((1, 0, 2), (3, 0, 0)),
    ((0, 0, 9), (5, 4, 0)),
    ((0, 0, 0), (0, 0, 0)),
    ((0, 4, 0), (4, 0, 0)),
]


@pytest.mark.parametrize(("before", "then"), DRAWS)
def test_a_deck_that_runs_out_is_made_anew(before: tuple[int, ...], then: tuple[int, ...]) -> None:
    """LR-081, LR-R15: (deck, discards unseen, discards known) become (hand, deck, discards)."""
    deck, hidden, known = before
    mine = own_cards.draw(Holding(("Rag",) * (deck + hidden), 0, hidden, ("Bag",) * known), 5)
    assert (mine.hand, mine.deck, mine.discards) == then


REFUSED_PILES: list[tuple[Event[Any], str]] = [
    (PilesCounted(A, -1, 0), "NEGATIVE"),
    (PilesCounted(A, 3, -1), "NEGATIVE"),
    (PilesCounted(A, 5, 0), ""),
    (PilesCounted(A, 9, 4), ""),
]


@pytest.mark.parametrize(("event", "code"), REFUSED_PILES)
def test_piles_counted_have_to_add_up(event: Event[Any], code: str) -> None:  # LR-080
    assert_refused(acting(), event, "LR-080", code)


def test_a_hand_is_set_right_for_one_of_the_players() -> None:  # LR-080
    assert_refused(refereed(), PilesCounted(Seat(9), 1, 1), "LR-080")
    state = enter(refereed(), "piles_counted", seat=2, hand=4, discard=1)
    assert sizes(state, C) == (4, 5, 1, 0)


ONLY_REFEREE: list[Event[Any]] = [
    NewCardPlayed(A, BAG),
    CardBought(A, "Cannon"),
    ActionDone(A, "Scavenger", 0, None, ""),
    PowersChanged(A, 1, 0, 0),
    CardTrashed(A, Place.HAND, "Money Bag"),
    PilesCounted(A, 1, 1),
]


@pytest.mark.parametrize("event", ONLY_REFEREE, ids=lambda event: event.kind)
def test_cards_are_entered_by_the_referee_only(event: Event[Any]) -> None:
    assert_refused(stacks(), event, "LR-030")


def test_a_turn_of_the_referee_offers_cards_first() -> None:  # LR-031
    state = after(rich(refereed(3, BAG), loot=9), NewCardBought(A, SCAVENGER))
    assert kinds(state, Role.MAIN) == [
        "card_played",
        "new_card_played",
        "new_goblin_recruited",
        "card_bought",
        "new_card_bought",
    ]
    assert kinds(state, Role.ASIDE) == [
        "powers_changed",
        "card_trashed",
        "goblin_added",
        "piles_counted",
        "first_player_moved",
    ]
    first = kinds(opened(level=Level.REFEREE))
    assert first == ["event_flipped", "goblin_added", "piles_counted", "first_player_moved", "level_chosen"]
    (event,) = prompt_for(opened(level=Level.REFEREE), "event_flipped").fields
    assert event.suggestions == ("Opening Ceremony",)


# Names --------------------------------------------------------------------------------------------------------------


def test_a_starter_is_known_however_its_apostrophe_is_typed() -> None:
    """LR-004, LR-010: a curly apostrophe makes it no other card than the Pile O' Chow of the hand."""
    curly = KnownCard("pile o\u2019 chow", (("recruit", 3), ("cost", 3)))
    state = after(refereed(), NewCardPlayed(A, curly))
    assert turn(state).powers.recruit == 3
    assert sizes(state) == (4, 5, 0, 1)
    assert [card.name for card in state.cards] == ["Pile O' Chow"]
    bought = after(rich(state, loot=3), CardBought(A, "Pile O\u2018 Chow"))
    assert bought.supply.chow == state.supply.chow - 1
    assert bought.holdings[A].discard == ("Pile O' Chow",)
    assert_refused(rich(state, loot=9), NewCardBought(A, power("MONEY\u00a0BAG", loot=1)), "LR-033", "NOT_ON_OFFER")


def test_a_card_typed_in_two_ways_is_one_card() -> None:
    """LR-004: its action, its way to the discard pile and to the trash are those of one card."""
    mine, his = power("Ogre's Map", cost=1, kind=1), power("OGRE\u2019S  map", cost=1, kind=1)
    state = after(rich(refereed(), loot=2), NewCardBought(A, mine), NewCardBought(A, his))
    assert state.holdings[A].discard == ("Ogre's Map",) * 2
    assert len(state.cards) == 1
    state = after(state, CardPlayed(A, "Ogre\u2019s Map"), waived=("LR-064",))
    state = after(state, ActionDone(A, "ogre\u2019s map", 0, "Ogre\u2018s Map", ""))
    assert turn(state).used == ("Ogre's Map",)
    assert (state.holdings[A].discard, state.holdings[A].unseen.count("Ogre's Map")) == ((), 1)
    state = after(state, CardTrashed(A, Place.HAND, "OGRE'S MAP"))
    assert "Ogre's Map" not in state.holdings[A].unseen
