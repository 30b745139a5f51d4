"""What each player can still gain: known only once nothing but bonus cards is left to score."""

from scoring.contract.game import Reach
from scoring.games.faction_wars.state import (
    Bidding,
    BreakingTie,
    CountingBonuses,
    CountingCards,
    LiningUp,
    Over,
    Resolving,
    State,
    Stocktaking,
)


def reach(state: State) -> Reach | None:
    """Nothing or more from the bonus cards once everybody's cards are scored, and nothing while recruits break a tie.

    There is no upper bound: what the fifth bonus card pays is printed on it alone. None before: nobody knows in which
    round War is Over comes, the points of recruits are printed on them alone, and until the last round is resolved
    they can be stolen or discarded, and bystanders handed on.
    """
    match state.phase:
        case CountingBonuses():
            return Reach(((0, None),) * state.players)
        case BreakingTie():
            return Reach(((0, 0),) * state.players)
        case LiningUp() | Bidding() | Resolving() | Stocktaking() | CountingCards() | Over():
            return None
