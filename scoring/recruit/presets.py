"""Evenings a table would pick as a whole."""

from scoring.game import Preset
from scoring.recruit.counting import PILES
from scoring.recruit.options import Level, Options
from scoring.recruit.order import THIRTEEN_TRICKS
from scoring.recruit.precedence import REVOKE


def presets(players: int) -> tuple[Preset[Options], ...]:
    """One evening by how much is entered."""
    return (
        Preset("counted", "Count the piles", Options(), "Play undisturbed; count when the hand is over.", PILES),
        Preset(
            "trick_log",
            "Trick by trick",
            Options(level=Level.TRICKS),
            "A tap a trick, and one for every face.",
            THIRTEEN_TRICKS,
        ),
        Preset(
            "referee",
            "Card by card",
            Options(level=Level.CARDS),
            "The companion names every winner and finds revokes.",
            REVOKE,
        ),
    )
