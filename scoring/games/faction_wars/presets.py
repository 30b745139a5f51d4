"""Ready-made options for a game."""

from scoring.contract.game import Preset
from scoring.games.faction_wars.bidding import SECRET, TOGETHER
from scoring.games.faction_wars.options import Bids, Level, Options
from scoring.games.faction_wars.passes import FEWER, REFILL
from scoring.games.faction_wars.score import SCORE


def presets(players: int) -> tuple[Preset[Options], ...]:
    """A preset for each level, one for sealed bids, and the printed variation."""
    return (
        Preset("final", "Count at the end", Options(), "Just play; count the cards once at the end.", SCORE),
        Preset(
            "rounds",
            "Round by round",
            Options(level=Level.ROUNDS),
            "Bids, battles and collected cards; points as they come.",
            TOGETHER,
        ),
        Preset(
            "referee",
            "Every card",
            Options(level=Level.REFEREE),
            "You enter the line-up too; the app resolves the bids.",
            REFILL,
        ),
        Preset(
            "sealed",
            "Sealed on this phone",
            Options(level=Level.ROUNDS, bids=Bids.SEALED),
            "Without bid cards: pass the phone around.",
            SECRET,
        ),
        Preset(
            "fewer",
            "Fewer Battles",
            Options(level=Level.ROUNDS, fewer_battles=True),
            f"{players + 1} positions for {players} players.",
            FEWER,
        ),
    )
