"""Players who leave Loot & Recruit or come late (LR-R17)."""

from dataclasses import replace

from scoring.contract.game import Adjusted, CameLate, Left, Measure
from scoring.contract.scores import totals
from scoring.engine import agreements, regrouping
from scoring.games.loot_and_recruit.days import CheckpointCounted, EventFlipped, RoundsPlayed
from scoring.games.loot_and_recruit.entry import HAND, STARTER_DECK
from scoring.games.loot_and_recruit.moving import CardRemoved, GoblinAdded, GoblinMoved
from scoring.games.loot_and_recruit.options import FirstPlayer, Level, TieWin
from scoring.games.loot_and_recruit.state import CHECKPOINTS, Holding
from scoring.testing.tables import A, B, C, D
from tests.scoring.loot_and_recruit.cards import OCTET, PACK
from tests.scoring.loot_and_recruit.states import opened
from tests.scoring.loot_and_recruit.table import GAME, after, refusal


def test_what_stands_on_the_platforms_counts_for_whoever_leaves() -> None:
    state = after(opened(), GoblinAdded(C, 0, PACK), GoblinAdded(B, 1, OCTET), Left(C, ranked=False))
    assert totals(state.ledger, state.table.seats) == {A: 0, B: 0, C: 2}
    assert [card.name for stack in state.own.stacks[1] for card in stack] == ["Ornery Octet"]
    zones = {zone.seat for zone in GAME.view(state).board.zones if zone.seat is not None}
    assert zones == {A, B}


def test_attacks_before_and_after_somebody_left_in_one_part_of_the_day_are_counted_together() -> None:
    state = after(opened(), Left(C, ranked=False))
    (part,) = (head.number for head in GAME.rounds(state)[-1:])
    before, now = Measure(part, B, "attacks", 1, 2), Measure(part, B, "attacks", 0, 1)
    inner = replace(GAME, measures=replace(GAME.measures, of=lambda own: (now,)))
    assert regrouping.list_measures(inner, replace(state, measured=(before,))) == (Measure(part, B, "attacks", 1, 3),)


def test_a_newcomer_has_a_starter_deck_and_empty_platforms() -> None:
    state = after(opened(2, level=Level.REFEREE), CameLate(C, "Cleo", after=A, points=3))
    assert regrouping.list_playing(state) == (A, C, B)
    assert state.own.holdings[1] == Holding(STARTER_DECK, HAND)
    assert state.own.stacks[1] == ((), (), ())


def test_players_change_between_two_rounds() -> None:
    running = after(opened(3), EventFlipped(1, None, effect=False))
    violation = refusal(running, Left(A, ranked=False))
    assert violation.message == "Finish this round first. Stop the game instead."
    assert after(opened(3), CameLate(D, "Dov", after=C, points=0)).table.names[D] == "Dov"


def test_the_first_player_card_of_a_player_who_left_moves_on_once() -> None:  # LR-R01, LR-R17
    state = opened(4, level=Level.CHECKPOINTS, first_player=FirstPlayer.ROTATES)
    left = after(state, EventFlipped(1, None, effect=False), Left(A, ranked=False))
    assert GAME.view(left).board.markers[0].seat == B
    assert GAME.view(after(left, EventFlipped(2, None, effect=False))).board.markers[0].seat == B


def test_a_card_is_found_and_named_by_its_owner_whoever_plays_later() -> None:
    """Cleo is second of two once Ben has left; the target still names her."""
    state = after(opened(), GoblinAdded(C, 0, PACK), Left(B, ranked=False))
    board = GAME.view(state).board
    (tile,) = (tile for zone in board.zones for tile in zone.tiles if tile.name == "Pint-Sized Pack")
    assert tile.id.startswith("2-0-0:")
    moved, words = GoblinMoved(C, tile.id, 1), "Cleo moves Cleo's Pint-Sized Pack (platform 1, card 1) to platform 2"
    assert agreements.sentence(GAME, state, moved) == words
    without = agreements.judge(GAME, state, CardRemoved(tile.id))
    assert not any(stack for stacks in without.own.stacks for stack in stacks)


def test_no_goblins_decide_behind_a_player_who_left() -> None:  # LR-R05
    state = opened(3, level=Level.CHECKPOINTS, tie_win=TieWin.MOST_GOBLINS)
    state = after(state, Adjusted(A, 90, "a bet"), Left(A, ranked=True))
    for number in CHECKPOINTS:
        state = after(state, RoundsPlayed(number), CheckpointCounted(number, ((B, 1), (C, 1)), ()))
    assert [(place.rank, place.side) for place in GAME.standings(state)] == [(1, (A,)), (2, (B,)), (2, (C,))]
