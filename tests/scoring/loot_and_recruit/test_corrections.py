"""Corrections of earlier entries: later targets still mean the same card (LR-050, LR-057, LR-070)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.game import CameLate, Event, Opened
from scoring.contract.prompts import Draft
from scoring.contract.scores import totals
from scoring.engine.journal import Amend, Journal, Record, Remove
from scoring.engine.replay import Replay, replay
from scoring.engine.seat_moves import move_draft, move_seats
from scoring.games.loot_and_recruit.attacks import Attacked, SergeantPlayed
from scoring.games.loot_and_recruit.days import CheckpointCounted, EffectsDecided, EventFlipped, RoundsPlayed
from scoring.games.loot_and_recruit.line_ups import CardSwept, CardTurnedOver
from scoring.games.loot_and_recruit.moving import CardRemoved, GoblinMoved
from scoring.games.loot_and_recruit.options import Level, Options
from scoring.games.loot_and_recruit.playing import TurnEnded
from scoring.games.loot_and_recruit.recruiting import GoblinPlaced, NewGoblinRecruited
from scoring.games.loot_and_recruit.state import Row
from scoring.testing.tables import A, B, C, D
from scoring.testing.walks import NAMES, random_session
from tests.scoring.loot_and_recruit.cards import GOB, OCTET, goblin
from tests.scoring.loot_and_recruit.table import GAME, aimed, names
from tests.seeds import over_seeds

OPENING = Options(level=Level.STACKS)
IMP = goblin("Imp", 1, 2, 2)


def entered(*events: Event[Any], options: Options = OPENING) -> Journal[Any]:
    """The journal of these entries; targets given as places mean the card that is there at that moment."""
    journal: Journal[Any] = (Record(Opened(NAMES[:3], options)),)
    for event in events:
        journal = (*journal, Record(aimed(replay(GAME, journal).state, event)))
    assert replay(GAME, journal).violation is None
    return journal


def waits(run: Replay[Any, Any], says: str) -> int:
    """The first entry that waits, and why."""
    assert says in run.violation.message
    assert run.violation.code == "NO_SUCH_CARD"
    assert run.violation.field == "target"
    return run.waiting[0]


TWO_HITS: tuple[Event[Any], ...] = (
    EventFlipped(1, None, effect=False),
    NewGoblinRecruited(A, OCTET),
    GoblinPlaced(A, 0),
    TurnEnded(A),
    SergeantPlayed(B),
    Attacked(B, "0-0-0", negated=False),  # the sixth entry
    TurnEnded(B),
    TurnEnded(NAMES.index("Cleo")),
    EventFlipped(2, None, effect=False),
    NewGoblinRecruited(A, GOB),
    GoblinPlaced(A, 0),
    TurnEnded(A),
    Attacked(B, "0-0-0", negated=False),
)


def test_a_hit_on_a_goblin_that_never_came_waits() -> None:
    """LR-051: another card in its place is not hit instead."""
    journal = entered(*TWO_HITS)
    run = replay(GAME, (*journal, Amend(10, NewGoblinRecruited(A, IMP))))
    assert waits(run, "Gob O' Goblins is no longer on Ana's platforms") == 13
    assert names(run.state, A, 0) == ["Imp"]


def test_a_hit_means_the_card_at_its_place_when_one_of_its_name_is_put_in_before_it() -> None:  # LR-051
    journal = entered(*TWO_HITS[:6])
    forgotten = (Record(NewGoblinRecruited(A, OCTET), before=2), Record(GoblinPlaced(A, 1), before=2))
    run = replay(GAME, (*journal, *forgotten))
    assert run.violation is None
    assert [names(run.state, A, n) for n in range(2)] == [[], ["Ornery Octet"]]


@pytest.mark.parametrize(
    "event", [Attacked(C, "0-0-0", negated=False), GoblinMoved(C, "1-0-0", 1), CardRemoved("2-0-0")]
)
def test_a_target_is_the_same_players_card_in_another_order(event: Event[Any]) -> None:
    """LR-050, LR-070, LR-057: everybody sat one seat further on."""
    recruited = [(NewGoblinRecruited(seat, OCTET), GoblinPlaced(seat, 0), TurnEnded(seat)) for seat in (A, B, C)]
    journal = entered(EventFlipped(1, None, effect=False), *sum(recruited, ())[:-1], event)
    moved = Opened(("Cleo", "Ana", "Ben"), replace(OPENING, first_seat=B), moves=(B, C, A))
    run = replay(GAME, (*journal, Amend(0, moved)))
    assert run.violation is None
    assert run.state.stacks == tuple(replay(GAME, journal).state.stacks[seat] for seat in (C, A, B))


@pytest.mark.parametrize(
    ("event", "draft", "moved"),
    [
        (Attacked, {"target": "1-0-2:4.1:Octet"}, {"target": "2-0-2:4.1:Octet"}),
        (Attacked, {"negated": True, "target": None}, {"negated": True, "target": None}),
        (EffectsDecided, {"done": [[2, True], [0, False]]}, {"done": [[0, True], [1, False]]}),
    ],
)
def test_a_half_filled_form_means_the_same_players_in_another_order(
    event: type[Event[Any]], draft: Draft, moved: Draft
) -> None:
    """LR-050, LR-R06"""
    assert move_draft(event, draft, (1, 2, 0)) == moved


def test_the_games_own_seats_leave_a_target_in_a_half_filled_form_as_it_is() -> None:
    """LR-050: its number is that of the session's seat."""
    draft = {"seat": 0, "target": "1-0-2:4.1:Octet"}
    assert move_draft(Attacked, draft, (1, 2, 0), keep_order=True) == draft | {"seat": 1}


@over_seeds(4, long=12, deep=300)
def test_players_who_sat_one_seat_further_on_keep_their_points(seed: int) -> None:
    """LR-050, LR-070: a target means the same player's card, flip effects (LR-R06) stay decided."""
    journal = random_session(GAME, random.Random(seed), 3, OPENING)
    moved = Opened((*NAMES[2:3], *NAMES[:2]), move_seats(OPENING, (1, 2, 0)), moves=(1, 2, 0))
    before, after = replay(GAME, journal).state, replay(GAME, (*journal, Amend(0, moved))).state
    points, rotated = totals(before.ledger, before.table.seats), totals(after.ledger, after.table.seats)
    assert [points[A], points[B], points[C]] == [rotated[B], rotated[C], rotated[A]]


STANDING: tuple[Event[Any], ...] = (
    EventFlipped(1, None, effect=False),
    NewGoblinRecruited(A, OCTET),
    GoblinPlaced(A, 0),
    NewGoblinRecruited(A, GOB),
    GoblinPlaced(A, 0),
)


@pytest.mark.parametrize("event", [GoblinMoved(A, "0-0-1", 1), CardRemoved("0-0-1")])
def test_what_was_moved_or_removed_is_still_meant_when_it_stands_lower(event: Event[Any]) -> None:
    """LR-070, LR-057: the Octet below turns out to have gone to another platform."""
    journal = entered(*STANDING, event)
    run = replay(GAME, (*journal, Amend(3, GoblinPlaced(A, 2))))
    assert run.violation is None
    moved = ["Gob O' Goblins"] if isinstance(event, GoblinMoved) else []
    assert [names(run.state, A, n) for n in range(3)] == [[], moved, ["Ornery Octet"]]


@pytest.mark.parametrize("event", [GoblinMoved(A, "0-0-1", 1), CardRemoved("0-0-1")])
def test_what_was_moved_or_removed_and_is_gone_waits(event: Event[Any]) -> None:  # LR-070, LR-057
    run = replay(GAME, (*entered(*STANDING, event), Amend(4, NewGoblinRecruited(A, IMP))))
    assert waits(run, "Gob O' Goblins is no longer on Ana's platforms") == 6


def test_a_count_with_somebody_who_came_late_fits_another_order_of_the_others() -> None:
    """LR-096: Dov sits between Ana and Ben."""
    options, points = Options(level=Level.CHECKPOINTS), ((A, 1), (D, 4), (B, 2), (C, 3))
    events = (CameLate(D, "Dov", after=A, points=0), RoundsPlayed(5), CheckpointCounted(5, points, ()))
    moved = Opened(("Cleo", "Ana", "Ben"), replace(options, first_seat=B), moves=(B, C, A))
    run = replay(GAME, (*entered(*events, options=options), Amend(0, moved)))
    assert run.violation is None
    assert totals(run.state.ledger, run.state.table.seats) == {A: 3, B: 1, C: 2, D: 4}


# Cards typed in two entries ------------------------------------------------------------------------------------------

WRONG, RIGHT = goblin("Ogre", 2, 5, 4), goblin("Ogre", 4, 6, 6)
TWICE: tuple[Event[Any], ...] = (
    EventFlipped(1, None, effect=False),
    NewGoblinRecruited(A, WRONG),  # the second entry
    GoblinPlaced(A, 0),
    NewGoblinRecruited(A, WRONG),  # the fourth
    GoblinPlaced(A, 1),
    TurnEnded(A),
)


@pytest.mark.parametrize("order", [(2, 4), (4, 2)])
def test_a_card_mistyped_in_two_entries_is_corrected_in_any_order(order: tuple[int, int]) -> None:
    """LR-004: nothing waits in between, and in the end the right numbers count."""
    journal = entered(*TWICE)
    for number in order:
        journal = (*journal, Amend(number, NewGoblinRecruited(A, RIGHT)))
        assert replay(GAME, journal).violation is None
    assert [stack[0].vp for stack in replay(GAME, journal).state.stacks[A][:2]] == [4, 4]


def test_the_numbers_typed_first_count_for_all_copies_of_a_card() -> None:
    """LR-004: the first entry alone is corrected."""
    run = replay(GAME, (*entered(*TWICE), Amend(2, NewGoblinRecruited(A, RIGHT))))
    assert [stack[0].vp for stack in run.state.stacks[A][:2]] == [4, 4]


# Line-ups ------------------------------------------------------------------------------------------------------------

LINED = Options(level=Level.STACKS, line_ups=True)
FACES: tuple[Event[Any], ...] = tuple(
    CardTurnedOver(Row.CROWD, card) for card in (IMP, OCTET, goblin("Ogre"), goblin("Brute"), goblin("Fiend"))
)


def test_a_swept_card_is_meant_by_its_name_wherever_it_lies() -> None:
    """LR-016: the card swept first turns out to be another one; the second sweep still takes the Ogre."""
    journal = entered(*FACES, CardSwept("crowd-0"), CardTurnedOver(Row.CROWD, GOB), CardSwept("crowd-2"), options=LINED)
    assert replay(GAME, journal).state.crowd.cards == ("Gob O' Goblins", "Ornery Octet", "Brute", "Fiend")
    shifted = replay(GAME, (*journal, Remove(1), Record(CardTurnedOver(Row.CROWD, IMP), before=6)))
    assert shifted.violation is None
    assert shifted.state.crowd.cards == ("Ornery Octet", "Brute", "Fiend", "Gob O' Goblins")


def test_a_swept_card_that_never_lay_there_waits() -> None:  # LR-016
    journal = entered(*FACES, CardSwept("crowd-2"), options=LINED)
    run = replay(GAME, (*journal, Amend(3, CardTurnedOver(Row.CROWD, goblin("Bogle")))))
    assert waits(run, "Ogre is no longer in the Crowd") == 6
    assert run.state.crowd.cards == ("Imp", "Ornery Octet", "Bogle", "Brute", "Fiend")
