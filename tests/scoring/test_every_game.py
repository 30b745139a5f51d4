"""Every game, sketch or real, keeps the laws; and the sketches and walks are worth asking."""

import random
from dataclasses import replace
from typing import Final

import pytest

from scoring.contract.game import PLAYED_BEFORE, AnyGame, Left, Regrouping, Table
from scoring.contract.scores import Best, Ledger, Seat
from scoring.games import GAMES, score_pad
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles import options as crown
from scoring.games.crown_battles.deck import Special
from scoring.games.recruits import GAME as RECRUITS
from scoring.games.recruits import options as recruits
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.testing.laws import Covered, one_of_each_kind, walks
from scoring.testing.laws import the_deal_continues_with_the_right_player_after_players_change as the_deal_continues
from scoring.testing.needs import check_needs
from scoring.testing.suite import DeepTests, DrawnTests, RuleTests
from scoring.testing.walks import one_of, options_for, play_on, rolled, start, table_of
from tests.oh_hell import oh_hell
from tests.scoring.sketches import SKETCHES, apples

SHELF: Final[tuple[AnyGame, ...]] = (*SKETCHES, *GAMES)


class TestSomeSketches(RuleTests):
    games = SKETCHES[:2]


@pytest.mark.long
class TestEveryOtherSketch(RuleTests):
    games = SKETCHES[2:]


@pytest.mark.long
class TestEveryGame(RuleTests):
    games = GAMES


@pytest.mark.deep
class TestEveryGameInDepth(DeepTests):
    games = SHELF


@pytest.mark.long
class TestEveryGameOnDrawnWalks(DrawnTests):
    games = SHELF
    rare: Final = {
        CROWN.key: (
            (
                2,
                crown.Options(
                    schedule=(8, 8, 8),
                    pool=(crown.RoundType.BLIND,),
                    level=crown.Level.CARDS,
                    secrets=crown.Secrets.SEALED,
                    specials=(Special.JESTER,),
                ),
            ),
            (
                2,
                crown.Options(
                    schedule=(4, 4, 4),
                    pool=(crown.RoundType.MISSIONS,),
                    missions_reveal=crown.MissionsReveal.TOGETHER,
                    secrets=crown.Secrets.SEALED,
                ),
            ),
        ),
        RECRUITS.key: ((2, recruits.Options(level=recruits.Level.RESOLVER, win_tie=recruits.WinTie.CARD)),),
        SCORE_PAD.key: ((12, score_pad.Options(best=Best.LOW, ties=score_pad.Ties.TABLE)),),
    }
    """A Jester's step on a sealed bid, a mission picked in secret; equal totals at Recruits;
    twelve players of whom two have equal totals."""


@pytest.mark.parametrize("game", SKETCHES, ids=lambda game: game.key)
def test_every_kind_of_event_comes_up_in_the_walks(game: AnyGame) -> None:
    assert {event.kind for event in one_of_each_kind(game)} >= {cls.kind for cls in game.events}


@pytest.mark.long
def test_some_walks_take_up_a_running_session() -> None:
    """Without such walks, the law about earlier rounds would never be checked."""
    heads = {(game.key, head.type) for game in SHELF for trail in walks(game) for head in game.rounds(trail.state)}
    assert {("recruit", PLAYED_BEFORE), (apples.GAME.key, PLAYED_BEFORE)} <= heads


@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in GAMES if game.key != SCORE_PAD.key], ids=lambda game: game.key)
def test_some_walks_can_leave_what_can_still_be_gained(game: AnyGame) -> None:
    """Without such walks, the law about it would never be checked."""
    said = [state for trail in walks(game) for state in trail.states if game.reach(state) is not None]
    assert len({state.round for state in said}) > 1


@pytest.mark.long
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.key)
def test_what_each_player_needs_comes_true_in_whole_sessions(game: AnyGame) -> None:
    """Most short walks end in the round in which it is said."""
    for seed in range(4):
        below = rolled(random.Random(seed))
        players = one_of(game.box.players, below)
        trail = play_on(start(game, players, options_for(game, table_of(players), below)), below)
        assert not any(check_needs(trail).values())


@pytest.mark.long
@pytest.mark.parametrize("game", [CROWN, apples.GAME], ids=lambda game: game.key)
def test_some_walks_say_what_each_player_needs(game: AnyGame) -> None:
    """Without such walks, the law about it would never be checked."""
    assert any(check_needs(trail) for trail in walks(game))


def test_a_covered_value_cannot_be_looked_at() -> None:
    for look_at in (str, len, bool, list, hash):
        with pytest.raises(AssertionError, match="veiled"):
            look_at(Covered())


def test_a_dealer_who_jumps_when_somebody_leaves_is_noticed() -> None:
    """Whose author counts the dealer from the first seat, whoever sits there by then."""

    def begin(state: oh_hell.State, table: Table, was: tuple[Seat | None, ...], ledger: Ledger) -> oh_hell.State:
        return oh_hell.State(table, state.options, state.played, ledger=ledger)

    changes = Regrouping(begin, lambda state, players: "", lambda state: bool(state.bids))
    trail = start(replace(oh_hell.GAME, regrouping=changes), 4, oh_hell.Options(hands=4))
    for seat in (1, 2, 3, 0):
        trail.enter(oh_hell.BidPlaced(Seat(seat), 0))
    trail.enter(oh_hell.TricksTaken(((Seat(0), 1), (Seat(1), 0), (Seat(2), 0), (Seat(3), 0))))
    the_deal_continues(trail)
    trail.enter(Left(Seat(0), ranked=False))
    with pytest.raises(AssertionError):
        the_deal_continues(trail)
