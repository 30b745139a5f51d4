"""What each player can still gain at the checkpoints that are left."""

from scoring.game import Reach
from scoring.loot_and_recruit.state import CHECKPOINTS, Over, State
from scoring.names import count_of


def reach(state: State) -> Reach | None:
    """Nothing or more at every checkpoint that is left; None before the first, when nobody has points yet.

    There is no upper bound: points are printed on the cards alone, and a turn recruits as many goblins as its power
    pays for. Nor is what stands on a platform certain, because it can be trashed before it counts.
    """
    left = [number for number in CHECKPOINTS if number >= state.number]
    if isinstance(state.phase, Over) or len(left) == len(CHECKPOINTS):
        return None
    return Reach(count_of(len(left), "checkpoint"), ((0, None),) * state.players)
