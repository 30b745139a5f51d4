"""Ready-made options for a game."""

from scoring.contract.game import Preset
from scoring.games.recruits.options import Level, Options, Variant
from scoring.games.recruits.order import ONE_AFTER_THE_OTHER
from scoring.games.recruits.piles import QUICK
from scoring.games.recruits.resolving import HIGHEST
from scoring.games.recruits.score import SCORE


def presets(players: int) -> tuple[Preset[Options], ...]:
    """The printed game at each level, a short game, and one with the lively variations."""
    return (
        Preset("count", "Count at the end", Options(), "Just play; then count what lies in front of everybody.", SCORE),
        Preset(
            "ledger",
            "Keep the score",
            Options(level=Level.LEDGER),
            "Two taps per recruit; see who leads all along.",
            SCORE,
        ),
        Preset(
            "resolver",
            "Settle the bids",
            Options(level=Level.RESOLVER),
            "Totals, ties and winners from the cards shown.",
            HIGHEST,
        ),
        Preset(
            "referee",
            "Every card",
            Options(level=Level.REFEREE),
            "Whose turn it is, which suits are open, when to shuffle.",
            ONE_AFTER_THE_OTHER,
        ),
        Preset(
            "quick", "Quick Game", Options(variants=(Variant.QUICK_GAME,)), "Over with the first empty pile.", QUICK
        ),
        Preset(
            "tavern",
            "Tavern rules",
            Options(
                level=Level.RESOLVER,
                variants=(Variant.UP_FOR_GRABS, Variant.PAIRS, Variant.POWERED_ACE),
            ),
            "Pairs count, aces bite, ties are open to all.",
        ),
    )
