"""Which trick an entry belongs to, at every level and in every type, and what acts in the last one of a part."""

from typing import Any

import pytest

from scoring.contract.game import Event
from scoring.contract.prompts import Pick, Prompt, Role
from scoring.contract.scores import Seat
from scoring.games.crown_battles import trick_position
from scoring.games.crown_battles.cards import CardPlayed
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.deck import CrownSuit, Special
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.cursed import CursedPlayed
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.magician import Direction, MagicianPlayed
from scoring.games.crown_battles.rounds.split import Half, SplitBidPlaced
from scoring.games.crown_battles.rounds.suit_precision import SuitBidsPlaced
from scoring.games.crown_battles.state import ByCounts, State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C
from tests.scoring.crown_battles.states import bids, laid, of_type, taken, with_trump, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, prompt_for, state_main

S = Special
NORMAL, STEALTH, SPLIT, LONG, SUITS = (
    RoundType.NORMAL,
    RoundType.STEALTH,
    RoundType.SPLIT,
    RoundType.LONG_PLAY,
    RoundType.SUIT_PRECISION,
)
CURSED = CursedPlayed(B, (A, C), copied=False)
MAGICIAN = MagicianPlayed(B, Direction.LEFT, copied=False)


def begun(kind: RoundType, cards: int, level: Level, players: int = 3, **options: Any) -> State:
    """A round in which everybody has bid nothing."""
    state = with_trump(of_type(kind, players, cards, level=level, **options))
    match kind:
        case RoundType.SPLIT:
            return after(
                state, *(SplitBidPlaced(s, ((Half.FIRST, (0,)), (Half.SECOND, (0,)))) for s in state.deal.order)
            )
        case RoundType.SUIT_PRECISION:
            return after(
                state, *(SuitBidsPlaced(s, tuple((suit, 0) for suit in CrownSuit), ()) for s in state.deal.order)
            )
        case _:
            return after(state, *bids(state, *(0,) * players))


def by_cards(kind: RoundType, cards: int, *deck: Special, players: int = 3, **options: Any) -> State:
    return begun(kind, cards, Level.CARDS, players, specials=deck, **options)


def by_tricks(kind: RoundType, cards: int, *deck: Special, **options: Any) -> State:
    return begun(kind, cards, Level.TRICKS, specials=deck, **options)


def main_kind(state: State) -> str:
    return state_main(state).kind


def codes(state: State) -> list[str]:
    return [notice.code for notice in GAME.view(state).notices]


# Where a trick stands


POSITIONS = [  # type, cards dealt, tricks finished: running number, tricks, part, end of the part, last of it
    (NORMAL, 2, 0, (1, 2, 0, 2, False)),
    (NORMAL, 2, 1, (2, 2, 0, 2, True)),
    (NORMAL, 2, 2, (2, 2, 0, 2, True)),
    (LONG, 3, 0, (1, 2, 0, 2, False)),  # CB-060: ceil(3 / 2)
    (LONG, 2, 0, (1, 1, 0, 1, True)),
    (SPLIT, 5, 1, (2, 5, 0, 2, True)),  # CB-216, CB-R31
    (SPLIT, 5, 2, (3, 5, 1, 5, False)),
    (SPLIT, 5, 4, (5, 5, 1, 5, True)),
    (SUITS, 3, 0, (1, 3, None, 3, False)),
]


@pytest.mark.parametrize(("kind", "cards", "done", "at"), POSITIONS)
def test_the_running_trick_knows_its_place(
    kind: RoundType, cards: int, done: int, at: tuple[int, int, int | None, int, bool]
) -> None:
    state = by_tricks(kind, cards)
    for _ in range(done):
        state = after(state, TrickWon(A))
    trick = trick_position.running(state)
    assert (trick.number, trick.tricks, trick.part, trick.part_end, trick.is_last) == at
    assert trick.remaining == at[1] - at[0]
    assert not trick.is_destroyed
    assert trick_position.are_all_played(state) is (done == trick.tricks)
    assert trick_position.finished(state).number == max(done, 1)


def numbers(state: State, *, after_trick: bool) -> list[int]:
    return [trick.number for trick in trick_position.possible_tricks(state, after_trick=after_trick)]


def test_by_counts_an_action_belongs_to_any_trick_of_the_part_that_is_counted_next() -> None:
    state = begun(SPLIT, 5, Level.COUNTS)
    assert numbers(state, after_trick=False) == [1, 2]
    assert numbers(after(state, taken(2, 0, 0)), after_trick=True) == [3, 4, 5]
    assert numbers(begun(SUITS, 2, Level.COUNTS), after_trick=True) == [1, 2]
    assert not trick_position.are_all_played(state)
    assert numbers(of_type(NORMAL, 3, 2), after_trick=True) == [1, 2]  # before the bids


# Magician and Cursed do nothing in the last trick (CB-124, CB-126, CB-R31)


ASKED: list[tuple[str, RoundType, int, str, list[str]]] = [  # rule, type, cards, played, what is asked in turn
    ("CB-126", NORMAL, 2, "b5 magician", ["magician_played"]),
    ("CB-R57", STEALTH, 2, "b5 magician b7", ["magician_played"]),
    ("CB-R57", STEALTH, 2, "b5 magician S", ["magician_played", "magician_played"]),
    ("CB-R57", STEALTH, 2, "magician cursed S", ["magician_played", "cursed_played", "cursed_played"]),
    ("CB-124", NORMAL, 2, "b5 cursed b7", ["cursed_played"]),
    ("CB-124", LONG, 4, "b5 cursed b7 b1 b2 b3", ["cursed_played"]),
    ("CB-124", SUITS, 2, "b5 cursed b7", ["cursed_played"]),
    ("CB-R31", SPLIT, 4, "b5 cursed b7", ["cursed_played"]),
    ("CB-R31", SPLIT, 4, "b5 magician", ["magician_played"]),
    ("CB-R31", SPLIT, 4, "b5 b6 b7 y1 y2 y3 b1 b2 cursed", ["cursed_played"]),  # the first trick of the second half
    ("CB-R31", SPLIT, 3, "b5 b6 b7 y1 y2 cursed", ["cursed_played"]),  # a first half of one trick
]
NOT_ASKED: list[tuple[str, RoundType, int, str]] = [
    ("CB-126", NORMAL, 2, "b5 b6 b7 b1 magician"),
    ("CB-R57", STEALTH, 2, "b5 b6 b7 b1 magician S"),
    ("CB-R57", STEALTH, 1, "b5 magician b7"),
    ("CB-124", NORMAL, 2, "b5 b6 b7 b1 cursed b8"),
    ("CB-124", LONG, 2, "b5 cursed b7 b1 b2 b3"),
    ("CB-124", LONG, 3, "b5 b6 b7 b1 b2 b3 b8 cursed b9"),
    ("CB-R31", SPLIT, 4, "b5 b6 b7 y1 y2 cursed"),
    ("CB-R31", SPLIT, 4, "b5 b6 b7 y1 cursed S"),
    ("CB-R31", SPLIT, 4, "b5 b6 b7 y1 magician"),
    ("CB-R31", SPLIT, 3, "b5 cursed b7"),
    ("CB-R31", SPLIT, 4, "b5 b6 b7 y1 y2 y3 b1 b2 b3 g1 g2 cursed"),
]


def acted(state: State) -> Event[Any]:
    """Answer the due action with any valid answer."""
    given = dict(state_main(state).given)
    seat, copied = Seat(given["seat"]), bool(given["copied"])
    if state_main(state).kind == MagicianPlayed.kind:
        return MagicianPlayed(seat, Direction.LEFT, copied)
    return CursedPlayed(seat, (A, C), copied)


@pytest.mark.parametrize(("rule", "kind", "cards", "played", "actions"), ASKED)
def test_a_card_is_asked_unless_its_own_trick_is_the_last(
    rule: str, kind: RoundType, cards: int, played: str, actions: list[str]
) -> None:
    state = laid(by_cards(kind, cards, S.MAGICIAN, S.CURSED, S.SUMMONER), played)
    assert codes(state).count("W_LAST_TRICK") == 0
    for action in actions:
        assert main_kind(state) == action
        state = after(state, acted(state))
    assert main_kind(state) == CardPlayed.kind


@pytest.mark.parametrize(("rule", "kind", "cards", "played"), NOT_ASKED)
def test_a_card_of_the_last_trick_of_its_part_is_not_asked(rule: str, kind: RoundType, cards: int, played: str) -> None:
    state = laid(by_cards(kind, cards, S.MAGICIAN, S.CURSED, S.SUMMONER), played)
    assert main_kind(state) in {CardPlayed.kind, RoundScored.kind}


TAKEN: list[
    tuple[str, RoundType, int, tuple[Event[Any], ...], Event[Any]]
] = [  # rule, type, cards, entered before, taken now
    ("CB-R57", STEALTH, 2, won(A), MAGICIAN),
    ("CB-R57", STEALTH, 3, (), MAGICIAN),
    ("CB-R15", NORMAL, 2, (BombPlayed(A, B, copied=False),), MAGICIAN),
    ("CB-R15", NORMAL, 2, (BombPlayed(A, B, copied=False),), CURSED),
    ("CB-R15", STEALTH, 2, (BombPlayed(A, B, copied=False),), MAGICIAN),
    ("CB-R15", SPLIT, 4, (*won(A), BombPlayed(A, None, copied=False)), MAGICIAN),  # or in the second half
    ("CB-R31", SPLIT, 4, won(A), CURSED),
    ("CB-R31", SPLIT, 4, won(A, B), MAGICIAN),
    ("CB-R31", SPLIT, 4, won(A, B, A), CURSED),
    ("CB-126", LONG, 4, (), MAGICIAN),
]
LATE: list[tuple[str, RoundType, int, tuple[Event[Any], ...], Event[Any], str]] = [  # the same, refused
    ("CB-126", NORMAL, 2, won(A), MAGICIAN, "The Magician has no effect in the last trick."),
    ("CB-126", NORMAL, 2, won(A, B), MAGICIAN, "The Magician has no effect in the last trick."),
    ("CB-126", NORMAL, 2, (*won(A), BombPlayed(A, None, copied=False)), MAGICIAN, "in the last trick."),
    ("CB-124", NORMAL, 2, (*won(A), BombPlayed(A, None, copied=False)), CURSED, "in the last trick."),
    ("CB-126", STEALTH, 2, won(A, B), MAGICIAN, "in the last trick."),
    ("CB-126", STEALTH, 1, (), MAGICIAN, "in the last trick."),
    ("CB-124", NORMAL, 2, won(A, B), CURSED, "Cursed has no effect in the last trick."),
    ("CB-124", NORMAL, 1, (), CURSED, "Cursed has no effect in the last trick."),
    ("CB-126", SPLIT, 4, won(A), MAGICIAN, "in the last trick of the first half."),
    ("CB-124", SPLIT, 4, won(A, B), CURSED, "of the first half; played later, it is entered once its trick has"),
    ("CB-124", SPLIT, 4, (*won(A), BombPlayed(A, None, copied=False)), CURSED, "of the first half; played later"),
    ("CB-124", SPLIT, 4, won(A, B, A, B), CURSED, "Cursed has no effect in the last trick of the second half."),
    ("CB-124", SPLIT, 3, won(A), CURSED, "of the first half; played later"),
    ("CB-126", LONG, 4, won(A), MAGICIAN, "in the last trick."),
]


@pytest.mark.parametrize(("rule", "kind", "cards", "before", "event"), TAKEN)
def test_trick_by_trick_a_card_acts_unless_its_own_trick_is_the_last(
    rule: str, kind: RoundType, cards: int, before: tuple[Event[Any], ...], event: Event[Any]
) -> None:
    state = after(by_tricks(kind, cards, S.MAGICIAN, S.CURSED, S.BOMB), *before)
    assert event.kind in kinds(state, Role.ASIDE)
    assert after(state, event).phase.used != state.phase.used


@pytest.mark.parametrize(("rule", "kind", "cards", "before", "event", "says"), LATE)
def test_trick_by_trick_a_card_of_the_last_trick_is_refused(
    rule: str, kind: RoundType, cards: int, before: tuple[Event[Any], ...], event: Event[Any], says: str
) -> None:
    state = after(by_tricks(kind, cards, S.MAGICIAN, S.CURSED, S.BOMB), *before)
    assert event.kind not in kinds(state, Role.ASIDE)
    assert_refused(state, event, rule, "W_LAST_TRICK", says)


@pytest.mark.parametrize(("event", "rule"), [(CURSED, "CB-124"), (MAGICIAN, "CB-126")])
def test_by_counts_a_part_of_one_trick_has_only_a_last_one(event: Event[Any], rule: str) -> None:  # CB-R31
    state = begun(SPLIT, 3, Level.COUNTS, specials=(S.CURSED, S.MAGICIAN))
    assert_refused(state, event, rule, "W_LAST_TRICK", "in the last trick of the first half.")
    state = after(state, TricksTaken(((A, 1), (B, 0), (Seat(2), 0)), "first"))
    assert isinstance(after(state, event).phase, ByCounts)
    assert_refused(begun(SPLIT, 2, Level.COUNTS, specials=(S.CURSED, S.MAGICIAN)), event, rule, "W_LAST_TRICK")


def test_the_reminder_waits_until_the_cards_of_the_trick_before_have_acted() -> None:  # CB-126
    state = laid(by_cards(STEALTH, 2, S.MAGICIAN), "b5 magician b7")
    assert codes(state) == [""]
    assert codes(after(state, acted(state))) == ["", "W_LAST_TRICK"]


# The half a Jester belongs to after a Bomb (CB-R21, CB-R31)


def field(prompt: Prompt, name: str) -> Pick:
    field = next(field for field in prompt.fields if field.name == name)
    assert isinstance(field, Pick)
    return field


def test_after_a_bomb_in_the_last_trick_of_a_half_the_jester_says_which_bid_moves() -> None:  # CB-R15, CB-R21
    state = after(by_tricks(SPLIT, 4, S.JESTER, S.BOMB), *won(A), BombPlayed(A, None, copied=False))
    assert [choice.value for choice in field(prompt_for(state, JesterPlayed.kind), "part").choices] == [
        "first",
        "second",
    ]
    assert_refused(state, JesterPlayed(B, 1, copied=False), "CB-R21", says="Choose which of the bids moves.")
    assert after(state, JesterPlayed(B, 1, copied=False, part="first")).phase.bids[0] == ((0,), (1,), (0,))
    assert after(state, JesterPlayed(B, 1, copied=False, part="second")).phase.bids[1] == ((0,), (1,), (0,))
    early = after(by_tricks(SPLIT, 4, S.JESTER, S.BOMB), BombPlayed(A, B, copied=False))
    assert after(early, JesterPlayed(B, 1, copied=False)).phase.bids[0] == ((0,), (1,), (0,))
    later = after(state, *won(A))
    assert after(later, JesterPlayed(B, 1, copied=False)).phase.bids[1] == ((0,), (1,), (0,))
