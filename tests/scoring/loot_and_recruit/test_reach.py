"""What can still be gained at the checkpoints that are left."""

from scoring.contract.game import Reach
from scoring.contract.scores import Best
from scoring.games.loot_and_recruit.days import CheckpointCounted, RoundsPlayed
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import State
from scoring.insight.chase import find_runners, find_safe, tell_decided
from scoring.testing.tables import A, B, row
from tests.scoring.loot_and_recruit.states import flipped, opened
from tests.scoring.loot_and_recruit.table import GAME, after, points


def checkpoint(state: State, number: int, *points: int) -> State:
    """Play on to a checkpoint and count it."""
    begun = flipped(state)
    return after(begun, RoundsPlayed(number), CheckpointCounted(number, row(*points), ()))


START = opened(2, level=Level.CHECKPOINTS)
MORNING = checkpoint(START, 5, 6, 2)


def test_lr_090_nothing_is_said_before_the_first_checkpoint() -> None:
    assert GAME.reach(START) is None
    assert GAME.reach(flipped(START)) is None


def test_lr_093_every_checkpoint_that_is_left_adds_something() -> None:
    assert GAME.reach(MORNING) == Reach(((0, None),) * 2)
    assert tell_decided(GAME, MORNING, B) == ""


def test_lr_092_before_the_last_checkpoint_any_lead_can_still_be_made_up() -> None:
    """8 points more after two checkpoints, and still 11 more for Ben at the third."""
    before = checkpoint(MORNING, 9, 11, 7)
    assert points(before) == (17, 9)
    assert find_safe(find_runners(GAME, before), Best.HIGH) is None
    assert [tell_decided(GAME, before, seat) for seat in (A, B)] == ["", ""]
    over = checkpoint(before, 14, 0, 9)
    assert points(over) == (17, 18)
    assert GAME.reach(over) is None
    assert tell_decided(GAME, over, A) == ""
