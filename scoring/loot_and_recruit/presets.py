"""Evenings a table would pick as a whole."""

from scoring.game import Preset
from scoring.loot_and_recruit.days import CHECKPOINT
from scoring.loot_and_recruit.options import Level, Options
from scoring.loot_and_recruit.playing import POOL
from scoring.loot_and_recruit.stacks import PLACE


def presets(players: int) -> tuple[Preset[Options], ...]:
    """By how much is entered."""
    turns = f"{14 * players} turns"
    return (
        Preset(
            "checkpoints",
            "Three checkpoints",
            Options(),
            "Play undisturbed; points are counted three times.",
            CHECKPOINT,
        ),
        Preset(
            "stacks",
            "The stacks",
            Options(level=Level.STACKS),
            f"Every goblin of {turns}; the points add themselves.",
            PLACE,
        ),
        Preset(
            "referee",
            "Every card",
            Options(level=Level.REFEREE),
            "Cards, powers and costs too; the companion checks them.",
            POOL,
        ),
    )
