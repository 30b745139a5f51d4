"""Evenings a table would pick as a whole."""

from scoring.faction_wars.bidding import SECRET, TOGETHER
from scoring.faction_wars.options import Bids, Level, Options
from scoring.faction_wars.passes import FEWER, REFILL
from scoring.faction_wars.score import SCORE
from scoring.game import Preset


def presets(players: int) -> tuple[Preset[Options], ...]:
    """By how much is entered, and the printed variation."""
    return (
        Preset("final", "Score the end", Options(), "Play undisturbed; count the cards once.", SCORE),
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
            "The line-up is entered too; the companion resolves the bids.",
            REFILL,
        ),
        Preset(
            "sealed",
            "Sealed on this phone",
            Options(level=Level.ROUNDS, bids=Bids.SEALED),
            "Without bid cards: the phone goes round.",
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
