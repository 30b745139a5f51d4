"""A round entered card by card: turns, winners, due actions, rulings, and refusals."""

from typing import Any

import pytest

from scoring.contract.prompts import find_prompt
from scoring.contract.scores import Seat
from scoring.games.crown_battles.cards import CardPlayed, DoubleFacedDeclared, Face, TrickRuled
from scoring.games.crown_battles.deck import Special, Trump
from scoring.games.crown_battles.entry import LevelChosen
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import AlchemistFrom, ShieldWindow
from scoring.games.crown_battles.powers.alchemist import AlchemistPlayed
from scoring.games.crown_battles.powers.bishop import BishopPlayed
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.cursed import CursedPlayed
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.magician import Direction, MagicianPlayed
from scoring.games.crown_battles.powers.merchant import MerchantPlayed
from scoring.games.crown_battles.powers.smuggler import SmugglerPlayed
from scoring.games.crown_battles.powers.spy import SpyPlayed
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.powers.wizard import WizardPlayed
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import by_cards, laid, scored, taken, witch, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, prompt_for, state_main

S = Special


def due(state: State) -> tuple[str, Seat | None]:
    """The kind and the seat of the first prompt."""
    prompt = state_main(state)
    return prompt.kind, prompt.seat


def test_a_card_out_of_turn_is_refused() -> None:  # CB-090
    state = laid(by_cards(1, 1, 1, 1), "b1")
    assert_refused(state, CardPlayed(C, "b2"), "CB-090", says="It is Ben's turn to play.")
    assert_refused(state, CardPlayed(A, "b2"), "CB-090", says="It is Ben's turn to play.")


@pytest.mark.parametrize(
    ("played", "again", "code"),
    [
        ("b13", "blue-13", "E_CARD_DUPLICATE"),  # CB-017
        ("G G", "golem", "E_CARD_DUPLICATE"),
        ("b13", "thief", "E_CARD_NOT_IN_DECK"),
        ("b13", "blue-14", "E_CARD_NOT_IN_DECK"),
    ],
)
def test_a_card_the_deck_does_not_hold_is_refused(played: str, again: str, code: str) -> None:
    state = laid(by_cards(1, 1, 1, 1), played)
    seat = state_main(state).seat
    assert seat is not None
    assert_refused(state, CardPlayed(seat, again), "CB-017", code)


def test_a_card_of_an_earlier_trick_is_gone() -> None:  # CB-017
    state = laid(by_cards(1, 1, 1, 1), "b1 b2 b9 b3")
    assert_refused(state, CardPlayed(C, "blue-9"), "CB-017", "E_CARD_DUPLICATE")
    field = state_main(state).fields[0]
    assert field.gone == ("blue-1", "blue-2", "blue-9", "blue-3")


WINNERS = [  # example of, trump, cards of four players, winner, cited rule
    ("CB-093", Spinner.NONE, "b5 b9 b3 r13", B, "CB-094"),
    ("CB-095", Spinner.YELLOW, "b13 y12 b1 b2", B, "CB-095"),
    ("CB-096", Spinner.YELLOW, "b13 y12 G b2", C, "CB-096"),
    ("CB-103", Spinner.YELLOW, "y12 G D D", C, "CB-103"),
    ("CB-105", Spinner.NONE, "D dragon_king b1 b2", B, "CB-105"),
    ("CB-111", Spinner.NONE, "dragon_king S b1 b2", A, "CB-R12"),
]


@pytest.mark.parametrize(("example", "spun", "cards", "winner", "rule"), WINNERS)
def test_the_winner_follows_from_the_cards(example: str, spun: Spinner, cards: str, winner: Seat, rule: str) -> None:
    state = laid(by_cards(1, 1, 1, 1, spun=spun, specials=(S.DRAGON_KING, S.SUMMONER)), cards)
    last = state.phase.tricks[-1]
    assert (last.winner, last.rule.id, state.phase.leader) == (winner, rule, winner)
    assert state.phase.owned[0][winner] == 1


def test_house_rulings_reach_the_winner() -> None:  # CB-R11, CB-R12
    deck = {"specials": (S.DRAGON_KING, S.SUMMONER, S.WIZARD)}
    beaten = laid(by_cards(1, 1, 1, 1, summoner_beats_dragon_king=True, **deck), "dragon_king S b1 b2")
    assert beaten.phase.tricks[-1].winner == B
    spared = laid(by_cards(1, 1, 1, 1, wizard_affects_kings=False, **deck), "b1 dragon_king wizard b2")
    assert spared.phase.tricks[-1].winner == B
    turned = laid(by_cards(1, 1, 1, 1, **deck), "b1 dragon_king wizard b2")
    assert turned.phase.tricks[-1].winner == D


def test_a_round_ends_after_its_last_trick() -> None:
    state = laid(by_cards(1, 0, 0, 0, cards=1), "b5 b3 b2 b1")
    assert due(state) == (RoundScored.kind, None)
    assert_refused(state, CardPlayed(A, "red-1"), "CB-150", "E_TRICKS_SUM")
    assert scored(state).totals == (30, 20, 20, 20)


def test_scoring_waits_for_every_trick_and_every_action() -> None:
    state = laid(by_cards(1, 0, 0, 0, cards=2, specials=(S.THIEF,)), "b5 b3 b2 b1 r5 thief r2 r1")
    assert due(state) == (ThiefPlayed.kind, B)
    assert_refused(state, RoundScored(), "CB-120", says="Ben decides about the Thief first.")
    early = laid(by_cards(1, 0, 0, 0, cards=2), "b5 b3 b2 b1")
    assert_refused(early, RoundScored(), "CB-150", "E_TRICKS_SUM", "1 of 2 tricks")


# Double-faced


@pytest.mark.parametrize(("face", "winner"), [(Face.GOLEM, B), (Face.PEASANT, A)])  # CB-106, CB-134
def test_double_faced_is_declared_at_once(face: Face, winner: Seat) -> None:
    state = laid(by_cards(1, 1, 1, 1, specials=(S.DOUBLE_FACED,)), "b13 double_faced")
    prompt = state_main(state)
    assert (prompt.kind, prompt.seat, prompt.instant) == (DoubleFacedDeclared.kind, B, True)
    assert_refused(state, CardPlayed(C, "blue-1"), "CB-106", says="Ben decides about the Double-faced first.")
    state = laid(after(state, DoubleFacedDeclared(face)), "b1 b2")
    assert state.phase.tricks[-1].winner == winner


def test_double_faced_is_declared_once_and_only_when_played() -> None:
    state = by_cards(1, 1, 1, 1, specials=(S.DOUBLE_FACED,))
    assert_refused(state, DoubleFacedDeclared(Face.GOLEM), "CB-106", says="when it is played")
    declared = after(laid(state, "double_faced"), DoubleFacedDeclared(Face.GOLEM))
    assert_refused(declared, DoubleFacedDeclared(Face.GOLEM), "CB-106")


# Actions that fall due


AT_ONCE = [
    (S.ALCHEMIST, AlchemistPlayed(B, Trump.RED, copied=False)),
    (S.BISHOP, BishopPlayed(B, A, copied=False)),
    (S.BOMB, BombPlayed(B, D, copied=False)),
    (S.JESTER, JesterPlayed(B, 1, copied=False)),
    (S.MAGICIAN, MagicianPlayed(B, Direction.LEFT, copied=False)),
    (S.MERCHANT, MerchantPlayed(B, (A, B), copied=False)),
    (S.SMUGGLER, SmugglerPlayed(B, swapped=True, copied=False)),
    (S.SPY, SpyPlayed(B, copied=False)),
    (S.WITCH, witch(B, {A: 20})),
]
AFTER_THE_TRICK = [
    (S.CURSED, CursedPlayed(B, (A, C), copied=False)),
    (S.THIEF, ThiefPlayed(B, A, copied=False)),
]


@pytest.mark.parametrize(("card", "event"), AT_ONCE, ids=lambda value: getattr(value, "kind", value))
def test_a_lightning_card_is_asked_at_once(card: Special, event: AlchemistPlayed) -> None:  # CB-120, CB-R17
    state = laid(by_cards(1, 1, 1, 1, specials=(card,)), f"b13 {card}")
    assert due(state) == (event.kind, B)
    assert dict(state_main(state).given)["copied"] is False
    assert_refused(state, CardPlayed(C, "blue-1"), "CB-120", says="Ben decides")
    state = laid(after(state, event), "b1 b2")
    assert len(state.phase.tricks) == 1
    assert find_prompt(GAME.prompts(state), event.kind) is None


@pytest.mark.parametrize(("card", "event"), AFTER_THE_TRICK, ids=lambda value: getattr(value, "kind", value))
def test_an_hourglass_card_is_asked_after_the_trick(card: Special, event: ThiefPlayed) -> None:  # CB-120, CB-R22
    state = laid(by_cards(1, 1, 1, 1, specials=(card,)), f"b13 {card} b1")
    assert due(state) == (CardPlayed.kind, D)
    assert_refused(state, event, "CB-140", says="acts when it is played")
    state = laid(state, "b2")
    assert due(state) == (event.kind, B)
    assert due(after(state, event)) == (CardPlayed.kind, A)


def test_the_wizard_needs_no_question() -> None:  # CB-133, CB-R20
    state = laid(by_cards(1, 1, 1, 1, specials=(S.WIZARD, S.THIEF)), "b13 wizard thief b1")
    assert [(marker.seat, marker.key) for marker in GAME.view(state).board.markers if marker.key == "wizard"] == [
        (B, "wizard")
    ]
    assert_refused(state, WizardPlayed(B, copied=False), "CB-140")
    assert_refused(state, ThiefPlayed(C, B, copied=False), "CB-138", "E_THIEF_PROTECTED", "covered by the Wizard")


def test_a_shield_bought_before_the_theft_leaves_nobody_to_rob() -> None:  # CB-R19
    deck: dict[str, Any] = {"shield_window": ShieldWindow.ANY_TIME, "specials": (S.THIEF,)}
    state = laid(by_cards(1, 1, **deck), "b5 thief")
    assert due(state) == (ThiefPlayed.kind, B)
    assert due(after(state, ShieldBought(A))) == (CardPlayed.kind, A)


def test_in_the_last_trick_a_merchant_asks_those_who_still_hold_a_card() -> None:  # CB-127
    state = laid(by_cards(1, 0, 0, 0, cards=1, specials=(S.MERCHANT,)), "merchant")
    field = state_main(state).fields[0]
    assert [choice.value for choice in field.choices if not choice.why_not] == [B, C, D]
    assert_refused(state, MerchantPlayed(A, (A, B), copied=False), "CB-127", says="Ana has no cards left.")
    assert due(after(state, MerchantPlayed(A, (B, C), copied=False))) == (CardPlayed.kind, B)


def test_a_spy_without_a_pile_does_nothing() -> None:  # CB-016, CB-129
    state = laid(by_cards(0, 0, 0, 0, cards=15, specials=(S.SPY, S.SMUGGLER)), "spy smuggler")
    assert due(state) == (CardPlayed.kind, C)
    assert "W_NO_DECK" in [notice.code for notice in GAME.view(state).notices]


# The Bomb


def test_a_bomb_names_somebody_who_sits_here() -> None:
    state = laid(by_cards(1, 1, 1, 1, specials=(S.BOMB,)), "bomb")
    assert_refused(state, BombPlayed(A, None, copied=False), "CB-109", says="Ana names who leads")
    assert_refused(state, BombPlayed(A, Seat(4), copied=False), "CB-109", says="at this table")


@pytest.mark.parametrize(
    ("begins", "winner"), [(AlchemistFrom.THIS_TRICK, C), (AlchemistFrom.NEXT_TRICK, A)]
)  # CB-121, CB-R14
def test_the_alchemist_judges_this_trick_or_the_next(begins: AlchemistFrom, winner: Seat) -> None:
    deck = {"specials": (S.ALCHEMIST,), "alchemist_from": begins}
    state = laid(by_cards(1, 1, 1, 1, spun=Spinner.YELLOW, **deck), "b5 alchemist")
    state = laid(after(state, AlchemistPlayed(B, Trump.RED, copied=False)), "r2 b3")
    assert state.phase.tricks[-1].winner == winner
    assert state.deal.trump is Trump.RED


# Rulings of the table


def test_where_every_card_is_dealt_no_trick_goes_to_nobody_without_the_bomb() -> None:  # CB-114
    """The Bomb is still to be played, and no other card would be left for its place."""
    state = laid(by_cards(0, 0, 0, cards=20, specials=(Special.BOMB,)), "y5 y6 y7")
    assert_refused(state, TrickRuled(None, "so"), "CB-114", "E_BOMB_COUNT", "the Bomb is still to be played")


def test_a_ruling_is_refused() -> None:
    state = laid(by_cards(1, 1, 1, 1, specials=(S.BOMB, S.THIEF)), "b5 b9 b3 b1")
    assert_refused(state, TrickRuled(B, "so"), "CB-111", "E_WRONG_WINNER", "already belongs to Ben")
    assert_refused(state, TrickRuled(A, "  "), "CB-111", "E_WRONG_WINNER", "say in a few words")
    assert_refused(state, TrickRuled(Seat(-1), "so"), "CB-111", says="at this table")
    assert_refused(laid(state, "r1"), TrickRuled(A, "so"), "CB-111", says="before the next card")
    assert_refused(by_cards(1, 1, 1, 1), TrickRuled(A, "so"), "CB-111", says="before the next card")
    bombed = laid(after(laid(state, "bomb"), BombPlayed(B, B, copied=False)), "r1 r2 r3")
    second = laid(bombed, "g1 g2 g3 g4")
    assert_refused(second, TrickRuled(None, "so"), "CB-114", "E_BOMB_COUNT", "only one Bomb")
    field = prompt_for(second, TrickRuled.kind).fields[0]
    assert [choice.value for choice in field.choices if choice.why_not] == [A, None]
    assert_refused(bombed, TrickRuled(None, "so"), "CB-111", "E_WRONG_WINNER", "already belongs to nobody")


def closed_to_nobody(state: State) -> str:
    """Why the last trick cannot be given to nobody, as its form says; empty: it can."""
    field = prompt_for(state, TrickRuled.kind).fields[0]
    return next(choice.why_not for choice in field.choices if choice.value is None)


def test_after_a_trick_was_given_to_nobody_no_bomb_is_left() -> None:  # CB-114, CB-123
    state = laid(by_cards(1, 1, 1, 1, specials=(S.BOMB,)), "b5 b9 b3 b1")
    ruled = after(state, TrickRuled(None, "the one was the Bomb"))
    field = state_main(ruled).fields[0]
    assert field.gone == ("blue-5", "blue-9", "blue-3", "blue-1", "bomb")
    says = "The table gave trick 1 to nobody, and there is only one Bomb"
    assert_refused(ruled, CardPlayed(B, "bomb"), "CB-114", "E_BOMB_COUNT", says)
    assert_refused(laid(ruled, "r1 r2 r3 r4"), CardPlayed(A, "bomb"), "CB-114", "E_BOMB_COUNT", says)
    assert due(laid(after(ruled, TrickRuled(C, "no, it was a seven")), "bomb")) == (BombPlayed.kind, C)


def test_a_bomb_that_lies_in_another_trick_destroys_no_second_one() -> None:  # CB-114, CB-123
    state = laid(by_cards(1, 1, 1, 1, specials=(S.BOMB,)), "b5 b9 b3 bomb")
    state = after(state, BombPlayed(D, A, copied=False))
    given = after(state, TrickRuled(B, "the Bomb was played out of turn"))
    assert closed_to_nobody(given) == ""
    assert after(given, TrickRuled(None, "it counts")).phase.owned[0] == (0, 0, 0, 0)
    later = laid(given, "r1 r2 r3 r4")
    assert closed_to_nobody(later) == "The Bomb was played to another trick of this round, and there is only one Bomb."
    assert_refused(later, TrickRuled(None, "so"), "CB-114", "E_BOMB_COUNT", "to another trick")


def test_who_did_not_follow_is_reported() -> None:  # CB-113
    state = laid(by_cards(1, 1, 1, 1), "b13 r9 b1 b2  r1 r2 r3 r4")
    assert not [notice for notice in GAME.view(state).notices if notice.code == "W_REVOKE"]
    state = laid(state, "b4 b5 b6 b7")
    texts = [notice.text for notice in GAME.view(state).notices if notice.code == "W_REVOKE"]
    assert texts == ["Ben played Red 9 in trick 1 instead of blue, and Blue 6 in trick 3."]


@pytest.mark.parametrize(("level", "rest"), [(Level.TRICKS, won(C)), (Level.COUNTS, ())])
def test_a_table_that_enters_less_in_a_bombed_trick_keeps_the_bomb(level: Level, rest: tuple[TrickWon, ...]) -> None:
    """CB-109, CB-114: the trick has no winner, and the player named leads the next one."""
    state = after(laid(by_cards(0, 0, 1, cards=2, specials=(S.BOMB,)), "b1 bomb"), BombPlayed(B, C, copied=False))
    state = after(state, LevelChosen(level, at_once=True))
    assert level is Level.COUNTS or state_main(state).seat == C
    state = after(state, *rest, RoundScored() if rest else taken(0, 0, 1))
    assert state.totals == (20, 20, 30)


def test_a_ruling_about_a_bomb_lasts_when_the_table_enters_less() -> None:  # CB-109, CB-111, CB-114
    state = by_cards(0, 0, 1, cards=3, specials=(S.BOMB,))
    nobodys = after(laid(state, "b1 b2 b3"), TrickRuled(None, "the two was the Bomb"))
    at_once = LevelChosen(Level.COUNTS, at_once=True)
    assert after(nobodys, at_once, taken(1, 1, 0)).totals == (-10, -10, -10)
    by_tricks = after(nobodys, LevelChosen(Level.TRICKS, at_once=True))
    assert_refused(by_tricks, BombPlayed(A, B, copied=False), "CB-140", "E_BOMB_COUNT", "already acted")
    void = laid(after(laid(state, "b1 bomb"), BombPlayed(B, C, copied=False)), "b3")
    void = after(void, TrickRuled(C, "the Bomb was void"))
    assert after(void, at_once, taken(1, 1, 1)).totals == (-10, -10, 30)


def test_a_bomb_that_the_table_ruled_is_copied_only_in_its_own_trick() -> None:  # CB-111, CB-130, CB-R23
    state = by_cards(0, 0, 1, cards=4, specials=(S.BOMB, S.SUMMONER))
    state = laid(after(laid(state, "b1 b2 b3"), TrickRuled(None, "the one was the Bomb")), "b4")
    at_once = after(state, LevelChosen(Level.TRICKS, at_once=True))
    assert state_main(after(at_once, BombPlayed(C, B, copied=True))).seat == B
    later = after(at_once, TrickWon(A))
    assert_refused(later, BombPlayed(C, B, copied=True), "CB-123", "E_BOMB_COUNT", "only in the bombed trick")
