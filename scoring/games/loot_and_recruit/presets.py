"""Ready-made options for a game."""

from scoring.contract.game import Preset
from scoring.games.loot_and_recruit.days import CHECKPOINT
from scoring.games.loot_and_recruit.options import Level, Options
from scoring.games.loot_and_recruit.own_cards import POOL
from scoring.games.loot_and_recruit.stacks import PLACE


def presets(players: int) -> tuple[Preset[Options], ...]:
    """A preset for each level."""
    turns = f"{14 * players} turns"
    return (
        Preset(
            "checkpoints",
            "Three checkpoints",
            Options(),
            "Just play; count points three times.",
            CHECKPOINT,
        ),
        Preset(
            "stacks",
            "The stacks",
            Options(level=Level.STACKS),
            f"Enter the goblins of {turns}; the app adds up the points.",
            PLACE,
        ),
        Preset(
            "referee",
            "Every card",
            Options(level=Level.REFEREE),
            "Cards, powers and costs too; the app checks them.",
            POOL,
        ),
    )
