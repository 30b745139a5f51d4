"""Special cards by counts and by tricks: what they move, what they refuse, what their forms offer."""

from typing import Any

import pytest

from scoring.contract.game import Adjusted, Event
from scoring.contract.prompts import Prompt, Role, find_prompt
from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import CrownSuit, Special, Trump
from scoring.games.crown_battles.events import Bid, Spinner
from scoring.games.crown_battles.options import BidCap, RoundType, ShieldDuration, WitchVictimFloor
from scoring.games.crown_battles.powers import POWERS
from scoring.games.crown_battles.powers.alchemist import AlchemistPlayed
from scoring.games.crown_battles.powers.bishop import BishopPlayed
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.cursed import CursedPlayed
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.merchant import MerchantPlayed
from scoring.games.crown_battles.powers.power import hand_size
from scoring.games.crown_battles.powers.smuggler import SmugglerPlayed, SmugglerSwapped
from scoring.games.crown_battles.powers.spy import SpyPlayed
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.powers.witch import WitchPlayed
from scoring.games.crown_battles.powers.wizard import WizardPlayed
from scoring.games.crown_battles.rounds.suit_precision import SuitBidsPlaced
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import (
    bids,
    by_cards,
    by_tricks,
    counted,
    laid,
    of_type,
    opened,
    taken,
    witch,
    won,
)
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, prompt_for

S = Special
STRANGER = Seat(9)


def bids_of(state: State) -> tuple[tuple[int, ...], ...]:
    return state.phase.bids[0]


def owned(state: State) -> tuple[int, ...]:
    return state.phase.owned[0]


def form(state: State, kind: str, **draft: Any) -> Prompt:
    return GAME.form(state, prompt_for(state, kind), draft)


def closed(prompt: Prompt, name: str) -> dict[Any, str]:
    """The forbidden choices of a field, with their reasons."""
    field = next(field for field in prompt.fields if field.name == name)
    return {choice.value: choice.why_not for choice in field.choices if choice.why_not}


# When a special card acts (CB-140, CB-130)


def test_only_special_cards_of_the_deck_are_offered() -> None:
    state = counted(1, 1, 1, 1, specials=(S.JESTER, S.WITCH))
    offered = {prompt.kind for prompt in GAME.prompts(state) if prompt.menu == "Special cards"}
    assert offered == {JesterPlayed.kind, WitchPlayed.kind}
    assert_refused(state, SpyPlayed(A, copied=False), "CB-140", "E_CARD_NOT_IN_DECK", "Spy is not in the deck")


def test_special_cards_wait_for_the_bids() -> None:
    state = opened(4, specials=(S.JESTER,))
    assert_refused(state, JesterPlayed(A, 1, copied=False), "CB-070", "E_BID_MISSING")


def test_a_special_card_acts_once_a_round_and_once_more_as_a_copy() -> None:  # CB-140
    state = counted(1, 1, 1, 1, specials=(S.WITCH, S.SUMMONER))
    assert_refused(state, witch(B, {A: 20}, copied=True), "CB-130", says="only after it was played")
    state = after(state, witch(A, {B: 20}))
    assert_refused(state, witch(A, {B: 20}), "CB-140", "E_SPECIAL_REUSED", "already")
    assert prompt_for(state, WitchPlayed.kind).title == "Summoner copies the Witch"
    assert_refused(state, witch(A, {B: 20}, copied=True), "CB-130", says="another player copies it")
    state = after(state, witch(B, {A: 20}, copied=True))
    assert find_prompt(GAME.prompts(state), WitchPlayed.kind) is None
    assert_refused(state, witch(C, {A: 20}, copied=True), "CB-140", "E_SPECIAL_REUSED", "copied a card")
    assert state.totals == (0, 0, 0, 0)


def test_one_summoner_copies_one_card() -> None:
    state = counted(1, 1, 1, 1, specials=(S.WITCH, S.JESTER, S.SUMMONER))
    state = after(state, witch(A, {B: 20}), JesterPlayed(B, 1, copied=False))
    state = after(state, JesterPlayed(C, 1, copied=True))
    assert_refused(state, witch(C, {A: 20}, copied=True), "CB-140", "E_SPECIAL_REUSED")


def test_a_summoner_copies_a_card_of_its_own_trick() -> None:  # CB-130
    state = after(by_tricks(1, 1, 1, 1, specials=(S.WITCH, S.SUMMONER)), witch(A, {B: 20}))
    assert after(state, witch(B, {A: 20}, copied=True)).totals == (0, 0, 0, 0)
    later = after(state, *won(A))
    assert WitchPlayed.kind not in kinds(later, Role.ASIDE)
    assert_refused(later, witch(B, {A: 20}, copied=True), "CB-130", says="Witch was played in an earlier trick")


def test_a_summoner_copies_a_thief_after_their_trick() -> None:  # CB-130, CB-131
    state = by_tricks(1, 1, 1, 1, specials=(S.THIEF, S.SUMMONER))
    state = after(state, *won(A), ThiefPlayed(B, A, copied=False))
    assert owned(after(state, ThiefPlayed(C, B, copied=True))) == (0, 0, 1, 0)
    later = after(state, *won(A))
    assert ThiefPlayed.kind not in kinds(later, Role.ASIDE)
    assert_refused(later, ThiefPlayed(C, B, copied=True), "CB-130", says="Thief was played in an earlier trick")


def test_a_summoner_copies_in_a_bombed_trick() -> None:  # CB-130, CB-R15: the others still play to it
    state = by_tricks(1, 1, 1, 1, specials=(S.BOMB, S.WITCH, S.SUMMONER))
    state = after(state, BombPlayed(A, B, copied=False))
    assert after(state, BombPlayed(B, C, copied=True)).phase.leader == C
    assert after(state, witch(B, {A: 20}), witch(C, {A: 20}, copied=True)).totals == (-40, 20, 20, 0)


def test_without_a_summoner_nothing_is_copied() -> None:
    state = after(counted(1, 1, 1, 1, specials=(S.JESTER,)), JesterPlayed(A, 1, copied=False))
    assert find_prompt(GAME.prompts(state), JesterPlayed.kind) is None
    assert_refused(
        state, JesterPlayed(B, 1, copied=True), "CB-130", "E_CARD_NOT_IN_DECK", "Summoner is not in the deck"
    )


@pytest.mark.parametrize(
    "event",
    [
        AlchemistPlayed(STRANGER, Trump.RED, copied=False),
        BishopPlayed(STRANGER, A, copied=False),
        BombPlayed(STRANGER, None, copied=False),
        JesterPlayed(STRANGER, 1, copied=False),
        ThiefPlayed(STRANGER, A, copied=False),
        WizardPlayed(STRANGER, copied=False),
    ],
    ids=lambda event: event.kind,
)
def test_nobody_plays_who_does_not_sit_here(event: Any) -> None:
    power = next(power for power in POWERS.values() if power.event is type(event))
    state = counted(1, 1, 1, 1, specials=(power.card,))
    assert_refused(state, event, power.rule.id, says="at this table")


@pytest.mark.parametrize("card", POWERS, ids=str)
def test_players_are_chosen_as_players(card: Special) -> None:
    """Fields whose answers are seats are shown as players, in forms of every level."""
    by_count = counted(1, 1, 1, 1, specials=(card,))
    by_trick = after(by_tricks(1, 1, 1, 1, specials=(card,)), TrickWon(A))
    forms = [prompt for state in (by_count, by_trick) for prompt in GAME.prompts(state)]
    fields = [field for prompt in forms for field in prompt.fields]
    seats = {"seat", "watched", "next_leader", "victim", "shares", "tricks", "totals"}
    assert {field.name for field in fields if getattr(field, "seats", False)} == seats & {
        field.name for field in fields
    }


# Alchemist (CB-121)


def test_the_alchemist_makes_any_suit_or_none_trump_or_leaves_it() -> None:
    state = after(counted(1, 1, 1, 1, specials=(S.ALCHEMIST,)), TrumpSpun(Spinner.YELLOW))
    for trump in Trump:
        assert after(state, AlchemistPlayed(B, trump, copied=False)).deal.trump is trump
    field = prompt_for(state, AlchemistPlayed.kind).fields[1]
    texts = {choice.value: choice.text for choice in field.choices}
    assert texts["yellow"] == "as it is"
    assert texts["red"] == ""


def test_the_alchemist_knows_only_suits_of_the_deck() -> None:
    three: dict[str, Any] = {"lowest": 6, "suits": ("yellow", "blue", "red")}
    state = counted(1, 1, **three, specials=(S.ALCHEMIST,))
    assert list(closed(prompt_for(state, AlchemistPlayed.kind), "trump")) == ["green"]
    event = AlchemistPlayed(A, Trump.GREEN, copied=False)
    assert_refused(state, event, "CB-121", "E_TRUMP_CHOICE", "Green is not in the deck")


# Bomb (CB-123)


@pytest.mark.parametrize("play", [counted, by_tricks])
def test_where_the_bomb_ends_the_trick_no_summoner_follows(play: Any) -> None:  # CB-R15
    state = play(1, 1, 1, 1, bomb_rest_still_plays=False, specials=(S.BOMB, S.SUMMONER))
    state = after(state, BombPlayed(A, B, copied=False))
    assert BombPlayed.kind not in kinds(state, Role.ASIDE)
    assert_refused(state, BombPlayed(B, C, copied=True), "CB-123", "E_BOMB_COUNT", "ends with the Bomb")


def test_by_counts_the_bomb_names_nobody() -> None:  # CB-123
    state = counted(1, 1, 1, 1, specials=(S.BOMB,))
    assert [field.name for field in prompt_for(state, BombPlayed.kind).fields] == ["seat"]


# Bishop, Cursed, Magician, Merchant, Smuggler, Spy: reminders


def test_the_bishop_sees_an_opponents_hand() -> None:  # CB-122
    state = counted(1, 1, 1, 1, specials=(S.BISHOP,))
    assert after(state, BishopPlayed(A, B, copied=False)).totals == state.totals
    assert_refused(state, BishopPlayed(A, A, copied=False), "CB-122", says="choose an opponent")
    assert_refused(state, BishopPlayed(A, STRANGER, copied=False), "CB-122", says="at this table")
    assert list(closed(form(state, BishopPlayed.kind, seat=A), "watched")) == [A]


@pytest.mark.parametrize(
    ("card", "cls", "rule"), [(S.CURSED, CursedPlayed, "CB-124"), (S.MERCHANT, MerchantPlayed, "CB-127")]
)
def test_two_different_players_swap(card: Special, cls: Any, rule: str) -> None:
    state = counted(1, 1, 1, 1, specials=(card,))
    for swapped in ((A, B), (C, D)):
        assert after(state, cls(A, swapped, copied=False)).totals == state.totals
    for wrong in ((), (B,), (B, B), (A, B, C)):
        assert_refused(state, cls(A, wrong, copied=False), rule, says="the two players who swap")
    assert_refused(state, cls(A, (A, STRANGER), copied=False), rule, says="at this table")


def test_the_smuggler_needs_a_pile() -> None:  # CB-128: 5 players, 60 cards, 10 or 12 each
    state = counted(1, 1, 1, 1, 1, cards=10, specials=(S.SMUGGLER,))
    assert state.undealt == 10
    assert after(state, SmugglerPlayed(A, swapped=False, copied=False)).phase != state.phase
    bare = counted(1, 1, 1, 1, 1, cards=12, specials=(S.SMUGGLER,))
    assert_refused(bare, SmugglerPlayed(A, swapped=True, copied=False), "CB-128", "W_NO_DECK", "no pile")
    assert SmugglerPlayed.kind not in kinds(bare, Role.ASIDE)


def test_the_smuggler_swaps_before_the_bid() -> None:  # CB-128
    state = opened(4, schedule=(4, 4), specials=(S.SMUGGLER,))
    bid = after(state, *bids(state, 1))
    assert closed(prompt_for(bid, SmugglerSwapped.kind), "seat") == {A: "Has already bid."}
    assert_refused(bid, SmugglerSwapped(A), "CB-128", says="Ana has already bid")
    swapped = after(bid, SmugglerSwapped(B))
    assert SmugglerSwapped.kind not in kinds(swapped, Role.ASIDE)
    assert_refused(swapped, SmugglerSwapped(C), "CB-128", "E_SPECIAL_REUSED", "used before the bids")
    played = after(swapped, *bids(state, 1, 1, 1, 1)[1:], SmugglerPlayed(B, swapped=True, copied=False))
    assert_refused(played, SmugglerSwapped(C), "CB-128", says="All bids are placed")


def test_the_smuggler_before_the_bid_is_refused() -> None:
    assert_refused(opened(4), SmugglerSwapped(A), "CB-128", "E_CARD_NOT_IN_DECK")
    bare = opened(4, schedule=(15,), specials=(S.SMUGGLER,))
    assert_refused(bare, SmugglerSwapped(A), "CB-128", "W_NO_DECK")
    assert SmugglerSwapped.kind not in kinds(bare, Role.ASIDE)
    assert_refused(opened(4, specials=(S.SMUGGLER,)), SmugglerSwapped(STRANGER), "CB-128", says="at this table")
    unspun = opened(4, level=Level.TRICKS, specials=(S.SMUGGLER,))
    assert_refused(unspun, SmugglerSwapped(A), "CB-057", says="spins for the trump first")


def test_the_spy_has_a_minute_until_the_next_entry() -> None:  # CB-129
    state = after(counted(1, 1, 1, 1, specials=(S.SPY, S.JESTER)), SpyPlayed(B, copied=False))
    notice = GAME.view(state).notices[0]
    assert (notice.text, notice.seat, notice.seconds) == ("Ben looks through the pile: one minute.", B, 60)
    assert not GAME.view(after(state, JesterPlayed(A, 1, copied=False))).notices


def test_a_swapped_hand_keeps_its_size() -> None:  # CB-124, CB-127, CB-R15: the Bomb has ended a trick before
    deck = {"specials": (S.BOMB, S.CURSED, S.MERCHANT)}
    state = by_cards(0, 0, 0, 0, cards=3, bomb_rest_still_plays=False, **deck)
    state = laid(after(laid(state, "b1 bomb"), BombPlayed(B, A, copied=False)), "b2 b3 b4 cursed")
    assert [hand_size(state, seat) for seat in (A, B, C, D)] == [1, 1, 2, 2]
    state = laid(after(state, CursedPlayed(D, (A, C), copied=False)), "b5 b6 b7 merchant")
    assert [hand_size(state, seat) for seat in (A, B, C, D)] == [1, 0, 0, 1]
    assert_refused(state, MerchantPlayed(B, (C, D), copied=False), "CB-127", says="Cleo has no cards")
    state = after(state, MerchantPlayed(B, (A, D), copied=False))
    assert kinds(state, Role.MAIN) == [RoundScored.kind]


def test_both_swaps_of_a_copied_cursed_count() -> None:  # CB-124, CB-130
    deck = {"specials": (S.BOMB, S.CURSED, S.SUMMONER)}
    state = by_cards(0, 0, 0, 0, cards=4, bomb_rest_still_plays=False, **deck)
    state = laid(after(laid(state, "b1 bomb"), BombPlayed(B, A, copied=False)), "b2 b3 cursed S")
    state = after(state, CursedPlayed(C, (A, C), copied=False), CursedPlayed(D, (B, D), copied=True))
    assert [hand_size(state, seat) for seat in (A, B, C, D)] == [3, 3, 2, 2]


# Jester (CB-125)


JESTED = [  # example of, bid, step, new bid, tricks won, points
    ("CB-125", (2,), 1, (3,), 3, 50),
    ("CB-125", (0,), 1, (1,), 0, -10),
    ("CB-125", (2,), -1, (1,), 1, 30),
    ("CB-125", (2, 3), 1, (3, 4), 4, 30),
    ("CB-R21", (0, 1), 1, (1, 2), 2, 20),
    ("CB-125", (1,), 0, (1,), 1, 30),
    ("CB-079", (3,), -1, (2,), 2, 40),
]


@pytest.mark.parametrize(("example", "bid", "step", "new", "tricks", "worth"), JESTED)
def test_the_jester_moves_the_bid(
    example: str, bid: tuple[int, ...], step: int, new: tuple[int, ...], tricks: int, worth: int
) -> None:
    state = after(counted(bid, 0, specials=(S.JESTER,)), JesterPlayed(A, step, copied=False))
    assert bids_of(state)[A] == new
    assert after(state, taken(tricks, 4 - tricks)).totals[A] == worth


@pytest.mark.parametrize(
    ("bid", "step", "rule", "code", "says"),
    [
        ((2,), 2, "CB-125", "E_JESTER_DELTA", "not by +2"),
        ((2,), -2, "CB-125", "E_JESTER_DELTA", "not by -2"),
        ((0,), -1, "CB-R21", "E_JESTER_RANGE", "Ana's bid of 0 can only go up."),
        ((0, 1), -1, "CB-R21", "E_JESTER_RANGE", "Ana's bid of 0–1 can only go up."),
        ((4,), 1, "CB-R21", "E_JESTER_RANGE", "Ana's bid of 4 can only go down"),
        ((3, 4), 1, "CB-R21", "E_JESTER_RANGE", "Ana's bid of 3–4 can only go down"),
    ],
)
def test_a_step_of_the_jester_is_refused(bid: tuple[int, ...], step: int, rule: str, code: str, says: str) -> None:
    state = counted(bid, 0, specials=(S.JESTER,))
    assert_refused(state, JesterPlayed(A, step, copied=False), rule, code, says)


# Thief (CB-131)


def test_by_counts_a_thief_is_noted_and_the_piles_hold_it_already() -> None:
    state = after(counted(1, 1, 1, 1, specials=(S.THIEF,)), ThiefPlayed(A, B, copied=False), taken(2, 0, 1, 1))
    assert state.past[0].won[0] == (2, 0, 1, 1)


THEFTS: list[tuple[Event[Any], str, str, str]] = [
    (ThiefPlayed(A, A, copied=False), "CB-131", "E_THIEF_SELF", "Nobody steals from themselves"),
    (ThiefPlayed(A, D, copied=False), "CB-131", "E_THIEF_NO_TRICK", "Dov owns no trick."),
    (ThiefPlayed(A, STRANGER, copied=False), "CB-131", "", "at this table"),
]


@pytest.mark.parametrize(("event", "rule", "code", "says"), THEFTS)
def test_a_theft_is_refused(event: Event[Any], rule: str, code: str, says: str) -> None:
    state = after(by_tricks(1, 1, 1, 1, specials=(S.THIEF,)), *won(A, B))
    assert_refused(state, event, rule, code, says)


def test_the_thief_waits_for_the_end_of_the_trick() -> None:  # CB-120, CB-131
    state = by_tricks(1, 1, 1, 1, specials=(S.THIEF,))
    assert ThiefPlayed.kind not in kinds(state, Role.ASIDE)
    assert_refused(state, ThiefPlayed(A, None, copied=False), "CB-131", says="after the trick")


def test_a_table_may_force_the_thief_to_steal() -> None:  # CB-R16
    state = after(by_tricks(1, 1, 1, 1, thief_optional=False, specials=(S.THIEF,)), *won(B, C))
    assert closed(form(state, ThiefPlayed.kind, seat=A), "victim")[None] == "At this table the Thief must steal."
    assert_refused(state, ThiefPlayed(A, None, copied=False), "CB-R16", says="choose Ben or Cleo.")
    alone = after(by_tricks(1, 1, 1, 1, thief_optional=False, specials=(S.THIEF,)), *won(A))
    assert owned(after(alone, ThiefPlayed(A, None, copied=False))) == (1, 0, 0, 0)
    assert None not in closed(form(alone, ThiefPlayed.kind, seat=A), "victim")


def test_a_forced_thief_may_have_found_nothing_where_tricks_are_counted_later() -> None:  # CB-R16
    state = counted(1, 1, 1, 1, thief_optional=False, specials=(S.THIEF, S.SUMMONER))
    assert None not in closed(form(state, ThiefPlayed.kind, seat=A), "victim")
    state = after(state, ThiefPlayed(A, None, copied=False), ThiefPlayed(B, A, copied=True))
    assert after(state, taken(0, 2, 1, 1)).totals == (-10, -10, 30, 30)


# Witch (CB-132)


WITCHED: list[tuple[WitchPlayed, str, str, str]] = [
    (witch(A, {B: 15}), "CB-132", "E_WITCH_TOTAL", "20 points in all, not 15; 30 only in the final round."),
    (witch(A, {B: 15, C: 15}), "CB-132", "E_WITCH_TOTAL", "not 30"),
    (witch(A, {}), "CB-132", "E_WITCH_TOTAL", "not 0"),
    (witch(A, {B: 7, C: 13}), "CB-R18", "E_WITCH_STEP", "not 7 from Ben"),
    (witch(A, {B: -5, C: 25}), "CB-R18", "E_WITCH_STEP", "-5 from Ben"),
    (WitchPlayed(A, ((A, 20), (B, 0), (C, 0), (D, 0)), copied=False), "CB-132", "E_WITCH_SELF", "choose opponents"),
    (WitchPlayed(A, ((B, 20), (C, 0)), copied=False), "CB-132", "", "from each opponent"),
    (WitchPlayed(A, ((B, 10), (B, 10), (C, 0), (D, 0)), copied=False), "CB-132", "", "from each opponent"),
    (WitchPlayed(A, ((B, 20), (C, 0), (STRANGER, 0)), copied=False), "CB-132", "", "from each opponent"),
]


@pytest.mark.parametrize(("event", "rule", "code", "says"), WITCHED)
def test_a_witch_is_refused(event: WitchPlayed, rule: str, code: str, says: str) -> None:
    assert_refused(counted(1, 1, 1, 1, specials=(S.WITCH,)), event, rule, code, says)


def test_in_the_final_round_other_sums_are_refused() -> None:
    state, event = counted(1, 1, 1, 1, schedule=(4,), specials=(S.WITCH,)), witch(A, {B: 25})
    assert_refused(state, event, "CB-132", "E_WITCH_TOTAL", "takes 20 or 30 points in all, not 25.")


def test_with_a_floor_the_witch_takes_what_there_is() -> None:
    state = counted(1, 1, 1, 1, witch_victim_floor=WitchVictimFloor.ZERO, specials=(S.WITCH,))
    state = after(state, Adjusted(B, 12, "a gift"))
    grid = form(state, WitchPlayed.kind, seat=A).fields[1]
    assert grid.totals == (10,)
    assert after(state, witch(A, {B: 10})).totals == (10, 2, 0, 0)
    poor = after(counted(1, 1, 1, 1, witch_victim_floor=WitchVictimFloor.ZERO, specials=(S.WITCH,)))
    assert after(poor, witch(A, {})).totals == (0, 0, 0, 0)


def test_a_witch_finds_everybody_covered() -> None:  # CB-132, CB-133
    state = after(counted(1, 1, specials=(S.WITCH, S.WIZARD)), WizardPlayed(B, copied=False))
    prompt = form(state, WitchPlayed.kind, seat=A)
    grid = prompt.fields[1]
    assert grid.totals == (0,)
    assert [cell.note for cell in grid.cells] == ["Ben is covered by the Wizard until the round ends."]
    assert not grid.find_error([[B, 0]])
    assert after(state, witch(A, {B: 0}, players=2)).totals == (0, 0)
    event = witch(A, {B: 20}, players=2)
    assert_refused(state, event, "CB-138", "E_WITCH_PROTECTED", "covered by the Wizard")


# Wizard and Bubble Shield as protection (CB-133, CB-137, CB-138)


def test_a_shield_stops_thief_and_witch() -> None:  # CB-137, CB-138
    state = after(opened(4, schedule=(4, 4), specials=(S.WITCH, S.THIEF)), ShieldBought(B))
    state = after(state, *bids(state, 1, 1, 1, 1))
    event = ThiefPlayed(A, B, copied=False)
    assert_refused(state, event, "CB-138", "E_THIEF_PROTECTED", "Ben has a Bubble Shield.")
    assert_refused(state, witch(A, {B: 20}), "CB-138", "E_WITCH_PROTECTED")


def test_a_shield_for_one_theft_breaks_on_it() -> None:  # CB-R19
    options = {"specials": (S.WITCH, S.THIEF), "shield_duration": ShieldDuration.ONE_THEFT, "level": Level.TRICKS}
    state = after(opened(4, schedule=(4, 4), **options), ShieldBought(B), TrumpSpun(Spinner.RED))
    state = after(state, *bids(state, 1, 1, 1, 1), *won(B, C))
    texts = {choice.value: choice.text for choice in prompt_for(state, ThiefPlayed.kind).fields[1].choices}
    assert texts[B] == "the shield stops it and breaks"
    robbed = after(state, ThiefPlayed(A, B, copied=False))
    assert owned(robbed) == (0, 1, 1, 0)
    assert robbed.shields == ()
    grid = form(state, WitchPlayed.kind, seat=A).fields[1]
    assert [cell.note for cell in grid.cells] == ["shield", "", ""]
    witched = after(state, witch(A, {B: 10, C: 10}))
    assert witched.totals == (10, -20, -10, 0)
    assert witched.shields == ()


def test_a_jester_asks_which_bid_moves_where_there_are_several() -> None:  # CB-125, CB-R21
    state = of_type(RoundType.SUIT_PRECISION, specials=(S.JESTER,))
    for seat in state.deal.order:
        state = after(state, SuitBidsPlaced(seat, tuple((suit, 0) for suit in CrownSuit), ()))
    assert [field.name for field in form(state, JesterPlayed.kind, seat=A).fields] == ["seat", "part", "delta"]
    labels = [choice.label for choice in form(state, JesterPlayed.kind, seat=A).fields[2].choices]
    assert labels == ["One less", "Keep it", "One more"]
    assert_refused(state, JesterPlayed(A, 1, copied=False), "CB-R21", says="Choose which of the bids moves.")
    assert_refused(state, JesterPlayed(A, -1, copied=False, part="red"), "CB-R21", "E_JESTER_RANGE")


# Tokens alone


@pytest.mark.parametrize(
    ("said", "closed_steps"),
    [(10, [1]), ((9, 10), [1]), (9, []), (0, [-1])],
)
def test_a_jester_ends_where_the_tokens_end(said: Bid | int, closed_steps: list[int]) -> None:  # CB-125, CB-R06
    state = counted(said, 1, cards=14, bid_cap=BidCap.TOKENS, specials=(S.JESTER,))
    assert list(closed(form(state, JesterPlayed.kind, seat=A), "delta")) == closed_steps
    if 1 in closed_steps:
        says = "can only go down; the highest token is 10."
        assert_refused(state, JesterPlayed(A, 1, copied=False), "CB-R21", "E_JESTER_RANGE", says)
    else:
        after(state, JesterPlayed(A, 1, copied=False))
    free = counted(said, 1, cards=14, specials=(S.JESTER,))
    assert 1 not in closed(form(free, JesterPlayed.kind, seat=A), "delta")
