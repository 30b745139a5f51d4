"""The presets: one for each level of entry."""

from scoring.contract.game import Preset
from scoring.games.recruit.counting import PILES
from scoring.games.recruit.options import Options
from scoring.games.recruit.order import THIRTEEN_TRICKS
from scoring.games.recruit.precedence import REVOKE
from scoring.kit.trick_taking import Level


def presets(players: int) -> tuple[Preset[Options], ...]:
    """One preset for each level of entry."""
    return (
        Preset(
            "counted", "Count the piles", Options(), "Play without the app; count the piles after each hand.", PILES
        ),
        Preset(
            "trick_log",
            "Trick by trick",
            Options(level=Level.TRICKS),
            "One tap for each trick and one for each face.",
            THIRTEEN_TRICKS,
        ),
        Preset(
            "referee",
            "Card by card",
            Options(level=Level.CARDS),
            "The app finds the winner of every trick, and revokes.",
            REVOKE,
        ),
    )
