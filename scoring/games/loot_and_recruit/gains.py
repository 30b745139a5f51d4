"""What each player can still gain at the checkpoints that are left."""

from scoring.contract.game import Reach
from scoring.games.loot_and_recruit.state import CHECKPOINTS, Over, State


def reach(state: State) -> Reach | None:
    """Nothing or more at every checkpoint that is left; None before the first, when nobody has points yet.

    There is no upper bound: points are printed on the cards alone, and a turn recruits as many goblins as its power
    pays for. Nor is what stands on a platform certain, because it can be trashed before it counts.
    """
    if isinstance(state.phase, Over) or state.number <= CHECKPOINTS[0]:
        return None
    return Reach(((0, None),) * state.players)
